"""Bots for servers under test: evil ones, and one that thinks as hard as the strongest.

They are read by the processes in which bots think, so nothing of the server is needed here.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable

from tabbytop.bots import levels
from tabbytop.bots.bot import Bot, Moment
from tabbytop.engine.referee import Compiled


class Raising:
    """A bot that raises."""

    def choose(self, moment: Moment) -> int:
        sys.stderr = io.StringIO()  # what a worker prints about it would be taken for a fault of the server
        raise ValueError("this bot raises")


class Cheating:
    """A bot that answers with a move that is not legal."""

    def choose(self, moment: Moment) -> int:
        return max(moment.legal) + 1


class Looping:
    """A bot that never answers."""

    def choose(self, moment: Moment) -> int:
        while True:
            time.sleep(1)


class Dying:
    """A bot that takes its process with it."""

    def choose(self, moment: Moment) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


EVIL: dict[str, Callable[[], Bot]] = {
    "kitten": Raising,
    "house-cat": Cheating,
    "alley-cat": Looping,
    "top-cat": Dying,
}


def make_evil(level: str, referee: Compiled, seed: int) -> Bot:
    return EVIL[level]()


def make_strongest(level: str, referee: Compiled, seed: int) -> Bot:
    return levels.make(levels.TOP, referee, seed)
