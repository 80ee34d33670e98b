"""Reading a table out of a database, beside a server that may be using it."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Iterator

import msgspec

from tabbytop.engine.errors import UserError
from tabbytop.engine.record import write_record
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.runtime.ratings import rebuild
from tabbytop.server.storage.consents import Consents
from tabbytop.server.storage.ratings import RatingBook
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


def agreed_games(database: str, game_id: str) -> tuple[list[str], int]:
    """The records of all finished games whose players agreed to puzzles, and how many finished games there are in all.

    A game that was played on from another has luck of two games, and that of a deal is sealed until its day is over:
    neither is among them.
    """
    try:
        return asyncio.run(_agreed(database, game_id))
    except StoreError as error:
        raise UserError(f"The games cannot be read now: {error}") from None


async def _agreed(database: str, game_id: str) -> tuple[list[str], int]:
    store = Store.open(database)
    records = []
    try:
        consents = Consents(store)
        finished = await consents.finished(game_id)
        for table_id in finished:
            bodies = [entry.body for entry in await store.entries(table_id)]
            people = {guest for body in bodies for guest in _guests_in(msgspec.to_builtins(events.unpack(body)))}
            if not people or not await consents.have_agreed(people):
                continue
            table = replayed(table_id, bodies)
            if table is not None and _is_open(table):
                records.append(_anonymous(table))
    finally:
        await store.close()
    return records, len(finished)


def _guests_in(event: object) -> Iterator[str]:
    """Everybody whom an event names: also those count who have left since."""
    if isinstance(event, dict):
        for key, value in event.items():
            if key in ("guest", "host") and isinstance(value, str):
                yield value
            else:
                yield from _guests_in(value)
    elif isinstance(event, list):
        for value in event:
            yield from _guests_in(value)


def _is_open(table: Table) -> bool:
    match, deal = table.match, table.facts.opened.deal
    is_sealed = deal is not None and deal >= datetime.date.today().isoformat()
    return match is not None and match.over and match.opening == 0 and not is_sealed


def _anonymous(table: Table) -> str:
    assert table.match is not None
    return write_record(table.match, [f"Player {seat + 1}" for seat in range(table.match.seats)])


async def _read(database: str, table_id: str) -> Table | None:
    store = Store.open(database)
    try:
        return replayed(table_id, [entry.body for entry in await store.entries(table_id)])
    finally:
        await store.close()


async def rebuild_ratings(database: str) -> tuple[int, int]:
    """Count all finished games anew; how many there were, and to how many ratings they led."""
    store = Store.open(database)
    try:
        book = RatingBook(store)
        return await rebuild(book), len(await book.everything())
    finally:
        await store.close()
