"""Slices of work: makes the answers that grow with a game: logs, records, moments, tables that begin from another game.

There is one scheduler for all tables, so that readers never take more of the event loop than their share. It works for
two milliseconds, rests while others get their turn, and goes round the answers in the making, of which each network has
a few. What an answer costs is counted against the network that asked.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar
from weakref import WeakValueDictionary

from tabbytop.engine.steps import Steps
from tabbytop.server.http import limits
from tabbytop.server.http.limits import Limit
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.runtime.pace import SLICE
from tabbytop.server.tables.refusals import Rejected

REST = 2.0
"""Times the work that a slice was; long answers never take more than a third of the event loop."""
YIELDING = 2.0
"""Times the lateness of the event loop at the last rest, by which the next one is longer: on a busy machine readers
wait, and not those who play."""
LONGEST_REST = 0.02
"""Seconds."""
TICK = 0.001
"""Seconds by which timers are late when nothing else happens."""
SENDING = 0.002
"""Seconds that sending a long answer takes, roughly."""
UNIT = 0.01
"""Seconds of work that count as one more answer."""
AT_ONCE = 4
"""Answers in the making for one network."""
BUSY = "Too many long answers for your address; try again in a moment."

T = TypeVar("T")


class SliceScheduler:
    """Makes long answers, a slice at a time."""

    def __init__(self, generosity: float, metrics: Metrics) -> None:
        self._metrics = metrics
        self._limit = Limit(limits.LONG_ANSWERS.times(generosity))
        self._most_waiting = limits.LONG_ANSWERS_WAITING * generosity
        self._waiting: Counter[str] = Counter()
        self._turn = asyncio.Lock()
        self._late = 0.0
        self._slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def make(self, network: str, steps: Steps[T]) -> T:
        """Go through the steps for somebody in a network; refuses networks that have asked for too much."""
        async with self._one_of(network):
            spent = SENDING
            while True:
                async with self._turn:
                    began = time.perf_counter()
                    done, result = _slice(steps, began + SLICE)
                    worked = time.perf_counter() - began
                    spent += worked
                    await self._rest(worked + (SENDING if done else 0.0))
                if done:
                    self._limit.spend(network, spent / UNIT)
                    self._metrics.long_answer_seconds.observe(spent - SENDING)
                    assert result is not None
                    return result[0]

    async def _rest(self, worked: float) -> None:
        """Let others have the event loop, for longer if they waited for it."""
        rest = min(LONGEST_REST, REST * worked + YIELDING * self._late)
        began = time.perf_counter()
        await asyncio.sleep(rest)
        self._late = max(0.0, time.perf_counter() - began - rest - TICK)

    @asynccontextmanager
    async def _one_of(self, network: str) -> AsyncIterator[None]:
        """Wait until those of the same network who came before have their answers."""
        wait = self._limit.wait(network) or float(self._waiting[network] >= self._most_waiting)
        if wait:
            self._metrics.limited.labels(self._limit.rate.name).inc()
            raise Rejected("slow_down", BUSY, retry_after=round(wait, 3))
        slot = self._slots.setdefault(network, asyncio.Semaphore(AT_ONCE))
        self._waiting[network] += 1
        try:
            async with slot:
                yield
        finally:
            self._waiting[network] -= 1
            if not self._waiting[network]:
                del self._waiting[network]


def _slice(steps: Steps[T], until: float) -> tuple[bool, tuple[T] | None]:
    """Go on until a moment, or to the end; whether that was reached, and what came of it."""
    try:
        while time.perf_counter() < until:
            next(steps)
    except StopIteration as end:
        return True, (end.value,)
    return False, None
