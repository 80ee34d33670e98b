"""Cat Cab: readings of the book that a table can choose instead of the usual ruling."""

from __future__ import annotations

import pytest

from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import parse_record, write_record
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.cat_cab.board import SPECIAL, square_at
from tabbytop.games.cat_cab.game import GAME
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene
from tests.games.cat_cab.test_crazy_cat import CAT, cat_drives, cat_rolls, solo

READINGS = ["lost_dice_stay_lost", "crazy_cat_stops", "pushed_cabs_land", "quiet_squares_stay_quiet"]


@pytest.mark.parametrize("name", READINGS)
def test_the_usual_rulings_are_the_default_and_leave_records_as_they_were(name):
    match = Match(GAME, 1, luck=SwiftLuck(1, 0))
    assert match.options[name] is False
    assert name not in write_record(match).splitlines()[0]
    chosen = Match(GAME, 1, {name: True}, luck=SwiftLuck(1, 0))
    header = write_record(chosen)
    assert f'"{name}":true' in header
    assert parse_record(header).match.options[name] is True


def test_no_state_of_a_usual_game_knows_of_the_readings():
    earlier = sum(not field.later for field in GAME.state.fields.values())
    names = list(GAME.state.dtype.names)
    assert set(names[earlier:]) == {*READINGS, "quiet", "pushed"}
    state = Scene().state
    assert len(GAME.state.essence(state)) == 88 < len(state.tobytes())


# ---------------------------------------------------------------- lost dice


def has_bad_luck(**options):
    """Red loses the red D6 to the Paw patrol on (4, 4)."""
    scene = Scene(**options).at(0, (4, 3)).holding(0, "red D6").roll(4, 3, 3, 3, 3, 3).play("stop").play("skip_items")
    return scene.drive((1, "up")).luck(1).house("lose_die", die="red D6")


@cites("CAB-162", "CAB-100")
@pytest.mark.parametrize(("stays_lost", "again"), [(False, ["red D6"]), (True, [])])
def test_a_die_lost_to_bad_luck_can_be_gone_for_good(stays_lost, again):
    scene = has_bad_luck(lost_dice_stay_lost=stays_lost)
    assert scene.dice_of(0) == []
    scene.end().idle()
    scene.roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(5)
    assert scene.dice_of(0) == again


@cites("CAB-162")
def test_a_die_that_is_gone_is_not_won_at_the_cat_nibbles_either():
    scene = has_bad_luck(lost_dice_stay_lost=True).end().idle().at(0, (5, 5)).one_step("up").luck(1)
    assert scene.dice_of(0) == []


@cites("CAB-162")
def test_nobody_can_take_a_die_that_is_gone():
    scene = has_bad_luck(lost_dice_stay_lost=True).end().at(1, (5, 5)).one_step("up").luck(3)
    assert scene.end().actor == 0  # there was nothing to take


@cites("CAB-162")
def test_only_bad_luck_takes_dice_out_of_the_game():
    scene = Scene(lost_dice_stay_lost=True).at(0, (5, 5)).holding(1, "blue D6").one_step("up").luck(3)
    assert scene.play("take_die", die="blue D6").dice_of(0) == ["blue D6"]


# ---------------------------------------------------------------- Crazy cat and the passenger


@cites("CAB-163", "CAB-150")
@pytest.mark.parametrize(("stops", "end"), [(False, (2, 6)), (True, (3, 6))])
def test_crazy_cat_can_stop_at_a_passenger_on_the_way(stops, end):
    scene = cat_rolls(solo(passenger=(3, 6), crazy_cat_stops=stops).at(CAT, (2, 6)), 4, 4, 2, 2, 2)
    assert cat_drives(scene).where(CAT) == end


@cites("CAB-163")
def test_crazy_cat_stops_in_the_middle_of_a_die_and_picks_the_passenger_up():
    scene = cat_rolls(solo(passenger=(3, 6), crazy_cat_stops=True).at(CAT, (2, 6)), 6, 6, 2, 2, 2)
    assert cat_drives(scene).where(CAT) == (3, 6)
    assert scene.sources == []
    scene.crazy()
    assert scene.house("collect").s.held[CAT] == 1


@cites("CAB-163", "CAB-76")
def test_a_die_needs_no_room_beyond_the_passenger_at_which_crazy_cat_stops():
    scene = cat_rolls(solo(passenger=(6, 6), crazy_cat_stops=True).at(CAT, (5, 6)), 6, 2, 2, 2, 2)
    assert scene.crazy() == "move(spaces=2, direction=right)"
    assert scene.where(CAT) == (6, 6)


