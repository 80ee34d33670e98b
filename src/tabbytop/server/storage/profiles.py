"""Profiles: guests with name, face and settings, the devices that know their secrets, and how both are forgotten."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from tabbytop.server.storage.schema import (
    audit,
    bans,
    challenges,
    cleared,
    club_members,
    consents,
    events,
    guests,
    handovers,
    invited,
    lessons,
    mutes,
    notice_habits,
    notice_ways,
    notices,
    passkeys,
    ratings,
    seats,
    tokens,
)
from tabbytop.server.storage.store import Store, Unknown

DAY = 24 * 3600 * 1000
DEVICE_LASTS = 400 * DAY
"""Milliseconds for which a device that does not come is known; browsers keep no cookie for longer."""
LINK_LASTS = DAY
OWNED = (
    *(tokens, handovers, passkeys, challenges),
    *(notice_ways, notice_habits, notices, invited, lessons, mutes, consents, cleared, club_members),
)
"""What is kept of a guest beside tables."""
DELETED = "a deleted profile"
"""What the audit log says of somebody who is forgotten."""


@dataclass(frozen=True)
class Guest:
    """Somebody who came by."""

    id: str
    name: str
    created: int
    face: str = ""


@dataclass(frozen=True)
class Token:
    """What a guest is known again by; only its SHA-256 is kept."""

    hash: bytes
    guest: str
    kind: Literal["device", "link"]
    created: int
    used: int | None = None
    label: str = ""

    @property
    def last_used(self) -> int:
        """When it was used last, or made."""
        return self.used or self.created

    def is_worth(self, now: int) -> bool:
        """Whether it is still good for anything: links end a day after they were made, devices after a long absence."""
        since = self.created + LINK_LASTS if self.kind == "link" else self.last_used + DEVICE_LASTS
        return now < since


class Profiles:
    """Guests and their tokens, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_guest(self, guest: Guest, token: Token) -> None:
        """A new guest, with the token by which they come back."""

        def write(connection: Connection) -> None:
            connection.execute(insert(guests).values(vars(guest)))
            connection.execute(insert(tokens).values(vars(token)))

        await self._store.write(guest.id, write)

    async def add_token(self, token: Token) -> None:
        """Another token for a guest."""
        await self._store.write(token.guest, lambda connection: connection.execute(insert(tokens).values(vars(token))))

    async def guest_of(self, token_hash: bytes) -> tuple[Guest, Token] | None:
        """Whose token it is, whatever it is still worth."""
        asked = select(tokens, guests).join(guests, tokens.c.guest == guests.c.id).where(tokens.c.hash == token_hash)
        row = await self._store.read(lambda connection: connection.execute(asked).first())
        if row is None or row._mapping[guests.c.gone] is not None:
            return None
        found = row._mapping
        return (
            Guest(found[guests.c.id], found[guests.c.name], found[guests.c.created], found[guests.c.face]),
            Token(*row[: len(tokens.c)]),
        )

    async def guest(self, guest_id: str) -> Guest | None:
        """A guest by their id."""
        asked = select(guests.c.id, guests.c.name, guests.c.created, guests.c.face).where(
            guests.c.id == guest_id, guests.c.gone.is_(None)
        )
        row = await self._store.read(lambda connection: connection.execute(asked).first())
        return None if row is None else Guest(*row)

    async def tokens_among(self, hashes: Collection[bytes]) -> set[bytes]:
        """Those of some tokens that are worth something, by their hashes."""
        asked = select(tokens.c.hash).where(tokens.c.hash.in_(hashes))
        return await self._store.read(lambda connection: set(connection.scalars(asked))) if hashes else set()

    async def change(self, guest_id: str, **values: object) -> None:
        """Another name, face or settings."""

        def write(connection: Connection) -> None:
            changed = update(guests).where(guests.c.id == guest_id, guests.c.gone.is_(None)).values(values)
            if not connection.execute(changed).rowcount:
                raise Unknown(f"There is no guest {guest_id}.")

        await self._store.write(guest_id, write)

    async def settings_of(self, guest_id: str) -> bytes | None:
        """The settings of a guest's page, if they were ever kept."""
        asked = select(guests.c.settings).where(guests.c.id == guest_id)
        return await self._store.read(lambda connection: connection.scalar(asked))

    # ------------------------------------------------------------ devices

    async def touch(self, token_hash: bytes, guest_id: str, used: int, label: str) -> None:
        """A device was used."""
        seen = update(tokens).where(tokens.c.hash == token_hash).values(used=used, label=label)
        await self._store.write(guest_id, lambda connection: connection.execute(seen))

    async def tokens_of(self, guest_id: str) -> list[Token]:
        """All tokens of a guest, the one used last first."""
        last = func.coalesce(tokens.c.used, tokens.c.created)
        asked = select(tokens).where(tokens.c.guest == guest_id).order_by(last.desc(), tokens.c.hash)
        return await self._store.read(lambda connection: [Token(*row) for row in connection.execute(asked)])

    async def revoke(self, guest_id: str, token_hash: bytes) -> bool:
        """Forget one token of a guest; whether there was one."""
        gone = 0

        def write(connection: Connection) -> None:
            nonlocal gone
            one = delete(tokens).where(tokens.c.guest == guest_id, tokens.c.hash == token_hash)
            gone = connection.execute(one).rowcount

        await self._store.write(guest_id, write)
        return bool(gone)

    async def revoke_others(self, guest_id: str, keep: bytes) -> None:
        """Forget all tokens of a guest but one, given by its hash, and the words that would make another one."""

        def write(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.guest == guest_id, tokens.c.hash != keep))
            connection.execute(delete(handovers).where(handovers.c.guest == guest_id))

        await self._store.write(guest_id, write)

    async def offer(self, guest_id: str, words_hash: bytes, expires: int) -> None:
        """Keep the words by which a profile goes on at another device, in place of those before."""

        def write(connection: Connection) -> None:
            connection.execute(delete(handovers).where(handovers.c.guest == guest_id))
            connection.execute(insert(handovers).values(hash=words_hash, guest=guest_id, expires=expires))

        await self._store.write(guest_id, write)

    async def take(self, words_hash: bytes, now: int) -> str | None:
        """The guest whose words these are; they are worth nothing afterwards, for whoever comes second."""
        found: list[str] = []

        def write(connection: Connection) -> None:
            found.clear()
            connection.execute(delete(handovers).where(handovers.c.expires <= now))
            taken = delete(handovers).where(handovers.c.hash == words_hash).returning(handovers.c.guest)
            found.extend(connection.scalars(taken))

        await self._store.write("handovers", write)
        return found[0] if found else None

    # ------------------------------------------------------------ forgetting

    async def say_goodbye(self, guest_id: str, now: int) -> None:
        """Forget at once all that is kept of a guest beside their tables, and note that the tables are still to do."""

        def write(connection: Connection) -> None:
            for owned in OWNED:
                connection.execute(delete(owned).where(owned.c.guest == guest_id))
            connection.execute(delete(mutes).where(mutes.c.muted == guest_id))
            connection.execute(delete(invited).where(invited.c.inviter == guest_id))
            blank = {"name": "", "face": "", "settings": None, "gone": now}
            connection.execute(update(guests).where(guests.c.id == guest_id).values(blank))

        await self._store.write(guest_id, write)

    async def leaving(self) -> list[str]:
        """Guests who are still to be forgotten at tables."""
        asked = select(guests.c.id).where(guests.c.gone.is_not(None))
        return await self._store.read(lambda connection: list(connection.scalars(asked)))

    async def tables_with(self, guest_id: str) -> list[str]:
        """Every table whose log, seats or keys name a guest. This reads the whole log: it is asked once a farewell."""

        def ask(connection: Connection) -> list[str]:
            if connection.dialect.name == "postgresql":
                at = func.strpos(func.convert_from(events.c.body, "UTF8"), guest_id)
            else:
                at = func.instr(events.c.body, guest_id.encode())
            named = select(events.c.table_id).where(or_(at > 0, events.c.key.startswith(f"{guest_id}:")))
            seated = select(seats.c.table_id).where(seats.c.guest == guest_id)
            return list(connection.scalars(named.union(seated)))

        return await self._store.read(ask)

    async def end(self, guest_id: str) -> None:
        """Forget a guest whom no table knows any more."""

        def write(connection: Connection) -> None:
            for column in (audit.c.who, audit.c.whom):
                connection.execute(update(audit).where(column == guest_id).values({column.name: DELETED}))
            connection.execute(delete(bans).where(bans.c.kind == "profile", bans.c.whom == guest_id))
            for owned in (*OWNED, ratings):  # what a process wrote meanwhile that did not know yet
                connection.execute(delete(owned).where(owned.c.guest == guest_id))
            connection.execute(delete(invited).where(invited.c.inviter == guest_id))
            connection.execute(delete(guests).where(guests.c.id == guest_id))

        await self._store.write(guest_id, write)
