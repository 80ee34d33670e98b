"""Workers: whatever happens inside, an answer comes."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace

import pytest

from tabbytop import games
from tabbytop.bots import levels, workers
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.foresight import begin, natural_ply
from tabbytop.bots.search import search
from tabbytop.bots.thinking import Budget
from tabbytop.bots.workers import MOST_HEADS, MOST_ROOM, NoThought, Question, Worker
from tabbytop.engine.compiling import Twins
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled
from tabbytop.kit.marks import fault
from tests.bots.endless import never
from tests.patience import PATIENCE

CAT_CAB = games.load("cat-cab")
ENDLESS = Budget(400_000, horizon=100_000)
"""Nobody waits for the end of a search with so much room."""


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
    return replace(asked, **changes)


def forced_question() -> Question:
    """The first decision in Cat Cab: to roll the dice."""
    match = Match(CAT_CAB, 2, luck=SwiftLuck(8, 0))
    match.advance()
    return Question.about(moment_of(match, match.actor), "top-cat", "table 1 seat 0", seed=3)


def test_a_worker_answers_with_a_legal_move_and_keeps_on_answering(worker: Worker):
    for level in levels.QUICK:
        answer = worker.ask(question(level), limit=PATIENCE)
        assert answer.move in question().legal
        assert answer.level == level
        assert answer.faults == ()


def test_hands_answer_without_compiled_rules(worker: Worker):
    race = games.load("kitty-paw")
    match = Match(race, 2, luck=SwiftLuck(8, 0))
    match.advance()
    heard: list[workers.Progress] = []
    worker.prepare("kitty-paw", heard.append)
    assert heard == []
    asked = Question.about(moment_of(match, 1), "alley-cat", "table 1 seat 1", seed=3)
    assert worker.ask(asked, limit=PATIENCE).move == race.moves.ready()


def test_the_same_question_to_fresh_workers_gets_the_same_answer(worker: Worker):
    other = Worker()
    try:
        asked = question("alley-cat", head="another head")
        assert other.ask(asked, limit=PATIENCE).move == worker.ask(asked, limit=PATIENCE).move
    finally:
        other.stop()


def test_a_killed_worker_is_replaced_and_a_lower_level_answers(worker: Worker):
    worker.ask(question(), limit=PATIENCE)
    os.kill(worker._process.pid, signal.SIGKILL)
    worker._process.join(PATIENCE)
    answer = worker.ask(question("alley-cat"), limit=PATIENCE)
    assert answer.move in question().legal
    assert answer.level == "house-cat"
    assert len(answer.faults) == 1
    assert answer.faults[0].startswith("alley-cat: ")
    assert worker.ask(question("alley-cat"), limit=PATIENCE).faults == ()


def test_a_worker_that_takes_too_long_is_stopped_and_a_lower_level_answers():
    """By bots that never answer: on a busy machine a quick one may be done before anybody looks at the clock."""
    worker = Worker(make=never)
    try:
        answer = worker.ask(question("top-cat", head="slow"), limit=0.0)
    finally:
        worker.stop()
    assert answer.move in question().legal
    assert answer.level == "random"
    assert [fault.split(":")[0] for fault in answer.faults] == list(reversed(levels.QUICK))
    assert all("no answer within 0 s" in fault for fault in answer.faults)


def test_a_broken_question_still_gets_a_legal_answer(worker: Worker):
    answer = worker.ask(question("house-cat", view=b"torn", head="torn"), limit=PATIENCE)
    assert answer.move in question().legal
    assert answer.level == "random"
    assert len(answer.faults) == 2


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="no level 'tiger'"):
        workers.Worker().ask(question("tiger"), limit=1)


def test_a_process_whose_bot_raised_is_not_replaced(worker: Worker):
    worker.ask(question(), limit=PATIENCE)
    starts = worker.starts
    assert len(worker.ask(question("kitten", view=b"torn", head="torn"), limit=PATIENCE).faults) == 1
    assert worker.ask(question(), limit=PATIENCE).faults == ()
    assert worker.starts == starts


def test_a_hint_weighs_every_legal_move(worker: Worker):
    thought = worker.weigh(question(), limit=PATIENCE)
    assert sorted(candidate.move for candidate in thought.candidates) == list(question().legal)
    assert thought.best == thought.candidates[0].move
    assert thought.candidates[0].visits > 1000
    assert all(0 <= candidate.win_chance <= 1 for candidate in thought.candidates)


def test_a_hint_costs_what_its_budget_says(worker: Worker):
    assert worker.weigh(question(head="thrifty"), limit=PATIENCE, budget=Budget(64)).simulations == 64


def test_a_forced_move_has_a_win_chance_too(worker: Worker):
    thought = worker.weigh(forced_question(), limit=PATIENCE, budget=Budget(200))
    (candidate,) = thought.candidates
    assert candidate.move == forced_question().legal[0]
    assert candidate.visits > 0
    assert 0 < candidate.win_chance < 1


def test_a_hint_that_fails_says_so_in_a_sentence(worker: Worker):
    with pytest.raises(NoThought, match=r"^No hint could be worked out: .*\.$"):
        worker.weigh(question(view=b"torn"), limit=PATIENCE)
    with pytest.raises(NoThought, match="no answer within 0 s"):
        worker.weigh(question(head="slow"), limit=0.0, budget=ENDLESS)
    assert worker.weigh(question(), limit=PATIENCE, budget=Budget(64)).best in question().legal


def test_a_hint_whose_process_is_killed_says_so(worker: Worker):
    worker.ask(question(), limit=PATIENCE)
    killing = threading.Timer(0.3, os.kill, (worker._process.pid, signal.SIGKILL))
    killing.start()
    with pytest.raises(NoThought, match="process ended"):
        worker.weigh(question(head="doomed"), limit=PATIENCE, budget=ENDLESS)


def test_a_worker_that_was_ended_starts_no_other_process():
    worker = Worker()
    worker.end()
    answer = worker.ask(question(), limit=PATIENCE)
    assert answer.level == "random"
    assert "ended for good" in answer.faults[0]
    assert worker.starts == 0


def test_a_worker_steps_back_behind_whoever_asks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "STEP_BACK", 3)
    worker = Worker()
    try:
        worker.ask(question(), limit=PATIENCE)
        mine, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, worker._process.pid))
    finally:
        worker.stop()
    assert its == min(19, mine + 3)


def test_a_worker_does_not_hear_interrupts(worker: Worker):
    worker.ask(question(), limit=PATIENCE)
    starts = worker.starts
    os.kill(worker._process.pid, signal.SIGINT)
    assert worker.ask(question(), limit=PATIENCE).faults == ()
    assert worker.starts == starts


@fault("F1")
def test_a_worker_ends_without_a_word_when_nobody_is_there_any_more(capfd: pytest.CaptureFixture[str]):
    """As after its server was killed while it got a game ready: it is no fault of the worker's, nor of the server's."""
    near, far = workers.SPAWN.Pipe()
    near.send((workers._Mind.prepare, "cat-cab"))
    near.close()
    with pytest.raises(SystemExit):
        workers._answer(far, levels.make)
    assert capfd.readouterr().err == ""


class First:
    """Plays the first legal move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, moment: Moment) -> int:
        return moment.legal[0]


