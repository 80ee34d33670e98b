"""Measurements of the engine and, side by side, of its peers: `run` yields rows, `as_line` and `as_json` show them.

The table server is measured apart from them, in `load`.
"""

from __future__ import annotations

import datetime
import functools
import importlib.metadata
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from tabbytop import games
from tabbytop.benchmarks import own, starting
from tabbytop.benchmarks.connect_four.game import GAME as CONNECT_FOUR
from tabbytop.benchmarks.measure import Effort, Result, attempted
from tabbytop.benchmarks.peers import all_peers
from tabbytop.machine import cpu_model

PACKAGES = (
    "tabbytop", "numba", "numpy", "uvicorn", "uvloop", "websockets", "open_spiel", "pgx", "jax", "catanatron", "rlcard",
    "pettingzoo", "pufferlib", "envpool"
)  # fmt: skip


WIDTHS = {"what": 36, "number": 11, "unit": 5}


def run(
    *, peers: bool = True, repeats: int = 5, quick: bool = False, progress: Callable[[str], None] | None = None
) -> Iterator[Result]:
    """Measure everything, one row at a time.

    This is a generator: a caller may stop at any time, on Ctrl-C for instance, and keep the rows it has. `progress`
    hears what is measured next. What fails is a row that says so. `quick` shrinks everything to a second or two for a
    game after compilation, and leaves starting out: enough to see that it works, and no more.
    """
    tell = progress or (lambda _: None)
    effort = Effort(repeats, 0.01) if quick else Effort(repeats)
    cards = [CONNECT_FOUR, *(games.load(game_id) for game_id in games.ids())]
    for card in cards:
        tell(card.name)
        yield from attempted(card.id, functools.partial(own.of_game, card, effort))
    if not quick:
        for card in cards:
            tell(f"{card.name}: starting")
            yield from attempted(f"{card.id}: starting", functools.partial(starting.start_of_game, card, effort))
        tell("the command line")
        yield from attempted("the command line", functools.partial(starting.commands, effort))
    if peers:
        tell("peers")
        yield from all_peers(effort, quick)


def as_line(one: Result | None = None) -> Table:
    """A row for people, in 80 columns: rows that are printed below each other make a table. Without one, its head."""
    line = Table.grid(padding=(0, 1))
    line.add_column(width=WIDTHS["what"])
    for _ in range(3):
        line.add_column(width=WIDTHS["number"], justify="right", no_wrap=True)
    line.add_column(width=WIDTHS["unit"], no_wrap=True)
    if one is None:
        line.add_row("what", "median", "low", "high", style="dim")
        return line
    numbers = [short(value) if one.repeats else "" for value in (one.median, one.low, one.high)]
    line.add_row(Text(one.name), *numbers, one.unit)
    if one.note:
        line.add_row(Text(f"  {one.note}", style="red" if one.failed else "dim"))
    return line


def as_json(results: Iterable[msgspec.Struct]) -> dict[str, Any]:
    """The rows for programs, with what is worth knowing of the machine."""
    return {
        "machine": {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "python": platform.python_version(),
            "cpu": cpu_model(),
            "cpus": os.cpu_count(),
            "packages": {name: version for name in PACKAGES if (version := _version(name))},
        },
        "results": [msgspec.to_builtins(one) for one in results],
    }


def short(value: float) -> str:
    """A number in a few digits."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


__all__ = ["Result", "as_json", "as_line", "run", "short"]
