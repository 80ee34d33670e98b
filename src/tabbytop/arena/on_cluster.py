"""Tournaments and simulations on a cluster: how they are cut into chunks, and what a node does with one. Knows no game.

Results do not depend on how games are cut or where they are played. A chunk takes about a second, so a node that dies
costs little, and the way there and back costs little too. Every process of a node loads the rules once; they are
compiled once on a node, if nobody has (`engine/compiled_cache.py`).
"""

from __future__ import annotations

import functools
import itertools
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tabbytop import __version__, games
from tabbytop.arena import entrants
from tabbytop.arena.cluster import Cluster
from tabbytop.arena.runners import OneProcess, referee_of
from tabbytop.arena.simulate import Batch, Batches, Shelves, Simulations, fitting
from tabbytop.arena.tournament import Outcome, Task
from tabbytop.engine import play
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.referee import Compiled

SECONDS = 1.0
"""About how long a chunk takes."""
MOST_TASKS = 64
FIRST_BATCH = 64
"""Games of the first simulated batches, before it is known how long they are."""
EARLY = 4
"""Batches, for every hand, that may be finished before one that they have to wait for."""


@dataclass(frozen=True)
class Errand:
    """What every chunk of a run says to the node that works on it."""

    game: str
    version: str
    rules: str

    @classmethod
    def about(cls, game: Game) -> Errand:
        """A run that begins here, with what is installed here."""
        return cls(game.id, __version__, game.version)

    def check(self) -> None:
        """Refuse to play by other rules than those that were meant; what is wrong is told with the node's name."""
        try:
            here = games.load(self.game).version
        except UserError as problem:
            raise UserError(f"On the node {socket.gethostname()}: {problem}") from None
        if (__version__, here) != (self.version, self.rules):
            raise UserError(
                f"The node {socket.gethostname()} has Tabbytop {__version__} with rules version {here} of {self.game}, "
                f"and the run was begun with {self.version} and {self.rules}. Install the same version on all nodes."
            )


# ---------------------------------------------------------------- on a node


@dataclass(frozen=True)
class Games:
    """Games of a tournament, to be played on a node."""

    errand: Errand
    tasks: list[Task]


def play_games(chunk: Games) -> tuple[list[Outcome], float]:
    """The outcomes of a chunk, and how long it took. The games are played in a process of this process."""
    chunk.errand.check()
    for name in chunk.tasks[0].tournament.bots:
        try:
            entrants.check(name)
        except UserError as problem:
            raise UserError(f"On the node {socket.gethostname()}: {problem}") from None
    began = time.perf_counter()
    outcomes = _process().play(chunk.tasks)
    return outcomes, time.perf_counter() - began


@functools.cache
def _process() -> OneProcess:
    return OneProcess(_readied)


def _readied(task: Task) -> Compiled:
    """The rules for a task. Called in the process that plays."""
    tournament = task.tournament
    return rules_and_bots(tournament.game, tournament.bots)


@functools.cache
def rules_and_bots(game_id: str, bots: tuple[str, ...]) -> Compiled:
    """The rules of a game, and what its bots need of them: loaded once in this process."""
    referee = referee_of(game_id)
    entrants.warm(referee, bots)
    return referee


@dataclass(frozen=True)
class RandomGames:
    """Random games, to be played on a node."""

    errand: Errand
    players: int
    options: Mapping[str, Any]
    seed: int
    first: int
    size: int


def play_random_games(chunk: RandomGames) -> dict[str, Any]:
    """What came of a batch, as plain data."""
    chunk.errand.check()
    game = games.load(chunk.errand.game)
    batch = Batch(game, game.encode(chunk.players, chunk.options), chunk.seed, chunk.first, chunk.size)
    with ThreadPoolExecutor(1) as pool:
        batch.play(_play_batch(game.id), pool, 1)
    return batch.results()


@functools.cache
def _play_batch(game_id: str) -> Callable[..., int]:
    bound: Callable[..., int] = referee_of(game_id).bind(play.play_batch)
    return bound


# ---------------------------------------------------------------- where the run was begun


class ClusterRunner:
    """Plays the games of tournaments on a cluster: a runner like any other."""

    def __init__(self, cluster: Cluster, game: Game) -> None:
        self._cluster = cluster
        self._errand = Errand.about(game)
        self._size = 1

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """One outcome for every task; a game whose node dies is played again elsewhere."""
        with closing(self._cluster.work(play_games, self._chunks(iter(tasks)))) as done:
            for _, (outcomes, seconds) in done:
                self._size = max(1, min(int(SECONDS * len(outcomes) / max(seconds, 1e-6)), MOST_TASKS))
                yield from outcomes

    def _chunks(self, tasks: Iterator[Task]) -> Iterator[Games]:
        while some := list(itertools.islice(tasks, self._size)):
            yield Games(self._errand, some)


class ClusterSimulator(Simulations):
    """Plays random games on a cluster: the same games in the same order as a `Simulator`."""

    def __init__(self, cluster: Cluster, game: Game, shelves: Shelves | None = None) -> None:
        super().__init__(game, shelves)
        self._cluster = cluster
        self._errand = Errand.about(game)
        self._size = FIRST_BATCH

    def batches(self, players: int, options: Mapping[str, Any], games: int, seed: int) -> Generator[Batch]:
        """Batches wait for those before them; while too many do, none is begun."""
        batches = self.divided(players, options, games, seed)
        early: dict[int, Batch | None] = {}  # None: it is on the shelf
        chunks = self._chunks(batches, players, options, early)
        first, now = 0, time.perf_counter()
        with closing(
            self._cluster.work(play_random_games, chunks, lambda: len(early) < EARLY * self._cluster.hands)
        ) as done:
            while first < games:
                while first not in early and (arrived := next(done, None)) is not None:
                    chunk, results = arrived
                    batch = batches.batch(chunk.first, 0).fill(results)
                    self._size = max(1, fitting(batch))
                    batches.shelf.put(batch)
                    early[batch.first] = batch
                batch = early.pop(first) or batches.shelf.take(batches.batch(first, 0))
                first += batch.size
                batch.seconds, now = time.perf_counter() - now, time.perf_counter()
                yield batch

    def _chunks(
        self, batches: Batches, players: int, options: Mapping[str, Any], early: dict[int, Batch | None]
    ) -> Iterator[RandomGames]:
        first = 0
        while first < batches.games:
            batch, is_kept = batches.next_batch(first, self._size)
            if is_kept:
                early[batch.first] = None
            else:
                yield RandomGames(self._errand, players, options, batches.seed, batch.first, batch.size)
            first += batch.size
