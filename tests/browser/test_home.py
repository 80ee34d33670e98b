"""Coming back: tables that wait come first, finished games are found again, and what was left can be put away."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.people import FRIEND, KITTEN, ME, SHORT, Opened, Person, finish
from tests.browser.tables import Table

People = Callable[..., Person]
OLDER = """(days) => {
  const today = Date.now;
  Date.now = () => today() + days * 24 * 3600 * 1000;
}"""


SWITCHED_OFF = {"id": "way", "kind": "hook", "words": "Discord", "off": "Switched off: nothing arrived there."}


def older(route: Route) -> None:
    """There is one more finished game than the server tells of: Jonas lost it yesterday."""
    answer = route.fetch()
    told: dict[str, Any] = answer.json()
    told["total"] += 1
    if "after=older" in route.request.url:
        game = told["finished"][0]
        jonas = {**game["seats"][1], "name": "Jonas"}
        day = {"updated": game["updated"] - 24 * 3600 * 1000, "places": [1, 2], "scores": [62, 1]}
        told["finished"] = [{**game, **day, "id": "older", "mine": [0], "seats": [game["seats"][0], jonas]}]
    else:
        told["more"] = "older"
    route.fulfill(response=answer, json=told)


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
    rosie.open_table(ME, KITTEN, game="patrician")
    another(rosie, "due", ME, ME)
    another(rosie, "lobby", ME, FRIEND, name="Thursday cats")
    priya = {**ME, "name": "Priya"}
    for number in range(6):
        finish(another(rosie, f"over-{number}", ME, priya), rosie)
    page.route("**/api/me/games", older)
    page.route("**/api/me/games?after=older", older)
    page.goto("/")
    expect(page.get_by_role("heading", name=re.compile("Your turn at [12] table"))).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\([12]\) Tabbytop$"))
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    headings = page.get_by_role("heading").all_inner_texts()
    order = [headings.index(each) for each in ("Cat Cab", "Others are thinking", "Start something", "Finished")]
    assert order == sorted(order), "what waits for her comes first"
    lobby = page.get_by_role("listitem").filter(has_text="Thursday cats")
    expect(lobby).to_contain_text("Waiting for one more player")
    expect(lobby.get_by_role("link", name="Invite")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_have_count(5)
    page.get_by_role("button", name="All 7 games").click()
    expect(page.get_by_role("link", name="Review")).to_have_count(6)
    page.get_by_role("button", name="Older games").click()
    expect(page.get_by_role("link", name="Review")).to_have_count(7)
    rows = page.get_by_role("region", name="Finished").get_by_role("listitem")
    for words in ("1st of 2", "62 points", "against Jonas", "yesterday"):
        expect(rows.last).to_contain_text(words)
    expect(rows.first).to_contain_text(re.compile("Rosie and Priya.*today"))
    page.get_by_role("group", name="Which game").get_by_role("button", name="Patrician").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    page.get_by_role("group", name="Which game").get_by_role("button", name="All games").click()
    page.get_by_role("searchbox").fill("nobody")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("No game with “nobody”.")).to_be_visible()
    page.get_by_role("searchbox").fill("thursday")
    page.get_by_role("button", name="Find").click()
    found = page.get_by_role("region", name="Found")
    expect(found.get_by_role("listitem").filter(has_text="Thursday cats")).to_be_visible()
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
    expect(card.locator(".seats use[href^='#me-']"), "Momo's face").to_have_count(1)
    card.click()
    expect(rosie.page).to_have_url(re.compile(opened.invitation))
    icon = rosie.page.locator("link[rel=icon]")
    expect(rosie.page).to_have_title("Your turn · Patrician · Tabbytop")
    expect(icon).to_have_attribute("href", re.compile("^data:image/svg.*d9782d"))
    rosie.page.go_back()
    expect(rosie.page).to_have_title("(1) Tabbytop")
    expect(icon).to_have_attribute("href", "/favicon.svg")


def test_a_table_that_was_left_is_put_away(person: People):
    """Also one where it is her own turn. Before anything is over a search finds what waits; what is off is told."""
    rosie = person("Rosie", noticesAsked=True)
    page = rosie.page
    rosie.open_table(ME, FRIEND)
    another(rosie, "due", ME, ME, name="Friday cats")
    page.route("**/api/me/notices", lambda route: route.fulfill(json={"ways": [SWITCHED_OFF]}))
    page.goto("/")
    expect(page.get_by_text("You are not told at Discord any more")).to_be_visible()
    expect(page.get_by_text("Waiting for one more player")).to_be_visible()
    put_away = page.get_by_role("button", name=re.compile("^Put .* away$"))
    expect(put_away).to_have_count(0)
    page.get_by_role("searchbox").fill("FRIDAY")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("region", name="Found").get_by_role("link", name="Play")).to_be_visible()
    page.add_init_script(f"({OLDER})(3)")
    page.reload()
    expect(page.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()
    page.get_by_role("button", name="Put Cat Cab, table Friday cats away").click()
    expect(page.get_by_role("heading", name="Nobody waits for you")).to_be_visible()
    put_away.click()
    expect(page.get_by_text("Waiting for one more player")).to_have_count(0)
