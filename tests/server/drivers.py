"""People under test: they play at random, and remember everything they sent and every answer they got.

What they remember is held against the stored log: what was acknowledged is there, as the event that was named; what was
refused is not; and nothing is there twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tabbytop.client import Refused, ServerClient, TableClient, new_key, request
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.phrases import PHRASES
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.storage.store import Entry, Store
from tabbytop.server.tables.projections import view_of
from tests.patience import PATIENCE
from tests.server.servers import Server, agree

LONG = PATIENCE
"""For those who wait, be it for bots that have to get ready first."""
ME, FRIEND = {"type": "me"}, {"type": "friend"}


def bot(level: str = "kitten") -> dict[str, str]:
    """A seat for a bot."""
    return {"type": "bot", "level": level}


class Driver:
    """Somebody at a table."""

    def __init__(self, client: TableClient, server_client: ServerClient, guest: str, chance: random.Random) -> None:
        self.client = client
        self.server_client = server_client
        self.guest = guest
        self.asked: list[str] = []
        """The keys of all commands, as the log has them."""
        self.done: dict[str, int] = {}
        """Those that were acknowledged, with the event that was named."""
        self.refused: set[str] = set()
        self._chance = chance
        self._playing: asyncio.Task[None] | None = None
        self._under_way: asyncio.Task[object] | None = None

    async def play(self, patience: float = LONG) -> bool:
        """Wait for something to choose and choose; false when the game is over."""
        if await self.client.my_turn_or_end(patience):
            return False
        self._under_way = asyncio.create_task(self.send(self._any_command()))
        await asyncio.shield(self._under_way)
        return True

    def begin(self) -> None:
        """Play by oneself from now on."""
        self._playing = asyncio.create_task(self._play_on())

    async def rest(self) -> None:
        """Wait for the answer to the command that is under way, and play no other."""
        assert self._playing is not None
        self._playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._playing
        if self._under_way is not None:
            await self._under_way

    async def _play_on(self) -> None:
        while await self.play(LONG):
            pass

    async def send(self, command: messages.TableCommand) -> messages.Done | None:
        """Send a command, and remember what came of it; None if it was refused."""
        key = f"{self.guest}:{command.key}"
        self.asked.append(key)
        try:
            answer = await self.client.send(command)
        except Refused:
            self.refused.add(key)
            return None
        assert isinstance(answer, messages.Done)
        self.done[key] = answer.seq
        return answer

    def any_move(self) -> messages.Play:
        """A command to play something that is possible now."""
        client = self.client
        return messages.Play(new_key(), client.seq, self._chance.choice(client.now.choices).move, client.now.seat)

    def _any_command(self) -> messages.TableCommand:
        """Mostly a move; sometimes a step back or a phrase, which would do harm if it were carried out twice."""
        tossed = self._chance.random()
        if tossed < 0.1 and self.client.now.undo:
            return messages.Undo(new_key(), self.client.seq, self.client.now.seat)
        if tossed < 0.2:
            return messages.Say(new_key(), self._chance.choice(tuple(PHRASES)))
        return self.any_move()


async def rest(drivers: Iterable[Driver]) -> None:
    """Let everybody come to rest, and bots too: it is a player's turn then, or the game is over."""
    for driver in drivers:
        await driver.rest()
    for driver in drivers:
        await driver.client.until(lambda client=driver.client: not _bots_turn(client), LONG)  # type: ignore[misc]


def _bots_turn(client: TableClient) -> bool:
    actor = client.now.actor
    return isinstance(actor, int) and not client.is_over and client.table.seats[actor].level is not None


async def eventually(holds: Callable[[], bool], patience: float = LONG) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(patience):
        while not holds():
            await asyncio.sleep(0.01)


async def hold_to_account(server: Server, drivers: Sequence[Driver], *others: TableClient) -> None:
    """The oracle for one table, and everything that its drivers remember."""
    clients = [*(driver.client for driver in drivers), *others]
    await agree(server, clients)
    check_memories(drivers, await log_of(server, clients[0].id))


async def hold_last_sight_to_account(server: Server, driver: Driver) -> None:
    """The oracle for a server that was stopped while bots played: they may have gone on beyond what was told."""
    client, log = driver.client, await log_of(server, driver.client.id)
    assert client.seq <= len(log)
    table = replayed(client.id, [entry.body for entry in log[: client.seq]])
    assert table is not None
    assert table.match is not None
    seat = SPECTATOR if client.now.seat is None else client.now.seat
    assert client.view == view_of(table, table.match.state(), seat)
    assert replayed(client.id, [entry.body for entry in log]) is not None
    assert server.problems() == []
    check_memories([driver], log)


