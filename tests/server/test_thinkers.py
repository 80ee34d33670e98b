"""Bots that think on other machines: the same answers, whatever happens to whoever gives them."""

from __future__ import annotations

import asyncio
import itertools
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tabbytop.bots.pool import Pool, Readiness
from tabbytop.bots.thinking import Budget, Candidate, Thought
from tabbytop.bots.workers import Answer, NoThought, Question, Worker
from tabbytop.client import request
from tabbytop.review.pieces import Finding, Piece
from tabbytop.review.pieces import Settings as PieceSettings
from tabbytop.server.cluster import jobs as queue
from tabbytop.server.cluster import shared_pool
from tabbytop.server.cluster.jobs import Jobs, connect
from tabbytop.server.cluster.questions import QUEUE, Moved, Weighed, encode
from tabbytop.server.cluster.shared_pool import SharedPool
from tabbytop.server.cluster.thinker import Thinker
from tabbytop.server.http.app import Application
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tests.bots.test_workers import question
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.drivers import ME, hold_to_account, seated
from tests.server.drivers import bot as kitten
from tests.server.redis_servers import RedisServer, running_redis
from tests.server.servers import running

ROOT = Path(__file__).parents[2]
SMALL = Budget(64)
HERE = Answer(question().legal[0], "here")
FAR = Answer(question().legal[-1], "far")
THOUGHT = Thought((Candidate(question().legal[0], 1, 0.5, 0.1),), 1, 1, 0.0)


@pytest.fixture
def bus(redis_server: RedisServer) -> str:
    """An empty Redis."""
    connection = __import__("redis").Redis.from_url(redis_server.url)
    connection.flushall()
    connection.close()
    return redis_server.url


@pytest.fixture(autouse=True)
def _slow_machine(monkeypatch) -> None:
    """However busy this machine is, nobody is taken for dead who is not."""
    for name in ("ALIVE", "PATIENCE"):
        monkeypatch.setattr(queue, name, PATIENCE)


@pytest.fixture(autouse=True)
def own_workers(monkeypatch) -> None:
    """The workers of this machine answer at once, and say so."""

    async def choose(pool: Pool, question: Question, limit: float = 0.0) -> Answer:
        return HERE

    async def weigh(pool: Pool, question: Question, *_: object) -> Thought:
        raise NoThought("asked here")

    async def perform(pool: Pool, piece: Piece, *_: object) -> Finding:
        return finding(piece.number, value=0.0)

    monkeypatch.setattr(Pool, "choose", choose)
    monkeypatch.setattr(Pool, "perform", perform)
    monkeypatch.setattr(Pool, "weigh", weigh)


def finding(number: int, value: float) -> Finding:
    return Finding(number=number, value=[value], error=0.0, draws=[])


def piece(number: int, game: str = "cat-cab") -> Piece:
    return Piece(
        number=number,
        game=game,
        players=2,
        options={},
        seats=2,
        ply=number,
        state=bytes([number]),
        moves=[(0, 1), (-2, 3)],
        lucky=False,
        decided=True,
        settings=PieceSettings(),
    )


class Elsewhere:
    """The pool of a thinker: it answers when it may, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_answer = asyncio.Event()

    def on_change(self, callback: Callable[[str], None]) -> None:
        pass

    def warm(self, game_ids: Any) -> None:
        pass

    def readiness(self, game: str) -> Readiness:
        return Readiness("ready")

    async def choose(self, question: Question, limit: float) -> Answer:
        self.asked.append(question.head)
        await self.may_answer.wait()
        return FAR

    async def weigh(self, question: Question, limit: float, budget: Budget) -> Thought:
        self.asked.append(question.head)
        await self.may_answer.wait()
        return THOUGHT

    async def perform(self, piece: Piece, limit: float) -> Finding:
        self.asked.append(piece.head)
        await self.may_answer.wait()
        return finding(piece.number, value=1.0)


async def until(happened: Callable[[], object]) -> None:
    """Wait for something that will happen."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it does not happen"
        await asyncio.sleep(0.01)


