"""Hot Tin Roof: the order of turns, the ante, cans and fish."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, WHITE, Scene

# ---------------------------------------------------------------- turns


@cites("HTR-29")
@pytest.mark.parametrize(("players", "order"), [(3, [1, 2, 0, 1]), (4, [1, 2, 3, 0])])
def test_play_passes_to_the_left(players, order):
    scene = Scene(players).starts(ORANGE).idle()
    turns = []
    for _ in order:
        turns.append(scene.s.turn)
        scene.idle()
    assert turns == order


@cites("HTR-29")
def test_nobody_acts_in_the_turn_of_another():
    scene = Scene().dives(BROWN)
    assert scene.refused("dive", WHITE, dumpster="home1") == "HTR-29"
    assert scene.legal(WHITE) == []


@cites("HTR-30")
def test_a_turn_is_ante_then_dive_then_racing():
    scene = Scene().cats(ORANGE, "sitting", "AD").catwalks(ORANGE, "AB").starts(ORANGE)
    assert scene.legal() == ["ante"]
    assert scene.house("ante").families() == {"dive"}
    scene.dive("shelter").play("shelter", rooftop="H")
    assert scene.families() == {"step", "done"}


@cites("HTR-30")
def test_nothing_comes_before_the_ante():
    scene = Scene().cats(ORANGE, "sitting", "AD").catwalks(ORANGE, "AB").starts(ORANGE)
    for seat in (ORANGE, HOUSE):
        assert scene.refused("dive", seat, dumpster="catwalk") == "HTR-30"
        assert scene.refused("step", seat, shape="sitting", way="AB") == "HTR-30"


@cites("HTR-30")
def test_nobody_walks_before_the_dive():
    scene = Scene().cats(ORANGE, "sitting", "AD").catwalks(ORANGE, "AB").dives(ORANGE)
    assert scene.step_refused("sitting", "AB") == "HTR-30"


@cites("HTR-30")
def test_there_is_one_ante_in_a_turn():
    scene = Scene().dives(ORANGE)
    assert scene.refused("ante") == scene.refused("no_ante") == "HTR-30"


# ---------------------------------------------------------------- the ante


@cites("HTR-37")
def test_the_ante_puts_a_can_on_each_dumpster():
    scene = Scene().food(ORANGE, 7).dumpsters(5, 0, 6, 2, 1).starts(ORANGE).house("ante")
    assert scene.has(ORANGE) == (2, 0)
    assert scene.cans_on_dumpsters == (6, 1, 7, 3, 2)


@cites("HTR-37", "HTR-40")
def test_e5_empty_dumpster():
    assert Scene().dumpsters(5, 0, 5, 2, 2).starts(BROWN).house("ante").cans_on_dumpsters == (6, 1, 6, 3, 3)


@cites("HTR-40")
def test_every_later_turn_finds_exactly_one_empty_dumpster():
    scene = Scene().starts(ORANGE)
    for _ in range(8):
        assert scene.cans_on_dumpsters.count(0) == 1
        scene.idle()


@cites("HTR-34", "HTR-39", "HTR-33", "HTR-31")
def test_e6_ante_with_3_cans_and_one_fish():
    scene = Scene().food(BROWN, 3, 1).starts(BROWN)
    market, stock = scene.s.market, scene.s.stock
    scene.house("ante")
    assert scene.has(BROWN) == (8, 0)
    assert (scene.s.market, scene.s.stock) == (market, stock + 1)
    assert scene.actor == BROWN


@cites("HTR-39")
def test_poverty_cannot_be_feigned():
    assert Scene().food(BROWN, 0, 1).starts(BROWN).refused("no_ante") == "HTR-39"
    assert Scene().food(BROWN, 5).starts(BROWN).refused("no_ante") == "HTR-39"


@cites("HTR-38", "HTR-41")
def test_e7_failed_ante():
    scene = Scene().food(BROWN, 4).cats(BROWN, "sitting", "AC").catwalks(BROWN, "AB", "BC")
    scene.dumpsters(5, 0, 5, 2, 2).starts(BROWN).house("no_ante")
    assert scene.has(BROWN) == (6, 0)
    assert scene.cans_on_dumpsters == (5, 0, 5, 2, 2)
    assert scene.where(BROWN, "sitting") == "AC"
    assert scene.s.turn == WHITE


@cites("HTR-38")
def test_who_has_4_cans_pays_no_part_of_the_ante():
    assert Scene().food(BROWN, 4).starts(BROWN).refused("ante") == "HTR-38"


@cites("HTR-38")
def test_five_cans_are_enough():
    scene = Scene().food(BROWN, 5).starts(BROWN).house("ante")
    assert (scene.has(BROWN), scene.actor) == ((0, 0), BROWN)


@cites("HTR-41", "HTR-40")
def test_after_a_failed_ante_the_same_dumpster_is_still_empty():
    scene = Scene().food(BROWN, 4).dumpsters(5, 0, 5, 2, 2).starts(BROWN).house("no_ante").house("ante")
    assert scene.cans_on_dumpsters == (6, 1, 6, 3, 3)


@cites("HTR-20")
def test_the_supply_of_cans_never_runs_out():
    scene = Scene().food(ORANGE, 60).food(BROWN, 4).food(WHITE, 3, 1).starts(BROWN)
    assert sum(scene.s.cans) + sum(scene.s.dumpster) > 73
    scene.house("no_ante").house("ante")
    assert (scene.has(BROWN), scene.has(WHITE)) == ((6, 0), (8, 0))


# ---------------------------------------------------------------- exchange


@cites("HTR-08", "HTR-95")
def test_a_fish_counts_as_ten_cans():
    assert Scene(3).food(ORANGE, 7, 2).food(BROWN, 0, 3).food(WHITE, 9).races(ORANGE).scores() == [27, 30, 9]


@cites("HTR-34")
def test_a_payment_changes_the_fewest_fish_that_cover_it():
    scene = Scene().food(ORANGE, 1, 3).cats(ORANGE, "sitting", "BD").catwalks(WHITE, "BH").shelters(BLUE, "H")
    scene.races(ORANGE).walk("sitting", "BH")
    assert (scene.has(ORANGE), scene.has(WHITE), scene.has(BLUE)) == ((8, 2), (11, 0), (12, 0))


@cites("HTR-34")
def test_no_fish_is_changed_while_the_cans_last():
    scene = Scene().food(ORANGE, 3, 1).cats(ORANGE, "sitting", "BD").catwalks(WHITE, "BH").shelters(BLUE, "H")
    assert scene.races(ORANGE).walk("sitting", "BH").has(ORANGE) == (0, 1)


@cites("HTR-35")
def test_exchange_by_hand_is_an_option():
    scene = Scene().food(ORANGE, 20, 2).dives(ORANGE)
    assert scene.refused("break_fish") == scene.refused("buy_fish") == "HTR-35"
    assert GAME.complete(4, {})["manual_exchange"] is False


@cites("HTR-31", "HTR-33", "HTR-35")
def test_a_fish_becomes_ten_cans_and_goes_to_the_stock():
    scene = Scene(manual_exchange=True).food(ORANGE, 4, 2).dives(ORANGE)
    market, stock = scene.s.market, scene.s.stock
    scene.play("break_fish")
    assert scene.has(ORANGE) == (14, 1)
    assert (scene.s.market, scene.s.stock) == (market, stock + 1)


@cites("HTR-32", "HTR-35")
def test_ten_cans_become_a_fish_of_the_stock():
    scene = Scene(3, manual_exchange=True).food(ORANGE, 14, 1).dives(ORANGE)
    market, stock = scene.s.market, scene.s.stock
    scene.play("buy_fish")
    assert scene.has(ORANGE) == (4, 2)
    assert (scene.s.market, scene.s.stock) == (market, stock - 1)


@cites("HTR-32")
def test_no_fish_is_bought_from_the_market():
    scene = Scene(4, manual_exchange=True).food(ORANGE, 14, 1).dives(ORANGE)
    assert (scene.s.stock, scene.s.market) == (0, 13)
    assert scene.refused("buy_fish") == "HTR-32"


@cites("HTR-32")
def test_a_fish_is_not_bought_for_nine_cans():
    assert Scene(3, manual_exchange=True).food(ORANGE, 9).dives(ORANGE).refused("buy_fish") == "HTR-32"


@cites("HTR-31")
def test_nobody_changes_a_fish_they_do_not_have():
    assert Scene(3, manual_exchange=True).food(ORANGE, 9).dives(ORANGE).refused("break_fish") == "HTR-31"


@cites("HTR-35")
def test_each_direction_is_open_once_in_a_turn():
    scene = Scene(3, manual_exchange=True).food(ORANGE, 30, 3).dives(ORANGE).play("break_fish").play("buy_fish")
    assert scene.refused("break_fish") == scene.refused("buy_fish") == "HTR-35"
    scene.dive("shelter").play("shelter", rooftop="H")
    assert scene.refused("break_fish") == scene.refused("buy_fish") == "HTR-35"


@cites("HTR-35")
def test_the_next_turn_opens_both_directions_again():
    scene = Scene(3, manual_exchange=True).food(ORANGE, 30, 3).food(BROWN, 20, 1).dives(ORANGE)
    scene.play("break_fish").play("buy_fish").dive("shelter").play("shelter", rooftop="H").done().house("ante")
    assert scene.families() >= {"break_fish", "buy_fish"}


@cites("HTR-35")
def test_exchange_is_open_in_every_decision_of_the_own_turn():
    scene = Scene(3, manual_exchange=True).food(ORANGE, 30, 3).cats(ORANGE, "sitting", "AD").catwalks(ORANGE, "AB")
    scene.catwalks(ORANGE, "BC", "CD", "DE", "EF", "FK").dives(ORANGE)
    for play in (("dive", {"dumpster": "catwalk"}), ("lift", {"place": "FK"}), ("catwalk", {"gap": "HI"})):
        assert scene.families() >= {"break_fish", "buy_fish"}
        scene.play(play[0], **play[1])
    assert scene.families() >= {"step", "break_fish", "buy_fish"}


@cites("HTR-35")
def test_nobody_exchanges_in_the_turn_of_another():
    scene = Scene(3, manual_exchange=True).food(BROWN, 30, 3).dives(ORANGE)
    assert scene.refused("break_fish", BROWN) == "HTR-29"


@cites("HTR-35")
def test_the_settlement_is_a_turn_of_its_own_for_all_but_the_trigger():
    scene = Scene(3, manual_exchange=True).food(ORANGE, 30, 3).food(BROWN, 30, 3)
    for seat, homes in ((ORANGE, "AD"), (BROWN, "FL")):
        scene.cats(seat, "sitting", homes).cats(seat, "lying", homes)
    scene.settles(ORANGE).play("break_fish").play("bank", shape="sitting")
    assert scene.refused("break_fish") == "HTR-35"
    scene.house("bank", shape="lying")
    assert "break_fish" in scene.families()


@cites("HTR-102", "HTR-31", "HTR-32")
def test_free_exchange_is_open_any_number_of_times():
    scene = Scene(3, free_exchange=True).food(ORANGE, 5, 3).dives(ORANGE)
    scene.play("break_fish").play("break_fish").play("break_fish")
    assert scene.has(ORANGE) == (35, 0)
    scene.dive("shelter").play("buy_fish").play("buy_fish").play("shelter", rooftop="H").play("break_fish")
    assert scene.families() >= {"break_fish", "done"}


@cites("HTR-102")
def test_free_exchange_does_not_only_undo_the_last_one():
    scene = Scene(3, free_exchange=True).food(ORANGE, 30, 3).dives(ORANGE).play("break_fish")
    assert scene.refused("buy_fish") == "HTR-102"
    scene.dive("shelter").play("buy_fish")
    assert scene.refused("break_fish") == "HTR-102"
    assert "buy_fish" in scene.families()


@cites("HTR-102")
def test_free_exchange_is_an_option_and_ends_with_the_own_turn():
    assert GAME.complete(4, {})["free_exchange"] is False
    scene = Scene(3, free_exchange=True).food(BROWN, 30, 3).dives(ORANGE)
    assert scene.refused("break_fish", BROWN) == "HTR-29"


@cites("HTR-102")
def test_free_exchange_is_open_in_the_settlement():
    scene = Scene(3, free_exchange=True).food(ORANGE, 30, 3).cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "FL")
    scene.settles(ORANGE).play("break_fish").play("break_fish").play("bank", shape="sitting")
    assert scene.has(ORANGE) == (35, 1)


@cites("HTR-36")
@pytest.mark.parametrize("viewer", [-1, ORANGE, BROWN, BLUE])
def test_everything_is_open(viewer):
    scene = Scene().food(ORANGE, 7, 2).cats(BLUE, "lying", "AD").catwalks(WHITE, "AB").shelters(BLUE, "C").dives(BROWN)
    assert GAME.state.view(scene.state, viewer).tobytes() == scene.state.tobytes()
    assert {field.sees.value for field in GAME.state.fields.values()} == {"public"}
