"""A match that ends as soon as it has proved something: Wald's sequential probability ratio test over deals.

Two hypotheses stand against each other: the first bot is so many Elo stronger than the second (H0), or so many more
(H1). After every deal the evidence is the logarithm of how much likelier H1 makes what was seen; where it leaves a band
around 0, the test is over. The band is Wald's for the error rates, and looking after every deal is part of the test.

Deals are the independent units, as everywhere in the arena: their mean share and its spread decide, so that games of
one deal, which share their luck, count as what they are (in two-player games: the five results of a pair of games).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tabbytop.arena.statistics import Share
from tabbytop.engine.errors import UserError

ERROR = 0.05
"""How often the test may accept H1 where H0 is true, and H0 where H1 is."""
FEWEST_DEALS = 20
"""Before so many deals their spread is not known well enough to end by it."""
H0, H1 = "H0", "H1"


def expected(elo: float) -> float:
    """The share of a player who is so many Elo stronger.

    >>> expected(0), round(expected(100), 2)
    (0.5, 0.64)
    """
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


@dataclass(frozen=True)
class SequentialTest:
    """Whether the first of two bots is stronger than the second by `high` Elo, or only by `low`."""

    low: float
    high: float

    @classmethod
    def read(cls, words: str) -> SequentialTest:
        """From two numbers with a comma between them."""
        try:
            low, high = (float(part) for part in words.split(","))
        except ValueError:
            low = high = math.nan
        if not -1000 <= low < high <= 1000:
            raise UserError(f"--sprt wants two numbers of Elo, the smaller one first, such as 0,20; not '{words}'.")
        return cls(low, high)

    @property
    def bound(self) -> float:
        """Evidence of so much on one side or the other ends the test."""
        return math.log((1.0 - ERROR) / ERROR)

    def evidence(self, share: Share) -> float:
        """How much likelier H1 makes what was seen than H0 does, as a logarithm; 0 where nothing was seen.

        Shares of deals are taken for normal around their mean, with the spread that was seen.
        """
        if share.deals < 2:
            return 0.0
        count, mean, variance = share.with_imaginary_games
        low, high = expected(self.low), expected(self.high)
        return count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)

    def accepted(self, share: Share) -> str | None:
        """The hypothesis that the test has accepted, if it is over."""
        evidence = self.evidence(share)
        if share.deals < FEWEST_DEALS or abs(evidence) < self.bound:
            return None
        return H1 if evidence > 0 else H0

    def as_json(self, share: Share) -> dict[str, Any]:
        """The test and what it says, as JSON values."""
        return {
            "elo": [self.low, self.high],
            "error": ERROR,
            "evidence": self.evidence(share),
            "bounds": [-self.bound, self.bound],
            "accepted": self.accepted(share),
        }

    def in_words(self, share: Share, first: str, second: str) -> str:
        """What the test says of two bots."""
        evidence, bound, verdict = self.evidence(share), self.bound, self.accepted(share)
        told = f"(evidence {evidence:+.2f}; the test ends at {-bound:.2f} and {bound:+.2f})"
        if verdict is None:
            return f"Not decided: '{first}' is {self.high:g} Elo stronger than '{second}', or only {self.low:g} {told}."
        here, there = (self.high, self.low) if verdict == H1 else (self.low, self.high)
        return f"{verdict} is accepted: '{first}' is {here:g} Elo stronger than '{second}' and not {there:g} {told}."
