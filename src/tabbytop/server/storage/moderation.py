"""What hosts and people keep against trouble: bans, who does not hear whom, and the audit log of what was done."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Select, delete, func, insert, or_, select

from tabbytop.server.storage.schema import audit, bans, guests, mutes, tokens
from tabbytop.server.storage.store import Store

HOST = "host"
"""Whoever runs the server, in the audit log."""


@dataclass(frozen=True)
class Ban:
    """Somebody who may not come here, or a network from which nobody may."""

    id: int
    kind: Literal["profile", "network"]
    whom: str
    reason: str
    created: int
    until: int | None


@dataclass(frozen=True)
class AuditEntry:
    """Something that was done to somebody."""

    at: int
    who: str
    what: str
    whom: str
    why: str


@dataclass(frozen=True)
class Known:
    """A profile as hosts see it."""

    id: str
    name: str
    created: int
    used: int | None


class Moderation:
    """Bans, mutes and the audit log, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ban(self, kind: Literal["profile", "network"], whom: str, reason: str, until: int | None) -> None:
        """Let somebody in no more, and note it; a ban before it is replaced."""

        def write(connection: Connection) -> None:
            connection.execute(delete(bans).where(bans.c.kind == kind, bans.c.whom == whom))
            new = {"kind": kind, "whom": whom, "reason": reason, "created": now(), "until": until}
            connection.execute(insert(bans).values(new))
            _note(connection, HOST, "ban", whom, reason)

        await self._store.write("bans", write)

    async def unban(self, whom: str) -> bool:
        """Let somebody in again; whether they were banned."""
        lifted = 0

        def write(connection: Connection) -> None:
            nonlocal lifted
            lifted = connection.execute(delete(bans).where(bans.c.whom == whom)).rowcount
            if lifted:
                _note(connection, HOST, "unban", whom, "")

        await self._store.write("bans", write)
        return bool(lifted)

    async def bans(self) -> list[Ban]:
        """All bans that hold now, the oldest first."""
        asked = select(bans).where(or_(bans.c.until.is_(None), bans.c.until > now())).order_by(bans.c.id)
        return await self._store.read(lambda connection: [Ban(*row) for row in connection.execute(asked)])

    async def note(self, who: str, what: str, whom: str, why: str = "") -> None:
        """Add to the audit log."""
        await self._store.write("audit", lambda connection: _note(connection, who, what, whom, why))

    async def audit(self, limit: int) -> list[AuditEntry]:
        """The last entries of the audit log, the newest first."""
        columns = audit.c.at, audit.c.who, audit.c.what, audit.c.whom, audit.c.why
        asked = select(*columns).order_by(audit.c.id.desc()).limit(limit)
        return await self._store.read(lambda connection: [AuditEntry(*row) for row in connection.execute(asked)])

    async def people(self, text: str, limit: int) -> list[Known]:
        """Profiles whose name contains a text, those used last first."""
        used = func.max(func.coalesce(tokens.c.used, tokens.c.created))
        asked: Select[*tuple[Any, ...]] = (
            select(guests.c.id, guests.c.name, guests.c.created, used)
            .join_from(guests, tokens, tokens.c.guest == guests.c.id, isouter=True)
            .where(guests.c.gone.is_(None), guests.c.name.icontains(text, autoescape=True))
            .group_by(guests.c.id, guests.c.name, guests.c.created)
            .order_by(used.desc(), guests.c.id)
            .limit(limit)
        )
        return await self._store.read(lambda connection: [Known(*row) for row in connection.execute(asked)])

    async def mute(self, guest: str, other: str, *, muted: bool) -> None:
        """Keep that a guest does not want to hear another one, or does again."""

        def write(connection: Connection) -> None:
            connection.execute(delete(mutes).where(mutes.c.guest == guest, mutes.c.muted == other))
            if muted:
                connection.execute(insert(mutes).values(guest=guest, muted=other))

        await self._store.write(guest, write)

    async def muted_by(self, guest: str) -> list[str]:
        """The names of all whom a guest does not want to hear."""
        asked = select(guests.c.name).join(mutes, mutes.c.muted == guests.c.id).where(mutes.c.guest == guest)
        return await self._store.read(lambda connection: list(connection.scalars(asked.order_by(guests.c.name))))

    async def muted_among(self, guest: str, others: Collection[str]) -> set[str]:
        """Those of some guests whom a guest does not want to hear."""
        asked = select(mutes.c.muted).where(mutes.c.guest == guest, mutes.c.muted.in_(others))
        return await self._store.read(lambda connection: set(connection.scalars(asked)))


def _note(connection: Connection, who: str, what: str, whom: str, why: str) -> None:
    connection.execute(insert(audit).values(at=now(), who=who, what=what, whom=whom, why=why))


def now() -> int:
    """The time, as it is kept."""
    return time.time_ns() // 1_000_000
