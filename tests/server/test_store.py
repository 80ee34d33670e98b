"""The log store: what it promises to keep, on SQLite and on Postgres, and how it behaves when the database does not."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import threading
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, make_url, update
from sqlalchemy.exc import OperationalError

from tabbytop.kit.marks import fault
from tabbytop.server.storage import database, schema
from tabbytop.server.storage.profiles import Guest, Profiles
from tabbytop.server.storage.store import (
    BadDatabase,
    Conflict,
    Entry,
    Store,
    StoreError,
    Uncertain,
    Unknown,
    Unstorable,
)
from tests.patience import PATIENCE
from tests.server.databases import Postgres
from tests.server.stores import ADA, behind_the_back, card, entry, fill, listening, opened, run, seqs, token

pytestmark = pytest.mark.anyio


def full_disk(_: list[str]) -> None:
    raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))


# ---------------------------------------------------------------- the log


async def test_what_was_appended_is_read_back(store: Store):
    first, second, third = entry(1, key="a"), entry(2), Entry(3, at=3, body=bytes(range(256)))
    await store.append("t", [first, second], card("t"))
    await store.append("t", [third], card("t", stage="over", guests=("ada", "cleo")))
    assert await store.entries("t") == [first, second, third]
    assert await store.entries("t", after=1) == [second, third]
    assert await store.entries("t", after=3) == []
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


async def test_seats_are_left_alone_where_the_guests_are_the_same(store: Store):
    await store.append("t", [entry(1)], card("t"))
    await store.append("t", [entry(2)], card("t", stage="over", guests=()), same_guests=True)
    assert await store.card("t") == card("t", stage="over")


async def test_a_table_that_does_not_exist_is_empty(store: Store):
    assert await store.entries("t") == []
    assert await store.card("t") is None
    assert await store.snapshot("t") is None


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "\udfff a"], ids=ascii)
async def test_a_text_that_some_database_cannot_hold_is_refused_by_all_of_them(store: Store, text: str):
    await Profiles(store).add_guest(ADA, token("first"))
    await fill(store, "table", 1)
    refused = [
        store.append("table", [entry(2, key=text)], card("table")),
        store.append("table", [entry(2)], card("table", guests=(text,))),
        store.append("table", [entry(2)], card("table", stage=text)),
        store.append(text, [entry(1)], card(text)),
        store.save_snapshot(text, 1, b""),
        Profiles(store).add_guest(Guest("bob", text, 0), token("second", "bob")),
        Profiles(store).change("ada", name=text),
        store.entries(text),
        store.by_key("table", text),
        store.snapshot(text),
        store.card(text),
        store.tables_of(text, 5),
    ]
    for asked in refused:
        with pytest.raises(ValueError, match=r"hold|surrogates") as caught:
            await asked
        assert not isinstance(caught.value, StoreError)
    await store.probe()
    assert await seqs(store, "table") == [1]


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
    assert await seqs(store, "u") == [1]


@fault("F37")
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
        await asyncio.to_thread(self._begun.wait, PATIENCE)
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
        pytest.param(entry(2, key="\ud800"), Unstorable, id="a key that is no text"),
        pytest.param(entry(2, key="key\0"), Unstorable, id="a key with a NUL"),
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
    assert not isinstance(refused, StoreError)
    assert outcomes == [None] * len(others)
    assert await seqs(store, guilty) == [1]
    assert [await seqs(store, table) for table in others] == [[1]] * len(others)


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
    with pytest.raises(StoreError, match="closed"):
        await store.append("late", [entry(1)], card("late"))
    with pytest.raises(StoreError, match="closed"):
        await store.entries("late")
    async with opened(database_url) as store:
        assert [await seqs(store, f"t{n}") for n in range(20)] == [[1]] * 20


# ---------------------------------------------------------------- a database in trouble


async def test_a_commit_that_fails_refuses_everybody_and_heals(store: Store):
    await fill(store, "t", 1)
    store.before_commit = full_disk
    appends = [store.append("t", [entry(2)], card("t", stage="over"))]
    appends += [store.append(f"new {n}", [entry(1)], card(f"new {n}")) for n in range(10)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert {(type(outcome), str(outcome)) for outcome in outcomes} == {(StoreError, "The disk is full.")}
    with pytest.raises(StoreError):
        await store.probe()
    assert await store.card("t") == card("t")
    assert await seqs(store, "new 3") == []
    store.before_commit = None
    await store.probe()
    await store.append("t", [entry(2)], card("t"))
    assert await seqs(store, "t") == [1, 2]


@fault("F35")
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
            with pytest.raises(StoreError, match=sentence):
                await store.append("t", [entry(2, size=100_000)], card("t"))
            assert await seqs(store, "t") == [1]
        with listening(Engine, "begin", lambda connection: connection.exec_driver_sql(repair)):
            await store.append("t", [entry(2, size=100_000)], card("t"))
        assert await seqs(store, "t") == [1, 2]


@fault("F35")
async def test_sqlite_locked_by_another_program_refuses_and_heals(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "PATIENCE", 50)
    async with opened(sqlite_url) as store:
        await fill(store, "t", 1)
        other = sqlite3.connect(tmp_path / "tabbytop.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
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
        assert await seqs(store, "t") == []


@fault("F38")
async def test_a_stopped_postgres_refuses_and_heals_when_it_is_back(postgres_url: str, postgres: Postgres):
    async with opened(postgres_url) as store:
        await fill(store, "t", 1)
        postgres.stop()
        try:
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.append("t", [entry(2)], card("t"))
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.entries("t")
            with pytest.raises(BadDatabase, match="Check that the server runs"):
                Store.open(postgres_url)
        finally:
            postgres.start()
        await store.probe()
        await store.append("t", [entry(2)], card("t"))
        assert await seqs(store, "t") == [1, 2]


@fault("F35")
async def test_a_read_only_postgres_refuses_and_heals(postgres_url: str, postgres: Postgres):
    name = make_url(postgres_url).database
    async with opened(postgres_url) as store:
        await fill(store, "t", 1)
        postgres.command(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        postgres.disconnect_everybody()
        with pytest.raises(StoreError, match="read-only"):
            await store.append("t", [entry(2)], card("t"))
        postgres.command(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
        postgres.disconnect_everybody()
        await store.append("t", [entry(2)], card("t"))


DIES = """
import asyncio, os, signal, sys
from tabbytop.server.storage.store import Card, Entry, Store

