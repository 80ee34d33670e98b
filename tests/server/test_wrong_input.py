"""Wrong input: out of turn, out of shape, out of date, forged, doubled, broken. It is refused, and changes nothing,
with each kind of database alike.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tabbytop import games
from tabbytop.client import new_key
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Card, Entry, Store
from tabbytop.server.tables import events
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.lines import Heard, Http, SocketClient, first_event, wanted
from tests.server.servers import Server, running, stored_table
from tests.server.shapes import Shapes

pytestmark = pytest.mark.anyio
ROLL = {"roll": {}}


@pytest.fixture
def server(server_on_each: Server) -> Server:
    """All of this is tried with SQLite and with Postgres."""
    return server_on_each


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


@pytest.fixture
def ben(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ben")
    yield http
    http.close()


async def picture(server: Server, table: str) -> tuple[Any, ...]:
    """A table as it is stored, and as the server tells of it."""
    stored = await stored_table(server, table)
    return messages.encode(stored.facts), stored.match and stored.match.fingerprint


def now_of(http: Http, table: str, query: str = "") -> Any:
    return http.get(f"/api/tables/{table}{query}").json["now"]


def duel(ann: Http, ben: Http, **more: Any) -> tuple[str, Http, Http]:
    """A table of two that has begun: its id, whose turn it is, and the other one."""
    opened = ann.opened("me", "friend", **more)
    table = opened["id"]
    sat = ben.post(f"/api/tables/{table}/commands?invite={opened['invite']}", {"type": "sit", "key": new_key()})
    assert sat.status == 200, sat.body
    assert ann.command(table, "start").status == 200
    return (table, ann, ben) if now_of(ann, table)["choices"] else (table, ben, ann)


# ---------------------------------------------------------------- F16: not now


@fault("F16")
async def test_a_move_out_of_turn_or_out_of_phase_is_refused_by_its_clause(server: Server, ann: Http, ben: Http):
    table, turn, other = duel(ann, ben)
    before, seq = await picture(server, table), now_of(ann, table)["seq"]
    for http, move in ((other, ROLL), (turn, {"collect": {}}), (turn, {"die": {"shows": 6}}), (turn, {"stop": {}})):
        async with SocketClient(server, table, http.token) as line:
            refused = await line.ask("play", seq=seq, move=move)
            assert (refused["type"], refused["code"]) == ("error", "illegal")
            assert refused["clause"].startswith("CAB-")
            assert refused["sentence"].endswith(".")
        posted = http.command(table, "play", seq=seq, move=move)
        assert posted.status == 409
        assert posted.json | {"key": ""} == refused | {"key": ""}
    assert await picture(server, table) == before


@fault("F16")
async def test_nothing_can_be_played_before_the_beginning_or_after_the_end(server: Server, ann: Http):
    lobby = ann.open_table("me", "friend")
    table = ann.open_table("me", "me", options={"turn_limit": 1})
    now = now_of(ann, table)
    chance = random.Random(1)
    while now["outcome"] is None:
        ann.command(table, "play", seq=now["seq"], move=chance.choice(now["choices"])["move"])
        now = now_of(ann, table)
    for where in (lobby, table):
        before, seq = await picture(server, where), now_of(ann, where)["seq"]
        for kind, fields in (
            ("play", {"move": ROLL, "seq": seq}),
            ("undo", {"seq": seq}),
            ("takeback", {"seq": seq}),
            ("return", {}),
            ("substitute", {"seat": 0}),
            ("why", {"move": ROLL}),
        ):
            assert ann.command(where, kind, **fields).code == "wrong_stage", kind
        assert ann.command(where, "hint", seq=seq).code == "no_hint"
        assert await picture(server, where) == before


# ---------------------------------------------------------------- F17: wrong shapes


@fault("F17")
async def test_every_wrong_shape_of_every_command_is_refused_on_the_socket(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before = await picture(server, table)
    tried = 0
    async with SocketClient(server, table, ann.token) as line:
        await line.hear("welcome")
        shapes = Shapes(messages.FromClient)
        for command in shapes.alternatives():
            for shape in shapes.wrong(command):
                await line.say(shape)
                answer = await line.hear("ok", "error", "reason", "hinted", "pong", "welcome", "news")
                assert (answer["type"], answer.get("code")) == ("error", "bad_message"), (shape, answer)
                tried += 1
        await line.alive()
    assert tried > 400
    assert await picture(server, table) == before


BODIES = [
    ("/api/tables/{table}/commands", messages.TableCommand),
    ("/api/tables/{table}/again", messages.Again),
    ("/api/tables", messages.NewTable),
    ("/api/guests", messages.NewGuest),
    ("/api/me", messages.NewGuest),
    ("/api/enter", messages.Enter),
]


@fault("F17")
@pytest.mark.parametrize(("path", "body"), BODIES, ids=lambda value: value if isinstance(value, str) else "")
async def test_every_wrong_shape_of_every_body_is_refused_over_http(server: Server, ann: Http, path: str, body: Any):
    table = ann.open_table("me", "me")
    before, tables = await picture(server, table), ann.get("/api/tables").json["mine"]
    shapes = Shapes(body)
    for schema in shapes.alternatives():
        for shape in shapes.wrong(schema):
            heard = ann.post(path.format(table=table), json.dumps(shape).encode())
            assert (heard.status, heard.code) == (400, "bad_message"), (shape, heard)
    assert await picture(server, table) == before
    assert ann.get("/api/tables").json["mine"] == tables
    assert ann.get("/api/me").json["name"] == "Ann"


def test_the_shapes_that_are_tried_are_wrong_in_every_respect():
    """What tests of wrong shapes stand on: each kind of fault is among those that are tried."""
    shapes = Shapes(messages.Play)
    (schema,) = shapes.alternatives()
    tried = [json.dumps(shape) for shape in shapes.wrong(schema)]
    sound = shapes.sample(schema)
    assert json.dumps(sound) not in tried
    assert messages.read_command(json.dumps(sound)) == messages.Play("kitten", 0, {})
    for wrong in ({"type": "PLAY"}, {"seat": 16}, {"seat": -1}, {"seq": 2**53 + 1}, {"key": "k" * 65}, {"more": 1}):
        assert json.dumps({**sound, **wrong}) in tried
    assert json.dumps({**sound, "move": {"any": {"any": 3.5}}}) in tried
    assert len(tried) == len(set(tried))


@fault("F17")
@pytest.mark.parametrize(
    "move",
    [
        {},
        {"roll": {}, "stop": {}},
        {"roll": {"twice": 1}},
        {"mark": {}},
        {"mark": {"self": 1}},
        {"mark": {"self": 1, "die": "white 1"}},
        {"mark": {"die": "white 9"}},
        {"mark": {"die": 10**300}},
        {"mark": {"die": "\x00\ud800"}},
        {"": {}},
        {"__class__": {}},
        {"m" * 9000: {}},
        {"mark": {"die": "d" * 9000}},
    ],
    ids=lambda move: json.dumps(move)[:40],
)
def test_a_move_that_means_nothing_is_refused_in_words(ann: Http, move: Any):
    table = ann.open_table("me", "me")
    seq = now_of(ann, table)["seq"]
    for kind, fields in (("play", {"seq": seq}), ("why", {})):
        heard = ann.command(table, kind, move=move, **fields)
        assert (heard.status, heard.code) in ((422, "bad_move"), (400, "bad_message")), heard


@fault("F17")
@pytest.mark.parametrize(
    "options",
    [
        '{"side": []}',
        '{"side": {"front": 1}}',
        '{"colours": [[], {}]}',
        '{"colours": ["red", "red"]}',
        '{"colours": "red"}',
        '{"turn_limit": 1e308}',
        '{"turn_limit": true}',
        f'{{"turn_limit": {10**400}}}',
        '{"split_sabotage": 1}',
        '{"": null}',
        '{"self": 1}',
        '{"crazy_cat_rush": "book"}',
        *(f'{{"side": {"[" * depth}{"]" * depth}}}' for depth in (50, 300, 900, 980, 1500, 5000)),
    ],
    ids=lambda options: f"{options[:30]} {len(options)}",
)
def test_options_that_mean_nothing_are_refused_in_words(ann: Http, options: str):
    text = f'{{"key":"k","game":"cat-cab","seats":{json.dumps(wanted("me", "me"))},"options":{options}}}'
    heard = ann.post("/api/tables", text.encode())
    assert (heard.status, heard.code) in ((422, "bad_table"), (400, "bad_message")), heard


@fault("F17")
@pytest.mark.parametrize(
    ("method", "path", "codes"),
    [
        ("GET", "/api/tables/{table}/moments/first", ["not_found", "no_moment", "bad_message"]),
        ("GET", "/api/tables/{table}/moments/-1", ["no_moment"]),
        ("GET", "/api/tables/{table}/moments/1e3", ["not_found", "no_moment", "bad_message"]),
        ("GET", f"/api/tables/{{table}}/moments/{'9' * 5000}", ["not_found", "no_moment", "bad_message"]),
        ("GET", "/api/tables/{table}/moments/99999", ["no_moment"]),
        ("GET", "/api/tables/{table}/moments/first/weighed", ["not_found", "no_moment", "bad_message"]),
        ("GET", "/api/tables/{table}/log?seat=7", ["not_yours"]),
        ("GET", "/api/tables/%00", ["no_table"]),
        ("GET", "/api/tables/%FF%FE/log", ["no_table"]),
        ("GET", f"/api/tables/{'t' * 9000}", ["no_table"]),
        ("GET", "/api/tables/{table}/nothing", ["not_found"]),
        ("GET", "/api/games/nothing/guide", ["not_found"]),
        ("GET", "/api/games/..%2f..%2fetc/guide", ["not_found"]),
        ("DELETE", "/api/tables/{table}", ["not_allowed"]),
        ("PUT", "/api/me", ["not_allowed"]),
    ],
)
def test_addresses_that_lead_nowhere_are_refused_with_a_code(ann: Http, method: str, path: str, codes: list[str]):
    table = ann.open_table("me", "me")
    heard = ann.ask(method, path.format(table=table))
    assert heard.status in (400, 403, 404, 405), heard
    assert heard.code in codes


@pytest.mark.parametrize(
    "path", ["/%00", "/%00.js", f"/{'a' * 300}", f"/{'a/' * 3000}", "/..%2f..%2fetc/passwd", "/%ff"]
)
def test_any_other_address_shows_the_page(ann: Http, path: str):
    heard = ann.get(path)
    assert heard.status == 200
    assert heard.headers["content-type"].startswith("text/html")
    assert b"root:" not in heard.body


def test_a_stream_resumed_from_nowhere_begins_anew(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    for since in ("-1", "999999", "x", "1e3", "", "9" * 400, "\xb2"):
        assert first_event(server, ann, f"/api/tables/{table}/stream", last_event_id=since)["type"] == "welcome"


# ---------------------------------------------------------------- F53: what a database cannot hold

ODD = ("\0", "k\0k", "\ud800", "\udc00k", "\uffff", "\x1b[2J", "\u202e", "\u2028", "k" * 300, "';--", "%s %(x)s {0} $1")
"""Texts with NUL, lone halves of a pair, and others that somebody may choke on."""
NO_IDS = [
    *("%00", "aaaaaaaaaaaaaaa%00", "aaaaaaaaaaaaaaaa%00", "aaaaaaaaaaaaaaaa%0A", "%ED%A0%80", "%C0%80", "%FF"),
    *("AAAAAAAAAAAAAAAA", "aaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa", "%27%20OR%201%3D1", "%EF%BF%BF"),
]
"""What cannot be the id of a table."""


def as_ascii(value: Any) -> bytes:
    return json.dumps(value).encode()


@fault("F53")
@pytest.mark.parametrize("table", NO_IDS)
async def test_what_cannot_be_an_id_is_answered_as_an_id_that_nothing_has(server: Server, ann: Http, table: str):
    for asked, nowhere in zip(routes_of(table), routes_of("aaaaaaaaaaaaaaaa"), strict=True):
        assert without_date(ann.ask(*asked)) == without_date(ann.ask(*nowhere)), asked
    ends = []
    for name in (table, "aaaaaaaaaaaaaaaa"):
        async with SocketClient(server, name, ann.token) as line:
            ends.append((await line.end(), line.heard))
    assert ends[0] == ends[1]
    assert ends[0][0] == (4404, "no_table")


@fault("F53")
@pytest.mark.parametrize("text", ODD, ids=ascii)
async def test_an_odd_text_in_any_place_of_any_body_is_no_fault_of_the_server(server: Server, ann: Http, text: str):
    table = ann.open_table("me", "me")
    before, tried = await picture(server, table), 0
    for path, body in BODIES:
        shapes = Shapes(body)
        for schema in shapes.alternatives():
            for shape in shapes.worded(schema, text):
                heard = ann.post(path.format(table=table), as_ascii(shape))
                assert heard.status < 500, (path, shape, heard)
                assert heard.status != 200 or path == "/api/me", (path, shape, heard)
                tried += 1
    assert tried > 20
    assert await picture(server, table) == before


@fault("F53")
@pytest.mark.parametrize("text", ODD, ids=ascii)
async def test_an_odd_text_in_any_place_of_any_message_is_no_fault_of_the_server(server: Server, ann: Http, text: str):
    table = ann.open_table("me", "me")
    before, shapes = await picture(server, table), Shapes(messages.FromClient)
    async with SocketClient(server, table, ann.token) as line:
        await line.hear("welcome")
        for command in shapes.alternatives():
            for shape in shapes.worded(command, text):
                await line.say(as_ascii(shape))
                answer = await line.hear("ok", "error", "reason", "hinted", "pong", "welcome", "news")
                assert answer["type"] == "error", (shape, answer)
                assert answer["code"] not in ("fault", "storage"), (shape, answer)
        await line.alive()
    assert await picture(server, table) == before


@fault("F53")
@pytest.mark.parametrize("text", ["%00", "%ED%A0%80", "%FF", "a%00b", "%E2%80%AE"])
def test_an_odd_text_in_a_query_or_a_header_is_no_fault_of_the_server(ann: Http, text: str):
    table = ann.open_table("me", "me")
    odd = text.replace("%00", "\x01").replace("%FF", "\xff").replace("%ED%A0%80", "\xed\xa0\x80")
    for name in ("invite", "since", "seat"):
        for route in ("", "/log", "/stream", "/moments/0"):
            assert ann.get(f"/api/tables/{table}{route}?{name}={text}").status in (200, 403, 404)
    assert ann.get("/api/me", authorization=f"Bearer {odd}").status in (200, 400)
    assert ann.get("/api/me", authorization="", cookie=f"tabbytop={odd}").status in (200, 400)
    assert ann.get(f"/api/games/{text}/guide").status == 404
    assert ann.get(f"/api/tables/{table}/stream", last_event_id=odd).status in (200, 400)


@fault("F53")
@pytest.mark.parametrize("name", ["A\0nn", "\0", "Ann\ud800", "\udfff", "\u202eAnn", "A\uffffnn"], ids=ascii)
def test_odd_names_are_cleaned_or_refused(server: Server, name: str):
    somebody = Http(server)
    heard = somebody.post("/api/guests", as_ascii({"name": name}))
    assert heard.status in (201, 400), heard
    if heard.status == 201:
        assert heard.json["name"]
        assert heard.json["name"].isprintable()
        somebody.token = heard.json["token"]
        table = somebody.open_table("me", "me")
        assert somebody.get(f"/api/tables/{table}").json["table"]["seats"][0]["name"] == heard.json["name"]
    somebody.close()


@fault("F53")
@pytest.mark.parametrize("name", ["A\0nn", "\0", "\u202eAnn"], ids=ascii)
def test_odd_names_in_records_are_cleaned_or_refused(ann: Http, name: str):
    match = Match.new(games.load("cat-cab"), 2, {"turn_limit": 1})
    match.advance()
    while not match.over:
        match.play(match.actor, match.legal(match.actor)[0])
        match.advance()
    heard = ann.post("/api/records", write_record(match, [name, "Ben"]).encode())
    assert heard.status in (201, 422), heard
    if heard.status == 201:
        seats = ann.get(f"/api/tables/{heard.json['id']}").json["table"]["seats"]
        assert all(seat["name"].isprintable() and seat["name"] for seat in seats)


# ---------------------------------------------------------------- F18: not yours


def routes_of(table: str, invite: str = "") -> list[tuple[str, str, Any]]:
    """Everything that can be asked of a table."""
    key, query = "k", f"?invite={invite}" if invite else ""
    asked: list[tuple[str, str, Any]] = [
        ("GET", f"/api/tables/{table}{route}{query}", None)
        for route in ("", "/log", "/record", "/stream", "/moments/0", "/moments/99", "/moments/0/weighed")
    ]
    shapes = Shapes(messages.TableCommand)
    bodies = [shapes.sample(schema) for schema in shapes.alternatives()]
    asked += [("POST", f"/api/tables/{table}/commands{query}", {**body, "key": key}) for body in bodies]
    asked.append(("POST", f"/api/tables/{table}/again{query}", {"key": key, "ply": 0, "seat": 0}))
    return asked


def without_date(heard: Heard) -> tuple[Any, ...]:
    return heard.status, [pair for pair in sorted(heard.headers.items()) if pair[0] != "date"], heard.body


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
    async with SocketClient(server, table, ben.token) as line, SocketClient(server, table, None) as nobody:
        for sample in bodies:
            body = {**sample, "seq": seq} if "seq" in sample else sample
            refused = await line.answer_to(body)
            wanted_code = codes.get(body["type"], "not_asked" if body["type"] == "answer" else "not_seated")
            assert (refused["type"], refused["code"]) == ("error", wanted_code), body
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


# ---------------------------------------------------------------- F21: broken

BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "half": b'{"type":"play","key":"k"',
    "not json": b"roll the dice",
    "a brace": b"}",
    "brackets": b"[" * 10_000,
    "braces": b'{"a":' * 3000,
    "brackets in a move": b'{"type":"play","key":"k","seq":0,"move":{"roll":' + b"[" * 10_000,
    "a long number": b'{"type":"play","key":"k","move":{},"seq":' + b"9" * 10_000 + b"}",
    "a long number in a move": b'{"type":"why","key":"k","move":{"mark":{"die":' + b"9" * 10_000 + b"}}}",
    "a large exponent": b'{"type":"ping","at":1e999}',
    "NaN": b'{"type":"ping","at":NaN}',
    "infinity": b'{"type":"ping","at":-Infinity}',
    "bad UTF-8": b'{"type":"say","key":"k","phrase":"\xff\xfe"}',
    "an overlong slash": b'{"type":"say","key":"k","phrase":"\xc0\xaf"}',
    "half a pair": b'{"type":"say","key":"k","phrase":"\\ud800"}',
    "half a pair as a tag": b'{"type":"\\ud800","key":"k"}',
    "half a pair as a field": b'{"\\udfff":1}',
    "UTF-16": '{"type":"ping"}'.encode("utf-16"),
    "a mark before": b'\xef\xbb\xbf{"type":"ping"}',
    "zeros": b"\x00" * 100,
    "noise": bytes(random.Random(1).randrange(256) for _ in range(4000)),
    "two at once": b'{"type":"ping"}{"type":"ping"}',
    "a field twice": b'{"type":"ping","type":"leave","key":"k"}',
    "a comment": b'{"type":"ping"} // hello',
}


@fault("F21")
async def test_broken_frames_are_answered_and_change_nothing(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before = await picture(server, table)
    for name, data in BROKEN.items():
        async with SocketClient(server, table, ann.token) as line:
            await line.hear("welcome")
            await line.say(data)  # as a binary frame
            answer = await line.hear("error", "pong", "ok", "reason")
            assert answer.get("code") in ("bad_message", "bad_move"), (name, answer)
            await line.alive()
    assert await picture(server, table) == before


@fault("F21")
async def test_broken_bodies_are_refused_and_change_nothing(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before = await picture(server, table)
    for path in (f"/api/tables/{table}/commands", "/api/tables", "/api/enter", "/api/me", f"/api/tables/{table}/again"):
        for name, data in BROKEN.items():
            for body in (data, iter([data[:10], data[10:]])):  # with a length, and in chunks
                heard = ann.post(path, body)
                assert (heard.status, heard.code) in ((400, "bad_message"), (422, "bad_move")), (path, name, heard)
    for body in (b"a=1&b=2", b'{"name":"x"}'):
        assert ann.post("/api/me", body, content_type="application/x-www-form-urlencoded").code == "bad_message"
        assert ann.post("/api/me", body, content_type="text/plain").code == "bad_message"
    assert await picture(server, table) == before


@fault("F21")
@pytest.mark.parametrize("name", ["nothing", "brackets", "noise", "bad UTF-8", "a mark before", "not json"])
def test_records_that_are_none_are_refused(ann: Http, name: str):
    heard = ann.post("/api/records", BROKEN[name])
    assert (heard.status, heard.code) == (422, "bad_record"), heard


@fault("F21")
async def test_large_messages_are_refused_and_take_no_room(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    before, memory = await picture(server, table), server.memory()
    large = b'{"type":"say","key":"k","phrase":"' + b"p" * 2**20 + b'"}'
    codes = []
    for _ in range(30):
        async with SocketClient(server, table, ann.token) as line:
            await line.hear("welcome")
            codes.append(await code_after(line, large))
    assert 1009 in codes
    assert set(codes) <= {1009, None}
    for path in (f"/api/tables/{table}/commands", "/api/tables", "/api/guests", "/api/me/link"):
        for body in (large, iter([large[:70_000], large[70_000:]])):
            assert refused_or_cut(server, ann.token, path, body) in ("too_large", "cut", "created")
    assert refused_or_cut(server, ann.token, "/api/records", b"x" * (4 * 2**20 + 1)) in ("too_large", "cut")
    assert await picture(server, table) == before
    assert server.memory() - memory < 40 * 2**20
    assert ann.get("/healthz").status == 200


async def code_after(line: SocketClient, message: bytes) -> int | None:
    """How the server hangs up on a message; None if it did so while one still sent, and its goodbye was lost."""
    try:
        await line.say(message)
        while True:
            await line.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def refused_or_cut(server: Server, token: str | None, path: str, body: Any) -> str:
    """The code of a refusal; a server may also cut the line while one still sends."""
    http = Http(server, token)
    try:
        heard = http.post(path, body)
        return "created" if heard.status == 201 and path.endswith("link") else heard.code
    except OSError:
        return "cut"
    finally:
        http.close()


# ---------------------------------------------------------------- frames that no library sends


def frame(opcode: int, payload: bytes, *, final: int = 0x80, length: int | None = None) -> bytes:
    """A frame of a client; its length may be a lie."""
    size = len(payload) if length is None else length
    if size < 126:
        head = bytes([final | opcode, 0x80 | size])
    elif size < 2**16:
        head = bytes([final | opcode, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([final | opcode, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + b"\x00" * 4 + payload


TEXT, BINARY, CONTINUED, PING, UNKNOWN = 1, 2, 0, 9, 3
FRAMES: dict[str, bytes] = {
    "a megabyte announced": frame(TEXT, b"x", length=2**20),
    "more than there is in the world": frame(TEXT, b"x", length=2**62),
    "a continuation of nothing": frame(CONTINUED, b"x"),
    "an unknown kind": frame(UNKNOWN, b"x"),
    "a long ping": frame(PING, b"x" * 126),
    "reserved bits": bytes([0xF1, 0x80]) + b"\x00" * 4,
    "no mask": b"\x81\x01x",
    "pieces without end": frame(TEXT, b"x" * 4000, final=0) + frame(CONTINUED, b"x" * 4000, final=0) * 10,
    "no frames at all": b"GET / HTTP/1.1\r\n\r\n" * 10,
}


async def shake_hands(
    server: Server, path: bytes, *headers: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a socket by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    key = base64.b64encode(os.urandom(16))
    usual = (b"Host: x", b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13")
    lines = (b"GET %b HTTP/1.1" % path, *usual, b"Sec-WebSocket-Key: %b" % key, *headers, b"", b"")
    writer.write(b"\r\n".join(lines))
    return reader, writer


async def open_by_hand(server: Server, http: Http, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    token = (http.token or "").encode()
    lines = await shake_hands(server, b"/api/tables/%b/socket" % table.encode(), b"Authorization: Bearer %b" % token)
    await lines[0].readuntil(b'"type":"welcome"')
    return lines


@fault("F21")
@pytest.mark.parametrize("name", FRAMES)
async def test_frames_against_the_protocol_end_the_connection(server: Server, ann: Http, name: str):
    table = ann.open_table("me", "me")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await open_by_hand(server, ann, table)
        writer.write(FRAMES[name])
        with contextlib.suppress(ConnectionResetError):
            await reader.read(-1)  # until the server closes
    writer.close()
    assert ann.get(f"/api/tables/{table}").status == 200


@fault("F21")
async def test_broken_text_is_answered_as_broken_bytes_are(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await open_by_hand(server, ann, table)
        for data in BROKEN.values():
            writer.write(frame(TEXT, data))
            await reader.readuntil(b'"code":"bad_')
    writer.close()


@fault("F21")
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (b"/api/tables/\xff\xfe/socket", []),
        (b"/api/tables/%FF%00/socket?invite=%FF&since=%FF", []),
        (b"/api/tables/x/socket?invite=\xff", []),
        (b"/api/tables/x/socket", [b"Authorization: Bearer \xff\xfe"]),
        (b"/api/tables/x/socket", [b"Cookie: tabbytop=\xff; ;;==;"]),
        (b"/api/tables/x/socket", [b"Origin: http://["]),
        (b"/api/tables/x/socket", [b"Origin: \xff"]),
        (b"/api/tables/x/socket", [b"Sec-WebSocket-Extensions: permessage-deflate; \xff"]),
        (b"/api/nothing", []),
        (b"/", []),
    ],
)
async def test_a_socket_asked_for_in_a_broken_way_is_closed(server: Server, path: bytes, headers: list[bytes]):
    async with asyncio.timeout(PATIENCE):
        reader, writer = await shake_hands(server, path, *headers)
        status = (await reader.readline()).split()[1]
        if status == b"101":
            await reader.readuntil(b'"type":"bye"')
        else:
            assert status in (b"400", b"403")
    writer.close()
