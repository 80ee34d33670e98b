"""The constants for the page say what the rules say."""

from __future__ import annotations

import json

from tabbytop.games.kitty_paw.cards import BREED_IDS, CARD_IDS, HIDE
from tabbytop.games.kitty_paw.facts import FINISHED
from tabbytop.games.kitty_paw.page import PAGE
from tabbytop.kit.marks import cites


def test_the_page_is_told_plain_json() -> None:
    assert json.loads(json.dumps(PAGE)) == PAGE


def test_every_phase_has_one_name() -> None:
    assert sorted(PAGE["phases"].values()) == list(range(FINISHED + 1))


def test_places_are_the_cells_and_then_the_borders() -> None:
    assert len(PAGE["places"]) == PAGE["cells"] + len(PAGE["borders"])
    for number, (first, second) in enumerate(PAGE["borders"], start=PAGE["cells"]):
        for axis in ("q2", "r2"):
            both = PAGE["places"][first][axis] + PAGE["places"][second][axis]
            assert 2 * PAGE["places"][number][axis] == both


def test_patterns_are_those_of_the_cards() -> None:
    card = PAGE["cards"][CARD_IDS.index("IIy-01")]
    assert (card["level"], card["set"], card["points"], card["penalty"], card["box"]) == (2, "yellow", 4, -2, 0)
    pieces = {piece["piece"]: piece for piece in card["pattern"]}
    assert pieces[HIDE] == {"piece": HIDE, "q2": 0, "r2": 2, "side": 0, "rot": 0}
    assert pieces[BREED_IDS.index("persian")] == {"piece": 5, "q2": 0, "r2": 0, "side": 0, "rot": 1}
    assert PAGE["animals"][card["animal"]]["id"] == "chihuahua"


@cites("KIT-06")
def test_cells_are_pointed_hexagons_in_rows() -> None:
    first, second, below = PAGE["places"][0], PAGE["places"][1], PAGE["places"][PAGE["columns"]]
    assert (second["q2"] - first["q2"], second["r2"]) == (2, 0)
    assert (below["q2"], below["r2"]) == (0, 2)  # half a cell to the right and one row down
