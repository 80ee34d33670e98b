"""Fuzzed tables: the real registry, store and conversations, with the sockets left out, so that decisions come fast.

Each table has some guests with a wire each, who say what their generators make up, one message after the other or
several at once. When a game is over, or has taken long enough, the table is held to account: its log, played again,
leads to the same table byte for byte, and every guest sees what the table shows them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tabbytop import games
from tabbytop.bots.pool import Pool
from tabbytop.client import hash_of, new_key
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.server.http import limits
from tabbytop.server.http.guests import Guests
from tabbytop.server.http.limits import Limit
from tabbytop.server.http.sockets import Conversation
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.seating import Person
from tests.fuzz.generator import Generator
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.wires import FakeConnection

UNLIMITED = 1e9
"""How generous limits are: the fuzzer is to reach decisions, not limits."""
TALK = 600
"""Messages for each table, if its game does not end before."""
LAST_WORDS = 20
"""Messages after the end of a game."""
GUESTS = 12
"""People who come again and again."""
SPARE_MEMORY = 1.2, 32 << 20
"""By how many times, and beyond that by how many bytes, memory may grow after the first quarter."""
SOON = {"countdown_seconds": 0, "ready_seconds": 5}
RACE = {**SOON, "round_limit_seconds": 3}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cat-cab": [{"turn_limit": 4}, {"turn_limit": 8, "split_sabotage": True}, {}],
    "hot-tin-roof": [{"turn_limit": 30}, {"turn_limit": 30, "deluxe_catwalks": True, "manual_exchange": True}],
    "kitty-paw": [
        RACE,
        {**RACE, "reaction_seconds": 1},
        {**RACE, "deck": "mixed"},
        {**SOON, "calm": True, "calm_rounds": 1},
    ],
    "patrician": [{}, {"messengers": True}, {"draw_before_move": True, "open_piles": True}],
    "rollecate": [{}, {"setup_build": "auto"}],
}
CLOCKS: list[messages.ClockName] = ["off", "relaxed", "timed", "day"]
FATAL = ("fault",)
"""Codes of errors that nobody should ever see."""


class Wire:
    """Stands for a socket: what is said goes in, what is heard is kept as far as one has to know it."""

    def __init__(self, tell_answer: Callable[[str], None]) -> None:
        self.connection = FakeConnection(self)
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.is_taking = asyncio.Event()
        self.is_taking.set()
        self.straight: Callable[[Any], None] | None = None
        self.now: messages.Now | None = None
        self.view: dict[str, Any] | None = None
        self.rematch: str | None = None
        self.is_closed = False
        self._tell_answer = tell_answer
        self._heard = asyncio.Event()

    # ------------------------------------------------------------ as the server sees it

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.is_closed = True
            self._heard.set()
        else:
            self.take(message)

    def take(self, sent: dict[str, Any]) -> None:
        text = sent["text"]
        message = _from_server.decode(text)
        match message:
            case messages.Welcome():
                self.now, self.view = message.now, message.view
            case messages.News():
                self._follow(message)
            case messages.Error(code) if code in FATAL:
                raise_later(AssertionError(text))
        self._tell_answer(getattr(message, "code", message.__struct_config__.tag))
        self._heard.set()

    def _follow(self, news: messages.News) -> None:
        for event in news.events:
            if isinstance(event, messages.Moved | messages.Undone) and self.view is not None:
                self.view = {**self.view, **event.changes}
        if news.view is not None:
            self.view = news.view
        self.now = news.now

    # ------------------------------------------------------------ as its guest sees it

    def say(self, data: str | bytes) -> None:
        """Send something."""
        sent = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        self._come({"type": "websocket.receive", "bytes": sent})

    def hang_up(self) -> None:
        """Cut the connection."""
        self._come({"type": "websocket.disconnect"})

    def _come(self, message: dict[str, Any]) -> None:
        if self.straight is None:
            self.incoming.put_nowait(message)
        else:
            self.straight(message)

    async def hear(self) -> None:
        """Wait until something was heard since the last time."""
        async with asyncio.timeout(PATIENCE):
            await self._heard.wait()
        self._heard.clear()


_from_server = msgspec.json.Decoder(messages.FromServer)
_raised: list[BaseException] = []


def raise_later(problem: BaseException) -> None:
    """Note what went wrong in a place that has to go on."""
    _raised.append(problem)


class Noticed(logging.Handler):
    """Keeps what the server's log says of errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.problems: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.problems.append(self.format(record))


