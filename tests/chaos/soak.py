"""A soak: the same evening again and again in one server process, and what is left of it each time when all have gone.

Memory, open files, threads and tasks must not grow from one round to the next.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.chaos.parties import KINDS, Party, Verdict
from tests.server.drivers import eventually, measured
from tests.server.servers import Server

PARTIES = 6
TROUBLES = ("watch", "watch", "unwatch", "leave_and_return", "reset", "close", "spoil_messages", "heal")
SETTINGS = {"unload_after": 0.5, "tick": 0.5}
SPARE_FILES, SPARE_TASKS, SPARE_THREADS = 4, 2, 2
SPARE_MEMORY = 1.15
"""What may be left over: pools that fill by and by, and memory that the allocator keeps."""


@dataclass(frozen=True)
class Left:
    """What a server holds when nobody is there."""

    memory: int
    files: int
    threads: int
    tasks: int

    @classmethod
    def of(cls, server: Server) -> Left:
        assert server.process is not None
        own = f"/proc/{server.process.pid}"
        files, threads = len(os.listdir(f"{own}/fd")), len(os.listdir(f"{own}/task"))
        return cls(server.memory(), files, threads, int(measured(server, "tasks")))


@dataclass
class Soak:
    """What is known about a soak, also while it goes on."""

    server: Server
    seed: int
    left: list[Left] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    async def run(self, rounds: int, seconds: float, advance: Callable[[], None]) -> None:
        """So many rounds of so many seconds of play."""
        await asyncio.to_thread(self.server.start)
        for number in range(rounds):
            await self._round(random.Random(self.seed + number), seconds)
            await eventually(lambda: measured(self.server, "tables_awake") == 0)
            await eventually(lambda: measured(self.server, 'connections{kind="socket"}') == 0)
            self.left.append(Left.of(self.server))
            advance()
        assert self.server.stop() == 0

    async def _round(self, chance: random.Random, seconds: float) -> None:
        parties = [
            Party(number, chance.choice(list(KINDS)), self.server, random.Random(chance.random()))
            for number in range(PARTIES)
        ]
        for party in parties:
            party.begin()
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until:
            await asyncio.sleep(chance.uniform(0, 0.3))
            party, trouble = chance.choice(parties), chance.choice(TROUBLES)
            if party.is_ready and not party.is_over:
                (getattr(party, trouble, None) or getattr(party.proxy, trouble))()
        for party in parties:
            self.verdicts.append(await party.end())

    def problems(self) -> list[str]:
        """What grew, by the second round and the last: in the first one everything is set up."""
        if len(self.left) < 3:
            return []
        before, after = self.left[1], self.left[-1]
        grown = {
            "memory": after.memory > before.memory * SPARE_MEMORY,
            "files": after.files > before.files + SPARE_FILES,
            "threads": after.threads > before.threads + SPARE_THREADS,
            "tasks": after.tasks > before.tasks + SPARE_TASKS,
        }
        return [f"{what} grew: {getattr(before, what)} to {getattr(after, what)}" for what in grown if grown[what]]
