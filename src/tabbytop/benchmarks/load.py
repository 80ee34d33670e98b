"""A table server under load: how soon moves are acknowledged and seen, how many it takes, what a table weighs.

A real server in a process of its own is played on over sockets, from this process. Beside it stand the costs that no
server of this kind can avoid, a socket's echo and a commit, measured in the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import os
import random
import re
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from rich.table import Table
from sqlalchemy import insert

from tabbytop.benchmarks import short
from tabbytop.benchmarks.load_driver import Player, Tally, at_rate, connect_echoers, fill_tables, flat_out
from tabbytop.benchmarks.load_readers import Answers, fill_shelf, reading
from tabbytop.benchmarks.wire import Broken, Http
from tabbytop.engine.errors import UserError
from tabbytop.server.operating.gc import collect_all, set_aside
from tabbytop.server.operating.serve import database_in
from tabbytop.server.protocol import messages
from tabbytop.server.storage.database import open_database
from tabbytop.server.storage.schema import guests

TABLES = (100, 500, 2000)
ECHOES = 100
"""Sockets to the echo."""
GROUP = 32
"""Rows in a group commit."""
TURNS = 3
"""How often it is measured with readers and without."""
WARM_UP = 0.2
"""The share of a measurement that is spent before it."""
GENEROUS = "1000000"
FEW = 3
"""Kinds of problems that a note tells of."""

_ROW = insert(guests)

T = TypeVar("T")
Say = Callable[[str], None]


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a number, or the median of many with the 99th percentile and the largest."""

    name: str
    unit: str
    value: float
    p99: float | None = None
    most: float | None = None
    number: int = 1
    note: str = ""


def run(
    *,
    tables: Sequence[int] = TABLES,
    rate: float = 200.0,
    seconds: float = 10.0,
    readers: int = 0,
    database: str | None = None,
    against: Path | None = None,
    progress: Say | None = None,
) -> Iterator[Reading]:
    """Measure everything, one row at a time; a caller may stop at any time and keep the rows it has.

    `rate` is in moves a second over all tables. With `readers`, moves are also measured while so many people read the
    longest games of each kind, and while they do not, in turns. A `database` is written to and not cleaned up; without
    one, each server has an SQLite file in the folder for temporary files. `against` is the `src` of another version,
    whose server is measured in turns with this one.
    """
    say = progress or (lambda _: None)
    _allow_connections(max(tables))
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        load = _Load(runner, rate, seconds, readers, database, say)
        loads = (load.of_tables(number) if against is None else load.in_turns(number, against) for number in tables)
        readings = itertools.chain(load.bare(), *loads)
        yield from (reading for reading in readings if not math.isnan(reading.value))


