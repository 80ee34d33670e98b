"""The rules of two versions in one run: how soon they are compiled and how fast random play is, in turns, as ratios."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tabbytop import games
from tabbytop.benchmarks.measure import PER_SECOND, Effort, Result, attempted, ratio, summary

SOURCE = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("one_version.py")
WARM_UP = 20
"""Games that are played first; from their moves follows how many are played in a turn."""
FASTEST = 10_000_000
"""Moves a second that no game makes, or hardly any: a turn has so many times its seconds of them."""


class Version:
    """A process that plays by one version, with compiled rules of its own that are forgotten at the end."""

    def __init__(self, source: Path, game_id: str, cache: str) -> None:
        surroundings = {**os.environ, "PYTHONPATH": str(source), "TABBYTOP_CACHE": cache}
        command = [sys.executable, str(PROGRAM), game_id]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, env=surroundings, cwd=cache, **pipes)

    def __enter__(self) -> Version:
        return self

    def __exit__(self, *problem: object) -> None:
        self._process.kill()
        self._process.communicate()

    def heard(self) -> Any:
        """What the process tells next."""
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise RuntimeError(f"the process ended with status {self._process.wait()}")
        return json.loads(line)

    def played(self, count: int) -> Any:
        """What came of so many games."""
        assert self._process.stdin
        print(count, file=self._process.stdin, flush=True)
        return self.heard()


def run(
    other: Path,
    *,
    repeats: int,
    quick: bool,
    game_ids: Sequence[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Iterator[Result]:
    """All games by this version and by the one whose `src` is `other`, one row at a time."""
    tell = progress or (lambda _: None)
    effort = Effort(repeats, 0.01) if quick else Effort(repeats)
    for game_id in game_ids or games.ids():
        tell(game_id)
        yield from attempted(game_id, functools.partial(of_game, game_id, other, effort))


def of_game(game_id: str, other: Path, effort: Effort) -> Iterator[Result]:
    """One game: compiling, then random play in turns; the last row tells whether the games end alike."""
    with contextlib.ExitStack() as stack:
        compiled: list[float] = []
        versions: list[Version] = []
        for source in (SOURCE, other):
            cache = stack.enter_context(tempfile.TemporaryDirectory(prefix="tabbytop-"))
            versions.append(stack.enter_context(Version(source, game_id, cache)))
            compiled.append(versions[-1].heard()["compiled"])
        name, seconds = f"{game_id}: compiled", "s"
        yield summary(f"{name}, this", seconds, compiled[:1])
        yield summary(f"{name}, other", seconds, compiled[1:])
        yield ratio(f"{name}, this / other", compiled[:1], compiled[1:], "processor time: less is better")
        first = versions[0].played(WARM_UP)
        count = max(WARM_UP, int(effort.seconds * FASTEST * WARM_UP / first["moves"]))
        turns = [[version.played(count) for version in versions] for _ in range(effort.repeats)]
    speeds = [[one["speed"] for one in told] for told in zip(*turns, strict=True)]
    name = f"{game_id}: moves"
    yield summary(f"{name}, this", PER_SECOND, speeds[0])
    yield summary(f"{name}, other", PER_SECOND, speeds[1])
    alike = len({one["digest"] for turn in turns for one in turn}) == 1
    told = f"the same {count:,} games" if alike else f"{count:,} games, which do not end alike"
    yield ratio(f"{name}, this / other", speeds[0], speeds[1], told)
