"""Connections that break, fall silent, dawdle or lose messages: clients come back, no move is lost or done twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tabbytop import client as client_module
from tabbytop.client import TableClient, new_key
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Entry, Store
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Draft, decide
from tabbytop.server.tables.projections import card_of
from tabbytop.server.tables.seating import Person
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.drivers import (
    FRIEND,
    LONG,
    ME,
    Driver,
    bare_socket,
    dawdle,
    eventually,
    hold_to_account,
    measured,
    seated,
    watching,
)
from tests.server.proxy import ProxiedConnection, Proxy, kind_of, unaltered
from tests.server.servers import Server, running, stored_table, wait_for

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    planted = [faults.named(fault) for fault in (faults.stay_cold, faults.count_events)]
    with running(tmp_path_factory.mktemp("connections"), *planted, tick=0.1) as server:
        yield server


@pytest.fixture
def server(shared: Server) -> Server:
    """The server of these tests, started again if one of them left it stopped."""
    assert shared.process is not None
    if shared.process.poll() is not None:
        shared.start()
    return shared


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    async with Proxy(server.port) as proxy:
        yield proxy


# ---------------------------------------------------------------- F8: connections that break


def broken_at(proxy: Proxy, kind: str, manner: Callable[[], None]) -> None:
    """Let the line break when the next message of a kind is on its way; it does not arrive."""

    def alter(_: ProxiedConnection, message: bytes) -> list[bytes]:
        if kind_of(message) != kind:
            return [message]
        proxy.alter = unaltered
        manner()
        return []

    proxy.alter = alter


@fault("F8")
@pytest.mark.parametrize(("manner", "steps"), [("reset", 24), ("close", 24), ("fall_silent", 5)])
async def test_a_line_that_breaks_at_each_point_of_a_game_loses_and_doubles_no_move(
    server: Server, proxy: Proxy, manner: str, steps: int
):
    """By turns with the command under way, with its acknowledgement, and with the news of it."""
    async with (
        seated(server, ME, FRIEND, address=proxy.address, silence=0.5) as drivers,
        watching(server, drivers[0].client) as others,
    ):
        spoil: Callable[[], None] = getattr(proxy, manner)
        for step in range(steps):
            driver = next(driver for driver in drivers if driver.client.now.choices)
            point = ("command", "ok", "news")[step % 3]
            if point != "command":
                broken_at(proxy, point, spoil)
            sending = asyncio.create_task(driver.send(driver.any_move()))
            if point == "command":
                for _ in range(step // 3):
                    await asyncio.sleep(0)
                spoil()
            await asyncio.wait_for(sending, PATIENCE)
            await asyncio.gather(*(each.client.until(lambda: all_know(drivers), PATIENCE) for each in drivers))
        assert all(driver.client.connections > steps // 2 for driver in drivers)
        assert not any(driver.refused for driver in drivers)
        await hold_to_account(server, drivers, *others)


def all_know(drivers: Sequence[Driver]) -> bool:
    """Whether everybody has heard whose turn it is."""
    return len({driver.client.seq for driver in drivers}) == 1 and any(driver.client.now.choices for driver in drivers)


@fault("F8")
async def test_the_others_see_that_somebody_behind_a_silent_line_is_gone_and_when_they_are_back(tmp_path: Path):
    async with contextlib.AsyncExitStack() as stack:
        planted = [faults.named(fault) for fault in (faults.stay_cold, faults.lose_patience)]
        server = stack.enter_context(running(tmp_path, *planted))
        proxy = await stack.enter_async_context(Proxy(server.port))
        first, second = await stack.enter_async_context(seated(server, ME, FRIEND, address=proxy.address, silence=60))
        direct = await stack.enter_async_context(bare_socket(first))
        await direct.hear("presence", connected=[True, True])
        proxy.fall_silent()
        await direct.hear("presence", connected=[True, False])
        proxy.reset()
        await direct.hear("presence", connected=[True, True])
        await hold_to_account(server, [first, second])


# ---------------------------------------------------------------- F9, F10: messages that go missing


@fault("F9")
async def test_when_exactly_the_acknowledgement_is_lost_the_command_is_sent_again_and_done_once(
    server: Server, proxy: Proxy
):
    seen: set[str] = set()

    def lose_first(_: ProxiedConnection, message: bytes) -> list[bytes]:
        key = msgspec.json.decode(message).get("key")
        first = kind_of(message) == "ok" and key not in seen
        seen.add(key)
        return [] if first else [message]

    async with seated(server, ME, ME, address=proxy.address, silence=0.3) as (driver,):
        proxy.alter = lose_first
        for _ in range(5):
            await driver.play()
        assert len(seen) >= 5
        await hold_to_account(server, [driver])


@fault("F10")
async def test_lost_doubled_and_swapped_news_are_noticed_and_never_taken_out_of_order(server: Server, proxy: Proxy):
    """A gap shows by the next event, or by the acknowledgement of one's own command."""
    chance = random.Random(10)
    held: dict[ProxiedConnection, list[bytes]] = {}

    def spoil(line: ProxiedConnection, message: bytes) -> list[bytes]:
        if kind_of(message) != "news":
            return [message]
        passing = [message, *held.pop(line, [])]
        match chance.choice(["right", "lost", "doubled", "late"]):
            case "lost":
                return passing[1:]
            case "doubled":
                return [message, *passing]
            case "late":
                held[line] = [message]
                return passing[1:]
        return passing

    async with (
        seated(server, ME, ME, address=proxy.address) as (driver,),
        watching(server, driver.client, 3, proxy.address) as others,
    ):
        taken: dict[TableClient, list[int]] = {client: [] for client in (driver.client, *others)}
        for client, numbers in taken.items():
            client._on_events = lambda told, numbers=numbers: numbers.extend(event.seq for event in told)
        proxy.alter = spoil
        for _ in range(40):
            await driver.play()
        proxy.alter = unaltered
        await driver.play()
        await hold_to_account(server, [driver], *others)
        assert all(client.resyncs > 5 for client in taken)
        for numbers in taken.values():
            assert numbers == sorted(set(numbers)), "events were taken out of order or twice"


