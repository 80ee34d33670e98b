"""Limits on connections, from before anybody has said anything on them.

Counts them by network from the moment they are accepted, closes those that do not say what they want, or take nothing
of what they asked for, and keeps some descriptors free, so that whoever is here stays and whoever comes gets in.
Knows nothing of requests; the guard looks at those.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from uvicorn.middleware.proxy_headers import _TrustedHosts

from tabbytop.server.http import limits
from tabbytop.server.http.guard import network_of
from tabbytop.server.http.sockets import TableSocket
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol  # the faster of the two, where it is installed

if sys.platform != "win32":  # where sockets are no descriptors
    import resource

LOG = logging.getLogger("tabbytop.connections")
SPARE = 128
"""Descriptors that are kept for the database, the log and the processes of bots."""
FOR_PROXIES = 16
"""Of these, so many connections may be opened by the host's own programs when everything else is taken."""
MANY = 20_000
"""Connections where the system does not say how many there may be."""
LONGEST_HEAD = 64 * 1024
"""Bytes of a request before its body."""
KEPT_OPEN = 3.0
"""Times the usual patience, for a connection that was answered and may ask again."""
STALLED = 30.0
"""Seconds in which somebody has to take at least something of an answer that waits for them."""
NOTED_EVERY = 2.0
"""Seconds over which the log counts together why connections were refused or closed."""
CROWDED_FOR = 10.0
"""Seconds for which the server is not ready after it had no room left."""
SENTENCES = {
    "silent": "closed connections that did not say what they want in time",
    "stalled": "closed connections that took nothing of their answers",
    "long": "closed connections with endless headers",
    "network": "refused connections of networks that have too many open already",
    "crowded": "closed silent connections to make room: the limit of open files is nearly reached",
    "full": "refused connections: the limit of open files is nearly reached",
}
EXTENSION = "tabbytop.connection"
"""By which name an application finds the connection of a request."""
REFUSAL = "Too many connections from your address; close some, or try again later."
FULL = "This server has no room for more connections now; try again later."


