"""A table from afar: a client in Python for bot authors, tests and benchmarks. Needs only the protocol, no rules.

A table client keeps the connection: when it is lost it comes back by itself, catches up from the last event it knows,
and sends what was not answered again, with the same key, so that nothing is lost or done twice. Changes are applied in
the order of their numbers only; a gap is noticed and filled.

    server = ServerClient("http://127.0.0.1:8888")
    await server.become_guest("Rosie")
    opened = await server.open_table("cat-cab", [{"type": "me"}, {"type": "bot", "level": "kitten"}])
    async with server.table(opened.id) as table:
        while not await table.my_turn_or_end():
            await table.play(random.choice(table.now.choices).move)
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tabbytop.server.protocol import messages

SILENCE = 10.0
"""A connection on which nothing was heard for so many seconds is given up; a server ticks more often."""
PATIENCE = 60.0
"""Seconds that one waits for what has to come, however often the connection is lost meanwhile."""
LATE = 0.1
"""An alarm that is late by this part of its time tells that the program was busy, not that the server is gone."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

T = TypeVar("T")
_from_server = msgspec.json.Decoder(messages.FromServer)
_canonical = msgspec.json.Encoder(order="sorted")


class Refused(Exception):
    """The server did not carry out what was asked; `error` says why."""

    def __init__(self, error: messages.Error) -> None:
        super().__init__(f"{error.sentence} [{error.code}{f', {error.clause}' if error.clause else ''}]")
        self.error = error


class Ended(Exception):
    """The server ended the conversation for good: no such table, or it cannot be played any more."""


class ServerClient:
    """A server and who one is there."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token

    async def become_guest(self, name: str = "") -> messages.GuestWithToken:
        """Become somebody here; the token is kept in this client."""
        guest = await self.post("/api/guests", {"name": name}, messages.GuestWithToken)
        self.token = guest.token
        return guest

    async def open_table(
        self, game: str, seats: Sequence[dict[str, Any]], key: str | None = None, **more: Any
    ) -> messages.Opened:
        """Open a table; `more` are options, clock, listed and hints."""
        wanted = {"key": key or new_key(), "game": game, "seats": list(seats), **more}
        return await self.post("/api/tables", wanted, messages.Opened)

    def table(self, table: str, invite: str | None = None, **more: Any) -> TableClient:
        """The client of one table, to be used with `async with`."""
        return TableClient(self.address, table, self.token, invite, **more)

    async def post(self, path: str, body: Any, answer: type[T]) -> T:
        """Send JSON, read an answer of a kind; a refusal is raised."""
        return msgspec.json.decode(await self._ask("POST", path, msgspec.json.encode(body)), type=answer)

    async def get(self, path: str, answer: type[T]) -> T:
        """Read an answer of a kind; a refusal is raised."""
        return msgspec.json.decode(await self._ask("GET", path), type=answer)

    async def _ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        status, answer = await asyncio.to_thread(request, method, self.address + path, self.token, body)
        if status >= 400:
            raise Refused(msgspec.json.decode(answer, type=messages.Error))
        return answer


def request(method: str, url: str, token: str | None, body: bytes | None = None) -> tuple[int, bytes]:
    """One HTTP request by the standard library."""
    import urllib.error
    import urllib.request

    headers = {"content-type": "application/json"} if body is not None else {}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    asked = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.read()


async def heard_within(silence: float, hear: Callable[[], Awaitable[T]]) -> T:
    """What is heard next. Time in which this program was busy itself is not silence: what was said meanwhile waits."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + silence
        try:
            async with asyncio.timeout_at(due):
                return await hear()
        except TimeoutError:
            if loop.time() < due + LATE * silence:
                raise


