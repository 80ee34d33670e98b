"""The program as it was before there were leases: it knows the schema up to then, and takes any newer one for foreign.

python -m tests.cluster.older '{"data": "…"}'      # like tests.server.run_server
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from alembic import command
from alembic.script import Script, ScriptDirectory

from tests.server import run_server
from tests.server.servers import Server

NEWEST = "0002"


class OlderServer(Server):
    """A server process of that program."""

    program = "tests.cluster.older"


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
