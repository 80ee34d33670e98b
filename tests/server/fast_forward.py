"""Races faster than real time: the real registry with its tables in an event loop that jumps to whatever comes next.

Only the database, the sockets and the wall clock are others: events are kept in memory, people listen and send by
links with a round trip of one's choice, and time passes only when everybody waits. So a race takes as long as it takes
to compute, and comes out the same however busy the machine is.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import selectors
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from tabbytop.bots.pool import Readiness
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime import audience, race_scheduler, registry, room, scheduler
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.runtime.room import Room
from tabbytop.server.storage.store import Card, Conflict, Entry, Hold
from tabbytop.server.tables.seating import Person

T = TypeVar("T")
A_TRIFLE = 1e-7
"""Seconds between two messages that travel together."""
LONG = 1e6
"""Seconds that no test lasts."""


class Skipping(selectors.SelectSelector):
    """Waits for nothing: where there is nothing to do yet, time passes at once."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits for something that will never come"
            self.now += max(0.0, timeout)
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop with a time of its own."""

    def __init__(self) -> None:
        self._skipping = Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.now


class Shelf:
    """Events in memory, with the manners of a store."""

    def __init__(self, other: Shelf | None = None) -> None:
        self.logs = {table: list(log) for table, log in other.logs.items()} if other else {}
        self.snapshots = dict(other.snapshots) if other else {}

    async def append(self, table: str, entries: Sequence[Entry], card: Card, **_: Any) -> None:
        log = self.logs.setdefault(table, [])
        keys = {entry.key for entry in log if entry.key is not None}
        if entries[0].seq != len(log) + 1 or any(entry.key in keys for entry in entries):
            raise Conflict(table)
        log.extend(entries)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return self.logs.get(table, [])[after:]

    async def by_key(self, table: str, key: str) -> Entry | None:
        return next((entry for entry in self.logs.get(table, []) if entry.key == key), None)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        return self.snapshots.get(table)

    async def save_snapshot(self, table: str, seq: int, body: bytes, hold: Hold | None = None) -> None:
        self.snapshots[table] = (seq, body)


class Pool:
    """Bots of turns have nothing to do here."""

    def on_change(self, callback: Callable[[str], None]) -> None:
        pass

    def readiness(self, game: str) -> Readiness:
        return Readiness("ready")


class World:
    """A registry in which time can be skipped."""

    def __init__(self, **settings: Any) -> None:
        self.shelf = Shelf()
        self.settings = Settings(Path("nowhere"), "memory", **settings)
        self.registry = self.build()

    def build(self) -> TableRegistry:
        """A registry on what is stored."""
        return TableRegistry(self.settings, self.shelf, Pool(), Metrics())  # type: ignore[arg-type]

    def kill(self) -> None:
        """End the server as a power cut would: what it has not stored by now is lost, and so is what it does yet."""
        self.shelf = Shelf(self.shelf)
        self.registry = self.build()

    async def open(self, *people: str, bots: Sequence[str] = (), host: str = "", **options: Any) -> Room:
        """A table of Kitty Paw that has begun, with these people and bots."""
        seats = [messages.Me(), *(messages.Friend() for _ in people[1:]), *(messages.BotSeat(bot) for bot in bots)]
        person = Person(people[0], people[0].title(), invited=True)
        key = f"open-{next(_numbers)}"
        opened = await self.registry.open(messages.NewTable(key, "kitty-paw", seats, options, listed=True), person)
        found = await self.registry.room(opened.id)
        for name in people[1:]:
            await ask(found, messages.Sit("sit"), Person(name, name.title(), invited=True))
        if len(people) > 1:
            await ask(found, messages.Start("start"), person)
        return found


_numbers = itertools.count()


async def ask(at: Room, command: messages.TableCommand, person: Person) -> messages.Done | messages.Error:
    """A command over no connection at all, and its answer."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    at.submit(command, person, answer.set_result)
    return await answer


