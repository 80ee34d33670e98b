"""The tables of one guest as they are listed: running, finished, put away; and the table that an invitation means."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select

from tabbytop.server.storage.schema import cleared, seats, tables
from tabbytop.server.storage.store import CARDS, Card, Store, read_cards

RUNNING = ("lobby", "playing")
MOST_RUNNING = 100
AT_ONCE = 100
"""Cards that are read together while one is looked for."""
MOST_SEARCHED = 2000

Place = tuple[int, str]
"""Where a list goes on: behind the table that was last changed then, with this id."""


class OwnTables:
    """Lists of tables, read beside the log."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def invited_to(self, words: str) -> Card | None:
        """The table that an invitation leads to."""
        asked = CARDS.where(tables.c.invite == words)
        found = await self._store.read(lambda connection: read_cards(connection, asked))
        return found[0] if found else None

    async def running(self, guest: str) -> list[Card]:
        """Tables of a guest that are not over, the newest first, but for those that were put away as they are."""
        return await self._newest(MOST_RUNNING, _is_own(guest), tables.c.stage.in_(RUNNING), ~is_put_away(guest))

    async def newest(self, guest: str, limit: int) -> list[Card]:
        """All tables of a guest, the newest first, but for those that were put away as they are."""
        return await self._newest(limit, _is_own(guest), ~is_put_away(guest))

    async def _newest(self, limit: int, *where: ColumnElement[bool]) -> list[Card]:
        asked = CARDS.where(*where).order_by(tables.c.updated.desc(), tables.c.id).limit(limit)
        return await self._store.read(lambda connection: read_cards(connection, asked))

    async def finished(self, guest: str, game: str | None, after: Place | None, limit: int) -> list[Card]:
        """Finished games of a guest, the newest first: so many after a place in the list."""
        return await self._store.read(lambda connection: _finished(connection, guest, game, after, limit))

    async def search(self, guest: str, game: str | None) -> list[Card]:
        """The newest finished games of a guest, as many as are searched through."""
        return await self._store.read(lambda connection: list(_all_finished(connection, guest, game)))

    async def count_finished(self, guest: str, game: str | None) -> int:
        """How many games a guest has finished."""
        asked = select(func.count()).select_from(tables).where(*_over(guest, game))
        return await self._store.read(lambda connection: connection.scalar(asked)) or 0

    async def put_away(self, guest: str) -> list[str]:
        """The ids of all tables that a guest has put away, whatever happened there since."""
        asked = select(cleared.c.table_id).where(cleared.c.guest == guest).order_by(cleared.c.table_id)
        return await self._store.read(lambda connection: list(connection.scalars(asked)))

    async def clear(self, guest: str, table: str) -> None:
        """Put a table away until something happens there."""

        def write(connection: Connection) -> None:
            last = connection.scalar(select(tables.c.last).where(tables.c.id == table))
            connection.execute(delete(cleared).where(cleared.c.guest == guest, cleared.c.table_id == table))
            connection.execute(insert(cleared).values(guest=guest, table_id=table, last=last))

        await self._store.write(guest, write)


def is_put_away(guest: str) -> ColumnElement[bool]:
    """Whether a guest has put a table away, and nothing has happened there since."""
    return exists().where(cleared.c.guest == guest, cleared.c.table_id == tables.c.id, cleared.c.last == tables.c.last)


def _is_own(guest: str) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table_id).where(seats.c.guest == guest))


def _over(guest: str, game: str | None) -> list[ColumnElement[bool]]:
    asked = [_is_own(guest), tables.c.stage == "over"]
    return asked if game is None else [*asked, tables.c.game == game]


def _finished(connection: Connection, guest: str, game: str | None, after: Place | None, limit: int) -> list[Card]:
    asked = CARDS.where(*_over(guest, game))
    if after is not None:
        then, table = after
        later = and_(tables.c.updated == then, tables.c.id > table)
        asked = asked.where(or_(tables.c.updated < then, later))
    return read_cards(connection, asked.order_by(tables.c.updated.desc(), tables.c.id).limit(limit))


def _all_finished(connection: Connection, guest: str, game: str | None) -> Iterator[Card]:
    after: Place | None = None
    for _ in range(MOST_SEARCHED // AT_ONCE):
        found = _finished(connection, guest, game, after, AT_ONCE)
        yield from found
        if len(found) < AT_ONCE:
            return
        after = found[-1].updated, found[-1].id
