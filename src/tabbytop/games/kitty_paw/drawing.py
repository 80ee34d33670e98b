"""The mats of everybody with the tiles on them, and the cards that are to be laid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.drawing import INK, PAPER, Drawing, Point, box, group, letters, shape, symbols, window
from tabbytop.games.kitty_paw import cards, mat
from tabbytop.games.kitty_paw.components import BOX

STEP, PITCH, RADIUS = 173.2, 150.0, 100.0
MAT = (-112.0, -126.0, 1350.0, 1152.0)
WIDTH, HEIGHT = 900.0, 768.0
"""Of a mat in the picture: the part of it on which something lies."""
AROUND, GAP, EDGE = 120.0, 112.0, 22.0
RUG, RUG_LINE, GROUND, CELL = "#b04a3a", "#e8b98a", "#e9d9bb", "#dcc79f"
SEATS = ("#c8412f", "#2463ae", "#17805c", "#b07a12")
ON_BOX = 0.79
"""How large a tile is drawn that lies on the box card."""
TILES = {
    name: tile
    for sheet in ("cats.svg", "boxes.svg")
    for name, tile in symbols(Path(__file__).with_name(sheet).read_text(encoding="utf-8")).items()
}
"""What the page draws with; both sheets are the page's own."""


def drawing(view: Any) -> Drawing:
    """Everybody's mat, two in a row; one that is left over lies in the middle."""
    players = int(view.players)
    columns = 1 if players == 1 else 2
    rows = -(-players // columns)
    width = columns * (WIDTH + GAP) + GAP
    height = rows * (HEIGHT + GAP) + GAP
    shapes = [box(0, 0, width, height, RUG)]
    shapes.append(box(26, 26, width - 52, height - 52, "none", rx=40, stroke=RUG_LINE, stroke_width=8))
    for seat in range(players):
        row, column = divmod(seat, columns)
        here = min(columns, players - row * columns)
        left = (width - here * (WIDTH + GAP) + GAP) / 2 + column * (WIDTH + GAP)
        shapes += _mat(view, seat, (left, GAP + row * (HEIGHT + GAP)))
    return Drawing(width, height, shapes)


def _point(place: int) -> Point:
    """The middle of a place on the mat, whose lattice has doubled coordinates."""
    q2, r2 = int(mat.CENTRE_Q[place]), int(mat.CENTRE_R[place])
    return STEP / 2 * (q2 + r2 / 2), PITCH / 2 * r2


def _cell(cell: int) -> str:
    x, y = _point(cell)
    corners = [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
    return shape([(x + (RADIUS - 6) * dx, y + (RADIUS - 6) * dy) for dx, dy in corners], CELL)


def _mat(view: Any, seat: int, corner: Point) -> list[str]:
    (x, y), card = corner, int(view.card[seat])
    lying = [piece for piece in range(cards.PIECE_COUNT) if view.place[seat, piece] >= 0]
    part = _part([_point(int(view.place[seat, piece])) for piece in lying] + _boxed(view, seat))
    found = [box(*MAT, GROUND), *(_cell(cell) for cell in range(mat.CELLS))]
    side = "vertical" if view.box_side[seat] else "horizontal"
    found += [group([TILES[f"kp-box-{side}"]], at) for at in _boxed(view, seat)]
    found += [_piece(view, seat, piece) for piece in lying]
    drawn = [
        box(x, y, WIDTH, HEIGHT, GROUND, rx=24, stroke=PAPER, stroke_width=EDGE + 14),
        window(found, (x, y, WIDTH, HEIGHT), part),
        box(x, y, WIDTH, HEIGHT, "none", rx=24, stroke=SEATS[seat], stroke_width=EDGE),
    ]
    if card >= 0:
        right, top = x + WIDTH - 40, y - 84
        drawn += [
            box(right - 250, top, 250, 92, PAPER, rx=20, stroke=INK, stroke_width=6),
            letters(cards.CARD_IDS[card], right - 125, top + 66, 60),
        ]
    return drawn


def _boxed(view: Any, seat: int) -> list[Point]:
    """Where the box card lies, if it does."""
    cell = int(view.box[seat])
    return [_point(cell)] if cell >= 0 else []


def _part(points: list[Point]) -> tuple[float, float, float, float]:
    """The part of a mat with all points in it and room around them, in the shape of the picture of a mat."""
    if not points:
        return MAT
    lows = [min(point[axis] for point in points) - AROUND for axis in (0, 1)]
    highs = [max(point[axis] for point in points) + AROUND for axis in (0, 1)]
    scale = max(1.0, (highs[0] - lows[0]) / WIDTH, (highs[1] - lows[1]) / HEIGHT)
    sizes = (min(scale * WIDTH, MAT[2]), min(scale * HEIGHT, MAT[3]))
    left, top = (
        min(max((low + high - size) / 2, first), first + whole - size)
        for low, high, size, first, whole in zip(lows, highs, sizes, MAT[:2], MAT[2:], strict=True)
    )
    return left, top, *sizes


def _piece(view: Any, seat: int, piece: int) -> str:
    place, animal = int(view.place[seat, piece]), int(view.hide[seat])
    if piece == cards.HIDE:
        name = "back" if animal < 0 else BOX.hide_and_seek[animal].id
        tile = TILES[f"kp-hide-{name}"]
    else:
        tile = TILES[f"kp-{BOX.breeds[piece].id}-{'asleep' if view.side[seat, piece] else 'awake'}"]
    scale = ON_BOX if place == view.box[seat] else 1.0
    return group([tile], _point(place), scale, turn=60.0 * int(view.rot[seat, piece]))
