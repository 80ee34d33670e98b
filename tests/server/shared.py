"""One server for all tests that need nothing special of theirs: its bots answer at once, and its limits are wide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server import plants
from tests.server.databases import Postgres
from tests.server.servers import Server, running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server, started when the first test asks for it."""
    with running(tmp_path_factory.mktemp("shared"), plants.named(plants.quick_bots)) as server:
        yield server


@pytest.fixture(scope="session")
def shared_server_on_postgres(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    """The same with Postgres."""
    folder, planted = tmp_path_factory.mktemp("shared"), plants.named(plants.quick_bots)
    with running(folder, planted, database=postgres.create_with_tables()) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The shared server, in whose log nothing may be that nobody should ever see."""
    yield shared_server
    assert shared_server.problems() == []


@pytest.fixture(params=["shared_server", "shared_server_on_postgres"], ids=["sqlite", "postgres"])
def server_on_each(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A shared server, once with each kind of database, in whose log nothing may be that nobody should ever see."""
    shared: Server = request.getfixturevalue(request.param)
    yield shared
    assert shared.problems() == []
