"""The pool: moves before hints, a legal move whatever happens, and a loop that never waits."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tabbytop.bots import levels
from tabbytop.bots.bot import Bot, Moment, moment_of
from tabbytop.bots.pool import MOST_HINTS, PAUSE, Pool, Readiness
from tabbytop.bots.thinking import Budget
from tabbytop.bots.workers import Answer, Maker, NoThought, Question
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT
from tabbytop.kit.marks import fault
from tests.bots.test_workers import forced_question, question
from tests.packages import declare
from tests.patience import PATIENCE

SMALL = Budget(64)
LEGAL = question().legal


@asynccontextmanager
async def opened(workers: int = 1, make: Maker = levels.make) -> AsyncIterator[Pool]:
    """A pool that has answered once, so that its game is ready and its first worker idle."""
    pool = Pool(workers, make)
    try:
        await pool.weigh(question(head="opening"), PATIENCE, SMALL)
        yield pool
    finally:
        await pool.close()


def story(tell: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that happens on an event loop, and ends."""

    def told() -> None:
        asyncio.run(asyncio.wait_for(tell(), PATIENCE))

    told.__name__ = tell.__name__
    return told


class Broken:
    """A bot that fails in the way of its level."""

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, moment: Moment) -> Any:
        if self.level == "top-cat":
            os.kill(os.getpid(), signal.SIGKILL)
        while self.level == "alley-cat":
            pass
        if self.level == "house-cat":
            return max(moment.legal) + 1
        raise ValueError("a kitten does not know")


class Babbler:
    """A bot that answers with something that is not a move at all."""

    def choose(self, moment: Moment) -> Any:
        return {"move": moment.legal[0]}


class Counter:
    """A bot that plays as many moves further down the list as it was asked before."""

    def __init__(self) -> None:
        self.asked = -1

    def choose(self, moment: Moment) -> int:
        self.asked += 1
        return moment.legal[self.asked]


class Endless:
    """A bot that says when it begins to think, and goes on for longer than any test: five minutes."""

    def choose(self, moment: Moment) -> int:
        print("thinking", flush=True)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pass
        return moment.legal[0]


def make_broken(level: str, referee: Compiled, seed: int) -> Bot:
    return Broken(level)


def make_babbler(level: str, referee: Compiled, seed: int) -> Bot:
    return Babbler() if level == "top-cat" else levels.make(level, referee, seed)


def make_counter(level: str, referee: Compiled, seed: int) -> Bot:
    return Counter()


def make_endless(level: str, referee: Compiled, seed: int) -> Bot:
    return Endless()


# ---------------------------------------------------------------- answers


@story
async def test_a_pool_chooses_moves_and_works_out_hints():
    async with opened() as pool:
        for level in levels.QUICK:
            answer = await pool.choose(question(level), PATIENCE)
            assert answer.move in LEGAL
            assert (answer.level, answer.faults) == (level, ())
        thought = await pool.weigh(question(), PATIENCE)
        assert sorted(candidate.move for candidate in thought.candidates) == list(LEGAL)
        assert (pool.stats.moves_done, pool.stats.hints_done) == (len(levels.QUICK), 2)
        assert (pool.stats.faults, pool.stats.restarts) == (0, 0)


@story
async def test_a_forced_move_needs_no_process():
    pool = Pool(1)
    asked = forced_question()
    assert await pool.choose(asked) == Answer(asked.legal[0], asked.level)
    assert multiprocessing.active_children() == []
    await pool.close()


@story
async def test_a_head_goes_on_thinking_in_the_process_that_knows_it():
    async with opened(2, make_counter) as pool:
        await asyncio.gather(*(pool.choose(question(head=head)) for head in ("a", "b")))
        for asked in (1, 2, 3):
            for head in ("b", "a"):
                assert (await pool.choose(question(head=head))).move == LEGAL[asked]


@fault("F44")
@story
async def test_every_fault_leads_to_the_level_below_and_in_the_end_to_a_random_move():
    async with opened(make=make_broken) as pool:
        answer = await pool.choose(question("top-cat"), limit=1)
        assert answer.move in LEGAL
        assert answer.level == "random"
        assert answer.faults == (
            "top-cat: its process ended",
            "alley-cat: no answer within 1 s",
            "house-cat: its answer is no legal move",
            "kitten: ValueError: a kitten does not know",
        )
        assert (pool.stats.faults, pool.stats.restarts) == (1, 2)
        assert (await pool.weigh(question(), PATIENCE, SMALL)).best in LEGAL


