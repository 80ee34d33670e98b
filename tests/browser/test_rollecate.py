"""Rollecate in the page: whole games in several ways, and what its table answers to taps, drags and keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.browsers import PHONE
from tests.browser.endings import check_the_end
from tests.browser.hands import Hand, by_reading, play_some, play_to_the_end, reach
from tests.browser.people import FRIEND, KITTEN, ME, Opened, Person, skip, table_at
from tests.browser.tables import Table, assert_stands_by, middle
from tests.browser.test_accessibility import barriers_by_day_and_night

People = Callable[..., Person]

PLAYABLE = re.compile("^(Build|Discard|Lay|Play) the ")
ALONE = {"mode": "solo"}
BETSY = {"mode": "betsy"}


def dock(table: Table) -> Locator:
    """Where hand and pile lie."""
    return table.page.get_by_role("region", name="Beside the board")


def cards(table: Table) -> Locator:
    """Cards in the hand or among the penalty cards that can be played now."""
    return dock(table).get_by_role("button", name=PLAYABLE)


def hand(press: Callable[[Locator], None]) -> Hand:
    """Somebody who presses what the page offers, by chance; a curve is picked first and bent then."""

    def decide(table: Table, chance: random.Random) -> None:
        bends, verbs = table.places.all(), table.verbs.filter(has_not_text="Put back").all()
        # half of the time the shortest way through a turn, so that a game ends while a test waits
        in_a_hurry = bool(verbs) and chance.random() < 0.5
        press(chance.choice(bends or (verbs if in_a_hurry else [*verbs, *cards(table).all()])))

    return decide


def expect_told(table: Table, words: str | re.Pattern[str]) -> None:
    """The log tells of something."""
    table.button("Log").click()
    expect(table.log).to_contain_text(words)
    table.page.keyboard.press("Escape")


def by_keys(wanted: Locator) -> None:
    """Reach something with Tab and the arrows, and press Enter on it."""
    reach(wanted)
    wanted.page.keyboard.press("Enter")


def keep_the_focus(table: Table, chance: random.Random) -> None:
    """Whoever uses keys alone finds themselves where they were when the next thing is to be decided."""
    hand(by_keys)(table, chance)
    if not table.wait_for_turn_or_end():
        assert table.page.evaluate("() => document.activeElement !== document.body"), "the focus was lost"


# ---------------------------------------------------------------- whole games, of which nobody looks at the middle


def opened_at(table: Table) -> Opened:
    """The table that a page shows."""
    return table_at(table.page)


def test_two_people_play_in_two_browsers(person: People, chance: random.Random):
    rosie, momo = person("Rosie"), person("Momo")
    rosie.page.goto("/")
    rosie.page.get_by_role("radio", name="With friends").check()
    rosie.page.get_by_role("button", name="Open a table Rollecate").click()
    hers = Table(rosie.page)
    his = momo.go_to(rosie.page.get_by_role("textbox", name="Link").input_value())
    momo.page.get_by_role("textbox", name="Your name").fill("Momo")
    his.button("Sit down").click()
    hers.button("Start the game").click()
    play_some([(hers, hand(Locator.click)), (his, hand(Locator.click))], chance, 8)
    opened = opened_at(hers)
    skip(opened, 58, rosie, momo)
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.path)
    play_to_the_end([(hers, hand(Locator.click)), (his, hand(Locator.click))], chance)
    check_the_end(hers)
    expect(his.result).to_be_visible()


def test_one_plays_alone_on_a_phone_and_the_result_is_kept(person: People, chance: random.Random):
    rosie = person("Rosie", screen=PHONE)
    rosie.page.goto("/new/rollecate")
    rosie.page.get_by_role("group", name="Players").get_by_role("radio", name="1", exact=True).tap()
    rosie.page.get_by_role("button", name="Start the game").tap()
    table = Table(rosie.page)
    play_some([(table, hand(Locator.tap))], chance, 6)
    opened = opened_at(table)
    skip(opened, 68, rosie)
    rosie.go_to(opened.path)
    play_to_the_end([(table, hand(Locator.tap))], chance)
    expect(table.result).to_contain_text("The first result on this device")
    points = re.findall(r"\d+", table.status.inner_text())[-1]
    check_the_end(table, click=Locator.tap, players=1)
    again = rosie.go_to(rosie.open_table(ME, game="rollecate", options=ALONE).path)
    rosie.page.get_by_role("button", name="You, 0 points").tap()
    expect(again.page.get_by_role("dialog", name="Players")).to_contain_text(f"Best on this device: {points}")


def test_a_whole_game_by_keys_alone(person: People, chance: random.Random):
    """With three rivals one's own decisions are so few that nothing has to be skipped."""
    rosie = person("Rosie")
    table = rosie.go_to(rosie.open_table(ME, KITTEN, KITTEN, KITTEN, game="rollecate").path)
    play_to_the_end([(table, keep_the_focus)], chance)
    expect(table.result).to_be_visible()


