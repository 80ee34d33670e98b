"""The kit: no option is silently ignored. What a host may choose together makes a difference, or is refused by name.

The same luck and the same choices are played with two values of an option. What the set-up merely writes down of it
does not count: something else has to differ in the course of some game, be it only in what people are told.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tabbytop.arena.simulate import Batch
from tabbytop.engine import play
from tabbytop.engine.game import Game
from tabbytop.engine.options import BadOption, Option, Whole
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.state import States
from tabbytop.kit.cases import GAMES, Case, case_of, compiled

FEW, MORE = 6, (6, 100, 300, 1000, 3000)
"""Games by chance, more and more until something differs: most options show at once, a tie-break needs a tie."""
MOVES_PLAYED = 2_000_000
"""Long games are not played by the thousand."""
SEED = 5


def beside(game: Game, players: int, option: Option) -> Iterator[dict[str, Any]]:
    """What a host may choose besides: nothing, or another value of another option, and whatever both need.

    Not a lower limit: chance cannot show everything in a game that is cut short.
    """
    found = [option.needs]
    for other in game.options.all:
        values = [
            value for value in other.samples(players) if not (isinstance(other, Whole) and 0 < value < other.default)
        ]
        if other is not option:
            found += [{**other.needs, other.name: value, **option.needs} for value in values]
    for at, context in enumerate(found):
        if context not in found[:at] and not is_refused(game, players, context):
            yield context


def is_refused(game: Game, players: int, chosen: dict[str, Any]) -> bool:
    """Whether the host is told that this cannot be chosen."""
    try:
        game.complete(players, chosen)
    except BadOption:
        return True
    return False


@functools.lru_cache(maxsize=16)
def told(case: Case) -> list[str]:
    """What a spectator hears of a game by chance."""
    return [sentence for _, sentence in case.match(0).sentences(SPECTATOR)]


def play_apart(one: Case, other: Case, first: int, end: int) -> bool:
    """Whether games by chance, from the first to before the end, end differently, but for fields that differ before
    anything has happened."""
    end = min(end, 1 + MOVES_PLAYED // max(1, played(one, 0, 1).moves))
    if end <= first:
        return False
    ours, theirs = played(one, first, end), played(other, first, end)
    if any((getattr(ours, name) != getattr(theirs, name)).any() for name in ("lengths", "scores", "places")):
        return True
    before, also_before = start(one), start(other)
    return any(
        (before[name] == also_before[name]).all() and (ours.states[name] != theirs.states[name]).any()
        for name in one.game.state.fields
    )


@functools.lru_cache(maxsize=32)
def played(case: Case, first: int, end: int) -> Batch:
    """Some games by chance."""
    batch = Batch(case.game, case.game.encode(case.players, case.chosen), SEED, first, end - first)
    with ThreadPoolExecutor(1) as pool:
        batch.play(player(case.game), pool, 1)
    return batch


@functools.cache
def player(game: Game) -> Callable[..., int]:
    """Plays many games by chance."""
    return compiled(game).bind(play.play_batch)


def start(case: Case) -> States:
    """The table before anything has happened."""
    return compiled(case.game).setup(case.game.encode(case.players, case.chosen))


LOOKS: list[Callable[[Case, Case], bool]] = [
    functools.partial(play_apart, first=0, end=FEW),
    lambda one, other: told(one) != told(other),
    *(functools.partial(play_apart, first=first, end=end) for first, end in itertools.pairwise(MORE)),
]
"""Whether anything comes of the one choice that does not come of the other, by looks that take longer and longer."""

CASES = [
    pytest.param(game, players, option, id=f"{game.id}-{players}-{option.name}")
    for game in GAMES
    for players in game.players
    for option in game.options.all
    if not option.only_players or players in option.only_players
]


@pytest.mark.parametrize(("game", "players", "option"), CASES)
def test_no_option_is_silently_ignored(game: Game, players: int, option: Option):
    values = [option.default_for(players), *option.samples(players)]
    for context in beside(game, players, option):
        chosen = [{**context, option.name: value} for value in values]
        cases = [case_of(game, players, choice) for choice in chosen if not is_refused(game, players, choice)]
        for case in cases if len(cases) > 1 else []:
            assert any(differ(case, other) for differ in LOOKS for other in cases if other is not case), (
                f"{option.name} changes nothing in {case}: refuse it there (`counts_with`, `counts_players`)"
            )
