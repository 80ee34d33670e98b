"""An application in the process of the test, spoken to as a server would: every byte of its answers can be seen, and
nothing happens that the test did not cause.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any


class Wire:
    """Speaks to an application as a server would, and shows every byte of its answers."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> bytes:
        """A request; the whole answer: status, headers and body."""
        said: list[Any] = []
        data = b"" if body is None else json.dumps(body).encode()
        asked = iter([{"type": "http.request", "body": data}])

        async def receive() -> Any:
            return next(asked, None) or await asyncio.Event().wait()

        async def send(message: Any) -> None:
            said.append(message)

        await self._application(self._scope("http", path, token, method=method), receive, send)
        head, *parts = said
        return repr((head["status"], sorted(head["headers"]))).encode() + b"".join(part["body"] for part in parts)

    async def get(self, path: str, token: str | None) -> Any:
        """The body of an answer as JSON."""
        return json.loads((await self.ask("GET", path, token)).partition(b"])")[2])

    async def post(self, path: str, token: str | None, body: Any) -> Any:
        """A request that must succeed; its body as JSON."""
        answer = await self.ask("POST", path, token, body)
        assert answer.startswith(b"(20"), answer
        return json.loads(answer[answer.index(b"]){") + 2 :])

    @contextlib.asynccontextmanager
    async def socket(self, path: str, token: str | None) -> AsyncIterator[Ear]:
        """A socket for a while."""
        async with self._listening(Ear("websocket"), self._scope("websocket", path, token)) as ear:
            yield ear

    @contextlib.asynccontextmanager
    async def stream(self, path: str, token: str | None) -> AsyncIterator[Ear]:
        """A stream of events for a while."""
        async with self._listening(Ear("http"), self._scope("http", path, token, method="GET")) as ear:
            yield ear

    @contextlib.asynccontextmanager
    async def _listening(self, ear: Ear, scope: Any) -> AsyncIterator[Ear]:
        task = asyncio.create_task(self._application(scope, ear.receive, ear.send))
        await ear.begun.wait()
        yield ear
        ear.incoming.put_nowait({"type": f"{ear.kind}.disconnect", "code": 1000})
        await task

    def _scope(self, kind: str, path: str, token: str | None, **more: Any) -> dict[str, Any]:
        plain, _, query = path.partition("?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            **more,
        }

    @contextlib.asynccontextmanager
    async def life(self) -> AsyncIterator[None]:
        """From the start of the application to its end."""
        incoming: asyncio.Queue[Any] = asyncio.Queue()
        said: asyncio.Queue[Any] = asyncio.Queue()
        incoming.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        task = asyncio.create_task(self._application(scope, incoming.get, said.put))
        assert (await said.get())["type"] == "lifespan.startup.complete"
        try:
            yield
        finally:
            incoming.put_nowait({"type": "lifespan.shutdown"})
            await task


class Ear:
    """One end of a socket, or of a stream of events."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect" if kind == "websocket" else "http.request"})
        self.heard: list[bytes] = []
        self.begun = asyncio.Event()
        self.is_taking = asyncio.Event()
        """Set while this end takes what is sent."""
        self.is_taking.set()
        self._pongs: asyncio.Queue[None] = asyncio.Queue()

    async def receive(self) -> Any:
        return await self.incoming.get()

    async def send(self, message: Any) -> None:
        await self.is_taking.wait()
        self.heard.append(repr(sorted(message.items())).encode())
        if len(self.heard) > 1:  # something came after the line was opened
            self.begun.set()
        if '"type":"pong"' in (message.get("text") or ""):
            self._pongs.put_nowait(None)

    def say(self, message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def catch_up(self) -> None:
        """Wait until everything that was sent so far has come."""
        self.say({"type": "ping"})
        await self._pongs.get()
