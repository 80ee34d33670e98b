"""Moves that were thought about, in the order in which people should hear of them. Knows no game.

A search visits a move often that does well, so the chance of a move that it hardly looked at is little more than a
rumour: such moves come last, whatever their chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabbytop.bots.thinking import Candidate

SELDOM = 20
"""A move is little known when another one was visited more than so many times as often."""
SAME = 0.02
"""Chances that differ by less than this are about the same to anybody."""


def error(candidate: Candidate) -> float:
    """How far a chance may be off: its standard error, at most."""
    chance = min(1.0, max(0.0, candidate.win_chance))
    return math.sqrt(max(chance * (1.0 - chance), 1.0 / (1 + candidate.visits)) / max(1, candidate.visits))


def ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """By their chances, the best first; little known ones after the others, and those never looked at at the end."""
    most = max((candidate.visits for candidate in candidates), default=0)

    def order(candidate: Candidate) -> tuple[int, float, int]:
        known = 0 if is_known(candidate, most) else 1 if candidate.visits else 2
        return known, -round(candidate.win_chance, 4), candidate.move

    return sorted(candidates, key=order)


def is_known(candidate: Candidate, most: int) -> bool:
    """Whether a move was looked at often enough to be compared with one that was visited `most`."""
    return candidate.visits > 0 and SELDOM * candidate.visits >= most


def as_good(candidates: Sequence[Candidate]) -> list[bool]:
    """Which of the ranked moves are about as good as the first: within the error of the search, or within 2 %."""
    if not candidates:
        return []
    best, most = candidates[0], max(candidate.visits for candidate in candidates)
    return [
        is_known(candidate, most)
        and round(best.win_chance - candidate.win_chance, 4) <= max(SAME, math.hypot(error(best), error(candidate)))
        for candidate in candidates
    ]
