"""All tables of one server process of several over one database. Each lives in one of them at a time.

A table that nobody holds is taken by the process whose visitor asks for it first; visitors of other processes reach it
through tunnels. A process that has lost its lease, or whose write was fenced off, lets go of its tables at once, and
takes its own visitors to where they live next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from prometheus_client import Gauge

from tabbytop.bots.pool import Pool
from tabbytop.server.cluster import envelopes
from tabbytop.server.cluster.bus import Bus, RedisBus
from tabbytop.server.cluster.claims import Claims
from tabbytop.server.cluster.envelopes import Envelope, Hello
from tabbytop.server.cluster.leases import HeldElsewhere, Leases
from tabbytop.server.cluster.peers import HELLO_EVERY, Peers
from tabbytop.server.cluster.routes import Route, RouteContext, Routes
from tabbytop.server.cluster.sharing import Sharing, Spending, TokenHolders
from tabbytop.server.cluster.tunnels import Elsewhere, Tunnels
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.runtime.advice import Adviser
from tabbytop.server.runtime.loading import load_table, read_on
from tabbytop.server.runtime.registry import STOPPING, TableRegistry
from tabbytop.server.runtime.room import Room
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.database import postgres_address
from tabbytop.server.storage.store import Hold, Store, StoreError
from tabbytop.server.tables.refusals import Rejected, no_table
from tabbytop.server.tables.table import Outdated, Table

LOG = logging.getLogger("tabbytop.cluster")
PATIENCE = 5.0
"""Seconds after which a database that does not answer is given up on: others may reach it."""
VIEWS = 256
"""Tables of other processes that are kept as they were when somebody looked at them."""
AT_ONCE = 32
"""Tables that are handed over at the same time."""
LOOK_AGAIN = 0.25
"""Seconds for which it is believed what the database said about the lease of a process that is silent."""
MEASURED = {
    "lease_held": "Whether tables may live here.",
    "bus_up": "Whether other processes can be reached.",
    "tunnels": "Visitors of other processes at tables here.",
    "routes": "Visitors of this process on their way to tables, here or elsewhere.",
}
NO_LEASE = "The database cannot be reached, and other servers may have taken the tables over."


def new_server_id() -> str:
    """A name for this process that no other one has, nor had."""
    return secrets.token_hex(6)


def cluster_registry(settings: Settings, store: Store, pool: Pool, metrics: Metrics) -> ClusterRegistry:
    """The registry of a process that shares its database with others, as the settings say."""
    assert settings.bus is not None
    leases = Leases(settings.database, new_server_id(), settings.lease)
    return ClusterRegistry(settings, store, pool, metrics, leases, bus_of(settings), claims_of(settings))


def bus_of(settings: Settings) -> Bus:
    """The bus of the settings. Servers of other databases may use the same Redis."""
    assert settings.bus is not None
    return RedisBus(settings.bus, postgres_address(settings.database).database or "")


def claims_of(settings: Settings) -> Claims:
    """Who does what, among the servers of the same database."""
    assert settings.bus is not None
    return Claims(settings.bus, postgres_address(settings.database).database or "")


class ClusterRegistry(TableRegistry):
    """All tables of this process, and the ways to all others."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        pool: Pool,
        metrics: Metrics,
        leases: Leases,
        bus: Bus,
        claims: Claims | None = None,
    ) -> None:
        super().__init__(settings, store, pool, metrics)
        store.patience = PATIENCE
        self.server = leases.server
        self.routes = Routes()
        self.peers = Peers(self.server)
        self.tunnels = Tunnels(self.server, self.peers, self.send, self._room_here)
        self._leases = leases
        self._bus = bus
        self.claims = self._claims = claims
        self._views: OrderedDict[str, Table] = OrderedDict()
        self._left: dict[str, tuple[float, float]] = {}
        """When the lease of a silent process was looked at, and how many seconds were left of it."""
        self._adviser = Adviser(pool, secrets.randbits(62))
        self._route_context = RouteContext(self.server, self.peers, self.send, self.locate, self._adviser.review)
        self._tasks: set[asyncio.Task[None]] = set()
        self._measure()
        self._beating: asyncio.Task[None] | None = None
        self._sharing: Sharing | None = None

    def _measure(self) -> None:
        """Let those who run a server see how it stands with the others."""
        values: dict[str, Callable[[], float]] = {
            "lease_held": lambda: self._leases.is_held,
            "bus_up": lambda: self._bus.is_up,
            "tunnels": lambda: len(self.tunnels),
            "routes": lambda: len(self.routes),
        }
        for name, words in MEASURED.items():
            gauge = Gauge(name, words, registry=self.metrics.registry, namespace="tabbytop")
            gauge.set_function(values[name])

    def share(self, spending: Spending, holders: TokenHolders) -> None:
        """Share limits and revoked tokens with the others."""
        self._sharing = Sharing(self.server, spending, holders, self._tell_all)

    async def begin(self) -> None:
        """Take the lease, and join the others."""
        await asyncio.to_thread(self._leases.begin)
        await self._bus.begin(self.server, self.hear)
        if self._sharing is not None:
            self._sharing.begin()
        self._beating = asyncio.create_task(self._beat(), name="heartbeat")

    @property
    def takes_tables(self) -> bool:
        """Whether tables may live here."""
        return self._leases.is_held and not self._stopping

    # ------------------------------------------------------------ finding tables

    async def locate(self, table_id: str, believed: str | None) -> Room | str:
        """The room of a table, or the process where it lives; `believed` is where it was thought to live."""
        while True:
            if not self._leases.is_held:
                return self._somebody(table_id, believed)
            if believed is not None and table_id not in self._rooms and self.peers.is_silent(believed):
                await self._wait_for_lease_of(believed)
            try:
                room = await self.room(table_id)
            except Elsewhere as elsewhere:
                if elsewhere.owner is None:
                    raise Rejected("busy", "The table is on its way; try again.", retry_after=1.0) from None
                return elsewhere.owner
            if self._rooms.get(table_id) is room:
                return room

    def _somebody(self, table_id: str, believed: str | None) -> str:
        """A process that can look where a table lives while this one cannot."""
        others = self.peers.who_takes_tables()
        if believed in others:
            return believed
        if not others or self._stopping:
            raise Rejected("storage", NO_LEASE, retry_after=1.0)
        return others[zlib.crc32(table_id.encode()) % len(others)]

    async def _wait_for_lease_of(self, server: str) -> None:
        """Ask once for all tables of a silent process whether they can be had; refuses while its lease lasts."""
        looked, left = self._left.get(server, (0.0, 0.0))
        if time.monotonic() - looked > min(left, LOOK_AGAIN):
            try:
                left = await self._leases.seconds_left(server)
            except StoreError as error:
                raise Rejected("storage", str(error), retry_after=1.0) from None
            self._left[server] = (time.monotonic(), left)
        if left > 0:
            raise Rejected("busy", "The server of this table is not heard; try again.", retry_after=1.0)

    async def _hold(self, table_id: str) -> Hold | None:
        """Hold a table, unless it lives elsewhere."""
        if not self.takes_tables:
            raise Elsewhere(None)
        found = await self._leases.claim(table_id)
        if found is None:
            raise no_table()
        if isinstance(found, HeldElsewhere):
            raise Elsewhere(found.owner)
        return found

    def _new_hold(self) -> Hold | None:
        if not self.takes_tables:
            raise Rejected("storage", NO_LEASE, retry_after=1.0)
        return Hold(self.server, 1)

    async def _room_here(self, table_id: str) -> Room:
        """The room of a table for a visitor of another process."""
        try:
            room = await self.room(table_id)
        except StoreError as error:
            raise Rejected("storage", str(error)) from None
        if self._rooms.get(table_id) is not room:  # it was handed over while somebody waited for it
            raise Elsewhere(None)
        return room

    async def _way_to(self, table_id: str) -> Visit:
        """A route to a table, which may move while the visitor stays."""
        return Route(await self._table(table_id), self._route_context, self.routes)

    async def _table(self, table_id: str) -> Table:
        """A table, only to be looked at: that of its room, or as the log has it."""
        try:
            return (await self.room(table_id)).table
        except Elsewhere:
            pass
        except StoreError as error:
            self.store_failed(error)
        try:
            return await self._view(table_id)
        except Outdated as problem:
            raise Rejected("outdated", str(problem)) from None
        except StoreError as error:
            self.store_failed(error)
            raise Rejected("storage", "The table cannot be read now; try again.") from None

    async def _view(self, table_id: str) -> Table:
        table = self._views.get(table_id)
        if table is None:
            table = (await load_table(table_id, self.store, 1)).table
        else:
            table = table.fork()
            await read_on(table, self.store)
        self._views[table_id] = table
        self._views.move_to_end(table_id)
        if len(self._views) > VIEWS:
            self._views.popitem(last=False)
        return table

    # ------------------------------------------------------------ letting go

    def _taken_over(self, room: Room) -> None:
        """A write was fenced off: the table lives elsewhere."""
        LOG.warning("a table was taken over by another server", extra={"table": room.table.facts.id})
        self._let_go(room)

    def _let_go(self, room: Room) -> None:
        """Lose a room, without writing anything; its visitors go where the table lives."""
        if self._rooms.get(room.table.facts.id) is room:
            del self._rooms[room.table.facts.id]
            self.metrics.tables_loaded.set(len(self._rooms))
            self._move_visitors(room, None)
            self._start(room.close(save=False))

    def _move_visitors(self, room: Room, owner: str | None) -> None:
        self.routes.leave_room(room)
        self.tunnels.move(room.table.facts.id, owner)

    async def _unload(self, room: Room) -> None:
        """Put a table to rest, where any process may take it."""
        await super()._unload(room)
        await self._release(room)

    async def _release(self, room: Room) -> None:
        assert room.hold is not None
        try:
            await self._leases.release(room.table.facts.id, room.hold)
        except StoreError as error:
            LOG.warning("a table could not be released, and waits for the end of the lease: %s", error)
        self._move_visitors(room, None)

    async def close(self) -> None:
        """Hand everything over: tables first, each as soon as it has settled, then the visitors of this process."""
        if self._stopping:
            return
        self._stopping = True
        self._maintenance.cancel()
        self._say_hello()
        slots = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._hand_over(room, slots) for room in list(self._rooms.values())))
        self.routes.dismiss(STOPPING)
        if self._beating is not None:
            self._beating.cancel()
        if self._sharing is not None:
            self._sharing.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._leases.close()
        await self._bus.close()
        if self._claims is not None:
            await self._claims.close()

    async def _hand_over(self, room: Room, slots: asyncio.Semaphore) -> None:
        async with slots:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await room.settle()
            self._rooms.pop(room.table.facts.id, None)
            await room.close()
            await self._release(room)

    # ------------------------------------------------------------ the bus

    def send(self, server: str, envelope: Envelope) -> None:
        """Say something to another process."""
        self._bus.tell(server, envelopes.pack(envelope))

    def hear(self, data: bytes) -> None:
        """Somebody has said something; what is of another version is left out."""
        try:
            envelope = envelopes.unpack(data)
        except msgspec.DecodeError:
            LOG.debug("something of another version came over the bus")
            return
        match envelope:
            case Hello():
                self.peers.hear(envelope)
            case envelopes.Join():
                self.peers.note(envelope.edge)
                if (finding := self.tunnels.dig(envelope)) is not None:
                    self._start(finding)
            case envelopes.Up():
                self.tunnels.hear(envelope)
            case envelopes.Leave():
                self.tunnels.leave(envelope.tunnel)
            case envelopes.Kept():
                self.peers.note(envelope.edge)
                self.tunnels.hear_kept(envelope)
            case envelopes.Pulse():
                self.routes.hear_pulse(envelope)
            case envelopes.Down() | envelopes.Farewell() | envelopes.Moved():
                self.routes.hear(envelope)
            case envelopes.Spent() | envelopes.Revoked() | envelopes.Changed():
                if self._sharing is not None:
                    self._sharing.hear(envelope)

    async def _beat(self) -> None:
        """Several times a second: say that we live, see whether the lease lasts, and whether all ways hold."""
        while True:
            try:
                self._leases.note_life()
                self._say_hello()
                self._see_to_the_lease()
                self.routes.tick()
                self.tunnels.tick()
                self.peers.forget()
                for owner, kept in self.routes.kept(self.server).items():
                    self.send(owner, kept)
            except Exception:
                LOG.exception("the heartbeat failed once")
            await asyncio.sleep(HELLO_EVERY)

    def _say_hello(self) -> None:
        self._tell_all(Hello(self.server, self.takes_tables))

    def _tell_all(self, envelope: Envelope) -> None:
        self._bus.tell(None, envelopes.pack(envelope))

    def _see_to_the_lease(self) -> None:
        """Without a lease others may hold what was held here: nothing of it is served any longer."""
        if not self._leases.is_held and not self._stopping:
            if self.store_problem is None:
                LOG.warning("the lease has run out; %d tables are let go", len(self._rooms))
                self.store_failed(StoreError(NO_LEASE))
            for room in list(self._rooms.values()):
                self._let_go(room)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            LOG.error("work of the cluster failed", exc_info=problem)
