"""A process that answers the questions of servers: it takes them from the queue, and its pool thinks. Knows no game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from tabbytop.bots.pool import Pool
from tabbytop.bots.workers import NoThought
from tabbytop.server.cluster.jobs import ALIVE, Job, Jobs, Lost, new_id
from tabbytop.server.cluster.questions import Asked, Found, Moved, News, Reply, Unanswered, Weighed, encode, read_asked

LOG = logging.getLogger("tabbytop.think")
BEAT = ALIVE / 4
"""Seconds between two signs of life."""
TRY_AGAIN = 0.5
"""Seconds between two attempts to reach Redis."""


@dataclass
class Work:
    """What a thinker has done."""

    thinking: int = 0
    answered: int = 0
    taken_over: int = 0
    """Questions that another thinker has left behind."""
    is_up: bool = False
    """Whether Redis can be reached."""


class Thinker:
    """Answers questions until it is told to stop; an answer under way is finished."""

    def __init__(self, pool: Pool, jobs: Jobs, hands: int, games: Iterable[str]) -> None:
        self.work = Work()
        self.name = new_id()
        self._pool, self._jobs, self._hands = pool, jobs, hands
        self._games = list(games)
        self._stopping = asyncio.Event()
        self._looked = 0.0
        self._has_left = False
        """Told besides cancelling what sends signs of life: the client of Redis may swallow a cancellation."""

    def stop(self) -> None:
        """Take no more questions; `run` returns when those in hand are answered."""
        self._stopping.set()

    @property
    def ready_games(self) -> list[str]:
        """The games it can be asked about."""
        return [game for game in self._games if self._pool.readiness(game).state == "ready"]

    async def run(self) -> None:
        """Get ready, answer, and leave."""
        await self._get_ready()
        beating = asyncio.create_task(self._beat())
        try:
            await asyncio.gather(*(self._serve(f"{self.name}/{hand}") for hand in range(self._hands)))
        finally:
            self._has_left = True
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            with suppress(Lost):
                await self._jobs.leave(self.name)

    async def _get_ready(self) -> None:
        """Compile or load the rules of all games; those that cannot be are told, and left to others."""
        settled = asyncio.Event()

        def look(_: str) -> None:
            if all(self._pool.readiness(game).state in ("ready", "failed") for game in self._games):
                settled.set()

        self._pool.on_change(look)
        self._pool.warm(self._games)
        look("")
        waits = [asyncio.create_task(event.wait()) for event in (settled, self._stopping)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def _beat(self) -> None:
        while not self._has_left:
            try:
                await self._jobs.beat(self.name, encode(News(self._hands, self.ready_games)))
                if not self.work.is_up:
                    self.work.is_up = True
                    LOG.info("ready for questions about %s", ", ".join(self.ready_games))
            except Lost as problem:
                if self.work.is_up:
                    LOG.warning("the bus cannot be reached: %s", problem)
                self.work.is_up = False
            await asyncio.sleep(BEAT)

    async def _serve(self, hand: str) -> None:
        while not self._stopping.is_set():
            try:
                jobs = await self._left_behind(hand) or await self._jobs.take(hand)
            except Lost:
                await asyncio.sleep(TRY_AGAIN)
                continue
            for job in jobs:
                await self._answer(job)

    async def _left_behind(self, hand: str) -> list[Job]:
        """Look now and then, by one hand at a time, whether another thinker has died over a question."""
        if time.monotonic() - self._looked < BEAT or not self.work.is_up:
            return []
        self._looked = time.monotonic()
        jobs = await self._jobs.take_over(hand)
        if jobs:
            self.work.taken_over += len(jobs)
            LOG.warning("another thinker is gone; %d of its questions are answered here", len(jobs))
        return jobs

    async def _answer(self, job: Job) -> None:
        self.work.thinking += 1
        try:
            reply = None if job.is_stale else await self._reply(job)
            await self._jobs.finish(job, None if reply is None else encode(reply))
            self.work.answered += reply is not None
        except Lost as problem:
            LOG.warning("an answer could not be sent: %s", problem)
        finally:
            self.work.thinking -= 1

    async def _reply(self, job: Job) -> Reply | None:
        try:
            asked = read_asked(job.payload)
        except msgspec.DecodeError:
            LOG.warning("a question could not be read")
            return None
        return await self._thought(asked)

    async def _thought(self, asked: Asked) -> Reply:
        if asked.game not in self.ready_games:
            return Unanswered(f"The rules of {asked.game} are not ready here.")
        try:
            if asked.question is None:
                assert asked.piece is not None
                return Found(await self._pool.perform(asked.piece, asked.limit))
            if asked.budget is None:
                return Moved(await self._pool.choose(asked.question, asked.limit))
            return Weighed(await self._pool.weigh(asked.question, asked.limit, asked.budget))
        except NoThought as problem:
            return Unanswered(str(problem))
