"""What clients send: commands to a table, the names of seats and moves in them, and what opens a table.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Raised when a client of the older kind would misunderstand. New fields and new kinds of events do not raise it."""

Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Chosen by the client, new for each command: the same command with the same key is carried out once."""
Seq = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
LevelName = Annotated[str, Meta(max_length=32)]
LessonName = Annotated[str, Meta(max_length=32)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Move = dict[str, dict[str, str | int]]
"""One family with its arguments: `{"mark": {"die": "red"}}`."""
Actor = int | Literal["luck", "house", "clock", "all", "over"]
"""Who acts: a seat, or one of those who are no players; "all" in real-time play, "over" when nobody does."""
ClockName = Literal["off", "relaxed", "timed", "day", "three-days"]
Stage = Literal["lobby", "playing", "over", "closed"]
CatName = Literal[
    "Marmalade",
    "Pepper",
    "Domino",
    "Clover",
    "Biscuit",
    "Cocoa",
    "Misty",
    "Saffron",
    "Truffle",
    "Pearl",
    "Tango",
    "Juniper",
]
"""The cats that play as bots; each has a coat of its own, whatever its level."""
SeatName = Annotated[str, Meta(max_length=200)]
"""The name of somebody at one seat: 2 to 16 letters, figures, spaces, hyphens, apostrophes and full stops."""


# ---------------------------------------------------------------- who sits where


class Me(Struct, tag="me", frozen=True, forbid_unknown_fields=True):
    """A seat for the one who opens the table; several of them make a game on one device."""

    name: SeatName = ""
    """What the player of this seat is called; without it, as the guest."""


class Friend(Struct, tag="friend", frozen=True, forbid_unknown_fields=True):
    """A seat for somebody with the invitation."""


class Open(Struct, tag="open", frozen=True, forbid_unknown_fields=True):
    """A seat for anybody who finds the table."""


class BotSeat(Struct, tag="bot", frozen=True, forbid_unknown_fields=True):
    """A seat for a bot."""

    level: LevelName
    name: CatName | None = None
    """Which cat it is; without one the server chooses. A name sits once at a table: one that is in use is replaced."""


Wanted = Me | Friend | Open | BotSeat


# ---------------------------------------------------------------- commands


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """What all commands to a table share."""

    key: Key


class Play(Command, tag="play", frozen=True):
    """Make a move. `seq` is the last event the client knew; `seat` may be left out by those who hold one seat."""

    seq: Seq
    move: Move
    seat: SeatNumber | None = None


class Undo(Command, tag="undo", frozen=True):
    """Take back one's last step, or all of one's turn, up to luck, a reveal or somebody else's act."""

    seq: Seq
    seat: SeatNumber | None = None
    turn: bool = False


class Takeback(Command, tag="takeback", frozen=True):
    """Ask the others to let one's last decision be taken back; bots always agree."""

    seq: Seq
    seat: SeatNumber | None = None


class Answer(Command, tag="answer", frozen=True):
    """Agree to the takeback that was asked for, or not."""

    seq: Seq
    agree: bool
    seat: SeatNumber | None = None


class Sit(Command, tag="sit", frozen=True):
    """Take a free seat in the lobby; or one's own seat once more, to be called by a new name there."""

    seat: SeatNumber | None = None
    name: SeatName = ""
    """What to be called at this seat, for people who share a device; without it, as the guest."""


class Leave(Command, tag="leave", frozen=True):
    """Leave the table: in the lobby the seats become free, in a game bots play on until one returns."""


class Remove(Command, tag="remove", frozen=True):
    """The host sends somebody away for good: in the lobby the seats become free, in a game a bot plays on."""

    seat: SeatNumber


class Forget(Command, tag="forget", frozen=True):
    """Leave the table for good, and have one's name and face taken off it and out of its log."""


class Return(Command, tag="return", frozen=True):
    """Take one's seats back from the bots."""


class Substitute(Command, tag="substitute", frozen=True):
    """Let a bot play for somebody who has been away for a while."""

    seat: SeatNumber
    level: LevelName = "alley-cat"


class Arrange(Command, tag="arrange", frozen=True):
    """The host changes a seat in the lobby; whoever sat there has to rise."""

    seat: SeatNumber
    who: Wanted


class Start(Command, tag="start", frozen=True, omit_defaults=True):
    """The host starts the game; free seats are given to bots of the level in `fill`, if there is one.

    What is not asked for is not sent: so an older server, too, understands a client of this version.
    """

    fill: LevelName | None = None
    now: bool = False
    """Whether to start although somebody at the table still learns the game."""


