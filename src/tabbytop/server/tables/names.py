"""The names of people: cleaned of everything that could deceive or disturb others, and fit to stand in a sentence."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
LONGEST_GIVEN = 200
"""What is looked at of a name that somebody gives."""
BLANK = frozenset(
    chr(code)
    for first, last in (
        (0x34F, 0x34F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters, marks and symbols that show nothing: fillers, joiners, variation selectors, the empty Braille cell."""
NAMES = [
    "Biscuit",
    "Clementine",
    "Domino",
    "Figaro",
    "Ginger",
    "Juniper",
    "Marble",
    "Mittens",
    "Nutmeg",
    "Olive",
    "Pepper",
    "Pumpkin",
    "Saffron",
    "Smokey",
    "Socks",
    "Tiger",
    "Toffee",
    "Whiskers",
]
"""For those who give none."""


def clean_name(text: str) -> str:
    """A name as others may see it: one short line of visible characters, or nothing."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_GIVEN])
    kept = "".join(" " if char.isspace() else char for char in plain if char.isspace() or _is_visible(char))
    whole = unicodedata.normalize("NFKC", kept)  # what was taken out may have kept a letter and its accent apart
    return " ".join(_without_piles(whole).split())[:LONGEST_NAME].strip()


def isolated(name: str) -> str:
    """A name to be put into a sentence: one that is written from right to left must not turn the words around it.

    Names themselves never hold such marks, and one that is written like the sentence needs none.
    """
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def _is_visible(char: str) -> bool:
    """No control characters, no zero width, no changes of direction, nothing unassigned or private, nothing blank."""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") and char not in BLANK


def _without_piles(text: str) -> str:
    """At most two marks on a letter, and none on nothing."""
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= 2 and not (category.startswith("M") and (not kept or kept[-1] == " ")):
            kept.append(char)
    return "".join(kept)
