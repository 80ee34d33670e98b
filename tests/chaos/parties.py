"""Parties: tables in a long run, with their players, spectators and a line of their own that can be spoilt.

A party puts up with a server that is gone at any moment; what it will not put up with comes out in its verdict.
"""

from __future__ import annotations

import asyncio
import http.client
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tabbytop import games
from tabbytop.client import Refused, ServerClient, TableClient, new_key
from tabbytop.engine.record import parse_record, write_record
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.tables.projections import seat_infos, view_of
from tests.patience import PATIENCE
from tests.server.drivers import (
    FRIEND,
    ME,
    OPENING,
    Driver,
    bot,
    check_memories,
    log_of,
    rest,
)
from tests.server.proxy import ProxiedConnection, Proxy, kind_of, unaltered
from tests.server.servers import Server, agree


@dataclass(frozen=True)
class Kind:
    """A kind of party: the game, the seats, and options, each with what it may be."""

    game: str
    seats: tuple[dict[str, str], ...]
    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def is_race(self) -> bool:
        """Whether things happen by themselves at the table."""
        return games.load(self.game).clock is not None

    @property
    def needs_bots(self) -> bool:
        """Whether it goes on only when bots have had the time to get ready; hands are ready at once."""
        return not self.is_race and any(seat["type"] == "bot" for seat in self.seats)


CABS = {"turn_limit": (3, 6, 12, 25)}
RACE = {"countdown_seconds": (0, 1), "ready_seconds": (5,), "round_limit_seconds": (2, 4)}
CALM = {"countdown_seconds": (0,), "ready_seconds": (5,), "calm": (True,), "calm_rounds": (1, 2)}
KINDS = {
    "one device": Kind("cat-cab", (ME, ME), CABS),
    "two friends": Kind("cat-cab", (ME, FRIEND), CABS),
    "three friends": Kind("cat-cab", (ME, FRIEND, FRIEND), CABS),
    "roofs": Kind("hot-tin-roof", (ME, FRIEND, FRIEND), {"turn_limit": (12, 40), "deluxe_catwalks": (True, False)}),
    "rails": Kind("rollecate", (ME, FRIEND), {"setup_build": ("players", "auto")}),
    "rails with Betsy": Kind("rollecate", (ME,), {"mode": ("betsy",)}),
    "three who plan": Kind("patrician", (ME, FRIEND, FRIEND), {"messengers": (True, False)}),
    "two race": Kind("kitty-paw", (ME, FRIEND), RACE),
    "race with a hand": Kind("kitty-paw", (ME, FRIEND, bot("house-cat")), {**RACE, "reaction_seconds": (1, 2)}),
    "two without haste": Kind("kitty-paw", (ME, FRIEND), CALM),
    "with a bot": Kind("cat-cab", (ME, bot()), CABS),
    "friends and a bot": Kind("cat-cab", (ME, FRIEND, bot("house-cat")), CABS),
}
SILENCE = 1.5

T = TypeVar("T")


async def persist(ask: Callable[[], Awaitable[T]], patience: float = PATIENCE) -> T:
    """Ask over HTTP again and again, until the server is there and willing."""
    async with asyncio.timeout(patience):
        while True:
            try:
                return await ask()
            except (OSError, http.client.HTTPException):
                pass
            except Refused as refused:
                if refused.error.code not in ("storage", "restarting", "busy", "slow_down"):
                    raise
            await asyncio.sleep(0.1)


@dataclass(frozen=True)
class Verdict:
    """What came of a party."""

    number: int
    kind: str
    table: str
    events: int
    done: int
    refused: int
    unanswered: int
    connections: int
    resyncs: int
    finished: bool
    problem: str | None


