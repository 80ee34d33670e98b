"""The same game in other engines, side by side in the same run, each on the fast way that it documents.

Connect four is played at random by OpenSpiel in a Python loop, by the rollouts of OpenSpiel's C++ search and by Pgx;
Catanatron and RLCard play games of their own at random, for scale; PettingZoo, PufferLib and EnvPool are stepped as
environments. A peer that is not installed gets a row that says so, and why it is not where `make bench` leaves it out.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import random
from collections.abc import Callable, Iterator
from typing import Any

from tabbytop.arena.simulate import Simulator
from tabbytop.benchmarks.connect_four.game import GAME
from tabbytop.benchmarks.connect_four.moves import COLUMNS
from tabbytop.benchmarks.measure import (
    PER_SECOND,
    Effort,
    Measurement,
    Result,
    attempted,
    per_second,
    ratio,
    repeated,
    side_by_side,
    summary,
    unknown,
)
from tabbytop.benchmarks.own import CORES, first_choice, simulations_per_second, speed
from tabbytop.bots.thinking import Budget
from tabbytop.engine.referee import Compiled

SEED = 1
ROLLOUTS = 500
"""Random games for each position that OpenSpiel's search evaluates; with so many the tree itself costs nothing."""
SIMULATIONS = 5000
STEPS = 42
BATCH_SIZES = (1024, 4096, 16384, 65536)


def all_peers(effort: Effort, quick: bool) -> Iterator[Result]:
    """Every peer, or a row that says that it is not installed."""
    for name, package, rows, left_out in (
        ("OpenSpiel", "pyspiel", open_spiel, ""),
        ("Pgx", "pgx", pgx, ""),
        ("Catanatron", "catanatron", catanatron, ""),
        ("RLCard", "rlcard", rlcard, ""),
        ("PettingZoo, connect four", "pettingzoo", petting_zoo, ""),
        ("PufferLib, connect four", "pufferlib", puffer_lib, "building it fetches more from the network"),
        ("EnvPool, 2048", "envpool", env_pool, "it brings 740 MB of other worlds along"),
    ):
        if importlib.util.find_spec(package) is None:
            yield unknown(name, f"not installed: {left_out}" if left_out else "not installed")
        else:
            yield from attempted(name, functools.partial(rows, effort, quick))


def compared(name: str, peer: Measurement, effort: Effort, note: str = "") -> Iterator[Result]:
    """A peer that plays connect four on one core, and how many times as fast ours is on one core."""
    mine = Simulator(Compiled(GAME), 1)
    theirs, ours = side_by_side([peer, lambda: speed(mine, effort.seconds).moves], effort.repeats)
    yield summary(f"{GAME.id}: {name}, random moves", PER_SECOND, theirs, note)
    yield summary(f"{GAME.id}: tabbytop beside {name}, one core", PER_SECOND, ours)
    yield ratio(f"{GAME.id}: tabbytop, one core / {name}", ours, theirs)


# ---------------------------------------------------------------- OpenSpiel


def open_spiel(effort: Effort, quick: bool) -> Iterator[Result]:
    """OpenSpiel's own loop in Python, and the rollouts of its C++ search."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    loop = open_spiel_loop(game)
    yield from compared("OpenSpiel, Python loop", lambda: per_second(loop, effort.seconds), effort)
    search = open_spiel_search(pyspiel, game)
    note = f"8 searched positions x {ROLLOUTS} rollouts x mean length of a random game"
    yield from compared("OpenSpiel, C++ rollouts", lambda: per_second(search, effort.seconds), effort, note)
    yield from searches(pyspiel, game, effort)


def searches(pyspiel: Any, game: Any, effort: Effort) -> Iterator[Result]:
    """Simulations of both searches on the empty grid, each with one full random playout per simulation."""
    compiled = Compiled(GAME)
    moment, budget = first_choice(compiled), Budget(1 << 40, effort.seconds, GAME.longest)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, SEED), 2.0, SIMULATIONS, 1000, False, SEED, False)
    start = game.new_initial_state()

    def search() -> int:
        bot.mcts_search(start)
        return SIMULATIONS

    theirs, ours = side_by_side(
        [
            lambda: per_second(search, effort.seconds),
            lambda: simulations_per_second(compiled, moment, budget),
        ],
        effort.repeats,
    )
    yield summary(f"{GAME.id}: OpenSpiel, C++ search, simulations", PER_SECOND, theirs)
    yield summary(f"{GAME.id}: tabbytop, search, simulations", PER_SECOND, ours)
    yield ratio(f"{GAME.id}: tabbytop / OpenSpiel, simulations of the search", ours, theirs)


def open_spiel_loop(game: Any) -> Callable[[], int]:
    """One random game, move by move from Python."""
    choice = random.Random(SEED).choice

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def open_spiel_search(pyspiel: Any, game: Any) -> Callable[[], int]:
    """One search of the C++ bot with eight simulations; returns the moves that its rollouts make on average.

    The first simulation evaluates the empty grid, the next seven evaluate each first move once. With random games of
    mean length L the first makes L moves a rollout and each of the others L - 1, since one move is made already.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, COLUMNS + 1, 100, False, SEED, False)
    start = game.new_initial_state()
    length = speed(Simulator(Compiled(GAME), 1), 0.1).length
    moves = round(ROLLOUTS * (length + COLUMNS * (length - 1)))

    def search() -> int:
        bot.mcts_search(start)
        return moves

    return search


