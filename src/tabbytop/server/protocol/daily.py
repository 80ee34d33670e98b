"""What there is once a day: the deal that everybody here plays, and how they did. Nothing here does anything; see
`messages`."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tabbytop.server.protocol.commands import Key, Stage
from tabbytop.server.protocol.replies import SeatInfo

When = Literal["past", "today", "coming"]


class DealDay(Struct, frozen=True):
    """A day of the week, what is dealt on it, and whether one has played it."""

    day: str
    game: str
    title: str
    when: When
    commitment: str
    """SHA-256 of the luck, known before the day."""
    played: bool
    """Whether one has finished it on its day."""


class DealResult(Struct, frozen=True):
    """How somebody did. The table is told to those who may look at it."""

    rank: int
    name: str
    points: int
    place: int
    """Among those at the table, rivals included."""
    time: int
    """Milliseconds from the first move to the last."""
    you: bool
    table: str | None


class DealStart(Struct, frozen=True):
    """Where everybody begins: the view of the first seat at the first decision."""

    view: dict[str, Any]
    seats: list[SeatInfo]


class OwnDeal(Struct, frozen=True):
    """The table at which one plays the deal, or has played it on its day."""

    table: str
    stage: Stage


class DealDocument(Struct, frozen=True):
    """The deal of one day."""

    day: str
    game: str
    title: str
    options: dict[str, Any]
    minutes: int
    when: When
    ends: int
    """When the day ends here, in milliseconds since 1970."""
    commitment: str
    luck: str | None
    """The luck itself, once the day is over."""
    start: DealStart | None
    """None before the day."""
    own: OwnDeal | None
    results: list[DealResult]
    players: int
    """How many have finished it on its day; the list may be shorter."""
    scored: bool
    """Whether points tell who did better; by places alone otherwise."""
    fewest: bool
    """Whether fewer points are better."""


class DealWeek(Struct, frozen=True):
    """This week's deals, and how long today's lasts."""

    today: str
    ends: int
    now: int
    """The clock of this server, in milliseconds since 1970."""
    days: list[DealDay]
    row: int
    """How many days in a row one has played, up to today or yesterday."""


class PlayDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down to a deal. Today's is played once; those of other days as often as one likes."""

    key: Key
