"""Clusters for tests: several real server processes over one database and one bus."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabbytop.client import request
from tests.server import faults, plants
from tests.server.servers import Server

QUICK = (faults.named(faults.stay_cold), plants.named(plants.quick_bots))


class Member(Server):
    """One server process of a cluster."""

    def pause(self) -> None:
        """Stop the process where it is."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the process go on after a pause."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self) -> None:
        """Leave no process behind, also no paused one."""
        if self.is_running:
            self.kill()

    @property
    def name(self) -> str | None:
        """What the process calls itself, if it is well."""
        name: str | None = json.loads(request("GET", f"{self.address}/healthz", None)[1]).get("server")
        return name


@contextlib.contextmanager
def servers(
    folder: Path, number: int, database: str, bus: str, *planted: str, start: bool = True, **settings: Any
) -> Iterator[list[Member]]:
    """So many servers over one database, for the time of a test."""
    members = [
        Member(folder / f"server-{each}", *QUICK, *planted, database=database, bus=bus, **settings)
        for each in range(number)
    ]
    try:
        for member in members:
            if start:
                member.start()
        yield members
    finally:
        for member in members:
            member.end()
