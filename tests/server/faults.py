"""Faults for servers under test. `run_server` is given their names and calls them with the open store.

Some are there from the start. Others lie in wait until a test lays a file of their name into the server's data folder,
and end when it is taken away: see `during`.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from prometheus_client import Gauge
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from tabbytop.bots.pool import Pool
from tabbytop.bots.workers import Answer, Question
from tabbytop.server.http import app
from tabbytop.server.operating import serve
from tabbytop.server.operating.metrics import Metrics
from tabbytop.server.storage.store import Store
from tabbytop.server.tables import table as table_module
from tabbytop.server.tables.table import Table
from tests.server.other_bots import make_evil, make_strongest
from tests.server.servers import Server

LONGEST = 120.0
"""Seconds after which a fault ends by itself, so that a failed test does not leave a stuck process behind."""


def named(fault: Callable[[Store], None]) -> str:
    """A fault in the form that `run_server` takes."""
    return f"{fault.__module__}:{fault.__name__}"


@contextlib.contextmanager
def during(server: Server, fault: Callable[[Store], None], about: str = "") -> Iterator[None]:
    """Let a fault that lies in wait strike; `about` may narrow it down to a table."""
    file = server.data / fault.__name__
    file.write_text(about)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def _strikes(name: str, concerned: list[str]) -> bool:
    """Whether a fault is wanted now, for a commit that concerns these tables."""
    try:
        about = (_folder() / name).read_text()
    except FileNotFoundError:
        return False
    return bool(concerned) and about in ("", *concerned)


def _folder() -> Path:
    return Path(json.loads(sys.argv[1])["data"])


# ---------------------------------------------------------------- the database


def die_before_commit(store: Store) -> None:
    """Killed when everything is written and nothing committed."""
    _before_commit(store, partial(_die, die_before_commit.__name__))


def die_after_commit(store: Store) -> None:
    """Killed when a commit is done and nobody has heard of it."""
    store.after_commit = partial(_die, die_after_commit.__name__)


def _die(name: str, concerned: list[str]) -> None:
    if _strikes(name, concerned):
        (_folder() / name).unlink()  # once is enough
        os.kill(os.getpid(), signal.SIGKILL)


def fill_disk(store: Store) -> None:
    """The disk is full when something is to be committed."""

    def fail(concerned: list[str]) -> None:
        if _strikes(fill_disk.__name__, concerned or ["nothing"]):
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))

    _before_commit(store, fail)


def refuse_writes(store: Store) -> None:
    """The database can only be read."""

    @event.listens_for(store._database.writing, "checkout")
    def set_mode(connection: sqlite3.Connection, *_: object) -> None:
        read_only = int(_strikes(refuse_writes.__name__, ["anything"]))
        connection.execute(f"PRAGMA query_only={read_only}")


def hurry_locks(store: Store) -> None:
    """A locked database is given up on in a moment."""

    @event.listens_for(store._database.writing, "checkout")
    def set_patience(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout=200")


def hold_commits(store: Store) -> None:
    """Commits take as long as the fault lasts."""

    def hold(concerned: list[str]) -> None:
        until = time.monotonic() + LONGEST
        while _strikes(hold_commits.__name__, concerned) and time.monotonic() < until:
            time.sleep(0.01)

    _before_commit(store, hold)


def _before_commit(store: Store, act: Callable[[list[str]], None]) -> None:
    """Do something before every commit, after what other faults do there."""
    others = store.before_commit

    def both(concerned: list[str]) -> None:
        if others is not None:
            others(concerned)
        act(concerned)

    store.before_commit = both


# ---------------------------------------------------------------- pace


def stay_cold(store: Store) -> None:
    """No game is made ready for bots before one is asked: the server starts faster."""
    Pool.warm = lambda pool, games: None  # type: ignore[method-assign]


def lose_patience(store: Store) -> None:
    """Dead connections are noticed in a second."""
    serve.PING_EVERY, serve.PING_PATIENCE = 0.5, 0.5


def shorten_turns(store: Store) -> None:
    """The relaxed clock gives a second for a turn."""
    table_module.CLOCKS["relaxed"] = table_module.Terms("A second.", turn=1000)


def count_events(store: Store) -> None:
    """Write down, at the end, how many events were applied to tables."""
    applied = 0
    apply = Table.apply

    def counted(table: Table, event: Any) -> Any:
        nonlocal applied
        applied += 1
        return apply(table, event)

    Table.apply = counted  # type: ignore[method-assign]
    atexit.register(lambda: (_folder() / "applied").write_text(str(applied)))


def count_tasks(store: Store) -> None:
    """Measure how many tasks the event loop has."""
    measure = Metrics.__init__

    def measure_more(metrics: Metrics) -> None:
        measure(metrics)
        tasks = Gauge("tasks", "Tasks of the event loop.", registry=metrics.registry, namespace="tabbytop")
        tasks.set_function(lambda: len(asyncio.all_tasks()))

    Metrics.__init__ = measure_more  # type: ignore[method-assign]


# ---------------------------------------------------------------- bots


class Lying(Pool):
    """A pool that itself answers nonsense."""

    async def choose(self, question: Question, limit: float = 0.0) -> Answer:
        return Answer(max(question.legal) + 1, question.level)


class Hasty(Pool):
    """A pool that gives up on a bot after half a second."""

    async def choose(self, question: Question, limit: float = 0.5) -> Answer:
        return await super().choose(question, limit)


def spoil_bots(store: Store) -> None:
    """Every level is evil in its own way."""
    app.Pool = partial(Hasty, make=make_evil)  # type: ignore[misc, assignment]


def spoil_pool(store: Store) -> None:
    """What comes from the pool is no legal move."""
    app.Pool = Lying  # type: ignore[misc]


def think_slowly(store: Store) -> None:
    """Every bot thinks as long and as hard as the strongest."""
    app.Pool = partial(Pool, make=make_strongest)  # type: ignore[misc, assignment]
