"""What is wrong with a sentence that somebody reads, as far as a program can tell. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterator

WHOLE_WORDS_IN_S = "cross|less|pass|this|its|was|is|has|as|ms|s|does|goes|shows|lies|costs|scores|holds|wins"
"""Words that may follow the number of a thing, such as a die or a card: they are no plurals."""
ONE_OF_MANY = re.compile(rf"(?<![\d.,:/-])1 (?!(?:{WHOLE_WORDS_IN_S})\b)[a-z-]+(?<!s)s\b")
AN_OWN = re.compile(r"\b(?:an|the|each|his|her) own\b", re.IGNORECASE)
TURN_TO_A_THING = re.compile(r"\bturn to (?:the|an?)\b")
"""A task begins with a verb: "It's Red's turn to roll"."""
YOU = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)


def faults_of(text: str, is_sentence: bool = True) -> Iterator[str]:
    """What any text for people must not have; sentences also begin and end as such.

    >>> list(faults_of("It rolls on by 1 cards."))
    ['1 of many things']
    >>> list(faults_of("crosses an own  catwalk"))
    ['two spaces', 'an own', 'no capital', 'no end']
    >>> list(faults_of("It's Red's turn to the last fish is taken."))
    ['a turn to a thing']
    >>> list(faults_of("The train rolls on by 1 card, and 21 cards are left."))
    []
    """
    if miscounts(text):
        yield "1 of many things"
    if "  " in text or text != text.strip():
        yield "two spaces"
    if any(text.count(one) != text.count(other) for one, other in ("{}", "()", "[]", "“”")) or "{" in text:
        yield "brackets"
    if AN_OWN.search(text):
        yield "an own"
    if TURN_TO_A_THING.search(text):
        yield "a turn to a thing"
    if is_sentence and not (text[:1].isupper() or text[:1].isdigit()):
        yield "no capital"
    if is_sentence and text[-1:] not in (".", "?", "!"):
        yield "no end"


def miscounts(text: str) -> bool:
    """Whether a text, or a table in letters, says 1 of many things.

    >>> miscounts("  1 points   3 aboard"), miscounts("11 points  1 card")
    (True, False)
    """
    return ONE_OF_MANY.search(text) is not None


def named_twice(text: str, name: str) -> bool:
    """Whether whoever acts is named as if they were somebody else.

    >>> named_twice("Red moves Red's top floor.", "Red"), named_twice("Red moves Blue's top floor.", "Red")
    (True, False)
    """
    return any(part.startswith(f"{name} ") and f"{name}'s" in part for part in re.split(r"(?<=[.!?]) ", text))


def says_you(text: str) -> bool:
    """Whether a sentence speaks to the one who reads it.

    >>> says_you("Red hands you a curse."), says_you("Red passes."), says_you("A young cat passes.")
    (True, False, False)
    """
    return YOU.search(text) is not None


def calls_by_name(text: str, name: str) -> bool:
    """Whether a sentence for somebody calls them by name, as if they were somebody else.

    >>> calls_by_name("Your turn: Red passes.", "Red"), calls_by_name("Take the Russian Blue.", "Blue")
    (True, False)
    """
    return re.search(rf"\b{name}\b", re.sub(rf"[A-Z][a-z]+ {name}\b", "", text)) is not None
