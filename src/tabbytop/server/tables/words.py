"""Words in place of secrets: a few of them can be read out and typed; the more there are, the harder to guess.

The list is our own: 1024 things to eat, wear, hear and meet, in English, of three to eight letters, no two of them
apart by one letter only. So a word is ten bits, and one that was misspelt is seldom another one.
"""

from __future__ import annotations

import difflib
import math
import re
import secrets
from importlib.resources import files

WORDS: tuple[str, ...] = tuple(files(__package__).joinpath("words.txt").read_text(encoding="ascii").split())
BITS_A_WORD = math.log2(len(WORDS))
LONGEST_GIVEN = 200
"""Letters that are looked at of what somebody types."""

_known = frozenset(WORDS)


class BadWords(ValueError):
    """What somebody typed cannot be right, whatever the secret is; says why."""


def draw(count: int) -> str:
    """So many words by lot, joined by hyphens: fit for an address."""
    return "-".join(secrets.choice(WORDS) for _ in range(count))


def read_words(text: str, count: int) -> str:
    """What somebody has typed, as `draw` would write it: case and whatever stands between words do not matter."""
    given = re.findall(r"[^\W\d_]+", text[:LONGEST_GIVEN].casefold())
    for word in given:
        if word not in _known:
            close = difflib.get_close_matches(word, WORDS, 1, 0.7)
            meant = f" Is it '{close[0]}'?" if close else ""
            raise BadWords(f"'{word}' is none of our words.{meant}")
    if len(given) != count:
        raise BadWords(f"It takes {count} words; {len(given) or 'none'} came.")
    return "-".join(given)
