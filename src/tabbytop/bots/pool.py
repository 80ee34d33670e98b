"""Bots and hints for an event loop: a queue of questions before a few workers. Knows no game.

Every worker has a thread that waits for it, so the loop never waits. A game whose rules are not compiled yet is
compiled in a process of its own; its questions wait until then, and those about other games overtake them. All
methods are for the thread of the loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from tabbytop.bots import levels
from tabbytop.bots.thinking import Budget, Thought
from tabbytop.bots.workers import (
    MOST_HEADS,
    STRONGEST,
    Answer,
    Chore,
    Failed,
    Maker,
    NoThought,
    Progress,
    Purpose,
    Question,
    Worker,
    random_answer,
)

LOG = logging.getLogger("tabbytop.bots")
LIMIT = 10.0
"""Seconds for an answer once a worker thinks about it: many times what the strongest level takes."""
MOST_HINTS = 32
"""Hints that may wait at a time."""
PAUSE = 0.25
"""Seconds between two times that listeners hear of changes."""


@dataclass(frozen=True)
class Readiness:
    """How far a game is on its way to being played by bots."""

    state: Literal["cold", "compiling", "ready", "failed"] = "cold"
    seconds: float = 0.0
    """How long it has been, or had to be, worked on."""
    done: int = 0
    """Rules compiled so far; none where they were compiled before and only had to be loaded."""
    total: int = 0
    words: str = ""
    """What went wrong, as a sentence."""

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1: near enough for a progress bar."""
        if self.state == "ready":
            return 1.0
        return self.done / self.total if self.total else 0.0


@dataclass(frozen=True)
class Stats:
    """What a pool has done and has yet to do."""

    moves_waiting: int
    hints_waiting: int
    moves_done: int
    hints_done: int
    faults: int
    """Moves that another level than the one asked for had to find."""
    restarts: int
    """Worker processes that had to be replaced."""


@dataclass(eq=False)
class PendingQuestion:
    """A question, what a worker does with it, and where the answer goes."""

    kind: Purpose
    question: Question | Chore
    work: Callable[[Worker], Any]
    answer: asyncio.Future[Any]


