"""Work in steps: a generator that yields after every small part of it and returns what came of it in the end.

Whoever has nothing else to do runs it `through`; a server does a few steps at a time, between other things.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def through(steps: Steps[T]) -> T:
    """All steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def whole(work: Callable[[], T]) -> Steps[T]:
    """Work that is not cut into parts."""
    yield
    return work()
