"""The bus between server processes: Redis, or anything that speaks its publish and subscribe.

What is put on it may arrive or not; nothing depends on it for truth, which is in the log. Sending never waits: what
cannot be sent is dropped. When the connection is lost it is made again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from tabbytop.engine.errors import UserError

LOG = logging.getLogger("tabbytop.bus")
WAITING = 20_000
"""Envelopes that wait to be sent; more are dropped, the oldest first."""
AT_ONCE = 256
TRY_AGAIN = 0.2
"""Seconds between two attempts to connect."""
PATIENCE = 2.0
"""Seconds without an answer after which a connection is taken for dead."""
PREFIX = "tabbytop"

Hear = Callable[[bytes], None]


class Bus(Protocol):
    """A channel for each process, and one for all."""

    @property
    def is_up(self) -> bool:
        """Whether what is said now has a chance to arrive."""

    async def begin(self, server: str, hear: Hear) -> None:
        """Connect, and hear what is said to a process and to all."""

    def tell(self, server: str | None, data: bytes) -> None:
        """Say something to a process, or to all."""

    async def close(self) -> None:
        """Say and hear nothing any more."""


class RedisBus:
    """A bus over Redis."""

    def __init__(self, url: str, site: str) -> None:
        try:
            import redis.asyncio as redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ModuleNotFoundError:
            raise UserError("A bus needs the Python package redis: pip install 'tabbytop[cluster]'.") from None
        try:
            self._client: Any = redis.Redis.from_url(
                url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
            )
        except ValueError as problem:
            raise UserError(f"{url} is no address of a bus: {problem} Use redis://host:6379.") from None
        self._failures: tuple[type[Exception], ...] = (redis.RedisError, OSError, asyncio.TimeoutError)
        self._site = site
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._something = asyncio.Event()
        self._sends = self._hears = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_up(self) -> bool:
        """Whether what is said now has a chance to arrive, and an answer to come back."""
        return self._sends and self._hears

    async def begin(self, server: str, hear: Hear) -> None:
        """Connect, and hear what is said to a process and to all; a bus that is down is not waited for."""
        listening = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(server, hear, listening), name="bus in"),
            asyncio.create_task(self._send(), name="bus out"),
        ]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await listening.wait()

    def tell(self, server: str | None, data: bytes) -> None:
        """Say something to a process, or to all."""
        self._waiting.append((self._channel(server), data))
        self._something.set()

    async def close(self) -> None:
        """Send what waits, if that is quick; then say and hear nothing any more."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while self._waiting and self._sends:
                    await asyncio.sleep(0.005)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*self._failures):
            await self._client.aclose()

    def _channel(self, server: str | None) -> str:
        return f"{PREFIX}:{self._site}" if server is None else f"{PREFIX}:{self._site}:{server}"

    async def _listen(self, server: str, hear: Hear, listening: asyncio.Event) -> None:
        while True:
            subscription = self._client.pubsub()
            try:
                await subscription.subscribe(self._channel(server), self._channel(None))
                if listening.is_set():
                    LOG.info("the bus is heard again")
                self._hears = True
                listening.set()
                await self._hear_all(subscription, hear)
            except self._failures as problem:
                if self._hears:
                    LOG.warning("the bus cannot be heard: %s", problem)
            finally:
                self._hears = False
                with contextlib.suppress(*self._failures):
                    await subscription.aclose()
            await asyncio.sleep(TRY_AGAIN)

    async def _hear_all(self, subscription: Any, hear: Hear) -> None:
        """Hear what comes. Of all that all say one hears oneself, too; when even that stops, the line is dead."""
        while True:
            message = await subscription.get_message(timeout=PATIENCE)
            if message is None:
                raise OSError("nothing is heard any more, not even oneself")
            if message["type"] == "message":
                try:
                    hear(message["data"])
                except Exception:
                    LOG.exception("what was heard on the bus could not be handled")

    async def _send(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                try:
                    async with self._client.pipeline(transaction=False) as sending:
                        for channel, data in batch:
                            sending.publish(channel, data)
                        await sending.execute()
                    self._sends = True
                except self._failures as problem:
                    if self._sends:
                        LOG.warning("nothing can be said on the bus: %s", problem)
                    self._sends = False
                    self._waiting.clear()
                    await asyncio.sleep(TRY_AGAIN)
