"""Guests on several devices: two browsers at one seat, a link after lost cookies, and devices that are signed out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest

from tabbytop.client import Refused, ServerClient, new_key
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server.lines import Heard, Http, SocketClient
from tests.server.servers import Server, agree

pytestmark = pytest.mark.anyio


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


class Browser:
    """Keeps one cookie, as browsers do; a new one keeps none."""

    def __init__(self, server: Server) -> None:
        self._http = Http(server)
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None) -> Heard:
        heard = self._http.ask(method, path, body, **({"cookie": self.cookie} if self.cookie else {}))
        if "set-cookie" in heard.headers:
            (morsel,) = SimpleCookie(heard.headers["set-cookie"]).values()
            self.cookie = f"{morsel.key}={morsel.value}"
        return heard


def test_somebody_who_has_done_nothing_is_nobody(server: Server):
    assert Browser(server).ask("GET", "/api/me").json == {"id": None, "name": "", "face": ""}
    assert Browser(server).ask("POST", "/api/me/link", {}).code == "no_guest"
    assert Browser(server).ask("POST", "/api/me/revoke", {}).code == "no_guest"


def test_a_browser_is_known_by_its_cookie_and_a_program_by_its_token(server: Server):
    browser = Browser(server)
    guest = browser.ask("POST", "/api/guests", {"name": "Ann"}).json
    assert browser.ask("GET", "/api/me").json == {"id": guest["id"], "name": "Ann", "face": guest["face"]}
    assert Http(server, guest["token"]).get("/api/me").json["id"] == guest["id"]
    for token in (guest["token"][:-1], guest["token"] + "x", guest["token"].swapcase(), guest["id"], "x" * 500, "Ann"):
        assert Http(server, token).get("/api/me").json["id"] is None


def test_somebody_new_opens_a_table_in_one_go_and_the_page_says_who_one_is(server: Server):
    browser = Browser(server)
    table = {"key": new_key(), "game": "cat-cab", "seats": [{"type": "me"}, {"type": "bot", "level": "kitten"}]}
    assert browser.ask("POST", "/api/tables", table).code == "no_guest", "only who wants to becomes a guest"
    assert not browser.cookie
    assert carried_me(browser.ask("GET", "/games")) == {"id": None, "name": "", "face": ""}
    opened = browser.ask("POST", "/api/tables?as=guest", table)
    assert opened.status == 201, opened.body
    me = browser.ask("GET", "/api/me").json
    assert [listed["id"] for listed in browser.ask("GET", "/api/tables").json["mine"]] == [opened.json["id"]]
    assert carried_me(browser.ask("GET", "/")) == carried_me(browser.ask("GET", "/games")) == me
    assert carried_me(browser.ask("GET", "/offline")) is None, "browsers keep that one for whoever comes"
    again = browser.ask("POST", "/api/tables?as=guest", table)
    assert (again.status, again.json) == (201, opened.json), "a guest stays who they are"
    assert "set-cookie" not in again.headers
    wrong = Browser(server)
    refused = wrong.ask("POST", "/api/tables?as=guest", {**table, "options": {"nonsense": 1}})
    assert refused.status == 422, refused.body
    assert wrong.ask("GET", "/api/me").json["id"] is not None, "whoever was made is known, also after a refusal"


def carried_me(page: Heard) -> dict[str, str | None] | None:
    (told,) = re.findall(r'<script type="application/json" id="me">(.*?)</script>', page.body.decode())
    return json.loads(told) if told else None


@fault("F39")
async def test_two_browsers_at_one_seat_are_both_live_and_equal(server: Server):
    server_client = ServerClient(server.address)
    await server_client.become_guest("Ann")
    opened = await server_client.open_table("cat-cab", [{"type": "me"}, {"type": "me"}], options={"turn_limit": 1})
    chance = random.Random(6)
    async with server_client.table(opened.id) as one, server_client.table(opened.id) as two:
        moves = 0
        while not one.is_over:
            mover, other = (one, two) if moves % 2 else (two, one)
            await mover.play(chance.choice(mover.now.choices).move)
            await other.until(lambda mover=mover, other=other: other.seq >= mover.seq)
            assert (one.view, one.now) == (two.view, two.now)
            moves += 1
        assert moves > 5
        assert one.you.seats == two.you.seats == [0, 1]
        await agree(server, [one, two])


@fault("F40")
async def test_a_guest_who_lost_the_cookie_gets_the_seat_back_by_a_link(server: Server):
    browser = Browser(server)
    guest = browser.ask("POST", "/api/guests", {"name": "Ann"}).json
    seats = [{"type": "me"}, {"type": "friend"}]
    table = browser.ask("POST", "/api/tables", {"key": new_key(), "game": "cat-cab", "seats": seats}).json["id"]
    link = browser.ask("POST", "/api/me/link", {})
    assert link.status == 201
    page, _, secret = link.json["path"].partition("#")
    assert page == "/enter"
    fresh = Browser(server)
    assert fresh.ask("GET", f"/api/tables/{table}").status == 404
    assert fresh.ask("POST", "/api/enter", {"token": secret}).json == {
        "id": guest["id"],
        "name": "Ann",
        "face": guest["face"],
    }
    assert secret not in fresh.cookie, "every device has a token of its own"
    assert fresh.ask("GET", f"/api/tables/{table}").json["you"]["seats"] == [0]
    async with SocketClient(server, table, None, headers={"cookie": fresh.cookie}) as line:
        you = (await line.hear("welcome"))["you"]
        assert (you["guest"], you["seats"], you["host"]) == (guest["id"], [0], True)
        assert (await line.ask("say", phrase="hello"))["type"] == "ok"
    (mine,) = fresh.ask("GET", "/api/tables").json["mine"]
    assert mine["id"] == table


@pytest.mark.parametrize("token", ["", "x", "x" * 128, "../../etc", "' OR 1=1 --", "\u0661\u202e"])
def test_a_link_that_is_none_lets_nobody_in(server: Server, token: str):
    browser = Browser(server)
    heard = browser.ask("POST", "/api/enter", {"token": token})
    assert (heard.status, heard.code) == (401, "no_guest")
    assert browser.cookie == ""


@fault("F18")
async def test_a_device_that_is_signed_out_can_do_and_see_nothing_more(server: Server, ann: Http):
    """Not with its token, not by a link that was given away, and not over a line that is open already."""
    table = ann.open_table("me", "me")
    link = ann.post("/api/me/link", {}).json["path"].partition("#")[2]
    lost = Browser(server)
    lost.ask("POST", "/api/enter", {"token": link})
    device = {"cookie": lost.cookie}
    stream = Http(server, link).events(f"/api/tables/{table}/stream")
    assert next(stream)["type"] == "welcome"
    async with SocketClient(server, table, None, headers=device) as line, SocketClient(server, table, ann.token) as own:
        await line.hear("welcome")
        assert (await line.ask("say", phrase="hello"))["type"] == "ok"
        assert ann.post("/api/me/revoke", {}).status == 200
        assert await line.end() == (1008, "revoked")
        assert [message["code"] for message in stream if message["type"] == "bye"] == ["revoked"]
        assert (await own.ask("say", phrase="purr"))["type"] == "ok"
    assert lost.ask("GET", "/api/me").json["id"] is None
    assert lost.ask("POST", f"/api/tables/{table}/commands", {"type": "leave", "key": "k"}).code == "no_guest"
    assert lost.ask("GET", f"/api/tables/{table}").code == "no_table"
    assert Browser(server).ask("POST", "/api/enter", {"token": link}).code == "no_guest"
    async with SocketClient(server, table, None, headers=device) as line:
        assert await line.end() == (4404, "no_table")
    assert ann.get(f"/api/tables/{table}").status == 200


@fault("F18")
async def test_a_program_that_is_signed_out_is_told_so(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    other = ServerClient(server.address, ann.post("/api/me/link", {}).json["path"].partition("#")[2])
    assert ann.post("/api/me/revoke", {}).status == 200
    with pytest.raises(Refused, match="no_table"):
        await other.get(f"/api/tables/{table}", messages.Welcome)
