"""Lessons: a game taught by playing it, in chapters of a few steps, each with one thing to do. Knows no game.

A lesson is data that lies beside the guide of its game (`lesson.py`, its `LESSONS`). `Tutor` plays it over the rules:
the learner makes the right move of every step, luck and rivals follow their script, the house plays by itself. Every
fault of a lesson is an error that says where it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabbytop.engine import seats
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.match import Refusal
from tabbytop.engine.moves import BadMove, JsonMove
from tabbytop.engine.referee import interpreted
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER
from tabbytop.engine.state import States, copy_of

STARRED = re.compile(r"\*([^*]+)\*")
"""Things that are named and lie on the table stand between asterisks."""


class BadLesson(Exception):
    """A lesson that cannot be played as it is written."""


class NoSuchStep(UserError):
    """A chapter or a step that a lesson does not have."""


Scripted = JsonMove | tuple[str | int, JsonMove]
"""A move of whoever is to act; or, where everybody may act at once, who makes it and the move: ("clock", …), (1, …)."""


@dataclass(frozen=True)
class Reply:
    """What is said to legal moves that are not the ones asked for: what is so, then what to try."""

    moves: tuple[JsonMove, ...]
    say: str


@dataclass(frozen=True)
class Step:
    """One thing to do."""

    say: str
    """What to do, in one short sentence; what lies on the table stands between asterisks. Empty where the move belongs
    to the gesture of the step before, as a re-roll to the choice of a die: then `why` is empty too."""
    why: str
    """Why, in one line."""
    moves: tuple[JsonMove, ...]
    """The right moves; the first is the one that is shown."""
    clauses: tuple[str, ...]
    """The clauses that it teaches."""
    wrong: tuple[Reply, ...] = ()
    """Answers to likely other moves."""
    otherwise: str = ""
    """The answer to all other legal moves."""
    then: tuple[Scripted, ...] = ()
    """What luck and rivals do before the learner decides again. House and automata play by themselves."""


@dataclass(frozen=True)
class Chapter:
    """A position, and steps from there."""

    title: str
    scene: Callable[[], States]
    steps: tuple[Step, ...]

    @property
    def moves(self) -> int:
        """How many moves the learner makes in it."""
        return sum(1 for step in self.steps if step.say)


@dataclass(frozen=True)
class Lesson:
    """A whole lesson. The main one of a game has the id "basics"."""

    id: str
    title: str
    about: str
    """One sentence for those who have not begun."""
    players: int
    options: Mapping[str, Any]
    chapters: tuple[Chapter, ...]
    minutes: int
    seat: int = 0
    """Where the learner sits."""

    @property
    def moves(self) -> int:
        """How many moves the learner makes; what one gesture does is one."""
        return sum(chapter.moves for chapter in self.chapters)

    @property
    def clauses(self) -> frozenset[str]:
        """The clauses it teaches."""
        return frozenset(clause for chapter in self.chapters for step in chapter.steps for clause in step.clauses)

    def check_step(self, chapter: int, step: int) -> None:
        """Refuse a chapter or a step, counted from 0, that it does not have."""
        if not 0 <= chapter < len(self.chapters) or not 0 <= step < len(self.chapters[chapter].steps):
            raise NoSuchStep("This lesson has no such step.")


def starred(text: str) -> list[str]:
    """The things that a sentence says lie on the table.

    >>> starred("Take the *Siena* card to *Ana*.")
    ['Siena', 'Ana']
    """
    return STARRED.findall(text)


def plain(text: str) -> str:
    """A sentence without its asterisks."""
    return STARRED.sub(r"\1", text)


# ---------------------------------------------------------------- a lesson as it is played


@dataclass(frozen=True)
class Happened:
    """One move, with the truth before and after it."""

    seat: int
    move: int
    before: States
    after: States


@dataclass(frozen=True)
class Continuation:
    """A right move of the learner, and all that follows before the learner decides again."""

    move: int
    happened: tuple[Happened, ...]

    @property
    def after(self) -> States:
        """The position it leads to."""
        return self.happened[-1].after


@dataclass(frozen=True)
class PlayedStep:
    """A step at its position."""

    step: Step
    before: States
    legal: tuple[int, ...]
    """What the learner might play."""
    continuations: tuple[Continuation, ...]
    """One for each right move, the one that is shown first."""
    answers: Mapping[int, str] = field(default_factory=dict)
    """What is said to every other legal move; no answer is an empty text."""


@dataclass(frozen=True)
class PlayedChapter:
    """A chapter from its first position to its last."""

    chapter: Chapter
    start: States
    steps: tuple[PlayedStep, ...]


class Tutor:
    """Plays a lesson over the rules of its game."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.seats = game.seats(lesson.players, lesson.options)
        self._referee = interpreted(game)

    def chapters(self) -> Iterator[PlayedChapter]:
        """Every chapter, played to its end by the moves that are shown."""
        for number in range(len(self.lesson.chapters)):
            yield self.chapter(number)

    def chapter(self, number: int) -> PlayedChapter:
        """One chapter, counted from 0."""
        chapter = self.lesson.chapters[number]
        start = chapter.scene()
        state, steps = copy_of(start), []
        for index, step in enumerate(chapter.steps):
            played = self._step(state, step, self.place(number, index), last=index == len(chapter.steps) - 1)
            steps.append(played)
            state = played.continuations[0].after
        return PlayedChapter(chapter, start, tuple(steps))

    def place(self, chapter: int, step: int | None = None) -> str:
        """Where in the lesson something is, for messages."""
        where = (
            f"{self.game.id}, lesson {self.lesson.id}, chapter {chapter + 1} ({self.lesson.chapters[chapter].title})"
        )
        return where if step is None else f"{where}, step {step + 1}"

    def refusal(self, chapter: int, step: int, move: int) -> Refusal | None:
        """Why the learner may not play a move at a step; None if it is legal there."""
        self.lesson.check_step(chapter, step)
        before, seat = self.chapter(chapter).steps[step].before, self.lesson.seat
        number = self._referee.why_not(before, seat, move)
        if number == 0:
            return None
        clause = self.game.clause_id(number)
        return Refusal(clause, self.game.words.refusal(self.view(before), seat, move, clause))

    # ------------------------------------------------------------ what the learner sees

    def view(self, state: States) -> Any:
        """The table as the learner sees it."""
        return self.game.state.plain(self.game.state.view(state, self.lesson.seat))

    def actor(self, state: States) -> int:
        """Who acts in a position."""
        return self._referee.actor(state)

    def legal(self, state: States) -> list[int]:
        """What the learner may play in a position."""
        return self._referee.legal(state, self.lesson.seat)

    def scores(self, state: States) -> list[int]:
        """Points by seat, as far as the learner can know them."""
        return self._referee.score(self.game.state.view(state, self.lesson.seat))[: self.seats]

    def places(self, state: States) -> list[int]:
        """Places by seat at the end of a game; 0 while it runs."""
        return self._referee.rank(state)[: self.seats]

    def broken(self, state: States) -> int:
        """0, or the invariant of the game that a position breaks."""
        return self._referee.broken(state)

    def words_on_the_table(self, state: States) -> str:
        """Everything that the table says in a position: what a sentence of the lesson may name."""
        words, view, seat = self.game.words, self.view(state), self.lesson.seat
        names = [words.seat_name(view, other) for other in range(self.seats)]
        labels = [words.label(view, seat, move) for move in self.legal(state)]
        return "\n".join([words.picture(view, seat), words.prompt(view, seat), *names, *labels])

    # ------------------------------------------------------------ playing

    def _step(self, before: States, step: Step, where: str, *, last: bool) -> PlayedStep:
        seat = self.lesson.seat
        legal = tuple(self._referee.legal(before, seat))
        if self._referee.actor(before) not in (seat, ALL) or not legal:
            raise BadLesson(f"{where}: it is not the learner who decides here, but {self._acting(before)}")
        right = [self._id(move, where) for move in step.moves]
        if not right:
            raise BadLesson(f"{where}: no move is right")
        for move in right:
            if move not in legal:
                raise BadLesson(f"{where}: {self._shown(move)} is not legal; legal are {self._list(legal)}")
        continuations = tuple(self._continued(before, move, step, where, last=last) for move in right)
        if not last and any(each.after.tobytes() != continuations[0].after.tobytes() for each in continuations):
            raise BadLesson(f"{where}: its right moves lead to different positions, but the chapter goes on")
        return PlayedStep(step, copy_of(before), legal, continuations, self._answers(step, legal, right, where))

    def _answers(self, step: Step, legal: tuple[int, ...], right: list[int], where: str) -> dict[int, str]:
        answers = {move: step.otherwise for move in legal if move not in right}
        for answer in step.wrong:
            for move in (self._id(move, where) for move in answer.moves):
                if move not in answers:
                    raise BadLesson(f"{where}: an answer is given to {self._shown(move)}, which is right or not legal")
                answers[move] = answer.say
        return answers

    def _continued(self, before: States, move: int, step: Step, where: str, *, last: bool) -> Continuation:
        """The learner's move, then luck and rivals by the script, the house and automata by themselves."""
        happened: list[Happened] = []
        state, script = copy_of(before), list(step.then)

        def play(seat: int, move: int) -> None:
            earlier = copy_of(state)
            self._referee.apply(state, seat, move)
            happened.append(Happened(seat, move, earlier, copy_of(state)))

        play(self.lesson.seat, move)
        while True:
            actor = self._referee.actor(state)
            if actor == HOUSE or self.lesson.players <= actor < self.seats:
                play(actor, self._referee.legal(state, actor)[0])
            elif script:
                play(*self._scripted(state, script.pop(0), where))
            elif actor == LUCK or (not last and actor not in (self.lesson.seat, ALL)):
                raise BadLesson(f"{where}: the script has ended, but it is {self._acting(state)} who acts now")
            else:
                return Continuation(move, tuple(happened))

    def _scripted(self, state: States, entry: Scripted, where: str) -> tuple[int, int]:
        """Who makes the next move of the script, and which; it must be possible."""
        actor = self._referee.actor(state)
        seat, json = (seats.from_json(entry[0]), entry[1]) if isinstance(entry, tuple) else (actor, entry)
        move = self._id(json, where)
        may_act = seat == actor or (actor == ALL and seat in (CLOCK, *range(self.seats)))
        if not may_act or seat in (self.lesson.seat, ALL, OVER):
            acting = self._acting(state)
            raise BadLesson(f"{where}: the script goes on with {self._shown(move)}, but it is {acting} who acts now")
        possible = self._referee.chance(state)[0] if seat == LUCK else self._referee.legal(state, seat)
        if move not in possible:
            name = {LUCK: "luck", CLOCK: "the clock"}.get(seat, f"seat {seat}")
            raise BadLesson(f"{where}: {name} cannot play {self._shown(move)}; possible are {self._list(possible)}")
        return seat, move

    def _id(self, move: JsonMove, where: str) -> int:
        try:
            return self.game.moves.from_json(move)
        except BadMove as problem:
            raise BadLesson(f"{where}: {problem}") from None

    def _acting(self, state: States) -> str:
        actor = self._referee.actor(state)
        if actor == self.lesson.seat:
            return "the learner"
        return {ALL: "everybody", OVER: "nobody"}.get(actor, seats.NAMES.get(actor, f"seat {actor}"))

    def _shown(self, move: int) -> str:
        return str(self.game.moves.to_json(move))

    def _list(self, moves: tuple[int, ...] | list[int]) -> str:
        shown = [self._shown(move) for move in moves[:12]]
        return ", ".join(shown) + (f" and {len(moves) - 12} more" if len(moves) > 12 else "") or "none"
