"""Hints, looks ahead and reasons in every turn-based game: what is said, what is drawn, and what stays put."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import plants
from tests.browser.browsers import PHONE, Screen
from tests.browser.people import KITTEN, ME, Person
from tests.browser.screens import PHONE_SIDEWAYS, settle
from tests.browser.tables import Ears, Table, appears
from tests.server.plants import named
from tests.server.servers import Server, running

LAPTOP = Screen("laptop", 1280, 720)
MOVES = {"cat-cab": 4, "hot-tin-roof": 7, "patrician": 6, "rollecate": 3}
"""Own decisions before there is something to look at."""
WORDS = 240
"""Pixels in which a move and its reason can be read."""
DRAWN = "[data-hint]"


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots and hints follow their instincts, with reasons by the games' own terms."""
    planted = (named(plants.same_luck), named(plants.instinctive_bots))
    with running(tmp_path_factory.mktemp("hints"), *planted) as server:
        yield server


@pytest.fixture
def come(browser: Browser, thinking: Server) -> Iterator[Callable[..., Person]]:
    """Lets somebody come to that server; nobody may have anything to complain of."""
    here: list[Person] = []

    def person(**more: object) -> Person:
        here.append(Person(browser, thinking.address, "Rosie", **more))
        return here[-1]

    yield person
    for each in here:
        each.leave()
    assert [complaint for each in here for complaint in each.complaints] == []


class Hinted:
    """A table at which Rosie plays beside her page, and looks at it whenever there is something to decide."""

    def __init__(self, rosie: Person, game: str) -> None:
        self.opened = rosie.open_table(ME, KITTEN, KITTEN, game=game)
        self._rosie = rosie
        self._ears = Ears(rosie.page)
        self.table = rosie.go_to(self.opened.path)
        assert not self.table.wait_for_turn_or_end()

    @property
    def now(self) -> Any:
        """The moment as the server tells of it."""
        return self._rosie.ask(f"/api/tables/{self.opened.id}")["now"]

    def decide(self) -> None:
        """Decide, and come to the next decision."""
        now = self.now
        done = self._rosie.command(self.opened, type="play", seq=now["seq"], move=now["choices"][-1]["move"])
        self._ears.wait_for(done["seq"])
        assert not self.table.wait_for_turn_or_end()


def at_a_choice(rosie: Person, game: str) -> Hinted:
    """A table at which Rosie has played a little, and has something to choose."""
    hinted = Hinted(rosie, game)
    for _ in range(MOVES[game]):
        hinted.decide()
    while not hinted.table.button("Hint").is_enabled():
        hinted.decide()
    expect(hinted.table.status).to_contain_text("Your turn")
    return hinted


def box_of(board: Locator) -> dict[str, float]:
    box = board.bounding_box()
    assert box is not None
    return {side: round(value) for side, value in box.items()}


@pytest.mark.parametrize("game", MOVES)
def test_on_a_laptop_hints_are_sound_bots_are_asked_why_and_moves_are_looked_at(come: Callable[..., Person], game: str):
    rosie = come(screen=LAPTOP)
    hinted = at_a_choice(rosie, game)
    a_hint_is_sorted_reasoned_and_drawn_and_moves_nothing(rosie, hinted.table)
    a_bot_is_asked_why(rosie)
    a_move_that_is_pointed_at_is_looked_at_first(rosie, hinted)


@pytest.mark.parametrize("game", MOVES)
def test_a_verb_that_is_pointed_at_is_looked_at_first(come: Callable[..., Person], game: str):
    rosie = come(screen=LAPTOP)
    a_verb_that_is_pointed_at_is_looked_at_first(rosie, at_a_choice(rosie, game))


@pytest.mark.parametrize("game", MOVES)
def test_on_a_phone_hints_are_sound_upright_and_sideways(come: Callable[..., Person], game: str):
    rosie = come(screen=PHONE)
    table = at_a_choice(rosie, game).table
    a_hint_is_sorted_reasoned_and_drawn_and_moves_nothing(rosie, table)
    if game == "patrician":
        the_question_why_covers_no_words(rosie)
    rosie.page.set_viewport_size({"width": PHONE_SIDEWAYS.width, "height": PHONE_SIDEWAYS.height})
    settle(rosie.page)
    sideways_a_hint_has_room_for_its_words(rosie, table)


