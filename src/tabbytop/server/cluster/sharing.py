"""What all processes have to know besides tables: what visitors have used up of their limits, and revoked tokens.

Both are told over the bus as they happen. What the bus loses does little harm: a limit is wider for a moment, and
tokens are held against the database every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Protocol

from tabbytop.server.cluster.envelopes import Changed, Envelope, Revoked, Spent
from tabbytop.server.storage.store import StoreError

LOG = logging.getLogger("tabbytop.sharing")
TELL_EVERY = 0.2
LOOK_EVERY = 3.0
"""Seconds after which a token that was revoked elsewhere is worthless here at the latest."""

Amounts = list[tuple[str, str, float]]


class Spending(Protocol):
    """What was taken of limits."""

    is_shared: bool

    def take(self) -> Amounts:
        """What was taken here since the last time: limit, who, how much."""

    def hear(self, amounts: Iterable[tuple[str, str, float]]) -> None:
        """Count what was taken at another process."""


class TokenHolders(Protocol):
    """Those who are connected, and the tokens that they came with."""

    on_revoked: Callable[[str, bytes], None]
    on_changed: Callable[[str], None]

    def hear_revoked(self, guest_id: str, keep: bytes) -> None:
        """All tokens of a guest but one are worthless."""

    async def look_again(self, guest_id: str | None = None) -> None:
        """Believe the database alone, of one guest or of all."""


class Sharing:
    """Shares both with all other processes."""

    def __init__(
        self, server: str, spending: Spending, holders: TokenHolders, tell: Callable[[Envelope], None]
    ) -> None:
        self._server = server
        self._spending = spending
        self._holders = holders
        self._tell = tell
        spending.is_shared = True
        holders.on_revoked = lambda guest, keep: tell(Revoked(guest, keep))
        holders.on_changed = lambda guest: tell(Changed(guest))
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Share from now on."""
        self._tasks = [asyncio.create_task(self._tell_spent()), asyncio.create_task(self._look_again())]

    def end(self) -> None:
        """Share nothing any more."""
        for task in self._tasks:
            task.cancel()

    def hear(self, envelope: Spent | Revoked | Changed) -> None:
        """Another process tells something; what one has told oneself comes back, too."""
        if isinstance(envelope, Revoked):
            self._holders.hear_revoked(envelope.guest, envelope.keep)
        elif isinstance(envelope, Changed):
            task = asyncio.create_task(self._look_at(envelope.guest))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
        elif envelope.server != self._server:
            self._spending.hear(envelope.amounts)

    async def _tell_spent(self) -> None:
        while True:
            await asyncio.sleep(TELL_EVERY)
            if amounts := self._spending.take():
                self._tell(Spent(self._server, amounts))

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self._look_at(None)

    async def _look_at(self, guest: str | None) -> None:
        try:
            await self._holders.look_again(guest)
        except StoreError as error:
            LOG.debug("tokens could not be looked up: %s", error)
