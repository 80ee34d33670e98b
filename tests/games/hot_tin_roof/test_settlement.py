"""Hot Tin Roof: the last fish, the settlement, scores and ties."""

from __future__ import annotations

import numpy as np
import pytest

from tabbytop.engine.seats import HOUSE, OVER
from tabbytop.games.hot_tin_roof import facts, words
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.invariants import first_cans
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, WHITE, Scene


def scored(trigger, *food, **options):
    """A finished game in which nobody had a pair left, with these amounts of food by seat."""
    scene = Scene(len(food), **options)
    for seat, cans in enumerate(food):
        scene.food(seat, cans)
    return scene.settles(trigger)


# ---------------------------------------------------------------- the end


@cites("HTR-84", "HTR-85", "HTR-86", "HTR-89", "HTR-34")
def test_e16_the_last_fish_in_mid_movement():
    scene = Scene(4).food(ORANGE, 6, 3).market(1).cats(ORANGE, "sitting", "KN").cats(ORANGE, "lying", "AD")
    scene.catwalks(BROWN, "JK", "AB", "BC").catwalks(WHITE, "JO").catwalks(ORANGE, "NO")
    scene.shelters(BLUE, "N").shelters(BROWN, "J").races(ORANGE).walk("sitting", "KJ", "JO", "NO")
    assert (scene.has(ORANGE), scene.s.market) == ((2, 4), 0)
    assert scene.step_refused("lying", "AB") == "HTR-84"
    assert scene.legal() == ["done"]
    scene.done().house("bank", shape="lying")
    assert scene.has(ORANGE) == (7, 2)
    assert scene.scores()[ORANGE] == 27
    assert scene.actor == OVER


@cites("HTR-84")
def test_the_rest_of_the_turn_is_lost():
    scene = Scene(4).market(1).cats(ORANGE, "sitting", "AB").cats(ORANGE, "lying", "CD").catwalks(ORANGE, "AB", "CD")
    scene.races(ORANGE).walk("sitting", "AB")
    assert scene.step_refused("lying", "CD") == "HTR-84"
    assert scene.refused("dive", dumpster="catwalk") == scene.refused("catwalk", gap="EF") == "HTR-84"


@cites("HTR-84")
def test_the_game_goes_on_while_the_market_has_a_fish():
    scene = Scene(4).market(2).cats(ORANGE, "sitting", "AB").catwalks(ORANGE, "AB").races(ORANGE)
    assert scene.walk("sitting", "AB").done().s.turn == BROWN


@cites("HTR-84", "HTR-71")
def test_with_tolls_for_stopping_those_due_at_the_end_are_still_paid():
    scene = Scene(4, shelter_toll="stopping").market(1).food(ORANGE, 10).food(BLUE, 10)
    scene.cats(ORANGE, "sitting", "AB").cats(ORANGE, "lying", "CO").catwalks(ORANGE, "AB", "CH").shelters(BLUE, "H")
    scene.races(ORANGE).walk("lying", "CH").walk("sitting", "AB")
    assert scene.has(ORANGE) == (10, 1)
    scene.done()
    assert (scene.has(ORANGE)[0] + 10 * scene.has(ORANGE)[1], scene.has(BLUE)) == (18, (12, 0))


@cites("HTR-85")
def test_each_pair_on_the_board_is_paid_for_or_joined():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AC").cats(ORANGE, "lying", "DE")
    scene.catwalks(ORANGE, "AB", "BC", "DE").settles(ORANGE)
    assert scene.choices("bank") == scene.choices("join") == scene.choices("join_cheapest") == ["sitting", "lying"]
    scene.play("bank", shape="lying")
    assert scene.choices("bank") == scene.choices("join") == ["sitting"]
    assert scene.play("join_cheapest", shape="sitting").actor == OVER


@cites("HTR-85")
def test_a_pair_in_reserve_costs_nothing():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "lying", "DE").catwalks(ORANGE, "DE").settles(ORANGE)
    assert scene.refused("bank", shape="sitting") == scene.refused("join", shape="sitting") == "HTR-85"
    scene = scored(ORANGE, 40, 20, 30, 10)
    assert (scene.actor, scene.scores()) == (OVER, [40, 20, 30, 10])