# ---------------------------------------------------------------- F11: long logs


def fill(draft: Draft, person: Person, number: int) -> None:
    """Add events to a game: every fourth command a move at random, until it ends, the others phrases."""
    chance = random.Random(11)
    while len(draft.transitions) < number:
        table = draft.table
        if table.deciding is not None:
            move = table.game.moves.to_json(chance.choice(draft.match.legal(table.deciding)))
            decide(messages.Play("move", table.facts.seq, move, table.deciding), draft, person, 0)
        for _ in range(3):
            decide(messages.Say("word", "purr"), draft, person, 0)


async def lengthen(server: Server, driver: Driver, number: int) -> None:
    """Write a long game into the database while the server is down."""
    table = await stored_table(server, driver.client.id)
    draft = Draft(table)
    fill(draft, Person(driver.guest, "Mina"), number)
    store = Store.open(server.database)
    entries = [Entry(transition.seq, 0, events.pack(transition.event)) for transition in draft.transitions]
    await store.append(table.facts.id, entries, card_of(draft.table, 0))
    await store.close()


def stop_and_count(server: Server) -> int:
    """Stop the server; how many events it had applied to tables since it was started."""
    assert server.stop() == 0
    return int((server.data / "applied").read_text())


@fault("F11")
async def test_whoever_comes_back_after_ten_thousand_events_gets_the_table_as_it_is(server: Server):
    """Also when the server has been restarted: the table then wakes from its snapshot, not from all its events."""
    async with seated(server, ME, ME) as (driver,):
        await driver.play()
        known = driver.client.seq
        await asyncio.to_thread(server.stop)
        await lengthen(server, driver, 10_000)
        await asyncio.to_thread(server.start)
        await driver.client.until(lambda: driver.client.seq > known + 9_999, LONG)
        assert await messages_on_return(driver, known) == ["welcome"]
        await hold_to_account(server, [driver])
        assert await asyncio.to_thread(stop_and_count, server) >= 10_000
        await asyncio.to_thread(server.start)
        await driver.send(messages.Say(new_key(), "purr"))  # the long game may be over, but people still talk
        assert await messages_on_return(driver, known) == ["welcome"]
        assert await messages_on_return(driver, driver.client.seq - 1) == ["news"]
        await hold_to_account(server, [driver])
        assert await asyncio.to_thread(stop_and_count, server) < 100
        await asyncio.to_thread(server.start)


async def messages_on_return(driver: Driver, since: int) -> list[str]:
    """What a connection that knew less hears about the table before it hears that it is alive."""
    async with bare_socket(driver, since) as line:
        await line.send(messages.Ping(7))
        heard = []
        while (kind := kind_of(await asyncio.wait_for(line.line.recv(), PATIENCE))) != "pong":
            heard.append(kind)
    return [kind for kind in heard if kind in ("welcome", "news")]


# ---------------------------------------------------------------- F12: those who read slowly


class Heard(msgspec.Struct):
    """As much of a message as tells which events came."""

    type: str
    events: list[dict[str, Any]] = []


async def listen(driver: Driver, wanted: int) -> list[int]:
    """The numbers of the events that a spectator hears of, up to the wanted one."""
    numbers: list[int] = []
    async with bare_socket(driver) as line:
        while not numbers or numbers[-1] < wanted:
            heard = msgspec.json.decode(await asyncio.wait_for(line.line.recv(), PATIENCE), type=Heard)
            numbers += [event["seq"] for event in heard.events]
    return numbers


