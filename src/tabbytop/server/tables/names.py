"""The names of people: cleaned of everything that could deceive or disturb others, and fit to stand in a sentence.

Guests are called what they like, and what does not fit is taken out. People who share a device give a name to each
seat, and are told what is wrong with it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

LONGEST_NAME = 24
LONGEST_GIVEN = 200
SHORTEST_AT_SEAT, LONGEST_AT_SEAT = 2, 16
MARKS = " -.'\u2019"
"""What may stand in the name of a seat beside letters and figures; the last one is the apostrophe of phones."""
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
    "Button",
    "Clementine",
    "Dumpling",
    "Figaro",
    "Ginger",
    "Jasper",
    "Marble",
    "Mittens",
    "Nutmeg",
    "Olive",
    "Pickle",
    "Pumpkin",
    "Sesame",
    "Smokey",
    "Socks",
    "Tiger",
    "Toffee",
    "Whiskers",
]
"""For those who give none; the cats that play as bots have others."""
FURS = (
    "Tortoiseshell", "Calico", "Cinnamon", "Smoke", "Ginger", "Velvet", "Amber", "Thistle", "Maple", "Hazel", "Willow",
    "Copper", "Slate", "Honey", "Russet", "Indigo",
)  # fmt: skip
"""For tables, in the order of the page."""
FACES = ("me-marmalade", "me-snow", "me-soot", "me-siam", "me-calico", "me-smoke", "me-tortie", "me-brown")
"""The faces of people; those of bots are drawn from their names, and nobody can choose them."""


def clean_name(text: str) -> str:
    """A name as others may see it: one short line of visible characters, or nothing."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_GIVEN])
    kept = "".join(" " if char.isspace() else char for char in plain if char.isspace() or _is_visible(char))
    whole = unicodedata.normalize("NFKC", kept)  # what was taken out may have kept a letter and its accent apart
    return " ".join(_without_piles(whole).split())[:LONGEST_NAME].strip()


def seat_name(text: str) -> str:
    """A name for one seat as it is kept: without spaces around it, and with accents on their letters."""
    return " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()


def problem_with(name: str) -> str:
    """What is wrong with a name for one seat, in a sentence for whoever gave it; empty if nothing is."""
    if any(not _fits_seat(char) for char in name):
        return "Use letters, figures, spaces, hyphens and apostrophes only."
    if not any(unicodedata.category(char).startswith("L") for char in name):
        return "A name needs letters." if name else "Everybody needs a name."
    if not SHORTEST_AT_SEAT <= len(name) <= LONGEST_AT_SEAT:
        return f"A name has {SHORTEST_AT_SEAT} to {LONGEST_AT_SEAT} letters."
    return ""


def same_name(one: str, other: str) -> bool:
    """Whether two names could be taken for each other when they are read aloud."""
    return one.casefold() == other.casefold()


def numbered(name: str, taken: Iterable[str]) -> str:
    """A name that is not taken yet: itself, or with the first number that tells it apart."""
    used = list(taken)
    for number in count(2):
        if not any(same_name(name, other) for other in used):
            break
        name = f"{name.removesuffix(f' {number - 1}')[: LONGEST_NAME - 3].rstrip()} {number}"
    return name


def table_name(table_id: str) -> str:
    """What a table is called where nobody gave it a name: the same as on the page (`table/words.ts`)."""
    total = 7
    for letter in table_id:
        total = (total * 31 + ord(letter)) % 9973
    return f"{FURS[total % len(FURS)]} {1 + total // len(FURS) % 99}"


def isolated(name: str) -> str:
    """A name to be put into a sentence: one that is written from right to left must not turn the words around it.

    Names themselves never hold such marks, and one that is written like the sentence needs none.
    """
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def _is_visible(char: str) -> bool:
    """No control characters, no zero width, no changes of direction, nothing unassigned or private, nothing blank."""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") and char not in BLANK


def _fits_seat(char: str) -> bool:
    category = unicodedata.category(char)
    return (category[0] in "LM" or category == "Nd" or char in MARKS) and char not in BLANK


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
