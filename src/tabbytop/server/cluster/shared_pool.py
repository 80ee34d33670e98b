"""The bots of a server whose questions are answered on other machines, by thinkers, while there are any.

Questions go to a queue that all thinkers share. Only about as many are on their way as thinkers have hands; the others
wait here, moves before hints before reviews and table by table. Where no thinker is alive, the way is long, or an
answer does not come or makes no sense, the workers of this machine answer as they always do. Knows no game.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from tabbytop.bots.pool import LIMIT, Pool, Readiness
from tabbytop.bots.thinking import Budget, Thought
from tabbytop.bots.workers import STRONGEST, Answer, Chore, NoThought, Question
from tabbytop.review.pieces import Piece
from tabbytop.server.cluster.fairness import FairQueue
from tabbytop.server.cluster.jobs import PRIORITIES, Jobs, Lost, connect, new_id
from tabbytop.server.cluster.questions import (
    QUEUE,
    Asked,
    Found,
    Moved,
    News,
    Reply,
    Weighed,
    encode,
    fits,
    read_news,
    read_reply,
)
from tabbytop.server.operating.metrics import Metrics

LOG = logging.getLogger("tabbytop.bots")
ON_THE_WAY = 2
"""Questions on their way for each hand of a thinker: one in hand, one for when that is done."""
MOST_WAITING = 8
"""Questions for each hand that may wait in all; more are answered here."""
OF_ONE_TABLE = 2
"""Questions of one table that may be on their way at a time."""
PATIENCE = 3
"""How many times the limit of an answer is waited for, with the way there and the way back."""
LOOK = 0.5
"""Seconds between two looks at which thinkers there are, and between two attempts to reach Redis."""

Outcome = Literal["answered", "given_up", "dropped"]
"""What came of a question: an answer, none (it was answered here), or one that came late or twice."""


@dataclass(eq=False)
class Asking:
    """A question on its way, and where its reply goes; no reply means that it has to be answered here."""

    asked: Asked
    reply: asyncio.Future[Reply | None]
    job: str = field(default_factory=new_id)

    @property
    def table(self) -> str:
        """The table that asks: the first part of the name of the head."""
        return self.asked.head.partition(":")[0]

    def end(self, reply: Reply | None) -> None:
        """Tell whoever waits, if somebody does."""
        if not self.reply.done():
            self.reply.set_result(reply)


class SharedPool(Pool):
    """A pool that asks thinkers first. For the thread of the loop, like every pool."""

    def __init__(self, workers: int, bus: str, metrics: Metrics) -> None:
        super().__init__(workers)
        self.outcomes: Counter[Outcome] = Counter()
        self._metrics = metrics
        self._jobs = Jobs(connect(bus), QUEUE)
        self._name = new_id()
        self._thinkers: dict[str, News] = {}
        self._queue: FairQueue[Asking] = FairQueue(PRIORITIES)
        self._on_the_way: dict[str, Asking] = {}
        self._of_table: Counter[str] = Counter()
        self._something = asyncio.Event()
        self._is_up = True
        self._is_closing = False
        """Told besides cancelling the tasks: the client of Redis may swallow a cancellation."""
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Begin to look for thinkers."""
        work = (self._look(), self._send(), self._listen())
        self._tasks = [asyncio.create_task(one, name="thinkers") for one in work]

    async def close(self) -> None:
        """Ask nobody any more, and end the processes of this machine."""
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for asking in [*self._queue, *self._on_the_way.values()]:
            asking.reply.cancel()
        with suppress(Exception):  # it may be gone
            await self._jobs.close()
        await super().close()

    # ------------------------------------------------------------ questions

    async def choose(self, question: Question, limit: float = LIMIT) -> Answer:
        """A bot's move: a legal one in any case, from wherever it can be had."""
        if len(question.legal) > 1:
            reply = await self._from_afar(Asked(question, limit))
            if isinstance(reply, Moved):
                return reply.answer
        return await super().choose(question, limit)

    async def weigh(self, question: Question, limit: float = LIMIT, budget: Budget = STRONGEST) -> Thought:
        """A hint, or `NoThought`. A head has one hint waiting at most: the last it asked for."""
        for asking in self._queue:
            hint = asking.asked.budget is not None and not asking.reply.done()
            if hint and asking.asked.head == question.head:
                asking.reply.set_exception(NoThought("Another hint was asked for."))
        reply = await self._from_afar(Asked(question, limit, budget))
        if isinstance(reply, Weighed):
            return reply.thought
        return await super().weigh(question, limit, budget)

    async def perform(self, chore: Chore, limit: float = 3 * LIMIT) -> Any:
        """What comes of a chore, or `NoThought`: a piece of a review is reckoned wherever there are hands for it."""
        if isinstance(chore, Piece):
            reply = await self._from_afar(Asked(None, limit, piece=chore))
            if isinstance(reply, Found):
                return reply.finding
        return await super().perform(chore, limit)

    def hands_elsewhere(self, game_id: str) -> int:
        """What keeps all thinkers busy."""
        return ON_THE_WAY * self._hands(game_id)

    def readiness(self, game_id: str) -> Readiness:
        """A game that a thinker has ready is ready."""
        here = super().readiness(game_id)
        return Readiness("ready") if here.state != "ready" and self._hands(game_id) else here

    def _hands(self, game_id: str) -> int:
        """How many questions about a game can be thought about elsewhere at a time."""
        return sum(thinker.hands for thinker in self._thinkers.values() if game_id in thinker.games)

    async def _from_afar(self, asked: Asked) -> Reply | None:
        """A reply that answers the question, or None where it has to be answered here."""
        waiting = len(self._queue) + len(self._on_the_way)
        if waiting >= MOST_WAITING * self._hands(asked.game):
            return None
        asking = Asking(asked, asyncio.get_running_loop().create_future())
        self._queue.add(asked.priority, asking.table, asking)
        self._something.set()
        reply = None
        try:
            async with asyncio.timeout(PATIENCE * asked.limit):
                reply = await asking.reply
        except TimeoutError:
            LOG.warning("no thinker has answered within %g s", PATIENCE * asked.limit)
        finally:
            self._queue.remove(asking)
            self._arrived(asking.job)
        if reply is not None and fits(asked, reply):
            self._count("answered")
            return reply
        self._count("given_up")
        return None

    def _count(self, outcome: Outcome) -> None:
        self.outcomes[outcome] += 1
        self._metrics.far_questions.labels(outcome).inc()

    def _arrived(self, job: str) -> Asking | None:
        """Whoever waits for this job, if anybody does any more; there is room for another then."""
        asking = self._on_the_way.pop(job, None)
        if asking is not None:
            self._of_table[asking.table] -= 1
            if not self._of_table[asking.table]:
                del self._of_table[asking.table]
            self._something.set()
        return asking

    # ------------------------------------------------------------ to Redis and back

    async def _send(self) -> None:
        """Put on its way what waits, as far as there are hands for it."""
        while not self._is_closing:
            await self._something.wait()
            self._something.clear()
            hands = sum(thinker.hands for thinker in self._thinkers.values())
            while len(self._on_the_way) < ON_THE_WAY * hands:
                asking = self._queue.pop(lambda table: self._of_table[table] < OF_ONE_TABLE)
                if asking is None:
                    break
                if not asking.reply.done():
                    await self._put(asking)

    async def _put(self, asking: Asking) -> None:
        self._on_the_way[asking.job] = asking
        self._of_table[asking.table] += 1
        asked, seconds = asking.asked, PATIENCE * asking.asked.limit
        try:
            await self._jobs.put(asking.job, encode(asked), asked.priority, seconds=seconds, asker=self._name)
        except Lost as problem:
            self._is_lost(problem)

    async def _listen(self) -> None:
        """Hear the replies."""
        while not self._is_closing:
            try:
                results = await self._jobs.results(self._name)
            except Lost as problem:
                self._is_lost(problem)
                await asyncio.sleep(LOOK)
                continue
            for result in results:
                asking = self._arrived(result.job)
                if asking is None:
                    self._count("dropped")
                else:
                    asking.end(_read(result.payload))

    async def _look(self) -> None:
        """Look again and again which thinkers there are; a game that they have ready, or no more, has changed."""
        while not self._is_closing:
            try:
                found = _news(await self._jobs.workers())
                if not self._is_up:
                    self._is_up = True
                    LOG.info("the bus can be reached again")
                self._see(found)
            except Lost as problem:
                self._is_lost(problem)
            await asyncio.sleep(LOOK)

    def _see(self, thinkers: dict[str, News]) -> None:
        before, after = (_games(seen.values()) for seen in (self._thinkers, thinkers))
        for name in self._thinkers.keys() ^ thinkers.keys():
            LOG.info("a thinker has %s: %s", "come" if name in thinkers else "gone", name)
        self._thinkers = thinkers
        self._metrics.thinkers.set(len(thinkers))
        for game in before ^ after:
            self._announce(game)
        self._something.set()
        for asking in [*self._queue, *self._on_the_way.values()]:
            if asking.asked.game not in after:
                asking.end(None)

    def _is_lost(self, problem: Lost) -> None:
        """Without Redis nobody is there: everything is answered here."""
        if self._is_up:
            self._is_up = False
            LOG.warning("the bus cannot be reached, bots think here: %s", problem)
        self._see({})


def _read(payload: bytes | None) -> Reply | None:
    try:
        return None if payload is None else read_reply(payload)
    except msgspec.DecodeError:
        LOG.warning("a thinker has answered nonsense")
        return None


def _news(workers: dict[str, bytes]) -> dict[str, News]:
    found = {}
    for name, words in workers.items():
        with suppress(msgspec.DecodeError):
            found[name] = read_news(words)
    return found


def _games(thinkers: Iterable[News]) -> set[str]:
    return {game for thinker in thinkers for game in thinker.games}
