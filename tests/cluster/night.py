"""A night full of faults between servers: parties of all games play through a proxy that leads to any of three servers,
while servers, database and bus are killed, stopped, paused and cut off from each other, by a plan from a seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabbytop.client import ServerClient
from tests.chaos.parties import KINDS, Party, Verdict
from tests.cluster.members import QUICK, Member
from tests.cluster.proxies import Proxy, proxy_to_postgres, proxy_to_redis
from tests.server.databases import Postgres
from tests.server.drivers import eventually
from tests.server.redis_servers import RedisServer

SERVERS = 3
A_WHILE = 40
"""Commands after which a party that does not play to the end is held to account."""
HOME = 120.0
"""Seconds for those who still play when nothing more is to happen."""
FAULTS = {
    "kill_server": 4,
    "stop_server": 3,
    "pause_server": 3,
    "kill_redis": 2,
    "kill_postgres": 2,
    "cut_off_from_postgres": 3,
    "cut_off_from_redis": 3,
}
"""What happens, and how often."""


def plan(seed: int, faults: int) -> list[str]:
    """What happens in a night, one thing after the other."""
    chance = random.Random(seed)
    names = list(FAULTS)
    steps = [names[number % len(names)] for number in range(min(faults, len(names)))]
    steps += chance.choices(names, list(FAULTS.values()), k=faults - len(steps))
    chance.shuffle(steps)
    return steps


class Front:
    """The proxy in front: each new connection is led to one of the servers that run."""

    def __init__(self, members: list[Member], chance: random.Random) -> None:
        self._members = members
        self._chance = chance
        self._server: asyncio.Server | None = None

    async def begin(self) -> int:
        """Listen; the port."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def end(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        running = [member for member in self._members if member.is_running]
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._chance.choice(running).port)
        except (OSError, IndexError):
            writer.close()
            return
        with contextlib.suppress(OSError):
            await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        for each in (writer, far_writer):
            each.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


class Cluster:
    """Three servers with a proxy each to one Postgres and one Redis, and one in front: to parties it is a server."""

    def __init__(self, folder: Path, postgres: Postgres, redis: RedisServer, **settings: Any) -> None:
        self.postgres, self.redis = postgres, redis
        self.database = postgres.create()
        self.port = 0
        self._stack = contextlib.ExitStack()
        self.to_postgres: list[Proxy] = []
        self.to_redis: list[Proxy] = []
        self.members: list[Member] = []
        for number in range(SERVERS):
            one, database = self._stack.enter_context(proxy_to_postgres(self.database, folder / f"proxy-{number}"))
            two, bus = self._stack.enter_context(proxy_to_redis(redis.port))
            self.to_postgres.append(one)
            self.to_redis.append(two)
            place = folder / f"server-{number}"
            self.members.append(Member(place, *QUICK, database=database, bus=bus, **settings))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, token: str | None = None) -> ServerClient:
        return ServerClient(self.address, token)

    def problems(self) -> list[str]:
        return [problem for member in self.members for problem in member.problems()]

    def start(self) -> None:
        for member in self.members:
            member.start()

    def close(self) -> None:
        """Leave nothing behind."""
        for member in self.members:
            member.end()
        self._stack.close()


