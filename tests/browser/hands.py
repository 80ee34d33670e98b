"""Ways to make a decision at a table: with a mouse, a finger, keys alone, or from the table in words.

Each chooses by chance among what the page offers and does what a person would do to get it. Knows no rules; of Cat Cab
it knows that dice are picked before they are re-rolled.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator

from tests.browser.tables import BETWEEN_LOOKS, Table
from tests.patience import PATIENCE

PICK_DICE, REROLL = "Tap dice to re-roll", "Re-roll"
LONGEST_GAME = 2 * PATIENCE
"""Seconds after which a game that does not end is given up."""

Hand = Callable[[Table, random.Random], None]


def by_mouse(table: Table, chance: random.Random) -> None:
    """Click a place on the board or a verb below it."""
    _decide(table, chance, Locator.click)


def by_finger(table: Table, chance: random.Random) -> None:
    """Tap a place on the board or a verb below it."""
    _decide(table, chance, Locator.tap)


def by_keys(table: Table, chance: random.Random) -> None:
    """Go there with Tab and the arrows, and press Enter."""
    _decide(table, chance, _press)


def by_reading(table: Table, chance: random.Random) -> None:
    """Press one of the buttons under the table in words."""
    chance.choice(table.choices_in_words.all()).click()


def _decide(table: Table, chance: random.Random, press: Callable[[Locator], None]) -> None:
    offered = [*table.verbs.all(), *table.places.all()]
    wanted = chance.choice(offered)
    if (wanted.text_content() or "").strip() == PICK_DICE:
        dice = table.dice.all()
        for die in chance.sample(dice, chance.randint(1, len(dice))):
            press(die)
        wanted = table.verbs.filter(has_text=REROLL)
    press(wanted)


def _press(wanted: Locator) -> None:
    reach(wanted)
    wanted.page.keyboard.press("Enter")


STEP_TO = """(wanted, number) => {
  const here = document.activeElement;
  if (here === wanted) return "";
  const map = wanted.closest("svg");
  if (map && map !== here && map.contains(here)) {
    const [from, to] = [here, wanted].map((each) => each.getBoundingClientRect());
    const [right, down] = [to.x - from.x, to.y - from.y];
    // An arrow goes to the nearest place that lies that way, which may be past the one that is wanted: try both ways.
    const sideways = Math.abs(down) < 1 || (Math.abs(right) >= 1 && number % 2 === 0);
    return sideways ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp";
  }
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
"""The key that leads from where the focus is towards what is wanted; none when it is there."""


def reach(wanted: Locator, most: int = 120) -> None:
    """Bring the focus to something by keys alone."""
    there = wanted.element_handle()  # to look for it by role and name after every key costs more than the key
    for number in range(most):
        key = there.evaluate(STEP_TO, number)
        if not key:
            return
        wanted.page.keyboard.press(key)
    raise AssertionError(f"{most} keys did not lead to {wanted}")


def play_to_the_end(players: Sequence[tuple[Table, Hand]], chance: random.Random, longest: float = LONGEST_GAME) -> int:
    """Whoever is on turn decides, until everybody sees the end; how many decisions that took."""
    decisions = play_some(players, chance, math.inf, longest)
    assert all(table.moment == "over" for table, _ in players)
    return decisions


def play_some(
    players: Sequence[tuple[Table, Hand]], chance: random.Random, most: float, longest: float = LONGEST_GAME
) -> int:
    """Whoever is on turn decides, so many times or until everybody sees the end; how many decisions that were."""
    decisions, until = 0, time.monotonic() + longest
    while decisions < most:
        moments = [table.moment for table, _ in players]
        if all(moment == "over" for moment in moments):
            break
        if "mine" in moments:
            table, hand = players[moments.index("mine")]
            hand(table, chance)
            decisions += 1
        else:
            players[0][0].page.wait_for_timeout(BETWEEN_LOOKS)
        assert time.monotonic() < until, f"no end within {longest} seconds and {decisions} decisions"
    return decisions
