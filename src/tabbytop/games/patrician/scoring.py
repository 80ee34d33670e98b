"""What the points of Patrician are made of: towers, portraits, and what the messengers brought."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.scoring import ScorePart
from tabbytop.games.patrician import board, facts


def parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """City tokens and sets (PAT-74), and with The Messengers their tokens (MES-38)."""
    sets = tuple(board.POINTS_PER_SET * int(facts.sets_of(view, seat)) for seat in range(view.seats))
    told = (
        ScorePart("Taller towers", _towers(view, tall=True), "for taller towers"),
        ScorePart("Shorter towers", _towers(view, tall=False), "for shorter towers"),
        ScorePart(
            "Portrait sets", sets, "for portraits", board.POINTS_PER_SET, ("set of portraits", "sets of portraits")
        ),
    )
    return (*told, *_messengers(view)) if view.messengers else told


def _towers(view: Any, *, tall: bool) -> tuple[int, ...]:
    """What the taller or the shorter towers of all scored cities paid (PAT-40), by seat."""
    points = [0] * view.seats
    tokens = board.HIGH_TOKEN if tall else board.LOW_TOKEN
    for city in range(view.cities):
        if facts.is_scored(view, city):
            taller = 0 if view.height[city, 0] > view.height[city, 1] else 1
            points[view.winner[city, taller if tall else 1 - taller]] += int(tokens[city])
    return tuple(points)


def _messengers(view: Any) -> tuple[ScorePart, ...]:
    """The tokens of messengers beside won towers, and the one for helping them least."""
    tokens = tuple(board.BONUS * view.bonus[seat] for seat in range(view.seats))
    least = tuple(board.PENALTY if view.penalised == seat else 0 for seat in range(view.seats))
    return (
        ScorePart("Messengers", tokens, "for messengers"),
        ScorePart("Fewest messenger towers", least, "as a penalty"),
    )
