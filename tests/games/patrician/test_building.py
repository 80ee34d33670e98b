"""Placing floors (PAT-32 to PAT-38)."""

from __future__ import annotations

import pytest

from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, WHITE, Scene


@cites("PAT-32")
@pytest.mark.parametrize(("card", "floors"), [("SIE4", 1), ("SIE1", 2)])
def test_one_floor_for_each_crest_in_the_city_named(card, floors):
    scene = Scene(3, hands={BLACK: card}).turn(card, *[1] * floors)
    assert scene.towers("siena") == ("B" * floors, "")


@cites("PAT-32")
def test_no_more_floors_than_crests():
    scene = Scene(3, hands={BLACK: "SIE4"}).plan("SIE4", 1)
    assert scene.refused("floor", site=1) == scene.refused("floor", site=2) == "PAT-32"


@cites("PAT-33")
@pytest.mark.parametrize(("site", "towers"), [(1, ("WB", "")), (2, ("W", "B"))])
def test_on_top_of_a_tower_or_on_an_empty_site(site, towers):
    assert Scene(3, {"siena": ("W", "")}, hands={BLACK: "SIE4"}).turn("SIE4", site).towers("siena") == towers


@cites("PAT-34")
@pytest.mark.parametrize(
    ("sites", "towers"),
    [((1, 1), ("WWW", "B")), ((1, 2), ("WW", "BW")), ((2, 1), ("WW", "BW")), ((2, 2), ("W", "BWW"))],
)
def test_example_3_two_crests(sites, towers):
    scene = Scene(3, {"lucca": ("W", "B")}, turn=WHITE, hands={WHITE: "LUC1"})
    assert scene.turn("LUC1", *sites).towers("lucca") == towers


@cites("PAT-35", "PAT-37")
@pytest.mark.parametrize(("first", "rest", "towers"), [(1, (), ("BWBR", "R")), (2, (2,), ("BWB", "RR"))])
def test_example_4_two_crests_fill_a_city_with_an_empty_site(first, rest, towers):
    scene = Scene(3, {"ferrara": ("BWB", "")}, turn=RED, hands={RED: "FER1"})
    scene.plan("FER1", first, *rest)
    assert scene.take().towers("ferrara") == towers


@cites("PAT-37")
def test_after_one_floor_beside_an_empty_site_the_second_goes_there_by_itself():
    scene = Scene(3, {"ferrara": ("BWB", "")}, turn=RED, hands={RED: "FER1"}).plan("FER1", 1)
    assert scene.legal() == ["take(city=ferrara)"]
    assert scene.refused("floor", site=1) == "PAT-37"
    assert scene.refused("floor", site=2) == "PAT-32"
    assert (
        scene.lines[RED][-1] == "Red builds on site 1 of Ferrara. A floor goes to site 2, the only place left for it."
    )


@cites("PAT-37")
def test_after_one_floor_on_the_empty_site_the_second_is_free():
    scene = Scene(3, {"ferrara": ("BWB", "")}, turn=RED, hands={RED: "FER1"}).plan("FER1", 2)
    assert scene.legal() == ["floor(site=1)", "floor(site=2)"]
    scene.play("floor", site=2)
    assert scene.refused("floor", site=1) == "PAT-32"


@cites("PAT-35", "PAT-36")
def test_example_5_the_last_floor_is_forced():
    scene = Scene(3, {"verona": ("BBWW", "")}, turn=RED, hands={RED: "VER4"}).plan("VER4")
    assert scene.refused("floor", site=1) == "PAT-36"
    before = list(scene.s.prestige)
    scene.take()
    assert scene.towers("verona") == ("BBWW", "R")
    gained = [after - old for after, old in zip(scene.s.prestige, before, strict=True)]
    assert gained == [0, 5, 2, 0, 0]


@cites("PAT-36")
@pytest.mark.parametrize(("towers", "full"), [(("BBWW", ""), ("BBWW", "R")), (("", "BBWW"), ("R", "BBWW"))])
def test_whichever_site_is_empty_gets_it(towers, full):
    scene = Scene(3, {"verona": towers}, turn=RED, hands={RED: "VER4"})
    assert scene.turn("VER4").towers("verona") == full


@cites("PAT-35")
def test_with_floors_on_both_sites_the_last_one_is_free():
    scene = Scene(3, {"verona": ("BBW", "W")}, turn=RED, hands={RED: "VER4"}).play("play", card="VER4")
    assert scene.legal() == ["floor(site=1)", "floor(site=2)"]


@cites("PAT-38")
@pytest.mark.parametrize(("room", "floors"), [(1, 1), (0, 0)])
def test_example_6_crests_without_room_are_forfeited(room, floors):
    scene = Scene(3, {"verona": ("BBW", "W")}, turn=RED, hands={RED: "SIE4"})
    slot = scene.hand(RED).index("SIE4")
    scene.s.hand[RED, slot] = 9  # VER1, which was played already: an impossible deck
    if room == 0:
        scene.s.floor[2, 1, 1], scene.s.height[2, 1] = BLACK, 2
    height = scene.s.height[2, 0] + scene.s.height[2, 1]
    scene.play("play", card="VER1")
    for _ in range(floors):
        scene.play("floor", site=1)
    assert scene.take().s.height[2, 0] + scene.s.height[2, 1] == height + floors
