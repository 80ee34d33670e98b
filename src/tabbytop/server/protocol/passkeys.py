"""Passkeys: what is asked of a device and what it answers, as browsers write it. Nothing here does anything; see
`messages`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class PasskeyOptions(Struct, frozen=True):
    """What to ask a browser: `publicKey` of `navigator.credentials.create` or `get`, in the JSON of WebAuthn."""

    options: dict[str, Any]


class NewPasskey(Struct, frozen=True):
    """What `navigator.credentials.create` has given, in the JSON of WebAuthn."""

    credential: dict[str, Any]


class EnterByPasskey(Struct, frozen=True):
    """What `navigator.credentials.get` has given, in the JSON of WebAuthn."""

    credential: dict[str, Any]


class Passkey(Struct, frozen=True):
    """A passkey by which one comes in on any device that has it."""

    id: str
    label: str
    """Where it was made, in words: "Firefox on Linux"."""
    site: str
    """The name of the server under which it works."""
    created: int
    used: int | None
    """When somebody came in with it last."""


class Passkeys(Struct, frozen=True):
    """All passkeys of one's own, the oldest first."""

    passkeys: list[Passkey]
