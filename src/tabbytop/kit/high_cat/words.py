"""What High cat says."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.seats import OVER
from tabbytop.kit.high_cat.moves import CARDS, MOVES


def seat_name(view: Any, seat: int) -> str:
    return f"Cat {seat}"


def prompt(view: Any, viewer: int) -> str:
    return "It is over." if view.acting == OVER else f"{view.acting} is to act."


def label(view: Any, seat: int, move: int) -> str:
    return str(MOVES.read(move))


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    return f"{seat}: {MOVES.read(move)}."


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    return f"No, says {clause}."


def picture(view: Any, viewer: int) -> str:
    hands = [[card + 1 for card in range(CARDS) if view.hand[seat] >> card & 1] for seat in range(view.players)]
    return "\n".join(f"Cat {seat} holds {hand}" for seat, hand in enumerate(hands))


def ending(view: Any) -> str:
    return f"the buried cat was {view.shown + 1}"
