"""Hot Tin Roof: rooftop racing."""

from __future__ import annotations

import pytest

from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match, Saved
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, WHITE, Scene


def to_the_oscars(**options):
    """The rulebook's position: Orange's cats at the Kims and the Newmans, the Oscars between them."""
    scene = Scene(4, **options).food(ORANGE, 6).cats(ORANGE, "sitting", "KN")
    scene.catwalks(BROWN, "JK").catwalks(WHITE, "JO").catwalks(ORANGE, "NO").shelters(BLUE, "N").shelters(BROWN, "J")
    return scene.food(BROWN, 10).food(WHITE, 10).food(BLUE, 10)


# ---------------------------------------------------------------- the rulebook


@cites("HTR-68", "HTR-69", "HTR-70", "HTR-73", "HTR-74", "HTR-76", "HTR-15")
def test_e3_joining_at_the_oscars():
    scene = to_the_oscars().races(ORANGE)
    market = scene.s.market
    scene.walk("sitting", "KJ", "JO", "NO")
    assert [scene.has(seat) for seat in range(4)] == [(2, 1), (13, 0), (11, 0), (10, 0)]
    assert scene.where(ORANGE, "sitting") == ""
    assert scene.s.market == market - 1


@cites("HTR-69", "HTR-70", "HTR-76")
def test_e4_the_dearer_way():
    scene = to_the_oscars().races(ORANGE).walk("sitting", "KJ", "JO", "ON")
    assert [scene.has(seat) for seat in range(4)] == [(0, 1), (13, 0), (11, 0), (12, 0)]
    assert scene.where(ORANGE, "sitting") == ""


# ---------------------------------------------------------------- walking


@cites("HTR-62")
def test_any_own_cat_may_move_all_of_them_or_none():
    scene = Scene().cats(ORANGE, "sitting", "AN").cats(ORANGE, "lying", "DF").cats(BROWN, "sitting", "BO")
    scene.catwalks(ORANGE, "AB", "MN", "CD", "EF", "NO").races(ORANGE)
    assert scene.steps() == ["sitting AB", "sitting NM", "sitting NO", "lying DC", "lying FE"]
    scene.walk("sitting", "AB", "NM").walk("lying", "DC", "FE")
    assert (scene.where(ORANGE, "sitting"), scene.where(ORANGE, "lying")) == ("BM", "CE")


@cites("HTR-62")
def test_nobody_moves_the_cats_of_others():
    scene = Scene().cats(BROWN, "sitting", "BO").catwalks(ORANGE, "BC").races(ORANGE)
    assert scene.step_refused("sitting", "BC") == "HTR-62"
    assert scene.legal() == ["done"]


@cites("HTR-63")
def test_a_step_crosses_one_gap_with_a_catwalk_of_any_owner():
    scene = Scene().cats(ORANGE, "sitting", "HO").catwalks(ORANGE, "BH").catwalks(BROWN, "HI").catwalks(WHITE, "HM")
    scene.races(ORANGE)
    assert scene.steps() == ["sitting HB", "sitting HI", "sitting HM"]
    assert scene.step_refused("sitting", "HC") == "HTR-63"


@cites("HTR-14", "HTR-63")
def test_a_catwalk_is_crossed_in_both_directions():
    scene = Scene().catwalks(ORANGE, "BH").cats(ORANGE, "sitting", "BO").cats(ORANGE, "lying", "HF").races(ORANGE)
    assert scene.steps() == ["sitting BH", "lying HB"]


@cites("HTR-13", "HTR-65")
def test_a_cat_that_crosses_stands_on_the_patio_or_shelter_of_the_other_side():
    scene = Scene().food(ORANGE, 10).cats(ORANGE, "sitting", "BO").catwalks(ORANGE, "BH", "HI").shelters(BLUE, "I")
    scene.races(ORANGE).walk("sitting", "BH")
    assert scene.where(ORANGE, "sitting") == "HO"
    assert scene.walk("sitting", "HI").where(ORANGE, "sitting") == "IO"
    assert scene.has(ORANGE) == (8, 0)


@cites("HTR-64")
def test_a_cat_may_cross_any_number_of_catwalks():
    scene = Scene().food(ORANGE, 20).cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB", "BC", "CD", "DE", "EF", "FK")
    scene.catwalks(BROWN, "JK").races(ORANGE).walk("sitting", "AB", "BC", "CD", "DE", "EF", "FK", "KJ")
    assert scene.where(ORANGE, "sitting") == "JO"


