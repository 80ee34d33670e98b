"""A table at one server, asked for at another: everything that HTTP and sockets offer is right there, too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tabbytop.client import TableClient, new_key
from tabbytop.kit.marks import fault
from tabbytop.server.http.limits import EXPORTS
from tabbytop.server.protocol import messages
from tests.cluster.members import Member, servers
from tests.cluster.older import BEFORE_LEASES, WITH_A_BUS, older_server
from tests.cluster.test_faults import owner_of, play_on, seated_at
from tests.patience import PATIENCE
from tests.server.databases import Postgres
from tests.server.drivers import (
    ME,
    Driver,
    bare_socket,
    check_memories,
    come_in,
    eventually,
    hold_to_account,
    log_of,
    measured,
    watching,
)
from tests.server.redis_servers import RedisServer
from tests.server.servers import wait_for
from tests.server.visitors import SHORT, Visitor

pytestmark = pytest.mark.anyio
GENEROSITY = 20.0
"""Enough for all that happens here, and little enough to be used up."""


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_server: RedisServer
) -> Iterator[list[Member]]:
    """Two servers for all tests of this file."""
    folder = tmp_path_factory.mktemp("pair")
    with servers(
        folder, 2, postgres.create_with_tables(), redis_server.url, unload_after=1.0, generosity=GENEROSITY
    ) as members:
        yield members
        assert [member.problems() for member in members] == [[], []]


def elsewhere(member: Member, visitor: Visitor) -> Visitor:
    """The same guest at another server."""
    same = Visitor(member.address)
    same.http.headers["authorization"] = f"Bearer {visitor.token}"
    return same


def test_every_route_answers_at_either_server(pair: list[Member]):
    first, second = pair
    here = Visitor(first.address, "Mina")
    there = elsewhere(second, here)
    wanted = {"key": "k1", "game": "cat-cab", "seats": [ME, ME], "options": SHORT}
    opened = here.post("/api/tables", wanted, status=201)
    path = f"/api/tables/{opened['id']}"
    assert there.post("/api/tables", wanted, status=201) == opened, "the same key opened a second table"
    assert there.get(path)["table"] == here.get(path)["table"]
    assert opened["id"] in [table["id"] for table in there.get("/api/tables")["mine"]]
    stage = "playing"
    while stage == "playing":
        for side, other in ((there, here), (here, there)):
            now = side.get(path)["now"]
            if not now["choices"]:
                break
            play = {"type": "play", "key": new_key(), "seq": now["seq"], "move": now["choices"][0]["move"]}
            done = side.post(f"{path}/commands", {**play, "seat": now["seat"]})
            assert other.post(f"{path}/commands", {**play, "seat": now["seat"]}) == done, "it was done twice"
        stage = there.get(path)["table"]["stage"]
    assert there.http.get(f"{path}/record").text == here.http.get(f"{path}/record").text
    assert there.get(f"{path}/log") == here.get(f"{path}/log")
    assert there.get(f"{path}/moments/1") == here.get(f"{path}/moments/1")
    assert there.post(f"{path}/again", {"key": "k2", "ply": 1, "seat": 0}, status=201)["id"] != opened["id"]
    stranger = Visitor(second.address, "Nobody")
    assert stranger.get(path, status=404)["code"] == "no_table"


def test_a_seat_is_kept_for_somebody_who_learns_at_another_server(pair: list[Member]):
    first, second = pair
    host, friend = Visitor(first.address, "Mina"), Visitor(second.address, "Jonas")
    opened = host.post("/api/tables", {"key": "k", "game": "cat-cab", "seats": [ME, {"type": "friend"}]}, status=201)
    path, invite = f"/api/tables/{opened['id']}", f"?invite={opened['invite']}"
    friend.post(f"{path}/commands{invite}", {"type": "sit", "key": new_key()})
    friend.post(f"{path}/commands", {"type": "learn", "key": new_key(), "chapter": 3})
    assert host.get(path)["table"]["seats"][1]["learning"] == {"chapter": 3, "of": 6}
    assert host.post(f"{path}/commands", {"type": "start", "key": new_key()}, status=409)["code"] == "learning"
    friend.post("/api/me/lessons/cat-cab/basics", {"chapter": 2, "step": 0})
    assert elsewhere(first, friend).get("/api/me/lessons")["lessons"][0]["chapter"] == 2
    friend.post(f"{path}/commands", {"type": "learn", "key": new_key()})
    host.post(f"{path}/commands", {"type": "start", "key": new_key()})
    assert friend.get(path)["table"]["stage"] == "playing"


def test_a_stream_of_events_comes_from_a_table_elsewhere(pair: list[Member]):
    first, second = pair
    here = Visitor(first.address, "Mina")
    opened = here.post("/api/tables", {"key": "k", "game": "cat-cab", "seats": [ME, ME]}, status=201)
    path, token = f"/api/tables/{opened['id']}", {"authorization": f"Bearer {here.token}"}
    with httpx.stream("GET", f"{second.address}{path}/stream", headers=token, timeout=PATIENCE) as stream:
        lines = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
        assert next(lines)["type"] == "welcome"
        here.post(f"{path}/commands", {"type": "say", "key": "s", "phrase": "hello"})
        assert next(line for line in lines if line["type"] == "news")["events"][0]["type"] == "said"


async def test_presence_tells_of_visitors_of_all_servers(pair: list[Member]):
    async with seated_at(*pair) as drivers:
        table = drivers[0].client
        async with bare_socket(drivers[0]) as here:
            await here.hear("welcome", connected=[True, True])
            async with TableClient(pair[1].address, table.id, None, table.you.invite):
                await here.hear("presence", connected=[True, True], watching=1)
                for name, numbers in (("tunnels", [2, 0]), ("routes", [2, 2]), ("bus_up", [1, 1])):
                    await eventually(lambda n=name, m=numbers: [measured(each, n) for each in pair] == m)  # type: ignore[misc]
            await here.hear("presence", watching=0)


async def test_a_table_sleeps_and_wakes_where_somebody_comes(pair: list[Member]):
    first, second = pair
    server_client, _ = await come_in(first)
    opened = await server_client.open_table("cat-cab", [ME, ME])
    assert owner_of(pair, opened.id) == first.name
    await eventually(lambda: owner_of(pair, opened.id) is None)
    async with TableClient(second.address, opened.id, server_client.token):
        assert owner_of(pair, opened.id) == second.name


def test_what_is_used_up_at_one_server_is_used_up_at_the_other(pair: list[Member]):
    here = Visitor(pair[0].address, "Mina")
    there, stranger = elsewhere(pair[1], here), Visitor(pair[1].address, "Jonas")
    most = int(EXPORTS.times(GENEROSITY).burst)

    def answered(visitor: Visitor) -> int:
        return visitor.http.get("/api/me/export").status_code

    at_first = 0
    while answered(here) == 200:
        at_first += 1
    assert at_first >= most
    asked = 0

    def is_told() -> bool:
        nonlocal asked
        asked += 1
        return answered(there) == 429

    wait_for(is_told)
    assert asked < most / 2, "what was left there alone was used up"
    assert answered(stranger) == 200


async def test_revoking_ends_conversations_at_other_servers(pair: list[Member]):
    first, second = pair
    server_client, _ = await come_in(first)
    opened = await server_client.open_table("cat-cab", [ME, ME])
    link = await server_client.post("/api/me/link", {}, messages.SeatLink)
    other = Visitor(second.address)
    entered = other.http.post("/api/enter", json={"token": link.path.partition("#")[2]})
    cookie = entered.cookies["tabbytop"]
    async with TableClient(second.address, opened.id, cookie) as device:
        await server_client.post("/api/me/revoke", {}, messages.Guest)
        await eventually(lambda: device._ended is not None)
        assert "signed this device out" in str(device._ended)
    other.http.headers["authorization"] = f"Bearer {cookie}"
    wait_for(lambda: other.get("/api/me")["id"] is None)


async def play_to_the_end(drivers: list[Driver]) -> None:
    async def play(driver: Driver) -> None:
        while await driver.play():
            pass

    await asyncio.gather(*map(play, drivers))


async def test_two_people_at_two_servers_play_one_game(pair: list[Member]):
    async with (
        seated_at(*pair, options={"turn_limit": 4}) as drivers,
        watching(pair[1], drivers[0].client) as spectators,
    ):
        await play_to_the_end(drivers)
        await hold_to_account(pair[0], drivers, *spectators)


async def test_races_are_run_between_servers(pair: list[Member]):
    options = {"countdown_seconds": 0, "ready_seconds": 5, "round_limit_seconds": 2}
    async with seated_at(*pair, game="kitty-paw", options=options) as drivers:
        await play_to_the_end(drivers)
        await hold_to_account(pair[0], drivers)


@fault("F63")
async def test_an_older_program_beside_a_newer_one_plays_on_and_is_refused_at_its_next_start(
    tmp_path: Path, postgres_url: str, redis_server: RedisServer
):
    """The older one knows nothing of leases, and hears of what others wrote when it writes; one log, all moves once."""
    old = older_server(BEFORE_LEASES, tmp_path, database=postgres_url)
    with servers(tmp_path, 1, postgres_url, redis_server.url, start=False) as (new,):
        old.start()
        try:
            async with seated_at(old, old) as drivers:
                await asyncio.to_thread(new.start)
                token, invite = drivers[1].server_client.token, drivers[1].client.you.invite
                async with TableClient(new.address, drivers[1].client.id, token, invite) as moved:
                    drivers.append(Driver(moved, drivers[1].server_client, drivers[1].guest, drivers[1]._chance))
                    for _ in range(3):
                        for driver in drivers:
                            assert await driver.send(messages.Say(new_key(), "hello")) is not None
                log = await log_of(new, drivers[0].client.id)
                both = Driver(moved, drivers[1].server_client, drivers[1].guest, drivers[1]._chance)
                both.asked, both.done = drivers[1].asked + drivers[2].asked, drivers[1].done | drivers[2].done
                check_memories([drivers[0], both], log)
                assert sum(len(driver.done) for driver in drivers) == 3 * 3 + 2
            assert old.problems() == new.problems() == []
        finally:
            old.kill()
        with pytest.raises(AssertionError, match="written by a newer Tabbytop"):
            old.start()


@fault("F63")
async def test_two_versions_with_a_bus_play_one_game_and_hand_it_to_each_other(
    tmp_path: Path, postgres_url: str, redis_server: RedisServer
):
    old = older_server(WITH_A_BUS, tmp_path, database=postgres_url, bus=redis_server.url)
    with servers(tmp_path, 1, postgres_url, redis_server.url, start=False) as (new,):
        old.start()
        await asyncio.to_thread(new.start)
        try:
            async with seated_at(new, old) as (ann, ben):
                table = ann.client.id
                await play_on([ann, ben])
                assert owner_of([new], table) == new.name
                assert await asyncio.to_thread(new.stop) == 0
                await ben.send(messages.Say(new_key(), "hello"))
                await asyncio.to_thread(new.start)
                assert owner_of([new], table) not in (new.name, None), "the older one has it"
                await play_on([ann, ben])
                assert await asyncio.to_thread(old.stop) == 0
                token, invite = ben.server_client.token, ben.client.you.invite
                async with TableClient(new.address, table, token, invite) as moved:
                    ben.client = moved
                    await play_on([ann, ben])
                    assert owner_of([new], table) == new.name
                    await hold_to_account(new, [ann, ben])
            assert old.problems() == []
        finally:
            if old.process is not None:
                old.kill()
