"""Lessons as a whole: the page about them says what is so, and those of our games have the shape that is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabbytop import games
from tabbytop.cli.lessons import page
from tabbytop.engine.lessons import Lesson

PAGE = Path(__file__).parents[1] / "docs" / "lessons.md"
LESSONS = [lesson for game in games.ids() for lesson in games.lessons(game)]


def test_the_page_about_lessons_is_that_of_the_lessons():
    assert PAGE.read_text(encoding="utf-8") == page(games.ids()), "run `tabbytop lessons > docs/lessons.md`"


def test_the_page_tells_what_no_lesson_teaches():
    told = page(["cat-cab"])
    assert "CAB-127" in told
    assert "CAB-01 to CAB-31" in told.rpartition("taught by no lesson")[2]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.title}-{lesson.id}")
def test_a_main_lesson_has_six_chapters_and_a_short_one_two_or_three(lesson: Lesson):
    if lesson.id == "basics":
        assert len(lesson.chapters) == 6
        assert 10 <= lesson.moves <= 14
        assert lesson.minutes in (4, 5)
    else:
        assert len(lesson.chapters) in (2, 3)
        assert lesson.minutes <= 2
