"""Two laws of reviews that need many games: `nice python -m tests.review.laws --resume laws.jsonl`.

*Luck is fair*: what luck gave to a seat averages to nothing over many games with streams of their own, whatever judges
the moments: the game's own guess at sight, or playing on to the end. *Slips cost*: asked about the same moments, a
level that slips more gives more away, in every game; all levels have the same random numbers, so that what they do
differently is what makes the difference (variance reduction by common random numbers).

Games have numbers and are the independent units of all intervals. What is counted are the games before the first one
that is missing, so that a clock, which rather stops long games, does not choose among them. With `--resume` what was
measured is kept, and gone on with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec

from tabbytop import games
from tabbytop.arena.study import played
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.bots.weighing import ranked
from tabbytop.cli.shared import obey_parent
from tabbytop.engine.intervals import SURE
from tabbytop.engine.luck import first_key, stream, toss
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import copy_of
from tabbytop.review.assembling import AS_GOOD, assembled
from tabbytop.review.pieces import Settings, pieces_of
from tabbytop.review.reading import Subject
from tabbytop.review.reckoning import cost_of, moment_at, prepared, weighed_from

SIGHT, PLAYED_ON, SLIPS = "luck at sight", "luck by playing on", "slips"
"""What is measured: luck by two judgements, and what the levels give away."""
JUDGEMENTS = {
    SIGHT: Settings(simulations=0, playouts=1, draws=1, horizon=0),
    PLAYED_ON: Settings(simulations=0, playouts=24, draws=24),
}
PLAYERS = {SIGHT: "kitten", PLAYED_ON: "kitten", SLIPS: "house-cat"}
"""Who plays the games."""
MOMENTS = 6
"""Decisions of a game about which the levels are asked."""
SIMULATIONS = 1_000
"""What a decision is judged by, and as many once more for every move that a level chose, at most."""
SEED = 19


class Task(msgspec.Struct, frozen=True):
    """One game to play and look back at."""

    game: str
    about: str
    number: int


class Sample(msgspec.Struct, frozen=True):
    """What came of it."""

    task: Task
    values: list[float]
    """The luck by seat, or the loss per decision by level."""
    seconds: float


def done(task: Task) -> Sample:
    """Play a game at a table of equals and measure what is wanted."""
    began, referee = time.process_time(), prepared(task.game)
    players, level = smallest(task.game), PLAYERS[task.about]
    seed = SEED + 100 * list(PLAYERS).index(task.about)
    match = played(referee, players, {}, [level] * players, seed, task.number)
    subject = Subject(match, (level,) * match.seats, "")
    if task.about in JUDGEMENTS:
        settings = JUDGEMENTS[task.about]
        review = assembled(subject, settings, [piece.do(referee) for piece in pieces_of(match, settings)])
        values = [sum(turn.luck[seat] for turn in review.turns) for seat in range(players)]
    else:
        values = losses(subject, referee, task.number)
    return Sample(task, values, time.process_time() - began)


def losses(subject: Subject, referee: Compiled, number: int) -> list[float]:
    """What the levels give away per decision at some moments of a game, as if they had come to them."""
    decided = [piece for piece in pieces_of(subject.match) if piece.decided]
    luck = stream(SEED, number)
    chosen = {toss(luck, len(decided)) for _ in range(MOMENTS)}
    rows = []
    for piece in (decided[index] for index in sorted(chosen)):
        moment = moment_at(piece, copy_of(referee.game.state.from_bytes(piece.state)), referee)
        seed = first_key(SEED + number, piece.ply)
        rows.append(costs(moment, referee, [choice(name, moment, referee, seed) for name in levels.QUICK], seed + 1))
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def choice(name: str, moment: Moment, referee: Compiled, seed: int) -> int:
    """What a level plays here with all the simulations that it may have, however busy the machine is."""
    level = levels.named(name, referee.game)
    patient = replace(level, budget=replace(level.budget, seconds=float("inf")))
    return levels.LevelBot(patient, referee, seed).choose(moment)


def costs(moment: Moment, referee: Compiled, moves: Sequence[int], seed: int) -> list[float]:
    """What each of some moves costs against the best one found, by a review's own measure."""
    horizon = levels.among(levels.TOP, levels.LEVELS).budget.horizon
    thinker = Thinker(referee, seed, Budget(SIMULATIONS).nodes)
    thought = thinker.think(moment, Budget(SIMULATIONS, horizon=horizon))
    most = thought.candidates[0].visits
    for move in sorted(set(moves)):
        thought = thinker.look_at(moment, move, Budget(most, horizon=horizon))
    weighed = [weighed_from(one, "") for one in ranked(thought.candidates)]
    found = []
    for move in moves:
        cost, error = cost_of(weighed, move)
        found.append(0.0 if cost <= max(AS_GOOD, error) else cost)
    return found


def smallest(game: str) -> int:
    """The fewest players that a game is a contest with."""
    return min(count for count in games.load(game).players if count > 1)


