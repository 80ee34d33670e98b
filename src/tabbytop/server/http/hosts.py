"""The names by which a server may be called.

A page of another site can give its own name the address of this machine (DNS rebinding), and its visitors' browsers
would then take what is here for a part of that site. They still say which name they mean, in `Host`; so a name that
nobody has given this server is refused.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from tabbytop.engine.errors import UserError
from tabbytop.server.operating.settings import Settings

NAME = "[a-z0-9.:_-]{1,100}"
USUAL_PORTS = {"http": 80, "https": 443}
EVERYWHERE = ("0.0.0.0", "::")
"""What a server listens at that others in the network can reach."""


class AllowedHosts:
    """The names and addresses of one server."""

    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname().lower()
        given = (*settings.names, settings.host, *(urlsplit(origin).netloc for origin in settings.origins))
        self._names = {"localhost", machine, f"{machine}.local", *map(name_in, given)} - {""}

    def allows(self, host: str, reached: str | None) -> bool:
        """Whether `Host` names this server, which was reached at an address."""
        name = name_in(host)
        return name in self._names or _is_own_address(name, reached)

    def refusal(self, host: str) -> str:
        """What to tell somebody who has called the server by another name."""
        name = name_in(host)
        if not re.fullmatch(NAME, name):
            return "This server has no such name."
        return f"This server is not called '{name}'. If that is its name, start it with --host-name {name}."


def lan_address() -> str | None:
    """The address by which others in the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, but a way out is chosen
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found


def address_in_network(listens: str, port: int | None) -> str | None:
    """By which address others in this network reach a server that listens there; None where they do not."""
    found = lan_address() if listens in EVERYWHERE else None
    return f"http://{found}:{port or 80}" if found else None


def checked_origin(address: str) -> str:
    """The address of a page as browsers say it; one that they never say would quietly shut everybody out.

    >>> checked_origin("https://Games.example:443/")
    'https://games.example'
    """
    wrong = UserError(f"An origin is written like https://games.example, with nothing behind it; not '{address}'.")
    try:
        parts = urlsplit(address.strip().lower())
        has_port = parts.port != 0
    except ValueError:  # a bracket that is not closed, a port that is no number
        raise wrong from None
    is_name = re.fullmatch(NAME, parts.hostname or "") and not parts.username
    is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment
    if parts.scheme not in USUAL_PORTS or not (has_port and is_name and is_bare):
        raise wrong
    usual = f":{USUAL_PORTS[parts.scheme]}"
    return f"{parts.scheme}://{parts.netloc.removesuffix(usual)}"


def checked_name(name: str) -> str:
    """A name of the server; whatever else people take for one would name it nothing."""
    if not re.fullmatch(NAME, name.strip().lower()):
        raise UserError(f"A host name is written like games.example; not '{name}'.")
    return name


def name_in(host: str) -> str:
    """The name in a `Host`, without its port, as names are compared."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    if name.count(":") == 1:
        name = name.partition(":")[0]
    return name.removesuffix(".")


def _is_own_address(name: str, reached: str | None) -> bool:
    try:
        address = ipaddress.ip_address(name)
        return address.is_loopback or (reached is not None and address == _plain(ipaddress.ip_address(reached)))
    except ValueError:
        return False


def _plain(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address of IPv4 that came over a socket of IPv6 is one of IPv4."""
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address
