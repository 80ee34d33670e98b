"""Who does what for whom: errands beside everything else, and hands for what takes long.

Somebody whose receivers are slow, by accident or on purpose, makes nobody wait but themselves: each has one errand and
one hand at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakValueDictionary

from tabbytop.server.storage.store import Conflict, StoreError

LOG = logging.getLogger("tabbytop.notices")


class Hands:
    """So many requests under way at the same time, and one of each guest."""

    def __init__(self, number: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, guest: str, work: Callable[[], None]) -> None:
        """Do something that blocks, when it is its turn."""
        turn = self._turns.setdefault(guest, asyncio.Lock())
        async with turn:
            await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Errands:
    """Work for guests that nobody waits for, one for each at a time."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[None]] = {}

    def __contains__(self, guest: str) -> bool:
        return guest in self._under_way

    def start(self, guest: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a guest for whom nothing is under way."""
        assert guest not in self
        self._under_way[guest] = asyncio.create_task(self._do(guest, work))

    async def _do(self, guest: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (StoreError, Conflict) as problem:
            LOG.warning("notices: the database does not answer; it is asked again: %s", problem)
        except Exception:
            LOG.exception("notices: failed; it is tried again")
        finally:
            del self._under_way[guest]

    async def finish(self) -> None:
        """Wait for everything that is under way now."""
        await asyncio.gather(*self._under_way.values())

    async def close(self) -> None:
        """Stop; what was not done is found by whoever looks next."""
        for task in (stopped := list(self._under_way.values())):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*stopped)