class Pool:
    """So many workers for all the tables of a server."""

    def __init__(self, workers: int, make: Maker = levels.make) -> None:
        if workers < 1:
            raise ValueError(f"a pool needs at least one worker, not {workers}")
        self._workers = [Worker(make) for _ in range(workers)]
        self._idle = list(self._workers)
        self._compiler = Worker(make)
        self._threads = ThreadPoolExecutor(workers + 1, "bots")
        self._waiting: dict[Purpose, list[PendingQuestion]] = {"move": [], "hint": [], "review": []}
        self._running: set[PendingQuestion] = set()
        self._done: dict[Purpose, int] = {"move": 0, "hint": 0, "review": 0}
        self._faults = 0
        self._last: dict[str, Worker] = {}
        """Which worker has the tree of a head."""
        self._readiness: dict[str, Readiness] = {}
        self._wanted: list[str] = []
        self._preparing: asyncio.Task[None] | None = None
        self._began = 0.0
        self._listeners: list[Callable[[str], None]] = []
        self._changed: set[str] = set()
        self._closed = False

    # ------------------------------------------------------------ questions

    async def choose(self, question: Question, limit: float = LIMIT) -> Answer:
        """A bot's move: a legal one in any case, after at most `limit` seconds of thinking for each level tried."""
        if len(question.legal) == 1:
            return Answer(question.legal[0], question.level)
        try:
            answer: Answer = await self._answered("move", question, lambda worker: worker.ask(question, limit))
        except NoThought as problem:
            answer = random_answer(question, [str(problem)])
        self._faults += len(answer.faults) > 0
        return answer

    async def weigh(self, question: Question, limit: float = LIMIT, budget: Budget = STRONGEST) -> Thought:
        """A hint, or `NoThought`. A head has one hint waiting at most: the last it asked for."""
        waiting = [*self._waiting["hint"], *self._waiting["review"]]
        hints = [pending for pending in waiting if isinstance(pending.question, Question)]
        for pending in hints:
            if pending.question.head == question.head:
                self._refuse(pending, "Another hint was asked for.")
        if sum(not pending.answer.done() for pending in hints) >= MOST_HINTS:
            raise NoThought("Too many hints are being worked out; try again in a moment.")
        kind: Purpose = "review" if question.purpose == "review" else "hint"
        thought: Thought = await self._answered(kind, question, lambda worker: worker.weigh(question, limit, budget))
        return thought

    async def perform(self, chore: Chore, limit: float = 3 * LIMIT) -> Any:
        """What comes of a chore, or `NoThought`. Chores wait behind moves and hints, and may be cancelled any time."""
        return await self._answered("review", chore, lambda worker: worker.perform(chore, limit))

    def hands_elsewhere(self, game_id: str) -> int:
        """How many things about a game others could be asked for at a time, besides the workers of this pool."""
        return 0

    @property
    def stats(self) -> Stats:
        """Numbers for whoever watches the server."""
        return Stats(
            moves_waiting=len(self._waiting["move"]),
            hints_waiting=len(self._waiting["hint"]) + len(self._waiting["review"]),
            moves_done=self._done["move"],
            hints_done=self._done["hint"] + self._done["review"],
            faults=self._faults,
            restarts=sum(max(0, worker.starts - 1) for worker in self._workers),
        )

    async def close(self) -> None:
        """End all processes, whatever they are doing; questions that wait, and later ones, are cancelled."""
        self._closed = True
        self._wanted.clear()
        for pending in [*self._pending(), *self._running]:
            pending.answer.cancel()
        if self._preparing is not None:
            self._preparing.cancel()
        await asyncio.to_thread(self._end_processes)

    def _end_processes(self) -> None:
        everybody = [*self._workers, self._compiler]
        for worker in everybody:
            worker.end()
        self._threads.shutdown()
        for worker in everybody:
            worker.stop()

    async def _answered(self, kind: Purpose, question: Question | Chore, work: Callable[[Worker], Any]) -> Any:
        pending = PendingQuestion(kind, question, work, asyncio.get_running_loop().create_future())
        if self._closed:
            pending.answer.cancel()
        self._waiting[kind].append(pending)
        self._hurry(question.game)
        self._hand_out()
        try:
            return await pending.answer
        finally:
            if pending in self._waiting[kind]:
                self._waiting[kind].remove(pending)

    def _pending(self) -> Iterator[PendingQuestion]:
        """What waits: moves before hints, hints before reviews, and otherwise first come, first served."""
        for jobs in self._waiting.values():
            yield from jobs

    def _hand_out(self) -> None:
        """Give idle workers what waits. Called whenever a question came, a worker got free or a game changed."""
        for pending in list(self._pending()):
            readiness = self._readiness_here(pending.question.game)
            if readiness.state == "failed":
                self._refuse(pending, readiness.words)
            elif readiness.state == "ready" and self._idle and not pending.answer.done():
                self._start(pending)

    def _refuse(self, pending: PendingQuestion, words: str) -> None:
        if not pending.answer.done():
            pending.answer.set_exception(NoThought(words))

    def _start(self, pending: PendingQuestion) -> None:
        worker = self._worker_for(pending.question)
        self._idle.remove(worker)
        self._waiting[pending.kind].remove(pending)
        self._running.add(pending)
        outcome = asyncio.get_running_loop().run_in_executor(self._threads, pending.work, worker)
        outcome.add_done_callback(partial(self._finish, pending, worker))

    def _worker_for(self, question: Question | Chore) -> Worker:
        """An idle worker: the one with the head's tree if it can be, else one that knows the game."""
        last = self._last.pop(question.head, None)
        worker = min(self._idle, key=lambda one: (one is not last, question.game not in one.games))
        self._last[question.head] = worker
        if len(self._last) > MOST_HEADS * len(self._workers):
            self._last.pop(next(iter(self._last)))
        return worker

    def _finish(self, pending: PendingQuestion, worker: Worker, outcome: asyncio.Future[Any]) -> None:
        self._idle.append(worker)
        self._running.remove(pending)
        self._done[pending.kind] += 1
        problem = outcome.exception()
        if pending.answer.done():  # whoever asked has gone
            pass
        elif problem is not None:
            pending.answer.set_exception(problem)
        else:
            pending.answer.set_result(outcome.result())
        self._hand_out()

    # ------------------------------------------------------------ getting games ready

    def warm(self, game_ids: Iterable[str]) -> None:
        """Get games ready in the background, one after the other; those that failed before are tried again."""
        for game in game_ids:
            if game not in self._wanted and self._readiness_here(game).state in ("cold", "failed"):
                self._wanted.append(game)
        self._prepare_wanted()

    def readiness(self, game_id: str) -> Readiness:
        """How far a game is."""
        return self._readiness_here(game_id)

    def _readiness_here(self, game_id: str) -> Readiness:
        """How far a game is with the workers of this pool."""
        known = self._readiness.get(game_id, Readiness())
        return replace(known, seconds=time.monotonic() - self._began) if known.state == "compiling" else known

    def on_change(self, callback: Callable[[str], None]) -> None:
        """Have `callback` called with the id of a game whose readiness changed, a few times a second at most."""
        self._listeners.append(callback)

    def _hurry(self, game: str) -> None:
        """A game that somebody waits for goes before those that are only warmed."""
        if self._readiness_here(game).state == "cold":
            self._wanted = [game, *(other for other in self._wanted if other != game)]
            self._prepare_wanted()

    def _prepare_wanted(self) -> None:
        if not self._closed and (self._preparing is None or self._preparing.done()):
            self._preparing = asyncio.get_running_loop().create_task(self._prepare_all())

    async def _prepare_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._wanted:
            game = self._wanted.pop(0)
            self._began = time.monotonic()
            self._note(game, Readiness("compiling"))
            try:
                await loop.run_in_executor(self._threads, self._prepare, game, loop)
                after = replace(self._readiness_here(game), state="ready")
            except Failed as problem:
                words = f"The rules of {game} could not be made ready for bots: {problem}."
                if not self._closed:
                    LOG.warning("%s Its bots play at random.", words)
                after = replace(self._readiness_here(game), state="failed", words=words)
            self._note(game, after)
            self._hand_out()
            if after.state == "ready":
                self._wake(game)

    def _wake(self, game: str) -> None:
        """Let a worker with nothing to do load a game, so that whoever asks first does not wait for that."""
        if self._closed or not self._idle or any(self._pending()):
            return
        worker = min(self._idle, key=lambda one: -len(one.games))
        if game in worker.games:
            return
        self._idle.remove(worker)
        loading = asyncio.get_running_loop().run_in_executor(self._threads, _load, worker, game)
        loading.add_done_callback(partial(self._woken, worker))

    def _woken(self, worker: Worker, _: asyncio.Future[None]) -> None:
        self._idle.append(worker)
        self._hand_out()

    def _prepare(self, game: str, loop: asyncio.AbstractEventLoop) -> None:
        """Fill the cache on disk, from which every worker loads the rules in a second. Runs in a thread."""
        try:
            self._compiler.prepare(
                game, lambda progress: loop.call_soon_threadsafe(self._note_progress, game, progress)
            )
        finally:
            self._compiler.stop()

    def _note_progress(self, game: str, progress: Progress) -> None:
        self._note(game, replace(self._readiness_here(game), done=progress.done, total=progress.total))

    def _note(self, game: str, readiness: Readiness) -> None:
        self._readiness[game] = readiness
        self._announce(game)

    def _announce(self, game: str) -> None:
        """Have listeners told that the readiness of a game has changed."""
        if not self._changed:
            asyncio.get_running_loop().call_later(PAUSE, self._tell)
        self._changed.add(game)

    def _tell(self) -> None:
        changed, self._changed = self._changed, set()
        for game in sorted(changed):
            for callback in self._listeners:
                callback(game)


def _load(worker: Worker, game: str) -> None:
    """Have a worker load a game; one that cannot will say why when it is asked something."""
    with suppress(Failed):
        worker.prepare(game)
