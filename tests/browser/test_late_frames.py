"""What is said of late frames, and of the work in frames, from what a browser would tell."""

from __future__ import annotations

from typing import Any

from tests.browser.late_frames import late_frames
from tests.browser.main_thread import THREAD, works_of


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


def event(name: str, start: float, spent: float = 0.0, phase: str = "X", thread: int = 1) -> dict[str, Any]:
    """An event of a trace: it took the processor for some milliseconds, and the clock went on twice as far."""
    times = {"ts": 1000 * start, "dur": 2000 * spent, "tdur": 1000 * spent}
    return {"name": name, "ph": phase, "pid": 7, "tid": thread, "args": {}, **times}


def test_work_is_told_frame_by_frame_in_processor_time_of_the_busiest_page() -> None:
    names = [{**event("thread_name", 0.0, phase="M", thread=each), "args": {"name": THREAD}} for each in (1, 2)]
    idle = [event("ThreadControllerImpl::RunTask", 5.0, 1.0, thread=2)]
    page = [
        event("ThreadControllerImpl::RunTask", 1.0, 9.0),
        event("AnimationFrame", 20.0, phase="b"),
        event("ThreadControllerImpl::RunTask", 21.0, 12.0),
        event("FunctionCall", 22.0, 7.0),
        event("UpdateLayoutTree", 24.0, 3.0),
        event("Layout", 40.0, 2.0),
        event("AnimationFrame", 60.0, phase="b"),
        event("ThreadControllerImpl::RunTask", 61.0, 4.0),
    ]
    works = works_of([*names, *idle, *page])
    assert [work.spent for work in works] == [12.0, 4.0]
    assert works[0].cause == "7 ms script, 2 ms layout"
    assert works_of([]) == []


def test_looks_of_whoever_measures_are_no_work_of_the_page() -> None:
    told = {"chrome_mojo_event_info": {"mojo_interface_tag": "blink.mojom.DevToolsSession"}}
    news = {"chrome_mojo_event_info": {"mojo_interface_tag": "network.mojom.WebSocketClient"}}
    (work,) = works_of(
        [
            {**event("thread_name", 0.0, phase="M"), "args": {"name": THREAD}},
            event("AnimationFrame", 1.0, phase="b"),
            event("ThreadControllerImpl::RunTask", 2.0, 12.0),
            {**event("Receive mojo message", 2.0, 11.0), "args": told},
            event("EvaluateScript", 3.0, 10.0),
            event("ThreadControllerImpl::RunTask", 30.0, 6.0),
            {**event("Receive mojo message", 30.0, 5.0), "args": news},
            event("FunctionCall", 31.0, 4.0),
        ]
    )
    assert work.spent == 7.0
    assert work.cause == "4 ms script"
