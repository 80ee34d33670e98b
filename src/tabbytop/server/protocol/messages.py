"""The protocol: every command a client may send and every message the server answers with, as tagged structures.

The same structures travel over sockets and over HTTP; `docs/protocol.md` explains them, and TypeScript types are
generated from them. Nothing here does anything. What is stored in the log is another matter, see `events`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
"""Raised when a client of the older kind would misunderstand. New fields and new kinds of events do not raise it."""

Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Chosen by the client, new for each command: the same command with the same key is carried out once."""
Seq = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
LevelName = Annotated[str, Meta(max_length=32)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Move = dict[str, dict[str, str | int]]
"""One family with its arguments: `{"mark": {"die": "red"}}`."""
Actor = int | Literal["luck", "house", "clock", "all", "over"]
"""Who acts: a seat, or one of those who are no players; "all" in real-time play, "over" when nobody does."""
ClockName = Literal["off", "relaxed", "timed"]
Stage = Literal["lobby", "playing", "over", "closed"]


# ---------------------------------------------------------------- who sits where


class Me(Struct, tag="me", frozen=True, forbid_unknown_fields=True):
    """A seat for the one who opens the table; several of them make a game on one device."""


class Friend(Struct, tag="friend", frozen=True, forbid_unknown_fields=True):
    """A seat for somebody with the invitation."""


class Open(Struct, tag="open", frozen=True, forbid_unknown_fields=True):
    """A seat for anybody who finds the table."""


class BotSeat(Struct, tag="bot", frozen=True, forbid_unknown_fields=True):
    """A seat for a bot."""

    level: LevelName


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


class Leave(Command, tag="leave", frozen=True):
    """Leave the table: in the lobby the seats become free, in a game bots play on until one returns."""


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


class Start(Command, tag="start", frozen=True):
    """The host starts the game; free seats are given to bots of the level in `fill`, if there is one."""

    fill: LevelName | None = None


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


class Resync(Struct, tag="resync", frozen=True, forbid_unknown_fields=True):
    """Ask again for everything after `since`, having noticed a gap."""

    since: Seq


class Echo(Struct, tag="echo", frozen=True, forbid_unknown_fields=True):
    """The answer to `probe`, to be sent at once and before anything else."""

    id: Annotated[int, Meta(ge=0, le=2**53)]


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Answered with `pong` and the same `at`."""

    at: Annotated[float, Meta(ge=0, le=2**53)] = 0.0


TableCommand = (
    Play
    | Undo
    | Takeback
    | Answer
    | Sit
    | Leave
    | Return
    | Substitute
    | Arrange
    | Start
    | Rematch
    | Say
    | Hint
    | WhyNot
)
FromClient = TableCommand | Resync | Ping | Echo


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. A table without free seats starts at once."""

    key: Key
    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[Wanted], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    clock: ClockName = "off"
    listed: bool = False
    hints: bool = True


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, at one of its seats, against bots of a level."""

    key: Key
    ply: Annotated[int, Meta(ge=0, le=2**31)]
    seat: SeatNumber
    level: LevelName = "alley-cat"


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Become a guest of this house, with a name or without."""

    name: Annotated[str, Meta(max_length=10 * 1024)] = ""


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue on this device as the guest whose link was opened."""

    token: Annotated[str, Meta(max_length=128)]


# ---------------------------------------------------------------- what leaves: the table


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["guest", "bot", "automaton", "friend", "open", "absent"]
    name: str
    level: str | None = None
    """The bot that plays here now, also while it stands in for somebody."""
    away: bool = False
    """Its owner left, or ran out of time; a bot plays on."""
    time: int | None = None
    """Milliseconds left when the present turn began, where there is a clock."""


class TableInfo(Struct, frozen=True):
    """The table around the game."""

    id: str
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    clock: ClockName
    listed: bool
    hints: bool
    stage: Stage
    seats: list[SeatInfo]
    host: int | None
    """The first seat of the guest who may arrange and start."""
    commitment: str | None
    """SHA-256 of the luck of this game, shown before the first move."""
    luck: str | None
    """The luck itself, revealed after the last move."""
    opening: int
    """The first so many moves were taken over from another game; their luck is not this one."""
    rematch: str | None


class You(Struct, frozen=True):
    """What the server knows about the one it is talking to."""

    guest: str | None
    name: str
    seats: list[int]
    host: bool
    invite: str | None
    """Part of the link for friends; only those who sit at the table know it."""


class Choice(Struct, frozen=True):
    """A legal move and its words."""

    move: Move
    label: str


class Asked(Struct, frozen=True):
    """A takeback that waits for consent."""

    seat: int
    ply: int
    waiting: list[int]


class Outcome(Struct, frozen=True):
    """How a game ended: places (1 is first) and points by seat."""

    places: list[int]
    scores: list[int]
    ending: str
    scored: bool = True
    """Whether the points count; a game that is lost without an opponent has no score, and they are 0."""


class Now(Struct, frozen=True):
    """The present moment for one viewer, all but the view itself."""

    seq: int
    ply: int
    seat: int | None
    """The seat from which the table is seen; for those who hold several it follows the turn."""
    actor: Actor | None
    prompt: str
    choices: list[Choice]
    scores: list[int]
    undo: bool
    """Whether this seat can take something back by itself."""
    takeback: Asked | None
    running: int | None
    """Milliseconds that the present turn has taken, where there is a clock."""
    time: int | None
    """Milliseconds of table time when this was made, in games in which everybody may act at once."""
    outcome: Outcome | None
    hash: str
    """First 16 digits of the SHA-256 of the view as JSON with sorted keys and no spaces."""


# ---------------------------------------------------------------- what leaves: events


class Moved(Struct, tag="moved", frozen=True):
    """A move as the viewer saw it; `changes` are the fields of the view that are different now."""

    seq: int
    at: int
    ply: int
    passed: int
    """How many moves before it were planned in private and are known to have been made only now."""
    actor: Actor | None
    move: Move | None
    """None, as is the actor, when the viewer may not know."""
    sentence: str
    changes: dict[str, Any]


class Undone(Struct, tag="undone", frozen=True):
    """Moves were taken back; `ply` moves are left."""

    seq: int
    at: int
    seat: int
    ply: int
    sentence: str
    changes: dict[str, Any]


class Said(Struct, tag="said", frozen=True):
    """Somebody used a quick phrase."""

    seq: int
    at: int
    seat: int
    phrase: str
    sentence: str


class Told(Struct, tag="told", frozen=True):
    """Anything else that happened at the table: somebody sat down, left, returned, asked for a takeback."""

    seq: int
    at: int
    kind: str
    seat: int | None
    sentence: str


Event = Moved | Undone | Said | Told


# ---------------------------------------------------------------- what leaves: messages


class Welcome(Struct, tag="welcome", frozen=True):
    """Everything about the table as it is now. It stands on its own: nothing before it matters."""

    protocol: int
    table: TableInfo
    you: You
    connected: list[bool]
    watching: int
    view: dict[str, Any] | None
    """None before the game has started."""
    now: Now


class News(Struct, tag="news", frozen=True):
    """Events in their order, without gaps, and the moment they led to."""

    events: list[Event]
    now: Now
    table: TableInfo | None = None
    """Present when something about the table itself changed."""
    view: dict[str, Any] | None = None
    """Present when the perspective changed or the game began: it is the view after all these events."""


class Done(Struct, tag="ok", frozen=True):
    """The command was carried out, and is stored, as the event with this number."""

    key: str
    seq: int


class Error(Struct, tag="error", frozen=True):
    """The command was not carried out, and changed nothing."""

    code: str
    sentence: str
    key: str | None = None
    clause: str | None = None
    """The rule that forbids it."""
    seq: int | None = None
    """Where the table is, when the client was behind."""
    retry_after: float | None = None
    """Seconds after which the same command, with the same key, may be sent again."""


class Weighed(Struct, frozen=True):
    """A legal move and what a strong bot thinks of it."""

    move: Move
    label: str
    win_chance: float | None
    """None for a move that it did not look at."""
    share: float
    """How much of its thinking went to this move."""


class Hinted(Struct, tag="hinted", frozen=True):
    """The answer to `hint`: all choices, the best first."""

    key: str
    seq: int
    seat: int
    choices: list[Weighed]


class Reason(Struct, tag="reason", frozen=True):
    """The answer to `why`: the clause and a sentence, or nothing but that the move is legal."""

    key: str
    legal: bool
    clause: str | None
    sentence: str


class Link(Struct, frozen=True):
    """The connection of a seat, as the server has measured it."""

    ms: int
    """Milliseconds that are taken off its answers."""
    strange: bool
    """Whether it has become much slower than it was."""


class Presence(Struct, tag="presence", frozen=True):
    """Which seats have somebody connected, and how many watch."""

    connected: list[bool]
    watching: int
    links: list[Link | None] = []
    """How far away each seat is, in games in which everybody may act at once; None where nobody is connected."""


class Warming(Struct, tag="warming", frozen=True):
    """The bots of this game are being made ready; sent while anybody waits for one."""

    state: Literal["cold", "compiling", "ready", "failed"]
    share: float


class Tick(Struct, tag="tick", frozen=True):
    """Nothing happened, but the connection is alive."""


class Pong(Struct, tag="pong", frozen=True):
    """The answer to `ping`."""

    at: float


class Probe(Struct, tag="probe", frozen=True):
    """The server measures the connection; to be answered with `echo` and the same id."""

    id: int


class Bye(Struct, tag="bye", frozen=True):
    """The last message before the server closes the connection."""

    code: str
    sentence: str


FromServer = (
    Welcome | News | Done | Error | Hinted | Reason | Presence | Warming | Tick | Pong | Probe | Bye
)  # fmt: skip


# ---------------------------------------------------------------- what leaves: pages around the table


class OptionInfo(Struct, frozen=True):
    """A table option in words and values."""

    name: str
    kind: Literal["choice", "flag", "whole", "by_seat"]
    words: str
    default: dict[str, Any]
    """By number of players, as text."""
    only_players: list[int]
    only_with: dict[str, str]
    """Another option and the value it must have for this one to mean anything; empty where it always does."""
    values: list[str] = []
    low: int = 0
    high: int = 0
    counts_players: list[int] = []
    """The player counts at which it changes anything; empty means all. Elsewhere only its default is taken."""
    counts_with: dict[str, str | bool] = {}
    """Another option and the value it must have for this one to change anything; else only its default is taken."""
    counts_from: dict[str, int] = {}
    """A number among the options, and from where on this one changes anything, at tables where that number itself does;
    below it only the default is taken."""


class Readiness(Struct, frozen=True):
    """Whether the bots of a game can think already."""

    state: Literal["cold", "compiling", "ready", "failed"]
    share: float


class SeatLook(Struct, frozen=True):
    """How a seat is told from the others: what the sentences of the rules call it, and its colour."""

    name: str
    colour: str


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: str
    rules: str
    players: list[int]
    default_players: int
    options: list[OptionInfo]
    hidden: bool
    """Whether there is anything that not every seat may see: who shares a device hands it over behind a curtain."""
    racing: bool
    """Whether everybody acts at once, in real time: no clocks, no undo, no hints, one seat for each guest."""
    ready: Readiness
    sentence: str
    """The game in one sentence."""
    minutes: int
    """About how long people play; 0 if nobody knows."""
    alone: str | None
    """What one player does alone; None where the game needs company."""
    seats: list[SeatLook]
    """The seats of players in their order, as they are with the usual options."""
    phases: dict[str, int]
    """What the numbers of the field `phase` mean."""
    by_seat: list[str]
    """The fields of a view that have a row for every seat."""
    board: str | None
    """Where this server has a board that came with the game; None where the page has to know how it is drawn."""


class LevelInfo(Struct, frozen=True):
    """A level of bots, or a kind of clock, or a phrase: a name and its words."""

    name: str
    words: str


class Catalogue(Struct, frozen=True):
    """What this server offers."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[LevelInfo]
    hands: list[LevelInfo]
    """The same levels in words for games that are raced."""
    clocks: list[LevelInfo]
    phrases: list[LevelInfo]


class Guest(Struct, frozen=True):
    """Who one is here; `id` is None for somebody who has done nothing yet."""

    id: str | None
    name: str


class GuestWithToken(Struct, frozen=True):
    """A new guest. The token is shown this once; programs send it as `Authorization: Bearer …`."""

    id: str
    name: str
    token: str


class SeatLink(Struct, frozen=True):
    """A link that continues as oneself on another device. Whoever has it plays as its owner."""

    path: str


class Opened(Struct, frozen=True):
    """The new table."""

    id: str
    invite: str


class Listed(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    stage: Stage
    seats: list[SeatInfo]
    free: int
    updated: int
    yours: bool
    your_turn: bool


class Tables(Struct, frozen=True):
    """Tables that anybody may join or watch, and those where one sits."""

    open: list[Listed]
    mine: list[Listed]


class Odds(Struct, frozen=True):
    """An outcome that luck could have chosen, and its weight."""

    move: Move
    weight: int


class Line(Struct, frozen=True):
    """A move in the log: as the viewer saw it, with the fields of the view that it changed.

    Once the game is over, what luck drew is told to everybody, also what a viewer could not see when it was drawn.
    """

    ply: int
    actor: Actor | None
    move: Move | None
    sentence: str
    changes: dict[str, Any]
    odds: list[Odds] | None = None
    """Of a move of luck, once the game is over: what could have come, in the order in which luck chooses."""


class Log(Struct, frozen=True):
    """The moves that still stand, as one viewer may read of them, and the view before the first."""

    seat: int | None
    start: dict[str, Any] | None
    lines: list[Line]


class Weighing(Struct, frozen=True):
    """What a strong bot would have done at a moment of a finished game: all choices of the seat, the best first."""

    ply: int
    seat: int
    choices: list[Weighed]


class Sight(Struct, frozen=True):
    """One moment of a game, now or earlier, as one viewer saw it."""

    ply: int
    plies: int
    view: dict[str, Any]
    picture: str
    """The same drawn with letters."""
    prompt: str
    scores: list[int]


class GuideBlock(Struct, frozen=True):
    """A paragraph, the items of a list, or the caption of a picture; `**bold**` and `[CAB-12]` are all the markup."""

    kind: Literal["text", "list", "picture"]
    lines: list[str]
    scene: str | None = None


class GuideSection(Struct, frozen=True):
    """A chapter of a guide."""

    id: str
    title: str
    blocks: list[GuideBlock]


class ClauseInfo(Struct, frozen=True):
    """A rule with its number; `origin` says whether it is from the book, a ruling or an option."""

    id: str
    text: str
    origin: str


class GuideScene(Struct, frozen=True):
    """A position of a picture: the seat on turn, what it sees, and what it may do; spectators where nobody decides."""

    seat: int | None
    view: dict[str, Any]
    choices: list[Choice]


class GuideInfo(Struct, frozen=True):
    """How a game is played: chapters, all clauses, and the positions of the pictures."""

    game: str
    title: str
    sections: list[GuideSection]
    clauses: list[ClauseInfo]
    scenes: dict[str, GuideScene]


_read_client = msgspec.json.Decoder(FromClient)
_read_command = msgspec.json.Decoder(TableCommand)
_encoder = msgspec.json.Encoder()


def read_message(data: bytes | str) -> FromClient:
    """What a client sent over a socket; raises `msgspec.DecodeError` or `msgspec.ValidationError`."""
    return _read_client.decode(data)


def read_command(data: bytes | str) -> TableCommand:
    """What a client posted to a table."""
    return _read_command.decode(data)


def encode(message: Struct) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)
