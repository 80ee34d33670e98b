"""What a game brings its players at the end: the same as `stepping.pay`, for matches. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from tabbytop.engine.game import Game
from tabbytop.engine.match import Result
from tabbytop.envs.stepping import LOST


def by_rank(places: Sequence[int]) -> list[float]:
    """From 1 for the first to -1 for the last, by how many are behind and how many ahead.

    >>> by_rank([2, 1, 3]), by_rank([1, 1, 3]), by_rank([1]), by_rank([2])
    ([0.0, 1.0, -1.0], [0.5, 0.5, -1.0], [1.0], [-1.0])
    """
    if len(places) == 1:
        return [1.0 if places[0] == 1 else -1.0]
    return [sum((other > mine) - (other < mine) for other in places) / (len(places) - 1) for mine in places]


def by_score(game: Game, result: Result) -> list[float]:
    """The points, less than nothing where they are penalties; a game that was lost alone has none and brings LOST."""
    if not result.scored:
        return [LOST]
    return [float(-score if game.fewest_points_win else score) for score in result.scores]
