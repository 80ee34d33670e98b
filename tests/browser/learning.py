"""Somebody who takes a lesson: presses what is marked, by mouse, finger or keys, until the lesson has ended.

Knows no game: what is to be pressed is what the page marks, one press after the other.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import reach

Press = Callable[[Locator], None]

LOOK = """() => {
  const asked = document.querySelector("[data-asked='1']");
  const place = document.querySelector(".lesson")?.dataset.place ?? "";
  if (document.querySelector("h1")?.textContent.startsWith("That is ") && !place) return "end";
  if ([...document.querySelectorAll(".bubble button")].some((each) => each.textContent.includes("Go on")))
    return `${place} over`;
  return asked && place ? `${place} ${asked.dataset.press} ${asked.ariaLabel ?? asked.textContent}` : "";
}"""
"""Where the learner is and what is to be pressed; nothing while something moves."""
MOST_PRESSES = 200


FREE = """(part) => {
  part.scrollIntoView({ block: "center" });
  const { x, y, width, height } = part.getBoundingClientRect();
  for (const down of [0.5, 0.75, 0.25, 0.9, 0.1])
    for (const right of [0.5, 0.75, 0.25, 0.9, 0.1]) {
      const point = [x + right * width, y + down * height];
      if (part.contains(document.elementFromPoint(...point))) return point;
    }
  return null;
}"""
"""A point of something that nothing lies in front of, as near to its middle as may be; a cat may sit on a roof."""


def by_mouse(asked: Locator) -> None:
    """Click where nothing lies in front of it."""
    asked.page.mouse.click(*_free_point(asked))


def by_finger(asked: Locator) -> None:
    """Tap where nothing lies in front of it."""
    asked.page.touchscreen.tap(*_free_point(asked))


def press_in_page(asked: Locator) -> None:
    """However the screen is pressed: for tests and pictures that only want to get there."""
    if asked.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        by_finger(asked)
    else:
        by_mouse(asked)


def _free_point(asked: Locator) -> tuple[float, float]:
    x, y = asked.page.wait_for_function(FREE, arg=asked.element_handle()).json_value()
    return x, y


def by_keys(asked: Locator) -> None:
    """Go there with the tabulator and arrows, and press Enter."""
    reach(asked)
    asked.page.keyboard.press("Enter")


class Learner:
    """A lesson in a page."""

    def __init__(self, page: Page, game: str, lesson: str) -> None:
        self.page = page
        self.path = f"/learn/{game}/{lesson}"
        self.said = page.get_by_role("status").get_by_role("heading")
        self.asked = page.locator("[data-asked='1']")
        self.after = page.locator("[data-asked='2']")
        self.lesson = page.locator(".lesson")
        self.go_on = page.get_by_role("status").get_by_role("button", name="Go on", exact=True)  # boards have such too

    def begin(self) -> None:
        """Open the lesson's card, and start."""
        self.page.goto(self.path)
        self.page.get_by_role("button", name="Start").click()
        self.wait()

    def wait(self, before: str = "") -> str:
        """Wait until something is to be pressed that was not before; says what."""
        return self.page.wait_for_function(
            f"(before) => {{ const now = ({LOOK})(); return now !== '' && now !== before && now; }}", arg=before
        ).json_value()

    @property
    def place(self) -> str:
        """Chapter and step, from 0."""
        return self.lesson.get_attribute("data-place") or ""

    def press(self, press: Press) -> str:
        """Press what is marked, or go on after a chapter; says what is marked then."""
        now = self.wait()
        press(self.go_on if now.endswith(" over") else self.asked)
        return self.wait(now)

    def learn(self, press: Press, until: str = "end") -> None:
        """Press on until the end, or until a place."""
        for _ in range(MOST_PRESSES):
            if self.press(press).startswith(until):
                return
        raise AssertionError(f"{self.path} did not come to {until} in {MOST_PRESSES} presses; it is at {self.place}")

    def ends(self) -> None:
        """The lesson has been learned."""
        expect(self.page.get_by_role("button", name="Play your first game")).to_be_visible()
