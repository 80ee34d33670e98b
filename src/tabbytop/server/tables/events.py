"""What happened at a table, as it is stored: the log of these events is the table, everything else follows from it.

They hold the truth, luck included, and never leave the server in this form; `projections` says what a viewer may know.
Fields may be added with defaults; nothing stored is ever reinterpreted.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tabbytop.server.protocol.messages import BotSeat, ClockName, Friend, Move, Open


class GuestSeat(Struct, tag="guest", frozen=True):
    """A seat with somebody in it."""

    guest: str
    name: str
    face: str = ""


class Absent(Struct, tag="absent", frozen=True):
    """A seat of a game that was played elsewhere: only its name is here."""

    name: str


Sitting = GuestSeat | BotSeat | Friend | Open | Absent


class Opened(Struct, tag="opened", frozen=True):
    """The table was opened."""

    game: str
    rules: str
    options: dict[str, Any]
    seats: list[Sitting]
    host: str
    clock: ClockName
    listed: bool
    hints: bool
    invite: str
    deal: str | None = None
    """The day whose deal is played here, or whose luck is met again here."""
    name: str = ""
    """What the group calls its table."""


class Sat(Struct, tag="sat", frozen=True):
    """Somebody took a free seat."""

    seat: int
    who: GuestSeat


class Arranged(Struct, tag="arranged", frozen=True):
    """A seat was given to a bot, freed, or left by its guest before the game."""

    seat: int
    who: Sitting
    rose: bool = False
    """Whether its guest left by own will."""


class HostPassed(Struct, tag="host", frozen=True):
    """The right to arrange and start went to another guest."""

    guest: str


class Closed(Struct, tag="closed", frozen=True):
    """The last guest left before the game had begun."""


class Started(Struct, tag="started", frozen=True):
    """The game began, with this luck, as `SealedLuck` writes it."""

    luck: str
    opening: int = 0
    """The first so many moves are taken over from another game; their luck is not this one."""


class Learned(Struct, tag="learned", frozen=True):
    """Somebody at a seat learns the game and has come to this chapter of so many; without one they are back."""

    seat: int
    chapter: int | None = None
    of: int = 0


class Zoned(Struct, tag="zoned", frozen=True):
    """Somebody at a seat lives in this time zone: their time does not run in the night there."""

    seat: int
    zone: str


class Played(Struct, tag="played", frozen=True, gc=False):
    """A move by a seat, by luck or by the house, and a hash of the state it led to."""

    seat: int
    move: Move
    hash: str
    spent: int = 0
    """Milliseconds that the seat's clock is charged."""


class TookBack(Struct, tag="took_back", frozen=True):
    """Moves were taken back until `ply` were left: by oneself, or with the consent of the others."""

    seat: int
    ply: int
    hash: str
    consent: bool = False
    spent: int = 0
    """Milliseconds that the clock of whose turn it was is charged."""


class TakebackAsked(Struct, tag="takeback_asked", frozen=True):
    """A seat asked to take back to `ply`; these seats have to agree."""

    seat: int
    ply: int
    waiting: list[int]


class TakebackAnswered(Struct, tag="takeback_answered", frozen=True):
    """A seat agreed, or not."""

    seat: int
    agree: bool


class Substituted(Struct, tag="substituted", frozen=True):
    """A bot plays on for a guest who left, was away for long, or ran out of time."""

    seat: int
    level: str
    why: str
    """"left", "away", "late" (may return) or "time" (may not)."""
    spent: int = 0
    """Milliseconds that the seat's clock is charged, if it was its turn."""


class Returned(Struct, tag="returned", frozen=True):
    """A guest took the seat back from the bot."""

    seat: int


class Removed(Struct, tag="removed", frozen=True):
    """The host sent a guest away, who does not come back to this table; in a game a bot plays on."""

    seat: int
    guest: str
    level: str
    spent: int = 0
    """Milliseconds that the seat's clock is charged, if it was its turn."""


class Forgotten(Struct, tag="forgotten", frozen=True):
    """A guest has deleted their profile: they are somebody from now on. The log before it is written anew, too."""

    was: str
    now: str


class Spoke(Struct, tag="spoke", frozen=True):
    """A quick phrase."""

    seat: int
    phrase: str


class Slowed(Struct, tag="slowed", frozen=True):
    """The connection of a seat has become so much slower during a race that the others should know."""

    seat: int


class Rematched(Struct, tag="rematched", frozen=True):
    """The group went on to another table."""

    table: str


TableEvent = (
    Opened
    | Sat
    | Arranged
    | HostPassed
    | Closed
    | Started
    | Learned
    | Zoned
    | Played
    | TookBack
    | TakebackAsked
    | TakebackAnswered
    | Substituted
    | Returned
    | Removed
    | Forgotten
    | Spoke
    | Slowed
    | Rematched
)

_decoder = msgspec.json.Decoder(TableEvent)
_encoder = msgspec.json.Encoder()


def pack(event: TableEvent) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def unpack(body: bytes) -> TableEvent:
    """A stored event."""
    return _decoder.decode(body)
