"""The mats of everybody with the tiles on them, and the cards that are to be laid."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.drawing import INK, PAPER, Drawing, box, cat, disc, group, letters, line, shape
from tabbytop.games.kitty_paw import cards, components, mat
from tabbytop.games.kitty_paw.components import BOX

STEP, PITCH, RADIUS = 173.2, 150.0, 100.0
MAT_WIDTH, MAT_HEIGHT = 1350.0, 1152.0
GAP = 110.0
CLOTH, GROUND, CELL = "#a9745a", "#f1e6cf", "#dfcfae"
COATS = ("#f0c27b", "#8fa3b5", "#d8c3a0", "#9a8f86", "#4a4650", "#f4ece0", "#d98b5f")
SEATS = ("#c8412f", "#2463ae", "#17805c", "#b07a12")


def drawing(view: Any) -> Drawing:
    """Everybody's mat, two in a row."""
    players = int(view.players)
    columns = 1 if players == 1 else 2
    rows = -(-players // columns)
    width = columns * (MAT_WIDTH + GAP) + GAP
    height = rows * (MAT_HEIGHT + GAP) + GAP
    shapes = [box(0, 0, width, height, CLOTH)]
    for seat in range(players):
        row, column = divmod(seat, columns)
        corner = (GAP + column * (MAT_WIDTH + GAP) + 112, GAP + row * (MAT_HEIGHT + GAP) + 126)
        shapes.append(group(_mat(view, seat), corner))
    return Drawing(width, height, shapes)


def _point(q2: float, r2: float) -> tuple[float, float]:
    """Where doubled coordinates of the lattice lie."""
    return STEP / 2 * (q2 + r2 / 2), PITCH / 2 * r2


def _hexagon(x: float, y: float, radius: float, fill: str, **more: object) -> str:
    corners = [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
    return shape([(x + radius * dx, y + radius * dy) for dx, dy in corners], fill, **more)


def _mat(view: Any, seat: int) -> list[str]:
    found = [box(-112, -126, MAT_WIDTH, MAT_HEIGHT, GROUND, rx=60, stroke=SEATS[seat], stroke_width=22)]
    for cell in range(mat.CELLS):
        found.append(_hexagon(*_point(int(mat.CENTRE_Q[cell]), int(mat.CENTRE_R[cell])), RADIUS - 6, CELL))
    found += _boxed(view, seat)
    for piece in range(cards.PIECE_COUNT):
        found += _piece(view, seat, piece)
    card = int(view.card[seat])
    if card >= 0:
        found += [
            box(880, -190, 330, 110, PAPER, rx=20, stroke=INK, stroke_width=6),
            letters(cards.CARD_IDS[card], 1045, -110, 72),
        ]
    return found


def _boxed(view: Any, seat: int) -> list[str]:
    cell = int(view.box[seat])
    if cell < 0:
        return []
    x, y = _point(int(mat.CENTRE_Q[cell]), int(mat.CENTRE_R[cell]))
    return [
        box(x - 84, y - 66, 168, 132, "#b98850", rx=10, stroke=INK, stroke_width=6),
        line([(x - 84, y), (x + 84, y)], INK, 5),
    ]


def _piece(view: Any, seat: int, piece: int) -> list[str]:
    place = int(view.place[seat, piece])
    if place < 0:
        return []
    x, y = _point(int(mat.CENTRE_Q[place]), int(mat.CENTRE_R[place]))
    if piece == cards.HIDE:
        return [disc(x, y, 62, "#6c9a8b", stroke=INK, stroke_width=6), letters("?", x, y + 34, 96, PAPER)]
    fill = COATS[piece]
    found = []
    if piece == cards.BOBTAIL:
        tail = int(mat.NEXT[place, int(view.rot[seat, piece])])
        if tail >= 0:
            there = _point(int(mat.CENTRE_Q[tail]), int(mat.CENTRE_R[tail]))
            found += [line([(x, y), there], INK, 118), line([(x, y), there], fill, 106)]
    found += [
        _hexagon(x, y, RADIUS - 12, fill, stroke=INK, stroke_width=6),
        group(
            [cat(0, 4, 104, "#fff8ea" if view.side[seat, piece] else fill)],
            (x, y),
            turn=60.0 * int(view.rot[seat, piece]),
        ),
        letters(BOX.breeds[piece].letter, x, y + 84, 36),
    ]
    return found


assert len(COATS) == components.BREEDS
