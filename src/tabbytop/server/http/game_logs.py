"""What is cached of whole games, logs and records: made once for every perspective, kept, and added to as games go on.

Entries are kept with the moves that they tell of, so that a move that was taken back is found by comparing. All that is
kept fits into so many bytes; what was not asked for the longest is forgotten first, and made again when it is.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import msgspec

from tabbytop.engine.match import Match, Ply
from tabbytop.engine.record import writing_record
from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.steps import Steps
from tabbytop.server.http.slicing import SliceScheduler
from tabbytop.server.protocol import messages
from tabbytop.server.tables import projections
from tabbytop.server.tables.table import Table

KEPT = 32 * 1024 * 1024
"""Bytes of logs and records that are kept."""
OF_ITSELF, OF_AN_ENTRY = 1000, 150
"""Bytes that something kept takes besides its text, and each entry of it."""

Key = tuple[str, object, bool]
"""A table, what is cached of it, and whether its game is over: from then on more may be cached."""


@dataclass
class CachedLog:
    """The entries of a game's log so far, as JSON, and the moves they tell of."""

    moves: list[Ply] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)
    whole: bytes = b""
    """The answer that was made of them last."""
    size: int = 0

    def cut(self, log: list[Ply]) -> None:
        """Forget the entries after the first move that another log does not have."""
        if self.moves == log[: len(self.moves)]:
            return
        pairs = zip(self.moves, log, strict=False)
        keep = next((ply for ply, (mine, other) in enumerate(pairs) if mine != other), len(log))
        del self.moves[keep:], self.entries[keep:]
        self.whole = b""

    def add(self, move: Ply, entry: bytes) -> None:
        """One more entry."""
        self.moves.append(move)
        self.entries.append(entry)
        self.whole = b""

    def measure(self) -> int:
        """The bytes that all of this takes."""
        self.size = OF_ITSELF + OF_AN_ENTRY * len(self.entries) + sum(map(len, self.entries)) + len(self.whole)
        return self.size


Work = Callable[[CachedLog], Steps[bytes]]


class GameLogCache:
    """The logs and records of all tables of a server."""

    def __init__(self, slices: SliceScheduler, room: int = KEPT) -> None:
        self._slices = slices
        self._room = room
        self._size = 0
        self._kept: OrderedDict[Key, CachedLog] = OrderedDict()
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    async def log(self, table: Table, perspective: int, network: str) -> bytes:
        """The moves that still stand, as one perspective may read of them: a `Log` as JSON."""
        return await self._ask(table, perspective, network, lambda cached: _log(table, perspective, cached))

    async def record(self, table: Table, names: list[str], network: str) -> bytes:
        """Everything of a game that is over."""
        assert table.match is not None
        match = table.match
        return await self._ask(table, ("record", *names), network, lambda cached: _record(match, names, cached))

    async def _ask(self, table: Table, what: object, network: str, work: Work) -> bytes:
        key = (table.facts.id, what, table.facts.stage == "over")
        making = self._making.setdefault(key, asyncio.Lock())
        async with making:  # somebody who asks for the same meanwhile gets what is made now
            cached = self._take(key)
            try:
                return await self._slices.make(network, work(cached))
            finally:
                self._keep(key, cached)

    def _take(self, key: Key) -> CachedLog:
        cached = self._kept.pop(key, None) or CachedLog()
        self._size -= cached.size
        return cached

    def _keep(self, key: Key, cached: CachedLog) -> None:
        self._kept[key] = cached
        self._size += cached.measure()
        while self._size > self._room:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= forgotten.size


class _Log(msgspec.Struct):
    """A `messages.Log` whose entries are JSON already."""

    seat: int | None
    start: dict[str, object] | None
    lines: list[msgspec.Raw]


def _log(table: Table, perspective: int, cached: CachedLog) -> Steps[bytes]:
    seat = None if perspective == SPECTATOR else perspective
    if table.match is None:
        return messages.encode(messages.Log(seat, None, []))
    log = table.match.log[: projections.plies(table, perspective)]
    cached.cut(log)
    if not cached.whole or len(cached.entries) < len(log):
        for entry in entries_of(table, perspective, len(cached.entries), len(log)):
            cached.add(log[entry.ply], messages.encode(entry))
            yield
        start = projections.view_of(table, table.match.state(0), perspective)
        cached.whole = messages.encode(_Log(seat, start, [msgspec.Raw(entry) for entry in cached.entries]))
    return cached.whole


def entries_of(table: Table, perspective: int, since: int, until: int) -> Iterator[messages.LogEntry]:
    """The moves of a part of a game as a perspective may read of them."""
    if table.match is None or since >= until:
        return
    projection = projections.Projection(table, perspective)
    for ply, entry, before, after in table.match.walk(since):
        if ply == until:
            return
        yield projection.logged(ply, entry, before, after)


def _record(match: Match, names: list[str], cached: CachedLog) -> Steps[bytes]:
    if not cached.whole:
        text = yield from writing_record(match, names)
        cached.whole = text.encode()
    return cached.whole
