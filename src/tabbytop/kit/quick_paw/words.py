"""What Quick paw says."""

from __future__ import annotations

from typing import Any

from tabbytop.kit.quick_paw.moves import LET_PASS, MOVES, SLAP
from tabbytop.kit.quick_paw.rules import ENDED


def seat_name(view: Any, seat: int) -> str:
    return f"Paw {seat}"


def prompt(view: Any, viewer: int) -> str:
    return "It is over." if view.phase == ENDED else "Slap the mouse when it comes."


def label(view: Any, seat: int, move: int) -> str:
    return str(MOVES.read(move))


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    return "" if LET_PASS <= move < SLAP else f"{seat}: {MOVES.read(move)}."


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    return f"No, says {clause}."


def picture(view: Any, viewer: int) -> str:
    return f"Mouse {view.mice + 1} is in hole {view.shown + 1 or '?'}, {view.now} ms"


def ending(view: Any) -> str:
    return f"{max(view.points)} mice for the quickest"
