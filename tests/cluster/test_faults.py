"""What may go wrong between several servers, one fault after the other: a game goes on, once and in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabbytop.client import TableClient, new_key, request
from tabbytop.kit.marks import fault
from tabbytop.server.operating.archive import replayed
from tabbytop.server.protocol import messages
from tests.cluster import spoiling
from tests.cluster.members import Member, servers
from tests.cluster.proxies import proxy_to_postgres
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.databases import Postgres
from tests.server.drivers import FRIEND, ME, OPENING, Driver, come_in, eventually, hold_to_account, log_of, watching
from tests.server.redis_servers import RedisServer, running_redis
from tests.server.servers import Server
from tests.server.stores import behind_the_back

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def trio(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_server: RedisServer
) -> Iterator[list[Member]]:
    """Three servers, for tests that leave them running."""
    folder, planted = tmp_path_factory.mktemp("trio"), faults.named(faults.hold_commits)
    with servers(folder, 3, postgres.create_with_tables(), redis_server.url, planted) as members:
        yield members


@contextlib.asynccontextmanager
async def seated_at(*members: Server, game: str = "cat-cab", **more: Any) -> AsyncIterator[list[Driver]]:
    """A table that lives at the first server, with somebody from each."""
    chance = random.Random(2)
    async with contextlib.AsyncExitStack() as stack:
        drivers: list[Driver] = []
        opened = None
        for number, member in enumerate(members):
            server_client, guest = await come_in(member, f"Guest {number}")
            if opened is None:
                seats = [ME, *[FRIEND] * (len(members) - 1)]
                opened = await server_client.open_table(game, seats, OPENING, **more)
            client = TableClient(member.address, opened.id, server_client.token, opened.invite, silence=PATIENCE)
            await stack.enter_async_context(client)
            drivers.append(Driver(client, server_client, guest, chance))
            if number:
                await drivers[-1].send(messages.Sit(new_key()))
        await drivers[0].send(messages.Start(new_key()))
        yield drivers


async def play_on(drivers: list[Driver], events: int = 12) -> None:
    """Play until so many more events have happened, wherever it is whose turn it is."""
    until = max(driver.client.seq for driver in drivers) + events

    async def one(driver: Driver) -> None:
        client = driver.client
        while client.seq < until and not client.is_over:
            await client.until(lambda: bool(client.now.choices) or client.is_over or client.seq >= until, 600)
            if client.now.choices and client.seq < until:
                await driver.send(driver.any_move())

    await asyncio.gather(*map(one, drivers))


def owner_of(members: list[Member], table: str) -> str | None:
    with behind_the_back(members[0].database.replace("postgresql:", "postgresql+psycopg:")) as connection:
        owner: str | None = connection.exec_driver_sql(f"SELECT owner FROM tables WHERE id = '{table}'").scalar()
        return owner


@fault("F60")
async def test_an_owner_paused_beyond_its_lease_cannot_write_and_its_visitors_move_over(trio: list[Member]):
    first, second, third = trio
    async with seated_at(first, second, third) as drivers:
        await play_on(drivers)
        table, before = drivers[0].client.id, owner_of(trio, drivers[0].client.id)
        with faults.during(first, faults.hold_commits, table):
            talking = asyncio.create_task(drivers[0].send(messages.Say(new_key(), "hello")))
            await eventually(lambda: _in_transaction(first) > 0)
            first.pause()
            await drivers[1].send(messages.Say(new_key(), "hello"))
            assert owner_of(trio, table) not in (before, None)
        first.resume()
        await talking
        await play_on(drivers)
        assert [driver.client.connections for driver in drivers[1:]] == [1, 1]
        await hold_to_account(second, drivers)
        assert first.problems() == third.problems() == []


def _in_transaction(member: Member) -> int:
    with behind_the_back(member.database.replace("postgresql:", "postgresql+psycopg:")) as connection:
        asked = (
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()"
        )
        number: int = connection.exec_driver_sql(asked).scalar()
        return number


@fault("F62")
async def test_a_killed_server_loses_its_tables_to_the_others(trio: list[Member]):
    first, second, third = trio
    async with seated_at(first, second, third) as drivers:
        await play_on(drivers)
        first.kill()
        await drivers[1].send(messages.Say(new_key(), "hello"))
        await asyncio.to_thread(first.start)
        await play_on(drivers)
        assert [driver.client.connections for driver in drivers[1:]] == [1, 1]
        await hold_to_account(second, drivers)


def readiness(member: Member) -> tuple[int, str | None]:
    """What a proxy is told: the status, and the code of a refusal."""
    status, body = request("GET", f"{member.address}/readyz", None)
    return status, json.loads(body).get("code")


@fault("F62")
async def test_a_server_that_is_stopped_hands_its_tables_over(trio: list[Member]):
    first, second, third = trio
    async with seated_at(first, second, third) as drivers:
        await play_on(drivers)
        with faults.during(first, faults.hold_commits, drivers[0].client.id):
            talking = asyncio.create_task(drivers[0].send(messages.Say(new_key(), "hello")))
            await eventually(lambda: _in_transaction(first) > 0)
            stopping = asyncio.create_task(asyncio.to_thread(first.stop))
            await eventually(lambda: readiness(first) == (503, "restarting"))
        assert await stopping == 0
        await drivers[1].send(messages.Say(new_key(), "hello"))
        await asyncio.to_thread(first.start)
        assert readiness(first) == (200, None)
        await talking
        await play_on(drivers)
        assert [driver.client.connections for driver in drivers[1:]] == [1, 1]
        await hold_to_account(second, drivers)
        assert first.problems() == third.problems() == []


async def table_time(driver: Driver) -> int:
    """The time of a race, asked for at the server of somebody."""
    await driver.send(messages.Say(new_key(), "hello"))
    assert driver.client.now.time is not None
    return driver.client.now.time


async def stored_time(member: Member, table: str) -> int:
    """The time of a race by its log."""
    found = replayed(table, [entry.body for entry in await log_of(member, table)])
    assert found is not None
    assert found.match is not None
    return found.match.now


@fault("F62")
async def test_a_race_keeps_its_time_when_it_is_handed_over_and_taken_over(trio: list[Member]):
    first, *others = trio
    calm = {"countdown_seconds": 0, "ready_seconds": 600, "calm": True}
    async with seated_at(*trio, game="kitty-paw", options=calm) as drivers:
        await play_on(drivers)
        began, at_first = time.monotonic(), await table_time(drivers[1])
        stored, table = await stored_time(first, drivers[0].client.id), drivers[0].client.id
        while (before := await table_time(drivers[1])) < stored + 200:
            pass
        assert await asyncio.to_thread(first.stop) == 0
        after = await table_time(drivers[1])
        assert before <= after <= at_first + 1000 * (time.monotonic() - began), "handed over with all its time"
        await asyncio.to_thread(first.start)
        await play_on(drivers[1:], 4)
        stored, owner = await stored_time(first, table), owner_of(trio, table)
        victim, witness = others if owner == others[0].name else others[::-1]
        assert victim.name == owner
        victim.kill()
        after = await table_time(drivers[trio.index(witness)])
        assert stored <= after <= at_first + 1000 * (time.monotonic() - began), "taken over where its log ends"
        await asyncio.to_thread(victim.start)
        await play_on(drivers)
        await hold_to_account(witness, drivers)


@fault("F62")
async def test_a_server_cut_off_from_the_database_leads_its_visitors_to_another(
    tmp_path: Path, postgres_url: str, redis_server: RedisServer
):
    with (
        proxy_to_postgres(postgres_url, tmp_path / "proxy") as (proxy, through),
        servers(tmp_path, 1, through, redis_server.url) as (first,),
        servers(tmp_path / "others", 1, postgres_url, redis_server.url) as (second,),
    ):
        async with seated_at(first, second) as drivers:
            await play_on(drivers)
            before = owner_of([second], drivers[0].client.id)
            proxy.cut()
            await drivers[0].send(messages.Say(new_key(), "hello"))
            assert owner_of([second], drivers[0].client.id) not in (before, None)
            await play_on(drivers)
            assert drivers[0].client.connections == 1
            proxy.mend()
            await eventually(lambda: bool(first.name))
            await play_on(drivers)
            await hold_to_account(second, drivers)


@fault("F61")
async def test_a_bus_that_loses_repeats_delays_and_reorders_spoils_nothing(
    tmp_path: Path, postgres_url: str, redis_server: RedisServer
):
    planted = faults.named(spoiling.spoil_bus)
    with servers(tmp_path, 2, postgres_url, redis_server.url, planted) as members:
        async with seated_at(*members) as drivers:
            for _ in range(4):
                await play_on(drivers)
            await hold_to_account(members[0], drivers)
            assert [driver.client.connections for driver in drivers] == [1, 1]
            assert sum(driver.client.resyncs for driver in drivers) == 0, "a gap got through to somebody"
        assert members[1].problems() == []


@fault("F61")
async def test_without_the_bus_owners_play_on_and_others_are_told_to_try_again(tmp_path: Path, postgres_url: str):
    with running_redis() as redis, servers(tmp_path, 2, postgres_url, redis.url) as (first, second):
        async with contextlib.AsyncExitStack() as stack, seated_at(first, second) as drivers:
            await play_on(drivers)
            alone = await drivers[0].server_client.open_table("cat-cab", [ME, ME], "alone")
            own = await stack.enter_async_context(TableClient(first.address, alone.id, drivers[0].server_client.token))
            owner = Driver(own, drivers[0].server_client, drivers[0].guest, drivers[0]._chance)
            owner.asked.append(f"{owner.guest}:alone")
            (watcher,) = await stack.enter_async_context(watching(second, own))
            redis.kill()
            for _ in range(10):
                await drivers[0].send(messages.Say(new_key(), "hello"))
            await play_on([owner])
            missed = own.seq
            assert watcher.seq < missed
            status, answer = await asyncio.to_thread(
                _post, second, drivers[1], messages.Say(new_key(), "hello")
            )  # fmt: skip
            assert (status, answer["code"]) == (503, "busy")
            assert answer["retry_after"] > 0
            talking = asyncio.create_task(drivers[1].send(messages.Say(new_key(), "hello")))
            await asyncio.to_thread(redis.start)
            await talking
            await watcher.until(lambda: watcher.seq >= missed)
            await play_on(drivers)
            assert [client.connections for client in (*(driver.client for driver in drivers), watcher)] == [1, 1, 1]
            await hold_to_account(first, drivers)
            await hold_to_account(first, [owner], watcher)


def _post(member: Member, driver: Driver, command: messages.TableCommand) -> tuple[int, Any]:
    path = f"{member.address}/api/tables/{driver.client.id}/commands"
    status, body = request("POST", path, driver.server_client.token, messages.encode(command))
    return status, json.loads(body)
