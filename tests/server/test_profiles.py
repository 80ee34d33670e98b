"""Profiles: faces, devices by words and code, what is exported, and a deletion that leaves no trace but the records."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, create_engine, text
from starlette.requests import Request

from tabbytop.engine.record import parse_record
from tabbytop.kit.marks import fault
from tabbytop.server.http import guests as guests_module
from tabbytop.server.http import hosts
from tabbytop.server.http.exports import KEPT_IN, LEFT_OUT
from tabbytop.server.http.guests import WORDS_LAST, Guests, hash_of, label_of
from tabbytop.server.http.profiles import site_for_others
from tabbytop.server.storage import schema
from tabbytop.server.storage.profiles import DELETED, DEVICE_LASTS, LINK_LASTS, OWNED
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.names import FACES
from tabbytop.server.tables.words import WORDS
from tests.server.drivers import eventually
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running
from tests.server.test_people import Browser

pytestmark = pytest.mark.anyio
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"


@pytest.fixture
def ann(server_on_each: Server) -> Iterator[Http]:
    http = Http(server_on_each)
    http.become_guest("Ann")
    yield http
    http.close()


def come_in(server: Server, words: str, **headers: str) -> Http:
    """Another device, on which somebody types words."""
    browser = Browser(server)
    heard = browser._http.post("/api/enter", {"words": words}, **headers)
    assert heard.status == 200, heard.body
    token = heard.headers["set-cookie"].partition("=")[2].partition(";")[0]
    return Http(server, token)


# ---------------------------------------------------------------- name and face


def test_a_face_is_drawn_by_lot_and_can_be_changed_but_never_to_that_of_a_bot(server: Server):
    http = Http(server)
    drawn = {Http(server).become_guest("Ann").json["face"] for _ in range(60)}
    assert drawn <= set(FACES)
    assert len(drawn) > 4
    assert http.post("/api/guests", {"name": "Ann", "face": "me-siam"}).json["face"] == "me-siam"
    http.become_guest("Ann")
    changed = http.post("/api/me", {"face": "me-soot"}).json
    assert (changed["name"], changed["face"]) == ("Ann", "me-soot")
    for face in ("cat-top-momo", "face-kitten", "", "me-", "me-soot ", "../me-soot"):
        assert http.post("/api/me", {"face": face}).code == "bad_name" or http.get("/api/me").json["face"] == "me-soot"
    table = http.open_table("me", "kitten")
    seats = http.get(f"/api/tables/{table}").json["table"]["seats"]
    assert [seat["face"] for seat in seats] == ["me-soot", ""]
    assert http.get("/api/tables").json["mine"][0]["seats"][0]["face"] == "me-soot"


def test_settings_of_the_page_are_the_same_on_all_devices(ann: Http, server_on_each: Server):
    assert ann.get("/api/me/settings").json == {"settings": None}
    assert ann.post("/api/me/settings", {"settings": {"theme": "dark", "sound": False}}).status == 200
    phone = come_in(server_on_each, ann.post("/api/me/handover", {}).json["words"])
    assert phone.get("/api/me/settings").json == {"settings": {"theme": "dark", "sound": False}}
    assert ann.post("/api/me/settings", {"settings": {"x": "y" * 5000}}).code == "too_large"
    assert ann.post("/api/me/settings", {"settings": [1]}).code == "bad_message"


# ---------------------------------------------------------------- devices


def test_a_code_leads_to_the_server_from_another_device_too(monkeypatch: pytest.MonkeyPatch):
    """Whoever sits at the server's own machine calls it by a name that means another one on a phone."""
    monkeypatch.setattr(hosts, "lan_address", lambda: "192.168.1.5")

    def leads(origin: str, listens: str) -> str:
        return site_for_others(Request({"type": "http", "headers": [(b"origin", origin.encode())]}), listens)

    assert leads("http://localhost:8888", "0.0.0.0") == "http://192.168.1.5:8888"
    assert leads("http://127.0.0.1:8888", "127.0.0.1") == "http://127.0.0.1:8888", "nobody else can come at all"
    assert leads("https://games.example", "0.0.0.0") == "https://games.example"


