"""Time at the table, for games in which everybody may act at once. Knows no game, and reads no watch.

In such a game `actor` says `ALL`: every seat with legal moves may act, in any order. Time itself passes by moves of
`CLOCK`, so the log of moves is the game here too, and replays exactly. Time never passes beyond the moment at which
something happens by itself: there `actor` says `HOUSE`, and the house does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

NEVER = -1
"""Nothing will happen by itself."""


@dataclass(frozen=True)
class Clock:
    """How time passes in a game: a part of its card. All times are milliseconds."""

    passes: Mapping[int, int]
    """The moves of CLOCK that let time pass, and how much of it; one of them is a single millisecond."""
    now: Callable[[Any], int]
    """The time at the table, from a view or a state."""
    left: Callable[[Any], int]
    """How long until something happens by itself, from a view or a state; NEVER if nothing will."""

    def step(self, ms: int) -> int:
        """The move that lets pass as much as possible of a span, but no more.

        >>> clock = Clock({7: 1, 8: 10, 9: 100}, now=int, left=int)
        >>> clock.step(250), clock.step(100), clock.step(3)
        (9, 9, 7)
        """
        return max((move for move, span in self.passes.items() if span <= ms), key=lambda move: self.passes[move])
