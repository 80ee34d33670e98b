"""Boards can be looked into: two fingers, two taps and the wheel enlarge the board, and the page stays as it is."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import PHONE, Screen
from tests.browser.people import KITTEN, ME, Person
from tests.browser.screens import DESKTOPS
from tests.browser.tables import Table

People = Callable[..., Person]

GAMES = ("cat-cab", "hot-tin-roof", "patrician", "rollecate")
"""In Kitty Paw two fingers turn a tile."""
SCALE = """() => new DOMMatrix(getComputedStyle(document.querySelector("[aria-label=Board] .drawn")).transform).a"""
PAGE = """() => [visualViewport.scale, scrollX, scrollY,
  JSON.stringify(document.querySelector("[aria-label=Board]").getBoundingClientRect())]"""


def open_board(person: People, screen: Screen, game: str) -> tuple[Page, Table]:
    rosie = person("Rosie", screen=screen)
    seats = (ME, KITTEN, KITTEN) if game == "hot-tin-roof" else (ME, KITTEN)
    table = rosie.go_to(rosie.open_table(*seats, game=game, options={}).path)
    assert not table.wait_for_turn_or_end()
    return rosie.page, table


def touch(page: Page, *moments: list[tuple[float, float]]) -> None:
    """Fingers at these points, one moment after the other, then none; by their own time, however busy it is."""
    hand = page.context.new_cdp_session(page)
    at, down = time.time(), 0
    for points in [*moments, []]:
        kind = "touchStart" if len(points) > down else "touchEnd" if not points else "touchMove"
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        at += 0.02
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given, "timestamp": at})
        down = len(points)
    hand.detach()


def scale(page: Page) -> float:
    return float(page.evaluate(SCALE))


def centre(table: Table) -> tuple[float, float]:
    box = table.board.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", GAMES)
def test_two_fingers_enlarge_the_board_and_not_the_page(game: str, person: People):
    page, table = open_board(person, PHONE, game)
    before = page.evaluate(PAGE)
    assert scale(page) == 1
    x, y = centre(table)
    touch(page, *([(x - reach, y), (x + reach, y)] for reach in (30, 45, 60, 75)))
    assert scale(page) == pytest.approx(2.5, abs=0.05)
    assert page.evaluate(PAGE) == before
    assert not table.wait_for_turn_or_end(), "looking has played something"
    table.button("Show the whole board").tap()
    expect(table.button("Show the whole board")).to_have_count(0)
    assert scale(page) == 1


def test_the_wheel_enlarges_the_board_around_the_pointer(person: People):
    page, table = open_board(person, DESKTOPS[0], "hot-tin-roof")
    before = page.evaluate(PAGE)
    page.mouse.move(*centre(table))
    page.mouse.wheel(0, -320)
    page.wait_for_function(f"() => ({SCALE})() > 2.5")
    assert page.evaluate(PAGE) == before
    page.mouse.wheel(0, 3200)
    page.wait_for_function(f"() => ({SCALE})() === 1")


def test_a_double_tap_enlarges_a_place_and_another_one_shows_all(person: People):
    page, table = open_board(person, PHONE, "hot-tin-roof")
    box = table.board.bounding_box()
    assert box is not None
    corner = (box["x"] + 6, box["y"] + 6)  # nothing to be played lies there
    for wanted in (2.2, 1.0):
        touch(page, [corner], [], [corner])
        page.wait_for_function(f"(wanted) => Math.abs(({SCALE})() - wanted) < 0.01", arg=wanted)
