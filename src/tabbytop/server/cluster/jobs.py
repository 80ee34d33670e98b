"""A queue of jobs on Redis, for work that one process wants done and any other may do. Knows no game.

Every kind of job has a name, and under it a stream for each priority; workers share them as a group. A job that a
worker had when it died goes to another one, so a job may be done twice: whoever asked takes the first result and drops
the rest. Results go to a list of whoever asked for them, if anybody did. Nothing here is the truth about anything: when
Redis loses it all, whoever waits for a result has to help itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabbytop.engine.errors import UserError

PREFIX = "tabbytop:jobs"
GROUP = "workers"
PRIORITIES = 3
"""0 goes first."""
MOST_TRIES = 3
"""How many workers may die of a job before it counts as failed."""
ALIVE = 3.0
"""Seconds after which a worker that was not heard of is taken for dead, and its jobs are given to others."""
PATIENCE = 2.0
"""Seconds without an answer after which Redis is taken for gone."""
WAIT = 1.0
"""Seconds for which Redis is asked to wait for something to come."""
MOST_KEPT = 10_000
"""Jobs that a stream keeps; older ones are forgotten."""
KEPT = 60
"""Seconds that results wait for somebody who does not come for them."""


ID = 16
"""Letters of the id of a job."""


def new_id() -> str:
    """An id for a job, or for somebody who asks or works."""
    return secrets.token_hex(ID // 2)


class Lost(Exception):
    """Redis cannot be reached, or answers nonsense."""


@dataclass(frozen=True)
class Job:
    """Something to be done, in the hands of a worker."""

    id: str
    """Made by whoever asks."""
    payload: bytes
    asker: str
    """Who waits for the result; nobody if empty."""
    stream: str
    entry: str
    """Where it is in the stream."""
    is_stale: bool = False
    """Whether nobody waits for it any more."""


@dataclass(frozen=True)
class Result:
    """What came of a job; a job that killed every worker that tried has no payload."""

    job: str
    payload: bytes | None


def connect(url: str) -> Any:
    """A client of Redis. Nothing is sent yet."""
    try:
        import redis.asyncio as redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError:
        raise UserError("A bus needs the Python package redis: pip install 'tabbytop[cluster]'.") from None
    limits: dict[str, Any] = {"socket_timeout": WAIT + PATIENCE, "socket_connect_timeout": PATIENCE}
    try:
        return redis.Redis.from_url(url, protocol=2, retry=Retry(NoBackoff(), 0), **limits)
    except ValueError as problem:
        raise UserError(f"{url} is no address of a bus: {problem} Use redis://host:6379.") from None


class Jobs:
    """The jobs of one name. Every method raises `Lost` where Redis does not do its part."""

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = f"{PREFIX}:{name}"
        self._streams = [f"{self._name}:{priority}" for priority in range(PRIORITIES)]

    async def close(self) -> None:
        """Leave Redis alone."""
        await self._client.aclose()

    # ------------------------------------------------------------ for those who ask

    async def put(self, job: str, payload: bytes, priority: int = 0, *, seconds: float, asker: str = "") -> None:
        """Ask for something to be done, which nobody waits for any more after so many seconds."""
        fields = {"job": job, "payload": payload, "asker": asker, "ms": int(1000 * seconds)}
        await self._do(self._client.xadd(self._streams[priority], fields, maxlen=MOST_KEPT))

    async def results(self, asker: str) -> list[Result]:
        """What has come for somebody; waits a little for it."""
        found = await self._do(self._client.blpop([self._replies(asker)], timeout=WAIT))
        results = []
        while found is not None:
            job, done, payload = found[-1][:ID], found[-1][ID : ID + 1], found[-1][ID + 1 :]
            results.append(Result(job.decode(errors="replace"), payload if done == b"+" else None))
            more = await self._do(self._client.lpop(self._replies(asker)))
            found = None if more is None else (more,)
        return results

    async def workers(self) -> dict[str, bytes]:
        """Who is alive to do such jobs, with what each has said about itself."""
        names = sorted(name.decode() for name in await self._do(self._client.smembers(f"{self._name}:workers")))
        if not names:
            return {}
        said = await self._do(self._client.mget([self._beat_of(name) for name in names]))
        found = {name: words for name, words in zip(names, said, strict=True) if words is not None}
        if gone := [name for name in names if name not in found]:
            await self._do(self._client.srem(f"{self._name}:workers", *gone))
        return found

    # ------------------------------------------------------------ for those who do it

    async def beat(self, worker: str, words: bytes) -> None:
        """Say that a worker is alive, and something about it; to be said again within `ALIVE` seconds."""
        async with self._client.pipeline(transaction=True) as line:
            line.set(self._beat_of(worker), words, px=int(1000 * ALIVE))
            line.sadd(f"{self._name}:workers", worker)
            await self._do(line.execute())

    async def leave(self, worker: str) -> None:
        """Say that a worker does no more jobs."""
        async with self._client.pipeline(transaction=True) as line:
            line.delete(self._beat_of(worker))
            line.srem(f"{self._name}:workers", worker)
            await self._do(line.execute())

    async def take(self, worker: str) -> list[Job]:
        """The next job, the most urgent first; waits a little for it.

        Seldom more than one, of different priorities: what comes while a worker waits is given to it at once.
        """
        for stream in self._streams:
            if jobs := await self._read(worker, {stream: ">"}, None):
                return jobs
        return await self._read(worker, dict.fromkeys(self._streams, ">"), int(1000 * WAIT))

    async def finish(self, job: Job, payload: bytes | None) -> None:
        """Give the result to whoever waits for it; the job is done. None: it cannot be done."""
        async with self._client.pipeline(transaction=True) as line:
            if job.asker:
                line.rpush(self._replies(job.asker), job.id.encode() + (b"-" if payload is None else b"+" + payload))
                line.expire(self._replies(job.asker), KEPT)
            line.xack(job.stream, GROUP, job.entry)
            line.xdel(job.stream, job.entry)
            await self._do(line.execute())

    async def take_over(self, worker: str) -> list[Job]:
        """The jobs of workers that are not alive any more; those that have killed too many are given up."""
        alive = {*await self.workers(), _owner(worker)}
        found = []
        for stream in self._streams:
            pending = await self._pending(stream)
            if pending is None:
                continue
            for entry in pending:
                if _owner(entry["consumer"].decode()) in alive:
                    continue
                # whoever is first resets the time; another who saw the same gets nothing
                idle = min(entry["time_since_delivered"], int(1000 * ALIVE))
                claimed = await self._do(self._client.xclaim(stream, GROUP, worker, idle, [entry["message_id"]]))
                jobs = await self._jobs(stream, claimed)
                if entry["times_delivered"] < MOST_TRIES:
                    found += jobs
                    continue
                for job in jobs:
                    await self.finish(job, None)
            await self._forget_dead(stream, alive)
        return found

    async def _forget_dead(self, stream: str, alive: set[str]) -> None:
        """Redis remembers every worker that ever was, until it is told not to."""
        for consumer in await self._do(self._client.xinfo_consumers(stream, GROUP)):
            if _owner(consumer["name"].decode()) not in alive and not consumer["pending"]:
                await self._do(self._client.xgroup_delconsumer(stream, GROUP, consumer["name"]))

    # ------------------------------------------------------------ streams

    async def _read(self, worker: str, streams: dict[str, str], wait: int | None) -> list[Job]:
        try:
            answer = await self._do(self._client.xreadgroup(GROUP, worker, streams, count=1, block=wait))
        except NoGroup:
            await self._begin_groups()
            return await self._read(worker, streams, wait)
        found: list[Job] = []
        for stream, entries in answer or ():
            found += await self._jobs(stream.decode(), entries)
        return found

    async def _pending(self, stream: str) -> list[dict[str, Any]] | None:
        """What workers have in hand; None if there is no such group."""
        try:
            found: list[dict[str, Any]] = await self._do(self._client.xpending_range(stream, GROUP, "-", "+", 1000))
        except NoGroup:
            return None
        return found

    async def _jobs(self, stream: str, entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> list[Job]:
        if not entries:
            return []
        seconds, micros = await self._do(self._client.time())
        now = 1000 * seconds + micros // 1000
        found = []
        for entry, fields in entries:
            if not fields:  # it was removed meanwhile
                await self._do(self._client.xack(stream, GROUP, entry))
                continue
            put = int(entry.partition(b"-")[0])  # by the clock of Redis, like now
            stale = now > put + int(fields[b"ms"])
            names = (fields[b"job"].decode(), fields[b"payload"], fields[b"asker"].decode())
            found.append(Job(*names, stream, entry.decode(), stale))
        return found

    async def _begin_groups(self) -> None:
        """Make the streams and their group, which Redis has not or has lost."""
        for stream in self._streams:
            try:
                await self._do(self._client.xgroup_create(stream, GROUP, id="0", mkstream=True))
            except HasGroup:
                continue

    def _replies(self, asker: str) -> str:
        return f"{self._name}:results:{asker}"

    def _beat_of(self, worker: str) -> str:
        return f"{self._name}:worker:{worker}"

    async def _do(self, answer: Any) -> Any:
        import redis

        try:
            return await answer
        except redis.ResponseError as problem:
            if str(problem).startswith("NOGROUP"):
                raise NoGroup from None
            if str(problem).startswith("BUSYGROUP"):
                raise HasGroup from None
            raise Lost(str(problem)) from None
        except (TimeoutError, redis.RedisError, OSError) as problem:
            raise Lost(str(problem) or type(problem).__name__) from None


def _owner(consumer: str) -> str:
    """A worker may do several jobs at a time, as "name/0", "name/1" and so on; it lives and dies by its name."""
    return consumer.partition("/")[0]


class NoGroup(Lost):
    """The group of the workers is not there yet, or not any more."""


class HasGroup(Lost):
    """The group of the workers is there already."""
