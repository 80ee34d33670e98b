"""The log store: events that are only ever added to, and beside them snapshots, cards and lessons.

An asyncio face over threads: writes go through writers (see `group_commit`), reads through a few reading threads. What
`append` has returned from survives the death of the process. Bodies are bytes to it: it knows no events and no rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import itertools
import logging
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    CursorResult,
    Dialect,
    Insert,
    Select,
    Update,
    bindparam,
    case,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from tabbytop.server.storage import losses
from tabbytop.server.storage.database import Database, backup, open_database
from tabbytop.server.storage.errors import (
    BadDatabase,
    Conflict,
    Fenced,
    StoreError,
    Uncertain,
    Unknown,
    Unstorable,
    in_our_words,
)
from tabbytop.server.storage.group_commit import GroupCommit, Request, Seam, Write
from tabbytop.server.storage.ledger import Note, extended
from tabbytop.server.storage.records import Card, Entry, Hold, Progress
from tabbytop.server.storage.schema import (
    cleared,
    events,
    lessons,
    pulse,
    reviews,
    seats,
    secrets,
    snapshots,
    tables,
)

__all__ = [
    "BadDatabase",
    "Card",
    "Conflict",
    "Entry",
    "Fenced",
    "Hold",
    "Progress",
    "Store",
    "StoreError",
    "Uncertain",
    "Unknown",
    "Unstorable",
    "backup",
]

log = logging.getLogger(__name__)

# What every move writes; made and spelled once, because both cost more than carrying it out.
_NEW_EVENTS = insert(events).inline()
_NEW_CARD = insert(tables)
_NEXT_CARD = update(tables).where(tables.c.id == bindparam("table"), tables.c.last == bindparam("after"))
_NEXT_CARD_OF_MINE = _NEXT_CARD.where(tables.c.fence == bindparam("held"))
_OLD_SNAPSHOT = delete(snapshots).where(snapshots.c.table_id == bindparam("table"))
_NEW_SNAPSHOT = insert(snapshots)

# The same for SQLite, where moves of many tables are written together: what a move can change of a card.
_MOVED = ("stage", "open_seats", "summary", "updated", "deadline")
_moved = attrgetter(*_MOVED)
_CARDS_ON = f"UPDATE tables SET last = ?, {', '.join(f'{name} = ?' for name in _MOVED)} WHERE id = ? AND last = ?"
_EVENTS_ON = f"INSERT INTO events (table_id, {', '.join(Entry._fields)}) VALUES (?{', ?' * len(Entry._fields)})"


T = TypeVar("T")


class Store:
    """An open log store.

    `before_commit` and `after_commit` are seams for tests: called in the writing thread with the tables concerned, just
    before a commit, and just after it while nobody has been told yet.
    """

    before_commit: Seam | None = None
    after_commit: Seam | None = None
    patience: float | None = None
    """Seconds after which a database that does not answer at all is given up on; None waits as long as it takes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        tidy = database.tidy if database.ledger is not None else None
        self._writers = [
            GroupCommit(
                database.writing, _carry_out, self._call_before_commit, self._call_after_commit, self._vouch, tidy
            )
            for _ in range(database.writers)
        ]
        self._readers = ThreadPoolExecutor(database.readers, thread_name_prefix="store reader")

    @classmethod
    def open(cls, url: str, *, accept_loss: bool = False, idle: float | None = None) -> Store:
        """Open a database, and make or update its tables. The folder of an SQLite file must exist.

        One that has lost what was acknowledged is refused, unless the loss is accepted. See `open_database`.
        """
        return cls(open_database(url, accept_loss=accept_loss, idle=idle))

    async def close(self) -> None:
        """Finish what is waiting, then close."""
        await asyncio.to_thread(self._finish)

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        card: Card,
        *,
        same_guests: bool = False,
        unnoticed: bool = False,
        hold: Hold | None = None,
    ) -> None:
        """Add the next events of a table, with its card as it is after them: all or nothing.

        With the same guests as before these events the seats are left as they are. Unnoticed, events leave the table
        where it was in lists that are sorted by time, and put away where it was put away. With a hold nothing is added
        to a table that another process holds by now; a new table is held from its first event on.
        A caller who is cancelled while waiting cannot know whether it was written.
        """
        numbers = [entry.seq for entry in entries]
        if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise ValueError(f"events come one after the other, not as {numbers}")
        await self._write(table, [table], _Append(self._note, table, entries, card, same_guests, unnoticed, hold))

    async def rewrite(self, table: str, change: Callable[[Entry], Entry], recard: Callable[[Card], Card]) -> None:
        """Write a table anew where something has to be forgotten: events, card and seats; what follows from them goes.

        The one exception to a log that is only ever added to. The ledger knows of both logs meanwhile.
        """

        def write(connection: Connection) -> Note | None:
            last = connection.scalar(select(tables.c.last).where(tables.c.id == table).with_for_update())
            asked = _ENTRIES.where(events.c.table_id == table).order_by(events.c.seq)
            for entry in [Entry(*row) for row in connection.execute(asked)]:
                changed = change(entry)
                if changed != entry:
                    this = update(events).where(events.c.table_id == table, events.c.seq == entry.seq)
                    connection.execute(this.values(body=changed.body, key=changed.key, digest=changed.digest))
            (card,) = read_cards(connection, CARDS.where(tables.c.id == table))
            fresh = recard(card)
            if fresh.summary != card.summary:
                connection.execute(update(tables).where(tables.c.id == table).values(summary=fresh.summary))
            if fresh.guests != card.guests:
                _put_seats(connection, table, fresh.guests)
            connection.execute(delete(snapshots).where(snapshots.c.table_id == table))
            connection.execute(delete(reviews).where(reviews.c.table_id == table))
            ledger = self._database.ledger
            if ledger is None or last is None:
                return None
            note = Note(table, last, losses.hash_of(connection, table, last))
            ledger.foresee(note)
            return note

        await self._write(table, [table], write)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The events of a table after the one with this number."""
        asked = _ENTRIES.where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
        return await self._read(lambda connection: [Entry(*row) for row in connection.execute(asked)])

    async def by_key(self, table: str, key: str) -> Entry | None:
        """The event that answered the command with this key."""
        asked = _ENTRIES.where(events.c.table_id == table, events.c.key == key)
        row = await self._read(lambda connection: connection.execute(asked).first())
        return None if row is None else Entry(*row)

    async def save_snapshot(self, table: str, seq: int, body: bytes, hold: Hold | None = None) -> None:
        """Keep the state of a table after an event, instead of the snapshot kept before."""

        def write(connection: Connection) -> None:
            if hold is not None:
                _check_hold(connection, table, hold)
            connection.execute(_OLD_SNAPSHOT, {"table": table})
            row = {"table_id": table, "seq": seq, "body": body, "checksum": _checksum(table, seq, body)}
            connection.execute(_NEW_SNAPSHOT, row)

        await self._write(table, [table], write)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The snapshot of a table with the number of its event; nothing if there is none that can be trusted."""
        asked = (
            select(snapshots.c.seq, snapshots.c.body, snapshots.c.checksum, tables.c.last)
            .join(tables, tables.c.id == snapshots.c.table_id)
            .where(tables.c.id == table)
        )
        row = await self._read(lambda connection: connection.execute(asked).first())
        if row is None:
            return None
        if row.checksum != _checksum(table, row.seq, row.body) or row.seq > row.last:
            log.warning("The snapshot of table %s does not hold; the table is rebuilt from its log.", table)
            return None
        return row.seq, row.body

    async def card(self, table: str) -> Card | None:
        """The card of a table."""
        found = await self._read(lambda connection: read_cards(connection, CARDS.where(tables.c.id == table)))
        return found[0] if found else None

    async def listed(self, limit: int) -> list[Card]:
        """Public tables: those with a free seat, then those being played, the newest first."""
        free = CARDS.where(tables.c.listed, tables.c.stage == "lobby", tables.c.open_seats > 0)
        playing = CARDS.where(tables.c.listed, tables.c.stage == "playing")

        def ask(connection: Connection) -> list[Card]:
            first = read_cards(connection, _newest(free, limit))
            return first + read_cards(connection, _newest(playing, limit - len(first)))

        return await self._read(ask)

    async def tables_of(self, guest: str, limit: int) -> list[Card]:
        """Tables where a guest has a seat, the newest first."""
        theirs = select(seats.c.table_id).where(seats.c.guest == guest)
        asked = _newest(CARDS.where(tables.c.id.in_(theirs)), limit)
        return await self._read(lambda connection: read_cards(connection, asked))

    async def tables_of_deal(self, day: str, limit: int) -> list[tuple[Card, int]]:
        """Tables at which the deal of a day was played to its end, and when each was opened; the first to end first."""
        over = CARDS.where(tables.c.deal == day, tables.c.stage == "over")
        asked = over.order_by(tables.c.updated, tables.c.id).limit(limit)

        def ask(connection: Connection) -> list[tuple[Card, int]]:
            cards = read_cards(connection, asked)
            first = select(events.c.table_id, events.c.at).where(
                events.c.table_id.in_([card.id for card in cards]), events.c.seq == 1
            )
            opened = {row.table_id: row.at for row in connection.execute(first)}
            return [(card, opened[card.id]) for card in cards]

        return await self._read(ask)

    async def secret(self, name: str, new: bytes) -> bytes:
        """What only this server knows by that name; `new`, from now on, if it knows nothing yet."""
        asked = select(secrets.c.value).where(secrets.c.name == name)
        known = await self._read(lambda connection: connection.scalar(asked))
        if known is not None:
            return bytes(known)
        with contextlib.suppress(Conflict):  # another process was first
            await self._write(
                name, [], lambda connection: connection.execute(insert(secrets).values(name=name, value=new))
            )
        return bytes(await self._read(lambda connection: connection.scalars(asked).one()))

    async def save_review(self, table: str, body: bytes) -> None:
        """Keep the review of a table, instead of the one kept before."""

        def write(connection: Connection) -> None:
            connection.execute(delete(reviews).where(reviews.c.table_id == table))
            connection.execute(insert(reviews).values(table_id=table, body=body))

        await self._write(table, [table], write)

    async def review(self, table: str) -> bytes | None:
        """The review of a table, if one is kept."""
        asked = select(reviews.c.body).where(reviews.c.table_id == table)
        return await self._read(lambda connection: connection.scalar(asked))

    async def write(self, key: str, write: Callable[[Connection], object]) -> None:
        """Write something beside the log, after everything else with the same key: all or nothing."""
        await self._write(key, [], write)

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Read something beside the log."""
        return await self._read(ask)

    async def keep_progress(self, progress: Progress) -> None:
        """Where a guest is in a lesson from now on; what was finished once stays finished."""

        def write(connection: Connection) -> None:
            dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
            new = dialect.insert(lessons).values(vars(progress))
            reached = case((new.excluded.reached > lessons.c.reached, new.excluded.reached), else_=lessons.c.reached)
            kept = {"reached": reached, "done": or_(lessons.c.done, new.excluded.done)}
            place = {"chapter": new.excluded.chapter, "step": new.excluded.step}
            connection.execute(new.on_conflict_do_update(index_elements=lessons.primary_key, set_={**place, **kept}))

        await self._write(progress.guest, [], write)

    async def progress_of(self, guest_id: str) -> list[Progress]:
        """How far a guest is in all lessons that were begun."""
        asked = select(lessons).where(lessons.c.guest == guest_id).order_by(lessons.c.game, lessons.c.lesson)
        return await self._read(lambda connection: [Progress(*row) for row in connection.execute(asked)])

    async def probe(self) -> None:
        """Write and read something, to find out whether the database is well."""
        now = time.time_ns() // 1_000_000
        await self._write("", [], lambda connection: connection.execute(update(pulse).values(at=now)))
        await self._read(lambda connection: connection.execute(select(pulse)).all())

    async def _write(self, key: str, concerned: Sequence[str], write: Callable[[Connection], object]) -> None:
        request = Request(key, concerned, write)
        self._writers[zlib.crc32(key.encode()) % len(self._writers)].put(request)
        if self.patience is None:
            await request.done
            return
        try:
            async with asyncio.timeout(self.patience):  # wait_for would lose a cancellation that comes with the answer
                await request.done
        except TimeoutError:
            raise Uncertain("The database does not answer; the log shows what became of it.") from None

    async def _read(self, ask: Callable[[Connection], T]) -> T:
        try:
            answer = asyncio.get_running_loop().run_in_executor(self._readers, self._ask, ask)
        except RuntimeError as error:
            raise StoreError("The store is closed.") from error
        try:
            async with asyncio.timeout(self.patience):
                return await answer
        except TimeoutError:
            raise StoreError("The database does not answer.") from None

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        """Read; once more if the connection had died since it was last used."""
        try:
            try:
                return self._try_to_ask(ask)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._try_to_ask(ask)
        except SQLAlchemyError as error:
            raise in_our_words(error) from error

    def _try_to_ask(self, ask: Callable[[Connection], T]) -> T:
        with self._database.reading.connect() as connection:
            return ask(connection)

    def _finish(self) -> None:
        for writer in self._writers:
            writer.finish()
        self._readers.shutdown()
        self._database.close()

    def _note(self, connection: Connection, table: str, entries: Sequence[Entry]) -> Note | None:
        """What the ledger will say of a table, where there is one."""
        ledger = self._database.ledger
        if ledger is None:
            return None
        after = entries[0].seq - 1
        before = ledger.known(table, after) or losses.hash_of(connection, table, after)
        return Note(table, entries[-1].seq, extended(before, entries))

    def _vouch(self, written: list[object]) -> None:
        """Keep outside the database what was committed to it."""
        ledger = self._database.ledger
        if ledger is None:
            return
        try:
            ledger.write([note for note in written if isinstance(note, Note)])
        except OSError as error:
            raise Uncertain(f"It was stored, but could not be noted in {ledger.file.name}: {error}.") from error

    def _call_before_commit(self, concerned: list[str]) -> None:
        if self.before_commit is not None:
            self.before_commit(concerned)

    def _call_after_commit(self, concerned: list[str]) -> None:
        if self.after_commit is not None:
            self.after_commit(concerned)


@dataclass(frozen=True, slots=True)
class _Append:
    """The next events of a table, to be written."""

    note: Callable[[Connection, str, Sequence[Entry]], Note | None]
    """Says what the ledger will say of it."""
    table: str
    entries: Sequence[Entry]
    card: Card
    same_guests: bool
    unnoticed: bool
    hold: Hold | None

    @property
    def is_a_move(self) -> bool:
        """Whether it is what nearly all are: something happens at a table, and everybody stays where they are."""
        return self.same_guests and not self.unnoticed and self.hold is None and self.entries[0].seq > 1

    def __call__(self, connection: Connection) -> Note | None:
        """Write it."""
        _put_card(
            connection,
            self.table,
            self.card,
            after=self.entries[0].seq - 1,
            last=self.entries[-1].seq,
            unnoticed=self.unnoticed,
            hold=self.hold,
        )
        _execute(connection, _NEW_EVENTS, self.rows())
        if self.unnoticed:
            _leave_put_away(connection, self.table, after=self.entries[0].seq - 1, last=self.entries[-1].seq)
        if not self.same_guests:
            _put_seats(connection, self.table, self.card.guests)
        return self.note(connection, self.table, self.entries)

    def rows(self) -> list[dict[str, Any]]:
        """The events as they are stored."""
        return [{"table_id": self.table, **entry._asdict()} for entry in self.entries]


def _carry_out(connection: Connection, writes: Sequence[Write]) -> list[object]:
    """Write everything that has come together. SQLite is told of the moves of many tables at once."""
    if connection.dialect.name != "sqlite":
        return [write(connection) for write in writes]
    written: list[object] = []
    for are_moves, some in itertools.groupby(writes, lambda write: isinstance(write, _Append) and write.is_a_move):
        if are_moves:
            written += _append_all(connection, [write for write in some if isinstance(write, _Append)])
        else:
            written += [write(connection) for write in some]
    return written


def _append_all(connection: Connection, moves: Sequence[_Append]) -> list[object]:
    """Write moves of several tables with two statements. Raises `Conflict` if one of the logs ends elsewhere."""
    if len(moves) == 1:
        return [moves[0](connection)]
    cards = [(move.entries[-1].seq, *_moved(move.card), move.table, move.entries[0].seq - 1) for move in moves]
    if connection.exec_driver_sql(_CARDS_ON, cards).rowcount != len(cards):
        raise Conflict("One of these logs does not end where it should.")
    connection.exec_driver_sql(_EVENTS_ON, [(move.table, *entry) for move in moves for entry in move.entries])
    return [move.note(connection, move.table, move.entries) for move in moves]


@functools.cache
def _spelled(statement: Insert | Update, dialect: Dialect, names: tuple[str, ...]) -> SQLCompiler:
    """A statement in the words of one kind of database, with the names of what is given to it."""
    spelled = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(spelled, SQLCompiler)
    return spelled


def _execute(
    connection: Connection, statement: Insert | Update, rows: Sequence[Mapping[str, Any]]
) -> CursorResult[Any]:
    """Carry out a statement once for each row; all of them name the same things."""
    spelled = _spelled(statement, connection.dialect, tuple(rows[0]))
    order: Any = spelled.positiontup
    given: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
    return connection.exec_driver_sql(spelled.string, given if len(given) > 1 else given[0])


def _put_card(
    connection: Connection, table: str, card: Card, *, after: int, last: int, unnoticed: bool, hold: Hold | None
) -> None:
    """Take the log of the table on from `after` to `last`; only one writer can, and never over a hole."""
    values = {**_values(card, last), **({} if unnoticed else {"updated": card.updated})}
    if after == 0:
        connection.execute(
            _NEW_CARD,
            {
                "id": table,
                "deal": card.deal,
                "invite": card.invite,
                **values,
                **(vars(hold) if hold is not None else {}),
            },
        )
        return
    at = {"table": table, "after": after}
    if hold is None:
        taken = _execute(connection, _NEXT_CARD, [{**at, **values}])
    else:
        taken = _execute(connection, _NEXT_CARD_OF_MINE, [{**at, "held": hold.fence, **values}])
    if not taken.rowcount:
        if hold is not None:
            _check_hold(connection, table, hold)
        raise Conflict(f"The log of table {table} does not end at {after}.")


def _leave_put_away(connection: Connection, table: str, *, after: int, last: int) -> None:
    """Whoever has put a table away does not find it back because of what they cannot know of."""
    put_away = update(cleared).where(cleared.c.table_id == table, cleared.c.last == after)
    connection.execute(put_away.values(last=last))


def _values(card: Card, last: int) -> dict[str, Any]:
    return {
        "last": last,
        "game": card.game,
        "stage": card.stage,
        "listed": card.listed,
        "open_seats": card.open_seats,
        "summary": card.summary,
        "deadline": card.deadline,
    }


def _check_hold(connection: Connection, table: str, hold: Hold) -> None:
    """Refuse whoever has lost a table to another process; nobody can take it until this transaction ends."""
    fence = connection.scalar(select(tables.c.fence).where(tables.c.id == table).with_for_update())
    if fence != hold.fence:
        raise Fenced(f"Table {table} was taken over by another server: its fence is {fence}, not {hold.fence}.")


def _put_seats(connection: Connection, table: str, taken: Sequence[str | None]) -> None:
    """Write the seats anew."""
    connection.execute(delete(seats).where(seats.c.table_id == table))
    if taken:
        rows = [{"table_id": table, "seat": seat, "guest": guest} for seat, guest in enumerate(taken)]
        connection.execute(insert(seats), rows)


CARDS = select(
    tables.c.id,
    tables.c.game,
    tables.c.stage,
    tables.c.listed,
    tables.c.open_seats,
    tables.c.summary,
    tables.c.updated,
    tables.c.deal,
    tables.c.invite,
)
_ENTRIES = select(events.c.seq, events.c.at, events.c.body, events.c.key, events.c.digest)


def _newest(asked: Select[*tuple[Any, ...]], limit: int) -> Select[*tuple[Any, ...]]:
    return asked.order_by(tables.c.updated.desc(), tables.c.id).limit(limit)


def read_cards(connection: Connection, asked: Select[*tuple[Any, ...]]) -> list[Card]:
    rows = connection.execute(asked).all()
    guests_at: dict[str, list[str | None]] = {row.id: [] for row in rows}
    sitting = select(seats.c.table_id, seats.c.guest).where(seats.c.table_id.in_(guests_at))
    for table, guest in connection.execute(sitting.order_by(seats.c.table_id, seats.c.seat)):
        guests_at[table].append(guest)
    return [
        Card(
            row.id,
            row.game,
            row.stage,
            row.listed,
            row.open_seats,
            tuple(guests_at[row.id]),
            row.summary,
            row.updated,
            row.deal,
            invite=row.invite,
        )
        for row in rows
    ]


def _checksum(table: str, seq: int, body: bytes) -> bytes:
    return hashlib.blake2b(b"%b %d " % (table.encode(), seq) + body, digest_size=16).digest()
