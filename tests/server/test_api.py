"""The HTTP face of a server: guests, tables, commands, event streams, and the description of all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from tabbytop import games
from tabbytop.bots.pool import Pool, Readiness
from tabbytop.engine.record import parse_record
from tabbytop.server.http import pages
from tabbytop.server.http.catalogue import catalogue_of
from tabbytop.server.protocol import messages
from tests.server.servers import ROOT, Server, running
from tests.server.visitors import FRIEND, ME, Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("api") / "data", tick=0.2) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def rosie(server: Server) -> Visitor:
    return Visitor(server.address, "Rosie")


@pytest.fixture
def tom(server: Server) -> Visitor:
    return Visitor(server.address, "Tom")


@pytest.fixture
def stranger(server: Server) -> Visitor:
    return Visitor(server.address)


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[Visitor, str]:
    """A guest who played both seats of a game, and the table."""
    guest = Visitor(server.address, "Rosie")
    table = guest.open([ME, ME])["id"]
    guest.play_to_the_end(table)
    return guest, table


# ---------------------------------------------------------------- guests


def test_a_new_guest_gets_a_token_and_a_cookie_that_scripts_cannot_read(stranger: Visitor):
    answer = stranger.http.post("/api/guests", json={"name": "Rosie"})
    cookie = answer.headers["set-cookie"]
    assert f"tabbytop={answer.json()['token']};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    told = answer.json()
    assert stranger.get("/api/me") == {name: told[name] for name in ("id", "name", "face")}


def test_behind_a_proxy_with_https_the_cookie_is_for_https_only(stranger: Visitor):
    answer = stranger.http.post("/api/guests", headers={"x-forwarded-proto": "https"})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_guest_without_a_name_gets_one(stranger: Visitor):
    assert stranger.http.post("/api/guests").json()["name"]


def test_somebody_unknown_is_nobody(stranger: Visitor):
    assert stranger.get("/api/me") == {"id": None, "name": "", "face": ""}
    assert stranger.post("/api/me/link", status=401)["code"] == "no_guest"
    stranger.http.headers["authorization"] = "Bearer no-such-token"
    assert stranger.get("/api/me")["id"] is None


def test_the_header_counts_more_than_the_cookie(rosie: Visitor, tom: Visitor):
    rosie.http.cookies.set("tabbytop", tom.token)
    assert rosie.get("/api/me")["name"] == "Rosie"


def test_a_guest_can_take_another_name(rosie: Visitor):
    assert rosie.post("/api/me", {"name": "  Rosalind\n"})["name"] == "Rosalind"
    assert rosie.get("/api/me")["name"] == "Rosalind"


def test_a_link_continues_elsewhere_until_it_is_revoked(server: Server, rosie: Visitor):
    path = rosie.post("/api/me/link", status=201)["path"]
    page, _, token = path.partition("#")
    elsewhere = Visitor(server.address)
    assert page == "/enter"
    assert elsewhere.post("/api/enter", {"token": token}) == rosie.get("/api/me")
    assert elsewhere.get("/api/me") == rosie.get("/api/me")
    rosie.post("/api/me/revoke")
    assert elsewhere.get("/api/me")["id"] is None
    assert elsewhere.post("/api/enter", {"token": token}, status=401)["code"] == "no_guest"
    assert rosie.get("/api/me")["name"] == "Rosie"


# ---------------------------------------------------------------- tables and commands


def test_the_same_key_opens_one_table(rosie: Visitor):
    assert rosie.open([ME, FRIEND]) == rosie.open([ME, FRIEND])
    other = {"key": "open", "game": "cat-cab", "seats": [ME, ME, FRIEND]}
    assert rosie.post("/api/tables", other, status=409)["code"] == "key_reused"


def test_a_private_table_answers_strangers_as_if_it_did_not_exist(rosie: Visitor, tom: Visitor):
    table = rosie.open([ME, FRIEND])
    for path in ("", "/stream", "/log", "/moments/0", "/record"):
        private = tom.get(f"/api/tables/{table['id']}{path}", status=404)
        assert private == tom.get(f"/api/tables/none{path}", status=404)
    assert tom.get(f"/api/tables/{table['id']}?invite={table['invite']}")["you"]["seats"] == []
    assert tom.get("/api/tables")["mine"] == []
    assert [one["id"] for one in rosie.get("/api/tables")["mine"]] == [table["id"]]


def test_a_listed_table_can_be_found_and_watched(rosie: Visitor, stranger: Visitor):
    table = rosie.open([ME, {"type": "open"}], listed=True)["id"]
    assert table in [one["id"] for one in stranger.get("/api/tables")["open"]]
    seen = stranger.get(f"/api/tables/{table}")
    assert seen["you"] == {"guest": None, "name": "", "seats": [], "host": False, "invite": None}


def test_commands_over_http_are_answered_as_on_a_socket(rosie: Visitor, tom: Visitor):
    table = rosie.open([ME, FRIEND])
    invited = f"?invite={table['invite']}"
    assert tom.command(table["id"], type="sit", key="s", query=invited) == {"type": "ok", "key": "s", "seq": 2}
    assert tom.command(table["id"], type="start", key="g", status=403)["code"] == "not_host"
    assert rosie.command(table["id"], type="start", key="g")["seq"] == 3
    seq = rosie.get(f"/api/tables/{table['id']}")["now"]["seq"]
    reason = rosie.command(table["id"], type="why", key="w", move={"stop": {}})
    refused = rosie.command(table["id"], type="play", key="p", seq=seq, move={"stop": {}}, status=409)
    assert (reason["legal"], reason["clause"]) == (False, refused["clause"])
    assert refused["code"] == "illegal"


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b'{"type": "leave", "key": "k"', "application/json", 400, "bad_message"),
        (b'{"type": "dance", "key": "k"}', "application/json", 400, "bad_message"),
        (b'{"type": "leave", "key": "k", "more": 1}', "application/json", 400, "bad_message"),
        (b'{"type": "ping"}', "application/json", 400, "bad_message"),
        (b'{"type": "leave", "key": "k"}', "text/plain", 400, "bad_message"),
        (b"", "application/json", 400, "bad_message"),
        (b" " * 17_000, "application/json", 413, "too_large"),
    ],
)
def test_what_is_no_command_is_refused(rosie: Visitor, body: bytes, kind: str, status: int, code: str):
    table = rosie.open([ME, FRIEND])["id"]
    answer = rosie.http.post(f"/api/tables/{table}/commands", content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_command_that_cannot_be_read_is_answered_with_its_key(rosie: Visitor):
    table = rosie.open([ME, FRIEND])["id"]
    assert rosie.command(table, type="play", key="k7", seq=-1, move={}, status=400)["key"] == "k7"


def test_paths_and_methods_that_do_not_exist_are_refused_in_words(stranger: Visitor):
    assert stranger.get("/api/nothing", status=404)["code"] == "not_found"
    refused = stranger.read(stranger.http.delete("/api/tables"), 405)
    assert refused["code"] == "not_allowed"


def test_somebody_without_a_token_may_watch_but_not_act(rosie: Visitor, stranger: Visitor):
    table = rosie.open([ME, {"type": "open"}], listed=True)["id"]
    assert stranger.command(table, type="sit", key="s", status=401)["code"] == "no_guest"


# ---------------------------------------------------------------- what happened


def test_a_moment_is_seen_from_ones_own_seat_and_after_the_end_from_any(rosie: Visitor, tom: Visitor):
    table = rosie.open([ME, FRIEND])
    tom.command(table["id"], type="sit", key="s", query=f"?invite={table['invite']}")
    rosie.command(table["id"], type="start", key="g")
    for path in ("moments/2", "log"):
        assert tom.get(f"/api/tables/{table['id']}/{path}?seat=0", status=403)["code"] == "not_yours"
    sight = tom.get(f"/api/tables/{table['id']}/moments/2")
    assert sight["ply"] == 2
    assert tom.get(f"/api/tables/{table['id']}/moments/{sight['plies'] + 1}", status=404)["code"] == "no_moment"
    while (turn := rosie.get(f"/api/tables/{table['id']}")["now"]["actor"]) != "over":
        (rosie, tom)[turn].decide(table["id"])
    assert tom.get(f"/api/tables/{table['id']}/moments/2?seat=0")["view"] == sight["view"]


def test_the_log_leads_to_the_view(finished: tuple[Visitor, str]):
    guest, table = finished
    log, welcome = guest.get(f"/api/tables/{table}/log"), guest.get(f"/api/tables/{table}")
    view = log["start"]
    for line in log["lines"]:
        view |= line["changes"]
    assert view == welcome["view"]


def test_the_record_of_a_finished_game_holds_and_can_be_looked_at_elsewhere(
    finished: tuple[Visitor, str], tom: Visitor, rosie: Visitor
):
    guest, table = finished
    answer = guest.http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="cat-cab-{table}.jsonl"'
    assert parse_record(answer.text).finished
    looked_at = tom.read(tom.http.post("/api/records", content=answer.content), 201)["id"]
    assert tom.get(f"/api/tables/{looked_at}")["now"]["outcome"] == guest.get(f"/api/tables/{table}")["now"]["outcome"]
    assert tom.read(tom.http.post("/api/records", content=b"nonsense"), 422)["code"] == "bad_record"
    unfinished = rosie.open([ME, ME])["id"]
    assert rosie.get(f"/api/tables/{unfinished}/record", status=409)["code"] == "wrong_stage"


def test_a_finished_game_can_be_played_on_from_a_moment(finished: tuple[Visitor, str]):
    guest, table = finished
    wanted = {"key": "again", "ply": 4, "seat": 0, "level": "kitten"}
    again = guest.post(f"/api/tables/{table}/again", wanted, status=201)["id"]
    info = guest.get(f"/api/tables/{again}")["table"]
    assert (info["opening"], info["stage"]) == (4, "playing")
    old, new = (guest.get(f"/api/tables/{one}/log")["lines"][:4] for one in (table, again))
    assert [line["move"] for line in old] == [line["move"] for line in new]
    assert guest.get(f"/api/tables/{again}/moments/0/weighed", status=409)["code"] == "wrong_stage"


# ---------------------------------------------------------------- event streams


class Stream:
    """A stream of events as it arrives."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()

    def next(self, *kinds: str) -> tuple[int, dict[str, Any]]:
        """The next message of a kind, with its id."""
        number = -1
        for line in self._lines:
            name, _, value = line.partition(": ")
            number = int(value) if name == "id" else number
            if name == "data" and json.loads(value)["type"] in kinds:
                return number, json.loads(value)
        raise AssertionError("the stream has ended")

    def comment(self) -> str:
        """The next line that is meant for nobody."""
        return next(line for line in self._lines if line.startswith(":"))


