"""Floods: whoever asks for too much is told to slow down, and everybody else plays on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tabbytop.client import new_key
from tabbytop.kit.marks import fault
from tabbytop.server.http import limits
from tabbytop.server.http.guard import Guard, address_of
from tabbytop.server.http.limits import Bucket, Limit, Rate
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tests.patience import PATIENCE
from tests.server import plants
from tests.server.lines import Heard, Http, SocketClient, wanted
from tests.server.servers import Server, running
from tests.server.wires import FakeConnection

pytestmark = pytest.mark.anyio
GENEROSITY = 0.25
"""A quarter of the usual limits: a server on a busy machine may hardly get to more than the usual ones allow, and what
is sent to it is no flood then."""
PAUSE = 1.2 / (limits.COMMANDS.per_second * GENEROSITY)
"""Seconds between two commands of somebody who keeps to the limits."""
FLOODED = 60 * 2**20
"""Bytes by which a server may grow under a flood."""
AT_ONCE, MANY = 16, 10_000
addresses = (f"127.0.1.{number}" for number in range(1, 250))
"""Limits are kept by address; every flood comes from one of its own."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits."""
    folder, planted = tmp_path_factory.mktemp("floods"), plants.named(plants.quick_bots)
    with running(folder, planted, generosity=GENEROSITY) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def flooder(server: Server) -> Iterator[Http]:
    http = Http(server, address=next(addresses))
    http.become_guest("Flooder")
    yield http
    http.close()


@contextlib.asynccontextmanager
async def bystander(server: Server) -> AsyncIterator[Counter[str]]:
    """Somebody at another table, from another address, whose commands must all be acknowledged meanwhile."""
    address = next(addresses)
    http = Http(server, address=address)
    http.become_guest("Bystander")
    table, memory, answers = http.open_table("me", "me"), server.memory(), Counter[str]()

    async def keep_talking(line: SocketClient) -> None:
        while True:
            answers[(await line.ask("say", phrase="purr"))["type"]] += 1
            await asyncio.sleep(PAUSE)

    async with SocketClient(server, table, http.token, local_addr=(address, 0)) as line:
        assert (await line.ask("say", phrase="hello"))["type"] == "ok"
        talking = asyncio.create_task(keep_talking(line))
        try:
            yield answers
            assert not talking.done()
        finally:
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
        assert (await line.ask("say", phrase="good-game"))["type"] == "ok"
    assert answers["ok"] > 0
    assert set(answers) == {"ok"}
    assert server.memory() - memory < FLOODED
    assert http.get("/healthz").status == 200
    http.close()


def allowed(rate: Rate, since: float) -> float:
    """How often somebody may do something in the time that has passed."""
    here = rate.times(GENEROSITY)
    return here.burst + here.per_second * (time.monotonic() - since) + 1


def all_at_once(flooder: Http, ask: Callable[[Http], Heard]) -> list[Heard]:
    """The same question over many connections of one address, so that the server is the only one who is waited for."""
    lines = [Http(flooder.server, address=flooder.address) for _ in range(AT_ONCE)]
    for line in lines:
        line.token = flooder.token
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return [heard for each in pool.map(lambda line: [ask(line) for _ in range(10)], lines) for heard in each]
    finally:
        for line in lines:
            line.close()


async def until_answered(answers: Counter[str]) -> None:
    """Wait until somebody else was answered since."""
    seen = answers["ok"]
    async with asyncio.timeout(PATIENCE):
        while answers["ok"] == seen:
            await asyncio.sleep(0.01)


@fault("F22")
@pytest.mark.parametrize(
    "message",
    [
        '{"type":"ping"}',
        '{"type":"resync","since":0}',
        '{"type":"say","key":"k","phrase":"hello"}',
        pytest.param("x" * 1000, id="nonsense"),
    ],
)
async def test_a_flood_of_messages_ends_its_connection_and_nobody_elses(server: Server, flooder: Http, message: str):
    table = flooder.open_table("me", "me")
    began = time.monotonic()
    async with bystander(server) as answers, SocketClient(server, table, flooder.token) as line:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(3000):
                await line.say(message)
        assert await line.end() == (1008, "slow_down")
        await until_answered(answers)
    told = Counter('"slow_down"' in said for said in line.heard)
    assert 2 < told[True] < 50, "a flood is not answered with a flood"
    assert told[False] < 3 * allowed(limits.MESSAGES, began), "an answer, the news of it, and now and then a tick"


@fault("F22")
async def test_a_flood_of_commands_is_slowed_down(server: Server, flooder: Http):
    table = flooder.open_table("me", "me")
    async with bystander(server) as answers:
        heard: list[Heard] = []
        while len(heard) < MANY and all(answer.status == 200 for answer in heard):
            heard += await asyncio.to_thread(
                all_at_once, flooder, lambda http: http.command(table, "say", phrase="hello")
            )
        await until_answered(answers)
    statuses = Counter(answer.status for answer in heard)
    assert set(statuses) == {200, 429}
    refused = next(answer for answer in heard if answer.status == 429)
    assert refused.code == "slow_down"
    assert refused.json["retry_after"] > 0
    assert int(refused.headers["retry-after"]) >= 1
    numbers = sorted(answer.json["seq"] for answer in heard if answer.status == 200)
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert flooder.get(f"/api/tables/{table}").json["now"]["seq"] == numbers[-1]


