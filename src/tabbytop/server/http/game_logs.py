"""What is told of whole games, logs and records: made once for every perspective, kept, and added to as games go on.

Lines are kept with the moves that they tell of, so that a move that was taken back is found by comparing. All that is
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
from tabbytop.server.http.slicing import Scribe
from tabbytop.server.protocol import messages
from tabbytop.server.tables import projections
from tabbytop.server.tables.table import Table

KEPT = 32 * 1024 * 1024
"""Bytes of logs and records that are kept."""
OF_ITSELF, OF_A_LINE = 1000, 150
"""Bytes that something kept takes besides its text, and each line of it."""

Key = tuple[str, object, bool]
"""A table, what is told of it, and whether its game is over: from then on more may be told."""


@dataclass
class Told:
    """The lines of a game so far, as JSON, and the moves they tell of."""

    moves: list[Ply] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    whole: bytes = b""
    """The answer that was made of them last."""
    size: int = 0

    def cut(self, log: list[Ply]) -> None:
        """Forget the lines after the first move that another log does not have."""
        if self.moves == log[: len(self.moves)]:
            return
        pairs = zip(self.moves, log, strict=False)
        keep = next((ply for ply, (mine, other) in enumerate(pairs) if mine != other), len(log))
        del self.moves[keep:], self.lines[keep:]
        self.whole = b""

    def add(self, move: Ply, line: bytes) -> None:
        """One more line."""
        self.moves.append(move)
        self.lines.append(line)
        self.whole = b""

    def measure(self) -> int:
        """The bytes that all of this takes."""
        self.size = OF_ITSELF + OF_A_LINE * len(self.lines) + sum(map(len, self.lines)) + len(self.whole)
        return self.size


Work = Callable[[Told], Steps[bytes]]


class Chronicle:
    """The logs and records of all tables of a house."""

    def __init__(self, scribe: Scribe, room: int = KEPT) -> None:
        self._scribe = scribe
        self._room = room
        self._size = 0
        self._kept: OrderedDict[Key, Told] = OrderedDict()
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    async def log(self, table: Table, perspective: int, network: str) -> bytes:
        """The moves that still stand, as one perspective may read of them: a `Log` as JSON."""
        return await self._ask(table, perspective, network, lambda told: _log(table, perspective, told))

    async def record(self, table: Table, names: list[str], network: str) -> bytes:
        """Everything of a game that is over."""
        assert table.match is not None
        match = table.match
        return await self._ask(table, ("record", *names), network, lambda told: _record(match, names, told))

    async def _ask(self, table: Table, what: object, network: str, work: Work) -> bytes:
        key = (table.facts.id, what, table.facts.stage == "over")
        making = self._making.setdefault(key, asyncio.Lock())
        async with making:  # who asks for the same meanwhile gets what is made now
            told = self._take(key)
            try:
                return await self._scribe.make(network, work(told))
            finally:
                self._keep(key, told)

    def _take(self, key: Key) -> Told:
        told = self._kept.pop(key, None) or Told()
        self._size -= told.size
        return told

    def _keep(self, key: Key, told: Told) -> None:
        self._kept[key] = told
        self._size += told.measure()
        while self._size > self._room:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= forgotten.size


class _Log(msgspec.Struct):
    """A `messages.Log` whose lines are JSON already."""

    seat: int | None
    start: dict[str, object] | None
    lines: list[msgspec.Raw]


def _log(table: Table, perspective: int, told: Told) -> Steps[bytes]:
    seat = None if perspective == SPECTATOR else perspective
    if table.match is None:
        return messages.encode(messages.Log(seat, None, []))
    log = table.match.log[: projections.plies(table, perspective)]
    told.cut(log)
    if not told.whole or len(told.lines) < len(log):
        for line in lines_of(table, perspective, len(told.lines), len(log)):
            told.add(log[line.ply], messages.encode(line))
            yield
        start = projections.view_of(table, table.match.state(0), perspective)
        told.whole = messages.encode(_Log(seat, start, [msgspec.Raw(line) for line in told.lines]))
    return told.whole


def lines_of(table: Table, perspective: int, since: int, until: int) -> Iterator[messages.Line]:
    """The moves of a part of a game as a perspective may read of them."""
    if table.match is None or since >= until:
        return
    teller = projections.Projection(table, perspective)
    for ply, entry, before, after in table.match.walk(since):
        if ply == until:
            return
        yield teller.logged(ply, entry, before, after)


def _record(match: Match, names: list[str], told: Told) -> Steps[bytes]:
    if not told.whole:
        text = yield from writing_record(match, names)
        told.whole = text.encode()
    return told.whole
