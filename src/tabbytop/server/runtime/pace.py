"""Pace: lets things happen at most so often a second, in the order in which they asked, and long work in slices."""

from __future__ import annotations

import asyncio
import time

SLICE = 0.002
"""Seconds of work between two looks at what else there is to do."""


class Pace:
    """So many turns a second; a little more at once after a pause."""

    def __init__(self, per_second: float, burst: int = 5) -> None:
        self._gap = 1.0 / per_second
        self._slack = burst * self._gap
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until it is one's turn."""
        now = time.monotonic()
        self._next = max(self._next, now - self._slack) + self._gap
        if self._next > now:
            await asyncio.sleep(self._next - now)