class Player:
    """Somebody at a table, so many seconds away. Sends and hears everything half a round trip late."""

    def __init__(self, at: Room, name: str, trip: float = 0.0, chance: random.Random | None = None) -> None:
        self.room = at
        self.person = Person(name, name.title(), invited=True)
        self.listener = Listener(name, name.title(), 10_000, RoundTripMeter())
        self.trip = trip
        self.jitter = 0.0
        """Seconds by which each way may take longer."""
        self.dawdles = 0.0
        """Seconds for which echoes are held back."""
        self.probes = 0
        """How often the connection was measured."""
        self.heard: list[bytes] = []
        """Every other message."""
        self.now: messages.Now | None = None
        self.view: dict[str, Any] = {}
        self.links: list[Any] = []
        self.answers: dict[str, asyncio.Future[Any]] = {}
        self.changed = asyncio.Event()
        self.on_news: Callable[[], None] | None = None
        self._chance = chance or random.Random(name)
        self._listening: asyncio.Task[None] | None = None
        self._last = {"in": 0.0, "out": 0.0}

    def come(self) -> Player:
        """Connect."""
        if self._listening is not None:
            self.listener = Listener(self.person.guest, self.person.name, 10_000, RoundTripMeter())
        self._listening = asyncio.create_task(self._listen(self.listener))
        self.room.join(self.listener, None)
        return self

    def go(self) -> None:
        """Lose the connection."""
        assert self._listening is not None
        self._listening.cancel()
        self.room.leave(self.listener)

    @property
    def seat(self) -> int:
        return self.room.table.seats_of(self.person.guest)[0]

    # ------------------------------------------------------------ sending

    def send(self, move: str, seq: int | None = None, **arguments: Any) -> asyncio.Future[Any]:
        """Send a move; the answer comes later."""
        assert self.now is not None
        key = f"move-{next(_numbers)}"
        return self.command(messages.Play(key, self.now.seq if seq is None else seq, {move: arguments}))

    def command(self, command: messages.TableCommand) -> asyncio.Future[Any]:
        """Send any command."""
        self.answers[command.key] = asyncio.get_running_loop().create_future()
        self._later("out", self._submit, command)
        return self.answers[command.key]

    def _submit(self, command: messages.TableCommand) -> None:
        self.room.submit(command, self.person, self.listener.send, self.listener.meter)

    async def play(self, move: str, **arguments: Any) -> None:
        """Send a move that is carried out, and wait until it is seen."""
        done = await self.send(move, **arguments)
        assert done["type"] == "ok", done
        await self.until(lambda: self.now is not None and self.now.seq >= done["seq"])

    # ------------------------------------------------------------ hearing

    async def until(self, holds: Callable[[], bool]) -> None:
        """Listen until something holds."""
        while not holds():
            self.changed.clear()
            await self.changed.wait()

    async def until_phase(self, phase: int) -> None:
        """Listen until the round is in a phase."""
        await self.until(lambda: self.view.get("phase") == phase)

    def choices(self, family: str) -> list[dict[str, Any]]:
        """The arguments of all legal moves of a family."""
        assert self.now is not None
        return [choice.move[family] for choice in self.now.choices if family in choice.move]

    async def _listen(self, listener: Listener) -> None:
        while (message := await listener.next(LONG)) is not None:
            self._later("in", self._hear, message, listener)

    def _hear(self, data: bytes, listener: Listener) -> None:
        message = json.loads(data)
        if message["type"] == "probe":
            self.probes += 1
            echo = messages.Echo(message["id"])
            loop = asyncio.get_running_loop()
            loop.call_later(self.dawdles, self._later, "out", self.room.heard, listener, echo)
            return
        self.heard.append(data)
        if message.get("key") in self.answers:
            self.answers[message["key"]].set_result(message)
        if message["type"] in ("welcome", "news"):
            for event in message.get("events", []):
                self.view |= event.get("changes", {})
            self.view = message.get("view") or self.view
            self.now = messages.msgspec.convert(message["now"], messages.Now)
            if self.on_news is not None:
                self.on_news()
        elif message["type"] == "presence":
            self.links = message["links"]
        self.changed.set()

    def _later(self, way: str, what: Callable[..., object], *arguments: object) -> None:
        """Let something travel; nothing overtakes on one way."""
        loop = asyncio.get_running_loop()
        arrives = loop.time() + self.trip / 2 + self._chance.random() * self.jitter
        self._last[way] = max(self._last[way] + A_TRIFLE, arrives)
        loop.call_at(self._last[way], what, *arguments)


def fast_forward(story: Callable[[World], Awaitable[T]], **settings: Any) -> T:
    """Let a story happen in a new world, at once."""
    with asyncio.Runner(loop_factory=SkippingLoop) as runner, pytest.MonkeyPatch.context() as patch:
        loop = runner.get_loop()
        watch = SimpleNamespace(monotonic=loop.time, time_ns=lambda: int(loop.time() * 1e9))
        for module in (scheduler, audience, registry, race_scheduler, room):
            patch.setattr(module, "time", watch)

        async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
            return work(*arguments)

        patch.setattr(asyncio, "to_thread", at_once)

        async def happen() -> T:
            return await story(World(**settings))

        return runner.run(happen())


@contextlib.contextmanager
def links_off() -> Iterator[None]:
    """Let no connection be measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoundTripMeter, "hear", lambda line, echo, moment: False)
        yield
