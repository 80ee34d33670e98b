"""Tuscany: the cities with their towers, the cards that lie there, and the roads between them."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.drawing import INK, LINE, PAPER, TITLE, Drawing, box, disc, letters, line, path, shape
from tabbytop.games.patrician import board, facts
from tabbytop.games.patrician.board import BOX

WIDTH, HEIGHT = 1000.0, 600.0
COLUMNS, FEW = 5, 9
CELL = WIDTH / COLUMNS
GROUND = (246.0, 540.0)
FLOOR, STOREY = 52.0, 25.0
HILLS = ("#f2e2bd", "#dcc48a", "#cdb273")
COLOURS = tuple(colour.hex for colour in BOX.colour)


def drawing(view: Any) -> Drawing:
    """The map with everything that stands on it."""
    shapes = [
        box(0, 0, WIDTH, HEIGHT, HILLS[0]),
        disc(245, 52, 22, "#edbc52"),
        path("M0 130Q140 70 300 122T620 96T1000 132V330H0z", HILLS[1]),
        path("M0 300Q250 280 500 306T1000 296V330H0z", "#a9c3b8"),
        path("M0 400Q200 350 420 398T1000 380V600H0z", HILLS[2]),
    ]
    for pair in range(int(board.PAIRS_FOR[view.seats])):
        shapes += _road(view, pair)
    for city in range(view.cities):
        shapes += _city(view, city, *spot(view.cities, city))
    return Drawing(WIDTH, HEIGHT, shapes)


def spot(cities: int, city: int) -> tuple[float, float]:
    """The left edge of a city, and the ground of its towers; with ten cities the upper ones move together."""
    place = BOX.city[city]
    column = float(place.x)
    if cities > FEW and place.y < 2:
        column = COLUMNS - 1 if place.y > 0 else max(0.0, column - 1)
    return CELL * column, GROUND[0 if place.y < 2 else 1]


def _road(view: Any, pair: int) -> list[str]:
    (x0, y0), (x1, y1) = (spot(view.cities, int(end[pair])) for end in (board.PAIR_A, board.PAIR_B))
    ends = [(x0 + 100, y0 + 26), (x1 + 100, y1 + 26)]
    found = [line(ends, LINE, 12), line(ends, "#e6cf9c", 8)]
    if view.messengers and view.messenger[pair]:
        x, y = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        found += [disc(x, y, 13, "#3c6f8f", stroke=INK, stroke_width=2.5), letters("M", x, y + 6, 16, PAPER)]
    return found


def _city(view: Any, city: int, left: float, ground: float) -> list[str]:
    place = BOX.city[city]
    found = [box(left + 4 + 58 * site, ground - 5, 56, 7, "#b9975b", rx=2) for site in range(board.SITES)]
    for site in range(board.SITES):
        found += _tower(view, city, site, left + 6 + 58 * site, ground - 5)
    if facts.is_scored(view, city):
        x, y = left + 158, ground - 45
        found += [
            disc(x, y, 25, "#8e2f26", stroke=INK, stroke_width=2.5),
            path(f"M{x - 11} {y + 1}l8 9 14-18", stroke=PAPER, stroke_width=5, stroke_linecap="round"),
        ]
    else:
        for at, fill, points in ((140, "#e8b931", place.high_token), (176, "#c9c7c1", place.low_token)):
            found += [
                disc(left + at, ground - 112, 15, fill, stroke=INK, stroke_width=2),
                letters(points, left + at, ground - 106, 17),
            ]
        card = int(view.face_up[city])
        if card >= 0:
            found += _card(card, left + 124, ground - 92)
    name = f"{place.name}  {facts.floors_in(view, city)}/{place.limit}"
    found += [
        box(left + 8, ground + 8, 184, 36, PAPER, rx=4, stroke=LINE, stroke_width=2.5),
        box(left + 8, ground + 8, 14, 36, place.hex),
        letters(name, left + 106, ground + 33, 21, INK, font_family=TITLE),
    ]
    return found


def _tower(view: Any, city: int, site: int, left: float, ground: float) -> list[str]:
    found, height = [], int(view.height[city, site])
    for level in range(height):
        fill = COLOURS[int(view.floor[city, site, level])]
        y = ground - STOREY * (level + 1)
        found.append(box(left, y, FLOOR, STOREY, fill, rx=2, stroke=INK, stroke_width=2.5))
        found.append(path(f"M{left + 20} {y + 20}v-8q6-8 12 0v8z", PAPER, stroke=INK, stroke_width=1.5))
    top = ground - STOREY * height
    if height and facts.is_scored(view, city):
        roof = [(left - 4, top), (left + FLOOR / 2, top - 20), (left + FLOOR + 4, top)]
        found.append(shape(roof, "#c46a3b", stroke=INK, stroke_width=2.5))
    elif height:
        fill = COLOURS[int(view.floor[city, site, height - 1])]
        found.append(path(f"M{left + 26} {top}v-20h16l-5 5 5 5h-16", fill, stroke=INK, stroke_width=2))
    return found


def _card(card: int, left: float, top: float) -> list[str]:
    city = BOX.city[int(board.CARD_CITY[card])]
    found = [
        box(left, top, 66, 88, PAPER, rx=6, stroke=INK, stroke_width=2.5),
        box(left + 1, top + 1, 64, 24, city.hex, rx=5),
        letters(city.name[:3].upper(), left + 33, top + 19, 17, PAPER),
    ]
    crests = int(board.CARD_CRESTS[card])
    for number in range(crests):
        x = left + 33 + 28 * (number - (crests - 1) / 2)
        found.append(path(f"M{x - 11} {top + 38}h22v14q0 12-11 18q-11-6-11-18z", city.hex, stroke=INK, stroke_width=2))
    return found
