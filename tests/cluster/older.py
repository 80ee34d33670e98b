"""The program as it was before there were leases: it knows the schema up to then, and takes any newer one for foreign.

It is had in two ways: as it was, from the history of the project where a checkout has one, and as this program that
knows only the older schema.

    python -m tests.cluster.older '{"data": "…"}'      # like tests.server.run_server
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from alembic.script import Script, ScriptDirectory

from tests.server import run_server
from tests.server.servers import ROOT, Server

NEWEST = "0002"
BEFORE_LEASES = "84eeceb"
"""The last commit that knew nothing of leases."""


class OlderServer(Server):
    """A server process of this program that knows only the older schema."""

    program = "tests.cluster.older"


class ServerOfThen(Server):
    """A server process of the program as it was."""

    @property
    def environment(self) -> dict[str, str]:
        paths = os.pathsep.join(map(str, (self.root / "src", self.root)))
        return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def program_of_then(folder: Path) -> Path | None:
    """The program as it was, put into a folder; None where the checkout does not reach back so far."""
    asked = ["git", "archive", BEFORE_LEASES, "src", "tests/__init__.py", "tests/server"]
    try:
        packed = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def forget() -> None:
    """Let this process know only the older schema."""
    walk, upgrade = ScriptDirectory.walk_revisions, command.upgrade

    def walk_older(scripts: ScriptDirectory) -> Iterator[Script]:
        return (step for step in walk(scripts) if step.revision <= NEWEST)

    def upgrade_to_older(config: Any, revision: str) -> None:
        upgrade(config, NEWEST)

    ScriptDirectory.walk_revisions = walk_older  # type: ignore[method-assign, assignment]
    command.upgrade = upgrade_to_older


if __name__ == "__main__":
    forget()
    run_server.main(*sys.argv[1:])
