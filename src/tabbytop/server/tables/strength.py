"""How strong people are, from what their games say: ratings by OpenSkill, and where the bots stand on the same scale.

A ladder is one game with one number of players, against people or against bots. The rating of somebody on it is a fold
over the results in the order in which the games ended; bots never move, since their strength was measured.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from tabbytop import games
from tabbytop.engine.intervals import SURE
from tabbytop.server.tables.results import SeatResult

Against = Literal["people", "bots"]

MU, SIGMA, BETA = 25.0, 25.0 / 3, 25.0 / 6
"""Where everybody begins, how unsure that is, and how much luck and mood there is in one game: OpenSkill's own."""
BOT_SIGMA = 1.0
"""How unsure the strength of a bot is."""
MIDDLE, STEP = 1000.0, 40.0
"""People read ratings on a scale with the house cat at 1000; one of OpenSkill's points is 40 there."""
PROVISIONAL = 5
"""A rating from fewer games is shown as a band alone."""
LEVELS = ("kitten", "house-cat", "alley-cat", "top-cat", "lion")
ANCHORED = LEVELS.index("house-cat")
SUREST = 0.975
"""Nobody is taken to win more often than this, however a tournament ended."""


@dataclass(frozen=True)
class Standing:
    """Where somebody stands on a ladder."""

    guest: str
    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    month: str = ""
    """The month of the last game, as in "2026-11", by UTC."""
    month_games: int = 0
    before: float = MU
    """The rating with which that month began."""

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return on_scale(self.mu)

    @property
    def margin(self) -> int:
        """It is surely not further off than this, in 95 of 100 cases."""
        return round(SURE * self.sigma * STEP)


def on_scale(mu: float) -> int:
    """A rating as people read it."""
    return round(MIDDLE + STEP * (mu - MU))


@functools.cache
def bots_of(game: str, players: int) -> dict[str, float]:
    """Where the levels stand in a game; with a number of players that was not measured, as with the next one that was.

    Nothing is known of the bots of games that were never measured, so nobody is rated against them.
    """
    ladder = games.load(game).ladder if game in games.ids() else {}
    if not ladder:
        return {}
    nearest = min(ladder, key=lambda count: (abs(count - players), count))
    steps = [_distance(share / 100) for share in ladder[nearest]]
    heights = [sum(steps[:level]) for level in range(len(steps) + 1)]
    return {level: MU + height - heights[ANCHORED] for level, height in zip(LEVELS, heights, strict=False)}


def in_levels(mu: float, game: str, players: int) -> float:
    """A rating measured in levels: 0 where the kitten stands, 3 where the top cat does, straight between and beyond."""
    heights = list(bots_of(game, players).values())
    if not heights:
        return 0.0
    step = min(max(sum(mu >= height for height in heights) - 1, 0), len(heights) - 2)
    return step + (mu - heights[step]) / (heights[step + 1] - heights[step])


def _distance(share: float) -> float:
    """How far apart two are of whom one is placed before the other so often, as OpenSkill sees it."""
    share = min(SUREST, max(1 - SUREST, share))
    return math.sqrt(2 * BETA**2 + 2 * BOT_SIGMA**2) * math.log(share / (1 - share))


def folded(standings: Iterable[Standing], games: Iterable[Sequence[SeatResult]], against: Against) -> list[Standing]:
    """Everybody on a ladder after some more games, which are given in the order in which they ended."""
    known = {standing.guest: standing for standing in standings}
    for seats in games:
        for guest, (mu, sigma) in _rated(known, seats, against).items():
            known[guest] = _after(known.get(guest) or Standing(guest), mu, sigma, seats[0].at)
    return list(known.values())


def _after(standing: Standing, mu: float, sigma: float, at: int) -> Standing:
    month = f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m}"
    if month != standing.month:
        standing = replace(standing, month=month, month_games=0, before=standing.mu)
    return replace(standing, mu=mu, sigma=sigma, games=standing.games + 1, month_games=standing.month_games + 1)


def _rated(known: dict[str, Standing], seats: Sequence[SeatResult], against: Against) -> dict[str, tuple[float, float]]:
    people = [seat for seat in seats if seat.guest is not None]
    if seats[0].counts not in (against, "both"):
        return {}
    if against == "people":
        before = [known.get(seat.guest or "", Standing("")) for seat in people]
        after = _rate([(each.mu, each.sigma) for each in before], [seat.place for seat in people])
        return {seat.guest or "": rating for seat, rating in zip(people, after, strict=True)}
    strengths = bots_of(seats[0].game, seats[0].players)
    bots = [seat for seat in seats if seat.level in strengths]
    found = {}
    for seat in people if bots else []:
        mine = known.get(seat.guest or "", Standing(""))
        ratings = [(mine.mu, mine.sigma), *((strengths[bot.level or ""], BOT_SIGMA) for bot in bots)]
        found[seat.guest or ""] = _rate(ratings, [seat.place, *(bot.place for bot in bots)])[0]
    return found


def _rate(ratings: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    model = _model()
    teams = [[model.rating(mu, sigma)] for mu, sigma in ratings]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [(float(team[0].mu), float(team[0].sigma)) for team in rated]


@functools.cache
def _model() -> Any:
    """OpenSkill is not loaded before somebody is rated: it takes long."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
