"""Running a thinker: signals, what is shown meanwhile, and the end."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from rich.console import Console

from tabbytop.bots.pool import Pool
from tabbytop.engine import english
from tabbytop.server.cluster.jobs import Jobs, connect
from tabbytop.server.cluster.questions import QUEUE
from tabbytop.server.cluster.thinker import Thinker

LOG = logging.getLogger("tabbytop.think")
SHOWN = 0.5
"""Seconds between two looks in a terminal."""
TOLD = 60.0
"""Seconds between two lines in a log."""


async def think(bus: str, workers: int, games: Sequence[str]) -> int:
    """Answer questions until a signal comes; how many were answered."""
    jobs = Jobs(connect(bus), QUEUE)
    pool = Pool(workers)
    thinker = Thinker(pool, jobs, workers, games)
    telling = asyncio.create_task(_tell(thinker, pool, games))
    try:
        with _stopped_by_signals(thinker):
            LOG.info("getting ready to think with %s", english.count(workers, "worker"))
            await thinker.run()
    finally:
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling
        await pool.close()
        await jobs.close()
    return thinker.work.answered


@contextmanager
def _stopped_by_signals(thinker: Thinker) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)
    for number in numbers:
        with suppress(NotImplementedError):  # Windows has no such handlers; Ctrl+C ends it there as it ends anything
            loop.add_signal_handler(number, thinker.stop)
    try:
        yield
    finally:
        for number in numbers:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)


async def _tell(thinker: Thinker, pool: Pool, games: Sequence[str]) -> None:
    """Show what goes on: all the time in a terminal, now and then in a log."""
    if sys.stderr.isatty():
        with Console(stderr=True).status("") as status:
            while True:
                status.update(in_words(thinker, pool, games))
                await asyncio.sleep(SHOWN)
    told = 0
    while True:
        await asyncio.sleep(TOLD)
        if thinker.work.answered != told:
            told = thinker.work.answered
            LOG.info("%s", in_words(thinker, pool, games))


def in_words(thinker: Thinker, pool: Pool, games: Sequence[str]) -> str:
    """What a thinker does, in a line."""
    work = thinker.work
    left = [game for game in games if pool.readiness(game).state in ("cold", "compiling")]
    if left:
        share = pool.readiness(left[0]).share
        return f"getting the rules of {english.count(len(left), 'game')} ready: {left[0]} {share:.0%}"
    if not work.is_up:
        return "the bus cannot be reached; trying again"
    again = f", {work.taken_over} left behind by others" if work.taken_over else ""
    return f"thinking about {english.count(work.thinking, 'question')}, {work.answered} answered{again}"