@cites("HTR-85")
def test_nothing_is_settled_before_the_end_and_nobody_is_done_before_everything_is():
    scene = Scene(4).cats(ORANGE, "lying", "DE").catwalks(ORANGE, "DE").races(ORANGE)
    assert scene.refused("bank", shape="lying") == scene.refused("join", shape="lying") == "HTR-85"
    scene = Scene(4).cats(ORANGE, "lying", "DE").catwalks(ORANGE, "DE").settles(ORANGE)
    assert scene.refused("done") == scene.step_refused("lying", "DE") == "HTR-85"


@cites("HTR-86")
def test_the_bank_takes_15_cans_for_a_pair():
    scene = Scene(4).food(ORANGE, 40).food(BROWN, 10).cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "DN")
    scene.settles(ORANGE).play("bank", shape="lying")
    assert (scene.has(ORANGE), scene.has(BROWN)) == ((25, 0), (10, 0))
    assert scene.house("bank", shape="sitting").has(ORANGE) == (10, 0)


@cites("HTR-87", "HTR-88")
def test_a_pair_is_joined_step_by_step_for_its_tolls_and_without_reward():
    scene = Scene(4).food(ORANGE, 40).food(BROWN, 10).food(BLUE, 10).cats(ORANGE, "sitting", "AD")
    scene.catwalks(BROWN, "AB", "BC").catwalks(ORANGE, "CD", "DE", "DJ").shelters(BLUE, "C").settles(ORANGE)
    scene.play("join", shape="sitting").walk("sitting", "DC", "AB", "BC")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, BLUE)] == [(34, 0), (12, 0), (14, 0)]
    assert (scene.where(ORANGE, "sitting"), scene.s.market, scene.s.earned[ORANGE]) == ("", 0, 0)
    assert scene.legal() == ["done"]
    assert scene.done().actor == OVER


@cites("HTR-87")
def test_a_joining_once_begun_is_finished():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB", "BC", "CD").settles(ORANGE)
    scene.play("join", shape="sitting")
    assert scene.refused("bank", shape="sitting") == scene.refused("done") == "HTR-87"


@cites("HTR-87")
def test_a_step_must_leave_the_pair_joinable():
    """From D the way to E leads nowhere, since no cat comes back; it is open only while the other one can follow."""
    scene = Scene(4).food(ORANGE, 3).cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB", "BC", "CD", "DE")
    scene.settles(ORANGE).play("join", shape="sitting")
    assert scene.steps() == ["sitting AB", "sitting DC"]
    assert scene.step_refused("sitting", "DE") == "HTR-87"
    scene = (
        Scene(4).food(ORANGE, 4).cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB", "BC", "CD").catwalks(BLUE, "DE")
    )
    assert scene.settles(ORANGE).play("join", shape="sitting").steps() == ["sitting AB", "sitting DC"]
    scene = (
        Scene(4).food(ORANGE, 5).cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB", "BC", "CD").catwalks(BLUE, "DE")
    )
    assert "sitting DE" in scene.settles(ORANGE).play("join", shape="sitting").steps()


@cites("HTR-87", "HTR-68", "HTR-69", "HTR-73")
def test_join_cheapest_walks_the_cheapest_route():
    """Over B and C it costs 3 cans, over G and H 2, over G and L 4."""
    scene = Scene(4).food(ORANGE, 40).food(BROWN, 10).food(WHITE, 10).cats(ORANGE, "sitting", "AM")
    scene.catwalks(BROWN, "AB", "BC", "CI", "IM").catwalks(ORANGE, "AG", "GH", "GL", "LM").catwalks(WHITE, "HM")
    scene.shelters(WHITE, "L").shelters(BROWN, "G").settles(ORANGE).play("join_cheapest", shape="sitting")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, WHITE)] == [(37, 0), (12, 0), (11, 0)]
    assert (scene.where(ORANGE, "sitting"), scene.actor) == ("", OVER)


@cites("HTR-87")
def test_of_equally_cheap_routes_the_shorter_one_is_taken():
    """B-C-H and B-H both cost one can."""
    scene = Scene(4).food(ORANGE, 40).food(BROWN, 10).food(WHITE, 10).cats(ORANGE, "sitting", "BH")
    scene.catwalks(ORANGE, "BC").catwalks(BROWN, "CH").catwalks(WHITE, "BH").settles(ORANGE)
    scene.play("join_cheapest", shape="sitting")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, WHITE)] == [(39, 0), (10, 0), (11, 0)]


