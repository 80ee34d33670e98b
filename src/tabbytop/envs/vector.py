"""Thousands of games in one call, observations and masks written where the caller wants them. Knows no game.

>>> from tabbytop import games
>>> table = Games(games.load("cat-cab"), count=3, players=2)
>>> table.reset(seed=7)
>>> table.observations.shape, table.masks.sum(axis=1).tolist()
((3, 95), [1, 1, 1])
>>> table.actions[:] = table.masks.argmax(axis=1)
>>> table.step(), table.rewards.tolist()
(0, [0.0, 0.0, 0.0])
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import stream
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import Cells, Floats, Ids, States, Wide
from tabbytop.envs import stepping
from tabbytop.envs.layout import layout_of

BEAT_MS = 100
"""Milliseconds between two decisions of a seat where everybody may act at once."""
REWARDS = ("rank", "score")
OPPONENTS = {None: stepping.EVERYBODY, "random": stepping.RANDOM, "natural": stepping.NATURAL}


class BadEnvironment(UserError):
    """An environment that cannot be made as it was asked for."""


@functools.cache
def compiled(game: Game) -> Compiled:
    """The compiled rules of a game, which all environments of a process share."""
    return Compiled(game)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number, Python's or NumPy's."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def number_of_players(game: Game, players: object) -> int:
    """How many play: as many as were asked for, or as the game usually has. 3.0 or "3" is a mistake of the caller."""
    if players is None:
        return game.default_players
    if not is_whole(players):
        raise BadEnvironment(f"The number of players is a whole number, not {players!r}.")
    return int(players)


def action_count(game: Game) -> int:
    """How many actions there are: the ids of all moves and, where everybody may act at once, one to wait."""
    return game.moves.count + (1 if game.clock is not None else 0)


class Games:
    """Games that are stepped together. All arrays are made once, or given by the caller, and written in place."""

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        reward: str = "rank",
        opponents: str | None = None,
        seat: int | None = None,
        beat_ms: int = BEAT_MS,
        restart: bool = True,
        buffers: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        """`opponents` decide for all seats but one: the `seat`, or each in turn, game by game.

        `buffers` may hold `observations`, `masks`, `rewards`, `shares`, `terminals`, `truncations`, `finals` and
        `actions`, in the shapes and types that they have here; what is missing is made.
        """
        self.game, self.count = game, count
        self.players = number_of_players(game, players)
        self.options = game.complete(self.players, options or {})
        self.seats = game.seats(self.players, self.options)
        self.layout = layout_of(game.state)
        self.action_count = action_count(game)
        _check(self, reward, opponents, seat, beat_ms)
        self._settings: Wide = np.zeros(stepping.SETTINGS, np.int64)
        learns = stepping.ALL_LEARN if opponents is None else stepping.LEARN_IN_TURN if seat is None else seat
        for key, value in (
            (stepping.SEATS, self.seats),
            (stepping.PLAYERS, self.players),
            (stepping.LIMIT, game.longest),
            (stepping.BEAT, beat_ms),
            (stepping.RESTARTS, int(restart)),
            (stepping.BY_SCORE, REWARDS.index(reward)),
            (stepping.SIGN, -1 if game.fewest_points_win else 1),
            (stepping.OPPONENTS, OPPONENTS[opponents]),
            (stepping.LEARNS, learns),
            (stepping.MOVES, game.moves.count),
        ):
            self._settings[key] = value
        given = dict(buffers or {})
        self.observations: Ids = _buffer(given, "observations", (count, self.layout.size), np.int32)
        self.masks: Cells = _buffer(given, "masks", (count, self.action_count), np.int8)
        self.rewards: Floats = _buffer(given, "rewards", (count,), np.float32)
        self.shares: Floats = _buffer(given, "shares", (count, self.players), np.float32)
        self.terminals = _buffer(given, "terminals", (count,), np.bool_)
        self.truncations = _buffer(given, "truncations", (count,), np.bool_)
        self.finals: Ids = _buffer(given, "finals", (count, self.layout.size), np.int32)
        self.actions: Ids = _buffer(given, "actions", (count,), np.int32)
        if given:
            raise BadEnvironment(f"There is no buffer '{next(iter(given))}'.")
        self.has_begun = False
        self.states: States = game.state.blank(count)
        self._books: Wide = np.zeros(count * stepping.BOOK, np.int64)
        self.books = self._books.reshape(count, stepping.BOOK)
        """What is kept of each game beside its state, see `stepping.BOOK`."""
        self._luck = stream(0)
        self._arguments = self._room()

    def _room(self) -> tuple[Any, ...]:
        """All that a step is given, flat: made once, so that a step makes nothing."""
        moves, game = self.game.moves.count, self.game
        spans: Wide = np.zeros(moves, np.int64)
        for move, ms in (game.clock.passes if game.clock is not None else {}).items():
            spans[move] = ms
        blank: Cells = game.state.blank().view(np.int8)
        return (
            self.states,
            self.states.view(np.int8),
            blank,
            self._books,
            game.encode(self.players, self.options),
            self._settings,
            spans,
            self.layout.runs.copy(),  # compiled code is quicker with arrays that may be written
            self.actions,
            np.zeros(self.count * moves, np.int32),
            self.observations.reshape(-1),
            self.masks.reshape(-1),
            self.rewards,
            self.shares.reshape(-1),
            self.terminals.view(np.int8),
            self.truncations.view(np.int8),
            self.finals.reshape(-1),
            np.zeros(moves, np.int32),
            np.zeros(moves, np.int32),
            np.zeros(max(game.most_seats, self.seats), np.int64),
        )

    @functools.cached_property
    def _step(self) -> Any:
        return compiled(self.game).bind(stepping.step_games)

    @functools.cached_property
    def _choose(self) -> Any:
        return compiled(self.game).bind(stepping.choose_at_random)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew. The same seed and actions give the same games."""
        if not is_whole(seed) or not 0 <= seed < 1 << 63:
            raise BadEnvironment(f"A seed is a whole number from 0 to 2^63 - 1; not {seed!r}.")
        self._settings[stepping.SEED] = seed
        self.has_begun = True
        self._luck[:] = stream(seed, 1 << 61)
        self.books[:] = 0
        self.books[:, stepping.SEAT] = stepping.TO_BEGIN
        self.books[:, stepping.NUMBER] = np.arange(self.count)
        self.step()

    def step(self) -> int:
        """Carry out `actions`, one in each game, and write all other arrays; returns how many games have ended.

        An action that the mask does not offer ends its game, with the reward -1 for whoever chose it; where everybody
        may act at once it counts as waiting.
        """
        if not self.has_begun:
            raise BadEnvironment("Call reset() before the first step.")
        return int(self._step(*self._arguments))

    def choose_at_random(self) -> None:
        """Fill `actions` with allowed ones, all alike."""
        self._choose(self._arguments[11], self.actions, self._luck)

    @property
    def deciding(self) -> npt.NDArray[np.int64]:
        """Whose decision each game waits for."""
        return self.books[:, stepping.SEAT]


