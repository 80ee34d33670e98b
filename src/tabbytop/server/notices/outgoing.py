"""Requests that the server makes to addresses which people have given it. The one place from which any leaves.

Somebody could give an address inside the host's own network, or a name that leads there, now or after it was checked.
So a name is looked up once, every address behind it is checked, and the connection is made to what was checked.
Redirects are not followed, answers are cut short, and all of it has to be done in a few seconds.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

PATIENCE = 10.0
"""Seconds for everything."""
LONGEST = 64 * 1024
"""Bytes of an answer that are taken."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv4, as networks that have IPv6 alone call them (NAT64)."""
SPECIAL = [ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")]
"""For protocols, for relays that are no more, and for the insides of a cloud, though they look like others."""


class Unsent(Exception):
    """Nothing arrived. The sentence is for the person whose address it is."""

    def __init__(self, sentence: str, *, gone: bool = False, again: bool = False, status: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        """What a server has answered, if one has."""
        self.gone = gone
        """Whether there is nobody there any more."""
        self.again = again
        """Whether it may go well another time."""


class TooMuch(Unsent):
    """More is sent from here at the moment than an address can bear; nothing speaks against the address."""


def check_address(url: str, *, private: bool) -> None:
    """Refuse what can never be sent to. Names are looked up when something is sent."""
    parts = _parts(url)
    try:
        found = ipaddress.ip_address(parts.hostname or "")
    except ValueError:
        return
    _check_global(found, private=private)


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> None:
    """Send something; returns when it has arrived. Blocks, for a few seconds at most."""
    parts = _parts(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    deadline = time.monotonic() + PATIENCE
    connection = _Pinned(host, port, _look_up(host, port, deadline, private=private), parts.scheme == "https", deadline)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    watch = threading.Timer(PATIENCE, connection.cut)  # a server that sends a byte now and then is never late by itself
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", path, body, {"user-agent": "Tabbytop", **headers})
        answer = connection.getresponse()
        if connection.is_cut:  # what has come by then may look like an answer
            raise TimeoutError
        status = answer.status
        _take(answer, connection, deadline)
    except TimeoutError:
        raise Unsent(f"{host} did not answer in time.", again=True) from None
    except (OSError, http.client.HTTPException) as problem:
        raise Unsent(f"{host} could not be reached: {problem}.", again=True) from None
    finally:
        watch.cancel()
        connection.close()
    if status in (404, 410):
        raise Unsent(f"{host} says that there is nobody at this address ({status}).", gone=True, status=status)
    if status == 429 or status >= 500:
        raise Unsent(f"{host} cannot take it now ({status}).", again=True, status=status)
    if status >= 300:
        raise Unsent(f"{host} does not take it ({status}).", status=status)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unsent("This is no address.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or parts.password or port == 0:
        raise Unsent("An address begins with https:// and the name of a server.")
    if not url.isascii() or any(ord(letter) <= 32 for letter in url):
        raise Unsent("An address has no blanks and no letters with accents.")
    return parts


def _look_up(host: str, port: int, deadline: float, *, private: bool) -> tuple[int, tuple[str, int]]:
    found = _resolved(host, port, deadline)
    for _, _, _, _, address in found:
        _check_global(ipaddress.ip_address(str(address[0]).partition("%")[0]), private=private)
    family, _, _, _, address = found[0]
    return family, (str(address[0]), port)


def _resolved(host: str, port: int, deadline: float) -> list[Any]:
    """What a name leads to. Nothing ends a look into the directory: one that takes too long is left to itself."""
    answered: queue.SimpleQueue[list[Any] | None] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answered.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            answered.put(None)

    threading.Thread(target=ask, name="name lookup", daemon=True).start()
    try:
        found = answered.get(timeout=max(0.01, deadline - time.monotonic()))
    except queue.Empty:
        raise Unsent(f"The name {host} could not be looked up in time.", again=True) from None
    if found is None:
        raise Unsent(f"There is no server {host}.", again=True)
    return found


def _check_global(address: Address, *, private: bool) -> None:
    if not private and not all(_is_global(each) for each in _meant(address)):
        raise Unsent("This address leads into the host's own network; the server sends nothing there.")


def _meant(address: Address) -> list[Address]:
    """Where an address leads: some of IPv6 only wrap one of IPv4."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    if address in TRANSLATED:
        return [ipaddress.IPv4Address(address.packed[12:])]
    wrapped = address.ipv4_mapped or address.sixtofour
    return [wrapped] if wrapped is not None else list(address.teredo or [address])


def _is_global(address: Address) -> bool:
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not (isinstance(address, ipaddress.IPv6Address) and address.is_site_local)
        and not any(address in network for network in SPECIAL if network.version == address.version)
    )


def _take(answer: http.client.HTTPResponse, connection: http.client.HTTPConnection, deadline: float) -> None:
    """Read a little of an answer, so that a polite server is not cut off; more than that is nobody's business."""
    taken = 0
    while taken < LONGEST:
        left = deadline - time.monotonic()
        if left <= 0 or connection.sock is None:
            return
        connection.sock.settimeout(left)
        part = answer.read1(8192)
        if not part:
            return
        taken += len(part)


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was checked, whatever its name leads to by now."""

    def __init__(self, host: str, port: int, pinned: tuple[int, tuple[str, int]], tls: bool, deadline: float) -> None:
        super().__init__(host, port)
        self._pinned, self._tls, self._deadline = pinned, tls, deadline
        self.is_cut = False

    def cut(self) -> None:
        """End it, whoever waits for what."""
        self.is_cut = True
        with contextlib.suppress(OSError):
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        """Connect, with what is left of the time."""
        family, address = self._pinned
        self.sock = socket.socket(family, socket.SOCK_STREAM)
        self.sock.settimeout(max(0.01, self._deadline - time.monotonic()))
        self.sock.connect(address)
        if self._tls:
            context = ssl.create_default_context()
            tls = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = tls
            tls.do_handshake()
