"""What is kept of notices: ways to people, their habits, and for each table what somebody there was told.

Who is waited for is not kept here: it follows from the cards of the tables. So a notice cannot be lost with a process,
and a move costs nothing more than before.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tabbytop.server.storage.holds import not_elsewhere
from tabbytop.server.storage.own_tables import is_put_away
from tabbytop.server.storage.schema import guests, notice_habits, notice_ways, notices, seats, tables
from tabbytop.server.storage.store import Card, Store

MOST_AT_ONCE = 500
"""Tables that are looked at together."""
MOST_KNOWN = 50
"""People with whom somebody has played who are told to them."""


def person_id(guest: str, other: str) -> str:
    """What somebody knows another guest by: nobody else can do anything with it, nor learn who it is."""
    return hashlib.sha256(f"{guest} knows {other}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Known:
    """Somebody with whom a guest has played."""

    guest: str
    name: str
    face: str


@dataclass(frozen=True)
class Way:
    """A way by which a guest is told; the address is JSON to the store."""

    id: str
    guest: str
    address: bytes
    secret: bytes
    site: str
    created: int
    failures: int = 0
    off: str | None = None


@dataclass(frozen=True)
class Wait:
    """What is known of somebody at a table, if anything was told: see the columns of `schema.notices`."""

    guest: str
    table_id: str
    seq: int
    moment: int
    since: int
    due: int | None
    tries: int = 0
    told: str = ""
    reminded: bool = False
    shown: bool = False


@dataclass(frozen=True)
class Seated:
    """A guest who can be told, at a table that has changed since it was looked at, or where something is due."""

    guest: str
    table_id: str
    mine: list[int]
    """The guest's seats there."""
    game: str
    stage: str
    last: int
    summary: bytes
    wait: Wait | None


