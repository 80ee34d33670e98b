"""Which tables a process looks after when it goes through all of them: its own, and those that nobody holds."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, or_, select

from tabbytop.server.storage.schema import servers, tables


def not_elsewhere(server: str) -> ColumnElement[bool]:
    """Of tables: no other process than `server` holds them, or its lease has ended."""
    living = select(servers.c.id).where(servers.c.expires > func.now(), servers.c.id != server)
    return or_(tables.c.owner.is_(None), tables.c.owner.not_in(living))
