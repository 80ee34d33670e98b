"""What the food of Hot Tin Roof is made of."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.scoring import ScorePart
from tabbytop.games.hot_tin_roof import facts


def parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Cans, and ten for each fish (HTR-95, HTR-96)."""
    seats = range(view.seats)
    return (
        ScorePart("Cans", tuple(view.cans[seat] for seat in seats), "in cans", 1, ("can", "cans")),
        ScorePart(
            "Fish",
            tuple(facts.FISH_VALUE * view.fish[seat] for seat in seats),
            "for fish",
            facts.FISH_VALUE,
            ("fish", "fish"),
        ),
    )
