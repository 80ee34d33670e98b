"""Cat Cab on the page: dice and ways in the dock, marks on the map, and the table in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import KITTEN, ME, Person
from tests.browser.tables import Table, assert_stands_by, foot, middle

People = Callable[..., Person]

# With the luck of these tests the second seat begins, and rolls four dice.


def rolled(person: People) -> tuple[Person, Table]:
    """Rosie has rolled, and decides whether to stop."""
    rosie = person("Rosie")
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    expect(table.status).to_have_text("Your turn: roll the dice.")
    table.dice.first.click()
    assert_stands_by(table.refusal("CAB-31"), middle(table.dice.first))
    table.button("Roll the dice").click()
    expect(table.button("Stop and drive")).to_be_visible()
    return rosie, table


def sweep(table: Table, first: int, last: int) -> None:
    """Draw the mouse from one die to another."""
    mouse = table.page.mouse
    mouse.move(*middle(table.dice.nth(first)))
    mouse.down()
    mouse.move(*middle(table.dice.nth(last)), steps=3)
    mouse.up()


def sweep_by_finger(table: Table, first: int, last: int) -> None:
    """The same with a finger, along the row."""
    (x, y), (to, _) = middle(table.dice.nth(first)), middle(table.dice.nth(last))
    line = table.page.context.new_cdp_session(table.page)
    for kind, at in (("Start", x), ("Move", x + (to - x) / 2), ("Move", to), ("End", None)):
        points = [] if at is None else [{"x": at, "y": y, "id": 1}]
        line.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    line.detach()


def marked(table: Table) -> list[int]:
    return [number for number, die in enumerate(table.dice.all()) if die.get_attribute("aria-pressed") == "true"]


def drawn(table: Table) -> dict[str, Any] | None:
    """The box of the map as it is drawn."""
    return table.board.locator("svg").first.bounding_box()


def test_several_dice_are_chosen_in_one_gesture_and_the_map_shows_the_reach(person: People):
    rosie, table = rolled(person)
    box, reach = drawn(table), table.board.locator(".reach")
    expect(table.dice).to_have_count(4)
    expect(reach.locator("path")).not_to_have_count(0)
    sweep(table, 0, 3)
    expect(table.button("Re-roll 4 dice")).to_be_visible()
    expect(reach.locator("path")).to_have_count(0)  # nothing is kept, so that the cab stays in the start area
    table.dice.nth(3).click()
    assert marked(table) == [0, 1, 2]
    sweep(table, 2, 1)  # what a tap would do to the first of them
    assert marked(table) == [0]
    table.dice.nth(0).click()
    assert marked(table) == []
    sweep_by_finger(table, 1, 3)
    assert marked(table) == [1, 2, 3]
    sweep_by_finger(table, 3, 1)
    assert marked(table) == []
    # the choices after the dice have the numbers after theirs, and what cannot be done says why where it stands
    rosie.page.keyboard.press("5")
    idle = table.verbs.filter(has_text="Tap dice to re-roll")
    assert_stands_by(table.refusal("CAB-38"), foot(idle))
    rosie.page.keyboard.press("Escape")
    table.dice.nth(0).focus()
    rosie.page.keyboard.press("ArrowRight")
    rosie.page.keyboard.press("Shift+ArrowRight")
    expect(table.dice.nth(2)).to_be_focused()
    assert marked(table) == [1, 2]
    assert drawn(table) == box
    rosie.page.keyboard.press("5")
    expect(table.button("Stop and drive").or_(table.button("Skip items and move on"))).to_be_visible()
    assert drawn(table) == box


def test_a_turn_is_driven_in_the_dock_and_leaves_a_trail_for_the_others(person: People):
    rosie, table = rolled(person)
    box = drawn(table)
    table.button("Stop and drive").click()
    table.button("Skip items and move on").click()
    left = rosie.page.get_by_role("group", name="Left to drive")
    expect(left.get_by_role("button", pressed=True)).to_have_count(1)
    rosie.page.get_by_role("button", name="Left: closed").click()
    expect(rosie.page.get_by_text("the only way is through the entry gate")).to_be_visible()
    rosie.page.keyboard.press("Escape")
    cab = table.board.locator("svg .handle")
    cab.click()
    refused = table.refusal("CAB-75")
    assert_stands_by(refused, middle(cab))
    expect(refused).to_contain_text("Your cab has to drive on.")
    rosie.page.keyboard.press("Escape")
    chips = left.get_by_role("button")
    while (now := table.moment) != "over" and table.status.inner_text().startswith("Your turn: drive"):
        if now == "mine":
            before = table.status.inner_text()
            table.verbs.first.click()
            expect(table.status).not_to_have_text(before)
    expect(chips).to_have_count(0)
    while not table.wait_for_turn_or_end() and not table.status.inner_text().startswith("Your turn: roll"):
        (table.verbs.last if table.verbs.count() else table.places.first).click()  # what the drive has led to
    expect(table.status).to_contain_text("Your turn: roll")
    expect(table.board.locator(".number")).to_have_text("1")
    assert drawn(table) == box
    # on a phone that lies on its side the rival's face has the number of the trail
    rosie.page.set_viewport_size({"width": 844, "height": 390})
    faces = rosie.page.get_by_role("complementary", name="Players").get_by_role("listitem")
    expect(faces.locator(".trail")).to_have_text(["1"])
    expect(faces.first.locator(".trail")).to_be_visible()


def test_the_table_in_words_is_made_of_names_not_of_letters(person: People):
    rosie = person("Rosie", textTable=True)
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    words = rosie.page.get_by_role("region", name="The table as text")
    expect(words.get_by_role("button", name="Roll the dice")).to_be_visible()
    assert table.primaries == 1
    expect(words.get_by_role("table", name="Drivers").get_by_role("rowheader")).to_have_text(
        [re.compile(r"^\w+$"), "You"]
    )
    expect(words.get_by_role("heading", name="The city")).to_be_visible()
    expect(words.get_by_role("img")).to_have_count(0)
    words.get_by_text("Drawn with letters").click()
    expect(words.get_by_role("img", name="The table drawn with letters")).to_be_visible()


def test_a_game_without_words_is_told_in_headings_lists_and_tables(person: People):
    rosie = person("Rosie", textTable=True)
    rosie.go_to(rosie.open_table(KITTEN, ME, game="high-cat").path)
    words = rosie.page.get_by_role("region", name="The table as text")
    names = words.get_by_role("table", name="Players").get_by_role("columnheader")
    expect(names).to_have_text([re.compile(r"^\w+$"), "You"])
    expect(words.get_by_role("heading", name="On the table")).to_be_visible()
    expect(words.get_by_role("term").first).to_be_visible()
    expect(words.get_by_role("img")).to_have_count(0)
