"""Time at the table, for games in which everybody may act at once. Knows no game, and reads no watch.

In such a game `actor` says `ALL`: every seat with legal moves may act, in any order. Time itself passes by moves of
`CLOCK`, so the log of moves is the game here too, and replays exactly. Time never passes beyond the moment at which
something happens by itself: there `actor` says `HOUSE`, and the house does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

NEVER = -1
"""Nothing will happen by itself."""


class Timing(Protocol):
    """What a game says of people who play over connections: for a server that measures those, and trusts no device.

    Moves are those of `CLOCK`; views may be states too. Round trips come in the order in which they were measured.
    """

    def round_of(self, view: Any) -> int:
        """A number that changes when nothing that was meant before can be meant any more."""

    def is_claim(self, view: Any, move: int) -> bool:
        """Whether a move of a player now decides who was first, so that it matters how long it travelled."""

    def correction(self, round_trips: Sequence[float]) -> int:
        """The milliseconds that are taken off for a connection."""

    def is_strange(self, round_trips: Sequence[float], answers: Sequence[float] = ()) -> bool:
        """Whether a connection is so much slower than it was, or than it can be, that the others should know.

        `answers` are milliseconds from telling somebody something to a command that knew of it.
        """

    def lag_before(
        self, view: Any, seat: int, move: int, sent: float | None, round_trips: Sequence[float]
    ) -> int | None:
        """The move that says how long the connection took, before a player's move for which that counts.

        `sent` is when everybody was told of the last claim, in table time; None if that is not known.
        """

    def tell(self, view: Any, seat: int) -> int | None:
        """The move that says that a seat hears only now of what it has to answer, if it has to answer anything."""

    def lost(self, view: Any, seat: int) -> int | None:
        """The move that says that the connection to a seat is lost, unless that is known."""

    def found(self, view: Any, seat: int) -> int | None:
        """The move that says that the connection to a seat is there again, unless that is known."""


class Indifferent:
    """The timing of a game for which connections do not matter."""

    def round_of(self, view: Any) -> int:
        """All is one round."""
        return 0

    def is_claim(self, view: Any, move: int) -> bool:
        """Whoever comes first is first."""
        return False

    def correction(self, round_trips: Sequence[float]) -> int:
        """Nothing is taken off."""
        return 0

    def is_strange(self, round_trips: Sequence[float], answers: Sequence[float] = ()) -> bool:
        """No connection is."""
        return False

    def lag_before(
        self, view: Any, seat: int, move: int, sent: float | None, round_trips: Sequence[float]
    ) -> int | None:
        """It counts for no move."""
        return None

    def tell(self, view: Any, seat: int) -> int | None:
        """Nothing has to be answered."""
        return None

    def lost(self, view: Any, seat: int) -> int | None:
        """The game does not care."""
        return None

    def found(self, view: Any, seat: int) -> int | None:
        """The game does not care."""
        return None


INDIFFERENT = Indifferent()


@dataclass(frozen=True)
class Lap:
    """A round as one seat has it: its number, and what there is to do, once that is known."""

    round: int
    task: str = ""


def no_lap(view: Any, seat: int) -> Lap | None:
    """All is one round."""
    return Lap(1)


@dataclass(frozen=True)
class Clock:
    """How time passes in a game: a part of its card. All times are milliseconds."""

    passes: Mapping[int, int]
    """The moves of CLOCK that let time pass, and how much of it; one of them is a single millisecond."""
    now: Callable[[Any], int]
    """The time at the table, from a view or a state."""
    left: Callable[[Any], int]
    """How long until something happens by itself, from a view or a state; NEVER if nothing will."""
    timing: Timing = INDIFFERENT
    """How people who play over connections are kept equal; usually a module of the game."""
    lap: Callable[[Any, int], Lap | None] = no_lap
    """The round that a seat races in just now, from a view or a state; None while it has nothing to hurry for."""
    doing: Mapping[str, str] = field(default_factory=dict)
    """What people call the time that families of moves take: "laying tiles down"."""

    def step(self, ms: int) -> int:
        """The move that lets pass as much as possible of a span, but no more.

        >>> clock = Clock({7: 1, 8: 10, 9: 100}, now=int, left=int)
        >>> clock.step(250), clock.step(100), clock.step(3)
        (9, 9, 7)
        """
        return max((move for move, span in self.passes.items() if span <= ms), key=lambda move: self.passes[move])
