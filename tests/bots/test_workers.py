"""Workers: whatever happens inside, an answer comes."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tabbytop import games
from tabbytop.bots import levels, workers
from tabbytop.bots.bot import moment_of
from tabbytop.bots.workers import Question, Worker
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match

CAT_CAB = games.load("cat-cab")


@pytest.fixture(scope="module")
def worker():
    worker = Worker()
    yield worker
    worker.stop()


def question(level: str = "house-cat", **changes) -> Question:
    match = Match(CAT_CAB, 2, luck=SwiftLuck(8, 0))
    match.advance()
    match.play(match.actor, match.legal(match.actor)[0])
    match.advance()
    asked = Question.about(moment_of(match, match.actor), level, "table 1 seat 0", seed=3)
    return Question(**{**vars(asked), **changes})


def test_a_worker_answers_with_a_legal_move_and_keeps_on_answering(worker: Worker):
    for level in levels.NAMES:
        answer = worker.ask(question(level), limit=60)
        assert answer.move in question().legal
        assert answer.level == level
        assert answer.faults == ()


def test_the_same_question_to_fresh_workers_gets_the_same_answer(worker: Worker):
    other = Worker()
    try:
        asked = question("alley-cat", head="another head")
        assert other.ask(asked, limit=60).move == worker.ask(asked, limit=60).move
    finally:
        other.stop()


def test_a_killed_worker_is_replaced_and_a_lower_level_answers(worker: Worker):
    worker.ask(question(), limit=60)
    os.kill(worker._process.pid, signal.SIGKILL)
    time.sleep(0.3)
    answer = worker.ask(question("alley-cat"), limit=60)
    assert answer.move in question().legal
    assert answer.level == "house-cat"
    assert len(answer.faults) == 1
    assert answer.faults[0].startswith("alley-cat: ")
    assert worker.ask(question("alley-cat"), limit=60).faults == ()


def test_a_worker_that_takes_too_long_is_stopped_and_a_lower_level_answers(worker: Worker):
    answer = worker.ask(question("top-cat", head="slow"), limit=0.0)
    assert answer.move in question().legal
    assert answer.level == "random"
    assert [fault.split(":")[0] for fault in answer.faults] == list(reversed(levels.NAMES))
    assert all("no answer within 0 s" in fault for fault in answer.faults)


def test_a_broken_question_still_gets_a_legal_answer(worker: Worker):
    answer = worker.ask(question("house-cat", view=b"torn", head="torn"), limit=60)
    assert answer.move in question().legal
    assert answer.level == "random"
    assert len(answer.faults) == 2


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="no level 'lion'"):
        workers.Worker().ask(question("lion"), limit=1)
