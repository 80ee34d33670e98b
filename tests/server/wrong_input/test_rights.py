"""Wrong input: forged, doubled, at once. It is refused, and changes nothing, with each kind of database alike."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tabbytop.client import new_key
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Card, Entry, Store
from tabbytop.server.tables import events
from tests.server import plants
from tests.server.lines import Http, SocketClient, wanted
from tests.server.servers import Server, running, stored_table
from tests.server.shapes import Shapes
from tests.server.wrong_input.tables import ROLL, duel, now_of, picture, routes_of, without_date

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------- F18: not yours


@fault("F18")
@pytest.mark.parametrize("who", ["a stranger", "nobody", "a wrong token"])
@pytest.mark.parametrize("invite", ["", "wrong", "%ff", "x" * 500])
async def test_a_private_table_answers_strangers_as_if_it_did_not_exist(
    server: Server, ann: Http, who: str, invite: str
):
    lobby, playing = ann.open_table("me", "friend"), ann.open_table("me", "me")
    stranger = Http(server)
    if who == "a stranger":
        stranger.become_guest("Stranger")
    elif who == "a wrong token":
        stranger.token = "x" * 32
    nowhere = [without_date(stranger.ask(*asked)) for asked in routes_of("aaaaaaaaaaaaaaaa", invite)]
    assert {status for status, *_ in nowhere} <= {401, 404}
    for table in (lobby, playing):
        here = [without_date(stranger.ask(*asked)) for asked in routes_of(table, invite)]
        assert here == nowhere
        ends = []
        for name in (table, "aaaaaaaaaaaaaaaa"):
            async with SocketClient(server, name, stranger.token, f"?invite={invite}&since=3") as line:
                ends.append((await line.end(), line.heard))
        assert ends[0] == ends[1]
        assert ends[0][0] == (4404, "no_table")
    stranger.close()


@fault("F18")
async def test_even_a_table_that_cannot_be_played_any_more_is_hidden_from_strangers(
    server: Server, ann: Http, ben: Http
):
    """Its owner is told why; to others there is no such table."""
    table, now = "outdatedoutdated", 1_700_000_000_000
    owner = ann.get("/api/me").json["id"]
    seats = [events.GuestSeat(owner, "Ann"), messages.BotSeat("kitten")]
    opened = events.Opened("cat-cab", "0", {}, seats, owner, "off", False, True, "invitation")
    store = Store.open(server.database)
    card = Card(table, "cat-cab", "playing", False, 0, (owner, None), b"{}", now)
    await store.append(table, [Entry(1, now, events.pack(opened))], card)
    await store.close()
    assert ann.get(f"/api/tables/{table}").code == "outdated"
    assert ben.get(f"/api/tables/{table}?invite=invitation").code == "outdated"
    for asked, nowhere in zip(routes_of(table, "wrong"), routes_of("aaaaaaaaaaaaaaaa", "wrong"), strict=True):
        assert without_date(ben.ask(*asked)) == without_date(ben.ask(*nowhere))


@fault("F18")
async def test_a_seat_cannot_be_forged(server: Server, ann: Http, ben: Http):
    table, turn, other = duel(ann, ben)
    before, now = await picture(server, table), now_of(turn, table)
    for kind, fields in (
        ("play", {"seq": now["seq"], "move": ROLL}),
        ("undo", {"seq": now["seq"]}),
        ("takeback", {"seq": now["seq"]}),
        ("hint", {"seq": now["seq"]}),
        ("why", {"move": ROLL}),
    ):
        assert other.command(table, kind, **fields, seat=now["seat"]).code == "not_yours"
        assert other.command(table, kind, **fields, seat=9).code == "no_seat"
    assert other.command(table, "start").code == "wrong_stage"
    for route in ("log", "moments/0"):
        heard = other.get(f"/api/tables/{table}/{route}?seat={now['seat']}")
        assert (heard.status, heard.code) == (403, "not_yours")
    assert await picture(server, table) == before


@fault("F18")
async def test_spectators_change_nothing(server: Server, ann: Http, ben: Http):
    table = ann.open_table("me", "me", listed=True)
    before, seq = await picture(server, table), now_of(ann, table)["seq"]
    shapes = Shapes(messages.TableCommand)
    bodies = [shapes.sample(schema) | {"key": "k"} for schema in shapes.alternatives()]
    codes = {"play": "not_seated", "sit": "wrong_stage", "start": "wrong_stage", "arrange": "wrong_stage"}
    codes["remove"] = "not_host"
    codes["explain"] = "no_moment"  # everybody may ask why a bot did something; here there is none
    async with SocketClient(server, table, ben.token) as line, SocketClient(server, table, None) as nobody:
        for sample in bodies:
            body = {**sample, "seq": seq} if "seq" in sample else sample
            refused = await line.answer_to(body)
            wanted_code = codes.get(body["type"], "not_asked" if body["type"] == "answer" else "not_seated")
            assert (refused["type"], refused.get("code")) == ("error", wanted_code), (body, refused)
            assert (await nobody.answer_to(body))["code"] == "no_guest"
    assert await picture(server, table) == before


# ---------------------------------------------------------------- F19: again


@fault("F19")
async def test_a_command_that_is_sent_again_is_answered_again_and_done_once(tmp_path: Path):
    """In memory, beyond it, and after a restart; a key stands for one command and no other."""
    with running(tmp_path, plants.named(plants.quick_bots), remember=8) as server:
        http = Http(server)
        http.become_guest("Ann")
        table = http.open_table("me", "me")
        commands = f"/api/tables/{table}/commands"
        seq = now_of(http, table)["seq"]
        first = {"type": "play", "key": "first", "seq": seq, "move": ROLL}
        done = http.post(commands, first)
        assert done.status == 200

        async def replay() -> None:
            before = await picture(server, table)
            current = now_of(http, table)["seq"]
            for other in (
                {"type": "undo", "key": "first", "seq": seq},
                {**first, "move": {"stop": {}}},
                {**first, "seq": current},
                {"type": "say", "key": "first", "phrase": "hello"},
            ):
                assert http.post(commands, other).code == "key_reused", other
            async with SocketClient(server, table, http.token) as line:
                for _ in range(3):
                    assert http.post(commands, first).body == done.body
                    assert await line.answer_to(first) == done.json
                stale = await line.answer_to({**first, "key": new_key()})
                assert (stale["code"], stale["seq"]) == ("stale", current)
            assert await picture(server, table) == before

        await replay()
        for _ in range(30):
            assert http.command(table, "say", phrase="purr").status == 200
        await replay()
        server.stop()
        server.start()
        http.close()
        await replay()
        assert server.problems() == []


@fault("F19")
async def test_a_command_that_was_refused_stays_refused_when_a_copy_of_it_comes_late(
    server: Server, ann: Http, ben: Http
):
    """Its sender was told that nothing has changed; by now it could be carried out."""
    opened = ann.opened("me", "friend")
    table, invited = opened["id"], f"/api/tables/{opened['id']}/commands?invite={opened['invite']}"
    start = {"type": "start", "key": "late"}
    refused = ann.post(f"/api/tables/{table}/commands", start)
    assert refused.status >= 400
    assert ben.post(invited, {"type": "sit", "key": new_key()}).status == 200
    async with SocketClient(server, table, ann.token) as line:
        assert await line.answer_to(start) == refused.json
    assert ann.post(f"/api/tables/{table}/commands", start).body == refused.body
    assert ann.get(f"/api/tables/{table}").json["table"]["stage"] == "lobby"
    assert ann.post(f"/api/tables/{table}/commands", {**start, "key": "new"}).status == 200


@fault("F19")
def test_a_key_belongs_to_its_guest(ann: Http, ben: Http):
    table, turn, other = duel(ann, ben)
    said = {"type": "say", "key": "mine", "phrase": "hello"}
    one, two = (http.post(f"/api/tables/{table}/commands", said) for http in (turn, other))
    assert (one.status, two.status) == (200, 200)
    assert one.json["seq"] != two.json["seq"]


@fault("F19")
def test_a_table_that_is_opened_again_is_the_same_table(ann: Http, ben: Http):
    body = {"key": "table", "game": "cat-cab", "seats": wanted("me", "friend")}
    first = ann.post("/api/tables", body)
    assert ann.post("/api/tables", body).body == first.body
    assert ann.post("/api/tables", {**body, "listed": True}).code == "key_reused"
    assert ben.post("/api/tables", body).json["id"] != first.json["id"]


# ---------------------------------------------------------------- F20: at once


@fault("F20")
async def test_of_two_commands_of_one_seat_at_once_exactly_one_wins(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    chance, rounds = random.Random(4), 40
    async with SocketClient(server, table, ann.token) as one, SocketClient(server, table, ann.token) as two:
        now = (await one.hear("welcome"))["now"]
        await two.hear("welcome")
        won = 0
        for _ in range(rounds):
            if now["outcome"] is not None:
                break
            picked = [chance.choice(now["choices"])["move"] for _ in range(2)]
            plays = [{"type": "play", "key": new_key(), "seq": now["seq"], "move": move} for move in picked]
            answers = await asyncio.gather(one.answer_to(plays[0]), two.answer_to(plays[1]))
            assert sorted(answer["type"] for answer in answers) == ["error", "ok"]
            (refused,) = (answer for answer in answers if answer["type"] == "error")
            assert refused["code"] == "stale"
            won += answers[0]["type"] == "ok"
            now = now_of(ann, table)
            assert refused["seq"] == now["seq"]
    stored = await stored_table(server, table)
    assert stored.match is not None
    assert sum(entry.seat >= 0 for entry in stored.match.log) == rounds
