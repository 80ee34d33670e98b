"""All tables of a server process: opens them, loads them when somebody comes, and unloads them when nobody is left.

Knows neither sockets nor HTTP.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import logging
import math
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

from tabbytop.bots.pool import Pool
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Past
from tabbytop.server.runtime.deals import Deals
from tabbytop.server.runtime.loading import LoadedTable, load_table
from tabbytop.server.runtime.pace import Pace
from tabbytop.server.runtime.reviewing import Claims
from tabbytop.server.runtime.room import Room, RoomContext
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.own_tables import OwnTables
from tabbytop.server.storage.store import Conflict, Entry, Hold, Store, StoreError
from tabbytop.server.tables import events, projections
from tabbytop.server.tables.deals import Deal, open_deal
from tabbytop.server.tables.decisions import Draft
from tabbytop.server.tables.name_filter import check_names, refused_names
from tabbytop.server.tables.opening import open_table, rematch_of
from tabbytop.server.tables.refusals import Rejected, no_table
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Outdated, Table
from tabbytop.server.tables.telling import last_told

LOG = logging.getLogger("tabbytop.registry")
LISTED = 50
"""The most tables in a list."""
ROUNDS = 1.0
"""Seconds between two looks for tables that may be unloaded, and for a database that has healed."""
TABLE_ID = re.compile("[a-z2-7]{16}")
STOPPING = messages.Bye("restarting", "The server is restarting; connect again in a moment.")


class TableRegistry:
    """All tables of one server process."""

    server: str = ""
    """The name of this process, where there are several."""
    claims: Claims | None = None
    """Who of several processes reckons a review."""

    def __init__(self, settings: Settings, store: Store, pool: Pool, metrics: Metrics) -> None:
        self.settings, self.store, self.pool, self.metrics = settings, store, pool, metrics
        self.deals = Deals(store)
        self.store_problem: str | None = None
        """What is wrong with the database, while something is."""
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._stopping = False
        self._context = RoomContext(
            settings=settings,
            store=store,
            pool=pool,
            metrics=metrics,
            bot_pace=Pace(settings.bot_rate),
            open_rematch=self._open_rematch,
            store_failed=self.store_failed,
            is_refused=refused_names(settings.refused_names),
            taken_over=self._taken_over,
        )
        self._maintenance = asyncio.create_task(self._maintain(), name="maintenance")
        pool.on_change(self._tell_readiness)

    # ------------------------------------------------------------ tables

    async def open(self, wanted: messages.NewTable, person: Person) -> messages.Opened:
        """Open a table; the same key of the same guest opens one table only."""
        check_names(wanted, self._context.is_refused)
        body = messages.encode(wanted)

        async def make(table_id: str) -> Draft:
            return open_table(table_id, wanted, person)

        return await self.open_draft(person, wanted.key, body, make)

    async def open_draft(
        self, person: Person, key: str, body: bytes, make: Callable[[str], Awaitable[Draft]]
    ) -> messages.Opened:
        """Open the table that `make` drafts for its id; the same key of the same guest opens one table only."""
        table_id, whole_key = _id_for(person.guest, key), f"{person.guest}:{key}"
        digest = hashlib.blake2b(body, digest_size=8).hexdigest()
        draft = await make(table_id)
        try:
            table = (await self._settle_in(draft, whole_key, digest)).table
        except Conflict:
            first = await self.store.by_key(table_id, whole_key)
            if first is None or first.digest != digest:
                raise Rejected("key_reused", "This key was used for another table; take a new one for each.") from None
            table = await self._table(table_id)
        return messages.Opened(table_id, table.facts.opened.invite)

    async def open_deal(self, deal: Deal, key: str, person: Person) -> messages.Opened:
        """The one table at which a guest plays today's deal; for a deal of the past a new one for each key."""
        if self.deals.when(deal.day) == "coming":
            raise Rejected("wrong_stage", f"This deal is played on {deal.day:%A}; come back then.")
        if self.deals.when(deal.day) == "past":
            table_id, whole_key = _id_for(person.guest, f"past deal {deal.day} {key}"), f"{person.guest}:{key}"
        else:
            table_id, whole_key = deal.table_of(person.guest), f"{person.guest}:deal"
        with contextlib.suppress(Conflict):  # it was opened before
            return _invited(await self._settle_in(open_deal(table_id, deal, person), whole_key, None))
        return messages.Opened(table_id, (await self._table(table_id)).facts.opened.invite)

    async def room(self, table_id: str) -> Room:
        """The room of a table, which is loaded if need be. What cannot be an id is not asked of the database."""
        if not TABLE_ID.fullmatch(table_id):
            raise no_table()
        if self._stopping:
            raise Rejected("restarting", STOPPING.sentence)
        if table_id in self._rooms:
            return self._rooms[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(_take_note)
        return await asyncio.shield(self._loading[table_id])

    async def visit(self, table_id: str, guest: str | None, invite: str | None) -> Visit:
        """A table for somebody who wants to see it. One that is private answers strangers as if it did not exist."""
        try:
            visit = await self._way_to(table_id)
        except Rejected as rejected:
            if rejected.code == "outdated" and not await self._may_know(table_id, guest, invite):
                raise no_table() from None
            raise
        if visit.table.facts.opened.deal is not None:
            await self.deals.check(visit.table, guest, invited=is_invited(visit.table, guest, invite))
        elif not may_see(visit.table, guest, invite):
            raise no_table()
        return visit

    async def reach(self, table_id: str) -> Visit:
        """A table for the server itself, whoever may see it."""
        return await self._way_to(table_id)

    async def _way_to(self, table_id: str) -> Visit:
        """Where somebody meets a table: its room."""
        return await self.room(table_id)

    async def _table(self, table_id: str) -> Table:
        """A table, only to be looked at."""
        return (await self.room(table_id)).table

    async def _may_know(self, table_id: str, guest: str | None, invite: str | None) -> bool:
        """`may_see` for a table that cannot be loaded."""
        card = await self.store.card(table_id)
        opened = events.unpack((await self.store.entries(table_id))[0].body)
        assert card is not None
        assert isinstance(opened, events.Opened)
        return card.listed or (guest is not None and guest in card.guests) or invite == opened.invite

    def is_looking(self, table_id: str, guest: str) -> bool:
        """Whether somebody looks at a table of this process now."""
        room = self._rooms.get(table_id)
        return room is not None and room.is_looked_at_by(guest)

    def present(self) -> dict[str, str]:
        """Everybody who looks at a table of this process, and the game there."""
        return {guest: room.table.game.id for room in self._rooms.values() for guest in room.lookers()}

    async def last_told(self, table_id: str, seats: Sequence[int]) -> str:
        """What those at other seats did last, in words that everybody may read; nothing if that cannot be said."""
        room = self._rooms.get(table_id)
        try:
            table = room.table if room is not None else (await load_table(table_id, self.store, 1)).table
        except (Outdated, Rejected):
            return ""
        return last_told(table, seats)

    async def tables(self, guest: str | None) -> messages.Tables:
        """Tables to join or watch, and one's own, but for those that were put away."""
        mine = await OwnTables(self.store).newest(guest, LISTED) if guest is not None else []
        public = await self.store.listed(LISTED)
        return messages.Tables(
            open=[projections.listed(card, guest) for card in public],
            mine=[projections.listed(card, guest) for card in mine],
        )

    @property
    def is_stopping(self) -> bool:
        """Whether the server is about to end."""
        return self._stopping

    @property
    def loaded(self) -> int:
        """How many tables are loaded."""
        return len(self._rooms)

    def quiet(self) -> float:
        """Seconds for which no table was asked for anything; none while there is a race."""
        return min((0.0 if room.is_raced else room.quiet for room in self._rooms.values()), default=math.inf)

    async def _load(self, table_id: str) -> Room:
        hold = None
        try:
            hold = await self._hold(table_id)
            loaded = await load_table(table_id, self._context.store, self._context.settings.remember)
        except Outdated as problem:
            raise Rejected("outdated", str(problem)) from None
        except StoreError as error:
            self.store_failed(error)
            raise Rejected("storage", "The table cannot be read now; try again.") from None
        finally:
            del self._loading[table_id]
        LOG.info("a table was loaded", extra={"table": table_id, "seq": loaded.table.facts.seq})
        return self._add(Room(loaded, self._context, hold))

    async def _hold(self, table_id: str) -> Hold | None:
        """Hold a table before it is loaded, where there are several processes that could."""
        return None

    def _new_hold(self) -> Hold | None:
        """The hold of a table that is opened here."""
        return None

    def _taken_over(self, room: Room) -> None:
        """A table lives in another process by now."""
        raise NotImplementedError

    def _add(self, room: Room) -> Room:
        self._rooms[room.table.facts.id] = room
        self.metrics.tables_loaded.set(len(self._rooms))
        return room

    async def _open_rematch(self, table: Table) -> str:
        table_id = _id_for(table.facts.id, "rematch")
        with contextlib.suppress(Conflict):  # the first try got as far as the new table, but not back to the old one
            await self._settle_in(rematch_of(table, table_id), None, None)
        return table_id

    async def _settle_in(self, draft: Draft, key: str | None, digest: str | None) -> Room:
        """Store a new table and let it load_table."""
        if self._stopping:
            raise Rejected("restarting", STOPPING.sentence)
        hold = self._new_hold()
        at = time.time_ns() // 1_000_000
        entries = [
            Entry(transition.seq, at, events.pack(transition.event), *((key, digest) if number == 0 else (None, None)))
            for number, transition in enumerate(draft.transitions)
        ]
        try:
            await self.store.append(draft.table.facts.id, entries, projections.card_of(draft.table, at), hold=hold)
        except StoreError as error:
            self.store_failed(error)
            raise Rejected("storage", "The table could not be stored now; try again.") from None
        past = Past(self.settings.remember, [(at, transition) for transition in draft.transitions])
        return self._add(Room(LoadedTable(draft.table, past, 0), self._context, hold))

    def _tell_readiness(self, game: str) -> None:
        """The bots of a game have come closer to being ready: whoever waits for one hears of it."""
        for room in self._rooms.values():
            if room.table.game.id == game:
                room.tell_readiness()

    # ------------------------------------------------------------ rounds

    async def _maintain(self) -> None:
        """Every second: unload idle tables, see whether a database that failed has healed."""
        while True:
            expected = time.monotonic() + ROUNDS
            await asyncio.sleep(ROUNDS)
            self.metrics.loop_lag.set(max(0.0, time.monotonic() - expected))
            await self._unload_idle()
            if self.store_problem is not None:
                await self._probe()

    async def _unload_idle(self) -> None:
        for room in list(self._rooms.values()):
            if room.is_idle:  # looked at now: somebody may have come while another table was unloaded
                await self._unload(room)

    async def _unload(self, room: Room) -> None:
        table_id = room.table.facts.id
        self._rooms.pop(table_id, None)
        self.metrics.tables_loaded.set(len(self._rooms))
        await room.close()
        LOG.info("a table was unloaded", extra={"table": table_id, "seq": room.table.facts.seq})
        room.let_go()

    async def _probe(self) -> None:
        try:
            await self.store.probe()
        except StoreError as error:
            self.store_problem = str(error)
        else:
            LOG.info("the database is well again")
            self.store_problem = None

    def store_failed(self, error: StoreError) -> None:
        """The database failed somebody; it is probed until it is well again."""
        if self.store_problem is None:
            LOG.error("the database refuses: %s", error)
        self.store_problem = str(error)
        self.metrics.storage_troubles.inc()

    # ------------------------------------------------------------ stopping

    async def close(self) -> None:
        """Answer what waits, say goodbye to everybody, keep snapshots. A second time it does nothing."""
        if self._stopping:
            return
        self._stopping = True
        self._maintenance.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.gather(*(room.settle() for room in self._rooms.values()))
        for room in self._rooms.values():
            room.dismiss(STOPPING)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self._rooms.clear()


def _invited(room: Room) -> messages.Opened:
    return messages.Opened(room.table.facts.id, room.table.facts.opened.invite)


def _take_note(task: asyncio.Task[Room]) -> None:
    """A table that could not be loaded is no news to anybody when all who asked for it have gone."""
    if not task.cancelled():
        task.exception()


def may_see(table: Table, guest: str | None, invite: str | None) -> bool:
    """Whether somebody may see a table: those who sit there, those with the invitation, and all if it is listed."""
    return table.facts.opened.listed or bool(table.seats_of(guest)) or is_invited(table, guest, invite)


def is_invited(table: Table, guest: str | None, invite: str | None) -> bool:
    """Whether somebody knows the invitation; those who sit at the table do."""
    if table.seats_of(guest) or (guest is not None and table.facts.host == guest):
        return True
    return invite is not None and secrets.compare_digest(invite.encode(), table.facts.opened.invite.encode())


def _id_for(owner: str, key: str) -> str:
    """The same owner and key always give the same table, so that a repeated command opens no second one."""
    digest = hashlib.blake2b(f"{owner}:{key}".encode(), digest_size=10).digest()
    return base64.b32encode(digest).decode().lower()
