"""Guests: who somebody is here. No accounts: a random token, kept by the browser and stored here only as a hash."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from tabbytop.server.storage.store import Guest, Store, Token
from tabbytop.server.tables.names import NAMES, clean_name

Dismiss = Callable[[], None]
"""Ends a connection."""


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


class Guests:
    """The guests of a server. Those seen lately are remembered, so that not every request asks the database."""

    REMEMBERED = 10_000

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, Guest] = {}
        self._connected: defaultdict[str, list[tuple[bytes, Dismiss]]] = defaultdict(list)
        self.on_revoked: Callable[[str, bytes], None] = lambda guest, keep: None
        """Called with a guest and the one token that is left, as a hash, for other processes to know."""

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token by which they are known from now on."""
        guest = Guest(secrets.token_hex(8), clean_name(name) or secrets.choice(NAMES), _now())
        token = secrets.token_urlsafe(24)
        await self._store.add_guest(guest, Token(hash_of(token), guest.id, "device", _now()))
        return guest, token

    async def who(self, token: str | None) -> Guest | None:
        """The guest with this token."""
        if not token or len(token) > 128:
            return None
        hashed = hash_of(token)
        if hashed not in self._known:
            guest = await self._store.guest_of(hashed)
            if guest is None:
                return None
            if len(self._known) >= self.REMEMBERED:
                self._known.clear()
            self._known[hashed] = guest
        return self._known[hashed]

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Another name; tables where the guest sits already keep the old one."""
        cleaned = clean_name(name)
        if not cleaned:
            return guest
        await self._store.rename(guest.id, cleaned)
        self._known.clear()
        return Guest(guest.id, cleaned, guest.created)

    async def another_token(self, guest: Guest, kind: Literal["device", "link"]) -> str:
        """One more token for the same guest: for a link, or for the device on which it was opened."""
        token = secrets.token_urlsafe(24)
        await self._store.add_token(Token(hash_of(token), guest.id, kind, _now()))
        return token

    async def revoke_others(self, guest: Guest, token: str) -> None:
        """Make every other device and link of a guest worthless."""
        keep = hash_of(token)
        await self._store.revoke_others(guest.id, keep)
        self.hear_revoked(guest.id, keep)
        self.on_revoked(guest.id, keep)

    def hear_revoked(self, guest_id: str, keep: bytes) -> None:
        """All tokens of a guest but one are worthless: end what was begun with them."""
        self._known.clear()
        for used, dismiss in list(self._connected.get(guest_id, [])):
            if used != keep:
                dismiss()

    async def look_again(self) -> None:
        """Believe the database alone: forget who was known, and end what was begun with tokens that are gone."""
        self._known.clear()
        used = {token for connections in self._connected.values() for token, _ in connections}
        gone = used - await self._store.tokens_among(used)
        for connections in list(self._connected.values()):
            for token, dismiss in list(connections):
                if token in gone:
                    dismiss()

    @contextmanager
    def connected(self, guest: Guest | None, token: str | None, dismiss: Dismiss) -> Iterator[None]:
        """While a connection of a guest lasts: `dismiss` ends it if its token is made worthless."""
        if guest is None or token is None:
            yield
            return
        mine = (hash_of(token), dismiss)
        self._connected[guest.id].append(mine)
        try:
            yield
        finally:
            self._connected[guest.id].remove(mine)
            if not self._connected[guest.id]:
                del self._connected[guest.id]


def _now() -> int:
    return time.time_ns() // 1_000_000
