"""What a score is made of: the sources of points that a game declares beside its rules, for people who ask why.

`rules.score` says how many points everybody has; the parts say where they came from. The kit holds the one against
the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ScorePart:
    """One source of points, and what it brought each seat. All parts of a seat together are its score."""

    name: str
    """As the head of a column: "Taller towers"."""
    points: tuple[int, ...]
    """By seat."""
    told: str
    """How a sentence goes on after "7 more points": "for taller towers"."""
    each: int = 0
    """What one thing is worth, where the points are for things that are all worth the same; else 0."""
    things: tuple[str, str] | None = None
    """What one of them is called, and what several are: ("can", "cans")."""


Parts = Callable[[Any, Any], tuple[ScorePart, ...]]
"""The parts of everybody's score from a view, and at the end the view before the last move, since a last move may put
together what was apart; before the end the same view twice. None where a game does not say."""


def no_parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Games that do not say what their scores are made of."""
    return ()