# ---------------------------------------------------------------- Pgx


def pgx(effort: Effort, quick: bool) -> Iterator[Result]:
    """Pgx on the processor: compiled, over a batch of games that start anew by themselves; the best of several ways.

    The ways differ in the size of the batch and in how a random legal move is drawn. XLA spreads the work over all
    cores, so all of ours stand beside it. Its speed jumps between two levels from one moment to the next; the row
    against its best is the one to quote.
    """
    jax, pgx_module = importlib.import_module("jax"), importlib.import_module("pgx")
    importlib.import_module("pgx.experimental")
    sizes, steps = ((64,), 4) if quick else (BATCH_SIZES, STEPS)
    ways = {
        f"batch of {size}, {how}": pgx_run(jax, pgx_module, size, steps, pick)
        for size in sizes
        for how, pick in (("categorical draw", categorical), ("n-th legal move", nth_legal))
    }
    rounds = side_by_side([functools.partial(per_second, work, effort.seconds) for work in ways.values()], 3)
    tried, best = max((max(speeds), way) for speeds, way in zip(rounds, ways, strict=True))
    compiled = Compiled(GAME)
    all_cores, one_core = Simulator(compiled, CORES), Simulator(compiled, 1)
    theirs, ours, alone = side_by_side(
        [
            lambda: per_second(ways[best], effort.seconds),
            lambda: speed(all_cores, effort.seconds).moves,
            lambda: speed(one_core, effort.seconds).moves,
        ],
        effort.repeats,
    )
    fastest = [max(tried, *theirs)] * len(ours)
    yield summary(f"{GAME.id}: Pgx, random moves", PER_SECOND, theirs, best)
    yield summary(f"{GAME.id}: Pgx at its best, random moves", PER_SECOND, fastest[:1], best)
    yield summary(f"{GAME.id}: tabbytop beside Pgx, all {CORES} cores", PER_SECOND, ours)
    yield ratio(f"{GAME.id}: tabbytop, all {CORES} cores / Pgx", ours, theirs)
    yield ratio(f"{GAME.id}: tabbytop, all {CORES} cores / Pgx at its best", ours, fastest)
    yield ratio(f"{GAME.id}: tabbytop, one core / Pgx at its best", alone, fastest, "Pgx still uses all cores")


def categorical(jax: Any, key: Any, mask: Any) -> Any:
    """The draw of Pgx's own examples."""
    return jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1)


def nth_legal(jax: Any, key: Any, mask: Any) -> Any:
    """One random number for each game instead of one for each column."""
    count = mask.sum(-1)
    nth = (jax.random.uniform(key, count.shape) * count).astype(jax.numpy.int32)
    return (jax.numpy.cumsum(mask, -1) > nth[:, None]).argmax(-1)


