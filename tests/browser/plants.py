"""What is planted in the server that the browser tests share, besides bots that answer at once."""

from __future__ import annotations

import hashlib

from tabbytop.engine.luck import SealedLuck


def same_luck(store: object) -> None:
    """Every table has the same luck, so that a test meets the same game each time, whatever ran before it."""
    SealedLuck.new = lambda: SealedLuck(hashlib.sha256(b"the luck of the browser tests").digest())  # type: ignore[method-assign]
