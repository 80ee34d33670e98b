"""What the points of Kitty Paw are made of."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.scoring import ScorePart
from tabbytop.games.kitty_paw import cards, facts
from tabbytop.games.kitty_paw.components import CARDS


def parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Cards that were right, and the penalties of those that were turned over (KIT-112)."""
    right = tuple(_sum(view, facts.SCORED + seat, cards.POINTS) for seat in range(view.players))
    turned = tuple(_sum(view, facts.TURNED + seat, cards.PENALTY) for seat in range(view.players))
    return (ScorePart("Cards", right, "for cards"), ScorePart("Penalties", turned, "in penalties"))


def _sum(view: Any, place: int, points: Any) -> int:
    return sum(int(points[card]) for card in range(CARDS) if view.where[card] == place)
