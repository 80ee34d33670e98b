"""Every table on every screen: lettering that can be read, targets that can be hit, nothing cut off or out of sight.

One session for each position: the screen is changed in place. The same positions are pictured by `pictures`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.browsers import Screen
from tests.browser.measuring import faults_of, measure
from tests.browser.people import UNWATCHED, Person
from tests.browser.positions import PLANTED, POSITIONS, Position, play_on, reach, show_landing
from tests.browser.screens import DESKTOPS, MOUSE, SCREENS, SIDEWAYS, TABLETS, UPRIGHT, Glass
from tests.server.servers import Server, running

LAPTOP = DESKTOPS[0]


@pytest.fixture(scope="module")
def picturesque(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the luck and the bots of the pictures."""
    with running(tmp_path_factory.mktemp("screens"), *PLANTED, **UNWATCHED) as server:
        yield server


MOST = {position.game: position for position in POSITIONS}
"""The position of each game with the most players."""


def faults_on_all_screens(rosie: Person, game: str | None = None) -> list[str]:
    """What is wrong with the page she has open, on any screen."""
    glass, faults = Glass(rosie.page), []
    for screen in SCREENS:
        glass.become(screen)
        faults += faults_of(measure(rosie.page, screen, table=game is not None), screen, game)
    return faults


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_table_reads_at_a_glance(position: Position, picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    opened = reach(rosie, position)
    faults = faults_on_all_screens(rosie, position.game)
    if position is MOST[position.game]:
        play_on(rosie, position, opened)
        faults += [f"at the end, {fault}" for fault in faults_on_all_screens(rosie)]
    assert faults == [], f"{position.name}:\n" + "\n".join(faults)
    assert rosie.complaints == []
    rosie.leave()


def test_the_landing_page_reads_at_a_glance(picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    show_landing(rosie)
    faults = faults_on_all_screens(rosie)
    rosie.leave()
    assert faults == [], "the landing page:\n" + "\n".join(faults)


PAGE = """<main><h1 style="font-size: 20px">Your turn</h1>
  <p style="font-size: %(text)s">Some words</p>
  <button style="width: %(width)s; height: 60px">One</button>
  <button style="position: relative; inset-inline-start: %(aside)s; width: 60px; height: 60px">Two</button>
  <p style="width: 90px; overflow: hidden; white-space: nowrap">%(long)s</p>
  <div style="position: relative"><div role="region" aria-label="Board" style="height: %(high)s">
    <svg viewBox="0 0 100 100" width="%(board)s" height="%(board)s"><text y="50" font-size="20">A</text></svg>
  </div></div><div style="position: fixed; bottom: 0; height: %(dock)s; width: 300px">End the turn</div></main>"""
FINE = {
    "text": "12px",
    "width": "60px",
    "aside": "20px",
    "long": "short",
    "board": "400px",
    "high": "420px",
    "dock": "20px",
}
RESULT = """<main><h1 style="font-size: 20px">Mina wins by 3</h1>
  <section aria-label="Result"><table><tbody><tr><th style="height: %(high)s">Mina</th></tr></tbody></table></section>
  <div aria-label="What next" style="position: fixed; bottom: 0">What next</div></main>"""


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({}, None),
        ({"text": "10px"}, "text of 10 px on the page"),
        ({"board": "50px"}, "text of 10 px on the board"),
        ({"dock": "200px"}, "of the board, under"),
        ({"high": "640px"}, "of the board, below the screen"),
        ({"width": "30px"}, "target of 30 x"),
        ({"aside": "-30px"}, "one over another"),
        ({"long": "far more than fits into it"}, "does not fit"),
        ({"aside": "2000px"}, "px wide"),
    ],
)
def test_what_is_wrong_is_noticed(spoilt: dict[str, str], said: str | None, browser: Browser):
    page = browser.new_page(viewport={"width": LAPTOP.width, "height": LAPTOP.height})
    page.set_content(PAGE % {**FINE, **spoilt})
    faults = faults_of(measure(page, LAPTOP), LAPTOP)
    page.close()
    assert any(said in fault for fault in faults) if said else faults == [], faults


def test_who_lies_under_buttons_is_noticed(browser: Browser):
    page = browser.new_page(viewport={"width": LAPTOP.width, "height": LAPTOP.height})
    page.set_content(RESULT % {"high": "60px"})
    assert faults_of(measure(page, LAPTOP), LAPTOP) == []
    page.set_content(RESULT % {"high": "680px"})
    (fault,) = faults_of(measure(page, LAPTOP), LAPTOP)
    assert "under what comes next" in fault
    page.close()


CELL = '<main><h1>Your turn</h1><button data-cell style="width: %dpx; height: 60px; padding: 0">A</button></main>'


@pytest.mark.parametrize(
    ("screen", "least"),
    [(UPRIGHT[0], 28), (SIDEWAYS[0], 36), (TABLETS[0], 40), (LAPTOP, MOUSE)],
    ids=lambda value: getattr(value, "name", value),
)
def test_cells_of_a_lattice_have_a_bar_of_their_own(screen: Screen, least: int, browser: Browser):
    page = browser.new_page(viewport={"width": screen.width, "height": screen.height})
    page.set_content(CELL % least)
    assert faults_of(measure(page, screen), screen) == []
    page.set_content(CELL % (least - 3))
    (fault,) = faults_of(measure(page, screen), screen)
    assert "target of" in fault
    page.close()