@cites("HTR-87")
def test_of_equally_short_routes_the_first_by_its_letters_is_taken():
    """From G to C over B or over H, one can each; B comes first in the alphabet, read from the earlier rooftop C."""
    scene = Scene(4).food(ORANGE, 40).food(BROWN, 10).food(WHITE, 10).cats(ORANGE, "sitting", "GC")
    scene.catwalks(WHITE, "GH").catwalks(ORANGE, "CH", "BG").catwalks(BROWN, "BC").settles(ORANGE)
    scene.play("join_cheapest", shape="sitting")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, WHITE)] == [(39, 0), (11, 0), (10, 0)]


@cites("HTR-87")
def test_the_cats_meet_on_the_first_rooftop_of_the_route_that_costs_least():
    """Meeting on A or B would enter a shelter more."""
    scene = Scene(4).food(ORANGE, 40).food(BLUE, 10).food(BROWN, 10).cats(ORANGE, "sitting", "AD")
    scene.catwalks(ORANGE, "AB", "BC", "CD").shelters(BLUE, "AB").shelters(BROWN, "D").settles(ORANGE)
    scene.play("join_cheapest", shape="sitting")
    assert [scene.has(seat) for seat in (ORANGE, BROWN, BLUE)] == [(38, 0), (10, 0), (12, 0)]


@cites("HTR-87")
def test_a_detour_to_a_bare_meeting_place_can_be_the_cheapest_route():
    """A and B are neighbours, but both are sheltered; on G nobody pays."""
    scene = Scene(4).food(ORANGE, 40).food(BLUE, 10).cats(ORANGE, "sitting", "AB")
    scene.catwalks(ORANGE, "AB", "AG", "BG").shelters(BLUE, "AB").settles(ORANGE)
    assert scene.play("join_cheapest", shape="sitting").has(ORANGE) == (40, 0)


@cites("HTR-87", "HTR-71")
def test_with_tolls_for_stopping_the_cheapest_route_leads_both_cats_to_a_bare_meeting_place():
    """One cat goes from B to G, the other one follows from A over B."""
    scene = Scene(4, shelter_toll="stopping").food(ORANGE, 40).food(BLUE, 10).cats(ORANGE, "sitting", "AB")
    scene.catwalks(ORANGE, "AB").catwalks(BROWN, "BG").shelters(BLUE, "AB").shelters(WHITE, "G").settles(ORANGE)
    assert scene.play("join_cheapest", shape="sitting").has(ORANGE) == (38, 0)
    scene = Scene(4, shelter_toll="stopping").food(ORANGE, 40).food(BLUE, 10).cats(ORANGE, "sitting", "AB")
    scene.catwalks(ORANGE, "AB", "BG").shelters(BLUE, "AB").settles(ORANGE)
    assert scene.play("join_cheapest", shape="sitting").has(ORANGE) == (40, 0)


@cites("HTR-71", "HTR-87")
@pytest.mark.parametrize(("shelters", "paid"), [("", 0), ("A", 0), ("ABC", 2), ("BC", 0), ("AC", 0)])
def test_with_tolls_for_stopping_only_the_meeting_place_costs(shelters, paid):
    scene = Scene(4, shelter_toll="stopping").food(ORANGE, 40).food(BLUE, 10).cats(ORANGE, "sitting", "AC")
    scene.catwalks(ORANGE, "AB", "BC").shelters(BLUE, shelters).settles(ORANGE)
    scene.play("join_cheapest", shape="sitting")
    assert (scene.has(ORANGE), scene.has(BLUE)) == ((40 - paid, 0), (10 + paid, 0))


@cites("HTR-94", "HTR-71")
def test_with_tolls_for_stopping_a_shared_detour_is_possible():
    """All rooftops of the direct route are sheltered; both cats go on to G, which is bare, over a catwalk of a can."""
    scene = Scene(4, shelter_toll="stopping").food(ORANGE, 40).food(BLUE, 10).cats(ORANGE, "sitting", "AB")
    scene.catwalks(ORANGE, "AB", "BG").shelters(BLUE, "AB").settles(ORANGE)
    scene.play("join", shape="sitting").walk("sitting", "BG", "AB", "BG")
    assert (scene.has(ORANGE), scene.has(BLUE)) == ((40, 0), (10, 0))


@cites("HTR-89")
def test_paying_is_compulsory_for_a_pair_that_no_route_connects():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "EF").catwalks(BROWN, "AB")
    scene.catwalks(ORANGE, "EF").settles(ORANGE)
    assert scene.refused("join", shape="sitting") == scene.refused("join_cheapest", shape="sitting") == "HTR-89"
    assert scene.choices("join") == ["lying"]