class Large(First):
    """One whose thoughts take much memory."""

    def __init__(self, seed: int, room: int) -> None:
        super().__init__(seed)
        self.room = room


def mind_without_rules() -> workers._Mind:
    mind = workers._Mind(lambda _: None, lambda level, referee, seed: First(seed))
    mind._referees["cat-cab"] = None
    return mind


def test_a_mind_keeps_a_bounded_number_of_heads_and_forgets_the_one_not_asked_for_longest():
    mind = mind_without_rules()
    for number in range(3 * MOST_HEADS):
        mind.choose(question(head="regular"), "kitten")
        mind.choose(question(head=f"passing {number}"), "kitten")
    assert len(mind._heads) == MOST_HEADS
    assert ("regular", "kitten") in mind._heads
    assert ("passing 0", "kitten") not in mind._heads


def test_heads_with_large_trees_are_fewer_and_the_last_one_always_stays():
    mind = mind_without_rules()
    for number, room in enumerate((MOST_ROOM // 3, MOST_ROOM // 3, MOST_ROOM // 2, 2 * MOST_ROOM)):
        mind._make = lambda level, referee, seed, room=room: Large(seed, room)
        mind.choose(question(head=f"table {number}"), "kitten")
        assert [head for head, _ in mind._heads] == (
            [["table 0"], ["table 0", "table 1"], ["table 1", "table 2"], ["table 3"]][number]
        )


def test_a_thinker_tells_what_its_tree_takes():
    moment = question().moment()
    bot = levels.make("alley-cat", Compiled(CAT_CAB), 1)
    assert isinstance(bot, levels.LevelBot)
    assert bot.room == 0
    bot.choose(moment)
    assert 2_000 < bot.room < 20_000, "two hundred simulations grow about as many nodes, of 48 bytes"


def test_a_head_begun_anew_later_in_a_game_tosses_other_coins():
    """Otherwise a kitten whose head is forgotten between its moves would slip at every move, or never."""
    seeds = set()
    for played in range(5):
        mind = mind_without_rules()
        mind.choose(question(log=question().log[:played]), "kitten")
        seeds.add(mind._heads[("table 1 seat 0", "kitten")].seed)
    assert len(seeds) == min(5, len(question().log) + 1)


def test_the_rules_to_compile_are_counted_before_compiling():
    """Progress would otherwise end before or after its bar does."""
    twins = Twins("cat_cab", CAT_CAB.state, CAT_CAB.stand_ins)
    for start in (search, begin, natural_ply):
        twins(start)
    assert set(workers._rules_of_search(CAT_CAB)) == twins.rules
