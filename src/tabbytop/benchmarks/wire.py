"""Cheap connections to a server: HTTP requests one after the other, and WebSockets without any comfort.

Made for a driver that has many of them and must not be what is measured. Knows nothing of what is said on them.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from tabbytop.engine.errors import UserError

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""Clients have to mask what they send; a mask of zeros leaves it as it is."""
PATIENCE = 30.0
"""Seconds for a single answer, however busy the server is."""

T = TypeVar("T")
Hear = Callable[[bytes], None]


class Broken(UserError):
    """The server did not do what a load can be measured with; the sentence says what it did instead."""


class Http:
    """One connection for many requests. Use it with `async with`."""

    def __init__(self, address: str) -> None:
        self._host, self._port = _host_and_port(address)

    async def __aenter__(self) -> Http:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    async def get(self, path: str, answer: type[T]) -> T:
        """Ask for something; an answer that is not looked into is `bytes`."""
        return await self._ask("GET", path, b"", "", answer)

    async def post(self, path: str, body: Any, answer: type[T], token: str = "") -> T:
        """Send JSON, or a text as it is, and read the answer."""
        sent = body.encode() if isinstance(body, str) else msgspec.json.encode(body)
        return await self._ask("POST", path, sent, token, answer)

    async def _ask(self, method: str, path: str, body: bytes, token: str, answer: type[T]) -> T:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"host: {self._host}:{self._port}",
            "content-type: application/json",
            f"content-length: {len(body)}",
        ]
        if token:
            lines.append(f"authorization: Bearer {token}")
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        async with asyncio.timeout(PATIENCE):
            head = await self._reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
            said = await self._reader.readexactly(int(length[1]) if length else 0)
        if int(head.split(maxsplit=2)[1]) >= 400:
            raise Broken(f"The server answered {path} with: {said.decode()}")
        return cast(T, said) if answer is bytes else msgspec.json.decode(said, type=answer)


class LoadSocket(asyncio.Protocol):
    """One WebSocket: whole text messages out and in, pings answered, nothing else."""

    def __init__(self, host: str, path: str, token: str, hear: Hear) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hello = _handshake(host, path, token)
        self._hear = hear
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, problem: Exception | None) -> None:
        """Say so to those who still wait for it to open."""
        if not self.opened.done():
            self.opened.set_exception(Broken("The server closed a connection before it was open."))

    def data_received(self, data: bytes) -> None:
        """The server's answer to the handshake, then frames."""
        data = self._rest + data
        begin = 0
        if not self.opened.done():
            begin = data.find(b"\r\n\r\n") + 4
            if begin < 4:
                self._rest = data
                return
            self._agree(data[:begin])
        while (frame := _frame(data, begin)) is not None:
            kind, first, begin = frame
            self._take(kind, data[first:begin])
        self._rest = data[begin:]

    def send(self, message: bytes) -> None:
        """Send a text."""
        if self.is_cut:
            raise Broken("The server ended a connection while it was in use.")
        self._transport.write(_framed(TEXT, message))

    @property
    def is_cut(self) -> bool:
        """Whether the server has ended the connection."""
        return self._transport.is_closing()

    def _agree(self, head: bytes) -> None:
        if b" 101 " in head.partition(b"\r\n")[0]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(Broken(f"The server refused a socket: {head.decode(errors='replace')}"))

    def _take(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self._hear(data)
        elif kind == PING:
            self._transport.write(_framed(PONG, data))
        elif kind == CLOSE:
            self._transport.close()


def _handshake(host: str, path: str, token: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"host: {host}",
        "upgrade: websocket",
        "connection: Upgrade",
        "sec-websocket-version: 13",
        f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    if token:
        lines.append(f"authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Kind, beginning and end of the frame at a place, if all of it has come. Servers send whole, unmasked messages."""
    if len(data) < at + 2:
        return None
    kind, length, first = data[at] & 15, data[at + 1] & 127, at + 2
    if length > 125:
        first = at + (4 if length == 126 else 10)
        if len(data) < first:
            return None
        length = int.from_bytes(data[at + 2 : first], "big")
    return (kind, first, first + length) if len(data) >= first + length else None


def _framed(kind: int, data: bytes) -> bytes:
    size = len(data)
    head = struct.pack(">BB", 128 | kind, 128 | size) if size < 126 else struct.pack(">BBH", 128 | kind, 254, size)
    return head + NO_MASK + data


async def open_socket(address: str, path: str, token: str, hear: Hear) -> LoadSocket:
    """A socket that is ready to be used."""
    loop = asyncio.get_running_loop()
    host, port = _host_and_port(address)
    _, line = await loop.create_connection(lambda: LoadSocket(f"{host}:{port}", path, token, hear), host, port)
    async with asyncio.timeout(PATIENCE):
        await line.opened
    return line


def _host_and_port(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    return parts.hostname or "127.0.0.1", parts.port or 80
