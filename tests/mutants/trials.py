"""Trying a mutant: a copy of the package with one mistake in it, and the tests of that game, the most telling first.

Nothing in the tree is edited. How long tests may take is counted in seconds of the processor, so a busy machine makes
no mutant look caught; a mutant that never ends is stopped by the same limit.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.mutants.mutations import Mutant

ROOT = Path(__file__).parents[2]
KIT = "src/tabbytop/kit"
OTHER_TESTS = shutil.ignore_patterns("__pycache__", "browser", "server", "chaos")
NO_RULES = shutil.ignore_patterns("__pycache__", "web")
PATIENCE, SPARE = 5, 20
"""A mutant may use so many times the seconds of the unchanged rules, and so many more."""
HANG = 3600
"""Seconds after which tests hang without using the processor."""

Fate = Literal["caught", "endless", "survived"]


class NotFit(Exception):
    """The unchanged rules do not pass their own tests, so nothing can be learned from mutants."""


def stages(game: str) -> list[list[str]]:
    """What is run for a game, in this order: arguments of pytest."""
    name = game.replace("-", "_")
    kit = [f"{KIT}/test_{part}.py" for part in ("rules", "hidden", "records")]
    return [[f"{KIT}/test_golden.py", "-k", game], [f"tests/games/{name}"], [*kit, "-k", game]]


@dataclass
class Bench:
    """A copy of the package and its tests, in which one mutant after another is tried."""

    folder: Path
    game: str
    stages: list[list[str]]
    limits: dict[str, int] = field(default_factory=dict)
    """Seconds of the processor that a stage may take, by its first argument."""
    _compiled: set[str] = field(default_factory=set)
    """What the unchanged rules were compiled to; the rest goes away with its mutant."""

    @classmethod
    def laid_out(cls, folder: Path, game: str, stages: list[list[str]]) -> Bench:
        """Copy what the tests of a game need."""
        shutil.copytree(ROOT / "src" / "tabbytop", folder / "src" / "tabbytop", ignore=NO_RULES)
        shutil.copytree(ROOT / "tests", folder / "tests", ignore=OTHER_TESTS)
        shutil.copy(ROOT / "pyproject.toml", folder)
        return cls(folder, game, stages)

    @property
    def rules(self) -> Path:
        """The folder of the game's rules in this copy."""
        return self.folder / "src" / "tabbytop" / "games" / self.game.replace("-", "_")

    def try_out(self, mutant: Mutant) -> tuple[Fate, str]:
        """What becomes of a mutant, and which test caught it."""
        for stage in self.stages:
            limit = self._limit(stage)  # most mutants never get as far as the slow stages
            with self._mistaken(mutant):
                done = self._run(stage, limit)
            if done.returncode < 0:
                return "endless", stage[0]
            if done.returncode != 0:
                failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                return "caught", failed[0].split(" - ")[0].partition(" ")[2] if failed else stage[0]
        return "survived", ""

    def _limit(self, stage: list[str]) -> int:
        """Run a stage once without a mistake, when it is first needed: that must pass, and sets the limit."""
        if stage[0] not in self.limits:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = self._run(stage, None)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                raise NotFit(f"without any mutant, `pytest {' '.join(stage)}` fails:\n{done.stdout[-3000:]}")
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            self.limits[stage[0]] = int(PATIENCE * used + SPARE)
            self._compiled |= set(self._compiled_rules())
        return self.limits[stage[0]]

    @contextmanager
    def _mistaken(self, mutant: Mutant) -> Iterator[None]:
        """Put a mistake into the copy, and take it out again with what was compiled of it."""
        path = self.rules / mutant.path
        path.write_text(mutant.after, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(mutant.before, encoding="utf-8")
            for name, folder in self._compiled_rules().items():
                if name not in self._compiled:
                    shutil.rmtree(folder, ignore_errors=True)

    @property
    def _cache(self) -> Path:
        return self.folder / "cache"

    def _compiled_rules(self) -> dict[str, Path]:
        return {folder.name: folder for folder in self._cache.glob("*/*")}

    def _run(self, stage: list[str], limit: int | None) -> subprocess.CompletedProcess[str]:
        """Run tests in the copy; beyond the limit the system stops them, which is a negative return code."""
        surroundings = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TABBYTOP_CACHE": str(self._cache),
        }

        def bounded() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=line", *stage]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=HANG,
            preexec_fn=bounded,
        )
