"""Bots from outside the package, most of them badly behaved; tests enter them as `tests.arena.guests:Name`."""

from __future__ import annotations

import os
import random
import signal
import time

import numpy as np


class First:
    """Plays the first legal move."""

    def choose(self, moment):
        return moment.legal[0]


class Keen(First):
    """Answers with numbers of NumPy and prints while it thinks."""

    def choose(self, moment):
        print("what a position")
        return np.int64(moment.legal[-1])


class Seeded:
    """Remembers the seed it was given."""

    def __init__(self, *, seed):
        self.seed = seed
        self.random = random.Random(seed)

    def choose(self, moment):
        return self.random.choice(moment.legal)


class Patient(First):
    """Remembers how many seconds it has for a decision."""

    def __init__(self, *, seconds=3.0):
        self.seconds = seconds


class Careless:
    """Random by Python's own generator."""

    def choose(self, moment):
        return random.choice(moment.legal)


class Meddler:
    """Tries to change the table it is shown."""

    def choose(self, moment):
        moment.view.view(np.uint8)[:] = 0
        return moment.legal[0]


class Raises:
    def choose(self, moment):
        raise ValueError("no\nidea [bold]at all")


class Leaves:
    def choose(self, moment):
        raise SystemExit(0)


class Unborn:
    def __init__(self):
        raise RuntimeError("not today")

    def choose(self, moment):
        return moment.legal[0]


class Illegal:
    def choose(self, moment):
        return next(move for move in range(1000) if move not in moment.legal)


class NoAnswer:
    def choose(self, moment):
        return None


class Wordy:
    def choose(self, moment):
        return str(moment.legal[0])


class Fraction:
    def choose(self, moment):
        return float(moment.legal[0])


class Yes:
    def choose(self, moment):
        return True


class Several:
    def choose(self, moment):
        return np.array(moment.legal)


class Broken:
    """Answers with something that cannot be looked at."""

    def choose(self, moment):
        return self

    def __eq__(self, other):
        raise RuntimeError("do not compare me")

    def __index__(self):
        raise RuntimeError("do not count me")

    __hash__ = None


class Endless:
    def choose(self, moment):
        while True:
            pass


class Sleepy:
    def choose(self, moment):
        time.sleep(60)


class Stubborn:
    """Cannot be interrupted from inside."""

    def choose(self, moment):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        while True:
            time.sleep(1)


class Dies:
    def choose(self, moment):
        os._exit(3)


class NoBot:
    """Has no method choose."""


NOT_EVEN_A_CLASS = 7
