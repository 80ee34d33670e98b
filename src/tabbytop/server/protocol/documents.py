"""What the server answers around a table: the catalogue, guests, lists, logs, moments and guides.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tabbytop.server.protocol.commands import Actor, Move, Stage
from tabbytop.server.protocol.replies import Choice, SeatInfo, Weighed


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


class LevelInfo(Struct, frozen=True):
    """A level of bots, or a kind of clock, or a phrase: a name and its words."""

    name: str
    words: str


class LessonInfo(Struct, frozen=True):
    """A lesson that a game has; the main one has the id "basics" and comes first."""

    id: str
    title: str
    about: str
    minutes: int
    chapters: list[str]
    """Their titles."""
    moves: list[int]
    """How many moves the learner makes in each."""


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: str
    rules: str
    players: list[int]
    default_players: int
    options: list[OptionInfo]
    hidden: bool
    """Whether not every seat may see everything: players who share a device hand it over behind a curtain."""
    racing: bool
    """Whether everybody acts at once, in real time: no clocks, no undo, no hints, one seat for each guest."""
    ready: Readiness
    sentence: str
    """The game in one sentence."""
    minutes: int
    """About how long people play; 0 if nobody knows."""
    alone: str | None
    """What one player does alone; None where the game needs company."""
    levels: list[LevelInfo]
    """The levels at which bots play it; `matched` is there where one plays at the pace of the others."""
    seats: list[SeatLook]
    """The seats of players in their order, as they are with the usual options."""
    phases: dict[str, int]
    """What the numbers of the field `phase` mean."""
    by_seat: list[str]
    """The fields of a view that have a row for every seat."""
    board: str | None
    """Where this server has a board that came with the game; None where the page has to know how it is drawn."""
    lessons: list[LessonInfo] = []
    """How it can be learned by playing."""


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
    club: str = ""
    """What the club of this server is called; empty where there is none."""
    passkeys: bool = False
    """Whether one can come in by a passkey here."""


class Guest(Struct, frozen=True):
    """Who one is here; `id` is None for somebody who has done nothing yet."""

    id: str | None
    name: str
    face: str = ""


class GuestWithToken(Struct, frozen=True):
    """A new guest. The token is shown this once; programs send it as `Authorization: Bearer …`."""

    id: str
    name: str
    token: str
    face: str = ""


class QrCode(Struct, frozen=True):
    """A code to be scanned: so many modules wide and high, and the path of an SVG that fills the dark ones."""

    size: int
    path: str


class Handover(Struct, frozen=True):
    """How a profile goes on at another device: by words that are typed there, or a code that is scanned. Good once."""

    words: str
    path: str
    """The page to be opened there; the words are in its fragment."""
    lasts: int
    """Milliseconds for which it is good."""
    qr: QrCode


class Device(Struct, frozen=True):
    """A device that is known as oneself, or a link that would make one."""

    id: str
    label: str
    """What kind of device it is: "Firefox on Linux"."""
    kind: Literal["device", "link"]
    created: int
    used: int
    """When it was used last, give or take an hour."""
    here: bool
    """Whether it is the one that asks."""


class Devices(Struct, frozen=True):
    """All devices that are known as oneself, the one used last first."""

    devices: list[Device]


class PageSettings(Struct, frozen=True):
    """The settings of the page, as the page keeps them; null as long as none were kept."""

    settings: dict[str, Any] | None


class MutedSeats(Struct, frozen=True):
    """The seats of a table whose phrases one does not want to hear."""

    seats: list[int]


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
    mine: list[int] = []
    """The seats that one holds there."""
    name: str = ""
    """What the group calls its table."""
    turn: int | None = None
    """The seat that has to decide."""
    places: list[int] = []
    """By seat, once the game is over; so are the points."""
    scores: list[int] = []
    scored: bool = True
    """Whether the points count."""


class Tables(Struct, frozen=True):
    """Tables that anybody may join or watch, and those where one sits."""

    open: list[Listed]
    mine: list[Listed]


class Odds(Struct, frozen=True):
    """An outcome that luck could have chosen, and its weight."""

    move: Move
    weight: int


class LogEntry(Struct, frozen=True):
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
    lines: list[LogEntry]


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
    detail: bool = False
    """Whether it is folded away: what people look up, not what they read before the first game."""


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
