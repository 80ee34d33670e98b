"""The log store: what it promises to keep, on SQLite and on Postgres, and how it behaves when the database does not."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, insert, make_url, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import Pool

from tabbytop.engine.mistake import Mistake
from tabbytop.server import database, schema
from tabbytop.server.store import (
    BadDatabase,
    Card,
    Conflict,
    Entry,
    Guest,
    Store,
    StoreTrouble,
    Token,
    Uncertain,
    Unknown,
    backup,
)
from tests.server.databases import Postgres

pytestmark = pytest.mark.anyio


def entry(seq: int, key: str | None = None, size: int = 20) -> Entry:
    return Entry(seq, at=1_700_000_000_000 + seq, body=b"%d " % seq + b"x" * size, key=key, digest=f"digest {seq}")


def card(table: str, **changes: Any) -> Card:
    usual: dict[str, Any] = {
        "game": "cat-cab",
        "stage": "playing",
        "listed": True,
        "open_seats": 0,
        "guests": ("ada", None, "bob"),
        "summary": b'{"turn": 1}',
        "updated": 1_700_000_000_000,
    }
    return Card(id=table, **(usual | changes))


async def fill(store: Store, table: str, number: int) -> None:
    """Append events one by one, each when the one before it is acknowledged."""
    for seq in range(1, number + 1):
        await store.append(table, [entry(seq, key=f"key {seq}")], card(table))


async def seqs(store: Store, table: str) -> list[int]:
    return [entry.seq for entry in await store.entries(table)]


@contextlib.asynccontextmanager
async def opened(url: str):
    store = Store.open(url)
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def listening(target: type, name: str, listener: Callable[..., None]) -> Iterator[None]:
    event.listen(target, name, listener)
    try:
        yield
    finally:
        event.remove(target, name, listener)


@contextlib.contextmanager
def behind_the_back(url: str) -> Iterator[Any]:
    """A connection that the store does not know of; what is done through it is committed."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def full_disk(_: list[str]) -> None:
    raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
async def store(database_url: str):
    async with opened(database_url) as store:
        yield store


# ---------------------------------------------------------------- the log


async def test_what_was_appended_is_read_back(store: Store):
    first, second, third = entry(1, key="a"), entry(2), Entry(3, at=3, body=bytes(range(256)))
    await store.append("t", [first, second], card("t"))
    await store.append("t", [third], card("t", stage="over", guests=("ada", "cleo")))
    assert await store.entries("t") == [first, second, third]
    assert await store.entries("t", after=1) == [second, third]
    assert await store.entries("t", after=3) == []
    assert await store.last_seq("t") == 3
    assert await store.card("t") == card("t", stage="over", guests=("ada", "cleo"))


async def test_an_event_is_found_by_the_key_of_its_command(store: Store):
    for table in ("t", "u"):
        await fill(store, table, 3)
    await store.append("t", [entry(4)], card("t"))
    assert await store.by_key("t", "key 2") == entry(2, key="key 2")
    assert await store.by_key("t", "key 4") is None
    assert await store.by_key("nowhere", "key 2") is None


async def test_a_table_may_lose_all_its_seats(store: Store):
    await store.append("t", [entry(1)], card("t"))
    await store.append("t", [entry(2)], card("t", guests=()))
    assert await store.card("t") == card("t", guests=())


async def test_a_table_that_does_not_exist_is_empty(store: Store):
    assert await store.entries("t") == []
    assert await store.last_seq("t") == 0
    assert await store.card("t") is None
    assert await store.snapshot("t") is None


async def test_the_log_is_kept_when_the_store_is_closed(database_url: str):
    async with opened(database_url) as store:
        await fill(store, "t", 5)
    async with opened(database_url) as store:
        assert await seqs(store, "t") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "late",
    [
        pytest.param([entry(2)], id="a number that was taken"),
        pytest.param([entry(1)], id="a new table of the same name"),
        pytest.param([entry(3), entry(4, key="key 1")], id="a key that was taken"),
        pytest.param([entry(4)], id="a hole"),
    ],
)
async def test_whoever_comes_late_writes_nothing(store: Store, late: list[Entry]):
    await fill(store, "t", 2)
    with pytest.raises(Conflict):
        await store.append("t", late, card("t", stage="over", guests=("mallory",)))
    assert await seqs(store, "t") == [1, 2]
    assert await store.last_seq("t") == 2
    assert await store.card("t") == card("t")