def a_hint_is_sorted_reasoned_and_drawn_and_moves_nothing(rosie: Person, table: Table) -> None:
    before = box_of(table.board)
    table.button("Hint").click()
    hint = rosie.page.get_by_role("region", name="Hint")
    lines = hint.get_by_role("button", name=re.compile("%"))
    expect(lines.first).to_have_attribute("aria-pressed", "true")
    chances = [int(text.removesuffix(" %")) for text in hint.locator(".chance").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    expect(lines.first.locator(".reason")).to_have_text(re.compile(r"\.$"))
    assert box_of(table.board) == before
    assert table.board.locator(".number .disc").count() == 0, "trails are hidden while a hint is drawn"
    if lines.count() > 1:
        lines.nth(1).click()
        expect(lines.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(lines.first).to_have_attribute("aria-pressed", "false")
    drawn = rosie.page.locator(DRAWN)
    for index in range(lines.count()):
        lines.nth(index).click()
        expect(lines.nth(index)).to_have_attribute("aria-pressed", "true")
    expect(drawn.or_(rosie.page.locator(".hinted, .taken")).first).to_be_attached()
    assert box_of(table.board) == before
    hint.get_by_role("button", name="Close the hint").click()
    expect(hint).to_be_hidden()
    rosie.page.mouse.move(1, 1)  # where the hint was there may be a choice now, and what is pointed at is drawn as well
    expect(drawn).to_have_count(0)


def a_move_that_is_pointed_at_is_looked_at_first(rosie: Person, hinted: Hinted) -> None:
    """Whoever goes over the choices by keys or by mouse is told what they would change; nothing is played by that."""
    told = rosie.page.get_by_role("note", name="What if")
    seq = hinted.now["seq"]
    heard: list[str] = []
    while not heard:
        offered = rosie.page.locator(
            "main :is([data-choice], [aria-label=Board] [role=button], [aria-label=Board] button)"
        )
        assert offered.count() > 0
        for each in offered.all():
            each.focus()
            if appears(told):
                heard.append(told.inner_text())
                break
        if not heard:
            hinted.decide()
            seq = hinted.now["seq"]
    assert re.search(r"\.$", heard[0])
    assert hinted.now["seq"] == seq


def a_bot_is_asked_why(rosie: Person) -> None:
    why = rosie.page.get_by_role("button", name=re.compile("^Why did .* do that")).first
    expect(why).to_be_attached()
    why.focus()
    rosie.page.keyboard.press("Enter")
    expect(why).to_have_attribute("aria-expanded", "true")
    answer = rosie.page.locator(".lately [role=status]").first
    expect(answer).to_have_text(re.compile(r"^[A-Z0-9].*\.$"))
    rosie.page.keyboard.press("Enter")
    expect(why).to_have_attribute("aria-expanded", "false")


COVERED = """() => [...document.querySelectorAll("dialog[open] .lately")].map((turn) => {
  const [words, why] = [".recent span", ".why"].map((part) => turn.querySelector(part).getBoundingClientRect());
  return [words.right - why.left, why.height, getComputedStyle(turn.querySelector(".why")).opacity];
})"""
"""By how many pixels the button lies over the words of each line, how high it is, and whether it is seen."""


def the_question_why_covers_no_words(rosie: Person) -> None:
    rosie.page.locator(".chips button").first.click()
    expect(rosie.page.get_by_role("button", name=re.compile("^Why did .* do that")).first).to_be_visible()
    lines = rosie.page.evaluate(COVERED)
    assert lines
    assert all(over <= 0 and height >= 44 and seen == "1" for over, height, seen in lines), lines
    rosie.page.keyboard.press("Escape")


def sideways_a_hint_has_room_for_its_words(rosie: Person, table: Table) -> None:
    before = box_of(table.board)
    rosie.page.keyboard.press("h")
    first = rosie.page.get_by_role("region", name="Hint").get_by_role("listitem").first
    expect(first).to_be_in_viewport()
    assert box_of(first)["width"] > WORDS
    assert box_of(table.board) == before
    hint = rosie.page.get_by_role("region", name="Hint")
    acting = rosie.page.locator("[aria-label=Turn] :is([aria-label='Your turn'], .side) button")
    hidden = [each.inner_text() for each in acting.all() if overlap(box_of(hint), box_of(each))]
    assert hidden == []


def a_verb_that_is_pointed_at_is_looked_at_first(rosie: Person, hinted: Hinted) -> None:
    """What a verb leads to is told for the mouse and for keys, though it is drawn nowhere on the board."""
    told = rosie.page.get_by_role("note", name="What if")
    verbs = rosie.page.get_by_role("group", name="Your turn").locator("button[data-press]")
    while not any(_is_told(verb, told) for verb in verbs.all()):
        hinted.decide()
    assert re.search(r"\.$", told.inner_text())
    rosie.page.mouse.move(2, 2)
    expect(told).to_be_hidden()


def _is_told(verb: Locator, told: Locator) -> bool:
    if not verb.is_visible():
        return False
    before = box_of(verb)
    verb.hover()
    is_told = appears(told)
    assert box_of(verb) == before, "a verb that moves away from the pointer comes back, and goes away again"
    return is_told


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[start] < other[start] + other[length] - 1 and other[start] < one[start] + one[length] - 1
        for start, length in (("x", "width"), ("y", "height"))
    )
