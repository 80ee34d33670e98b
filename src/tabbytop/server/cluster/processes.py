"""Several server processes on one address of one machine: a parent that binds, starts, replaces and ends them.

The parent hands its listening socket down, so that connections that wait there outlive any process. A process that dies
is replaced. Told to stop, the parent stops one process after the other: each hands its tables over to those that still
run, and only the last one's have nobody left to go to.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

LOG = logging.getLogger("tabbytop.processes")
LOOK_EVERY = 0.1
AGAIN_AFTER = 1.0
"""Seconds between two starts of a process that dies."""
PATIENCE = 30.0
"""Seconds in which a process has to end after it was told to."""
SPAWNING = multiprocessing.get_context("spawn")

Run = Callable[[int, socket.socket, Any], None]
"""What a process does, given its number, the socket, and an event to set when guests can come in."""


def be_a_child() -> None:
    """Called in a process that was started: Ctrl-C is the parent's affair, and without a parent it ends."""
    if os.name == "posix":
        os.setpgrp()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: ParentProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


class ParentProcess(Protocol):
    """The process that has started this one."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""


@dataclass
class Child:
    """One of the processes, and when it was started last."""

    number: int
    process: SpawnProcess
    started: float


class Processes:
    """The parent of several server processes."""

    def __init__(self, number: int, listening: socket.socket, run: Run) -> None:
        self._listening = listening
        self._run = run
        self._is_open: Any = SPAWNING.Event()
        self._ending = False
        self._children = [self._start(each) for each in range(number)]

    def supervise(self, announce: Callable[[], None]) -> bool:
        """Replace those that die, until told to stop; whether guests could ever come in."""
        before = {each: signal.signal(each, self._end) for each in (signal.SIGINT, signal.SIGTERM)}
        announced = False
        try:
            while not self._ending:
                if not announced and self._is_open.is_set():
                    announced = True
                    announce()
                if not announced and not any(child.process.is_alive() for child in self._children):
                    return False
                self._replace_the_dead(restart=announced)
                time.sleep(LOOK_EVERY)
        finally:
            self._stop_all()
            for each, handler in before.items():
                signal.signal(each, handler)
        return announced or self._ending

    def _end(self, *_: object) -> None:
        self._ending = True

    def _start(self, number: int) -> Child:
        arguments = (number, self._listening, self._is_open)
        process = SPAWNING.Process(target=self._run, args=arguments, name=f"tabbytop server {number}")
        process.start()
        return Child(number, process, time.monotonic())

    def _replace_the_dead(self, *, restart: bool) -> None:
        for place, child in enumerate(self._children):
            if restart and not child.process.is_alive() and time.monotonic() - child.started > AGAIN_AFTER:
                LOG.error("server process %d ended with %s; it is replaced", child.number, child.process.exitcode)
                self._children[place] = self._start(child.number)

    def _stop_all(self) -> None:
        """One after the other, so that each finds others that take its tables."""
        for child in self._children:
            if child.process.is_alive():
                child.process.terminate()
                child.process.join(PATIENCE)
            if child.process.is_alive():
                LOG.error("server process %d does not end, and is killed", child.number)
                child.process.kill()
                child.process.join()
