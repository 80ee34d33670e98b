"""A plot of how strong nets grew while they were trained, from the records that they carry."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

from tabbytop.engine.intervals import SURE

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 44
COLOURS = ("#2463ae", "#c8412f", "#17805c", "#7a4b9b", "#a06a00")
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#333}line{stroke:#bbb}.even{stroke:#777;stroke-dasharray:4 4}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#555}.even{stroke:#999}}"
)


def plot(records: Mapping[str, Mapping[str, Any]]) -> str:
    """The curves of some nets, by the names that they are to have, as an SVG: strength against games learned from.

    Strength is how often a player with the net of a round was placed before the search without one that had as much
    time; with intervals of 95 %. Games say how far a training was on any machine; minutes would tell about the machine.
    """
    curves = {name: _points(record["curve"]) for name, record in records.items()}
    every = [point for points in curves.values() for point in points]
    longest = max(games for games, _, _ in every)
    low = math.floor(10 * max(0.0, min(0.45, *(share - error for _, share, error in every)))) / 10
    high = math.ceil(10 * min(1.0, max(0.55, *(share + error for _, share, error in every)))) / 10

    def x(games: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * games / longest

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - min(high, max(low, share))) / (high - low)

    parts = [f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>"]
    parts.append(f"<title>{html.escape(_in_words(curves))}</title><style>{STYLE}</style>")
    for tenth in range(round(10 * low), round(10 * high) + 1):
        at, kind = y(tenth / 10), " class='even'" if tenth == 5 else ""
        parts.append(f"<line{kind} x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{at:.1f}' y2='{at:.1f}'/>")
        parts.append(f"<text x='{LEFT - 8}' y='{at + 4:.1f}' text-anchor='end'>{10 * tenth} %</text>")
    for games in _ticks(longest):
        parts.append(f"<text x='{x(games):.1f}' y='{HEIGHT - 24}' text-anchor='middle'>{games:,.0f}</text>")
    parts.append(f"<text x='{WIDTH / 2:.0f}' y='{HEIGHT - 6}' text-anchor='middle'>games learned from</text>")
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{x(games):.1f},{y(share):.1f}" for games, share, _ in points)
        parts.append(f"<polyline points='{line}' fill='none' stroke='{colour}' stroke-width='2'/>")
        for games, share, error in points:
            where = f"x1='{x(games):.1f}' x2='{x(games):.1f}'"
            ends = f"y1='{y(share - error):.1f}' y2='{y(share + error):.1f}'"
            parts.append(f"<line {where} {ends} style='stroke:{colour}'/>")
            parts.append(f"<circle cx='{x(games):.1f}' cy='{y(share):.1f}' r='3' fill='{colour}'/>")
        at = TOP + 14 + 18 * number
        parts.append(f"<text x='{LEFT + 12}' y='{at}' style='fill:{colour}'>{html.escape(name)}</text>")
    return "\n".join([*parts, "</svg>", ""])


def _points(curve: Sequence[Mapping[str, Any]]) -> list[tuple[float, float, float]]:
    """Games so far, strength and half its interval, by round; old records tell of some only how long the match was."""
    points, games = [], 0
    for one in curve:
        games += one["games"]
        points.append((games, float(one["share"]), SURE * float(one.get("error", 0.5 / math.sqrt(one["match"])))))
    return points


def _ticks(longest: float) -> list[float]:
    """Round numbers along the axis."""
    step = 10.0 ** math.floor(math.log10(longest))
    step = next(size for size in (step / 5, step / 2, step, 2 * step) if longest / size <= 8)
    return [number * step for number in range(int(longest / step) + 1)]


def _in_words(curves: Mapping[str, Sequence[tuple[float, float, float]]]) -> str:
    last = (f"{name}: {points[-1][1]:.1%} after {points[-1][0]:,} games" for name, points in curves.items())
    return "Strength of nets against the search without one, in the same time. " + "; ".join(last)
