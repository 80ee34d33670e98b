"""How strong one way of thinking is against another, in whole games of compiled play: every deal from every seat."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.engine.intervals import SURE
from tabbytop.engine.state import Wide
from tabbytop.learning.games import TO_WIN, Games, Mind


@dataclass(frozen=True)
class Strength:
    """How often a player was placed before a rival, ties being half, with its error over deals."""

    share: float
    error: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return max(0.0, self.share - SURE * self.error), min(1.0, self.share + SURE * self.error)

    def agrees_with(self, share: float, error: float) -> bool:
        """Whether another measurement may be of the same strength: not further away than three errors of both."""
        return abs(self.share - share) <= 3 * math.hypot(self.error, error)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}, {self.games} games)"


def shares(outcomes: Wide, players: int) -> Any:
    """For each deal, how often the first player was placed before its rivals."""
    places = outcomes[:, :players]
    mine, others = places[:, :1], places[:, 1:]
    ahead = ((mine < others) + 0.5 * (mine == others)).mean(1)
    return ahead.reshape(-1, players).mean(1)


def strength_of(outcomes: Wide, players: int) -> Strength:
    """What came of a match in which the first mind met the others."""
    deals = shares(outcomes, players)
    n = len(deals)
    spread = float(deals.std(ddof=1)) if n > 1 else 0.5
    return Strength(float(deals.mean()), max(spread, 0.02) / math.sqrt(n), len(outcomes))


def match(games: Games, one: Mind, rival: Mind, deals: int, seed: int, threads: int) -> Strength:
    """One mind against others of another kind, every deal from every seat."""
    minds = [one, *[rival] * (games.players - 1)]
    total = deals * games.players
    _, outcomes = games.play_on_threads(minds, seed, total, TO_WIN, threads=threads, chunk=games.players, rotated=True)
    return strength_of(outcomes, games.players)


def seconds_a_simulation(games: Games, minds: Sequence[Mind], seed: int = 0) -> list[float]:
    """The processor time that each kind of mind takes for a simulation, measured in turns in one thread."""
    spent = np.zeros(len(minds))
    for turn in range(3):
        for n, mind in enumerate(minds):
            before = time.thread_time()
            _, outcomes = games.play([mind] * games.players, seed + turn, 0, 2, TO_WIN)
            spent[n] += (time.thread_time() - before) / mind.simulations / max(1, int(outcomes[:, -1].sum()))
    return [float(one) for one in spent]


def at_equal_time(games: Games, one: Mind, rival: Mind) -> Mind:
    """The rival with as many simulations as it can make in the time that the other takes for its own."""
    mine, its = seconds_a_simulation(games, [one, rival])
    return Mind(max(1, round(one.simulations * mine / its)), rival.net, rival.horizon)
