"""What just happened: a rival's turn waits to be looked at, can be seen again, and is one line beside the player."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.people import KITTEN, ME, Person

CLEAR = "rgba(0, 0, 0, 0)"
"""No colour at all."""
People = Callable[..., Person]


def test_a_rivals_turn_waits_to_be_looked_at_and_can_be_seen_again(person: People):
    rosie = person("Rosie", pace="step")
    opened = rosie.open_table(ME, KITTEN, game="rollecate")
    table = rosie.go_to(opened.path)
    expect(table.board.locator("svg").first).to_be_visible()
    cat = rosie.ask(f"/api/tables/{opened.id}")["table"]["seats"][1]["name"]
    while rosie.ask(f"/api/tables/{opened.id}")["view"]["turns"][1] == 0:
        rosie.decide(opened)
    card = rosie.page.get_by_role("region", name=re.compile("has played$"))
    go_on = card.get_by_role("button", name=re.compile("^Go on"))
    line = rosie.page.get_by_role("button", name=re.compile(f"^{cat}, turn 1: .* Show it again$"))
    expect(card.get_by_role("listitem").first).to_be_visible()
    expect(line).to_have_attribute("aria-current", "true")
    assert line.evaluate("(line) => getComputedStyle(line).backgroundColor") != CLEAR
    expect(go_on).to_be_focused()
    expect(table.verbs).to_have_count(0)
    expect(rosie.page.get_by_role("status").filter(has_text=re.compile(rf"^{cat} \w+"))).to_have_count(1)

    card.get_by_role("button", name="Show again").click()
    expect(card).to_be_hidden()
    expect(go_on).to_be_focused()
    rosie.page.keyboard.press("Space")
    expect(card).to_be_hidden()
    table.wait_for_turn_or_end()

    expect(line).not_to_have_attribute("aria-current", "true")
    expect(line).to_have_attribute("aria-disabled", "false")
    rosie.page.keyboard.press("r")
    expect(line).to_have_attribute("aria-disabled", "true")
    expect(line).to_have_attribute("aria-disabled", "false")
    table.wait_for_turn_or_end()


def test_the_last_turns_stand_below_a_board_that_leaves_room_there_and_never_move_it(person: People):
    rosie = person("Rosie", pace="quick")
    opened = rosie.open_table(ME, KITTEN, KITTEN, game="hot-tin-roof")
    table = rosie.go_to(opened.path)
    expect(table.board.locator("svg").first).to_be_visible()
    lines = rosie.page.get_by_role("list", name="Last turns").get_by_role("listitem")
    before = table.board.bounding_box()
    assert before is not None
    while rosie.ask(f"/api/tables/{opened.id}")["view"]["turns"] < 3:
        rosie.decide(opened)
    expect(lines).to_have_count(2)
    strip = rosie.page.get_by_role("button", name=re.compile("^Log[.] "))
    expect(strip).to_have_count(0)  # what happened last is told below the board
    expect(lines.last).to_have_text(re.compile(r"(takes|receives|cannot).*turn \d+"))
    assert table.board.bounding_box() == before
    line = lines.first.bounding_box()
    assert line is not None
    assert line["y"] >= before["y"] + before["height"]
    rosie.page.set_viewport_size({"width": 1280, "height": 720})
    expect(lines).to_have_count(0)
    expect(strip).to_be_visible()
