"""Stores for the fuzzer, on both databases."""

from __future__ import annotations

from tests.server.conftest import anyio_backend, database_url, has_tables, postgres, postgres_url, sqlite_url, store

__all__ = ["anyio_backend", "database_url", "has_tables", "postgres", "postgres_url", "sqlite_url", "store"]