@story
async def test_nonsense_leads_to_the_level_below():
    async with opened(make=make_babbler) as pool:
        answer = await pool.choose(question("top-cat"))
        assert (answer.level, len(answer.faults)) == ("alley-cat", 1)
        assert answer.faults[0].startswith("top-cat: TypeError: ")


@story
async def test_an_unknown_level_is_refused():
    async with opened() as pool:
        with pytest.raises(ValueError, match="no level 'tiger'"):
            await pool.choose(question("tiger"))
        assert (await pool.choose(question())).move in LEGAL


# ---------------------------------------------------------------- the queue


@story
async def test_moves_come_before_hints_and_in_the_order_they_were_asked_for():
    async with opened() as pool:
        order = []

        async def note(name: str, asking: Coroutine[Any, Any, object]) -> None:
            await asking
            order.append(name)

        await asyncio.gather(
            note("at once", pool.choose(question("top-cat", head="a"))),
            note("hint", pool.weigh(question(head="b"), PATIENCE, SMALL)),
            note("move 1", pool.choose(question(head="c"))),
            note("hint 2", pool.weigh(question(head="d"), PATIENCE, SMALL)),
            note("move 2", pool.choose(question(head="e"))),
        )
        assert order == ["at once", "move 1", "move 2", "hint", "hint 2"]


@story
async def test_a_newer_hint_takes_the_place_of_the_one_that_waits():
    async with opened() as pool:
        busy = asyncio.create_task(pool.choose(question("top-cat")))
        hints = [asyncio.create_task(pool.weigh(question(head=head), PATIENCE, SMALL)) for head in ("a", "b", "a")]
        older, other, newer = await asyncio.gather(*hints, return_exceptions=True)
        assert isinstance(older, NoThought)
        assert str(older) == "Another hint was asked for."
        assert other.best in LEGAL
        assert newer.best in LEGAL
        await busy


@story
async def test_too_many_hints_are_refused():
    async with opened() as pool:
        asking = [asyncio.create_task(pool.choose(question("top-cat")))]
        for number in range(MOST_HINTS):
            asking.append(asyncio.create_task(pool.weigh(question(head=f"head {number}"), PATIENCE, SMALL)))
        await asyncio.sleep(0)
        assert pool.stats.hints_waiting == MOST_HINTS
        with pytest.raises(NoThought, match="Too many hints"):
            await pool.weigh(question(head="one too many"), PATIENCE, SMALL)
        for task in asking[2:]:
            task.cancel()
        assert (await asking[1]).best in LEGAL
        assert (await pool.weigh(question(head="one too many"), PATIENCE, SMALL)).best in LEGAL


@story
async def test_a_cancelled_question_holds_up_nobody():
    async with opened() as pool:
        running, waiting, hint, last = (
            asyncio.create_task(asking)
            for asking in (
                pool.choose(question("top-cat", head="a")),
                pool.choose(question(head="b")),
                pool.weigh(question(head="b"), PATIENCE, SMALL),
                pool.choose(question(head="c")),
            )
        )
        await asyncio.sleep(0)
        for task in (running, waiting, hint):
            task.cancel()
        assert (await last).move in LEGAL
        assert (pool.stats.moves_waiting, pool.stats.hints_waiting) == (0, 0)
        assert pool.stats.moves_done == 2


@story
async def test_questions_about_a_game_that_is_ready_overtake_those_about_one_that_is_not():
    async with opened() as pool:
        pool._readiness["another"] = Readiness("compiling")
        early = asyncio.create_task(pool.choose(question(game="another")))
        await asyncio.sleep(0)
        assert (await pool.choose(question())).move in LEGAL
        assert not early.done()
        early.cancel()


@fault("F44")
@story
async def test_the_loop_goes_on_while_many_questions_are_answered():
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    async with opened(2) as pool:
        ticking = asyncio.create_task(tick())
        answers = await asyncio.gather(*(pool.choose(question("top-cat", head=f"{n}")) for n in range(20)))
        ticking.cancel()
    assert all(answer.move in LEGAL for answer in answers)
    assert ticks >= 100  # a loop that waited for every answer would tick a few dozen times


# ---------------------------------------------------------------- getting games ready


async def seen_until_ready(pool: Pool, game: str = "cat-cab") -> list[Readiness]:
    """What listeners see of a game while it is being made ready."""
    seen = [pool.readiness(game)]
    ready = asyncio.Event()

    def look(game_id: str) -> None:
        assert game_id == game
        seen.append(pool.readiness(game))
        if seen[-1].state in ("ready", "failed"):
            ready.set()

    pool.on_change(look)
    pool.warm([game])
    await ready.wait()
    return seen


