"""How pages carry themselves: how much they weigh, and whether they jump while one plays.

That nothing complains in the browser's console, the content security policy included, holds in all tests: see `person`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.pages import landing
from tests.browser.people import ME, Person

People = Callable[..., Person]

LIGHT = 150_000
"""Bytes that the first view may take on its way."""
STEADY = 0.02
"""How much of the screen may move, times how far it moves, in a short game."""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    // at the end of a game the result takes its place
    if (document.querySelector("main [aria-label=Result]")) return;
    // a log that tells the last turn first moves what it told before, and nothing else
    const isLog = (node) => (node?.closest ? node : node?.parentElement)?.closest("[role=log]");
    for (const entry of list.getEntries().filter(({ sources }) => !sources.every(({ node }) => isLog(node))))
      window.shifts.push({ by: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName) });
  }).observe({ type: "layout-shift" });
}"""


def test_the_first_view_is_light(person: People):
    rosie = person("Rosie")
    line = rosie.context.new_cdp_session(rosie.page)
    line.send("Network.enable")
    rosie.page.add_init_script("window.requestIdleCallback = () => 0")  # what is fetched ahead comes after the view
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda loaded: sizes.append(loaded["encodedDataLength"]))
    landing(rosie)
    rosie.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5, "the browser did not tell what it loaded"
    assert sum(sizes) < LIGHT


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_nothing_jumps_while_others_play(screen: Screen, person: People):
    rosie = person("Rosie")
    opened = rosie.open_table(ME, ME, options={"turn_limit": 1})
    watcher = person("Vera", screen=screen, pace="quick", motion="full")
    seen = watcher.watch(opened)
    expect(seen.status).to_contain_text("roll the dice")
    expect(seen.board.locator("svg").first).to_be_visible()
    watcher.page.wait_for_load_state("networkidle")  # what takes its place while the page is built is not meant here
    watcher.page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    watcher.page.evaluate(WATCH_SHIFTS)
    while rosie.decide(opened):
        pass
    expect(seen.result).to_be_visible()
    shifts = watcher.page.evaluate("() => window.shifts")
    assert sum(shift["by"] for shift in shifts) < STEADY, shifts
