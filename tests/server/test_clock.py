"""Time: clocks run while somebody thinks and at no other time, whatever the clock on the wall says."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabbytop.client import new_key
from tabbytop.kit.marks import fault
from tests.server import plants
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running, wait_for

pytestmark = pytest.mark.anyio
MINUTE, HOUR = 60_000, 3_600_000
A_WHILE = 0.15


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on whose wall the clock can be put forward and back."""
    planted = [plants.named(plant) for plant in (plants.quick_bots, plants.jumping_clock)]
    with running(tmp_path_factory.mktemp("clock"), *planted) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


def look(http: Http, table: str) -> Any:
    return http.get(f"/api/tables/{table}").json


def time_left(http: Http, table: str) -> list[int]:
    """What is left to each seat, as of the beginning of the present decision."""
    return [seat["time"] for seat in look(http, table)["table"]["seats"]]


def play(http: Http, table: str, choice: int = 0) -> None:
    now = look(http, table)["now"]
    heard = http.command(table, "play", seq=now["seq"], move=now["choices"][choice]["move"])
    assert heard.status == 200, heard.body


# ---------------------------------------------------------------- F30: the clock on the wall


@fault("F30")
@pytest.mark.parametrize("clock", ["timed", "relaxed"])
@pytest.mark.parametrize("jump", [signal.SIGUSR1, signal.SIGUSR2], ids=["ahead", "back"])
async def test_a_jump_of_the_clock_on_the_wall_costs_nobody_any_time(server: Server, ann: Http, clock: str, jump: int):
    table = ann.open_table("me", "me", clock=clock)
    assert server.process is not None
    async with SocketClient(server, table, ann.token) as line:
        await line.hear("welcome")
        play(ann, table)
        before = (await line.hear("news"))["events"][-1]["at"]
        left = time_left(ann, table)
        server.process.send_signal(jump)
        after = before
        while abs(after - before) < HOUR - MINUTE:  # the signal is on its way
            assert ann.command(table, "say", phrase="thinking").status == 200
            after = (await line.hear("news"))["events"][-1]["at"]
        now = look(ann, table)
        assert now["now"]["running"] < MINUTE
        assert not any(seat["away"] for seat in now["table"]["seats"])
        play(ann, table)
        news = await line.hear("news")
        assert {event["type"] for event in news["events"]} == {"moved"}
        assert all(was - MINUTE < left <= was for was, left in zip(left, time_left(ann, table), strict=True))


# ---------------------------------------------------------------- F32: the time without a server


@fault("F32")
async def test_the_time_without_a_server_is_not_charged(tmp_path: Path):
    with running(tmp_path, plants.named(plants.quick_bots)) as server:
        ann = Http(server)
        ann.become_guest("Ann")
        table = ann.open_table("me", "me", clock="timed")
        play(ann, table)  # from the first move on time runs
        for end in (server.stop, server.kill):
            time.sleep(A_WHILE)
            play(ann, table)
            left = time_left(ann, table)
            assert min(left) < 10 * MINUTE
            time.sleep(A_WHILE)
            end()
            server.start(plants.named(plants.an_hour_later))
            ann.close()
            now = look(ann, table)
            assert [seat["time"] for seat in now["table"]["seats"]] == left
            assert now["now"]["running"] < MINUTE
            play(ann, table)
            assert all(was - MINUTE < left <= was for was, left in zip(left, time_left(ann, table), strict=True))
            assert not any(seat["away"] for seat in look(ann, table)["table"]["seats"])
        assert server.problems() == []


# ---------------------------------------------------------------- what is charged


def duel(server: Server, ann: Http, **more: Any) -> tuple[str, Http, Http]:
    """A table of two where time runs, because they have moved: its id, whose turn it is, and the other one."""
    table, turn, other = new_duel(server, ann, **more)
    moved: list[Http] = []
    while turn not in moved:
        play(turn, table)
        moved.append(turn)
        if not look(turn, table)["now"]["choices"]:
            turn, other = other, turn
    return table, turn, other


def new_duel(server: Server, ann: Http, **more: Any) -> tuple[str, Http, Http]:
    """A table of two that has just begun: its id, whose turn it is, and the other one."""
    ben = Http(server)
    ben.become_guest("Ben")
    opened = ann.opened("me", "friend", **more)
    table = opened["id"]
    ben.post(f"/api/tables/{table}/commands?invite={opened['invite']}", {"type": "sit", "key": new_key()})
    assert ann.command(table, "start").status == 200
    return (table, ann, ben) if look(ann, table)["now"]["choices"] else (table, ben, ann)


