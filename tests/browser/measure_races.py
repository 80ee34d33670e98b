"""How quick a race is: from a tile action to the screens of the others, and how smoothly a tile follows the finger.

    python -m tests.browser.measure_races

Four people race in four browsers of their own, and one drags on a phone while bots race. Everything runs on this
machine, so the network costs nothing, and the machine is shared by all. Only prints: numbers depend on the machine.
"""

from __future__ import annotations

import itertools
import statistics
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.browsers import PHONE, find_browser, running_browser
from tests.browser.people import Person
from tests.browser.racing import Racer, Touch, middle, needs_of, open_race
from tests.browser.test_kitty_paw import rosie_with_bots
from tests.server.servers import Server, running

CYCLES = 40
"""How often a tile is taken, put and given back: three actions each."""
SECONDS = 4
SLOWDOWNS = (1, 4)
"""A phone is said to be about four times slower than a desktop."""
NOTE_PRESSES = """() => addEventListener("pointerdown", (event) => {
  window.pressedAt = performance.timeOrigin + event.timeStamp;
}, { capture: true })"""
NOTE_CHANGE = """() => {
  window.shownAt = null;
  const watching = new MutationObserver(() => {
    watching.disconnect();
    requestAnimationFrame(() => (window.shownAt = performance.timeOrigin + performance.now()));
  });
  const mat = document.querySelector("aside [data-seat='0'] .kit");
  watching.observe(mat, { childList: true, subtree: true, characterData: true, attributes: true });
}"""
"""Watches what the others see of the first seat: its mat and its hand."""
COUNT_FRAMES = """() => {
  window.frames_seen = [];
  const count = (time) => {
    window.frames_seen.push(time);
    window.counting = requestAnimationFrame(count);
  };
  window.counting = requestAnimationFrame(count);
}"""
STOP_COUNTING = "() => { cancelAnimationFrame(window.counting); return window.frames_seen; }"


def main() -> None:
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as server:
        with ExitStack() as stack:
            browsers = [stack.enter_context(running_browser())]
            browsers += [start_another(browsers[0], stack) for _ in range(3)]
            tell("from a tile action to the other three screens", milliseconds_of_actions(browsers, server))
        with running_browser() as browser:
            for slower in SLOWDOWNS:
                tell_frames(f"dragging on a phone, {slower} times slower", frames_of_dragging(browser, server, slower))


def start_another(first: Browser, stack: ExitStack) -> Browser:
    """Another browser process under the same driver."""
    browser = first.browser_type.launch(executable_path=find_browser(), args=["--disable-gpu", "--no-first-run"])
    stack.callback(browser.close)
    return browser


def milliseconds_of_actions(browsers: Sequence[Browser], server: Server) -> list[float]:
    """Four people race; how long every action of one took until each of the others saw it."""
    people = [Person(each, server.address, f"Racer {number}") for number, each in enumerate(browsers, start=1)]
    opened = open_race(people[0], *people[1:], round_limit_seconds=0)
    racers = [Racer(person, opened, seat) for seat, person in enumerate(people)]
    for racer in racers:
        racer.ready()
    for racer in racers:
        racer.take_card()
    acting, *watching = racers
    acting.page.evaluate(NOTE_PRESSES)
    need = needs_of(acting.view["card"][0], acting.view["box"][0])[0]
    found: list[float] = []
    for _ in range(CYCLES):
        tile, _ = acting.tile(need.breed)
        place = partial(acting.page.mouse.click, *acting.point_of(need.place))
        found += milliseconds_of_press(acting, watching, partial(acting.page.mouse.click, *middle(tile)))
        found += milliseconds_of_press(acting, watching, place)
        place()
        give_back = acting.board.get_by_role("button", name="Give back the").click
        found += milliseconds_of_press(acting, watching, give_back)
    for person in people:
        person.leave()
    return found


def milliseconds_of_press(acting: Racer, watching: Sequence[Racer], press: Callable[[], None]) -> list[float]:
    for racer in watching:
        racer.page.evaluate(NOTE_CHANGE)
    press()
    for racer in watching:
        racer.page.wait_for_function("() => window.shownAt")
    pressed = acting.page.evaluate("() => window.pressedAt")
    return [racer.page.evaluate("() => window.shownAt") - pressed for racer in watching]


def frames_of_dragging(browser: Browser, server: Server, slower: int) -> list[float]:
    """A tile goes round and round under a finger while bots race; when frames were drawn, in milliseconds."""
    rosie = Person(browser, server.address, "Rosie", PHONE, motion="full")
    racer = Racer(rosie, rosie_with_bots(rosie), 0)
    racer.ready()
    racer.take_card()
    line = rosie.context.new_cdp_session(rosie.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    touch = Touch(line)
    touch.down(*middle(racer.heap.get_by_role("button").first))
    frames = count_while_circling(rosie.page, touch, *middle(racer.mat))
    touch.up()
    rosie.leave()
    return frames


def count_while_circling(page: Page, touch: Touch, x: float, y: float) -> list[float]:
    page.evaluate(COUNT_FRAMES)
    corners = ((-80, -80), (80, -80), (80, 80), (-80, 80))
    while ((seen := page.evaluate("() => window.frames_seen")) and seen[-1] - seen[0] < 1000 * SECONDS) or not seen:
        for right, down in corners:
            touch.move(x + right, y + down, steps=12)
    return page.evaluate(STOP_COUNTING)


def tell(what: str, times: Sequence[float]) -> None:
    """A line with the numbers."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    print(f"{what}: median {statistics.median(ordered):.0f} ms, p99 {late:.0f} ms, {len(ordered)} times")


def tell_frames(what: str, frames: Sequence[float]) -> None:
    """A line with the numbers."""
    gaps = sorted(later - before for before, later in itertools.pairwise(frames))
    rate = 1000 * len(gaps) / (frames[-1] - frames[0])
    late = gaps[min(len(gaps) - 1, round(0.99 * len(gaps)))]
    print(f"{what}: {rate:.0f} frames a second, median {statistics.median(gaps):.0f} ms apart, p99 {late:.0f} ms")


if __name__ == "__main__":
    main()
