"""Kitty Paw in the page: races by mouse, finger and keys, calm games in words, practice, watching, looking back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tabbytop.games.kitty_paw.facts import BUILDING, GATHERING
from tabbytop.games.kitty_paw.mat import IN_HAND, place_name
from tabbytop.games.kitty_paw.words import breed_name, side_name
from tabbytop.kit.marks import fault
from tests.browser.browsers import PHONE, Screen
from tests.browser.endings import check_the_result
from tests.browser.learning import Learner
from tests.browser.learning import by_finger as by_one_finger
from tests.browser.people import GONE, ME, Opened, Person, table_at
from tests.browser.racing import (
    QUICK,
    Need,
    Racer,
    by_clicking,
    by_dragging,
    by_finger,
    by_keys,
    by_tapping,
    decide_until_over,
    needs_of,
    open_race,
)
from tests.browser.tables import Table, assert_stands_by, middle
from tests.browser.test_accessibility import barriers_by_day_and_night, grave_barriers, too_wide
from tests.browser.test_whole_games import press
from tests.server.servers import Server

People = Callable[..., Person]

CALM = {"calm": True, "calm_rounds": 1}
TWO_ROUNDS = {"calm": True, "calm_rounds": 2, "calm_minutes": 0, "countdown_seconds": 0}
ROUNDS = 5
"""A race is over when somebody has so many cards, wherever the points come from."""
A_TIME = re.compile(r"\d:\d\d of \d:\d\d[:.]")
"""What the status says of a moment; a sentence that does not fit behind it is left out."""


def two_racers(person: People, **options: object) -> tuple[Racer, Racer]:
    """Rosie and Momo at a table that is about to begin."""
    rosie, momo = person("Rosie"), person("Momo")
    opened = open_race(rosie, momo, **options)
    return Racer(rosie, opened, 0), Racer(momo, opened, 1)


def alone(person: People, **more: object) -> Racer:
    """Rosie practises, and the round is open."""
    rosie = person("Rosie", **more)
    racer = Racer(rosie, open_race(rosie), 0)
    racer.ready()
    return racer


def call_at_once(racer: Racer) -> None:
    """A whole round without building anything: the call is wrong, and the card counts all the same."""
    racer.ready()
    racer.take_card()
    racer.meow_button.click()


# ---------------------------------------------------------------- races


def test_two_people_race_a_whole_game_in_two_browsers(person: People):
    rosie, momo = two_racers(person)
    for each in (rosie, momo):
        each.ready()
    rosie.take_card()
    need = needs_of(momo.take_card(), momo.view["box"][1])[0]
    expect(momo.board).to_contain_text("lie right. When all do, press the paw.")
    assert momo.board.locator(".hint").count() == 0, "in a race nothing is shown by itself"
    momo.page.keyboard.press("h")
    expect(momo.board.locator(".hint").first).to_be_visible()
    by_clicking(momo, need)
    momo.wait(lambda view: momo.has(need, view), "a tile laid by clicks")
    laid = rosie.page.get_by_role("img", name=re.compile(f"On the mat: {breed_name(need.breed)}"))
    expect(laid.first).to_be_visible()
    rosie.build(by_dragging)
    rosie.meow_button.click()
    expect(momo.board).to_contain_text(re.compile("Rosie.s picture is right"))
    for _ in range(ROUNDS - 1):
        momo.ready()
        rosie.ready()
        for each in (rosie, momo):
            each.wait(lambda view: view["verdict"][0] == 0, "the next round")
        momo.ready()
        call_at_once(rosie)
        expect(momo.board).to_contain_text(re.compile("Rosie.s picture is wrong"))
        expect(momo.board.get_by_role("list", name="Not as on the card")).to_contain_text("is missing")
    momo.ready()
    rosie.ready()
    for each in (rosie, momo):
        check_the_result(each.table)
        look_back_and_forth(each.table)


def look_back_and_forth(table: Table) -> None:
    """`[` leads from act to act, and the status tells the time."""
    table.page.keyboard.press("[")
    expect(table.status).to_contain_text(A_TIME)
    table.page.keyboard.press("[")
    table.page.keyboard.press("]")
    table.page.keyboard.press("]")
    expect(table.result).to_be_visible()


def test_newcomers_are_offered_a_calm_game_at_their_pace_and_find_kittens_too(person: People):
    rosie = person("Rosie")
    page = rosie.page
    page.goto("/")
    page.get_by_role("button", name="Play Kitty Paw").click()
    expect(page.get_by_role("heading", name="How would you like to start?")).to_be_visible()
    expect(page.get_by_text("who play at your pace")).to_be_visible()
    expect(page.get_by_role("heading", name="Calm best for the first time")).to_be_visible()
    assert grave_barriers(page) == []
    page.goto("/")
    page.get_by_role("radio", name="Kitten").check()
    page.get_by_role("button", name="Play Kitty Paw").click()
    page.get_by_role("button", name="Play calmly").click()
    expect(page.get_by_role("button", name=re.compile("^Ready"))).to_be_visible()
    expect(page.get_by_role("complementary", name="Players").get_by_text("kitten", exact=True)).to_have_count(2)
    expect(page.get_by_role("list", name="A round")).to_contain_text("Take a card")
    expect(page.get_by_role("button", name=re.compile("the easiest$"))).to_have_count(1)


def test_one_person_races_three_bots(person: People):
    rosie = person("Rosie")
    racer = Racer(rosie, rosie_with_bots(rosie), 0)
    racer.ready()
    racer.take_card()
    racer.wait(lambda view: max(view["card"][1:]) >= 0, "a card for a bot")
    racer.meow_button.click()
    racer.wait(lambda view: view["verdict"][0] != 0, "the paws of the bots")
    rosie.page.get_by_role("button", name="Log").click()
    told = rosie.page.get_by_role("log")
    for words in ("You call Meow", "shows the paw after", "is last: -1 point", "picture is wrong"):
        expect(told).to_contain_text(words)
    assert "puts the" not in told.inner_text(), "the log is full of what everybody sees"


def test_a_tile_that_finds_no_room_says_why_and_one_on_the_mat_is_turned_flipped_and_given_back_by_its_buttons(
    person: People,
):
    racer = alone(person)
    first, second = needs_of(racer.take_card(), racer.view["box"][0])[:2]
    by_clicking(racer, first)
    racer.wait(lambda view: racer.has(first, view), "the first tile")
    racer.tile(second.breed)[0].click()
    racer.wait(lambda view: view["place"][0][second.breed] == IN_HAND, "the second tile")
    racer.page.mouse.click(*racer.point_of(first.place))
    said = racer.page.get_by_role("status").get_by_role("paragraph").filter(has_text="KIT-")
    assert_stands_by(said, racer.point_of(first.place))
    box = racer.board.get_by_role("button", name=re.compile("^Under box 1: "))
    racer.page.mouse.click(*middle(box))
    expect(said).to_contain_text("KIT-74")
    assert_stands_by(said, middle(box))
    assert racer.page.get_by_role("dialog").count() == 0
    racer.page.keyboard.press("Escape")
    racer.wait(lambda view: IN_HAND not in view["place"][0], "an empty hand")
    racer.page.mouse.click(*racer.point_of(first.place))
    name = breed_name(first.breed)
    for words in (f"Turn the {name} right", f"Flip the {name}", f"Give back the {name}"):
        racer.board.get_by_role("button", name=words).click()
    racer.wait(lambda view: view["place"][0][first.breed] == -1, "the tile in the middle again")


def test_everybody_sees_how_far_away_the_others_are(person: People):
    rosie, momo = two_racers(person)
    for each in (rosie, momo):
        players = each.page.get_by_role("complementary", name="Players")
        expect(players.get_by_title("ms are taken off for the connection.")).to_have_count(2)


# ---------------------------------------------------------------- fingers and keys


def test_a_round_on_a_phone_by_dragging_and_by_tapping(person: People):
    racer = alone(person, screen=PHONE)
    racer.take_card()
    lays = [by_finger, by_tapping]

    def in_turn(racer: Racer, need: Need) -> None:
        lays.append(lays.pop(0))
        lays[-1](racer, need)

    racer.build(in_turn)
    racer.meow_button.tap()
    expect(racer.board).to_contain_text("Your picture is right")


def test_a_second_finger_turns_the_tile_that_is_dragged(person: People):
    racer = alone(person, screen=PHONE)
    racer.take_card()
    breed, place = 0, 0
    turned = Need(breed, place, side=racer.tile(breed)[1], rot=2)
    by_finger(racer, turned)
    racer.wait(lambda view: racer.has(turned, view), "the tile on the mat, turned twice")


def test_a_round_by_keys_alone(person: People):
    rosie = person("Rosie")
    racer = Racer(rosie, open_race(rosie), 0)
    expect(racer.ready_button).to_be_visible()
    keys = rosie.page.keyboard
    keys.press("r")
    expect(racer.board.get_by_role("button", name=re.compile("^Take card")).first).to_be_enabled()
    keys.press("1")
    racer.wait(lambda view: view["card"][0] >= 0, "the first card")
    racer.build(by_keys)
    keys.press("m")
    expect(racer.board).to_contain_text("Your picture is right")
    keys.press("r")
    racer.wait(lambda view: view["round"] == 2, "the next round")


def test_a_whole_calm_game_by_keys_alone_from_the_landing_page_to_the_record(person: People):
    rosie = person("Rosie")
    rosie.wish_for_short_games(**TWO_ROUNDS)
    page, keys = rosie.page, rosie.page.keyboard
    page.goto("/")
    press(page.get_by_role("button", name="Play Kitty Paw"))
    press(page.get_by_role("button", name="Play calmly"))
    page.wait_for_url("**/t/*")
    racer = Racer(rosie, Opened(page.url.rpartition("/")[2], ""), 0, is_there=True)
    cards = racer.board.get_by_role("list", name="Cards of the row").get_by_role("listitem")
    for round_ in range(1, TWO_ROUNDS["calm_rounds"] + 1):
        racer.wait(lambda view, round_=round_: (view["round"], view["phase"]) == (round_, GATHERING), "a round")  # type: ignore[misc]
        expect(racer.board).to_contain_text("Take one card")
        keys.press("r")
        left = cards.get_by_role("button").and_(page.locator(":enabled")).first
        keys.press(left.get_attribute("aria-keyshortcuts") or "")
        racer.wait(lambda view: view["card"][0] >= 0, "a card")
        expect(racer.heap.locator(":focus")).to_be_visible()
        racer.build(by_keys, turn=lambda _: keys.press("b"))
        keys.press("m")
        expect(racer.board).to_contain_text("Your picture is right")
        expect(racer.ready_button).to_be_enabled()
        keys.press("r")
    check_the_result(racer.table, click=press, players=racer.view["players"])


# ---------------------------------------------------------------- calm games, practice


def test_a_calm_game_from_the_table_in_words_alone(person: People):
    rosie, momo = person("Rosie", textTable=True), person("Momo")
    opened = open_race(rosie, momo, **CALM)
    hers, his = Racer(rosie, opened, 0), Racer(momo, opened, 1)
    words = rosie.page.get_by_role("region", name="The table as text")

    def choose(name: str) -> None:
        words.get_by_role("button", name=name, exact=True).click()

    his.ready()
    choose("Ready")
    first, second = (
        (hers, his) if hers.wait(lambda view: view["phase"] == BUILDING, "the round")["round"] % 2 else (his, hers)
    )
    for each in (first, second):
        expect(each.table.status).to_contain_text("Take a card from the row.")
        if each is hers:
            words.get_by_role("button", name=re.compile("^Take card")).first.click()
        else:
            each.take_card()
    view = hers.wait(lambda view: view["card"][0] >= 0, "her card")
    expect(words).to_contain_text(re.compile("Card I-.*box (horizontal|vertical);"))
    his.meow_button.click()
    hers.build(lambda racer, need: lay_by_words(words, racer, need, choose))
    assert view["card"][0] == hers.view["card"][0]
    choose("Finished")
    expect(hers.board).to_contain_text("Your picture is right")
    his.ready()
    choose("Ready")
    expect(his.table.result).to_contain_text("Rosie")
    check_the_result(hers.table)


def lay_by_words(words: Locator, racer: Racer, need: Need, choose: Callable[[str], None]) -> None:
    """Grab, flip, turn and put with the buttons and lists under the table in words."""
    name = breed_name(need.breed)
    _, side = racer.tile(need.breed)
    choose(f"Grab the {name}, {side_name(side)}")
    if side != need.side:
        choose(f"Flip the {name}")
    for turned in range(1, need.rot + 1):
        choose(f"Turn the {name} clockwise")
        racer.wait(lambda view, turned=turned: view["rot"][0][need.breed] == turned, "a turn")  # type: ignore[misc]
    where = "Put it on the box" if need.place == racer.view["box"][0] else f"Put it at {place_name(need.place)}"
    words.get_by_role("combobox", name="Put: which?").select_option(where)
    choose(where)
    racer.wait(lambda view: racer.has(need, view), "the tile on the mat")
    assert words.evaluate("(words) => words.contains(document.activeElement)"), "the focus has left the words"


def test_practice_is_one_choice_away_and_remembers_the_best_time(person: People):
    rosie = person("Rosie")
    rosie.wish_for_short_games(**QUICK)
    rosie.page.goto("/start/kitty-paw")
    rosie.page.get_by_role("button", name="Practise").click()
    racer = Racer(rosie, table_at(rosie.page), 0)
    racer.ready()
    racer.take_card()
    expect(racer.board).to_contain_text("Next: ")
    expect(racer.board.locator(".hint").first).to_be_visible()  # by itself, since nobody races
    racer.build(by_clicking)
    expect(racer.board).to_contain_text(re.compile("All (five|six|seven) lie right"))
    racer.meow_button.click()
    for number in range(2, 11):
        racer.ready()
        racer.wait(lambda view, number=number: view["round"] == number, "the next round")  # type: ignore[misc]
        call_at_once(racer)
        racer.wait(lambda view: view["verdict"][0] != 0, "the check")
    racer.ready()
    expect(racer.table.result).to_contain_text("the quickest picture in")
    rosie.page.goto("/start/kitty-paw")
    expect(rosie.page.get_by_role("heading", name="Practice as last time")).to_be_visible()


# ---------------------------------------------------------------- watching, coming back, looking back


def test_whoever_watches_sees_tiles_laid_and_can_look_back(person: People):
    rosie, momo = two_racers(person)
    for each in (rosie, momo):
        each.ready()
    need = needs_of(rosie.take_card(), rosie.view["box"][0])[0]
    watcher = person("Vera")
    seen = watcher.watch(rosie.opened)
    expect(seen.board).to_contain_text("You are watching.")
    by_clicking(rosie, need)
    laid = watcher.page.get_by_role("img", name=re.compile(f"On the mat: {breed_name(need.breed)}"))
    expect(laid.first).to_be_visible()
    assert seen.board.get_by_role("button", name=re.compile("^(Take|Ready|Meow)")).count() == 0
    watcher.page.keyboard.press("[")
    expect(seen.status).to_contain_text(A_TIME)
    expect(watcher.page.get_by_role("slider", name="Time")).to_be_visible()
    seen.button("Back to the game").click()
    expect(laid.first).to_be_visible()


@fault("F1")
def test_a_server_that_dies_in_the_middle_of_a_round_costs_no_tile(person: People, server: Server):
    racer = alone(person)
    racer.person.forgive(*GONE)
    first, second, *_ = needs_of(racer.take_card(), racer.view["box"][0])
    by_clicking(racer, first)
    racer.wait(lambda view: racer.has(first, view), "the first tile")
    server.kill()
    expect(racer.page.get_by_text("Reconnecting")).to_be_visible()
    server.start()
    expect(racer.page.get_by_text("Connected", exact=True)).to_be_visible()
    by_clicking(racer, second)
    view = racer.wait(lambda view: racer.has(second, view), "the second tile")
    assert racer.has(first, view)


def test_a_finished_race_is_played_back_at_any_speed(person: People):
    rosie, momo = person("Rosie"), person("Momo")
    opened = open_race(rosie, momo, **CALM)
    table = rosie.go_to(opened.path)
    decide_until_over(opened, rosie, momo)
    table.button("Review the game").click()
    expect(table.status).to_contain_text("0:00 of ")
    speed = rosie.page.get_by_role("combobox", name="Speed")
    speed.select_option("0.5")  # the race was short, and a quick one may be over before anybody looks
    table.button("Play").click()
    expect(table.button("Pause")).to_be_visible()
    speed.select_option("4")
    expect(table.button("Play")).to_be_visible()
    time = rosie.page.get_by_role("slider", name="Time")
    assert time.input_value() == time.get_attribute("max")
    time.fill("0")
    expect(table.status).to_contain_text("0:00 of ")
    table.button("One move on").click()
    expect(table.button("One move back")).to_be_enabled()
    table.button("Done").click()
    expect(table.result).to_be_visible()


# ---------------------------------------------------------------- pages


def test_a_table_is_opened_with_what_makes_sense_in_a_race(person: People):
    page = person("Rosie").page
    page.goto("/new/kitty-paw")
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    assert page.get_by_role("group", name="Clock").count() == 0
    assert page.get_by_role("switch", name="Hints").count() == 0
    assert "On this device" not in page.get_by_role("combobox", name="Seat 2").inner_text()
    rounds = page.get_by_role("spinbutton", name="Calm rounds")
    expect(rounds).to_have_count(0)
    page.get_by_role("switch", name="Calm").check()
    expect(rounds).to_be_visible()
    page.get_by_role("radio", name="1", exact=True).check()
    expect(rounds).to_have_count(0)


def test_a_race_is_not_passed_round_on_one_device(person: People):
    page = person("Rosie").page
    page.goto("/")
    page.get_by_role("radio", name="On this device").check()
    expect(page.get_by_role("button", name="Open a table Kitty Paw")).to_be_enabled()
    expect(page.get_by_role("button", name="Play Cat Cab")).to_be_enabled()


def gathering(racer: Racer) -> None:
    expect(racer.ready_button).to_be_visible()


def building(racer: Racer) -> None:
    racer.ready()
    racer.take_card()
    racer.heap.get_by_role("button").first.click()
    expect(racer.board.get_by_role("group", name="What is in your hand")).to_be_visible()


def settled(racer: Racer) -> None:
    call_at_once(racer)
    expect(racer.board).to_contain_text("Your picture is wrong")


MOMENTS = (gathering, building, settled)


@pytest.mark.parametrize("come_to", MOMENTS, ids=lambda moment: moment.__name__)
def test_no_moment_has_a_grave_barrier_or_is_too_wide(come_to: Callable[[Racer], None], person: People):
    rosie = person("Rosie")
    racer = Racer(rosie, rosie_with_bots(rosie), 0) if come_to is gathering else Racer(rosie, open_race(rosie), 0)
    come_to(racer)
    assert too_wide(rosie.page) == []
    assert barriers_by_day_and_night(rosie.page) == []


def rosie_with_bots(rosie: Person) -> Opened:
    bots = [{"type": "bot", "level": level} for level in ("kitten", "house-cat", "alley-cat")]
    return rosie.open_table(ME, *bots, game="kitty-paw", options=QUICK)


def test_the_lesson_leaves_room_for_the_tray_on_a_small_phone(person: People):
    rosie = person("Rosie", screen=Screen("small phone", 360, 640, is_touched=True))
    learner = Learner(rosie.page, "kitty-paw", "basics")
    learner.begin()
    expect(learner.asked).to_have_attribute("data-press", "meow")
    expect(learner.asked).to_be_in_viewport(ratio=0.9)
    learner.learn(by_one_finger, until="1.0")  # and it can be pressed
