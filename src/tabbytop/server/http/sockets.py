"""A table over a WebSocket: one connection, one listener, commands in and messages out.

Knows how bytes travel and nothing of what they mean.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable, Coroutine, Mapping, MutableMapping, Sequence
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from tabbytop.server.http import limits
from tabbytop.server.http.limits import Bucket, Limit
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.registry import TableRegistry, is_invited
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.profiles import Guest
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person

LARGEST_MESSAGE = 16 * 1024
UNDER_WAY = 64 * 1024
"""Bytes that the system may keep for a connection; what else was not taken yet waits in the outbox and is counted."""
PING_EVERY, PING_PATIENCE = 3.0, 4.0
"""A connection that is silently dead is noticed within the sum of these seconds, a stream of events as well."""
PATIENCE = 2.0
"""Seconds that a connection has to take the last messages."""
NEARLY = 0.01
"""Seconds that nobody waits for by themselves: the clock of a loop may go in steps."""
LATE = 0.5
"""Seconds by which a timer is late when the server itself stood still; what has come then is read within as many."""
TOLERATED = 200
"""Messages over the limit that are answered before the connection is closed."""
CLOSING = {"too_slow": 1008, "restarting": 1012, "slow_down": 1008, "no_table": 4404, "outdated": 4410}
TICK = messages.encode(messages.Tick())
PING, PONG = b"\x89\x00", b"\x8a\x80"
"""The frame that asks whether the other side lives, and how the frame that answers it begins, before its mask."""
REVOKED = messages.Bye("revoked", "You have signed this device out from another one.")
BAD_MESSAGE = "This is no message of the protocol: {}."


class TableSocket(WebSocketsSansIOProtocol):
    """The server's side of a socket. Once `converse` was called, whole messages go to and fro without anybody waiting
    for them in a task, and the application has nothing more to do. It can also be cut: a peer that reads nothing cannot
    be told goodbye."""

    said_at = heard_at = 0.0
    """When something was sent and received last, by the clock of the loop."""
    asked_at = 0.0
    """When the other side was asked last whether it lives."""
    _lost: tuple[Callable[[], object], ...] = ()
    _hear: Callable[[bytes], object] | None = None
    _drained: Callable[[], object] | None = None

    def converse(
        self, hear: Callable[[bytes], object], drained: Callable[[], object], gone: Callable[[], None]
    ) -> None:
        """Hand over every message that comes as soon as it has come, beginning with those that wait already; say when
        the connection takes more after it took no more, and when it is gone."""
        waiting = self.queue
        self._hear, self._drained, self.queue = hear, drained, _Straight(hear, gone)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        for said in (self.request, self.response):  # a connection lasts long, its first words need not
            said.headers.clear()
        self.request = self.response = None  # type: ignore[assignment]
        self.writable = _Gate(is_open=self.writable.is_set())  # type: ignore[assignment]
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def say(self, message: bytes) -> bool:
        """Send a text; False if the connection takes no more now."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.said_at = self.loop.time()
        self.transport.write(_framed(message))
        return True

    def data_received(self, data: bytes) -> None:
        """Something has come: mostly a short message, whole and by itself, or the answer to a ping."""
        self.heard_at = self.loop.time()
        if self._hear is None or not self._is_short(data):
            super().data_received(data)
        elif data[0] == 0x81 and not self.close_sent:
            self._hear(apply_mask(data[6:], data[2:6]))

    def _is_short(self, data: bytes) -> bool:
        """Whether this is one whole frame with less than 126 bytes of text, or an answer, and nothing else is under
        way."""
        if len(data) < 6 or len(data) != 6 + data[1] - 0x80 or data[1] >= 0xFE:
            return False
        if data[0] != 0x81 and data[:2] != PONG:
            return False
        line = self.conn
        return line.current_size is None and not line.reader.buffer and line.state is State.OPEN

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side lives, unless it was heard of lately; cut it off if it did not answer in time.

        Whatever comes is an answer. With thousands of connections that nobody uses this is most of what there is to do,
        so a ping is nothing but bytes, and one timer sees to it that there is one and that it is answered. A timer that
        rings late tells that the server itself stood still: answers of that time have not been read yet.
        """
        assert self.ping_interval is not None
        assert self.ping_timeout is not None
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        now = self.loop.time()
        if self.heard_at >= self.asked_at:
            rest = self.heard_at + self.ping_interval - now
            if rest <= NEARLY:
                self.transport.write(PING)
                self.asked_at, rest = now, min(self.ping_interval, self.ping_timeout)
        else:
            rest = self.asked_at + self.ping_timeout - now
            if rest < -LATE:
                self.asked_at, rest = now - self.ping_timeout + LATE, LATE
            elif rest <= NEARLY:
                self.keepalive_timeout()
                return
        self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)

    def resume_writing(self) -> None:
        """The connection takes more."""
        super().resume_writing()
        if self._drained is not None:
            self._drained()

    def send_receive_event_to_app(self) -> None:
        """A message has come."""
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._hear(data)

    def when_lost(self, call: Callable[[], object]) -> None:
        """Say what is to be done, besides, when the connection is gone, whoever ends it."""
        self._lost += (call,)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        lost, self._lost = self._lost, ()
        for call in lost:
            call()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for this connection; a server that stops waits for it."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the system keep little: it would take megabytes from us for a peer that reads nothing."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNDER_WAY)

    def handle_text(self, event: Frame) -> None:
        """Take text as bytes: whoever reads the message finds out whether it is text at all, and says so."""
        self.handle_bytes(event)

    def keepalive_timeout(self) -> None:
        """A peer that does not answer any more is not waited for: it would have to take what is under way first."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops. Nobody is told so who has just said goodbye, and whose connection is being closed."""
        if not self.transport.is_closing():
            super().shutdown()

    async def run_asgi(self) -> None:
        """Run the application with a way to this connection, unless it ended before anything could be said.

        A conversation outlives it: ten thousand connections would keep ten thousand stacks of calls.
        """
        if self.transport.is_closing():
            return
        self.scope.setdefault("extensions", {})["tabbytop.socket"] = {"socket": self}
        is_talking = False
        try:
            await self.app(self.scope, self.receive, self.send)
            is_talking = self._hear is not None
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application\n")
        finally:
            self.scope = None  # type: ignore[assignment]
            if not is_talking:
                self.send_500_response()  # unless something else was said
                if self.close_timer is None:
                    self.transport.close()


