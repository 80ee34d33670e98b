"""Bots at a table, good and evil: whatever they do, the game goes on and people are answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from tabbytop.bots import levels
from tabbytop.client import new_key
from tabbytop.server import messages
from tests.server import faults
from tests.server.drivers import ME, Driver, bare_socket, bot, eventually, hold_to_account, measured, rest, seated
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------- F44: evil bots


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("spoilt"), faults.named(faults.spoil_bots)) as server:
        yield server


@pytest.mark.parametrize("level", levels.NAMES)
async def test_a_game_goes_on_when_its_bot_raises_cheats_loops_or_dies(spoilt: Server, level: str):
    """Each level is evil in its own way, and so are those below it that stand in for it."""
    before = measured(spoilt, "bot_faults_total")
    async with seated(spoilt, ME, bot(level)) as (driver,):
        with contextlib.closing(await heartbeat(driver)) as beat:
            while measured(spoilt, "bot_faults_total") == before:
                assert await driver.play()
            assert await driver.play()
        assert beat.beats > 3
        await driver.client.my_turn_or_end()
        await hold_to_account(spoilt, [driver])


async def test_a_game_goes_on_when_even_the_pool_answers_nonsense(tmp_path: Path):
    with running(tmp_path, faults.named(faults.stay_cold), faults.named(faults.spoil_pool)) as server:
        async with seated(server, ME, bot()) as (driver,):
            turns = 0
            while turns < 3:
                turns += driver.client.now.actor == 1
                assert await driver.play()
            await driver.client.my_turn_or_end()
            await hold_to_account(server, [driver])
