"""What made a frame late: which script, how much of it was a forced layout, or style, layout and paint after it.

Reads what Chromium tells of long frames ("long-animation-frame"). Pure; knows no page. A script is named by what called
it, its function, and where it begins in the built file; `npx vite build --minify false` keeps the names of functions.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LISTEN = """() => {
  window.long_frames = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.long_frames.push(entry.toJSON());
  }).observe({ type: "long-animation-frame" });
}"""
"""Notes every long frame of a page in `long_frames`."""
WORTH_NAMING = 8.0
"""Milliseconds below which a part of a frame is left out."""

LongFrame = Mapping[str, Any]


@dataclass(frozen=True)
class Late:
    """A frame that came too late: milliseconds after the one before it, and what they went to."""

    gap: float
    cause: str


def late_frames(frames: Sequence[float], told: Sequence[LongFrame], limit: float) -> list[Late]:
    """The frames that came more than `limit` after the one before them, by what was told of long ones."""
    # clocks of frames are only so exact
    return [
        Late(later - before, cause_of(before, later, told))
        for before, later in itertools.pairwise(frames)
        if round(later - before) > limit
    ]


def cause_of(before: float, later: float, told: Sequence[LongFrame]) -> str:
    """What the time between two frames went to, the longest first."""
    during = [one for one in told if before < one["startTime"] + one["duration"] and one["startTime"] < later]
    spent = [part for one in during for part in parts_of(one)]
    covered = sum(one["duration"] for one in during)
    if (idle := later - before - covered) > WORTH_NAMING:
        spent.append((idle, "nothing of the page: the machine was busy with something else"))
    named = sorted((part for part in spent if part[0] >= WORTH_NAMING), reverse=True)
    return "; ".join(f"{milliseconds:.0f} ms {what}" for milliseconds, what in named)


def parts_of(one: LongFrame) -> list[tuple[float, str]]:
    """A long frame as its scripts and what the browser did after them."""
    end = one["startTime"] + one["duration"]
    drawn = end - one["styleAndLayoutStart"] if one["styleAndLayoutStart"] else 0.0
    return [(drawn, "style, layout and paint"), *((script["duration"], named(script)) for script in one["scripts"])]


def named(script: Mapping[str, Any]) -> str:
    """A script as the next engineer finds it."""
    file = script["sourceURL"].rpartition("/")[2] or "unknown"
    function = script["sourceFunctionName"] or "a function without a name"
    forced = script["forcedStyleAndLayoutDuration"]
    words = f"script: {script['invoker']}, {function} in {file} at {script['sourceCharPosition']}"
    return f"{words}, {forced:.0f} ms of it a forced layout" if forced >= 1 else words
