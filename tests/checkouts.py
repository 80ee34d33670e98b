"""Copies of this checkout, in which a test may add, change and build whatever it likes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatch_build import node_from_pypi, suitable_node

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__", ".*", "pictures", "golden")


class Checkout:
    """A copy. Its page is built with the tools of the true checkout, its Python runs in the same environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in ("src", "tests", "web", "docs"):
            shutil.copytree(ROOT / part, folder / part, ignore=NOT_COPIED)
        for name in (
            "pyproject.toml",
            "hatch_build.py",
            "dev.py",
            "Makefile",
            "constraints.txt",
            "README.md",
            "LICENSE",
        ):
            shutil.copy(ROOT / name, folder)
        shutil.rmtree(folder / "src/tabbytop/web", ignore_errors=True)
        (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")

    @property
    def environment(self) -> dict[str, str]:
        """The variables of programs that use this copy of Tabbytop and no other."""
        return {**os.environ, "PYTHONPATH": str(self.folder / "src")}

    def run(self, *command: str, code: int = 0) -> str:
        """Run a program here; what it says."""
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def tabbytop(self, *arguments: str, code: int = 0) -> str:
        """Run the command line here; what it says."""
        return self.run(sys.executable, "-m", "tabbytop", *arguments, code=code)

    def node(self, script: str, *arguments: str) -> str:
        """Run a tool of the page here; what it says."""
        node = suitable_node() or node_from_pypi()
        assert node is not None, "there is no Node.js; `make setup` installs one"
        tool = self.folder / "web/node_modules" / script
        done = subprocess.run(
            [str(node), str(tool), *arguments], cwd=self.folder / "web", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def files(self) -> dict[str, bytes]:
        """All files by their names, but those that tools keep for themselves."""
        kept = {"node_modules", "__pycache__"}
        paths = (path for path in self.folder.rglob("*") if path.is_file() and kept.isdisjoint(path.parts))
        named = {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}
        return {name: data for name, data in named.items() if not name.startswith(".")}
