"""Where the games of a tournament are played. Knows no game and no bot.

A runner takes tasks and gives outcomes, in any order; both are plain data. The one here plays in processes of this
machine; the one in `arena/on_cluster.py` plays on many machines, each game in a process like those here.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing import connection
from typing import Any, Protocol

from tabbytop import games
from tabbytop.arena.tournament import NOBODY, Fault, Outcome, Task, play_game
from tabbytop.bots.workers import end_with_parent, interrupts_blocked
from tabbytop.engine.referee import Compiled

SPAWN = multiprocessing.get_context("spawn")
GRACE = 5.0
"""Seconds that a bot, asked to stop inside its process, has before the process is ended from outside."""
GLANCE = 0.5
"""Seconds between two looks at who is thinking."""
SINCE, SEAT = 0, 1

Readied = Callable[[Task], Compiled]
"""The rules for a task, loaded or compiled when they are first asked for."""


class Runner(Protocol):
    """Plays games somewhere."""

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """One outcome for every task, in any order; closing the iterator ends the play."""


class Processes:
    """Plays in processes of this machine, each of which loads the rules once."""

    def __init__(self, runners: int | None = None) -> None:
        self.runners = runners or os.cpu_count() or 1

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """A process that dies is replaced, and its game comes back as not played."""
        waiting = iter(tasks)
        runners: list[RunnerProcess] = []
        try:
            for task in itertools.islice(waiting, self.runners):
                runners.append(RunnerProcess(task))
            while runners:
                for runner in _finished(runners):
                    outcome = runner.outcome()
                    task_next = next(waiting, None)
                    if task_next is not None and runner.alive:
                        runner.give(task_next)
                    else:
                        runners.remove(runner)
                        runner.end()
                        if task_next is not None:
                            runners.append(RunnerProcess(task_next))
                    yield outcome
        finally:
            for runner in runners:
                runner.end()


class OneProcess:
    """Plays one game after the other in one process, which is kept from call to call and loads the rules once."""

    def __init__(self, readied: Readied) -> None:
        self._readied = readied
        self._runner: RunnerProcess | None = None

    def play(self, tasks: Iterable[Task]) -> list[Outcome]:
        """The outcomes in the order of the tasks; a process that dies is replaced, as it is in `Processes`."""
        try:
            return [self._play_one(task) for task in tasks]
        except BaseException:
            self.end()  # what it was playing is nobody's any more
            raise

    def end(self) -> None:
        """Stop the process; the next game starts another."""
        if self._runner is not None:
            self._runner.end()
            self._runner = None

    def _play_one(self, task: Task) -> Outcome:
        if self._runner is None:
            self._runner = RunnerProcess(task, self._readied)
        else:
            self._runner.give(task)
        _finished([self._runner])
        outcome = self._runner.outcome()
        if not self._runner.alive:
            self.end()
        return outcome


class RunnerProcess:
    """A process with a game to play."""

    def __init__(self, task: Task, readied: Readied | None = None) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self._asked = SPAWN.RawArray("d", [0.0, NOBODY])
        self._process = SPAWN.Process(target=_work, args=(theirs, self._asked, readied or loaded), daemon=True)
        with interrupts_blocked():
            self._process.start()
        theirs.close()
        self.alive = True
        self.give(task)

    def give(self, task: Task) -> None:
        """The next game to play."""
        self.task = task
        with suppress(OSError):  # a process that died in between is noticed when its answer is fetched
            self.pipe.send(task)

    def outcome(self) -> Outcome:
        """What came of the game; a process that died is at nobody's charge."""
        seat = int(self._asked[SEAT])
        try:
            outcome: Outcome = self.pipe.recv()
            return outcome
        except (EOFError, OSError):
            self.alive = False
            self._process.join()
        during = "" if seat == NOBODY else f" while '{self.task.name_at(seat)}' was thinking"
        words = f"its process ended{during} (exit code {self._process.exitcode}), so the game does not count"
        return Outcome(self.task, fault=Fault(NOBODY, words))

    def end_if_stuck(self) -> None:
        """End a process whose bot thinks on long after its time was up."""
        stuck = time.monotonic() - self._asked[SINCE] > self.task.tournament.move_limit + GRACE
        if self._asked[SEAT] != NOBODY and stuck:
            self._process.kill()

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _finished(runners: list[RunnerProcess]) -> list[RunnerProcess]:
    """Wait until some runners have something to say; dying is saying something."""
    while True:
        for runner in runners:
            runner.end_if_stuck()
        ready = connection.wait([runner.pipe for runner in runners], GLANCE)
        if ready:
            return [runner for runner in runners if runner.pipe in ready]


# ---------------------------------------------------------------- inside the process


def _work(pipe: connection.Connection[Outcome, Task], asked: Any, readied: Readied) -> None:
    os.dup2(2, 1)  # what bots print must not get between the results
    threading.Thread(target=end_with_parent, daemon=True).start()

    def note(seat: int) -> None:
        asked[SINCE] = time.monotonic()
        asked[SEAT] = seat

    with suppress(EOFError, ConnectionError):  # nobody is there any more to play for
        while True:
            task = pipe.recv()
            pipe.send(play_game(task, readied(task), note))


def loaded(task: Task) -> Compiled:
    """The rules of a task's game, loaded once in this process."""
    return referee_of(task.tournament.game)


@functools.cache
def referee_of(game: str) -> Compiled:
    """The compiled rules of a game, once in this process."""
    return Compiled(games.load(game))
