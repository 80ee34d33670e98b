"""What is alike in every game with turns: where keys begin, what digits press, how a turn is taken back."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import by_keys, reach
from tests.browser.people import KITTEN, ME, Opened, Person
from tests.browser.tables import Table
from tests.server.servers import wait_for

People = Callable[..., Person]

TURNS = ("cat-cab", "hot-tin-roof", "patrician", "rollecate")
DECISIONS = 9
FOCUSED = """() => {
  const here = document.activeElement;
  return here.matches("main :is(button, [role=button])") ? "" : here.outerHTML.slice(0, 120);
}"""
"""Nothing where the focus is on something that can be pressed; else what it is on."""
WHOLE = "Undo turn"


def sat_down(person: People, game: str) -> tuple[Person, Table, Opened]:
    rosie = person("Rosie")
    rivals = [KITTEN] * (2 if game == "hot-tin-roof" else 1)
    opened = rosie.open_table(ME, *rivals, game=game, options={})
    table = rosie.go_to(opened.path)
    assert not table.wait_for_turn_or_end()
    return rosie, table, opened


@pytest.mark.parametrize("game", TURNS)
def test_keys_begin_at_the_first_action_and_one_button_is_primary_at_most(
    game: str, person: People, chance: random.Random
):
    rosie, table, _ = sat_down(person, game)
    rosie.page.keyboard.press("Tab")
    first = rosie.page.locator("main [data-choice], main .verbs button").and_(rosie.page.locator(":enabled")).first
    expect(first).to_be_focused()
    for _ in range(DECISIONS):
        assert table.primaries <= 1, "two things want to be pressed first"
        rosie.page.wait_for_function(f"() => !({FOCUSED})()")
        if table.verbs.count() + table.places.count():
            by_keys(table, chance)
        else:
            rosie.page.keyboard.press("1")
        if table.wait_for_turn_or_end():
            break


@pytest.mark.parametrize(
    ("game", "share", "said"),
    [
        ("cat-cab", (0.42, 0.5), "Not yet: roll the dice first."),
        ("hot-tin-roof", (0.5, 0.37), "Not yet: first empty a dumpster."),
        ("patrician", (0.04, 0.36), "Not yet: first play a card of your hand."),
    ],
)
def test_what_is_said_of_a_place_goes_with_the_pointer_and_by_a_key(
    game: str, share: tuple[float, float], said: str, person: People
):
    rosie, table, opened = sat_down(person, game)
    box = table.board.locator("svg").first.bounding_box()
    assert box is not None
    x, y = box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"]
    labels = table.board.locator("g.label, p[aria-hidden=true]")
    label = labels.filter(has_text=said)
    for is_left in (False, True):
        rosie.page.mouse.move(x + 3 * is_left, y)
        expect(label).to_have_count(1)
        rosie.page.mouse.move(5, 5) if is_left else rosie.page.keyboard.press("Escape")
        expect(label).to_have_count(0)
    while table.places.count() == 0:
        before = table.status.inner_text()
        rosie.decide(opened)
        expect(table.status).not_to_have_text(before)
        assert not table.wait_for_turn_or_end()
    place = table.places.first
    reach(place)
    expect(labels).to_have_count(1)
    rosie.page.keyboard.press("Escape")
    expect(labels).to_have_count(0)
    expect(place).to_be_focused()


def decide_what_can_be_taken_back(rosie: Person, opened: Opened) -> None:
    """Build where tracks are built, since dice follow everything else there."""
    now = rosie.ask(f"/api/tables/{opened.id}")["now"]
    moves = [choice["move"] for choice in now["choices"]]
    if moves:
        move = next((move for move in moves if "build" in move), moves[-1])
        rosie.command(opened, type="play", seq=now["seq"], move=move)


@pytest.mark.parametrize("game", TURNS)
def test_a_turn_is_taken_back_by_a_step_or_as_a_whole(game: str, person: People):
    rosie, table, opened = sat_down(person, game)

    def ply() -> int:
        return int(rosie.ask(f"/api/tables/{opened.id}")["now"]["ply"])

    begun = ply()
    while table.button(WHOLE).count() == 0:
        if not rosie.ask(f"/api/tables/{opened.id}")["now"]["undo"]:
            begun = ply()
        decide_what_can_be_taken_back(rosie, opened)
        assert not table.wait_for_turn_or_end()
    last = ply()
    table.button("Undo").click()
    wait_for(lambda: ply() < last)
    assert ply() > begun, "all was taken back at once"
    rosie.page.keyboard.press("Shift+U")
    wait_for(lambda: ply() == begun)
    expect(table.button(WHOLE)).to_have_count(0)
