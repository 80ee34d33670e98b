"""Packages with games from outside, installed into a folder of their own for the time of a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import nursery


def outside_game(folder: Path, game_id: str = "can-race", name: str = "Can Race") -> Path:
    """The package that `tabbytop new` writes in a folder that is no checkout."""
    nursery.run("new", game_id, "--name", name, cwd=folder).check_returncode()
    return folder / game_id


def install(site: Path, *packages: Path) -> dict[str, str]:
    """Install packages into a folder; the environment in which Python finds them there."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--disable-pip-version-check", "--target", str(site), *map(str, packages)], check=True)
    return with_packages(site)


def declare(site: Path, game_id: str, source: str) -> dict[str, str]:
    """A package of one module, as if it had been installed; the environment in which Python finds it there."""
    module = game_id.replace("-", "_")
    info = site / f"{module}-0.1.dist-info"
    info.mkdir(parents=True)
    (site / f"{module}.py").write_text(source)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game_id}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[tabbytop.games]\n{game_id} = {module}:GAME\n")
    return with_packages(site)


def with_packages(site: Path) -> dict[str, str]:
    """The environment of a program that shall find the packages in a folder."""
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *([known] if known else [])])}
