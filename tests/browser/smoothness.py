"""How smoothly pieces move, and when the first words are there, on a computer four times slower than this one.

Bots and the viewer play by instinct while the page shows every step. Frames are counted from the moment something is
played until the viewer has to decide again. Only measures: numbers depend on the machine, and on what else it does.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tabbytop.benchmarks.measure import Result, summary
from tests.browser.browsers import Screen
from tests.browser.late_frames import LISTEN, Late, late_frames
from tests.browser.main_thread import Work, traced
from tests.browser.people import ME, Opened, Person
from tests.browser.positions import HOUSE_CAT, KITTEN
from tests.browser.racing import QUICK, Racer
from tests.browser.screens import DESKTOPS
from tests.browser.tables import Table
from tests.server.servers import Server

SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
"""A phone's line, over which the page comes: milliseconds, and bytes a second."""
OPEN_LINE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
LAPTOP: Screen = DESKTOPS[0]
SETTINGS: dict[str, Any] = {"motion": "full", "pace": "quick", "sound": False}
DECISIONS = 10
"""So often the viewer decides while frames are counted."""
RACING = 6000.0
"""Milliseconds of a race that are counted."""
LATE, TOO_LATE = 50.0, 100.0
"""Milliseconds: a frame that some notice, and one that everybody does."""
NAMED = 5
"""Of so many of the latest frames the cause is told."""
GAMES = {
    "cat-cab": (HOUSE_CAT, HOUSE_CAT),
    "hot-tin-roof": (HOUSE_CAT, HOUSE_CAT, HOUSE_CAT),
    "patrician": (HOUSE_CAT, HOUSE_CAT, KITTEN, HOUSE_CAT),
    "rollecate": (HOUSE_CAT, HOUSE_CAT, KITTEN),
    "kitty-paw": (HOUSE_CAT, HOUSE_CAT, KITTEN),
}
NOTE_WORDS = """() => {
  window.words_at = null;
  const watching = new MutationObserver(() => {
    const said = document.querySelector("main h1")?.textContent.trim() ?? "";
    if (!said || said === "One moment") return;
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.words_at = performance.now())));
  });
  watching.observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Notes when the sentence of the turn has been painted."""
FIRST_TEXT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
SCRIPT_AT = """(game) => performance.getEntriesByType("resource")
  .find(({ name }) => name.includes(`/assets/${game}-`) && name.endsWith(".js"))?.responseEnd ?? null"""
COUNT = """() => {
  window.frames_seen = [];
  window.shifted = 0;
  window.played_at = -Infinity;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput && entry.startTime > window.played_at + 500) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
  const count = (time) => {
    window.frames_seen.push(time);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""
"""Counts frames, and what moves on the page other than by the viewer's own doing within half a second, as browsers do;
here the viewer plays beside the page, so it has to be told when."""
BEGIN = "() => { window.frames_seen.length = 0; window.played_at = performance.now(); }"
LOOK_EVERY = 250.0
"""Milliseconds between looks whether it is the viewer's turn; looking in every frame would be measured too."""


@dataclass(frozen=True)
class Run:
    """What one run of a game tells."""

    gaps: Sequence[float]
    """Milliseconds between frames."""
    late: Sequence[Late]
    shifted: float
    text: float
    """Milliseconds until any text was painted, until the sentence of the turn was, and until the game's script came."""
    words: float
    script: float
    works: Sequence[Work]
    """What the main thread did between frames, at the computer's own speed."""

    def share_over(self, limit: float) -> float:
        return 100 * sum(round(gap) > limit for gap in self.gaps) / len(self.gaps)


def rows_of(game: str, browser: Browser, server: Server, repeats: int) -> Iterator[Result]:
    """What is known of a game, as rows of the benchmark."""
    runs = [run(game, browser, server) for _ in range(repeats)]
    slow = f"{SLOWER}x slower CPU, {statistics.median(len(each.gaps) for each in runs):.0f} frames"
    yield summary(f"{game}: longest frame", "ms", [max(each.gaps) for each in runs], slow)
    for limit in (LATE, TOO_LATE):
        yield summary(f"{game}: frames over {limit:.0f} ms", "%", [each.share_over(limit) for each in runs])
    latest = sorted((late for each in runs for late in each.late), key=lambda late: -late.gap)
    for late in latest[:NAMED]:
        yield summary(f"{game}: a frame over {TOO_LATE:.0f} ms", "ms", [late.gap], late.cause)
    works = [max(each.works, key=lambda work: work.spent, default=Work()) for each in runs]
    busiest = max(works, key=lambda work: work.spent)
    yield summary(
        f"{game}: most work in a frame",
        "ms",
        [SLOWER * work.spent for work in works],
        f"of the processor, main thread, {SLOWER} times as here: {busiest.cause}",
    )
    yield summary(f"{game}: layout shifts", "", [each.shifted for each in runs], "0.1 is what people notice")
    yield summary(f"{game}: first text painted", "ms", [each.text for each in runs], "on a slow line")
    yield summary(f"{game}: sentence painted", "ms", [each.words for each in runs])
    yield summary(f"{game}: its script has come", "ms", [each.script for each in runs])


