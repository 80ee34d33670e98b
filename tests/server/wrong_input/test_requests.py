"""Wrong input: out of turn, out of shape, odd texts. It is refused, and changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tabbytop import games
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.server.lines import Http, SocketClient, first_event, wanted
from tests.server.servers import Server
from tests.server.shapes import Shapes
from tests.server.wrong_input.tables import ODD, ROLL, as_ascii, duel, now_of, picture, routes_of, without_date

pytestmark = pytest.mark.anyio


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

NO_IDS = [
    *("%00", "aaaaaaaaaaaaaaa%00", "aaaaaaaaaaaaaaaa%00", "aaaaaaaaaaaaaaaa%0A", "%ED%A0%80", "%C0%80", "%FF"),
    *("AAAAAAAAAAAAAAAA", "aaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa", "%27%20OR%201%3D1", "%EF%BF%BF"),
]
"""What cannot be the id of a table."""


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
