"""Where tables live: each of several server processes has a lease in Postgres, and holds tables while it lasts.

Renewing costs one row for a process, however many tables it holds. Leases run out by the clock of the database alone.
Whoever takes a table raises its fence, which every later write carries: a process that was paused for longer than its
lease, and knows nothing of that, cannot write any more.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection, and_, delete, exists, extract, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from tabbytop.server.storage.database import postgres_engine
from tabbytop.server.storage.errors import StoreError, in_our_words
from tabbytop.server.storage.schema import servers, tables
from tabbytop.server.storage.store import Hold

LOG = logging.getLogger("tabbytop.leases")
LEASE = 3.0
"""Seconds after which a process that does not renew its lease has lost its tables."""
RENEW_EVERY = 1.0
STUCK = 10.0
"""Seconds without a sign of life from the event loop after which its process is as good as dead."""
FORGOTTEN = timedelta(hours=1)
"""How long the rows of processes that are gone are kept."""
ASKING = 4
"""Threads that ask for tables."""

T = TypeVar("T")


@dataclass(frozen=True)
class HeldElsewhere:
    """The process where a table lives."""

    owner: str


class Leases:
    """The lease of one server process, renewed by a thread of its own; and the tables that it holds."""

    def __init__(self, url: str, server: str, lease: float = LEASE) -> None:
        self.server = server
        self._lease = lease
        self._engine = postgres_engine(url, ASKING + 1)
        self._asking = ThreadPoolExecutor(ASKING, thread_name_prefix="leases")
        self._until = 0.0
        self._alive = time.monotonic()
        self._ending = threading.Event()
        self._renewing = threading.Thread(target=self._keep, name="lease", daemon=True)

    @property
    def is_held(self) -> bool:
        """Whether the lease lasts, by our own clock: it began to run before the database's did."""
        return time.monotonic() < self._until

    def begin(self) -> None:
        """Take the lease, and keep it from now on; raises `StoreError` if the database refuses."""
        self._now(_sweep)
        self._renew()
        self._renewing.start()

    def note_life(self) -> None:
        """The event loop goes round; without that the lease is not renewed, however well its thread may be."""
        self._alive = time.monotonic()

    async def claim(self, table: str) -> Hold | HeldElsewhere | None:
        """Hold a table, unless a process that lives does; None if there is no such table."""
        return await self._ask(lambda connection: self._claim(connection, table))

    async def release(self, table: str, hold: Hold) -> None:
        """Leave a table to whoever wants it."""
        mine = and_(tables.c.id == table, tables.c.owner == hold.owner, tables.c.fence == hold.fence)
        await self._ask(lambda connection: connection.execute(update(tables).where(mine).values(owner=None)))

    async def seconds_left(self, server: str) -> float:
        """How long the lease of another process lasts if it is not renewed."""
        left = extract("epoch", servers.c.expires - func.now())
        found = await self._ask(
            lambda connection: connection.scalar(select(left).where(servers.c.id == server))
        )  # fmt: skip
        return 0.0 if found is None else max(0.0, float(found))

    async def close(self) -> None:
        """Give up the lease, and with it every table."""
        self._ending.set()
        await asyncio.to_thread(self._renewing.join)
        try:
            await self._ask(lambda connection: connection.execute(delete(servers).where(servers.c.id == self.server)))
        except StoreError as error:
            LOG.warning("the lease could not be given up and runs out by itself: %s", error)
        self._asking.shutdown(wait=False)
        self._engine.dispose()

    def _claim(self, connection: Connection, table: str) -> Hold | HeldElsewhere | None:
        lives = exists().where(servers.c.id == tables.c.owner, servers.c.expires > func.now())
        i_live = exists().where(servers.c.id == self.server, servers.c.expires > func.now())
        free = or_(tables.c.owner.is_(None), tables.c.owner == self.server, ~lives)
        taking = (
            update(tables)
            .where(tables.c.id == table, i_live, free)
            .values(owner=self.server, fence=tables.c.fence + 1)
            .returning(tables.c.fence)
        )
        fence = connection.scalar(taking)
        if fence is not None:
            return Hold(self.server, fence)
        found = connection.execute(select(tables.c.owner).where(tables.c.id == table)).first()
        if found is None:
            return None
        if found.owner in (None, self.server):
            raise StoreError("The lease of this server has run out.")
        return HeldElsewhere(found.owner)

    async def _ask(self, ask: Callable[[Connection], T]) -> T:
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._asking, self._now, ask)
            async with asyncio.timeout(self._lease):
                return await asked
        except TimeoutError:
            raise StoreError("The database does not answer.") from None
        except RuntimeError as error:
            raise StoreError("The leases are closed.") from error

    def _now(self, ask: Callable[[Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return ask(connection)
        except SQLAlchemyError as error:
            raise in_our_words(error) from error

    def _keep(self) -> None:
        while not self._ending.wait(RENEW_EVERY * self._lease / LEASE):
            if time.monotonic() - self._alive > STUCK:
                continue
            try:
                self._renew()
            except StoreError as error:
                LOG.warning("the lease could not be renewed: %s", error)

    def _renew(self) -> None:
        began = time.monotonic()
        expires = func.now() + timedelta(seconds=self._lease)
        renewing = insert(servers).values(id=self.server, expires=expires)
        renewing = renewing.on_conflict_do_update(index_elements=[servers.c.id], set_={"expires": expires})
        self._now(lambda connection: connection.execute(renewing))
        self._until = began + self._lease


def _sweep(connection: Connection) -> None:
    connection.execute(delete(servers).where(servers.c.expires < func.now() - FORGOTTEN))