@fault("F65")
async def test_four_words_make_another_device_once(ann: Http, server_on_each: Server):
    offered = ann.post("/api/me/handover", {}, origin=f"http://127.0.0.1:{server_on_each.port}").json
    words = offered["words"].split("-")
    assert len(words) == 4
    assert set(words) <= set(WORDS)
    assert offered["path"] == f"/enter#{offered['words']}"
    assert offered["lasts"] == WORDS_LAST
    assert offered["qr"]["size"] >= 21
    phone = come_in(server_on_each, "  ".join(words).upper(), user_agent=PHONE)
    assert phone.token != ann.token
    assert phone.get("/api/me").json == ann.get("/api/me").json
    again = Http(server_on_each).post("/api/enter", {"words": offered["words"]})
    assert (again.status, again.code) == (401, "no_guest"), "words that were used are worthless"
    table = ann.open_table("me", "me")
    async with SocketClient(server_on_each, table, phone.token) as line:
        assert (await line.hear("welcome"))["you"]["seats"] == [0, 1]
        devices = ann.get("/api/me/devices").json["devices"]
        assert {device["label"] for device in devices} == {"A program", "Safari on an iPhone"}
        (lost,) = (device["id"] for device in devices if not device["here"])
        assert ann.ask("DELETE", f"/api/me/devices/{lost}").status == 200
        assert await line.end() == (1008, "revoked"), "its secret is worthless at once, also where it is in use"
    assert phone.get("/api/me").json["id"] is None
    assert [device["here"] for device in ann.get("/api/me/devices").json["devices"]] == [True]
    assert ann.ask("DELETE", f"/api/me/devices/{lost}").status == 200, "twice is as good as once"


@fault("F65")
def test_newer_words_replace_older_ones_and_others_devices_cannot_be_signed_out(ann: Http, server_on_each: Server):
    first = ann.post("/api/me/handover", {}).json["words"]
    second = ann.post("/api/me/handover", {}).json["words"]
    assert Http(server_on_each).post("/api/enter", {"words": first}).code == "no_guest"
    phone = come_in(server_on_each, second)
    eve = Http(server_on_each)
    eve.become_guest("Eve")
    for device in ann.get("/api/me/devices").json["devices"]:
        assert eve.ask("DELETE", f"/api/me/devices/{device['id']}").status == 200
        assert Http(server_on_each, device["id"]).get("/api/me").json["id"] is None, "the name of a device is no secret"
    assert phone.get("/api/me").json["name"] == "Ann"
    offered = ann.post("/api/me/handover", {}).json["words"]
    assert ann.post("/api/me/revoke", {}).status == 200
    assert Http(server_on_each).post("/api/enter", {"words": offered}).code == "no_guest", "words go with the devices"


@fault("F65")
@pytest.mark.parametrize(
    ("words", "code"),
    [("", "no_guest"), ("acorn basket tabby", "bad_words"), ("acorn basket tabby taby", "bad_words"),
     ("acorn basket tabby zebra", "no_guest"), ("' or 1=1 --", "bad_words"), ("acorn " * 30, "bad_words")],
)  # fmt: skip
def test_words_that_are_none_let_nobody_in(server: Server, words: str, code: str):
    heard = Http(server).post("/api/enter", {"words": words})
    assert heard.code == code
    assert "set-cookie" not in heard.headers


@fault("F65")
async def test_secrets_end(store: Store, monkeypatch: pytest.MonkeyPatch):
    now = 1_800_000_000_000
    monkeypatch.setattr(guests_module, "_now", lambda: now)
    guests = Guests(store)
    ann, token = await guests.welcome("Ann")
    link = await guests.another_token(ann, "link")
    words, expires = await guests.offer(ann)
    assert expires == now + WORDS_LAST
    assert await store.read(lambda connection: connection.scalars(schema.handovers.select()).all()) == [hash_of(words)]
    now += WORDS_LAST
    assert await guests.take(words) is None
    words, _ = await guests.offer(ann)
    now += WORDS_LAST - 1
    assert await guests.take(words) == ann
    assert await guests.take(words) is None
    now += LINK_LASTS
    guests.hear_changed(ann.id)
    assert await guests.who(link) is None
    assert await guests.who(token) == ann, "a device that is used lasts"
    now += DEVICE_LASTS - 1
    guests.hear_changed(ann.id)
    assert await guests.who(token) == ann
    now += DEVICE_LASTS
    guests.hear_changed(ann.id)
    assert await guests.who(token) is None


@fault("F65")
async def test_of_many_who_type_the_same_words_at_once_one_comes_in(store: Store):
    guests = [Guests(store) for _ in range(3)]
    ann, _ = await guests[0].welcome("Ann")
    words, _ = await guests[0].offer(ann)
    took = await asyncio.gather(*(guests[turn % 3].take(words) for turn in range(12)))
    assert [guest for guest in took if guest] == [ann]