@cites("HTR-65")
def test_a_turn_ends_with_every_cat_on_a_rooftop():
    scene = Scene().cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB").races(ORANGE).walk("sitting", "AB").done()
    assert scene.where(ORANGE, "sitting") == "BO"


@cites("HTR-66")
def test_a_cat_does_not_return_to_where_it_stood_in_this_racing():
    scene = Scene().cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB", "BG", "AG").races(ORANGE)
    scene.walk("sitting", "AB")
    assert scene.step_refused("sitting", "BA") == "HTR-66"
    assert scene.walk("sitting", "BG").step_refused("sitting", "GA") == "HTR-66"
    assert scene.legal() == ["done"]


@cites("HTR-66")
def test_the_other_cats_may_go_where_one_has_stood():
    scene = Scene().cats(ORANGE, "sitting", "AO").cats(ORANGE, "lying", "GO").catwalks(ORANGE, "AB", "AG").races(ORANGE)
    scene.walk("sitting", "AB").walk("lying", "GA")
    assert scene.where(ORANGE, "lying") == "AO"


@cites("HTR-66")
def test_the_next_turn_starts_with_a_clean_slate():
    scene = Scene(3).food(ORANGE, 20).cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB").races(ORANGE)
    scene.walk("sitting", "AB").done().idle().idle().house("ante").dive("shelter")
    scene.play("shelter", rooftop="O").walk("sitting", "BA")
    assert scene.where(ORANGE, "sitting") == "AO"


@cites("HTR-67")
def test_own_cats_move_alternately_step_by_step():
    scene = Scene().cats(ORANGE, "sitting", "AN").cats(ORANGE, "lying", "DF")
    scene.catwalks(ORANGE, "AB", "BC", "MN", "DE").races(ORANGE)
    scene.walk("sitting", "AB").walk("lying", "DE").walk("sitting", "NM", "BC")
    assert (scene.where(ORANGE, "sitting"), scene.where(ORANGE, "lying")) == ("CM", "EF")


# ---------------------------------------------------------------- tolls


@cites("HTR-68")
def test_each_crossing_of_an_opponents_catwalk_costs_a_can_again():
    scene = Scene().food(ORANGE, 10).food(BROWN, 10).cats(ORANGE, "sitting", "AO").cats(ORANGE, "lying", "AF")
    scene.catwalks(BROWN, "AB").races(ORANGE).walk("sitting", "AB").walk("lying", "AB")
    assert (scene.has(ORANGE), scene.has(BROWN)) == ((8, 0), (12, 0))


@cites("HTR-69")
def test_two_cats_entering_a_shelter_pay_twice():
    scene = Scene().food(ORANGE, 10).food(BROWN, 10).cats(ORANGE, "sitting", "AO").cats(ORANGE, "lying", "AF")
    scene.catwalks(ORANGE, "AB").shelters(BROWN, "B").races(ORANGE).walk("sitting", "AB").walk("lying", "AB")
    assert (scene.has(ORANGE), scene.has(BROWN)) == ((6, 0), (14, 0))


@cites("HTR-69", "HTR-68")
def test_tolls_are_paid_at_once_to_the_owner():
    scene = Scene().food(ORANGE, 10).food(BROWN, 10).food(WHITE, 10).cats(ORANGE, "sitting", "AO")
    scene.catwalks(BROWN, "AB").shelters(WHITE, "B").races(ORANGE).walk("sitting", "AB")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, WHITE)] == [(7, 0), (11, 0), (12, 0)]


@cites("HTR-70")
def test_e12_passing_a_shelter():
    scene = Scene().food(WHITE, 10).food(BLUE, 10).cats(WHITE, "sitting", "BO").catwalks(WHITE, "BH", "HM")
    scene.shelters(BLUE, "H").races(WHITE).walk("sitting", "BH", "HM")
    assert (scene.has(WHITE), scene.has(BLUE)) == ((8, 0), (12, 0))


@cites("HTR-71")
def test_e12_with_the_toll_for_stopping():
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).food(BLUE, 10).cats(WHITE, "sitting", "BO")
    scene.catwalks(WHITE, "BH", "HM").shelters(BLUE, "H").races(WHITE).walk("sitting", "BH", "HM").done()
    assert (scene.has(WHITE), scene.has(BLUE)) == ((10, 0), (10, 0))