async def append(url, seam):
    store = Store.open(url)
    card = Card("t", "cat-cab", "playing", True, 0, (), b"", 0)
    await store.append("t", [Entry(1, 0, b"")], card)
    setattr(store, seam, lambda tables: os.kill(os.getpid(), signal.SIGKILL))
    await store.append("t", [Entry(2, 0, b"")], card)

asyncio.run(append(*sys.argv[1:]))
"""


@fault("F1")
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


@fault("F3")
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


@fault("F3")
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


async def test_a_guest_is_known_by_every_token(store: Store):
    phone, link = token("phone"), token("link", kind="link")
    await Profiles(store).add_guest(ADA, phone)
    await Profiles(store).add_token(link)
    assert await Profiles(store).guest_of(phone.hash) == (ADA, phone)
    assert await Profiles(store).guest_of(link.hash) == (ADA, link)
    assert await Profiles(store).guest_of(token("guessed").hash) is None


async def test_a_guest_changes_name(store: Store):
    await Profiles(store).add_guest(ADA, token("phone"))
    await Profiles(store).change("ada", name="Augusta")
    assert await Profiles(store).guest_of(token("phone").hash) == (replace(ADA, name="Augusta"), token("phone"))
    with pytest.raises(Unknown):
        await Profiles(store).change("bob", name="Robert")


async def test_other_tokens_are_revoked(store: Store):
    await Profiles(store).add_guest(ADA, token("phone"))
    await Profiles(store).add_guest(Guest("bob", "Bob", 0), token("laptop", "bob"))
    await Profiles(store).add_token(token("lost"))
    await Profiles(store).add_token(token("link", kind="link"))
    await Profiles(store).revoke_others("ada", keep=token("phone").hash)
    known = [await Profiles(store).guest_of(token(name).hash) for name in ("phone", "lost", "link", "laptop")]
    assert [found and found[0].id for found in known] == ["ada", None, None, "bob"]


async def test_a_token_needs_a_guest_and_is_given_once(store: Store):
    with pytest.raises(Unknown):
        await Profiles(store).add_token(token("phone"))
    await Profiles(store).add_guest(ADA, token("phone"))
    with pytest.raises(Conflict):
        await Profiles(store).add_guest(Guest("bob", "Bob", 0), token("phone", "bob"))
    with pytest.raises(Unknown):
        await Profiles(store).change("bob", name="nobody was added")
