"""What the page is told of lessons is what a table would tell: views by changes, hashes, nothing hidden."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from tabbytop import games
from tabbytop.server.http import lessons
from tabbytop.server.protocol import messages
from tabbytop.server.tables.projections import hash_of

ALL = [(game, lesson.id) for game in games.ids() for lesson in games.lessons(game)]


def document(game: str, lesson: str) -> messages.LessonDocument:
    return msgspec.json.decode(lessons.document(game, lesson), type=messages.LessonDocument)


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_changes_lead_from_view_to_view(game: str, lesson: str):
    """The page adds up what changed and compares the hash, as it does at a table."""
    for chapter in document(game, lesson).chapters:
        view = dict(chapter.view)
        assert hash_of(view) == chapter.now.hash
        for step in chapter.steps:
            before = dict(view)
            for line in reversed(step.lines):  # the one that is shown comes last, and is gone on from
                view = dict(before)
                for entry in line.happened:
                    view |= entry.changes
                assert hash_of(view) == line.now.hash


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_every_right_move_is_offered_and_every_other_has_an_answer(game: str, lesson: str):
    told = document(game, lesson)
    for chapter in told.chapters:
        nows = [chapter.now, *(step.lines[0].now for step in chapter.steps)]
        for step, now in zip(chapter.steps, nows, strict=False):
            offered = [choice.move for choice in now.choices]
            right = [line.move for line in step.lines]
            answered = list(itertools.chain(*(answer.moves for answer in step.wrong)))
            assert all(move in offered for move in right + answered)
            assert step.otherwise or all(move in right + answered for move in offered)
            assert now.prompt
            assert now.picture


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_the_learner_sits_among_kittens(game: str, lesson: str):
    told = document(game, lesson)
    assert [seat.name for seat in told.seats].count(lessons.LEARNER) == 1
    assert told.seats[told.seat].kind == "guest"
    assert len({seat.name for seat in told.seats}) == len(told.seats)
    assert {seat.kind for seat in told.seats} <= {"guest", "bot", "automaton"}
