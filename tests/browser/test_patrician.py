"""Patrician in the page: whole games with five and with messengers, what a card would bring, keys, drags, refusals."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from tabbytop.games.patrician.board import CARD_IDS
from tabbytop.games.patrician.words import card_name
from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.endings import check_the_end
from tests.browser.hands import Hand, by_reading, play_some, play_to_the_end, reach
from tests.browser.people import FRIEND, KITTEN, ME, Opened, Person, skip
from tests.browser.screens import PHONE_SIDEWAYS, Glass
from tests.browser.tables import Table, assert_stands_by, middle
from tests.browser.test_accessibility import barriers_by_day_and_night

People = Callable[..., Person]

OFFERED = re.compile("^(Play|Build|Move|Take|Place) ")
"""How everything begins that can be decided, on the map, in the hand and below them."""
FOUR_KITTENS = (KITTEN, KITTEN, KITTEN, KITTEN)


def open_cities(rosie: Person, *seats: dict[str, str], **options: bool) -> Opened:
    return rosie.open_table(*seats, game="patrician", options=options)


def hand_of(table: Table) -> Locator:
    return table.page.get_by_role("group", name="Your hand")


def offers(table: Table) -> list[Locator]:
    """Cards in the hand, places on the map and verbs that play something now."""
    named = [place.get_by_role("button", name=OFFERED) for place in (table.board, hand_of(table))]
    return [*named[0].all(), *named[1].all(), *table.verbs.all()]


def by(press: Callable[[Locator], None]) -> Hand:
    """Decide by chance among everything that is offered."""

    def decide(table: Table, chance: random.Random) -> None:
        press(chance.choice(offers(table)))

    return decide


def cards_to_play(table: Table) -> Locator:
    return hand_of(table).get_by_role("button", name=re.compile("^Play "))


# ---------------------------------------------------------------- whole games


def test_two_people_and_three_bots_play_to_the_end(person: People, chance: random.Random):
    """She plays by mouse, and he by touch; nobody looks at turns in the middle."""
    rosie, momo = person("Rosie"), person("Momo", screen=PHONE)
    opened = open_cities(rosie, ME, KITTEN, FRIEND, KITTEN, KITTEN)
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.invitation)
    momo.page.get_by_role("textbox", name="Your name").fill("Momo")
    his.button("Sit down").tap()
    hers.button("Start the game").click()
    hands = by(Locator.click), by(Locator.tap)
    play_some([(hers, hands[0]), (his, hands[1])], chance, 6)
    skip(opened, 54, rosie, momo)
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.path)
    assert play_to_the_end([(hers, hands[0]), (his, hands[1])], chance) > 8, "there is little left of the game"
    check_the_end(hers, players=5)
    check_the_end(his, click=Locator.tap, players=5)


def keys_without_losing_the_focus(wanted: Locator) -> None:
    """Go there with Tab and the arrows; whoever does so is still at the table when the next thing is to be decided."""
    reach(wanted)
    wanted.page.keyboard.press("Enter")
    table = Table(wanted.page)
    expect(table.main.locator("[role=group] [aria-disabled=true]")).to_have_count(0)
    assert wanted.page.evaluate("() => document.activeElement !== document.body"), "the focus was lost"


def test_a_game_with_messengers_from_the_table_in_words_alone(person: People, chance: random.Random):
    rosie = person("Rosie", textTable=True)
    table = rosie.go_to(open_cities(rosie, ME, *FOUR_KITTENS, messengers=True).path)
    play_to_the_end([(table, by_reading)], chance)
    expect(table.result.get_by_role("columnheader", name="Messengers", exact=True)).to_be_visible()
    table.button("Look at the map").click()
    table.button("Log").click()
    expect(table.log).to_contain_text(re.compile("places? a messenger between", re.IGNORECASE))
    rosie.page.keyboard.press("Escape")
    table.button("Done").click()
    check_the_end(table, players=5)


def test_a_whole_game_by_keys_alone(person: People, chance: random.Random):
    rosie = person("Rosie")
    table = rosie.go_to(open_cities(rosie, ME, *FOUR_KITTENS).path)
    play_to_the_end([(table, by(keys_without_losing_the_focus))], chance)
    expect(table.result).to_be_visible()


# ---------------------------------------------------------------- a turn


def first_turn(person: People, **more: bool) -> tuple[Person, Table]:
    """Rosie and a kitten, when it is her turn for the first time."""
    rosie = person("Rosie")
    table = rosie.go_to(open_cities(rosie, ME, KITTEN, **more).path)
    assert not table.wait_for_turn_or_end()
    return rosie, table


def test_a_turn_is_looked_into_refused_and_taken_back_before_a_card_comes_into_the_hand(person: People):
    rosie, table = first_turn(person)
    the_own_pile_is_looked_through_and_other_piles_are_not(rosie)
    a_place_that_is_not_asked_for_says_so_until_it_is_told_to_be_quiet(table)
    what_cannot_be_done_is_explained(table)
    a_card_that_is_dropped_elsewhere_goes_back_to_the_hand(table)
    a_card_that_cannot_be_taken_goes_back_with_the_reason(table)
    a_card_tells_what_it_would_bring_and_its_turn_is_taken_back_step_by_step(table)
    a_card_that_is_taken_comes_into_the_hand(table)


def a_card_tells_what_it_would_bring_and_its_turn_is_taken_back_step_by_step(table: Table) -> None:
    card = cards_to_play(table).first
    card.hover()
    expect(table.main.get_by_text(re.compile("^If you play "))).to_be_visible()
    expect(table.main.get_by_text(re.compile("^Then you take ")).first).to_be_visible()
    card.click()
    expect(table.main.get_by_text(re.compile("^Playing "))).to_be_visible()
    expect(table.places).to_have_count(2)
    table.places.first.click()
    expect(table.places).to_have_count(1)
    table.button("Undo").click()
    expect(table.places).to_have_count(2)
    table.button("Undo").click()
    expect(cards_to_play(table)).to_have_count(3)


def a_card_that_is_taken_comes_into_the_hand(table: Table) -> None:
    cards_to_play(table).first.click()
    expect(table.places).to_have_count(2)
    table.places.first.click()
    take = table.board.get_by_role("button", name=re.compile("^Take "))
    expect(take).to_have_count(1)
    name = re.search(r"^Take (.*?\))", take.get_attribute("aria-label") or "")
    assert name is not None
    take.click()
    hand = hand_of(table)
    expect(hand.get_by_role("button", name=name[1])).not_to_have_count(0)
    assert name[1] in {card_name(card) for card in range(len(CARD_IDS))}


def test_what_is_planned_and_taken_back_is_seen_by_nobody_else(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = open_cities(rosie, ME, FRIEND)
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.invitation)
    his.button("Sit down").click()
    hers.button("Start the game").click()
    expect(his.status).to_have_text(re.compile("^Your turn|is planning a turn"))
    planner, watcher = (his, hers) if his.status.inner_text().startswith("Your turn") else (hers, his)
    planner.wait_for_turn_or_end()
    expect(watcher.status).to_have_text(re.compile("is planning a turn"))
    expect(watcher.main.get_by_text("What happens is written down here.")).to_have_count(0)
    expect(watcher.main.get_by_text(re.compile("starts\\.$"))).not_to_have_count(0)
    before = watcher.main.inner_text()
    for _ in range(2):
        cards_to_play(planner).last.click()
        expect(planner.places).to_have_count(2)
        planner.places.first.click()
        planner.button("Undo").click()
        expect(planner.places).to_have_count(2)
        planner.button("Undo").click()
        expect(cards_to_play(planner)).to_have_count(3)
    cards_to_play(planner).first.click()
    expect(planner.places).to_have_count(2)
    planner.places.first.click()
    take = planner.board.get_by_role("button", name=re.compile("^Take "))
    expect(take).to_have_count(1)
    assert watcher.main.inner_text() == before
    take.click()
    watcher.button("Log").click()
    told = watcher.log.get_by_text(re.compile("^Builds . floors? in .* and takes the card from "))
    expect(told).to_have_count(1)
    watcher.wait_for_turn_or_end()
    told.click()
    expect(watcher.main.get_by_text(re.compile("^Move [0-9]+ of "))).to_be_visible()


# ---------------------------------------------------------------- drags

Drag = Callable[[Locator, tuple[float, float]], None]


def middle_of(thing: Locator) -> tuple[float, float]:
    """Where something is on the screen."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(thing: Locator, goal: tuple[float, float]) -> None:
    """Take something with the mouse and let it go at a point."""
    mouse = thing.page.mouse
    mouse.move(*middle_of(thing))
    mouse.down()
    mouse.move(*goal, steps=4)
    mouse.up()


