"""Two laws of reviews that need many games, measured on all cores: `python -m tests.review.laws --seconds 420`.

*Luck is fair*: what luck gave to a seat averages to nothing over many games with streams of their own. *Slips cost*: at
tables of equals the loss per decision falls from level to level, in every game. Games come in turns, so that whoever
stops early, by the clock or with Ctrl-C, has measured all of it a little less well.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise, zip_longest
from typing import NamedTuple

from tabbytop import games
from tabbytop.arena.study import played
from tabbytop.bots import levels
from tabbytop.cli.shared import obey_parent
from tabbytop.review.assembling import assembled
from tabbytop.review.people import Z
from tabbytop.review.pieces import Settings, pieces_of
from tabbytop.review.reading import Subject
from tabbytop.review.reckoning import prepared

LUCK_ALONE = Settings(simulations=0, playouts=24, draws=24)
JUDGED = Settings(simulations=600, playouts=2, draws=1)
"""Chances do not matter here, decisions do."""
FAIR = 3.3
"""Standard errors that luck may be off: one seat in a thousand is further off by chance."""
SEED = 19
LUCK = "luck"


class Task(NamedTuple):
    """One game to play and look back at."""

    game: str
    about: str
    """A level whose losses are measured, or luck."""
    number: int


class Sample(NamedTuple):
    """What came of it, by seat."""

    task: Task
    luck: list[float]
    loss: list[float]
    raw: list[float]
    """The loss per decision with every difference counted, also those within the error."""
    decisions: list[int]
    seconds: float


def done(task: Task) -> Sample:
    """Play a game at a table of equals and review it."""
    began, referee = time.process_time(), prepared(task.game)
    players = smallest(task.game)
    level, settings = (levels.NAMES[0], LUCK_ALONE) if task.about == LUCK else (task.about, JUDGED)
    seed = SEED + levels.NAMES.index(level) + (100 if task.about == LUCK else 0)
    match = played(referee, players, {}, [level] * players, seed, task.number)
    pieces = pieces_of(match, settings)
    findings = [piece.do(referee) for piece in pieces]
    review = assembled(Subject(match, (level,) * match.seats, ""), settings, findings)
    costs = [
        [one.cost for piece, one in zip(pieces, findings, strict=True) if piece.decided and piece.moves[0][0] == seat]
        for seat in range(players)
    ]
    return Sample(
        task,
        [sum(turn.luck[seat] for turn in review.turns) for seat in range(players)],
        [one.loss_per_decision for one in review.people[:players]],
        [sum(some) / max(1, len(some)) for some in costs],
        [len(some) for some in costs],
        time.process_time() - began,
    )


def smallest(game: str) -> int:
    """The fewest players that a game is a contest with."""
    return min(count for count in games.load(game).players if count > 1)


def tasks(wanted: Sequence[str], lucky: int, each: int, best: int) -> Iterator[Task]:
    """All games to play, in turns: first one of everything, then the next."""
    rows = [
        [Task(game, about, number) for number in range(count)]
        for game in wanted
        for about, count in (
            (LUCK, lucky),
            *((name, best if name == levels.NAMES[-1] else each) for name in levels.NAMES),
        )
    ]
    rows = [row for row in rows if row]
    longest = max((len(row) for row in rows), default=0)
    # those with fewer games are spread over the whole, so that all end together
    spread = [[row[step * len(row) // longest] for step in range(longest)] for row in rows]
    seen: set[Task] = set()
    for column in zip_longest(*spread):
        for task in column:
            if task not in seen:
                seen.add(task)
                yield task


def sampled(todo: Iterator[Task], wanted: Sequence[str], jobs: int, seconds: float) -> Iterator[Sample]:
    """What comes of tasks on several cores, until all are done or the time is over."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, initializer=obey_parent) as pool:
        list(pool.map(_prepare, wanted, chunksize=1))  # compiled once, by as many processes as there are games
        print(f"Compiled; measuring for at most {seconds:.0f} s.", file=sys.stderr, flush=True)
        end, running = time.monotonic() + seconds, set[Future[Sample]]()
        try:
            while time.monotonic() < end:
                while len(running) < 2 * jobs and (task := next(todo, None)) is not None:
                    running.add(pool.submit(done, task))
                if not running:
                    break
                ready, running = wait(running, max(0.0, end - time.monotonic()), FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
        finally:
            for process in list(pool._processes.values()):
                process.terminate()


def _prepare(game: str) -> None:
    prepared(game)


# ---------------------------------------------------------------- what they say


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error."""
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def report(samples: Sequence[Sample], game: str) -> list[str]:
    """The tables of a game; what does not hold comes back as sentences."""
    wrong = []
    name, seats = games.load(game).name, range(smallest(game))
    mine = [sample for sample in samples if sample.task.game == game]
    lucky = [sample for sample in mine if sample.task.about == LUCK]
    print(f"\n{name}, {len(seats)} players: luck over {len(lucky)} games")
    for seat in seats if len(lucky) > 1 else ():
        mean, error = interval([sample.luck[seat] for sample in lucky])
        holds = "holds 0" if abs(mean) <= Z * error else f"misses 0 by {abs(mean) / error - Z:.1f} standard errors"
        print(f"  seat {seat}  {mean:+7.2%} ± {Z * error:.2%}   {holds}")
        if abs(mean) > FAIR * error:
            wrong.append(f"{name}: luck gave {mean:+.2%} to seat {seat}.")
    print(f"{name}: loss per decision at tables of equals")
    print("  level        games  decisions   loss               every difference counted")
    losses = []
    for level in levels.NAMES:
        own = [sample for sample in mine if sample.task.about == level]
        if len(own) < 2:
            continue
        mean, error = interval([statistics.fmean(sample.loss) for sample in own])
        raw, raw_error = interval([statistics.fmean(sample.raw) for sample in own])
        count, seconds = sum(sum(sample.decisions) for sample in own), sum(sample.seconds for sample in own)
        losses.append((level, mean, error))
        print(
            f"  {level:<10} {len(own):7d} {count:10d}   {mean:6.3%} ± {Z * error:.3%}   "
            f"{raw:6.3%} ± {Z * raw_error:.3%}"
            f"   ({seconds / len(own):.1f} s of processor a game)"
        )
    for (worse, high, above), (better, low, below) in pairwise(losses):
        error = (above * above + below * below) ** 0.5
        print(
            f"  {worse} less {better}: {high - low:+.3%} ± {Z * error:.3%}, {(high - low) / error:.1f} standard errors"
        )
        if high <= low:
            wrong.append(f"{name}: {worse} loses {high:.3%} a decision, {better} {low:.3%}.")
    return wrong


def main() -> int:
    """Measure, print the tables, and say what does not hold."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("games", nargs="*", help="all turn-based games by default")
    ask.add_argument("--luck", type=int, default=1000, help="games for the first law")
    ask.add_argument("--each", type=int, default=200, help="games of every level for the second")
    ask.add_argument("--best", type=int, default=20, help="games of the strongest level, which thinks long")
    ask.add_argument("--seconds", type=float, default=3600.0, help="stop after so long, with what is known then")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = ask.parse_args()
    wanted = chosen.games or [game for game in games.ids() if games.load(game).clock is None]
    samples: list[Sample] = []
    began = time.monotonic()
    try:
        todo = tasks(wanted, chosen.luck, chosen.each, chosen.best)
        for sample in sampled(todo, wanted, chosen.jobs, chosen.seconds):
            samples.append(sample)
            if len(samples) % 500 == 0:
                print(f"{len(samples)} games after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Interrupted; this is what the games so far say.", file=sys.stderr)
    wrong = [fault for game in wanted for fault in report(samples, game)]
    print("\n" + ("\n".join(wrong) if wrong else "Both laws hold."))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
