"""Who agreed that moments of their games become puzzles, and which games are over."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, insert, select

from tabbytop.server.storage.schema import consents, tables
from tabbytop.server.storage.store import Store


class Consents:
    """What guests have answered, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def answer_of(self, guest: str) -> bool | None:
        """Whether somebody agreed; None for somebody who was never asked."""
        asked = select(consents.c.puzzles).where(consents.c.guest == guest)
        return await self._store.read(lambda connection: connection.scalar(asked))

    async def keep(self, guest: str, *, puzzles: bool) -> None:
        """What somebody answers, from now on."""

        def write(connection: Connection) -> None:
            connection.execute(delete(consents).where(consents.c.guest == guest))
            connection.execute(insert(consents).values(guest=guest, puzzles=puzzles))

        await self._store.write(guest, write)

    async def have_agreed(self, guests: Collection[str]) -> bool:
        """Whether all of some people agreed."""
        asked = select(func.count()).where(consents.c.guest.in_(guests), consents.c.puzzles)
        return await self._store.read(lambda connection: connection.scalar(asked)) == len(set(guests))

    async def finished(self, game: str) -> list[str]:
        """The tables at which a game is over, the oldest first."""
        asked = select(tables.c.id).where(tables.c.game == game, tables.c.stage == "over").order_by(tables.c.updated)
        return await self._store.read(lambda connection: list(connection.scalars(asked)))
