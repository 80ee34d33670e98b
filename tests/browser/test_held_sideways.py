"""Games against a bot by touch on a phone held sideways, to their end, and boards that stay where they are meanwhile.

The same game is open on two upright phones and on a laptop: whatever is said, offered, drawn or refused, the board's
box moves by no pixel on any of the four, nothing that stands around the board ever lies on it, and one button at most
is the primary one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsers import PHONE, Screen
from tests.browser.hands import Hand, by_finger, play_to_the_end
from tests.browser.people import KITTEN, ME, Opened, Person
from tests.browser.racing import Racer, by_tapping
from tests.browser.screens import DESKTOPS, PHONE_SIDEWAYS, UPRIGHT, settle
from tests.browser.tables import Table
from tests.browser.test_hot_tin_roof import by_planning
from tests.browser.test_patrician import by as by_offers
from tests.browser.test_rollecate import hand as by_cards

People = Callable[..., Person]

LAPTOP, SMALL = DESKTOPS[0], UPRIGHT[0]
GAMES: dict[str, tuple[tuple[dict[str, str], ...], dict[str, Any], Hand]] = {
    "cat-cab": ((ME, KITTEN), {"turn_limit": 2}, by_finger),
    "hot-tin-roof": ((ME, KITTEN, KITTEN), {"first_player": "orange", "turn_limit": 8}, by_planning(Locator.tap)),
    "patrician": ((ME, KITTEN, KITTEN, KITTEN, KITTEN), {}, by_offers(Locator.tap)),
    "rollecate": ((ME, KITTEN, KITTEN, KITTEN), {}, by_cards(Locator.tap)),
}
CALM = {"calm": True, "calm_rounds": 1, "calm_minutes": 0, "countdown_seconds": 0}

WATCH = """() => {
  window.boxes = new Set();
  window.covers = new Set();
  window.primaries = new Set();
  let isDue = false;
  const lookSoon = () => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  };
  const look = () => {
    isDue = false;
    const board = document.querySelector("[aria-label=Board]");
    const isOver = document.querySelector("[aria-label=Result]") !== null;
    if (board && !isOver) {
      const { x, y, width, height } = board.getBoundingClientRect();
      window.boxes.add([x + scrollX, y + scrollY, width, height].map((each) => each.toFixed(1)).join(" "));
      for (const other of document.querySelectorAll("main > :not(.place)")) {
        const { left, right, top } = other.getBoundingClientRect();
        const isBeside = left >= x + width - 1 || right <= x + 1;
        if (!isBeside && top > y && top < y + height - 1)
          window.covers.add(`${Math.round(y + height - top)} px under ${other.className}: ${other.textContent}`);
      }
    }
    const primaries = [...document.querySelectorAll("main .btn.pri")].filter((each) => each.checkVisibility());
    if (primaries.length > 1) window.primaries.add(primaries.map((each) => each.textContent.trim()).join(" | "));
    if (document.getAnimations().some(({ playState }) => playState === "running")) lookSoon();
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(lookSoon).observe(document, everything);
  const sizes = new ResizeObserver(lookSoon);
  for (const part of document.querySelectorAll("main, main > *, [aria-label=Board]")) sizes.observe(part);
  for (const kind of ["load", "resize", "scroll", "focusin", "focusout", "pointerover", "pointerdown", "pointerup"])
    addEventListener(kind, lookSoon, { capture: true, passive: true });
  document.fonts.addEventListener("loadingdone", lookSoon);
  look();
}"""
"""Notes the board's box until the game is over, what lies over it, and buttons that compete; the result may take its
place. Looks in every frame in which anything may have moved: what is on the page changed, is pointed at, or moves."""


def join(person: People, rosie: Person, opened: Opened, screen: Screen) -> Table:
    """The same person opens the same table on another device."""
    other = person("Rosie", screen=screen)
    other.ask("/api/enter", {"token": rosie.ask("/api/me/link", {})["path"].partition("#")[2]})
    return other.go_to(opened.path)


def watch(*tables: Table) -> None:
    """From now on the boxes of the boards are noted."""
    for table in tables:
        expect(table.board.locator("svg").first).to_be_visible()
        settle(table.page)
        table.page.evaluate(WATCH)


def boxes_of(page: Page) -> list[str]:
    """Every box the board has had."""
    boxes: list[str] = page.evaluate("() => [...window.boxes]")
    return boxes


def assert_still(*tables: Table) -> None:
    for table in tables:
        size = table.page.viewport_size
        assert len(boxes_of(table.page)) == 1, f"the board has moved at {size}: {boxes_of(table.page)}"
        covers = table.page.evaluate("() => [...window.covers]")
        assert covers == [], f"something lay over the board at {size}: {covers}"
        primaries = table.page.evaluate("() => [...window.primaries]")
        assert primaries == [], f"several buttons were the primary one at {size}: {primaries}"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch_moves_no_board(game: str, person: People, chance: random.Random):
    seats, options, hand = GAMES[game]
    rosie = person("Rosie", screen=PHONE_SIDEWAYS)
    opened = rosie.open_table(*seats, game=game, options=options)
    table = rosie.go_to(opened.path)
    tables = (table, *(join(person, rosie, opened, screen) for screen in (PHONE, SMALL, LAPTOP)))
    watch(*tables)
    assert play_to_the_end([(table, hand)], chance) > 5, "there is little left of the game"
    for each in tables:
        expect(each.result).to_be_visible()
    assert_still(*tables)


def test_a_whole_calm_game_of_kitty_paw_by_touch_moves_no_board(person: People):
    rosie = person("Rosie", screen=PHONE_SIDEWAYS)
    opened = rosie.open_table(ME, KITTEN, game="kitty-paw", options=CALM)
    racer = Racer(rosie, opened, 0)
    tables = (racer.table, *(join(person, rosie, opened, screen) for screen in (PHONE, SMALL, LAPTOP)))
    watch(*tables)
    racer.ready_button.tap()
    racer.board.get_by_role("button", name=re.compile("^Take card")).first.tap()
    racer.wait(lambda view: view["card"][0] >= 0, "a card")
    racer.build(by_tapping)
    racer.meow_button.tap()
    expect(racer.board).to_contain_text("Your picture is right")
    racer.ready_button.tap()
    for each in tables:
        expect(each.result).to_be_visible()
    assert_still(*tables)


def test_a_board_that_moves_is_noticed(person: People):
    rosie = person("Rosie", screen=LAPTOP)
    table = rosie.go_to(rosie.open_table(ME, KITTEN).path)
    watch(table)
    table.board.evaluate("(board) => { board.style.marginTop = '1px'; }")
    table.page.wait_for_function("() => window.boxes.size > 1")
    with pytest.raises(AssertionError, match="has moved"):
        assert_still(table)
