"""An evening full of faults: parties play while the server is killed, restarted and starved, by a plan from a seed."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.chaos.parties import KINDS, Party, Verdict
from tests.server import faults
from tests.server.drivers import eventually
from tests.server.servers import Server

AT_ONCE = 6
"""Parties that play at the same time."""
WITH_BOTS = 2
"""Those of them with bots, who play only when they have had the time to get ready."""
CALM = 10
"""After so many kills there is a calm time, in which bots play too."""
HOME = 30.0
"""Seconds for those who still play when nothing more is to happen."""
PLANTED = (faults.stay_cold, faults.die_before_commit, faults.die_after_commit, faults.fill_disk, faults.hold_commits)
BETWEEN = {
    "watch": 4,
    "unwatch": 2,
    "leave_and_return": 1,
    "reset": 3,
    "close": 3,
    "fall_silent": 1,
    "spoil_messages": 2,
    "slow_down": 1,
    "heal": 3,
    "restart": 1,
    "fill_disk": 1,
    "hold_commits": 1,
}
"""What happens between two kills, and how often."""


def plan(seed: int, kills: int) -> list[str]:
    """What happens in an evening, one thing after the other: kills, and one to four other things before each."""
    chance = random.Random(seed)
    steps: list[str] = []
    for number in range(kills):
        if number % CALM == CALM - 1:
            steps.append("be_calm")
        steps += chance.choices(list(BETWEEN), list(BETWEEN.values()), k=chance.randint(1, 4))
        steps += chance.choices(["kill", "die_before_commit", "die_after_commit"], [6, 1, 1])
    return steps


@dataclass
class Evening:
    """What is known about an evening, also while it goes on."""

    server: Server
    seed: int
    verdicts: list[Verdict] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    """Seconds from a start of the server until everybody was connected again."""
    parties: list[Party] = field(default_factory=list)
    """Those that play now."""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed + 1)
        self._opened = 0
        self._begun: Counter[str] = Counter()

    @property
    def kills(self) -> int:
        return sum(self.happened[step] for step in ("kill", "die_before_commit", "die_after_commit"))

    async def spend(self, steps: list[str], seconds: float, advance: Callable[[], None]) -> None:
        """Carry out a plan, as far as the time allows; `advance` is called after every kill."""
        await asyncio.to_thread(self.server.start)
        until = time.monotonic() + seconds
        for step in steps:
            if time.monotonic() > until:
                break
            self._open_parties()
            await asyncio.sleep(self._chance.uniform(0.0, 0.5))
            await self._carry_out(step)
            self.happened[step] += 1
            if step in ("kill", "die_before_commit", "die_after_commit"):
                advance()
            await self._end_parties(lambda party: party.is_over)
        await self._see_home(until)

    async def _see_home(self, until: float) -> None:
        """Let those who still play come to the end, if the time allows, and hold everybody to account."""
        for party in self.parties:
            party.heal()
        left = max(HOME, until - time.monotonic())
        with contextlib.suppress(TimeoutError):
            await eventually(lambda: all(party.is_over for party in self.parties), left)
        await self._end_parties(lambda party: True)

    @property
    def finished(self) -> int:
        """Games that were played to the end, and whose records hold."""
        return sum(verdict.finished for verdict in self.verdicts)

    @property
    def played(self) -> set[str]:
        """The games that were played to the end."""
        return {KINDS[verdict.kind].game for verdict in self.verdicts if verdict.finished}

    async def look_back(self) -> None:
        """Say what can be said about parties that were interrupted; the server is down."""
        for party in self.parties:
            if party.is_ready:
                self.verdicts.append(await party.look_back())

    def _open_parties(self) -> None:
        while len(self.parties) < AT_ONCE:
            self._opened += 1
            crowded = sum(party.about.needs_bots for party in self.parties) >= WITH_BOTS
            kind = self._next_kind([name for name, kind in KINDS.items() if not (crowded and kind.needs_bots)])
            party = Party(self._opened, kind, self.server, random.Random(self._chance.random()))
            party.begin()
            self.parties.append(party)

    def _next_kind(self, fitting: list[str]) -> str:
        """A kind of party of which there were fewest so far: every game has its turn."""
        fewest = min(self._begun[name] for name in fitting)
        chosen = self._chance.choice([name for name in fitting if self._begun[name] == fewest])
        self._begun[chosen] += 1
        return chosen

    async def _end_parties(self, ends: Callable[[Party], bool]) -> None:
        ending = [party for party in self.parties if ends(party)]
        self.parties = [party for party in self.parties if party not in ending]
        for party in ending:
            self.verdicts.append(await party.end())

    async def _carry_out(self, step: str) -> None:
        match step:
            case "kill":
                self.server.kill()
                await self._start_again()
            case "restart":
                code = await asyncio.to_thread(self.server.stop)
                assert code == 0, f"the server ended with {code}"
                await self._start_again()
            case "be_calm":
                await self._be_calm()
            case "die_before_commit" | "die_after_commit":
                await self._die(step)
            case "fill_disk" | "hold_commits":
                with faults.during(self.server, getattr(faults, step)):
                    await asyncio.sleep(self._chance.uniform(0.1, 1.0))
            case _:
                self._trouble(step)

    def _trouble(self, step: str) -> None:
        """Let something happen to one party."""
        ready = [party for party in self.parties if party.is_ready and not party.is_over]
        if not ready:
            return
        party = self._chance.choice(ready)
        (getattr(party, step, None) or getattr(party.proxy, step))()

    async def _be_calm(self) -> None:
        """Wait until something has happened at every table, but not for ever."""
        clients = [party.drivers[0].client for party in self.parties if party.is_ready and not party.is_over]
        before = [client.seq for client in clients]
        with contextlib.suppress(TimeoutError):
            await eventually(lambda: all(c.seq > n or c.is_over for c, n in zip(clients, before, strict=True)), 20)

    async def _die(self, step: str) -> None:
        """Let the server die at its next commit."""
        assert self.server.process is not None
        with faults.during(self.server, getattr(faults, step)):
            try:
                await asyncio.to_thread(self.server.process.wait, 10)
            except subprocess.TimeoutExpired:  # nobody wrote anything
                self.server.kill()
        await self._start_again()

    async def _start_again(self) -> None:
        playing = [driver.client for party in self.parties if party.is_ready for driver in party.drivers]
        before = [client.connections for client in playing]
        await asyncio.sleep(self._chance.uniform(0.0, 0.3))
        await asyncio.to_thread(self.server.start)
        began = time.monotonic()
        with contextlib.suppress(TimeoutError):
            await eventually(lambda: all(c.connections > n for c, n in zip(playing, before, strict=True)), 20)
        self.back.append(time.monotonic() - began)