class Party:
    """One table."""

    def __init__(self, number: int, kind: str, server: Server, chance: random.Random) -> None:
        self.number = number
        self.kind = kind
        self.about = KINDS[kind]
        self.table = ""
        self.drivers: list[Driver] = []
        self.spectators: list[TableClient] = []
        self.proxy = Proxy(server.port)
        self._server = server
        self._chance = chance
        self._opening: asyncio.Task[None] | None = None
        self._busy: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Open the table and play at it, beside everything else."""
        self._opening = asyncio.create_task(self._open())

    @property
    def is_ready(self) -> bool:
        """Whether everybody sits."""
        return self._opening is not None and self._opening.done()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play, or to wait for."""
        if not self.is_ready:
            return False
        failed = self._opening is not None and self._opening.exception() is not None
        return failed or all(driver.client.is_over for driver in self.drivers)

    async def _open(self) -> None:
        await self.proxy.__aenter__()
        game, seats = self.about.game, self.about.seats
        options = {name: self._chance.choice(values) for name, values in self.about.options.items()}
        server_client, guest = await self._come_in()
        opened = await persist(lambda: server_client.open_table(game, seats, OPENING, options=options))
        self.table = opened.id
        await self._join(server_client, guest, opened.invite)
        for _ in range(sum(seat == FRIEND for seat in seats)):
            await self._join(*await self._come_in(), opened.invite)
            await self.drivers[-1].send(messages.Sit(new_key()))
        if FRIEND in seats:
            await self.drivers[0].send(messages.Start(new_key()))
        for driver in self.drivers:
            driver.begin()

    async def _come_in(self) -> tuple[ServerClient, str]:
        server_client = self._server.client()
        guest = await persist(server_client.become_guest)
        return server_client, guest.id

    async def _join(self, server_client: ServerClient, guest: str, invite: str) -> None:
        client = self._client(server_client.token, invite)
        await client.__aenter__()
        self.drivers.append(Driver(client, server_client, guest, random.Random(self._chance.random())))

    def _client(self, token: str | None, invite: str) -> TableClient:
        """Notices soon that a line is dead, and outlasts any outage."""
        return TableClient(self.proxy.address, self.table, token, invite, silence=SILENCE, patience=PATIENCE)

    # ------------------------------------------------------------ what may happen to it

    def watch(self) -> None:
        """A spectator comes."""
        self._start(self._watch())

    async def _watch(self) -> None:
        client = self._client(None, self.drivers[0].client.you.invite)
        await client.__aenter__()
        self.spectators.append(client)

    def unwatch(self) -> None:
        """A spectator goes, if there is one."""
        if self.spectators:
            self._start(self.spectators.pop().__aexit__(None, None, None))

    def leave_and_return(self) -> None:
        """A player lets a bot play for a while."""
        self._start(self._leave_and_return(self._chance.choice(self.drivers)))

    async def _leave_and_return(self, driver: Driver) -> None:
        if await driver.send(messages.Leave(new_key())) is not None:
            await asyncio.sleep(self._chance.uniform(0, 2))
            await driver.send(messages.Return(new_key()))

    def spoil_messages(self) -> None:
        """Let some of the server's news be lost, doubled or late from now on."""
        held: dict[ProxiedConnection, bytes] = {}

        def spoil(line: ProxiedConnection, message: bytes) -> list[bytes]:
            late = [held.pop(line)] if line in held else []
            fate = self._chance.choice(["right"] * 9 + ["lost", "doubled", "late"])
            if kind_of(message) != "news" or fate == "right":
                return [message, *late]
            if fate == "late":
                held[line] = message
            return [*([message, message] if fate == "doubled" else []), *late]

        self.proxy.alter = spoil

    def slow_down(self) -> None:
        """Let the line be slow from now on."""
        self.proxy.pause = 0.05

    def heal(self) -> None:
        """Let the line be good from now on, and everybody come back by it."""
        self.proxy.alter, self.proxy.pause = unaltered, 0.0
        self.proxy.reset()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._busy.add(task)

    # ------------------------------------------------------------ the end

    async def end(self) -> Verdict:
        """Come to rest, hold everything to account, and go home."""
        problem = None
        try:
            await self._come_to_rest()
            await self._hold_to_account()
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        await self._go_home()
        return self._verdict(problem)

    async def _hold_to_account(self) -> None:
        """Log, table and clients agree, and a finished game is a record that holds.

        In a race that goes on, something else has happened by the time one has looked: what each saw last is compared.
        """
        if self.about.is_race and not self.is_over:
            for driver in self.drivers:
                await self._hold_last_sight_to_account(driver.client)
            check_memories(self.drivers, await log_of(self._server, self.table))
            return
        table = await agree(self._server, [*(driver.client for driver in self.drivers), *self.spectators])
        check_memories(self.drivers, await log_of(self._server, self.table))
        if self.is_over:
            assert table.match is not None
            record = parse_record(write_record(table.match, [seat.name for seat in seat_infos(table)]))
            assert record.finished, "the game is over and its record is not"

    async def _hold_last_sight_to_account(self, client: TableClient) -> None:
        """What somebody saw at a moment is what the log tells of that moment; it is read later, and may be longer."""
        seq, view, seat = client.seq, client.view, client.now.seat
        log = await log_of(self._server, self.table)
        table = replayed(self.table, [entry.body for entry in log[:seq]])
        assert table is not None
        assert table.match is not None
        seen = view_of(table, table.match.state(), SPECTATOR if seat is None else seat)
        assert view == seen, f"seat {seat} saw something else at event {seq} than the log tells"

    async def look_back(self) -> Verdict:
        """What can be said about a party that was interrupted: whether the log holds what was acknowledged."""
        try:
            check_memories(self.drivers, await log_of(self._server, self.table))
        except Exception as error:
            return self._verdict(f"{type(error).__name__}: {error}")
        return self._verdict(None)

    async def _come_to_rest(self) -> None:
        assert self._opening is not None
        await self._opening
        self.heal()
        await asyncio.gather(*self._busy)
        for driver in self.drivers:  # nobody's seat is played by a bot for good: bots would go on for ever
            if not driver.client.is_over and any(
                driver.client.table.seats[seat].away for seat in driver.client.you.seats
            ):
                await driver.send(messages.Return(new_key()))
        await rest(self.drivers)

    async def _go_home(self) -> None:
        for task in self._busy:
            task.cancel()
        for client in [*(driver.client for driver in self.drivers), *self.spectators]:
            await client.__aexit__(None, None, None)
        await self.proxy.__aexit__(None, None, None)

    def _verdict(self, problem: str | None) -> Verdict:
        clients = [*(driver.client for driver in self.drivers), *self.spectators]
        done, refused = (sum(len(getattr(driver, what)) for driver in self.drivers) for what in ("done", "refused"))
        asked = sum(len(driver.asked) for driver in self.drivers)
        return Verdict(
            number=self.number,
            kind=self.kind,
            table=self.table,
            events=max((client.seq for client in clients), default=0),
            done=done,
            refused=refused,
            unanswered=asked - done - refused,
            connections=sum(client.connections for client in clients),
            resyncs=sum(client.resyncs for client in clients),
            finished=self.is_over and problem is None,
            problem=problem,
        )
