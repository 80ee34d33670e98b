"""Databases: how they are opened, brought up to date and copied, and which ones are refused, on SQLite and Postgres."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, insert, make_url, text
from sqlalchemy.pool import Pool

from tabbytop.engine.errors import UserError
from tabbytop.kit.marks import fault
from tabbytop.server.storage import database, schema
from tabbytop.server.storage.profiles import Profiles
from tabbytop.server.storage.store import BadDatabase, Entry, Store, backup
from tests.patience import PATIENCE
from tests.server.databases import Postgres
from tests.server.stores import ADA, behind_the_back, card, entry, fill, listening, opened, run, seqs, token

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------- opening


@pytest.fixture
def has_tables() -> bool:
    """How tables are made, and left alone, is what is tested here."""
    return False


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
        ("postgresql://ada:secret@[::1/games", "no address of a database"),
        ("postgresql://host:port/games", "no address of a database"),
        ("sqlite:////tmp/a\0b", "not right: embedded null byte. Use sqlite:///folder/file"),
        ("sqlite:////tmp/tabbytop.db?timeout=soon", "not right: .*'soon'. Use sqlite:///folder/file"),
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


@fault("F6")
async def test_an_older_database_is_brought_up_to_date(database_url: str):
    config = Config()
    config.set_main_option("script_location", "tabbytop.server.storage:migrations")
    with behind_the_back(database_url) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = {"game": "cat-cab", "stage": "over", "listed": True, "open_seats": 0, "summary": b"", "updated": 0}
        connection.execute(insert(schema.tables).values(id="t", last=1, **row))
        connection.execute(insert(schema.events).values(table_id="t", seq=1, at=0, body=b"old"))
    async with opened(database_url) as store:
        assert await store.entries("t") == [Entry(1, 0, b"old")]
        await Profiles(store).add_guest(ADA, token("phone"))


@fault("F6")
async def test_a_newer_database_is_refused_and_left_alone(database_url: str):
    async with opened(database_url) as store:
        await fill(store, "t", 1)
    with behind_the_back(database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match=r"newer Tabbytop \(its schema is 9999, this one knows up to 0012\)"):
        Store.open(database_url)
    with behind_the_back(database_url) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"


KILLED_HALF_WAY = """
import os, sys
from alembic import op
from tabbytop.server.storage.store import Store

url, victim = sys.argv[1:]
create_table = op.create_table

def create_or_die(name, *columns):
    if name == victim:
        os._exit(9)
    return create_table(name, *columns)

op.create_table = create_or_die
Store.open(url)
"""


@fault("F6")
@pytest.mark.parametrize("victim", ["snapshots", "tokens"])
async def test_steps_that_were_cut_short_are_taken_at_the_next_start(database_url: str, victim: str):
    assert run(KILLED_HALF_WAY, database_url, victim).returncode == 9
    async with opened(database_url) as store:
        await fill(store, "t", 1)
        await Profiles(store).add_guest(ADA, token("phone"))
    with behind_the_back(database_url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


OPENS = """
import asyncio, sys
from tabbytop.server.storage.store import Card, Entry, Store

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
            program.communicate(timeout=PATIENCE)
            assert program.returncode == 0
    finally:
        for program in programs:
            program.kill()
    async with opened(database_url) as store:
        assert [await seqs(store, table) for table in names] == [[1]] * 3


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


@fault("F5")
@pytest.mark.parametrize("order", ORDERS)
async def test_a_plain_copy_with_its_log_is_a_prefix(sqlite_url: str, tmp_path: Path, order: tuple[str, ...]):
    async with opened(sqlite_url) as store, Writing(store) as writing:
        for number in range(6):
            await writing.moments(number)
            before = dict(writing.acknowledged)
            copy = await asyncio.to_thread(copy_plainly, tmp_path / "tabbytop.db", tmp_path / f"{number}", order)
            await check_prefix(copy, before)


@fault("F5")
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


@fault("F5")
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


@fault("F5")
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
        with pytest.raises(UserError, match="exists already"):
            backup(sqlite_url, tmp_path / "diary")
    assert (tmp_path / "diary").read_text() == "Dear diary"


def test_a_backup_that_cannot_be_made_says_why(sqlite_url: str, tmp_path: Path):
    with pytest.raises(UserError, match="no database at"):
        backup(sqlite_url, tmp_path / "copy.db")
    with pytest.raises(UserError, match="pg_dump"):
        backup("postgresql://host/name", tmp_path / "copy.db")
    (tmp_path / "tabbytop.db").write_bytes(b"Dear diary, " * 1000)
    for file in (tmp_path / "copy.db", tmp_path / "tabbytop.db" / "copy.db", tmp_path / "none" / "copy.db"):
        with pytest.raises(UserError, match="could not be copied"):
            backup(sqlite_url, file)
    assert [file.name for file in tmp_path.iterdir()] == ["tabbytop.db"]