def by_finger(thing: Locator, goal: tuple[float, float]) -> None:
    """Take something with a finger and let it go at a point: what is carried hangs above the finger."""
    (x, y), (to_x, to_y) = middle_of(thing), (goal[0], goal[1] + 40)
    line = thing.page.context.new_cdp_session(thing.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        touch("touchMove", {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8})
    touch("touchEnd")


def sites_of(table: Table, card: Locator) -> list[tuple[float, float]]:
    """Where the two sites of a card's city are: the card is played to see them, and taken back."""
    card.click()
    expect(table.places).to_have_count(2)
    sites = [middle_of(site) for site in table.places.all()]
    table.button("Undo").click()
    expect(cards_to_play(table)).to_have_count(3)
    return sites


SIDEWAYS = replace(PHONE, name="sideways", width=844, height=390)


@pytest.mark.parametrize(
    ("screen", "drag"),
    [(DESKTOP, by_mouse), (PHONE, by_finger), (SIDEWAYS, by_finger)],
    ids=["mouse", "finger", "sideways"],
)
def test_a_card_is_dragged_to_its_site_and_the_new_one_into_the_hand(person: People, screen: Screen, drag: Drag):
    rosie = person("Rosie", screen=screen)
    table = rosie.go_to(open_cities(rosie, ME, KITTEN).path)
    assert not table.wait_for_turn_or_end()
    card = cards_to_play(table).first
    drag(card, sites_of(table, card)[1])
    take = table.board.get_by_role("button", name=re.compile("^Take "))
    expect(take).to_have_count(1)
    table.button("Undo").click()
    expect(table.places).to_have_count(2)
    drag(hand_of(table).get_by_role("button", pressed=True), middle_of(table.places.first))
    expect(take).to_have_count(1)
    hand = hand_of(table)
    drag(take, middle_of(hand))
    expect(take).to_have_count(0)
    expect(hand.get_by_role("button", pressed=True)).to_have_count(0)


def a_card_that_is_dropped_elsewhere_goes_back_to_the_hand(table: Table) -> None:
    cards = cards_to_play(table)
    city = {name: card for card in cards.all() if (name := (card.get_attribute("aria-label") or "").split()[1])}
    (here, card), (_, other) = list(city.items())[:2]
    by_mouse(card, sites_of(table, other)[0])
    expect(table.board.get_by_text(f"builds in {here}.")).to_be_visible()
    by_mouse(card, middle_of(table.status))
    expect(cards).to_have_count(3)
    expect(table.places).to_have_count(0)


def a_card_that_cannot_be_taken_goes_back_with_the_reason(table: Table) -> None:
    cities = table.board.locator("svg").first
    box = cities.bounding_box()
    assert box is not None
    hand = hand_of(table)
    mouse = table.page.mouse
    mouse.move(box["x"] + box["width"] * 0.155, box["y"] + box["height"] * 0.33)
    mouse.down()
    mouse.move(*middle_of(hand), steps=4)
    mouse.up()
    expect(table.notice.get_by_role("button", name="PAT-28")).to_be_visible()
    expect(cards_to_play(table)).to_have_count(3)


# ---------------------------------------------------------------- what is seen

SCREENS = [(1280, 720), (1920, 1080), (390, 844), (390, 664), (360, 640), (844, 390), (740, 360), (932, 430)]
TOO_SMALL = """() => {
  const scale = (drawn) => Math.hypot(drawn.getScreenCTM().a, drawn.getScreenCTM().b);
  const texts = [...document.querySelectorAll("[aria-label=Board] svg text")].filter((text) => text.textContent.trim());
  const letters = texts
    .map((text) => [text.textContent.trim(), parseFloat(getComputedStyle(text).fontSize) * scale(text)])
    .filter(([, height]) => height < 10.99);
  const targets = [...document.querySelectorAll("[aria-label=Board] [role=button], [data-hand] button, [data-choice]")]
    .map((target) => [target.ariaLabel ?? target.textContent, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
    .map(([name, { width, height }]) => [name, width, height]);
  return [...(texts.length ? [] : ["no text at all"]), ...letters, ...targets];
}"""
"""Letters of the map below 11 pixels, and what is too small for a finger, with their sizes."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A map that has another size is laid out in the next frame."""


def test_five_players_with_messengers_can_be_read_and_pressed_on_every_screen(person: People):
    rosie = person("Rosie", screen=PHONE)
    table = rosie.go_to(open_cities(rosie, ME, *FOUR_KITTENS, messengers=True).path)
    assert not table.wait_for_turn_or_end()
    small = {}

    def measure(moment: str) -> None:
        for width, height in SCREENS:
            rosie.page.set_viewport_size({"width": width, "height": height})
            rosie.page.wait_for_function("() => document.querySelector('[aria-label=Board] svg text')")
            rosie.page.evaluate(TWO_FRAMES)
            if found := rosie.page.evaluate(TOO_SMALL):
                small[moment, width, height] = found

    measure("playing a card")
    rosie.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    cards_to_play(table).first.tap()
    expect(table.places).to_have_count(2)
    measure("placing a floor")
    assert small == {}


def test_what_the_others_did_is_marked_until_the_next_decision(person: People):
    _, table = first_turn(person)
    turn_of_keys(table)
    assert not table.wait_for_turn_or_end()
    number = table.board.locator(".trails").get_by_text("1", exact=True)
    expect(number.first).to_be_visible()
    expect(table.board.locator(".trails")).to_contain_text(re.compile("took .+\\)"))
    cards_to_play(table).first.click()
    expect(number).to_have_count(0)


def turn_of_keys(table: Table) -> None:
    """Play a card by the initial of its city, and the rest of the turn as it comes."""
    label = cards_to_play(table).first.get_attribute("aria-label") or ""
    city = label.split()[1]
    others = [card.get_attribute("aria-label") or "" for card in cards_to_play(table).all()]
    alike = sum(other.split()[1][0] == city[0] for other in others)
    table.page.keyboard.press(city[0])
    if alike > 1:
        table.page.keyboard.press("Enter")
    expect(table.places).to_have_count(2)
    while hand_of(table).get_by_role("button", pressed=True).count():
        table.verbs.last.click() if table.verbs.count() else table.places.first.click()
        expect(table.main.locator("[role=group] [aria-disabled=true]")).to_have_count(0)


def a_place_that_is_not_asked_for_says_so_until_it_is_told_to_be_quiet(table: Table) -> None:
    table.board.locator("svg").first.hover(position={"x": 30, "y": 240})
    words = table.board.get_by_text("Not yet: first play a card of your hand.")
    expect(words).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(words).to_have_count(0)


# ---------------------------------------------------------------- what the table answers


def what_cannot_be_done_is_explained(table: Table) -> None:
    cities = table.board.locator("svg").first
    box = cities.bounding_box()
    assert box is not None
    x, y = box["width"] * 0.04, box["height"] * 0.36
    cities.click(position={"x": x, "y": y})
    assert_stands_by(table.refusal("PAT-28"), (box["x"] + x, box["y"] + y))
    deck = middle(cities.get_by_text("Deck", exact=True).locator("xpath=../*[1]"))
    table.page.mouse.click(*deck)
    assert_stands_by(table.refusal("PAT-24"), deck)


def the_own_pile_is_looked_through_and_other_piles_are_not(rosie: Person) -> None:
    rosie.page.get_by_role("button", name="Look through your pile: no card played").click()
    pile = rosie.page.get_by_role("dialog", name="Your pile")
    expect(pile).to_contain_text("Nothing has been played yet.")
    rosie.page.keyboard.press("Escape")
    expect(pile).to_be_hidden()
    expect(rosie.page.get_by_role("button", name="Look through the pile")).to_have_count(0)


def test_beside_a_hint_every_card_is_seen_on_a_phone_on_its_side(person: People):
    rosie, table = first_turn(person)
    Glass(rosie.page).become(PHONE_SIDEWAYS)
    table.button("Hint").click()
    expect(rosie.page.get_by_role("region", name="Hint").get_by_role("listitem").first).to_contain_text("Play ")
    boxes = [card.bounding_box() for card in cards_to_play(table).all()]
    tops = sorted((box["y"], box["y"] + box["height"]) for box in boxes if box)
    assert len(tops) == 3
    assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(tops)), "one below the other"


def test_a_hint_looks_at_cards_and_the_table_is_told_in_words(person: People):
    rosie = person("Rosie", textTable=True)
    table = rosie.go_to(open_cities(rosie, ME, KITTEN).path)
    assert not table.wait_for_turn_or_end()
    words = rosie.page.get_by_role("region", name="The table as text")
    milano = words.get_by_role("table", name="Cities").get_by_role("row", name=re.compile("^Milano"))
    expect(milano).to_contain_text("7 and 4")
    expect(words.get_by_role("table", name="Players")).to_contain_text("You")
    expect(words.get_by_role("heading", name="Your hand")).to_be_visible()
    table.button("Hint").click()
    hint = rosie.page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("listitem").first).to_contain_text("Play ")


def test_a_planned_turn_has_no_grave_barrier(person: People):
    rosie, table = first_turn(person, messengers=True)
    cards_to_play(table).first.click()
    expect(table.places).to_have_count(2)
    assert barriers_by_day_and_night(rosie.page) == []
