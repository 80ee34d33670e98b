"""What connect four says: names, prompts, choices, log lines, refusals, and the grid drawn with letters."""

from __future__ import annotations

from typing import Any

from tabbytop.benchmarks.connect_four.moves import COLUMNS, ROWS
from tabbytop.benchmarks.connect_four.rules import HEIGHT, last_to_drop
from tabbytop.engine.seats import OVER

NAMES = ("Yellow", "Red")
REASONS = {
    2: "It is not your turn: {actor} is to drop a stone.",
    4: "Column {column} is full.",
    7: "The game is over.",
}


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat's stones."""
    return NAMES[seat]


def prompt(view: Any, viewer: int) -> str:
    """Who is to drop a stone."""
    if view.acting == OVER:
        return f"The game is over: {ending(view)}."
    if view.acting == viewer:
        return "Your turn: choose a column."
    return f"{seat_name(view, view.acting)} chooses a column."


def label(view: Any, seat: int, move: int) -> str:
    """A column as a choice."""
    return f"column {move + 1}"


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A drop as a line of the log."""
    line = " That makes four in a line." if after.winner == seat else ""
    return f"{seat_name(before, seat)} drops a stone into column {move + 1}.{line}"


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    actor = "nobody" if view.acting == OVER else seat_name(view, view.acting)
    return REASONS[int(clause.split("-")[1])].format(actor=actor, column=move + 1)


def picture(view: Any, viewer: int) -> str:
    """The grid, row 6 on top."""
    rows = [" ".join(_cell(view, column, row) for column in range(COLUMNS)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, " ".join(str(column + 1) for column in range(COLUMNS))])


def ending(view: Any) -> str:
    """How the game ended."""
    return "a draw, the grid is full" if view.winner < 0 else f"{seat_name(view, view.winner)} has four in a line"


def _cell(view: Any, column: int, row: int) -> str:
    bit = 1 << HEIGHT * column + row
    if not view.filled & bit:
        return "."
    seat = last_to_drop(view) if view.waiting & bit else 1 - last_to_drop(view)
    return NAMES[seat][0]


__all__ = ["ending", "label", "picture", "prompt", "refusal", "seat_name", "sentence"]
