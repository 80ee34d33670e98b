"""Counting finished games: a job that looks for those without results, beside everything else.

What it writes follows from the log alone, in an order that does not depend on who finds a game when: so several
processes, a crash in between, and `tabbytop ratings rebuild` lead to the same numbers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import asdict, fields

import msgspec

from tabbytop.engine.errors import UserError
from tabbytop.server.operating.rounds import Rounds
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.storage.ratings import Finished, RatingBook, Row
from tabbytop.server.tables import events
from tabbytop.server.tables.projections import Summary
from tabbytop.server.tables.results import SeatResult, results_of
from tabbytop.server.tables.strength import Against, Standing, folded

LOG = logging.getLogger("tabbytop.ratings")
EVERY = 3.0
"""Seconds between two looks."""
SEE_EVERY = 20.0
"""Seconds between two looks for who is here."""
OVERLAP = 10 * 60_000
"""Milliseconds by which clocks of several processes may differ, and a commit may be late."""
UNREAD = "?"
"""In place of a game that is not known."""
Ending = Callable[[Finished, Sequence[bytes]], tuple[Sequence[int], Sequence[int]]]
"""How a finished game ended, by its card or its log: places and points by seat."""
_summary = msgspec.json.Decoder(Summary)
_STANDING = tuple(field.name for field in fields(Standing))
_RESULT = tuple(field.name for field in fields(SeatResult))


class Counter:
    """Counts the games that end, in one process of perhaps several."""

    def __init__(
        self, book: RatingBook, every: float = EVERY, present: Callable[[], Mapping[str, str]] | None = None
    ) -> None:
        self._book, self._present = book, present
        self._since = 0
        self._seen = -SEE_EVERY + time.monotonic()
        self._rounds = Rounds("ratings", every, self._look)

    async def close(self) -> None:
        """Stop; what was not counted is counted by whoever looks next."""
        await self._rounds.close()

    async def _look(self) -> None:
        self._since = await count(self._book, self._since)
        await self._see()

    async def _see(self) -> None:
        """Where there is a club, keep who is at which table; now and then."""
        if self._present is not None and time.monotonic() - self._seen >= SEE_EVERY:
            self._seen = time.monotonic()
            await self._book.see(self._present(), time.time_ns() // 1_000_000)


async def count(book: RatingBook, since: int = 0) -> int:
    """Count all games that have ended since a moment and were not counted; from when on to look the next time."""
    newest = since
    while found := await book.uncounted(since):
        rows = [one async for one in _rows(book, found, _as_listed)]
        await book.add(rows, fold)
        newest = max([newest, *(row[0]["at"] - OVERLAP for row in rows)])
    return newest


async def rebuild(book: RatingBook) -> int:
    """Forget what was counted, and count every finished game of the log anew; how many there were."""
    rows = [one async for one in _rows(book, await book.finished(), _ended)]
    await book.rebuild(rows, fold)
    return len(rows)


def _as_listed(one: Finished, bodies: Sequence[bytes]) -> tuple[Sequence[int], Sequence[int]]:
    """Places and points at the end of a game, as its card has them: it was written with the last move."""
    summary = _summary.decode(one.summary)
    return summary.places, summary.scores


def _ended(one: Finished, bodies: Sequence[bytes]) -> tuple[Sequence[int], Sequence[int]]:
    """Places and points at the end of a game that is played again from its log. One that was played by other rules
    than those of today is believed as it is listed."""
    listed = _as_listed(one, bodies)
    try:
        table = replayed(one.table_id, list(bodies))
    except UserError:
        return listed
    result = table.match.result if table is not None and table.match is not None else None
    if result is None:
        return listed
    if (list(listed[0]), list(listed[1])) != (list(result.places), list(result.scores)):
        LOG.warning("a table is listed with another end than its log leads to", extra={"table": one.table_id})
    return result.places, result.scores


async def _rows(book: RatingBook, found: Sequence[Finished], ending: Ending) -> AsyncIterator[list[Row]]:
    """The results of finished games. One whose log cannot be read, or is of older times, counts for nothing."""
    for one in found:
        seats: list[SeatResult] = []
        try:
            entries = await book.store.entries(one.table_id)
            log = [(entry.at, events.unpack(entry.body)) for entry in entries]
            seats = results_of(one.table_id, log, *ending(one, [entry.body for entry in entries]))
        except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
            LOG.warning("a finished game cannot be counted: %s", problem, extra={"table": one.table_id})
        nothing = SeatResult(one.table_id, -1, None, None, 0, 0, False, UNREAD, 0, 0, "nothing")
        yield [asdict(seat) for seat in seats or [nothing]]


def fold(standings: list[Row], games: list[list[Row]], against: str) -> list[Row]:
    """`strength.folded`, from rows to rows."""
    known = [Standing(**{name: row[name] for name in _STANDING}) for row in standings]
    played = [[SeatResult(**{name: row[name] for name in _RESULT}) for row in rows] for rows in games]
    kind: Against = "people" if against == "people" else "bots"
    return [asdict(standing) for standing in folded(known, played, kind)]