class _Load:
    """The measurements of one run, and the limits that they are held against."""

    def __init__(
        self, runner: asyncio.Runner, rate: float, seconds: float, readers: int, database: str | None, say: Say
    ) -> None:
        self._runner, self._rate, self._seconds, self._database, self._say = runner, rate, seconds, database, say
        self._readers = readers
        self._dice = random.Random(7)

    # ------------------------------------------------------------ what cannot be avoided

    def bare(self) -> Iterator[Reading]:
        """A commit, a group commit and an echo."""
        self._say("bare commits")
        self._commit, grouped = self._commits()
        yield from (self._commit, grouped)
        self._say(f"a bare echo at {self._rate:g}/s")
        with _started("tabbytop.benchmarks.echo") as process:
            echoers = self._wait(connect_echoers(process.address, ECHOES))
            tally, _ = self._at_rate(process, echoers)
            self._echo = _times(f"bare echo at {self._rate:g}/s", tally.acknowledged)
            yield self._echo
            self._say("a bare echo, flat out")
            tally, _ = self._flat_out(process, echoers)
            self._echoes = Reading(name="bare echo flat out", unit="/s", value=len(tally.acknowledged) / self._seconds)
            yield self._echoes

    def _commits(self) -> tuple[Reading, Reading]:
        with tempfile.TemporaryDirectory() as folder:
            database = open_database(self._database or database_in(Path(folder)))

            def commit(rows: int) -> float:
                values = [{"id": secrets.token_hex(8), "name": "Nobody", "created": 0} for _ in range(rows)]
                began = time.perf_counter()
                with database.writing.begin() as connection:
                    connection.execute(_ROW, values)
                return (time.perf_counter() - began) / rows

            try:
                alone, together = ([commit(rows) for rows in _as_long_as(self._seconds / 5, n)] for n in (1, GROUP))
            finally:
                database.close()
        return _times("bare commit", alone), _times(f"bare commit of {GROUP} rows, for each", together)

    # ------------------------------------------------------------ tables

    def in_turns(self, number: int, other: Path) -> Iterator[Reading]:
        """This version and another one, one after the other and again; then how they compare."""
        found: dict[str, tuple[list[float], list[float]]] = {}
        for turn in range(TURNS):
            for which, (whose, source) in enumerate((("this", None), ("other", other))):
                for one in self.of_tables(number, source):
                    found.setdefault(one.name, ([], []))[which].append(one.value)
                    yield replace(one, name=f"{whose} version, turn {turn + 1}: {one.name}")
        for name, (ours, theirs) in found.items():
            before = statistics.median(theirs)
            ratio = statistics.median(ours) / before if before else math.nan
            yield Reading(name=f"{name}: this / other", unit="x", value=ratio, note=f"medians of {TURNS} turns")

    def of_tables(self, number: int, source: Path | None = None) -> Iterator[Reading]:
        """A fresh server with so many tables: idle, at the wanted rate, and as fast as it goes."""
        with tempfile.TemporaryDirectory() as folder:
            words = ["serve", "--port", "0", "--data", folder, "--workers", "1", "--generosity", GENEROUS]
            words += ["--log-level", "warning"] + (["--database", self._database] if self._database else [])
            self._say(f"{number} tables: a server")
            with _started("tabbytop", *words, source=source) as process:
                self._wait(_bots_are_ready(process.address))
                before = process.memory
                pairs = self._wait(fill_tables(process.address, number, self._dice, self._say))
                yield from self._idle(f"{number} tables idle", process, before, number)
                yield from self._played(f"{number} tables at {self._rate:g}/s", process, pairs)
                if self._readers:
                    yield from self._read(f"{number} tables at {self._rate:g}/s", process, pairs)
                yield from self._raced(f"{number} tables flat out", process, pairs)

    def _idle(self, name: str, process: _Process, before: float, number: int) -> Iterator[Reading]:
        self._say(name)
        busy = process.seconds
        self._wait(asyncio.sleep(self._seconds))
        share = (process.seconds - busy) / self._seconds
        memory = process.memory
        yield Reading(name=f"{name}: memory", unit="MiB", value=memory / 2**20)
        yield Reading(name=f"{name}: memory for a table", unit="KiB", value=(memory - before) / number / 2**10)
        yield Reading(name=f"{name}: processor", unit="% of a core", value=100 * share)

    def _played(self, name: str, process: _Process, pairs: Sequence[Player]) -> Iterator[Reading]:
        self._say(name)
        tally, spent = self._at_rate(process, pairs)
        acknowledged = _times(f"{name}: acknowledged", tally.acknowledged, _note(tally))
        yield acknowledged
        yield _times(f"{name}: seen by the other", tally.seen)
        yield Reading(name=f"{name}: moves", unit="/s", value=len(tally.acknowledged) / self._seconds)
        yield Reading(name=f"{name}: processor", unit="ms/move", value=spent)
        yield _ratio(f"{name}: acknowledged / bare", acknowledged, self._echo, self._commit)

    def _read(self, name: str, process: _Process, pairs: Sequence[Player]) -> Iterator[Reading]:
        """The same rate with readers and without, in turns: what else the machine does falls on both alike."""
        shelf = self._wait(fill_shelf(process.address, self._dice, self._say))
        alone, beside, answers = Tally(), Tally(), Answers()

        async def with_readers() -> Tally:
            async with reading(process.address, shelf, self._readers, self._dice) as given:
                tally = await at_rate(pairs, self._rate, self._seconds, self._dice)
            answers.number += given.number
            answers.bytes += given.bytes
            return tally

        for turn in range(TURNS):
            self._say(f"{name}: {self._readers} readers, {turn + 1} of {TURNS}")
            alone.add(self._timed(process, at_rate(pairs, self._rate, self._seconds, self._dice))[0])
            beside.add(self._timed(process, with_readers())[0])
        unread = _times(f"{name}: acknowledged without readers", alone.acknowledged, _note(alone))
        read = _times(f"{name}: acknowledged beside {self._readers} readers", beside.acknowledged, _note(beside))
        yield from (unread, read)
        yield _ratio(f"{name}: beside readers / without", read, unread, note="to the same load")
        seconds = TURNS * self._seconds
        yield Reading(name=f"{name}: answers to readers", unit="/s", value=answers.number / seconds)
        yield Reading(name=f"{name}: read", unit="MB/s", value=answers.bytes / seconds / 1e6)

    def _raced(self, name: str, process: _Process, pairs: Sequence[Player]) -> Iterator[Reading]:
        self._say(name)
        tally, spent = self._flat_out(process, pairs)
        moves = len(tally.acknowledged) / self._seconds
        yield Reading(name=f"{name}: moves", unit="/s", value=moves, note=_note(tally))
        yield _times(f"{name}: acknowledged", tally.acknowledged)
        yield Reading(name=f"{name}: processor", unit="ms/move", value=spent)
        yield Reading(name=f"{name}: moves / bare", unit="x", value=moves / self._echoes.value, note="to echoes")
        yield Reading(name=f"{name}: memory", unit="MiB", value=process.memory / 2**20)

    # ------------------------------------------------------------ measuring

    def _at_rate(self, process: _Process, players: Sequence[Player]) -> tuple[Tally, float]:
        self._wait(at_rate(players, self._rate, self._seconds * WARM_UP, self._dice))
        return self._timed(process, at_rate(players, self._rate, self._seconds, self._dice))

    def _flat_out(self, process: _Process, players: Sequence[Player]) -> tuple[Tally, float]:
        self._wait(flat_out(players, self._seconds * WARM_UP))
        return self._timed(process, flat_out(players, self._seconds))

    def _timed(self, process: _Process, play: Coroutine[Any, Any, Tally]) -> tuple[Tally, float]:
        """What was measured, and the milliseconds of processor time that the server took for one command."""
        set_aside()  # this process shall not stop for its own garbage while it measures another
        before = process.seconds
        tally = self._wait(play)
        return tally, 1000 * (process.seconds - before) / max(1, len(tally.acknowledged))

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return self._runner.run(work)
        except TimeoutError:
            raise Broken("The server did not answer in time.") from None
        except (ConnectionError, EOFError) as problem:
            raise Broken(f"A connection was lost: {problem}.") from None