def tasks(wanted: Sequence[str], counts: Mapping[str, int]) -> Iterator[Task]:
    """All games to play, in turns; what has fewer is spread over the whole, so that all end together."""
    longest = max(counts.values())
    for step in range(longest):
        for about, count in counts.items():
            if step * count // longest != (step - 1) * count // longest:
                yield from (Task(game, about, step * count // longest) for game in wanted)


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


def kept(path: Path | None) -> list[Sample]:
    """What was measured before; a line that was cut off is left out."""
    found = []
    for line in path.read_bytes().splitlines() if path is not None and path.exists() else ():
        try:
            found.append(msgspec.json.decode(line, type=Sample))
        except msgspec.DecodeError:
            continue
    return found


# ---------------------------------------------------------------- what they say


def counted(samples: Iterable[Sample], game: str, about: str, most: int) -> list[Sample]:
    """Samples of the games before the first that is missing."""
    by_number = {one.task.number: one for one in samples if (one.task.game, one.task.about) == (game, about)}
    end = next(number for number in range(most + 1) if number == most or number not in by_number)
    return [by_number[number] for number in range(end)]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error."""
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def report_luck(samples: Sequence[Sample], game: str, about: str) -> list[str]:
    """What luck gave to every seat; whether its interval holds 0."""
    wrong = []
    name = games.load(game).name
    for seat in range(smallest(game)) if len(samples) > 1 else ():
        mean, error = interval([sample.values[seat] for sample in samples])
        holds = "holds 0" if abs(mean) <= SURE * error else f"misses 0: {abs(mean) / error:.1f} standard errors"
        print(f"| {name} | {about} | {len(samples)} | {seat + 1} | {mean:+.2%} ± {SURE * error:.2%} | {holds} |")
        if abs(mean) > SURE * error:
            wrong.append(f"{name}, {about}: luck gave {mean:+.2%} ± {SURE * error:.2%} to seat {seat + 1}.")
    return wrong


def report_slips(samples: Sequence[Sample], game: str) -> list[str]:
    """What each level gives away, and the steps between them."""
    if len(samples) < 2:
        return []
    wrong, name = [], games.load(game).name
    columns = list(zip(*(sample.values for sample in samples), strict=True))
    steps = [interval([high - low for high, low in zip(*pair, strict=True)]) for pair in pairwise(columns)]
    told = [f"{mean:.2%} ± {SURE * error:.2%}" for mean, error in map(interval, columns)]
    between = ", ".join(f"{mean:.2%} ± {SURE * error:.2%}" for mean, error in steps)
    print(f"| {name} | {len(samples)} | {' | '.join(told)} | {between} |")
    for (mean, error), (worse, better) in zip(steps, pairwise(levels.QUICK), strict=True):
        if mean <= SURE * error:
            wrong.append(f"{name}: {worse} less {better} is {mean:+.2%} ± {SURE * error:.2%}: not apart.")
    return wrong


def report(samples: Sequence[Sample], wanted: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The tables, as documents have them; what does not hold comes back as sentences."""
    wrong = []
    print("\n| game | judged | games | seat | luck | |\n|---|---|---|---|---|---|")
    for game in wanted:
        for about in JUDGEMENTS:
            wrong += report_luck(counted(samples, game, about, counts[about]), game, about.removeprefix("luck "))
    print(f"\n| game | games | {' | '.join(levels.QUICK)} | steps |\n|{'---|' * (len(levels.QUICK) + 3)}")
    for game in wanted:
        wrong += report_slips(counted(samples, game, SLIPS, counts[SLIPS]), game)
    return wrong


def main() -> int:
    """Measure, print the tables, and say what does not hold."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("games", nargs="*", help="all turn-based games by default")
    ask.add_argument("--luck", type=int, default=1000, help="games for the first law, by each judgement")
    ask.add_argument("--slips", type=int, default=1000, help="games for the second")
    ask.add_argument("--seconds", type=float, default=3600.0, help="stop after so long, with what is known then")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--resume", type=Path, help="keep what was measured in this file, and go on from it")
    chosen = ask.parse_args()
    wanted = chosen.games or [game for game in games.ids() if games.load(game).clock is None]
    counts = {SIGHT: chosen.luck, PLAYED_ON: chosen.luck, SLIPS: chosen.slips}
    samples = kept(chosen.resume)
    known = {sample.task for sample in samples}
    began = time.monotonic()
    try:
        todo = (task for task in tasks(wanted, counts) if task not in known)
        for number, sample in enumerate(sampled(todo, wanted, chosen.jobs, chosen.seconds), start=1):
            samples.append(sample)
            if chosen.resume is not None:
                with chosen.resume.open("ab") as file:
                    file.write(msgspec.json.encode(sample) + b"\n")
            if number % 500 == 0:
                print(f"{number} games after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Interrupted; this is what the games so far say.", file=sys.stderr)
    wrong = report(samples, wanted, counts)
    print("\n" + ("\n".join(wrong) if wrong else "Both laws hold: every interval holds 0, and every step is apart."))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
