"""Many messages shared out to processes, each with a registry and a database of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tabbytop.server.storage.store import Store
from tests.fuzz.fuzzing import Fuzz

_sent: Any = None
"""How many messages all processes have sent."""


def share_out(messages: int, seed: int, databases: list[str], console: Console) -> list[Fuzz]:
    """Let a process for each database say its share; what is known afterwards."""
    jobs = len(databases)
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
        asked = [
            pool.submit(talk, share, seed + number, databases[number]) for number, share in enumerate(shares) if share
        ]
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