@contextmanager
def listening(visitor: Visitor, table: str, query: str = "", **headers: str) -> Iterator[Stream]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with visitor.http.stream("GET", f"/api/tables/{table}/stream{query}", headers=named) as answer:
        yield Stream(answer)


def test_a_stream_begins_with_a_welcome_and_goes_on_with_news(rosie: Visitor):
    table = rosie.open([ME, ME])["id"]
    with listening(rosie, table) as stream:
        assert stream.answer.headers["content-type"].startswith("text/event-stream")
        assert stream.answer.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in stream.answer.headers
        number, welcome = stream.next("welcome", "news")
        assert welcome["type"] == "welcome"
        assert number == welcome["now"]["seq"]
        rosie.decide(table)
        number, news = stream.next("welcome", "news")
        assert news["type"] == "news"
        assert news["events"][0]["seq"] == welcome["now"]["seq"] + 1
        assert number == news["events"][-1]["seq"] == news["now"]["seq"]


def test_a_stream_on_which_nothing_happens_ticks(rosie: Visitor):
    with listening(rosie, rosie.open([ME, FRIEND])["id"]) as stream:
        assert stream.comment() == ": tick"


@pytest.mark.parametrize("way", ["header", "query"])
def test_a_stream_is_resumed_where_it_stopped(rosie: Visitor, way: str):
    table = rosie.open([ME, ME])["id"]
    with listening(rosie, table) as stream:
        known, _ = stream.next("welcome")
    rosie.decide(table)
    rosie.decide(table)
    query, headers = (f"?since={known}", {}) if way == "query" else ("", {"last_event_id": str(known)})
    with listening(rosie, table, query, **headers) as stream:
        number, news = stream.next("welcome", "news")
    assert news["type"] == "news"
    assert [event["seq"] for event in news["events"]] == list(range(known + 1, number + 1))