@asynccontextmanager
async def pool_on(bus: str) -> AsyncIterator[SharedPool]:
    """A server's bots."""
    pool = SharedPool(1, bus, Metrics())
    await pool.begin()
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def thinking(bus: str, pool: Elsewhere, hands: int = 1) -> AsyncIterator[Thinker]:
    """A thinker that ends cleanly."""
    jobs = Jobs(connect(bus), QUEUE)
    thinker = Thinker(cast(Pool, pool), jobs, hands, ["cat-cab"])
    running = asyncio.create_task(thinker.run())
    try:
        yield thinker
    finally:
        pool.may_answer.set()
        thinker.stop()
        await running
        await jobs.close()


@pytest.mark.anyio
async def test_a_review_is_reckoned_by_thinkers_behind_all_questions_and_here_when_they_are_gone(bus: str):
    """Each piece once; a thinker that dies over one costs that piece again."""
    async with pool_on(bus) as pool:
        assert (await pool.perform(piece(9))).value == [0.0], "nobody else was there"
        assert pool.hands_elsewhere("cat-cab") == 0
        far = Elsewhere()
        async with thinking(bus, far, hands=2):
            await until(lambda: pool.hands_elsewhere("cat-cab") == 4)
            reckoning = [asyncio.create_task(pool.perform(piece(number))) for number in range(6)]
            await until(lambda: len(far.asked) == 2)
            move = asyncio.create_task(pool.choose(asks("ann:0:top-cat")))
            await until(lambda: len(pool._on_the_way) + len(pool._queue) == 7)
            far.may_answer.set()
            found = await asyncio.gather(*reckoning)
            assert [(one.number, one.value) for one in found] == [(number, [1.0]) for number in range(6)]
            assert await move == FAR
            assert sorted(far.asked) == sorted([*(piece(number).head for number in range(6)), "ann:0:top-cat"])
            assert far.asked[-1] != "ann:0:top-cat", "a move has waited behind a review"
            assert (await pool.perform(piece(7, game="patrician"))).value == [0.0], "no thinker knows that game"
        await until(lambda: pool.hands_elsewhere("cat-cab") == 0)
        assert (await pool.perform(piece(8))).value == [0.0]


def asks(head: str, **changes: Any) -> Question:
    return replace(question(), head=head, **changes)


def moving(pool: SharedPool, head: str) -> asyncio.Task[Answer]:
    """A bot's move that is waited for."""
    return asyncio.create_task(pool.choose(asks(head), PATIENCE))


def ready(pool: SharedPool) -> bool:
    return pool.readiness("cat-cab").state == "ready"


def test_without_thinkers_bots_think_here(bus: str):
    async def tell() -> None:
        async with pool_on(bus) as pool:
            assert await pool.choose(question(), PATIENCE) == HERE
            with pytest.raises(NoThought, match="asked here"):
                await pool.weigh(question())
            assert pool.readiness("cat-cab").state == "cold"

    asyncio.run(tell())


def test_a_thinker_makes_games_ready_and_answers_and_is_missed_when_it_leaves(bus: str):
    async def tell() -> None:
        elsewhere = Elsewhere()
        elsewhere.may_answer.set()
        async with pool_on(bus) as pool:
            changed: list[str] = []
            pool.on_change(changed.append)
            async with thinking(bus, elsewhere) as thinker:
                await until(lambda: ready(pool) and changed)
                assert await pool.choose(question(), PATIENCE) == FAR
                assert await pool.weigh(question(), PATIENCE, SMALL) == THOUGHT
                assert (thinker.work.answered, pool.outcomes) == (2, {"answered": 2})
                one = asks("table:0:kitten", legal=question().legal[:1])
                assert await pool.choose(one, PATIENCE) == HERE  # a forced move goes nowhere
            await until(lambda: not ready(pool))
            assert await pool.choose(question(), PATIENCE) == HERE

    asyncio.run(tell())