class _Gate:
    """An event as `asyncio` has it, for which hardly anybody ever waits: a tenth of its size."""

    __slots__ = ("_is_open", "_opened")

    def __init__(self, *, is_open: bool) -> None:
        self._is_open = is_open
        self._opened: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._is_open

    def set(self) -> None:
        """Open it, and let those in who wait."""
        self._is_open = True
        if self._opened is not None:
            self._opened.set_result(None)
            self._opened = None

    def clear(self) -> None:
        """Close it."""
        self._is_open = False

    async def wait(self) -> None:
        """Wait until it is open."""
        while not self._is_open:
            self._opened = self._opened or asyncio.get_running_loop().create_future()
            await asyncio.shield(self._opened)


class _Straight:
    """In place of a queue of what has come: nothing waits in it."""

    __slots__ = ("_gone", "_hear")

    def __init__(self, hear: Callable[[bytes], object], gone: Callable[[], None]) -> None:
        self._hear, self._gone = hear, gone

    def put_nowait(self, came: Mapping[str, Any]) -> None:
        """Hand it over."""
        if came["type"] == "websocket.receive":
            self._hear(came["bytes"])
        else:
            self._gone()


def table_socket(scope: MutableMapping[str, Any]) -> TableSocket:
    """The connection of an application that this server runs."""
    found: TableSocket = scope["extensions"]["tabbytop.socket"]["socket"]
    return found


