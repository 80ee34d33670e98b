"""Many games stepped together on a GPU, with all that a learning program wants to see, on the device.

The rules of a step, the observations, masks, rewards and the order of games are those of `envs.vector.Games`: the same
seed and the same actions give the same numbers.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from tabbytop.engine.game import Game
from tabbytop.engine.gpu import card, step_kernels, zeros
from tabbytop.engine.gpu.kernels import BLOCK
from tabbytop.engine.gpu.memory import WORD, words_of
from tabbytop.engine.gpu.step_kernels import WARP
from tabbytop.engine.gpu.twins import compiled_kernel, twins_of
from tabbytop.engine.luck import stream
from tabbytop.envs import layout, stepping
from tabbytop.envs.layout import Layout
from tabbytop.envs.vector import Games

WIDE_BLOCK = 256
LANES = WIDE_BLOCK // WARP
"""Threads for each of the games whose observations a block writes."""


class Table:
    """Games that are stepped together. Every public array lies on the device and is written in place.

    `actions`, `observations`, `masks`, `rewards`, `shares`, `terminals`, `truncations` and `finals` have the shapes and
    types that they have in `Games`; flags are bytes. Options are those of `Games`, without buffers.
    """

    def __init__(self, game: Game, count: int, players: int | None = None, options: Any = None, **how: Any) -> None:
        self._cuda = card()
        one = Games(game, 1, players, options, **how)
        self.game, self.count, self.players = game, count, one.players
        self.layout, self.action_count = one.layout, one.action_count
        capability = self._cuda.get_current_device().compute_capability
        self._twins = twins_of(game, capability, natural=how.get("opponents") == "natural")
        self._room = (int(game.moves.count), max(game.most_seats, one.seats), one.players)
        self._waiting = int(game.moves.count) if self.action_count > game.moves.count else -1
        self._host = one
        self._encoded = game.encode(one.players, one.options)
        self._allocate(one)
        self._luck = stream(0)

    def _allocate(self, one: Games) -> None:
        cuda, count, width = self._cuda, self.count, self.layout.size

        words = words_of(self._twins.record)
        self._states, self._final_states = zeros((words * count,), np.int64), zeros((words * count,), np.int64)
        self._books = zeros((stepping.BOOK * count,), np.int64)
        self.actions = zeros((count,), np.int32)
        self.observations = zeros((count, width), np.int32)
        self.finals = zeros((count, width), np.int32)
        self._mask_words = zeros(((count * self.action_count + WORD - 1) // WORD,), np.int64)
        self._masks = self._mask_words.view(np.int8)[: count * self.action_count]
        self.masks = self._masks.reshape(count, self.action_count)
        self.rewards = zeros((count,), np.float32)
        self.shares = zeros((count, self.players), np.float32)
        self.terminals, self.truncations = zeros((count,), np.int8), zeros((count,), np.int8)
        self._allowed = zeros((count * int(self.game.moves.count),), np.int32)
        self._viewers, self._last_viewers = zeros((count,), np.int32), zeros((count,), np.int32)
        self._to_begin, self._beginning = zeros((count,), np.int32), zeros((1,), np.int64)
        spans = np.zeros(int(self.game.moves.count), np.int64)
        for move, milliseconds in (self.game.clock.passes if self.game.clock else {}).items():
            spans[move] = milliseconds
        self._blank = cuda.to_device(self.game.state.blank())
        self._options, self._spans = cuda.to_device(self._encoded), cuda.to_device(spans)
        self._settings = cuda.to_device(one._settings)
        self._columns = cuda.to_device(columns_of(self.layout))

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew. The same seed and actions give the same games."""
        self._host._settings[stepping.SEED] = seed
        self._settings.copy_to_device(self._host._settings)
        self._luck[:] = stream(seed, 1 << 61)
        books = np.zeros((stepping.BOOK, self.count), np.int64)
        books[stepping.SEAT] = stepping.TO_BEGIN
        books[stepping.NUMBER] = np.arange(self.count)
        self._books.copy_to_device(books.reshape(-1))
        self.step()

    @property
    def states(self) -> Any:
        """The states as they are now, a copy on the device: in use they lie in another order."""
        kind = self.game.state.dtype
        states = zeros((self.count * kind.itemsize,), np.int8).view(kind)
        self._launch("gather_kernel", self.count, BLOCK, self._states, states)
        return states

    def step(self) -> None:
        """Carry out `actions`, one in each game, and write all other arrays. Returns before the device is done."""
        books = self._books
        looks, begun = (self._viewers, self._last_viewers), (self._to_begin, self._beginning)
        self._launch("clear_kernel", 1, WIDE_BLOCK, self._beginning)
        self._launch(
            "step_kernel", self.count, BLOCK, self._states, self._final_states, books, self._settings, self._spans,
            self._waiting, self.actions, self._allowed, *looks, self.rewards,
            self.shares.reshape(self.count * self.players), self.terminals, self.truncations, *begun,
        )  # fmt: skip
        self._launch(
            "begin_kernel", self.count, BLOCK, self._states, self._blank, books, self._options, self._settings,
            self._spans, self._allowed, self._viewers, *begun, self.terminals,
        )  # fmt: skip
        seen, last = (rows.reshape(rows.size) for rows in (self.observations, self.finals))
        self._launch("observe_kernel", self.count * LANES, WIDE_BLOCK, self._states, self._columns, self._viewers, seen)
        looked = (self._final_states, self._columns, self._last_viewers, last)
        self._launch("last_look_kernel", self.count * WARP, WIDE_BLOCK, *looked)
        self._launch("clear_kernel", self._mask_words.size, WIDE_BLOCK, self._mask_words)
        masks = (self._allowed, self._waiting, self.action_count, self._masks)
        self._launch("mask_kernel", self.count, WIDE_BLOCK, books, *masks)

    def choose_at_random(self) -> None:
        """Fill `actions` with allowed ones, all alike: those that `Games` would choose."""
        key, key2, drawn = (int(word) for word in self._luck)
        choice = (self._allowed, self._waiting, self.action_count, key, key2, drawn, self.actions)
        self._launch("choose_kernel", self.count, WIDE_BLOCK, self._books, *choice)
        self._luck[2] += self.count

    def _launch(self, name: str, threads: int, block: int, *arguments: Any) -> None:
        signature = tuple(map(numba.typeof, arguments))
        kernel = compiled_kernel(getattr(step_kernels, name), self._twins, self._room, signature)
        kernel[(threads + block - 1) // block, block](*arguments)


def columns_of(seen: Layout) -> Any:
    """Where each number of an observation is in a state, see `step_kernels.COLUMN`; the seat is nowhere."""
    found = [(0, 0, 0)]
    runs = seen.runs.reshape(-1, layout.RUN).tolist()
    for width, offset, count, stride in runs:
        each = min(width, 4)  # a 64-bit number takes two places
        found += [(each, offset + each * i, stride) for i in range(count * width // each)]
    return np.array(found, np.int32).reshape(-1)
