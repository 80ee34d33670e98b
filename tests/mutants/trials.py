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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from tests.mutants.mutations import Mutant

ROOT = Path(__file__).parents[2]
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
    kit = [f"src/tabbytop/kit/test_{part}.py" for part in ("rules", "hidden", "records")]
    return [["src/tabbytop/kit/test_golden.py", "-k", name], [f"tests/games/{name}"], [*kit, "-k", game]]


@dataclass
class Bench:
    """A copy of the package and its tests, in which one mutant after another is tried."""

    folder: Path
    game: str
    stages: list[list[str]]
    limits: list[int] = field(default_factory=list)
    _compiled: set[str] = field(default_factory=set)

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

    def measure(self) -> None:
        """Run everything once without a mistake: that must pass, compiles the rules, and sets the limits."""
        self.limits = []
        for stage in self.stages:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = self._run(stage, None)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                raise NotFit(f"without any mutant, `pytest {' '.join(stage)}` fails:\n{done.stdout[-3000:]}")
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            self.limits.append(int(PATIENCE * used + SPARE))
        self._compiled = set(self._compiled_rules())

    def copied(self, folder: Path) -> Bench:
        """Another bench like this one, measured already."""
        shutil.copytree(self.folder, folder)
        return replace(self, folder=folder)

    def try_out(self, mutant: Mutant) -> tuple[Fate, str]:
        """What becomes of a mutant, and which test caught it."""
        path = self.rules / mutant.path
        path.write_text(mutant.after, encoding="utf-8")
        try:
            for stage, limit in zip(self.stages, self.limits, strict=True):
                done = self._run(stage, limit)
                if done.returncode < 0:
                    return "endless", stage[0]
                if done.returncode != 0:
                    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                    return "caught", failed[0].split(" - ")[0].partition(" ")[2] if failed else stage[0]
            return "survived", ""
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
