"""The other server processes, as far as they are heard: who lives, and who takes tables."""

from __future__ import annotations

import time

from tabbytop.server.cluster.envelopes import Hello

HELLO_EVERY = 0.4
SILENT = 2.0
"""Seconds without a word after which a process is not waited for."""
FORGOTTEN = 60.0


class Peers:
    """Everybody who was heard lately."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._heard: dict[str, tuple[float, bool]] = {}

    def hear(self, hello: Hello) -> None:
        """A process lives."""
        if hello.server != self._server:
            self._heard[hello.server] = (time.monotonic(), hello.takes_tables)

    def note(self, server: str) -> None:
        """Something else was heard of a process."""
        takes_tables = self._heard.get(server, (0.0, False))[1]
        self._heard[server] = (time.monotonic(), takes_tables)

    def forget(self) -> None:
        """Forget those who are gone for long."""
        since = time.monotonic() - FORGOTTEN
        self._heard = {server: heard for server, heard in self._heard.items() if heard[0] > since}

    def silence(self, server: str) -> float:
        """Seconds since a process was heard; one that was never heard is as silent as can be."""
        heard = self._heard.get(server)
        return FORGOTTEN if heard is None else time.monotonic() - heard[0]

    def is_silent(self, server: str) -> bool:
        """Whether nothing was heard of a process for too long."""
        return self.silence(server) > SILENT

    def who_takes_tables(self) -> list[str]:
        """Those who could take a table now."""
        return sorted(
            server for server, (_, takes_tables) in self._heard.items() if takes_tables and not self.is_silent(server)
        )
