"""The screens on which every table is pictured and measured, from small phones to large desktops.

Sizes are in pixels of the page. Knows nothing of Tabbytop but where it promises what: which screens show everything
without scrolling, and how large a target has to be there.
"""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

from tests.browser.browsers import Screen

FINGER, MOUSE = 44, 32
"""So many pixels a target needs at least, across and down."""


def _named(width: int, height: int, *, is_touched: bool = False, sharpness: float = 1.0) -> Screen:
    return Screen(f"{width}x{height}", width, height, is_touched, sharpness)


DESKTOPS = tuple(_named(*size) for size in ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)))
ZOOMED = (Screen("1280x720-at-200%", 640, 360, sharpness=2.0),)
"""What a laptop shows when its page is enlarged twice."""
UPRIGHT = tuple(
    _named(*size, is_touched=True, sharpness=2.0) for size in ((360, 640), (390, 664), (390, 844), (500, 814))
)
SIDEWAYS = tuple(_named(*size, is_touched=True, sharpness=2.0) for size in ((740, 360), (844, 390), (932, 430)))
TABLETS = tuple(_named(*size, is_touched=True) for size in ((768, 1024), (1024, 768), (820, 1180), (1180, 820)))
SCREENS = (*DESKTOPS, *ZOOMED, *UPRIGHT, *SIDEWAYS, *TABLETS)

PHONE_SIDEWAYS = SIDEWAYS[1]


def target_on(screen: Screen) -> int:
    """How large a target has to be; what is enlarged counts as large as it is seen."""
    if screen in ZOOMED:
        return round(MOUSE / screen.sharpness)
    return FINGER if screen.is_touched else MOUSE


def cell_on(screen: Screen) -> int:
    """How large a cell of a lattice has to be for what lies on it, which is pressed anywhere on its cell.

    As many cells as the rules want lie side by side, so that on phones they cannot all be as large as other targets.
    Nor need they: cells touch, whoever misses the middle of one still presses the nearest, and what is carried snaps
    to the nearest place.
    """
    if screen in UPRIGHT:
        return 28
    if screen in SIDEWAYS:
        return 36
    return min(40, target_on(screen))


def shows_all(screen: Screen) -> bool:
    """Whether the whole table is in sight, so that nobody ever scrolls to act."""
    return screen in (*DESKTOPS, *ZOOMED, *SIDEWAYS) or (screen in TABLETS and screen.width > screen.height)


class Glass:
    """A page whose screen is changed in place, which is far quicker than to open it anew."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._line: CDPSession = page.context.new_cdp_session(page)

    def become(self, screen: Screen) -> None:
        """From now on the page is looked at on this screen, and pointed at as one does there."""
        touch = {"enabled": screen.is_touched, **({"maxTouchPoints": 5} if screen.is_touched else {})}
        self._line.send("Emulation.setTouchEmulationEnabled", touch)
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        settle(self.page)


SETTLED = """async () => {
  const boxes = () => [...document.querySelectorAll("main *")].slice(0, 400).map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
  }).join(" ");
  const still = (count) => new Promise((tell) => {
    const look = (before, left) => requestAnimationFrame(() => {
      const now = boxes();
      now === before && left === 0 ? tell() : look(now, now === before ? left - 1 : count);
    });
    look("", count);
  });
  await document.fonts.ready;
  await still(4);
}"""
"""Resolves when nothing has moved for some frames."""


def settle(page: Page) -> None:
    """Wait until everything has found its place."""
    page.evaluate(SETTLED)
