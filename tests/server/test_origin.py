"""Pages of other sites: they can neither connect, nor post, nor frame, nor bring scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from tabbytop.kit.marks import fault
from tests.server import plants
from tests.server.lines import Heard, Http, SocketClient
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
FRIENDLY = "https://games.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that another site's page may use."""
    folder = tmp_path_factory.mktemp("origin")
    with running(folder, plants.named(plants.quick_bots), origins=[FRIENDLY]) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


FOREIGN = [
    "https://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1.evil.example",
    "http://evil.example/127.0.0.1",
    "null",
    "",
    "file://",
    "http://[",
    "https://games.example.evil.example",
    "https://games.example:444",
    "http://games.example",
    "HTTPS://GAMES.EXAMPLE",
    "\xff",
]


@fault("F24")
@pytest.mark.parametrize("origin", FOREIGN, ids=ascii)
async def test_a_page_of_another_site_can_neither_post_nor_connect(server: Server, ann: Http, origin: str):
    table = ann.open_table("me", "me")
    seq = ann.get(f"/api/tables/{table}").json["now"]["seq"]
    for path in ("/api/guests", "/api/me", "/api/me/link", "/api/me/revoke", "/api/tables", "/api/records"):
        heard = ann.post(path, {}, origin=origin)
        assert (heard.status, heard.code) == (403, "foreign_origin")
        assert "set-cookie" not in heard.headers
    said = {"type": "say", "key": "k", "phrase": "hello"}
    assert ann.post(f"/api/tables/{table}/commands", said, origin=origin).code == "foreign_origin"
    async with SocketClient(server, table, ann.token, headers={"origin": origin}) as line:
        assert await line.end() == (1008, "foreign_origin")
        assert len(line.heard) == 1
    assert ann.get(f"/api/tables/{table}").json["now"]["seq"] == seq


@fault("F24")
@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
async def test_a_request_that_a_browser_calls_foreign_is_refused(server: Server, ann: Http, site: str):
    heard = ann.post("/api/me/revoke", {}, sec_fetch_site=site)
    assert (heard.status, heard.code) == (403, "foreign_origin")


async def test_our_own_page_programs_and_friendly_sites_are_let_in(server: Server, ann: Http):
    table = ann.open_table("me", "me")
    own = f"http://127.0.0.1:{server.port}"
    for headers in (
        {},
        {"origin": own},
        {"origin": own, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": FRIENDLY, "sec-fetch-site": "cross-site"},
    ):
        assert ann.post("/api/me", {"name": "Ann"}, **headers).status == 200
        async with SocketClient(server, table, ann.token, headers=headers) as line:
            assert (await line.hear("welcome"))["you"]["seats"] == [0, 1]


@fault("F24")
def test_no_answer_can_be_read_by_a_page_of_another_site(ann: Http):
    for origin in (FRIENDLY, "https://evil.example"):
        for method in ("GET", "OPTIONS"):
            heard = ann.ask(method, "/api/me", origin=origin)
            assert not [name for name in heard.headers if name.startswith("access-control")]


def answers(ann: Http) -> dict[str, Heard]:
    """Answers of every kind: pages, files, data, refusals, streams of events."""
    table = ann.open_table("me", "me")
    paths = ["/", "/tables/x", "/api/docs", "/api/openapi.json", "/api/me", "/api/games", "/healthz", "/metrics"]
    paths += [f"/api/tables/{table}", "/api/tables/nothing", "/api/nothing", "/favicon.svg"]
    found = {path: ann.get(path) for path in paths}
    found["a foreign post"] = ann.post("/api/me", {}, origin="https://evil.example")
    found["a large body"] = ann.post("/api/me", b"x" * 20_000)
    return found


@fault("F23", "F24")
def test_every_answer_tells_browsers_to_be_strict(ann: Http):
    for path, heard in answers(ann).items():
        policy = dict(part.strip().partition(" ")[::2] for part in heard.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'", path
        assert policy["frame-ancestors"] == "'none'"
        assert policy["object-src"] == policy["base-uri"] == "'none'"
        assert not re.search(r"unsafe|\*|https?:|blob:", heard.headers["content-security-policy"])
        assert "data:" not in policy.get("script-src", policy["default-src"])
        assert heard.headers["x-frame-options"] == "DENY"
        assert heard.headers["x-content-type-options"] == "nosniff"
        assert heard.headers["referrer-policy"] == "same-origin"
        assert heard.headers["cross-origin-resource-policy"] == "same-origin"
        assert heard.headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in heard.headers


@fault("F23")
def test_pages_bring_nothing_that_the_policy_forbids(ann: Http):
    for path in ("/", "/api/docs"):
        page = ann.get(path).body.decode()
        scripts = re.findall(r"<script\b([^>]*)>", page)
        run = [script for script in scripts if 'type="application/json"' not in script]  # data is never run
        assert all("src=" in script for script in run), f"{path} has a script in it"
        assert not re.search(r"\son\w+\s*=", page), f"{path} has a handler in it"
        assert not re.search(r"<style|\sstyle\s*=", page), f"{path} has a style in it"
        assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", page), f"{path} brings something from elsewhere"


def test_what_is_personal_is_not_kept_by_anybody_on_the_way(ann: Http):
    for path in ("/api/me", "/api/tables", "/api/tables/nothing"):
        assert ann.get(path).headers["cache-control"] == "no-store"


def test_the_cookie_is_for_this_server_alone(server: Server):
    browser = Http(server)
    token = browser.become_guest("Ann").json["token"]
    link = browser.post("/api/me/link", {}).json["path"].partition("#")[2]
    for heard in (browser.post("/api/guests", {}), browser.post("/api/enter", {"token": link})):
        (morsel,) = SimpleCookie(heard.headers["set-cookie"]).values()
        assert morsel["httponly"]
        assert morsel["samesite"] == "lax"
        assert morsel["path"] == "/"
        assert not morsel["domain"]
        assert not morsel["secure"], "over plain HTTP a browser would not send it back"
        assert morsel.value != token
    secure = browser.post("/api/guests", {}, x_forwarded_proto="https")
    assert "Secure" in secure.headers["set-cookie"]


def test_tokens_are_stored_as_hashes_only(server: Server, ann: Http):
    link = ann.post("/api/me/link", {}).json["path"].partition("#")[2]
    stored = b"".join(file.read_bytes() for file in Path(server.data).iterdir() if file.is_file())
    assert b"Ann" in stored
    for secret in (ann.token or "", link):
        assert secret.encode() not in stored
