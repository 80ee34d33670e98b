"""The command line of mutants: `python -m tests.mutants cat-cab --count 40`. Survivors are shown with their lines.

What was found out is kept, so the next run goes on where this one ended; a larger count tries more of the same row.
"""

from __future__ import annotations

import json
import queue
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tabbytop import games
from tests.mutants.mutations import Mutant, mutants
from tests.mutants.trials import ROOT, Bench, NotFit, stages

console = Console()


def main(
    game: Annotated[list[str] | None, typer.Argument(help="Whose rules, by id; all games if left out.")] = None,
    count: Annotated[int, typer.Option(help="How many mutants of each game.")] = 40,
    seed: Annotated[int, typer.Option(help="Another seed, other mutants.")] = 1,
    jobs: Annotated[int, typer.Option(help="How many at once.")] = 1,
    survivors: Annotated[bool, typer.Option("--survivors", help="Try the survivors of earlier runs again.")] = False,
    results: Annotated[Path, typer.Option(help="The folder in which results are kept.")] = ROOT / "build",
) -> None:
    """Make small mistakes in a game's rules and see whether its tests notice."""
    unknown = [game_id for game_id in game or () if game_id not in games.ids()]
    if unknown:
        console.print(f"There is no game '{escape(unknown[0])}'; there are {', '.join(games.ids())}.")
        sys.exit(2)
    for game_id in game or games.ids():
        known = Results(results / f"mutants-{game_id}.jsonl")
        chosen = chosen_mutants(games.load(game_id).folder, count, seed)
        waiting = [mutant for mutant in chosen if known.fate(mutant) in ({"survived"} if survivors else {None})]
        if waiting:
            try:
                run(game_id, waiting, jobs, known)
            except NotFit as problem:
                console.print(escape(f"{game_id}: {problem}"))
                sys.exit(1)
        report(chosen, known)


def chosen_mutants(folder: Path, count: int, seed: int) -> list[Mutant]:
    """Some of all mutants; with a larger count the same ones and more."""
    everything = mutants(folder)
    random.Random(seed).shuffle(everything)
    return everything[:count]


class Results:
    """What became of mutants, in a file with one line of JSON for each trial; the last one counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._lines: dict[str, dict[str, Any]] = {line["id"]: line for line in map(json.loads, lines)}

    def fate(self, mutant: Mutant) -> str | None:
        """What became of a mutant, or None if it was never tried."""
        line = self._lines.get(mutant.id)
        return line["fate"] if line else None

    def keep(self, mutant: Mutant, fate: str, by: str) -> None:
        """Note what became of a mutant."""
        place = {"path": mutant.path, "line": mutant.line, "what": mutant.what, "diff": mutant.diff}
        line = {"id": mutant.id, "fate": fate, "by": by, **place}
        self._lines[mutant.id] = line
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def run(game: str, waiting: list[Mutant], jobs: int, known: Results) -> None:
    """Try mutants, several at once, each in a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="tabbytop-mutants-") as name, progress(len(waiting)) as show:
        benches: queue.SimpleQueue[Bench] = queue.SimpleQueue()
        for number in range(jobs):
            benches.put(Bench.laid_out(Path(name) / str(number), game, stages(game)))

        def trial(mutant: Mutant) -> Mutant:
            bench = benches.get()
            try:
                known.keep(mutant, *bench.try_out(mutant))
            finally:
                benches.put(bench)
            return mutant

        with ThreadPoolExecutor(jobs) as pool:
            trials = [pool.submit(trial, mutant) for mutant in waiting]
            try:
                for done in as_completed(trials):
                    mutant = done.result()
                    show(1, f"{mutant.path}:{mutant.line} {known.fate(mutant)}")
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def progress(total: int) -> Iterator[Any]:
    """A bar; in a file, a line for each mutant."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)

        def show(steps: int, text: str) -> None:
            bar.update(task, advance=steps, description=escape(text))
            if not console.is_terminal:
                console.print(escape(text))

        yield show


def report(chosen: list[Mutant], known: Results) -> None:
    """How many were caught, and every survivor with its lines."""
    fates = Counter(known.fate(mutant) or "not tried" for mutant in chosen)
    for mutant in chosen:
        if known.fate(mutant) == "survived":
            console.print(f"[bold]{escape(f'{mutant.path}:{mutant.line}')}[/bold] {escape(mutant.what)}")
            console.print(escape(mutant.diff), highlight=False)
    console.print(", ".join(f"{number} {fate}" for fate, number in sorted(fates.items())) + f"; kept in {known.path}")


if __name__ == "__main__":
    typer.run(main)
