"""Luck: where random outcomes come from. Knows no game.

Rules never draw anything themselves. Two sources exist, and both are functions of a key and a ply (the number of
moves made before), so every outcome can be recomputed later, in any order, from the key alone:

* *sealed* luck, for tables: HMAC-SHA256 over a secret seed. The hash of the seed is shown before the first move and
  the seed after the last, so that anybody can verify every roll.
* *swift* luck, for simulations and search: a 32-bit mixing function that compiled code evaluates in nanoseconds. It is
  made for statistics, not for secrets.
"""

from __future__ import annotations

import functools
import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tabbytop.engine.rule import rule
from tabbytop.engine.state import Wide

MASK = 0xFFFFFFFF
BLOCK = 64
"""Bytes that SHA-256 takes at a time."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
BY_KIND = "by kind"


@rule
def scramble(x: int) -> int:
    """Spread the bits of a 32-bit number. Products stay below 2^64 and are masked, so that wrapping 64-bit
    arithmetic and Python's unbounded one agree bit for bit."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
    x = ((x ^ (x >> 15)) * 0x846CA68B) & MASK
    return x ^ (x >> 16)


@rule
def number_at(key: int, key2: int, count: int) -> int:
    """The 32-bit random number number `count` of the stream with this key."""
    return scramble((scramble((count + key) & MASK) + key2) & MASK)


@rule
def first_key(seed: int, number: int) -> int:
    """The first key word of the `number`-th stream of a seed."""
    return number_at(seed & MASK, (seed >> 32) & MASK, 2 * number)


@rule
def second_key(seed: int, number: int) -> int:
    """The second key word of the `number`-th stream of a seed."""
    return number_at((seed & MASK) ^ MASK, (seed >> 32) & MASK, 2 * number + 1)


@rule
def next_number(luck: Wide) -> int:
    """The next 32-bit number of the stream `luck` (two key words and a count), and one step along it."""
    number = number_at(int(luck[0]), int(luck[1]), int(luck[2]))
    luck[2] += 1
    return number


@rule
def toss(luck: Wide, n: int) -> int:
    """A number from 0 to n - 1 from the stream `luck`."""
    return (next_number(luck) * n) >> 32


def stream(seed: int, number: int = 0) -> Wide:
    """A fresh stream for `toss`: the `number`-th one of `seed`. Streams of different numbers are unrelated."""
    return np.array([first_key(seed, number), second_key(seed, number), 0], np.int64)


def nth_by_weight(weights: Sequence[int], k: int) -> int:
    """The index that point `k` of the total weight falls on."""
    for index, weight in enumerate(weights):
        if k < weight:
            return index
        k -= weight
    raise ValueError("the point lies beyond the total weight")


@dataclass(frozen=True)
class SealedLuck:
    """Luck of a real table. Keep `seed` secret until the game is over.

    An outcome follows from the number of moves before it; or, `by_kind`, from what is drawn and how often that was
    drawn before: the third card of a race is the same one, however much was done until it came.
    """

    seed: bytes
    by_kind: bool = False

    @classmethod
    def read(cls, text: str) -> SealedLuck:
        """Luck as `written`."""
        seed, _, how = text.partition(" ")
        return cls(bytes.fromhex(seed), by_kind=how == BY_KIND)

    @property
    def written(self) -> str:
        """All of it in one text, for logs."""
        return f"{self.reveal} {BY_KIND}" if self.by_kind else self.reveal

    @property
    def scheme(self) -> str:
        """What records call it."""
        return f"sealed {BY_KIND}" if self.by_kind else "sealed"

    @classmethod
    def new(cls) -> SealedLuck:
        """A seed nobody can guess."""
        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """What is shown before the first move."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def reveal(self) -> str:
        """What is shown after the last move."""
        return self.seed.hex()

    def choose(self, ply: int | str, weights: Sequence[int]) -> int:
        """The index of the outcome at `ply`, or at what stands for it: exactly proportional to the weights, by
        rejection."""
        total = sum(weights)
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while True:
            number = int.from_bytes(self._digest(f"{ply}:{attempt}".encode())[:8], "big")
            if number < limit:
                return nth_by_weight(weights, number % total)
            attempt += 1

    def number(self, purpose: str) -> int:
        """62 bits for something beside the game, such as the moods of bots: the same whenever they are asked for."""
        return int.from_bytes(self._digest(purpose.encode())[:8], "big") >> 2

    def _digest(self, message: bytes) -> bytes:
        """HMAC-SHA256 with the seed as its key, as RFC 2104 spells it out: `hmac` would let other threads run first,
        and a table that waits for a roll would wait for them."""
        inner, outer = _keys(self.seed)
        return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


@functools.lru_cache(256)
def _keys(seed: bytes) -> tuple[bytes, bytes]:
    """The two keys of an HMAC."""
    key = (hashlib.sha256(seed).digest() if len(seed) > BLOCK else seed).ljust(BLOCK, b"\0")
    return key.translate(_INNER), key.translate(_OUTER)


@dataclass(frozen=True)
class SwiftLuck:
    """Luck of one simulated game: the same outcomes that compiled batches draw for (seed, game number)."""

    seed: int
    game: int
    scheme = "swift"
    by_kind = False

    def __post_init__(self) -> None:
        if not (0 <= self.seed < 1 << 63 and 0 <= self.game < 1 << 62):
            raise ValueError("a simulation's seed and game number are whole numbers from 0 to 2^63 - 1")

    @property
    def commitment(self) -> str:
        """Names the stream without telling it."""
        return hashlib.sha256(self.reveal.encode()).hexdigest()

    @property
    def reveal(self) -> str:
        """The key of the stream."""
        return f"{self.seed}/{self.game}"

    def choose(self, ply: int | str, weights: Sequence[int]) -> int:
        """The index of the outcome at `ply`."""
        assert isinstance(ply, int)
        return nth_by_weight(weights, self._number(2 * ply, sum(weights)))

    def choose_move(self, ply: int, count: int) -> int:
        """Which of `count` legal moves a random player takes at `ply`."""
        return self._number(2 * ply + 1, count)

    def raw(self, ply: int) -> tuple[int, int]:
        """The key of the stream, and the number that random players have at `ply`."""
        key, key2 = self._key_words
        return key, number_at(key, key2, 2 * ply + 1)

    def _number(self, count: int, n: int) -> int:
        return (number_at(*self._key_words, count) * n) >> 32

    @functools.cached_property
    def _key_words(self) -> tuple[int, int]:
        """The two words of the key of the stream."""
        key, key2, _ = (int(word) for word in stream(self.seed, self.game))
        return key, key2


Luck = SealedLuck | SwiftLuck


def revealed(scheme: str, text: str) -> Luck:
    """The luck that a record's footer reveals."""
    if scheme in ("sealed", f"sealed {BY_KIND}") and re.fullmatch(r"([0-9a-f]{2}){16,64}", text):
        return SealedLuck(bytes.fromhex(text), by_kind=scheme != "sealed")
    if scheme == "swift" and (found := re.fullmatch(r"(\d{1,19})/(\d{1,19})", text)):
        return SwiftLuck(int(found[1]), int(found[2]))
    raise ValueError(f"'{text}' is no revealed luck of scheme '{scheme}'")
