"""Hot Tin Roof: the expansion Deluxe Catwalks."""

from __future__ import annotations

import pytest

from tabbytop.games.hot_tin_roof.board import GAP_NAMES
from tabbytop.games.hot_tin_roof.components import BOX
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, WHITE, Scene

SIX = ("AB", "BC", "CD", "DE", "EF", "FK")


def table(*earned, **options):
    """A table with the expansion at which these fish were earned, by seat."""
    return Scene(len(earned), deluxe_catwalks=True, **options).earned(*earned)


# ---------------------------------------------------------------- set-up


@cites("DLX-01")
def test_everything_else_is_the_base_game():
    scene, base = Scene.before_play(deluxe_catwalks=True), Scene.before_play()
    assert scene.s.deluxe == 1
    scene.s.deluxe = 0
    assert scene.state.tobytes() == base.state.tobytes()


@cites("DLX-02")
def test_without_the_expansion_there_are_no_deluxe_catwalks():
    scene = Scene().earned(1, 1, 1, 1).dives(ORANGE).dive("catwalk")
    assert scene.families() == {"catwalk"}
    assert scene.refused("deluxe", gap="AB") == "DLX-02"


@cites("DLX-03")
def test_everybody_has_one_deluxe_catwalk_besides_the_six_regular_ones():
    assert (BOX.deluxe.deluxe_catwalks, BOX.deluxe.per_player) == (4, 1)
    scene = table(1, 1, 1, 1).dives(ORANGE).dive("catwalk").play("deluxe", gap="AB")
    assert (scene.s.catwalks[ORANGE], scene.catwalk_on("AB")) == (6, ORANGE)


@cites("DLX-03")
def test_there_is_no_second_deluxe_catwalk():
    scene = table(1, 1, 1, 1).deluxe(ORANGE, "AB").dives(ORANGE).dive("catwalk")
    assert scene.families() == {"catwalk"}
    assert scene.refused("deluxe", gap="BC") == "DLX-03"


# ---------------------------------------------------------------- unlocking


@cites("DLX-04")
def test_dlx_e1_locked():
    scene = table(2, 1, 0).dives(ORANGE).dive("catwalk")
    assert scene.families() == {"catwalk"}
    assert scene.refused("deluxe", gap="AB") == "DLX-04"


@cites("DLX-04", "DLX-07")
def test_dlx_e2_unlocking():
    scene = table(2, 1, 0).food(WHITE, 10).cats(WHITE, "sitting", "AB").catwalks(WHITE, "AB").races(WHITE)
    scene.walk("sitting", "AB")
    assert scene.refused("deluxe", gap="CD") == "DLX-08"
    scene.done().house("ante").dive("catwalk")
    assert scene.play("deluxe", gap="CD").catwalk_on("CD") == ORANGE
    scene.done().idle().house("ante").dive("catwalk")
    assert scene.actor == WHITE
    assert scene.families() == {"catwalk", "deluxe"}


@cites("DLX-05")
def test_dlx_e3_broken_fish_still_counts():
    scene = table(1, 1, 1).food(ORANGE, 10, 1).food(BROWN, 15).food(WHITE, 10, 1).dives(ORANGE).dive("catwalk")
    assert scene.s.fish[BROWN] == 0
    assert "deluxe" in scene.families()


@cites("DLX-05")
def test_a_bought_fish_does_not_count():
    scene = table(1, 0, 1, manual_exchange=True).food(ORANGE, 10, 1).food(WHITE, 10, 1).food(BROWN, 20).dives(BROWN)
    scene.play("buy_fish").dive("catwalk")
    assert scene.s.fish[BROWN] == 1
    assert scene.refused("deluxe", gap="AB") == "DLX-04"


@cites("DLX-06")
def test_the_condition_stays_met_to_the_end():
    scene = table(1, 1, 1).food(ORANGE, 0, 1).food(BROWN, 10, 1).food(WHITE, 10, 1).starts(ORANGE).house("ante")
    assert scene.s.fish[ORANGE] == 0
    assert "deluxe" in scene.dive("catwalk").families()


# ---------------------------------------------------------------- placing


