"""The status line in games, on small and large screens: what does not fit is said in fewer words, never cut."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import patience
from tests.browser.people import KITTEN, ME, Person

SIZES = ((360, 640), (390, 844), (844, 390), (1280, 720))
DECISIONS = 8
"""So many decisions of a game are made beside the pages, or more until the line has said enough."""
LEAST = 4
"""A line that says no more than this has hardly changed."""
GAMES = {
    "cat-cab": ((ME, KITTEN, KITTEN), {}),
    "hot-tin-roof": ((ME, KITTEN, KITTEN, KITTEN), {"deluxe_catwalks": True}),
    "patrician": ((ME, KITTEN, KITTEN), {"messengers": True}),
    "rollecate": ((ME, KITTEN), {}),
    "kitty-paw": ((ME, KITTEN), {"calm": True, "countdown_seconds": 0}),
}
CUT = """async ([width, height]) => {
  const found = () => [...document.querySelectorAll("main .status .words")].find((each) => !each.closest(".vh"));
  const told = () => found()?.textContent.trim() ?? "";
  // what was said a moment ago is fitted in the next frames, and bots may say something in any
  const isThere = () => innerWidth === width && innerHeight === height && document.fonts.status === "loaded";
  for (let still = 0, before = told(); still < 6; before = told()) {
    await new Promise(requestAnimationFrame);
    still = isThere() && told() === before ? still + 1 : 0;
  }
  const line = found();
  const parts = line ? [line, ...line.children] : [];
  const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    clientHeight > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
  return { said: told(), cut: parts.filter(isCut).map(({ textContent }) => textContent.trim()) };
}"""
"""What the line says once it has settled on a screen of this size, and which of it is cut. Where the board tells it,
listeners have it."""
WIDER = """() => {
  const wider = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map(({ cssText }) =>
      cssText
        .replace(/url\\("([^"]+)"\\)/, (_, from) => `url("${new URL(from, sheet.href)}")`)
        .replace(/}$/, "size-adjust: 160%; ascent-override: 55%; descent-override: 15%; line-gap-override: 0%; }"),
    ),
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(wider.join("\\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Wider letters come in place of those that are there."""
CUT_SHORT = """() => {
  const line = document.querySelector("main .status .words h1");
  line.closest(".vh")?.classList.remove("vh");
  line.style.maxHeight = "20px";
  line.style.overflow = "hidden";
  line.append(" and so on".repeat(40));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_cut(game: str, person: Callable[..., Person], chance: random.Random):
    rosie = person("Wilhelmina Whiskers")
    seats, options = GAMES[game]
    opened = rosie.open_table(*seats, game=game, options=options)
    page = rosie.page
    page.goto(opened.path)
    expect(page.locator("main .status .words h1")).not_to_be_empty()
    said: set[str] = set()
    until = time.monotonic() + patience.PATIENCE
    for number in itertools.count():
        # on a busy machine bots may still think at many a look
        if number >= DECISIONS and len(said) > LEAST:
            break
        assert time.monotonic() < until, f"the line has hardly changed: {said}"
        # there and back: the next sentence is first looked at on the screen of the last one
        for width, height in SIZES[:: -1 if number % 2 else 1]:
            now = look(page, width, height)
            assert now["cut"] == [], f"cut at {width} x {height}: {now}"
            said.add(now["said"])
        choices = (told := rosie.ask(f"/api/tables/{opened.id}")["now"])["choices"]
        if choices:
            rosie.command(opened, type="play", seq=told["seq"], move=chance.choice(choices)["move"])
    page.evaluate(CUT_SHORT)
    assert look(page, width, height)["cut"] != [], "a sentence that is cut is not noticed"


def test_no_sentence_is_cut_when_its_letters_come_later(person: Callable[..., Person]):
    """As over a slow line: words are shown in other letters first, which may be narrower."""
    rosie = person("Wilhelmina Whiskers")
    page = rosie.page
    page.goto(rosie.open_table(ME, ME, ME, ME, game="hot-tin-roof").path)
    expect(page.locator("main .status .words h1")).not_to_be_empty()
    assert look(page, 390, 844)["cut"] == []
    page.evaluate(WIDER)
    assert look(page, 390, 844)["cut"] == []


def look(page: Page, width: int, height: int) -> dict[str, Any]:
    """The line on a screen of this size, once it has settled."""
    page.set_viewport_size({"width": width, "height": height})
    found: dict[str, Any] = page.evaluate(CUT, [width, height])
    return found
