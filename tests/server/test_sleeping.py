"""Players who leave and return, and tables that fall asleep when nobody is left and wake as they were."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator

import pytest

from tabbytop.client import TableClient, new_key
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.drivers import (
    FRIEND,
    ME,
    Driver,
    bot,
    eventually,
    hold_to_account,
    log_of,
    measured,
    seated,
    watching,
)
from tests.server.servers import Server, running, stored_table

pytestmark = pytest.mark.anyio
BOT_PAUSE = 0.4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    planted = [faults.named(faults.hold_commits)]
    folder = tmp_path_factory.mktemp("sleeping")
    with running(folder, *planted, unload_after=0.3, bot_pause=BOT_PAUSE) as server:
        yield server


def awake(server: Server) -> float:
    return measured(server, "tables_awake")


async def asleep(server: Server) -> None:
    """Wait until all tables sleep."""
    await eventually(lambda: awake(server) == 0)


def again(server: Server, driver: Driver) -> TableClient:
    """A new connection of somebody who was at a table before."""
    return TableClient(server.address, driver.client.id, driver.server_client.token)


async def play_until(drivers: list[Driver], seat: int) -> None:
    """Play until it is the turn of a seat."""
    first = drivers[0].client
    while first.now.actor != seat:
        driver = next(driver for driver in drivers if driver.client.now.choices)
        assert await driver.send(driver.any_move()) is not None
        await eventually(lambda: len({driver.client.seq for driver in drivers}) == 1)


# ---------------------------------------------------------------- F41: one leaves


@fault("F41")
async def test_a_bot_plays_on_for_somebody_who_leaves_until_they_return(server: Server):
    async with seated(server, ME, FRIEND) as (host, friend), watching(server, host.client) as others:
        await play_until([host, friend], seat=1)
        assert await friend.send(messages.Leave(new_key())) is not None
        await host.client.until(lambda: host.client.table.seats[1].level == "alley-cat")
        assert host.client.table.seats[1].away
        assert friend.client.now.choices == []
        assert await friend.send(messages.Say(new_key(), "brb")) is not None
        await host.client.until(lambda: bool(host.client.now.choices))  # the bot has played its turn
        assert await friend.send(messages.Return(new_key())) is not None
        await play_until([host, friend], seat=1)
        assert friend.client.table.seats[1].level is None
        assert friend.client.now.choices
        await hold_to_account(server, [host, friend], *others)


@fault("F41")
async def test_the_others_may_go_on_with_a_bot_when_somebody_is_gone_and_the_owner_takes_the_seat_back(server: Server):
    async with seated(server, ME, FRIEND) as (host, friend):
        await play_until([host, friend], seat=1)
        await friend.client.__aexit__(None, None, None)
        async with asyncio.timeout(PATIENCE):
            while await host.send(messages.Substitute(new_key(), 1, "kitten")) is None:
                await asyncio.sleep(0.05)  # the server has not noticed yet
        await host.client.until(lambda: bool(host.client.now.choices))
        async with again(server, friend) as back:
            friend.client = back
            assert await friend.send(messages.Return(new_key())) is not None
            await play_until([host, friend], seat=1)
            assert back.now.choices
            await hold_to_account(server, [host, friend])


# ---------------------------------------------------------------- F42: all leave


@fault("F42")
async def test_bots_stop_and_the_table_sleeps_when_everybody_has_left_and_the_game_goes_on_when_they_are_back(
    server: Server,
):
    """The human has left the seat to a bot, so that bots could play the whole game among themselves."""
    await asleep(server)
    async with seated(server, ME, bot()) as (driver,):
        assert await driver.send(messages.Leave(new_key())) is not None
        seen = driver.client.seq
        await driver.client.until(lambda: driver.client.seq > seen + 3)
    await asleep(server)
    slept = await stored_table(server, driver.client.id)
    assert slept.facts.stage == "playing"
    await asyncio.sleep(3 * BOT_PAUSE)
    assert (await log_of(server, driver.client.id))[-1].seq == slept.facts.seq
    async with again(server, driver) as back:
        driver.client = back
        assert awake(server) == 1
        await back.until(lambda: back.seq > slept.facts.seq)  # the bot whose turn it was goes on
        assert await driver.send(messages.Return(new_key())) is not None
        await back.until(lambda: bool(back.now.choices))
        await hold_to_account(server, [driver])


DAMAGE = {
    "none": "UPDATE snapshots SET seq = seq WHERE table_id = ?",
    "torn": "UPDATE snapshots SET body = substr(body, 1, 100) WHERE table_id = ?",
    "altered": "UPDATE snapshots SET body = zeroblob(length(body)) WHERE table_id = ?",
    "missing": "DELETE FROM snapshots WHERE table_id = ?",
    "from the future": "UPDATE snapshots SET seq = seq + 1000 WHERE table_id = ?",
}


@fault("F3", "F42")
@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_table_wakes_as_it_was_from_its_snapshot_or_without_one(server: Server, damage: str):
    async with seated(server, ME, ME) as (driver,):
        for _ in range(3):
            await driver.play()
        before = driver.client.now, driver.client.view, driver.client.table
    await eventually(lambda: fell_asleep(server, driver))
    spoil_snapshot(server, driver, damage)
    async with again(server, driver) as back:
        assert (back.now, back.view, back.table) == before
        driver.client = back
        await driver.play()
        await hold_to_account(server, [driver])


def spoil_snapshot(server: Server, driver: Driver, damage: str) -> None:
    with contextlib.closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database, database:
        assert database.execute(DAMAGE[damage], (driver.client.id,)).rowcount == 1


@fault("F42")
async def test_somebody_who_comes_while_another_table_is_put_to_sleep_finds_the_own_one_awake(server: Server):
    await asleep(server)
    async with seated(server, ME, ME) as (first,), seated(server, ME, ME) as (second,):
        await first.play()
    async with contextlib.AsyncExitStack() as stack:
        with faults.during(server, faults.hold_commits, first.client.id):  # its snapshot takes long
            await eventually(lambda: awake(server) == 1)
            second.client = await stack.enter_async_context(again(server, second))
        await eventually(lambda: fell_asleep(server, first))
        assert await asyncio.wait_for(second.play(), PATIENCE)
        await hold_to_account(server, [second])


def fell_asleep(server: Server, driver: Driver) -> bool:
    lines = server.log.read_text().splitlines()
    return any("was unloaded" in line and driver.client.id in line for line in lines)
