"""How the page feels: smooth while pieces move, and how long people wait for each other and for a game.

    make pages
    python -m tests.browser.measure [--json] [--quick] [--game patrician]

Everything runs on this machine, so the network costs nothing; what is left is the page, the server and its disk. Only
prints, in the form of `tabbytop bench`: numbers depend on the machine.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, expect
from rich.console import Console

from tabbytop import benchmarks
from tabbytop.benchmarks.measure import Result, summary
from tests.browser import first_paint, smoothness
from tests.browser.browsers import running_browser
from tests.browser.hands import PICK_DICE
from tests.browser.people import FRIEND, ME, Person
from tests.browser.positions import PLANTED
from tests.browser.tables import Table
from tests.server.servers import Server, running, wait_for

MOVES, STARTS, REPEATS = 50, 15, 3
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


def main(
    game: Annotated[list[str] | None, typer.Option(help="Only how smooth this game is.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A rough look: everything once.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure the page."""
    if unknown := set(game or ()) - set(smoothness.GAMES):
        raise typer.BadParameter(f"{', '.join(unknown)}: not one of {', '.join(smoothness.GAMES)}")
    rows: list[Result] = []
    out, err = Console(), Console(stderr=True)
    interrupted = False
    if not as_json:
        out.print(benchmarks.as_line())
    with err.status("starting") as status:
        try:
            for row in measured(game or [], 1 if quick else REPEATS, status.update):
                rows.append(row)
                if not as_json:
                    out.print(benchmarks.as_line(row))
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print(json.dumps(benchmarks.as_json(rows), indent=2))
    if interrupted:
        err.print("Interrupted; this is what is known.")
        raise typer.Exit(130)


def measured(games: Sequence[str], repeats: int, progress: Callable[[str], None]) -> Iterator[Result]:
    """All rows, one after another; of some games only how smooth they are."""
    with running_browser() as browser:
        with tempfile.TemporaryDirectory() as data, running(Path(data), *PLANTED) as server:
            for each in games or smoothness.GAMES:
                progress(each)
                yield from smoothness.rows_of(each, browser, server, repeats)
        if not games:
            progress("waiting")
            with tempfile.TemporaryDirectory() as data, running(Path(data), games=["cat-cab"]) as server:
                yield from waits(browser, server, quick=repeats == 1)


def waits(browser: Browser, server: Server, quick: bool) -> Iterator[Result]:
    """How long people wait for each other, and for a game; with the bots that people play against."""
    moves, starts = (MOVES // 10, STARTS // 5) if quick else (MOVES, STARTS)
    yield summary("from a move to the other's screen", "ms", milliseconds_of_moves(browser, server, moves))
    wait_until_bots_are_awake(browser, server)
    first, *later = milliseconds_of_starts(browser, server, starts)
    yield summary("from Play to a game, the first time", "ms", [first])
    yield summary("from Play to a game, later", "ms", later)
    yield from first_paint.rows(browser, server, quick=quick)


def milliseconds_of_moves(browser: Browser, server: Server, times: int) -> list[float]:
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
    return [milliseconds_of_move(tables) for _ in range(times)]


def milliseconds_of_move(tables: Sequence[Table]) -> float:
    while not (acting := [table for table in tables if table.moment == "mine"]):
        tables[0].page.wait_for_timeout(20)
    watching = next(table for table in tables if table is not acting[0])
    watching.page.evaluate(NOTE_CHANGE)
    offered = [*acting[0].verbs.filter(has_not_text=PICK_DICE).all(), *acting[0].places.all()]
    offered[0].click()
    return waited(acting[0].page, watching.page)


def milliseconds_of_starts(browser: Browser, server: Server, times: int) -> list[float]:
    """Somebody new clicks "Play" on the landing page, again and again."""
    rosie = Person(browser, server.address, "Rosie")
    return [milliseconds_of_start(rosie.page) for _ in range(times)]


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


if __name__ == "__main__":
    typer.run(main)
