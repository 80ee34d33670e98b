"""What a server can take, measured in one go: `python -m tests.capacity`, on a machine that does nothing else.

Compares the server with that of an older commit, in turns; holds it against the goals; measures 5 000 tables, readers,
the start, and one, two and three processes. Ends with the block of numbers that docs/hosting.md shows; `--write` puts
them there. Takes about half an hour with the usual settings; what was measured is told when it is interrupted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tabbytop.benchmarks import load
from tabbytop.benchmarks.load import Reading
from tests.cluster import throughput

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "hosting.md"
BEGIN, END = "<!-- measured by tests.capacity -->", "<!-- end of what was measured -->"
BEFORE = "6ef6d9c"
"""The last commit before work on more than one machine had begun."""
STARTS = 9
"""Starts of each version, in turns."""
START = """
import sys
from pathlib import Path
from tabbytop.server.http.app import Application
from tabbytop.server.operating.serve import database_in
from tabbytop.server.operating.settings import Settings
from tabbytop.server.storage.store import Store
folder = Path(sys.argv[1])
Application(Settings(folder, database_in(folder)), Store.open(database_in(folder)))
"""
console = Console(width=140)


@dataclass
class Found:
    """What is known so far."""

    rows: list[tuple[str, str, str]] = field(default_factory=list)
    """What, how much, and the goal."""
    processes: list[list[str]] = field(default_factory=list)

    def add(self, what: str, value: str, goal: str = "") -> None:
        self.rows.append((what, value, goal))
        console.print(f"{what}: [bold]{value}[/bold]{f' (goal: {goal})' if goal else ''}")


@contextlib.contextmanager
def source_of(commit: str) -> Iterator[Path]:
    """The `src` of a commit."""
    with tempfile.TemporaryDirectory(prefix="tabbytop-then-") as folder:
        packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=packed, check=True)
        yield Path(folder) / "src"


def readings(**settings: object) -> dict[str, Reading]:
    """The rows of a load by their names, each told as it comes."""
    found = {}
    with console.status("measuring") as status:
        for reading in load.run(progress=status.update, **settings):  # type: ignore[arg-type]
            found[reading.name] = reading
            p99 = f", p99 {reading.p99:.3g}" if reading.p99 is not None else ""
            console.print(f"  {reading.name}: {reading.value:.4g}{p99} {reading.unit} {reading.note}", style="dim")
    return found


def compare(found: Found, then: Path, tables: int, seconds: float) -> None:
    """This version and the old one, in turns."""
    rows = readings(tables=[tables], rate=200.0, seconds=seconds, against=then)
    flat, at_rate, idle = f"{tables} tables flat out", f"{tables} tables at 200/s", f"{tables} tables idle"

    def of(whose: str, name: str) -> list[Reading]:
        return [row for key, row in rows.items() if key.startswith(f"{whose} version") and key.endswith(f": {name}")]

    def median(whose: str, name: str) -> float:
        return statistics.median(row.value for row in of(whose, name))

    now, before = (median(whose, f"{flat}: processor") for whose in ("this", "other"))
    found.add(f"processor a move, {tables} tables flat out", f"{now:.2f} ms, {now / before:.2f} of before", "0.33")
    now, before = (median(whose, f"{flat}: moves") for whose in ("this", "other"))
    found.add(f"moves a second, {tables} tables flat out", f"{now:.0f} ({before:.0f} before)")
    now, before = (median(whose, f"{idle}: memory for a table") for whose in ("this", "other"))
    found.add("memory for an idle table with two players", f"{now:.0f} KiB ({before:.0f} before)", "40 KiB")
    now, before = (median(whose, f"{at_rate}: acknowledged / bare") for whose in ("this", "other"))
    found.add("acknowledged at 200 moves/s, to a bare echo and commit", f"{now:.1f} times ({before:.1f})", "3 times")
    late = statistics.median(row.p99 or 0.0 for row in of("this", f"{at_rate}: acknowledged"))
    found.add("99 of 100 acknowledged at 200 moves/s within", f"{late:.0f} ms")


def crowd(found: Found, tables: int, rate: float, seconds: float) -> None:
    """Many tables, and as many moves as they are to take."""
    rows = readings(tables=[tables], rate=rate, seconds=seconds)
    name = f"{tables} tables at {rate:g}/s"
    answered, moves = rows[f"{name}: acknowledged"], rows[f"{name}: moves"]
    found.add(f"{name}: moves acknowledged a second", f"{moves.value:.0f}", f"{rate:g}")
    found.add(f"{name}: half acknowledged within", f"{answered.value:.1f} ms")
    found.add(f"{name}: 99 of 100 acknowledged within", f"{answered.p99:.0f} ms", "50 ms")
    found.add(f"{name}: processor of the server", f"{rows[f'{name}: processor'].value * moves.value / 1000:.2f} cores")
    found.add(f"{tables} tables: memory of the server", f"{rows[f'{tables} tables idle: memory'].value:.0f} MiB")


def beside_readers(found: Found, seconds: float) -> None:
    """Twelve people who read long games beside 200 tables."""
    ratio = readings(tables=[200], rate=100.0, seconds=seconds, readers=12)[
        "200 tables at 100/s: beside readers / without"
    ]
    told = f"{ratio.value:.2f} times, p99 {ratio.p99:.2f} times"
    found.add("12 readers beside 200 tables: acknowledged, to without", told, "2 times")


def starts(found: Found, then: Path) -> None:
    """From nothing to a server that could listen, on an SQLite file that is there: processor time, in turns."""
    spent: dict[Path, list[float]] = {ROOT / "src": [], then: []}
    with tempfile.TemporaryDirectory() as name:
        folders = {source: Path(name) / str(number) for number, source in enumerate(spent)}
        for turn in range(STARTS + 1):  # the first one writes byte code and makes the database, and does not count
            for source, seconds in spent.items():
                folders[source].mkdir(exist_ok=True)
                taken = _processor_of([sys.executable, "-c", START, str(folders[source])], source)
                if turn:
                    seconds.append(taken)
    now, before = (statistics.median(seconds) for seconds in spent.values())
    found.add("processor to start, SQLite alone", f"{now:.2f} s, {now / before:.3f} of before", "1.02")


def _processor_of(command: list[str], source: Path) -> float:
    """Seconds of processor that a program takes."""
    before = os.times()
    variables = {**os.environ, "PYTHONPATH": str(source)}
    subprocess.run(command, env=variables, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def processes(found: Found, tables: int, seconds: float) -> None:
    """One, two and three processes over one Postgres, and what bounds them."""
    found.processes = list(throughput.rows(tables, seconds))
    shown = Table(*throughput.HEADINGS)
    for row in found.processes:
        shown.add_row(*row)
    console.print(shown)
    first = float(found.processes[0][1])
    ratios = ", ".join(f"{row[0]}: {float(row[1]) / first:.2f}" for row in found.processes)
    found.add("moves a second by processes, to one", ratios)


def block(found: Found) -> str:
    """The numbers as the document shows them."""
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    lines = [BEGIN, f"Measured on {when} with {os.cpu_count()} cores, server and players on one machine.", ""]
    lines += ["| what | measured | goal |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in found.rows)]
    if found.processes:
        lines += ["", f"| {' | '.join(throughput.HEADINGS)} |", "|---" * len(throughput.HEADINGS) + "|"]
        lines += [f"| {' | '.join(row)} |" for row in found.processes]
    return "\n".join([*lines, END])


def put_into(document: str, measured: str) -> str:
    """The document with these numbers in place of those before.

    >>> put_into(f"a {BEGIN} old {END} b", f"{BEGIN} new {END}") == f"a {BEGIN} new {END} b"
    True
    """
    head, _, rest = document.partition(BEGIN)
    _, found, tail = rest.partition(END)
    if not found:
        raise ValueError(f"the document has no place for numbers: {BEGIN} … {END}")
    return f"{head}{measured}{tail}"


def main(
    before: Annotated[str, typer.Option(help="The commit to compare with.")] = BEFORE,
    tables: Annotated[int, typer.Option(help="Tables at which versions are compared.")] = 500,
    many: Annotated[int, typer.Option(help="Tables of the crowd.")] = 5000,
    rate: Annotated[float, typer.Option(help="Moves a second of the crowd.")] = 1000.0,
    seconds: Annotated[float, typer.Option(help="For each measurement.")] = 10.0,
    write: Annotated[bool, typer.Option("--write", help="Put the numbers into docs/hosting.md.")] = False,
) -> None:
    """Everything, one after the other."""
    found, began = Found(), time.monotonic()
    with source_of(before) as then:
        parts: list[Callable[[], None]] = [
            lambda: starts(found, then),
            lambda: compare(found, then, tables, seconds),
            lambda: crowd(found, many, rate, seconds),
            lambda: beside_readers(found, seconds),
            lambda: processes(found, 60, seconds),
        ]
        for part in parts:
            try:
                part()
            except KeyboardInterrupt:
                console.print("[yellow]Interrupted; this is what is known.[/yellow]")
                break
            except Exception:
                console.print_exception()  # the other parts can still be measured
    measured = block(found)
    console.print(f"\n{measured}\n\n{(time.monotonic() - began) / 60:.0f} minutes", markup=False)
    if write:
        DOCUMENT.write_text(put_into(DOCUMENT.read_text(encoding="utf-8"), measured), encoding="utf-8")


if __name__ == "__main__":
    with contextlib.suppress(asyncio.CancelledError):
        typer.run(main)
