"""Races over real sockets, on real servers: people at random, probes, bursts and floods, kills and restarts."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tabbytop.client import new_key
from tabbytop.games.kitty_paw.facts import BUILDING
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server import faults
from tests.server.drivers import FRIEND, ME, Driver, bare_socket, bot, come_in, hold_to_account, log_of, seated
from tests.server.lines import Http, first_event
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
COLD = faults.named(faults.stay_cold)
NO_WAITING = {"countdown_seconds": 0, "ready_seconds": 600}


@contextlib.asynccontextmanager
async def racing(server: Server, *seats: dict[str, str], **options: Any) -> AsyncIterator[list[Driver]]:
    """People at a table of Kitty Paw whose first round is open."""
    async with seated(server, *seats, game="kitty-paw", options={**NO_WAITING, **options}) as drivers:
        for driver in drivers:
            await driver.client.until(lambda driver=driver: bool(driver.client.now.choices))  # type: ignore[misc]
            await play(driver, "ready")
        for driver in drivers:
            await driver.client.until(lambda driver=driver: phase_of(driver) == BUILDING)  # type: ignore[misc]
        yield drivers


def phase_of(driver: Driver) -> int:
    return driver.client.view["phase"] if driver.client.view else -1


async def play(driver: Driver, move: str, **arguments: Any) -> messages.Done:
    done = await driver.send(messages.Play(new_key(), driver.client.seq, {move: arguments}))
    assert done is not None
    return done


async def play_something(driver: Driver, times: int) -> None:
    """Do something possible so often; in a race others may have made it impossible when it arrives."""
    for _ in range(times):
        if driver.client.now.choices:
            await driver.send(driver.any_move())
        await asyncio.sleep(0)


async def test_people_race_and_everything_is_accounted_for(server: Server):
    async with racing(server, ME, FRIEND, FRIEND) as drivers:
        await asyncio.gather(*(play_something(driver, 40) for driver in drivers))
        for driver in drivers:
            await driver.send(messages.Leave(new_key()))
        await drivers[0].client.until(lambda: all(seat.level is not None for seat in drivers[0].client.table.seats))
        await asyncio.to_thread(server.stop)
        log = await log_of(server, drivers[0].client.id)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    await asyncio.to_thread(server.start)


async def test_people_who_pause_agree_with_the_log(tmp_path: Path):
    """Calm rounds without a limit: nothing happens by itself, so that all can be compared."""
    with running(tmp_path, COLD) as server:
        async with racing(server, ME, FRIEND, calm=True) as drivers:
            await asyncio.gather(*(play_something(driver, 25) for driver in drivers))
            await hold_to_account(server, drivers)


@fault("F1")
async def test_a_killed_server_goes_on_in_the_middle_of_a_round(tmp_path: Path):
    with running(tmp_path, COLD) as server:
        async with racing(server, ME, FRIEND, calm=True) as (ann, ben):
            row = ann.client.view["row"] if ann.client.view else []
            assert all(card >= 0 for card in row)
            await play_something(ann, 5)
            time = ann.client.now.time
            server.kill()
            server.start()
            await play_something(ann, 5)
            await play_something(ben, 5)
            assert time is not None
            assert ann.client.now.time is not None
            assert ann.client.connections > 1
            assert phase_of(ann) == BUILDING
            await hold_to_account(server, [ann, ben])


async def test_connections_of_seats_are_probed(server: Server):
    async with racing(server, ME, bot(), calm=True) as (ann,), bare_socket(ann) as line:
        probes: set[int] = set()
        links: list[Any] = []
        while len(probes) < 2 or not links:
            message = json.loads(await line.line.recv())
            if message["type"] == "probe":
                probes.add(message["id"])
                await line.send(messages.Echo(message["id"]))
                await line.send(messages.Echo(12345))
            elif message["type"] == "presence":
                links = message["links"]
        assert [link is None for link in links] == [False, True]


async def test_over_a_stream_of_events_a_race_can_be_followed_and_played(server: Server):
    server_client, _ = await come_in(server)
    opened = await server_client.open_table("kitty-paw", [ME, bot()], options=dict(NO_WAITING))
    http = Http(server, server_client.token)
    welcome = await asyncio.to_thread(first_event, server, http, f"/api/tables/{opened.id}/stream")
    assert welcome["now"]["time"] >= 0
    answer = http.command(opened.id, "play", seq=welcome["now"]["seq"], move={"ready": {}})
    assert answer.json["type"] == "ok"
    lines = http.get(f"/api/tables/{opened.id}/log").json["lines"]
    assert all(line["sentence"] == "" for line in lines if line["move"] and "let_pass" in line["move"])
    games = {game["id"]: game for game in http.get("/api/games").json["games"]}
    assert (games["kitty-paw"]["racing"], games["cat-cab"]["racing"]) == (True, False)
    assert games["kitty-paw"]["ready"] == {"state": "ready", "share": 1.0}


async def test_quick_hands_are_not_limited_and_floods_are(tmp_path: Path):
    with running(tmp_path, COLD, generosity=1.0) as server:
        async with racing(server, ME, FRIEND, calm=True) as (ann, ben), bare_socket(ann) as line:
            for _ in range(45):  # three seconds' worth of the quickest hands, at once
                await play(ann, "box_flip")
            with contextlib.suppress(ConnectionClosed):  # the server has heard more than enough before all is sent
                for number in range(400):
                    await line.send(messages.Play(f"flood-{number}", ann.client.seq, {"box_flip": {}}))
            refused = await line.hear("error", code="slow_down")
            assert refused["retry_after"] > 0
            await play(ben, "box_flip")
            await ben.send(messages.Say(new_key(), "good-luck"))
            assert ben.refused == set()