@cites("HTR-89")
def test_the_house_pays_for_a_lone_pair_that_cannot_be_joined():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AD").settles(ORANGE)
    assert scene.actor == HOUSE
    assert scene.house("bank", shape="sitting").has(ORANGE) == (25, 0)


@cites("HTR-90")
@pytest.mark.parametrize(("cans", "fish", "affordable"), [(2, 0, False), (3, 0, True), (0, 1, True)])
def test_paying_is_compulsory_if_no_route_can_be_afforded(cans, fish, affordable):
    scene = Scene(4).food(ORANGE, cans, fish).cats(ORANGE, "sitting", "AD").catwalks(BROWN, "AB", "BC", "CD")
    scene.settles(ORANGE)
    if affordable:
        assert scene.choices("join") == ["sitting"]
    else:
        assert scene.refused("join", shape="sitting") == "HTR-90"
        assert scene.house("bank", shape="sitting").has(ORANGE) == (0, 0)


@cites("HTR-91", "HTR-92", "HTR-84", "HTR-95")
def test_e17_settlement_order():
    scene = Scene(3).food(ORANGE, 12, 6).food(BROWN, 2).food(WHITE, 15, 6).dumpsters(7, 4, 3, 1, 0)
    scene.cats(ORANGE, "lying", "AD").cats(BROWN, "sitting", "JL").catwalks(BROWN, "AB", "BC", "NO")
    scene.catwalks(WHITE, "CD", "JO", "MN", "LM").settles(ORANGE)
    assert scene.s.gifts == 0
    assert scene.actor == ORANGE
    scene.play("join_cheapest", shape="lying")
    assert (scene.actor, scene.has(BROWN)) == (BROWN, (4, 0))
    scene.play("join_cheapest", shape="sitting")
    assert (scene.actor, scene.scores()) == (OVER, [69, 1, 79])


@cites("HTR-91")
@pytest.mark.parametrize(
    ("players", "trigger", "order"), [(4, 2, [2, 3, 0, 1]), (3, 1, [1, 2, 0]), (4, 0, [0, 1, 2, 3])]
)
def test_whoever_ended_the_game_settles_first_and_the_others_follow_clockwise(players, trigger, order):
    scene = Scene(players)
    for seat in range(players):
        scene.food(seat, 40).cats(seat, "sitting", "AB")
        if seat != trigger:
            scene.cats(seat, "lying", "AB")
    scene.catwalks(ORANGE, "AB").settles(trigger)
    settled = []
    while scene.actor != OVER:
        settled.append(scene.actor)
        scene.play("bank", shape=scene.choices("bank")[-1])
    assert settled == [order[0], *(seat for seat in order[1:] for _ in range(2))]


@cites("HTR-91")
def test_nobody_settles_before_their_turn_but_own_pairs_in_any_order():
    scene = Scene(4).food(WHITE, 40).cats(WHITE, "sitting", "AB").cats(WHITE, "lying", "AB").cats(BLUE, "lying", "AB")
    scene.catwalks(ORANGE, "AB").settles(WHITE)
    assert scene.refused("bank", BLUE, shape="lying") == "HTR-91"
    scene.play("bank", shape="lying").play("bank", shape="sitting")
    assert scene.actor == BLUE


@cites("HTR-91")
def test_those_without_pairs_are_skipped():
    scene = Scene(4).food(BLUE, 40).cats(BLUE, "lying", "AB").catwalks(BLUE, "AB").settles(ORANGE)
    assert scene.actor == BLUE


@cites("HTR-92")
def test_tolls_received_in_the_settlement_can_be_spent_in_the_own_one():
    scene = Scene(3).food(ORANGE, 10).food(BROWN, 0).cats(ORANGE, "sitting", "AB").cats(BROWN, "sitting", "CD")
    scene.catwalks(BROWN, "AB").catwalks(WHITE, "CD").settles(ORANGE).play("join_cheapest", shape="sitting")
    assert scene.choices("join") == ["sitting"]
    assert scene.play("join_cheapest", shape="sitting").has(BROWN) == (0, 0)


@cites("HTR-93")
def test_e18_too_poor_for_15():
    scene = Scene(4).food(BROWN, 8, 1).cats(BROWN, "sitting", "AD").cats(BROWN, "lying", "FN").settles(BROWN)
    scene.play("bank", shape="sitting")
    assert scene.has(BROWN) == (3, 0)
    assert scene.house("bank", shape="lying").scores()[BROWN] == 0


