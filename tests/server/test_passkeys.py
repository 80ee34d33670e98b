"""Passkeys: one comes in with them on any device, and nobody does with what was signed for something else."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tabbytop.kit.marks import fault
from tabbytop.server.http import passkeys as passkeys_module
from tabbytop.server.http.guests import Guests
from tabbytop.server.storage.passkeys import Challenge, Passkey, PasskeyBox
from tabbytop.server.storage.store import Store
from tests.server.authenticators import Authenticator, encoded
from tests.server.databases import Postgres
from tests.server.lines import Heard, Http
from tests.server.servers import Server, running
from tests.server.test_profiles import traces

pytestmark = [pytest.mark.anyio, fault("F65")]
ELSEWHERE = "https://games.example"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with passkeys, also known by another name."""
    settings: dict[str, Any] = {"passkeys": True, "names": ["games.example"]}
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        settings["database"] = postgres.create_with_tables()
    with running(tmp_path_factory.mktemp("passkeys"), **settings) as server:
        yield server
        assert server.problems() == []


class Visitor:
    """Somebody with a device, who calls the server by one of its names."""

    def __init__(self, server: Server, device: Authenticator | None = None, host: str = "") -> None:
        self.http, self.device = Http(server), device or Authenticator()
        self.host = host or f"localhost:{server.port}"
        self.origin = f"http://{self.host}"

    def post(self, path: str, body: Any = None) -> Heard:
        return self.http.post(path, {} if body is None else body, host=self.host, origin=self.origin)

    def begin(self, path: str) -> dict[str, Any]:
        heard = self.post(f"{path}/begin")
        assert heard.status == 200, heard.body
        options: dict[str, Any] = heard.json["options"]
        return options

    def make_passkey(self) -> Heard:
        made = self.device.create(self.begin("/api/me/passkeys"), self.origin)
        return self.post("/api/me/passkeys", {"credential": made})

    def come_in(self) -> Heard:
        signed = self.device.get(self.begin("/api/enter/passkey"), self.origin)
        return self.post("/api/enter/passkey", {"credential": signed})


@pytest.fixture
def ann(server: Server) -> Visitor:
    ann = Visitor(server)
    ann.http.become_guest("Ann")
    return ann


def test_a_passkey_lets_one_in_on_another_device_until_it_is_removed(server: Server, ann: Visitor):
    heard = ann.make_passkey()
    assert heard.status == 201, heard.body
    (kept,) = heard.json["passkeys"]
    assert (kept["site"], kept["label"], kept["used"]) == ("localhost", "A program", None)
    options = ann.begin("/api/me/passkeys")
    assert [each["id"] for each in options["excludeCredentials"]] == [encoded(ann.device.keys[0].id)], "one a device"
    assert options["authenticatorSelection"]["residentKey"] == "required", "the device finds it without a name"

    phone = Visitor(server, ann.device)
    heard = phone.come_in()
    assert (heard.status, heard.json["name"]) == (200, "Ann")
    token = heard.headers["set-cookie"].partition("=")[2].partition(";")[0]
    again = Http(server, token)
    assert again.get("/api/me").json == ann.http.get("/api/me").json
    assert len(ann.http.get("/api/me/devices").json["devices"]) == 2, "a device with a secret of its own"
    (kept,) = ann.http.get("/api/me/passkeys").json["passkeys"]
    assert kept["used"] is not None
    profile = json.loads(zipfile.ZipFile(io.BytesIO(ann.http.get("/api/me/export").body)).read("profile.json"))
    assert [passkey["site"] for passkey in profile["passkeys"]] == ["localhost"]

    eve = Http(server)
    eve.become_guest("Eve")
    assert eve.ask("DELETE", f"/api/me/passkeys/{kept['id']}").json == {"passkeys": []}
    assert phone.come_in().status == 200, "nobody removes that of somebody else"
    assert ann.http.ask("DELETE", f"/api/me/passkeys/{kept['id']}").json == {"passkeys": []}
    assert phone.come_in().code == "no_guest"
    assert again.get("/api/me").json["name"] == "Ann", "devices that came in with it are signed out by themselves"


def test_what_was_signed_is_good_once_for_this_site_and_for_who_was_asked(server: Server, ann: Visitor):
    begun = ann.begin("/api/me/passkeys")
    made = ann.device.create(begun, ann.origin)
    eve = Visitor(server)
    eve.http.become_guest("Eve")
    assert eve.post("/api/me/passkeys", {"credential": made}).code == "bad_passkey", "begun by somebody else"
    assert ann.post("/api/me/passkeys", {"credential": made}).code == "bad_passkey", "and used up by that"
    ann.device.keys.clear()
    assert ann.make_passkey().status == 201
    asked = ann.begin("/api/enter/passkey")
    signed = ann.device.get(asked, ann.origin)
    assert eve.post("/api/me/passkeys", {"credential": signed}).code == "bad_passkey", "made for something else"
    signed = ann.device.get(ann.begin("/api/enter/passkey"), ann.origin)
    assert ann.post("/api/enter/passkey", {"credential": signed}).status == 200
    assert ann.post("/api/enter/passkey", {"credential": signed}).code == "bad_passkey", "replayed"

    def trying(change: Callable[[dict[str, Any]], None], origin: str = ann.origin) -> Heard:
        credential = deepcopy(ann.device.get(ann.begin("/api/enter/passkey"), origin))
        change(credential)
        heard = ann.post("/api/enter/passkey", {"credential": credential})
        assert "set-cookie" not in heard.headers
        return heard

    assert trying(lambda _: None, "https://evil.example").code == "bad_passkey", "signed for another page"
    assert trying(lambda _: None, f"http://localhost:{server.port + 1}").code == "bad_passkey"
    assert trying(lambda c: c["response"].update(signature=encoded(b"x" * 70))).code == "bad_passkey"
    assert trying(lambda c: c["response"].pop("authenticatorData")).code == "bad_passkey"
    assert trying(lambda c: c.update(response="")).code == "bad_passkey"
    assert trying(lambda c: c["response"].update(clientDataJSON=encoded(b"[" * 9000))).code == "bad_passkey"
    assert trying(lambda c: c.update(rawId=encoded(b"another"), id=encoded(b"another"))).code == "no_guest"
    ann.device.keys[0].count = 0
    assert trying(lambda _: None).code == "bad_passkey", "a copy of the key, which counts from the beginning"
    ann.device.keys[0].count = 50
    ann.device.keys[0].site = "evil.example"
    made_up = ann.device.get({**ann.begin("/api/enter/passkey")}, ann.origin, ann.device.keys[0])
    assert ann.post("/api/enter/passkey", {"credential": made_up}).code == "bad_passkey", "a key of another site"