@cites("DLX-08")
def test_the_deluxe_catwalk_goes_on_any_free_gap_instead_of_a_regular_one():
    scene = table(1, 1, 1, 1).catwalks(BROWN, "AB").dives(ORANGE).dive("catwalk")
    assert scene.choices("deluxe") == scene.choices("catwalk") == [gap for gap in GAP_NAMES if gap != "AB"]
    scene.play("deluxe", gap="HI")
    assert (scene.catwalk_on("HI"), scene.families()) == (ORANGE, {"done"})


@cites("DLX-08")
def test_the_deluxe_catwalk_is_built_in_a_catwalk_action_only():
    scene = table(1, 1, 1, 1).dives(ORANGE)
    assert scene.refused("deluxe", gap="AB") == "DLX-08"
    assert scene.dive("shelter").refused("deluxe", gap="AB") == "DLX-08"


@cites("DLX-09")
@pytest.mark.parametrize("owner", [ORANGE, BROWN])
def test_a_deluxe_catwalk_is_not_laid_over_another(owner):
    scene = table(1, 1, 1, 1).catwalks(owner, "AB").dives(ORANGE).dive("catwalk")
    assert scene.refused("deluxe", gap="AB") == "DLX-09"


@cites("DLX-09")
def test_nothing_is_laid_over_a_deluxe_catwalk():
    scene = table(1, 1, 1, 1).deluxe(BROWN, "AB").dives(ORANGE).dive("catwalk")
    assert scene.refused("catwalk", gap="AB") == "HTR-45"
    assert scene.refused("deluxe", gap="AB") == "DLX-09"


@cites("DLX-10")
def test_dlx_e7_base_placement_duty():
    scene = table(1, 1, 1, 1).catwalks(ORANGE, *SIX[:4]).dives(ORANGE).dive("catwalk")
    assert scene.families() == {"catwalk", "deluxe"}
    assert scene.refused("keep") == scene.refused("lift", place="AB") == "HTR-51"


@cites("DLX-11")
def test_dlx_e5_all_regular_pieces_out():
    scene = table(1, 1, 1, 1).catwalks(ORANGE, *SIX).dives(ORANGE).dive("catwalk")
    assert scene.families() == {"deluxe", "lift", "keep"}
    assert scene.choices("deluxe") == [gap for gap in GAP_NAMES if gap not in SIX]
    assert scene.choices("lift") == list(SIX)
    assert scene.play("deluxe", gap="NO").catwalk_on("NO") == ORANGE


@cites("DLX-12")
def test_dlx_e5_a_locked_deluxe_catwalk_is_no_piece_in_reserve():
    scene = table(1, 1, 0, 1).catwalks(ORANGE, *SIX).dives(ORANGE).dive("catwalk")
    assert scene.families() == {"lift", "keep"}


@cites("DLX-11")
def test_a_lifted_catwalk_must_be_put_down_before_anything_else():
    scene = table(1, 1, 1, 1).catwalks(ORANGE, *SIX).dives(ORANGE).dive("catwalk").play("lift", place="AB")
    assert scene.families() == {"catwalk"}
    assert scene.refused("deluxe", gap="NO") == "DLX-08"


@cites("DLX-13", "DLX-15")
def test_a_placed_deluxe_catwalk_moves_like_a_regular_one_and_stays_deluxe():
    scene = table(1, 1, 1).food(BROWN, 10, 1).food(ORANGE, 10, 1).catwalks(ORANGE, *SIX).deluxe(ORANGE, "NO")
    scene.cats(BROWN, "sitting", "HA").dives(ORANGE).dive("catwalk")
    assert scene.choices("lift") == [*SIX, "NO"]
    scene.play("lift", place="NO").build("HI").done().house("ante").dive("catwalk").build("JO")
    assert (scene.catwalk_on("NO"), scene.catwalk_on("HI")) == (-1, ORANGE)
    cans = scene.s.cans[BROWN]
    assert scene.walk("sitting", "HI").s.cans[BROWN] == cans - 2


@cites("DLX-13")
def test_moving_a_regular_catwalk_leaves_the_deluxe_one_where_it_is():
    scene = table(1, 1, 1).catwalks(ORANGE, *SIX).deluxe(ORANGE, "NO").dives(ORANGE).dive("catwalk")
    scene.play("lift", place="AB").build("HI")
    assert (scene.catwalk_on("HI"), scene.s.deluxe_at[ORANGE]) == (ORANGE, GAP_NAMES.index("NO"))


