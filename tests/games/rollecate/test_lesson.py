"""What the lessons of Rollecate say about risks and points is so."""

from __future__ import annotations

from typing import Any

import pytest

from tabbytop.engine.lessons import Chapter, Lesson, Tutor
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.state import States, copy_of
from tabbytop.games.rollecate import facts, lesson, moves
from tabbytop.games.rollecate.game import GAME

BASICS, BETSY, HARD = lesson.LESSONS
REFEREE = Interpreted(GAME)
STAYS = ("stays on the rails", "you are safe", "cannot run off")
"""What is said where the engine cannot derail."""


def positions(of: Lesson, chapter: Chapter) -> list[Any]:
    """What the learner is shown before every step, and at the end."""
    steps = Tutor(GAME, of).chapter(of.chapters.index(chapter)).steps
    return [GAME.state.plain(state) for state in (*(step.before for step in steps), steps[-1].continuations[0].after)]


@pytest.mark.parametrize("of", lesson.LESSONS, ids=lambda of: of.id)
def test_whoever_is_said_to_be_safe_has_as_many_cards_ahead_as_dice(of: Lesson):
    said = 0
    for chapter in of.chapters:
        for step, s in zip(chapter.steps, positions(of, chapter), strict=False):
            if any(words in step.why for words in STAYS):
                said += 1
                assert s.phase == facts.BUILDING
                assert s.value * s.built <= facts.cards_ahead(s)
    assert said == {"basics": 3, "betsy": 2, "solo-hard": 0}[of.id]


@pytest.mark.parametrize(
    ("of", "chapter", "card", "points"),
    [
        (BASICS, lesson.GOAL, "4 straight", 4),
        (BASICS, lesson.GOAL, "1 straight", 7),
        (BETSY, lesson.BETSY_COUNTS, "4 straight", 3),
        (BETSY, lesson.BETSY_COUNTS, "2 straight", 5),
    ],
)
def test_points_at_the_end_are_as_said(of: Lesson, chapter: Chapter, card: str, points: int):
    """Whichever card is built, and whatever is rolled: the game ends with so many points."""
    start = chapter.scene()
    REFEREE.apply(start, 0, GAME.moves.from_json({"build": {"card": card, "bend": "straight"}}))
    REFEREE.apply(start, 0, moves.DONE)
    for throw in REFEREE.chance(start)[0]:
        state = copy_of(start)
        REFEREE.apply(state, REFEREE.actor(state), throw)
        to_the_end(state)
        s = GAME.state.plain(state)
        assert facts.points(s, 0) == points
        assert (points < facts.points(s, 1)) == (card == "4 straight")


def to_the_end(state: States) -> None:
    """Everything that is left to luck, the house and Betsy; luck has one card left."""
    while GAME.state.plain(state).phase != facts.FINISHED:
        actor = REFEREE.actor(state)
        options = REFEREE.legal(state, actor) or REFEREE.chance(state)[0]
        REFEREE.apply(state, actor, options[0])


def test_a_pair_leaves_and_a_derailment_costs_nothing():
    before, _, laying, after = positions(BASICS, lesson.DERAIL)
    assert facts.points(after, 0) == facts.points(before, 0)
    assert facts.points(laying, 0) == facts.points(before, 0) + 2


def test_a_pass_for_a_pair_saves_four_points():
    before, *_, after = positions(BASICS, lesson.PASSING)
    assert facts.points(after, 0) == facts.points(before, 0) - 4
    assert facts.last_value(before) == 1
    assert facts.cards_ahead(before) == 1


def test_a_chaos_card_leaves_the_broken_track_to_the_rival():
    before, stays, after = positions(BASICS, lesson.CHAOS)
    assert before.train == stays.train < after.train
    assert after.pile_size[1] == before.pile_size[1] + 1


def test_betsy_runs_off_and_is_blocked():
    for chapter in (lesson.BETSY_BUILDS, lesson.BETSY_PASSES):
        before, _, after = positions(BETSY, chapter)
        assert facts.points(after, facts.BETSY) == facts.points(before, facts.BETSY) + 1


def test_the_hard_way_counts_derailments_alone():
    for chapter in HARD.chapters:
        *_, after = positions(HARD, chapter)
        assert after.derailments == facts.DERAILMENTS_ALLOWED
        assert not after.lost
