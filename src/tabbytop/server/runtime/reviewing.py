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


class Job:
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

    def tell(self) -> None:
        """Something has been found out."""
        self.changed.set()
        self.changed = asyncio.Event()

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
        self._jobs: dict[str, Job] = {}
        self._left: OrderedDict[str, dict[int, Finding]] = OrderedDict()

    async def kept(self, table: Table) -> bytes | None:
        """The review of a table, if it was done before."""
        _check_over(table)
        return await self._store.review(table.facts.id)

    async def follow(self, table: Table, names: list[str]) -> AsyncIterator[bytes]:
        """How far the review of a table is, again and again, until it is done; whoever stops listening stops it."""
        job = self._join(table, names)
        try:
            while True:
                if job.problem is not None:
                    yield messages.encode(job.problem.error())
                    return
                changed = job.changed
                began = time.monotonic()
                told = await job.progress()
                yield messages.encode(told)
                if told.finished:
                    return
                await asyncio.sleep(max(0.0, TELL_EVERY - (time.monotonic() - began)))
                await changed.wait()
        finally:
            self._leave(table.facts.id, job)

    def check_room(self, table: Table) -> None:
        """Refuse one more review where too many are reckoned already."""
        _check_over(table)
        if table.facts.id not in self._jobs and len(self._jobs) >= MOST:
            raise Rejected("busy", "Other games are being looked through now; try again in a minute.", retry_after=10.0)

    def _join(self, table: Table, names: list[str]) -> Job:
        self.check_room(table)
        table_id = table.facts.id
        job = self._jobs.get(table_id)
        if job is None:
            assert table.match is not None
            subject = Subject(table.match.fork(), tuple(names), table.match.fingerprint)
            job = self._jobs[table_id] = Job(subject, self._left.pop(table_id, {}))
            job.task = asyncio.create_task(self._reckon(table_id, job), name=f"review {table_id}")
        job.waiting += 1
        return job

    def _leave(self, table_id: str, job: Job) -> None:
        job.waiting -= 1
        if job.waiting or self._jobs.get(table_id) is not job:
            return
        del self._jobs[table_id]
        if job.task is not None:
            job.task.cancel()
        if job.document is None and job.findings:
            self._left[table_id] = job.findings
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)

    async def _reckon(self, table_id: str, job: Job) -> None:
        """Reckon a review, or hear of it while another process does."""
        if self._claims is None:
            await self._reckon_here(table_id, job)
            return
        try:
            while not await self._claims.take(table_id):
                job.elsewhere = await self._claims.heard(table_id)
                job.document = await self._store.review(table_id)
                job.tell()
                if job.document is not None:
                    return
                await asyncio.sleep(TELL_EVERY)
            job.elsewhere = None
            job.document = await self._store.review(table_id)  # somebody may have finished just now
            if job.document is None:
                telling = asyncio.create_task(self._keep_telling(self._claims, table_id, job))
                try:
                    await self._reckon_here(table_id, job)
                finally:
                    telling.cancel()
            job.tell()
        except StoreError:
            job.problem = Rejected("storage", "The review could not be looked up now; try again.", retry_after=1.0)
            job.tell()
        finally:
            await self._claims.give_back(table_id)

    async def _keep_telling(self, claims: Claims, table_id: str, job: Job) -> None:
        while True:
            await claims.tell(table_id, messages.encode(await job.progress()))
            await asyncio.sleep(TELL_EVERY)

    async def _reckon_here(self, table_id: str, job: Job) -> None:
        try:
            job.pieces = await asyncio.to_thread(pieces_of, job.subject.match, SETTINGS)
            todo = iter([piece for piece in job.pieces if piece.number not in job.findings])
            job.tell()
            async with asyncio.TaskGroup() as group:
                for _ in range(max(self._abreast, self._pool.hands_elsewhere(job.subject.match.game.id))):
                    group.create_task(self._do(todo, job))
            review = await asyncio.to_thread(assembled, job.subject, SETTINGS, list(job.findings.values()))
            document = msgspec.json.encode(review)
            await self._store.save_review(table_id, document)
            job.document = document
        except* NoThought as problems:
            job.problem = Rejected("no_hint", f"The review stopped: {problems.exceptions[0]}", retry_after=5.0)
        except* UserError as problems:
            job.problem = Rejected("wrong_stage", str(problems.exceptions[0]))
        finally:
            job.tell()

    async def _do(self, todo: object, job: Job) -> None:
        """Do one piece after the other, together with those who do the others."""
        for piece in todo:  # type: ignore[attr-defined]
            job.findings[piece.number] = await self._found(piece)
            job.tell()

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