def raise_descriptor_limit() -> None:
    """Let this process open as many files as the system lets it; the usual limit is for programs without visitors."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (ValueError, OSError):  # some systems name a limit that they do not grant
            LOG.debug("the limit of open files stays at %d", soft)


def room_for_connections() -> int:
    """How many connections may be open, so that some descriptors are left for everything else."""
    if sys.platform == "win32":
        return MANY
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MANY if soft == resource.RLIM_INFINITY else max(soft - SPARE, soft // 2)


class ConnectionLimits:
    """All connections of a server, whatever is said on them."""

    def __init__(self, settings: Settings, metrics: Metrics, trusted: list[str] | str) -> None:
        self.patience = settings.patience
        self._most = room_for_connections()
        self._most_of_one = limits.CONNECTIONS * settings.generosity
        self._proxies = _TrustedHosts(trusted)
        self._metrics = metrics
        self._open: Counter[str] = Counter()
        self._number = 0
        self._silent: dict[LimitedProtocol, None] = {}
        """Those that have yet to say what they want, the longest waiting first."""
        self._crowded = -CROWDED_FOR
        self._noted: Counter[str] = Counter()
        self._noting: asyncio.TimerHandle | None = None

    @property
    def problem(self) -> str | None:
        """Why nobody else can come in, while that is so."""
        if self._number < self._most and time.monotonic() - self._crowded >= CROWDED_FOR:
            return None
        return "The limit of open files is reached; raise it for this server (LimitNOFILE, ulimit -n)."

    def admit(self, connection: LimitedProtocol, address: str | None) -> str | None:
        """Count a new connection; None, or why there is no room for it."""
        if address is not None and address not in self._proxies:
            connection.network = network_of(address)
            if self._open[connection.network] >= self._most_of_one:
                self.note("network")
                return REFUSAL
        if self._number >= self._most and not self._make_room(connection):
            return FULL
        self._number += 1
        self._open[connection.network] += 1
        return None

    def release(self, network: str) -> None:
        """A connection that had been let in is gone."""
        self._number -= 1
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    def waits(self, connection: LimitedProtocol) -> None:
        """A connection has yet to say what it wants."""
        self._silent[connection] = None

    def speaks(self, connection: LimitedProtocol) -> None:
        """It has said so, or is gone."""
        self._silent.pop(connection, None)

    def note(self, what: str) -> None:
        """Something happened that whoever runs the server may want to know; the log says how often, but not to whom."""
        self._metrics.closed.labels(what).inc()
        self._noted[what] += 1
        if self._noting is None:
            self._noting = asyncio.get_running_loop().call_later(NOTED_EVERY, self._tell)

    def _tell(self) -> None:
        self._noting = None
        for what, number in self._noted.items():
            LOG.warning("%s (%d)", SENTENCES[what], number)
        self._noted.clear()

    def _make_room(self, connection: LimitedProtocol) -> bool:
        """Let a newcomer take the place of whoever has been silent for the longest."""
        self._crowded = time.monotonic()
        if self._silent:
            next(iter(self._silent)).end("crowded")
            return True
        if not connection.network and self._number < self._most + FOR_PROXIES:
            return True
        self.note("full")
        return False

    def protocol(self, **given: Any) -> LimitedProtocol:
        """What uvicorn makes for every connection."""
        return LimitedProtocol(self, **given)


class LimitedProtocol(AutoHTTPProtocol):
    """A connection that has so many seconds to say what it wants, before the first request and after each answer."""

    def __init__(self, connections: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self.network = ""
        """Where the connection comes from; a proxy that is trusted stands for many, and is not counted."""
        self._connections = connections
        self._let_in = False
        self._head = 0
        self._waiting: asyncio.TimerHandle | None = None
        self._stalling: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection in, or say why not."""
        peer = transport.get_extra_info("peername")
        refusal = self._connections.admit(self, peer[0] if isinstance(peer, tuple) else None)
        if refusal is not None:
            self.transport = cast(asyncio.Transport, transport)
            self.transport.write(_refused(refusal))
            self.transport.close()
            return
        self._let_in = True
        super().connection_made(cast(asyncio.Transport, transport))
        self._wait(self._connections.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        self._writable()
        if self._let_in:
            self._let_in = False
            self._connections.release(self.network)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was said, unless it is a head without an end."""
        if not self._let_in or self.transport.is_closing():
            return
        if self._waiting is not None:
            self._head += len(data)
            if self._head > LONGEST_HEAD + len(data):
                self.end("long")
                return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:  # now it is known what the connection wants
            self._stop_waiting()
            self.cycle.scope.setdefault("extensions", {})[EXTENSION] = {"end_if_silent": self.end_if_silent}

    def on_response_complete(self) -> None:
        """The answer is given; the next question may come."""
        super().on_response_complete()
        self._unset_keepalive_if_required()  # the limit here holds, whatever is said in between
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait(self._connections.patience * KEPT_OPEN)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        """The connection becomes a socket, and still counts as one."""
        self._stop_waiting()
        super().handle_websocket_upgrade(*request)
        socket, network, connections = self.transport.get_protocol(), self.network, self._connections
        if isinstance(socket, TableSocket):
            self._let_in = False
            socket.when_lost(functools.partial(connections.release, network))

    def pause_writing(self) -> None:
        """The peer takes nothing for the moment."""
        super().pause_writing()
        self._stalling = self._stalling or self.loop.call_later(STALLED, self.end, "stalled")

    def resume_writing(self) -> None:
        """The peer has taken something."""
        super().resume_writing()
        self._writable()

    def end_if_silent(self, patience: float) -> None:
        """End the connection if its peer does not confirm for so many seconds that it got what was sent.

        Only some systems can do that; elsewhere it ends when the system itself gives the peer up.
        """
        line = self.transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * patience))

    def end(self, why: str) -> None:
        """Close the connection without waiting for anything."""
        self._stop_waiting()
        if not self.transport.is_closing():
            self._connections.note(why)
            self.transport.abort()

    def _wait(self, patience: float) -> None:
        self._stop_waiting()
        self._head = 0
        self._waiting = self.loop.call_later(patience, self.end, "silent")
        self._connections.waits(self)

    def _stop_waiting(self) -> None:
        self._connections.speaks(self)
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _writable(self) -> None:
        if self._stalling is not None:
            self._stalling.cancel()
            self._stalling = None


def _refused(sentence: str) -> bytes:
    body = f'{{"type":"error","code":"slow_down","sentence":"{sentence}"}}'.encode()
    head = "HTTP/1.1 429 Too Many Requests", "content-type: application/json", f"content-length: {len(body)}"
    return "\r\n".join([*head, "connection: close", "retry-after: 10", "", ""]).encode() + body
