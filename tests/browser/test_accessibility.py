"""Nothing on any page is in the way of those who listen, enlarge or see few colours, as far as a program can tell.

Nor is any page wider than its screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tabbytop.kit.marks import fault
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.pages import PAGES
from tests.browser.people import Person

GRAVE = ("serious", "critical")
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
WIDTHS = (320, 390, 820, 1440)
ENDLESS = """() => document.getAnimations().map(({ effect }) => effect)
  .filter((effect) => effect.getComputedTiming().iterations === Infinity)
  .map(({ target }) => target.outerHTML.slice(0, 120))"""
"""What would move for ever."""
ALIKE = "#all-rules li:nth-child(n + 8)"
"""Rules of which there are many: the first few stand for all."""


@fault("F46")
@pytest.mark.parametrize("open_page", PAGES, ids=lambda page: page.__name__)
def test_no_page_has_a_grave_barrier_or_is_wider_than_its_screen(
    open_page: Callable[[Person], None], person: Callable[..., Person]
):
    rosie = person("Rosie")
    open_page(rosie)
    assert rosie.page.evaluate(ENDLESS) == [], "whoever has chosen that nothing moves sees something move"
    assert too_wide(rosie.page) == []
    assert barriers_by_day_and_night(rosie.page) == []


def too_wide(page: Page) -> list[str]:
    """On which screens the page wants to be wider than they are."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        wanted = page.evaluate("() => document.scrollingElement.scrollWidth")
        found += [f"wants {wanted} pixels of {width}"] if wanted > width else []
    return found


def barriers_by_day_and_night(page: Page) -> list[str]:
    """What is in the way on a desktop and on a phone; by night nothing but colours is another."""
    found = []
    for screen in (DESKTOP, PHONE):
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        for theme, about in (("light", {}), ("dark", COLOURS)):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            found += [f"{screen.name}, {theme}: {barrier}" for barrier in grave_barriers(page, **about)]
    return found


def grave_barriers(page: Page, **about: Any) -> list[str]:
    """What axe finds, or those of its rules that are asked for, with the places where it found it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    wanted = [{"exclude": [[ALIKE]]}, {"resultTypes": ["violations"], **about}]
    found = page.evaluate("async ([context, options]) => (await axe.run(context, options)).violations", wanted)
    return [
        f"{each['id']} at {', '.join(str(node['target'][0]) for node in each['nodes'][:5])}: {each['help']}"
        for each in found
        if each["impact"] in GRAVE
    ]
