"""Checks that every request and every answer passes: origin, size, rate, headers.

Refuses pages of other sites, names that are not the server's, addresses that ask too often and bodies that are too
large, and adds the headers that tell browsers to be strict. Knows nothing of tables.
"""

from __future__ import annotations

import functools
import ipaddress
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabbytop.server.http import limits
from tabbytop.server.http.hosts import AllowedHosts
from tabbytop.server.http.limits import Limit
from tabbytop.server.http.responses import respond
from tabbytop.server.http.sockets import table_socket
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.operating.settings import Settings
from tabbytop.server.protocol import messages

LARGEST_BODY = 16 * 1024
LARGEST_RECORD = 4 * 1024 * 1024
RECORDS = "/api/records"
UNLIMITED = ("/healthz", "/readyz", "/metrics")
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

ENCRYPTED = "max-age=31536000"
"""Browsers that came over TLS once come no other way for a year."""


class Guard:
    """Stands around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        spending: limits.Spending | None = None,
        banned: Callable[[str], str | None] = lambda address: None,
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._banned = banned
        self._hosts = AllowedHosts(settings)
        self._requests = Limit(limits.REQUESTS.times(settings.generosity), spending)
        self._sockets = Limit(limits.SOCKETS.times(settings.generosity), spending)
        self._most_open = limits.OPEN_CONNECTIONS * settings.generosity
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", ENCRYPTED)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            with self._one_more(address_of(scope)):
                await self._app(scope, receive, strict)
        else:
            await respond(refusal)(scope, receive, strict)

    def _refusal(self, scope: Scope) -> messages.Error | None:
        headers = Headers(scope=scope)
        if (stranger := self._wrong_name(scope)) is not None:
            return messages.Error("foreign_host", stranger)
        if scope["path"] not in UNLIMITED:
            address = address_of(scope)
            if (banned := self._banned(address)) is not None:
                return messages.Error("banned", banned)
            wait = self._requests.wait(address) or float(self._open[address] >= self._most_open)
            if wait:
                self._metrics.limited.labels(self._requests.rate.name).inc()
                return messages.Error("slow_down", "Too many requests from your address.", retry_after=round(wait, 3))
        if scope["method"] not in SAFE and not is_own_page(headers, self._settings.origins):
            return messages.Error("foreign_origin", "This request comes from a page of another site.")
        size, most = headers.get("content-length", "0"), LARGEST_RECORD if scope["path"] == RECORDS else LARGEST_BODY
        if not size.isdigit() or int(size) > most:
            return messages.Error("too_large", f"A request may have {most // 1024} kB here.")
        return None

    def _wrong_name(self, scope: Scope) -> str | None:
        """What to say to somebody who calls the server by a name that is not its own."""
        server = scope.get("server")
        for host in Headers(scope=scope).getlist("host"):
            if not self._hosts.allows(host, server[0] if server else None):
                return self._hosts.refusal(host)
        return None

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        code, reason = self._socket_refusal(scope, address)
        if code:
            await receive()
            await send({"type": "websocket.accept"})
            bye = messages.encode(messages.Bye(reason[0], reason[1])).decode()
            await send({"type": "websocket.send", "text": bye})
            await send({"type": "websocket.close", "code": code, "reason": reason[0]})
            return
        self._open[address] += 1
        table_socket(scope).when_lost(functools.partial(self._one_less, address))
        await self._app(scope, receive, send)

    @contextmanager
    def _one_more(self, address: str) -> Iterator[None]:
        """Count a request, which may be a stream of events that never ends."""
        self._open[address] += 1
        try:
            yield
        finally:
            self._one_less(address)

    def _one_less(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _socket_refusal(self, scope: Scope, address: str) -> tuple[int, tuple[str, str]]:
        if (stranger := self._wrong_name(scope)) is not None:
            return 1008, ("foreign_host", stranger)
        if not is_own_page(Headers(scope=scope), self._settings.origins):
            return 1008, ("foreign_origin", "This connection comes from a page of another site.")
        if (banned := self._banned(address)) is not None:
            return 1008, ("banned", banned)
        if self._open[address] >= self._most_open or self._sockets.wait(address):
            self._metrics.limited.labels(self._sockets.rate.name).inc()
            return 1008, ("slow_down", "Too many connections from your address; try again later.")
        return 0, ("", "")


def address_of(scope: Scope) -> str:
    """The address a request comes from, as limits count it."""
    client = scope.get("client")
    return network_of(client[0]) if client else "unknown"


@functools.lru_cache(1024)
def network_of(address: str) -> str:
    """All addresses that one visitor can choose from: of IPv6 that is a whole network, whose first half is given."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found.packed[:8] + bytes(8), 64)))


def is_own_page(headers: Headers, origins: Iterable[str]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    host = headers.get("host")
    return origin in origins or (bool(host) and origin.partition("://")[2] == host)
