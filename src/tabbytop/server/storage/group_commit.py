"""Group commit: writers that wait at the same time share one transaction, and so one wait for the disk.

A writer is a thread that takes everything that is waiting, writes it, commits once, has it vouched for, and only then
tells those who wait. When nobody has written for a while, it tidies up. Knows nothing of what is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from operator import attrgetter
from queue import Empty, SimpleQueue

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from tabbytop.server.storage.errors import StoreError, Uncertain, in_our_words, plainly

MOST_AT_ONCE = 256
"""Requests that share a transaction."""

IDLE = 20.0
"""Seconds without anything to write after which a writer tidies up."""

Seam = Callable[[list[str]], None]
Write = Callable[[Connection], object]
CarryOut = Callable[[Connection, Sequence[Write]], list[object]]
"""Does some writes within a transaction, the cheapest way it knows, and returns what each of them returns."""
Vouch = Callable[[list[object]], None]
"""Called after a commit with what the writes returned, before anybody is told; if it raises, nobody is."""
Tidy = Callable[[], bool]
"""Called when a writer is idle; whether that was all there was to do."""


class Request:
    """Something to be written, for somebody who waits in the running event loop."""

    __slots__ = ("done", "key", "loop", "tables", "write")

    def __init__(self, key: str, tables: Sequence[str], write: Write) -> None:
        self.key = key
        """Requests with the same key are written in the order in which they came."""
        self.tables = tables
        self.write = write
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()


class GroupCommit:
    """One writer. `before_commit` and `after_commit` are called in its thread with the tables concerned."""

    def __init__(
        self,
        engine: Engine,
        carry_out: CarryOut,
        before_commit: Seam,
        after_commit: Seam,
        vouch: Vouch,
        tidy: Tidy | None,
    ) -> None:
        self._engine = engine
        self._carry_out = carry_out
        self._vouch = vouch
        self._tidy = tidy
        self._before_commit = before_commit
        self._after_commit = after_commit
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        """What is to be written; None comes last."""
        self._finishing = False
        self._guard = threading.Lock()
        """Held by whoever puts something there, so that nothing comes after the last."""
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._thread.start()

    def put(self, request: Request) -> None:
        """Have it written as soon as may be."""
        with self._guard:
            if self._finishing:
                raise StoreError("The store is closed.")
            self._waiting.put(request)

    def finish(self) -> None:
        """Write what is waiting, then stop."""
        with self._guard:
            self._finishing = True
            self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        is_tidy, is_last = True, False
        while not is_last:
            batch, is_last = self._take(None if is_tidy or self._tidy is None else IDLE)
            if batch:
                _settle(batch, self._write(batch))
                is_tidy = False
            elif self._tidy is not None and not is_last:
                is_tidy = self._tidy()

    def _take(self, patience: float | None) -> tuple[list[Request], bool]:
        """Everything that is waiting, which is nothing after so many seconds, and whether it is the last."""
        batch: list[Request] = []
        with contextlib.suppress(Empty):
            request = self._waiting.get(timeout=patience)
            while request is not None and len(batch) < MOST_AT_ONCE - 1:
                batch.append(request)
                request = self._waiting.get_nowait()
            if request is None:
                return _in_order(batch), True
            batch.append(request)
        return _in_order(batch), False

    def _write(self, batch: list[Request]) -> list[Exception | None]:
        """Write a batch in one transaction; if one of it is at fault, each by itself, so that only that one fails."""
        try:
            self._commit(batch)
        except Exception as error:
            ours = in_our_words(error)
            if len(batch) == 1:
                return [ours]
            if isinstance(ours, StoreError):
                return [in_our_words(error) for _ in batch]
            return [outcome for request in batch for outcome in self._write([request])]
        return [None] * len(batch)

    def _commit(self, batch: list[Request]) -> None:
        """Write and commit; once more if the connection had died since it was last used."""
        try:
            self._try_to_commit(batch)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            self._try_to_commit(batch)

    def _try_to_commit(self, batch: list[Request]) -> None:
        concerned = [table for request in batch for table in request.tables]
        with self._engine.connect() as connection, connection.begin() as transaction:
            written = self._carry_out(connection, [request.write for request in batch])
            self._before_commit(concerned)
            try:
                transaction.commit()
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise Uncertain(
                        f"{plainly(error)} It happened during a commit: the log shows what became of it."
                    ) from error
                raise
        self._vouch(written)
        self._after_commit(concerned)


def _in_order(batch: list[Request]) -> list[Request]:
    """Servers that write the same tables in different orders could wait for each other's rows forever."""
    return sorted(batch, key=attrgetter("key"))


def _settle(batch: list[Request], outcomes: list[Exception | None]) -> None:
    """Tell everybody in the batch, with one call into each event loop."""
    for loop in {request.loop for request in batch}:
        news = [
            (request.done, outcome) for request, outcome in zip(batch, outcomes, strict=True) if request.loop is loop
        ]
        with contextlib.suppress(RuntimeError):  # a loop that has ended has nobody waiting in it
            loop.call_soon_threadsafe(_tell, news)


def _tell(news: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, outcome in news:
        if done.done():  # whoever asked has stopped waiting
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
