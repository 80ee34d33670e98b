"""Who of several processes does something that any of them could do, over Redis. Knows no game.

Whoever claims it tells the others how far it is, and has to tell so again and again: a claim that is not heard of runs
out, and somebody else takes it. Nothing here is the truth about anything: where Redis is gone everybody has every
claim, and the same work may be done twice.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any

from tabbytop.server.cluster.jobs import connect

LOG = logging.getLogger("tabbytop.claims")
PREFIX = "tabbytop:claims"
LASTS = 5.0
"""Seconds for which a claim lasts that is not told of."""


class Claims:
    """What this process has claimed, among those that share a Redis and a site."""

    def __init__(self, url: str, site: str) -> None:
        self._client = connect(url)
        self._prefix = f"{PREFIX}:{site}"
        self._mine = secrets.token_hex(8).encode()

    async def take(self, what: str) -> bool:
        """Whether this process has a claim now: it was free, or was its own."""
        key = f"{self._prefix}:{what}"
        taken = await self._do(self._client.set(key, self._mine, nx=True, px=int(1000 * LASTS)), otherwise=True)
        return bool(taken) or await self._do(self._client.get(key), otherwise=self._mine) == self._mine

    async def tell(self, what: str, words: bytes) -> None:
        """Keep a claim for some more seconds, and say how far it is."""
        key = f"{self._prefix}:{what}"
        if await self._do(self._client.get(key), otherwise=None) == self._mine:
            await self._do(self._client.pexpire(key, int(1000 * LASTS)), otherwise=None)
            await self._do(self._client.set(f"{key}:told", words, px=int(1000 * LASTS)), otherwise=None)

    async def heard(self, what: str) -> bytes | None:
        """What was said last by whoever has a claim."""
        found: bytes | None = await self._do(self._client.get(f"{self._prefix}:{what}:told"), otherwise=None)
        return found

    async def give_back(self, what: str) -> None:
        """Leave it to others, or to nobody if it is done."""
        key = f"{self._prefix}:{what}"
        if await self._do(self._client.get(key), otherwise=None) == self._mine:
            await self._do(self._client.delete(key, f"{key}:told"), otherwise=None)

    async def close(self) -> None:
        """Leave Redis alone."""
        await self._client.aclose()

    async def _do(self, answer: Any, otherwise: Any) -> Any:
        import redis

        try:
            return await answer
        except (TimeoutError, redis.RedisError, OSError) as problem:
            LOG.debug("claims could not be looked at: %s", problem)
            return otherwise