@cites("DLX-14")
@pytest.mark.parametrize("in_reserve", [0, 1])
def test_dlx_e6_full_board(in_reserve):
    gaps = iter(GAP_NAMES)
    scene = table(1, 1, 1, 1).food(ORANGE, 4).dumpsters(6, 1, 6, 4, 3)
    for seat, number in ((ORANGE, 6 - in_reserve), (BROWN, 6), (WHITE, 6), (BLUE, 5 + in_reserve)):
        scene.catwalks(seat, *(next(gaps) for _ in range(number)))
    for seat in (BROWN, WHITE, BLUE):
        scene.deluxe(seat, next(gaps))
    assert next(gaps, None) is None
    scene.dives(ORANGE).dive("catwalk")
    assert (scene.has(ORANGE), scene.families()) == ((8, 0), {"done"})


# ---------------------------------------------------------------- tolls


@cites("DLX-15")
def test_dlx_e4_toll():
    scene = table(1, 1, 1, 1).food(ORANGE, 10).food(BROWN, 10).food(BLUE, 10).cats(ORANGE, "sitting", "EA")
    scene.deluxe(BLUE, "EK").shelters(BROWN, "K").races(ORANGE).walk("sitting", "EK")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, BLUE)] == [(6, 0), (12, 0), (12, 0)]
    scene = table(1, 1, 1, 1).food(ORANGE, 3).cats(ORANGE, "sitting", "EA").deluxe(BLUE, "EK").shelters(BROWN, "K")
    assert scene.races(ORANGE).step_refused("sitting", "EK") == "HTR-75"


@cites("DLX-15")
def test_every_crossing_costs_two_and_the_other_catwalks_of_the_owner_one():
    scene = table(1, 1, 1, 1).food(ORANGE, 10).cats(ORANGE, "sitting", "EA").cats(ORANGE, "lying", "EA")
    scene.deluxe(BLUE, "EK").catwalks(BLUE, "FK").races(ORANGE).walk("sitting", "EK").walk("lying", "EK", "KF")
    assert scene.has(ORANGE) == (5, 0)


@cites("DLX-16")
def test_the_owner_crosses_free_of_charge():
    scene = table(1, 1, 1, 1).food(BLUE, 0).cats(BLUE, "sitting", "EA").deluxe(BLUE, "EK").races(BLUE)
    assert scene.walk("sitting", "EK").has(BLUE) == (0, 0)


@cites("DLX-17")
@pytest.mark.parametrize("way", ["join_cheapest", "steps"])
def test_the_toll_of_two_holds_in_the_settlement(way):
    scene = table(4, 4, 3, 3).food(ORANGE, 20).food(BLUE, 10).cats(ORANGE, "sitting", "EF").deluxe(BLUE, "EK")
    scene.catwalks(ORANGE, "FK", "DE").settles(ORANGE)
    if way == "steps":
        scene.play("join", shape="sitting").walk("sitting", "EK", "KF").done()
    else:
        scene.play("join_cheapest", shape="sitting")
    assert (scene.has(ORANGE), scene.has(BLUE)) == ((18, 0), (12, 0))


@cites("DLX-17")
def test_the_cheapest_route_goes_round_a_deluxe_catwalk():
    scene = table(4, 4, 3, 3).food(ORANGE, 20).food(BLUE, 10).food(BROWN, 10).cats(ORANGE, "sitting", "EK")
    scene.deluxe(BLUE, "EK").catwalks(ORANGE, "EF").catwalks(BROWN, "FK").settles(ORANGE)
    scene.play("join_cheapest", shape="sitting")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, BLUE)] == [(19, 0), (11, 0), (10, 0)]


@cites("DLX-18")
def test_a_deluxe_catwalk_in_reserve_is_worth_nothing_and_costs_nothing():
    placed = table(4, 4, 3, 3).food(ORANGE, 20).food(BROWN, 20).deluxe(ORANGE, "AB").settles(BLUE)
    assert placed.scores()[:2] == [20, 20]