def test_no_table_can_fill_the_queue_and_moves_go_before_hints_before_reviews(bus: str):
    async def tell() -> None:
        elsewhere = Elsewhere()
        async with thinking(bus, elsewhere), pool_on(bus) as pool:
            await until(lambda: ready(pool))
            before = [moving(pool, f"{name}:0:kitten") for name in ("first", "second")]
            await until(lambda: len(pool._on_the_way) == 2 and elsewhere.asked)
            waiting = [
                asyncio.create_task(pool.weigh(asks("late:0:review 3", purpose="review"), PATIENCE, SMALL)),
                asyncio.create_task(pool.weigh(asks("eager:0:hint", purpose="hint"), PATIENCE, SMALL)),
                *(moving(pool, f"greedy:{seat}:kitten") for seat in range(3)),
                moving(pool, "modest:0:kitten"),
            ]
            await until(lambda: len(pool._queue) == 6)
            elsewhere.may_answer.set()
            await asyncio.gather(*before, *waiting)
            order = [head.partition(":")[0] for head in elsewhere.asked]
            assert order == ["first", "second", "greedy", "modest", "greedy", "greedy", "eager", "late"]

    asyncio.run(tell())


def test_a_table_has_only_so_many_questions_on_their_way(bus: str):
    async def tell() -> None:
        elsewhere = Elsewhere()
        async with thinking(bus, elsewhere, hands=4), pool_on(bus) as pool:
            await until(lambda: ready(pool))
            greedy = [moving(pool, f"greedy:{seat}:kitten") for seat in range(6)]
            modest = moving(pool, "modest:0:kitten")
            await until(lambda: len(elsewhere.asked) == shared_pool.OF_ONE_TABLE + 1)
            assert "modest:0:kitten" in elsewhere.asked
            elsewhere.may_answer.set()
            assert set(await asyncio.gather(modest, *greedy)) == {FAR}

    asyncio.run(tell())


def test_more_than_thinkers_can_do_is_done_here(bus: str):
    async def tell() -> None:
        elsewhere = Elsewhere()
        async with thinking(bus, elsewhere), pool_on(bus) as pool:
            await until(lambda: ready(pool))
            far = [moving(pool, f"{table}:0:kitten") for table in range(shared_pool.MOST_WAITING)]
            await until(lambda: len(pool._queue) + len(pool._on_the_way) == shared_pool.MOST_WAITING)
            assert await pool.choose(asks("another:0:kitten"), PATIENCE) == HERE
            assert not any(task.done() for task in far)
            elsewhere.may_answer.set()
            assert set(await asyncio.gather(*far)) == {FAR}

    asyncio.run(tell())


