"""The move symbol, the question mark and portraits (PAT-47 to PAT-56)."""

from __future__ import annotations

import pytest

from tabbytop.games.patrician.board import CITIES
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, WHITE, Scene

EXAMPLE_9 = {"firenze": ("RB", "WB"), "roma": ("B", "W"), "verona": ("BBW", "WW"), "bologna": ("R", "W")}


def spots(scene: Scene) -> set[tuple[str, int]]:
    """The towers whose top may be moved."""
    found = set()
    for move in scene.legal():
        if move.startswith("move"):
            city, site = move.removeprefix("move(city=").removesuffix(")").split(", site=")
            found.add((city, int(site)))
    return found


@cites("PAT-47", "PAT-48", "PAT-49", "PAT-51")
def test_example_9_where_a_floor_may_be_moved():
    scene = Scene(3, EXAMPLE_9, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    elsewhere = {spot for spot in spots(scene) if spot[0] in EXAMPLE_9}
    assert elsewhere == {("firenze", 1), ("firenze", 2)}
    assert scene.legal()[-1] == "no_move"
    assert scene.refused("move", city="roma", site=1) == "PAT-49"
    assert scene.refused("move", city="verona", site=1) == "PAT-51"
    assert scene.refused("move", city="bologna", site=1) == "PAT-48"


@cites("PAT-47", "PAT-50")
@pytest.mark.parametrize(("site", "towers"), [(1, ("R", "WBB")), (2, ("RBB", "W"))])
def test_example_9_what_it_leads_to(site, towers):
    scene = Scene(3, EXAMPLE_9, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    scene.play("move", city="firenze", site=site)
    assert scene.towers("firenze") == ("RB", "WB")
    assert scene.take().towers("firenze") == towers


@cites("PAT-47")
def test_the_move_may_be_left_out():
    scene = Scene(3, EXAMPLE_9, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1).play("no_move").take()
    assert scene.towers("firenze") == ("RB", "WB")


@cites("PAT-47")
def test_no_other_card_moves_a_floor_and_no_empty_site_has_one():
    scene = Scene(3, EXAMPLE_9, turn=RED, hands={RED: "BOL3"}).plan("BOL3", 1)
    assert scene.refused("move", city="firenze", site=1) == scene.refused("no_move") == "PAT-47"
    towers = {"siena": ("R", "")}
    assert (
        Scene(3, towers, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1).refused("move", city="siena", site=2)
        == "PAT-47"
    )


@cites("PAT-47")
def test_a_move_symbol_that_cannot_be_used_asks_nothing():
    scene = Scene(3, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert scene.legal() == ["take(city=bologna)"]


@cites("PAT-49")
@pytest.mark.parametrize("towers", [("RB", ""), ("B", "R")])
def test_an_own_floor_on_either_site_is_enough(towers):
    scene = Scene(3, {"siena": towers}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert ("siena", 1) in spots(scene)


@cites("PAT-50")
@pytest.mark.parametrize("owner", ["B", "W", "R"])
@pytest.mark.parametrize("city", ["milano", "siena"])
def test_anybodys_floor_may_be_moved(city, owner):
    scene = Scene(3, {city: ("R" + owner, "")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert scene.play("move", city=city, site=1).take().towers(city) == ("R", owner)


@cites("PAT-52", "PAT-36")
def test_example_10_a_move_empties_a_site():
    scene = Scene(3, {"parma": ("BBW", "R")}, hands={BLACK: "LUC5", WHITE: "PAR3"}).plan("LUC5", 1)
    scene.play("move", city="parma", site=2).take().refill()
    assert scene.towers("parma") == ("BBWR", "")
    scene.plan("PAR3")
    assert scene.refused("floor", site=1) == "PAT-36"
    assert scene.take().towers("parma") == ("BBWR", "W")


@cites("PAT-53")
def test_a_move_never_fills_or_scores_a_city():
    scene = Scene(3, {"parma": ("BBW", "R")}, hands={BLACK: "LUC5"}).plan("LUC5", 1)
    scene.play("move", city="parma", site=1).take()
    assert scene.s.counted[CITIES.index("parma")] == -1
    assert sum(scene.s.prestige) == 0


@cites("PAT-54")
def test_a_question_mark_lets_one_take_any_card():
    scene = Scene(3, hands={BLACK: "SIE5"}, face_up={"roma": "PAR1"}).plan("SIE5", 1)
    assert len(scene.legal()) == 9
    scene.take("roma")
    assert "PAR1" in scene.hand(BLACK)
    assert scene.face_up("siena") is not None
    assert scene.s.place == CITIES.index("roma")


@cites("PAT-54")
def test_the_question_mark_is_for_this_turn_only():
    scene = Scene(3, hands={BLACK: "SIE5", WHITE: "PAR3"}).turn("SIE5", 1, take="roma").refill()
    assert scene.plan("PAR3", 1).legal() == ["take(city=parma)"]


@cites("PAT-55")
def test_the_city_built_in_may_be_chosen_too():
    scene = Scene(3, hands={BLACK: "SIE5"}, face_up={"siena": "PAR1"}).turn("SIE5", 1, take="siena")
    assert "PAR1" in scene.hand(BLACK)


@cites("PAT-56")
def test_a_portrait_does_nothing_before_the_end():
    scene = Scene(3, hands={BLACK: "SIE3"}).plan("SIE3", 1)
    assert scene.legal() == ["take(city=siena)"]
    scene.take()
    assert [scene.s.portraits[BLACK, person] for person in range(3)] == [2, 0, 0]
    assert sum(scene.s.prestige) == 0
