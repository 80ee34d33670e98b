"""A database that is locked, read-only, full, slow, gone for a while, or shared: nothing is acknowledged in vain."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from tabbytop.client import Refused, new_key, request
from tabbytop.server import messages
from tabbytop.server.store import Store
from tests.server import faults
from tests.server.databases import Postgres
from tests.server.drivers import (
    FRIEND,
    ME,
    Driver,
    bare_socket,
    bot,
    come_in,
    eventually,
    hold_to_account,
    log_of,
    measured,
    seated,
    watching,
)
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
COLD = faults.named(faults.stay_cold)
INBOX = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    kinds = (faults.fill_disk, faults.refuse_writes, faults.hold_commits)
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
                now = await driver.house.get(f"/api/tables/{driver.client.id}", messages.Welcome)
                assert now.now == before
                assert stored(server, driver.client.id) == before.seq
                insisting = asyncio.create_task(driver.send(command))
                with pytest.raises(Refused, match="storage"):
                    await come_in(server)
            assert await insisting is not None
            assert await line.ask(command) == {"type": "ok", "key": command.key, "seq": before.seq + 1}
            await eventually(lambda: health(server) == 200)
        await hold_to_account(server, drivers, *others)
