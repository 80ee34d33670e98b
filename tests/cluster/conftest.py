"""What the tests of several servers share."""

from __future__ import annotations

import pytest

from tests.server.conftest import anyio_backend, postgres, postgres_url, redis_server, sqlite_url

__all__ = ["anyio_backend", "postgres", "postgres_url", "redis_server", "sqlite_url"]


@pytest.fixture
def has_tables() -> bool:
    """Servers of several versions make the tables that they know."""
    return False
