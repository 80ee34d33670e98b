"""Hot Tin Roof in the page: a whole game with two people and two bots, walks that are planned, keys, letters, refusals,
the settlement, and what rivals leave on the roofs."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tabbytop.games.hot_tin_roof.board import GAP_ENDS, GAP_NAMES
from tabbytop.games.hot_tin_roof.components import DUMPSTERS
from tabbytop.games.hot_tin_roof.facts import RACING
from tests.browser.browsers import PHONE
from tests.browser.endings import check_the_end
from tests.browser.hands import by_keys, by_reading, play_to_the_end
from tests.browser.people import FRIEND, KITTEN, ME, Opened, Person
from tests.browser.tables import Table, assert_stands_by, middle
from tests.browser.test_accessibility import barriers_by_day_and_night

People = Callable[..., Person]
Press = Callable[[Locator], None]

TURNS = 12
"""A game of so many turns has catwalks, shelters, meetings and pairs to settle, and ends while a test waits."""
LONGEST = 300.0
"""Seconds after which the game of four is given up; far more than it needs, since machines are busy at times."""
ORANGE, SITTING = 0, 0
ROOFS = "ABCDEFGHIJKLMNO"


def open_roofs(rosie: Person, *seats: dict[str, str], **options: Any) -> Opened:
    """A table at which Orange begins."""
    return rosie.open_table(*seats, game="hot-tin-roof", options={"first_player": "orange", **options})


# ---------------------------------------------------------------- whole games


def test_two_people_and_two_bots_play_to_the_end(person: People, chance: random.Random):
    """She plans with the mouse on the roofs; he plays the whole game from the table in words, on a phone."""
    rosie, momo = person("Rosie"), person("Momo", screen=PHONE, textTable=True)
    opened = open_roofs(rosie, ME, FRIEND, KITTEN, KITTEN, turn_limit=TURNS)
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.invitation)
    momo.page.get_by_role("textbox", name="Your name").fill("Momo")
    his.button("Sit down").tap()
    hers.button("Start the game").click()
    players = [(hers, by_planning(Locator.click)), (his, by_reading)]
    decisions = play_to_the_end(players, chance, LONGEST)
    assert decisions > TURNS
    check_the_end(hers, players=4)
    check_the_end(his, click=Locator.tap, players=4)


def by_planning(press: Press) -> Callable[[Table, random.Random], None]:
    """Bring cats together as soon as that can be paid; else empty, build and settle by chance, and end the turn."""

    def decide(table: Table, chance: random.Random) -> None:
        preferred = [table.verbs.filter(has_text=verb) for verb in ("Walk", "Together", "End the")]
        offered = next((verbs.all() for verbs in preferred if verbs.count()), None)
        press(chance.choice(offered or [*table.verbs.all(), *table.places.all()]))

    return decide


def test_a_game_by_keys_alone(person: People, chance: random.Random):
    rosie = person("Rosie")
    table = rosie.go_to(open_roofs(rosie, ME, KITTEN, KITTEN, turn_limit=7).path)
    play_to_the_end([(table, by_keys_without_losing_the_focus)], chance)
    expect(table.result).to_be_visible()


def by_keys_without_losing_the_focus(table: Table, chance: random.Random) -> None:
    """Whoever uses keys alone finds themselves where they were when the next thing is to be decided."""
    by_keys(table, chance)
    if not table.wait_for_turn_or_end():
        assert table.page.evaluate("() => document.activeElement !== document.body"), "the focus was lost"


# ---------------------------------------------------------------- walks


@pytest.fixture
def race(person: People) -> tuple[Person, Opened, int]:
    """Rosie plays for everybody; Orange's sitting cats are connected, and the way costs some cans."""
    rosie = person("Rosie")
    opened = open_roofs(rosie, ME, ME, ME)
    return rosie, opened, bridge(rosie, opened)


def bridge(rosie: Person, opened: Opened) -> int:
    """Put Orange's cats on the roofs and have the rivals build the way between them; the price of that way."""
    while True:
        told = rosie.ask(f"/api/tables/{opened.id}")
        view, now = told["view"], told["now"]
        way = shortest_way(*view["cat"][ORANGE][SITTING]) if view["cat"][ORANGE][SITTING][0] >= 0 else []
        missing = [gap for gap in way if view["catwalk"][GAP_NAMES.index(gap)] < 0]
        if way and not missing and view["turn"] == ORANGE and view["phase"] == RACING:
            return sum(view["catwalk"][GAP_NAMES.index(gap)] != ORANGE for gap in way)
        dumpster = "home1" if not way else "shelter" if view["turn"] == ORANGE else "catwalk"
        wanted = [*({"catwalk": {"gap": gap}} for gap in missing), {"dive": {"dumpster": dumpster}}, {"done": {}}]
        moves = [choice["move"] for choice in now["choices"]]
        move = next((move for move in wanted if move in moves), moves[0])
        rosie.command(opened, type="play", seq=now["seq"], move=move)


