"""What the points of Cat Cab are made of."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.scoring import ScorePart
from tabbytop.games.cat_cab import board, facts


def parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Fares, and the points for leaving the city early (CAB-136); the eliminated have neither (CAB-137)."""
    counts = [board.in_city(view.place[seat]) or view.departure[seat] > 0 for seat in range(view.seats)]
    fares = tuple(facts.PASSENGER_POINTS * view.held[seat] * counts[seat] for seat in range(view.seats))
    leaving = tuple(int(facts.LEAVING_POINTS[view.departure[seat]]) for seat in range(view.seats))
    return (
        ScorePart("Fares", fares, "for fares", facts.PASSENGER_POINTS, ("fare", "fares")),
        ScorePart("Leaving", leaving, "for leaving the city"),
    )
