"""The games on a GPU: random play, stepping, whether both machines agree; beside them Pgx on the same card."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tabbytop import games
from tabbytop.benchmarks.measure import PER_SECOND, Effort, Result, attempted, per_second, repeated, unknown
from tabbytop.benchmarks.own import CORES
from tabbytop.benchmarks.peers import nth_legal, pgx_run
from tabbytop.engine import play
from tabbytop.engine.game import Game
from tabbytop.engine.gpu import card
from tabbytop.engine.gpu.batch import Batch
from tabbytop.engine.gpu.table import Table
from tabbytop.engine.referee import Compiled

SEED = 1
MOVES_AT_ONCE = 1_500_000_000
"""About how many moves a measured batch has: games enough that the last ones do not count."""
GAMES_COMPARED = 100_000
STEPPED = 1 << 19
STEPS = 50
PEERS = ("backgammon", "connect_four", "2048", "sparrow_mahjong")
"""Pgx's games with dice, tiles or a board of about the same size."""
PEER_BATCH = 1 << 17
PEER_STEPS = 64


@functools.cache
def batch_of(game: Game) -> Batch:
    """The games of a kind on the card; its kernels take a while to compile, so rows share them."""
    return Batch(game)


def run(*, repeats: int, quick: bool, peers: bool, progress: Callable[[str], None] | None = None) -> Iterator[Result]:
    """Measure every game, one row at a time, as `benchmarks.run` does."""
    card()
    tell = progress or (lambda _: None)
    effort = Effort(repeats, 0.01) if quick else Effort(repeats)
    for game in (games.load(game_id) for game_id in games.ids()):
        for name, rows in (("random moves", random_moves), ("steps", steps), ("same games", same_games)):
            tell(f"{game.name}: {name}")
            yield from attempted(f"{game.id}: GPU, {name}", functools.partial(rows, game, effort, quick))
    if peers:
        yield from pgx_games(effort, quick, tell)


def random_moves(game: Game, effort: Effort, quick: bool) -> Iterator[Result]:
    """Whole random games."""
    began = time.perf_counter()
    batch, cuda = batch_of(game), card()
    mean = float(batch.play(1000, SEED).lengths.copy_to_host().mean())
    note = f"{batch.players} players; ready after {time.perf_counter() - began:.0f} s"
    count = 1000 if quick else min(1 << 22, int(MOVES_AT_ONCE / mean))

    def measurement() -> float:
        started = time.perf_counter()
        played = batch.play(count, SEED)
        cuda.synchronize()
        passed = time.perf_counter() - started
        return float(played.lengths.copy_to_host().sum() / passed)

    yield repeated(f"{game.id}: GPU, random moves", PER_SECOND, measurement, effort.repeats, note)


def steps(game: Game, effort: Effort, quick: bool) -> Iterator[Result]:
    """Steps with random actions; masks, observations, rewards and fresh games are written on the device."""
    began = time.perf_counter()
    table, cuda = Table(game, 1000 if quick else STEPPED), card()
    table.reset(SEED)

    def some() -> int:
        for _ in range(STEPS):
            table.choose_at_random()
            table.step()
        cuda.synchronize()
        return STEPS * table.count

    some()
    note = f"{table.players} players, {table.count:,} games; ready after {time.perf_counter() - began:.0f} s"
    measurement = functools.partial(per_second, some, effort.seconds)
    yield repeated(f"{game.id}: GPU, steps", PER_SECOND, measurement, effort.repeats, note)


def same_games(game: Game, effort: Effort, quick: bool) -> Iterator[Result]:
    """How many games end alike on both machines, byte for byte, with the same lengths, scores and places."""
    count = 100 if quick else GAMES_COMPARED
    batch = batch_of(game)
    ours = played_here(game, batch.players, batch.seats, count)
    theirs = batch.play(count, SEED)
    size = game.state.dtype.itemsize
    alike = (ours[0].view(np.int8) == theirs.states.copy_to_host().view(np.int8)).reshape(count, size).all(axis=1)
    alike &= ours[1] == theirs.lengths.copy_to_host()
    for mine, other in zip(ours[2:], (theirs.scores, theirs.places), strict=True):
        alike &= (mine.reshape(count, -1) == other.copy_to_host()).all(axis=1)
    equal = int(alike.sum())
    yield Result(
        name=f"{game.id}: games that end alike",
        unit="games",
        median=equal,
        low=equal,
        high=equal,
        repeats=1,
        note="all of them" if equal == count else f"of {count:,}",
        failed=equal != count,
    )


def played_here(game: Game, players: int, seats: int, count: int) -> tuple[Any, Any, Any, Any]:
    """The same random games on all cores of the processor: states, lengths, scores, places."""
    play_batch, options = Compiled(game).bind(play.play_batch), game.encode(players, {})
    states, lengths = game.state.blank(count), np.zeros(count, np.int64)
    scores, places = np.zeros(count * seats, np.int64), np.zeros(count * seats, np.int64)

    def part(begin: int, end: int) -> None:
        room = [np.zeros(int(game.moves.count), np.int32) for _ in range(2)]
        shown = (lengths, scores, places, *room, np.zeros(3, np.int64))
        play_batch(states, options, SEED, 0, int(game.longest), begin, end, *shown)

    parts = np.linspace(0, count, 8 * CORES + 1).astype(int).tolist()
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(part, parts[:-1], parts[1:]))
    return states, lengths, scores, places


def pgx_games(effort: Effort, quick: bool, tell: Callable[[str], None]) -> Iterator[Result]:
    """Pgx on the same card, where it and JAX are installed."""
    if importlib.util.find_spec("pgx") is None or importlib.util.find_spec("jax") is None:
        yield unknown("Pgx", "not installed")
        return
    for name in PEERS:
        tell(f"Pgx: {name}")
        yield from attempted(f"Pgx on the GPU, {name}", functools.partial(pgx_game, name, effort, quick))


def pgx_game(name: str, effort: Effort, quick: bool) -> Iterator[Result]:
    """Random steps of one of its games."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or JAX takes most of the card's memory
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    importlib.import_module("pgx.experimental")
    if jax.default_backend() != "gpu":
        yield unknown(f"Pgx on the GPU, {name}", "JAX does not see the GPU")
        return
    size, moves = (64, 4) if quick else (PEER_BATCH, PEER_STEPS)
    work = pgx_run(jax, pgx, size, moves, nth_legal, name)
    measurement = functools.partial(per_second, work, effort.seconds)
    yield repeated(f"Pgx on the GPU, {name}", PER_SECOND, measurement, effort.repeats, f"batch of {size:,}")
