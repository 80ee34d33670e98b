"""Guests: who somebody is here. No accounts: a random token, kept by the browser and stored here only as a hash.

Also the names of guests, cleaned of everything that could deceive or disturb others.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from typing import Literal

from tabbytop.server.store import Guest, Store, Token

LONGEST_NAME = 24
NAMES = [
    "Biscuit",
    "Clementine",
    "Domino",
    "Figaro",
    "Ginger",
    "Juniper",
    "Marble",
    "Mittens",
    "Nutmeg",
    "Olive",
    "Pepper",
    "Pumpkin",
    "Saffron",
    "Smokey",
    "Socks",
    "Tiger",
    "Toffee",
    "Whiskers",
]
"""For those who give none."""


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def clean_name(text: str) -> str:
    """A name as others may see it: one short line of visible characters, or nothing."""
    plain = unicodedata.normalize("NFKC", text[:200])
    kept = "".join(" " if char.isspace() else char for char in plain if char.isspace() or _is_visible(char))
    return " ".join(_without_piles(kept).split())[:LONGEST_NAME].strip()


def _is_visible(char: str) -> bool:
    """No control characters, no zero width, no changes of direction, nothing unassigned or private."""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") and char not in "\u115f\u1160\u3164\uffa0"


def _without_piles(text: str) -> str:
    """At most two marks on a letter."""
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= 2:
            kept.append(char)
    return "".join(kept)


class People:
    """The guests of a house. Those seen lately are remembered, so that not every request asks the database."""

    REMEMBERED = 10_000

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, Guest] = {}

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
        await self._store.revoke_others(guest.id, hash_of(token))
        self._known.clear()


def _now() -> int:
    return time.time_ns() // 1_000_000
