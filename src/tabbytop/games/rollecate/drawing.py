"""The railway on the table, card by card, with the train on it."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.drawing import INK, PAPER, Drawing, box, cat, disc, group, letters, line, path
from tabbytop.games.rollecate import board

CARD, EDGE = 100.0, 60.0
WOOD, GROUND, RAIL, SLEEPER = "#c9995f", "#efe3c2", "#4a4038", "#8a6a45"
VALUES = ("#3c8f6b", "#2f7fa8", "#c98a1b", "#b5452f")
LEAST = (7, 4)
"""Columns and rows that are in the picture at least."""


def drawing(view: Any) -> Drawing:
    """All cards of the railway, and where the next one would go."""
    places = range(int(view.first), int(view.end))
    cells = [(int(view.x[place]), int(view.y[place])) for place in places]
    end = (int(board.end_x(view)), int(board.end_y(view)))
    is_free = end not in cells
    (low_x, high_x), (low_y, high_y) = (
        _span([cell[axis] for cell in [*cells, *([end] if is_free else [])]], LEAST[axis]) for axis in range(2)
    )
    width, height = CARD * (high_x - low_x + 1) + 2 * EDGE, CARD * (high_y - low_y + 1) + 2 * EDGE

    def at(cell: tuple[int, int]) -> tuple[float, float]:
        return EDGE + CARD * (cell[0] - low_x + 0.5), EDGE + CARD * (high_y - cell[1] + 0.5)

    shapes = [box(0, 0, width, height, WOOD)]
    shapes += [line([(0, y), (width, y)], "#b98850", 3) for y in range(70, round(height), 110)]
    if is_free:
        x, y = at(end)
        shapes.append(box(x - 46, y - 46, 92, 92, "none", rx=10, stroke=PAPER, stroke_width=4, stroke_dasharray="10 9"))
    for place, cell in zip(places, cells, strict=True):
        shapes += _card(view, place, *at(cell))
    for place, cell in zip(places, cells, strict=True):
        if place == view.train:
            shapes += _train(*at(cell))
    return Drawing(width, height, shapes)


def _span(numbers: list[int], least: int) -> tuple[int, int]:
    low, high = min(numbers, default=0), max(numbers, default=0)
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


def _card(view: Any, place: int, x: float, y: float) -> list[str]:
    kind = int(view.track[place])
    if kind < 0:
        return []
    leaves, bend = int(view.heading[place]), max(0, int(view.bend[place]))
    enters = (leaves - int(board.TURN[bend])) % 4
    found = [
        box(x - 48, y - 48, 96, 96, GROUND, rx=8, stroke=INK, stroke_width=2.5),
        group(_rails(bend, is_broken=bool(board.is_broken(kind))), (x, y), turn=-90.0 * enters),
    ]
    corner = _corner(enters, leaves)
    value = int(board.value_of(kind))
    found += [
        disc(x + 31 * corner[0], y + 31 * corner[1], 14, VALUES[value - 1], stroke=INK, stroke_width=2),
        letters(value, x + 31 * corner[0], y + 31 * corner[1] + 7, 19, PAPER),
    ]
    return found


def _rails(bend: int, *, is_broken: bool) -> list[str]:
    """The rails of a card that is entered from the left, in its own units."""
    ways = {
        board.STRAIGHT: ("M-47-13H47", "M-47 13H47", [(x, 0.0, 0.0) for x in (-36.0, -18.0, 0.0, 18.0, 36.0)]),
        board.LEFT: (
            "M-47-13Q-13-13-13-47",
            "M-47 13Q13 13 13-47",
            [(-36.0, 0.0, 0.0), (-14.0, -9.0, -30.0), (-5.0, -18.0, -58.0), (0.0, -36.0, 90.0)],
        ),
        board.RIGHT: (
            "M-47 13Q-13 13-13 47",
            "M-47-13Q13-13 13 47",
            [(-36.0, 0.0, 0.0), (-14.0, 9.0, 30.0), (-5.0, 18.0, 58.0), (0.0, 36.0, 90.0)],
        ),
    }
    first, second, sleepers = ways[bend]
    found = [group([box(-4, -20, 8, 40, SLEEPER, rx=2)], (x, y), turn=turn) for x, y, turn in sleepers]
    found += [path(d, stroke=RAIL, stroke_width=5) for d in (first, second)]
    if is_broken:
        found.append(path("M-2-24L10-6-8 4 6 24", stroke="#b5452f", stroke_width=8, stroke_linejoin="round"))
    return found


def _corner(enters: int, leaves: int) -> tuple[int, int]:
    """A corner of the card where no rails lie."""
    sides = {(enters + 2) % 4, leaves}
    east, north = 0, 1
    return (-1 if east in sides else 1, 1 if north in sides else -1)


def _train(x: float, y: float) -> list[str]:
    return [
        disc(x - 20, y + 22, 11, INK),
        disc(x + 20, y + 22, 11, INK),
        path(
            f"M{x - 38} {y + 20}v-34h20v-22h26v22h26q6 0 6 8v26z",
            "#c8412f",
            stroke=INK,
            stroke_width=3.5,
            stroke_linejoin="round",
        ),
        box(x + 18, y - 32, 11, 20, INK, rx=2),
        cat(x - 5, y - 20, 26, "#f2b267"),
    ]
