"""How fast the engine plays: random moves, the cost of each verb, and the size of a state, game by game.

The compiled costs are measured inside compiled loops over recorded positions; copies and views are measured as Python
calls them.
"""

from __future__ import annotations

import functools
import itertools
import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tabbytop.arena.simulate import Simulator
from tabbytop.benchmarks.measure import (
    PER_SECOND,
    Effort,
    Parts,
    Result,
    attempted,
    nanoseconds,
    per_second,
    repeated,
    summary,
)
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.play import first_of
from tabbytop.engine.referee import Compiled, Interpreted, Referee
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, CLOCK, LUCK, OVER
from tabbytop.engine.state import Ids, States, Wide, copy_of
from tabbytop.engine.verbs import apply, chance, legal
from tabbytop.envs.vector import Games

SEED = 1
POSITIONS = 2000
VECTOR = 1024
CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Speed:
    """How fast random games went, and how long they were."""

    moves: float
    games: float
    length: float


def speed(simulator: Simulator, seconds: float) -> Speed:
    """Simulate random games for a while, as `tabbytop simulate` does."""
    game = simulator.game
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


def random_steps(referee: Referee) -> Iterator[tuple[States, int, int]]:
    """Random games, one after the other, for ever: the state, who acts in it and how; the move is made afterwards."""
    game, dice = referee.game, random.Random(SEED)
    options = game.encode(game.default_players, {})
    while True:
        state, paces = referee.setup(options), dice.getrandbits(32)
        while (seat := referee.actor(state)) != OVER:
            if seat == ALL:
                seat = first_to_act(referee, state, paces, dice.getrandbits(32))
            move = random_move(referee, state, seat, dice)
            yield state, seat, move
            referee.apply(state, seat, move)


def first_to_act(referee: Referee, state: States, paces: int, number: int) -> int:
    """Who acts first where everybody may: a seat by its pace, or the clock, as in compiled random play."""
    seats = referee.game.most_seats
    able = sum(1 << bit for bit, seat in enumerate((*range(seats), CLOCK)) if referee.legal(state, seat))
    return first_of(able, seats, paces, number)


def random_move(referee: Referee, state: States, seat: int, dice: random.Random) -> int:
    """A move that random play may make: an outcome of luck by its weight, or any legal move."""
    if seat == LUCK:
        ids, weights = referee.chance(state)
        return dice.choices(ids, weights)[0]
    return dice.choice(referee.legal(state, seat))


def recorded(referee: Referee, count: int) -> Positions:
    """The first `count` positions of random games, played one after the other."""
    steps = [(copy_of(state), seat, move) for state, seat, move in itertools.islice(random_steps(referee), count)]
    states, seats, moves = zip(*steps, strict=True)
    return Positions(np.concatenate(states), np.array(seats, np.int64), np.array(moves, np.int64))


def costs(compiled: Compiled, effort: Effort) -> Parts:
    """Nanoseconds for each verb and for a copy and a view of a state."""
    game = compiled.game
    ids: Ids = np.zeros(game.moves.count, np.int32)
    weights: Ids = np.zeros(game.moves.count, np.int32)

    @functools.cache
    def everything() -> Positions:
        return recorded(compiled, POSITIONS)

    @functools.cache
    def singles() -> list[States]:
        states = everything().states
        return [states[i : i + 1] for i in range(len(states))]

    def row(verb: str, work: Callable[[], int], note: str = "") -> Iterator[Result]:
        name = f"{game.id}: {verb}"
        yield repeated(name, "ns", lambda: nanoseconds(work, effort.seconds / 4), effort.repeats, note)

    def legal_rows() -> Iterator[Result]:
        decisions = everything().only(everything().seats != LUCK)
        loop = compiled.bind(legal_everywhere)

        def ask() -> int:
            loop(decisions.states, decisions.seats, ids)
            return len(decisions.states)

        return row("legal", ask)

    def apply_rows() -> Iterator[Result]:
        measurement = apply_cost(compiled, everything(), effort.seconds / 4)
        yield repeated(f"{game.id}: apply", "ns", measurement, effort.repeats)

    def chance_rows() -> Iterator[Result]:
        draws = everything().only(everything().seats == LUCK)
        loop = compiled.bind(chance_everywhere)

        def ask() -> int:
            loop(draws.states, ids, weights)
            return len(draws.states)

        return row("chance", ask) if len(draws.states) else iter(())

    def copy_all() -> int:
        for state in singles():
            copy_of(state)
        return len(singles())

    def view_all() -> int:
        view = game.state.view
        for state in singles():
            view(state, 0)
        return len(singles())

    return {
        "legal": legal_rows,
        "apply": apply_rows,
        "chance": chance_rows,
        "copy": lambda: row("copy", copy_all, "called from Python"),
        "view": lambda: row("view", view_all, "called from Python"),
    }


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
    steps = random_steps(Interpreted(game))

    def step() -> int:
        next(steps)
        return 1

    return per_second(step, seconds)


