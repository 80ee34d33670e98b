"""How long visitors of other servers wait for a table whose server dies, or is stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tabbytop.client import new_key
from tabbytop.server.protocol import messages
from tests.cluster.members import Member
from tests.cluster.night import Cluster
from tests.cluster.test_faults import play_on, seated_at
from tests.server.drivers import hold_to_account

LONGEST = {"killed": 5.0, "stopped": 1.0}
"""Seconds that nobody at another server should wait longer, by what happened to the one of the table."""


@dataclass
class Takeovers:
    """Seconds from the end of a server to the next command that is acknowledged at another one."""

    cluster: Cluster
    killed: list[float] = field(default_factory=list)
    stopped: list[float] = field(default_factory=list)

    @property
    def late(self) -> list[str]:
        """What took too long."""
        return [
            f"a server was {what}, and a command at another one waited for {seconds:.2f} s instead of {longest:g}"
            for what, longest in LONGEST.items()
            for seconds in getattr(self, what)
            if seconds > longest
        ]

    async def run(self, rounds: int, advance: Callable[[], None]) -> None:
        """Time so many deaths, and so many hand-overs."""
        await asyncio.to_thread(self.cluster.start)
        for end, seconds in ((self._kill, self.killed), (self._stop, self.stopped)):
            for _ in range(rounds):
                seconds.append(await self._time(end))
                advance()

    async def _time(self, end: Callable[[Member], asyncio.Future[object]]) -> float:
        first, second, _ = self.cluster.members
        async with seated_at(first, second) as drivers:
            await play_on(drivers, 4)
            ending = end(first)
            began = time.monotonic()
            worst = 0.0
            while not ending.done() or time.monotonic() - began < 0.5:
                asked = time.monotonic()
                await drivers[1].send(messages.Say(new_key(), "hello"))
                worst = max(worst, time.monotonic() - asked)
            await ending
            await asyncio.to_thread(first.start)
            await play_on(drivers, 4)
            await hold_to_account(second, drivers)
            return worst

    @staticmethod
    def _kill(member: Member) -> asyncio.Future[object]:
        return asyncio.ensure_future(asyncio.to_thread(member.kill))

    @staticmethod
    def _stop(member: Member) -> asyncio.Future[object]:
        return asyncio.ensure_future(asyncio.to_thread(member.stop))
