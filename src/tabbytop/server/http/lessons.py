"""Lessons as the page plays them: made once from the rules, the words and the script, and answered from memory."""

from __future__ import annotations

import functools
from typing import cast

from tabbytop import games
from tabbytop.engine import seats
from tabbytop.engine.game import Game
from tabbytop.engine.lessons import Happened, Lesson, NoSuchStep, PlayedStep, Tutor
from tabbytop.engine.match import Ply, told
from tabbytop.engine.seats import OVER, SPECTATOR
from tabbytop.engine.state import States
from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Progress
from tabbytop.server.tables import projections
from tabbytop.server.tables.refusals import Rejected

LEARNER = "Tabby"
RIVALS = ("Kitten", "Pepper", "Domino", "Clover", "Biscuit")
"""Who plays the script."""


@functools.cache
def document(game_id: str, lesson_id: str) -> bytes:
    """A whole lesson as JSON."""
    tutor = _tutor(game_id, lesson_id)
    lesson = tutor.lesson
    return messages.encode(
        messages.LessonDocument(
            game=game_id,
            id=lesson.id,
            title=lesson.title,
            about=lesson.about,
            minutes=lesson.minutes,
            players=lesson.players,
            options=tutor.game.complete(lesson.players, lesson.options),
            seat=lesson.seat,
            seats=_seats(tutor.game, lesson),
            chapters=[_chapter(tutor, number) for number in range(len(lesson.chapters))],
        )
    )


def verdict(game_id: str, lesson_id: str, tried: messages.LessonTry) -> messages.Verdict:
    """Whether a move is legal at a step, and why not."""
    tutor = _tutor(game_id, lesson_id)
    move = tutor.game.moves.from_json(tried.move)
    _check_step(tutor.lesson, tried.chapter, tried.step)
    refusal = tutor.refusal(tried.chapter, tried.step, move)
    if refusal is None:
        return messages.Verdict(True, None, "")
    return messages.Verdict(False, refusal.clause, refusal.sentence)


def progress(guest: str, game_id: str, lesson_id: str, place: messages.LessonPlace) -> Progress:
    """Where a guest is in a lesson, if it has such a place."""
    lesson = _lesson(game_id, lesson_id)
    _check_step(lesson, place.chapter, place.step)
    reached = min(place.reached, len(lesson.chapters))
    return Progress(guest, game_id, lesson_id, place.chapter, place.step, reached, place.done)


def progress_info(kept: Progress) -> messages.LessonProgress:
    """The same as its guest is told of it."""
    return messages.LessonProgress(kept.game, kept.lesson, kept.chapter, kept.step, kept.reached, kept.done)


def _check_step(lesson: Lesson, chapter: int, step: int) -> None:
    try:
        lesson.check_step(chapter, step)
    except NoSuchStep as problem:
        raise Rejected("no_moment", str(problem)) from None


@functools.cache
def _tutor(game_id: str, lesson_id: str) -> Tutor:
    lesson = _lesson(game_id, lesson_id)
    return Tutor(games.load(game_id), lesson)


def _lesson(game_id: str, lesson_id: str) -> Lesson:
    found = games.lessons(game_id) if game_id in games.ids() else ()
    for lesson in found:
        if lesson.id == lesson_id:
            return lesson
    raise Rejected("not_found", f"There is no lesson '{lesson_id}' of a game '{game_id}' here.")


def _seats(game: Game, lesson: Lesson) -> list[messages.SeatInfo]:
    rivals = iter(RIVALS)
    players = [
        messages.SeatInfo(seat, "guest", LEARNER)
        if seat == lesson.seat
        else messages.SeatInfo(seat, "bot", next(rivals), "kitten")
        for seat in range(lesson.players)
    ]
    automata = game.automata(lesson.players, game.complete(lesson.players, lesson.options))
    return players + [
        messages.SeatInfo(seat, "automaton", name) for seat, name in enumerate(automata, start=lesson.players)
    ]


def _chapter(tutor: Tutor, number: int) -> messages.LessonChapter:
    played = tutor.chapter(number)
    ply, steps = 0, []
    for step in played.steps:
        steps.append(_step(tutor, step, ply))
        ply += len(step.continuations[0].happened)
    return messages.LessonChapter(
        title=played.chapter.title,
        view=tutor.game.state.as_dict(tutor.game.state.view(played.start, tutor.lesson.seat)),
        now=_moment(tutor, played.start),
        steps=steps,
    )


def _step(tutor: Tutor, played: PlayedStep, ply: int) -> messages.LessonStep:
    step, to_json = played.step, tutor.game.moves.to_json
    return messages.LessonStep(
        say=step.say,
        why=step.why,
        clauses=list(step.clauses),
        lines=[
            messages.LessonLine(
                to_json(each.move),
                [_entry(tutor, happened, ply + index) for index, happened in enumerate(each.happened)],
                _moment(tutor, each.after),
            )
            for each in played.continuations
        ],
        wrong=[messages.LessonAnswer(list(answer.moves), answer.say) for answer in step.wrong],
        otherwise=step.otherwise,
    )


def _entry(tutor: Tutor, happened: Happened, ply: int) -> messages.LogEntry:
    """One move as the learner sees it, with what it changed."""
    game, seat = tutor.game, tutor.lesson.seat
    shown = game.seen(game.state.plain(happened.before), happened.seat, happened.move, seat)
    old, new = (game.state.as_dict(game.state.view(state, seat)) for state in (happened.before, happened.after))
    return messages.LogEntry(
        ply=ply,
        actor=_actor(happened.seat) if shown >= 0 else None,
        move=game.moves.to_json(shown) if shown >= 0 else None,
        sentence=told(game, Ply(happened.seat, happened.move), happened.before, happened.after, seat),
        changes={field: value for field, value in new.items() if value != old[field]},
    )


def _moment(tutor: Tutor, state: States) -> messages.LessonMoment:
    game, seat, view = tutor.game, tutor.lesson.seat, tutor.view(state)
    label, to_json = game.words.label, game.moves.to_json
    return messages.LessonMoment(
        actor=_actor(tutor.actor(state)),
        prompt=game.words.prompt(view, seat),
        choices=[messages.Choice(to_json(move), label(view, seat, move)) for move in tutor.legal(state)],
        scores=tutor.scores(state),
        outcome=_outcome(tutor, state),
        hash=projections.hash_of(game.state.as_dict(game.state.view(state, seat))),
        picture=game.words.picture(view, seat),
    )


def _outcome(tutor: Tutor, state: States) -> messages.Outcome | None:
    if tutor.actor(state) != OVER:
        return None
    seen = tutor.game.state.plain(tutor.game.state.view(state, SPECTATOR))
    return messages.Outcome(tutor.places(state), tutor.scores(state), tutor.game.words.ending(seen))


def _actor(seat: int) -> messages.Actor:
    return cast(messages.Actor, seats.to_json(seat))