def _framed(message: bytes) -> bytes:
    """A text as the frame of a server."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    head = struct.pack(">BBH", 0x81, 126, size) if size < 65536 else struct.pack(">BBQ", 0x81, 127, size)
    return head + message


class Conversation:
    """One socket at one table."""

    __slots__ = ("_bucket", "_commands", "_excess", "_is_ending", "_line", "_listener", "_person", "_registry", "_room",
                 "_ticking")  # fmt: skip

    def __init__(self, line: TableSocket, registry: TableRegistry, commands: Limit) -> None:
        self._line = line
        self._registry = registry
        self._commands = commands
        self._bucket = Bucket(limits.MESSAGES.times(registry.settings.generosity))
        self._excess = 0
        self._is_ending = False
        self._listener: Listener | None = None
        self._person: Person | None = None
        self._room: Visit
        self._ticking: asyncio.TimerHandle

    def dismiss(self) -> None:
        """End the conversation: the device has lost the right to it."""
        if self._listener is not None:
            self._listener.close(REVOKED)

    async def refuse(self, rejected: Rejected) -> None:
        """Say why there is nothing to talk about."""
        await self._part([], messages.Bye(rejected.code, str(rejected)))

    async def begin(
        self, table_id: str, guest: Guest | None, invite: str | None, since: int | None, *, away: bool = False
    ) -> None:
        """Find the table, and talk from now on until either side ends it; or say why that cannot be.

        `away` where nobody looks when it begins.
        """
        name = guest.name if guest else ""
        guest_id, outbox = guest.id if guest else None, self._registry.settings.outbox
        listener = self._listener = Listener(guest_id, name, outbox, RoundTripMeter())
        listener.is_looking = not away
        try:
            room = self._room = await self._registry.visit(table_id, listener.guest, invite)
        except Rejected as rejected:
            await self.refuse(rejected)
            return
        self._registry.metrics.sockets.inc()
        if guest is not None:
            self._person = Person(guest.id, guest.name, is_invited(room.table, guest.id, invite), guest.face)
        listener.attach(self._line.say, self._dismissed)
        room.join(listener, since)
        self._tick(listener)
        self._line.converse(self._read, listener.flush, self._gone)

    def _dismissed(self) -> None:
        """The server ends the conversation."""
        if not self._is_ending:
            self._is_ending = True
            self._line.run(self._take_leave())

    def _gone(self) -> None:
        """The other side has ended it, and may still be answered to that."""
        if not self._is_ending:
            self._is_ending = True
            asyncio.get_running_loop().call_soon(self._end, False)

    async def _take_leave(self) -> None:
        has_parted = False
        listener = self._listener
        assert listener is not None
        assert listener.bye is not None
        try:
            has_parted = await self._part(listener.take_rest(), listener.bye)
        finally:
            self._end(has_parted)

    def _end(self, has_parted: bool) -> None:
        listener = self._listener
        assert listener is not None
        self._ticking.cancel()
        self._room.leave(listener)
        self._registry.metrics.sockets.dec()
        if listener.bye is not None:
            self._registry.metrics.closed.labels(listener.bye.code).inc()
        if not has_parted:
            self._line.transport.abort()

    def _tick(self, listener: Listener) -> None:
        """Let the other side know that the connection lives, if nothing was said for a while."""
        loop, pause = asyncio.get_running_loop(), self._registry.settings.tick
        quiet = loop.time() - self._line.said_at
        if quiet < pause - NEARLY:
            rest = pause - quiet
        else:
            rest = pause
            if listener.flush():
                self._line.say(TICK)
        self._ticking = loop.call_later(rest, self._tick, listener)

    async def _part(self, rest: Sequence[bytes], bye: messages.Bye) -> bool:
        """Send the last messages and the farewell, to whoever takes them in time; whether that was so."""
        with contextlib.suppress(ClientDisconnected, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for message in (*rest, messages.encode(bye)):
                    await self._line.send({"type": "websocket.send", "text": message.decode()})
                await self._line.send(
                    {"type": "websocket.close", "code": CLOSING.get(bye.code, 1008), "reason": bye.code}
                )
                return True
        return False

    def _read(self, data: bytes) -> None:
        listener, room = self._listener, self._room
        assert listener is not None
        if listener.bye is not None:
            return
        wait = self._bucket.wait()
        if wait:
            self._too_many(listener, wait)
            return
        try:
            message = messages.read_message(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            listener.send(messages.Error("bad_message", BAD_MESSAGE.format(problem), key_in(data)))
            return
        match message:
            case messages.Ping(at):
                listener.send(messages.Pong(at))
            case messages.Echo():
                room.heard(listener, message)
            case messages.Resync(since):
                room.catch_up(listener, since)
            case messages.Attention(looking):
                room.attend(listener, looking=looking)
            case _:
                self._command(message, room, listener)

    def _command(self, command: messages.TableCommand, room: Visit, listener: Listener) -> None:
        person = self._person
        if person is None:
            listener.send(messages.Error("no_guest", "Become a guest first: POST /api/guests.", command.key))
            return
        wait = self._commands.wait(person.guest)
        if wait:
            self._registry.metrics.limited.labels(self._commands.rate.name).inc()
            listener.send(messages.Error("slow_down", "Too many commands.", command.key, retry_after=round(wait, 3)))
            return
        room.submit(command, person, listener.send, listener.meter)

    def _too_many(self, listener: Listener, wait: float) -> None:
        self._excess += 1
        self._registry.metrics.limited.labels(limits.MESSAGES.name).inc()
        if self._excess > TOLERATED:
            listener.close(messages.Bye("slow_down", "Far too many messages on this connection."))
        elif self._excess % 20 == 1:
            listener.send(messages.Error("slow_down", "Too many messages.", retry_after=round(wait, 3)))


class _Keyed(msgspec.Struct):
    key: str | None = None


def key_in(data: str | bytes) -> str | None:
    """The key of a command that could not be read otherwise, so that its sender knows which one it was."""
    try:
        key = msgspec.json.decode(data, type=_Keyed).key
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return key[:64] if key is not None else None
