"""What the tests of the server share."""

from __future__ import annotations

import pytest

from tests.server.databases import database_url, has_tables, postgres, postgres_url, sqlite_url
from tests.server.evenings import known_luck
from tests.server.redis_servers import redis_server
from tests.server.shared import server, server_on_each, shared_server, shared_server_on_postgres
from tests.server.stores import store

__all__ = [
    "anyio_backend",
    "database_url",
    "has_tables",
    "known_luck",
    "postgres",
    "postgres_url",
    "redis_server",
    "server",
    "server_on_each",
    "shared_server",
    "shared_server_on_postgres",
    "sqlite_url",
    "store",
]


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked with `anyio` run in asyncio."""
    return "asyncio"
