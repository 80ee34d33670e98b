"""People with several servers: what is decided about somebody at one of them holds at once at all others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabbytop.cli import app
from tabbytop.kit.marks import fault
from tests.cluster.members import Member, servers
from tests.server.databases import Postgres
from tests.server.lines import Http, SocketClient
from tests.server.redis_servers import RedisServer
from tests.server.servers import wait_for
from tests.server.test_passkeys import Visitor

pytestmark = pytest.mark.anyio


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, redis_server: RedisServer) -> Iterator[list[Member]]:
    with servers(tmp_path, 2, postgres.create(), redis_server.url, passkeys=True) as members:
        yield members
        assert [problem for member in members for problem in member.problems()] == []


@fault("F65", "F66")
async def test_signing_out_banning_and_deleting_at_one_server_hold_at_the_other(pair: list[Member]):
    first, second = pair
    ann = Visitor(first)
    me = ann.http.become_guest("Ann").json["id"]
    table = ann.http.open_table("me", "me")

    # a passkey that was asked for at one server is made at the other, and lets her in there
    there = Visitor(second, ann.device)
    there.http.token = ann.http.token
    there.host, there.origin = ann.host, ann.origin
    made = ann.device.create(ann.begin("/api/me/passkeys"), ann.origin)
    assert there.post("/api/me/passkeys", {"credential": made}).status == 201
    signed = ann.device.get(ann.begin("/api/enter/passkey"), ann.origin)
    heard = there.post("/api/enter/passkey", {"credential": signed})
    assert heard.status == 200, heard.body
    assert ann.post("/api/enter/passkey", {"credential": signed}).code == "bad_passkey", "good once, at both together"
    phone = Http(second, heard.headers["set-cookie"].partition("=")[2].partition(";")[0])

    # signed out at the first, the phone is nobody at the second, and its line there ends
    async with SocketClient(second, table, phone.token) as line:
        await line.hear("welcome")
        devices = ann.http.get("/api/me/devices").json["devices"]
        (lost,) = (device["id"] for device in devices if not device["here"])
        assert ann.http.ask("DELETE", f"/api/me/devices/{lost}").status == 200
        assert await line.end() == (1008, "revoked")
    assert phone.get("/api/me").json["id"] is None

    # banned beside them, she is refused at both
    eve = Http(second)
    guest = eve.become_guest("Eve").json["id"]
    assert Http(first, eve.token).get("/api/me").json["id"] == guest
    done = await asyncio.to_thread(CliRunner().invoke, app, ["ban", guest, "--database", first.database])
    assert done.exit_code == 0, done.output
    for member in pair:
        wait_for(lambda member=member: Http(member, eve.token).get("/api/me").json.get("code") == "banned")

    # deleted at the first, she is nobody at the second, where her table lives as well
    async with SocketClient(second, table, ann.http.token) as line:
        await line.hear("welcome")
        assert ann.post("/api/me/delete", {"name": "Ann"}).status == 200
        assert await line.end() == (1008, "revoked")
    assert Http(second, ann.http.token).get("/api/me").json["id"] is None
    assert there.post("/api/me/passkeys/begin").code == "no_guest"
    assert me not in Http(second).get("/api/tables").body.decode()
