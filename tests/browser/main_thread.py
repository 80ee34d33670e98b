"""What the page's main thread itself spends between two frames, in processor time: a busy machine does not change it.

Reads a trace of Chromium. Pure but for `traced`, which records one; knows no page.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["toplevel", "devtools.timeline"]
THREAD, TASK, FRAME = "CrRendererMain", "RunTask", ("AnimationFrame", "b")
PARTS = {
    "FunctionCall": "script",
    "EvaluateScript": "script",
    "FireAnimationFrame": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
    "MajorGC": "memory",
    "MinorGC": "memory",
}
"""What is told apart in a frame; the outermost of them counts."""
MESSAGE, LOOKING = "Receive mojo message", "DevToolsSession"
"""What comes from whoever measures, such as a look whether it is one's turn, is no work of the page."""

Event = Mapping[str, Any]


@dataclass
class Work:
    """What the main thread did between two frames: milliseconds in all, and for what."""

    spent: float = 0.0
    parts: Counter[str] = field(default_factory=Counter)

    @property
    def cause(self) -> str:
        """The parts in words, the longest first."""
        return ", ".join(f"{spent:.0f} ms {part}" for part, spent in self.parts.most_common() if spent >= 1)


@contextlib.contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[Work]]:
    """What the page does meanwhile is known afterwards, frame by frame."""
    works: list[Work] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield works
    finally:
        works += works_of(json.loads(browser.stop_tracing())["traceEvents"])


def works_of(events: Sequence[Event]) -> list[Work]:
    """The work between each two frames of the thread that did most."""
    names = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
    threads: dict[tuple[int, int], list[Event]] = {}
    for event in events:
        if names.get(thread := (event["pid"], event["tid"])) == THREAD:
            threads.setdefault(thread, []).append(event)
    busiest = max(threads.values(), key=lambda its: sum(_spent(event) for event in its if _is_task(event)), default=[])
    return _between_frames(sorted(busiest, key=lambda event: event.get("ts", 0)))


def _between_frames(events: Sequence[Event]) -> list[Work]:
    works = [Work()]
    told_until = -1.0
    for event in events:
        if (event["name"], event["ph"]) == FRAME:
            works.append(Work())
        elif _is_task(event):
            works[-1].spent += _spent(event)
        elif _is_look(event):
            told_until = max(told_until, event["ts"] + event["dur"])
            works[-1].spent -= _spent(event)
        elif event["name"] in PARTS and event["ts"] >= told_until and "dur" in event:
            told_until = event["ts"] + event["dur"]
            works[-1].parts[PARTS[event["name"]]] += _spent(event)
    return works[1:]


def _is_task(event: Event) -> bool:
    return bool(event["name"].endswith(TASK))


def _is_look(event: Event) -> bool:
    told = event.get("args", {}).get("chrome_mojo_event_info", {})
    return event["name"] == MESSAGE and "dur" in event and LOOKING in told.get("mojo_interface_tag", "")


def _spent(event: Event) -> float:
    """Milliseconds of the processor."""
    return float(event.get("tdur", 0)) / 1000
