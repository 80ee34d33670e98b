"""Numbered things in their order: what comes again is left out, what comes early waits for what is missing."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")
MOST = 256
"""Things that may wait; more of them come too early to be worth waiting with."""


class InOrder(Generic[T]):
    """Puts things back into the order of their numbers, from 1 on.

    >>> ordered = InOrder()
    >>> ordered.take(2, "b"), ordered.is_short, ordered.take(1, "a"), ordered.take(1, "a"), ordered.is_short
    ([], True, ['a', 'b'], [], False)
    """

    def __init__(self) -> None:
        self.heard = 0
        """The number up to which everything has come."""
        self._early: dict[int, T] = {}

    @property
    def is_short(self) -> bool:
        """Whether something is missing."""
        return bool(self._early)

    def take(self, number: int, thing: T) -> list[T]:
        """Take a thing; the things whose turn it is now."""
        if number > self.heard and len(self._early) < MOST:
            self._early[number] = thing
        ready = []
        while self.heard + 1 in self._early:
            self.heard += 1
            ready.append(self._early.pop(self.heard))
        return ready
