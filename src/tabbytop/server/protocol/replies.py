"""What leaves the server over sockets and streams: the table, its events, and the messages that carry them.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tabbytop.server.protocol.commands import Actor, ClockName, Move, Stage

# ---------------------------------------------------------------- what leaves: the table


class Learning(Struct, frozen=True):
    """How far somebody is who has gone to learn the game: in which chapter, counted from 1, of how many."""

    chapter: int
    of: int


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
    learning: Learning | None = None
    """Its owner has gone to learn the game and is in this chapter; the seat is kept."""
    face: str = ""
    """The face of its guest; empty for all others, whose faces are their own."""


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
    """The luck itself, revealed after the last move; that of a deal of the day is revealed with the deal."""
    opening: int
    """The first so many moves were taken over from another game; their luck is not this one."""
    rematch: str | None
    deal: str | None = None
    """The day whose deal is played here: its luck is the same for everybody."""
    name: str = ""
    """What the group calls its table, if it has a name."""


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


class ScorePart(Struct, frozen=True):
    """A source of points, and what it brought each seat: the parts of a seat are its score."""

    name: str
    points: list[int]
    told: str
    """How a sentence goes on after "7 more points": "for taller towers"."""
    each: int = 0
    """What one thing is worth, where the points are for things that are all worth the same; else 0."""
    things: list[str] = []
    """What one of them is called, and what several are."""


class Outcome(Struct, frozen=True):
    """How a game ended: places (1 is first) and points by seat."""

    places: list[int]
    scores: list[int]
    ending: str
    scored: bool = True
    """Whether the points count; a game that is lost without an opponent has no score, and they are 0."""
    parts: list[ScorePart] = []
    """What the points are made of, in the order of the columns of a table; none where the game does not say."""


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
    """Milliseconds that the present turn has taken, where there is a clock; below 0 while time does not run yet."""
    time: int | None
    """Milliseconds of table time when this was made, in games in which everybody may act at once."""
    outcome: Outcome | None
    hash: str
    """First 16 digits of the SHA-256 of the view as JSON with sorted keys and no spaces."""
    parts: list[ScorePart] = []
    """What the scores are made of, as far as this seat can know; none where the game does not say."""


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
    error: float | None = None
    """By how much the chance may be off; None where there is none."""
    equal: bool = False
    """Whether it is about as good as the first: their chances differ by less than 2 %, or than they may be off."""
    reason: str = ""
    """Why, in a sentence; the best few moves have one, as far as the game gives reasons."""


class Hinted(Struct, tag="hinted", frozen=True):
    """The answer to `hint`: all choices by their chances, the best first; what was hardly looked at comes last."""

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


class Previewed(Struct, tag="previewed", frozen=True):
    """The answer to `preview`: the table after the move, up to the next luck, decision, or something hidden."""

    key: str
    seq: int
    seat: int
    move: Move
    view: dict[str, Any]
    sentence: str
    """The move as the log would tell it."""
    changes: str
    """What it would change, in a sentence; empty where there is nothing to say."""
    actor: Actor | None = None
    """Who acts next; `house` where something hidden would be turned up."""


class Explained(Struct, tag="explained", frozen=True):
    """The answer to `explain`: a sentence, made from what everybody has seen of the turn."""

    key: str
    of: int
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
    Welcome | News | Done | Error | Hinted | Reason | Previewed | Explained
    | Presence | Warming | Tick | Pong | Probe | Bye
)  # fmt: skip
