"""What every lesson must hold, as a list of faults: it can be played as written, and its sentences fit the table.

Each fault says where it is: game, lesson, chapter, step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tabbytop.engine.game import Game
from tabbytop.engine.lessons import BadLesson, Lesson, PlayedStep, Step, Tutor, plain, starred
from tabbytop.engine.state import States

LONGEST_SAY, LONGEST_WHY, LONGEST_ANSWER = 50, 110, 160
UNKIND = re.compile(r"\b(wrong|no)\b|!", re.IGNORECASE)
"""What a learner is never told."""


def faults(game: Game, lessons: tuple[Lesson, ...]) -> list[str]:
    """Everything that is not right with the lessons of a game."""
    ids = [lesson.id for lesson in lessons]
    found = [f"{game.id}: two lessons have the id {name}" for name in sorted(set(ids)) if ids.count(name) > 1]
    if ids and ids[0] != "basics":
        found.append(f"{game.id}: the first lesson has the id {ids[0]}; the main one is 'basics' and comes first")
    for lesson in lessons:
        found += [*_of_lesson(game, lesson)]
    return found


def _of_lesson(game: Game, lesson: Lesson) -> Iterator[str]:
    where = f"{game.id}, lesson {lesson.id}"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", lesson.id):
        yield f"{where}: an id is of small letters, digits and hyphens"
    if not lesson.title or not re.fullmatch(r"[A-Z].*[.?]", lesson.about):
        yield f"{where}: it needs a title, and `about`, one sentence"
    if lesson.minutes < 1 or not lesson.chapters:
        yield f"{where}: it needs `minutes` and chapters"
    if not 0 <= lesson.seat < lesson.players:
        yield f"{where}: the learner sits at {lesson.seat}, which is no player's seat"
    tutor = Tutor(game, lesson)
    for number, chapter in enumerate(lesson.chapters):
        if not chapter.title or not chapter.steps:
            yield f"{tutor.place(number)}: a chapter needs a title and steps"
            continue
        try:
            played = tutor.chapter(number)
        except BadLesson as problem:
            yield str(problem)
            continue
        if rule := tutor.broken(played.start):
            yield f"{tutor.place(number)}: its scene breaks invariant {rule} of the game"
        for index, step in enumerate(played.steps):
            for fault in _of_step(tutor, step, goes_on=index > 0 and not step.step.say):
                yield f"{tutor.place(number, index)}: {fault}"


def _of_step(tutor: Tutor, played: PlayedStep, *, goes_on: bool) -> Iterator[str]:
    """The faults of a step; one that goes on with the gesture of the step before says nothing of its own."""
    step = played.step
    if not goes_on:
        yield from _of_words(step)
    elif step.why:
        yield "it goes on with the gesture of the step before, so that `why` is empty"
    if not step.clauses:
        yield "it teaches no clause"
    yield from (f"there is no clause {clause}" for clause in step.clauses if clause not in tutor.game.clauses)
    unanswered = [move for move, answer in played.answers.items() if not answer]
    if unanswered:
        moves = tutor.game.moves
        yield f"nothing is said to {moves.to_json(unanswered[0])}, which is legal: it needs `otherwise`"
    answers = [*(answer.say for answer in step.wrong), *([step.otherwise] if step.otherwise else [])]
    for answer in answers:
        if not 0 < len(plain(answer)) <= LONGEST_ANSWER:
            yield f"an answer has {len(plain(answer))} characters; it has 1 to {LONGEST_ANSWER}: {answer!r}"
        if found := UNKIND.search(answer):
            yield f"an answer says {found[0]!r}: {answer!r}"
    yield from _absent(tutor, played.before, step.say, step.why, *answers)


def _of_words(step: Step) -> Iterator[str]:
    if not 0 < len(plain(step.say)) <= LONGEST_SAY:
        yield f"`say` has {len(plain(step.say))} characters; it has 1 to {LONGEST_SAY}: {step.say!r}"
    if not 0 < len(plain(step.why)) <= LONGEST_WHY:
        yield f"`why` has {len(plain(step.why))} characters; it has 1 to {LONGEST_WHY}: {step.why!r}"
    if not starred(step.say):
        yield f"`say` names nothing between asterisks that lies on the table: {step.say!r}"


def _absent(tutor: Tutor, state: States, *sentences: str) -> Iterator[str]:
    """Things that sentences name between asterisks, but the table does not."""
    table = tutor.words_on_the_table(state)
    for sentence in sentences:
        if sentence.count("*") % 2:
            yield f"asterisks come in pairs: {sentence!r}"
        for thing in starred(sentence):
            if not re.search(rf"(?<!\w){re.escape(thing)}(s|es)?(?!\w)", table, re.IGNORECASE):
                yield f"*{thing}* is not on the table, which says:\n{table}"
