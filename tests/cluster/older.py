"""The program as it was, from the history of the project: it knows the schema up to then, and takes any newer one for
foreign.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.server.servers import ROOT, Server

BEFORE_LEASES = "84eeceb"
"""The last commit that knew nothing of leases."""
WITH_A_BUS = "db83f33"
"""A commit with leases and a bus, of an older schema."""


class ServerOfThen(Server):
    """A server process of the program as it was."""

    @property
    def environment(self) -> dict[str, str]:
        paths = os.pathsep.join(map(str, (self.root / "src", self.root)))
        return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def older_server(commit: str, folder: Path, **settings: Any) -> Server:
    """A server with the program of a commit; the test is skipped where the checkout does not reach back so far."""
    asked = ["git", "archive", commit, "src", "tests/__init__.py", "tests/server"]
    try:
        packed = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this checkout has no history from which the older program could be taken")
    server = ServerOfThen(folder / "old", **settings)
    server.root = folder / "then"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(server.root, filter="data")
    return server
