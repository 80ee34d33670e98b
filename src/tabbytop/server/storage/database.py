"""Opening a database: SQLite in a file, or Postgres. What it hands out keeps what is committed, or it is not opened.

Knows how connections must be set up, which databases to refuse, and how to copy one; not what is kept in them.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, make_url, or_, select, text, update
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from tabbytop.engine.errors import UserError
from tabbytop.server.storage import losses
from tabbytop.server.storage.errors import DISK_FULL, BadDatabase, Unstorable, plainly
from tabbytop.server.storage.ledger import Ledger, Note
from tabbytop.server.storage.migrations import bring_up_to_date
from tabbytop.server.storage.schema import events, pulse, tables

LOG = logging.getLogger("tabbytop.database")
PATIENCE = 5000
"""Milliseconds to wait for another program that holds a lock."""
CHECKPOINT = 8000
"""Pages (of 4 KiB) in SQLite's write-ahead log before they move to the file. A plain copy of both that straddles
such a moment may be torn, so the moments are rare: on this bound, and when nothing was written for a while."""
READERS_CACHE = 512
"""KiB of the database that a connection of SQLite which only reads keeps: every commit of another one makes it forget
all of it, so more would hardly ever be of use."""
LEAST_ROOM = 256 * 1024
"""Bytes without which SQLite cannot begin."""
IDLE = 2.0
"""Seconds after which Postgres ends a transaction of one of several processes in which nothing was said."""
POSTGRES_NAMES = {"postgresql", "postgres", "postgresql+psycopg"}
SQLITE_NAMES = {"sqlite", "sqlite+pysqlite"}
MIGRATING = 0x7AB8
"""The advisory lock of Postgres under which one program at a time makes the tables."""


@dataclass(frozen=True)
class Database:
    """Connections for writing, one per writer, and for reading."""

    writing: Engine
    reading: Engine
    writers: int
    readers: int
    ledger: Ledger | None = None
    """What was acknowledged, where the database's own log may lose its tail without a word."""

    def close(self) -> None:
        """Close the connections."""
        self.reading.dispose()
        self.writing.dispose()
        if self.ledger is not None:
            self.ledger.close()

    def tidy(self) -> bool:
        """Move SQLite's log into the file, so that nothing is left in it to be damaged; False if somebody reads."""
        assert self.ledger is not None
        try:
            moved = _checkpoint(self.writing)
        except sqlite3.Error as error:
            LOG.warning("the log could not be moved into the database: %s", error)
            return False
        self.ledger.compact()
        return moved


def open_database(url: str, *, accept_loss: bool = False, idle: float | None = None) -> Database:
    """Connect, make or update the tables, and check that the database is sound. The folder of a file must exist.

    Of several processes none may keep the others waiting: Postgres ends a transaction in which nothing was said for
    `idle` seconds, because its process was paused or cut off.
    """
    address = _address(url)
    try:
        if address.get_backend_name() == "sqlite":
            return _open_sqlite(address, accept_loss=accept_loss)
        return _open_postgres(address, idle)
    except DBAPIError as error:
        if plainly(error) == DISK_FULL or _is_full(address):
            raise BadDatabase(
                f"{make_url(url)} cannot be opened. {DISK_FULL} Make room on it, and start again."
            ) from error
        raise BadDatabase(f"{make_url(url)} cannot be opened. {plainly(error)} {_advice(address)}") from error
    except UserError:
        raise
    except ValueError as error:  # something in the address that only its driver looks at
        raise BadDatabase(f"The address of the database is not right: {error}. {_EXAMPLES}") from error


