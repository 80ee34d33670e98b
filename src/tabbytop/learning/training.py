"""Training: rounds of games of the search against itself, a net fitted to them, and a match that says what it is worth.

Everything is kept in a folder beside the result, so that training goes on where it was interrupted: positions of the
last rounds, every net with its strength. The strongest net is the result, not the one with the smallest loss.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tabbytop.bots import nets
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import Floats
from tabbytop.learning.games import Games, Mind, Positions, Variety
from tabbytop.learning.strength import Strength, at_equal_time, match

WINDOW = 4
"""Rounds whose games are learned from at a time."""
POOL = 3
"""Earlier nets that sit at some tables, against going round in circles."""
BATCH = 64
"""Games between two looks at who sits at the tables."""


@dataclass(frozen=True)
class RoundSettings:
    """How much of everything a round has."""

    games: int = 4_000
    """Games of a round, rounded up to whole batches: a number, so that the same seed trains the same net anywhere."""
    simulations: int = 200
    horizon: int = 0
    """Moves that a simulation plays on before the net judges: more where a game has long turns and good instincts."""
    epochs: float = 3.0
    deals: int = 100
    """Deals of the match after a round, each played from every seat."""
    threads: int = os.cpu_count() or 1
    seed: int = 1
    variety: Variety = field(default_factory=Variety)


@dataclass(frozen=True)
class Round:
    """What came of a round."""

    number: int
    games: int
    positions: int
    loss: float
    held_out: float
    before: float
    strength: Strength
    rival: int
    """Simulations of the rival, which has as much time as the net with its own."""
    seconds: float


Tell = Callable[[str, float], None]
"""Hears what is being done, and how much of it is, from 0 to 1."""


class Training:
    """The training of one net: for a game, a number of players and options."""

    def __init__(
        self, referee: Compiled, players: int, options: Mapping[str, Any], folder: Path, settings: RoundSettings
    ) -> None:
        self.games = Games(referee, players, options)
        self.settings, self.folder = settings, folder
        folder.mkdir(parents=True, exist_ok=True)
        self.rounds = self._read_rounds()

    def round(self, tell: Tell) -> Round:
        """One more round."""
        from tabbytop.learning.fitting import fit

        started, number = time.monotonic(), len(self.rounds)
        positions, games = self._games_of(number, tell)
        window = [*self._window(number), positions]
        moves = self.games.game.moves.count
        newest = self.net(number - 1) if number else None
        net, fitted = fit(
            Positions.joined(window), moves, newest, self.settings.epochs, self.settings.seed + number,
            lambda share, loss: tell(f"fitting, loss {loss:.4f}", share),
        )  # fmt: skip
        np.save(self.folder / f"net-{number}.npy", net)
        tell("playing a match", 0.0)
        mine = self._mind(number)
        rival = at_equal_time(self.games, mine, Mind(self.settings.simulations))
        strength = match(self.games, mine, rival, self.settings.deals, 7 + self.settings.seed, self.settings.threads)
        seconds = time.monotonic() - started
        done = Round(
            number,
            games,
            len(positions),
            fitted.loss,
            fitted.held_out,
            fitted.before,
            strength,
            rival.simulations,
            seconds,
        )
        self.rounds.append(done)
        self._write_rounds()
        return done

    @property
    def best(self) -> Round:
        """The round with the net that is most surely strong: a lucky short match does not count for more than a long
        one."""
        return max(self.rounds, key=lambda one: one.strength.share - one.strength.error)

    def net(self, number: int) -> Floats:
        """The net of a round."""
        net: Floats = np.load(self.folder / f"net-{number}.npy")
        return net

    def save(self, file: Path) -> None:
        """Write the strongest net with the record of its training."""
        game, best = self.games.game, self.best
        record = {
            "game": game.id, "version": game.version, "players": self.games.players, "options": self.games.options,
            "rounds": len(self.rounds), "chosen": best.number, "seed": self.settings.seed,
            "simulations": self.settings.simulations, "horizon": self.settings.horizon,
            "games": sum(one.games for one in self.rounds), "positions": sum(one.positions for one in self.rounds),
            "strength": _plain(best), "curve": [_plain(one) for one in self.rounds],
        }  # fmt: skip
        file.parent.mkdir(parents=True, exist_ok=True)
        nets.save(file, self.net(best.number), record)

    def _games_of(self, number: int, tell: Tell) -> tuple[Positions, int]:
        """Games of a round: by the newest net, at some tables beside an earlier one; by the game's own instincts at
        first."""
        settings, games = self.settings, self.games
        parts: list[Positions] = []
        played = 0
        for first in range(0, settings.games, BATCH):
            tell("playing games", first / settings.games)
            minds = self._minds(number, first // BATCH)
            got, outcomes = games.play_on_threads(
                minds, settings.seed * 1000 + number, BATCH, settings.variety,
                threads=settings.threads, chunk=8, first=first, rotated=True,
            )  # fmt: skip
            parts.append(got)
            played += int((outcomes[:, 0] > 0).sum())
        positions = Positions.joined(parts)
        with (self.folder / f"games-{number}.npz").open("wb") as out:
            positions.save(out)
        old = self.folder / f"games-{number - WINDOW}.npz"
        old.unlink(missing_ok=True)
        return positions, played

    def _minds(self, number: int, turn: int) -> list[Mind]:
        settings, players = self.settings, self.games.players
        if number == 0:
            return [Mind(settings.simulations)] * players
        newest = self._mind(number - 1)
        if number > 1 and turn % 4 == 3:
            earlier = max(0, number - 2 - turn // 4 % POOL)
            return [self._mind(earlier), *[newest] * (players - 1)]
        return [newest] * players

    def _mind(self, number: int) -> Mind:
        """A player with the net of a round."""
        return Mind(self.settings.simulations, self.net(number), self.settings.horizon)

    def _window(self, number: int) -> list[Positions]:
        """The positions of the rounds before, as far as they are kept."""
        files = (self.folder / f"games-{n}.npz" for n in range(max(0, number - WINDOW + 1), number))
        return [Positions.load(file) for file in files if file.exists()]

    def _read_rounds(self) -> list[Round]:
        file = self.folder / "rounds.json"
        if not file.exists():
            return []
        return [Round(**{**one, "strength": Strength(**one["strength"])}) for one in json.loads(file.read_text())]

    def _write_rounds(self) -> None:
        draft = self.folder / "rounds.json.new"
        draft.write_text(json.dumps([{**vars(one), "strength": vars(one.strength)} for one in self.rounds]))
        draft.replace(self.folder / "rounds.json")


def _plain(one: Round) -> dict[str, Any]:
    """A round as it stands in a record."""
    return {
        "round": one.number, "games": one.games, "held_out": round(one.held_out, 4), "before": round(one.before, 4),
        "share": round(one.strength.share, 4), "error": round(one.strength.error, 4),
        "match": one.strength.games, "rival": one.rival, "seconds": round(one.seconds),
    }  # fmt: skip