def test_a_passkey_belongs_to_the_name_for_which_it_was_made(server: Server, ann: Visitor):
    assert ann.make_passkey().status == 201
    there = Visitor(server, ann.device, "games.example")
    there.origin = ELSEWHERE
    there.http.token = ann.http.token
    assert [each["id"] for each in there.begin("/api/me/passkeys")["excludeCredentials"]] == []
    signed = ann.device.get(there.begin("/api/enter/passkey"), ELSEWHERE, ann.device.keys[0])
    assert there.post("/api/enter/passkey", {"credential": signed}).code == "no_guest"
    assert there.make_passkey().status == 201
    assert there.come_in().status == 200
    assert {passkey["site"] for passkey in ann.http.get("/api/me/passkeys").json["passkeys"]} == {
        "localhost",
        "games.example",
    }
    numbered = Visitor(server, host=f"127.0.0.1:{server.port}")
    assert "by the server's name" in numbered.post("/api/enter/passkey/begin").json["sentence"]
    foreign = Visitor(server, host="evil.example")
    assert foreign.post("/api/enter/passkey/begin").code == "foreign_host"


def test_who_deletes_their_profile_deletes_their_passkeys(server: Server, ann: Visitor):
    assert ann.make_passkey().status == 201
    ann.begin("/api/me/passkeys")
    me = ann.http.get("/api/me").json["id"]
    assert {"passkeys", "challenges"} <= {table for table, _ in traces(server, me)}
    signed = ann.device.get(ann.begin("/api/enter/passkey"), ann.origin)
    assert ann.post("/api/me/delete", {"name": "Ann"}).status == 200
    assert ann.post("/api/enter/passkey", {"credential": signed}).code == "no_guest"
    assert traces(server, me) == []


def test_where_the_host_does_not_want_them_there_are_none(tmp_path: Path):
    with running(tmp_path) as server:
        ann = Http(server)
        ann.become_guest("Ann")
        assert ann.get("/api/games").json["passkeys"] is False
        for method, path in (("GET", "/api/me/passkeys"), ("POST", "/api/me/passkeys/begin"),
                             ("POST", "/api/enter/passkey/begin")):  # fmt: skip
            assert ann.ask(method, path, {} if method == "POST" else None).code == "not_found"


async def test_challenges_end_and_of_many_who_answer_one_at_once_one_is_heard(store: Store):
    boxes = [PasskeyBox(store) for _ in range(3)]
    await boxes[0].ask(Challenge(b"late", None, "localhost", 1000), now=1)
    assert await boxes[0].take(b"late", now=1000) is None
    asked = Challenge(b"asked", None, "localhost", 1000)
    await boxes[0].ask(asked, now=1)
    took = await asyncio.gather(*(boxes[turn % 3].take(b"asked", now=999) for turn in range(12)))
    assert [each for each in took if each] == [asked]
    await boxes[0].ask(Challenge(b"forgotten", None, "localhost", 1000), now=1)
    await boxes[0].ask(Challenge(b"other", None, "localhost", 3000), now=2000)
    left = await store.read(lambda connection: connection.execute(text("SELECT hash FROM challenges")).all())
    assert [bytes(row.hash) for row in left] == [b"other"], "what nobody answered in time is not kept"
    assert passkeys_module.LASTS == 300_000


async def test_one_has_ten_passkeys_at_most_and_a_count_is_taken_once(store: Store):
    guests, box = Guests(store), PasskeyBox(store)
    ann, _ = await guests.welcome("Ann")
    made = [Passkey(f"{number}".encode(), ann.id, "localhost", b"key", 0, number) for number in range(11)]
    assert [await box.add(each, 10) for each in made] == [True] * 10 + [False]
    assert await box.add(made[0], 100) is False, "known already"
    used = await asyncio.gather(*(box.note_use(made[0], 5, 99) for _ in range(3)))
    assert sorted(used) == [False, False, True]
    assert [(each.count, each.used) for each in await box.of(ann.id)][:2] == [(5, 99), (0, None)]
    await guests.say_goodbye(ann)
    assert await box.find(made[0].id) is None


def test_asking_for_challenges_is_limited(tmp_path: Path):
    with running(tmp_path, passkeys=True, generosity=1.0) as server:
        visitor = Visitor(server)
        codes = [visitor.post("/api/enter/passkey/begin").status for _ in range(40)]
        assert set(codes) == {200, 429}
        assert codes.count(200) < 30
        engine = create_engine(server.database)
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM challenges")) == codes.count(200)
        engine.dispose()