@dataclass
class Night:
    """What is known about a night, also while it goes on."""

    cluster: Cluster
    seed: int
    tables: int
    at_once: int
    whole: float = 1.0
    """The share of the parties that play to the end; the others leave after a while, wherever the game is then."""
    outage: float = 0.0
    """Seconds for which the bus is gone when it is killed the first time."""
    verdicts: list[Verdict] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    parties: list[Party] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed + 1)
        self._opened = 0
        self._begun: Counter[str] = Counter()
        self._until = math.inf

    @property
    def faults(self) -> int:
        return sum(self.happened.values())

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._until

    @property
    def wrong(self) -> list[Verdict]:
        """Tables with something wrong."""
        return [verdict for verdict in self.verdicts if verdict.problem]

    @property
    def finished(self) -> int:
        """Games that were played to the end, and whose records hold."""
        return sum(verdict.finished for verdict in self.verdicts)

    @property
    def played(self) -> set[str]:
        """The games that were played to the end."""
        return {KINDS[verdict.kind].game for verdict in self.verdicts if verdict.finished}

    async def spend(self, steps: list[str], advance: Callable[[], None], seconds: float = math.inf) -> None:
        """Carry out a plan, with so many tables; `advance` is called after every fault. What has not begun after so
        many seconds does not begin any more: those who play then are held to account."""
        self._until = time.monotonic() + seconds
        await asyncio.to_thread(self.cluster.start)
        front = Front(self.cluster.members, self._chance)
        self.cluster.port = await front.begin()
        try:
            for number, step in enumerate(steps):
                if self.is_late:
                    break
                self._open_parties(round(self.tables * (number + 1) / len(steps)))
                await asyncio.sleep(self._chance.uniform(0.2, 1.0))
                await getattr(self, f"_{step}")()
                self.happened[step] += 1
                self._hop()
                advance()
                await self._end_parties(self._has_played)
            await self._see_home()
        finally:
            front.end()

    async def _see_home(self) -> None:
        """Open the tables that are left, and hold everybody to account."""
        while self._opened < self.tables and not self.is_late:
            self._open_parties(self.tables)
            await asyncio.sleep(0.1)
            await self._end_parties(self._has_played)
        for party in self.parties:
            party.heal()
        with contextlib.suppress(TimeoutError):
            await eventually(lambda: all(map(self._has_played, self.parties)), HOME)
        await self._end_parties(lambda party: True)

    async def look_back(self) -> None:
        """Say what can be said about parties that were interrupted."""
        for party in self.parties:
            if party.is_ready:
                self.verdicts.append(await party.look_back())

    def _open_parties(self, most: int) -> None:
        while len(self.parties) < self.at_once and self._opened < most:
            self._opened += 1
            server: Any = self.cluster  # a server to all that parties ask of one
            party = Party(self._opened, self._next_kind(), server, random.Random(self._chance.random()))
            party.begin()
            self.parties.append(party)

    def _has_played(self, party: Party) -> bool:
        """Whether a party has played as long as it wanted to."""
        if party.number * self.whole % 1 < self.whole or not party.is_ready:  # every so many play to the end
            return party.is_over
        return party.is_over or sum(len(driver.done) for driver in party.drivers) >= A_WHILE

    def _next_kind(self) -> str:
        fewest = min(self._begun[name] for name in KINDS)
        chosen = self._chance.choice([name for name in KINDS if self._begun[name] == fewest])
        self._begun[chosen] += 1
        return chosen

    async def _end_parties(self, ends: Callable[[Party], bool]) -> None:
        ending = [party for party in self.parties if ends(party)]
        self.parties = [party for party in self.parties if party not in ending]
        self.verdicts += await asyncio.gather(*(party.end() for party in ending))

    def _hop(self) -> None:
        """Some lose their connections, and come back at another server."""
        for party in self.parties:
            if party.is_ready and self._chance.random() < 0.3:
                party.proxy.reset()

    # ------------------------------------------------------------ faults

    async def _for_a_while(self, longest: float) -> None:
        await asyncio.sleep(self._chance.uniform(0.2, longest))

    async def _kill_server(self) -> None:
        member = self._chance.choice(self.cluster.members)
        member.kill()
        await self._for_a_while(4.0)
        await asyncio.to_thread(member.start)

    async def _stop_server(self) -> None:
        member = self._chance.choice(self.cluster.members)
        code = await asyncio.to_thread(member.stop)
        assert code == 0, f"a server ended with {code}"
        await self._for_a_while(1.0)
        await asyncio.to_thread(member.start)

    async def _pause_server(self) -> None:
        """Beyond its lease, mostly."""
        member = self._chance.choice(self.cluster.members)
        member.pause()
        await self._for_a_while(6.0)
        member.resume()

    async def _kill_redis(self) -> None:
        self.cluster.redis.kill()
        if not self.happened["kill_redis"]:
            await asyncio.sleep(self.outage)
        await self._for_a_while(3.0)
        await asyncio.to_thread(self.cluster.redis.start)

    async def _kill_postgres(self) -> None:
        await asyncio.to_thread(self.cluster.postgres.kill)
        await self._for_a_while(2.0)
        await asyncio.to_thread(self.cluster.postgres.start)

    async def _cut_off_from_postgres(self) -> None:
        await self._cut(self._chance.choice(self.cluster.to_postgres), 6.0)

    async def _cut_off_from_redis(self) -> None:
        await self._cut(self._chance.choice(self.cluster.to_redis), 4.0)

    async def _cut(self, proxy: Proxy, longest: float) -> None:
        """Mended, a proxy may bring what was held up, or have forgotten its connections."""
        proxy.cut()
        await self._for_a_while(longest)
        if self._chance.random() < 0.5:
            proxy.reset()
        proxy.mend()
