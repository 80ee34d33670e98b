"""A bot that never answers, for workers under test: their processes read no more than this of the tests."""

from __future__ import annotations

import threading

from tabbytop.bots.bot import Moment
from tabbytop.engine.referee import Compiled


class Endless:
    """Thinks until its process is killed."""

    def choose(self, moment: Moment) -> int:
        threading.Event().wait()
        return moment.legal[0]


def never(level: str, referee: Compiled, seed: int) -> Endless:
    """The same at every level."""
    return Endless()
