"""How fast the engine plays: random moves, the cost of each verb, and the size of a state, game by game.

The compiled costs are measured inside compiled loops over recorded positions; copies and views are measured as Python
calls them.
"""

from __future__ import annotations

import functools
import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tabbytop.arena.simulate import Simulator
from tabbytop.benchmarks.measure import PER_SECOND, Effort, Result, nanoseconds, repeated, summary
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled, Interpreted, Referee
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, States, Wide, copy_of
from tabbytop.engine.verbs import apply, chance, legal

SEED = 1
POSITIONS = 2000
CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Speed:
    """How fast random games went, and how long they were."""

    moves: float
    games: float
    length: float


def speed(simulator: Simulator, seconds: float) -> Speed:
    """Simulate random games for a while, as `tabbytop simulate` does."""
    game = simulator.referee.game
    moves, games, spent = 0, 0, 0.0
    for batch in simulator.batches(game.default_players, {}, 1 << 62, SEED):
        moves += batch.moves
        games += batch.size
        spent += batch.seconds
        if spent >= seconds:
            break
    return Speed(moves / spent, games / spent, moves / games)


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
        simulator = Simulator(compiled, cores)
        speed(simulator, effort.seconds / 4)
        found = [speed(simulator, effort.seconds) for _ in range(effort.repeats)]
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
    yield from thinking(compiled, effort)
    yield summary(f"{game.id}: state", "bytes", [game.state.dtype.itemsize])
    yield memory_growth(compiled, 100_000 if effort.seconds < 0.1 else 10_000_000)


def first_choice(compiled: Compiled) -> Moment:
    """The first moment of a game at which there is something to think about."""
    match = Match(compiled.game, luck=SwiftLuck(SEED, 0), referee=compiled)
    match.advance()
    while len(match.legal(match.actor)) == 1:
        match.play(match.actor, match.legal(match.actor)[0])
        match.advance()
    return moment_of(match, match.actor)


def simulations_per_second(compiled: Compiled, moment: Moment, budget: Budget) -> float:
    """How fast a fresh thinker thinks about a moment."""
    thought = Thinker(compiled, SEED).think(moment, budget)
    return thought.simulations / thought.seconds


def thinking(compiled: Compiled, effort: Effort) -> Iterator[Result]:
    """Simulations with full playouts and with the horizon of the levels, and how well a budget of time is kept."""
    name, moment = compiled.game.id, first_choice(compiled)
    everything = 1 << 40
    for words, horizon in (("full playouts", compiled.game.longest), ("the horizon of the levels", Budget(1).horizon)):
        budget = Budget(everything, effort.seconds, horizon)
        yield repeated(
            f"{name}: search with {words}",
            PER_SECOND,
            functools.partial(simulations_per_second, compiled, moment, budget),
            effort.repeats,
        )
    budget = Budget(everything, 2 * effort.seconds)
    spent = [Thinker(compiled, SEED).think(moment, budget).seconds for _ in range(effort.repeats)]
    yield summary(f"{name}: time taken for a budget of {budget.seconds:g} s", "s", spent)


def memory_growth(compiled: Compiled, moves: int) -> Result:
    """How much more memory a long simulation needs at its peak than a short one."""
    players, simulator = compiled.game.default_players, Simulator(compiled)

    def peak_after(enough: int) -> int:
        done = 0
        for batch in simulator.batches(players, {}, 1 << 62, SEED):
            done += batch.moves
            if done >= enough:
                break
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = peak_after(moves // 10)
    growth = (peak_after(moves) - before) / 1024
    return summary(f"{compiled.game.id}: memory growth over {moves:,} moves", "MiB", [growth])