def shortest_way(start: int, end: int) -> list[str]:
    """The gaps between two rooftops."""
    reached: dict[int, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for name, ends in zip(GAP_NAMES, GAP_ENDS.tolist(), strict=True):
            there = ends[1] if ends[0] == here else ends[0] if ends[1] == here else here
            if there not in reached:
                reached[there] = [*reached[here], name]
                waiting.append(there)
    return reached[end]


def expect_in_log(table: Table, words: str | re.Pattern[str]) -> None:
    """Open the log, find something there, and close it again."""
    table.button("Log").click()
    expect(table.log).to_contain_text(words)
    table.page.keyboard.press("Escape")
    expect(table.log).not_to_be_visible()


def cats_to_take(table: Table) -> Locator:
    """Own cats that can be taken in hand."""
    return table.board.locator("svg [aria-label^='Take the']")


def test_a_walk_is_priced_and_taken_back_and_two_taps_on_a_cat_walk_the_cheapest_way(race: tuple[Person, Opened, int]):
    rosie, opened, price = race
    table = rosie.go_to(opened.path)
    together = table.verbs.filter(has_text="Sitting cats together")
    expect(together).to_contain_text(re.compile(rf"for a fish\s*{price}$"))
    together.click()
    bill = rosie.page.get_by_role("group", name="What you can do")
    expect(bill).to_contain_text("for a fish")
    expect(bill).to_contain_text(f"{price} of ")
    expect(bill.get_by_role("listitem").filter(has_text="catwalk to the")).to_have_count(price)
    expect_whole(rosie.page.locator("[aria-label=Players] .kit"))
    table.verbs.filter(has_text=f"Walk and pay {price}").click()
    expect(cats_to_take(table)).to_have_count(0)
    expect_in_log(table, "The sitting cats meet and earn a fish.")
    table.button("Undo").click()
    expect(cats_to_take(table)).to_have_count(2)
    cats_to_take(table).first.dblclick()
    expect(cats_to_take(table)).to_have_count(0)
    expect_in_log(table, "The sitting cats meet and earn a fish.")


def expect_whole(lines: Locator) -> None:
    """Nothing of them is cut off at their sides."""
    expect(lines).not_to_have_count(0)
    for line in lines.all():
        assert line.evaluate("(each) => each.scrollWidth <= each.clientWidth"), line.text_content()


def test_letters_choose_rooftops(race: tuple[Person, Opened, int]):
    rosie, opened, price = race
    table = rosie.go_to(opened.path)
    expect(cats_to_take(table)).to_have_count(2)
    here, there = (ROOFS[home] for home in rosie.ask(f"/api/tables/{opened.id}")["view"]["cat"][ORANGE][SITTING])
    rosie.page.keyboard.press(here)
    expect(table.verbs.filter(has_text=f"Walk and pay {price}")).to_be_visible()
    rosie.page.keyboard.press(there)
    expect(table.board.locator("svg [aria-label^='Walk the sitting cat to']")).not_to_have_count(0)
    rosie.page.keyboard.press(there)
    expect(cats_to_take(table)).to_have_count(0)
    expect_in_log(table, "The sitting cats meet and earn a fish.")


def test_a_cat_walks_to_a_roof_that_is_pressed_twice(race: tuple[Person, Opened, int]):
    rosie, opened, _ = race
    table = rosie.go_to(opened.path)
    cats_to_take(table).first.click()
    planned = table.board.locator("svg [aria-label^='Plan to walk']")
    expect(planned.first).to_be_visible()
    press_plate(planned.first)
    press_plate(table.board.locator("svg [role=button][aria-label^='Walk the'] rect[height='99']").first)
    expect(table.verbs.filter(has_text="Walk and pay")).to_have_count(0)
    expect_in_log(table, re.compile("cat walks to the", re.IGNORECASE))


def press_plate(roof: Locator) -> None:
    """Click the name of a roof, where no cat stands."""
    box = roof.bounding_box()
    assert box is not None
    roof.click(position={"x": box["width"] / 2, "y": 0.9 * box["height"]})


def test_what_cannot_be_done_is_explained_and_a_planned_walk_has_no_grave_barrier(race: tuple[Person, Opened, int]):
    rosie, opened, _ = race
    table = rosie.go_to(opened.path)
    expect(cats_to_take(table)).to_have_count(2)
    catwalks = table.board.get_by_text("Catwalk", exact=True)
    catwalks.click()
    assert_stands_by(table.refusal("HTR-42"), middle(catwalks))
    market = table.board.get_by_text(re.compile("Fish market|^Fish$"))
    market.click()
    assert_stands_by(table.refusal("HTR-76"), middle(market))
    view = rosie.ask(f"/api/tables/{opened.id}")["view"]
    bridged = {end for gap, ends in enumerate(GAP_ENDS.tolist()) if view["catwalk"][gap] >= 0 for end in ends}
    away = next(home for home in range(len(ROOFS)) if home not in bridged)
    rosie.page.keyboard.press(ROOFS[away])
    refused = table.notice.get_by_role("paragraph")
    expect(refused).not_to_contain_text("HTR-42")
    assert_stands_by(refused, middle(table.board.locator("svg .plate").nth(away)))
    table.verbs.filter(has_text="together").click()
    expect(table.verbs.filter(has_text="Walk and pay")).to_be_visible()
    assert barriers_by_day_and_night(rosie.page) == []


# ---------------------------------------------------------------- the settlement


JOIN_SITTING = {"join_cheapest": {"shape": "sitting"}}


def settle(rosie: Person, opened: Opened) -> None:
    """Nobody walks, and Orange gathers food, until Orange can join the sitting cats in the settlement."""
    while True:
        told = rosie.ask(f"/api/tables/{opened.id}")
        moves = [choice["move"] for choice in told["now"]["choices"]]
        if JOIN_SITTING in moves:
            return
        cans = told["view"]["dumpster"]
        most = sorted(DUMPSTERS, key=lambda each: -cans[DUMPSTERS.index(each)])
        dumpsters = most if told["view"]["turn"] == ORANGE else ["catwalk"]
        wanted = [*({"dive": {"dumpster": dumpster}} for dumpster in dumpsters), {"keep": {}}, {"done": {}}]
        move = next((move for move in wanted if move in moves), moves[0])
        rosie.command(opened, type="play", seq=told["now"]["seq"], move=move)


def test_a_pair_is_settled_by_one_press_that_names_its_price(person: People):
    rosie = person("Rosie")
    opened = open_roofs(rosie, ME, ME, ME, turn_limit=21)
    bridge(rosie, opened)
    settle(rosie, opened)
    table = rosie.go_to(opened.path)
    dock = rosie.page.get_by_role("group", name="What you can do")
    join = table.verbs.filter(has_text="Join them")
    expect(join).to_be_visible()
    expect(dock.locator(".pri")).to_have_count(1)
    expect(table.verbs.filter(has_text="Pay the bank")).to_be_visible()
    expect(table.verbs.filter(has_text="Choose another way on the roofs")).to_be_visible()
    expect(dock.get_by_role("button", name="The sitting cats", exact=True)).to_have_attribute("aria-pressed", "true")
    told = rosie.ask(f"/api/tables/{opened.id}")
    label = next(choice["label"] for choice in told["now"]["choices"] if choice["move"] == JOIN_SITTING)
    expect(join).to_have_attribute("aria-label", label)
    price = re.search(r"for (free|[0-9]+ cans?)", label)
    assert price is not None
    expect(join).to_contain_text(price[0])
    join.click()
    expect(dock.get_by_role("button", name="The sitting cats", exact=True)).to_have_count(0)
    settled = rosie.ask(f"/api/tables/{opened.id}")["view"]
    assert settled["cat"][ORANGE][SITTING] == [-1, -1]


# ---------------------------------------------------------------- what rivals leave


def test_rivals_leave_marks_until_the_next_decision(person: People):
    rosie = person("Rosie")
    opened = open_roofs(rosie, ME, KITTEN, KITTEN)
    table = rosie.go_to(opened.path)
    marks = table.board.locator("svg .trails .number")
    table.wait_for_turn_or_end()
    table.verbs.filter(has_text="Catwalk").click()
    table.places.first.click()
    table.verbs.filter(has_text="End the turn").click()
    expect(table.verbs.filter(has_text="Shelter")).to_be_visible()
    # each of the two has emptied a dumpster at least, and their numbers are those of their turns
    expect(marks.filter(has_text="1")).not_to_have_count(0)
    expect(marks.filter(has_text="2")).not_to_have_count(0)
    cans = [int(each) for each in table.verbs.locator(".number").all_text_contents()]
    assert len(cans) == 5
    assert cans == sorted(cans, reverse=True)
    table.verbs.filter(has_text="Shelter").click()
    expect(marks).to_have_count(0)
