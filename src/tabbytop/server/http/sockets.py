"""A table over a WebSocket: one connection, one listener, commands in and messages out.

Knows how bytes travel and nothing of what they mean.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tabbytop.server.http import limits
from tabbytop.server.http.limits import Bucket, Limit
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.audience import Listener
from tabbytop.server.runtime.latency import RoundTripMeter
from tabbytop.server.runtime.registry import TableRegistry, is_invited
from tabbytop.server.runtime.visiting import Visit
from tabbytop.server.storage.store import Guest
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person

LARGEST_MESSAGE = 16 * 1024
UNDER_WAY = 64 * 1024
"""Bytes that the system may keep for a connection; what else was not taken yet waits in the outbox and is counted."""
PATIENCE = 2.0
"""Seconds that a connection has to take the last messages."""
TOLERATED = 200
"""Messages over the limit that are answered before the connection is closed."""
CLOSING = {"too_slow": 1008, "restarting": 1012, "slow_down": 1008, "no_table": 4404, "outdated": 4410}
TICK = messages.encode(messages.Tick()).decode()
REVOKED = messages.Bye("revoked", "You have signed this device out from another one.")
BAD_MESSAGE = "This is no message of the protocol: {}."


class TableSocket(WebSocketsSansIOProtocol):
    """The server's side of a socket, which can also be cut: a peer that reads nothing cannot be told goodbye."""

    _lost: Callable[[], None] | None = None

    def when_lost(self, call: Callable[[], None]) -> None:
        """Say what is to be done when the connection is gone, whoever ends it."""
        self._lost = call

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        if self._lost is not None:
            self._lost()

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
        """Run the application with a way to cut the connection, unless it ended before anything could be said."""
        if self.transport.is_closing():
            return
        self.scope.setdefault("extensions", {})["tabbytop.cut"] = {"cut": self.transport.abort}
        await super().run_asgi()


class Conversation:
    """One socket at one table."""

    def __init__(self, socket: WebSocket, registry: TableRegistry, commands: Limit) -> None:
        self._socket = socket
        self._registry = registry
        self._commands = commands
        self._bucket = Bucket(limits.MESSAGES.times(registry.settings.generosity))
        self._excess = 0
        self._listener: Listener | None = None

    def dismiss(self) -> None:
        """End the conversation: the device has lost the right to it."""
        if self._listener is not None:
            self._listener.close(REVOKED)

    async def refuse(self, rejected: Rejected) -> None:
        """Say why there is nothing to talk about."""
        listener = Listener(None, "", 1)
        listener.close(messages.Bye(rejected.code, str(rejected)))
        await self._send_all(listener)

    async def hold(self, table_id: str, guest: Guest | None, invite: str | None, since: int | None) -> None:
        """From the first message to the last."""
        name = guest.name if guest else ""
        guest_id, outbox = guest.id if guest else None, self._registry.settings.outbox
        listener = self._listener = Listener(guest_id, name, outbox, RoundTripMeter())
        try:
            room = await self._registry.visit(table_id, listener.guest, invite)
        except Rejected as rejected:
            await self.refuse(rejected)
            return
        gauge = self._registry.metrics.connections.labels("socket")
        gauge.inc()
        room.join(listener, since)
        person = None
        if guest is not None:
            person = Person(guest.id, guest.name, is_invited(room.table, guest.id, invite))
        sending = asyncio.create_task(self._send_all(listener))
        reading = asyncio.create_task(self._read_all(room, listener, person))
        ending = asyncio.create_task(listener.ended())
        try:
            await asyncio.wait([sending, reading, ending], return_when=asyncio.FIRST_COMPLETED)
            if listener.bye is not None and not sending.done():
                await asyncio.wait([sending], timeout=PATIENCE)
        finally:
            room.leave(listener)
            gauge.dec()
            if listener.bye is not None:
                self._registry.metrics.closed.labels(listener.bye.code).inc()
            if not sending.done():
                self._cut()
            for task in (sending, reading, ending):
                task.cancel()
            await asyncio.gather(sending, reading, ending, return_exceptions=True)

    async def _send_all(self, listener: Listener) -> None:
        """Send what comes, ticks when nothing does, and the farewell."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                message = await listener.next(self._registry.settings.tick)
                if message is not None:
                    await self._socket.send_text(message.decode())
                elif listener.bye is None:
                    await self._socket.send_text(TICK)
                else:
                    bye = listener.bye
                    await self._socket.send_text(messages.encode(bye).decode())
                    await self._socket.close(CLOSING.get(bye.code, 1008), bye.code)
                    return

    async def _read_all(self, room: Visit, listener: Listener, person: Person | None) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while listener.bye is None:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self._read(message.get("text") or message.get("bytes") or b"", room, listener, person)

    def _read(self, data: str | bytes, room: Visit, listener: Listener, person: Person | None) -> None:
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
            case _:
                self._command(message, room, listener, person)

    def _command(self, command: messages.TableCommand, room: Visit, listener: Listener, person: Person | None) -> None:
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

    def _cut(self) -> None:
        cut: Callable[[], None] | None = self._socket.scope.get("extensions", {}).get("tabbytop.cut", {}).get("cut")
        if cut is not None:
            cut()


class _Keyed(msgspec.Struct):
    key: str | None = None


def key_in(data: str | bytes) -> str | None:
    """The key of a command that could not be read otherwise, so that its sender knows which one it was."""
    try:
        key = msgspec.json.decode(data, type=_Keyed).key
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return key[:64] if key is not None else None
