"""A crowd: bots play many games at once, and a few people at other tables measure how soon they are answered."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tabbytop.client import new_key
from tabbytop.server.protocol import messages
from tests.server.drivers import ME, bot, hold_last_sight_to_account, seated
from tests.server.servers import Server

PEOPLE = 4
SETTINGS = {"bot_pause": 0.3, "bot_rate": 80.0, "workers": 1}
"""As a server on two cores runs by default."""


@dataclass
class Crowd:
    """What is known about a crowd, also while it is there."""

    server: Server
    seconds: list[float] = field(default_factory=list)
    """How long commands of people took, from sending them to the answer."""
    moves: int = 0
    """Events that bots led to meanwhile."""

    async def gather(self, games: int, duration: float, advance: Callable[[], None]) -> None:
        """So many games of bots, for so many seconds."""
        await asyncio.to_thread(self.server.start)
        async with contextlib.AsyncExitStack() as stack:
            watched = []
            for seed in range(games):
                (driver,) = await stack.enter_async_context(seated(self.server, ME, bot("alley-cat"), seed=seed))
                await driver.send(messages.Leave(new_key()))  # bots play on both seats
                watched.append(driver)
                advance()
            people = [(await stack.enter_async_context(seated(self.server, ME, ME)))[0] for _ in range(PEOPLE)]
            before = sum(driver.client.seq for driver in watched)
            until = time.monotonic() + duration
            while time.monotonic() < until:
                for driver in people:
                    began = time.monotonic()
                    await driver.send(driver.any_move())
                    self.seconds.append(time.monotonic() - began)
                    await asyncio.sleep(0.02)
            self.moves = sum(driver.client.seq for driver in watched) - before
            assert await asyncio.to_thread(self.server.stop) == 0
            for driver in (*people, *watched):
                await hold_last_sight_to_account(self.server, driver)

    def share(self, part: float) -> float:
        """The time within which so large a part of the commands was answered."""
        return sorted(self.seconds)[int(part * (len(self.seconds) - 1))] if self.seconds else 0.0