async def test_a_table_begins_with_its_first_event(store: Store):
    with pytest.raises(Conflict):
        await store.append("t", [entry(2)], card("t"))
    assert await store.card("t") is None


@pytest.mark.parametrize("entries", [[], [entry(1), entry(3)], [entry(2), entry(1)]])
async def test_events_that_do_not_follow_each_other_are_not_taken(store: Store, entries: list[Entry]):
    with pytest.raises(ValueError, match="one after the other"):
        await store.append("t", entries, card("t"))


async def test_two_tables_may_use_the_same_key(store: Store):
    for table in ("t", "u"):
        await store.append(table, [entry(1, key="a")], card(table))
    assert await store.last_seq("u") == 1


async def test_of_two_writers_of_one_table_one_wins(database_url: str):
    async with opened(database_url) as one, opened(database_url) as other:
        for seq in range(1, 11):
            outcomes = await asyncio.gather(
                one.append("t", [Entry(seq, 0, b"one")], card("t")),
                other.append("t", [Entry(seq, 0, b"other")], card("t")),
                return_exceptions=True,
            )
            assert {type(outcome) for outcome in outcomes} == {Conflict, type(None)}
        assert await seqs(one, "t") == list(range(1, 11))


# ---------------------------------------------------------------- writing together


def tables_of_one_lane(number: int) -> list[str]:
    """Names of tables that share a writing thread, of which Postgres has four."""
    return [name for name in map(str, range(1000)) if zlib.crc32(name.encode()) % 4 == 0][:number]


class Batches:
    """Holds up the store's first commit, so that what comes meanwhile is written together, and notes the batches."""

    def __init__(self, store: Store) -> None:
        self.seen: list[list[str]] = []
        self._begun, self._released = threading.Event(), threading.Event()
        store.before_commit = self._note

    def _note(self, tables: list[str]) -> None:
        self.seen.append(tables)
        self._begun.set()
        self._released.wait(30)

    async def together(self, first: Any, *others: Any) -> list[Any]:
        """The outcomes of the others, which are written in one batch after the first."""
        ahead = asyncio.create_task(first)
        await asyncio.to_thread(self._begun.wait, 30)
        waiting = [asyncio.create_task(other) for other in others]
        await asyncio.sleep(0)
        self._released.set()
        await ahead
        return await asyncio.gather(*waiting, return_exceptions=True)


async def test_writers_that_wait_share_a_commit(store: Store):
    first, *others = tables_of_one_lane(40)
    batches = Batches(store)
    outcomes = await batches.together(
        store.append(first, [entry(1)], card(first)),
        *(store.append(table, [entry(1)], card(table)) for table in others),
    )
    assert outcomes == [None] * len(others)
    assert batches.seen == [[first], sorted(others)]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        pytest.param(entry(2, key="key 1"), Conflict, id="a key twice"),
        pytest.param(entry(1), Conflict, id="a number twice"),
        pytest.param(entry(2, key="\ud800"), UnicodeEncodeError, id="a key that is no text"),
        pytest.param(Entry(2, at=1 << 80, body=b""), Exception, id="a time out of all bounds"),
    ],
)
async def test_only_the_guilty_of_a_batch_fails(store: Store, wrong: Entry, error: type[Exception]):
    guilty, first, *others = tables_of_one_lane(8)
    await fill(store, guilty, 1)
    batches = Batches(store)
    refused, *outcomes = await batches.together(
        store.append(first, [entry(1)], card(first)),
        store.append(guilty, [wrong], card(guilty)),
        *(store.append(table, [entry(1)], card(table)) for table in others),
    )
    assert isinstance(refused, error)
    assert not isinstance(refused, StoreTrouble)
    assert outcomes == [None] * len(others)
    assert await seqs(store, guilty) == [1]
    assert [await store.last_seq(table) for table in others] == [1] * len(others)


