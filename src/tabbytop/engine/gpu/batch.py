"""Many games of one kind on a GPU, played to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from tabbytop.engine.game import Game
from tabbytop.engine.gpu import card, kernels, zeros
from tabbytop.engine.gpu.kernels import BLOCK
from tabbytop.engine.gpu.twins import compiled_kernel, twins_of

THREADS_EACH = 1024
"""Threads that play on one multiprocessor."""
MOST_CODE = 110_000
"""Instructions of a kernel (before it is optimised) beyond which fetching them takes longer than calling functions."""


@dataclass(frozen=True)
class Played:
    """What came of a batch, all on the device: one entry for each game, and one row of seats for each."""

    states: Any
    lengths: Any
    scores: Any
    places: Any


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

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        signature = tuple(map(numba.typeof, arguments))
        room = (self.moves, self.seats)
        kernel = compiled_kernel(getattr(kernels, name), self._twins, room, signature, MOST_CODE)
        kernel[(threads + BLOCK - 1) // BLOCK, BLOCK](*arguments)
