"""F52: connections that say nothing are closed in time and counted by network; whoever plays, plays on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.http import connections, limits, sockets
from tabbytop.server.http.connections import ConnectionLimits, LimitedProtocol, raise_descriptor_limit
from tabbytop.server.http.pages import BUILT
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tests.server import plants
from tests.server.lines import PATIENCE, Http, SocketClient
from tests.server.servers import ROOT, Server, running, wait_for

pytestmark = pytest.mark.anyio
LOG = logging.getLogger("tests.silence")
FEW = 256
"""Descriptors of a server that has few."""
HALF = b"GET /api/me HTTP/1.1\r\nhost: localhost\r\nx-slow: "


def few_descriptors(store: object = None) -> None:
    """A server that may open few files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))


def small_networks(store: object = None) -> None:
    """A server that lets few connections of one network in."""
    limits.CONNECTIONS = 20


def brief_stalls(store: object = None) -> None:
    """A server that soon gives up on those who take nothing, and whose system holds little of an answer for them."""
    made = LimitedProtocol.connection_made

    def with_little_room(connection: LimitedProtocol, transport: asyncio.BaseTransport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made(connection, transport)

    LimitedProtocol.connection_made = with_little_room  # type: ignore[method-assign]
    connections.STALLED = 0.5


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Server]:
    """A server that waits a second for a request."""
    planted = [plants.named(plant) for plant in (plants.quick_bots, small_networks, brief_stalls)]
    with running(tmp_path, *planted, patience=1.0, generosity=1.0) as server:
        yield server
        assert server.problems() == []


