"""Hot Tin Roof: the dumpster dive."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.hot_tin_roof.board import GAP_NAMES, LETTERS, TILE_NAMES
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, REFEREE, WHITE, Scene

SIX = ("AB", "BC", "CD", "DE", "EF", "FK")


def food_of_all(scene):
    return [scene.has(seat) for seat in range(scene.s.seats)]


# ---------------------------------------------------------------- choosing


@cites("HTR-42", "HTR-19")
def test_one_of_five_dumpsters_is_chosen():
    assert Scene().dives(ORANGE).choices("dive") == ["home1", "home2", "home3", "catwalk", "shelter"]


@cites("HTR-42")
def test_the_dive_cannot_be_left_out():
    assert Scene().dives(ORANGE).refused("done") == "HTR-42"


@cites("HTR-42")
def test_there_is_one_dive_in_a_turn():
    scene = Scene().dives(ORANGE).dive("shelter").play("shelter", rooftop="A")
    assert scene.refused("dive", dumpster="catwalk") == "HTR-42"


@cites("HTR-43")
@pytest.mark.parametrize(
    ("dumpster", "taken", "left"),
    [
        ("home1", 9, (0, 7, 1, 2, 3)),
        ("home3", 1, (9, 7, 0, 2, 3)),
        ("catwalk", 2, (9, 7, 1, 0, 3)),
        ("shelter", 3, (9, 7, 1, 2, 0)),
    ],
)
def test_all_cans_are_taken_before_the_action(dumpster, taken, left):
    scene = Scene().food(ORANGE, 5).dumpsters(9, 7, 1, 2, 3).dives(ORANGE).dive(dumpster)
    assert scene.has(ORANGE) == (5 + taken, 0)
    assert scene.cans_on_dumpsters == left


# ---------------------------------------------------------------- catwalks


@cites("HTR-44", "HTR-46")
def test_a_catwalk_goes_on_any_free_gap():
    scene = Scene().cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB").dives(ORANGE).dive("catwalk")
    assert scene.choices("catwalk") == [gap for gap in GAP_NAMES if gap != "AB"]
    scene.build("JO")
    assert (scene.catwalk_on("JO"), scene.s.catwalks[ORANGE]) == (ORANGE, 5)


@cites("HTR-44")
def test_one_catwalk_is_built_in_a_turn_and_only_by_the_catwalk_dumpster():
    scene = Scene().dives(ORANGE)
    assert scene.refused("catwalk", gap="AB") == "HTR-44"
    assert scene.dive("catwalk").build("AB").refused("catwalk", gap="BC") == "HTR-44"
    scene = Scene().dives(ORANGE).dive("shelter")
    assert scene.refused("catwalk", gap="AB") == "HTR-44"


@cites("HTR-45")
@pytest.mark.parametrize("owner", [ORANGE, BROWN])
def test_a_gap_holds_one_catwalk_whoever_owns_it(owner):
    scene = Scene().catwalks(owner, "AB").dives(ORANGE).dive("catwalk")
    assert scene.refused("catwalk", gap="AB") == "HTR-45"


# ---------------------------------------------------------------- shelters


@cites("HTR-47")
def test_a_shelter_goes_on_any_free_patio():
    scene = Scene().shelters(BROWN, "C").dives(ORANGE).dive("shelter")
    assert scene.choices("shelter") == [letter for letter in LETTERS if letter != "C"]
    scene.play("shelter", rooftop="H")
    assert (scene.shelter_on("H"), scene.s.shelters[ORANGE]) == (ORANGE, 2)


@cites("HTR-47")
def test_one_shelter_is_built_in_a_turn_and_only_by_the_shelter_dumpster():
    scene = Scene().dives(ORANGE)
    assert scene.refused("shelter", rooftop="A") == "HTR-47"
    assert scene.dive("shelter").play("shelter", rooftop="A").refused("shelter", rooftop="B") == "HTR-47"
    assert Scene().dives(ORANGE).dive("catwalk").refused("shelter", rooftop="A") == "HTR-47"


@cites("HTR-48")
@pytest.mark.parametrize("owner", [ORANGE, BROWN])
def test_a_patio_holds_one_shelter_whoever_owns_it(owner):
    scene = Scene().shelters(owner, "H").dives(ORANGE).dive("shelter")
    assert scene.refused("shelter", rooftop="H") == "HTR-48"


@cites("HTR-49", "HTR-50")
def test_a_shelter_goes_under_cats_and_nobody_pays():
    scene = Scene().cats(BROWN, "sitting", "HA").cats(BLUE, "lying", "HF").cats(ORANGE, "sitting", "HD")
    before = food_of_all(scene.dives(ORANGE).dive("shelter"))
    scene.play("shelter", rooftop="H")
    assert food_of_all(scene) == before
    assert (scene.where(BROWN, "sitting"), scene.where(BLUE, "lying")) == ("HA", "HF")


@cites("HTR-49", "HTR-74")
def test_cats_that_a_shelter_was_put_under_leave_it_free_of_charge():
    scene = Scene().food(BROWN, 10).cats(BROWN, "sitting", "HA").catwalks(BROWN, "HI").dives(ORANGE)
    scene.dive("shelter").play("shelter", rooftop="H").done().house("ante").dive("catwalk").build("AB")
    cans = scene.s.cans[BROWN]
    assert scene.walk("sitting", "HI").s.cans[BROWN] == cans


# ---------------------------------------------------------------- all pieces placed


@cites("HTR-51", "HTR-52")
def test_e9_must_place_while_pieces_are_left():
    scene = Scene().catwalks(WHITE, *SIX[:5]).dives(WHITE).dive("catwalk")
    assert scene.families() == {"catwalk"}
    assert scene.refused("lift", place="AB") == scene.refused("keep") == scene.refused("done") == "HTR-51"
    scene.build("FK").done()
    scene = Scene().catwalks(WHITE, *SIX).dives(WHITE).dive("catwalk")
    assert scene.choices("lift") == list(SIX)
    assert scene.families() == {"lift", "keep"}


@cites("HTR-51")
def test_a_shelter_in_reserve_must_be_placed_too():
    scene = Scene().shelters(WHITE, "AB").dives(WHITE).dive("shelter")
    assert scene.refused("lift", place="A") == scene.refused("keep") == "HTR-51"


@cites("HTR-52")
def test_without_a_piece_in_reserve_all_may_stay_in_place():
    scene = Scene().shelters(ORANGE, "ABC").dives(ORANGE).dive("shelter").play("keep")
    assert [scene.shelter_on(letter) for letter in "ABC"] == [ORANGE] * 3
    assert scene.families() == {"done"}


@cites("HTR-52")
def test_a_placed_catwalk_moves_to_another_free_gap():
    scene = Scene().catwalks(ORANGE, *SIX).dives(ORANGE).dive("catwalk").play("lift", place="FK")
    assert scene.choices("catwalk") == [gap for gap in GAP_NAMES if gap not in SIX]
    assert scene.refused("catwalk", gap="FK") == "HTR-52"
    assert scene.refused("catwalk", gap="AB") == "HTR-45"
    scene.build("NO")
    assert (scene.catwalk_on("FK"), scene.catwalk_on("NO"), scene.s.catwalks[ORANGE]) == (-1, ORANGE, 0)


@cites("HTR-52")
def test_only_own_pieces_of_the_chosen_kind_are_moved():
    scene = Scene().catwalks(ORANGE, *SIX).shelters(ORANGE, "ABC").catwalks(BROWN, "NO").dives(ORANGE).dive("catwalk")
    for place in ("NO", "GH", "A"):
        assert scene.refused("lift", place=place) == "HTR-52"


@cites("HTR-52")
def test_a_new_piece_is_not_built_without_one_in_reserve():
    scene = Scene().catwalks(ORANGE, *SIX).dives(ORANGE).dive("catwalk")
    assert scene.refused("catwalk", gap="NO") == "HTR-52"
    scene = Scene().shelters(ORANGE, "ABC").dives(ORANGE).dive("shelter")
    assert scene.refused("shelter", rooftop="O") == "HTR-52"


@cites("HTR-52")
def test_what_was_taken_up_must_be_put_down():
    scene = Scene().shelters(ORANGE, "ABC").dives(ORANGE).dive("shelter").play("lift", place="A")
    assert scene.refused("done") == scene.refused("keep") == scene.refused("lift", place="B") == "HTR-52"
    assert scene.refused("shelter", rooftop="A") == "HTR-52"
    assert scene.refused("shelter", rooftop="B") == "HTR-48"


@cites("HTR-52", "HTR-53", "HTR-50")
def test_e8_moving_the_last_shelter_from_under_an_opponents_cat():
    scene = Scene().shelters(BLUE, "NHB").cats(ORANGE, "sitting", "NA").cats(BROWN, "sitting", "OA").dives(BLUE)
    before = food_of_all(scene.dive("shelter"))
    scene.play("lift", place="N").play("shelter", rooftop="O")
    assert (scene.shelter_on("N"), scene.shelter_on("O")) == (-1, BLUE)
    assert (scene.where(ORANGE, "sitting"), scene.where(BROWN, "sitting")) == ("NA", "OA")
    assert food_of_all(scene) == before


@cites("HTR-53")
def test_a_patio_whose_shelter_was_taken_away_is_entered_free_of_charge():
    scene = Scene().food(ORANGE, 10).shelters(BLUE, "NHB").cats(ORANGE, "sitting", "IA").catwalks(ORANGE, "IN")
    scene.dives(BLUE).dive("shelter").play("lift", place="N").play("shelter", rooftop="D").done().house("ante")
    scene.dive("catwalk").build("AB")
    cans = scene.s.cans[ORANGE]
    assert scene.walk("sitting", "IN").s.cans[ORANGE] == cans


@cites("HTR-54")
def test_without_a_free_gap_there_is_nothing_to_do_but_take_the_cans():
    gaps = iter(GAP_NAMES)
    scene = Scene(deluxe_catwalks=True).earned(1, 1, 1, 1).food(ORANGE, 4).dumpsters(6, 1, 6, 4, 3)
    for seat, number in ((ORANGE, 5), (BROWN, 6), (WHITE, 6), (BLUE, 6)):
        scene.catwalks(seat, *(next(gaps) for _ in range(number)))
    for seat in (BROWN, WHITE, BLUE):
        scene.deluxe(seat, next(gaps))
    assert next(gaps, None) is None
    scene.dives(ORANGE).dive("catwalk")
    assert (scene.has(ORANGE), scene.legal()) == ((8, 0), ["done"])


@cites("HTR-54")
def test_in_the_base_game_there_is_always_a_free_place():
    assert len(GAP_NAMES) > 4 * 6
    assert len(LETTERS) > 4 * 3


# ---------------------------------------------------------------- home tiles


@cites("HTR-55")
@pytest.mark.parametrize(("dumpster", "homes"), [("home1", "JM"), ("home2", "CK"), ("home3", "AF")])
def test_a_pair_goes_to_the_two_homes_of_the_tile(dumpster, homes):
    scene = Scene().tile("home3", "AF").dives(BROWN).dive(dumpster)
    assert sorted(scene.where(BROWN, "sitting")) == list(homes)


@cites("HTR-56")
def test_e15_both_pairs_out():
    scene = Scene().cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "FN").dumpsters(9, 7, 1, 2, 3).dives(ORANGE)
    assert scene.choices("dive") == ["catwalk", "shelter"]
    assert scene.refused("dive", dumpster="home1") == "HTR-56"


@cites("HTR-56")
def test_one_pair_in_reserve_opens_the_home_dumpsters():
    scene = Scene().cats(ORANGE, "lying", "FN").dives(ORANGE)
    assert scene.choices("dive")[:3] == ["home1", "home2", "home3"]


@cites("HTR-57")
def test_the_sitting_pair_goes_first_and_then_the_lying_one():
    scene = Scene().dives(ORANGE).dive("home1")
    assert (scene.where(ORANGE, "sitting"), scene.where(ORANGE, "lying")) == ("JM", "")
    scene = Scene().cats(ORANGE, "sitting", "AD").dives(ORANGE).dive("home1")
    assert (scene.where(ORANGE, "sitting"), scene.where(ORANGE, "lying")) == ("AD", "JM")
    scene = Scene().cats(ORANGE, "lying", "AD").dives(ORANGE).dive("home1")
    assert (scene.where(ORANGE, "sitting"), scene.where(ORANGE, "lying")) == ("JM", "AD")


@cites("HTR-58", "HTR-74", "HTR-69")
def test_e14_home_tile_onto_a_shelter():
    scene = Scene().shelters(BLUE, "F").catwalks(ORANGE, "EF", "FK", "EK").tile("home1", "AF")
    scene.food(ORANGE, 10).food(BLUE, 10).dumpsters(1, 6, 6, 3, 3).dives(ORANGE).dive("home1").luck("LO")
    assert (scene.has(ORANGE), scene.has(BLUE)) == ((11, 0), (10, 0))
    assert scene.walk("sitting", "FE").has(ORANGE) == (11, 0)
    scene.done()
    for _ in range(3):
        scene.idle()
    scene.house("ante").dive("shelter").play("shelter", rooftop="O")
    cans = scene.s.cans[ORANGE]
    assert scene.walk("sitting", "EF").s.cans[ORANGE] == cans - 2


@cites("HTR-59")
def test_the_used_tile_is_replaced_at_its_dumpster_before_racing():
    scene = Scene().dives(ORANGE).dive("home2")
    assert scene.actor == LUCK
    ids, weights = REFEREE.chance(scene.state)
    assert (len(ids), set(weights)) == (47, {1})
    assert scene.luck("AO").tile_at("home2") == "AO"
    assert (scene.tile_at("home1"), scene.tile_at("home3")) == ("JM", "EG")
    assert scene.legal() == ["done"]


@cites("HTR-59")
def test_nobody_but_luck_draws_tiles():
    scene = Scene().dives(ORANGE)
    assert scene.refused("tile", homes="AO") == "HTR-59"
    assert scene.dive("home1").refused("tile", ORANGE, homes="AO") == "HTR-30"


@cites("HTR-60")
def test_used_and_open_tiles_never_return():
    scene = Scene().dives(ORANGE).dive("home1")
    for homes in ("JM", "CK", "EG"):
        assert scene.refused("tile", homes=homes) == "HTR-60"


@cites("HTR-60")
def test_everybody_sees_which_tiles_were_used():
    scene = Scene().dives(ORANGE).dive("home1").luck("AO").done().house("ante").dive("home1").luck("AN")
    assert (scene.used_tiles(ORANGE), scene.used_tiles(BROWN)) == ({"JM"}, {"AO"})


@cites("HTR-60")
@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 21)])
def test_the_tiles_never_run_out(players, most):
    joined, left = (12 if players == 3 else 14), 2 * players - 1
    assert joined + left == most
    assert most + 3 < len(TILE_NAMES)


@cites("HTR-61")
def test_any_number_of_cats_share_a_rooftop():
    scene = Scene().cats(BROWN, "sitting", "HA").cats(BROWN, "lying", "HF").cats(WHITE, "sitting", "HD")
    scene.cats(WHITE, "lying", "HO").cats(BLUE, "sitting", "HE").cats(ORANGE, "sitting", "BO").catwalks(ORANGE, "BH")
    scene.races(ORANGE).walk("sitting", "BH")
    assert scene.where(ORANGE, "sitting") == "HO"
    assert [scene.where(seat, "sitting")[0] for seat in (BROWN, WHITE, BLUE)] == ["H", "H", "H"]


@cites("HTR-51")
def test_a_lone_free_gap_leaves_no_choice_and_the_house_builds():
    gaps = iter(GAP_NAMES)
    scene = Scene(deluxe_catwalks=True).earned(1, 1, 1, 1)
    for seat, number in ((ORANGE, 4), (BROWN, 6), (WHITE, 6), (BLUE, 6)):
        scene.catwalks(seat, *(next(gaps) for _ in range(number)))
    for seat in (ORANGE, BROWN, WHITE):
        scene.deluxe(seat, next(gaps))
    lone = next(gaps)
    scene.dives(ORANGE).dive("catwalk")
    assert scene.actor == HOUSE
    assert scene.house("catwalk", gap=lone).catwalk_on(lone) == ORANGE
    assert scene.actor == ORANGE


@cites("HTR-52")
def test_a_lone_other_gap_leaves_no_choice_where_to_put_the_piece_down():
    gaps = iter(GAP_NAMES)
    scene = Scene(deluxe_catwalks=True).earned(1, 1, 1, 1)
    for seat, number in ((ORANGE, 6), (BROWN, 6), (WHITE, 6), (BLUE, 5)):
        scene.catwalks(seat, *(next(gaps) for _ in range(number)))
    scene.deluxe(ORANGE, next(gaps)).deluxe(BROWN, next(gaps))
    lone = next(gaps)
    scene.dives(ORANGE).dive("catwalk").play("lift", place="AB").house("catwalk", gap=lone)
    assert (scene.catwalk_on("AB"), scene.catwalk_on(lone)) == (-1, ORANGE)
