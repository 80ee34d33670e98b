"""Where a lesson plays a game to its end, the learner wins, and its last sentence says by how many points."""

from __future__ import annotations

import pytest

from tabbytop import games
from tabbytop.engine.lessons import Lesson, Tutor
from tabbytop.engine.seats import OVER

LESSONS = [(game, lesson) for game in ("hot-tin-roof", "patrician") for lesson in games.lessons(game)]
ENDINGS = {"hot-tin-roof basics": 1, "hot-tin-roof deluxe": 0, "patrician basics": 1, "patrician messengers": 1}
"""Chapters that play a game to its end."""


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{game} {lesson.id}" for game, lesson in LESSONS])
def test_the_learner_wins_what_is_played_to_its_end(game: str, lesson: Lesson):
    tutor = Tutor(games.load(game), lesson)
    last_steps = [chapter.steps[-1] for chapter in tutor.chapters()]
    ended = [step for step in last_steps if tutor.actor(step.continuations[0].after) == OVER]
    assert len(ended) == ENDINGS[f"{game} {lesson.id}"]
    for step in ended:
        after = step.continuations[0].after
        assert tutor.places(after)[lesson.seat] == 1
        assert f" {tutor.scores(after)[lesson.seat]} " in step.step.why