@cites("CAB-163")
def test_crazy_cat_keeps_the_sources_that_lead_over_the_passenger():
    # one curse against 2 + 1: 2 in a line do not lead to (3, 7), but 1 + 1 do
    scene = solo(passenger=(3, 7), crazy_cat_stops=True).at(CAT, (2, 6)).curses(CAT, 1)
    assert cat_drives(cat_rolls(scene, 6, 4, 2, 2, 2)).where(CAT) == (3, 7)


@cites("CAB-163", "CAB-94")
@pytest.mark.parametrize(("stops", "end"), [(False, (5, 8)), (True, (5, 7))])
def test_a_boost_of_crazy_cat_stops_there_too(stops, end):
    scene = cat_rolls(solo(passenger=(5, 7), crazy_cat_stops=stops).at(CAT, (5, 5)), 4, 2, 2, 2, 2)
    assert cat_drives(scene).where(CAT) == (5, 6)
    scene.luck(5, 2)
    assert scene.crazy() == "boost(direction=up)"
    assert scene.where(CAT) == end


@cites("CAB-163")
def test_a_human_drives_on_over_the_passenger():
    scene = Scene(1, passenger=(3, 6), crazy_cat_stops=True).at(0, (2, 6)).with_sources(2)
    assert scene.drive((2, "right")).where(0) == (4, 6)


@cites("CAB-163", "CAB-157")
def test_crazy_cat_on_its_way_out_passes_the_passenger():
    scene = solo(passenger=(6, 6), picked_up=1, crazy_cat_rush="sensible", crazy_cat_stops=True).at(CAT, (6, 5))
    scene.gone(0, 1)
    assert cat_drives(cat_rolls(scene, 6, 6, 2, 2, 2)).where(CAT) == "left"


# ---------------------------------------------------------------- being pushed


def pushed_by_pothole(to, **arrangement):
    """Red stops at the patrol on (4, 4) and is pushed two spaces back."""
    scene = Scene(**arrangement).at(0, (4, 3))
    if "rival" in to:
        scene.at(1, to["rival"])
    scene.one_step("up", twos=to.get("twos", 0)).luck(3)
    return scene.play("back", to=to["square"])


@cites("CAB-164", "CAB-84")
@pytest.mark.parametrize(("lands", "held"), [(False, 0), (True, 1)])
def test_a_cab_pushed_onto_the_passenger_can_pick_it_up(lands, held):
    scene = pushed_by_pothole({"square": "2,4"}, passenger=(2, 4), pushed_cabs_land=lands)
    assert scene.house().s.held[0] == held


@cites("CAB-164", "CAB-84", "CAB-104")
@pytest.mark.parametrize(("lands", "actor"), [(False, HOUSE), (True, LUCK)])
def test_a_cab_pushed_onto_a_rival_can_have_to_fight(lands, actor):
    scene = pushed_by_pothole({"square": "2,4", "rival": (2, 4)}, pushed_cabs_land=lands)
    assert scene.actor == actor
    if lands:
        scene.luck(3, 4, 1, 1)
        assert scene.actor == 1
        assert scene.play("back", to="2,2").where(0) == (2, 4)


@cites("CAB-164")
def test_a_pushed_cab_finds_no_nibbles_and_no_patrol():
    scene = Scene(pushed_cabs_land=True).at(0, (2, 4)).at(1, (3, 4)).one_step("right").luck(1, 1, 3, 4)
    assert scene.play("back", to="2,3").where(0) == (2, 3)
    assert scene.end().actor == 1


@cites("CAB-164", "CAB-106")
def test_nobody_fights_in_the_start_area_when_pushed_there():
    scene = (
        Scene(3, pushed_cabs_land=True).at(0, (1, 1)).at(1, (2, 1)).at(2, "start").one_step("right").luck(3, 4, 1, 1)
    )
    assert scene.house("back", to="start").where(1) == "start"
    assert scene.end().actor == 1


@cites("CAB-164", "CAB-119")
def test_a_rival_who_is_pushed_onto_the_passenger_picks_it_up_in_a_turn_of_another():
    scene = Scene(passenger=(3, 5), pushed_cabs_land=True).at(0, (4, 5)).at(1, (4, 6)).one_step("up", twos=1)
    scene.luck(3, 4, 1, 1).play("back", to="3,5").play("decline").house("collect")
    assert [scene.s.held[seat] for seat in range(2)] == [0, 1]
    assert scene.luck(6, 1).end().actor == 1


