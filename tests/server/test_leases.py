"""Leases: a table is held by one living process, and whoever has lost it cannot write."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.cluster.leases import HeldElsewhere, Leases
from tabbytop.server.storage.group_commit import Request
from tabbytop.server.storage.store import BadDatabase, Conflict, Fenced, Hold, StoreError
from tests.patience import PATIENCE
from tests.server.stores import behind_the_back, card, entry, fill, opened, seqs

pytestmark = pytest.mark.anyio
LONG = 600.0
"""Seconds for leases that shall not run out in a test."""


@contextlib.asynccontextmanager
async def leases(url: str, server: str, lease: float = LONG) -> AsyncIterator[Leases]:
    held = Leases(url, server, lease)
    held.begin()
    try:
        yield held
    finally:
        await held.close()


def run_out(url: str, server: str) -> None:
    """Let the lease of a process run out, as the database sees it."""
    with behind_the_back(url.replace("postgresql:", "postgresql+psycopg:")) as connection:
        connection.exec_driver_sql(f"UPDATE servers SET expires = now() WHERE id = '{server}'")


@fault("F60")
async def test_a_table_is_held_by_one_process_and_its_writes_carry_the_fence(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "a") as a, leases(postgres_url, "b") as b:
        await fill(store, "t", 1)
        first = await a.claim("t")
        assert first == Hold("a", 1)
        assert await b.claim("t") == HeldElsewhere("a")
        await store.append("t", [entry(2)], card("t"), hold=first)
        run_out(postgres_url, "a")
        second = await b.claim("t")
        assert second == Hold("b", 2)
        await store.append("t", [entry(3)], card("t"), hold=second)
        for late in (entry(3), entry(4)):
            with pytest.raises(Fenced):
                await store.append("t", [late], card("t"), hold=first)
        with pytest.raises(Fenced):
            await store.save_snapshot("t", 2, b"old", hold=first)
        await store.save_snapshot("t", 3, b"new", hold=second)
        assert await seqs(store, "t") == [1, 2, 3]
        assert await store.snapshot("t") == (3, b"new")


async def test_a_write_of_one_who_was_fenced_spoils_no_others_in_the_same_commit(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "a") as a:
        tables = [f"t{number}" for number in range(8)]
        for table in tables:
            await fill(store, table, 1)
        holds = [await a.claim(table) for table in tables]
        assert isinstance(holds[3], Hold)
        holds[3] = Hold("a", 7)
        writes = [
            store.append(table, [entry(2)], card(table), hold=hold)
            for table, hold in zip(tables, holds, strict=True)
            if isinstance(hold, Hold)
        ]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None)] * 3 + [Fenced] + [type(None)] * 4


async def test_a_conflict_of_one_who_still_holds_the_table_is_no_fence(postgres_url: str):
    """An older program beside us writes without a fence; its event is read, and the table stays ours."""
    async with opened(postgres_url) as store, leases(postgres_url, "a") as a:
        await fill(store, "t", 1)
        hold = await a.claim("t")
        await store.append("t", [entry(2)], card("t"))
        with pytest.raises(Conflict) as caught:
            await store.append("t", [entry(2)], card("t"), hold=hold)
        assert not isinstance(caught.value, Fenced)


async def test_a_new_table_is_held_from_its_first_event(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "a"), leases(postgres_url, "b") as b:
        await store.append("t", [entry(1)], card("t"), hold=Hold("a", 1))
        assert await b.claim("t") == HeldElsewhere("a")


async def test_who_releases_or_ends_leaves_the_tables_to_others(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "b") as b:
        await fill(store, "t", 1)
        await fill(store, "u", 1)
        async with leases(postgres_url, "a") as a:
            hold = await a.claim("t")
            assert isinstance(hold, Hold)
            await a.claim("u")
            await a.release("t", hold)
            assert await b.claim("t") == Hold("b", 2)
            assert await b.claim("u") == HeldElsewhere("a")
            await a.release("t", hold)
            assert await a.claim("t") == HeldElsewhere("b")
        assert await b.claim("u") == Hold("b", 2)
        assert await b.claim("nothing") is None


async def test_who_has_no_lease_takes_no_table(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "a") as a:
        await fill(store, "t", 1)
        run_out(postgres_url, "a")
        with pytest.raises(StoreError, match="run out"):
            await a.claim("t")


async def test_a_lease_is_renewed_while_its_process_lives(postgres_url: str):
    async with opened(postgres_url) as store, leases(postgres_url, "a", 0.9) as a:
        await fill(store, "t", 1)
        assert await a.claim("t") == Hold("a", 1)
        run_out(postgres_url, "a")
        async with asyncio.timeout(PATIENCE):
            while not await a.seconds_left("a"):
                await asyncio.sleep(0.01)
        assert a.is_held
        assert await a.seconds_left("nobody") == 0
        assert await a.claim("t") == Hold("a", 2)


async def test_a_process_that_is_stuck_loses_its_lease(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    async with opened(postgres_url) as store, leases(postgres_url, "b") as b:
        await fill(store, "t", 1)
        async with leases(postgres_url, "a", 0.9) as a:
            assert await a.claim("t") == Hold("a", 1)
            monkeypatch.setattr("tabbytop.server.cluster.leases.STUCK", 0.0)
            async with asyncio.timeout(PATIENCE):
                while await b.claim("t") == HeldElsewhere("a"):
                    await asyncio.sleep(0.01)
            assert await b.claim("t") == Hold("b", 3)


async def test_who_is_cancelled_together_with_the_answer_is_cancelled(sqlite_url: str):
    """A room that is closed at that moment would go on for ever otherwise."""
    async with opened(sqlite_url) as store:
        store.patience = LONG
        waiting: list[Request] = []
        writers, store._writers = store._writers, [SimpleNamespace(put=waiting.append)]  # type: ignore[list-item]
        try:
            writing = asyncio.create_task(fill(store, "t", 1))
            await asyncio.sleep(0)
            waiting[0].done.set_result(None)
            writing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await writing
        finally:
            store._writers = writers


def test_sqlite_is_for_one_process(sqlite_url: str):
    with pytest.raises(BadDatabase, match="need one Postgres"):
        Leases(sqlite_url, "a")
