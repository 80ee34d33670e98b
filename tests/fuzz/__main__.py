"""The command line of the fuzzer: `python -m tests.fuzz --messages 1000000 --database postgres`.

Ends with 1 if anything is wrong.

Messages are shared out to processes, each with a registry and a database of its own.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tests.fuzz.fuzzing import Fuzz
from tests.fuzz.sharing import share_out
from tests.server.databases import Postgres

console = Console()


def main(
    messages: Annotated[int, typer.Option(min=1, help="How many messages are sent.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Another seed, other messages.")] = 1,
    database: Annotated[str, typer.Option(help="sqlite or postgres; fresh ones are made.")] = "sqlite",
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = os.cpu_count() or 1,
) -> None:
    """Talk to tables of all games as no client should, and as every client does."""
    if database not in ("sqlite", "postgres"):
        console.print(f"The database is sqlite or postgres; not '{database}'.")
        sys.exit(2)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tabbytop-fuzz-") as folder, databases(database, Path(folder)) as fresh:
        try:
            runs = share_out(messages, seed, [fresh() for _ in range(jobs)], console)
        except KeyboardInterrupt:
            console.print("[yellow]Interrupted.[/yellow]")
            sys.exit(130)
    show(runs)
    seconds, sent = time.monotonic() - began, sum(run.sent for run in runs)
    problems = [problem for run in runs for problem in run.problems]
    for problem in problems[:20]:
        console.print(problem, style="red", markup=False)
    console.print(
        f"{sent:,} messages in {seconds:.0f} s, {sent / seconds:.0f} a second; {sum(run.finished for run in runs)} of "
        f"{sum(run.played.total() for run in runs)} tables with a finished game; {len(problems)} problems."
    )
    sys.exit(1 if problems else 0)


@contextlib.contextmanager
def databases(kind: str, folder: Path) -> Iterator[Callable[[], str]]:
    """Fresh databases of a kind."""
    if kind == "sqlite":
        numbers = iter(range(1000))
        yield lambda: f"sqlite:///{folder / f'fuzz-{next(numbers)}.db'}"
        return
    postgres = Postgres(folder / "postgres")
    try:
        yield postgres.create
    finally:
        postgres.close()


def show(runs: list[Fuzz]) -> None:
    """What was answered, and what memory did."""
    answers = sum((run.answers for run in runs), Counter[str]())
    table = Table("answer", "times")
    for kind, times in answers.most_common():
        table.add_row(kind, f"{times:,}")
    console.print(table)
    for number, run in enumerate(runs):
        if run.memory:
            console.print(f"Process {number}: memory {' '.join(f'{size >> 20}' for size in run.memory)} MB")


if __name__ == "__main__":
    typer.run(main)