def test_time_runs_from_the_first_move_on(server: Server, ann: Http):
    table, turn, _ = new_duel(server, ann, clock="timed")
    (mine,) = look(turn, table)["you"]["seats"]
    before = time_left(turn, table)
    time.sleep(A_WHILE)
    running = look(turn, table)["now"]["running"]
    assert A_WHILE * 1000 - 10 * MINUTE <= running < 0
    play(turn, table)
    assert time_left(turn, table) == before
    now = look(turn, table)
    if now["now"]["actor"] == mine:  # the turn goes on, and so does its time
        assert now["now"]["running"] >= 0


def test_only_the_one_who_thinks_pays_for_it(server: Server, ann: Http):
    table, turn, other = duel(server, ann, clock="timed")
    (mine,), (theirs,) = (look(http, table)["you"]["seats"] for http in (turn, other))
    before = time_left(turn, table)
    time.sleep(A_WHILE)
    play(turn, table)
    after = time_left(turn, table)
    assert before[mine] - after[mine] >= A_WHILE * 1000
    assert after[theirs] == before[theirs]


def test_taking_a_step_back_costs_the_time_it_took(server: Server, ann: Http):
    table = ann.open_table("me", "me", clock="timed")
    play(ann, table)
    play(ann, table)
    now = look(ann, table)["now"]
    assert now["undo"]
    before = time_left(ann, table)
    time.sleep(A_WHILE)
    assert ann.command(table, "undo", seq=now["seq"]).status == 200
    assert sum(before) - sum(time_left(ann, table)) >= A_WHILE * 1000


def test_coming_and_going_of_others_does_not_stop_a_clock(server: Server, ann: Http):
    table, turn, other = duel(server, ann, clock="timed")
    time.sleep(A_WHILE)
    before = look(turn, table)["now"]["running"]
    assert before >= A_WHILE * 1000
    for kind in ("leave", "return"):
        assert other.command(table, kind).status == 200
    assert look(turn, table)["now"]["running"] >= before


def test_leaving_does_not_save_the_time_of_the_turn(server: Server, ann: Http):
    table, turn, _ = duel(server, ann, clock="timed")
    (mine,) = look(turn, table)["you"]["seats"]
    before = time_left(turn, table)[mine]
    time.sleep(A_WHILE)
    assert turn.command(table, "leave").status == 200
    turn.command(table, "return")
    increments = 10_000  # the bot may have ended the turn meanwhile
    assert before - time_left(turn, table)[mine] + increments >= A_WHILE * 1000
    assert time_left(turn, table)[mine] not in (before, before + increments)


# ---------------------------------------------------------------- time that runs out


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clocks run out while one waits."""
    planted = [plants.named(plant) for plant in (plants.quick_bots, plants.short_clocks)]
    with running(tmp_path_factory.mktemp("hasty"), *planted) as server:
        yield server
        assert server.problems() == []


async def until_late(server: Server, clock: str) -> tuple[Http, str, SocketClient]:
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me", clock=clock)
    line = await SocketClient(server, table, http.token).__aenter__()
    while True:
        news = await line.hear("news")
        for event in news["events"]:
            if event["type"] == "told" and event["kind"] == "substituted":
                assert "Ann" in event["sentence"]
                return http, table, line


async def test_who_takes_too_long_for_a_turn_is_stood_in_for_and_may_return(hasty: Server):
    http, table, line = await until_late(hasty, "relaxed")
    wait_for(lambda: look(http, table)["now"]["ply"] > 10)  # a bot plays on
    answer = await line.ask("return")
    assert answer["type"] == "ok" or look(http, table)["table"]["stage"] == "over"
    await line.__aexit__(None, None, None)


async def test_who_has_used_up_the_time_of_a_game_is_stood_in_for_to_the_end(hasty: Server):
    http, table, line = await until_late(hasty, "timed")
    wait_for(lambda: all(seat["away"] for seat in look(http, table)["table"]["seats"]))
    assert all(seat["time"] == 0 for seat in look(http, table)["table"]["seats"])
    refused = await line.ask("return")
    assert (refused["type"], refused["code"]) == ("error", "wrong_stage")
    await line.__aexit__(None, None, None)


async def test_without_a_clock_nobody_is_hurried(hasty: Server):
    http = Http(hasty)
    http.become_guest("Ann")
    table = http.open_table("me", "me")
    now = look(http, table)
    assert now["now"]["running"] is None
    assert [seat["time"] for seat in now["table"]["seats"]] == [None, None]
    time.sleep(3 * A_WHILE)
    assert look(http, table)["now"] == now["now"]
