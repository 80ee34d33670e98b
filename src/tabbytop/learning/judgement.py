"""How well positions are judged, told by how their games ended: by the game's own guess, by a net, by a search.

Judgement is told as R² by quarter of the game: how much of what makes results differ a judge knows. A judge that always
says the mean has 0, one that knows the end has 1, and one that is worse than no judgement is below 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tabbytop.bots import net as net_rules
from tabbytop.engine.intervals import SURE
from tabbytop.engine.state import Floats
from tabbytop.learning.games import Games, Mind, Positions, Variety

QUARTERS = 4
GROUPS = 20
"""The error is told by leaving out one part of the deals after the other (a jackknife)."""
OWN, NET, SEARCH = "own guess", "net", "search"
Guesses = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Explained:
    """R² with its standard error."""

    r2: float
    error: float

    def __str__(self) -> str:
        return f"{self.r2:.2f} ± {SURE * self.error:.2f}"


@dataclass(frozen=True)
class Judgement:
    """What judges know in one quarter of the games."""

    quarter: int
    positions: int
    judges: Mapping[str, Explained]


def held_out(games: Games, number: int, simulations: int, seed: int, threads: int) -> Positions:
    """Positions of games that the search plays against itself to win, without a net, all of them thought through."""
    minds = [Mind(simulations)] * games.players
    variety = Variety(loose=0, slips=0, full=1000, keep=250)
    return games.play_on_threads(minds, seed, number, variety, threads=threads, chunk=4)[0]


def judged(games: Games, positions: Positions, net: Floats | None) -> list[Judgement]:
    """How well the decisions among some positions of such games were judged, by quarter."""
    decided = np.flatnonzero(positions.thoughts >= 0)
    rows = np.arange(len(decided))
    mover = positions.mover[decided].astype(np.int64)
    ends = positions.ends[decided].astype(np.float64)[rows, mover]
    judges = {OWN: own_guess(positions, decided)[rows, mover]}
    if net is not None:
        judges[NET] = net_guess(games, net, positions, decided)[rows, mover]
    judges[SEARCH] = positions.thoughts[decided].astype(np.float64)
    quarter = np.minimum(QUARTERS - 1, (QUARTERS * positions.done[decided]).astype(np.int64))
    deal = positions.deal[decided]
    found = []
    for number in range(QUARTERS):
        here = quarter == number
        known = {name: explained(guesses[here], ends[here], deal[here]) for name, guesses in judges.items()}
        found.append(Judgement(number + 1, int(here.sum()), known))
    return found


def own_guess(positions: Positions, rows: Any) -> Guesses:
    """What the game's own instincts expect for every seat, which is among the inputs as logits."""
    seats = positions.ends.shape[1]
    logits = 4.0 * positions.inputs[rows, -seats:].astype(np.float64)
    results: Guesses = 1.0 / (1.0 + np.exp(-logits))
    return results


def net_guess(games: Games, net: Floats, positions: Positions, rows: Any) -> Guesses:
    """What a net expects for every seat, counted from the one on turn."""
    correct = games.referee.bind(net_rules.correct)
    results, inputs = own_guess(positions, rows), positions.inputs[rows]
    room, embedding = net_rules.room_for(games.inputs), np.zeros(net_rules.EMBED, np.float32)
    for row, seen in enumerate(inputs):
        room[: games.inputs] = seen
        correct(games.seats, 0, net, results[row], room, embedding)
    return results


def explained(guesses: Guesses, ends: Guesses, deal: Any) -> Explained:
    """R² of guesses; its error from leaving out parts of the deals."""
    off, spread = (guesses - ends) ** 2, (ends - ends.mean()) ** 2 if len(ends) else ends
    if not len(ends) or spread.sum() == 0.0:
        return Explained(float("nan"), float("nan"))
    group = deal % GROUPS
    without = np.array([1.0 - off[group != one].sum() / spread[group != one].sum() for one in range(GROUPS)])
    error = float(np.sqrt((GROUPS - 1) / GROUPS * ((without - without.mean()) ** 2).sum()))
    return Explained(float(1.0 - off.sum() / spread.sum()), error)
