"""Guests: who somebody is here. No accounts: a random token, kept by the browser and stored here only as a hash.

Each device has a token of its own. A profile goes on at another device by four words, which are good for ten minutes
and once.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from tabbytop.server.storage.profiles import Guest, Profiles, Token
from tabbytop.server.storage.store import Store
from tabbytop.server.tables.names import FACES, NAMES, clean_name
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.words import BadWords, draw, read_words

Dismiss = Callable[[], None]
"""Ends a connection."""
WORDS = 4
WORDS_LAST = 10 * 60 * 1000
"""Milliseconds for which words are good."""
NOTED_EVERY = 3600 * 1000
"""Milliseconds after which it is noted again that a device was used."""
NONE_LEFT = b""
"""In place of the one token that is left, when none is."""
SYSTEMS = {"iPhone": "an iPhone", "iPad": "an iPad", "Android": "Android", "CrOS": "Chrome OS", "Windows": "Windows",
           "Mac OS": "a Mac", "Linux": "Linux"}  # fmt: skip
BROWSERS = {"Firefox/": "Firefox", "Edg/": "Edge", "OPR/": "Opera", "Chrome/": "Chrome", "CriOS/": "Chrome",
            "Safari/": "Safari"}  # fmt: skip


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def device_id(token_hash: bytes) -> str:
    """How a device is named to its owner: nothing can be done with it but signing the device out."""
    return hashlib.sha256(b"device " + token_hash).hexdigest()[:16]


def label_of(user_agent: str) -> str:
    """The kind of a device in a few words, so that its owner knows it again; nothing else is kept of what it says."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or (f"A browser on {system}" if system else "A program")


