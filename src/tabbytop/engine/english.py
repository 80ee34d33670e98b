"""Plain English for all games: things that are counted, told in the right number. Knows no game."""

from __future__ import annotations


def count(number: int, one: str, many: str | None = None) -> str:
    """A number of things in words.

    >>> [count(number, "can") for number in (0, 1, 2)]
    ['0 cans', '1 can', '2 cans']
    >>> count(2, "die", "dice"), count(1, "fish", "fish")
    ('2 dice', '1 fish')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
