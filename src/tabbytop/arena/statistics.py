"""What the games of a tournament say about the bots, and how sure one may be. Knows no game and plays none.

Games of one deal share their luck, so they are not independent; deals are. Every share is therefore averaged within a
deal first, and its interval comes from the spread over deals, which is also what makes playing in pairs pay: luck that
favours one seat cancels out within the deal.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from tabbytop.arena.tournament import Outcome

CONFIDENCE = 0.95
EVEN = 0.5
MODEL = PlackettLuce()

Contest = list[tuple[int, tuple[int, int]]]
"""Bots that met, each with what it is ranked by: the smaller, the better."""


def student(freedom: float) -> float:
    """The two-sided quantile of Student's distribution, expanded around the normal one: 1 % off at 3, less above.

    >>> round(student(10), 2), round(student(100), 2)
    (2.23, 1.98)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _spread(count: float, total: float, squares: float) -> tuple[float, float, float]:
    """A count again, the mean and the variance, from sums."""
    mean = total / count
    return count, mean, max(0.0, squares - count * mean * mean) / (count - 1)


def _around(count: float, mean: float, variance: float) -> tuple[float, float]:
    half = student(count - 1) * math.sqrt(variance / count)
    return mean - half, mean + half


@dataclass
class Mean:
    """The mean of something measured once per deal."""

    deals: int = 0
    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: Sequence[float]) -> None:
        """What it was in the games of one more deal."""
        value = fmean(values)
        self.deals += 1
        self.games += len(values)
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float | None:
        """The mean over deals."""
        return self.total / self.deals if self.deals else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % by Student's t over the deals: they are few and alike, and a bootstrap would be too narrow just then."""
        if self.deals < 2:
            return -math.inf, math.inf
        return _around(*_spread(self.deals, self.total, self.squares))


class Share(Mean):
    """A share between 0 and 1."""

    @property
    def interval(self) -> tuple[float, float]:
        """95 % over the deals and four imaginary games, two lost and two won, after Agresti and Coull.

        They keep a bot that has won every game so far from being called certain to win for ever. Each weighs as much as
        a game does in a deal.
        """
        if self.deals < 2:
            return 0.0, 1.0
        low, high = _around(*self.with_imaginary_games)
        return max(0.0, low), min(1.0, high)

    @property
    def with_imaginary_games(self) -> tuple[float, float, float]:
        """How many deals there are, their mean and their variance, when the imaginary games are counted."""
        two = 2 * self.deals / self.games
        return _spread(self.deals + 2 * two, self.total + two, self.squares + two)

    def as_json(self) -> dict[str, Any]:
        """The share as JSON values."""
        return {"share": self.mean, "interval": list(self.interval)}


@dataclass
class Tally:
    """One bot's results. A bot that sits in several seats of a game counts once per seat."""

    name: str
    games: int = 0
    wins: Share = field(default_factory=Share)
    places: Mean = field(default_factory=Mean)
    scores: Mean = field(default_factory=Mean)
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: int = 0
    rating: PlackettLuceRating = field(default_factory=MODEL.rating)

    @property
    def mean_seconds(self) -> float | None:
        return self.seconds / self.moves if self.moves else None

    def add(self, outcome: Outcome, seat: int) -> None:
        """Count one seat of one game; wins, places and scores are counted by deal."""
        thinking = outcome.thinking[seat]
        self.games += 1
        self.moves += thinking.moves
        self.seconds += thinking.seconds
        self.slowest = max(self.slowest, thinking.slowest)
        self.faults += outcome.fault is not None and outcome.fault.seat == seat

    def as_json(self) -> dict[str, Any]:
        """The results as JSON values."""
        return {
            "bot": self.name,
            "games": self.games,
            "wins": self.wins.as_json(),
            "mean_place": self.places.mean,
            "mean_score": self.scores.mean,
            "rating": {"mu": self.rating.mu, "sigma": self.rating.sigma, "ordinal": self.rating.ordinal()},
            "faults": self.faults,
            "moves": self.moves,
            "thinking": {"mean": self.mean_seconds, "slowest": self.slowest},
        }


@dataclass
class Pair:
    """Two bots: how often the first was placed before the second, a tie being half."""

    games: int = 0
    before: Share = field(default_factory=Share)