def _check(games: Games, reward: str, opponents: str | None, seat: int | None, beat_ms: int) -> None:
    if reward not in REWARDS:
        raise BadEnvironment(f"Rewards are by {' or '.join(REWARDS)}, not by {reward!r}.")
    if opponents not in OPPONENTS:
        raise BadEnvironment(f"Opponents in compiled code are 'random' or 'natural', or None; not {opponents!r}.")
    if seat is not None and (opponents is None or not is_whole(seat) or not 0 <= seat < games.players):
        raise BadEnvironment(f"A seat that learns is from 0 to {games.players - 1}, and the others need opponents.")
    if not is_whole(games.count) or games.count < 1:
        raise BadEnvironment(f"A whole number of games is needed, at least one; not {games.count!r}.")
    clock = games.game.clock
    if clock is not None and beat_ms not in clock.passes.values():
        spans = sorted(clock.passes.values())
        near = min(spans, key=lambda span: abs(span - beat_ms)) if is_whole(beat_ms) else BEAT_MS
        raise BadEnvironment(f"A beat of {games.game.name} cannot last {beat_ms!r} ms; {near} ms would do.")


def _buffer(given: dict[str, npt.NDArray[Any]], name: str, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    array = given.pop(name, None)
    if array is None:
        return np.zeros(shape, kind)
    if not isinstance(array, np.ndarray):
        raise BadEnvironment(f"The buffer '{name}' has to be a NumPy array, not {array!r:.40}.")
    if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous or not array.flags.writeable:
        raise BadEnvironment(
            f"The buffer '{name}' has to be {np.dtype(kind)} in the shape {shape}, in one piece and writeable; "
            f"it is {array.dtype} in the shape {array.shape}."
        )
    return array
