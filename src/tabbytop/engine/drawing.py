"""Pictures of a table as SVG, for links and other places without a page: shapes with few words. Knows no game.

A game draws from a view, as its words are made from one: so a picture cannot tell what a seat may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

INK, PAPER, LINE = "#2b2622", "#fdf6ea", "#8a6f4d"
TITLE, TEXT = "Fraunces", "Figtree"
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Drawing:
    """A board in its own units."""

    width: float
    height: float
    shapes: Sequence[str]


def _tag(name: str, body: str = "", /, **attributes: object) -> str:
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(f"{value:g}" if isinstance(value, float) else str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def box(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """A rectangle; `rx` rounds its corners."""
    return _tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=fill, **more)


def disc(x: float, y: float, radius: float, fill: str, **more: object) -> str:
    """A circle."""
    return _tag("circle", cx=float(x), cy=float(y), r=float(radius), fill=fill, **more)


def line(points: Iterable[Point], stroke: str, width: float, **more: object) -> str:
    """A line through points, round at its ends and corners."""
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
    return _tag("polyline", points=way, fill="none", stroke=stroke, stroke_width=float(width), **ends)


def shape(points: Iterable[Point], fill: str, **more: object) -> str:
    """A polygon."""
    return _tag("polygon", points=" ".join(f"{x:g},{y:g}" for x, y in points), fill=fill, **more)


def path(d: str, fill: str = "none", **more: object) -> str:
    """Anything else."""
    return _tag("path", d=d, fill=fill, **more)


def letters(text: object, x: float, y: float, size: float, fill: str = INK, **more: object) -> str:
    """Words around a point, on one line; `anchor` is start, middle or end."""
    anchor = more.pop("anchor", "middle")
    look = {"font_family": TEXT, "font_weight": 700, **more}
    return _tag(
        "text",
        escape(str(text)),
        x=float(x),
        y=float(y),
        font_size=float(size),
        fill=fill,
        text_anchor=anchor,
        **look,
    )


def group(shapes: Iterable[str], move: Point = (0, 0), scale: float = 1.0, turn: float = 0.0) -> str:
    """Shapes moved, scaled and turned together."""
    x, y = move
    return _tag("g", "".join(shapes), transform=f"translate({x:g} {y:g}) scale({scale:g}) rotate({turn:g})")


def window(shapes: Iterable[str], place: Box, part: Box) -> str:
    """A part of some shapes, drawn into a place and cut off at its edges."""
    (x, y, width, height), shown = place, " ".join(f"{number:g}" for number in part)
    return _tag("svg", "".join(shapes), x=float(x), y=float(y), width=float(width), height=float(height), viewBox=shown)


def symbols(sheet: str) -> dict[str, str]:
    """The shapes of a sheet of symbols that the page draws with, by name, in the colours that hold without a theme."""
    plain = re.sub(r"var\(--[\w-]+,\s*([^)]+)\)", r"\1", sheet)
    found = re.findall(r'<symbol[^>]*\bid="([^"]+)"[^>]*>(.*?)</symbol>', plain, re.DOTALL)
    return dict(found)


def cat(x: float, y: float, size: float, fill: str, edge: str = INK) -> str:
    """The head of a cat from the front; `size` is its width."""
    head = path(
        "M-40 34C-58 8-52-40-46-58L-18-38Q0-44 18-38L46-58C52-40 58 8 40 34Q0 58-40 34Z",
        fill,
        stroke=edge,
        stroke_width=5,
        stroke_linejoin="round",
    )
    face = [disc(-18, 0, 6, edge), disc(18, 0, 6, edge), path("M-6 16h12l-6 7z", edge)]
    return group([head, *face], (x, y), size / 100)
