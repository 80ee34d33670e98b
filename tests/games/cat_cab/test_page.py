"""The constants for the page say what the rules say."""

from __future__ import annotations

import json

from tabbytop.games.cat_cab.board import KIND, NIBBLES, NOWHERE, PATROL, square_at
from tabbytop.games.cat_cab.facts import FINISHED
from tabbytop.games.cat_cab.page import PAGE


def test_the_page_is_told_plain_json() -> None:
    assert json.loads(json.dumps(PAGE)) == PAGE


def test_every_phase_has_one_name() -> None:
    assert sorted(PAGE["phases"].values()) == list(range(FINISHED + 1))


def test_special_squares_are_where_the_board_has_them() -> None:
    for side, kinds in enumerate(PAGE["kinds"]):
        for square, kind in enumerate(kinds):
            assert (kind == "nibbles") == (KIND[side, square] == NIBBLES)
            assert (kind == "patrol") == (KIND[side, square] == PATROL)


def test_gates_lead_off_the_grid_at_the_top_and_at_the_bottom() -> None:
    # the map has room for bays above and below the grid only
    assert sorted(gate["outward"] for gate in PAGE["gates"]) == ["down", "up"]
    for gate in PAGE["gates"]:
        assert PAGE["next"][gate["square"]][PAGE["directions"].index(gate["outward"])] == NOWHERE


def test_neighbours_follow_the_named_directions() -> None:
    middle = square_at(3, 4)
    ways = dict(zip(PAGE["directions"], PAGE["next"][middle], strict=True))
    assert ways == {
        "up": square_at(3, 5),
        "right": square_at(4, 4),
        "down": square_at(3, 3),
        "left": square_at(2, 4),
    }


def test_dice_tables_start_with_face_one() -> None:
    assert [entry["effect"] for entry in PAGE["faces"][:4]] == ["curse", "sabotage", "item", "move"]
    assert PAGE["faces"][5] == {"effect": "move", "amount": 2}
    assert len(PAGE["faces"]) == 8
    assert len(PAGE["items"]) == len(PAGE["nibbles"]) == len(PAGE["patrol"]) == 6