def pgx_run(
    jax: Any, pgx_module: Any, size: int, steps: int, pick: Callable[[Any, Any, Any], Any], game: str = "connect_four"
) -> Callable[[], int]:
    """`steps` random moves in each of `size` games, as one compiled call."""
    env = pgx_module.make(game)
    step = jax.vmap(pgx_module.experimental.auto_reset(env.step, env.init))

    def move(_: int, carried: Any) -> Any:
        state, key = carried
        key, for_move, for_reset = jax.random.split(key, 3)
        action = pick(jax, for_move, state.legal_action_mask)
        return step(state, action, jax.random.split(for_reset, size)), key

    moves = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, move, (state, key)))
    carried = [(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(SEED), size)), jax.random.key(SEED))]

    def work() -> int:
        carried[0] = jax.block_until_ready(moves(*carried[0]))
        return size * steps

    return work


# ---------------------------------------------------------------- other games, for scale


def catanatron(effort: Effort, quick: bool) -> Iterator[Result]:
    """Catanatron's own game with four random players; a decision is one of its ticks."""
    module = importlib.import_module("catanatron")
    colors = list(module.Color)[:4]

    def play() -> int:
        game = module.Game([module.RandomPlayer(color) for color in colors])
        ticks = 0
        while game.winning_color() is None and ticks < 5000:
            game.play_tick()
            ticks += 1
        return ticks

    seconds = effort.seconds
    yield repeated("Catanatron, random decisions", PER_SECOND, lambda: per_second(play, seconds), effort.repeats)


def rlcard(effort: Effort, quick: bool) -> Iterator[Result]:
    """RLCard's Leduc hold'em, its smallest game, with its own random agents and its own loop."""
    module, agents = importlib.import_module("rlcard"), importlib.import_module("rlcard.agents")
    env = module.make("leduc-holdem", config={"seed": SEED})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=True)
        return int(env.timestep - before)

    seconds = effort.seconds
    yield repeated("RLCard, Leduc, random decisions", PER_SECOND, lambda: per_second(play, seconds), effort.repeats)


# ---------------------------------------------------------------- environments, stepped by random legal actions


def petting_zoo(effort: Effort, quick: bool) -> Iterator[Result]:
    """PettingZoo's own connect four, and ours beside it in its hands; one decision at a time from Python."""
    ours = importlib.import_module("tabbytop.envs.pettingzoo").env("cat-cab")
    cat_cab = functools.partial(per_second, aec_loop(ours), effort.seconds)
    yield repeated("PettingZoo, our Cat Cab, random decisions", PER_SECOND, cat_cab, effort.repeats)
    try:
        module = importlib.import_module("pettingzoo.classic.connect_four_v3")
    except ImportError as missing:
        yield unknown("PettingZoo, connect four, random decisions", f"not installed: {missing}")
        return
    theirs = functools.partial(per_second, aec_loop(module.env()), effort.seconds)
    yield repeated("PettingZoo, connect four, random decisions", PER_SECOND, theirs, effort.repeats)


def aec_loop(env: Any) -> Callable[[], int]:
    """Some random decisions, with a new game whenever one is over."""
    env.reset(seed=SEED)

    def play() -> int:
        for _ in range(50):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset(seed=SEED)
                continue
            env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
        return 50

    return play


def puffer_lib(effort: Effort, quick: bool) -> Iterator[Result]:
    """PufferLib's connect four in C, against its own opponent; any column, since it tells of no legal ones."""
    module = importlib.import_module("pufferlib.ocean.connect4.connect4")
    env = module.Connect4(num_envs=1024)
    env.reset(SEED)
    columns = importlib.import_module("numpy").random.default_rng(SEED).integers(0, COLUMNS, (64, 1024))

    def play() -> int:
        for actions in columns:
            env.step(actions)
        return int(columns.size)

    yield repeated(
        "PufferLib, connect four, steps", PER_SECOND, lambda: per_second(play, effort.seconds), effort.repeats
    )


def env_pool(effort: Effort, quick: bool) -> Iterator[Result]:
    """EnvPool has no game of several players: its 2048, a board and luck, in one thread. Any direction is tried."""
    module = importlib.import_module("envpool")
    env = module.make("Game2048-v1", env_type="gymnasium", num_envs=1024, num_threads=1, seed=SEED)
    env.reset()
    directions = importlib.import_module("numpy").random.default_rng(SEED).integers(0, 4, (64, 1024), "int32")

    def play() -> int:
        for actions in directions:
            env.step(actions)
        return int(directions.size)

    seconds = effort.seconds
    yield repeated("EnvPool, 2048, steps", PER_SECOND, lambda: per_second(play, seconds), effort.repeats)