def test_betsy_is_played_against_to_the_end_by_keys(person: People, chance: random.Random):
    rosie = person("Rosie")
    opened = rosie.open_table(ME, game="rollecate", options=BETSY)
    rosie.go_to(opened.path)
    skip(opened, 32, rosie)
    table = rosie.go_to(opened.path)
    play_to_the_end([(table, keep_the_focus)], chance)
    expect(table.result).to_contain_text("Betsy")
    check_the_end(table, click=by_keys)


def test_a_game_against_a_bot_from_the_table_in_words_alone(person: People, chance: random.Random):
    rosie = person("Rosie", textTable=True)
    table = rosie.go_to(rosie.open_table(ME, KITTEN, game="rollecate").path)
    play_to_the_end([(table, by_reading)], chance)
    expect(table.result).to_contain_text("kitten")


# ---------------------------------------------------------------- what the table answers


def play_until(person: Person, opened: Opened, words: str) -> None:
    """Play beside the page until there is a choice whose name has these words."""
    while True:
        now = person.ask(f"/api/tables/{opened.id}")["now"]
        assert now["outcome"] is None, f"the game ended without a choice to {words}"
        if any(words in choice["label"] for choice in now["choices"]):
            return
        if now["choices"]:
            person.command(opened, type="play", seq=now["seq"], move=now["choices"][0]["move"])


def alone_with(person: People, words: str, **more: object) -> tuple[Person, Table]:
    """Rosie alone at a table where she has such a choice."""
    rosie = person("Rosie", **more)
    opened = rosie.open_table(ME, game="rollecate", options=ALONE)
    play_until(rosie, opened, words)
    table = rosie.go_to(opened.path)
    assert not table.wait_for_turn_or_end()
    return rosie, table


def test_a_hint_is_drawn_and_a_curve_shows_both_its_turns_and_goes_where_one_says(person: People):
    rosie, table = alone_with(person, "curved")
    a_hint_is_shown_at_the_end_of_the_line(table)
    curve = cards(table).filter(has=rosie.page.locator("use[href='#ro-curve']")).first
    expect(table.places).to_have_count(0)
    curve.click()
    expect(table.places).to_have_count(2)
    expect(table.verbs).to_have_count(3)
    rosie.page.keyboard.press("Escape")
    expect(table.places).to_have_count(0)
    curve.click()
    corner = table.board.bounding_box()
    assert corner
    beside = corner["x"] + 20, corner["y"] + 20
    rosie.page.mouse.click(*beside)
    assert_stands_by(table.refusal("ROL-62"), beside)
    table.places.filter(has=rosie.page.locator("rect")).last.click()
    expect_told(table, re.compile("Build the curved . to the right."))


def test_a_curve_is_dragged_to_the_end_of_the_line(person: People):
    rosie, table = alone_with(person, "curved")
    curve = cards(table).filter(has=rosie.page.locator("use[href='#ro-curve']")).first
    curve.click()
    spot = table.places.first.bounding_box()
    assert spot
    end = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    rosie.page.keyboard.press("Escape")
    expect(table.places).to_have_count(0)
    rosie.page.mouse.click(*end)
    assert_stands_by(table.refusal("ROL-62"), end)
    rosie.page.keyboard.press("Escape")
    drag(curve, *end)
    expect_told(table, re.compile("Build the curved . to the left."))


def drag(card: Locator, x: float, y: float) -> None:
    """Take a card with the mouse and let it go at a point."""
    mouse = card.page.mouse
    card.hover()
    mouse.down()
    mouse.move(x, y, steps=4)
    mouse.up()


def test_two_quick_taps_beside_the_board_do_not_look_into_it(person: People):
    _, table = alone_with(person, "curved", screen=PHONE)
    whole = table.button("Show the whole board")
    tap_twice = """(element) => {
      const finger = { pointerType: "touch", pointerId: 7, bubbles: true, clientX: 200, clientY: 400 };
      for (const type of ["pointerdown", "pointerup", "pointerdown", "pointerup"])
        element.dispatchEvent(new PointerEvent(type, finger));
    }"""
    cards(table).first.evaluate(tap_twice)
    table.page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(whole).to_have_count(0)
    table.board.evaluate(tap_twice.replace("element.", "element.querySelector('svg')."))
    expect(whole).to_be_visible()