class NoticeBox:
    """Ways, habits and waits, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def secret(self, name: str, new: bytes) -> bytes:
        """What only this server knows by that name; `new`, from now on, if it knows nothing yet."""
        return await self.store.secret(name, new)

    async def ways_of(self, guests: Sequence[str]) -> list[Way]:
        """The ways of some guests, the oldest first."""
        asked = select(notice_ways).where(notice_ways.c.guest.in_(guests)).order_by(notice_ways.c.created)
        return await self.store.read(lambda connection: [Way(*row) for row in connection.execute(asked)])

    async def way(self, way_id: str) -> Way | None:
        """A way by its id."""
        asked = select(notice_ways).where(notice_ways.c.id == way_id)
        row = await self.store.read(lambda connection: connection.execute(asked).first())
        return None if row is None else Way(*row)

    async def add_way(self, way: Way, most: int) -> bool:
        """Keep one more way; whether there was room for it. The same address of the same guest is kept once."""
        room = True

        def write(connection: Connection) -> None:
            nonlocal room
            same = and_(notice_ways.c.guest == way.guest, notice_ways.c.address == way.address)
            connection.execute(delete(notice_ways).where(same))
            counted = select(func.count()).where(notice_ways.c.guest == way.guest)
            room = (connection.scalar(counted) or 0) < most
            if room:
                connection.execute(insert(notice_ways).values(vars(way)))

        await self.store.write(way.guest, write)
        return room

    async def change_way(self, way: Way, **values: Any) -> None:
        """Keep what has become of a way, if it is still there."""
        changed = update(notice_ways).where(notice_ways.c.id == way.id).values(values)
        await self.store.write(way.guest, lambda connection: connection.execute(changed))

    async def remove_way(self, guest: str, way_id: str) -> None:
        """Forget a way."""
        gone = delete(notice_ways).where(notice_ways.c.guest == guest, notice_ways.c.id == way_id)
        await self.store.write(guest, lambda connection: connection.execute(gone))

    async def habits_of(self, guests: Sequence[str]) -> dict[str, bytes]:
        """The habits of those of some guests who have any."""
        asked = select(notice_habits).where(notice_habits.c.guest.in_(guests))
        return await self.store.read(
            lambda connection: {row.guest: bytes(row.body) for row in connection.execute(asked)}
        )

    async def keep_habits(self, guest: str, body: bytes) -> None:
        """Keep the habits of a guest instead of those before."""

        def write(connection: Connection) -> None:
            connection.execute(delete(notice_habits).where(notice_habits.c.guest == guest))
            connection.execute(insert(notice_habits).values(guest=guest, body=body))

        await self.store.write(guest, write)

    async def look(self, now: int, server: str = "") -> list[Seated]:
        """Guests who can be told, at tables that have changed since they were looked at or where something is due.

        Only tables with other people are looked at: bots do not mind waiting. Other processes than `server` see to the
        tables that they hold, as long as their leases last: they know who is there.
        """
        tellable = select(notice_ways.c.guest).where(notice_ways.c.off.is_(None))
        other = seats.alias()
        company = exists().where(other.c.table_id == seats.c.table_id, other.c.guest != seats.c.guest)
        asked = (
            select(
                seats.c.guest, seats.c.seat, tables.c.id, tables.c.game, tables.c.stage, tables.c.last,
                tables.c.summary, notices,
            )
            .join(tables, tables.c.id == seats.c.table_id)
            .outerjoin(notices, and_(notices.c.guest == seats.c.guest, notices.c.table_id == tables.c.id))
            .where(
                seats.c.guest.in_(tellable),
                company,
                not_elsewhere(server),
                or_(
                    and_(notices.c.guest.is_(None), tables.c.stage == "playing"),
                    notices.c.seq != tables.c.last,
                    notices.c.due <= now,
                ),
            )
            .order_by(tables.c.id, seats.c.guest, seats.c.seat)
            .limit(MOST_AT_ONCE)
        )  # fmt: skip

        def ask(connection: Connection) -> list[Seated]:
            rows = connection.execute(asked).all()
            found: dict[tuple[str, str], Seated] = {}
            for guest, seat, table, game, stage, last, summary, *kept in rows:
                wait = Wait(*kept) if kept[0] is not None else None
                new = Seated(guest, table, [], game, stage, last, bytes(summary), wait)
                found.setdefault((table, guest), new).mine.append(seat)
            if len(rows) == MOST_AT_ONCE:  # the last one may lack seats
                found.popitem()
            return list(found.values())

        return await self.store.read(ask)

    async def playing(self, guest: str) -> list[tuple[str, int, bytes]]:
        """The tables where a game is played and a guest sits who has not put them away: table, seat, and what lists
        show of it."""
        asked = (
            select(tables.c.id, seats.c.seat, tables.c.summary)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.guest == guest, tables.c.stage == "playing", ~is_put_away(guest))
            .order_by(tables.c.id, seats.c.seat)
        )
        return await self.store.read(
            lambda connection: [(row.id, row.seat, bytes(row.summary)) for row in connection.execute(asked)]
        )

    async def known_to(self, guest: str) -> list[Known]:
        """Those who sat with a guest at tables where a game is played or over, the last ones first."""
        other = seats.alias()
        asked = (
            select(guests.c.id, guests.c.name, guests.c.face)
            .select_from(seats)
            .join(other, and_(other.c.table_id == seats.c.table_id, other.c.guest != seats.c.guest))
            .join(tables, tables.c.id == seats.c.table_id)
            .join(guests, guests.c.id == other.c.guest)
            .where(seats.c.guest == guest, tables.c.stage.in_(("playing", "over")), guests.c.gone.is_(None))
            .group_by(guests.c.id, guests.c.name, guests.c.face)
            .order_by(func.max(tables.c.updated).desc(), guests.c.id)
            .limit(MOST_KNOWN)
        )
        return await self.store.read(lambda connection: [Known(*row) for row in connection.execute(asked)])

    async def finished_with(self, guests_asked: Sequence[str]) -> dict[str, set[str]]:
        """For some guests, everybody with whom they have finished a game."""
        other = seats.alias()
        asked = (
            select(seats.c.guest, other.c.guest)
            .join(other, and_(other.c.table_id == seats.c.table_id, other.c.guest != seats.c.guest))
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.guest.in_(guests_asked), tables.c.stage == "over")
            .distinct()
        )

        def ask(connection: Connection) -> dict[str, set[str]]:
            found: dict[str, set[str]] = {guest: set() for guest in guests_asked}
            for guest, known in connection.execute(asked):
                found[guest].add(known)
            return found

        return await self.store.read(ask)

    async def guests_at(self, table_ids: Sequence[str]) -> dict[str, set[str]]:
        """Who sits at some tables."""
        asked = select(seats.c.table_id, seats.c.guest).where(
            seats.c.table_id.in_(table_ids), seats.c.guest.is_not(None)
        )

        def ask(connection: Connection) -> dict[str, set[str]]:
            found: defaultdict[str, set[str]] = defaultdict(set)
            for table, guest in connection.execute(asked):
                found[table].add(guest)
            return found

        return await self.store.read(ask)

    async def card(self, table_id: str) -> Card | None:
        """The card of a table; signs that no id has are not even asked for, since Postgres would take offence."""
        return await self.store.card(table_id) if table_id.isprintable() else None

    async def put_off(self, guest: str, table_id: str, until: int) -> None:
        """Tell somebody once more of a table where they are waited for, and not before then."""
        mine = and_(notices.c.guest == guest, notices.c.table_id == table_id, notices.c.moment != 0)
        later = update(notices).where(mine).values(due=until, told="", tries=0)
        await self.store.write("notices", lambda connection: connection.execute(later))

    async def keep(self, waits: Sequence[Wait], before: Sequence[Wait | None]) -> list[Wait]:
        """Keep waits in place of what was known before; those that another process has changed meanwhile are left out.

        So of several processes one alone takes a notice upon itself.
        """
        kept: list[Wait] = []
        # in one order everywhere: processes that keep the same ones could wait for each other forever
        in_order = sorted(zip(waits, before, strict=True), key=lambda pair: (pair[0].table_id, pair[0].guest))

        def write(connection: Connection) -> None:
            kept.clear()
            dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
            for wait, old in in_order:
                one = and_(notices.c.guest == wait.guest, notices.c.table_id == wait.table_id)
                if old is None:
                    new = dialect.insert(notices).values(vars(wait)).on_conflict_do_nothing()
                    if connection.execute(new).rowcount:
                        kept.append(wait)
                    continue
                as_before = and_(
                    one,
                    notices.c.seq == old.seq,
                    notices.c.moment == old.moment,
                    notices.c.due.is_not_distinct_from(old.due),
                    notices.c.tries == old.tries,
                )
                if connection.execute(update(notices).where(as_before).values(vars(wait))).rowcount:
                    kept.append(wait)

        if waits:
            await self.store.write("notices", write)
        return kept
