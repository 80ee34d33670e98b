"""The command line of the fuzzer: `python -m tests.fuzz --messages 1000000 --database postgres`.

Ends with 1 if anything is wrong.

Messages are shared out to processes, each with a house and a database of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tabbytop.server.store import Store
from tests.fuzz.fuzzing import Fuzz
from tests.server.databases import Postgres

console = Console()
_sent: Any = None
"""How many messages all processes have sent."""


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
            runs = share_out(messages, seed, jobs, fresh)
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


def share_out(messages: int, seed: int, jobs: int, fresh: Callable[[], str]) -> list[Fuzz]:
    """Let every process say its share; what is known afterwards."""
    context = multiprocessing.get_context("spawn")
    sent = context.Value("q", 0)
    shares = [messages // jobs + (number < messages % jobs) for number in range(jobs)]
    columns = (
        TextColumn("talking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    )  # fmt: skip
    with (
        Progress(*columns, console=console) as bar,
        ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(sent,)) as pool,
    ):
        task = bar.add_task("talking", total=messages)
        asked = [pool.submit(talk, share, seed + number, fresh()) for number, share in enumerate(shares) if share]
        while not all(each.done() for each in asked):
            bar.update(task, completed=sent.value)
            time.sleep(0.2)
        bar.update(task, completed=sent.value)
        return [each.result() for each in asked]


def _begin(sent: Any) -> None:
    global _sent  # noqa: PLW0603
    _sent = sent


def talk(messages: int, seed: int, database: str) -> Fuzz:
    """One process."""
    return asyncio.run(_talk(messages, seed, database))


async def _talk(messages: int, seed: int, database: str) -> Fuzz:
    fuzz = Fuzz(messages, seed)
    store = Store.open(database)
    try:
        await fuzz.run(store, _advance)
    finally:
        await store.close()
    return fuzz


def _advance(_: int) -> None:
    with _sent.get_lock():
        _sent.value += 1


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
