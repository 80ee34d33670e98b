"""Whose turn it is among many who wait: the most urgent first, and tables one after the other. Knows no game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that wait, each with a priority (0 goes first) and for a table.

    Of one priority every table has its turn once, then again, so that a table with many waiting costs the others
    nothing.
    """

    def __init__(self, priorities: int) -> None:
        self._waiting: list[dict[str, deque[T]]] = [{} for _ in range(priorities)]

    def __len__(self) -> int:
        return sum(len(things) for tables in self._waiting for things in tables.values())

    def __iter__(self) -> Iterator[T]:
        for tables in self._waiting:
            for things in tables.values():
                yield from things

    def add(self, priority: int, table: str, thing: T) -> None:
        """Let something wait."""
        self._waiting[priority].setdefault(table, deque()).append(thing)

    def pop(self, may: Callable[[str], bool]) -> T | None:
        """What is next among the tables that may have their turn now."""
        for tables in self._waiting:
            table = next(filter(may, tables), None)
            if table is not None:
                things = tables.pop(table)
                thing = things.popleft()
                if things:
                    tables[table] = things  # behind all others
                return thing
        return None

    def remove(self, thing: T) -> None:
        """Let something wait no more, if it does."""
        for tables in self._waiting:
            for table, things in list(tables.items()):
                if thing in things:
                    things.remove(thing)
                    if not things:
                        del tables[table]
                    return
