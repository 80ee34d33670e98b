"""A database that is locked, read-only, full, slow, gone for a while, or shared: nothing is acknowledged in vain."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tabbytop.client import Refused, ServerClient, TableClient, new_key, request
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server import faults
from tests.server.databases import Postgres
from tests.server.drivers import (
    FRIEND,
    ME,
    Driver,
    bare_socket,
    check_memories,
    come_in,
    eventually,
    hold_to_account,
    log_of,
    measured,
    seated,
    watching,
)
from tests.server.servers import Server, agree, running

pytestmark = pytest.mark.anyio
COLD = faults.named(faults.stay_cold)
INBOX = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    kinds = (faults.fill_disk, faults.refuse_writes, faults.hurry_locks, faults.hold_commits, faults.shorten_turns)
    planted = [faults.named(fault) for fault in kinds]
    with running(tmp_path_factory.mktemp("storage"), COLD, *planted, inbox=INBOX) as server:
        yield server


# ---------------------------------------------------------------- F35: a database that refuses


@contextlib.contextmanager
def locked(server: Server) -> Iterator[None]:
    """Another program holds the database."""
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"), isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        database.execute("ROLLBACK")
        database.close()


@contextlib.contextmanager
def full(server: Server) -> Iterator[None]:
    """The disk is full."""
    with faults.during(server, faults.fill_disk):
        yield


@contextlib.contextmanager
def read_only(server: Server) -> Iterator[None]:
    """The database can be read only."""
    with faults.during(server, faults.refuse_writes):
        yield


def health(server: Server) -> int:
    status, _ = request("GET", f"{server.address}/healthz", None)
    return status


def stored(server: Server, table: str) -> int:
    """The number of a table's events, read without the store, which would have to wait for the lock."""
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with contextlib.closing(database):
        (number,) = database.execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone()
    return int(number)


@fault("F35")
@pytest.mark.parametrize("trouble", [locked, full, read_only])
async def test_a_command_that_cannot_be_stored_is_not_acknowledged_and_the_same_key_works_once_the_database_is_well(
    server: Server, trouble: Callable[[Server], contextlib.AbstractContextManager[None]]
):
    async with seated(server, ME, FRIEND) as drivers, watching(server, drivers[0].client) as others:
        driver = next(driver for driver in drivers if driver.client.now.choices)
        command, before = driver.any_move(), driver.client.now
        async with bare_socket(driver) as line:
            with trouble(server):
                answer = await line.ask(command)
                assert (answer["type"], answer["code"], answer["retry_after"]) == ("error", "storage", 1.0)
                assert await asyncio.to_thread(health, server) == 503
                now = await driver.server_client.get(f"/api/tables/{driver.client.id}", messages.Welcome)
                assert now.now == before
                assert stored(server, driver.client.id) == before.seq
                insisting = asyncio.create_task(driver.send(command))
                with pytest.raises(Refused, match="storage"):
                    await come_in(server)
            assert await insisting is not None
            assert await line.ask(command) == {"type": "ok", "key": command.key, "seq": before.seq + 1}
            await eventually(lambda: health(server) == 200)
        await hold_to_account(server, drivers, *others)


@fault("F35")
async def test_health_is_red_also_when_nothing_but_a_new_guest_could_not_be_stored(server: Server):
    assert health(server) == 200
    with full(server):
        with pytest.raises(Refused, match="storage"):
            await come_in(server)
        assert health(server) == 503
    await eventually(lambda: health(server) == 200)


@fault("F35")
async def test_a_clock_that_runs_out_while_nothing_can_be_stored_tries_again_now_and_then(server: Server):
    async with seated(server, ME, ME, clock="relaxed") as (driver,):
        with full(server):
            await eventually(lambda: health(server) == 503)
            before = measured(server, "storage_troubles_total")
            began = time.monotonic()
            await eventually(lambda: measured(server, "storage_troubles_total") > before + 1)
            tried = measured(server, "storage_troubles_total") - before
            assert tried < 10 * (time.monotonic() - began + 1)
        await driver.client.until(lambda: any(seat.away for seat in driver.client.table.seats))


# ---------------------------------------------------------------- F36: a slow database


async def fill_inbox(driver: Driver, excess: int) -> list[messages.Say]:
    """Send more commands than may wait at a table; those that were refused as too many."""
    phrases = [messages.Say(new_key(), "purr") for _ in range(1 + INBOX + excess)]
    driver.asked += [f"{driver.guest}:{phrase.key}" for phrase in phrases]
    async with bare_socket(driver) as line:
        for number, phrase in enumerate(phrases):
            await line.send(phrase)
            if number == 0:  # let it leave the inbox
                await line.send(messages.Ping(1))
                await line.hear("pong")
        refused = [await line.hear("error", code="busy", retry_after=1.0) for _ in range(excess)]
        await line.send(messages.Ping(1))
        await line.hear("pong")
    keys = [error["key"] for error in refused]
    assert keys == [phrase.key for phrase in phrases[-excess:]]
    return phrases[-excess:]


