"""A bad line between a client and a server: connections break, fall silent or dawdle, and messages go missing.

Speaks TCP, and of WebSockets just enough to tell the server's messages apart. What becomes of them is decided by
`alter`, which a test may set at any time: it is given a message, and the line it came by, and says what is passed on
instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

TEXT = 0x81
"""The first byte of an unfragmented text message."""

Alter = Callable[["ProxiedConnection", bytes], Sequence[bytes]]


def unaltered(line: ProxiedConnection, message: bytes) -> Sequence[bytes]:
    """Every message as it is."""
    return [message]


def kind_of(message: bytes) -> str:
    """What kind of message it is."""
    kind: str = json.loads(message)["type"]
    return kind


class Proxy:
    """A line that tests can spoil. It listens on a port of its own and connects to the server's."""

    def __init__(self, port: int) -> None:
        self.alter: Alter = unaltered
        self.pause = 0.0
        """Seconds by which everything the server sends is late."""
        self.accepted = 0
        """How many connections were made through this line."""
        self._port = port
        self._lines: set[ProxiedConnection] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.close()
        while self._lines:
            await asyncio.sleep(0)

    @property
    def address(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def reset(self) -> None:
        """Break all connections, so that both ends get an error."""
        for line in list(self._lines):
            line.reset()

    def close(self) -> None:
        """End all connections politely, without a farewell of the protocol."""
        for line in list(self._lines):
            line.close()

    def fall_silent(self) -> None:
        """Swallow everything on these connections from now on, also their ends: both sides seem to be alive."""
        for line in self._lines:
            line.silent = True

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        self.accepted += 1
        line = ProxiedConnection(self, writer, far_writer)
        self._lines.add(line)
        try:
            await line.carry(reader, far_reader)
        finally:
            self._lines.discard(line)


class ProxiedConnection:
    """One connection through a proxy."""

    def __init__(self, proxy: Proxy, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.silent = False
        self._proxy = proxy
        self._near, self._far = near, far

    async def carry(self, near: asyncio.StreamReader, far: asyncio.StreamReader) -> None:
        """Carry bytes both ways until one end is gone; on a silent line the other does not hear of that."""
        ways = [asyncio.create_task(self._carry_up(near)), asyncio.create_task(self._carry_down(far))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self.silent:
                await asyncio.wait(ways)
        finally:
            self.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    def reset(self) -> None:
        for writer in (self._near, self._far):
            end: Any = writer.get_extra_info("socket")
            with contextlib.suppress(OSError):  # this end has gone by itself
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()

    def close(self) -> None:
        for writer in (self._near, self._far):
            writer.close()

    async def _carry_up(self, near: asyncio.StreamReader) -> None:
        while data := await near.read(65536):
            await self._pass_on(self._far, data)

    async def _carry_down(self, far: asyncio.StreamReader) -> None:
        """The answer to the first request as it is; if that opened a socket, message by message after it."""
        with contextlib.suppress(asyncio.IncompleteReadError):
            head = await far.readuntil(b"\r\n\r\n")
            await self._pass_on(self._near, head)
            if head.startswith(b"HTTP/1.1 101"):
                while True:
                    await self._carry_message(far)
        while data := await far.read(65536):
            await self._pass_on(self._near, data)

    async def _carry_message(self, far: asyncio.StreamReader) -> None:
        first, length = await far.readexactly(2)
        if length >= 126:
            length = int.from_bytes(await far.readexactly(2 if length == 126 else 8))
        body = await far.readexactly(length)
        if self._proxy.pause:
            await asyncio.sleep(self._proxy.pause)
        for message in self._proxy.alter(self, body) if first == TEXT else [body]:
            await self._pass_on(self._near, framed(first, message))

    async def _pass_on(self, to: asyncio.StreamWriter, data: bytes) -> None:
        if not self.silent:
            to.write(data)
            await to.drain()


def framed(first: int, body: bytes) -> bytes:
    """A message as a server sends it."""
    size = len(body)
    if size < 126:
        return bytes([first, size]) + body
    if size < 65536:
        return bytes([first, 126]) + size.to_bytes(2) + body
    return bytes([first, 127]) + size.to_bytes(8) + body
