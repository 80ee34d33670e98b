"""Why a move is good: the terms of a game's own evaluation, before and after it, compared and put into words.

A game whose bots give reasons says what its evaluation adds up: `terms` of one seat against one rival, which divided by
`scale` are the logit of ending ahead of it. So a reason is as true as the evaluation: it tells which terms changed and
by how much, and tests hold the sums to what `evaluate` says. Knows no game.

Both sides of a comparison are several views: more than one where luck decides, and then their mean is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabbytop.engine.state import States

Key = tuple[Any, ...]
"""A term: its name, the seat whose it is, and what it is about if there are several: ("city", 2, 7)."""
Terms = Mapping[Key, float]
Views = Sequence[Any]
"""What is compared: a view, or several between which luck decides."""
Changes = Sequence[Terms]
NOBODY = -1
"""The rival of those who play alone."""
MOST_CLAUSES = 2
"""Good news in a reason; one bad thing may follow them."""


class Voice:
    """How seats are called in a sentence: whoever reads is you, the others have their names."""

    def __init__(self, name: Callable[[int], str], you: int | None = None, *, comparing: bool = False) -> None:
        self._name, self._you = name, you
        self.comparing = comparing
        """Whether two moves are compared, so that nothing happens between what was and what is."""

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """A seat and what it does: you take, Red takes."""
        if seat == self._you:
            return f"you {verb}"
        return f"{self._name(seat)} {third or verb + 's'}"

    def is_you(self, seat: int) -> bool:
        """Whether a seat is the reader's."""
        return seat == self._you

    def theirs(self, seat: int) -> str:
        """Something of a seat, by itself: yours, Red's."""
        return "yours" if seat == self._you else f"{self._name(seat)}'s"

    def name(self, seat: int) -> str:
        """You, or the name of a seat."""
        return "you" if seat == self._you else self._name(seat)

    def joined(self, clauses: Sequence[str]) -> list[str]:
        """Clauses that follow each other: you are named once."""
        return [
            clause.removeprefix("you ") if at and clauses[0].startswith("you ") else clause
            for at, clause in enumerate(clauses)
        ]

    def whose(self, seat: int) -> str:
        """Something of a seat: your, Red's."""
        return "your" if seat == self._you else f"{self._name(seat)}'s"


def nothing_planned(view: States, seat: int) -> None:
    """Most games know no plans: what was decided has happened."""


def nothing_shown(view: States, seat: int, moves: Sequence[int]) -> None:
    """Most moves show nothing of a hand but what lies on the table afterwards."""


@dataclass(frozen=True)
class Reasons:
    """What a game's evaluation is made of, and how its changes are told."""

    terms: Callable[[Any, int, int], Terms]
    """From a view, a seat and a rival: what speaks for the seat (above 0) and for the rival (below)."""
    scale: Callable[[Any], float]
    """What the sum of the terms is divided by to be a logit."""
    phrase: Callable[[Key, float, Views, Views, Voice], str | None]
    """A changed term, and what the change is worth to the seat whose it is: a clause without full stop, or nothing
    where people would not speak of it."""
    turn: Callable[[Any], int]
    """A number that is another one in every turn: a turn that was played out has ended when it changes."""
    least: float
    """The smallest change that is worth a word."""
    unplanned: Callable[[States, int], None] = nothing_planned
    """Takes what a seat has planned and nobody has seen out of its view: reasons count from before it."""
    shown: Callable[[States, int, Sequence[int]], None] = nothing_shown
    """Puts into what everybody saw before a turn what its moves have shown to have been in the seat's hand."""


def mean(views: Views, number: Callable[[Any], float]) -> float:
    """The mean of a number over views."""
    return sum(number(view) for view in views) / len(views)


def varies(views: Views, number: Callable[[Any], float]) -> bool:
    """Whether luck decides about a number."""
    return len({number(view) for view in views}) > 1


SHARES = (
    (0.9, "nearly always"),
    (0.7, "about 3 times in 4"),
    (0.58, "about 2 times in 3"),
    (0.42, "about half the time"),
    (0.29, "about 1 time in 3"),
    (0.19, "about 1 time in 4"),
    (0.08, "about 1 time in 8"),
    (0.0, "now and then"),
)


def often(share: float) -> str:
    """How often something happens, where it does not always.

    >>> often(1), often(0.5), often(0.3)
    ('', ' about half the time', ' about 1 time in 3')
    """
    if share >= 1:
        return ""
    return f" {next(words for least, words in SHARES if share >= least)}"