async def test_a_write_that_builds_on_a_failed_one_fails_too(store: Store):
    first, table = tables_of_one_lane(2)
    await fill(store, table, 1)
    outcomes = await Batches(store).together(
        store.append(first, [entry(1)], card(first)),
        store.append(table, [entry(2, key="key 1")], card(table)),
        store.append(table, [entry(3)], card(table)),
    )
    assert [type(outcome) for outcome in outcomes] == [Conflict, Conflict]
    assert await seqs(store, table) == [1]


async def test_many_tables_at_once_stay_in_order(store: Store):
    names = [f"table {number}" for number in range(30)]
    await asyncio.gather(*(fill(store, table, 12) for table in names))
    for table in names:
        assert [(entry.seq, entry.key) for entry in await store.entries(table)] == [
            (seq, f"key {seq}") for seq in range(1, 13)
        ]


async def test_whoever_stops_waiting_does_not_disturb_the_others(store: Store):
    first, given_up, patient = tables_of_one_lane(3)

    async def give_up():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(store.append(given_up, [entry(1)], card(given_up)), timeout=0)

    outcomes = await Batches(store).together(
        store.append(first, [entry(1)], card(first)),
        give_up(),
        store.append(patient, [entry(1)], card(patient)),
    )
    assert outcomes == [None, None]
    await store.append(patient, [entry(2)], card(patient))