def check_memories(drivers: Iterable[Driver], log: Sequence[Entry]) -> None:
    """Hold what drivers remember of one table against its log."""
    stored = {entry.key: entry.seq for entry in log if entry.key is not None}
    times = Counter(entry.key for entry in log if entry.key is not None)
    assert all(number == 1 for number in times.values()), "a command was carried out twice"
    table = replayed("", [entry.body for entry in log])
    assert table is not None
    for driver in drivers:
        mine = table.seats_of(driver.guest)
        for key, seq in driver.done.items():
            found = table.number(stored[key], mine) if key in stored else None
            assert found == seq, f"command {key} was acknowledged as event {seq}, but is {found}"
        assert not driver.refused & stored.keys(), "a command was refused and carried out"
        told = {key for key in stored if key.startswith(f"{driver.guest}:")}
        assert told <= {*driver.asked, f"{driver.guest}:{OPENING}"}, "a command is in the log that nobody sent"


async def log_of(server: Server, table: str) -> list[Entry]:
    """The stored log of a table."""
    store = Store.open(server.database)
    try:
        return await store.entries(table)
    finally:
        await store.close()


# ---------------------------------------------------------------- tables

OPENING = "opening"
"""The key by which every driver opens a table; drivers open one each."""


async def come_in(server: Server, name: str = "Mina") -> tuple[ServerClient, str]:
    """Become a guest; the client of the server and the guest's id."""
    server_client = server.client()
    guest = await server_client.become_guest(name)
    return server_client, guest.id


@contextlib.asynccontextmanager
async def seated(
    server: Server,
    *seats: dict[str, str],
    game: str = "cat-cab",
    seed: int = 1,
    address: str | None = None,
    silence: float = 10.0,
    **more: Any,
) -> AsyncIterator[list[Driver]]:
    """A new table at which everybody has sat down: the one who opened it, and one for every seat for a friend.

    With another address, that of a proxy, they come in there.
    """
    chance = random.Random(seed)
    server_client, guest = await come_in(server)
    opened = await server_client.open_table(game, seats, OPENING, **more)
    async with contextlib.AsyncExitStack() as stack:
        drivers: list[Driver] = []
        for number in range(1 + sum(seat == FRIEND for seat in seats)):
            if number:
                server_client, guest = await come_in(server, f"Friend {number}")
            table = TableClient(
                address or server.address, opened.id, server_client.token, opened.invite, silence=silence
            )
            client = await stack.enter_async_context(table)
            drivers.append(Driver(client, server_client, guest, random.Random(chance.random())))
            if number:
                await drivers[-1].send(messages.Sit(new_key()))
        if FRIEND in seats:
            await drivers[0].send(messages.Start(new_key()))
        yield drivers


@contextlib.asynccontextmanager
async def watching(
    server: Server, table: TableClient, number: int = 1, address: str | None = None
) -> AsyncIterator[list[TableClient]]:
    """Spectators with the invitation to a table."""
    invite = table.you.invite
    async with contextlib.AsyncExitStack() as stack:
        clients = [TableClient(address or server.address, table.id, None, invite) for _ in range(number)]
        yield list(await asyncio.gather(*(stack.enter_async_context(client) for client in clients)))


class Bare:
    """A socket without a client's manners: it sends what it is told to, and shows every message."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line

    async def send(self, message: Any) -> None:
        """Send a message."""
        await self.line.send(messages.encode(message).decode())

    async def hear(self, kind: str, patience: float = PATIENCE, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind, with these contents; others are passed over."""
        async with asyncio.timeout(patience):
            while True:
                message: dict[str, Any] = json.loads(await self.line.recv())
                if message["type"] == kind and wanted.items() <= message.items():
                    return message

    async def ask(self, command: Any, patience: float = PATIENCE) -> dict[str, Any]:
        """Send a command and wait for its answer, whatever it is."""
        await self.send(command)
        async with asyncio.timeout(patience):
            while True:
                message: dict[str, Any] = json.loads(await self.line.recv())
                if message.get("key") == command.key:
                    return message


@contextlib.asynccontextmanager
async def bare_socket(driver: Driver, since: int | None = None) -> AsyncIterator[Bare]:
    """A second, bare socket of a driver at its table."""
    address = driver.server_client.address.replace("http", "ws", 1)
    query = f"?since={since}" if since is not None else ""
    headers = {"authorization": f"Bearer {driver.server_client.token}"}
    url = f"{address}/api/tables/{driver.client.id}/socket{query}"
    async with connect(
        url, additional_headers=headers, ping_interval=None, open_timeout=PATIENCE, close_timeout=1
    ) as line:
        yield Bare(line)


async def dawdle(server: Server, table: TableClient) -> socket.socket:
    """A connection to a table whose other end takes next to nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", server.port))
    handshake = (
        f"GET /api/tables/{table.id}/socket?invite={table.you.invite} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await loop.sock_sendall(line, handshake.encode())
    return line


def measured(server: Server, name: str) -> float:
    """A number from the server's own measurements."""
    _, body = request("GET", f"{server.address}/metrics", None)
    found = re.search(rf"^tabbytop_{re.escape(name)} (\S+)$", body.decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0
