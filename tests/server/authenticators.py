"""A device with passkeys, in software: makes keys for sites and signs what their pages are told to ask of it."""

from __future__ import annotations

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Key:
    """A passkey as its device keeps it."""

    id: bytes
    site: str
    owner: bytes
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    count: int = 0


class Authenticator:
    """Answers what a page asks, without asking anybody. It would say anything: `origin` and `site` can be made up."""

    def __init__(self) -> None:
        self.keys: list[Key] = []

    def create(self, options: dict[str, Any], origin: str, site: str | None = None) -> dict[str, Any]:
        """A new key, as `navigator.credentials.create` would give it."""
        key = Key(os.urandom(32), site or options["rp"]["id"], decoded(options["user"]["id"]))
        self.keys.append(key)
        numbers = key.private.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(key.id).to_bytes(2, "big") + key.id + cbor2.dumps(cose)
        said = self._data(key, PRESENT | VERIFIED | HAS_KEY) + attested
        return self._credential(
            key,
            clientDataJSON=_client_data("webauthn.create", options["challenge"], origin),
            attestationObject=encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": said})),
        )

    def get(self, options: dict[str, Any], origin: str, key: Key | None = None) -> dict[str, Any]:
        """A signature of a challenge, as `navigator.credentials.get` would give it."""
        key = key or next(each for each in self.keys if each.site == options["rpId"])
        key.count += 1
        client_data = _client_data("webauthn.get", options["challenge"], origin)
        said = self._data(key, PRESENT | VERIFIED)
        signed = said + hashlib.sha256(decoded(client_data)).digest()
        return self._credential(
            key,
            clientDataJSON=client_data,
            authenticatorData=encoded(said),
            signature=encoded(key.private.sign(signed, ec.ECDSA(SHA256()))),
            userHandle=encoded(key.owner),
        )

    @staticmethod
    def _data(key: Key, flags: int) -> bytes:
        return hashlib.sha256(key.site.encode()).digest() + bytes([flags]) + key.count.to_bytes(4, "big")

    @staticmethod
    def _credential(key: Key, **response: str) -> dict[str, Any]:
        return {"id": encoded(key.id), "rawId": encoded(key.id), "type": "public-key", "response": response}


def _client_data(kind: str, challenge: str, origin: str) -> str:
    return encoded(json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode())


def encoded(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What was encoded."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
