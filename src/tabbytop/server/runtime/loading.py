"""From the log to a loaded table: its snapshot and the events after it, or the log alone.

What cannot be read or would be played differently by the rules of today is refused with what to do about it, not bent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tabbytop.engine.errors import UserError
from tabbytop.server.runtime.audience import Past
from tabbytop.server.runtime.pace import SLICE
from tabbytop.server.storage.store import Entry, Store
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Transition, transition
from tabbytop.server.tables.refusals import no_table
from tabbytop.server.tables.table import Outdated, Table

LOG = logging.getLogger("tabbytop.loading")
DAMAGED = "it is of a newer Tabbytop, or the log was damaged. It is kept, but cannot be played on."


@dataclass(frozen=True)
class LoadedTable:
    """A table fresh from the database."""

    table: Table
    past: Past
    saved: int
    """The event at which its snapshot was taken; 0 if it has none."""
    began: int | None = None
    """When the present decision began, by the wall, at a table that is slow on purpose."""


async def load_table(table_id: str, store: Store, remember: int) -> LoadedTable:
    """A table from its snapshot and the events after it, or from the log alone; refuses one that does not exist."""
    table = await _from_snapshot(table_id, store)
    saved = table.facts.seq if table else 0
    entries = await store.entries(table_id, after=saved)
    if table is None:
        table = _opened(table_id, entries)
    past = Past(remember, await _play_on(table, entries))
    return LoadedTable(table, past, saved, await _began(table, store) if table.terms.slow else None)


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


async def _began(table: Table, store: Store) -> int | None:
    """When the present decision began: with the last move, or when whoever decides came back."""
    since = await store.entries(table.facts.id, after=max(0, table.facts.moment - 1))
    returns = [entry for entry in since if _unpack(table.facts.id, entry) == events.Returned(table.deciding or 0)]
    return (returns or since)[-1 if returns else 0].at if since else None


async def read_on(table: Table, store: Store) -> list[tuple[int, Transition]]:
    """What was written to the log of a table after the last event that it knows: it happens there, too."""
    return await _play_on(table, await store.entries(table.facts.id, after=table.facts.seq))


async def _play_on(table: Table, entries: Sequence[Entry]) -> list[tuple[int, Transition]]:
    past, rested = [], time.perf_counter()
    for entry in entries:
        past.append((entry.at, _replay(table, _unpack(table.facts.id, entry), entry.seq)))
        if time.perf_counter() - rested > SLICE:
            await asyncio.sleep(0)  # a long log must not hold up other tables
            rested = time.perf_counter()
    return past


def _opened(table_id: str, entries: Sequence[Entry]) -> Table:
    if not entries:
        raise no_table()
    event = _unpack(table_id, entries[0])
    if not isinstance(event, events.Opened):
        raise Outdated(f"The log of table {table_id} does not begin with its opening; {DAMAGED}")
    return Table(table_id, event)


async def _from_snapshot(table_id: str, store: Store) -> Table | None:
    found = await store.snapshot(table_id)
    if found is None:
        return None
    seq, body = found
    try:
        table = Table.from_snapshot(body)
    except (ValueError, msgspec.MsgspecError):
        LOG.warning("a snapshot cannot be read; the log is played again", extra={"table": table_id, "seq": seq})
        return None
    return table if table.facts.seq == seq else None


def _unpack(table_id: str, entry: Entry) -> events.TableEvent:
    try:
        return events.unpack(entry.body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise Outdated(f"Event {entry.seq} of table {table_id} cannot be read ({problem}); {DAMAGED}") from None


def _replay(table: Table, event: events.TableEvent, seq: int) -> Transition:
    if seq != table.facts.seq + 1:
        raise Outdated(f"Table {table.facts.id} lacks event {table.facts.seq + 1}; {DAMAGED}")
    return transition(table, lambda: table.apply(event))
