"""What a page shows, in numbers, and which of them fall below what Tabbytop promises on a screen.

The numbers come from `measuring.js`, which runs in the page; the bars are here. Knows no rules and plays no games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.browsers import Screen
from tests.browser.screens import ZOOMED, cell_on, shows_all, target_on

SCRIPT = Path(__file__).with_name("measuring.js").read_text(encoding="utf-8")
CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LEAST_TEXT = 11.0
NEARLY = 0.05
"""Sizes are computed by multiplying scales, which rounds."""
POINT = 1
"""Targets are felt out pixel by pixel, and their edges lie between pixels."""

BOARDS: dict[str, dict[str, tuple[int, int]]] = {
    "1280x720": {"hot-tin-roof": (804, 627), "cat-cab": (521, 648), "kitty-paw": (1044, 648), "*": (804, 648)},
    "1366x768": {"hot-tin-roof": (890, 694), "cat-cab": (559, 696), "kitty-paw": (1130, 696), "*": (890, 696)},
    "1440x900": {"hot-tin-roof": (908, 708), "cat-cab": (655, 815), "kitty-paw": (1172, 816), "*": (908, 816)},
    "1920x1080": {"hot-tin-roof": (1200, 936), "cat-cab": (797, 992), "kitty-paw": (1580, 984), "*": (1200, 955)},
    "2560x1440": {"hot-tin-roof": (1723, 1344), "cat-cab": (1080, 1344), "kitty-paw": (2220, 1344), "*": (1840, 1344)},
    "844x390": {"hot-tin-roof": (480, 374), "cat-cab": (300, 374), "kitty-paw": (770, 374), "*": (646, 374)},
}
"""How large boards are drawn at least, as the mockups of the table have them; a star stands for all others."""
SLACK = 0.98
"""So much of it is enough, across and down."""

Measures = dict[str, Any]


def measure(page: Page, screen: Screen, *, table: bool = False) -> Measures:
    """Measure what the page shows now; a table shows all of itself on some screens."""
    wanted = {"least": target_on(screen), "showsAll": table and shows_all(screen)}
    measures: Measures = page.evaluate(SCRIPT.rstrip().removesuffix(";"), wanted)
    return measures


def faults_of(measures: Measures, screen: Screen, game: str | None = None) -> list[str]:
    """Everything that falls below the bars, each with its number; of a game also its board and its status."""
    found = [*_small_texts(measures, screen), *_small_targets(measures, screen)]
    found += [f"cut off: {what}" for what in measures["cut"]]
    found += [f"one over another: {what}" for what in measures["over"]]
    found += [f"covered: {what}" for what in measures["covered"]]
    if measures["page"]["width"] > screen.width:
        found.append(f"the page is {measures['page']['width']} px wide")
    if game is not None:
        found += [*_out_of_sight(measures, screen), *_small_board(measures, screen, game)]
    return [f"{screen.name}: {fault}" for fault in found]


LARGE = 24.0
"""Letters of so many pixels may stand out less."""


def faint_lettering(page: Page) -> list[str]:
    """What is written in drawings, on one plain colour that is too like its own."""
    texts = page.evaluate(CONTRAST.rstrip().removesuffix(";"))
    return sorted(
        {
            f"contrast of {text['contrast']:.1f}: {text['words']}, {text['size']:.0f} px"
            for text in texts
            if text["contrast"] < (3.0 if text["size"] >= LARGE else 4.5) - NEARLY
        }
    )


def _small_texts(measures: Measures, screen: Screen) -> list[str]:
    """One line for each size; many a letter of a board is alike."""
    least = LEAST_TEXT / screen.sharpness if screen in ZOOMED else LEAST_TEXT
    small: dict[tuple[float, bool], list[str]] = {}
    for text in measures["texts"]:
        if text["size"] < least - NEARLY:
            small.setdefault((text["size"], text["onBoard"]), []).append(f"{text['name']} ({text['words']})")
    return [
        f"text of {size} px on the {'board' if on_board else 'page'}: {', '.join(sorted(set(which))[:4])}"
        for (size, on_board), which in sorted(small.items())
    ]


def _small_targets(measures: Measures, screen: Screen) -> list[str]:
    """A place on a board may be small if a large button does the same: the place's name begins with the button's."""
    small = [target for target in measures["targets"] if _is_small(target, screen)]
    large = tuple(target["said"] for target in measures["targets"] if target["said"] and target not in small)
    return [
        f"target of {target['width']} x {target['height']} px: {target['name']}"
        + (f", which {target['covered']} covers" if target["covered"] else "")
        for target in small
        if not (target["onBoard"] and target["said"].startswith(large))
    ]


def _is_small(target: dict[str, Any], screen: Screen) -> bool:
    least = cell_on(screen) if target["isCell"] else target_on(screen)
    return min(target["width"], target["height"]) < least - POINT


def _out_of_sight(measures: Measures, screen: Screen) -> list[str]:
    found = [] if measures["status"]["isInSight"] else ["the sentence of the turn is out of sight"]
    if not shows_all(screen):
        return found
    if measures["page"]["height"] > screen.height + 1:
        found.append(f"the page is {measures['page']['height']} px high, and scrolls")
    return [*found, *(f"out of sight: {what}" for what in measures["out"])]


def _small_board(measures: Measures, screen: Screen, game: str) -> list[str]:
    bars = BOARDS.get(screen.name)
    if bars is None:
        return []
    width, height = bars.get(game, bars["*"])
    board = measures["board"]
    share = board["drawnWidth"] * board["drawnHeight"] / (width * height)
    if share >= SLACK**2:
        return []
    drawn = f"{board['drawnWidth']} x {board['drawnHeight']}"
    return [f"the board is {drawn} px, {share:.0%} of {width} x {height}"]
