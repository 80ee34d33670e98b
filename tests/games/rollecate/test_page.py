"""The constants for the page say what the rules say."""

from __future__ import annotations

import json

from tabbytop.games.rollecate.board import CARDS, COUNT, LEFT, RIGHT
from tabbytop.games.rollecate.facts import FINISHED
from tabbytop.games.rollecate.page import PAGE
from tests.games.rollecate.scene import Scene, kind


def test_the_page_is_told_plain_json() -> None:
    assert json.loads(json.dumps(PAGE)) == PAGE


def test_every_phase_has_one_name() -> None:
    assert sorted(PAGE["phases"].values()) == list(range(FINISHED + 1))


def test_cards_are_told_by_what_is_printed_on_them() -> None:
    assert [card["name"] for card in PAGE["cards"]] == list(CARDS)
    assert [card["count"] for card in PAGE["cards"]] == COUNT.tolist()
    told = {text: PAGE["cards"][kind(text)] for text in ("3", "2~", "b4", "x1")}
    assert [(card["kind"], card["value"], card["curve"]) for card in told.values()] == [
        ("track", 3, False),
        ("track", 2, True),
        ("broken", 4, False),
        ("chaos", 1, False),
    ]


def test_the_next_cell_lies_where_the_line_leads() -> None:
    scene = Scene("1<-2-[2>]-3")
    for place in range(3):
        east, north = PAGE["steps"][scene.s.heading[place]]
        x, y = scene.cells[place]
        assert scene.cells[place + 1] == (x + east, y + north)


def test_bends_turn_the_line() -> None:
    east = PAGE["headings"].index("east")
    assert PAGE["headings"][(east + PAGE["quarter_turns"][LEFT]) % 4] == "north"
    assert PAGE["headings"][(east + PAGE["quarter_turns"][RIGHT]) % 4] == "south"
