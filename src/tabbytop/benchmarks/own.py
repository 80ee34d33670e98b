"""How fast the engine plays: random moves, the cost of each verb, and the size of a state, game by game.

The compiled costs are measured inside compiled loops over recorded positions; copies and views are measured as Python
calls them.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from tabbytop.benchmarks.measure import PER_SECOND, Effort, Result, nanoseconds, repeated, summary
from tabbytop.engine import play
from tabbytop.engine.game import Game
from tabbytop.engine.referee import Compiled, Interpreted, Referee
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, States, Wide, copy_of
from tabbytop.engine.verbs import apply, chance, legal

SEED = 1
MOST_GAMES = 4096
"""Games in one batch at most: their states stay in the processor's cache."""
MOVES_IN_BATCH = 200_000
POSITIONS = 2000
CORES = os.cpu_count() or 1


class Batch:
    """Room for a batch of random games, played again and again with new game numbers."""

    def __init__(self, compiled: Compiled, first: int = 0) -> None:
        game = compiled.game
        self._play = compiled.bind(play.play_batch)
        self._game = game
        self._options = game.encode(game.default_players, {})
        self._first = first
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)
        self._luck: Wide = np.zeros(3, np.int64)
        self._make_room(4)
        self._make_room(max(1, min(MOST_GAMES, 4 * MOVES_IN_BATCH // max(1, self.moves()))))

    def _make_room(self, games: int) -> None:
        self.games = games
        self._blank = self._game.state.blank(games)
        self._states = copy_of(self._blank)
        self._lengths: Wide = np.zeros(games, np.int64)
        self._scores: Wide = np.zeros(games * self._game.most_seats, np.int64)
        self._places: Wide = np.zeros(games * self._game.most_seats, np.int64)

    def moves(self) -> int:
        """Play the next games to their end; return how many moves that took."""
        self._states.view(np.uint8)[:] = self._blank.view(np.uint8)
        self._lengths[:] = 0
        moves: int = self._play(
            self._states, self._options, SEED, self._first, self._game.longest, 0, self.games,
            self._lengths, self._scores, self._places, self._ids, self._weights, self._luck,
        )  # fmt: skip
        self._first += self.games
        return moves


@dataclass(frozen=True)
class Speed:
    """How fast a batch went."""

    moves: float
    games: float


def speed(batches: list[Batch], seconds: float) -> Speed:
    """Play each batch in a thread of its own for a while; compiled code lets threads run at the same time."""
    began = time.perf_counter()

    def worker(batch: Batch) -> tuple[int, int]:
        moves, games = 0, 0
        while time.perf_counter() - began < seconds:
            moves += batch.moves()
            games += batch.games
        return moves, games

    if len(batches) == 1:
        done = [worker(batches[0])]
    else:
        with ThreadPoolExecutor(len(batches)) as threads:
            done = list(threads.map(worker, batches))
    passed = time.perf_counter() - began
    return Speed(sum(moves for moves, _ in done) / passed, sum(games for _, games in done) / passed)


def batches_for(compiled: Compiled, cores: int) -> list[Batch]:
    """One batch for each core, with game numbers far apart."""
    return [Batch(compiled, core << 40) for core in range(cores)]


# ---------------------------------------------------------------- what one verb costs


@rule
def legal_everywhere(states: States, seats: Wide, ids: Ids) -> int:
    """Ask for the legal moves of every position; every answer is read, so that none can be optimised away."""
    total = 0
    for i in range(len(states)):
        total += ids[legal(states[i], seats[i], ids) - 1]
    return total


@rule
def apply_everywhere(states: States, seats: Wide, moves: Wide) -> int:
    """Make one move in every position."""
    for i in range(len(states)):
        apply(states[i], seats[i], moves[i])
    return len(states)


@rule
def chance_everywhere(states: States, ids: Ids, weights: Ids) -> int:
    """Ask for the outcomes of luck in every position."""
    total = 0
    for i in range(len(states)):
        last = chance(states[i], ids, weights) - 1
        total += ids[last] + weights[last]
    return total


@dataclass(frozen=True)
class Positions:
    """Positions from random games, who acted in each and what they did."""

    states: States
    seats: Wide
    moves: Wide

    def only(self, chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Positions:
        """Some of the positions."""
        return Positions(copy_of(self.states[chosen]), self.seats[chosen].copy(), self.moves[chosen].copy())


def random_move(referee: Referee, state: States, seat: int, dice: random.Random) -> int:
    """A move that random play may make: an outcome of luck by its weight, or any legal move."""
    if seat == LUCK:
        ids, weights = referee.chance(state)
        return dice.choices(ids, weights)[0]
    return dice.choice(referee.legal(state, seat))


def recorded(referee: Referee, count: int) -> Positions:
    """The first `count` positions of random games, played one after the other."""
    game = referee.game
    options, dice = game.encode(game.default_players, {}), random.Random(SEED)
    states: list[States] = []
    seats: list[int] = []
    moves: list[int] = []
    state = referee.setup(options)
    while len(states) < count:
        seat = referee.actor(state)
        if seat == OVER:
            state = referee.setup(options)
            continue
        move = random_move(referee, state, seat, dice)
        states.append(copy_of(state))
        seats.append(seat)
        moves.append(move)
        referee.apply(state, seat, move)
    return Positions(np.concatenate(states), np.array(seats, np.int64), np.array(moves, np.int64))


def costs(compiled: Compiled, effort: Effort) -> Iterator[Result]:
    """Nanoseconds for each verb and for a copy and a view of a state."""
    game = compiled.game
    everything = recorded(compiled, POSITIONS)
    decisions = everything.only(everything.seats != LUCK)
    draws = everything.only(everything.seats == LUCK)
    ids: Ids = np.zeros(game.moves.count, np.int32)
    weights: Ids = np.zeros(game.moves.count, np.int32)

    def row(verb: str, work: Callable[[], int], note: str = "") -> Result:
        return repeated(f"{game.id}: {verb}", "ns", lambda: nanoseconds(work, effort.seconds / 4), effort.repeats, note)

    legal_loop = compiled.bind(legal_everywhere)

    def ask_legal() -> int:
        legal_loop(decisions.states, decisions.seats, ids)
        return len(decisions.states)

    yield row("legal", ask_legal)
    yield repeated(f"{game.id}: apply", "ns", apply_cost(compiled, everything, effort.seconds / 4), effort.repeats)
    if len(draws.states):
        chance_loop = compiled.bind(chance_everywhere)

        def ask_chance() -> int:
            chance_loop(draws.states, ids, weights)
            return len(draws.states)

        yield row("chance", ask_chance)
    singles = [everything.states[i : i + 1] for i in range(len(everything.states))]

    def copy_all() -> int:
        for state in singles:
            copy_of(state)
        return len(singles)

    def view_all() -> int:
        view = game.state.view
        for state in singles:
            view(state, 0)
        return len(singles)

    yield row("copy", copy_all, "called from Python")
    yield row("view", view_all, "called from Python")


def apply_cost(compiled: Compiled, positions: Positions, seconds: float) -> Callable[[], float]:
    """A measurement of `apply` that does not count laying the positions out again."""
    apply_loop = compiled.bind(apply_everywhere)
    states = copy_of(positions.states)

    def measurement() -> float:
        done, spent, began = 0, 0, time.perf_counter()
        while time.perf_counter() - began < seconds or not done:
            states.view(np.uint8)[:] = positions.states.view(np.uint8)
            start = time.perf_counter_ns()
            done += apply_loop(states, positions.seats, positions.moves)
            spent += time.perf_counter_ns() - start
        return spent / done

    return measurement


# ---------------------------------------------------------------- one game


def interpreted_speed(game: Game, seconds: float) -> float:
    """Random moves per second of the plain Python rules."""
    referee, dice = Interpreted(game), random.Random(SEED)
    options = game.encode(game.default_players, {})
    state, moves, began = referee.setup(options), 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds or not moves:
        seat = referee.actor(state)
        if seat == OVER:
            state = referee.setup(options)
            continue
        referee.apply(state, seat, random_move(referee, state, seat, dice))
        moves += 1
    return moves / passed


def speeds(compiled: Compiled, effort: Effort) -> Iterator[Result]:
    """Random play on one core and on all of them."""
    game = compiled.game
    for cores, where in ((1, "one core"), (CORES, f"all {CORES} cores")):
        batches = batches_for(compiled, cores)
        speed(batches, effort.seconds / 4)
        found = [speed(batches, effort.seconds) for _ in range(effort.repeats)]
        yield summary(f"{game.id}: random moves, {where}", PER_SECOND, [one.moves for one in found])
        yield summary(f"{game.id}: random games, {where}", PER_SECOND, [one.games for one in found])


def of_game(game: Game, effort: Effort) -> Iterator[Result]:
    """All rows of one game at its usual number of players."""
    compiled = Compiled(game)
    yield from speeds(compiled, effort)
    plain = repeated(
        f"{game.id}: random moves, interpreted",
        PER_SECOND,
        lambda: interpreted_speed(game, effort.seconds),
        effort.repeats,
    )
    yield plain
    yield from costs(compiled, effort)
    yield summary(f"{game.id}: state", "bytes", [game.state.dtype.itemsize])
