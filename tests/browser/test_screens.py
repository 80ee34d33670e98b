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


def faults_on_all_screens(rosie: Person, game: str | None = None) -> list[str]:
    """What is wrong with the page she has open, on any screen; then she leaves."""
    glass, faults = Glass(rosie.page), []
    for screen in SCREENS:
        glass.become(screen)
        faults += faults_of(measure(rosie.page, screen, table=game is not None), screen, game)
    rosie.leave()
    return faults


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_table_reads_at_a_glance(position: Position, picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    reach(rosie, position)
    faults = faults_on_all_screens(rosie, position.game)
    assert faults == [], f"{position.name}:\n" + "\n".join(faults)
    assert rosie.complaints == []


def test_the_end_reads_at_a_glance(picturesque: Server, browser: Browser):
    """With the most players and the most sources of points that there are."""
    rosie = Person(browser, picturesque.address, "Rosie")
    (position,) = [each for each in POSITIONS if each.name == "patrician-5"]
    play_on(rosie, position, reach(rosie, position))
    faults = faults_on_all_screens(rosie)
    assert faults == [], "the end:\n" + "\n".join(faults)


def test_the_landing_page_reads_at_a_glance(picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    show_landing(rosie)
    faults = faults_on_all_screens(rosie)
    assert faults == [], "the landing page:\n" + "\n".join(faults)


PAGE = """<main><h1 style="font-size: 20px">Your turn</h1>
  <p style="font-size: %(text)s">Some words</p>
  <button style="width: %(width)s; height: 60px">One</button>
  <button style="position: relative; inset-inline-start: %(aside)s; width: 60px; height: 60px">Two</button>
  <p style="width: 90px; overflow: hidden; white-space: nowrap">%(long)s</p>
  <div role="region" aria-label="Board">
    <svg viewBox="0 0 100 100" width="%(board)s" height="%(board)s"><text y="50" font-size="20">A</text></svg>
  </div></main>"""
FINE = {"text": "12px", "width": "60px", "aside": "20px", "long": "short", "board": "700px"}


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({}, None),
        ({"text": "10px"}, "text of 10 px on the page"),
        ({"board": "50px"}, "text of 10 px on the board"),
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
