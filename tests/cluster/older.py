"""The program as it was before there were leases, from the history of the project: it knows the schema up to then, and
takes any newer one for foreign.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from pathlib import Path

from tests.server.servers import ROOT, Server

BEFORE_LEASES = "84eeceb"
"""The last commit that knew nothing of leases."""


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
