"""Somebody who listens to a table over one connection: a bounded queue of messages, and a perspective.

Knows nothing of sockets; whoever holds the connection takes messages out and sends them.
"""

from __future__ import annotations

import asyncio
from collections import deque

from msgspec import Struct

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.latency import Line
from tabbytop.server.tables.table import Table


class Listener:
    """One connection. A person may have several."""

    def __init__(self, guest: str | None, name: str, size: int, line: Line | None = None) -> None:
        self.guest = guest
        self.name = name
        self.line = line
        """What is known of the connection, if it can answer probes."""
        self.bye: messages.Bye | None = None
        """Why the server ends this connection, once it has decided to."""
        self._perspective = SPECTATOR
        self._size = size
        self._waiting: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._ended = asyncio.Event()

    def look(self, table: Table) -> int:
        """The perspective now: the seat that acts among one's own, else the one looked from before."""
        mine = table.seats_of(self.guest)
        if table.actor in mine and table.actor is not None:
            self._perspective = table.actor
        elif self._perspective not in mine:
            self._perspective = mine[0] if mine else SPECTATOR
        return self._perspective

    @property
    def perspective(self) -> int:
        """The seat from which the last message was told."""
        return self._perspective

    def send(self, message: Struct) -> None:
        """Put a message into the queue."""
        self.send_encoded(messages.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Put an encoded message into the queue; a full queue ends the connection."""
        if self.bye is not None:
            return
        if len(self._waiting) >= self._size:
            self._waiting.clear()
            self.close(messages.Bye("too_slow", "This connection takes messages too slowly; connect again."))
            return
        self._waiting.append(message)
        self._arrived.set()

    def close(self, bye: messages.Bye) -> None:
        """End the connection, after what is waiting."""
        if self.bye is None:
            self.bye = bye
            self._arrived.set()
            self._ended.set()

    async def ended(self) -> None:
        """Wait until the server ends the connection, which whoever is stuck in sending does not notice."""
        await self._ended.wait()

    async def next(self, patience: float) -> bytes | None:
        """The next message; None if there was none in time, or if there will be none any more, see `bye`."""
        if not self._waiting and self.bye is None:
            self._arrived.clear()
            try:
                async with asyncio.timeout(patience):
                    await self._arrived.wait()
            except TimeoutError:
                return None
        return self._waiting.popleft() if self._waiting else None
