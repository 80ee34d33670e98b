"""What the tests of several servers share."""

from __future__ import annotations

from tests.server.conftest import anyio_backend, postgres, postgres_url, redis_server, sqlite_url

__all__ = ["anyio_backend", "postgres", "postgres_url", "redis_server", "sqlite_url"]
