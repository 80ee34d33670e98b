"""What is said of late frames, from what a browser would tell."""

from __future__ import annotations

from typing import Any

from tests.browser.late_frames import late_frames


def long_frame(start: float, duration: float, drawn: float, *scripts: dict[str, Any]) -> dict[str, Any]:
    laid_out = start + duration - drawn
    return {"startTime": start, "duration": duration, "styleAndLayoutStart": laid_out, "scripts": list(scripts)}


def script(duration: float, forced: float = 0.0) -> dict[str, Any]:
    return {
        "duration": duration,
        "forcedStyleAndLayoutDuration": forced,
        "invoker": "DOMWebSocket.onmessage",
        "sourceFunctionName": "hear",
        "sourceURL": "http://127.0.0.1/assets/session.js",
        "sourceCharPosition": 678,
    }


def test_a_late_frame_names_the_script_the_forced_layout_and_what_the_browser_did() -> None:
    (late,) = late_frames([0.0, 16.0, 146.0], [long_frame(18.0, 126.0, 30.0, script(90.0, forced=25.0))], limit=100.0)
    assert late.gap == 130.0
    assert late.cause == (
        "90 ms script: DOMWebSocket.onmessage, hear in session.js at 678, 25 ms of it a forced layout;"
        " 30 ms style, layout and paint"
    )


def test_a_frame_that_waited_for_the_machine_says_so() -> None:
    (late,) = late_frames([0.0, 160.0, 176.0], [], limit=100.0)
    assert late.cause == "160 ms nothing of the page: the machine was busy with something else"


def test_frames_in_time_need_no_cause() -> None:
    assert late_frames([0.0, 16.0, 100.0], [long_frame(18.0, 80.0, 10.0, script(60.0))], limit=100.0) == []
