"""The rooftops at dusk: catwalks, shelters, cats, and the dumpsters in the street below."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.drawing import INK, PAPER, Drawing, box, cat, disc, letters, line, path, shape
from tabbytop.games.hot_tin_roof import board, components
from tabbytop.games.hot_tin_roof.components import BOX

WIDTH, HEIGHT = 1000.0, 740.0
SKY, STREET, WALL, TIN = "#4a4468", "#33303f", "#b5654a", "#d98f5c"
COLOURS = tuple(colour.hex for colour in BOX.colour)
SITTING = 0


def drawing(view: Any) -> Drawing:
    """The city with everything that stands in it."""
    shapes = [box(0, 0, WIDTH, HEIGHT, SKY), disc(910, 70, 40, "#f3e3b0"), box(0, 610, WIDTH, HEIGHT - 610, STREET)]
    for gap, (a, b) in enumerate(board.GAP_ENDS.tolist()):
        owner = int(view.catwalk[gap])
        shapes += _catwalk(view, gap, owner, spot(a), spot(b))
    for roof in range(len(BOX.rooftop)):
        shapes += _rooftop(view, roof, *spot(roof))
    for number, dumpster in enumerate(BOX.dumpster):
        shapes += _dumpster(view, number, 75 + 170 * dumpster.x)
    return Drawing(WIDTH, HEIGHT, shapes)


def spot(rooftop: int) -> tuple[float, float]:
    """The middle of a rooftop."""
    roof = BOX.rooftop[rooftop]
    return 75 + 170 * roof.x, 112 + 187 * roof.y


def _catwalk(view: Any, gap: int, owner: int, start: tuple[float, float], end: tuple[float, float]) -> list[str]:
    if owner < 0:
        return [line([start, end], "#6d6590", 4, stroke_dasharray="8 10")]
    is_deluxe = view.deluxe_at[owner] == gap
    found = [line([start, end], INK, 24), line([start, end], COLOURS[owner], 18)]
    return [*found, line([start, end], "#ffd34d" if is_deluxe else PAPER, 3, stroke_dasharray="4 9")]


def _rooftop(view: Any, roof: int, x: float, y: float) -> list[str]:
    found = [
        box(x - 52, y - 6, 104, 58, WALL, stroke=INK, stroke_width=2.5),
        *(box(x - 42 + 30 * at, y + 8, 16, 18, "#f6d98a") for at in range(3)),
        shape(
            [(x - 64, y - 2), (x - 46, y - 44), (x + 46, y - 44), (x + 64, y - 2)], TIN, stroke=INK, stroke_width=2.5
        ),
        letters(board.LETTERS[roof], x, y + 47, 19, PAPER),
    ]
    owner = int(view.shelter[roof])
    if owner >= 0:
        awning = f"M{x - 56} {y - 40}q56-34 112 0l-8 14q-12-8-24 0-12-8-24 0-12-8-24 0-12-8-24 0z"
        found.append(path(awning, COLOURS[owner], stroke=INK, stroke_width=2.5))
    here = [
        (seat, form)
        for seat in range(view.seats)
        for form in range(len(components.SHAPES))
        for number in range(2)
        if view.cat[seat, form, number] == roof
    ]
    step = min(38.0, 100 / max(1, len(here)))
    for index, (seat, form) in enumerate(here):
        at = x + step * (index - (len(here) - 1) / 2)
        found += _cat(at, y - 22, COLOURS[seat], sitting=form == SITTING)
    return found


def _cat(x: float, y: float, fill: str, *, sitting: bool) -> list[str]:
    if sitting:
        body = path(f"M{x - 13} {y + 22}q-4-30 13-32q17 2 13 32z", fill, stroke=INK, stroke_width=2.5)
        return [body, cat(x, y - 12, 30, fill)]
    body = path(f"M{x - 22} {y + 22}q-2-22 22-22t22 22z", fill, stroke=INK, stroke_width=2.5)
    return [body, cat(x - 8, y + 4, 28, fill)]


def _dumpster(view: Any, number: int, x: float) -> list[str]:
    cans = int(view.dumpster[number])
    return [
        shape([(x - 52, 650), (x + 52, 650), (x + 44, 716), (x - 44, 716)], "#5f7f6a", stroke=INK, stroke_width=2.5),
        box(x - 56, 640, 112, 14, "#4c6755", rx=4, stroke=INK, stroke_width=2.5),
        letters(f"{cans} can{'' if cans == 1 else 's'}", x, 692, 22, PAPER),
    ]