def run(game: str, browser: Browser, server: Server) -> Run:
    """Open a game and play some turns of it."""
    rosie = Person(browser, server.address, "Rosie", LAPTOP, **SETTINGS)
    opened = rosie.open_table(ME, *GAMES[game], game=game, options=QUICK if game == "kitty-paw" else {})
    rosie.page.context.add_init_script(f"({NOTE_WORDS})()")
    line = rosie.context.new_cdp_session(rosie.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    table = rosie.go_to(opened.path)
    expect(table.board.locator("svg").first).to_be_visible()
    text = rosie.page.evaluate(FIRST_TEXT)
    words = rosie.page.evaluate("() => window.words_at")
    script = rosie.page.evaluate(SCRIPT_AT, game)
    line.send("Network.emulateNetworkConditions", OPEN_LINE)
    frames = frames_of(game, rosie, opened, table)
    shifted = rosie.page.evaluate("() => window.shifted")
    told = rosie.page.evaluate("() => window.long_frames")
    rosie.leave()
    works = works_in(game, browser, server)
    gaps = [later - before for turn in frames for before, later in itertools.pairwise(turn)]
    late = [late for turn in frames for late in late_frames(turn, told, TOO_LATE)]
    return Run(gaps, late, shifted, text, words, script, works)


def works_in(game: str, browser: Browser, server: Server) -> list[Work]:
    """The same once more without being slowed down, which would be counted as work, and with a trace."""
    rosie = Person(browser, server.address, "Rosie", LAPTOP, **SETTINGS)
    opened = rosie.open_table(ME, *GAMES[game], game=game, options=QUICK if game == "kitty-paw" else {})
    table = rosie.go_to(opened.path)
    expect(table.board.locator("svg").first).to_be_visible()
    with traced(browser, rosie.page) as works:
        frames_of(game, rosie, opened, table)
    rosie.leave()
    return works


def frames_of(game: str, rosie: Person, opened: Opened, table: Table) -> list[list[float]]:
    """Play on, or race, in the page that is open; when frames came, each time."""
    if game == "kitty-paw":
        return [frames_of_race(Racer(rosie, opened, 0, is_there=True))]
    table.wait_for_turn_or_end()
    start_counting(rosie.page)
    return list(frames_of_turns(rosie, opened, table))


def start_counting(page: Page) -> None:
    page.evaluate(LISTEN)
    page.evaluate(COUNT)


def frames_of_turns(rosie: Person, opened: Opened, table: Table) -> Iterator[list[float]]:
    """Decide some times, and wait each time until everything has been shown; when frames came, each time."""
    for _ in range(DECISIONS):
        table.page.evaluate(BEGIN)
        # the page may not have heard yet of what was played last, and still offer what was offered before
        while not (now := rosie.ask(f"/api/tables/{opened.id}")["now"])["choices"] and now["outcome"] is None:
            table.wait_for_turn_or_end(polling=LOOK_EVERY)
        if now["outcome"] is not None:
            break
        advice = rosie.command(opened, type="hint", seq=now["seq"])
        rosie.command(opened, type="play", seq=now["seq"], move=advice["choices"][0]["move"])
        over = table.wait_for_turn_or_end(polling=LOOK_EVERY)
        yield frames_in(table.page)
        if over:
            break


def frames_of_race(racer: Racer) -> list[float]:
    """Watch bots build, with an own card in the hand; when frames came."""
    racer.ready()
    start_counting(racer.page)
    racer.take_card()
    racer.page.wait_for_function(
        "(long) => window.frames_seen.at(-1) - window.frames_seen[0] > long", arg=RACING, polling=LOOK_EVERY
    )
    return frames_in(racer.page)


def frames_in(page: Page) -> list[float]:
    frames: list[float] = page.evaluate("() => window.frames_seen")
    return frames
