"""Tables that are slow on purpose: nobody may be there when somebody's days are over, so they are looked for."""

from __future__ import annotations

import contextlib
import time

from sqlalchemy import Connection, select

from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.runtime.registry import TableRegistry
from tabbytop.server.storage.holds import not_elsewhere
from tabbytop.server.storage.schema import tables
from tabbytop.server.tables.refusals import Rejected

MOST_AT_ONCE = 50


class Deadlines:
    """Wakes the tables of one process, and those of nobody, when a deadline has passed there."""

    def __init__(self, registry: TableRegistry, every: float) -> None:
        self._registry = registry
        self._rounds = Rounds("deadlines", every, self.look)

    async def close(self) -> None:
        """Stop; whoever looks next finds what is overdue."""
        await self._rounds.close()

    async def look(self) -> None:
        """Load every table where somebody's time is over; its own clock does the rest."""
        now, server = time.time_ns() // 1_000_000, self._registry.server
        for table_id in await self._registry.store.read(lambda connection: _overdue(connection, now, server)):
            with contextlib.suppress(Rejected):
                (await self._registry.room(table_id)).check_clock()


def _overdue(connection: Connection, now: int, server: str) -> list[str]:
    asked = select(tables.c.id).where(tables.c.deadline <= now, tables.c.stage == "playing", not_elsewhere(server))
    return list(connection.scalars(asked.order_by(tables.c.deadline).limit(MOST_AT_ONCE)))