@dataclass
class Fuzz:
    """What is known about a run, also while it goes on."""

    messages: int
    seed: int = 1
    tables: int = 24
    """Tables at the same time."""
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    """Tables that were held to account, by game."""
    finished: int = 0
    memory: list[int] = field(default_factory=list)
    """Bytes after each twentieth of all messages."""
    problems: list[str] = field(default_factory=list)

    async def run(self, store: Store, advance: Callable[[int], None] = lambda _: None) -> None:
        """Talk until everything is said, or something is wrong."""
        self._advance = advance
        noticed = Noticed()
        logging.getLogger("tabbytop").addHandler(noticed)
        _raised.clear()
        try:
            async with registry_on(store) as (registry, people):
                guests = [(await people.welcome(f"Guest {number}"))[0] for number in range(GUESTS)]
                async with asyncio.TaskGroup() as group:
                    for number in range(self.tables):
                        group.create_task(self._sit(registry, guests, random.Random(f"{self.seed} {number}"), number))
                self.problems += [f"{registry.loaded} tables are loaded"] if registry.loaded > self.tables * 4 else []
        except* Exception as problems:
            self.problems += [f"{type(each).__name__}: {each}" for each in problems.exceptions]
        finally:
            logging.getLogger("tabbytop").removeHandler(noticed)
        self.problems += noticed.problems + [str(problem) for problem in _raised] + self._growth()

    async def _sit(self, registry: TableRegistry, guests: list[Guest], chance: random.Random, number: int) -> None:
        """One table after the other."""
        names = games.ids()
        while not self.is_done and not _raised:
            game = names[number % len(names)]
            number += 1
            party = Party(self, registry, game, chance.sample(guests, 4), chance)
            await party.open()
            try:
                await party.talk(TALK)
                await party.hold_to_account()
            finally:
                await party.leave()

    @property
    def is_done(self) -> bool:
        """Whether everything is said."""
        return self.sent >= self.messages

    def count(self) -> None:
        """One more message was sent."""
        self.sent += 1
        if self.sent % max(1, self.messages // 20) == 0:
            gc.collect()
            self.memory.append(resident())
        self._advance(self.sent)

    def _growth(self) -> list[str]:
        if len(self.memory) < 8:
            return []
        times, spare = SPARE_MEMORY
        before, after = self.memory[len(self.memory) // 4], self.memory[-1]
        return [f"memory grew from {before >> 20} to {after >> 20} MB"] if after > before * times + spare else []


class Party:
    """One table and those who talk to it."""

    def __init__(
        self, fuzz: Fuzz, registry: TableRegistry, game: str, guests: list[Guest], chance: random.Random
    ) -> None:
        self._fuzz, self._registry, self._game, self._guests, self._chance = fuzz, registry, game, guests, chance
        self._wires: list[Wire] = []
        self._voices = [Generator(game, random.Random(chance.random())) for _ in guests]
        self._talking: list[asyncio.Task[None]] = []
        self._limit = Limit(limits.COMMANDS.times(UNLIMITED))
        self.table = ""

    async def open(self) -> None:
        """Open the table; some are begun, at some people still look for their seats."""
        card = games.load(self._game)
        count = self._chance.choice([count for count in card.players if 1 < count <= len(self._guests)])
        possible = [options for options in OPTIONS.get(self._game, [{}]) if _takes(card, count, options)]
        options = self._chance.choice(possible)
        own = 1 if card.clock is not None else count - self._chance.randrange(min(2, count))
        spectators = int(self._chance.random() < 0.15)
        del self._guests[1 + count - own + spectators :]
        host, *others = (Person(guest.id, guest.name, invited=True) for guest in self._guests)
        seats: list[messages.Wanted] = [messages.Me() for _ in range(own)]
        seats += [messages.Friend() for _ in range(count - own)]
        clock = "off" if card.clock is not None else self._chance.choice(CLOCKS)
        wanted = messages.NewTable(new_key(), self._game, seats, options, clock, listed=True)
        self.table = (await self._registry.open(wanted, host)).id
        room = await self._registry.room(self.table)
        begins = self._chance.random() < 0.9
        for person in others[: count - own] if begins else []:
            room.submit(messages.Sit(new_key()), person, lambda _: None)
        if begins and count > own:
            room.submit(messages.Start(new_key()), host, lambda _: None)
        for guest in self._guests:
            self._wires.append(self._connect(guest, None))
        await asyncio.gather(*(wire.hear() for wire in self._wires))

    def _connect(self, guest: Guest, since: int | None) -> Wire:
        wire = Wire(self._count_answer)
        conversation = Conversation(wire.connection, self._registry, self._limit)  # type: ignore[arg-type]
        task = asyncio.create_task(conversation.begin(self.table, guest, None, since))
        task.add_done_callback(_note)
        self._talking.append(task)
        return wire

    def _count_answer(self, kind: str) -> None:
        self._fuzz.answers[kind] += 1

    async def talk(self, most: int) -> None:
        """Say so much, or until there is nothing more to say; whoever is on turn talks most."""
        quiet = 0
        for _ in range(most):
            quiet += self._is_over()
            if _raised or self._fuzz.is_done or quiet > LAST_WORDS:
                break
            index = self._next_speaker()
            await self._reconnect_if_need_be(index)
            wire = self._wires[index]
            others = self._wires[index - 1].now
            wire._heard.clear()
            wire.say(self._voices[index].next(wire.now, others))
            self._fuzz.count()
            if self._chance.random() < 0.8:
                await self._answer(wire)
        for wire in self._wires:
            await self._catch_up(wire)

    async def _answer(self, wire: Wire) -> None:
        """Wait until something is heard; echoes and late probes are not answered, so that nobody waits for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.25):
                await wire._heard.wait()

    def _is_over(self) -> bool:
        now = self._wires[0].now
        return now is not None and now.outcome is not None

    def _next_speaker(self) -> int:
        able = [index for index, wire in enumerate(self._wires) if wire.now is not None and wire.now.choices]
        if able and self._chance.random() < 0.8:
            return self._chance.choice(able)
        return self._chance.randrange(len(self._wires))

    async def _reconnect_if_need_be(self, index: int) -> None:
        wire = self._wires[index]
        if wire.is_closed or self._chance.random() < 0.003:
            wire.hang_up()
            since = self._chance.choice([None, wire.now.seq if wire.now else None])
            fresh = self._wires[index] = self._connect(self._guests[index], None if wire.is_closed else since)
            fresh.now, fresh.view = wire.now, wire.view
            if since is None or wire.is_closed:
                await fresh.hear()

    async def _catch_up(self, wire: Wire) -> None:
        """Everything that was said is answered, and what came of it is heard."""
        if not wire.is_closed:
            wire.say(messages.encode(messages.Resync(0)).decode())

    # ------------------------------------------------------------ the oracle

    async def hold_to_account(self) -> None:
        """The log, played again, is the table; those who listen see what it shows."""
        room = await self._registry.room(self.table)
        async with asyncio.timeout(PATIENCE):
            await room.settle()
        table = room.table
        entries = (await self._registry.store.entries(self.table))[: table.facts.seq]
        again = await asyncio.to_thread(replayed, self.table, [entry.body for entry in entries])
        assert again is not None
        assert again.snapshot() == table.snapshot(), f"table {self.table} of {self._game} is not what its log leads to"
        for wire in self._wires:
            if wire.view is not None and wire.now is not None and not wire.is_closed:
                assert hash_of(wire.view) == wire.now.hash, f"somebody at table {self.table} sees something else"
        self._fuzz.played[self._game] += 1
        self._fuzz.finished += table.facts.stage == "over"

    async def leave(self) -> None:
        """Go; the table falls asleep by itself."""
        for wire in self._wires:
            wire.hang_up()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._talking, return_exceptions=True)


def _note(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        raise_later(problem)


@contextlib.asynccontextmanager
async def registry_on(store: Store) -> AsyncIterator[tuple[TableRegistry, Guests]]:
    """A registry without limits whose bots answer at once, in this process."""
    kept = {name: getattr(Pool, name) for name in ("choose", "weigh", "warm")}
    plants.quick_bots()
    settings = Settings(
        Path("nowhere"), "", generosity=UNLIMITED, bot_pause=0.0, bot_rate=1e9, away_after=0.0, unload_after=1.0,
        outbox=100_000, inbox=1000, tick=60.0,
    )  # fmt: skip
    pool = Pool(1)
    registry = TableRegistry(settings, store, pool, Metrics())
    try:
        yield registry, Guests(store)
    finally:
        await registry.close()
        await pool.close()
        for name, was in kept.items():
            setattr(Pool, name, was)


def resident() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _takes(card: Game, players: int, options: dict[str, Any]) -> bool:
    """Whether so many players can play with options; some mean nothing to some numbers of players."""
    try:
        card.encode(players, options)
    except UserError:
        return False
    return True
