"""An application in the process of the test, spoken to as a server would: every byte of its answers can be seen, and
nothing happens that the test did not cause.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine
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
        ear = Ear("websocket")
        extensions = {"tabbytop.socket": {"socket": FakeConnection(ear)}}
        async with self._listening(ear, self._scope("websocket", path, token, extensions=extensions)):
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
        ear.come({"type": f"{ear.kind}.disconnect", "code": 1000})
        await task
        await asyncio.sleep(0)  # a socket outlives the call that began it by a moment

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
        self.straight: Callable[[Any], None] | None = None
        self._pongs: asyncio.Queue[None] = asyncio.Queue()

    async def receive(self) -> Any:
        return await self.incoming.get()

    async def send(self, message: Any) -> None:
        await self.is_taking.wait()
        self.take(message)

    def take(self, message: Any) -> None:
        """Hear what the application sends."""
        self.heard.append(repr(sorted(message.items())).encode())
        if len(self.heard) > 1:  # something came after the line was opened
            self.begun.set()
        if '"type":"pong"' in (message.get("text") or ""):
            self._pongs.put_nowait(None)

    def say(self, message: Any) -> None:
        self.come({"type": "websocket.receive", "bytes": json.dumps(message).encode()})

    def come(self, message: Any) -> None:
        """Something comes to the application: straight, once it has asked for that."""
        if self.straight is None:
            self.incoming.put_nowait(message)
        else:
            self.straight(message)

    async def catch_up(self) -> None:
        """Wait until everything that was sent so far has come."""
        self.say({"type": "ping"})
        await self._pongs.get()


class FakeConnection:
    """What a server's own connection offers to the application, see `http.sockets.TableSocket`."""

    def __init__(self, ear: Any) -> None:
        self._ear = ear
        self.said_at = 0.0
        self.transport = self
        self._lost: list[Callable[[], object]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def abort(self) -> None:
        """Nothing has to be cut here."""

    def when_lost(self, call: Callable[[], object]) -> None:
        """Say what is to be done when the connection is gone."""
        self._lost.append(call)

    def lose(self) -> None:
        """The connection is gone."""
        while self._lost:
            self._lost.pop()()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for this connection."""
        self._tasks.add(asyncio.create_task(work))

    async def send(self, message: Any) -> None:
        """Send something that is waited for."""
        await self._ear.send(message)

    def say(self, message: bytes) -> bool:
        """Send a text; False while the other end takes nothing."""
        if not self._ear.is_taking.is_set():
            return False
        self.said_at = asyncio.get_running_loop().time()
        self._ear.take({"type": "websocket.send", "text": message.decode()})
        return True

    def converse(
        self, hear: Callable[[bytes], object], drained: Callable[[], object], gone: Callable[[], None]
    ) -> None:
        """Hand over every message as soon as it comes."""

        def straight(message: Any) -> None:
            if message["type"] == "websocket.receive":
                hear(message["bytes"])
            else:
                gone()
                self.lose()

        self._ear.straight = straight
        while not self._ear.incoming.empty():
            straight(self._ear.incoming.get_nowait())