@contextlib.contextmanager
def connected(server: Server, address: str, said: bytes = b"") -> Iterator[socket.socket]:
    """A bare connection from an address, on which something was said."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0)) as line:
        line.sendall(said)
        yield line


def closed(line: socket.socket) -> bytes:
    """Wait until the server has closed a connection; what it said before."""
    said = b""
    try:
        while part := line.recv(65536):
            said += part
    except ConnectionError:
        pass
    return said


@contextlib.asynccontextmanager
async def player(server: Server, address: str) -> AsyncIterator[SocketClient]:
    """Somebody at a table, who is there before and still there after."""
    http = Http(server, address=address)
    http.become_guest("Player")
    table = http.open_table("me", "me")
    async with SocketClient(server, table, http.token, local_addr=(address, 0)) as line:
        assert (await line.ask("say", phrase="hello"))["type"] == "ok"
        yield line
        assert (await line.ask("say", phrase="purr"))["type"] == "ok"
    http.close()


def logged(server: Server, words: str) -> bool:
    return any(words in json.loads(line)["message"] for line in server.log.read_text().splitlines() if line[:1] == "{")


def test_a_friend_who_is_away_looks_away_within_ten_seconds():
    """A dead line is noticed, and then the page waits a moment whether they come back."""
    page = (ROOT / "web/src/table/absences.svelte.ts").read_text(encoding="utf-8")
    grace = re.search(r"^const GRACE = (\d+);", page, re.MULTILINE)
    assert grace is not None
    assert sockets.PING_EVERY + sockets.PING_PATIENCE + int(grace[1]) / 1000 < 10


def tell_of_streams(store: object = None) -> None:
    """Streams of events say how long a silent peer is waited for."""
    end_if_silent = LimitedProtocol.end_if_silent

    def told(connection: LimitedProtocol, patience: float) -> None:
        end_if_silent(connection, patience)
        line = connection.transport.get_extra_info("socket")
        LOG.warning("the system waits for %d ms", line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))

    LimitedProtocol.end_if_silent = told  # type: ignore[method-assign]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system gives silent peers up by itself")
def test_a_stream_whose_reader_is_silently_gone_ends_like_a_socket(tmp_path: Path):
    with running(tmp_path, plants.named(tell_of_streams)) as server:
        http = Http(server)
        http.become_guest("Ann")
        next(http.events(f"/api/tables/{http.open_table('me', 'me')}/stream"))
        wait_for(lambda: logged(server, f"the system waits for {1000 * sockets.PING_PATIENCE:.0f} ms"))


@fault("F52")
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"G",
        HALF,
        b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n" + HALF,
    ],
    ids=["nothing", "a letter", "half a head", "one request", "one request and a half"],
)
async def test_a_connection_that_does_not_say_what_it_wants_is_closed(impatient: Server, said: bytes):
    async with player(impatient, "127.0.3.1"):
        with connected(impatient, "127.0.3.2", said) as line:
            answers = await asyncio.to_thread(closed, line)
    assert answers.count(b"HTTP/1.1 200") == (b"\r\n\r\n" in said)
    wait_for(lambda: logged(impatient, "did not say what they want in time"))


@fault("F52")
async def test_dripping_a_head_does_not_help(impatient: Server):
    with connected(impatient, "127.0.3.2", HALF) as line:
        reading = asyncio.create_task(asyncio.to_thread(closed, line))
        async with asyncio.timeout(PATIENCE):
            while not reading.done():
                with contextlib.suppress(OSError):
                    line.send(b"a")
                await asyncio.sleep(0.05)


@fault("F52")
async def test_a_head_without_an_end_is_not_read(impatient: Server):
    with connected(impatient, "127.0.3.2", HALF) as line:
        with contextlib.suppress(OSError):
            for _ in range(200):
                line.sendall(b"a" * 8192)
        await asyncio.to_thread(closed, line)


@fault("F52")
async def test_an_answer_that_nobody_takes_is_given_up(impatient: Server):
    largest = max((BUILT / "assets").glob("*.js"), key=lambda file: file.stat().st_size).name
    ask = f"GET /assets/{largest} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
    async with player(impatient, "127.0.3.1"):
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", impatient.port))
            line.sendall(ask)
            await asyncio.to_thread(wait_for, lambda: logged(impatient, "took nothing of their answers"))
            line.settimeout(PATIENCE)
            await asyncio.to_thread(closed, line)


@fault("F52")
def test_a_network_has_so_many_connections_and_others_come_in(impatient: Server):
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(impatient, "127.0.3.2"))
        with connected(impatient, "127.0.3.2") as one_more:
            said = closed(one_more)
        assert said.startswith(b"HTTP/1.1 429 ")
        assert b"Too many connections from your address" in said
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "slow_down"
        assert Http(impatient, address="127.0.3.3").get("/api/me").status == 200
    wait_for(lambda: logged(impatient, "networks that have too many open already"))
    wait_for(lambda: get_through(impatient, "127.0.3.2"))


def get_through(server: Server, address: str) -> bool:
    try:
        return Http(server, address=address).get("/api/me").status == 200
    except OSError:
        return False


@fault("F52")
async def test_a_socket_counts_until_it_is_closed(impatient: Server):
    http = Http(impatient, address="127.0.3.9")
    http.become_guest()
    table = http.open_table("me", "me", listed=True)
    http.close()
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(20):
            line = SocketClient(impatient, table, None, local_addr=("127.0.3.2", 0))
            await (await stack.enter_async_context(line)).hear("welcome")
        assert Http(impatient, address="127.0.3.2").get("/api/me").status == 429
    wait_for(lambda: get_through(impatient, "127.0.3.2"))


@fault("F52")
async def test_when_descriptors_run_out_the_silent_make_room(tmp_path: Path):
    """More half-open connections than there are descriptors, of many networks: players stay, others still come in."""
    quick, few = plants.named(plants.quick_bots), plants.named(few_descriptors)
    with running(tmp_path, quick, few, generosity=1000.0, patience=600.0) as server:
        assert Http(server).get("/readyz").status == 200
        async with player(server, "127.0.3.1"):
            with contextlib.ExitStack() as stack:
                for number in range(2 * FEW):
                    stack.enter_context(connected(server, f"127.0.4.{number % 200 + 1}", HALF))
                http = Http(server, address="127.0.3.3")
                http.become_guest("Newcomer")
                async with player(server, "127.0.3.4"):
                    ready = http.get("/readyz")
                    assert (ready.status, ready.code) == (503, "busy")
                    assert "open files" in ready.json["sentence"]
                    assert http.get("/healthz").status == 200
                wait_for(lambda: logged(server, "to make room"))
        wait_for(lambda: Http(server).get("/readyz").status == 200)
        assert server.problems() == []


# ---------------------------------------------------------------- the connections itself


class Ended(SimpleNamespace):
    """A connection as the connections sees it."""

    network = ""
    ended = ""

    def __hash__(self) -> int:
        return id(self)

    def end(self, why: str) -> None:
        self.ended = why


@fault("F52")
async def test_a_proxy_that_is_trusted_is_not_one_network(tmp_path: Path):
    connection_limits = ConnectionLimits(Settings(tmp_path, ""), Metrics(), "127.0.0.1,::1")
    connections: list[Any] = [Ended() for _ in range(2 * limits.CONNECTIONS)]
    assert all(connection_limits.admit(one, "127.0.0.1") is None for one in connections)
    found = [connection_limits.admit(Ended(), f"2001:db8::{number:x}") for number in range(2 * limits.CONNECTIONS)]  # type: ignore[arg-type]
    assert found.count(None) == limits.CONNECTIONS
    assert connection_limits.admit(Ended(), "2001:db8:0:1::1") is None  # type: ignore[arg-type]


@fault("F52")
async def test_without_anybody_silent_newcomers_are_refused_and_the_server_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connections, "room_for_connections", lambda: 3)
    connection_limits = ConnectionLimits(Settings(tmp_path, ""), Metrics(), "127.0.0.1")
    first, *others = [Ended() for _ in range(3)]
    for number, one in enumerate((first, *others)):
        assert connection_limits.problem is None
        assert connection_limits.admit(one, f"192.0.2.{number}") is None  # type: ignore[arg-type]
    assert "open files" in (connection_limits.problem or "")
    assert connection_limits.admit(Ended(), "192.0.2.9") == connections.FULL  # type: ignore[arg-type]
    assert connection_limits.admit(Ended(), "127.0.0.1") is None  # type: ignore[arg-type]
    connection_limits.waits(first)  # type: ignore[arg-type]
    assert connection_limits.admit(Ended(), "192.0.2.9") is None  # type: ignore[arg-type]
    assert first.ended == "crowded"


@fault("F52")
def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch):
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: found.append(wanted))
    raise_descriptor_limit()
    assert found == [(4096, 4096)]
    assert connections.room_for_connections() == 1024 - connections.SPARE
