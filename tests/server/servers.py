"""Servers under test as real processes on loopback, and the oracle that every fault test ends with."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tabbytop.client import ServerClient, TableClient, hash_of
from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.operating.serve import DATABASE, database_in
from tabbytop.server.runtime.loading import replayed
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.projections import plies, view_of
from tabbytop.server.tables.table import Table
from tests.nursery import ROOT, SERVER, Process, begin
from tests.patience import PATIENCE
from tests.server.databases import sqlite_with_tables

QUICK: dict[str, Any] = {
    "bot_pause": 0.0,
    "bot_rate": 1000.0,
    "generosity": 1000.0,
    "away_after": 0.0,
    "games": ["kitty-paw"],
}
"""Settings for tests that are not about pace or limits. Most need no bots that search, so only those are made ready
that need no rules compiled; others are when they are asked for the first time."""

PROBLEM = re.compile(r'^.*"problem".*$|^.*Traceback.*$(?:\n[ |+].*$|\n$)*(?:\n.*$)?', re.MULTILINE)
"""An error in a log: a line of the server, or what Python prints, up to the words that say which error it was."""
UNBORN = re.compile(r"in spawn_main\n(?:.*\n)*EOFError: Ran out of input\Z")
"""What Python prints where a process was killed in the very moment in which it started another, which was told nothing
of what it was to do."""


class Server:
    """A server process with its data folder; it can be killed and started again on the same port."""

    root = ROOT
    """Where the program and the tests that start it are."""

    def __init__(self, data: Path, *faults: str, **settings: Any) -> None:
        self.data = data
        self.faults = faults
        self.settings = {**QUICK, **settings}
        self.log = data / "server.log"
        self.port = 0
        self.process: Process | None = None

    def start(self, *faults: str) -> None:
        """Start, and wait until it takes connections."""
        self.data.mkdir(parents=True, exist_ok=True)
        if "database" not in self.settings and self.root == ROOT and not any(self.data.iterdir()):
            (self.data / DATABASE).write_bytes(sqlite_with_tables())
        settings = json.dumps({"data": str(self.data), "port": self.port, **self.settings})
        with self.log.open("a") as log:
            self.process = begin(
                SERVER, settings, *self.faults, *faults, errors=log, environment=self.environment, cwd=self.root
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.strip().isdigit(), f"the server did not start: {self.log.read_text()[-2000:]}"
        self.port = int(line)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the process."""
        return dict(os.environ)

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, patience: float = PATIENCE) -> int:
        """Ask the process to end; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        return self.settings.get("database") or database_in(self.data)

    def client(self, token: str | None = None) -> ServerClient:
        return ServerClient(self.address, token)

    def memory(self) -> int:
        """Resident bytes of the process."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def problems(self) -> list[str]:
        """What is in the server's log that nobody should ever see: unhandled errors, each as a whole."""
        text = self.log.read_text() if self.log.exists() else ""
        return [said for said in PROBLEM.findall(text) if not UNBORN.search(said)]


@contextlib.contextmanager
def running(data: Path, *faults: str, **settings: Any) -> Iterator[Server]:
    """A server for the time of a test."""
    server = Server(data, *faults, **settings)
    server.start()
    try:
        yield server
    finally:
        assert server.process is not None
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


async def stored_table(server: Server, table_id: str) -> Table:
    """The table that the stored log leads to, played from the first event."""
    store = Store.open(server.database)
    try:
        entries = await store.entries(table_id)
    finally:
        await store.close()
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "the log has a hole"
    table = replayed(table_id, [entry.body for entry in entries])
    assert table is not None
    return table


async def agree(server: Server, clients: Sequence[TableClient], patience: float = PATIENCE) -> Table:
    """The oracle: stored log, live table and every client's view are the same, and nothing went wrong unseen."""
    table = await stored_table(server, clients[0].id)
    for client in clients:
        await client.until(lambda client=client: client.seq >= newest(table, client), patience)  # type: ignore[misc]
    table = await stored_table(server, clients[0].id)
    for client in clients:
        assert client.seq == newest(table, client)
        if table.match is None:
            continue
        seat = SPECTATOR if client.now.seat is None else client.now.seat
        seen = view_of(table, table.match.state(), seat)
        assert client.view == seen, f"seat {seat} sees something else than the log tells"
        assert client.now.hash == hash_of(seen)
        assert client.now.ply == plies(table, seat)
    assert not (problems := server.problems()), problems[0]
    return table


def newest(table: Table, client: TableClient) -> int:
    """The number of the last event that a client hears of."""
    return table.number(table.facts.seq, client.you.seats)


def wait_for(holds: Any, patience: float = PATIENCE) -> None:
    """Wait until something outside holds."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