async def warmed() -> list[Readiness]:
    """What is seen of a pool that gets High cat ready; its bots play then."""
    match = Match(HIGH_CAT, 2, luck=SwiftLuck(1, 1))
    match.advance()
    asked = Question.about(moment_of(match, match.actor), "kitten", "head", 1)
    assert len(asked.legal) > 1
    pool = Pool(1)
    seen = await seen_until_ready(pool, HIGH_CAT.id)
    shares = [readiness.share for readiness in seen]
    assert shares == sorted(shares)
    assert (await pool.choose(asked)).faults == ()
    await pool.close()
    return seen


def test_a_game_is_compiled_once_and_only_loaded_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The kit's smallest game, as if a package had brought it: a real one takes long to compile."""
    declare(tmp_path / "site", HIGH_CAT.id, "from tabbytop.kit.high_cat.game import GAME")
    monkeypatch.syspath_prepend(tmp_path / "site")  # which processes inherit
    monkeypatch.setenv("TABBYTOP_CACHE", str(tmp_path / "cache"))
    first, second = (asyncio.run(asyncio.wait_for(warmed(), PATIENCE)) for _ in range(2))
    assert list(dict.fromkeys(readiness.state for readiness in first)) == ["cold", "compiling", "ready"]
    assert any(0 < readiness.share < 1 for readiness in first)
    assert first[-1].done == first[-1].total > 0
    assert len(first) <= 3 + first[-1].seconds / PAUSE, "listeners are told too often"
    assert (second[0].state, second[-1].state) == ("cold", "ready")
    assert second[-1].done == 0


@story
async def test_whoever_asks_first_about_a_warmed_game_does_not_wait_for_a_process():
    pool = Pool(1)
    await seen_until_ready(pool)
    while "cat-cab" not in pool._workers[0].games:
        await asyncio.sleep(0.01)
    assert (pool.stats.hints_done, pool._workers[0].starts) == (0, 1)
    assert (await pool.weigh(question(), PATIENCE, SMALL)).best in LEGAL
    assert pool._workers[0].starts == 1
    await pool.close()


@story
async def test_a_game_that_cannot_be_made_ready_says_so_and_its_bots_play_at_random():
    pool = Pool(1)
    asked = question(game="no-such-game")
    answer = await pool.choose(asked)
    assert answer.move in LEGAL
    assert answer.level == "random"
    assert answer.faults == (pool.readiness("no-such-game").words,)
    with pytest.raises(NoThought, match=r"^The rules of no-such-game could not be made ready for bots: .*[^.]\.$"):
        await pool.weigh(asked)
    assert pool.readiness("no-such-game").state == "failed"
    assert pool.stats.faults == 1
    pool.warm(["no-such-game", "cat-cab"])
    await asyncio.sleep(0)
    assert pool.readiness("no-such-game").state == "compiling"
    assert pool.readiness("cat-cab").state == "cold"
    assert (await pool.choose(question())).faults == ()
    await pool.close()


# ---------------------------------------------------------------- the end


@story
async def test_closing_cancels_what_waits_and_leaves_no_process_behind():
    async with opened(2, make_endless) as pool:
        asking = [asyncio.create_task(pool.choose(question(head=head), limit=PATIENCE)) for head in "abc"]
        while len(multiprocessing.active_children()) < 2:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(pool.close(), PATIENCE)
        for outcome in await asyncio.gather(*asking, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError)
        assert multiprocessing.active_children() == []
        with pytest.raises(asyncio.CancelledError):
            await pool.choose(question())


@story
async def test_closing_while_a_game_is_made_ready_leaves_no_process_behind():
    pool = Pool(1)
    asking = asyncio.create_task(pool.choose(question()))
    while not multiprocessing.active_children():
        await asyncio.sleep(0.01)
    await pool.close()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert multiprocessing.active_children() == []


PARENT = """
import asyncio
from tabbytop.bots.pool import Pool
from tests.bots.test_pool import make_endless, question

async def main():
    pool = Pool(2, make_endless)
    await asyncio.gather(*(pool.choose(question(head=head), limit=1000) for head in "ab"))

asyncio.run(main())
"""


def test_workers_end_when_their_parent_is_killed_even_in_the_middle_of_a_thought():
    """They all hold the parent's output: it comes to its end when the last of them is gone."""
    root = Path(__file__).parents[2]
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=root, stdout=subprocess.PIPE, text=True)
    try:
        assert [parent.stdout.readline() for _ in "ab"] == ["thinking\n"] * 2
    finally:
        parent.kill()
    parent.communicate(timeout=PATIENCE)
