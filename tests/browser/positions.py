"""Played positions of all five games in which the viewer has to decide, with few players and with the most.

Luck is fixed and everybody plays by instinct (see `plants`), so that the same rules give the same positions. Pictures
are made of them and measures taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from tests.browser import plants
from tests.browser.people import ME, Opened, Person, beside
from tests.browser.racing import Racer, by_clicking, decide_until_over, needs_of
from tests.browser.tables import BETWEEN_LOOKS, Table
from tests.server.plants import named

PLANTED = (named(plants.picturesque_luck), named(plants.instinctive_bots))
"""What a server needs for them."""
CATS = {"house-cat": "Marmalade", "alley-cat": "Biscuit", "top-cat": "Saffron", "kitten": "Juniper"}
"""The longest names that cats have, so that no name is longer than what was measured."""
HOUSE_CAT, ALLEY_CAT, TOP_CAT, KITTEN = ({"type": "bot", "level": level, "name": cat} for level, cat in CATS.items())
CALM = {"calm": True, "countdown_seconds": 0, "calm_minutes": 0, "calm_rounds": 1}
"""A calm round waits for whoever still builds, however long that takes."""


@dataclass(frozen=True)
class Position:
    """Who plays what, and after how many moves there is most to see."""

    game: str
    rivals: tuple[dict[str, str], ...]
    moves: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.game}-{1 + len(self.rivals)}"


POSITIONS = (
    Position("cat-cab", (HOUSE_CAT,), 120),
    Position("cat-cab", (HOUSE_CAT, ALLEY_CAT), 164),
    Position("hot-tin-roof", (HOUSE_CAT, ALLEY_CAT), 100),
    Position("hot-tin-roof", (HOUSE_CAT, ALLEY_CAT, TOP_CAT), 122),
    Position("kitty-paw", (HOUSE_CAT,), 0, CALM),
    Position("kitty-paw", (HOUSE_CAT, KITTEN, ALLEY_CAT), 0, CALM),
    Position("patrician", (HOUSE_CAT,), 60),
    Position("patrician", (HOUSE_CAT, ALLEY_CAT, TOP_CAT, KITTEN), 110),
    Position("rollecate", (HOUSE_CAT,), 130),
    Position("rollecate", (HOUSE_CAT, ALLEY_CAT, TOP_CAT), 130),
)


def begin(person: Person, position: Position) -> None:
    """Open a table with the same players, which is on the screen when the viewer has to decide for the first time."""
    opened = person.open_table(ME, *position.rivals, game=position.game, options=position.options)
    if position.game == "kitty-paw":
        expect(Racer(person, opened, 0).ready_button).to_be_visible()
    else:
        person.go_to(opened.path).wait_for_turn_or_end()


def reach(person: Person, position: Position) -> Opened:
    """Play to a position, which is on the screen then; the table."""
    opened = person.open_table(ME, *position.rivals, game=position.game, options=position.options)
    if position.game == "kitty-paw":
        build_in_part(Racer(person, opened, 0))
        return opened
    person.look_in(opened)
    play_by_instinct(person, opened, until=position.moves)
    table = person.go_to(opened.path)
    assert not table.wait_for_turn_or_end(), f"{position.name} is over after {position.moves} moves"
    return opened


def play_on(person: Person, position: Position, opened: Opened) -> None:
    """Play from a position to the end, which is on the screen then."""
    if position.game == "kitty-paw":
        decide_until_over(opened, person)
        table = Table(person.page)
    else:
        person.look_away()
        play_by_instinct(person, opened)
        table = person.go_to(opened.path)
    expect(table.result.or_(table.button("Look at the table")).first).to_be_visible()


def show_landing(person: Person) -> None:
    person.page.goto("/")
    expect(person.page.get_by_role("button", name="Play Cat Cab")).to_be_enabled()


def play_by_instinct(person: Person, table: Opened, until: int | None = None) -> None:
    """Follow the hints beside the page, to a move or to the end."""
    with beside(person):
        while (now := person.ask(f"/api/tables/{table.id}")["now"])["outcome"] is None:
            if not now["choices"]:
                person.page.wait_for_timeout(BETWEEN_LOOKS)
                continue
            if until is not None and now["ply"] >= until:
                return
            advice = person.command(table, type="hint", seq=now["seq"])
            person.command(table, type="play", seq=now["seq"], move=advice["choices"][0]["move"])


def build_in_part(racer: Racer) -> None:
    """Some tiles lie, and one is in the hand."""
    racer.ready()
    *laid, held, _ = needs_of(racer.take_card(), racer.view["box"][0])
    for need in laid:
        by_clicking(racer, need)
        racer.wait(lambda view, need=need: racer.has(need, view), "a tile that lies")  # type: ignore[misc]
    racer.tile(held.breed)[0].click()
    expect(racer.board.get_by_role("group", name="What is in your hand")).to_be_visible()
