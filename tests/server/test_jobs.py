"""The queue of jobs on a real Redis: order, lost workers, and a Redis that has forgotten everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tabbytop.engine.errors import UserError
from tabbytop.server.cluster import jobs as queue
from tabbytop.server.cluster.fairness import FairQueue
from tabbytop.server.cluster.jobs import Job, Jobs, Lost, connect, new_id
from tests.patience import PATIENCE
from tests.server.redis_servers import RedisServer


@pytest.fixture(autouse=True)
def _slow_machine(monkeypatch) -> None:
    """However busy this machine is, nobody is taken for dead who is not."""
    for name in ("ALIVE", "PATIENCE"):
        monkeypatch.setattr(queue, name, PATIENCE)


@asynccontextmanager
async def opened(server: RedisServer) -> AsyncIterator[Jobs]:
    jobs = Jobs(connect(server.url), new_id())
    try:
        yield jobs
    finally:
        await jobs.close()


async def taken(jobs: Jobs, worker: str) -> Job:
    """The next job; the streams are made by whoever comes first."""
    while not (found := await jobs.take(worker)):
        pass
    (job,) = found
    return job


def test_the_most_urgent_job_is_first_and_its_result_goes_to_whoever_asked(redis_server: RedisServer):
    async def tell() -> None:
        async with opened(redis_server) as jobs:
            names = {priority: new_id() for priority in (2, 1, 0)}
            for priority, name in names.items():
                await jobs.put(name, b"do %d" % priority, priority, seconds=60, asker=f"asker {priority}")
            for priority in (0, 1, 2):
                job = await taken(jobs, "worker/0")
                assert (job.id, job.payload, job.is_stale) == (names[priority], b"do %d" % priority, False)
                await jobs.finish(job, b"done")
                assert await jobs.results(f"asker {priority}") == [queue.Result(job.id, b"done")]
            assert await jobs.results("asker 0") == []
            assert await jobs.take("worker/0") == []

    asyncio.run(tell())


def test_a_job_that_nobody_waits_for_any_more_is_known_by_the_clock_of_redis(redis_server: RedisServer):
    async def tell() -> None:
        async with opened(redis_server) as jobs:
            await jobs.put(new_id(), b"", seconds=-1)
            assert (await taken(jobs, "worker/0")).is_stale

    asyncio.run(tell())


def test_the_job_of_a_dead_worker_goes_to_one_other_and_that_of_a_living_one_to_nobody(redis_server: RedisServer):
    async def tell() -> None:
        async with opened(redis_server) as jobs:
            for worker in ("living", "one", "two"):
                await jobs.beat(worker, b"")
            for _ in range(2):
                await jobs.put(new_id(), b"", seconds=60)
            await taken(jobs, "living/0")
            lost = await taken(jobs, "dead/0")
            claims = await asyncio.gather(jobs.take_over("one/0"), jobs.take_over("two/0"))
            ((job,),) = (claim for claim in claims if claim)
            assert job == lost
            assert set(await jobs.workers()) == {"living", "one", "two"}

    asyncio.run(tell())


def test_a_job_that_kills_every_worker_is_given_up(redis_server: RedisServer):
    async def tell() -> None:
        async with opened(redis_server) as jobs:
            name = new_id()
            await jobs.put(name, b"", seconds=60, asker="asker")
            await taken(jobs, "dead 0/0")
            for turn in range(1, queue.MOST_TRIES):
                assert len(await jobs.take_over(f"dead {turn}/0")) == 1
            assert await jobs.take_over("living/0") == []
            assert await jobs.results("asker") == [queue.Result(name, None)]
            assert await jobs.take_over("living/0") == []

    asyncio.run(tell())


def test_a_redis_that_has_forgotten_everything_is_used_on(redis_server: RedisServer):
    async def tell() -> None:
        async with opened(redis_server) as jobs:
            await jobs.put(new_id(), b"before", seconds=60)
            await taken(jobs, "worker/0")
            await jobs._client.flushall()
            assert await jobs.take_over("worker/0") == []
            await jobs.put(new_id(), b"after", seconds=60)
            assert (await taken(jobs, "worker/0")).payload == b"after"

    asyncio.run(tell())


def test_a_redis_that_is_not_there_is_told():
    async def tell() -> None:
        jobs = Jobs(connect("redis://127.0.0.1:1"), "nothing")
        with pytest.raises(Lost):
            await jobs.take("worker/0")
        await jobs.close()

    asyncio.run(tell())
    with pytest.raises(UserError, match="is no address of a bus"):
        connect("http://somewhere")


def test_tables_take_turns_and_urgent_things_go_first():
    waiting: FairQueue[str] = FairQueue(3)
    for thing in ("greedy 1", "greedy 2", "greedy 3", "modest 1", "third 1"):
        waiting.add(1, thing.split()[0], thing)
    waiting.add(2, "late", "review")
    waiting.add(0, "greedy", "greedy move")
    waiting.remove("third 1")
    assert len(waiting) == 6
    allowed = [waiting.pop(lambda table: table != "greedy"), waiting.pop(lambda table: table != "greedy")]
    assert allowed == ["modest 1", "review"]
    waiting.add(1, "modest", "modest 2")
    rest = [waiting.pop(lambda table: True) for _ in range(6)]
    assert rest == ["greedy move", "greedy 1", "modest 2", "greedy 2", "greedy 3", None]