class Guests:
    """The guests of a server. Those seen lately are remembered, so that not every request asks the database."""

    REMEMBERED = 10_000

    def __init__(self, store: Store, refused: Callable[[str], bool] = lambda name: False) -> None:
        self.profiles = Profiles(store)
        self._refused = refused
        self._known: dict[bytes, Guest] = {}
        self._connected: defaultdict[str, list[tuple[bytes, Dismiss]]] = defaultdict(list)
        self.banned: Callable[[str], str | None] = lambda guest: None
        """Says why a guest may not come here, if that is so."""
        self.on_revoked: Callable[[str, bytes], None] = lambda guest, keep: None
        """Called with a guest and the one token that is left, as a hash, for other processes to know."""
        self.on_changed: Callable[[str], None] = lambda guest: None
        """Called with a guest of whom something is different now, for other processes to know."""

    async def welcome(self, name: str, user_agent: str = "") -> tuple[Guest, str]:
        """A new guest and the token by which they are known from now on."""
        cleaned = self._checked(clean_name(name)) or secrets.choice(NAMES)
        guest = Guest(secrets.token_hex(8), cleaned, _now(), secrets.choice(FACES))
        token = secrets.token_urlsafe(24)
        await self.profiles.add_guest(guest, self._token(token, guest.id, "device", user_agent))
        return guest, token

    async def who(self, token: str | None, user_agent: str = "") -> Guest | None:
        """The guest with this token; refuses one who is banned."""
        if not token or len(token) > 128:
            return None
        hashed = hash_of(token)
        if hashed not in self._known:
            found = await self.profiles.guest_of(hashed)
            if found is None or not found[1].is_worth(_now()):
                return None
            guest, kept = found
            if _now() - kept.last_used > NOTED_EVERY or kept.used is None:
                await self.profiles.touch(hashed, guest.id, _now(), label_of(user_agent) if user_agent else kept.label)
            if len(self._known) >= self.REMEMBERED:
                self._known.clear()
            self._known[hashed] = guest
        guest = self._known[hashed]
        if (reason := self.banned(guest.id)) is not None:
            raise Rejected("banned", reason)
        return guest

    async def change(self, guest: Guest, name: str | None, face: str | None) -> Guest:
        """Another name or face; tables where the guest sits already keep those they have."""
        cleaned = self._checked(clean_name(name or "")) or guest.name
        if face is not None and face not in FACES:
            raise Rejected("bad_name", f"There is no face '{face}'; choose one of {', '.join(FACES)}.")
        changed = Guest(guest.id, cleaned, guest.created, face or guest.face)
        if changed != guest:
            await self.profiles.change(guest.id, name=changed.name, face=changed.face)
            self.hear_changed(guest.id)
            self.on_changed(guest.id)
        return changed

    def hear_changed(self, guest_id: str) -> None:
        """Something about a guest is different now."""
        self._known = {token: guest for token, guest in self._known.items() if guest.id != guest_id}

    def _checked(self, name: str) -> str:
        if name and self._refused(name):
            raise Rejected("bad_name", "This server does not take that name; choose another one.")
        return name

    # ------------------------------------------------------------ devices

    async def another_token(self, guest: Guest, kind: Literal["device", "link"], user_agent: str = "") -> str:
        """One more token for the same guest: for a link, or for the device on which it was opened."""
        token = secrets.token_urlsafe(24)
        await self.profiles.add_token(self._token(token, guest.id, kind, user_agent))
        return token

    async def offer(self, guest: Guest) -> tuple[str, int]:
        """Words by which the profile goes on at another device, and until when they are good; those before are not."""
        words, expires = draw(WORDS), _now() + WORDS_LAST
        await self.profiles.offer(guest.id, hash_of(words), expires)
        return words, expires

    async def take(self, typed: str) -> Guest | None:
        """The guest whose words somebody has typed, if they are good; they are used up by it."""
        try:
            words = read_words(typed, WORDS)
        except BadWords as problem:
            raise Rejected("bad_words", str(problem)) from None
        guest_id = await self.profiles.take(hash_of(words), _now())
        return None if guest_id is None else await self.profiles.guest(guest_id)

    async def sign_out(self, guest: Guest, device: str) -> bool:
        """Make one device worthless; whether there was one of that name."""
        for token in await self.profiles.tokens_of(guest.id):
            if device_id(token.hash) == device:
                await self.profiles.revoke(guest.id, token.hash)
                await self.look_again(guest.id)
                self.on_changed(guest.id)
                return True
        return False

    async def revoke_others(self, guest: Guest, token: str) -> None:
        """Make every other device and link of a guest worthless."""
        keep = hash_of(token)
        await self.profiles.revoke_others(guest.id, keep)
        self.hear_revoked(guest.id, keep)
        self.on_revoked(guest.id, keep)

    async def say_goodbye(self, guest: Guest) -> None:
        """Forget a guest: no device is known any more, and what was begun with them ends everywhere."""
        await self.profiles.say_goodbye(guest.id, _now())
        self.hear_revoked(guest.id, NONE_LEFT)
        self.on_revoked(guest.id, NONE_LEFT)

    def hear_revoked(self, guest_id: str, keep: bytes) -> None:
        """All tokens of a guest but one are worthless: end what was begun with them."""
        self.hear_changed(guest_id)
        for used, dismiss in list(self._connected.get(guest_id, [])):
            if used != keep:
                dismiss()

    async def look_again(self, guest_id: str | None = None) -> None:
        """Believe the database alone: forget who was known, and end what was begun with tokens that are gone."""
        if guest_id is None:
            self._known.clear()
        else:
            self.hear_changed(guest_id)
        among = self._connected if guest_id is None else {guest_id: self._connected.get(guest_id, [])}
        used = {token for connections in among.values() for token, _ in connections}
        gone = used - await self.profiles.tokens_among(used)
        for connections in list(among.values()):
            for token, dismiss in list(connections):
                if token in gone:
                    dismiss()

    def dismiss_banned(self) -> None:
        """End the connections of those who may not be here any more."""
        for guest, connections in list(self._connected.items()):
            if self.banned(guest) is not None:
                for _, dismiss in list(connections):
                    dismiss()

    def connect(self, guest: Guest | None, token: str | None, dismiss: Dismiss) -> Callable[[], None]:
        """A connection of a guest begins: `dismiss` ends it if its token is made worthless. To be called at its end."""
        if guest is None or token is None:
            return _nothing
        mine = (hash_of(token), dismiss)
        self._connected[guest.id].append(mine)
        return functools.partial(self._disconnect, guest.id, mine)

    def _disconnect(self, guest_id: str, mine: tuple[bytes, Dismiss]) -> None:
        self._connected[guest_id].remove(mine)
        if not self._connected[guest_id]:
            del self._connected[guest_id]

    @contextmanager
    def connected(self, guest: Guest | None, token: str | None, dismiss: Dismiss) -> Iterator[None]:
        """`connect` for the time of a context."""
        disconnect = self.connect(guest, token, dismiss)
        try:
            yield
        finally:
            disconnect()

    @staticmethod
    def _token(token: str, guest_id: str, kind: Literal["device", "link"], user_agent: str) -> Token:
        label = label_of(user_agent) if kind == "device" else "A link"
        return Token(hash_of(token), guest_id, kind, _now(), _now() if kind == "device" else None, label)


def _nothing() -> None:
    """Nobody was connected."""


def _now() -> int:
    return time.time_ns() // 1_000_000
