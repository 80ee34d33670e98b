"""Tasks whose results are wanted in their order, done on several cores or on a cluster. Knows no game.

A task is plain data for a function of this package, and nothing else goes into its result: so it does not matter where
it is done, or how often it was begun.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar

from tabbytop.arena.cluster import Cluster
from tabbytop.arena.on_cluster import EARLY, Errand
from tabbytop.engine.game import Game

T = TypeVar("T")
R = TypeVar("R")


def on_cores(
    work: Callable[[T], R], tasks: Sequence[T], jobs: int | None, begin: Callable[..., None], *given: object
) -> Generator[R]:
    """What comes of tasks, in their order, in so many processes; each begins with `begin`."""
    count = min(jobs or os.cpu_count() or 1, max(1, len(tasks)))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, spawn, initializer=begin, initargs=given) as pool:
        try:
            yield from pool.map(work, tasks, chunksize=1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Piece:
    """A task on its way to a node."""

    errand: Errand
    work: Callable[[Any], Any]
    number: int
    task: Any


def do(piece: Piece) -> Any:
    """What comes of a task. Called on a node."""
    piece.errand.check()
    return piece.work(piece.task)


def on_cluster(work: Callable[[T], R], tasks: Sequence[T], game: Game, cluster: Cluster) -> Generator[R]:
    """What comes of tasks about a game, in their order, on all nodes; one whose node dies is done again elsewhere.

    Results that are early wait for those before them; while too many do, nothing is begun.
    """
    errand, early = Errand.about(game), dict[int, R]()
    pieces = (Piece(errand, work, number, task) for number, task in enumerate(tasks))
    with closing(cluster.work(do, pieces, lambda: len(early) < EARLY * cluster.hands)) as done:
        for wanted in range(len(tasks)):
            while wanted not in early:
                piece, result = next(done)
                early[piece.number] = result
            yield early.pop(wanted)