@cites("HTR-85", "HTR-86")
def test_e19_paying_though_connected():
    position = [("AB", "BC"), ("CD", "DE")]
    for way, blue, leader in (("bank", 15, 30), ("join_cheapest", 24, 36)):
        scene = Scene(4).food(BLUE, 30).food(ORANGE, 30).cats(BLUE, "sitting", "AE")
        for gaps in position:
            scene.catwalks(ORANGE, *gaps)
        scene.shelters(ORANGE, "C").settles(ORANGE)
        scene.play(way, shape="sitting")
        assert (scene.scores()[BLUE], scene.scores()[ORANGE]) == (blue, leader)


@cites("HTR-94")
def test_only_the_cats_that_are_being_joined_move():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "BC")
    scene.catwalks(ORANGE, "AB", "BC", "CD").settles(ORANGE).play("join", shape="sitting")
    assert scene.step_refused("lying", "BC") == "HTR-94"


@cites("HTR-94")
def test_a_cat_does_not_go_back_in_a_joining_except_to_meet():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AE")
    scene.catwalks(ORANGE, "AB", "BC", "CD", "DE", "BG").catwalks(BROWN, "AG").settles(ORANGE)
    scene.play("join", shape="sitting").walk("sitting", "AB")
    assert scene.step_refused("sitting", "BA") == "HTR-94"
    scene.walk("sitting", "BG")
    assert scene.step_refused("sitting", "GB") == "HTR-94"
    scene.walk("sitting", "ED", "DC", "CB", "GB")
    assert (scene.where(ORANGE, "sitting"), scene.legal()) == ("", ["done"])


@cites("HTR-94")
def test_where_a_cat_stood_in_racing_does_not_matter_in_a_joining():
    scene = Scene(4).market(1).food(ORANGE, 40).cats(ORANGE, "sitting", "EF").cats(ORANGE, "lying", "AC")
    scene.catwalks(ORANGE, "EF", "AG", "AB", "BC").races(ORANGE).walk("lying", "AG").walk("sitting", "EF").done()
    scene.play("join", shape="lying")
    scene.play("step", shape="lying", way="GA")
    assert scene.where(ORANGE, "lying") == "AC"


@cites("HTR-94")
def test_the_house_takes_a_lone_way():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AC").catwalks(ORANGE, "AB", "BC", "BH").settles(ORANGE)
    scene.play("join", shape="sitting")
    assert scene.actor == ORANGE
    scene.walk("sitting", "AB", "BH")
    assert scene.actor == HOUSE
    scene.house("step", shape="sitting", way="CB")
    assert scene.steps() == ["sitting BH", "sitting HB"]


# ---------------------------------------------------------------- scores


@cites("HTR-96")
def test_cans_on_dumpsters_and_pieces_count_for_nobody():
    scene = Scene(3).food(ORANGE, 20, 5).food(BROWN, 12, 4).food(WHITE, 12, 3).dumpsters(30, 8, 9, 7, 0)
    scene.catwalks(ORANGE, "AB", "BC").shelters(BROWN, "ABC").settles(WHITE)
    assert scene.scores() == [70, 52, 42]


@cites("HTR-97")
def test_the_highest_score_wins():
    scene = scored(ORANGE, 12, 47, 30, 20)
    assert (scene.places(), scene.actor) == ([4, 1, 2, 3], OVER)
    assert scene.refused("done", ORANGE) == "HTR-97"


@cites("HTR-97")
def test_nobody_has_a_place_before_the_end():
    assert Scene(4).cats(BLUE, "lying", "AB").catwalks(BLUE, "AB").settles(ORANGE).places() == [0, 0, 0, 0]


@cites("HTR-98")
def test_e20_tie():
    assert scored(ORANGE, 47, 30, 47, 47).places() == [3, 4, 1, 2]


@cites("HTR-98")
@pytest.mark.parametrize(
    ("trigger", "places"), [(0, [4, 1, 2, 3]), (1, [3, 4, 1, 2]), (2, [2, 3, 4, 1]), (3, [1, 2, 3, 4])]
)
def test_ties_go_clockwise_from_whoever_ended_the_game_who_is_last(trigger, places):
    assert scored(trigger, 30, 30, 30, 30).places() == places


@cites("HTR-98")
def test_with_three_players_the_circle_is_smaller():
    assert scored(WHITE, 30, 40, 40).places() == [3, 1, 2]


