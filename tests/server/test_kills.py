"""Servers that are killed, told to stop, or find games of other rules: what was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import spawn
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tabbytop.client import Ended, Refused, new_key, request
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.drivers import (
    FRIEND,
    ME,
    Driver,
    bare_socket,
    bot,
    come_in,
    dawdle,
    eventually,
    hold_to_account,
    log_of,
    measured,
    rest,
    seated,
    watching,
)
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
COLD = faults.named(faults.stay_cold)


# ---------------------------------------------------------------- F1: killed at any moment


@fault("F1")
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path):
    chance = random.Random(101)
    with running(tmp_path, COLD) as server:
        async with contextlib.AsyncExitStack() as stack:
            kinds = [
                ("cat-cab", ME, ME),
                ("cat-cab", ME, FRIEND),
                ("patrician", ME, FRIEND),
                ("cat-cab", ME, ME, ME),
                ("cat-cab", ME, bot()),
            ]
            tables = [
                await stack.enter_async_context(seated(server, *seats, game=game, seed=seed))
                for seed, (game, *seats) in enumerate(kinds)
            ]
            everybody = [driver for drivers in tables for driver in drivers]
            for driver in everybody:
                driver.begin()
            for _ in range(5):
                await all_play(everybody[:-1])  # the last waits for a bot, which needs longer to get ready
                await asyncio.sleep(chance.uniform(0.1, 0.7))
                server.kill()
                await asyncio.to_thread(server.start)
            await all_play(everybody)
            await rest(everybody)
            for drivers in tables:
                await hold_to_account(server, drivers)


async def all_play(drivers: list[Driver]) -> None:
    """Wait until everybody has got something done, if their game is not over."""
    before = [len(driver.done) for driver in drivers]
    await eventually(
        lambda: all(len(d.done) > n or d.client.is_over for d, n in zip(drivers, before, strict=True))
    )  # fmt: skip


def test_a_process_that_was_never_told_what_to_do_is_no_problem_of_a_killed_server(tmp_path: Path):
    """A worker that a server was starting when it was killed; everything else that Python says of errors is one."""
    server = Server(tmp_path)
    told, tells = os.pipe()
    os.close(tells)
    unborn = spawn.get_command_line(pipe_handle=told, tracker_fd=told)
    for command in (unborn, [sys.executable, "-c", "1 / 0"], unborn):
        with server.log.open("a") as log:
            log.write('{"message": "a table was loaded"}\n')
            log.flush()
            assert subprocess.run(command, stderr=log, pass_fds=[told], check=False).returncode == 1
    os.close(told)
    assert server.log.read_text().count("Traceback") == 3
    (problem,) = server.problems()
    assert problem.endswith("ZeroDivisionError: division by zero")


# ---------------------------------------------------------------- F2: killed at the worst moment


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    planted = [faults.named(fault) for fault in (faults.die_before_commit, faults.die_after_commit)]
    with running(tmp_path_factory.mktemp("mortal"), COLD, *planted) as server:
        yield server


@pytest.fixture
def mortal(shared: Server) -> Server:
    """The server of these tests, started again if one of them left it dead."""
    assert shared.process is not None
    if shared.process.poll() is not None:
        shared.start()
    return shared


async def killed_during(server: Server, driver: Driver, fault: Callable[..., None], command: Any) -> None:
    """Send a command at which the server dies, and start the server again."""
    with faults.during(server, fault, driver.client.id):
        sending = asyncio.create_task(driver.send(command))
        assert server.process is not None
        assert await asyncio.to_thread(server.process.wait, PATIENCE) == -9
    assert not sending.done(), "it was acknowledged before it was told to anybody"
    await asyncio.to_thread(server.start)
    assert await sending is not None


@fault("F2")
@pytest.mark.parametrize("fault", [faults.die_before_commit, faults.die_after_commit])
async def test_a_command_during_whose_commit_the_server_dies_is_done_once_and_reaches_everybody(
    mortal: Server, fault: Callable[..., None]
):
    async with seated(mortal, ME, FRIEND) as drivers, watching(mortal, drivers[0].client, 2) as others:
        for wanted in (0, 3):
            for _ in range(wanted):
                await next(driver for driver in drivers if driver.client.now.choices).play()
            driver = next(driver for driver in drivers if driver.client.now.choices)
            command = messages.Say(new_key(), "purr") if wanted else driver.any_move()
            seq = driver.client.seq
            await killed_during(mortal, driver, fault, command)
            assert driver.done[f"{driver.guest}:{command.key}"] == seq + 1
            await hold_to_account(mortal, drivers, *others)


@fault("F2", "F19")
async def test_the_answer_to_a_repeated_command_is_the_same_after_the_server_died_in_between(mortal: Server):
    async with seated(mortal, ME, ME) as (driver,):
        command = driver.any_move()
        await killed_during(mortal, driver, faults.die_after_commit, command)
        first = driver.done[f"{driver.guest}:{command.key}"]
        await driver.play()
        async with bare_socket(driver) as line:
            assert await line.ask(command) == {"type": "ok", "key": command.key, "seq": first}
            other = messages.Say(command.key, "purr")
            assert (await line.ask(other))["code"] == "key_reused"
        await hold_to_account(mortal, [driver])


# ---------------------------------------------------------------- F3: snapshots


@fault("F3")
async def test_tables_whose_snapshots_are_torn_wake_from_their_logs_after_a_restart(mortal: Server):
    async with seated(mortal, ME, ME) as (driver,), watching(mortal, driver.client) as others:
        for _ in range(3):
            await driver.play()
        assert await asyncio.to_thread(mortal.stop) == 0
        with behind_the_back(mortal) as database:
            torn = database.execute("UPDATE snapshots SET body = substr(body, 1, length(body) / 2)")
            assert torn.rowcount > 0
        await asyncio.to_thread(mortal.start)
        await driver.play()
        await hold_to_account(mortal, [driver], *others)


@contextlib.contextmanager
def behind_the_back(server: Server) -> Iterator[sqlite3.Connection]:
    """The database of a server that does not run."""
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with database:
        yield database
    database.close()


# ---------------------------------------------------------------- F4: told to stop


@fault("F4")
async def test_a_server_with_a_hundred_live_tables_answers_what_is_under_way_says_goodbye_and_ends(tmp_path: Path):
    planted = [faults.named(faults.hold_commits)]
    with running(tmp_path, COLD, *planted) as server:
        server_client, guest = await come_in(server)
        async with contextlib.AsyncExitStack() as stack:
            lines = []
            for number in range(100):
                opened = await server_client.open_table("cat-cab", [ME, ME], f"table-{number}")
                table = await stack.enter_async_context(server_client.table(opened.id))
                driver = Driver(table, server_client, guest, random.Random(number))
                lines.append((driver.any_move(), await stack.enter_async_context(bare_socket(driver))))
            with faults.during(server, faults.hold_commits):
                for command, line in lines:
                    await line.send(command)
                    await line.send(messages.Ping(1))
                for _, line in lines:
                    await line.hear("pong")
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                await asyncio.sleep(0.3)
            for command, line in lines:
                assert await line.hear("ok", key=command.key)
                assert await line.hear("bye", code="restarting")
                with pytest.raises(ConnectionClosed) as closed:
                    await line.line.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            assert await stopping == 0
        assert server.problems() == []


@fault("F4")
async def test_a_server_ends_in_time_also_when_somebody_reads_nothing_or_waits_for_something_long(tmp_path: Path):
    """A stalled socket, a stream of events, and a hint over HTTP for which no bot is ready yet."""
    planted = [faults.named(faults.hold_commits)]
    with running(tmp_path, COLD, *planted) as server:
        async with seated(server, ME, ME) as (driver,):
            stalled = await dawdle(server, driver.client)
            for _ in range(300):
                await driver.play()
            wanted = messages.Hint(new_key(), driver.client.seq)
            path = f"/api/tables/{driver.client.id}"
            hinting = asyncio.create_task(driver.server_client.post(f"{path}/commands", wanted, messages.Hinted))
            address, token = f"{server.address}{path}/stream", driver.server_client.token
            streaming = asyncio.create_task(asyncio.to_thread(request, "GET", address, token))
            await eventually(lambda: measured(server, 'connections{kind="stream"}') == 1)
            assert await asyncio.to_thread(server.stop) == 0
            with pytest.raises(Refused, match=r"\[no_hint\]$"):
                await hinting
            _, last = (await streaming)[1].strip().rsplit(b"data: ", 1)
            assert json.loads(last)["code"] == "restarting"
            stalled.close()
        assert server.problems() == []


# ---------------------------------------------------------------- F7: games of other rules


FOREIGN = {
    "other rules": (1, '"rules":"', '"rules":"x'),
    "another game": (1, '"cat-cab"', '"dog-cab"'),
    "another state": (3, '"hash":"', '"hash":"x'),
    "an impossible move": (3, '"seat":-1', '"seat":0'),
    "an unknown move": (3, '"die"', '"meow"'),
    "an unknown event": (3, '"played"', '"teleported"'),
}
"""What a log of other rules may hold: the event, what this server would have written, and what stands there."""


def rewrite(database: sqlite3.Connection, table: str, seq: int, ours: str, theirs: str) -> None:
    """Change an event in the log."""
    there = "table_id = ? AND seq = ?", (table, seq)
    (body,) = database.execute(f"SELECT body FROM events WHERE {there[0]}", there[1]).fetchone()
    assert ours.encode() in body
    body = body.replace(ours.encode(), theirs.encode())
    database.execute(f"UPDATE events SET body = ? WHERE {there[0]}", (body, *there[1]))


@fault("F7")
async def test_a_table_that_other_rules_made_is_refused_with_a_sentence_and_all_others_go_on(mortal: Server):
    async with contextlib.AsyncExitStack() as stack:
        (sound,) = await stack.enter_async_context(seated(mortal, ME, ME))
        foreign = {}
        for manner in FOREIGN:
            (foreign[manner],) = await stack.enter_async_context(seated(mortal, ME, ME, listed=True))
            await foreign[manner].play()
        mortal.kill()  # there is no snapshot then
        with behind_the_back(mortal) as database:
            for manner, change in FOREIGN.items():
                rewrite(database, foreign[manner].client.id, *change)
        (mortal.data / "tabbytop.db-ledger").unlink()  # it would notice what is not lost but rewritten here
        stored = {manner: await log_of(mortal, driver.client.id) for manner, driver in foreign.items()}
        await asyncio.to_thread(mortal.start)
        for manner, driver in foreign.items():
            with pytest.raises(Ended, match=r"[.)]$"):
                await driver.client.until(lambda: False, PATIENCE)
            with pytest.raises(Refused, match=r"[.)] \[outdated\]$"):
                await driver.server_client.get(f"/api/tables/{driver.client.id}", messages.Welcome)
            (listed,) = (await driver.server_client.get("/api/tables", messages.Tables)).mine
            assert (listed.id, listed.yours) == (driver.client.id, True)
            assert await log_of(mortal, driver.client.id) == stored[manner]
        await sound.play()
        await hold_to_account(mortal, [sound])