@fault("F36")
async def test_while_one_commit_takes_long_the_inbox_is_bounded_and_everything_but_writing_goes_on(server: Server):
    """SQLite has one writer: other tables can be read, joined and asked, but have to wait for their own commits."""
    async with seated(server, ME, ME) as (slow,), seated(server, ME, ME) as (other,):
        first = slow.client.seq + 1
        with faults.during(server, faults.hold_commits, slow.client.id):
            refused = await fill_inbox(slow, 5)
            async with bare_socket(other) as line:
                await line.hear("welcome")
                command = messages.Play(new_key(), 0, other.any_move().move)
                assert (await line.ask(command))["code"] == "stale"
            assert (await other.server_client.get("/api/tables", messages.Tables)).mine[0].id == other.client.id
            assert slow.client.seq == first - 1
            waiting = asyncio.create_task(other.play())
        await waiting
        await slow.client.until(lambda: slow.client.seq == first + INBOX)
        for phrase in refused:
            assert await slow.send(phrase) is not None
        await hold_to_account(server, [slow])
        await hold_to_account(server, [other])


@fault("F36")
async def test_with_postgres_other_tables_go_on_while_the_commits_of_one_take_long(tmp_path: Path, postgres_url: str):
    planted = faults.named(faults.hold_commits)
    with running(tmp_path, COLD, planted, database=postgres_url, inbox=INBOX) as server:
        async with contextlib.AsyncExitStack() as stack:
            tables = [await stack.enter_async_context(seated(server, ME, ME, seed=seed)) for seed in range(8)]
            slow, *others = (driver for (driver,) in tables)
            unaffected = [other for other in others if lane_of(other) != lane_of(slow)]
            assert unaffected
            with faults.during(server, faults.hold_commits, slow.client.id):
                await fill_inbox(slow, 3)
                for other in unaffected:
                    assert await other.send(other.any_move()) is not None
            for driver in (slow, *others):
                await driver.play()
                await hold_to_account(server, [driver])


def lane_of(driver: Driver) -> int:
    """Which of the four writers of Postgres a table has."""
    return zlib.crc32(driver.client.id.encode()) % 4


# ---------------------------------------------------------------- F37, F38: a database that is shared, or away


@fault("F37")
async def test_two_servers_on_one_database_never_write_the_same_event_of_a_table(server: Server, tmp_path: Path):
    with running(tmp_path, COLD, database=server.database) as second:
        async with seated(server, ME, ME) as (here,):
            table = TableClient(second.address, here.client.id, here.server_client.token)
            async with table:
                there = Driver(
                    table, ServerClient(second.address, here.server_client.token), here.guest, random.Random(2)
                )
                both = [here, there]
                for _ in range(40):  # both at once, each with what its own server takes for the present
                    await asyncio.gather(*(driver.play() for driver in both))
                assert here.refused or there.refused
                for driver in both:  # each learns of what the other did when it writes itself
                    assert await driver.send(messages.Say(new_key(), "purr")) is not None
                await agree(second, [there.client])
                merged = Driver(there.client, there.server_client, here.guest, random.Random(3))
                for driver in both:
                    merged.asked += driver.asked
                    merged.done |= driver.done
                    merged.refused |= driver.refused
                check_memories([merged], await log_of(server, here.client.id))
        assert second.problems() == []


@fault("F38")
async def test_a_game_goes_on_without_a_gap_after_postgres_was_restarted(
    tmp_path: Path, postgres: Postgres, postgres_url: str
):
    with running(tmp_path, COLD, database=postgres_url) as server:
        async with seated(server, ME, FRIEND) as drivers, watching(server, drivers[0].client) as others:
            driver = next(driver for driver in drivers if driver.client.now.choices)
            command = driver.any_move()
            postgres.disconnect_everybody()
            await asyncio.to_thread(postgres.stop)
            try:
                async with bare_socket(driver) as line:
                    assert (await line.ask(command))["code"] == "storage"
                assert health(server) == 503
                newcomer = TableClient(server.address, driver.client.id, "somebody", driver.client.you.invite)
                coming = asyncio.create_task(newcomer.__aenter__())
                sending = asyncio.create_task(driver.send(command))
                await eventually(lambda: measured(server, "storage_troubles_total") > 2)
            finally:
                await asyncio.to_thread(postgres.start)
            assert await sending is not None
            await coming
            await eventually(lambda: health(server) == 200)
            await hold_to_account(server, drivers, *others, newcomer)
            await newcomer.__aexit__(None, None, None)