def backup(url: str, file: Path) -> None:
    """Copy an SQLite database, also one in use, to a new file: a complete database of its own."""
    address = _address(url)
    if address.get_backend_name() != "sqlite":
        raise UserError("A Postgres database is copied with its own tool: pg_dump.")
    if file.exists():
        raise UserError(f"{file} exists already. Give the copy another name.")
    source = _file(address)
    if not source.exists():
        raise UserError(f"There is no database at {source}.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        _copy_soundly(source, unfinished)
        unfinished.rename(file)
    except (sqlite3.Error, OSError) as error:
        raise UserError(f"{source} could not be copied to {file}: {error}.") from error
    finally:
        with contextlib.suppress(OSError):  # no folder at all
            unfinished.unlink()


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
        raise BadDatabase(f"This is no address of a database. {_EXAMPLES}") from error
    if address.drivername in POSTGRES_NAMES:
        return address.set(drivername="postgresql+psycopg")
    if address.drivername not in SQLITE_NAMES:
        raise BadDatabase(f"Tabbytop cannot use a database of the kind {address.drivername}. {_EXAMPLES}")
    if address.database in (None, "", ":memory:"):
        raise BadDatabase(f"A database in memory keeps nothing. {_EXAMPLES}")
    return address.set(drivername="sqlite+pysqlite")


_EXAMPLES = "Use sqlite:///folder/file or postgresql://user:password@host/name."


def _advice(address: URL) -> str:
    if address.get_backend_name() == "sqlite":
        return "Check that its folder exists, that both can be written to, and that it is a database of Tabbytop."
    return "Check that the server runs, and the user, password and name in the address."


def _is_full(address: URL) -> bool:
    """Whether the disk of an SQLite database has no room; SQLite may call that an error of the disk, or of the file."""
    if address.get_backend_name() != "sqlite":
        return False
    try:
        return shutil.disk_usage(_file(address).absolute().parent).free < LEAST_ROOM
    except OSError:
        return False


def _refuse_unstorable(engine: Engine) -> None:
    """Refuse texts that one of the databases could not hold, in both alike: what works in one works in the other."""

    @event.listens_for(engine, "before_cursor_execute")
    def check(_: Connection, cursor: object, statement: str, given: Any, context: object, many: bool) -> None:
        for one in given if many else (given,):
            for value in one.values() if isinstance(one, dict) else one:
                if isinstance(value, str) and not is_storable(value):
                    raise Unstorable(f"No database can hold {value[:40]!a} as a text.")


def is_storable(text: str) -> bool:
    """Whether every database can hold a text: no NUL, and no half of a pair that stands alone."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_writing(connection: Connection) -> None:
    """Write something; some databases that can only be read say so no earlier."""
    connection.execute(update(pulse).values(at=time.time_ns() // 1_000_000))


def _file(address: URL) -> Path:
    """The file of an SQLite database, also when its address is written as a URI."""
    name = address.database or ""
    return Path(name.removeprefix("file:") if "uri" in address.query else name)


# ---------------------------------------------------------------- SQLite


def _open_sqlite(address: URL, *, accept_loss: bool) -> Database:
    file = _file(address)
    ledger = Ledger(file.with_name(f"{file.name}-ledger"))
    notes = ledger.read()  # before the database, which another program may be writing to: it is ahead then, not behind
    left_behind = _log_left_behind(file)
    if left_behind:
        _check_for_damage(file)
    if notes:
        _check_for_loss(file, ledger, notes, thoroughly=left_behind, accept=accept_loss)
    writers, readers = 1, 2
    writing = _sqlite_engine(address, writers, "BEGIN IMMEDIATE")
    reading = _sqlite_engine(address, readers, "BEGIN", cache_size=-READERS_CACHE)
    database = Database(writing, reading, writers, readers, ledger)
    try:
        for engine in (reading, writing):
            _check_settings(engine)
        with writing.begin() as connection:
            bring_up_to_date(connection)
            _check_writing(connection)
    except BaseException:
        database.close()
        raise
    return database


def _sqlite_engine(address: URL, connections: int, begin: str, **more: int) -> Engine:
    """An engine that says itself where a transaction begins; Python's sqlite3 would leave the making of tables out."""
    engine = create_engine(address, poolclass=QueuePool, pool_size=connections, max_overflow=0)

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for name, value in {**_settings(), **more}.items():
            _set(connection, name, value)

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    _refuse_unstorable(engine)
    return engine


def _settings() -> dict[str, int | str]:
    """Settings of an SQLite connection, as SQLite says them back. Synchronous 2 is FULL: commits wait for the disk."""
    return {
        "busy_timeout": PATIENCE,
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "wal_autocheckpoint": CHECKPOINT,
    }


def _set(connection: sqlite3.Connection, name: str, value: int | str) -> None:
    """Set, and wait for locks: SQLite itself does not when two programs switch a new file to its log at once."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            connection.execute(f"PRAGMA {name}={value}")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _check_settings(engine: Engine) -> None:
    with engine.connect() as connection:
        for name, value in _settings().items():
            said = connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            if said != value:
                raise BadDatabase(
                    f"SQLite does not keep its promises here: {name} should be {value}, and it says {said}."
                    " Put the database on a local disk."
                )


def _log_left_behind(file: Path) -> bool:
    """Whether the database was not closed: its program was killed or still runs, or the file is a plain copy."""
    log = file.with_name(f"{file.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _check_for_damage(file: Path) -> None:
    """Refuse a torn copy. Reads only: a writer would merge the log when it closes, and nobody would find out again."""
    try:
        with _only_reading(file).connect() as connection:
            said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            stray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            sound = said == "ok" and stray is None and not _has_hole(connection)
    except DBAPIError as error:
        if "malformed" not in str(error):
            raise
        sound = False
    if not sound:
        raise BadDatabase(
            "The database is damaged, or was copied while it was being written. Use a copy made by `tabbytop backup`,"
            " or copy the file again together with its -wal."
        )


def _only_reading(file: Path) -> Engine:
    read_only = f"{file.absolute().as_uri()}?mode=ro"
    return create_engine("sqlite://", creator=lambda: sqlite3.connect(read_only, uri=True), poolclass=NullPool)


def _check_for_loss(file: Path, ledger: Ledger, notes: dict[str, Note], *, thoroughly: bool, accept: bool) -> None:
    """Refuse a database that lacks what was acknowledged. If the loss is accepted, it is written down and given up."""
    engine = _only_reading(file) if file.exists() else create_engine("sqlite://")  # without a file all is lost
    with engine.connect() as connection:
        lost = losses.find(connection, notes, thoroughly=thoroughly)
        left = losses.what_is_left(connection, notes, lost)
    if not lost:
        return
    said, book = losses.in_words(lost), file.with_name(f"{file.name}-losses.txt")
    if not accept:
        raise BadDatabase(
            f"The database lacks what players were told is stored: {said} Its -wal was damaged or removed, or an older"
            " copy was put in its place. Put a whole copy back, or go on with what is there:"
            " tabbytop serve --accept-loss."
        )
    LOG.warning("a loss was accepted, and written down in %s: %s", book, said)
    losses.write_down(lost, book)
    ledger.begin_anew(left)
    ledger.close()


def _checkpoint(engine: Engine) -> bool:
    """Move the log into the file and empty it, without waiting for those who read; whether it was done."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            (is_busy, *_) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout={PATIENCE}")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        return False
    finally:
        connection.close()
    return not is_busy


