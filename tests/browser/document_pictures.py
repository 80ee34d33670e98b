"""The small set of pictures that the README and the documents show: every kind of page on three screens.

Made by `python -m tests.browser.pictures --docs`. Luck is fixed and everybody plays by instinct, so that the same pages
give the same pictures. Only a race is never the same twice: it is pictured some seconds after its round has opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.browsers import DESKTOP, PHONE, TABLET
from tests.browser.pages import creation, first_time, guide, lesson, lesson_answer, lesson_card, lesson_end
from tests.browser.people import KITTEN, ME, Opened, Person
from tests.browser.pictures import THEMES, take, wear
from tests.browser.positions import ALLEY_CAT, HOUSE_CAT, TOP_CAT, build_in_part, play_by_instinct, show_landing
from tests.browser.racing import Racer
from tests.browser.tables import Table, appears
from tests.server.servers import Server

SCREENS = (DESKTOP, TABLET, replace(PHONE, sharpness=2.0))
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


def make(browser: Browser, server: Server, folder: Path) -> Iterator[Path]:
    """All of them, one after another."""
    rosie = Person(browser, server.address, "Rosie")
    opened = rosie.open_table(ME, HOUSE_CAT, ALLEY_CAT, options={})
    rosie.go_to(opened.path)  # bots wait for somebody who looks
    play_by_instinct(rosie, opened, until=FULL_BOARD)
    link = rosie.ask("/api/me/link", {})["path"]
    take_all = partial(on_three_screens, browser=browser, server=server, link=link, folder=folder)
    yield from take_all("table", partial(show_table, opened=opened))
    yield from take_all("landing", show_landing)
    yield from take_all("creation", creation)
    yield from take_all("guide", guide)
    yield from teaching(take_all)
    play_by_instinct(rosie, opened)
    yield from take_all("over", partial(show_end, opened=opened))
    for game, (seats, moves) in OTHERS.items():
        other = rosie.open_table(*seats, game=game)
        rosie.go_to(other.path)
        play_by_instinct(rosie, other, until=moves)
        link = rosie.ask("/api/me/link", {})["path"]
        yield from take_all(game, partial(show_table, opened=other), link=link)
        for name, show in HELP.get(game, {}).items():
            yield from take_all(name, partial(show, opened=other), link=link)
    yield from take_all("kitty-paw", show_race)
    yield from take_all("kitty-paw-start", show_start)
    yield from take_all("kitty-paw-missed", show_missed)


def teaching(take_all: Callable[..., Iterator[Path]]) -> Iterator[Path]:
    """Where lessons are found, and how they look."""
    for show in (lesson_card, lesson, lesson_answer, lesson_end, first_time):
        yield from take_all(show.__name__.replace("_", "-"), show)


def show_table(person: Person, opened: Opened) -> None:
    person.go_to(opened.path).wait_for_turn_or_end()


def show_hint(person: Person, opened: Opened) -> None:
    """What a strong bot thinks of the moves, with its reason, and the first of them drawn on the board."""
    table = person.go_to(opened.path)
    table.wait_for_turn_or_end()
    person.page.keyboard.press("h")
    expect(person.page.get_by_role("region", name="Hint").get_by_role("listitem").first).to_be_visible()


def show_goal(person: Person, opened: Opened) -> None:
    """What wins, what brings points, and the points as they stand."""
    person.go_to(opened.path).wait_for_turn_or_end()
    person.page.get_by_role("banner").get_by_role("button", name=re.compile("win|Goal")).first.click()
    expect(person.page.get_by_role("columnheader", name="Total")).to_be_visible()


def show_look_ahead(person: Person, opened: Opened) -> None:
    """What a move would lead to, before it is made."""
    person.go_to(opened.path).wait_for_turn_or_end()
    told = person.page.get_by_role("note", name="What if")
    for choice in person.page.locator("main [data-choice]").all():
        choice.focus()
        if appears(told):
            return


def show_why(person: Person, opened: Opened) -> None:
    """What a bot's last turn was good for; on small screens it is asked where everybody is listed."""
    person.go_to(opened.path).wait_for_turn_or_end()
    chips = person.page.locator(".chips button")
    if chips.count():
        chips.first.click()
    why = person.page.get_by_role("button", name=re.compile("^Why did .* do that")).first
    why.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".lately [role=status]").first).to_have_text(re.compile(r"\.$"))


def show_start(person: Person) -> None:
    """The first screen of Kitty Paw: calm, practice or a race."""
    person.page.goto("/start/kitty-paw")
    expect(person.page.get_by_role("heading", name="How would you like to start?")).to_be_visible()
    expect(person.page.get_by_text("best for the first time")).to_be_visible()


def show_race(person: Person) -> None:
    """A race against three bots, in which some tiles lie and one is in the hand."""
    opened = person.open_table(ME, HOUSE_CAT, KITTEN, HOUSE_CAT, game="kitty-paw", options=RACE)
    racer = Racer(person, opened, 0)
    build_in_part(racer)
    racer.wait(lambda view: view["now"] - view["opened"] > IN_THE_RACE, "the tiles of the others")


def show_missed(person: Person) -> None:
    """After a call of Meow with a picture that is not the card's: what is missing, lies elsewhere or is turned."""
    opened = person.open_table(ME, game="kitty-paw", options=RACE)
    racer = Racer(person, opened, 0)
    build_in_part(racer)
    if person.page.get_by_role("group", name="What is in your hand").count():
        person.page.keyboard.press("Escape")
    racer.meow_button.click()
    expect(racer.board.get_by_role("list", name="Not as on the card")).to_be_visible()


def show_end(person: Person, opened: Opened) -> None:
    table: Table = person.go_to(opened.path)
    expect(table.result).to_be_visible()


HELP = {
    "rollecate": {"goal": show_goal, "what-if": show_look_ahead},
    "patrician": {"hint": show_hint, "why": show_why},
}
"""What helps at a table, pictured where there is most of it."""


def on_three_screens(
    name: str, show: Callable[[Person], None], *, browser: Browser, server: Server, link: str, folder: Path
) -> Iterator[Path]:
    """Show a page on every screen by day and by night, and keep what is seen."""
    for screen in SCREENS:
        person = Person(browser, server.address, "Rosie", screen)
        person.ask("/api/enter", {"token": link.partition("#")[2]})
        for begun in person.ask("/api/me/lessons")["lessons"]:  # on every screen lessons begin anew
            person.ask(f"/api/me/lessons/{begun['game']}/{begun['lesson']}", {"chapter": 0, "step": 0})
        show(person)
        for theme in THEMES:
            wear(person.page, theme)
            yield take(person.page, screen, folder / f"{name}-{screen.name}-{theme}.webp")
        person.leave()