def test_a_card_that_does_not_fit_is_refused_with_the_reason(person: People):
    _, table = alone_with(person, "Pass")
    card = dock(table).get_by_role("button", name="cannot be played now: does not fit").first
    card.click()
    notice = table.refusal("ROL-68")
    assert_stands_by(notice, middle(card))
    notice.get_by_role("button", name="ROL-68").click()
    guide = table.page.get_by_role("dialog", name="Guide")
    expect(guide.get_by_role("listitem").filter(has_text=re.compile(r"^\s*ROL-68")).first).to_be_in_viewport()


def test_the_own_pile_is_looked_through_and_a_pair_lights_up_and_goes(person: People):
    rosie, table = alone_with(person, "Combine")
    the_own_pile_is_looked_through(rosie, table)
    pair = dock(table).get_by_role("button", name="pairs with the top of your pile").first
    expect(pair).to_be_visible()
    pair.click()
    rosie.page.get_by_role("button", name=re.compile("Remove both .s")).click()
    expect_told(table, "both go into the box")


def test_a_penalty_card_is_dragged_onto_its_equal(person: People):
    _, table = alone_with(person, "Combine")
    pile = dock(table).get_by_role("button", name="Look through it").bounding_box()
    assert pile
    card = dock(table).get_by_role("button", name="pairs with the top of your pile").first
    drag(card, pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2)
    expect_told(table, "both go into the box")


def the_own_pile_is_looked_through(rosie: Person, table: Table) -> None:
    dock(table).get_by_role("button", name="Look through it").click()
    pile = rosie.page.get_by_role("dialog", name="Your pile")
    expect(pile.get_by_role("listitem").first).to_be_visible()
    rosie.page.keyboard.press("Escape")
    expect(pile).to_be_hidden()


def a_hint_is_shown_at_the_end_of_the_line(table: Table) -> None:
    table.button("Hint").click()
    hint = table.page.get_by_role("region", name="Hint")
    hint.get_by_role("button", name="Build").first.click()
    expect(table.board.locator(".ghost")).to_have_count(1)
    hint.get_by_role("button", name="Close the hint").click()
    expect(hint).to_be_hidden()


def test_digits_choose_and_the_first_choice_waits_for_whoever_uses_keys(person: People):
    rosie, table = alone_with(person, "curved")
    offered = [*cards(table).all(), *table.verbs.all()]
    curve = next(
        index for index, each in enumerate(offered) if each.locator("use[href='#ro-curve']").count() and index < 9
    )
    rosie.page.keyboard.press(str(curve + 1))
    expect(table.places).to_have_count(2)
    # whoever picks a card by keys goes on at the end of the line
    expect(table.places.first).to_be_focused()
    rosie.page.keyboard.press("Enter")
    expect_told(table, re.compile("Build the curved . to the (left|right)."))
    assert not table.wait_for_turn_or_end()
    rosie.page.reload()
    assert not table.wait_for_turn_or_end()
    expect(rosie.page.locator(":focus")).to_have_count(0)
    rosie.page.keyboard.press("Shift")
    rosie.page.keyboard.press("1")
    assert not table.wait_for_turn_or_end()
    expect(rosie.page.locator("main :is(.side, .verbs, .board) :focus")).to_have_count(1)


def test_what_others_hold_is_not_in_the_page(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = rosie.open_table(ME, FRIEND, game="rollecate")
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 1})
    rosie.command(opened, type="start")
    for each in (rosie, momo, rosie, momo, rosie, momo):
        each.decide(opened)
    vera = person("Vera").watch(opened)
    expect(dock(vera).get_by_role("group", name="hand")).to_contain_text("cards")
    expect(cards(vera)).to_have_count(0)
    expect(dock(vera).get_by_role("button")).to_have_count(0)
    expect(vera.board.get_by_role("button")).to_have_count(0)


def test_the_table_has_no_grave_barrier(person: People):
    rosie, table = alone_with(person, "curved")
    cards(table).filter(has=rosie.page.locator("use[href='#ro-curve']")).first.click()
    assert barriers_by_day_and_night(rosie.page) == []