class TableClient:
    """One table, seen and played over a connection that is renewed when it is lost."""

    def __init__(
        self,
        address: str,
        table: str,
        token: str | None,
        invite: str | None = None,
        on_events: Callable[[list[messages.Event]], None] | None = None,
        silence: float = SILENCE,
        patience: float | None = None,
    ) -> None:
        self.id = table
        self.welcome: messages.Welcome | None = None
        self.view: dict[str, Any] | None = None
        self.seq = 0
        """The last event that is known."""
        self.connections = 0
        """How often a connection was made."""
        self.resyncs = 0
        """How often a gap was filled."""
        self._now: messages.Now | None = None
        self._address = address.replace("http", "ws", 1)
        self._token, self._invite, self._silence = token, invite, silence
        self._patience = PATIENCE if patience is None else patience
        self._on_events = on_events
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[Struct]]] = {}
        self._changed = asyncio.Condition()
        self._acknowledged = 0
        """The newest event that a command of one's own led to."""
        self._welcomed = False
        """Whether the present connection was worth making: it led to the table, and the server has not ended it."""
        self._ended: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> TableClient:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self.until(lambda: self._now is not None)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # ------------------------------------------------------------ what one sees

    @property
    def now(self) -> messages.Now:
        """The present moment."""
        assert self._now is not None
        return self._now

    @property
    def table(self) -> messages.TableInfo:
        """The table around the game."""
        assert self.welcome is not None
        return self.welcome.table

    @property
    def you(self) -> messages.You:
        """What one is at this table."""
        assert self.welcome is not None
        return self.welcome.you

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.now.outcome is not None

    async def until(self, holds: Callable[[], bool], patience: float | None = None) -> None:
        """Wait until something holds; after so many seconds, or one's usual patience, it is a `TimeoutError`."""
        async with asyncio.timeout(self._patience if patience is None else patience), self._changed:
            await self._changed.wait_for(lambda: self._ended is not None or holds())
        if self._ended is not None:
            raise self._ended

    async def my_turn_or_end(self, patience: float | None = None) -> bool:
        """Wait until there is something to choose, or the game is over; says whether it is."""
        await self.until(lambda: bool(self.now.choices) or self.is_over, patience)
        return self.is_over

    # ------------------------------------------------------------ what one does

    async def play(self, move: messages.Move, seat: int | None = None) -> Struct:
        """Make a move."""
        return await self.send(messages.Play(new_key(), self.seq, move, seat))

    async def send(self, command: messages.TableCommand) -> Struct:
        """Send a command and wait for its answer, however often the connection is lost; a refusal is raised."""
        if self._ended is not None:
            raise self._ended
        answer: asyncio.Future[Struct] = asyncio.get_running_loop().create_future()
        data = messages.encode(command)
        self._waiting[command.key] = (data, answer)
        try:
            await self._try_to_send(data)
            said = await (answer if isinstance(command, messages.Hint) else self._insist(data, answer))
        finally:
            self._waiting.pop(command.key, None)
        if isinstance(said, messages.Error):
            raise Refused(said)
        if isinstance(said, messages.Done):
            done = said.seq
            await self.until(lambda: self.seq >= done)  # the news of it comes just after the answer
        return said

    async def _insist(self, data: bytes, answer: asyncio.Future[Struct]) -> Struct:
        """Wait for an answer; if none comes for long, send again. Hints take their time and are not asked for twice."""
        while True:
            done, _ = await asyncio.wait([answer], timeout=self._silence)
            if done:
                return answer.result()
            await self._try_to_send(data)

    async def _try_to_send(self, data: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):  # it is sent again after the next connection
                await self._socket.send(data.decode())

    # ------------------------------------------------------------ the connection

    async def _stay_connected(self) -> None:
        """Connect again and again, after longer and longer pauses where that leads to nothing."""
        pause = FIRST_PAUSE
        while self._ended is None:
            self._welcomed = False
            try:
                await self._converse()
            except (WebSocketException, OSError):
                pass
            except Exception as problem:
                self._end(problem)
                await self._tell_changed()
            pause = FIRST_PAUSE if self._welcomed else min(LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause * (0.5 + random.random()))

    async def _converse(self) -> None:
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        query = {"since": self.seq} | ({"invite": self._invite} if self._invite else {})
        url = f"{self._address}/api/tables/{self.id}/socket?{urlencode(query)}"
        async with connect(
            url, additional_headers=headers, ping_interval=None, open_timeout=5, close_timeout=1
        ) as line:
            self.connections += 1
            self._socket = line
            try:
                for data, _ in list(self._waiting.values()):
                    await line.send(data.decode())
                while True:
                    heard = await heard_within(self._silence, line.recv)
                    await self._hear(_from_server.decode(heard))
            finally:
                self._socket = None

    async def _hear(self, message: Struct) -> None:
        match message:
            case messages.Welcome():
                self._welcomed = True
                self._start_anew(message)
            case messages.News():
                self._welcomed = True
                await self._follow(message)
            case messages.Probe(number):
                await self._try_to_send(messages.encode(messages.Echo(number)))
                return
            case messages.Done(key, seq):
                self._acknowledged = max(self._acknowledged, seq)
                self._answered(key, message)
            case messages.Hinted(key) | messages.Reason(key) | messages.Previewed(key) | messages.Explained(key):
                self._answered(key, message)
            case messages.Tick() if self._acknowledged > self.seq:
                await self._fill_gap()  # the news of what one did oneself have been lost
            case messages.Error(key=str(key)):
                if message.retry_after is not None:
                    asyncio.get_running_loop().call_later(message.retry_after, self._send_again, key)
                else:
                    self._answered(key, message)
            case messages.Bye(code, sentence):
                self._welcomed = False
                if code not in ("restarting", "too_slow", "slow_down", "storage"):
                    self._end(Ended(sentence))
        await self._tell_changed()

    def _end(self, problem: Exception) -> None:
        """Nothing will be heard any more; whoever waits is told why."""
        self._ended = problem
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(problem)

    async def _tell_changed(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _start_anew(self, welcome: messages.Welcome) -> None:
        self.welcome, self.view, self._now, self.seq = welcome, welcome.view, welcome.now, welcome.now.seq
        self._check()

    async def _follow(self, news: messages.News) -> None:
        """Take the events that come next; ask again if some are missing, leave out what is known."""
        fresh = [event for event in news.events if event.seq > self.seq]
        if (fresh and fresh[0].seq != self.seq + 1) or news.now.seq < self.seq or (not fresh and news.events):
            if fresh:
                await self._fill_gap()
            return
        for event in fresh:
            if isinstance(event, messages.Moved | messages.Undone) and self.view is not None:
                self.view = {**self.view, **event.changes}
        if news.view is not None:
            self.view = news.view
        if news.table is not None and self.welcome is not None:
            self.welcome = msgspec.structs.replace(self.welcome, table=news.table)
        self._now, self.seq = news.now, news.now.seq
        self._check()
        if self._on_events is not None:
            self._on_events(fresh)

    async def _fill_gap(self) -> None:
        self.resyncs += 1
        await self._try_to_send(messages.encode(messages.Resync(self.seq)))

    def _check(self) -> None:
        """Hold the view against the server's hash of it; a client that sees something else starts anew."""
        if self.view is not None and self.now.hash != hash_of(self.view):
            raise AssertionError(f"the view of table {self.id} at event {self.seq} is not the server's")

    def _answered(self, key: str, message: Struct) -> None:
        if key in self._waiting and not self._waiting[key][1].done():
            self._waiting[key][1].set_result(message)

    def _send_again(self, key: str) -> None:
        if key in self._waiting:
            self._resending = asyncio.ensure_future(self._try_to_send(self._waiting[key][0]))


def hash_of(view: dict[str, Any]) -> str:
    """The hash by which client and server compare views."""
    return hashlib.sha256(_canonical.encode(view)).hexdigest()[:16]


def new_key() -> str:
    """A key that no other command has."""
    return secrets.token_urlsafe(9)