@cites("HTR-71")
def test_stopping_on_a_shelter_is_paid_at_the_end_of_racing():
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).food(BLUE, 10).cats(WHITE, "sitting", "BO")
    scene.catwalks(WHITE, "BH").shelters(BLUE, "H").races(WHITE).walk("sitting", "BH")
    assert (scene.has(WHITE), scene.has(BLUE)) == ((10, 0), (10, 0))
    scene.done()
    assert (scene.has(WHITE), scene.has(BLUE)) == ((8, 0), (12, 0))


@cites("HTR-71")
def test_each_cat_that_stops_on_a_shelter_pays():
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).cats(WHITE, "sitting", "BO").cats(WHITE, "lying", "BF")
    scene.catwalks(WHITE, "BH").shelters(BLUE, "H").races(WHITE).walk("sitting", "BH").walk("lying", "BH").done()
    assert scene.has(WHITE) == (6, 0)


@cites("HTR-71", "HTR-74")
def test_a_cat_that_stood_on_a_shelter_all_the_time_pays_nothing():
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).cats(WHITE, "sitting", "HO").shelters(BLUE, "H")
    assert scene.races(WHITE).done().has(WHITE) == (10, 0)


@cites("HTR-71")
@pytest.mark.parametrize(
    ("homes", "ways", "paid"),
    [
        ("AH", ("AB", "BH"), 2),  # the other cat stood there already
        ("AM", ("AB", "BH", "MH"), 4),  # both walk there
        ("AM", ("AB", "BH", "HM"), 0),  # the shelter is only passed
    ],
)
def test_at_a_meeting_each_of_the_two_that_came_there_pays(homes, ways, paid):
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).food(BLUE, 10).cats(WHITE, "sitting", homes)
    scene.catwalks(WHITE, "AB", "BH", "HM").shelters(BLUE, "H").races(WHITE).walk("sitting", *ways)
    assert (scene.has(WHITE), scene.has(BLUE)) == ((10 - paid, 1), (10 + paid, 0))


@cites("HTR-72")
def test_a_step_must_leave_the_end_of_racing_payable():
    scene = Scene(shelter_toll="stopping").food(WHITE, 3).cats(WHITE, "sitting", "BO").cats(WHITE, "lying", "BF")
    scene.catwalks(WHITE, "BH").catwalks(BROWN, "BC").shelters(BLUE, "HC").races(WHITE).walk("sitting", "BH")
    assert scene.step_refused("lying", "BH") == "HTR-72"
    assert scene.step_refused("lying", "BC") == "HTR-72"
    assert scene.done().has(WHITE) == (1, 0)


@cites("HTR-72")
@pytest.mark.parametrize(("cans", "legal"), [(3, False), (4, True)])
def test_what_the_other_cat_of_the_pair_will_owe_counts_too(cans, legal):
    scene = Scene(shelter_toll="stopping").food(WHITE, cans).cats(WHITE, "sitting", "BE").catwalks(WHITE, "BH", "EK")
    scene.shelters(BLUE, "HK").races(WHITE).walk("sitting", "BH")
    assert ("sitting EK" in scene.steps()) == legal


@cites("HTR-72")
def test_a_shelter_is_passed_without_cans_only_if_one_could_stop_there():
    scene = Scene(shelter_toll="stopping").food(WHITE, 1).cats(WHITE, "sitting", "BO").catwalks(WHITE, "BH", "HM")
    assert scene.shelters(BLUE, "H").races(WHITE).step_refused("sitting", "BH") == "HTR-72"


@cites("HTR-72", "HTR-71")
def test_a_meeting_is_paid_before_its_fish_is_taken():
    scene = Scene(shelter_toll="stopping").food(WHITE, 1).cats(WHITE, "sitting", "BH").catwalks(WHITE, "BH")
    assert scene.shelters(BLUE, "H").races(WHITE).step_refused("sitting", "BH") == "HTR-75"


@cites("HTR-72", "HTR-78")
def test_a_fish_just_won_pays_for_the_other_pair_that_stands_on_shelters():
    scene = Scene(shelter_toll="stopping").food(WHITE, 4).cats(WHITE, "sitting", "AB").cats(WHITE, "lying", "CM")
    scene.catwalks(WHITE, "CH", "HM").catwalks(BROWN, "AB").shelters(BLUE, "H").races(WHITE)
    scene.walk("lying", "CH").walk("sitting", "AB").done()
    assert scene.has(WHITE) == (1, 1)


