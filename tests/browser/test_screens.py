"""Every table on every screen: lettering that can be read, targets that can be hit, nothing cut off or out of sight.

One session for each position: the screen is changed in place. The same positions are pictured by `pictures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsers import Screen
from tests.browser.measuring import NEARLY, faint_lettering, faults_of, measure
from tests.browser.people import UNWATCHED, Person
from tests.browser.positions import PLANTED, POSITIONS, Position, play_on, reach, show_landing
from tests.browser.screens import DESKTOPS, MOUSE, SCREENS, SIDEWAYS, TABLETS, UPRIGHT, Glass, target_on
from tests.server.servers import Server, running

LAPTOP = DESKTOPS[0]


@pytest.fixture(scope="module")
def picturesque(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the luck and the bots of the pictures."""
    with running(tmp_path_factory.mktemp("screens"), *PLANTED, **UNWATCHED) as server:
        yield server


MOST = {position.game: position for position in POSITIONS}
"""The position of each game with the most players."""


def faults_on_all_screens(rosie: Person, game: str | None = None, names: Sequence[str] = ()) -> list[str]:
    """What is wrong with the page she has open, on any screen; on phones its chips have to tell these names."""
    glass, faults = Glass(rosie.page), []
    for screen in SCREENS:
        glass.become(screen)
        measures = measure(rosie.page, screen, table=game is not None)
        faults += faults_of(measures, screen, game)
        if screen in UPRIGHT:
            told = {text["words"] for text in measures["texts"] if text["name"].startswith("span.name ")}
            faults += [f"{screen.name}: no chip says {name}" for name in names if name not in told]
    return faults


EDGED = """(wanted) => {
  const isLine = (style, width) => style !== "none" && parseFloat(width) > 0;
  const isEdged = (element) => {
    const { outlineStyle, outlineWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
    return isLine(outlineStyle, outlineWidth) || isLine(borderBottomStyle, borderBottomWidth);
  };
  const all = [...document.querySelectorAll(wanted)];
  const seen = all.filter((each) => each instanceof HTMLElement && each.checkVisibility());
  return [seen.length, seen.filter((each) => !isEdged(each)).map((each) => each.outerHTML.slice(0, 120))];
}"""
"""How much of what is wanted can be seen, and what of it has no line around it."""
MARKED = ", ".join(f"[aria-{mark}=true]" for mark in ("current", "pressed", "selected", "checked"))
"""Whose turn it is, and what is chosen."""
ACTIONS = ".btn, [role=group]:is([aria-label='What you can do'], [aria-label='What is in your hand']) button"
BADGE = ".badge i"
GROUND = "(element) => getComputedStyle(element).backgroundColor"
HAIR, INK = (f"() => getComputedStyle(document.body).getPropertyValue('--{name}')" for name in ("hair", "ink"))


def faults_in_few_colours(page: Page, *wanted: str) -> list[str]:
    """What cannot be told from its surroundings where the device chooses the colours, or more contrast is asked for."""
    page.emulate_media(forced_colors="active")
    found = {each: page.evaluate(EDGED, each) for each in (*wanted, ACTIONS, MARKED)}
    faults = [f"in forced colours without an edge: {what}" for _, bare in found.values() for what in bare]
    faults += [f"nothing is {each}" for each in wanted if found[each][0] == 0]
    primary, usual = (page.locator(each).all() for each in (".btn.pri", ".btn:not(.pri, :disabled)"))
    alike = {each.evaluate(GROUND) for each in primary} & {each.evaluate(GROUND) for each in usual}
    faults += [f"in forced colours primary and usual buttons are both {ground}" for ground in alike]
    page.emulate_media(forced_colors="none", contrast="more")
    if page.evaluate(HAIR) != page.evaluate(INK):
        faults.append("lines stay faint where more contrast is asked for")
    page.emulate_media(contrast="no-preference")
    return faults


SMALLEST = """() => Math.min(...[...document.querySelectorAll("[role=log] :is(a, button)")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return Math.min(width, height);
}))"""
"""Of all that can be pressed in the log, the shortest side."""
NARROWEST = """() => {
  const log = document.querySelector("[role=log]");
  return Math.min(...[...log.querySelectorAll("p")].map((each) => each.clientWidth / log.clientWidth));
}"""
"""Of all lines of the log, how much of its breadth the narrowest has."""
LINE = 0.7
"""So much of it every line has at least."""


def faults_of_the_log(page: Page, screen: Screen) -> list[str]:
    """What is too small for a finger when the log is opened in front of the table."""
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("log").get_by_role("link").first).to_be_visible()
    smallest, narrowest = page.evaluate(SMALLEST), page.evaluate(NARROWEST)
    page.keyboard.press("Escape")
    faults = [f"{smallest} px are all there is to press in the log"] if smallest < target_on(screen) - NEARLY else []
    return [*faults, f"a line of the log has {narrowest:.0%} of its breadth"] if narrowest < LINE else faults


def faults_of_surroundings(rosie: Person, position: Position) -> list[str]:
    """What is wrong in few colours, on a phone and on a laptop, and with the log under a finger."""
    is_race = position.game == "kitty-paw"
    glass, page, phone = Glass(rosie.page), rosie.page, UPRIGHT[2]
    glass.become(phone)
    faults = faults_in_few_colours(page, *([] if is_race else [".chips .on"]))
    faults += [] if is_race else faults_of_the_log(page, phone)
    glass.become(LAPTOP)
    faults += faults_in_few_colours(page, BADGE, *([] if is_race else [".rail [aria-current]"]))
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        faults += [f"{theme}: {fault}" for fault in faint_lettering(page)]
    return faults


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_table_reads_at_a_glance(position: Position, picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    opened = reach(rosie, position)
    is_race = position.game == "kitty-paw"
    names = () if is_race else [rival["name"] for rival in position.rivals]
    faults = faults_on_all_screens(rosie, position.game, names)
    if position is MOST[position.game]:
        faults += faults_of_surroundings(rosie, position)
        play_on(rosie, position, opened)
        at_the_end = faults_on_all_screens(rosie) + faults_in_few_colours(rosie.page, ".btn.pri")
        faults += [f"at the end, {fault}" for fault in at_the_end]
    assert faults == [], f"{position.name}:\n" + "\n".join(faults)
    assert rosie.complaints == []
    rosie.leave()


def test_the_landing_page_reads_at_a_glance(picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    show_landing(rosie)
    faults = faults_on_all_screens(rosie) + faults_in_few_colours(rosie.page)
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


NAMELESS = """<main><h1>Your turn</h1><input style="width: 200px; height: 60px" />
  <div role="region" aria-label="Board"><button style="width: 20px; height: 20px; padding: 0">A</button></div></main>"""


def test_a_large_place_without_a_name_excuses_no_small_one(browser: Browser):
    page = browser.new_page(viewport={"width": LAPTOP.width, "height": LAPTOP.height})
    page.set_content(NAMELESS)
    (fault,) = faults_of(measure(page, LAPTOP), LAPTOP)
    assert "target of" in fault
    page.close()


LETTERS = """<svg viewBox="0 0 200 100" width="200"><rect width="200" height="100" fill="#fff" />
  <rect width="100" height="100" fill="#999" pointer-events="none" /><text x="10" y="50" fill="%s">Taxi</text></svg>"""


def test_lettering_that_is_like_its_ground_is_noticed(browser: Browser):
    page = browser.new_page()
    page.set_content(LETTERS % "#000")
    assert faint_lettering(page) == []
    page.set_content(LETTERS % "#fff")
    (fault,) = faint_lettering(page)
    assert "Taxi" in fault
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
