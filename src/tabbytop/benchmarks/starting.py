"""How long it takes to get going: the first compilation of a game's rules, a later start, and the command line.

Every measurement is a process of its own. The first one finds an empty cache of compiled rules, the later ones find
what the first one left.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import tabbytop
from tabbytop.benchmarks.measure import Effort, Result, summary, unknown
from tabbytop.engine.game import Game

READY = """
import importlib
from tabbytop.engine import play
from tabbytop.engine.referee import Compiled
Compiled(importlib.import_module({package!r} + ".game").GAME).bind(play.play_batch)
"""

COMMANDS = (("games",), ("simulate", "cat-cab", "--games", "100"))


def start_of_game(game: Game, effort: Effort) -> Iterator[Result]:
    """From nothing to a compiled batch of random games: import, compile or load, bind."""
    package = game.rules.__name__.rpartition(".")[0]
    yield from cold_and_warm(f"{game.id}: ready to play", ["-c", READY.format(package=package)], effort)


def commands(effort: Effort) -> Iterator[Result]:
    """Whole runs of the command line."""
    for words in COMMANDS:
        yield from cold_and_warm(f"tabbytop {' '.join(words)}", ["-m", "tabbytop", *words], effort)


def cold_and_warm(name: str, arguments: Sequence[str], effort: Effort) -> Iterator[Result]:
    """One run with an empty cache, then several with the cache it left."""
    with tempfile.TemporaryDirectory() as cache:
        try:
            cold = seconds_of(arguments, cache)
            yield summary(f"{name}, first time", "s", [cold], "empty cache")
            yield summary(f"{name}, again", "s", [seconds_of(arguments, cache) for _ in range(effort.repeats)])
        except subprocess.CalledProcessError as problem:
            yield unknown(name, f"ended with status {problem.returncode}")


def seconds_of(arguments: Sequence[str], cache: str) -> float:
    """How long a fresh Python process takes."""
    package = str(Path(tabbytop.__file__).parents[1])
    paths = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"TABBYTOP_CACHE": cache, "PYTHONPATH": paths}
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began
