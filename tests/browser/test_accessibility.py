"""Nothing on any page is in the way of those who listen, enlarge or see few colours, as far as a program can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.pages import PAGES
from tests.browser.people import Person

GRAVE = ("serious", "critical")
ALIKE = "#all-rules li:nth-child(n + 8)"
"""Rules of which there are many: the first few stand for all."""


@pytest.mark.parametrize("open_page", PAGES, ids=lambda page: page.__name__)
def test_no_page_has_a_grave_barrier(open_page: Callable[[Person], None], person: Callable[..., Person]):
    rosie = person("Rosie")
    open_page(rosie)
    barriers = []
    for screen in (DESKTOP, PHONE):
        rosie.page.set_viewport_size({"width": screen.width, "height": screen.height})
        for theme in ("light", "dark"):
            rosie.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            expect(rosie.page.locator("html")).to_have_attribute("data-theme", theme)
            barriers += [f"{screen.name}, {theme}: {barrier}" for barrier in grave_barriers(rosie.page)]
    assert barriers == []


def grave_barriers(page: Page) -> list[str]:
    """What axe finds, with the places where it found it."""
    found = (
        Axe().run(page, context={"exclude": [[ALIKE]]}, options={"resultTypes": ["violations"]}).response["violations"]
    )
    return [
        f"{each['id']} at {', '.join(str(node['target'][0]) for node in each['nodes'][:5])}: {each['help']}"
        for each in found
        if each["impact"] in GRAVE
    ]