def minus(own: Terms, rivals: Terms) -> dict[Key, float]:
    """The terms of a seat against a rival, where each has some of its own."""
    return {**own, **{key: -value for key, value in rivals.items()}}


def rivals_of(seat: int, seats: int) -> list[int]:
    """All the others at a table, or nobody."""
    return [rival for rival in range(seats) if rival != seat] or [NOBODY]


def lead(reasons: Reasons, view: Any, seat: int, seats: int) -> dict[Key, float]:
    """The terms of a seat against all its rivals: the mean over them."""
    rivals = rivals_of(seat, seats)
    found: dict[Key, float] = {}
    for rival in rivals:
        for key, value in reasons.terms(view, seat, rival).items():
            found[key] = found.get(key, 0.0) + value / len(rivals)
    return found


@dataclass(frozen=True)
class Position:
    """What a seat sees, with the terms of its evaluation: in one view, or in several between which luck decides."""

    views: Views
    leads: tuple[Terms, ...]

    @classmethod
    def of(cls, reasons: Reasons, views: Views, seat: int, seats: int) -> Position:
        """The position of a seat at a table of so many seats."""
        return cls(views, tuple(lead(reasons, view, seat, seats) for view in views))

    def value(self, key: Key) -> float:
        """The mean of a term."""
        return sum(terms.get(key, 0.0) for terms in self.leads) / len(self.leads)

    def since(self, before: Position) -> dict[Key, float]:
        """By how much each term has changed."""
        keys = {key for terms in (*before.leads, *self.leads) for key in terms}
        return {key: self.value(key) - before.value(key) for key in sorted(keys)}


@dataclass(frozen=True)
class Explanation:
    """What changed, by term, and the most telling of it in clauses: for the better and for the worse."""

    changes: Terms
    good: tuple[str, ...]
    bad: tuple[str, ...]

    @property
    def text(self) -> str:
        """A sentence without its capital and its full stop, or nothing."""
        clauses = " and ".join(self.good) if self.good else "".join(self.bad[:1])
        cost = f", but {self.bad[0]}" if self.good and self.bad else ""
        return f"{clauses}{cost}"


def sentence(text: str) -> str:
    """A text with a capital and a full stop.

    >>> sentence("you win a tower"), sentence("")
    ('You win a tower.', '')
    """
    return f"{text[0].upper()}{text[1:]}." if text else ""


def explain(
    reasons: Reasons, before: Position, after: Position, seat: int, seats: int, voice: Voice, others: Changes = ()
) -> Explanation:
    """Which terms changed for a seat and by how much, and the most telling of them in words.

    Where `others` says what other moves would have changed, that is told in which they differ from this one.
    """
    changes = after.since(before)
    special = {key: change - _usual(key, others) for key, change in changes.items()} if others else changes
    told: list[tuple[Key, float, str]] = []
    for key in sorted(special, key=lambda key: (-abs(special[key]), key)):
        change, (name, who, *subject) = changes[key], key
        alike = change * special[key] > 0  # what is merely less bad than elsewhere is no good news
        if not alike or min(abs(change), abs(special[key])) < reasons.least:
            continue
        if subject and any((name, *subject) == (key[0], *key[2:]) for key, _, _ in told):
            continue  # what one seat wins another one loses
        gain = change if who == seat else -change * len(rivals_of(seat, seats))
        clause = reasons.phrase(key, gain, before.views, after.views, voice)
        if clause and all(clause != other for _, _, other in told):
            told.append((key, special[key], clause))
    return _told(changes, told, voice)


def _usual(key: Key, others: Changes) -> float:
    """What the other moves change of a term, on average."""
    return sum(changes.get(key, 0.0) for changes in others) / len(others)


def _told(changes: Terms, told: Sequence[tuple[Key, float, str]], voice: Voice) -> Explanation:
    """The best news, and the worst if that is as much as half of the best."""
    good = [entry for entry in told if entry[1] > 0][:MOST_CLAUSES]
    bad = [entry for entry in told if entry[1] < 0][:1]
    if good and bad and -2 * bad[0][1] < good[0][1]:
        bad = []
    clauses = voice.joined([clause for _, _, clause in (*good, *bad)])
    return Explanation(changes, tuple(clauses[: len(good)]), tuple(clauses[len(good) :]))
