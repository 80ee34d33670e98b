"""Many games of one kind on a GPU: played to the end, played on from positions, searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from tabbytop.bots import search as tree
from tabbytop.engine.game import Game
from tabbytop.engine.gpu import card, kernels, zeros
from tabbytop.engine.gpu.kernels import BLOCK
from tabbytop.engine.gpu.twins import compiled_kernel, twins_of
from tabbytop.engine.state import Ids, States

THREADS_EACH = 1024
"""Threads that play on one multiprocessor."""
ROOT = 1


@dataclass(frozen=True)
class Played:
    """What came of a batch, all on the device: one entry for each game, and one row of seats for each."""

    states: Any
    lengths: Any
    scores: Any
    places: Any


@dataclass(frozen=True)
class Searched:
    """The trees of many searches, on the device: see `bots/search.py` for what a node holds."""

    links: Any
    sums: Any
    count: int

    def visits(self, moves: int) -> Ids:
        """How often each move of each root was walked, a row of all move ids for each search."""
        links = self.links.copy_to_host().reshape(self.count, -1, tree.LINKS)
        found = np.zeros((self.count, moves), np.int32)
        child = links[:, ROOT, tree.CHILD]
        rows = np.flatnonzero(child)
        while rows.size:
            nodes = links[rows, child[rows]]
            found[rows, nodes[:, tree.MOVE]] = nodes[:, tree.VISITS]
            child[rows] = nodes[:, tree.SIBLING]
            rows = rows[child[rows] != 0]
        return found


class Batch:
    """Games with the same number of players and options on a GPU. Kernels are compiled when first needed."""

    def __init__(self, game: Game, players: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._cuda = card()
        device = self._cuda.get_current_device()
        self.game = game
        self.players = game.default_players if players is None else players
        self.options = game.complete(self.players, options or {})
        self.seats = game.seats(self.players, self.options)
        self.moves = int(game.moves.count)
        self._twins = twins_of(game, device.compute_capability)
        self._encoded = self._cuda.to_device(game.encode(self.players, options or {}))
        self._threads = THREADS_EACH * int(device.MULTIPROCESSOR_COUNT)
        self._has_endgame = hasattr(game.rules, "in_endgame")

    def play(self, count: int, seed: int = 1, first: int = 0) -> Played:
        """Random games from number `first` of `seed` on; each is the very game that `tabbytop simulate` plays."""
        states = self.blank(count)
        lengths = zeros((count,), np.int64)
        threads = min(count, self._threads)
        for endgames in (False, True) if self._has_endgame else (False,):
            cursor = zeros((1,), np.int64)
            self._launch(
                "play_kernel", threads, states, self._encoded, seed, first, int(self.game.longest), endgames, lengths,
                cursor,
            )  # fmt: skip
        scores = zeros((count * self.seats,), np.int64)
        places = zeros((count * self.seats,), np.int64)
        self._launch("tally_kernel", count, states, lengths, scores, places)
        return Played(states, lengths, scores.reshape(count, self.seats), places.reshape(count, self.seats))

    def blank(self, count: int) -> Any:
        """Blank states on the device."""
        cuda = self._cuda
        size = self.game.state.dtype.itemsize
        one = cuda.to_device(np.frombuffer(self.game.state.blank().tobytes(), np.int8))
        cells = cuda.device_array(count * size, np.int8)
        self._launch("fill_kernel", count * size, cells, one)
        return cells.view(self.game.state.dtype)

    def playouts(self, states: States, seat: int, each: int, horizon: int = 30, seed: int = 1) -> Any:
        """`each` times on from every position, as `seat` can imagine it: results from 0 to 1, by position and seat."""
        cuda = self._cuda
        results = zeros((len(states) * each * self.seats,), np.float64)
        self._launch("playout_kernel", len(states) * each, cuda.to_device(states), seat, each, horizon, seed, results)
        return results.reshape(len(states), each, self.seats)

    def search(self, views: States, viewers: Ids, simulations: int, horizon: int = 30, seed: int = 1) -> Searched:
        """A search for each view, as the bots of the table make it, with `simulations` each."""
        cuda, count = self._cuda, len(views)
        nodes = 2 + simulations * (horizon + 1) if simulations < 64 else 2 + 10 * simulations
        links = zeros((count * nodes * tree.LINKS,), np.int32)
        sums = zeros((count * nodes * tree.SUMS,), np.float64)
        self._launch(
            "search_kernel", count, cuda.to_device(views), cuda.to_device(viewers.astype(np.int64)), simulations,
            horizon, float(self.game.curiosity), seed, links, sums,
        )  # fmt: skip
        return Searched(links, sums, count)

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        signature = tuple(map(numba.typeof, arguments))
        kernel = compiled_kernel(getattr(kernels, name), self._twins, (self.moves, self.seats), signature)
        kernel[(threads + BLOCK - 1) // BLOCK, BLOCK](*arguments)