def _has_hole(connection: Connection) -> bool:
    """Whether there is a table whose events are not 1, 2, 3, … up to its last."""
    if not inspect(connection).has_table("events"):
        return False
    kept = (
        select(events.c.table_id, func.count().label("number"), func.max(events.c.seq).label("last"))
        .group_by(events.c.table_id)
        .subquery()
    )
    holes = (
        select(tables.c.id)
        .outerjoin(kept, kept.c.table_id == tables.c.id)
        .where(or_(kept.c.number.is_distinct_from(tables.c.last), kept.c.last.is_distinct_from(tables.c.last)))
    )
    return connection.execute(holes).first() is not None


def _copy_soundly(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    try:
        reading.execute(f"PRAGMA busy_timeout={PATIENCE}")
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=delete")  # one file, without a log beside it
        (said,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise sqlite3.DatabaseError(said)
    finally:
        reading.close()
        writing.close()


# ---------------------------------------------------------------- Postgres


def _open_postgres(address: URL, idle: float | None) -> Database:
    writers, readers = 4, 4
    writing = _postgres_engine(address, writers, "READ COMMITTED", idle)
    reading = _postgres_engine(address, readers, "REPEATABLE READ")
    database = Database(writing, reading, writers, readers)
    try:
        with writing.begin() as connection:
            _check_encoding(connection)
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            bring_up_to_date(connection)
            _check_writing(connection)
    except BaseException:
        database.close()
        raise
    return database


def postgres_engine(url: str, connections: int) -> Engine:
    """More connections to a Postgres database that is open already; any other kind of database is refused."""
    return _postgres_engine(postgres_address(url), connections, "READ COMMITTED", IDLE)


def postgres_address(url: str) -> URL:
    """The address of a Postgres database; any other kind of database is refused."""
    address = _address(url)
    if address.get_backend_name() != "postgresql":
        raise BadDatabase(
            "Several servers need one Postgres database: give --database postgresql://user:password@host/name,"
            " or leave out --bus."
        )
    return address


def _postgres_engine(address: URL, connections: int, isolation: IsolationLevel, idle: float | None = None) -> Engine:
    manners = {
        "connect_timeout": "5",
        "keepalives_idle": "5",
        "keepalives_interval": "2",
        "keepalives_count": "3",
        "tcp_user_timeout": "10000",
    }
    missing = {name: value for name, value in manners.items() if name not in address.query}
    try:
        engine = create_engine(
            address.update_query_dict(missing), isolation_level=isolation, pool_size=connections, max_overflow=0
        )
    except ModuleNotFoundError as error:
        raise BadDatabase("Postgres needs the Python package psycopg, version 3. Install it, or use SQLite.") from error

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.execute(f"SET lock_timeout = {PATIENCE}")
        if idle is not None:
            connection.execute(f"SET idle_in_transaction_session_timeout = {int(idle * 1000)}")
        # What is acknowledged must be on the disk, whatever the server's own habit.
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
        connection.commit()

    _refuse_unstorable(engine)
    return engine


def _check_encoding(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise BadDatabase(
            f"The Postgres database holds {encoding}, and names need UTF8. Create it with ENCODING 'UTF8'."
        )