@cites("HTR-73")
def test_own_catwalks_and_shelters_are_free():
    scene = Scene().food(ORANGE, 0).cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB").shelters(ORANGE, "B")
    assert scene.races(ORANGE).walk("sitting", "AB").has(ORANGE) == (0, 0)


@cites("HTR-74")
def test_leaving_a_shelter_is_free():
    scene = Scene().food(ORANGE, 0).cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB").shelters(BLUE, "A")
    assert scene.races(ORANGE).walk("sitting", "AB").has(ORANGE) == (0, 0)


@cites("HTR-75", "HTR-78")
def test_e13_unaffordable_step_then_a_fish():
    scene = Scene().food(BROWN, 2).food(WHITE, 10).cats(BROWN, "lying", "IF").cats(BROWN, "sitting", "HM")
    scene.catwalks(WHITE, "CI", "IN").shelters(WHITE, "C").catwalks(BROWN, "HM").races(BROWN)
    assert scene.step_refused("lying", "IC") == "HTR-75"
    assert "lying IN" in scene.steps()
    assert scene.walk("sitting", "HM").has(BROWN) == (2, 1)
    scene.walk("lying", "IC")
    assert (scene.has(BROWN), scene.has(WHITE)) == ((9, 0), (13, 0))


@cites("HTR-75")
@pytest.mark.parametrize(("cans", "fish", "legal"), [(2, 0, False), (3, 0, True), (0, 1, True)])
def test_catwalk_and_shelter_together_must_be_payable(cans, fish, legal):
    scene = Scene().food(ORANGE, cans, fish).cats(ORANGE, "sitting", "AO").catwalks(BROWN, "AB").shelters(BLUE, "B")
    assert (scene.races(ORANGE).steps() == ["sitting AB"]) == legal


@cites("HTR-69", "HTR-70", "HTR-76")
@pytest.mark.parametrize(
    ("ways", "paid"),
    [(("KJ", "NO", "OJ"), 2), (("KJ", "JO", "NO"), 4), (("KJ", "JO", "ON"), 4), (("NO", "OJ", "JK"), 4)],
)
def test_e11_where_to_meet(ways, paid):
    scene = Scene().food(ORANGE, 20).cats(ORANGE, "sitting", "KN").catwalks(ORANGE, "JK", "JO", "NO")
    scene.shelters(BLUE, "KN").shelters(BROWN, "O").races(ORANGE).walk("sitting", *ways)
    assert scene.has(ORANGE) == (20 - paid, 1)


# ---------------------------------------------------------------- meeting


@cites("HTR-76", "HTR-77")
def test_a_pair_that_meets_goes_back_and_earns_a_fish_of_the_market():
    scene = Scene(3).cats(ORANGE, "sitting", "AB").catwalks(ORANGE, "AB").races(ORANGE)
    market, stock = scene.s.market, scene.s.stock
    scene.walk("sitting", "AB")
    assert (scene.where(ORANGE, "sitting"), scene.s.fish[ORANGE], scene.s.earned[ORANGE]) == ("", 1, 1)
    assert (scene.s.market, scene.s.stock) == (market - 1, stock)


@cites("HTR-78")
def test_a_fish_just_won_pays_for_later_steps():
    scene = Scene().food(ORANGE, 0).cats(ORANGE, "sitting", "AB").cats(ORANGE, "lying", "CF").catwalks(ORANGE, "AB")
    scene.catwalks(BROWN, "CD").races(ORANGE)
    assert scene.step_refused("lying", "CD") == "HTR-75"
    assert scene.walk("sitting", "AB").walk("lying", "CD").has(ORANGE) == (9, 0)


@cites("HTR-79", "HTR-80")
def test_e10_meeting_in_passing():
    scene = Scene().cats(WHITE, "sitting", "AC").cats(WHITE, "lying", "BF").catwalks(WHITE, "AB", "BC", "CD")
    scene.races(WHITE).walk("sitting", "AB")
    assert scene.where(WHITE, "sitting") == "BC"
    scene.walk("sitting", "BC")
    assert (scene.where(WHITE, "sitting"), scene.s.fish[WHITE]) == ("", 1)
    assert scene.step_refused("sitting", "CD") == "HTR-62"