def test_a_newer_hint_takes_the_place_of_one_that_waits(bus: str):
    async def tell() -> None:
        elsewhere = Elsewhere()
        async with thinking(bus, elsewhere), pool_on(bus) as pool:
            await until(lambda: ready(pool))
            moves = [moving(pool, f"{table}:0:kitten") for table in range(2)]
            await until(lambda: len(pool._on_the_way) == 2)
            older = asyncio.create_task(pool.weigh(asks("table:0:hint", purpose="hint"), PATIENCE, SMALL))
            await until(lambda: len(pool._queue) == 1)
            newer = asyncio.create_task(pool.weigh(asks("table:0:hint", purpose="hint"), PATIENCE, SMALL))
            with pytest.raises(NoThought, match="Another hint was asked for"):
                await older
            elsewhere.may_answer.set()
            assert await newer == THOUGHT
            await asyncio.gather(*moves)

    asyncio.run(tell())


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00garbage",
        encode(Moved(Answer(99_999, "far"))),
        encode({"type": "move", "answer": {"move": "first", "level": "far"}}),
        encode(Weighed(THOUGHT)),
        None,
    ],
)
def test_nonsense_is_not_played_and_what_comes_late_or_twice_is_dropped(bus: str, nonsense: bytes | None):
    async def tell() -> None:
        jobs = Jobs(connect(bus), QUEUE)
        elsewhere = Elsewhere()
        elsewhere.may_answer.set()
        async with pool_on(bus) as pool:
            await jobs.beat("liar", encode({"hands": 1, "games": ["cat-cab"]}))
            await until(lambda: ready(pool))
            asking = asyncio.create_task(pool.choose(question(), PATIENCE))
            while not (taken := await jobs.take("liar/0")):
                assert not asking.done(), "it was answered without the liar"
            (job,) = taken
            await jobs.finish(job, nonsense)
            assert await asking == HERE
            await jobs.finish(job, encode(Moved(FAR)))
            await until(lambda: pool.outcomes["dropped"] == 1)
            assert pool.outcomes == {"given_up": 1, "dropped": 1}
            assert b'far_questions_total{outcome="given_up"} 1.0' in pool._metrics.text()
            assert b"tabbytop_thinkers 1.0" in pool._metrics.text()
        await jobs.close()

    asyncio.run(tell())


def test_a_thinker_that_is_told_to_stop_finishes_the_answer_under_way_and_takes_no_more(bus: str):
    async def tell() -> None:
        elsewhere, jobs = Elsewhere(), Jobs(connect(bus), QUEUE)
        thinker = Thinker(cast(Pool, elsewhere), jobs, 1, ["cat-cab"])
        running = asyncio.create_task(thinker.run())
        async with pool_on(bus) as pool:
            await until(lambda: ready(pool))
            under_way, next_one = (moving(pool, f"{name}:0:kitten") for name in "ab")
            await until(lambda: elsewhere.asked and len(pool._on_the_way) == 2)
            thinker.stop()
            elsewhere.may_answer.set()
            assert await under_way == FAR
            await running
            assert await next_one == HERE
            assert (len(elsewhere.asked), thinker.work.answered) == (1, 1)
        await jobs.close()

    asyncio.run(tell())


