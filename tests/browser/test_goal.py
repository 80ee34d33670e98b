"""What wins, what ends the game and where the points come from, at the table of every game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsers import PHONE
from tests.browser.people import KITTEN, ME, Person

People = Callable[..., Person]

SOURCES = {
    "cat-cab": ["Fares", "Leaving"],
    "hot-tin-roof": ["Cans", "Fish"],
    "kitty-paw": ["Cards", "Penalties"],
    "patrician": ["Taller towers", "Shorter towers", "Portrait sets"],
    "rollecate": ["Pile", "Hand"],
}
"""Where points come from in each game."""


def go_to(person: Person, game: str) -> Page:
    """The first game of its kind on a device."""
    rivals = [KITTEN, KITTEN] if game == "hot-tin-roof" else [KITTEN]
    person.page.goto(person.open_table(ME, *rivals, game=game).path)
    return person.page


def check(card: Locator, sources: list[str]) -> None:
    """The scoring in five lines, each with its worth, and the own points source by source."""
    expect(card.get_by_role("listitem")).to_have_count(5)
    expect(card.get_by_role("columnheader")).to_have_text([*sources, "Total"])
    own = card.get_by_role("row").filter(has=card.page.get_by_role("rowheader", name="You"))
    expect(own.get_by_role("cell")).to_have_count(len(sources) + 1)


def test_the_goal_is_shown_once_by_itself_and_to_whoever_asks(person: People):
    rosie = person("Rosie", goalsSeen=[])
    for game, sources in SOURCES.items():
        page = go_to(rosie, game)
        card = page.get_by_role("region", name="Goal")
        check(card, sources)
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        page.reload()
        expect(page.get_by_role("region", name="Board", exact=True)).to_be_visible()
        chip = page.get_by_role("banner").get_by_role("button", name="win")
        expect(chip).to_have_attribute("aria-expanded", "false")
        chip.click()
        check(card, sources)
        chip.click()
        expect(card).to_be_hidden()
        chip.click()
        page.mouse.click(1000, 400)
        expect(card).to_be_hidden()


def test_on_a_phone_the_goal_is_a_sheet(person: People):
    page = go_to(person("Rosie", screen=PHONE, goalsSeen=[]), "rollecate")
    sheet = page.get_by_role("dialog", name="Goal")
    check(sheet, SOURCES["rollecate"])
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Goal").tap()
    expect(sheet).to_contain_text("Fewest points win.")
    sheet.get_by_role("button", name="Whole guide").tap()
    expect(page.get_by_role("dialog", name="Guide")).to_be_visible()
