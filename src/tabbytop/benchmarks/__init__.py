"""Measurements of the engine and, side by side, of its peers: `run` yields rows, `as_table` and `as_json` show them.

The table server is measured apart from them, in `load`.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from rich.table import Table

from tabbytop import games
from tabbytop.benchmarks import own, starting
from tabbytop.benchmarks.connect_four.game import GAME as CONNECT_FOUR
from tabbytop.benchmarks.measure import Effort, Result
from tabbytop.benchmarks.peers import all_peers
from tabbytop.machine import cpu_model

PACKAGES = (
    "tabbytop", "numba", "numpy", "uvicorn", "uvloop", "websockets", "open_spiel", "pgx", "jax", "catanatron", "rlcard"
)  # fmt: skip


def run(
    *, peers: bool = True, repeats: int = 5, quick: bool = False, progress: Callable[[str], None] | None = None
) -> Iterator[Result]:
    """Measure everything, one row at a time.

    This is a generator: a caller may stop at any time, on Ctrl-C for instance, and keep the rows it has. `progress`
    hears what is measured next. `quick` shrinks everything to a second or two after compilation, with connect four as
    the only game of our own: enough to see that it works, and no more.
    """
    tell = progress or (lambda _: None)
    effort = Effort(repeats, 0.01) if quick else Effort(repeats)
    cards = [CONNECT_FOUR] if quick else [CONNECT_FOUR, *(games.load(game_id) for game_id in games.ids())]
    for card in cards:
        tell(card.name)
        yield from own.of_game(card, effort)
    if not quick:
        for card in cards:
            tell(f"{card.name}: starting")
            yield from starting.start_of_game(card, effort)
        tell("the command line")
        yield from starting.commands(effort)
    if peers:
        tell("peers")
        yield from all_peers(effort, quick)


def as_table(results: Iterable[Result]) -> Table:
    """The rows for people."""
    table = Table("what", box=None, pad_edge=False)
    for heading in ("median", "low", "high"):
        table.add_column(heading, justify="right")
    for heading in ("unit", "note"):
        table.add_column(heading)
    for one in results:
        numbers = [short(value) if one.repeats else "" for value in (one.median, one.low, one.high)]
        table.add_row(one.name, *numbers, one.unit, one.note)
    return table


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


__all__ = ["Result", "as_json", "as_table", "run", "short"]
