"""Bots at a table, good and evil: whatever they do, the game goes on and people are answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tabbytop.bots import levels
from tabbytop.client import new_key
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server import faults
from tests.server.drivers import (
    LONG,
    ME,
    Bare,
    Driver,
    bare_socket,
    bot,
    eventually,
    hold_last_sight_to_account,
    hold_to_account,
    seated,
)
from tests.server.proxy import kind_of
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
COLD = faults.named(faults.stay_cold)


async def end_and_hold_to_account(server: Server, drivers: Sequence[Driver]) -> None:
    """Stop the server in the middle of whatever bots do, and hold what everybody saw last against the log."""
    assert await asyncio.to_thread(server.stop) == 0
    for driver in drivers:
        await hold_last_sight_to_account(server, driver)


class Heartbeat:
    """Pings all the time, and counts the answers."""

    def __init__(self, line: Bare) -> None:
        self.beats = 0
        self._line = line
        self._task = asyncio.create_task(self._beat())

    def stop(self) -> int:
        self._task.cancel()
        return self.beats

    async def _beat(self) -> None:
        while True:
            await self._line.send(messages.Ping(self.beats))
            await self._line.hear("pong", at=float(self.beats))
            self.beats += 1
            await asyncio.sleep(0.02)


# ---------------------------------------------------------------- F44: evil bots


@fault("F44")
async def test_games_go_on_when_bots_raise_cheat_loop_or_die_and_people_are_answered_meanwhile(tmp_path: Path):
    """Each level is evil in its own way, and so are those below it that stand in for it."""
    with running(tmp_path, faults.named(faults.spoil_bots), workers=2) as server:
        async with contextlib.AsyncExitStack() as stack:
            seats = [(ME, bot(level)) for level in levels.QUICK] + [(ME, ME)]
            drivers = [(await stack.enter_async_context(seated(server, *who)))[0] for who in seats]
            heartbeat = Heartbeat(await stack.enter_async_context(bare_socket(drivers[-1])))
            for driver in drivers:
                driver.begin()
            for driver, level in zip(drivers, levels.QUICK, strict=False):
                await eventually(lambda d=driver, name=level: went_on(server, d, name), LONG)
            assert heartbeat.stop() > 20
            for driver in drivers:
                await driver.rest()
            await end_and_hold_to_account(server, drivers)


def went_on(server: Server, driver: Driver, level: str) -> bool:
    """Whether the log tells of a bot of this level that failed at a table, and the game has gone on since then."""
    failures = [json.loads(line) for line in server.log.read_text().splitlines() if f"a bot failed: {level}: " in line]
    return any(line["table"] == driver.client.id and line["seq"] < driver.client.seq for line in failures)


@fault("F44")
async def test_a_game_goes_on_when_even_the_pool_answers_nonsense(tmp_path: Path):
    with running(tmp_path, COLD, faults.named(faults.spoil_pool)) as server:
        async with seated(server, ME, bot()) as (driver,):
            driver.begin()
            for _ in range(2):
                await eventually(lambda: driver.client.now.actor == 1)
                await eventually(lambda: driver.client.now.actor == 0)
            await driver.rest()
            await end_and_hold_to_account(server, [driver])


# ---------------------------------------------------------------- F45: many bots, and hints


@fault("F45")
async def test_people_are_answered_while_bots_play_many_games_at_once(tmp_path: Path):
    with running(tmp_path) as server:
        async with contextlib.AsyncExitStack() as stack:
            watched = [(await stack.enter_async_context(seated(server, ME, bot())))[0] for _ in range(30)]
            (player,) = await stack.enter_async_context(seated(server, ME, ME))
            for driver in watched:  # from now on bots play on both seats
                assert await driver.send(messages.Leave(new_key())) is not None
            then = [driver.client.seq for driver in watched]
            await eventually(lambda: any(d.client.seq > seq for d, seq in zip(watched, then, strict=True)), LONG)
            for _ in range(50):
                assert await player.send(player.any_move()) is not None
            await eventually(lambda: all(d.client.seq > seq for d, seq in zip(watched, then, strict=True)), LONG)
            await end_and_hold_to_account(server, [player, *watched])


@fault("F45")
async def test_a_move_is_answered_before_the_hints_that_were_asked_for_earlier(tmp_path: Path):
    with running(tmp_path, COLD) as server:
        async with contextlib.AsyncExitStack() as stack:
            players = [(await stack.enter_async_context(seated(server, ME, ME)))[0] for _ in range(3)]
            lines = [await stack.enter_async_context(bare_socket(player)) for player in players]
            for player, line in zip(players, lines, strict=True):
                await line.send(messages.Hint(new_key(), player.client.seq))
            for player, line in zip(players, lines, strict=True):
                assert await player.send(player.any_move()) is not None
                await line.send(messages.Ping(1))
                while (kind := kind_of(await line.line.recv())) != "pong":
                    assert kind != "hinted"
            for player, line in zip(players, lines, strict=True):
                assert (await line.hear("hinted", LONG))["choices"]
                await hold_to_account(server, [player])
