"""F57: a server answers to its own names alone, so a foreign name that points here gets nothing (DNS rebinding)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabbytop.engine.errors import UserError
from tabbytop.kit.marks import fault
from tabbytop.server.http import hosts
from tabbytop.server.http.hosts import AllowedHosts, checked_name, checked_origin, name_in
from tabbytop.server.operating.settings import Settings
from tests.server import plants
from tests.server.lines import Http, SocketClient
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio
OWN = ["localhost", "LOCALHOST:8888", "127.0.0.1", "127.0.0.9:1", "[::1]:8888", "games.example", "Games.Example.:443",
       "page.example"]  # fmt: skip
FOREIGN = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "games.example.evil.example",
           "192.0.2.1", "[2001:db8::1]", "", "a b", "games.example@evil.example", "xn--\xe9"]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with names."""
    names = {"names": ["games.example"], "origins": ["https://page.example"]}
    with running(tmp_path_factory.mktemp("hosts"), plants.named(plants.quick_bots), **names) as server:
        yield server
        assert server.problems() == []


@fault("F57")
@pytest.mark.parametrize("host", OWN)
async def test_a_server_answers_to_its_own_names(server: Server, host: str):
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me")
    assert http.get("/api/me", host=host).status == 200
    async with SocketClient(server, table, http.token, headers={"host": host}) as line:
        await line.hear("welcome")
    http.close()


@fault("F57")
@pytest.mark.parametrize("host", FOREIGN, ids=ascii)
async def test_a_foreign_name_gets_nothing(server: Server, host: str):
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me", listed=True)
    for path in ("/", "/api/me", "/api/games", f"/api/tables/{table}", f"/api/tables/{table}/log", "/metrics"):
        heard = http.get(path, host=host)
        assert (heard.status, heard.code) == (421, "foreign_host"), path
    own_page = {"host": host, "origin": f"http://{host}", "sec_fetch_site": "same-origin"}
    assert http.post("/api/guests", {}, **own_page).code == "foreign_host"
    http.close()


@fault("F57")
async def test_a_socket_by_a_foreign_name_is_refused(server: Server):
    http = Http(server)
    http.become_guest("Ann")
    table = http.open_table("me", "me")
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    async with SocketClient(server, table, http.token, headers=headers) as line:
        assert await line.end() == (1008, "foreign_host")
        assert len(line.heard) == 1
    http.close()


@fault("F57")
def test_the_refusal_says_what_to_set(server: Server):
    said = Http(server).get("/api/me", host="cats.example:8888").json["sentence"]
    assert said.endswith("start it with --host-name cats.example.")


@fault("F57")
def test_the_address_at_which_it_was_reached_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "Tower")
    own = AllowedHosts(Settings(tmp_path, "", host="0.0.0.0"))
    assert own.allows("192.0.2.7:8888", "192.0.2.7")
    assert own.allows("192.0.2.7", "::ffff:192.0.2.7")
    assert own.allows("[2001:db8::7]:80", "2001:db8::7")
    assert own.allows("tower:8888", None)
    assert own.allows("tower.local", None)
    assert not own.allows("192.0.2.8", "192.0.2.7")
    assert not own.allows("tower.example", "192.0.2.7")


@fault("F57")
@pytest.mark.parametrize(
    ("host", "name"), [("A.b:80", "a.b"), ("a.b.", "a.b"), ("[::1]:80", "::1"), ("::1", "::1"), ("", ""), ("[", "")]
)
def test_names_are_compared_without_ports(host: str, name: str):
    assert name_in(host) == name


@fault("F57")
def test_browsers_that_came_over_tls_are_told_to_stay_there(server: Server):
    http = Http(server)
    for path in ("/", "/api/me", "/healthz", "/api/nothing"):
        assert "strict-transport-security" not in http.get(path).headers
        secure = http.get(path, x_forwarded_proto="https").headers["strict-transport-security"]
        assert int(secure.removeprefix("max-age=")) >= 180 * 24 * 3600
    untrusted = Http(server, address="127.0.5.1").get("/api/me", x_forwarded_proto="https")
    assert "strict-transport-security" not in untrusted.headers


@pytest.mark.parametrize(
    ("given", "said_by_browsers"),
    [
        ("https://games.example", "https://games.example"),
        ("https://Games.Example/", "https://games.example"),
        ("http://games.example:80", "http://games.example"),
        ("https://games.example:8443", "https://games.example:8443"),
        ("http://[::1]:8888", "http://[::1]:8888"),
    ],
)
def test_the_address_of_a_page_is_taken_as_browsers_say_it(given: str, said_by_browsers: str):
    assert checked_origin(given) == said_by_browsers


@pytest.mark.parametrize(
    "given",
    ["games.example", "ftp://games.example", "https://", "https://games.example/table", "https://games.example?a=1",
     "https://games.example:port", "https://games.example:0", "https://ann@games.example", "https://[::1",
     "https://a b"],
)  # fmt: skip
def test_what_no_page_can_have_as_an_address_is_refused(given: str):
    with pytest.raises(UserError, match="An origin is written like https://"):
        checked_origin(given)


@pytest.mark.parametrize("given", ["https://games.example", "games.example/table", "a b", ""])
def test_what_no_server_can_be_called_is_refused(given: str):
    with pytest.raises(UserError, match="A host name is written like"):
        checked_name(given)