def speeds(compiled: Compiled, cores: int, where: str, effort: Effort) -> Iterator[Result]:
    """Random play on some cores."""
    game = compiled.game
    simulator = Simulator(compiled, cores)
    speed(simulator, effort.seconds / 4)
    found = [speed(simulator, effort.seconds) for _ in range(effort.repeats)]
    yield summary(f"{game.id}: random moves, {where}", PER_SECOND, [one.moves for one in found])
    yield summary(f"{game.id}: random games, {where}", PER_SECOND, [one.games for one in found])


def vector_steps(game: Game, effort: Effort) -> Iterator[Result]:
    """Decisions in many games at once, by random legal actions read off the masks; in processor time of one core."""
    table = Games(game, VECTOR)
    table.reset(SEED)

    def measurement() -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < effort.seconds or not steps:
            table.choose_at_random()
            table.step()
            steps += table.count
        return steps / (time.process_time() - began)

    note = f"{VECTOR} games a call, observations and masks written, processor time"
    yield repeated(f"{game.id}: vector steps, one core", PER_SECOND, measurement, effort.repeats, note)


def interpreted(game: Game, effort: Effort) -> Iterator[Result]:
    """Random play by the plain Python rules."""
    name = f"{game.id}: random moves, interpreted"
    yield repeated(name, PER_SECOND, lambda: interpreted_speed(game, effort.seconds), effort.repeats)


def of_game(game: Game, effort: Effort) -> Iterator[Result]:
    """All rows of one game at its usual number of players; what fails is a row that says so."""
    compiled = Compiled(game)
    moves = 100_000 if effort.seconds < 0.1 else 10_000_000
    parts: Parts = {
        "random play, one core": lambda: speeds(compiled, 1, "one core", effort),
        f"random play, all {CORES} cores": lambda: speeds(compiled, CORES, f"all {CORES} cores", effort),
        "vector steps": lambda: vector_steps(game, effort),
        "random moves, interpreted": lambda: interpreted(game, effort),
        **costs(compiled, effort),
        **({"search": lambda: thinking(compiled, effort)} if game.clock is None else {}),
        **({"hand": lambda: hands(game, effort)} if game.hand is not None else {}),
        "state": lambda: iter([summary(f"{game.id}: state", "bytes", [game.state.dtype.itemsize])]),
        "memory growth": lambda: iter([memory_growth(compiled, moves)]),
    }
    for name, rows in parts.items():
        yield from attempted(f"{game.id}: {name}", rows)


def hands(game: Game, effort: Effort) -> Iterator[Result]:
    """How often an automated hand can be asked what it means to do; races are not searched."""
    hand, level = game.hand, levels.TOP
    assert hand is not None
    players = range(game.seats(game.default_players, {}))
    steps = itertools.islice(random_steps(Interpreted(game)), POSITIONS)
    views = [(game.state.plain(game.state.view(state, seat)), seat) for state, seat, _ in steps if seat in players]

    def ask() -> int:
        for view, seat in views:
            hand(view, seat, level, SEED)
        return len(views)

    name = f"{game.id}: hand, questions"
    yield repeated(name, PER_SECOND, lambda: per_second(ask, effort.seconds), effort.repeats, "called from Python")


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
