"""The way to a table: every game is in sight or one sweep away on every screen, and everybody who sits down has a name.

Knows no rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tabbytop import games
from tabbytop.server.tables.cats import CATS
from tests.browser.browsers import Screen
from tests.browser.people import FRIEND, KITTEN, ME, Person, table_at
from tests.browser.screens import settle
from tests.browser.tables import Table
from tests.server.servers import wait_for

People = Callable[..., Person]

DESKTOPS = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))
TOUCHED = ((360, 640), (390, 664), (390, 844), (740, 360), (844, 390), (820, 1180), (1180, 820), (1024, 768))
SWEEP = 0.8
"""The part of a window that one sweep of a finger moves."""
SMALLEST_TEXT, MOUSE, FINGER = 11, 32, 44
GAMES = {game for game in games.ids() if games.lessons(game)}
"""Those that are finished, with three ways to get to know each; one that was just added has no lesson yet."""

MEASURE = """() => {
  const box = (each) => { const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    return { name: each.ariaLabel || each.textContent.trim().replace(/\\s+/g, " ") || each.name,
             left, top, right, bottom, width, height }; };
  const hidden = (each) => each.closest(".vh, .defs") !== null || !each.checkVisibility();
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => !hidden(each));
  const words = (each) => [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const texts = shown("header *, main *").filter((each) => words(each).length > 0);
  const edges = (node) => { const range = document.createRange(); range.selectNode(node);
    return range.getBoundingClientRect(); };
  const cut = texts.filter((each) => { const card = each.closest("article")?.getBoundingClientRect();
    return card && words(each).some((node) => edges(node).right > card.right || edges(node).bottom > card.bottom); });
  return {
    plays: shown("article button").map(box),
    ways: shown("article a").map(box),
    targets: shown("header :is(a, button), main :is(a, button, label)").map(box),
    small: texts.map((each) => [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize)]),
    cut: cut.map((each) => each.textContent.trim()),
    room: [innerWidth, innerHeight],
    wide: document.documentElement.scrollWidth,
  };
}"""


def only_finished_games(route: Route) -> None:
    """The catalogue without games that tests add, or that somebody works at."""
    answer = route.fetch()
    told = answer.json()
    told["games"] = [game for game in told["games"] if game["id"] in GAMES]
    route.fulfill(response=answer, body=json.dumps(told))


def landing(rosie: Person) -> Page:
    """The landing page, while a game waits."""
    rosie.open_table(ME, ME, game="patrician")
    rosie.page.route("**/api/games", only_finished_games)
    rosie.page.goto("/games")
    expect(rosie.page.get_by_role("article")).to_have_count(len(GAMES))
    expect(rosie.page.get_by_role("link", name="turn in Patrician")).to_be_visible()
    return rosie.page


@pytest.mark.parametrize("is_touched", [False, True], ids=["mouse", "finger"])
def test_every_game_is_in_sight_or_one_sweep_away(person: People, is_touched: bool):
    rosie = person("Rosie", screen=Screen("any", 1280, 720, is_touched=is_touched))
    page = landing(rosie)
    wrong: list[str] = []
    for width, height in TOUCHED if is_touched else DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found = page.evaluate(MEASURE)
        told = check(found, FINGER if is_touched else MOUSE)
        wrong += [f"{width}x{height}: {problem}" for problem in told]
    assert not wrong, "\n".join(wrong)


def check(found: dict[str, Any], target: int) -> list[str]:
    """What is not as it should be on the landing page."""
    (width, height), wrong = found["room"], []
    if (len(found["plays"]), len(found["ways"])) != (len(GAMES), 3 * len(GAMES)):
        wrong.append(f"{len(found['plays'])} games to play, {len(found['ways'])} ways to learn, rules and options")
    for play in found["plays"]:
        beside = play["bottom"] <= height and play["right"] <= (1 + SWEEP) * width
        below = play["right"] <= width and play["bottom"] <= (1 + SWEEP) * height
        if not (beside or below):
            wrong.append(f"{play['name']} is too far away: {play}")
    if (width, height) == (1280, 720) and max(play["bottom"] for play in found["plays"]) > 640:
        wrong.append("not every Play ends at 640")
    if width >= 1280 and max(play["bottom"] for play in found["plays"]) > height:
        wrong.append("not every Play is in sight")
    wrong += [f"{text} is written in {size} px" for text, size in found["small"] if size < SMALLEST_TEXT]
    wrong += [f"{text} is cut" for text in found["cut"]]
    wrong += [
        f"{each['name']} is {each['width']} x {each['height']}"
        for each in found["targets"]
        if min(each["width"], each["height"]) < target - 0.5
    ]
    if found["wide"] > width:
        wrong.append(f"the page is {found['wide']} wide")
    return wrong


def test_a_game_that_waits_is_one_click_away(person: People):
    page = landing(person("Rosie"))
    page.get_by_role("link", name="It’s your turn in Patrician on this device. Go on").click()  # noqa: RUF001
    expect(page).to_have_url(re.compile("/t/"))


@pytest.mark.parametrize("way", [("How to play Cat Cab", "/guide/cat-cab"), ("Learn", "/learn/cat-cab/basics")])
def test_lesson_and_guide_are_beside_a_game(person: People, way: tuple[str, str]):
    page = person("Rosie").page
    page.goto("/")
    page.get_by_role("article").filter(has_text="Cat Cab").get_by_role("link", name=way[0]).click()
    expect(page).to_have_url(re.compile(re.escape(way[1])))


# ---------------------------------------------------------------- names

BAD = {
    "": "Everybody needs a name.",
    "A": "A name has 2 to 16 letters.",
    "Mia of the very long tail": "A name has 2 to 16 letters.",
    "Mia 😀": "Use letters",
    "\u202eMia": "Use letters",
    "42": "A name needs letters.",
    "rosie": "rosie has a seat already.",
}


def test_people_who_share_a_device_have_names(person: People):
    """Two clicks lead to a game; names are asked for on the way, judged at their fields, and said from then on."""
    rosie = person("Rosie")
    rosie.introduce()
    page = rosie.page
    page.goto("/")
    page.get_by_role("radio", name="On this device").check()
    page.get_by_role("button", name="Play Patrician").click()
    page.get_by_role("group", name="Players").get_by_role("radio", name="2", exact=True).check()
    mine, second = (page.get_by_role("textbox", name=name) for name in ("Your name", "Second person on this device"))
    expect(mine).to_have_value("Rosie")
    expect(second).to_have_value("Player 2")
    for name, problem in BAD.items():
        second.fill(name)
        expect(page.get_by_role("alert").filter(has_text=problem)).to_be_visible()
        page.get_by_role("button", name="Start the game").click()
        expect(second).to_be_focused()
    second.fill("Mia")
    expect(page.get_by_text("Give the device to Mia")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    curtain = page.get_by_role("dialog", name=re.compile("^Give the device to (Rosie|Mia)$"))
    expect(curtain).to_be_visible()
    curtain.get_by_role("button", name=re.compile("^I am (Rosie|Mia), show the table$")).click()
    expect(Table(page).status).to_contain_text(re.compile("Rosie|Mia"))
    page.goto("/new/patrician")
    page.get_by_role("group", name="Players").get_by_role("radio", name="2", exact=True).check()
    expect(second).to_have_value("Mia")


def test_a_bot_is_a_cat_by_name_and_another_one_may_be_drawn(person: People):
    rosie = person("Rosie")
    page = rosie.page
    page.goto("/new/hot-tin-roof")
    seats = page.get_by_role("listitem").filter(has=page.get_by_role("combobox"))
    again = page.get_by_role("button", name="Another cat for seat 2")
    before = again.get_attribute("aria-label")
    again.click()
    expect(again).not_to_have_attribute("aria-label", before or "")
    cats = [cat for cat in CATS if cat in (seats.nth(1).locator("b").text_content() or "")]
    assert len(cats) == 1
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(Table(page).main).to_be_visible()
    told = rosie.ask(f"/api/tables/{table_at(page).id}")["table"]["seats"]
    names = [seat["name"] for seat in told]
    assert names[1] == cats[0]
    assert len(set(names)) == len(names)
    assert {seat["name"] for seat in told if seat["kind"] == "bot"} <= set(CATS)
    for seat in told[1:]:
        expect(page.get_by_text(seat["name"]).first).to_be_attached()
    expect(page.get_by_text("house cat", exact=True).first).to_be_attached()


def test_before_the_game_the_host_draws_another_cat_and_names_who_shares_the_device(person: People):
    """What the host changes in the lobby is what everybody at the table is told."""
    rosie = person("Rosie")
    opened = rosie.open_table(ME, FRIEND, KITTEN, KITTEN, game="hot-tin-roof", options={})
    table = rosie.go_to(opened.path)

    def told() -> list[dict[str, Any]]:
        seats: list[dict[str, Any]] = rosie.ask(f"/api/tables/{opened.id}")["table"]["seats"]
        return seats

    arrow = table.page.get_by_role("button", name=re.compile("^Another cat, not")).first
    before = told()[2]["name"]
    expect(arrow).to_have_accessible_name(f"Another cat, not {before}")
    arrow.click()
    expect(arrow).not_to_have_accessible_name(f"Another cat, not {before}")
    assert told()[2]["name"] != before
    assert told()[2]["level"] == "kitten"
    table.page.get_by_role("combobox", name="Seat 4").select_option("me")
    field = table.page.get_by_role("textbox", name="Seat 4, on this device")
    save = table.page.get_by_role("list").get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    field.fill("Rosie")
    expect(table.page.get_by_role("alert").filter(has_text="Rosie has a seat already.")).to_be_visible()
    field.fill("Mia")
    save.click()
    wait_for(lambda: [seat["name"] for seat in told() if seat["kind"] == "guest"] == ["Rosie", "Mia"])
    expect(save).to_be_disabled()
