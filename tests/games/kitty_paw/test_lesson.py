"""What the lesson of Kitty Paw says about its positions is so, whatever becomes of the cards."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.clock import NEVER
from tabbytop.engine.lessons import Tutor
from tabbytop.games.kitty_paw import cards, facts, lesson
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.scenes import BLUE, GREEN, RED

TUTOR = Tutor(GAME, lesson.LESSONS[0])
PATIENCE = 29_000
"""Milliseconds that a learner has at least where anything ends by itself."""


def positions(chapter: Any) -> list[Any]:
    """What the learner is shown before every step, and at the end."""
    steps = TUTOR.chapter(TUTOR.lesson.chapters.index(chapter)).steps
    return [GAME.state.plain(state) for state in (*(step.before for step in steps), steps[-1].continuations[0].after)]


def faults(s: Any) -> int:
    return int(facts.faults_of(s, RED, s.card[RED]))


def piece(name: str) -> int:
    return 1 << cards.PIECES.index(name)


def test_the_first_meow_is_right_and_wins_the_game():
    called, checked, over = positions(lesson.GOAL)
    assert faults(called) == 0
    assert (checked.verdict[RED], checked.scored[RED], checked.total[RED]) == (facts.RIGHT, facts.CARDS_TO_END, 20)
    assert over.phase == facts.FINISHED
    assert max(over.total[:3]) == over.total[RED]


def test_the_card_to_take_is_the_easiest_of_the_row():
    _, row, taken = positions(lesson.CARD)
    points = [int(cards.POINTS[card]) for card in row.row]
    assert points.count(min(points)) == 1
    assert cards.POINTS[taken.card[RED]] == min(points) == 5


def test_box_and_first_kitty_are_as_on_the_card():
    *_, laid = positions(lesson.BOX)
    wanting = faults(laid)
    assert wanting
    assert not wanting & (piece("european") | 1 << facts.BOX_BIT)


def test_one_turn_and_one_flip_complete_a_picture():
    both, flip, right = positions(lesson.TURN)
    assert (faults(both), faults(flip), faults(right)) == (piece("exotic") | piece("bombay"), piece("bombay"), 0)


def test_only_the_hidden_animal_is_missing():
    missing, seen, held, right = positions(lesson.SEEK)
    assert faults(missing) == faults(seen) == faults(held) == piece("hide")
    assert faults(right) == 0


def test_a_quick_paw_costs_nothing_the_slowest_and_a_mistaken_call_do():
    *_, result = positions(lesson.ANSWER)
    assert result.was_last == 1 << GREEN
    assert result.verdict[BLUE] == facts.WRONG
    assert result.total[:3].tolist() == [0, -1, -1]


def test_nothing_hurries_a_learner():
    for chapter in TUTOR.lesson.chapters:
        for s in positions(chapter)[:-1]:
            assert facts.time_left(s) == NEVER or facts.time_left(s) > PATIENCE
