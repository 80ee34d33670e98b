"""What each test costs in processor time, its browsers, servers and bots included.

    .venv/bin/python -m pytest -n 2 -p tests.costs tests/server

Waiting costs nothing here, nor does what else runs on the machine: counted is what the kernel has booked for the
process in which a test runs and for all programs that it has begun. A program that serves many tests is booked to the
one during which it worked; what a fixture costs, to the test that asked for it first.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

MARK = "TABBYTOP_COSTS"
"""In the environment of all programs that a process began: so they are found when the one between them has ended."""
SHOWN = int(os.environ.get("SHOWN", "30"))
TICKS = os.sysconf("SC_CLK_TCK")
SHORT = 0.1
"""Seconds in which no program is begun that would be worth looking for."""


class Meter:
    """The processor time of this process and of the programs that it began."""

    def __init__(self) -> None:
        self._ours: dict[int, bool] = {os.getpid(): True}
        self._booked: dict[int, int] = {}
        self._parents: dict[int, int] = {}
        self._orphans = 0
        self._others = 0.0
        self._looked = 0.0

    def seconds(self) -> float:
        """All of it until now."""
        if time.monotonic() - self._looked > SHORT:
            self._look()
            self._looked = time.monotonic()
        return time.process_time() + self._others

    def _look(self) -> None:
        stats = {int(name): stat for name in os.listdir("/proc") if name.isdigit() and (stat := self._stat(name))}
        before = self._ours
        self._ours = {pid: ours for pid, ours in before.items() if pid in stats}
        for pid in sorted(stats):
            self._ours[pid] = self._ours.get(pid) or self._ours.get(stats[pid][0]) or self._is_marked(pid)
        # Whoever waits for its child has the child's time among its own; that of an orphan would be lost.
        booked = {pid: sum(stat[1:]) for pid, stat in stats.items() if self._ours[pid] and pid != os.getpid()}
        gone = self._booked.keys() - booked.keys()
        self._orphans += sum(self._booked[pid] for pid in gone if not before.get(self._parents[pid]))
        self._booked, self._parents = booked, {pid: stats[pid][0] for pid in booked}
        waited_for = os.times()
        ticks = self._orphans + sum(booked.values())
        self._others = ticks / TICKS + waited_for.children_user + waited_for.children_system

    @staticmethod
    def _stat(pid: str) -> list[int]:
        """Its parent, and its time and that of children that it waited for."""
        try:
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()
        except OSError:
            return []
        return [int(fields[1]), *map(int, fields[11:15])]

    @staticmethod
    def _is_marked(pid: int) -> bool:
        try:
            return f"{MARK}={os.getpid()}\0".encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False


def pytest_configure(config: pytest.Config) -> None:
    """One meter for each process of the run."""
    config.pluginmanager.register(Costs(config), "costs")


class Costs:
    """Books costs to tests, and tells them when the run is over."""

    def __init__(self, config: pytest.Config) -> None:
        os.environ[MARK] = str(os.getpid())
        self._meter = Meter()
        self._config = config
        self._costs: Counter[str] = Counter()

    def _book(self, name: str, before: float) -> None:
        self._costs[name] += round(max(0.0, self._meter.seconds() - before), 3)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        before = self._meter.seconds()
        yield
        self._book("(collecting)", before)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = self._meter.seconds()
        try:
            return (yield)
        finally:
            self._book(item.nodeid, before)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = dict(self._costs)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self._costs.update(getattr(node, "workeroutput", {}).get("costs", {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: Counter[str] = Counter()
        folders: Counter[str] = Counter()
        for test, seconds in self._costs.items():
            file = test.partition("::")[0]
            files[file] += seconds
            folders["/".join(file.split("/")[:2]) if file.count("/") > 1 else file] += seconds
        terminalreporter.section(f"processor time: {sum(folders.values()):.0f} s")
        for title, counted in (("folders", folders), ("files", files), ("tests", self._costs)):
            terminalreporter.line(f"{title}:")
            for name, seconds in counted.most_common(SHOWN):
                terminalreporter.line(f"{seconds:8.1f}  {name}")
