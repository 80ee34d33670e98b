"""Makes pictures of all games on all screens, by day and by night, for people who look whether a table can be read.

    python -m tests.browser.pictures [--game patrician] [--size 844x390] [--out FOLDER]
    python -m tests.browser.pictures --docs

The positions are those that `test_screens` measures, with few players and with the most; the beginning and the end of
each game and the landing page come with them. `--docs` makes the small set anew that the README and the documents show.
"""

from __future__ import annotations

import base64
import contextlib
import tempfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.browser import positions
from tests.browser.browsers import Screen, running_browser
from tests.browser.people import UNWATCHED, Person
from tests.browser.positions import POSITIONS, Position
from tests.browser.screens import SCREENS, Glass, settle
from tests.server.servers import ROOT, Server, running

FOLDER = ROOT / "build/pictures"
DOCS = ROOT / "docs/pictures"
THEMES = ("light", "dark")
LANDING = "landing"
QUALITY = 80
GAMES = sorted({position.game for position in POSITIONS})
console = Console(stderr=True)


def main(
    game: Annotated[list[str] | None, typer.Option(help=f"Only this: {', '.join([*GAMES, LANDING])}.")] = None,
    size: Annotated[list[str] | None, typer.Option(help="Only on this screen, such as 844x390.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where they go.")] = None,
    docs: Annotated[bool, typer.Option("--docs", help="The small set of the documents instead.")] = False,
) -> None:
    """Make pictures of all games on all screens."""
    screens = [screen for screen in SCREENS if not size or screen.name in size]
    wanted = [each for each in [*GAMES, LANDING] if not game or each in game]
    if len(wanted) < len(game or []) or not screens:
        raise typer.BadParameter(f"games: {', '.join([*GAMES, LANDING])}; sizes: {', '.join(s.name for s in SCREENS)}")
    folder = out or (DOCS if docs else FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    made = 0
    try:
        for _ in in_docs(folder) if docs else on_all_screens(wanted, screens, folder):
            made += 1
    except KeyboardInterrupt:
        console.print(f"Interrupted; {made} pictures are in {folder}.")
        raise typer.Exit(130) from None
    console.print(f"{made} pictures are in {folder}.")


def in_docs(folder: Path) -> Iterator[Path]:
    from tests.browser.document_pictures import make

    with played() as (server, browser):
        yield from make(browser, server, folder)


@contextlib.contextmanager
def played() -> Iterator[tuple[Server, Browser]]:
    """A server on which the positions are reached, and a browser."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), *positions.PLANTED, **UNWATCHED) as server,
        running_browser() as browser,
    ):
        yield server, browser


def on_all_screens(wanted: Iterable[str], screens: list[Screen], folder: Path) -> Iterator[Path]:
    """Pictures of games and the landing page, one session for each: screens and themes are changed in place."""
    shown = [position for position in POSITIONS if position.game in wanted]
    ends = {position.game: position for position in shown}
    pages = len(shown) + 2 * len(ends) + (LANDING in wanted)
    columns = (TextColumn("{task.description:24}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with played() as (server, browser), Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("starting", total=pages * len(screens) * len(THEMES))
        for name, page in pages_of(shown, ends.values(), LANDING in wanted, server, browser):
            progress.update(task, description=name)
            for file in take_all(page, name, screens, folder):
                progress.advance(task)
                yield file


def pages_of(
    shown: Iterable[Position], ends: Collection[Position], landing: bool, server: Server, browser: Browser
) -> Iterator[tuple[str, Page]]:
    """What is pictured, each opened when it is its turn."""
    for position in shown:
        rosie = Person(browser, server.address, "Rosie")
        if position in ends:
            positions.begin(rosie, position)
            yield f"{position.game}-start", rosie.page
        opened = positions.reach(rosie, position)
        yield position.name, rosie.page
        if position in ends:
            positions.play_on(rosie, position, opened)
            yield f"{position.game}-over", rosie.page
        rosie.leave()
    if landing:
        rosie = Person(browser, server.address, "Rosie")
        positions.show_landing(rosie)
        yield LANDING, rosie.page
        rosie.leave()


def take_all(page: Page, name: str, screens: Iterable[Screen], folder: Path) -> Iterator[Path]:
    """Look at a page on every screen, by day and by night, and keep what is seen."""
    glass = Glass(page)
    for screen in screens:
        glass.become(screen)
        for theme in THEMES:
            wear(page, theme)
            yield take(page, screen, folder / f"{name}-{screen.name}-{theme}.webp")


def wear(page: Page, theme: str) -> None:
    """Day or night, and nothing moves."""
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    settle(page)


def take(page: Page, screen: Screen, file: Path) -> Path:
    """Keep what the page shows now."""
    line = page.context.new_cdp_session(page)
    all_of_it = {"x": 0, "y": 0, "width": screen.width, "height": screen.height, "scale": screen.sharpness}
    taken = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": all_of_it})
    line.detach()
    file.write_bytes(base64.b64decode(taken["data"]))
    return file


if __name__ == "__main__":
    typer.run(main)
