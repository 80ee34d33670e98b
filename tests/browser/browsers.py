"""The browser in which pages are tested, pictured and measured: a Chromium that is already on the machine.

Knows screens and where things go wrong in a page; knows nothing of Tabbytop.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class NoBrowser(Exception):
    """There is no browser to test with."""


@dataclass(frozen=True)
class Screen:
    """What somebody looks at and points with."""

    name: str
    width: int
    height: int
    is_touched: bool = False
    sharpness: float = 1.0
    """Pixels of the screen per pixel of the page."""


DESKTOP = Screen("desktop", 1440, 900)
TABLET = Screen("tablet", 820, 1180, is_touched=True)
PHONE = Screen("phone", 390, 844, is_touched=True)


def find_browser(names: Sequence[str] = NAMES, called: str = "Chromium or Chrome", package: str = NAMES[0]) -> str:
    """Where the browser is."""
    for name in names:
        if found := shutil.which(name):
            return found
    raise NoBrowser(
        f"The tests in a browser need {called}, and none of {', '.join(names)} is on the PATH."
        f" Install one, on Debian with `apt-get install {package}`, and run the tests again."
    )


@contextlib.contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser without windows. One process serves many people, each with cookies and memory of their own."""
    program = find_browser()
    with sync_playwright() as playwright:
        # Playwright leaves the sandbox out by default, which root has to.
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()
