"""The page about lessons, `docs/lessons.md`: which there are, what they teach, and what none of them does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import typer

from tabbytop import games
from tabbytop.engine.english import count
from tabbytop.engine.game import Game
from tabbytop.engine.lessons import Lesson

HEAD = """# Lessons

A game is learned by playing it: on the real board, in chapters of less than a minute, one thing at a time. Luck is
fixed and rivals play by script, so that every learner meets the same; the kit plays every lesson, and the tests play it
in a browser. How lessons are written: [CONTRIBUTING](../CONTRIBUTING.md#lessons).

This page is written by `tabbytop lessons > docs/lessons.md`, and a test holds it to the lessons.
"""


def list_lessons(
    game_ids: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=games.ids)] = None,
) -> None:
    """Tell of every lesson what it teaches, and which clauses none does, as a page of Markdown."""
    print(page(game_ids or games.ids()), end="")


def page(game_ids: Iterable[str]) -> str:
    """The page about the lessons of some games; one without lessons is not on it."""
    cards = [games.load(game_id) for game_id in game_ids if games.lessons(game_id)]
    rows = [_row(game, lesson) for game in cards for lesson in games.lessons(game.id)]
    parts = [HEAD, "| game | lesson | minutes | chapters | moves | clauses |", "|---|---|---|---|---|---|", *rows, ""]
    for game in cards:
        parts += _of_game(game)
    return "\n".join(parts)


def _row(game: Game, lesson: Lesson) -> str:
    numbers = (lesson.minutes, len(lesson.chapters), lesson.moves, len(lesson.clauses))
    return f"| {game.name} | {lesson.title} (`{lesson.id}`) | " + " | ".join(map(str, numbers)) + " |"


def _of_game(game: Game) -> Iterator[str]:
    lessons = games.lessons(game.id)
    taught = frozenset[str]().union(*(lesson.clauses for lesson in lessons))
    yield f"## {game.name}\n"
    for lesson in lessons:
        yield f"**{lesson.title}.** {lesson.about}\n"
        for number, chapter in enumerate(lesson.chapters, 1):
            ids = [clause for step in chapter.steps for clause in step.clauses]
            told = ", ".join(sorted(set(ids), key=list(game.clauses).index))
            yield f"{number}. {chapter.title} ({count(chapter.moves, 'move')}): {told}"
        yield ""
    missing = [clause not in taught for clause in game.clauses]
    yield f"{count(sum(missing), 'clause')} of {len(missing)} are taught by no lesson, and told in the guide:"
    yield f"{', '.join(_runs(list(game.clauses), missing))}.\n"


def _runs(names: Sequence[str], wanted: Sequence[bool]) -> Iterator[str]:
    """The wanted names, those that follow each other in one: "CAB-01 to CAB-04"."""
    start: int | None = None
    for index, is_wanted in enumerate([*wanted, False]):
        if is_wanted and start is None:
            start = index
        elif not is_wanted and start is not None:
            yield names[start] if index - start == 1 else f"{names[start]} to {names[index - 1]}"
            start = None
