"""Sockets in the moment in which the server stops, and messages however they come."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from tabbytop.server.http.sockets import TableSocket, table_socket
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def welcoming(scope: dict[str, Any], receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """An application that lets everybody in, greets them and waits until they go."""
    await receive()
    await send({"type": "websocket.accept"})
    with contextlib.suppress(RuntimeError):
        await send({"type": "websocket.send", "text": "welcome"})
        await receive()


class StopsAtTheKnock(TableSocket):
    """A socket of a server that stops when somebody has knocked and was not answered yet."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self.shutdown()


class StopsAtTheGoodbye(TableSocket):
    """A socket of a server that stops when somebody has just said goodbye."""

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self.shutdown()


@contextlib.asynccontextmanager
async def serving(kind: type[TableSocket], application: Any = welcoming, **more: Any) -> AsyncIterator[str]:
    """The address of a server with sockets of this kind, during which nothing may go wrong unheard."""
    wrong: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: wrong.append(context))
    config, state = uvicorn.Config(application, log_config=None, ws_per_message_deflate=False, **more), ServerState()
    async with await loop.create_server(lambda: kind(config, state, {}), "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with asyncio.timeout(PATIENCE):
            while state.connections or state.tasks:
                await asyncio.sleep(0.01)
    assert wrong == []


async def knock(address: str) -> ClientConnection:
    return await connect(address, open_timeout=PATIENCE, close_timeout=PATIENCE)


async def test_who_knocks_while_the_server_stops_is_refused_once(caplog: pytest.LogCaptureFixture):
    async with serving(StopsAtTheKnock) as address:
        with pytest.raises(InvalidStatus) as refused:
            await knock(address)
        assert refused.value.response.status_code == 500
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_who_says_goodbye_while_the_server_stops_is_not_told_so_once_more():
    async with serving(StopsAtTheGoodbye) as address:
        line = await knock(address)
        assert await line.recv() == "welcome"
        await line.close(1000, "good night")
        with pytest.raises(ConnectionClosed) as closed:
            await line.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1000


# ---------------------------------------------------------------- messages, however they come


def frame(text: bytes, kind: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(kind, text, fin=fin).serialize(mask=True)


SHORT, NEXT, LONG = b'{"type":"ping","at":1}', b'{"type":"ping","at":2}', b"x" * 126
LONG_ONE, SHORT_ONE = frame(LONG), frame(SHORT)
PONG = frame(b"pong", Opcode.PONG)
PARTED = frame(b"one and ", fin=False), frame(b"another", Opcode.CONT)


@pytest.mark.parametrize(
    ("reads", "heard"),
    [
        pytest.param([frame(SHORT), frame(NEXT)], [SHORT, NEXT], id="one by one"),
        pytest.param([frame(SHORT) + frame(NEXT)], [SHORT, NEXT], id="two at once"),
        pytest.param([bytes([byte]) for byte in frame(SHORT)], [SHORT], id="byte by byte"),
        pytest.param([LONG_ONE[:20], LONG_ONE[20:], SHORT_ONE], [LONG, SHORT], id="a long one in two parts"),
        pytest.param([PONG + SHORT_ONE[:9], SHORT_ONE[9:]], [SHORT], id="behind something else"),
        pytest.param([*PARTED, frame(SHORT)], [b"one and another", SHORT], id="in fragments"),
        pytest.param([frame(b""), frame(SHORT)], [b"", SHORT], id="nothing at all"),
    ],
)
async def test_a_message_is_heard_once_and_in_order_however_it_comes(reads: list[bytes], heard: list[bytes]):
    said: list[bytes] = []
    lines: list[TableSocket] = []

    async def conversing(scope: dict[str, Any], receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line = table_socket(scope)
        line.converse(said.append, lambda: None, line.transport.close)
        lines.append(line)

    async with serving(TableSocket, conversing) as address, await knock(address):
        async with asyncio.timeout(PATIENCE):
            while not lines:
                await asyncio.sleep(0.01)
        for read in reads:
            lines[0].data_received(read)
        assert said == heard


async def test_a_whole_message_amid_the_fragments_of_another_ends_the_connection():
    said: list[bytes] = []

    async def conversing(scope: dict[str, Any], receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line = table_socket(scope)
        line.converse(said.append, lambda: None, line.transport.close)
        line.data_received(PARTED[0])
        line.data_received(frame(SHORT))

    async with serving(TableSocket, conversing) as address:
        line = await knock(address)
        with pytest.raises(ConnectionClosed):
            await line.recv()
    assert said == []


# ---------------------------------------------------------------- whether the other side lives

PING = b"\x89\x00"
KNOCK = b"\r\n".join([
    b"GET / HTTP/1.1", b"host: localhost", b"upgrade: websocket", b"connection: Upgrade", b"sec-websocket-version: 13",
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", b"", b"",
])  # fmt: skip


async def listening(scope: dict[str, Any], receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """An application that lets everybody in and says nothing by itself."""
    await receive()
    await send({"type": "websocket.accept"})
    line = table_socket(scope)
    line.converse(lambda _: None, lambda: None, line.transport.close)


@contextlib.asynccontextmanager
async def by_hand(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket whose other end does nothing by itself."""
    host, port = address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(KNOCK)
    await reader.readuntil(b"\r\n\r\n")
    yield reader, writer
    writer.close()


async def test_whatever_comes_answers_a_ping_and_then_there_is_another():
    answers = [frame(b"", Opcode.PONG), frame(SHORT), PONG, frame(LONG), frame(b"", Opcode.PONG) + frame(SHORT)]
    async with (
        serving(TableSocket, listening, ws_ping_interval=0.01, ws_ping_timeout=PATIENCE) as address,
        asyncio.timeout(PATIENCE),
        by_hand(address) as (reader, writer),
    ):
        for answer in answers:
            assert await reader.readexactly(2) == PING
            writer.write(answer)
        assert await reader.readexactly(2) == PING


async def test_who_does_not_answer_a_ping_is_cut_off():
    async with (
        serving(TableSocket, listening, ws_ping_interval=0.01, ws_ping_timeout=0.01) as address,
        asyncio.timeout(PATIENCE),
        by_hand(address) as (reader, _),
    ):
        assert await reader.readexactly(2) == PING
        with contextlib.suppress(ConnectionResetError):
            assert PING not in await reader.read()


class StandsStill(TableSocket):
    """A socket of a server that stands still for a minute after its first ping."""

    stood: asyncio.Event

    def send_keepalive_ping(self) -> None:
        if self.heard_at < self.asked_at and not self.stood.is_set():
            self.stood.set()
            self.asked_at -= 60
            self.heard_at = self.asked_at - 1
        super().send_keepalive_ping()


async def test_a_server_that_stood_still_reads_what_has_come_before_it_cuts_anybody_off():
    StandsStill.stood = asyncio.Event()
    async with (
        serving(StandsStill, listening, ws_ping_interval=0.01, ws_ping_timeout=1) as address,
        asyncio.timeout(PATIENCE),
        by_hand(address) as (reader, writer),
    ):
        assert await reader.readexactly(2) == PING
        await StandsStill.stood.wait()
        writer.write(frame(b"", Opcode.PONG))
        assert await reader.readexactly(2) == PING
