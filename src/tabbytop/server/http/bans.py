"""Who may not come in: bans of profiles and networks, as the database has them, looked up again every few seconds.

Hosts ban from the command line, in another process, and several servers share a database: so the database is believed,
and nothing else has to be told.
"""

from __future__ import annotations

import contextlib
import functools
import ipaddress
from collections.abc import Callable

from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.storage.moderation import Ban, Moderation
from tabbytop.server.storage.store import StoreError

LOOK_EVERY = 2.0
"""Seconds after which a ban holds at the latest."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Bans:
    """The bans that hold now."""

    def __init__(self) -> None:
        self._profiles: dict[str, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []
        self._rounds: Rounds | None = None

    async def begin(self, moderation: Moderation, changed: Callable[[], None]) -> None:
        """Look now, and again and again; `changed` is called when bans have come or gone."""
        look = functools.partial(self._look, moderation, changed)
        self._rounds = Rounds("bans", LOOK_EVERY, look)
        with contextlib.suppress(StoreError):  # the rounds look again
            await look()

    async def close(self) -> None:
        """Look no more."""
        if self._rounds is not None:
            await self._rounds.close()

    def of_guest(self, guest: str) -> str | None:
        """What a guest is told who may not come here; None if they may."""
        return _words(self._profiles.get(guest))

    def of_address(self, address: str) -> str | None:
        """What is told to an address from which nobody may come; None if everybody may."""
        if not self._networks:
            return None
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            return None
        return next((_words(ban) for banned, ban in self._networks if _is_within(network, banned)), None)

    async def _look(self, moderation: Moderation, changed: Callable[[], None]) -> None:
        found = await moderation.bans()
        before = (self._profiles, self._networks)
        self._profiles = {ban.whom: ban for ban in found if ban.kind == "profile"}
        self._networks = [(ipaddress.ip_network(ban.whom), ban) for ban in found if ban.kind == "network"]
        if before != (self._profiles, self._networks):
            changed()


def _is_within(network: Network, banned: Network) -> bool:
    """Whether a visitor is in a banned network: of IPv6 a visitor is a whole network, and any part of it counts."""
    return network.version == banned.version and network.overlaps(banned)


def _words(ban: Ban | None) -> str | None:
    if ban is None:
        return None
    because = f": {ban.reason}" if ban.reason else "."
    return f"Whoever runs this server does not let you in{because}"
