"""Reviews of finished games: reckoned in the bots' processes while somebody waits for them, kept when they are done.

A review is cut into pieces that wait behind everybody's moves and hints. Nobody who waits any more stops it; what was
found out is remembered for whoever comes back. Of several processes one reckons a review, and the others pass on what
it tells; a review is the same wherever it is reckoned, so that two that do it at once do no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Protocol

import msgspec

from tabbytop.bots.pool import Pool
from tabbytop.bots.workers import NoThought
from tabbytop.engine.errors import UserError
from tabbytop.review.assembling import assembled
from tabbytop.review.document import Review
from tabbytop.review.pieces import Finding, Piece, Settings, pieces_of
from tabbytop.review.reading import Subject
from tabbytop.server.protocol import messages
from tabbytop.server.storage.store import Store, StoreError
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.table import Table

MOST = 4
"""Reviews that are reckoned at the same time in one process."""
REMEMBERED = 16
"""Reviews that were left before they were done, whose findings are kept for whoever comes back."""
TELL_EVERY = 0.7
"""Seconds between two times that those who wait are told how far it is."""
TRIES = 3
"""How often a piece is asked for before the review stops: a worker may be lost, or have no time on a busy machine."""
SETTINGS = Settings()


class Claims(Protocol):
    """Who of several processes does what; see `cluster/claims.py`."""

    async def take(self, what: str) -> bool:
        """Whether this process does it."""

    async def tell(self, what: str, words: bytes) -> None:
        """Go on doing it, and say how far it is."""

    async def heard(self, what: str) -> bytes | None:
        """What was said last by whoever does it."""

    async def give_back(self, what: str) -> None:
        """Leave it to others."""


class RunningReview:
    """One review under way."""

    def __init__(self, subject: Subject, findings: dict[int, Finding]) -> None:
        self.subject = subject
        self.findings = findings
        self.pieces: list[Piece] = []
        self.waiting = 0
        self.problem: Rejected | None = None
        self.document: bytes | None = None
        self.elsewhere: bytes | None = None
        """What another process has told last, while it does it."""
        self.task: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        """Set as soon as more is known than now."""
        self._told: tuple[asyncio.Event, bytes, bool] | None = None
        self._telling = asyncio.Lock()

    def tell(self) -> None:
        """Something has been found out."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def told(self) -> tuple[bytes, bool]:
        """How far it is, as a message, and whether that is all: made once, however many wait for it."""
        async with self._telling:
            if self._told is None or self._told[0] is not self.changed:
                changed, progress = self.changed, await self.progress()
                self._told = changed, messages.encode(progress), progress.finished
            return self._told[1:]

    async def progress(self) -> messages.ReviewProgress:
        """How far it is, with the turns that are known."""
        if self.document is not None:
            return finished(self.document)
        if self.elsewhere is not None:
            return msgspec.json.decode(self.elsewhere, type=messages.ReviewProgress)
        turns = self.subject.turns
        at = next((piece.ply for piece in self.pieces if piece.number not in self.findings), 0)
        known = await asyncio.to_thread(self._partial) if self.findings else None
        return messages.ReviewProgress(
            done=len(self.findings),
            total=len(self.pieces),
            turn=max(1, self.subject.turn_of(at)),
            turns=turns[-1].number,
            finished=False,
            review=msgspec.to_builtins(known) if known is not None and known.turns else None,
        )

    def _partial(self) -> Review | None:
        with contextlib.suppress(UserError):
            return assembled(self.subject, SETTINGS, list(self.findings.values()), partial=True)
        return None