@cites("HTR-80")
def test_cats_of_another_colour_or_shape_do_not_meet():
    scene = Scene().cats(WHITE, "sitting", "AF").cats(WHITE, "lying", "BF").cats(BROWN, "sitting", "BO")
    scene.catwalks(WHITE, "AB").races(WHITE).walk("sitting", "AB")
    assert (scene.where(WHITE, "sitting"), scene.where(WHITE, "lying")) == ("BF", "BF")
    assert (scene.where(BROWN, "sitting"), scene.s.fish[WHITE]) == ("BO", 0)


@cites("HTR-81")
def test_a_pair_that_met_is_placed_again_from_the_next_own_turn_on():
    scene = Scene(3).food(ORANGE, 20).cats(ORANGE, "sitting", "AB").cats(ORANGE, "lying", "DN").catwalks(ORANGE, "AB")
    scene.races(ORANGE).walk("sitting", "AB")
    assert scene.refused("dive", dumpster="home1") == "HTR-42"
    scene.done().idle().idle().house("ante").dive("home1")
    assert scene.where(ORANGE, "sitting") == "JM"


@cites("HTR-83")
def test_the_turn_ends_only_when_the_player_says_so():
    scene = Scene().races(ORANGE)
    assert (scene.legal(), scene.actor) == (["done"], ORANGE)
    assert scene.done().s.turn == BROWN


# ---------------------------------------------------------------- taking back


def match_in_racing(dumpster, *then):
    """A real match whose first player has dived."""
    match = Match(GAME, 4, {"first_player": "orange"}, luck=SwiftLuck(seed=3, game=1))
    match.advance()
    for move in (MOVES.dive(dumpster=dumpster), *then):
        match.play(0, move)
        match.advance()
    return match


def match_from(scene):
    """A match that goes on from an arranged position."""
    match = Match(GAME, scene.s.seats)
    match.restore(Saved(b"", 2 * scene.state.tobytes()))
    return match


@cites("HTR-82")
def test_a_catwalk_dive_can_be_taken_back_until_the_turn_is_done():
    match = match_in_racing("catwalk", MOVES.catwalk(gap="AB"))
    assert match.undo_floor(0) == match.ply - 2
    before = match.state(match.ply - 2)
    match.undo_to(match.undo_floor(0))
    assert match.state().tobytes() == before.tobytes()
    assert [MOVES.read(move).name for move in match.legal(0)] == ["dive"] * 5


@cites("HTR-82")
def test_the_ante_and_a_drawn_tile_stay():
    match = match_in_racing("home1")
    assert match.undo_floor(0) == match.ply
    match = match_in_racing("shelter", MOVES.shelter(rooftop="A"))
    match.undo_to(match.undo_floor(0))
    assert match.state()["dumpster"][0].tolist() == [5, 5, 5, 2, 2]


@cites("HTR-82", "HTR-83")
def test_a_turn_that_is_done_stays_done():
    match = match_in_racing("catwalk", MOVES.catwalk(gap="AB"), MOVES.done())
    assert match.undo_floor(0) == match.ply


@cites("HTR-82")
def test_steps_tolls_and_meetings_can_be_taken_back():
    scene = to_the_oscars().races(ORANGE)
    before = scene.state.tobytes()
    match = match_from(scene)
    for way in ("KJ", "JO", "NO"):
        match.play(ORANGE, MOVES.step(shape="sitting", way=way))
    assert match.score()[ORANGE] == 12
    assert match.undo_floor(ORANGE) == 0
    match.undo_to(0)
    assert match.state().tobytes() == before


@cites("HTR-82", "HTR-84")
def test_the_step_that_takes_the_last_fish_can_be_taken_back_until_the_game_is_ended():
    scene = to_the_oscars().market(1).races(ORANGE)
    match = match_from(scene)
    for way in ("KJ", "JO", "NO"):
        match.play(ORANGE, MOVES.step(shape="sitting", way=way))
    assert [MOVES.read(move).name for move in match.legal(ORANGE)] == ["done"]
    assert match.undo_floor(ORANGE) == 0
    match.play(ORANGE, MOVES.done())
    assert match.undo_floor(ORANGE) == match.ply
