"""People with several servers: what is decided about somebody at one of them holds at once at all others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from tabbytop.cli import app
from tabbytop.kit.marks import fault
from tests.cluster.members import Member, servers
from tests.server.databases import Postgres
from tests.server.lines import Http, SocketClient
from tests.server.redis_servers import RedisServer
from tests.server.servers import wait_for
from tests.server.test_passkeys import Visitor
from tests.server.test_profiles import connected, traces

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def trio(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_server: RedisServer
) -> Iterator[list[Member]]:
    with servers(
        tmp_path_factory.mktemp("trio"), 3, postgres.create_with_tables(), redis_server.url, passkeys=True
    ) as members:
        yield members
        assert [problem for member in members for problem in member.problems()] == []


@fault("F65", "F66")
async def test_signing_out_banning_and_deleting_at_one_server_hold_at_the_others(trio: list[Member]):
    first, second, third = trio
    ann = Visitor(first)
    me = ann.http.become_guest("Ann").json["id"]
    table = ann.http.open_table("me", "me")

    # a passkey that was asked for at one server is made at another, and lets her in there
    there = Visitor(second, ann.device)
    there.http.token = ann.http.token
    there.host, there.origin = ann.host, ann.origin
    made = ann.device.create(ann.begin("/api/me/passkeys"), ann.origin)
    assert there.post("/api/me/passkeys", {"credential": made}).status == 201
    signed = ann.device.get(ann.begin("/api/enter/passkey"), ann.origin)
    heard = there.post("/api/enter/passkey", {"credential": signed})
    assert heard.status == 200, heard.body
    assert ann.post("/api/enter/passkey", {"credential": signed}).code == "bad_passkey", "good once, at all together"
    phone = Http(third, heard.headers["set-cookie"].partition("=")[2].partition(";")[0])

    # signed out at the first, the phone is nobody at the third, and its line there ends
    async with SocketClient(third, table, phone.token) as line:
        await line.hear("welcome")
        devices = ann.http.get("/api/me/devices").json["devices"]
        (lost,) = (device["id"] for device in devices if not device["here"])
        assert ann.http.ask("DELETE", f"/api/me/devices/{lost}").status == 200
        assert await line.end() == (1008, "revoked")
    assert phone.get("/api/me").json["id"] is None

    # banned beside them, she is refused at all
    eve = Http(second)
    guest = eve.become_guest("Eve").json["id"]
    assert Http(first, eve.token).get("/api/me").json["id"] == guest
    done = await asyncio.to_thread(CliRunner().invoke, app, ["ban", guest, "--database", first.database])
    assert done.exit_code == 0, done.output
    for member in trio:
        wait_for(lambda member=member: Http(member, eve.token).get("/api/me").json.get("code") == "banned")

    # deleted at the first, she is nobody at the others, where her table lives as well
    async with SocketClient(third, table, ann.http.token) as line:
        await line.hear("welcome")
        assert ann.post("/api/me/delete", {"name": "Ann"}).status == 200
        assert await line.end() == (1008, "revoked")
    for member in trio:
        assert Http(member, ann.http.token).get("/api/me").json["id"] is None
    assert there.post("/api/me/passkeys/begin").code == "no_guest"
    assert me not in Http(second).get("/api/tables").body.decode()


@fault("F66")
def test_a_deletion_that_a_server_left_unfinished_is_finished_by_another(trio: list[Member]):
    first, second, third = trio
    zoe = Http(second)
    me = zoe.become_guest("Zoe Zebra").json["id"]
    for member in trio:
        there = Http(member)
        there.token = zoe.token
        there.open_table("me", "me")
    second.kill()
    with connected(second) as connection:  # as far as a server comes that dies while it deletes
        connection.execute(text("DELETE FROM tokens WHERE guest = :me"), {"me": me})
        connection.execute(text("UPDATE guests SET name = '', face = '', gone = 1 WHERE id = :me"), {"me": me})
    wait_for(lambda: traces(third, me, "Zoe") == [])
    second.start()
    assert traces(first, me, "Zoe") == []
