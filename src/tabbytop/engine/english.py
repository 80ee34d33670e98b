"""English that every game needs: numbers with their things. Knows no game."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count(number: int, one: str, many: str | None = None) -> str:
    """A number of things, in the singular or the plural.

    >>> count(1, "card"), count(2, "card"), count(0, "card"), count(2, "die", "dice"), count(1000, "game")
    ('1 card', '2 cards', '0 cards', '2 dice', '1,000 games')
    """
    return f"{number:,} {one if abs(number) == 1 else many or f'{one}s'}"


def in_words(number: int) -> str:
    """A small number as it is said in a sentence.

    >>> in_words(5), in_words(30)
    ('five', '30')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
