"""A table as somebody has it on the screen: what is offered there, and waiting for one's turn or the end.

Everything is found by role and name, as those find it who cannot see the screen. Knows no rules.
"""

from __future__ import annotations

import json

import playwright.sync_api as playwright
from playwright.sync_api import Locator, Page, expect

END = "Check the luck"
BETWEEN_LOOKS = 50
"""Milliseconds between two looks at pages on which nothing is to be decided: looking costs the pages time too."""
LOOK = 2000
"""Milliseconds after which a look ahead has nothing to say."""
BESIDE = 40
"""So many pixels from a press something still stands beside it."""
MOMENT = """(end) => {
  const buttons = [...document.querySelectorAll("main button")];
  if (buttons.some((button) => button.textContent.includes(end))) return "over";
  const drawn = document.querySelector("[aria-label=Board] > *");
  const sending = document.querySelector("main [role=group] :is([aria-disabled=true], button:disabled)");
  const offered = document.querySelector("main [role=group] button, [aria-label=Board] :is(button, [role=button])");
  return document.title.startsWith("Your turn") && drawn && !sending && offered ? "mine" : "";
}"""
"""Whether the game is over, or something is offered and nothing on its way: neither the board, nor a move, nor the next
step of a plan that is being walked."""


PRIMARY = "() => [...document.querySelectorAll('main .btn.pri')].filter((each) => each.checkVisibility()).length"


class Ears:
    """What a page is told of its table: it hears of what was done beside it a moment after whoever did it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._seq = 0
        page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, told: str | bytes) -> None:
        now = json.loads(told).get("now")
        if now is not None:
            self._seq = max(self._seq, now["seq"])

    def wait_for(self, seq: int) -> None:
        """Wait until the page has heard of an event."""
        while self._seq < seq:
            self._page.wait_for_timeout(BETWEEN_LOOKS)


class Table:
    """A table in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        self.status = self.main.get_by_role("heading", level=1)
        self.board = page.get_by_role("region", name="Board", exact=True)
        self.places = self.board.locator("svg").get_by_role("button")
        self.dice = page.get_by_role("region", name="Beside the board").get_by_role("button")
        verbs = page.get_by_role("group", name="What you can do").get_by_role("button")
        self.verbs = verbs.and_(page.locator(":not([data-closed])"))  # a way that is closed only says why
        self.choices_in_words = page.get_by_role("region", name="The table as text").get_by_role("button")
        self.log = page.get_by_role("log", name="Log")
        self.result = page.get_by_role("region", name="Result").first
        self.notice = self.main.get_by_role("status")

    def button(self, name: str) -> Locator:
        """A button of the page, by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def refusal(self, clause: str) -> Locator:
        """The words that say why not, with the clause to look up."""
        has_clause = self.page.get_by_role("button", name=clause, exact=True)
        return self.page.get_by_role("status").get_by_role("paragraph").filter(has=has_clause)

    def wait_for_turn_or_end(self, polling: float = BETWEEN_LOOKS) -> bool:
        """Wait until there is something to decide here, or the game is over; says whether it is.

        Looks at the page every so many milliseconds: to look in every frame makes the browser draw frames.
        """
        return self.page.wait_for_function(MOMENT, arg=END, polling=polling).json_value() == "over"

    @property
    def primaries(self) -> int:
        """How many buttons want to be pressed first."""
        return int(self.page.evaluate(PRIMARY))

    @property
    def moment(self) -> str:
        """`mine` if there is something to decide here now, `over` after the end, else nothing."""
        return self.page.evaluate(MOMENT, END)


def middle(wanted: Locator) -> tuple[float, float]:
    """Where the middle of something is on the page."""
    box = wanted.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def foot(wanted: Locator) -> tuple[float, float]:
    """Where the middle of the lower edge of something is, below which words stand that a key has caused."""
    box = wanted.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"]


def assert_stands_by(words: Locator, point: tuple[float, float]) -> None:
    """Words stand where they were caused: just below or above the press, and on the screen."""
    expect(words).to_be_visible()
    box = words.bounding_box()
    assert box is not None
    x, y = point
    aside = max(box["x"] - x, x - box["x"] - box["width"])
    away = max(box["y"] - y, y - box["y"] - box["height"])
    assert max(aside, away) < BESIDE, f"{box} is told of a press at {point}"


def appears(told: Locator) -> bool:
    """Whether a look is answered with something to say; if not, the next choice is looked at."""
    try:
        told.wait_for(state="visible", timeout=LOOK)
    except playwright.TimeoutError:
        return False
    return True
