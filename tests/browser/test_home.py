"""Coming back: tables that wait come first, finished games are found again, and what was left can be put away."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.people import FRIEND, KITTEN, ME, SHORT, Opened, Person, finish
from tests.browser.tables import Table

People = Callable[..., Person]
OLDER = """(days) => {
  const today = Date.now;
  Date.now = () => today() + days * 24 * 3600 * 1000;
}"""


def another(rosie: Person, key: str, *seats: dict[str, str], game: str = "cat-cab", name: str = "") -> Opened:
    """One more table of the same guest."""
    options = SHORT if game == "cat-cab" else {}
    wanted = {"key": key, "game": game, "seats": list(seats), "options": options, "name": name}
    return Opened(**rosie.ask("/api/tables", wanted))


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_whoever_comes_back_sees_first_where_it_is_their_turn(screen: Screen, person: People):
    rosie = person("Rosie", screen=screen)
    page = rosie.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Pick a game")).to_be_attached()
    waiting = rosie.open_table(ME, KITTEN, game="patrician")
    rosie.decide(waiting)
    another(rosie, "lobby", ME, FRIEND, name="Thursday cats")
    priya = {**ME, "name": "Priya"}
    for number in range(6):
        finish(another(rosie, f"over-{number}", ME, priya), rosie)
    page.goto("/")
    expect(page.get_by_role("heading", name=re.compile("Your turn at|Nobody waits for you"))).to_be_visible()
    lobby = page.get_by_role("listitem").filter(has_text="Thursday cats")
    expect(lobby).to_contain_text("Waiting for one more player")
    expect(lobby.get_by_role("link", name="Invite")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_have_count(5)
    page.get_by_role("button", name="All 6 games").click()
    expect(page.get_by_role("link", name="Review")).to_have_count(6)
    page.get_by_role("group", name="Which game").get_by_role("button", name="Patrician").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    page.get_by_role("group", name="Which game").get_by_role("button", name="All games").click()
    page.get_by_role("searchbox").fill("nobody")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("No finished game with")).to_be_visible()
    page.get_by_role("searchbox").fill("priya")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name="Review")).to_have_count(5)

    page.get_by_role("link", name=re.compile("Patrician.*(Play|Look)|^(Play|Look).*Patrician")).first.click()
    expect(Table(page).board).to_be_visible()


def test_a_card_shows_the_board_and_what_somebody_did(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = rosie.open_table(ME, FRIEND, game="patrician")
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 1})
    rosie.command(opened, type="start")
    while rosie.decide(opened) or momo.ask(f"/api/tables/{opened.id}")["now"]["choices"]:
        while momo.decide(opened):
            pass
        if rosie.ask(f"/api/tables/{opened.id}")["now"]["choices"]:
            break
    rosie.page.goto("/")
    card = rosie.page.get_by_role("link", name=re.compile("Patrician Momo .*Play"))
    expect(card).to_be_visible()
    expect(card.locator(".board svg").first).to_be_attached()
    expect(card.locator("[data-hint]").first, "what Momo did is in the picture").to_be_in_viewport()
    card.click()
    expect(rosie.page).to_have_url(re.compile(opened.invitation))


def test_a_table_that_was_left_is_put_away(person: People):
    rosie = person("Rosie")
    rosie.open_table(ME, FRIEND)
    rosie.page.goto("/")
    expect(rosie.page.get_by_text("Waiting for one more player")).to_be_visible()
    expect(rosie.page.get_by_role("button", name="Put Cat Cab away")).to_have_count(0)
    rosie.page.add_init_script(f"({OLDER})(3)")
    rosie.page.reload()
    rosie.page.get_by_role("button", name="Put Cat Cab away").click()
    expect(rosie.page.get_by_text("Waiting for one more player")).to_have_count(0)
