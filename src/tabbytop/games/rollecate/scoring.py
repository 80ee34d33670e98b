"""What the points of Rollecate are made of."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.scoring import ScorePart
from tabbytop.games.rollecate import facts
from tabbytop.games.rollecate.board import value_of


def parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """The pile, and what the hand added to it at the end (ROL-91). The fewer points, the better."""
    pile = tuple(_worth(view, seat, 0, _laid(view, before, seat)) for seat in range(view.seats))
    hand = tuple(_worth(view, seat, _laid(view, before, seat), view.pile_size[seat]) for seat in range(view.seats))
    return (ScorePart("Pile", pile, "in the pile"), ScorePart("Hand", hand, "in the hand"))


def _laid(view: Any, before: Any, seat: int) -> int:
    """How many cards lay in a pile before the hands came: they come with the last move of all."""
    shown = before.phase == facts.SCORING and view.phase == facts.FINISHED
    laid: int = (before if shown else view).pile_size[seat]
    return laid


def _worth(view: Any, seat: int, first: int, end: int) -> int:
    """Points for some cards of a pile; Betsy's count one each (ROL-119), and a lost game has none (ROL-102)."""
    if view.lost:
        return 0
    if facts.is_betsy(view, seat):
        return end - first
    return sum(int(value_of(view.pile[seat, index])) for index in range(first, end))
