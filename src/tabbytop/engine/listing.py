"""Several things in one sentence. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row, the last one joined as people do.

    >>> listed(["Red"]), listed(["Red", "Blue"]), listed(["build", "discard", "pass"], "or")
    ('Red', 'Red and Blue', 'build, discard or pass')
    """
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
