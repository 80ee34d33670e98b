"""Sockets in the moment in which the server stops."""

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
from websockets.frames import Frame
from websockets.http11 import Request

from tabbytop.server.http.sockets import TableSocket
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
async def serving(kind: type[TableSocket]) -> AsyncIterator[str]:
    """The address of a server with sockets of this kind, during which nothing may go wrong unheard."""
    wrong: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: wrong.append(context))
    config, state = uvicorn.Config(welcoming, log_config=None), ServerState()
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
