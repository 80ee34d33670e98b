"""Work that comes round again and again beside everything else, and goes on after whatever goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from tabbytop.server.storage.store import Conflict, StoreError

LOG = logging.getLogger("tabbytop.rounds")


class Rounds:
    """A job that is done every so many seconds; the first time after that long, or at once."""

    def __init__(self, name: str, every: float, job: Callable[[], Awaitable[object]], *, at_once: bool = False) -> None:
        self._name, self._every, self._job = name, every, job
        self._task = asyncio.create_task(self._go_round(0 if at_once else every), name=name)

    async def close(self) -> None:
        """Stop; what is left to do is found by whoever looks next."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _go_round(self, first: float) -> None:
        await asyncio.sleep(first)
        level = logging.WARNING
        while True:
            try:
                await self._job()
                level = logging.WARNING
            except (StoreError, Conflict) as problem:
                LOG.log(level, "%s: the database does not answer; it is asked again: %s", self._name, problem)
                level = logging.DEBUG  # said once: a database may be away for hours
            except Exception:
                LOG.exception("%s: failed; it is tried again", self._name)
            await asyncio.sleep(self._every)
