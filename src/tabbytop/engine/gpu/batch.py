"""Many games of one kind on a GPU, played to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from tabbytop.engine.game import Game
from tabbytop.engine.gpu import card, kernels, zeros
from tabbytop.engine.gpu.kernels import BLOCK, REGROUPING, slots_of
from tabbytop.engine.gpu.twins import REGISTERS, compiled_kernel, twins_of

THREADS_EACH = 1024
"""Threads that play on one multiprocessor, unless others are asked for."""
ALL_REGISTERS = 65_536
"""Registers that they share."""
BLOCKS_EACH, REGISTERS_REGROUPING = 3, 96
"""Blocks that regroup their games on one multiprocessor, and the registers of each thread: the threads of a warp do
alike there, so fewer of them with more registers are faster."""
MOST_TOGETHER = 2 * REGROUPING
"""Games that a block must be able to hold so that regrouping them is worth it."""
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
    """Games with the same number of players and options on a GPU. Kernels are compiled when first needed.

    `threads_each` is for large states: more threads on a multiprocessor hide more waiting, but have fewer registers.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        threads_each: int = THREADS_EACH,
    ) -> None:
        self._cuda = card()
        device = self._cuda.get_current_device()
        self.game = game
        self.players = game.default_players if players is None else players
        self.options = game.complete(self.players, options or {})
        self.seats = game.seats(self.players, self.options)
        self.moves = int(game.moves.count)
        self._twins = twins_of(game, device.compute_capability)
        self._encoded = self._cuda.to_device(game.encode(self.players, options or {}))
        self._threads = threads_each * int(device.MULTIPROCESSOR_COUNT)
        self._registers = ALL_REGISTERS // threads_each
        self._has_endgame = hasattr(game.rules, "in_endgame")
        self._regroups = "phase" in game.state.fields and slots_of(self._twins.record) >= MOST_TOGETHER

    def play(self, count: int, seed: int = 1, first: int = 0) -> Played:
        """Random games from number `first` of `seed` on; each is the very game that `tabbytop simulate` plays."""
        states = self.blank(count)
        lengths = zeros((count,), np.int64)
        if self._regroups:
            self._play_regrouped(states, seed, first, lengths)
        else:
            self._play_apart(states, seed, first, lengths)
        scores = zeros((count * self.seats,), np.int64)
        places = zeros((count * self.seats,), np.int64)
        self._launch("tally_kernel", count, BLOCK, states, lengths, scores, places)
        return Played(states, lengths, scores.reshape(count, self.seats), places.reshape(count, self.seats))

    def _play_regrouped(self, states: Any, seed: int, first: int, lengths: Any) -> None:
        """Small states: those of a block lie together, and its threads take turns with them."""
        threads = REGROUPING * BLOCKS_EACH * int(self._cuda.get_current_device().MULTIPROCESSOR_COUNT)
        cursor, longest = zeros((1,), np.int64), int(self.game.longest)
        how = (states, self._encoded, seed, first, longest, False, lengths, cursor)
        self._launch("regrouped_kernel", threads, REGROUPING, *how, registers=REGISTERS_REGROUPING)

    def _play_apart(self, states: Any, seed: int, first: int, lengths: Any) -> None:
        """Large states: each thread has one, and takes the next when its game is over."""
        threads, longest = min(len(lengths), self._threads), int(self.game.longest)
        for endgames in (False, True) if self._has_endgame else (False,):
            cursor = zeros((1,), np.int64)
            how = (states, self._encoded, seed, first, longest, endgames, lengths, cursor)
            self._launch("play_kernel", threads, BLOCK, *how, registers=self._registers)

    def blank(self, count: int) -> Any:
        """Blank states on the device."""
        cuda = self._cuda
        size = self.game.state.dtype.itemsize
        one = cuda.to_device(np.frombuffer(self.game.state.blank().tobytes(), np.int8))
        cells = cuda.device_array(count * size, np.int8)
        self._launch("fill_kernel", count * size, BLOCK, cells, one)
        return cells.view(self.game.state.dtype)

    def _launch(self, name: str, threads: int, block: int, *arguments: Any, registers: int = REGISTERS) -> None:
        signature = tuple(map(numba.typeof, arguments))
        room = (self.moves, self.seats)
        kernel = compiled_kernel(getattr(kernels, name), self._twins, room, signature, MOST_CODE, registers)
        kernel[(threads + block - 1) // block, block](*arguments)