def test_a_stream_that_asks_for_the_future_starts_anew(rosie: Visitor):
    table = rosie.open([ME, ME])["id"]
    with listening(rosie, table, "?since=1000000") as stream:
        assert stream.next("welcome", "news")[1]["type"] == "welcome"


def test_who_listens_to_a_stream_is_present(rosie: Visitor, stranger: Visitor):
    table = rosie.open([ME, {"type": "open"}], listed=True)["id"]
    with listening(stranger, table) as watching:
        watching.next("welcome")
        with listening(rosie, table) as stream:
            stream.next("welcome")
            _, presence = watching.next("presence")
            while not presence["connected"][0]:
                _, presence = watching.next("presence")
            assert presence == {"type": "presence", "connected": [True, False], "watching": 1, "links": []}


def test_a_stream_ends_with_a_farewell_when_the_server_stops(tmp_path: Path):
    with running(tmp_path / "data") as server:
        rosie = Visitor(server.address, "Rosie")
        with listening(rosie, rosie.open([ME, FRIEND])["id"]) as stream:
            stream.next("welcome")
            assert server.process is not None
            server.process.terminate()
            assert stream.next("bye")[1]["code"] == "restarting"
        assert server.process.wait(20) == 0


# ---------------------------------------------------------------- the description


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    return httpx.get(f"{server.address}/api/openapi.json").json()


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name == "$ref":
                yield value
            elif name == "mapping":
                yield from value.values()
            else:
                yield from references(value)
    if isinstance(part, list):
        for value in part:
            yield from references(value)


