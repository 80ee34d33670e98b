"""Two server processes, one game: whoever comes in at either plays at the same table."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tabbytop.client import TableClient, new_key
from tabbytop.server.protocol import messages
from tests.cluster.houses import Member, house
from tests.server.drivers import FRIEND, ME, OPENING, Driver, come_in, hold_to_account, watching
from tests.server.redis_servers import RedisServer

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def at_both(first: Member, second: Member, game: str = "cat-cab", **more: object) -> AsyncIterator[list[Driver]]:
    """Two people at one table, each at a server of their own."""
    chance = random.Random(1)
    mine, guest = await come_in(first)
    opened = await mine.open_table(game, [ME, FRIEND], OPENING, **more)
    theirs, friend = await come_in(second, "Friend")
    async with (
        TableClient(first.address, opened.id, mine.token, opened.invite) as one,
        TableClient(second.address, opened.id, theirs.token, opened.invite) as two,
    ):
        drivers = [Driver(one, mine, guest, chance), Driver(two, theirs, friend, chance)]
        await drivers[1].send(messages.Sit(new_key()))
        await drivers[0].send(messages.Start(new_key()))
        yield drivers


async def play(drivers: list[Driver]) -> None:
    """Play to the end."""

    async def one(driver: Driver) -> None:
        while await driver.play():
            pass

    await asyncio.gather(*map(one, drivers))


async def test_two_people_at_two_servers_play_one_game(tmp_path: Path, postgres_url: str, redis_server: RedisServer):
    with house(tmp_path, 2, postgres_url, redis_server.url) as (first, second):
        async with (
            at_both(first, second, options={"turn_limit": 6}) as drivers,
            watching(second, drivers[0].client) as spectators,
        ):
            await play(drivers)
            await hold_to_account(first, drivers, *spectators)
        assert second.problems() == []
