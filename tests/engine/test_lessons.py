"""Lessons: how they are played, and planted faults, each of which the kit must find and name by its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabbytop.engine.lessons import BadLesson, Chapter, Lesson, NoSuchStep, Reply, Step, Tutor, plain, starred
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK
from tabbytop.engine.state import States
from tabbytop.kit.high_cat.game import GAME
from tabbytop.kit.lessons import faults
from tabbytop.kit.quick_paw.game import GAME as QUICK_PAW


def dealt() -> States:
    """Cat 0 holds 7 and 2, cat 1 holds 5 and 4; cat 8 is buried."""
    referee = Interpreted(GAME)
    state = referee.setup(GAME.encode(2, {}))
    for move in ({"bury": {"cat": 8}}, *({"deal": {"cat": cat}} for cat in (7, 2, 5, 4))):
        referee.apply(state, LUCK, GAME.moves.from_json(move))
    return state


def play(cat: int) -> dict[str, Any]:
    return {"play": {"cat": cat}}


FIRST = Step(
    say="Play the *7*",
    why="The highest cat of a round wins a point.",
    moves=(play(7),),
    clauses=("HIC-03", "HIC-04"),
    wrong=(Reply((play(2),), "The *2* is low. Try the *7*."),),
    then=(play(5),),
)
SECOND = Step("Play the *2*", "It is the last one you hold.", (play(2),), ("HIC-05",), then=(play(4),))
SOUND = Lesson("basics", "High cat", "Two rounds.", 2, {}, (Chapter("Two rounds", dealt, (FIRST, SECOND)),), 1)


def with_steps(*steps: Step) -> Lesson:
    return replace(SOUND, chapters=(Chapter("Two rounds", dealt, steps),))


def test_a_sound_lesson_has_no_fault():
    assert faults(GAME, (SOUND,)) == []


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        (replace(FIRST, moves=(play(3),)), "is not legal"),
        (replace(FIRST, moves=({"fly": {}},)), "There is no move 'fly'"),
        (replace(FIRST, moves=(play(7), play(2)), wrong=()), "lead to different positions"),
        (replace(FIRST, then=()), "the script has ended, but it is seat 1 who acts"),
        (replace(FIRST, then=(play(6),)), "seat 1 cannot play"),
        (replace(FIRST, then=(play(5), play(4))), "but it is the learner who acts now"),
        (replace(FIRST, say="Play the *3*"), "*3* is not on the table"),
        (replace(FIRST, why="The *king* is higher."), "*king* is not on the table"),
        (replace(FIRST, say="Play the highest"), "names nothing between asterisks"),
        (replace(FIRST, say="Play the *7*" + " and look at it" * 5), "`say` has"),
        (replace(FIRST, why="So it is. " * 20), "`why` has"),
        (replace(FIRST, clauses=()), "teaches no clause"),
        (replace(FIRST, clauses=("HIC-77",)), "there is no clause HIC-77"),
        (replace(FIRST, wrong=()), "it needs `otherwise`"),
        (replace(FIRST, otherwise="That is wrong. Try the *7*."), "an answer says 'wrong'"),
        (replace(FIRST, otherwise="No. Try the *7*."), "an answer says 'No'"),
        (replace(FIRST, otherwise="Try the *7*!"), "an answer says '!'"),
        (replace(FIRST, wrong=(Reply((play(7),), "Try."),)), "which is right or not legal"),
        (replace(FIRST, wrong=(Reply((play(5),), "Try."),)), "which is right or not legal"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_planted_fault_is_found_and_placed(first: Step, fault: str):
    found = faults(GAME, (with_steps(first, SECOND),))
    assert any(fault in line for line in found), found
    assert all(line.startswith("high-cat, lesson basics, chapter 1 (Two rounds), step 1: ") for line in found)


def test_a_chapter_whose_end_is_not_reached_is_found():
    """The learner never gets to decide the third step: the game is over by then."""
    (found,) = faults(GAME, (with_steps(FIRST, SECOND, SECOND),))
    assert found.startswith("high-cat, lesson basics, chapter 1 (Two rounds), step 2: ")
    assert "the script has ended, but it is nobody who acts now" in found


def test_a_chapter_does_not_end_while_luck_is_to_act():
    def undealt() -> States:
        return Interpreted(QUICK_PAW).setup(QUICK_PAW.encode(2, {}))

    lesson = replace(SOUND, chapters=(Chapter("Begin", undealt, (FIRST,)),))
    assert any("luck" in fault for fault in faults(QUICK_PAW, (lesson,)))


@pytest.mark.parametrize(
    ("lessons", "fault"),
    [
        ((replace(SOUND, id="more"),), "the main one is 'basics'"),
        ((SOUND, SOUND), "two lessons have the id basics"),
        ((SOUND, replace(SOUND, id="One two")), "an id is of small letters"),
        ((replace(SOUND, about="two rounds"),), "`about`"),
        ((replace(SOUND, minutes=0),), "`minutes`"),
        ((replace(SOUND, seat=2),), "no player's seat"),
        ((replace(SOUND, chapters=(Chapter("Empty", dealt, ()),)),), "needs a title and steps"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_faults_of_whole_lessons_are_found(lessons: tuple[Lesson, ...], fault: str):
    assert any(fault in line for line in faults(GAME, lessons))


def test_a_step_may_go_on_with_the_gesture_of_the_one_before():
    quiet = replace(SECOND, say="", why="")
    lesson = with_steps(FIRST, quiet)
    assert faults(GAME, (lesson,)) == []
    assert lesson.moves == 1
    assert any("`say` has 0" in fault for fault in faults(GAME, (with_steps(replace(FIRST, say="")),)))
    assert any("`why` is empty" in fault for fault in faults(GAME, (with_steps(FIRST, replace(SECOND, say="")),)))


def test_everything_that_follows_a_move_is_told_up_to_the_learners_next_decision():
    tutor = Tutor(GAME, SOUND)
    (chapter,) = tutor.chapters()
    first, second = chapter.steps
    assert [happened.seat for happened in first.continuations[0].happened] == [0, 1]
    assert first.continuations[0].after.tobytes() == second.before.tobytes()
    assert second.continuations[0].happened[-1].seat == HOUSE, "the house shows the buried cat by itself"
    assert tutor.places(second.continuations[0].after) == [1, 1], "a round each"
    assert first.answers == {GAME.moves.from_json(play(2)): "The *2* is low. Try the *7*."}


def test_the_learner_sees_nothing_hidden():
    tutor = Tutor(GAME, SOUND)
    (chapter,) = tutor.chapters()
    assert tutor.view(chapter.start).hand[1] == 0, "the rival's cards"


def test_illegal_moves_are_refused_by_their_clause():
    tutor = Tutor(GAME, SOUND)
    refusal = tutor.refusal(0, 1, GAME.moves.from_json(play(7)))
    assert refusal is not None
    assert refusal.clause == "HIC-03", "it was played in the first step"
    assert tutor.refusal(0, 1, GAME.moves.from_json(play(2))) is None
    with pytest.raises(NoSuchStep):
        tutor.refusal(0, 2, 0)


def test_where_everybody_may_act_the_script_says_who_does():
    """In a race time and rivals act by pairs; a bare move has nobody to make it."""
    referee = Interpreted(QUICK_PAW)

    def racing() -> States:
        state = referee.setup(QUICK_PAW.encode(2, {}))
        while referee.actor(state) != ALL or not referee.legal(state, 0):
            who = referee.actor(state)
            seat = CLOCK if who == ALL else who
            moves = referee.chance(state)[0] if who == LUCK else referee.legal(state, seat)
            referee.apply(state, seat, moves[0])
        return state

    mine, *_ = referee.legal(racing(), 0)
    after = racing()
    referee.apply(after, 0, mine)
    rivals, time = (QUICK_PAW.moves.to_json(referee.legal(after, seat)[0]) for seat in (1, CLOCK))
    step = replace(FIRST, moves=(QUICK_PAW.moves.to_json(mine),), wrong=(), otherwise="Try the other.")

    def played(*script: Any) -> list[int]:
        chapter = Chapter("A race", racing, (replace(step, then=script),))
        (line,) = Tutor(QUICK_PAW, replace(SOUND, chapters=(chapter,))).chapter(0).steps[0].continuations
        return [happened.seat for happened in line.happened if happened.seat not in (LUCK, HOUSE)]

    assert played(("clock", time))[:2] == [0, CLOCK]
    assert played((1, rivals))[:2] == [0, 1]
    with pytest.raises(BadLesson, match="everybody"):
        played(rivals)


def test_asterisks_mark_what_lies_on_the_table():
    assert starred("Take *Siena* to *Ana*.") == ["Siena", "Ana"]
    assert plain("Take *Siena* to *Ana*.") == "Take Siena to Ana."
