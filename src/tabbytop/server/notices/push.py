"""Notices to browsers by their push services: encrypted for the browser (RFC 8291), signed by the server (VAPID)."""

from __future__ import annotations

import base64
import binascii
import os
import time
from typing import Any
from urllib.parse import urlsplit

from tabbytop.server.notices.outgoing import Unsent
from tabbytop.server.protocol.notices import PushWay

KEPT = 24 * 3600
"""Seconds for which a push service keeps a notice for a device that is off."""
SIGNED_FOR = 12 * 3600
POINT, SECRET = 65, 16
"""Bytes of a browser's public key, and of its secret."""


def new_key() -> bytes:
    """A private key by which push services know a server, as PEM."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem())


def public_key(private: bytes) -> str:
    """What browsers need to know of the key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _vapid(private).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def check(way: PushWay) -> None:
    """Refuse keys that no browser has."""
    point, secret = _bytes(way.p256dh), _bytes(way.auth)
    if len(point) != POINT or point[0] != 4 or len(secret) != SECRET:
        raise Unsent("These are not the keys of a browser.")


def may_be_silent(way: PushWay) -> bool:
    """Whether a browser may be told something that it does not show; Apple's stop listening then."""
    return not (urlsplit(way.endpoint).hostname or "").endswith("push.apple.com")


def sealed(way: PushWay, body: bytes, private: bytes) -> tuple[bytes, dict[str, str]]:
    """A notice that only the browser can read, and the headers for its push service."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        encrypted = http_ece.encrypt(
            body,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(way.p256dh),
            auth_secret=_bytes(way.auth),
            version="aes128gcm",
        )
    except (ValueError, http_ece.ECEException):
        raise Unsent("These are not the keys of a browser.") from None
    parts = urlsplit(way.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": "mailto:nobody@tabbytop.invalid",
    }
    headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(KEPT)}
    return bytes(encrypted), {**headers, "urgency": "normal", **_vapid(private).sign(claims)}


def _vapid(private: bytes) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_pem(private)


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""