async def test_closing_finishes_what_is_waiting(database_url: str):
    store = Store.open(database_url)
    waiting = [asyncio.create_task(store.append(f"t{n}", [entry(1)], card(f"t{n}"))) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 20
    with pytest.raises(StoreTrouble, match="closed"):
        await store.append("late", [entry(1)], card("late"))
    with pytest.raises(StoreTrouble, match="closed"):
        await store.entries("late")
    async with opened(database_url) as store:
        assert [await store.last_seq(f"t{n}") for n in range(20)] == [1] * 20


# ---------------------------------------------------------------- a database in trouble


async def test_a_commit_that_fails_refuses_everybody_and_heals(store: Store):
    await fill(store, "t", 1)
    store.before_commit = full_disk
    appends = [store.append("t", [entry(2)], card("t", stage="over"))]
    appends += [store.append(f"new {n}", [entry(1)], card(f"new {n}")) for n in range(10)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert {(type(outcome), str(outcome)) for outcome in outcomes} == {(StoreTrouble, "The disk is full.")}
    with pytest.raises(StoreTrouble):
        await store.probe()
    assert await store.card("t") == card("t")
    assert await store.last_seq("new 3") == 0
    store.before_commit = None
    await store.probe()
    await store.append("t", [entry(2)], card("t"))
    assert await seqs(store, "t") == [1, 2]


@pytest.mark.parametrize(
    ("spoil", "repair", "sentence"),
    [
        ("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000", "The disk is full."),
        ("PRAGMA query_only=1", "PRAGMA query_only=0", "The database is read-only."),
    ],
)
async def test_sqlite_that_cannot_write_says_why_and_heals(sqlite_url: str, spoil: str, repair: str, sentence: str):
    async with opened(sqlite_url) as store:
        await fill(store, "t", 1)
        with listening(Engine, "begin", lambda connection: connection.exec_driver_sql(spoil)):
            with pytest.raises(StoreTrouble, match=sentence):
                await store.append("t", [entry(2, size=100_000)], card("t"))
            assert await seqs(store, "t") == [1]
        with listening(Engine, "begin", lambda connection: connection.exec_driver_sql(repair)):
            await store.append("t", [entry(2, size=100_000)], card("t"))
        assert await seqs(store, "t") == [1, 2]


async def test_sqlite_locked_by_another_program_refuses_and_heals(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "PATIENCE", 50)
    async with opened(sqlite_url) as store:
        await fill(store, "t", 1)
        other = sqlite3.connect(tmp_path / "tabbytop.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreTrouble, match="locked by another program"):
            await store.append("t", [entry(2)], card("t"))
        assert await seqs(store, "t") == [1]
        with pytest.raises(BadDatabase, match="locked by another program"):
            Store.open(sqlite_url)
        other.execute("ROLLBACK")
        other.close()
        await store.append("t", [entry(2)], card("t"))


async def test_a_cut_connection_to_postgres_is_not_noticed(postgres_url: str, postgres: Postgres):
    async with opened(postgres_url) as store:
        await fill(store, "t", 1)
        await seqs(store, "t")
        postgres.disconnect_everybody()
        await store.append("t", [entry(2)], card("t"))
        assert await seqs(store, "t") == [1, 2]


async def test_a_connection_cut_during_a_commit_leaves_it_open_what_was_written(postgres_url: str, postgres: Postgres):
    async with opened(postgres_url) as store:
        store.before_commit = lambda _: postgres.disconnect_everybody()
        with pytest.raises(Uncertain, match="lost"):
            await store.append("t", [entry(1)], card("t"))
        store.before_commit = None
        assert await store.last_seq("t") == 0


async def test_a_stopped_postgres_refuses_and_heals_when_it_is_back(postgres_url: str, postgres: Postgres):
    async with opened(postgres_url) as store:
        await fill(store, "t", 1)
        postgres.stop()
        try:
            with pytest.raises(StoreTrouble, match="cannot be reached"):
                await store.append("t", [entry(2)], card("t"))
            with pytest.raises(StoreTrouble, match="cannot be reached"):
                await store.entries("t")
            with pytest.raises(BadDatabase, match="Check that the server runs"):
                Store.open(postgres_url)
        finally:
            postgres.start()
        await store.probe()
        await store.append("t", [entry(2)], card("t"))
        assert await seqs(store, "t") == [1, 2]


async def test_a_read_only_postgres_refuses_and_heals(postgres_url: str, postgres: Postgres):
    name = make_url(postgres_url).database
    async with opened(postgres_url) as store:
        await fill(store, "t", 1)
        postgres.command(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        postgres.disconnect_everybody()
        with pytest.raises(StoreTrouble, match="read-only"):
            await store.append("t", [entry(2)], card("t"))
        postgres.command(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
        postgres.disconnect_everybody()
        await store.append("t", [entry(2)], card("t"))


DIES = """
import asyncio, os, signal, sys
from tabbytop.server.store import Card, Entry, Store

async def append(url, seam):
    store = Store.open(url)
    card = Card("t", "cat-cab", "playing", True, 0, (), b"", 0)
    await store.append("t", [Entry(1, 0, b"")], card)
    setattr(store, seam, lambda tables: os.kill(os.getpid(), signal.SIGKILL))
    await store.append("t", [Entry(2, 0, b"")], card)

asyncio.run(append(*sys.argv[1:]))
"""


@pytest.mark.parametrize(("seam", "kept"), [("before_commit", [1]), ("after_commit", [1, 2])])
async def test_what_was_committed_survives_the_death_of_the_process(database_url: str, seam: str, kept: list[int]):
    assert run(DIES, database_url, seam).returncode == -signal.SIGKILL
    async with opened(database_url) as store:
        assert await seqs(store, "t") == kept


# ---------------------------------------------------------------- snapshots


async def test_the_newest_snapshot_is_kept(store: Store):
    await fill(store, "t", 3)
    await store.save_snapshot("t", 2, b"two")
    await store.save_snapshot("t", 3, b"three")
    assert await store.snapshot("t") == (3, b"three")


@pytest.mark.parametrize("torn", [{"body": b"state of thimgs"}, {"body": b"state"}, {"seq": 1}, {"checksum": b""}])
async def test_a_torn_snapshot_is_none(
    store: Store, database_url: str, torn: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    await fill(store, "t", 2)
    await store.save_snapshot("t", 2, b"state of things")
    with behind_the_back(database_url) as connection:
        connection.execute(update(schema.snapshots).values(torn))
    assert await store.snapshot("t") is None
    assert "rebuilt from its log" in caplog.text
    await store.save_snapshot("t", 2, b"state of things")
    assert await store.snapshot("t") == (2, b"state of things")


async def test_a_snapshot_ahead_of_the_log_is_none(store: Store):
    await fill(store, "t", 2)
    await store.save_snapshot("t", 3, b"from a future that was lost")
    assert await store.snapshot("t") is None


async def test_a_snapshot_of_an_unknown_table_is_refused(store: Store):
    with pytest.raises(Unknown):
        await store.save_snapshot("t", 1, b"")


# ---------------------------------------------------------------- lists


async def test_public_tables_come_with_free_seats_first_and_newest_first(store: Store):
    cards = [
        card("old lobby", stage="lobby", open_seats=1, updated=1),
        card("new lobby", stage="lobby", open_seats=2, updated=4, guests=(None, "ada", None)),
        card("old game", stage="playing", updated=2),
        card("new game", stage="playing", updated=9),
        card("full lobby", stage="lobby", open_seats=0, updated=5),
        card("private lobby", stage="lobby", open_seats=1, listed=False, updated=6),
        card("private game", listed=False, updated=7),
        card("finished game", stage="over", updated=8),
    ]
    for each in cards:
        await store.append(each.id, [entry(1)], each)
    shown = await store.listed(10)
    assert [each.id for each in shown] == ["new lobby", "old lobby", "new game", "old game"]
    assert shown[0] == cards[1]
    assert [each.id for each in await store.listed(3)] == ["new lobby", "old lobby", "new game"]


async def test_the_tables_of_a_guest_follow_the_seats(store: Store):
    await store.append("both seats", [entry(1)], card("both seats", guests=("ada", "ada"), updated=1))
    await store.append("newer", [entry(1)], card("newer", guests=(None, "ada"), listed=False, updated=2))
    await store.append("left", [entry(1)], card("left", guests=("ada", "bob"), updated=3))
    await store.append("left", [entry(2)], card("left", guests=(None, "bob"), updated=4))
    assert [each.id for each in await store.tables_of("ada", 10)] == ["newer", "both seats"]
    assert [each.id for each in await store.tables_of("ada", 1)] == ["newer"]
    assert [each.guests for each in await store.tables_of("bob", 10)] == [(None, "bob")]
    assert await store.tables_of("nobody", 10) == []


# ---------------------------------------------------------------- guests


ADA = Guest("ada", "Ada 🐈", 1_700_000_000_000)


def token(name: str, guest: str = "ada", kind: Any = "device") -> Token:
    return Token(name.encode().ljust(32, b"\0"), guest, kind, 1_700_000_000_000)


async def test_a_guest_is_known_by_every_token(store: Store):
    phone, link = token("phone"), token("link", kind="link")
    await store.add_guest(ADA, phone)
    await store.add_token(link)
    assert await store.guest_of(phone.hash) == ADA
    assert await store.guest_of(link.hash) == ADA
    assert await store.guest_of(token("guessed").hash) is None


async def test_a_guest_changes_name(store: Store):
    await store.add_guest(ADA, token("phone"))
    await store.rename("ada", "Augusta")
    assert await store.guest_of(token("phone").hash) == Guest("ada", "Augusta", ADA.created)
    with pytest.raises(Unknown):
        await store.rename("bob", "Robert")


async def test_other_tokens_are_revoked(store: Store):
    await store.add_guest(ADA, token("phone"))
    await store.add_guest(Guest("bob", "Bob", 0), token("laptop", "bob"))
    await store.add_token(token("lost"))
    await store.add_token(token("link", kind="link"))
    await store.revoke_others("ada", keep=token("phone").hash)
    known = [await store.guest_of(token(name).hash) for name in ("phone", "lost", "link", "laptop")]
    assert [guest and guest.id for guest in known] == ["ada", None, None, "bob"]


async def test_a_token_needs_a_guest_and_is_given_once(store: Store):
    with pytest.raises(Unknown):
        await store.add_token(token("phone"))
    await store.add_guest(ADA, token("phone"))
    with pytest.raises(Conflict):
        await store.add_guest(Guest("bob", "Bob", 0), token("phone", "bob"))
    with pytest.raises(Unknown):
        await store.rename("bob", "nobody was added")


# ---------------------------------------------------------------- opening


PROMISES = {"busy_timeout": 5000, "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_sqlite_keeps_its_promises_on_every_connection(sqlite_url: str):
    seen: list[dict[str, Any]] = []

    def look(connection: Any) -> None:
        seen.append({name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PROMISES})

    async with opened(sqlite_url) as store:
        with listening(Engine, "begin", look):
            await fill(store, "t", 1)
            await asyncio.gather(*(store.entries("t") for _ in range(10)))
    assert seen == [PROMISES] * 11


@pytest.mark.parametrize(
    "spoil", ["busy_timeout=0", "journal_mode=delete", "synchronous=normal", "synchronous=off", "foreign_keys=0"]
)
async def test_sqlite_that_does_not_keep_its_promises_is_refused(sqlite_url: str, spoil: str):
    def disobey(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA {spoil}")

    setting = spoil.partition("=")[0]
    with listening(Pool, "checkout", disobey), pytest.raises(BadDatabase, match=f"{setting} should be"):
        Store.open(sqlite_url)


async def test_postgres_waits_for_the_disk_on_every_connection(postgres_url: str, postgres: Postgres):
    postgres.command(f"ALTER DATABASE {make_url(postgres_url).database} SET synchronous_commit = off")
    seen: list[str] = []

    def look(connection: Any) -> None:
        seen.append(connection.exec_driver_sql("SHOW synchronous_commit").scalar())

    async with opened(postgres_url) as store:
        with listening(Engine, "begin", look):
            await asyncio.gather(*(fill(store, table, 2) for table in ("t", "u", "v", "w")))
    assert set(seen) == {"on"}


def test_postgres_that_cannot_hold_every_name_is_refused(postgres: Postgres):
    postgres.command("CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(BadDatabase, match="LATIN1"):
        Store.open(postgres.url("narrow"))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://host/name", "kind mysql. Use sqlite:///folder/file or postgresql://"),
        ("sqlite+aiosqlite:///file", "kind sqlite\\+aiosqlite"),
        ("games.db", "no address of a database"),
        ("sqlite://", "in memory keeps nothing"),
        ("sqlite:///:memory:", "in memory keeps nothing"),
        ("sqlite:////nowhere/at/all/tabbytop.db", "cannot be opened.*Check that its folder exists"),
        ("postgresql://ada:secret@127.0.0.1:1/games", r"ada:\*\*\*@.*cannot be reached"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(url: str, sentence: str):
    with pytest.raises(BadDatabase, match=sentence):
        Store.open(url)


async def test_a_database_that_can_only_be_read_is_refused(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as store:
        await fill(store, "t", 1)
    with pytest.raises(BadDatabase, match="The database is read-only"):
        Store.open(f"sqlite:///file:{tmp_path / 'tabbytop.db'}?mode=ro&uri=true")


def test_a_file_that_is_no_database_is_refused(sqlite_url: str, tmp_path: Path):
    (tmp_path / "tabbytop.db").write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(BadDatabase, match="is no database"):
        Store.open(sqlite_url)


def test_a_database_of_another_program_is_left_alone(database_url: str):
    with behind_the_back(database_url) as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(BadDatabase, match="belongs to another program"):
        Store.open(database_url)


# ---------------------------------------------------------------- schemas


async def test_the_steps_lead_to_the_schema(store: Store, database_url: str):
    with behind_the_back(database_url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


async def test_an_older_database_is_brought_up_to_date(database_url: str):
    config = Config()
    config.set_main_option("script_location", "tabbytop.server:migrations")
    with behind_the_back(database_url) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = {"game": "cat-cab", "stage": "over", "listed": True, "open_seats": 0, "summary": b"", "updated": 0}
        connection.execute(insert(schema.tables).values(id="t", last=1, **row))
        connection.execute(insert(schema.events).values(table_id="t", seq=1, at=0, body=b"old"))
    async with opened(database_url) as store:
        assert await store.entries("t") == [Entry(1, 0, b"old")]
        await store.add_guest(ADA, token("phone"))


async def test_a_newer_database_is_refused_and_left_alone(database_url: str):
    async with opened(database_url) as store:
        await fill(store, "t", 1)
    with behind_the_back(database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match=r"newer Tabbytop \(its schema is 9999, this one knows up to 0002\)"):
        Store.open(database_url)
    with behind_the_back(database_url) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"


KILLED_HALF_WAY = """
import os, sys
from alembic import op
from tabbytop.server.store import Store

url, victim = sys.argv[1:]
create_table = op.create_table

def create_or_die(name, *columns):
    if name == victim:
        os._exit(9)
    return create_table(name, *columns)

op.create_table = create_or_die
Store.open(url)
"""


@pytest.mark.parametrize("victim", ["snapshots", "tokens"])
async def test_steps_that_were_cut_short_are_taken_at_the_next_start(database_url: str, victim: str):
    assert run(KILLED_HALF_WAY, database_url, victim).returncode == 9
    async with opened(database_url) as store:
        await fill(store, "t", 1)
        await store.add_guest(ADA, token("phone"))
    with behind_the_back(database_url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


OPENS = """
import asyncio, sys
from tabbytop.server.store import Card, Entry, Store

async def append(url, table):
    print("ready", flush=True)
    sys.stdin.readline()
    store = Store.open(url)
    await store.append(table, [Entry(1, 0, b"")], Card(table, "cat-cab", "playing", True, 0, (), b"", 0))
    await store.close()

asyncio.run(append(*sys.argv[1:]))
"""


async def test_programs_that_open_a_new_database_at_once_all_can(database_url: str):
    names = [f"table {number}" for number in range(3)]
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", OPENS, database_url, table], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for table in names
    ]
    try:
        for program in programs:
            assert program.stdout.readline() == "ready\n"
        for program in programs:
            program.stdin.write("go\n")
            program.stdin.flush()
        for program in programs:
            program.communicate(timeout=60)
            assert program.returncode == 0
    finally:
        for program in programs:
            program.kill()
    async with opened(database_url) as store:
        assert [await store.last_seq(table) for table in names] == [1, 1, 1]


# ---------------------------------------------------------------- copies


class Writing:
    """Tables that are written all the time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.acknowledged = dict.fromkeys((f"table {number}" for number in range(8)), 0)

    async def __aenter__(self) -> Writing:
        self._tasks = [asyncio.create_task(self._write(table)) for table in self.acknowledged]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError)

    async def _write(self, table: str) -> None:
        while True:
            seq = self.acknowledged[table] + 1
            await self._store.append(table, [entry(seq, key=f"key {seq}", size=300)], card(table, updated=seq))
            self.acknowledged[table] = seq

    async def moments(self, number: int) -> None:
        """Let some random time pass."""
        luck = random.Random(number)
        await asyncio.sleep(luck.random() / 10)


async def check_prefix(url: str, at_least: dict[str, int]) -> None:
    """The copy can be opened, holds at least this, has no hole, and can be played on."""
    async with opened(url) as copy:
        for table, number in at_least.items():
            kept = await copy.entries(table)
            assert len(kept) >= number
            assert kept == [entry(seq, key=f"key {seq}", size=300) for seq in range(1, len(kept) + 1)]
            await copy.append(table, [entry(len(kept) + 1)], card(table))


def copy_plainly(source: Path, target: Path, endings: tuple[str, ...]) -> str:
    target.mkdir()
    for ending in endings:
        shutil.copyfile(source.with_name(source.name + ending), target / f"copy.db{ending}")
    return f"sqlite:///{target / 'copy.db'}"


ORDERS = [("", "-wal"), ("", "-shm", "-wal"), ("-wal", "")]


@pytest.mark.parametrize("order", ORDERS)
async def test_a_plain_copy_with_its_log_is_a_prefix(sqlite_url: str, tmp_path: Path, order: tuple[str, ...]):
    async with opened(sqlite_url) as store, Writing(store) as writing:
        for number in range(6):
            await writing.moments(number)
            before = dict(writing.acknowledged)
            copy = await asyncio.to_thread(copy_plainly, tmp_path / "tabbytop.db", tmp_path / f"{number}", order)
            await check_prefix(copy, before)


@pytest.mark.parametrize("order", ORDERS)
async def test_a_plain_copy_that_may_be_torn_is_a_prefix_or_refused(
    sqlite_url: str, tmp_path: Path, order: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "CHECKPOINT", 20)
    async with opened(sqlite_url) as store, Writing(store) as writing:
        for number in range(10):
            await writing.moments(number)
            copy = await asyncio.to_thread(copy_plainly, tmp_path / "tabbytop.db", tmp_path / f"{number}", order)
            with contextlib.suppress(BadDatabase):
                await check_prefix(copy, dict.fromkeys(writing.acknowledged, 0))


async def test_a_torn_copy_is_refused_each_time(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "CHECKPOINT", 1)
    target = tmp_path / "copy"
    target.mkdir()
    async with opened(sqlite_url) as store:
        await fill(store, "t", 10)
        shutil.copyfile(tmp_path / "tabbytop.db", target / "copy.db")
        for seq in range(11, 111, 10):
            await store.append("t", [entry(seq + more, size=300) for more in range(10)], card("t"))
        shutil.copyfile(tmp_path / "tabbytop.db-wal", target / "copy.db-wal")
    for _ in range(2):
        with pytest.raises(BadDatabase, match="damaged"):
            Store.open(f"sqlite:///{target / 'copy.db'}")


async def test_a_hole_in_the_log_of_a_copy_is_found(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as store:
        await fill(store, "t", 3)
        with behind_the_back(sqlite_url) as connection:
            connection.execute(text("DELETE FROM events WHERE seq = 2"))
        copy = copy_plainly(tmp_path / "tabbytop.db", tmp_path / "copy", ("", "-wal"))
    with pytest.raises(BadDatabase, match="copied while it was being written"):
        Store.open(copy)


async def test_a_backup_taken_while_writing_is_a_prefix(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as store, Writing(store) as writing:
        for number in range(4):
            await writing.moments(number)
            before = dict(writing.acknowledged)
            file = tmp_path / f"{number}.db"
            await asyncio.to_thread(backup, sqlite_url, file)
            with contextlib.closing(sqlite3.connect(file)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            await check_prefix(f"sqlite:///{file}", before)


async def test_a_backup_is_one_file(sqlite_url: str, tmp_path: Path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    async with opened(sqlite_url) as store:
        await fill(store, "t", 3)
        backup(sqlite_url, folder / "copy.db")
    assert [file.name for file in folder.iterdir()] == ["copy.db"]


async def test_a_backup_overwrites_nothing(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url):
        (tmp_path / "diary").write_text("Dear diary")
        with pytest.raises(Mistake, match="exists already"):
            backup(sqlite_url, tmp_path / "diary")
    assert (tmp_path / "diary").read_text() == "Dear diary"


def test_a_backup_that_cannot_be_made_says_why(sqlite_url: str, tmp_path: Path):
    with pytest.raises(Mistake, match="no database at"):
        backup(sqlite_url, tmp_path / "copy.db")
    with pytest.raises(Mistake, match="pg_dump"):
        backup("postgresql://host/name", tmp_path / "copy.db")
    (tmp_path / "tabbytop.db").write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(Mistake, match="could not be copied"):
        backup(sqlite_url, tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["tabbytop.db"]
