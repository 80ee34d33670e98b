"""How long races keep the event loop busy, and what an action costs: many tables of people and bots in real time.

    python -m tests.race_load [tables] [seconds]

Registry, tables and database are the real ones; people listen in this process and do something possible about twice a
second. Every callback of the loop is timed on the processor, so that the figures hold on a busy machine too; garbage
collection is counted apart.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import tempfile
import time
from pathlib import Path

from tabbytop.bots.pool import Pool
from tabbytop.server.operating.gc import CollectorSchedule
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.serve import database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.runtime.room import Room
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.seating import Person
from tests.server.fast_forward import Player

LONG = 0.005
"""Seconds of a callback that is worth counting."""


class Stopwatch:
    """Times every callback of the event loop but those of the people under test."""

    def __init__(self) -> None:
        self.total, self.longest, self.collecting, self.count, self.many = 0.0, 0.0, 0.0, 0, 0
        self._collected = self._began = 0.0

    def start(self) -> None:
        """Time everything from now on."""
        gc.callbacks.append(self._note_collection)
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            self._collected, began = 0.0, time.thread_time()
            run(handle)
            if not isinstance(getattr(handle._callback, "__self__", None), Player):  # type: ignore[attr-defined]
                self._note(time.thread_time() - began - self._collected)

        asyncio.Handle._run = timed  # type: ignore[method-assign]

    def _note(self, spent: float) -> None:
        self.total += spent
        self.longest = max(self.longest, spent)
        self.count += 1
        self.many += spent > LONG

    def _note_collection(self, phase: str, info: object) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            spent = time.thread_time() - self._began
            self._collected += spent
            self.collecting = max(self.collecting, spent)


async def race(registry: TableRegistry, number: int) -> list[Player]:
    """A table of two people and two bots."""
    names = [f"ann {number}", f"ben {number}"]
    people = [Person(name, name, invited=True) for name in names]
    seats = [messages.Me(), messages.Friend(), messages.BotSeat("top-cat"), messages.BotSeat("alley-cat")]
    wanted = messages.NewTable(f"open-{number}", "kitty-paw", seats, {"countdown_seconds": 0, "ready_seconds": 5})
    opened = await registry.open(wanted, people[0])
    room: Room = await registry.room(opened.id)
    room.submit(messages.Sit("sit"), people[1], lambda said: None)
    room.submit(messages.Start("start"), people[0], lambda said: None)
    await room.settle()
    return [Player(room, name, 0.05).come() for name in names]


async def play_on(player: Player, chance: random.Random) -> None:
    """Do something possible now and then."""
    while True:
        await asyncio.sleep(chance.uniform(0.1, 0.9))
        choices = player.now.choices if player.now is not None else []
        moves = [choice.move for choice in choices if "meow" not in choice.move or chance.random() < 0.05]
        if moves:
            ((family, arguments),) = chance.choice(moves).items()
            player.send(family, **arguments)


async def measure(tables: int, seconds: float) -> None:
    """Play, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder), database_in(Path(folder)))
        store, metrics = Store.open(settings.database), Metrics()
        registry = TableRegistry(settings, store, Pool(1), metrics)
        players = [player for number in range(tables) for player in await race(registry, number)]
        playing = [asyncio.create_task(play_on(player, random.Random(n))) for n, player in enumerate(players)]
        await asyncio.sleep(3)
        collector = CollectorSchedule(registry.quiet)
        watch, before = Stopwatch(), metrics.events._value.get()
        watch.start()
        commits = _commits(metrics)
        await asyncio.sleep(seconds)
        actions = _commits(metrics) - commits
        for task in playing:
            task.cancel()
        events = metrics.events._value.get() - before
        print(f"{tables} tables, a second: {actions / seconds:.0f} actions, {events / seconds:.0f} events")
        print(f"processor: {watch.total / seconds:.0%} of a core, {watch.total / actions * 1000:.2f} ms for an action")
        print(
            f"longest callback {watch.longest * 1000:.1f} ms; {watch.many} of {watch.count} above {LONG * 1000:.0f} ms"
        )
        print(f"longest garbage collection {watch.collecting * 1000:.1f} ms")
        collector.stop()
        await registry.close()
        await store.close()


def _commits(metrics: Metrics) -> float:
    return sum(bucket.get() for bucket in metrics.commit_seconds._buckets)


if __name__ == "__main__":
    asyncio.run(measure(int((sys.argv[1:] or ["50"])[0]), float((sys.argv[2:] or ["20"])[0])))