@fault("F22")
async def test_a_flood_of_sockets_is_refused(server: Server, flooder: Http):
    """More than a new address may open at once: the rest is told why, and others can still come."""
    table, address = flooder.open_table("me", "me", listed=True), next(addresses)

    async def visit(stack: contextlib.AsyncExitStack) -> str:
        line = await stack.enter_async_context(SocketClient(server, table, None, local_addr=(address, 0)))
        message = await line.hear("welcome", "bye")
        return message.get("code") or message["type"]

    async with bystander(server) as answers, contextlib.AsyncExitStack() as stack:
        found: Counter[str] = Counter()
        for _ in range(8):
            found.update(await asyncio.gather(*(visit(stack) for _ in range(50))))
        await until_answered(answers)
        async with SocketClient(server, table, flooder.token) as line:
            await line.alive()
    assert set(found) == {"welcome", "slow_down"}
    assert found["welcome"] <= limits.OPEN_CONNECTIONS * GENEROSITY
    assert found["slow_down"] > 20


@fault("F22")
async def test_a_flood_of_tables_is_refused(server: Server, flooder: Http):
    """By guest, by address, and by request; a table that was refused does not exist."""
    tokens, began = [flooder.become_guest("Another").json["token"] for _ in range(4)], time.monotonic()
    async with bystander(server) as answers:
        found: Counter[str] = Counter()
        for token in tokens:
            flooder.token = token
            for _ in range(250):
                wish = {"key": new_key(), "game": "cat-cab", "seats": wanted("me", "me")}
                heard = await asyncio.to_thread(flooder.post, "/api/tables", wish)
                found[str(heard.status)] += 1
        await until_answered(answers)
    assert set(found) == {"201", "429"}
    assert found["201"] <= allowed(limits.TABLES_HERE, began)


@fault("F22")
def test_a_flood_of_guests_is_refused(server: Server):
    http = Http(server, address=next(addresses))
    found, began = Counter[int](), time.monotonic()
    while found.total() < MANY and not found[429]:
        found.update(answer.status for answer in all_at_once(http, lambda each: each.post("/api/guests", {})))
    assert set(found) == {201, 429}
    assert found[201] <= allowed(limits.GUESTS, began)


@fault("F22")
def test_a_flood_of_requests_is_refused_but_health_can_always_be_asked_for(server: Server):
    http = Http(server, address=next(addresses))
    found = Counter[int]()
    while found.total() < MANY and not found[429]:
        found.update(answer.status for answer in all_at_once(http, lambda each: each.get("/api/me")))
    assert set(found) == {200, 429}
    assert http.get("/healthz").status == http.get("/readyz").status == 200


# ---------------------------------------------------------------- the limits themselves


class Held:
    """An application whose connections last until they are let go."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.inside = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        await self.free.wait()


@fault("F22")
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_an_address_has_so_many_connections_at_once_of_whatever_kind(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Streams of events last as long as sockets do, and count as much."""
    monkeypatch.setattr(limits, "OPEN_CONNECTIONS", 5)
    inner = Held()
    guard = Guard(inner, Settings(tmp_path, ""), Metrics())
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def visit(address: str) -> None:
        scope = {"type": kind, "method": "GET", "path": "/", "headers": [], "client": (address, 1)}
        connection = FakeConnection(None)
        await guard({**scope, "extensions": {"tabbytop.socket": {"socket": connection}}}, receive, send)
        connection.lose()

    async def come(address: str) -> asyncio.Task[None]:
        task = asyncio.create_task(visit(address))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    staying = [await come("127.0.0.1") for _ in range(5)]
    assert (inner.inside, said) == (5, [])
    refused = await come("127.0.0.1")
    await asyncio.wait([refused], timeout=1)
    assert inner.inside == 5
    assert b"slow_down" in repr(said).encode()
    staying.append(await come("127.0.0.2"))
    assert inner.inside == 6
    inner.free.set()
    await asyncio.gather(*staying)
    await (await come("127.0.0.1"))
    assert inner.inside == 7


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_whoever_has_a_whole_network_of_addresses_counts_as_one(address: str, counted: str):
    assert address_of({"client": (address, 1234)}) == counted


def test_a_bucket_empties_with_use_and_fills_with_time(monkeypatch: pytest.MonkeyPatch):
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    bucket = Bucket(Rate("things", per_second=2, burst=3))
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0]
    assert bucket.wait() == 0.5
    now[0] += 0.5
    assert bucket.wait() == 0
    assert bucket.wait() > 0
    now[0] += 3600
    assert [bucket.wait() > 0 for _ in range(5)] == [False, False, False, True, True]


def test_a_limit_remembers_so_many_and_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Limit, "MOST", 100)
    limit = Limit(Rate("things", per_second=0.001, burst=1))
    assert limit.wait("first") == 0
    for number in range(1000):
        limit.wait("often")
        limit.wait(str(number))
    assert len(limit._buckets) <= 100
    assert limit.wait("often") > 0
    assert limit.wait("first") == 0
