"""Makes the pictures of the README and the documents anew: every page on three screens, by day and by night.

    python -m tests.browser.pictures [folder]

Luck is fixed and everybody plays by instinct, so that the same pages give the same pictures. Only a race is never the
same twice: it is pictured some seconds after its round has opened.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser import plants
from tests.browser.browsers import DESKTOP, PHONE, TABLET, Screen, running_browser
from tests.browser.pages import creation, guide
from tests.browser.people import KITTEN, ME, Opened, Person
from tests.browser.racing import Racer, by_clicking, needs_of
from tests.browser.tables import Table
from tests.server.plants import named
from tests.server.servers import ROOT, Server, running

FOLDER = ROOT / "docs/pictures"
SCREENS = (DESKTOP, TABLET, replace(PHONE, sharpness=2.0))
THEMES = ("light", "dark")
QUALITY = 80
HOUSE_CAT, ALLEY_CAT, TOP_CAT = ({"type": "bot", "level": level} for level in ("house-cat", "alley-cat", "top-cat"))
RACE = {"countdown_seconds": 0}
IN_THE_RACE = 9000
"""Milliseconds after which there is something on every mat."""
FULL_BOARD = 164
"""How many moves have been made when Cat Cab is pictured: three cabs in town, fares, curses and a passenger."""
OTHERS = {
    "hot-tin-roof": ((ME, HOUSE_CAT, ALLEY_CAT, TOP_CAT), 122),
    "rollecate": ((ME, HOUSE_CAT), 130),
    "patrician": ((ME, HOUSE_CAT, ALLEY_CAT), 100),
}
"""The other games: who plays, and after how many moves there is most to see."""


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    planted = (named(plants.picturesque_luck), named(plants.instinctive_bots))
    with tempfile.TemporaryDirectory() as data, running(Path(data), *planted) as server, running_browser() as browser:
        rosie = Person(browser, server.address, "Rosie")
        opened = rosie.open_table(ME, HOUSE_CAT, ALLEY_CAT, options={})
        rosie.go_to(opened.path)  # bots wait for somebody who looks
        play_by_instinct(rosie, opened, until=FULL_BOARD)
        link = rosie.ask("/api/me/link", {})["path"]
        take_all("table", partial(show_table, opened=opened), browser, server, link, folder)
        take_all("landing", show_landing, browser, server, link, folder)
        take_all("creation", creation, browser, server, link, folder)
        take_all("guide", guide, browser, server, link, folder)
        play_by_instinct(rosie, opened)
        take_all("over", partial(show_end, opened=opened), browser, server, link, folder)
        for game, (seats, moves) in OTHERS.items():
            other = rosie.open_table(*seats, game=game)
            rosie.go_to(other.path)
            play_by_instinct(rosie, other, until=moves)
            link = rosie.ask("/api/me/link", {})["path"]
            take_all(game, partial(show_table, opened=other), browser, server, link, folder)
        take_all("kitty-paw", show_race, browser, server, link, folder)
    total = sum(picture.stat().st_size for picture in folder.glob("*.webp"))
    print(f"{len(list(folder.glob('*.webp')))} pictures, {total / 1e6:.1f} MB, in {folder}")


def play_by_instinct(person: Person, table: Opened, until: int | None = None) -> None:
    """Follow the hints beside the page, to a move or to the end."""
    while (now := person.ask(f"/api/tables/{table.id}")["now"])["outcome"] is None:
        if now["choices"]:
            if until is not None and now["ply"] >= until:
                return
            advice = person.command(table, type="hint", seq=now["seq"])
            person.command(table, type="play", seq=now["seq"], move=advice["choices"][0]["move"])


def show_landing(person: Person) -> None:
    person.page.goto("/")
    expect(person.page.get_by_role("button", name="Play Cat Cab")).to_be_enabled()


def show_table(person: Person, opened: Opened) -> None:
    table = person.go_to(opened.path)
    table.wait_for_turn_or_end()


def show_race(person: Person) -> None:
    """A race against three bots, in which some tiles lie and one is in the hand."""
    opened = person.open_table(ME, HOUSE_CAT, KITTEN, HOUSE_CAT, game="kitty-paw", options=RACE)
    racer = Racer(person, opened, 0)
    racer.ready()
    *laid, held, _ = needs_of(racer.take_card(), racer.view["box"][0])
    for need in laid:
        by_clicking(racer, need)
        racer.wait(lambda view, need=need: racer.has(need, view), "a tile for the picture")  # type: ignore[misc]
    racer.tile(held.breed)[0].click()
    racer.wait(lambda view: view["now"] - view["opened"] > IN_THE_RACE, "the tiles of the others")


def show_end(person: Person, opened: Opened) -> None:
    table: Table = person.go_to(opened.path)
    expect(table.result).to_be_visible()


def take_all(
    name: str, show: Callable[[Person], None], browser: Browser, server: Server, link: str, folder: Path
) -> None:
    """Show a page on every screen by day and by night, and keep what is seen."""
    for screen in SCREENS:
        person = Person(browser, server.address, "Rosie", screen)
        person.ask("/api/enter", {"token": link.partition("#")[2]})
        show(person)
        for theme in THEMES:
            person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
            person.page.wait_for_timeout(300)
            take(person, screen, folder / f"{name}-{screen.name}-{theme}.webp")
        person.leave()


def take(person: Person, screen: Screen, file: Path) -> None:
    """Keep what the page shows now."""
    line = person.context.new_cdp_session(person.page)
    all_of_it = {"x": 0, "y": 0, "width": screen.width, "height": screen.height, "scale": screen.sharpness}
    taken = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": all_of_it})
    file.write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main(*(Path(given) for given in sys.argv[1:]))