@contextmanager
def stuck(bus: str, in_hand: Path, alive: float) -> Iterator[subprocess.Popen[bytes]]:
    """A thinker in another process that takes a question and never answers it."""
    command = [sys.executable, "-m", "tests.server.stuck_thinker", bus, str(in_hand), str(alive)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_thinker_that_is_killed_costs_one_question_again(bus: str, tmp_path: Path):
    async def tell() -> None:
        in_hand, jobs = tmp_path / "in hand", Jobs(connect(bus), QUEUE)
        with stuck(bus, in_hand, PATIENCE) as process:
            async with pool_on(bus) as pool:
                await until(lambda: ready(pool))
                (name,) = pool._thinkers
                asking = asyncio.create_task(pool.choose(question(), PATIENCE))
                await until(in_hand.exists)
                elsewhere = Elsewhere()
                elsewhere.may_answer.set()
                async with thinking(bus, elsewhere) as heir:
                    await until(lambda: len(pool._thinkers) == 2)
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    await jobs.leave(name)  # as if the time of its last sign of life were over
                    assert await asking == FAR
                    assert (len(elsewhere.asked), heir.work.taken_over) == (1, 1)
        await jobs.close()

    asyncio.run(tell())


def test_when_the_last_thinker_is_killed_its_question_is_answered_here(bus: str, tmp_path: Path):
    async def tell() -> None:
        in_hand = tmp_path / "in hand"
        with stuck(bus, in_hand, 3.0) as process:
            async with pool_on(bus) as pool:
                await until(lambda: ready(pool))
                asking = asyncio.create_task(pool.choose(question(), PATIENCE))
                await until(in_hand.exists)
                process.send_signal(signal.SIGKILL)
                assert await asking == HERE

    asyncio.run(tell())


def test_a_bus_that_is_lost_costs_nobody_an_answer_and_is_used_again_when_it_is_back():
    async def tell() -> None:
        elsewhere = Elsewhere()
        async with thinking(server.url, elsewhere), pool_on(server.url) as pool:
            await until(lambda: ready(pool))
            asking = asyncio.create_task(pool.choose(question(), PATIENCE))
            await until(lambda: elsewhere.asked)
            server.kill()
            assert await asking == HERE
            assert await pool.choose(question(), PATIENCE) == HERE
            elsewhere.may_answer.set()
            server.start()
            await until(lambda: ready(pool))
            assert await pool.choose(question(), PATIENCE) == FAR

    with running_redis() as server:
        asyncio.run(tell())


def test_a_server_with_a_bus_asks_thinkers_and_one_without_loads_nothing_of_it(bus: str, tmp_path: Path):
    async def pool_of(settings: Settings) -> Pool:
        return await Application(settings, cast(Any, None))._open_pool()

    async def tell() -> None:
        settings = Settings(tmp_path, "sqlite://")
        alone, shared = await pool_of(settings), await pool_of(replace(settings, bus=bus))
        assert type(alone) is Pool
        assert type(shared) is SharedPool
        await alone.close()
        await shared.close()

    asyncio.run(tell())
    code = "import sys, tabbytop.server.operating.serve; print([n for n in sys.modules if n.startswith('redis')])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_the_command_answers_as_the_workers_of_the_server_would(bus: str, postgres_url: str, tmp_path: Path):
    """The same answer to the same question and seed; a game at a server goes by it. It ends when it is told to."""

    async def from_afar(pool: SharedPool, ask: Callable[[Question], Awaitable[Any]]) -> Any:
        """An answer of the thinker, asked again if this machine is so busy that it was taken for dead."""
        for number in itertools.count():
            before = pool.outcomes["answered"]
            answer = await ask(asks(f"table {number}:0:head", level="alley-cat"))
            if pool.outcomes["answered"] > before:
                return answer
        return None

    async def weighed(pool: SharedPool, question: Question) -> Any:
        with suppress(NoThought):
            return (await pool.weigh(question, PATIENCE, SMALL)).candidates

    async def tell() -> None:
        worker, asked = Worker(), question("alley-cat")
        async with pool_on(bus) as pool:
            await until(lambda: ready(pool))
            try:
                move = await asyncio.to_thread(worker.ask, asked, PATIENCE)
                thought = await asyncio.to_thread(worker.weigh, asked, PATIENCE, SMALL)
                assert await from_afar(pool, lambda asked: pool.choose(asked, PATIENCE)) == move
                assert await from_afar(pool, lambda asked: weighed(pool, asked)) == thought.candidates
            finally:
                worker.stop()

    async def play() -> None:
        cold = faults.named(faults.stay_cold)
        with running(tmp_path, cold, database=postgres_url, bus=bus) as server:
            async with seated(server, ME, kitten(), options={"turn_limit": 3}) as (driver, *_):
                while await driver.play():
                    pass
                await hold_to_account(server, [driver])
            measures = request("GET", f"{server.address}/metrics", None)[1].decode()
            far = re.search(r'far_questions_total{outcome="answered"} (\d+)', measures)
            assert far is not None
            assert int(far[1]) > 0

    command = [sys.executable, "-m", "tabbytop", "think", "--bus", bus, "--workers", "1", "--game", "cat-cab"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as thinker:
        try:
            asyncio.run(tell())
            asyncio.run(play())
            thinker.send_signal(signal.SIGTERM)
            out, log = thinker.communicate(timeout=PATIENCE)
        finally:
            thinker.kill()
    assert thinker.returncode == 0
    assert re.fullmatch(r"No more questions are taken. \d+ questions answered.\n", out)
    assert "ready for questions about cat-cab" in log
    assert "Traceback" not in log
