"""A thinker that takes questions and never answers them: `python -m tests.server.stuck_thinker redis://… FILE 3.0`.

It writes into the file once it has a question in hand. The number is for how many seconds a sign of life lasts.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, cast

from tabbytop.bots.pool import Pool, Readiness
from tabbytop.server.cluster import jobs
from tabbytop.server.cluster.jobs import Jobs, connect
from tabbytop.server.cluster.questions import QUEUE
from tabbytop.server.cluster.thinker import Thinker


class Stuck:
    """A pool for ever in thought."""

    def on_change(self, callback: Any) -> None:
        pass

    def warm(self, game_ids: Any) -> None:
        pass

    def readiness(self, game: str) -> Readiness:
        return Readiness("ready")

    async def choose(self, *_: object) -> None:
        Path(sys.argv[2]).write_text("in hand")
        await asyncio.Event().wait()


async def think() -> None:
    jobs.ALIVE = float(sys.argv[3])
    await Thinker(cast(Pool, Stuck()), Jobs(connect(sys.argv[1]), QUEUE), 1, ["cat-cab"]).run()


if __name__ == "__main__":
    asyncio.run(think())
