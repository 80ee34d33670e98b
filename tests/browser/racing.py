"""Kitty Paw on a screen: what is to be done next is worked out from the view, and done with a mouse, a finger or keys.

Everything is found by role and name where it has one; the cells of a mat have none before something is in the hand.
Knows what a card asks for; whether it was built is for the table to say.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Locator, expect

from tabbytop.games.kitty_paw.cards import (
    NEED_BOX,
    NEED_Q,
    NEED_R,
    NEED_ROT,
    NEED_SIDE,
    is_needed,
)
from tabbytop.games.kitty_paw.components import BREEDS
from tabbytop.games.kitty_paw.mat import IN_HAND, PLACE_AT, coordinates, place_name
from tabbytop.games.kitty_paw.words import breed_name, side_name
from tests.browser.hands import reach
from tests.browser.people import FRIEND, ME, PATIENCE, Opened, Person
from tests.browser.tables import Table, middle

QUICK = {"countdown_seconds": 0}
FIRST_PAUSE, LONGEST_PAUSE = 30, 300
"""Milliseconds between two questions to the server; most answers are there at once, and a cat takes its time."""
ABOVE_FINGER = 46
"""A piece hangs so many pixels above the finger that drags it."""

View = dict[str, Any]


@dataclass(frozen=True)
class Need:
    """A tile that a card asks for, as it has to lie on the mat."""

    breed: int
    place: int
    side: int
    rot: int


def needs_of(card: int, box: int) -> list[Need]:
    """The tiles of a card around a box card."""
    q, r = coordinates(box)
    return [
        Need(
            breed,
            PLACE_AT[2 * q + int(NEED_Q[card, breed]), 2 * r + int(NEED_R[card, breed])],
            int(NEED_SIDE[card, breed]),
            int(NEED_ROT[card, breed]),
        )
        for breed in range(BREEDS)
        if is_needed(card, breed)
    ]


class Racer:
    """Somebody who races in a page."""

    def __init__(self, person: Person, opened: Opened, seat: int, is_there: bool = False) -> None:
        self.person = person
        self.opened = opened
        self.seat = seat
        self.table: Table = Table(person.page) if is_there else person.go_to(opened.path)
        self.page = person.page
        self.board = self.table.board
        self.mat = self.board.get_by_role("group", name="Your mat")
        self.heap = self.board.get_by_role("group", name="Tiles in the middle")
        self.ready_button = self.board.get_by_role("button", name=re.compile("^(Ready|Go on)"))
        self.meow_button = self.board.get_by_role("button", name=re.compile("^(Meow|I have finished)$"))
        self.paw_button = self.board.get_by_role("button", name="Show the paw")

    # ---------------------------------------------------------------- what is known

    @property
    def view(self) -> View:
        """The table as the server tells it to this seat."""
        view: View = self.person.ask(f"/api/tables/{self.opened.id}")["view"]
        return view

    def wait(self, holds: Callable[[View], bool], what: str) -> View:
        """Wait until the table is as it should be."""
        until, pause = time.monotonic() + PATIENCE / 1000, FIRST_PAUSE
        while not holds(view := self.view):
            assert time.monotonic() < until, f"{self.person.name} waited in vain: {what}"
            self.page.wait_for_timeout(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return view

    def has(self, need: Need, view: View) -> bool:
        """Whether a tile lies as it has to."""
        mine = (view[name][self.seat][need.breed] for name in ("place", "side", "rot"))
        return tuple(mine) == (need.place, need.side, need.rot)

    # ---------------------------------------------------------------- a round

    def ready(self) -> None:
        self.ready_button.click()

    def take_card(self) -> int:
        """Take the first card that is left; which one it is."""
        self.board.get_by_role("button", name=re.compile("^Take card")).first.click()
        return int(self.wait(lambda view: view["card"][self.seat] >= 0, "a card")["card"][self.seat])

    def build(self, lay: Lay, turn: Callable[[Locator], None] = Locator.click) -> None:
        """Build the own card, tile by tile, after the box card was turned as it has to lie."""
        view = self.view
        card, box = view["card"][self.seat], view["box"][self.seat]
        if view["box_side"][self.seat] != NEED_BOX[card]:
            turn(self.board.get_by_role("button", name="Turn the box card over"))
        for need in needs_of(card, box):
            lay(self, need)
            self.wait(lambda view, need=need: self.has(need, view), f"{breed_name(need.breed)} at {need}")  # type: ignore[misc]

    def tile(self, breed: int) -> tuple[Locator, int]:
        """A tile of a breed in the middle, and the side it shows."""
        awake = self.heap.get_by_role("button", name=f"{breed_name(breed)}, {side_name(0)}")
        if awake.count():
            return awake.first, 0
        return self.heap.get_by_role("button", name=f"{breed_name(breed)}, {side_name(1)}").first, 1

    def point_of(self, place: int) -> tuple[float, float]:
        """Where a cell of the own mat is on the page."""
        return middle(self.mat.locator(".cell").nth(place))


Lay = Callable[[Racer, Need], None]


# ---------------------------------------------------------------- ways to lay a tile


def by_dragging(racer: Racer, need: Need) -> None:
    """Drag it there with the mouse, and turn and flip it on the way."""
    tile, side = racer.tile(need.breed)
    mouse, keyboard = racer.page.mouse, racer.page.keyboard
    mouse.move(*middle(tile))
    mouse.down()
    mouse.move(*racer.point_of(need.place))
    for _ in range(need.rot):
        keyboard.press("e")
    if side != need.side:
        keyboard.press("f")
    mouse.up()


def by_clicking(racer: Racer, need: Need) -> None:
    """Click the tile, then its verbs, then its place."""
    _pick_and_put(racer, need, lambda wanted: racer.page.mouse.click(*middle(wanted)), racer.page.mouse.click)


def by_tapping(racer: Racer, need: Need) -> None:
    """Tap the tile, then its verbs, then its place."""
    tap = racer.page.touchscreen.tap
    _pick_and_put(racer, need, lambda wanted: tap(*middle(wanted)), tap)


def _pick_and_put(
    racer: Racer, need: Need, press: Callable[[Locator], None], press_at: Callable[[float, float], None]
) -> None:
    tile, side = racer.tile(need.breed)
    press(tile)
    hand = racer.board.get_by_role("group", name="What is in your hand")
    expect(hand).to_be_visible()
    for _ in range(need.rot):
        press(hand.get_by_role("button", name="Turn right"))
    if side != need.side:
        press(hand.get_by_role("button", name=re.compile("^(Wake up|To sleep)")))
    press_at(*racer.point_of(need.place))


def by_finger(racer: Racer, need: Need) -> None:
    """Drag it there with a finger; a tap of another finger turns it."""
    tile, side = racer.tile(need.breed)
    touch = Touch(racer.page.context.new_cdp_session(racer.page))
    x, y = racer.point_of(need.place)
    touch.down(*middle(tile))
    touch.move(x, y + ABOVE_FINGER)
    for _ in range(need.rot):
        touch.tap_besides(x + 60, y + ABOVE_FINGER + 60)
    touch.up()
    racer.wait(lambda view: view["place"][racer.seat][need.breed] == need.place, "the tile that was dragged")
    if side != need.side:
        racer.page.touchscreen.tap(x, y)
        racer.board.get_by_role("button", name=f"Flip the {breed_name(need.breed)}").tap()


def by_keys(racer: Racer, need: Need) -> None:
    """Go to the tile with Tab and arrows, press Enter, turn it by keys, go to its place and press Enter."""
    keyboard = racer.page.keyboard
    while (view := grab_by_keys(racer, need.breed))["place"][racer.seat][need.breed] != IN_HAND:
        keyboard.press("Escape")
    for _ in range(need.rot):
        keyboard.press("e")
    if view["side"][racer.seat][need.breed] != need.side:
        keyboard.press("f")
    racer.wait(lambda view: view["rot"][racer.seat][need.breed] == need.rot, "the tile turned")
    room = racer.mat.get_by_role("button", name=re.compile(f"^Put it at {place_name(need.place)}(,|$)"))
    reach(room)
    keyboard.press("Enter")


def grab_by_keys(racer: Racer, breed: int) -> View:
    """Go to a tile of a breed and press Enter; the table as it is then.

    Others take tiles from the same heap: the one that was on the way may be gone, and another be in the hand.
    """
    reach(racer.heap.get_by_role("button", name=re.compile(f"^{breed_name(breed)}, ")).first)
    racer.page.keyboard.press("Enter")
    hand = racer.board.get_by_role("group", name="What is in your hand")
    return racer.wait(
        lambda view: IN_HAND in view["place"][racer.seat] or not hand.is_visible(), "something in the hand, or nothing"
    )


FIRST, SECOND = range(2)


class Touch:
    """One finger on the screen, and now and then a second."""

    def __init__(self, line: CDPSession) -> None:
        self._line = line
        self._at = (0.0, 0.0)

    def down(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._send("touchStart", FIRST, *self._at)

    def move(self, x: float, y: float, steps: int = 5) -> None:
        from_x, from_y = self._at
        for step in range(1, steps + 1):
            self._at = (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps)
            self._send("touchMove", FIRST, *self._at)

    def tap_besides(self, x: float, y: float) -> None:
        """A second finger touches the screen for a moment."""
        self._send("touchStart", SECOND, x, y)
        self._send("touchEnd", SECOND, x, y)

    def up(self) -> None:
        self._send("touchEnd", FIRST, *self._at)

    def _send(self, kind: str, finger: int, x: float, y: float) -> None:
        """What one finger does; the other stays as it is."""
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": finger}]})


# ---------------------------------------------------------------- tables


def open_race(rosie: Person, *others: Person, **options: Any) -> Opened:
    """A race of some people, who all sit at the table, and which has begun."""
    opened = rosie.open_table(ME, *[FRIEND for _ in others], game="kitty-paw", options={**QUICK, **options})
    for seat, other in enumerate(others, start=1):
        other.introduce()
        path = f"/api/tables/{opened.id}/commands?invite={opened.invite}"
        other.ask(path, {"type": "sit", "key": "sit", "seat": seat})
    if others:
        rosie.command(opened, type="start")
    return opened


def decide_until_over(opened: Opened, *people: Person) -> None:
    """Calm rounds in which nobody builds anything, beside the pages."""
    wanted = ("ready", "take_card", "meow")
    playing, pause = True, FIRST_PAUSE
    while playing:
        pause = min(2 * pause, LONGEST_PAUSE)
        for each in people:
            now = each.ask(f"/api/tables/{opened.id}")["now"]
            playing = now["outcome"] is None
            moves = [choice["move"] for family in wanted for choice in now["choices"] if family in choice["move"]]
            if moves:
                each.command(opened, type="play", seq=now["seq"], move=moves[0])
                pause = FIRST_PAUSE
            elif playing:
                each.page.wait_for_timeout(pause)  # cats build as long as cats do
