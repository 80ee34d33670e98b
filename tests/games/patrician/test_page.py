"""The constants for the page say what the rules say."""

from __future__ import annotations

import json

from tabbytop.games.patrician import board
from tabbytop.games.patrician.facts import FINISHED
from tabbytop.games.patrician.page import PAGE


def test_the_page_is_told_plain_json() -> None:
    assert json.loads(json.dumps(PAGE)) == PAGE


def test_every_phase_has_one_name() -> None:
    assert sorted(PAGE["phases"].values()) == list(range(FINISHED + 1))
    assert sorted(PAGE["steps"].values()) == [board.PLAY, board.BUILD, board.MOVE, board.TAKE]


def test_cards_and_cities_are_in_the_order_of_views() -> None:
    assert [card["id"] for card in PAGE["cards"]] == list(board.CARD_IDS)
    assert [city["id"] for city in PAGE["cities"]] == list(board.CITIES)
    assert [pair["id"] for pair in PAGE["pairs"]] == list(board.PAIRS)
    assert [colour["id"] for colour in PAGE["colours"]] == list(board.COLOURS)


def test_a_card_says_what_is_on_it() -> None:
    by_id = {card["id"]: card for card in PAGE["cards"]}
    assert by_id["SIE4"] == {
        "id": "SIE4",
        "name": "Siena (Banker, star)",
        "city": board.CITIES.index("siena"),
        "crests": 1,
        "symbol": "portrait",
        "person": 1,
        "heads": 1,
        "star": True,
    }
    assert (by_id["ROM6"]["symbol"], by_id["ROM6"]["person"], by_id["ROM6"]["heads"]) == ("draw_any", -1, 0)


def test_neighbours_lie_next_to_each_other_on_the_map() -> None:
    cities = PAGE["cities"]
    places = {(city["x"], city["y"]) for city in cities}
    assert len(places) == len(cities)
    for pair in PAGE["pairs"]:
        a, b = cities[pair["a"]], cities[pair["b"]]
        assert a["x"] == b["x"] or a["y"] == b["y"]


def test_how_many_of_each_by_number_of_players() -> None:
    assert PAGE["cities_for"][2:] == [9, 9, 9, 10]
    assert PAGE["pairs_for"][2:] == [10, 10, 10, 12]
    assert PAGE["cards_for"][2:] == [48, 48, 48, 55]
    assert PAGE["messengers_for"][2:] == [2, 2, 1, 1]
