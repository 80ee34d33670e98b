"""What somebody meets who comes for the first time: the guide, links that lead nowhere, a server that is away, phones.

Knows no rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from tests.browser.browsers import PHONE, Screen
from tests.browser.people import FRIEND, KITTEN, ME, Person
from tests.browser.screens import settle

People = Callable[..., Person]

SHORT_PHONE = Screen("short phone", 390, 664, is_touched=True)
"""What bars of a browser leave of a phone."""
SMALL_PHONE = Screen("small phone", 360, 640, is_touched=True)
FINGER = 40
"""Pixels that a finger needs."""


def refuse(route: Route) -> None:
    """A server that does not answer."""
    route.abort()


def box_of(shown: Locator) -> FloatRect:
    """Where something is on the screen."""
    box = shown.bounding_box()
    assert box is not None, "it is not on the screen"
    return box


# ---------------------------------------------------------------- the way to a table


def test_the_guide_is_one_click_from_the_games(person: People):
    page = person("Rosie").page
    page.goto("/")
    page.get_by_role("link", name="How to play Hot Tin Roof").click()
    expect(page.get_by_role("heading", name="How to play Hot Tin Roof")).to_be_visible()
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()


def test_a_link_to_no_table_says_so_and_leads_back(person: People):
    page = person("Rosie").page
    page.goto("/t/abcdefghijklmnop")
    expect(page.get_by_role("heading", name="Nobody sits here")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("the whole link")
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="Pick a game")).to_be_visible()


def test_a_server_that_is_away_is_told_of_where_one_looks(person: People):
    rosie = person("Rosie", screen=PHONE)
    rosie.forgive("ERR_FAILED")
    rosie.page.goto("/")
    last = rosie.page.get_by_role("button", name="Play Rollecate")
    expect(last).to_be_enabled()
    rosie.page.route("**/api/**", refuse)
    last.tap()
    expect(rosie.page.get_by_role("alert").filter(has_text="does not answer")).to_be_in_viewport()
    expect(last).to_be_in_viewport()


def without_the_offer(route: Route) -> None:
    """The page as something else than our server serves it: it carries no catalogue."""
    answer = route.fetch()
    route.fulfill(
        response=answer, body=re.sub(r'(id="catalogue">).*?(</script>)', r"\1\2", answer.text(), flags=re.DOTALL)
    )


def test_a_plan_can_be_made_with_what_the_page_carries(person: People):
    rosie = person("Rosie")
    rosie.forgive("ERR_FAILED")
    rosie.page.route("**/api/games", refuse)
    rosie.page.goto("/new/cat-cab")
    expect(rosie.page.get_by_role("button", name="Start the game")).to_be_enabled()


def test_a_plan_waits_for_a_server_that_is_away(person: People):
    rosie = person("Rosie")
    rosie.forgive("ERR_FAILED")
    rosie.page.route("**/api/games", refuse)
    rosie.page.route("**/new/cat-cab", without_the_offer)
    rosie.page.goto("/new/cat-cab")
    again = rosie.page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    rosie.page.unroute("**/api/games")
    again.click()
    expect(rosie.page.get_by_role("button", name="Start the game")).to_be_enabled()


# ---------------------------------------------------------------- phones


def test_on_a_phone_the_host_sees_the_link_first_and_the_guest_a_seat(person: People):
    rosie, momo = person("Rosie", screen=SHORT_PHONE), person("Momo", screen=SHORT_PHONE)
    opened = rosie.open_table(ME, FRIEND)
    rosie.page.goto(opened.path)
    expect(rosie.page.get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    momo.page.goto(opened.invitation)
    expect(momo.page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [SHORT_PHONE, SMALL_PHONE], ids=lambda screen: screen.name)
def test_on_a_short_phone_what_can_be_done_is_in_sight(screen: Screen, person: People):
    rosie = person("Rosie", screen=screen)
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    expect(table.button("Roll the dice")).to_be_in_viewport(ratio=1)
    rosie.page.keyboard.press("[")
    expect(rosie.page.get_by_role("group", name="Replay").get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)


def test_on_a_small_phone_the_bar_has_room_for_fingers(person: People):
    rosie = person("Rosie", screen=SMALL_PHONE)
    table = rosie.go_to(rosie.open_table(ME, KITTEN, KITTEN, KITTEN, game="hot-tin-roof").path)
    expect(table.status).to_be_visible()
    bar = rosie.page.get_by_role("banner")
    expect(table.board.locator("svg").first).to_be_visible()
    settle(rosie.page)
    for each in (*bar.get_by_role("button").all(), *bar.get_by_role("link").all()):
        box = box_of(each)
        assert min(box["width"], box["height"]) >= FINGER, each.get_attribute("aria-label")


def test_the_table_in_words_begins_in_sight(person: People):
    rosie = person("Rosie", textTable=True)
    rosie.go_to(rosie.open_table(KITTEN, ME).path)
    expect(rosie.page.get_by_role("region", name="The table as text")).to_be_in_viewport()


def test_on_a_small_phone_clocks_do_not_cover_points(person: People):
    rosie = person("Rosie", screen=SMALL_PHONE)
    table = rosie.go_to(rosie.open_table(ME, ME, ME, ME, game="hot-tin-roof", clock="timed").path)
    chips = table.main.get_by_role("listitem").get_by_role("button")
    expect(table.board.locator("svg").first).to_be_visible()
    expect(chips.locator("[role=timer]")).to_have_count(4)
    settle(rosie.page)
    for chip in chips.all():
        clock, points = box_of(chip.locator("[role=timer]")), box_of(chip.locator("b"))
        beside, below = clock["x"] + clock["width"] <= points["x"], points["y"] + points["height"] <= clock["y"] + 1
        assert beside or below, (clock, points)
