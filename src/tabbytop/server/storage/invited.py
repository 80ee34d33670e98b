"""Invitations by name that are still to be told: until they have arrived, a seat is free no more, or a day is over."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update

from tabbytop.server.storage.holds import not_elsewhere
from tabbytop.server.storage.schema import guests, invited, seats, tables
from tabbytop.server.storage.store import Store

MOST_AT_ONCE = 200
"""Invitations that are looked at together."""


@dataclass(frozen=True)
class Invited:
    """Somebody who was asked to a table, and what they were told of it: see the columns of `schema.invited`."""

    guest: str
    table_id: str
    inviter: str
    since: int
    due: int
    tries: int = 0
    told: str = ""


@dataclass(frozen=True)
class Asked:
    """An invitation with what is known now of its table and of whoever invites."""

    invited: Invited
    game: str
    stage: str
    summary: bytes
    words: str | None
    """Those by which one comes to the table."""
    name: str
    """Of whoever invites; empty if they are gone."""
    sits: bool
    """Whether whoever was invited sits there by now."""


class InvitedBox:
    """Invitations in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, wanted: Invited) -> None:
        """Keep an invitation; in place of one to the same table."""

        def write(connection: Connection) -> None:
            connection.execute(delete(invited).where(_is(wanted)))
            connection.execute(insert(invited).values(vars(wanted)))

        await self._store.write(wanted.guest, write)

    async def due(self, now: int, server: str) -> list[Asked]:
        """Invitations with which something is to be done now, at tables that no other process than `server` holds."""
        sits = exists().where(seats.c.table_id == invited.c.table_id, seats.c.guest == invited.c.guest)
        asked = (
            select(
                invited, tables.c.game, tables.c.stage, tables.c.summary, tables.c.invite, guests.c.name,
                sits.label("sits"),
            )
            .join(tables, tables.c.id == invited.c.table_id)
            .join(guests, guests.c.id == invited.c.inviter)
            .where(invited.c.due <= now, not_elsewhere(server))
            .order_by(invited.c.due)
            .limit(MOST_AT_ONCE)
        )  # fmt: skip

        def ask(connection: Connection) -> list[Asked]:
            return [
                Asked(Invited(*row[:7]), row.game, row.stage, bytes(row.summary), row.invite, row.name, bool(row.sits))
                for row in connection.execute(asked)
            ]

        return await self._store.read(ask)

    async def keep(self, wanted: Invited, before: Invited) -> bool:
        """Keep what has become of an invitation; False if another process was quicker, or there is none any more."""
        done: list[int] = []

        def write(connection: Connection) -> None:
            done[:] = [connection.execute(update(invited).where(_as(before)).values(vars(wanted))).rowcount]

        await self._store.write(before.guest, write)
        return done[0] == 1

    async def forget(self, gone: Invited) -> None:
        """Nothing is to be told of an invitation any more."""
        await self._store.write(gone.guest, lambda connection: connection.execute(delete(invited).where(_as(gone))))


def _is(wanted: Invited) -> ColumnElement[bool]:
    return and_(invited.c.guest == wanted.guest, invited.c.table_id == wanted.table_id)


def _as(before: Invited) -> ColumnElement[bool]:
    return and_(_is(before), invited.c.due == before.due, invited.c.tries == before.tries)
