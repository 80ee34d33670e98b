"""Besides playing: the deal of the day, a finished game looked back at, puzzles; on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.people import ME, Opened, Person, finish

People = Callable[..., Person]
ON_BOTH = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


def fits(person: Person, screen: Screen) -> None:
    """Nothing is cut off at the side."""
    assert person.page.evaluate("() => document.scrollingElement.scrollWidth") <= screen.width


@ON_BOTH
def test_the_deal_of_the_day_is_played_and_told_to_others(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    mina.go_to("/")
    page.get_by_role("region", name="Every day").get_by_role("link").first.click()
    page.wait_for_url("**/daily")
    fits(mina, screen)
    page.get_by_role("button", name=re.compile("^Play today")).click()
    page.wait_for_url("**/t/*")
    table = Opened(page.url.rpartition("/")[2].partition("?")[0], "")
    finish(table, mina)
    mina.go_to("/daily")
    expect(page.get_by_role("heading", name="Tell the others")).to_be_visible()
    shared = page.get_by_label("What is sent")
    expect(shared).to_contain_text("Tabbytop, ")
    expect(page.get_by_text("you", exact=True)).to_be_visible()
    fits(mina, screen)


@ON_BOTH
def test_a_finished_game_is_looked_back_at_and_a_moment_tried_again(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    opened = mina.open_table(ME, ME)
    finish(opened, mina)
    mina.go_to(f"/review/{opened.id}")
    expect(page.get_by_role("heading", name="turning point")).to_be_visible()
    expect(page.get_by_role("img", name="Chances turn by turn")).to_be_visible()
    fits(mina, screen)
    page.get_by_role("link", name="Step through").click()
    page.get_by_role("button", name="One turn on").click()
    expect(page.get_by_text("Chances now").first).to_be_visible()
    fits(mina, screen)
    mina.go_to(f"/review/{opened.id}")
    page.get_by_role("button", name="Try this moment again").first.click()
    page.wait_for_url(lambda url: "/t/" in url and opened.id not in url)


@ON_BOTH
def test_a_puzzle_is_tried_and_answered(person: People, screen: Screen):
    mina = person("Mina", screen=screen)
    page = mina.page
    mina.go_to("/puzzles")
    expect(page.get_by_role("heading", name="Find the best move.")).to_be_visible()
    page.get_by_role("button", name="A nudge").click()
    expect(page.get_by_text("It is one of these two")).to_be_visible()
    fits(mina, screen)
    page.get_by_role("button", name="Roll the dice").or_(
        page.get_by_role("button", name="Stop and drive")
    ).first.click()
    expect(page.get_by_text("by the chance to win")).to_be_visible()
    expect(page.get_by_text("your move")).to_be_visible()
    fits(mina, screen)