@fault("F12")
@pytest.mark.parametrize("rate", [0, 1])
async def test_somebody_who_reads_nothing_or_a_byte_a_second_is_sent_away_and_fifty_others_hear_everything(
    server: Server, rate: int
):
    connections, memory = 'connections{kind="socket"}', server.memory()
    async with seated(server, ME, ME) as (driver,):
        here, first = measured(server, connections), driver.client.seq + 1
        line = await dawdle(server, driver.client)
        sipping = asyncio.create_task(sip(line, rate))
        listening = [asyncio.create_task(listen(driver, first + 1000)) for _ in range(50)]
        await asyncio.to_thread(wait_for, lambda: measured(server, connections) == here + 51)
        while driver.client.seq < first + 1000:
            if not await driver.play():
                await driver.send(messages.Say(new_key(), "purr"))  # luck made it a short game
        for numbers in await asyncio.gather(*listening):
            assert numbers[:1000] == list(range(first, first + 1000))
        # for a full queue, or on a slow machine first for the pings that it does not answer
        await asyncio.to_thread(wait_for, lambda: measured(server, connections) == here)
        sipping.cancel()
        await read_to_the_end(line)
        await hold_to_account(server, [driver])
    assert server.memory() - memory < 64 * 2**20


async def sip(line: socket.socket, rate: int) -> None:
    """Read so many bytes a second."""
    while True:
        await asyncio.sleep(1)
        if rate:
            await asyncio.get_running_loop().sock_recv(line, rate)


async def read_to_the_end(line: socket.socket) -> None:
    """Read until the connection is gone, as it should be."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while await asyncio.get_running_loop().sock_recv(line, 65536):
                pass
    line.close()


# ---------------------------------------------------------------- F14: everybody at once


@fault("F14")
async def test_clients_that_find_no_server_try_less_and_less_often_and_never_in_step(monkeypatch: pytest.MonkeyPatch):
    """A minute without a server, skipped: what each of them waits for."""
    loop = asyncio.get_running_loop()
    waited: dict[asyncio.Task[Any] | None, list[float]] = {}

    async def skip(seconds: float) -> None:
        pauses = waited.setdefault(asyncio.current_task(), [])
        pauses.append(seconds)
        if sum(pauses) > 60:
            await loop.create_future()

    async def refuse(self: TableClient) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(client_module, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": skip}))
    monkeypatch.setattr(TableClient, "_converse", refuse)
    clients = [TableClient("http://nowhere", "table", None) for _ in range(500)]
    tasks = [asyncio.create_task(client._stay_connected()) for client in clients]
    await eventually(lambda: len(waited) == 500 and all(sum(pauses) > 60 for pauses in waited.values()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    most = 1.5 * client_module.LONGEST_PAUSE
    assert all(pause <= most for pauses in waited.values() for pause in pauses), "half a minute is enough for all"
    assert all(len(pauses) < 40 for pauses in waited.values()), "nobody knocks without a pause"
    last = [sum(pauses[:-1]) for pauses in waited.values()]
    in_a_second = Counter(int(moment) for moment in last)
    assert max(in_a_second.values()) < 250, "they come in step"


@fault("F14")
async def test_five_hundred_clients_come_back_at_once_after_a_restart(server: Server):
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(seated(server, ME, FRIEND, seed=seed)) for seed in range(10)]
        crowds = [await stack.enter_async_context(watching(server, drivers[0].client, 48)) for drivers in tables]
        everybody = [client for drivers in tables for client in (drivers[0].client, drivers[1].client)]
        everybody += [client for crowd in crowds for client in crowd]
        assert len(everybody) == 500
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)
        await asyncio.gather(
            *(client.until(lambda client=client: client.connections >= 2, PATIENCE) for client in everybody)
        )
        for drivers, crowd in zip(tables, crowds, strict=True):
            driver = next(driver for driver in drivers if driver.client.now.choices)
            assert await driver.send(driver.any_move()) is not None
            await hold_to_account(server, drivers, *crowd)


async def test_a_program_that_was_busy_itself_finds_what_was_said_meanwhile():
    """A bot that thinks where it listens hears nobody for as long: the server was not silent."""
    loop = asyncio.get_running_loop()
    said: asyncio.Future[str] = loop.create_future()

    def think() -> None:
        busy_until = loop.time() + 0.2
        while loop.time() < busy_until:
            pass
        loop.call_soon(loop.call_soon, loop.call_soon, said.set_result, "your turn")  # from a socket it takes as long

    loop.call_soon(think)
    assert await client_module.heard_within(0.1, lambda: asyncio.shield(said)) == "your turn"


async def test_silence_ends_a_wait():
    with pytest.raises(TimeoutError):
        await client_module.heard_within(0.01, asyncio.get_running_loop().create_future)
