"""Tables that are slow on purpose: nobody may be there when somebody's days are over, so they are looked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from sqlalchemy import Connection, select

from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.holds import not_elsewhere
from tabbytop.server.storage.schema import tables
from tabbytop.server.storage.store import StoreError
from tabbytop.server.tables.refusals import Rejected

LOG = logging.getLogger("tabbytop.deadlines")
MOST_AT_ONCE = 50


class Deadlines:
    """Wakes the tables of one process, and those of nobody, when a deadline has passed there."""

    def __init__(self, registry: TableRegistry, every: float) -> None:
        self._registry, self._every = registry, every
        self._task = asyncio.create_task(self._go_round(), name="deadlines")

    async def close(self) -> None:
        """Stop; whoever looks next finds what is overdue."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.look()
            except StoreError as problem:
                LOG.warning("deadlines could not be looked at: %s", problem)
            except Exception:
                LOG.exception("a look at the deadlines failed")

    async def look(self) -> None:
        """Load every table where somebody's time is over; its own clock does the rest."""
        now, server = time.time_ns() // 1_000_000, self._registry.server
        for table_id in await self._registry.store.read(lambda connection: _overdue(connection, now, server)):
            with contextlib.suppress(Rejected):
                (await self._registry.room(table_id)).wake()


def _overdue(connection: Connection, now: int, server: str) -> list[str]:
    asked = select(tables.c.id).where(tables.c.deadline <= now, tables.c.stage == "playing", not_elsewhere(server))
    return list(connection.scalars(asked.order_by(tables.c.deadline).limit(MOST_AT_ONCE)))
