"""Passkeys of guests, and the challenges that are still to be answered with one, in the database of a store."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from tabbytop.server.storage.schema import challenges, guests, passkeys
from tabbytop.server.storage.store import Store


@dataclass(frozen=True)
class Passkey:
    """A key that a guest's device keeps; of it the public half is known here."""

    id: bytes
    guest: str
    site: str
    public_key: bytes
    count: int
    created: int
    used: int | None = None
    label: str = ""


@dataclass(frozen=True)
class Challenge:
    """What a device has to sign. Only its SHA-256 is kept."""

    hash: bytes
    guest: str | None
    """Who wants another passkey; nobody where somebody wants to come in."""
    site: str
    expires: int


class PasskeyBox:
    """Every process of a server sees the same ones."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ask(self, challenge: Challenge, now: int) -> None:
        """Keep a challenge until it is answered; those that nobody has answered in time go."""

        def write(connection: Connection) -> None:
            connection.execute(delete(challenges).where(challenges.c.expires <= now))
            connection.execute(insert(challenges).values(vars(challenge)))

        await self._store.write("challenges", write)

    async def take(self, challenge_hash: bytes, now: int) -> Challenge | None:
        """A challenge that is still good; whoever answers second finds none, at whichever process."""
        found: list[Challenge] = []

        def write(connection: Connection) -> None:
            found.clear()
            taken = delete(challenges).where(challenges.c.hash == challenge_hash).returning(*challenges.c)
            found.extend(Challenge(*row) for row in connection.execute(taken))

        await self._store.write("challenges", write)
        return found[0] if found and now < found[0].expires else None

    async def add(self, passkey: Passkey, most: int) -> bool:
        """Keep one more passkey; whether there was room for it, and none with its id."""
        kept = False

        def write(connection: Connection) -> None:
            nonlocal kept
            mine = select(func.count()).where(passkeys.c.guest == passkey.guest)
            is_there = select(passkeys.c.id).where(passkeys.c.id == passkey.id)
            kept = (connection.scalar(mine) or 0) < most and connection.scalar(is_there) is None
            if kept:
                connection.execute(insert(passkeys).values(vars(passkey)))

        await self._store.write(passkey.guest, write)
        return kept

    async def of(self, guest: str) -> list[Passkey]:
        """The passkeys of a guest, the oldest first."""
        asked = select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.created, passkeys.c.id)
        return await self._store.read(lambda connection: [Passkey(*row) for row in connection.execute(asked)])

    async def find(self, passkey_id: bytes) -> Passkey | None:
        """A passkey of somebody who has not asked to be forgotten."""
        asked = (
            select(passkeys)
            .join(guests, guests.c.id == passkeys.c.guest)
            .where(passkeys.c.id == passkey_id, guests.c.gone.is_(None))
        )
        row = await self._store.read(lambda connection: connection.execute(asked).first())
        return None if row is None else Passkey(*row)

    async def note_use(self, passkey: Passkey, count: int, now: int) -> bool:
        """A passkey was used, for the so-manieth time by its own count; whether nobody was quicker with the same."""
        done = 0

        def write(connection: Connection) -> None:
            nonlocal done
            same = and_(passkeys.c.id == passkey.id, passkeys.c.count == passkey.count)
            done = connection.execute(update(passkeys).where(same).values(count=count, used=now)).rowcount

        await self._store.write(passkey.guest, write)
        return bool(done)

    async def remove(self, guest: str, passkey_id: bytes) -> None:
        """Forget a passkey of a guest."""
        gone = delete(passkeys).where(passkeys.c.guest == guest, passkeys.c.id == passkey_id)
        await self._store.write(guest, lambda connection: connection.execute(gone))
