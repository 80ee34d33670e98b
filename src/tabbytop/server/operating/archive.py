"""Reading a table out of a database, beside a server that may be using it."""

from __future__ import annotations

import asyncio

from tabbytop.engine.errors import UserError
from tabbytop.engine.record import write_record
from tabbytop.server.storage.store import Store, StoreError
from tabbytop.server.tables import events, projections
from tabbytop.server.tables.table import Table


def record_of(database: str, table_id: str) -> str:
    """The record of a table's game."""
    try:
        table = asyncio.run(_read(database, table_id))
    except StoreError as error:
        raise UserError(f"The table cannot be read now: {error}") from None
    if table is None:
        raise UserError(f"There is no table '{table_id}' in this database.")
    if table.match is None:
        raise UserError(f"The game at table '{table_id}' has not begun; there is nothing to record.")
    return write_record(table.match, [seat.name for seat in projections.seat_infos(table)])


async def _read(database: str, table_id: str) -> Table | None:
    store = Store.open(database)
    try:
        return replayed(table_id, [entry.body for entry in await store.entries(table_id)])
    finally:
        await store.close()


def replayed(table_id: str, bodies: list[bytes]) -> Table | None:
    """The table that a stored log leads to, played from the first event."""
    table: Table | None = None
    for body in bodies:
        event = events.unpack(body)
        if isinstance(event, events.Opened):
            table = Table(table_id, event)
        if table is None:
            raise UserError(f"The log of table '{table_id}' does not begin with its opening; it was damaged.")
        table.apply(event)
    return table
