"""Two guests who try wrong things, with each kind of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.lines import Http
from tests.server.servers import Server


@pytest.fixture
def server(server_on_each: Server) -> Server:
    """All of this is tried with SQLite and with Postgres."""
    return server_on_each


@pytest.fixture
def ann(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ann")
    yield http
    http.close()


@pytest.fixture
def ben(server: Server) -> Iterator[Http]:
    http = Http(server)
    http.become_guest("Ben")
    yield http
    http.close()
