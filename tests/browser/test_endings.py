"""The page of the end: said once who won, everybody's points by source, and the next steps in sight on every screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.endings import check_the_points, look_at_the_board
from tests.browser.people import ME, Person, finish
from tests.browser.tables import Table

People = Callable[..., Person]

SCREENS = ((1280, 720), (1920, 1080), (820, 1180), (844, 390), (740, 360), (390, 844), (360, 640))
SMALLEST = """() => {
  const shown = [...document.querySelectorAll("main *")].filter((each) =>
    !each.closest(".vh, [inert]") && each.checkVisibility() && each.getClientRects().length > 0 &&
    [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""));
  return Math.min(...shown.map((each) => parseFloat(getComputedStyle(each).fontSize)));
}"""
"""The smallest lettering in sight, in pixels."""


def test_the_end_is_told_once_and_fits_every_screen(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = rosie.open_table(ME, {"type": "friend"})
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"key": "sit", "type": "sit", "seat": 1})
    rosie.command(opened, type="start")
    finish(opened, rosie, momo)
    table = rosie.go_to(opened.path)
    expect(table.result).to_be_visible()
    expect(rosie.page.get_by_role("heading", level=1)).to_have_count(1)
    expect(table.status).to_have_text("Nobody wins")
    expect(table.result.get_by_role("columnheader")).to_contain_text(["After", "Fares", "Leaving", "Total"])
    expect(table.result.get_by_role("rowheader", name="Rosie")).to_contain_text("you")
    expect(table.result.get_by_role("rowheader", name="Momo")).not_to_contain_text("you")
    expect(table.result.get_by_role("list", name="Highlights")).to_contain_text("Longest drive")
    check_the_points(table, 2)
    look_at_the_board(table)
    for width, height in SCREENS:
        rosie.page.set_viewport_size({"width": width, "height": height})
        check_the_screen(table, width)


def check_the_screen(table: Table, width: int) -> None:
    """Nothing is cut at the side, the steps are in sight without scrolling, and all lettering can be read."""
    page = table.page
    for name in ("Play again", "Review the game", "Share the result"):
        expect(table.button(name)).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= width
    assert page.evaluate(SMALLEST) >= 11


def test_a_result_is_shared_and_reviewed_and_the_next_game_follows(person: People):
    rosie = person("Rosie")
    rosie.context.grant_permissions(["clipboard-read", "clipboard-write"])
    rosie.context.add_init_script("delete Navigator.prototype.share")
    opened = rosie.open_table(ME, ME)
    finish(opened, rosie)
    table = rosie.go_to(opened.path)
    table.button("Share the result").click()
    expect(rosie.page.get_by_text("The result is copied")).to_be_visible()
    copied = rosie.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("Cat Cab: ")
    assert f"/t/{opened.id}" in copied
    table.button("Review the game").click()
    rosie.page.get_by_role("link", name="Step through").click()
    expect(table.button("Play on from here")).to_be_enabled()
    table.button("Done").click()
    table.button("Play again").click()
    rosie.page.wait_for_url(lambda url: "/t/" in url and opened.id not in url)
