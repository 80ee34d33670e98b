"""Against trouble: names that are refused, people who are not heard, sent away or banned, and what is written of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabbytop.cli import app
from tabbytop.engine.errors import UserError
from tabbytop.server.operating.serve import database_in
from tabbytop.server.storage import privacy, schema
from tabbytop.server.storage.moderation import AuditEntry, Moderation
from tabbytop.server.tables.name_filter import read_list, refused_names
from tests.server.drivers import eventually
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running, wait_for
from tests.server.stores import opened

pytestmark = pytest.mark.anyio
DOCUMENT = Path(__file__).parents[2] / "docs" / "privacy.md"


# ---------------------------------------------------------------- names


LIST = ["# for people", "", "Grinch", "ass", "*voldemort*"]


@pytest.mark.parametrize(
    "name",
    ["Grinch", "GRINCH", "gr1nch", "Gr\u00efnch", "g r i n c h", "G.r-i_n c h", "Grrriiinch", "the Grinch",
     "\u0261rinch Gr!nch", "\uff27\uff32\uff29\uff2e\uff23\uff28", "\u0421 gr\u0456nch", "@$$", "\u0430\u0455\u0455",
     "Voldemort", "xxV0ld3m0rtxx", "Lord V o l d e m o r t", "Volllldemort"],
    ids=ascii,
)  # fmt: skip
def test_simple_tricks_do_not_hide_a_name(name: str):
    assert refused_names(LIST)(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Cassandra", "Grinchley", "Bass", "As", "Vold", "\u05d3\u05e0\u05d4", "1234", ""]
)
def test_names_of_honest_people_are_taken(name: str):
    assert not refused_names(LIST)(name)


def test_a_list_that_cannot_be_read_is_said(tmp_path: Path):
    with pytest.raises(UserError, match=r"none.txt cannot be read: No such file or directory\."):
        read_list(tmp_path / "none.txt")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(UserError, match=r"picture.png is no text in UTF-8: one word on each line\."):
        read_list(tmp_path / "picture.png")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("strict"), refused_names=LIST) as server:
        yield server


def test_a_refused_name_is_taken_nowhere(strict: Server):
    http = Http(strict)
    assert http.post("/api/guests", {"name": "Gr1nch"}).code == "bad_name"
    http.become_guest("Ann")
    assert http.post("/api/me", {"name": "Gr1nch"}).code == "bad_name"
    seats = [{"type": "me", "name": "G r i n c h"}, {"type": "me", "name": "Ann"}]
    assert http.post("/api/tables", {"key": "k", "game": "cat-cab", "seats": seats}).code == "bad_name"
    named = {"key": "n", "game": "cat-cab", "seats": seats[1:], "name": "Gr1nch's evening"}
    assert http.post("/api/tables", named).code == "bad_name"
    table = http.open_table("me", "friend")
    assert http.command(table, "sit", seat=1, name="Gr1nch").code == "bad_name"
    assert http.command(table, "arrange", seat=1, who={"type": "me", "name": "Gr1nch"}).code == "bad_name"
    assert http.command(table, "arrange", seat=1, who={"type": "me", "name": "Ben"}).status == 200


# ---------------------------------------------------------------- at a table


def seated(server: Server, *, start: bool) -> tuple[Http, Http, str, str]:
    """Ann, who is host, and Ben at her table."""
    ann, ben = Http(server), Http(server)
    ann.become_guest("Ann")
    ben.become_guest("Ben")
    opened = ann.opened("me", "friend")
    path = f"/api/tables/{opened['id']}/commands?invite={opened['invite']}"
    assert ben.post(path, {"type": "sit", "key": "sit"}).status == 200
    if start:
        assert ann.command(opened["id"], "start").status == 200
    return ann, ben, opened["id"], path


def test_somebody_is_muted_at_all_tables_and_does_not_know(server_on_each: Server):
    ann, ben, table, _ = seated(server_on_each, start=True)
    assert ann.get(f"/api/tables/{table}/mutes").json == {"seats": []}
    assert ann.post(f"/api/tables/{table}/mutes", {"seat": 1}).json == {"seats": [1]}
    assert ann.post(f"/api/tables/{table}/mutes", {"seat": 1}).json == {"seats": [1]}
    assert ben.get(f"/api/tables/{table}/mutes").json == {"seats": []}
    assert ann.post(f"/api/tables/{table}/mutes", {"seat": 0}).code == "no_seat"
    assert ann.post(f"/api/tables/{table}/mutes", {"seat": 7}).code == "no_seat"
    assert ann.post(f"/api/tables/{table}/mutes", {"seat": 1, "muted": False}).json == {"seats": []}


def test_the_host_of_a_table_sends_somebody_away_for_good(server_on_each: Server):
    ann, ben, table, path = seated(server_on_each, start=False)
    assert ben.command(table, "remove", seat=0).code == "not_host"
    assert ann.command(table, "remove", seat=0).code == "unchanged"
    assert ann.command(table, "remove", seat=1).status == 200
    assert ann.get(f"/api/tables/{table}").json["table"]["seats"][1]["kind"] == "friend"
    assert ben.post(path, {"type": "sit", "key": "again"}).code == "removed"
    ann, ben, table, _ = seated(server_on_each, start=True)
    assert ann.command(table, "remove", seat=1).status == 200
    seat = ann.get(f"/api/tables/{table}").json["table"]["seats"][1]
    assert (seat["name"], seat["away"], seat["level"]) == ("Ben", True, "alley-cat")
    assert ben.command(table, "return").code == "removed"
    me, other = (person.get("/api/me").json["id"] for person in (ann, ben))

    def noted() -> list[AuditEntry]:
        return [entry for entry in audited(server_on_each) if entry.why == f"table {table}"]

    wait_for(noted)
    assert [(entry.who, entry.what, entry.whom) for entry in noted()] == [(me, "remove", other)]


def audited(server: Server) -> list[AuditEntry]:
    """What the audit log says, as a host reads it."""

    async def read() -> list[AuditEntry]:
        async with opened(server.database) as store:
            return await Moderation(store).audit(100)

    return asyncio.run(read())


# ---------------------------------------------------------------- bans


async def command_line(server: Server, *words: str) -> str:
    """What the command line says beside a server that runs."""
    url = server.settings.get("database") or database_in(server.data)
    runner, asked = CliRunner(), [*words, "--database", url]
    done = await asyncio.to_thread(runner.invoke, app, asked, env={"COLUMNS": "200"}, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


async def test_profiles_and_networks_are_banned_from_the_command_line(tmp_path: Path):
    with running(tmp_path) as server:
        ann, eve = Http(server), Http(server, address="127.0.0.7")
        ann.become_guest("Ann")
        guest = eve.become_guest("Eve").json["id"]
        table = eve.open_table("me", "me")
        assert guest in await command_line(server, "people", "ev")
        async with SocketClient(server, table, eve.token) as line:
            await line.hear("welcome")
            assert "is banned for 1 day." in await command_line(
                server, "ban", guest, "--reason", "Shouts at kittens.", "--days", "1"
            )
            assert (await line.end())[0] == 1008, "also a connection that is open"
        await eventually(lambda: eve.get("/api/me").json.get("code") == "banned")
        assert "Shouts at kittens." in eve.get("/api/me").json["sentence"]
        assert ann.get("/api/me").status == 200
        assert guest in await command_line(server, "bans")
        await command_line(server, "unban", guest)
        await eventually(lambda: "code" not in eve.get("/api/me").json)
        await command_line(server, "ban", "127.0.0.7/31")
        await eventually(lambda: eve.get("/api/me").json.get("code") == "banned")
        assert eve.get("/").json["code"] == "banned"
        assert eve.get("/healthz").status == 200
        assert ann.get("/api/me").status == 200
        said = await command_line(server, "audit")
        assert [said.count(word) for word in ("127.0.0.6/31", "Shouts at kittens.")] == [1, 1]
        assert "unban" in said


# ---------------------------------------------------------------- what is stored


def test_every_table_and_column_is_described_and_the_document_is_written_from_it():
    columns = {f"{table}.{column.name}" for table, found in schema.metadata.tables.items() for column in found.columns}
    assert set(privacy.TABLES) == set(schema.metadata.tables)
    assert set(privacy.COLUMNS) == columns
    assert DOCUMENT.read_text(encoding="utf-8") == privacy.document()