@cites("HTR-99", "HTR-100")
def test_e20_tie_by_home_tiles():
    scene = Scene(4, tie_break="home_tiles").earned(5, 0, 4, 5)
    for seat, cans in enumerate((47, 30, 47, 47)):
        scene.food(seat, cans)
    assert scene.settles(ORANGE).places() == [2, 4, 3, 1]


@cites("HTR-99")
def test_home_tiles_count_only_as_an_option():
    scene = Scene(4).earned(5, 0, 4, 5)
    for seat, cans in enumerate((47, 30, 47, 47)):
        scene.food(seat, cans)
    assert scene.settles(ORANGE).places() == [3, 4, 1, 2]
    assert GAME.complete(4, {})["tie_break"] == "left_of_trigger"


@cites("HTR-99")
def test_a_used_tile_is_counted_for_its_user_whether_the_pair_met_or_not():
    scene = Scene(3, tie_break="home_tiles").earned(4, 4, 4).food(ORANGE, 30).food(BROWN, 45).food(WHITE, 30)
    scene.cats(BROWN, "sitting", "AD").settles(WHITE).house("bank", shape="sitting")
    assert (scene.scores(), scene.places()) == ([30, 30, 30], [2, 1, 3])


# ---------------------------------------------------------------- the turn limit


@cites("HTR-101")
def test_the_last_allowed_turn_ends_the_game_and_its_player_settles_first():
    scene = Scene(3, turn_limit=14).turns(12).food(BROWN, 20).cats(ORANGE, "sitting", "AD").cats(BROWN, "sitting", "AB")
    scene.catwalks(BROWN, "AB").starts(ORANGE).idle()
    assert scene.s.trigger == -1
    scene.idle()
    assert (scene.s.trigger, scene.actor) == (BROWN, BROWN)
    assert scene.s.market > 0
    scene.play("join_cheapest", shape="sitting")
    assert scene.s.turn == ORANGE


@cites("HTR-101")
def test_a_failed_ante_counts_as_a_turn():
    scene = Scene(3, turn_limit=13).turns(12).food(BROWN, 4).starts(BROWN).house("no_ante")
    assert (scene.actor, scene.s.trigger) == (OVER, BROWN)


@cites("HTR-101")
@pytest.mark.parametrize(("limit", "ended"), [(0, False), (500, False), (400, True)])
def test_a_limit_of_0_is_none(limit, ended):
    scene = Scene(3, turn_limit=limit).turns(399).starts(BROWN).idle()
    assert (scene.actor == OVER) == ended


@cites("HTR-103")
@pytest.mark.parametrize(("turns", "ended"), [(facts.MOST_TURNS - 2, False), (facts.MOST_TURNS - 1, True)])
def test_without_a_limit_the_game_ends_after_months(turns, ended):
    scene = Scene(4, turn_limit=0).turns(turns).starts(BROWN).idle()
    assert (scene.actor == OVER) == ended


@cites("HTR-103")
@pytest.mark.parametrize("players", GAME.players)
def test_all_cans_that_can_come_into_play_fit_into_every_count_of_cans(players):
    scene = Scene(players, turn_limit=0)
    longest = max(facts.last_turn(scene.s), GAME.options.named("turn_limit").high)
    cans = first_cans(scene.s) + facts.FISH_VALUE * facts.ALL_FISH + facts.GIFT * longest
    fields = {name: GAME.state.fields[name].type for name in ("cans", "dumpster", "banked")}
    assert all(cans <= np.iinfo(width).max for width in fields.values()), f"{cans} cans in {fields}"


@cites("HTR-101")
def test_the_limit_is_400_turns_unless_the_table_chooses_another():
    assert GAME.complete(4, {})["turn_limit"] == 400
    assert Scene(4).turns(399).starts(BROWN).idle().actor == OVER
    assert Scene(4).turns(398).starts(BROWN).idle().actor == HOUSE


@cites("HTR-101", "HTR-84")
def test_after_the_limit_nothing_is_refused_for_a_last_fish_that_nobody_took():
    scene = Scene(3, turn_limit=13).turns(12).food(BROWN, 40).cats(BROWN, "sitting", "AB").catwalks(BROWN, "AB")
    scene.starts(BROWN).idle()
    assert scene.s.market > 0
    assert scene.refused("dive", dumpster="home1") == scene.refused("catwalk", gap="EF") == "HTR-101"
    assert scene.refused("deluxe", gap="EF") == scene.refused("keep") == "HTR-101"
    assert words.REASONS["HTR-101"].startswith("That was the last turn of the limit")