@cites("CAB-164", "CAB-109")
def test_a_loser_pushed_onto_the_third_cab_fights_again():
    scene = Scene(3, pushed_cabs_land=True).at(0, (4, 5)).at(1, (4, 6)).at(2, (3, 5)).one_step("up")
    scene.luck(3, 4, 1, 1).play("back", to="3,5")
    assert scene.actor == LUCK
    scene.luck(1, 1, 3, 4)
    assert (scene.actor, scene.legal()) == (1, ["back(to=3,3)", "back(to=2,4)", "back(to=1,5)"])
    scene.play("back", to="3,3")
    assert scene.end().actor == 1
    assert [scene.where(seat) for seat in range(3)] == [(4, 6), (3, 3), (3, 5)]


@cites("CAB-164")
def test_a_winner_who_was_pushed_stays_and_picks_up():
    scene = Scene(3, passenger=(3, 5), pushed_cabs_land=True).at(0, (4, 5)).at(1, (4, 6)).at(2, (3, 5)).one_step("up")
    scene.luck(3, 4, 1, 1).play("back", to="3,5").luck(3, 4, 1, 1)
    assert scene.actor == 2
    scene.play("back", to="3,3").house("collect")
    assert scene.s.held[1] == 1


@cites("CAB-164")
def test_the_next_turn_forgets_who_was_pushed():
    scene = Scene(passenger=(1, 1), pushed_cabs_land=True).at(0, (4, 5)).at(1, (4, 6)).one_step("up")
    scene.luck(3, 4, 1, 1).play("back", to="3,5").end()
    assert scene.s.pushed == 0


# ---------------------------------------------------------------- squares out of play


def after_a_pick_up(**options):
    """A passenger is put on the cat nibbles at (5, 6), and picked up there."""
    scene = Scene(passenger=(2, 2), **options).at(0, (2, 1)).at(1, (1, 8)).one_step("up").house("collect").luck(5, 6)
    assert scene.passenger_at == (5, 6)
    scene.end().idle().at(0, (5, 5)).one_step("up").house("collect").luck(1, 1)
    return scene.end().at(0, (3, 1)).at(1, (5, 5)).one_step("up")


@cites("CAB-165", "CAB-124")
@pytest.mark.parametrize(("stays", "actor"), [(False, LUCK), (True, HOUSE)])
def test_nibbles_where_a_passenger_has_waited_can_stay_out_of_play(stays, actor):
    assert after_a_pick_up(quiet_squares_stay_quiet=stays).actor == actor


@cites("CAB-165", "CAB-58")
@pytest.mark.parametrize(("stays", "actor"), [(False, LUCK), (True, HOUSE)])
def test_a_lucky_charm_leaves_a_quiet_square_behind(stays, actor):
    scene = Scene(quiet_squares_stay_quiet=stays).at(0, (1, 1)).roll(3, 3, 2, 4, 4).play("stop")
    scene.play("roll_item").luck(4).luck(4, 4).play("roll_item").luck(4).luck(1, 8)
    scene.drive((1, "up"), (1, "up")).play("decline").end()
    assert scene.at(1, (4, 3)).one_step("up").actor == actor


@cites("CAB-165")
def test_the_first_passenger_of_the_game_makes_its_square_quiet_too():
    scene = Scene.before_play(quiet_squares_stay_quiet=True).luck(6, 1, 4, 4)
    assert list(scene.s.quiet).count(1) == 1


@cites("CAB-165")
def test_other_squares_stay_in_play():
    scene = after_a_pick_up(quiet_squares_stay_quiet=True).end().at(0, (4, 3)).one_step("up")
    assert scene.actor == LUCK


@cites("CAB-165", "CAB-151")
@pytest.mark.parametrize(("stays", "end"), [(False, (5, 3)), (True, (4, 4))])
def test_crazy_cat_no_longer_avoids_a_square_that_is_out_of_play(stays, end):
    scene = solo(passenger=(5, 4), quiet_squares_stay_quiet=stays).at(CAT, (4, 3))
    scene.s.quiet[SPECIAL[0, square_at(4, 4)]] = stays
    assert cat_drives(cat_rolls(scene, 4, 2, 2, 2, 2)).where(CAT) == end
