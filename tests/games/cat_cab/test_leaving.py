"""Cat Cab: leaving the city, rush hour, the end and the scores."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.cat_cab import facts
from tabbytop.kit.marks import cites, fault
from tests.games.cat_cab.scene import Scene


def at_the_gate(*seats, players=2, **arrangement):
    """These seats stand one step before the open exit, the rest in the start area."""
    scene = Scene(players=players, **{"picked_up": 1, **arrangement})
    for seat in seats:
        scene.at(seat, (6, 8))
    return scene


def leave(scene):
    return scene.one_step("up").end()


def played_out(scene):
    """Who still has turns when nobody moves any more, until the game is over."""
    turns = []
    while scene.actor != OVER and len(turns) < 20:
        turns.append(scene.actor)
        scene.idle()
    return turns


def ended(departures, passengers, *, players=2):
    """The scene right after everybody left in the order of `departures`, with passengers by seat."""
    scene = Scene(players=players, order=tuple(departures)).turn_of(departures[0])
    for seat in range(players):
        scene.at(seat, (6, 8)).passengers(seat, passengers[seat])
    scene.s.lost, scene.s.picked_up = 4 - sum(passengers), 4
    scene.s.passenger = -1
    for seat in departures:
        assert scene.actor == seat
        leave(scene)
    return scene


# ---------------------------------------------------------------- the gate


@cites("CAB-126")
def test_the_exit_is_closed_before_the_first_pick_up():
    scene = Scene().at(0, (6, 8)).roll(4, 6, 3, 3, 3).play("stop").play("skip_items")
    assert scene.refused("move", spaces=1, direction="up") == "CAB-126"
    assert scene.refused("move", spaces=2, direction="up") == "CAB-126"


@cites("CAB-126")
def test_a_source_of_2_does_not_drive_against_the_closed_exit():
    scene = Scene().at(0, (6, 7)).roll(6, 3, 3, 3, 3).play("stop").play("skip_items")
    assert scene.refused("move", spaces=2, direction="up") == "CAB-126"


@cites("CAB-126")
def test_a_pick_up_opens_the_exit_for_everybody():
    scene = Scene(passenger=(2, 2)).at(0, (2, 1)).at(1, (6, 8)).one_step("up").house("collect").luck(3, 3).end()
    assert leave(scene).where(1) == "left"


@cites("CAB-126")
def test_the_exit_stays_open_when_the_only_passenger_is_lost():
    scene = Scene().at(0, (4, 3)).at(1, (6, 8)).passengers(0, 1).one_step("up").luck(5).end()
    assert scene.s.held[0] == 0
    assert leave(scene).where(1) == "left"


@cites("CAB-127")
@pytest.mark.parametrize(
    ("entry", "square", "direction", "end"),
    [
        ("A", (6, 8), "up", "left"),
        ("A", (6, 7), "up", (6, 8)),
        ("B", (1, 1), "down", "left"),
        ("B", (1, 2), "down", (1, 1)),
    ],
)
def test_leaving_costs_one_space_from_the_square_beside_the_exit(entry, square, direction, end):
    scene = Scene(picked_up=1, entry_gate=entry).at(0, square).one_step(direction)
    assert scene.where(0) == end


@cites("CAB-127")
@pytest.mark.parametrize(("square", "direction"), [((5, 8), "up"), ((6, 8), "right"), ((1, 8), "up")])
def test_there_is_no_other_way_out(square, direction):
    scene = Scene(picked_up=1).at(0, square).roll(4, 3, 3, 3, 3).play("stop").play("skip_items")
    assert scene.refused("move", spaces=1, direction=direction) == "CAB-76"


@cites("CAB-128")
def test_spaces_and_sources_left_over_are_lost():
    scene = at_the_gate(0).roll(6, 6, 3, 3, 3).play("stop").play("skip_items").drive((2, "up"))
    assert (scene.where(0), scene.sources) == ("left", [])
    assert scene.end().where(0) == "left"


@cites("CAB-128")
def test_a_source_of_2_may_leave_with_its_second_space():
    scene = Scene(picked_up=1).at(0, (6, 7)).roll(6, 3, 3, 3, 3).play("stop").play("skip_items").drive((2, "up"))
    assert scene.where(0) == "left"


@cites("CAB-129")
def test_a_player_who_left_takes_no_more_turns():
    scene = leave(at_the_gate(1, players=3).turn_of(1))
    turns = []
    for _ in range(4):
        turns.append(scene.actor)
        scene.idle()
    assert turns == [2, 0, 2, 0]
    assert scene.where(1) == "left"


@cites("CAB-130")
@pytest.mark.parametrize(("entry", "square", "direction"), [("A", (1, 1), "down"), ("B", (6, 8), "up")])
def test_the_entry_is_never_an_exit(entry, square, direction):
    scene = Scene(picked_up=1, entry_gate=entry).at(0, square).roll(4, 6, 3, 3, 3).play("stop").play("skip_items")
    assert scene.refused("move", spaces=1, direction=direction) == "CAB-78"
    assert scene.refused("move", spaces=2, direction=direction) == "CAB-78"


@cites("CAB-130")
def test_moving_back_through_the_entry_is_not_leaving():
    scene = Scene(picked_up=1).at(0, (1, 1)).curses(0, 2).roll(2, 2, 2, 2, 2).play("stop").house("back", to="start")
    assert (scene.where(0), scene.s.departure[0]) == ("start", 0)


# ---------------------------------------------------------------- rush hour


@cites("CAB-131")
def test_leaving_first_second_and_third_pays_10_5_and_3():
    assert ended([1, 2, 0], [0, 0, 0], players=3).scores() == [3, 10, 5]


@cites("CAB-132")
@pytest.mark.parametrize("players", [2, 3])
def test_the_first_departure_gives_each_of_the_others_5_turns(players):
    scene = leave(at_the_gate(0, players=players))
    assert played_out(scene) == list(range(1, players)) * 5


@cites("CAB-132", "CAB-118")
def test_the_first_to_leave_will_score_10_and_starts_the_counters():
    scene = at_the_gate(0, players=3).one_step("up", twos=1).sabotage(2).end()
    assert scene.scores() == [10, 0, 0]
    assert [scene.s.rush[seat] for seat in range(3)] == [0, 5, 5]


@cites("CAB-132")
def test_there_is_no_rush_before_the_first_departure():
    scene = at_the_gate(0)
    for _ in range(14):
        scene.idle()
    assert (scene.where(0), scene.where(1)) == ((6, 8), "start")


@cites("CAB-133")
def test_the_second_departure_does_not_reset_the_counter():
    scene = leave(at_the_gate(0, 1, players=3))
    scene.idle().idle().idle().idle()
    leave(scene)
    assert played_out(scene) == [2, 2, 2]
    assert scene.where(2) == "out"


@cites("CAB-134")
def test_whoever_is_late_loses_at_once_whatever_their_points():
    scene = leave(at_the_gate(0).passengers(1, 3))
    for _ in range(5):
        assert scene.where(1) == "start"
        scene.idle()
    assert (scene.where(1), scene.scores(), scene.places()) == ("out", [10, 0], [1, 2])


@cites("CAB-134")
def test_a_removed_meeple_no_longer_stands_in_the_way():
    scene = leave(at_the_gate(0, players=3, order=(0, 2, 1)).at(1, (2, 2)).at(2, (2, 3)))
    scene.s.rush[2] = 1
    scene.idle()
    assert scene.where(2) == "out"
    assert scene.one_step("up").luck(1).end().where(1) == (2, 3)


@cites("CAB-132", "CAB-134", "CAB-135")
def test_x19_leaving_in_the_fifth_turn_is_in_time_and_afterwards_too_late():
    scene = leave(at_the_gate(0, 1, players=3))
    for _ in range(4):
        scene.idle().idle()
    assert leave(scene).scores() == [10, 5, 0]
    assert scene.where(2) == "start"
    scene.idle()
    assert (scene.where(2), scene.actor, scene.places()) == ("out", OVER, [1, 2, 3])


# ---------------------------------------------------------------- the end


@cites("CAB-135")
def test_the_game_goes_on_while_somebody_is_in_the_city():
    scene = leave(leave(at_the_gate(0, 1, players=3)))
    assert (scene.actor, scene.places()) == (2, [0, 0, 0])


@cites("CAB-135")
def test_the_game_ends_when_everybody_has_left():
    scene = ended([0, 1], [0, 0])
    assert scene.actor == OVER
    assert scene.refused("roll", 0) == "CAB-135"


@cites("CAB-136")
def test_points_are_5_per_passenger_and_those_for_leaving():
    assert ended([0, 1, 2], [0, 1, 3], players=3).scores() == [10, 10, 18]
    assert ended([2, 0, 1], [2, 0, 1], players=3).scores() == [15, 3, 15]


@cites("CAB-137")
def test_the_eliminated_share_the_last_place_without_points():
    scene = leave(at_the_gate(0, players=3).passengers(1, 2).passengers(2, 1))
    played_out(scene)
    assert (scene.scores(), scene.places()) == ([10, 0, 0], [1, 2, 2])


@cites("CAB-137")
def test_the_eliminated_rank_behind_everyone_who_left():
    scene = leave(leave(at_the_gate(1, 2, players=3, order=(1, 2, 0)).turn_of(1).passengers(0, 3)))
    played_out(scene)
    assert (scene.scores(), scene.places()) == ([0, 10, 5], [3, 1, 2])


@cites("CAB-161", "CAB-137", "CAB-160")
def test_nobody_wins_when_everybody_is_eliminated():
    scene = Scene(turn_limit=4).passengers(0, 2).idle().idle()
    assert (scene.actor, scene.scores(), scene.places()) == (OVER, [0, 0], [2, 2])


@cites("CAB-138")
def test_most_points_win_not_the_first_departure():
    assert ended([0, 1], [0, 2]).places() == [2, 1]
    assert ended([0, 1, 2], [0, 0, 2], players=3).places() == [2, 3, 1]
    assert ended([1, 0], [1, 1]).places() == [2, 1]


@cites("CAB-139")
@pytest.mark.parametrize(("rounds", "places"), [((3, 4, 1, 1), [1, 2]), ((1, 1, 3, 4), [2, 1])])
def test_a_tie_for_the_most_points_is_fought_out(rounds, places):
    scene = ended([0, 1], [0, 1])
    assert (scene.scores(), scene.actor, scene.places()) == ([10, 10], LUCK, [0, 0])
    scene.luck(1, 6, 6, 1).luck(*rounds)
    assert (scene.actor, scene.places(), scene.scores()) == (OVER, places, [10, 10])


@cites("CAB-139")
@pytest.mark.parametrize(("rounds", "places"), [((3, 4, 1, 1), [3, 1, 2]), ((1, 1, 3, 4), [3, 2, 1])])
def test_only_the_tied_players_fight(rounds, places):
    scene = ended([1, 2, 0], [0, 1, 2], players=3)
    assert scene.scores() == [3, 15, 15]
    assert scene.luck(*rounds).places() == places


@cites("CAB-139", "CAB-137")
def test_a_player_out_with_passengers_ties_with_nobody():
    scene = leave(at_the_gate(0).passengers(1, 2))
    played_out(scene)
    assert scene.places() == [1, 2]


@cites("CAB-140")
@pytest.mark.parametrize("departures", [[0, 1, 2], [1, 0, 2]])
def test_a_tie_for_a_lower_place_goes_to_the_earlier_departure(departures):
    passengers = [0, 0, 3]
    passengers[departures[1]] = 1
    scene = ended(departures, passengers, players=3)
    assert (scene.actor, scene.scores()) == (OVER, [10, 10, 18])
    assert [scene.places()[seat] for seat in departures] == [2, 3, 1]


# ---------------------------------------------------------------- the turn limit


@cites("CAB-160")
def test_whoever_is_in_the_city_after_the_turn_limit_is_out():
    scene = Scene(turn_limit=5).at(0, (6, 8)).passengers(0, 2).idle().idle()
    assert scene.where(0) == (6, 8)
    scene.idle()
    assert (scene.where(0), scene.actor) == ("out", 1)
    assert scene.idle().actor == OVER


@cites("CAB-160")
def test_leaving_in_the_last_turn_of_the_limit_is_in_time():
    scene = leave(at_the_gate(0, turn_limit=4)).idle()
    assert (scene.where(0), scene.where(1), scene.scores(), scene.places()) == ("left", "out", [10, 0], [1, 2])


@cites("CAB-160")
@pytest.mark.parametrize(("played", "end"), [(98, "start"), (99, "out")])
def test_the_turn_limit_is_100_by_default(played, end):
    scene = Scene()
    scene.s.turns[0] = played
    assert scene.idle().where(0) == end


@cites("CAB-160")
@pytest.mark.parametrize("played", [99, 999, 5000])
def test_a_turn_limit_of_0_is_none(played):
    scene = Scene(turn_limit=0)
    scene.s.turns[0] = played
    assert scene.idle().where(0) == "start"
    assert scene.actor == 1


@cites("CAB-160", "CAB-129")
def test_an_eliminated_player_takes_no_more_turns():
    scene = Scene(players=3, turn_limit=50)
    scene.s.turns[0] = 49
    turns = []
    for _ in range(5):
        turns.append(scene.actor)
        scene.idle()
    assert turns == [0, 1, 2, 1, 2]
    assert scene.actor != HOUSE


@fault("F58")
def test_a_game_without_a_turn_limit_may_go_on_for_ever():
    """The count of turns ends; taking turns does not."""
    scene = Scene(turn_limit=0)
    scene.s.turns[0] = facts.MOST_TURNS - 1
    for _ in range(4):
        scene.idle()
    assert scene.s.turns[0] == facts.MOST_TURNS
    assert scene.legal() == ["roll"]
