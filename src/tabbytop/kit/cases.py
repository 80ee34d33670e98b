"""What the kit runs over: every registered game, and the kit's own, at every player count with every option set."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.game import Game
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled, Interpreted
from tabbytop.engine.state import States
from tabbytop.kit import chosen, laws
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT
from tabbytop.kit.quick_paw.game import GAME as QUICK_PAW

GAMES = [*chosen.cards(), *([] if chosen.is_one_game_chosen() else [HIGH_CAT, QUICK_PAW])]


@dataclass(frozen=True)
class Case:
    """One way to set up a table."""

    game: Game
    players: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.game.id}-{self.players}" + (f"-{chosen}" if chosen else "")

    @property
    def chosen(self) -> dict[str, Any]:
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.options}

    def match(self, number: int) -> Match:
        """Game `number` of random play."""
        return simulated_match(compiled(self.game), self.players, self.chosen, 11, number)

    @property
    def seats(self) -> int:
        return self.game.seats(self.players, self.chosen)


def case_of(game: Game, players: int, options: Mapping[str, Any]) -> Case:
    """A table with these options."""
    frozen = tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in options.items())
    return Case(game, players, frozen)


ALL = [case_of(game, n, options) for game in GAMES for n in game.players for options in game.options.variants(n)]
"""Every player count with every option set."""
PLAIN = [case_of(game, n, {}) for game in GAMES for n in game.players]
"""Every player count with the usual options."""


@functools.cache
def compiled(game: Game) -> Compiled:
    """The compiled rules, once per test run."""
    return Compiled(game)


@functools.cache
def interpreted(game: Game) -> Interpreted:
    """The rules as plain Python."""
    return Interpreted(game)


def refusals(game: Game, state: States, seat: int) -> list[int]:
    """Of every move 0, or the number of the clause that forbids it."""
    out = np.zeros(game.moves.count, np.int64)
    compiled(game).bind(laws.list_refusals)(state, seat, game.moves.count, out)
    return out.tolist()


@functools.cache
def sample(case: Case) -> Match:
    """The shortest of a few random games: long enough to meet most situations, short enough to take apart."""
    return min((case.match(number) for number in range(8)), key=lambda match: match.ply)