class Standings:
    """The table of a tournament; it grows deal by deal."""

    def __init__(self, names: Sequence[str]) -> None:
        self.deals = 0
        self.games = 0
        self.not_played = 0
        self.faults: list[Outcome] = []
        self.bots = [Tally(name) for name in names]
        self.pairs = {pair: Pair() for pair in itertools.combinations(range(len(names)), 2)}

    @property
    def ranking(self) -> list[Tally]:
        """The bots, the best rated first."""
        return sorted(self.bots, key=lambda tally: -tally.rating.ordinal())

    def add(self, deal: Sequence[Outcome]) -> None:
        """Count a whole deal."""
        played = [outcome for outcome in deal if outcome.played]
        self.deals += 1
        self.games += len(played)
        self.not_played += len(deal) - len(played)
        self.faults += [outcome for outcome in deal if outcome.fault is not None]
        self._count_seats(played)
        before: dict[tuple[int, int], list[float]] = defaultdict(list)
        for contest in contests(played):
            self._rate(contest)
            for pair in self.pairs:
                if shares := _firsts(contest, *pair):
                    before[pair].append(fmean(shares))
        for pair, shares in before.items():
            self.pairs[pair].games += len(shares)
            self.pairs[pair].before.add(shares)

    def seen_from(self, first: int, second: int) -> tuple[float | None, tuple[float, float]]:
        """The share of games in which the first bot was placed before the second, with its interval."""
        if first < second:
            share = self.pairs[first, second].before
            return share.mean, share.interval
        mean, (low, high) = self.seen_from(second, first)
        return None if mean is None else 1 - mean, (1 - high, 1 - low)

    def as_json(self) -> dict[str, Any]:
        """The table as JSON values."""
        return {
            "deals": self.deals,
            "games": self.games,
            "not_played": self.not_played,
            "bots": [tally.as_json() for tally in self.ranking],
            "pairs": [
                {
                    "first": self.bots[first].name,
                    "second": self.bots[second].name,
                    "games": pair.games,
                    **pair.before.as_json(),
                }
                for (first, second), pair in self.pairs.items()
            ],
            "faults": [outcome.report() for outcome in self.faults],
        }

    def _count_seats(self, played: list[Outcome]) -> None:
        wins: dict[int, list[float]] = defaultdict(list)
        places: dict[int, list[int]] = defaultdict(list)
        scores: dict[int, list[int]] = defaultdict(list)
        for outcome in played:
            winners = outcome.places.count(1)
            for seat, bot in enumerate(outcome.task.line_up):
                self.bots[bot].add(outcome, seat)
                wins[bot].append(1 / winners if outcome.places[seat] == 1 else 0.0)
                places[bot].append(outcome.places[seat])
                if outcome.scored:
                    scores[bot].append(outcome.scores[seat])
        for number, tally in enumerate(self.bots):
            for mean, found in ((tally.wins, wins), (tally.places, places), (tally.scores, scores)):
                if found[number]:
                    mean.add(found[number])

    def _rate(self, contest: Contest) -> None:
        """One step of OpenSkill. A bot in several seats is rated in each and keeps the mean."""
        bots = [bot for bot, _ in contest]
        if len(set(bots)) < 2:
            return
        ranks = [float(sum(other < mine for _, other in contest)) for _, mine in contest]
        rated = MODEL.rate([[self.bots[bot].rating] for bot in bots], ranks=ranks)
        for bot in set(bots):
            mine = [rating for (rating,), other in zip(rated, bots, strict=True) if other == bot]
            mu, sigma = fmean(rating.mu for rating in mine), fmean(rating.sigma for rating in mine)
            self.bots[bot].rating = MODEL.rating(mu=mu, sigma=sigma)


def contests(played: Sequence[Outcome]) -> Iterator[Contest]:
    """Who is compared with whom in a deal: those at one table, by place.

    Bots that play alone never meet, but they play the same deal: it is their contest, by place and then by points.
    """
    if played and len(played[0].task.line_up) == 1:
        yield [(outcome.task.line_up[0], outcome.alone) for outcome in played]
        return
    for outcome in played:
        yield [(bot, (outcome.places[seat], 0)) for seat, bot in enumerate(outcome.task.line_up)]


def _firsts(contest: Contest, first: int, second: int) -> list[float]:
    """For every seat of one bot against every seat of the other: 1 if it is before, a half if level."""
    mine = [rank for bot, rank in contest if bot == first]
    theirs = [rank for bot, rank in contest if bot == second]
    return [1.0 if one < other else EVEN if one == other else 0.0 for one in mine for other in theirs]
