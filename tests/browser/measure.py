"""How long people wait: from a move in one browser to the screen of another, and from "Play" to a running game.

    python -m tests.browser.measure

Everything runs on this machine, so the network costs nothing; what is left is the page, the server and its disk. Only
prints: numbers depend on the machine.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.browsers import running_browser
from tests.browser.hands import PICK_DICE
from tests.browser.people import FRIEND, ME, Person
from tests.browser.tables import Table
from tests.server.servers import Server, running, wait_for

MOVES, STARTS = 50, 15
NOTE_CLICKS = """() => addEventListener("click", (event) => {
  window.clickedAt = performance.timeOrigin + event.timeStamp;
}, { capture: true })"""
NOTE_CHANGE = """() => {
  window.shownAt = null;
  const watching = new MutationObserver(() => {
    watching.disconnect();
    requestAnimationFrame(() => (window.shownAt = performance.timeOrigin + performance.now()));
  });
  watching.observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
}"""
NOTE_GAME = """() => {
  window.shownAt = null;
  const watching = new MutationObserver(() => {
    if (!document.querySelector("[aria-label=Board] svg")) return;
    watching.disconnect();
    requestAnimationFrame(() => (window.shownAt = performance.timeOrigin + performance.now()));
  });
  watching.observe(document.body, { childList: true, subtree: true });
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as server, running_browser() as browser:
        tell("from a move to the other's screen", milliseconds_of_moves(browser, server))
        wait_until_bots_are_awake(browser, server)
        starts = milliseconds_of_starts(browser, server)
        tell('from "Play" to a running game, for the first time', starts[:1])
        tell('from "Play" to a running game, later', starts[1:])


def milliseconds_of_moves(browser: Browser, server: Server) -> list[float]:
    """Two people play in two browsers; how long every move took to be seen by the other."""
    rosie, momo = (Person(browser, server.address, name) for name in ("Rosie", "Momo"))
    opened = rosie.open_table(ME, FRIEND, options={})
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 1})
    rosie.command(opened, type="start")
    tables = [person.go_to(opened.path) for person in (rosie, momo)]
    for table in tables:
        expect(table.status).to_contain_text("roll the dice")
        table.page.evaluate(NOTE_CLICKS)
    return [milliseconds_of_move(tables) for _ in range(MOVES)]


def milliseconds_of_move(tables: Sequence[Table]) -> float:
    while not (acting := [table for table in tables if table.moment == "mine"]):
        tables[0].page.wait_for_timeout(20)
    watching = next(table for table in tables if table is not acting[0])
    watching.page.evaluate(NOTE_CHANGE)
    offered = [*acting[0].verbs.filter(has_not_text=PICK_DICE).all(), *acting[0].places.all()]
    offered[0].click()
    return waited(acting[0].page, watching.page)


def milliseconds_of_starts(browser: Browser, server: Server) -> list[float]:
    """Somebody new clicks "Play" on the landing page, again and again."""
    rosie = Person(browser, server.address, "Rosie")
    return [milliseconds_of_start(rosie.page) for _ in range(STARTS)]


def milliseconds_of_start(page: Page) -> float:
    page.goto("/")
    page.evaluate(NOTE_CLICKS)
    page.evaluate(NOTE_GAME)
    page.get_by_role("button", name="Play Cat Cab").click()
    return waited(page, page)


def waited(clicked: Page, shown: Page) -> float:
    shown.wait_for_function("() => window.shownAt")
    return shown.evaluate("() => window.shownAt") - clicked.evaluate("() => window.clickedAt")


def wait_until_bots_are_awake(browser: Browser, server: Server) -> None:
    rosie = Person(browser, server.address, "Rosie")
    wait_for(lambda: rosie.ask("/api/games")["games"][0]["ready"]["state"] == "ready", patience=600)
    rosie.leave()


def tell(what: str, times: Sequence[float]) -> None:
    """A line with the numbers."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    print(f"{what}: median {statistics.median(ordered):.0f} ms, p99 {late:.0f} ms, {len(ordered)} times")


if __name__ == "__main__":
    main()
