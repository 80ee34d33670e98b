"""Whole games in the page, each in another way, from the first click to the record."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsers import PHONE
from tests.browser.endings import check_the_end
from tests.browser.hands import by_finger, by_keys, by_mouse, by_reading, play_to_the_end, reach
from tests.browser.people import KITTEN, ME, Person
from tests.browser.tables import Table
from tests.server.plants import high_cat

People = Callable[..., Person]


def test_two_people_play_in_two_browsers_one_of_them_in_words_alone(person: People, chance: random.Random):
    """She plays by mouse, and he plays the whole game from the table in words."""
    rosie, momo = person("Rosie"), person("Momo", textTable=True)
    rosie.wish_for_short_games()
    rosie.page.goto("/")
    rosie.page.get_by_role("radio", name="With friends").check()
    rosie.page.get_by_role("button", name="Open a table Cat Cab").click()
    hers = Table(rosie.page)
    expect(rosie.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    his = momo.go_to(rosie.page.get_by_role("textbox", name="Link").input_value())
    momo.page.get_by_role("textbox", name="Your name").fill("Momo")
    his.button("Sit down").click()
    hers.button("Start the game").click()
    decisions = play_to_the_end([(hers, by_mouse), (his, by_reading)], chance)
    assert decisions > 8
    check_the_end(hers)
    check_the_end(his)


def test_a_kitten_is_two_clicks_away(person: People, chance: random.Random):
    rosie = person("Rosie")
    rosie.wish_for_short_games()
    rosie.page.goto("/")
    rosie.page.get_by_role("radio", name="Kitten").check()
    rosie.page.get_by_role("button", name="Play Cat Cab").click()
    table = Table(rosie.page)
    play_to_the_end([(table, by_mouse)], chance)
    expect(table.result).to_contain_text("kitten")
    check_the_end(table)


def test_two_people_share_a_device(person: People, chance: random.Random):
    rosie = person("Rosie")
    rosie.page.goto("/new/cat-cab")
    rosie.page.get_by_role("combobox", name="Seat 2").first.select_option("On this device")
    rosie.page.get_by_role("spinbutton", name="Turn limit").fill("2")
    rosie.page.get_by_role("button", name="Start the game").click()
    table = Table(rosie.page)
    play_to_the_end([(table, by_mouse)], chance)
    check_the_end(table)


def test_a_game_on_a_phone_by_touch(person: People, chance: random.Random):
    rosie = person("Rosie", screen=PHONE)
    table = rosie.go_to(rosie.open_table(ME, KITTEN).path)
    play_to_the_end([(table, by_finger)], chance)
    check_the_end(table, click=Locator.tap)


def test_a_game_by_keys_alone_from_the_landing_page_to_the_record(person: People, chance: random.Random):
    rosie = person("Rosie")
    rosie.wish_for_short_games()
    rosie.page.goto("/")
    choose_kitten_by_keys(rosie.page)
    press(rosie.page.get_by_role("button", name="Play Cat Cab"))
    table = Table(rosie.page)
    play_to_the_end([(table, by_keys_without_losing_the_focus)], chance)
    check_the_end(table, click=press)


def by_keys_without_losing_the_focus(table: Table, chance: random.Random) -> None:
    """Whoever uses keys alone finds themselves where they were when the next thing is to be decided."""
    by_keys(table, chance)
    if not table.wait_for_turn_or_end():
        assert table.page.evaluate("() => document.activeElement !== document.body"), "the focus was lost"


def choose_kitten_by_keys(page: Page) -> None:
    """The radios of a group are reached with Tab and chosen with the arrows."""
    reach(page.get_by_role("radio", name="House cat"))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Kitten")).to_be_checked()


def press(wanted: Locator) -> None:
    """Reach something by keys and press Enter on it."""
    expect(wanted).to_be_enabled()
    reach(wanted)
    wanted.page.keyboard.press("Enter")


def test_hidden_hands_on_one_device_stay_behind_a_curtain(person: People, chance: random.Random, monkeypatch):
    high_cat(plant=monkeypatch.setattr)
    rosie = person("Rosie")
    table = rosie.go_to(rosie.open_table(ME, ME, game="high-cat").path)
    curtain = rosie.page.get_by_role("dialog", name="Give the device to")
    expect(curtain).to_be_visible()
    handed_over = 0
    while table.moment != "over":
        if curtain.is_visible():
            assert table.verbs.count() == 0, "somebody's choices can be seen before they have the device"
            curtain.get_by_role("button", name="show the table").click()
            handed_over += 1
        elif table.moment == "mine":
            by_mouse(table, chance)
    assert handed_over >= 2
    check_the_end(table)
