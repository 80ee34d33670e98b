"""Python's garbage collector at times that suit a server.

A full collection looks at every object that is alive, and stops all tables while it does: a third of a second with five
hundred of them loaded. Nearly everything is freed without it, by counting references. So what has lived for a while is
set aside, where the collector does not look; all of it is looked through when nobody has asked for anything for
some seconds, or after a long time without such a pause. Knows nothing of tables.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

SET_ASIDE_EVERY = 1.0
"""Seconds after which what is alive is set aside."""
PAUSE = 5.0
"""Seconds without commands that make a pause."""
SELDOM = 600.0
"""Seconds between two full collections at least, if there are pauses."""
AT_LAST = 7200.0
"""Seconds after which there is a full collection also without a pause."""
YOUNG = 50_000
"""New objects that are worth a look for garbage among them before they are set aside; Python looks after every 700, and
finds next to none. At a thousand moves a second fewer than these come between two rounds, so each is looked at once."""


class CollectorSchedule:
    """Keeps a server's memory clean as long as its loop runs. `quiet` tells for how many seconds nobody has asked."""

    def __init__(self, quiet: Callable[[], float]) -> None:
        self._quiet = quiet
        self._collected_at = time.monotonic()
        self._before = gc.get_threshold()
        gc.set_threshold(YOUNG, *self._before[1:])
        collect_all()
        self._task = asyncio.create_task(self._go_round(), name="collector")

    def stop(self) -> None:
        """Leave the collector as it was found."""
        self._task.cancel()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(SET_ASIDE_EVERY)
            since = time.monotonic() - self._collected_at
            if since >= SELDOM and is_due(since, self._quiet()):  # all tables are asked whether it is quiet
                collect_all()
                self._collected_at = time.monotonic()
            else:
                set_aside()


def is_due(since: float, quiet: float) -> bool:
    """Whether everything is looked through now: so many seconds since the last time, and since anybody asked.

    >>> is_due(SELDOM, PAUSE), is_due(SELDOM, 0.0), is_due(AT_LAST, 0.0), is_due(0.0, PAUSE)
    (True, False, True, False)
    """
    return since >= AT_LAST or (since >= SELDOM and quiet >= PAUSE)


def set_aside() -> None:
    """Take the young garbage out, and what is left out of the collector's sight."""
    gc.collect(1)
    gc.freeze()


def collect_all() -> None:
    """Collect among everything, then set it aside."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
