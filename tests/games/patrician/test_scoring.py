"""Scoring a city (PAT-39 to PAT-46)."""

from __future__ import annotations

import itertools

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.patrician import scoring
from tabbytop.games.patrician.board import CITIES, LIMIT
from tabbytop.games.patrician.facts import winner_of
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, WHITE, Scene


def gains(scene: Scene, card: str, *sites: int) -> list[int]:
    """What a turn adds to the tokens of each seat."""
    before = list(scene.s.prestige)
    scene.turn(card, *sites)
    return [after - old for after, old in zip(scene.s.prestige, before, strict=True)][: scene.s.seats]


@cites("PAT-39")
def test_a_city_is_scored_by_the_floor_that_fills_it():
    towers = {"parma": ("BB", "R")}
    scene = Scene(3, towers, hands={BLACK: "PAR3", WHITE: "PAR4"})
    assert gains(scene, "PAR3", 1) == [0, 0, 0]
    scene.refill()
    assert gains(scene, "PAR4", 2) == [5, 2, 0]


@cites("PAT-40")
@pytest.mark.parametrize(("site", "won"), [(1, [7, 0, 4]), (2, [4, 0, 7])])
def test_the_taller_tower_pays_more(site, won):
    scene = Scene(3, {"lucca": ("BBB", "RRR")}, turn=WHITE, hands={WHITE: "LUC4"})
    assert gains(scene, "LUC4", site) == won


@cites("PAT-40")
@pytest.mark.parametrize(("site", "taller", "shorter"), [(1, (7, 0, 0), (0, 0, 4)), (2, (0, 0, 7), (4, 0, 0))])
def test_the_parts_tell_taller_towers_from_shorter_ones(site, taller, shorter):
    scene = Scene(3, {"lucca": ("BBB", "RRR")}, turn=WHITE, hands={WHITE: "LUC4"}).turn("LUC4", site)
    parts = scoring.parts(scene.view(SPECTATOR), scene.view(SPECTATOR))
    assert [part.points for part in parts[:2]] == [taller, shorter]


@cites("PAT-41")
def test_two_towers_of_a_full_city_are_never_level():
    for limit in LIMIT.tolist():
        assert all(low != limit - low for low in range(1, limit))


@cites("PAT-42")
@pytest.mark.parametrize(("tower", "winner"), [("BBWB", BLACK), ("WBB", BLACK), ("RWRBR", RED), ("W", WHITE)])
def test_most_floors_win_a_tower(tower, winner):
    assert winner_of(Scene(3, {"bologna": (tower, "")}).s, CITIES.index("bologna"), 0) == winner


@cites("PAT-43")
@pytest.mark.parametrize(
    ("tower", "winner"), [("BW", WHITE), ("WB", BLACK), ("BWWB", BLACK), ("RWWRB", RED), ("WBR", RED), ("BBRWW", WHITE)]
)
def test_among_equals_the_higher_topmost_floor_wins(tower, winner):
    assert winner_of(Scene(3, {"bologna": (tower, "")}).s, CITIES.index("bologna"), 0) == winner


@cites("PAT-40", "PAT-42", "PAT-43")
def test_example_7_a_tie_in_a_tower():
    scene = Scene(3, {"bologna": ("RWWR", "BBWW")}, hands={BLACK: "BOL3"})
    assert gains(scene, "BOL3", 1) == [0, 6, 9]
    assert scene.towers("bologna") == ("RWWRB", "BBWW")


@cites("PAT-43")
def test_example_8_a_three_way_tie():
    for tower in itertools.permutations("WBR"):
        top = "BWR".index(tower[-1])
        assert winner_of(Scene(3, {"bologna": ("".join(tower), "")}).s, CITIES.index("bologna"), 0) == top


@cites("PAT-44")
def test_one_player_may_win_both_towers():
    scene = Scene(3, {"parma": ("BB", "B")}, hands={BLACK: "PAR1"})
    assert gains(scene, "PAR1", 1, 2) == [7, 0, 0]
    assert scene.s.towers[BLACK] == 2
    assert "Black wins both towers for 5 and 2." in scene.lines[BLACK][-1]


@cites("PAT-45")
def test_a_scored_city_never_changes_again():
    scene = Scene(3, {"parma": ("BWB", "RR")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert all("parma" not in move for move in scene.legal() if move.startswith("move"))
    assert scene.s.prestige[BLACK] == 5


@cites("PAT-46")
@pytest.mark.parametrize("viewer", [-1, BLACK, WHITE, RED])
def test_tokens_won_are_open_to_all(viewer):
    view = Scene(3, {"parma": ("BWB", "RR")}).view(viewer)
    assert (view.prestige[BLACK], view.prestige[RED]) == (5, 2)
    assert (view.winner[1, 0], view.winner[1, 1]) == (BLACK, RED)
    assert (view.towers[BLACK], view.towers[WHITE], view.towers[RED]) == (1, 0, 1)