@fault("F65")
def test_guessing_is_slow_and_a_thousand_profiles_a_minute_are_too_many(tmp_path: Path):
    """At the usual limits: from a network ten guesses and then hardly any, thirty profiles and then one a second."""
    chance = random.Random(20)
    with running(tmp_path, generosity=1.0) as server:
        http = Http(server)
        guesses = [
            http.post("/api/enter", {"words": "-".join(chance.choices(WORDS, k=4))}).code for _ in range(30)
        ]  # fmt: skip
        assert set(guesses) == {"no_guest", "slow_down"}
        assert guesses.count("no_guest") < 13
        assert guesses[-1] == "slow_down"
        made = [http.post("/api/guests", {"name": "Eve"}).status for _ in range(150)]
        assert set(made) == {201, 429}
        assert made.count(201) < 110
        neighbour = Http(server, address="127.0.0.2")
        assert neighbour.post("/api/enter", {"words": "acorn basket tabby zebra"}).code == "no_guest"
        assert neighbour.post("/api/guests", {"name": "Ann"}).status == 201


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (PHONE, "Safari on an iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/130.0 Mobile Safari/537", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537 Chrome/130 Safari/537 Edg/130", "Edge on Windows"),
        ("curl/8", "A program"),
        ("", "A program"),
        ("<script>" * 1000, "A program"),
    ],
)
def test_of_a_device_a_few_words_are_kept(said: str, label: str):
    assert label_of(said) == label


# ---------------------------------------------------------------- one's data


def play_out(http: Http, table: str) -> None:
    """Play a table at which all seats are one's own to its end."""
    chance = random.Random(1)
    while (now := http.get(f"/api/tables/{table}").json["now"])["outcome"] is None:
        move = chance.choice(now["choices"])["move"]
        assert http.command(table, "play", seq=now["seq"], move=move, seat=now["actor"]).status == 200


def test_everything_that_is_kept_is_in_the_file_or_said_to_be_left_out():
    owned = {table.name for table in (*OWNED, schema.ratings)}
    assert set(KEPT_IN) | LEFT_OUT == owned
    assert not set(KEPT_IN) & LEFT_OUT


