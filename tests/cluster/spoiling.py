"""Faults of the bus, planted into servers under test: see `tests.server.faults`."""

from __future__ import annotations

import asyncio
import random

from tabbytop.server.cluster.bus import RedisBus
from tabbytop.server.storage.store import Store


def spoil_bus(store: Store) -> None:
    """Of what is said on the bus some is lost, some comes twice, some late, and so in another order."""
    chance, tell = random.Random(4), RedisBus.tell

    def spoilt(bus: RedisBus, server: str | None, data: bytes) -> None:
        fate = chance.random()
        if fate < 0.05:
            return
        if fate < 0.2:
            asyncio.get_running_loop().call_later(chance.uniform(0, 0.3), tell, bus, server, data)
            if fate > 0.1:
                return
        tell(bus, server, data)

    RedisBus.tell = spoilt  # type: ignore[method-assign]