class Reviews:
    """The reviews of a process."""

    def __init__(self, store: Store, pool: Pool, workers: int, claims: Claims | None = None) -> None:
        self._store = store
        self._claims = claims
        self._pool = pool
        self._abreast = 2 * workers
        self._running: dict[str, RunningReview] = {}
        self._left: OrderedDict[str, dict[int, Finding]] = OrderedDict()

    async def kept(self, table: Table) -> bytes | None:
        """The review of a table, if it was done before."""
        _check_over(table)
        return await self._store.review(table.facts.id)

    async def follow(self, table: Table, names: list[str]) -> AsyncIterator[bytes]:
        """How far the review of a table is, again and again, until it is done; whoever stops listening stops it."""
        try:
            running = self._join(table, names)
        except Rejected as rejected:  # there was room a moment ago
            yield messages.encode(rejected.error())
            return
        try:
            while True:
                if running.problem is not None:
                    yield messages.encode(running.problem.error())
                    return
                changed = running.changed
                began = time.monotonic()
                told, is_all = await running.told()
                yield told
                if is_all:
                    return
                await asyncio.sleep(max(0.0, TELL_EVERY - (time.monotonic() - began)))
                await changed.wait()
        finally:
            self._leave(table.facts.id, running)

    def check_room(self, table: Table) -> None:
        """Refuse one more review where too many are reckoned already."""
        _check_over(table)
        if table.facts.id not in self._running and len(self._running) >= MOST:
            raise Rejected("busy", "Other games are being looked through now; try again in a minute.", retry_after=10.0)

    def _join(self, table: Table, names: list[str]) -> RunningReview:
        self.check_room(table)
        table_id = table.facts.id
        running = self._running.get(table_id)
        if running is None:
            assert table.match is not None
            subject = Subject(table.match.fork(), tuple(names), table.match.fingerprint)
            running = self._running[table_id] = RunningReview(subject, self._left.pop(table_id, {}))
            running.task = asyncio.create_task(self._reckon(table_id, running), name=f"review {table_id}")
        running.waiting += 1
        return running

    def _leave(self, table_id: str, running: RunningReview) -> None:
        running.waiting -= 1
        if running.waiting or self._running.get(table_id) is not running:
            return
        del self._running[table_id]
        if running.task is not None:
            running.task.cancel()
        if running.document is None and running.findings:
            self._left[table_id] = running.findings
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)

    async def _reckon(self, table_id: str, running: RunningReview) -> None:
        """Reckon a review, or hear of it while another process does."""
        if self._claims is None:
            await self._reckon_here(table_id, running)
            return
        try:
            while not await self._claims.take(table_id):
                running.elsewhere = await self._claims.heard(table_id)
                running.document = await self._store.review(table_id)
                running.tell()
                if running.document is not None:
                    return
                await asyncio.sleep(TELL_EVERY)
            running.elsewhere = None
            running.document = await self._store.review(table_id)  # somebody may have finished just now
            if running.document is None:
                telling = asyncio.create_task(self._keep_telling(self._claims, table_id, running))
                try:
                    await self._reckon_here(table_id, running)
                finally:
                    telling.cancel()
            running.tell()
        except StoreError:
            running.problem = Rejected("storage", "The review could not be looked up now; try again.", retry_after=1.0)
            running.tell()
        finally:
            await self._claims.give_back(table_id)

    async def _keep_telling(self, claims: Claims, table_id: str, running: RunningReview) -> None:
        while True:
            await claims.tell(table_id, (await running.told())[0])
            await asyncio.sleep(TELL_EVERY)

    async def _reckon_here(self, table_id: str, running: RunningReview) -> None:
        try:
            running.pieces = await asyncio.to_thread(pieces_of, running.subject.match, SETTINGS)
            todo = iter([piece for piece in running.pieces if piece.number not in running.findings])
            running.tell()
            async with asyncio.TaskGroup() as group:
                for _ in range(max(self._abreast, self._pool.hands_elsewhere(running.subject.match.game.id))):
                    group.create_task(self._do(todo, running))
            review = await asyncio.to_thread(assembled, running.subject, SETTINGS, list(running.findings.values()))
            document = msgspec.json.encode(review)
            await self._store.save_review(table_id, document)
            running.document = document
        except* NoThought as problems:
            running.problem = Rejected("no_hint", f"The review stopped: {problems.exceptions[0]}", retry_after=5.0)
        except* UserError as problems:
            running.problem = Rejected("wrong_stage", str(problems.exceptions[0]))
        finally:
            running.tell()

    async def _do(self, todo: object, running: RunningReview) -> None:
        """Do one piece after the other, together with those who do the others."""
        for piece in todo:  # type: ignore[attr-defined]
            running.findings[piece.number] = await self._found(piece)
            running.tell()

    async def _found(self, piece: Piece) -> Finding:
        """What comes of a piece, which is asked for again where no answer came."""
        for _ in range(TRIES - 1):
            with contextlib.suppress(NoThought):
                return await self._pool.perform(piece)
        return await self._pool.perform(piece)


def finished(document: bytes) -> messages.ReviewProgress:
    """A review that is done."""
    review = msgspec.json.decode(document)
    turns = len(review["turns"])
    return messages.ReviewProgress(done=1, total=1, turn=turns, turns=turns, finished=True, review=review)


def _check_over(table: Table) -> None:
    if table.match is None or table.facts.stage != "over":
        raise Rejected("wrong_stage", "A game is reviewed when it is over: until then some things are hidden.")
