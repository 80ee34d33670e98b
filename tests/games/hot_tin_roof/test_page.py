"""The constants for the page say what the rules say."""

from __future__ import annotations

import json

from tabbytop.games.hot_tin_roof.board import GAP_NAMES, TILE_NAMES, WAY_NAMES
from tabbytop.games.hot_tin_roof.facts import FINISHED
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.games.hot_tin_roof.page import PAGE


def test_the_page_is_told_plain_json() -> None:
    assert json.loads(json.dumps(PAGE)) == PAGE


def test_every_phase_has_one_name() -> None:
    assert sorted(PAGE["phases"].values()) == list(range(FINISHED + 1))


def test_places_are_numbered_as_moves_name_them() -> None:
    assert tuple(gap["id"] for gap in PAGE["gaps"]) == GAP_NAMES == MOVES.catwalk.args["gap"]
    assert tuple(way["id"] for way in PAGE["ways"]) == WAY_NAMES == MOVES.step.args["way"]
    assert tuple(tile["id"] for tile in PAGE["tiles"]) == TILE_NAMES == MOVES.tile.args["homes"]
    assert tuple(roof["letter"] for roof in PAGE["rooftops"]) == MOVES.shelter.args["rooftop"]
    assert tuple(PAGE["dumpster_names"]) == MOVES.dive.args["dumpster"]


def test_ways_gaps_and_tiles_join_the_rooftops_of_their_names() -> None:
    letters = [roof["letter"] for roof in PAGE["rooftops"]]
    for gap in PAGE["gaps"]:
        assert letters[gap["a"]] + letters[gap["b"]] == gap["id"]
    for way in PAGE["ways"]:
        assert letters[way["from"]] + letters[way["to"]] == way["id"]
        assert PAGE["gaps"][way["gap"]]["id"] == "".join(sorted(way["id"]))
    for tile in PAGE["tiles"]:
        assert "".join(letters[home] for home in tile["homes"]) == tile["id"]


def test_rooftops_stand_on_the_map_above_the_dumpsters() -> None:
    for roof in PAGE["rooftops"]:
        assert 0 <= roof["x"] <= PAGE["width"]
        assert roof["y"] < min(dumpster["y"] for dumpster in PAGE["dumpsters"])
