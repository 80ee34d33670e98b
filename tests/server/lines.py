"""Bare lines to a server under test, which show every byte: a connection for HTTP, and a socket."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tabbytop.client import new_key
from tests.patience import PATIENCE
from tests.server.servers import Server

JSON = {"content-type": "application/json"}


@dataclass(frozen=True)
class Heard:
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the refusal that this answer is."""
        return self.json["code"]


class Http:
    """One HTTP connection, by the standard library, from an address of one's choice."""

    def __init__(self, server: Server, token: str | None = None, address: str = "127.0.0.1") -> None:
        self.server, self.token, self.address = server, token, address
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Heard:
        """Ask; a body that is neither bytes nor an iterator of them is sent as JSON."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent.setdefault("authorization", f"Bearer {self.token}")
        if body is not None:
            sent = JSON | sent
            body = as_json(body) if isinstance(body, dict | list | str) else body
        try:
            self._line.request(method, path, body, sent)
            answer = self._line.getresponse()
            headers = {name.lower(): value for name, value in answer.getheaders()}
            if headers.get("content-type", "").startswith("text/event-stream"):  # it never ends
                self._line.close()
                return Heard(answer.status, headers, b"")
            heard = Heard(answer.status, headers, answer.read())
        except (OSError, http.client.HTTPException):
            self._line.close()
            raise
        return heard

    def get(self, path: str, **headers: str) -> Heard:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Heard:
        return self.ask("POST", path, body, **headers)

    def events(self, path: str, **headers: str) -> Iterator[Any]:
        """The messages of a stream of events, as they come."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._line.request("GET", path, headers={"authorization": f"Bearer {self.token}", **sent})
        until = time.monotonic() + PATIENCE
        for line in self._line.getresponse():
            assert time.monotonic() < until, "waited in vain"
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def become_guest(self, name: str = "") -> Heard:
        """Become somebody, and be it from now on."""
        heard = self.post("/api/guests", {"name": name})
        self.token = heard.json["token"]
        return heard

    def open_table(self, *seats: str, game: str = "cat-cab", **more: Any) -> str:
        """Open a table with seats for "me", a "friend", anybody ("open") or a bot of a level; its id."""
        return self.opened(*seats, game=game, **more)["id"]

    def opened(self, *seats: str, game: str = "cat-cab", **more: Any) -> dict[str, str]:
        """Open a table; its id and its invitation."""
        heard = self.post("/api/tables", {"key": new_key(), "game": game, "seats": wanted(*seats), **more})
        assert heard.status == 201, heard.body
        return heard.json

    def command(self, table: str, kind: str, **fields: Any) -> Heard:
        """A command to a table."""
        return self.post(f"/api/tables/{table}/commands", {"type": kind, "key": new_key(), **fields})

    def close(self) -> None:
        self._line.close()


def as_json(body: Any) -> bytes:
    """JSON as short as it can be: letters as they are, where they are letters."""
    try:
        return json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return json.dumps(body).encode()


def first_event(server: Server, guest: Http, path: str, **headers: str) -> Any:
    """The first message of a stream of events."""
    http = Http(server, guest.token)
    try:
        return next(http.events(path, **headers))
    finally:
        http.close()


def wanted(*seats: str) -> list[dict[str, str]]:
    """Seats by a word each, as a new table wants them."""
    return [{"type": seat} if seat in ("me", "friend", "open") else {"type": "bot", "level": seat} for seat in seats]


class SocketClient:
    """One socket at a table; keeps everything that came."""

    def __init__(self, server: Server, table: str, token: str | None, query: str = "", **more: Any) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers |= more.pop("headers", {})
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket{query}"
        self._connecting = connect(
            url, additional_headers=headers, ping_interval=None, max_queue=None, open_timeout=PATIENCE, **more
        )
        self._socket: ClientConnection | None = None
        self.heard: list[str] = []
        """Every message, as it came."""

    async def __aenter__(self) -> SocketClient:
        self._socket = await self._connecting.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._socket is not None
        self._socket.transport.abort()

    async def say(self, message: Any) -> None:
        """Send bytes or text as they are, and anything else as JSON."""
        assert self._socket is not None
        await self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def next(self) -> Any:
        """The next message."""
        assert self._socket is not None
        message = await self._socket.recv()
        assert isinstance(message, str)
        self.heard.append(message)
        return json.loads(message)

    async def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds; others are passed over."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next())["type"] not in kinds:
                pass
        return message

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Send a command, and wait for its answer."""
        return await self.answer_to({"type": kind, "key": new_key(), **fields})

    async def answer_to(self, command: dict[str, Any]) -> Any:
        """Send a command as it is, and wait for its answer."""
        await self.say(command)
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next()).get("key") != command["key"]:
                pass
        return message

    async def alive(self) -> None:
        """Make sure that the server still listens to this line."""
        await self.say({"type": "ping", "at": 7})
        assert (await self.hear("pong"))["at"] == 7

    async def end(self) -> tuple[int, str]:
        """Wait until the server closes the line; the code and the reason."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self.next()
        except ConnectionClosed as closed:
            last = closed.rcvd
        assert last is not None, "the server cut the line without a word"
        return last.code, last.reason