def test_the_description_is_whole(described: dict[str, Any]):
    assert described["openapi"].startswith("3.1.")
    assert described["info"]["title"] == "Tabbytop"
    schemas = described["components"]["schemas"]
    for reference in references(described):
        assert reference.removeprefix("#/components/schemas/") in schemas
    names = [operation["operationId"] for _, _, operation in operations(described)]
    assert len(names) == len(set(names))


def test_every_route_says_what_it_takes_and_gives(described: dict[str, Any]):
    for path, method, operation in operations(described):
        assert operation["summary"]
        assert not any(name.startswith("x-") for name in operation)
        answers = operation["responses"]
        assert all(answer["description"] and answer["content"] for answer in answers.values()), path
        assert {"$ref": "#/components/schemas/Error"} in [
            kind["schema"] for answer in answers.values() for kind in answer["content"].values()
        ] or path == "/metrics"
        asked = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
        assert asked == re.findall(r"{(\w+)}", path)
        assert ("requestBody" in operation) <= (method == "post")


def test_every_route_of_the_application_is_described(described: dict[str, Any]):
    declared = re.findall(
        r'^        (get|post)\("(.+?)"',
        (Path(pages.__file__).parent / "api.py").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(declared) > 15
    told = {(method, path) for path, method, _ in operations(described)}
    assert {(method, f"/api{path}") for method, path in declared} <= told


def declared_answer(described: dict[str, Any], path: str, method: str) -> str:
    answer = next(iter(described["paths"][path][method]["responses"].values()))
    return answer["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]


@pytest.mark.parametrize(
    "path",
    ["/api/games", "/api/games/{game}/guide", "/api/games/{game}/lessons/{lesson}", "/api/me", "/api/tables",
     "/api/tables/{table}", "/api/tables/{table}/log", "/api/tables/{table}/moments/{ply}"],
)  # fmt: skip
def test_answers_are_as_described(described: dict[str, Any], finished: tuple[Visitor, str], path: str):
    guest, table = finished
    real = path.format(game="cat-cab", lesson="basics", table=table, ply=3)
    name = declared_answer(described, path, "get")
    answer = guest.get(real)
    msgspec.convert(answer, getattr(messages, name))
    schema = described["components"]["schemas"][name]
    assert set(schema["required"]) <= set(answer) <= set(schema["properties"])


def test_errors_are_as_described(described: dict[str, Any], stranger: Visitor):
    error = stranger.get("/api/tables/none", status=404)
    assert msgspec.convert(error, messages.Error).code == "no_table"
    assert set(error) == set(described["components"]["schemas"]["Error"]["properties"])


def test_the_description_can_be_read_without_scripts(stranger: Visitor):
    answer = stranger.http.get("/api/docs")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"<script|<style|style=|\son\w+=|https?://", answer.text)
    ids = re.findall(r'id="(\w+)"', answer.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#(\w+)"', answer.text)) <= set(ids)
    for path in re.findall(r'href="(/[^"]+)"', answer.text):
        assert stranger.http.get(path).status_code == 200
    assert stranger.http.get("/api/docs.css").headers["content-type"].startswith("text/css")


# ---------------------------------------------------------------- lessons


def test_a_lesson_is_listed_served_and_its_moves_can_be_tried_by_anybody(stranger: Visitor):
    listed = {game["id"]: game["lessons"] for game in stranger.get("/api/games")["games"]}
    main = listed["cat-cab"][0]
    path = f"/api/games/cat-cab/lessons/{main['id']}"
    lesson = stranger.get(path)
    assert [chapter["title"] for chapter in lesson["chapters"]] == main["chapters"]
    assert [sum(step["say"] != "" for step in chapter["steps"]) for chapter in lesson["chapters"]] == main["moves"]
    right = lesson["chapters"][0]["steps"][0]["lines"][0]["move"]
    tried = stranger.post(f"{path}/tries", {"chapter": 0, "step": 0, "move": right})
    assert tried == {"legal": True, "clause": None, "sentence": ""}
    refused = stranger.post(f"{path}/tries", {"chapter": 0, "step": 0, "move": {"roll": {}}})
    assert not refused["legal"]
    assert refused["clause"].startswith("CAB-")
    assert refused["sentence"]


@pytest.mark.parametrize(
    ("tried", "status"),
    [
        ({"chapter": 0, "step": 99, "move": {"roll": {}}}, 404),
        ({"chapter": -1, "step": 0, "move": {"roll": {}}}, 404),
        ({"chapter": 0, "step": 0, "move": {"fly": {}}}, 422),
        ({"chapter": 0, "step": 0}, 400),
    ],
)
def test_nonsense_tried_at_a_lesson_is_refused(stranger: Visitor, tried: dict[str, Any], status: int):
    stranger.post("/api/games/cat-cab/lessons/basics/tries", tried, status)


def test_lessons_that_are_not_there_are_not_found(stranger: Visitor):
    for path in ("cat-cab/lessons/none", "none/lessons/basics"):
        assert stranger.get(f"/api/games/{path}", 404)["code"] == "not_found"


# ---------------------------------------------------------------- the page


def visit(built: Path) -> httpx.AsyncClient:
    asgi = FastAPI()
    pages.add_to(asgi, partial(catalogue_of, cast(Pool, SimpleNamespace(readiness=lambda game: Readiness()))), built)
    return httpx.AsyncClient(transport=httpx.ASGITransport(asgi), base_url="http://here")


@pytest.mark.anyio
async def test_every_address_that_people_see_leads_to_the_page(tmp_path: Path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("the page")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "index-a1b2.js").write_text("code")
    here = visit(tmp_path)
    for path in ("/", "/t/abc", "/guide/cat-cab", "/%00", "/" + "a" * 3000, "/..%2f..%2fsecret"):
        assert (await here.get(path)).text == "the page", path
        assert (await here.get(path)).headers["cache-control"] == "no-cache"
    assert (await here.head("/")).status_code == 200
    assert (await here.get("/favicon.svg")).headers["content-type"].startswith("image/svg")
    assert "immutable" in (await here.get("/assets/index-a1b2.js")).headers["cache-control"]
    assert (await here.get("/assets/no-such.js")).status_code == 404
    plain, small = [
        await here.get("/assets/index-a1b2.js", headers={"accept-encoding": coding}) for coding in ("identity", "gzip")
    ]
    assert (plain.text, plain.headers.get("content-encoding")) == ("code", None)
    assert (small.text, small.headers.get("content-encoding")) == ("code", "gzip")
    known = {"accept-encoding": "gzip", "if-none-match": small.headers["etag"]}
    assert (await here.get("/assets/index-a1b2.js", headers=known)).status_code == 304
    (tmp_path / "assets" / "sheet-a1b2.css").write_text("a{}")
    (tmp_path / "assets" / "sheet-a1b2.css.br").write_bytes(b"as the build has made it")
    for coding, wanted in (("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip"), ("sabre", None)):
        async with here.stream("GET", "/assets/sheet-a1b2.css", headers={"accept-encoding": coding}) as answer:
            raw = b"".join([part async for part in answer.aiter_raw()])
        assert answer.headers.get("content-encoding") == wanted, coding
        assert answer.headers["content-type"].startswith("text/css")
        assert (raw == b"as the build has made it") == (wanted == "br")
    assert (await here.get("/api/nothing")).status_code == 404


@pytest.mark.anyio
async def test_files_outside_of_the_page_are_not_served(tmp_path: Path):
    (tmp_path / "secret").write_text("secret")
    built = tmp_path / "web"
    built.mkdir()
    (built / "index.html").write_text("the page")
    here = visit(built)
    for path in ("/../secret", "/..%2fsecret", "/%2e%2e/secret", f"/{tmp_path}/secret", f"//{tmp_path}/secret"):
        assert "secret" not in (await here.get(path)).text


@pytest.mark.anyio
async def test_the_page_carries_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sly = replace(games.load("cat-cab"), sentence="</script><script>alert(1)</script><!--")
    monkeypatch.setattr(games, "load", {"cat-cab": sly}.__getitem__)
    monkeypatch.setattr(games, "ids", lambda: ["cat-cab"])
    (tmp_path / "index.html").write_text(f"<body>{pages.CARRIED.format('catalogue', '')}<div id='app'></div></body>")
    text = (await visit(tmp_path).get("/new/cat-cab")).text
    (carried,) = re.findall(r'<script type="application/json" id="catalogue">(.*?)</script>', text, re.DOTALL)
    server_client = msgspec.json.decode(carried, type=messages.Catalogue)
    assert [(game.id, game.sentence) for game in server_client.games] == [("cat-cab", sly.sentence)]
    assert text.count("<script") == text.count("</script>") == 1


def test_the_built_page_has_a_place_for_the_catalogue():
    assert pages.CARRIED.format("catalogue", "") in (ROOT / "web/index.html").read_text()


@pytest.mark.anyio
async def test_a_game_may_bring_a_board_that_the_page_loads_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    brought = replace(games.load("cat-cab"), folder=tmp_path / "game")
    monkeypatch.setattr(games, "load", {"cat-cab": brought}.__getitem__)
    monkeypatch.setattr(games, "ids", lambda: ["cat-cab"])
    brought.static.mkdir(parents=True)
    (brought.static / "board.js").write_text("export const mount = () => {}")
    (brought.folder / "rules.py").write_text("secret")
    (game,) = catalogue_of(cast(Pool, SimpleNamespace(readiness=lambda game: Readiness()))).games
    assert game.board == "/games/cat-cab/board.js"
    here = visit(tmp_path)
    answer = await here.get(game.board)
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert answer.headers["cache-control"] == "no-cache"
    for path in ("/games/cat-cab/../rules.py", "/games/cat-cab/..%2frules.py", "/games/cat-cab/none.js"):
        assert "secret" not in (await here.get(path)).text


@pytest.mark.anyio
async def test_a_server_without_its_page_says_so(tmp_path: Path):
    assert "installed without its page" in (await visit(tmp_path).get("/")).text


def test_long_answers_are_compressed_for_those_who_ask(stranger: Visitor):
    assert stranger.http.get("/api/games").headers["content-encoding"] == "gzip"
    plain = stranger.http.get("/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