def test_everything_that_is_kept_can_be_had_as_a_file(ann: Http):
    over = ann.open_table("me", "me", options={"turn_limit": 1})
    play_out(ann, over)
    going = ann.open_table("me", "kitten")
    ann.post("/api/me/settings", {"settings": {"theme": "dark"}})
    ann.post("/api/me/lessons/cat-cab/basics", {"chapter": 1, "step": 0, "reached": 0, "done": False})
    assert ann.post(f"/api/me/games/{going}/clear").status == 200
    me, ben = ann.get("/api/me").json["id"], Http(ann.server).become_guest("Ben").json["id"]
    with connected(ann.server) as connection:
        for table, row in (
            (schema.mutes, {"guest": me, "muted": ben}),
            (schema.consents, {"guest": me, "puzzles": True}),
            (schema.club_members, {"guest": me, "seen": 0}),
            (schema.ratings, {each.name: _something(each) for each in schema.ratings.columns} | {"guest": me}),
        ):
            connection.execute(table.insert().values(row))
    heard = ann.get("/api/me/export")
    assert heard.headers["content-type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(heard.body))
    profile = json.loads(archive.read("profile.json"))
    assert (profile["name"], profile["settings"]) == ("Ann", {"theme": "dark"})
    assert {key for key in KEPT_IN.values() if not profile[key]} == {"passkeys"}, "everything else was filled"
    assert (profile["mutes"], profile["consents"], profile["club"]) == (["Ben"], {"puzzles": True}, True)
    assert (profile["ratings"][0]["mu"], profile["put_away"]) == (1.0, [going])
    assert ann.token not in heard.body.decode("latin-1")
    lines = {line["table"]: line for line in csv.DictReader(io.StringIO(archive.read("results.csv").decode()))}
    assert lines[over]["seats"] == "1 2"
    assert sorted(lines[over]["places"].split()) in (["1", "1"], ["1", "2"], ["2", "2"])
    assert (lines[going]["ended"], lines[going]["record"]) == ("", "")
    assert parse_record(archive.read(lines[over]["record"]).decode()).finished
    assert Http(ann.server).get("/api/me/export").code == "no_guest"


@contextlib.contextmanager
def connected(server: Server) -> Iterator[Connection]:
    """The database of a server, behind its back."""
    engine = create_engine(server.database.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def dump(server: Server) -> dict[str, list[dict[str, Any]]]:
    """Every column of every row of every table of a server's database, as the database itself lists them."""
    with connected(server) as connection:
        if connection.dialect.name == "sqlite":
            named = "SELECT name FROM sqlite_master WHERE type = 'table'"
        else:
            named = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        tables = list(connection.scalars(text(named)))
        assert set(schema.metadata.tables) <= set(tables)
        return {
            table: [dict(row._mapping) for row in connection.execute(text(f'SELECT * FROM "{table}"'))]
            for table in tables
        }


def traces(server: Server, *needles: str) -> list[tuple[str, str]]:
    """The tables and columns in which something still stands, also as a part of bytes."""
    return sorted(
        {
            (table, column)
            for table, rows in dump(server).items()
            for row in rows
            for column, value in row.items()
            for needle in needles
            if needle.encode() in (bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode())
        }
    )


def plant(server: Server, guest: str, other: str, table_id: str, before: set[str]) -> set[str]:
    """A row about a guest in every other table that has room for one, now and in versions to come; which these are."""
    known = {*before, "results", "ratings"}  # these follow from others
    found = {table.name: table for table in schema.metadata.sorted_tables if table.name not in known}
    naming = {name: [column.name for column in table.columns if column.name in WHO] for name, table in found.items()}
    with connected(server) as connection:
        for name, columns in naming.items():
            for column in columns:
                given = [each for each in found[name].columns if each is not found[name].autoincrement_column]
                row = {each.name: _something(each) for each in given}
                people = dict.fromkeys(columns, other) | {column: guest}
                known_as = {"table_id": table_id, "kind": "profile"} | dict.fromkeys(("due", "expires"), NEVER)
                at = {column: known_as[column] for column in known_as if column in row}
                connection.execute(found[name].insert().values({**row, **at, **people}))
    return {name for name, columns in naming.items() if columns}


WHO = ("guest", "inviter", "muted", "who", "whom")
NEVER = 1 << 50
"""What is due or has run out the server sees to meanwhile. A ban is over: one that holds would lock them out."""


def _something(column: Column[Any]) -> Any:
    return {int: 1, float: 1.0, bool: False, str: "x", bytes: random.randbytes(16)}[column.type.python_type]


def table_names(dumped: dict[str, list[dict[str, Any]]]) -> set[str]:
    """What tables are called, by their cards and by their logs."""
    cards = [json.loads(bytes(row["summary"])) for row in dumped["tables"]]
    return {told.get("name", "") for told in cards + [json.loads(bytes(row["body"])) for row in dumped["events"]]}


@fault("F66")
async def test_who_deletes_their_profile_leaves_no_trace_but_the_records(server_on_each: Server):  # noqa: PLR0915
    """While at tables: in a lobby, in a game with others, at a table that is over, in notices, lessons and mutes."""
    server = server_on_each
    zoe, ben = Http(server), Http(server)
    name = f"Zoe{random.randrange(10**9)}"
    me = zoe.become_guest(name).json["id"]
    other = ben.become_guest("Ben").json["id"]
    over = zoe.open_table("me", "me", options={"turn_limit": 1})
    play_out(zoe, over)
    lobby = zoe.opened("me", "friend", listed=True)
    left = ben.opened("me", "open", "open", listed=True)
    assert zoe.command(left["id"], "sit").status == 200
    assert zoe.command(left["id"], "leave").status == 200
    evening = f"{name}'s evening"
    game = zoe.opened("me", "friend", name="Cats of all days")
    gone = zoe.opened("me", "friend", "friend", name="Cats of a Thursday long gone")
    assert ben.post(
        f"/api/tables/{gone['id']}/commands?invite={gone['invite']}", {"type": "sit", "key": "k"}
    ).status == 200  # fmt: skip
    assert zoe.command(gone["id"], "leave").status == 200
    called_after = ben.opened("me", "open", listed=True, name=evening)
    assert zoe.command(called_after["id"], "sit").status == 200
    ben.opened("me", "friend", name="Cats of a Friday to come")
    assert ben.post(
        f"/api/tables/{game['id']}/commands?invite={game['invite']}", {"type": "sit", "key": "k"}
    ).status == 200  # fmt: skip
    assert zoe.command(game["id"], "start").status == 200
    assert zoe.command(game["id"], "say", phrase="hello").status == 200
    called = zoe.post("/api/tables", {"key": "hot", "game": "cat-cab", "seats": [
        {"type": "me", "name": f"{name[:8]} A"}, {"type": "me", "name": f"{name[:8]} B"}
    ]}).json["id"]  # fmt: skip
    zoe.post("/api/me/settings", {"settings": {"theme": name}})
    zoe.post("/api/me/lessons/cat-cab/basics", {"chapter": 1, "step": 0, "reached": 0, "done": False})
    zoe.post("/api/me/notices/ways", {"way": {"type": "hook", "service": "json", "url": f"https://1.1.1.1/{name}"}})
    zoe.post("/api/me/notices", {"quiet": None, "reminder": False, "muted": [game["id"]]})
    zoe.post(f"/api/tables/{game['id']}/mutes", {"seat": 1})
    ben.post(f"/api/tables/{game['id']}/mutes", {"seat": 0})
    zoe.post("/api/me/handover", {})
    link = zoe.post("/api/me/link", {}).json["path"].partition("#")[2]
    before = {table for table, _ in traces(server, me, name, name[:8])}
    assert {"guests", "tokens", "events", "tables", "seats", "mutes", "notice_habits", "handovers"} <= before
    planted = plant(server, me, other, over, before)
    assert {"invited", "passkeys", "club_members", "consents", "cleared", "audit", "bans"} <= planted
    assert planted <= {table for table, _ in traces(server, me)}
    assert zoe.post("/api/me/delete", {"name": "Ben"}).code == "bad_name"
    async with SocketClient(server, game["id"], ben.token) as watching, SocketClient(
        server, game["id"], zoe.token
    ) as mine:  # fmt: skip
        await watching.hear("welcome")
        await mine.hear("welcome")
        heard = zoe.post("/api/me/delete", {"name": f" {name.lower()} "})
        assert heard.json == {"id": None, "name": "", "face": ""}
        assert await mine.end() == (1008, "revoked")
        while True:
            news = await watching.hear("news", "welcome")
            if news.get("table") and news["table"]["seats"][0]["name"] == "Somebody":
                break
    assert traces(server, me, name, name[:8]) == []
    assert zoe.get("/api/me").json["id"] is None
    assert Http(server).post("/api/enter", {"token": link}).code == "no_guest"
    seats = ben.get(f"/api/tables/{game['id']}").json["table"]["seats"]
    assert [(seat["name"], seat["face"] != "", seat["away"]) for seat in seats] == [
        ("Somebody", False, True),
        ("Ben", True, False),
    ]
    assert ben.get(f"/api/tables/{lobby['id']}?invite={lobby['invite']}").json["table"]["stage"] == "closed"
    assert ben.command(left["id"], "start", fill="kitten").status == 200, "others play on"
    assert ben.command(gone["id"], "arrange", seat=0, who={"type": "bot", "level": "kitten"}).status == 200
    restarted = dump(server)
    assert other in {row["id"] for row in restarted["guests"]}
    (first,) = (row["body"] for row in restarted["events"] if (row["table_id"], row["seq"]) == (called, 1))
    assert [seat["name"] for seat in json.loads(bytes(first))["seats"]] == ["Somebody 1", "Somebody 2"]
    assert "delete" in {row["what"] for row in restarted["audit"]}
    planted_here = [{row["who"], row["whom"]} for row in restarted["audit"] if row["what"] == "x"]
    assert {DELETED, other} in planted_here, "what they did or suffered stays in the log, without them"
    assert "Cats of a Friday to come" in (names := table_names(restarted))
    assert names.isdisjoint({evening, "Cats of a Thursday long gone", "Cats of all days"})
    for http in (zoe, ben):
        http.close()


@fault("F66")
async def test_a_deletion_that_was_interrupted_goes_on_and_the_games_of_others_are_whole(tmp_path: Path):
    """The server dies in the middle; after the next start nothing is left, and the ledger vouches for the new log."""
    with running(tmp_path) as server:
        zoe = Http(server)
        me = zoe.become_guest("Zoe Zebra").json["id"]
        tables = [zoe.open_table("me", "me", options={"turn_limit": 1}) for _ in range(2)]
        play_out(zoe, tables[0])
        record = zoe.get(f"/api/tables/{tables[0]}/record").body.decode()
        server.kill()
        with connected(server) as connection:
            connection.execute(text("DELETE FROM tokens"))
            connection.execute(text("UPDATE guests SET name = '', face = '', gone = 1"))
        server.start()
        ben = Http(server)
        ben.become_guest("Ben")
        await eventually(lambda: traces(server, me, "Zoe") == [])
        server.kill()
        server.start()
        assert traces(server, me, "Zoe") == []
        assert server.problems() == []
        imported = Http(server, ben.token).post("/api/records", record.encode())
        assert imported.status == 201, "a record that somebody kept still holds"