class Learn(Command, tag="learn", frozen=True):
    """Go and learn the game while one's seats are kept, or come to another chapter; without one, be back."""

    lesson: LessonName = "basics"
    chapter: Annotated[int, Meta(ge=1, le=64)] | None = None
    """The chapter one is in, counted from 1: everybody at the table sees it."""


class Nights(Command, tag="zone", frozen=True):
    """Say in which time zone one lives, at a table with days for a turn: one's time does not run in the night there."""

    zone: Annotated[str, Meta(min_length=1, max_length=64)]


class Rematch(Command, tag="rematch", frozen=True):
    """After the end: a new table with the same people, the first seat passed on."""


class Say(Command, tag="say", frozen=True):
    """One of the quick phrases."""

    phrase: Annotated[str, Meta(max_length=32)]


class Hint(Command, tag="hint", frozen=True):
    """Ask what a strong bot would do; answered with `hinted` when it has thought."""

    seq: Seq
    seat: SeatNumber | None = None


class WhyNot(Command, tag="why", frozen=True):
    """Ask why a move is not possible now; answered with `reason`. Changes nothing."""

    move: Move
    seat: SeatNumber | None = None


class LookAhead(Command, tag="preview", frozen=True):
    """Ask what a legal move would lead to; answered with `previewed`. Changes nothing."""

    seq: Seq
    move: Move
    seat: SeatNumber | None = None


class Explain(Command, tag="explain", frozen=True):
    """Ask what the last turn of a seat was good for; answered with `explained`. Changes nothing."""

    of: SeatNumber


class Resync(Struct, tag="resync", frozen=True, forbid_unknown_fields=True):
    """Ask again for everything after `since`, having noticed a gap."""

    since: Seq


class Echo(Struct, tag="echo", frozen=True, forbid_unknown_fields=True):
    """The answer to `probe`, to be sent at once and before anything else."""

    id: Annotated[int, Meta(ge=0, le=2**53)]


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Answered with `pong` and the same `at`."""

    at: Annotated[float, Meta(ge=0, le=2**53)] = 0.0


class Attention(Struct, tag="look", frozen=True, forbid_unknown_fields=True):
    """Whether somebody looks at the table: the page is to be seen, and was touched not long ago.

    A connection that never says so counts as somebody who looks.
    """

    looking: bool


TableCommand = (
    Play
    | Undo
    | Takeback
    | Answer
    | Sit
    | Leave
    | Remove
    | Forget
    | Return
    | Substitute
    | Arrange
    | Start
    | Learn
    | Nights
    | Rematch
    | Say
    | Hint
    | WhyNot
    | LookAhead
    | Explain
)
FromClient = TableCommand | Resync | Ping | Echo | Attention


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. A table without free seats starts at once."""

    key: Key
    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[Wanted], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    clock: ClockName = "off"
    listed: bool = False
    hints: bool = True
    name: SeatName = ""
    """What the table is called, for groups that meet often; its rematches keep the name."""


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, at one of its seats, against bots of a level; or, with `same`, against
    the rivals of the game itself and with its luck."""

    key: Key
    ply: Annotated[int, Meta(ge=0, le=2**31)]
    seat: SeatNumber
    level: LevelName = "alley-cat"
    """Of the bots at seats where people sat, and at all others without `same`."""
    same: Literal["nothing", "rivals", "luck"] = "nothing"
    """What is as it was: nothing, the rivals, or the luck as well."""


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Become a guest of this server, with a name or without."""

    name: Annotated[str, Meta(max_length=10 * 1024)] = ""
    face: Annotated[str, Meta(max_length=32)] | None = None
    """One of the faces of people; drawn by lot for those who choose none."""


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue on this device as the guest whose link was opened, or whose words were typed."""

    token: Annotated[str, Meta(max_length=128)] = ""
    words: Annotated[str, Meta(max_length=200)] = ""


class KeepSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Keep the settings of the page for all devices, in place of those before; 4 kB at most."""

    settings: dict[str, Any]


class DeleteProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """Delete one's profile for good; the name is asked for once more, so that it does not happen by accident."""

    name: Annotated[str, Meta(max_length=10 * 1024)]


class MuteSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Do not hear the phrases of whoever sits there, at this table and at others; or hear them again."""

    seat: SeatNumber
    muted: bool = True
