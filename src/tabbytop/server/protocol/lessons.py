"""A lesson as the page plays it: chapters of steps, with everything that a table would say. See `engine/lessons.py`.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tabbytop.server.protocol.commands import Actor, Move
from tabbytop.server.protocol.documents import LogEntry
from tabbytop.server.protocol.replies import Choice, Outcome, SeatInfo

LessonNumber = Annotated[int, Meta(ge=0, le=64)]


class LessonMoment(Struct, frozen=True):
    """A moment of a lesson as the learner sees it, all but the view itself."""

    actor: Actor
    prompt: str
    choices: list[Choice]
    scores: list[int]
    outcome: Outcome | None
    hash: str
    """Of the view, as in `Now`."""
    picture: str
    """The table drawn with letters."""


class LessonLine(Struct, frozen=True):
    """A right move: all that happens from it on, and the moment to which it leads."""

    move: Move
    happened: list[LogEntry]
    """The learner's move first."""
    now: LessonMoment


class LessonAnswer(Struct, frozen=True):
    """What is said to legal moves that are not the ones asked for."""

    moves: list[Move]
    say: str


class LessonStep(Struct, frozen=True):
    """One thing to do. What lies on the table stands between asterisks in its sentences."""

    say: str
    """What to do; empty where the move belongs to the gesture of the step before."""
    why: str
    clauses: list[str]
    lines: list[LessonLine]
    """One for each right move; the first is the one that is shown."""
    wrong: list[LessonAnswer]
    otherwise: str
    """What is said to every other legal move."""


class LessonChapter(Struct, frozen=True):
    """A position, and steps from there."""

    title: str
    view: dict[str, Any]
    now: LessonMoment
    steps: list[LessonStep]


class LessonDocument(Struct, frozen=True):
    """A whole lesson, to be played without a table."""

    game: str
    id: str
    title: str
    about: str
    minutes: int
    players: int
    options: dict[str, Any]
    seat: int
    """Where the learner sits."""
    seats: list[SeatInfo]
    chapters: list[LessonChapter]


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that somebody tries at a step of a lesson; both are counted from 0."""

    chapter: int
    step: int
    move: Move


class LessonPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody is in a lesson; chapter and step are counted from 0."""

    chapter: LessonNumber
    step: LessonNumber
    reached: LessonNumber = 0
    """How many chapters are finished and may be opened again."""
    done: bool = False
    """Whether it was played to its end once."""


class LessonProgress(Struct, frozen=True):
    """How far a guest is in a lesson, on whatever device."""

    game: str
    lesson: str
    chapter: int
    step: int
    reached: int
    done: bool


class LessonsUnderWay(Struct, frozen=True):
    """The lessons that a guest has begun."""

    lessons: list[LessonProgress]
    kept: bool
    """Whether places are kept here: only with a guest."""


class Verdict(Struct, frozen=True):
    """Whether a move is legal there; if not, the clause and a sentence."""

    legal: bool
    clause: str | None
    sentence: str
