"""Mew York from above: streets, houses, gates, the passenger and the cabs."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.drawing import INK, Drawing, box, cat, disc, letters, line, path, shape
from tabbytop.games.cat_cab import board, components

WIDE, HIGH = 150.0, 96.0
LEFT, TOP = 70.0, 110.0
STREET, WALK, GRASS, WATER = "#5a5f6b", "#e9dcc3", "#8fb06a", "#6fa6b8"
HOUSES = ("#c97b4a", "#d9a441", "#9c5b4d", "#7f8c6b", "#b98a66")
BAY_STEP = 64.0
COLOURS = ("#c8412f", "#2463ae", "#17805c")
"""Cabs: red, blue, green."""


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
    shapes += _gates(view, height)
    shapes += [mark for square, at in enumerate(middles) for mark in _special(int(board.KIND[view.side, square]), *at)]
    if 0 <= view.passenger < columns * rows:
        x, y = centre(view.passenger)
        shapes += [disc(x, y, 27, "#ffd34d", stroke=INK, stroke_width=3), cat(x, y + 2, 34, "#f6f1e4")]
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
                found += [disc(x - 24 + 24 * tree, y - 4 + 8 * (tree % 2), 13, "#5e8a4a") for tree in range(3)]
                continue
            for half, shift in ((0, -50), (1, 3)):
                fill = HOUSES[(number + 2 * half) % len(HOUSES)]
                found.append(box(x + shift, y - 24, 47, 48, fill, rx=4, stroke=INK, stroke_width=1.5))
                found += [
                    box(x + shift + 8 + 18 * (at % 2), y - 15 + 19 * (at // 2), 11, 11, "#fbe9b0") for at in range(4)
                ]
    return found


def _special(kind: int, x: float, y: float) -> list[str]:
    if kind == board.NIBBLES:
        return [
            disc(x, y, 24, "#f6c453", stroke=INK, stroke_width=2.5),
            path(f"M{x - 14} {y}q10-12 20 0l8-7v14l-8-7q-10 12-20 0z", INK),
        ]
    if kind == board.PATROL:
        return [disc(x, y, 24, "#5c83c4", stroke=INK, stroke_width=2.5), letters("!", x, y + 12, 34, "#fff")]
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
    fill = COLOURS[int(view.colour[seat])] if view.colour[seat] >= 0 else "#8d8a86"
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
    return [
        disc(x - 20, y + 20, 9, INK),
        disc(x + 20, y + 20, 9, INK),
        path(
            f"M{x - 38} {y + 19}v-18q0-5 6-6l10-3 9-15q2-4 7-4h14q5 0 7 4l8 15 10 3q6 1 6 7v17z",
            fill,
            stroke=INK,
            stroke_width=3,
            stroke_linejoin="round",
        ),
        shape([(x - 17, y - 7), (x - 9, y - 20), (x + 12, y - 20), (x + 19, y - 7)], "#fdf6ea"),
        cat(x + 1, y - 12, 17, "#f2b267"),
    ]