# ---------------------------------------------------------------- processes


class _Process:
    """A server in a process of its own, without the processes in which its bots think."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._facts = Path(f"/proc/{process.pid}")

    @property
    def memory(self) -> float:
        """Resident bytes; not a number where the system does not tell."""
        return self._fact("statm", 1) * os.sysconf("SC_PAGE_SIZE")

    @property
    def seconds(self) -> float:
        """Processor time spent so far; not a number where the system does not tell."""
        return (self._fact("stat", 13) + self._fact("stat", 14)) / os.sysconf("SC_CLK_TCK")

    def _fact(self, file: str, position: int) -> float:
        try:
            text = (self._facts / file).read_text()
        except OSError:
            return math.nan
        return float(re.sub(r"\(.*\)", "name", text).split()[position])  # a program's name may hold spaces


@contextlib.contextmanager
def _started(module: str, *words: str, source: Path | None = None) -> Iterator[_Process]:
    """Run a module that serves, until the context ends; the first number at the end of a line it prints is its port."""
    collect_all()  # it takes a while, and a server cuts those who leave its pings unanswered: nobody is connected yet
    command = [sys.executable, "-m", module, *words]
    variables = os.environ if source is None else {**os.environ, "PYTHONPATH": str(source.resolve())}
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True, env=variables) as process,
    ):
        try:
            assert process.stdout is not None
            port = re.search(r"(\d+)(?!.*\d)", process.stdout.readline())
            if port is None:
                said.seek(0)
                raise Broken(f"The server did not start: {said.read().strip()}")
            yield _Process(process, int(port[1]))
        finally:
            process.terminate()


async def _bots_are_ready(address: str) -> None:
    """Wait until nothing is being compiled any more beside the server."""
    async with Http(address) as http:
        while True:
            catalogue = await http.get("/api/games", messages.Catalogue)
            if all(game.ready.state in ("ready", "failed") for game in catalogue.games):
                return
            await asyncio.sleep(0.2)


def _allow_connections(tables: int) -> None:
    """Raise the number of open files for this process and those it starts."""
    needed = 2 * tables + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise UserError(
            f"{tables} tables need {needed} open files, and only {hard} are allowed here. Raise `ulimit -Hn`, or "
            "measure fewer tables."
        )
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def _new_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


# ---------------------------------------------------------------- rows


def _times(name: str, seconds: Sequence[float], note: str = "") -> Reading:
    """The row of many times, in milliseconds."""
    if not seconds:
        return Reading(name=name, unit="ms", value=math.nan, number=0)
    ordered = sorted(seconds)
    p50, p99 = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    return Reading(name=name, unit="ms", value=p50, p99=p99, most=1000 * ordered[-1], number=len(ordered), note=note)


def _ratio(name: str, ours: Reading, *limits: Reading, note: str = "to echo and commit together") -> Reading:
    """How many times as long as the limits together."""
    p99 = (ours.p99 or 0.0) / sum(limit.p99 or 0.0 for limit in limits)
    value = ours.value / sum(limit.value for limit in limits)
    return Reading(name=name, unit="x", value=value, p99=p99, note=note)


def _note(tally: Tally) -> str:
    return "; ".join(f"{times} times: {problem}" for problem, times in tally.problems.most_common(FEW))


def _as_long_as(seconds: float, value: T) -> Iterator[T]:
    """The same value again and again until the time is over."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        yield value


def as_table(readings: Iterable[Reading]) -> Table:
    """The rows for people."""
    table = Table("what", box=None, pad_edge=False)
    for heading in ("p50", "p99", "most"):
        table.add_column(heading, justify="right")
    for heading in ("unit", "note"):
        table.add_column(heading)
    for one in readings:
        numbers = ["" if number is None else short(number) for number in (one.value, one.p99, one.most)]
        table.add_row(one.name, *numbers, one.unit, one.note)
    return table
