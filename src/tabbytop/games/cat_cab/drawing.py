"""Mew York from above: streets, houses, gates, the passenger and the cabs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.drawing import INK, Drawing, box, disc, group, letters, line, symbols
from tabbytop.games.cat_cab import board, components

WIDE, HIGH = 150.0, 96.0
LEFT, TOP = 70.0, 110.0
STREET, LANE, WALK, GRASS, TREE, WATER = "#93a3bd", "#f6e7b4", "#eadfc9", "#9dbb7c", "#6e9150", "#8fc0c9"
HOUSES = ("#d08463", "#e6b97a", "#c9b6a0", "#b9695a", "#dcc7a2")
BAY_STEP = 88.0
LARGE = 1.3
"""Cabs and passengers are drawn larger than squares, for small pictures."""
NAMES = ("red", "blue", "green")
"""Cabs by their colours."""
PIECES = symbols(Path(__file__).with_name("pieces.svg").read_text(encoding="utf-8"))
"""What the page draws; a test of the page writes the sheet."""


def drawing(view: Any) -> Drawing:
    """The city with everything that stands in it."""
    columns, rows = components.COLUMNS, components.ROWS
    width, height = 2 * LEFT + WIDE * columns, 2 * TOP + HIGH * rows
    shapes = [box(0, 0, width, height, WALK), box(0, height - 62, width, 62, WATER)]
    middles = [centre(square) for square in range(columns * rows)]
    left, right = middles[0][0], middles[columns - 1][0]
    shapes += _houses(columns, rows)
    shapes += [
        line([(left - 34, centre(columns * row)[1]), (right + 34, centre(columns * row)[1])], STREET, 40)
        for row in range(rows)
    ]
    shapes += [
        line([(centre(column)[0], middles[0][1] + 20), (centre(column)[0], middles[-1][1] - 20)], STREET, 40)
        for column in range(columns)
    ]
    shapes += [
        line([(left, centre(columns * row)[1]), (right, centre(columns * row)[1])], LANE, 3, stroke_dasharray="14 22")
        for row in range(rows)
    ]
    shapes += _gates(view, height)
    shapes += [mark for square, at in enumerate(middles) for mark in _special(int(board.KIND[view.side, square]), *at)]
    if 0 <= view.passenger < columns * rows:
        x, y = centre(view.passenger)
        shapes.append(group([PIECES["passenger"]], (x - 30 * LARGE, y - 48 * LARGE), LARGE))
    shapes += [cab for seat in range(view.seats) for cab in _cab(view, seat, height)]
    return Drawing(width, height, shapes)


def centre(square: int) -> tuple[float, float]:
    """The middle of a square; the first row is at the bottom."""
    row, column = divmod(square, components.COLUMNS)
    return LEFT + WIDE * (column + 0.5), TOP + HIGH * (components.ROWS - row - 0.5)


def _houses(columns: int, rows: int) -> list[str]:
    found = []
    for row in range(rows - 1):
        for column in range(columns - 1):
            x, y = LEFT + WIDE * (column + 1), TOP + HIGH * (row + 1)
            number = (3 * column + 5 * row) % 7
            if number == 6:
                found.append(box(x - 50, y - 24, 100, 48, GRASS, rx=8))
                found += [disc(x - 24 + 24 * tree, y - 4 + 8 * (tree % 2), 13, TREE) for tree in range(3)]
                continue
            for half, shift in ((0, -50), (1, 3)):
                fill = HOUSES[(number + 2 * half) % len(HOUSES)]
                found.append(box(x + shift, y - 24, 47, 48, fill, rx=4, stroke=INK, stroke_width=1.5))
                found += [
                    box(
                        x + shift + 8 + 18 * (at % 2),
                        y - 15 + 19 * (at // 2),
                        11,
                        11,
                        "#6c4a40" if (number + at) % 3 == 0 else "#ffe08a",
                    )
                    for at in range(4)
                ]
    return found


def _special(kind: int, x: float, y: float) -> list[str]:
    if kind == board.NIBBLES:
        return [group([PIECES["nibbles"]], (x - 40, y - 34))]
    if kind == board.PATROL:
        return [group([PIECES["patrol"]], (x - 40, y - 34))]
    return []


def _gates(view: Any, height: float) -> list[str]:
    found = []
    for gate in range(2):
        x, y = centre(int(board.GATE_SQUARE[gate]))
        above = y < height / 2
        end = 34.0 if above else height - 34.0
        is_entry = gate == view.entry
        words = "in" if is_entry else "out" if view.picked_up else "closed"
        fill = "#17805c" if is_entry or view.picked_up else "#8d8a86"
        found += [
            line([(x, y), (x, end)], STREET, 40),
            box(x - 112, end - 28, 224, 56, STREET, rx=14),
            box(x - 112, end - 28, 224, 56, "none", rx=14, stroke=fill, stroke_width=5),
            letters(words, x + (140 if x < 500 else -140), end + 8, 26, INK, anchor="start" if x < 500 else "end"),
        ]
    return found


def _cab(view: Any, seat: int, height: float) -> list[str]:
    place = int(view.place[seat])
    if 0 <= place < components.COLUMNS * components.ROWS:
        x, y = centre(place)
        here = [other for other in range(view.seats) if view.place[other] == place]
        shift = 30.0 * (here.index(seat) - (len(here) - 1) / 2)
        x, y = x + shift, y + 0.35 * shift
    elif place in (board.START, board.LEFT):
        gate = view.entry if place == board.START else 1 - view.entry
        x, y = centre(int(board.GATE_SQUARE[gate]))
        y = 34.0 if y < height / 2 else height - 34.0
        here = [other for other in range(view.seats) if view.place[other] == place]
        x += BAY_STEP * (here.index(seat) - (len(here) - 1) / 2)
    else:
        return []
    name = NAMES[int(view.colour[seat])] if view.colour[seat] >= 0 else NAMES[seat % len(NAMES)]
    driver = "crazy" if view.solo == 1 and seat == 1 else "cab"
    return [group([PIECES[f"{driver}-{name}"]], (x - 48 * LARGE, y - 50 * LARGE), LARGE)]
