"""Nothing on any page is in the way of those who listen, enlarge or see few colours, as far as a program can tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.pages import PAGES
from tests.browser.people import Person

GRAVE = ("serious", "critical")
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
ALIKE = "#all-rules li:nth-child(n + 8)"
"""Rules of which there are many: the first few stand for all."""


@pytest.mark.parametrize("open_page", PAGES, ids=lambda page: page.__name__)
def test_no_page_has_a_grave_barrier(open_page: Callable[[Person], None], person: Callable[..., Person]):
    rosie = person("Rosie")
    open_page(rosie)
    assert barriers_by_day_and_night(rosie.page) == []


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
