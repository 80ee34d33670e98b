"""Cat Cab: movement."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

WAYS = ("up", "right", "down", "left")


def moves(*ways):
    return [f"move(spaces={spaces}, direction={way})" for spaces, way in ways]


def x2():
    """Example X2 after its cancelling: the meeple on (2, 2), sources 2, 2, 1, 1."""
    scene = Scene().at(0, (2, 2)).curses(0, 1).roll(4, 5, 6, 6, 3).play("stop").play("roll_item").luck(2)
    return scene.play("cancel", keeping_twos=2)


def x6():
    """Example X6 up to its debuff roll."""
    scene = Scene(side="back").at(0, (6, 3)).roll(1, 1, 4, 5, 6)
    assert scene.s.curses[0] == 2
    assert scene.reroll({"white 1": 2, "white 2": 3}).s.curses[0] == 2
    scene.play("stop").play("roll_item").luck(3)
    assert scene.sources == [2, 2, 1, 1]
    scene.play("cancel", keeping_twos=1).drive((2, "left"), (1, "left"), (1, "up"))
    assert scene.where(0) == (3, 4)
    return scene.luck(3)


# ---------------------------------------------------------------- examples


@cites("CAB-68", "CAB-69")
def test_x2_one_curse_cancels_a_source_of_1_or_halves_a_source_of_2():
    scene = Scene().at(0, (2, 2)).curses(0, 1).roll(4, 5, 6, 6, 3).play("stop").play("roll_item").luck(2)
    assert scene.sources == [2, 2, 1, 1, 1]
    assert scene.legal() == ["cancel(keeping_twos=1)", "cancel(keeping_twos=2)"]
    assert scene.play("cancel", keeping_twos=2).sources == [2, 2, 1, 1]


@cites("CAB-72", "CAB-73", "CAB-74")
def test_x3_sources_go_in_any_order_and_direction():
    assert x2().drive((2, "up"), (1, "right"), (1, "down"), (2, "right")).where(0) == (5, 3)


@cites("CAB-73", "CAB-75")
def test_x4_a_meeple_moves_back_and_forth():
    scene = x2().drive((2, "up"), (2, "down"))
    assert scene.where(0) == (2, 2)
    assert scene.drive((1, "right"), (1, "right")).where(0) == (4, 2)


@cites("CAB-72")
def test_x5_a_source_of_2_does_not_go_in_two_directions():
    scene = x2().drive((2, "up"), (1, "right"), (1, "right"))
    assert scene.refused("move", spaces=1, direction="right") == "CAB-72"
    assert scene.legal() == moves((2, "up"), (2, "right"), (2, "down"), (2, "left"))


@cites("CAB-40", "CAB-82", "CAB-84", "CAB-101", "CAB-112", "CAB-125")
@pytest.mark.parametrize("end", [(1, 4), (2, 3), (3, 2)])
def test_x6_a_whole_turn(end):
    scene = x6()
    assert (scene.actor, scene.legal()) == (0, ["back(to=3,2)", "back(to=2,3)", "back(to=1,4)"])
    scene.play("back", to=f"{end[0]},{end[1]}")
    assert scene.where(0) == end
    assert scene.legal() == ["sabotage(seat=1)", "decline"]
    scene.sabotage(1)
    assert list(scene.s.curses) == [2, 1, 0]
    assert list(scene.end().s.curses) == [0, 1, 0]


@cites("CAB-69")
def test_x9_one_curse_leaves_a_lone_6_a_source_of_1():
    scene = Scene().at(0, (2, 2)).roll(6, 2, 2, 3, 1).play("stop").play("skip_items").house("cancel", keeping_twos=0)
    assert scene.sources == [1]


@cites("CAB-70", "CAB-80", "CAB-81")
def test_x10_surplus_curses_lead_into_the_start_area():
    scene = Scene().at(0, (2, 1)).curses(0, 3).with_sources(1).house("cancel", keeping_twos=0)
    assert scene.house("back", to="start").where(0) == "start"
    assert scene.end().actor == 1


@cites("CAB-70", "CAB-81")
def test_x10_surplus_curses_do_not_lead_behind_the_start_area():
    scene = Scene().curses(0, 3).with_sources(1).house("cancel", keeping_twos=0)
    assert scene.where(0) == "start"
    assert scene.end().actor == 1


@cites("CAB-83", "CAB-98")
def test_x11_surplus_curses_land_on_the_patrol():
    scene = Scene().at(0, (3, 6)).curses(0, 3).with_sources(2).house("cancel", keeping_twos=0)
    assert scene.legal() == ["back(to=3,5)", "back(to=2,6)"]
    assert scene.play("back", to="3,5").actor == LUCK
    assert scene.luck(4).legal() == ["back(to=3,3)", "back(to=2,4)", "back(to=1,5)"]


@cites("CAB-82", "CAB-83")
def test_x11_the_owner_may_choose_the_plain_square_instead():
    scene = Scene().at(0, (3, 6)).curses(0, 3).with_sources(2).house("cancel", keeping_twos=0)
    assert scene.play("back", to="2,6").where(0) == (2, 6)
    assert scene.end().actor == 1


@cites("CAB-84", "CAB-119")
def test_x12_exact_cancellation_is_no_landing():
    scene = Scene(passenger=(3, 3)).at(0, (3, 3)).curses(0, 2).with_sources(1, 1).house("cancel", keeping_twos=0)
    assert scene.where(0) == (3, 3)
    assert scene.refused("collect") == "CAB-119"
    assert scene.end().s.held[0] == 0


@cites("CAB-119", "CAB-126")
def test_x13_the_gate_is_closed_until_one_opens_it_oneself():
    scene = Scene(passenger=(6, 7)).at(0, (6, 8)).with_sources(1)
    assert scene.refused("move", spaces=1, direction="up") == "CAB-126"
    scene.drive((1, "down")).house("collect").luck(1, 4).end().idle()
    assert scene.with_sources(2).drive((2, "up")).where(0) == "left"


@cites("CAB-118", "CAB-128", "CAB-132")
def test_x14_leaving_loses_the_spaces_left_over_but_not_the_sabotage():
    scene = Scene(3, picked_up=1).at(0, (6, 8)).roll(6, 6, 2, 3, 3).play("stop").play("skip_items")
    scene.drive((2, "up"))
    assert (scene.where(0), scene.sources) == ("left", [])
    assert scene.legal() == ["sabotage(seat=1)", "sabotage(seat=2)", "decline"]
    assert scene.sabotage(2).s.curses[2] == 1
    assert list(scene.end().s.rush) == [0, 5, 5]
    assert scene.scores() == [10, 0, 0]


# ---------------------------------------------------------------- curses and movement


@cites("CAB-67")
def test_boosts_from_items_are_driven_together_with_the_dice():
    scene = Scene().at(0, (2, 2)).roll(4, 3, 3, 3, 3).play("stop").play("roll_item").luck(3)
    assert scene.where(0) == (2, 2)
    scene.play("skip_items")
    assert scene.legal() == moves((1, "up"), (1, "right"), (1, "down"), (1, "left"), (2, "up"), (2, "right"))
    assert scene.drive((1, "right"), (2, "up")).where(0) == (3, 4)


@cites("CAB-67")
@pytest.mark.parametrize("rolled", [False, True])
def test_nobody_moves_before_the_items(rolled):
    scene = Scene().at(0, (2, 2))
    if rolled:
        scene.roll(3, 4, 4, 4, 4).play("stop")
    assert scene.refused("move", spaces=1, direction="up") == "CAB-67"


@cites("CAB-67")
def test_curses_are_settled_after_the_items():
    scene = Scene().at(0, (2, 2)).curses(0, 2).roll(3, 3, 2, 2, 2).play("stop").play("roll_item").luck(2)
    assert scene.play("roll_item").luck(3).house("cancel", keeping_twos=0).sources == [1]


@cites("CAB-68")
def test_no_meeple_moves_when_its_player_rolls_a_1():
    assert Scene().at(0, (4, 5)).roll(1, 1, 1, 4, 4).where(0) == (4, 5)


@cites("CAB-68")
def test_no_meeple_moves_when_its_player_is_sabotaged():
    scene = Scene().at(1, (4, 5)).roll(2, 2, 3, 3, 3).play("stop").play("skip_items").sabotage(1)
    assert scene.where(1) == (4, 5)


@cites("CAB-68")
@pytest.mark.parametrize(("curses", "left"), [(1, 3), (2, 2), (3, 1)])
def test_each_curse_cancels_one_space(curses, left):
    scene = Scene().at(0, (2, 2)).curses(0, curses).with_sources(1, 1, 1, 1).house("cancel", keeping_twos=0)
    assert scene.sources == [1] * left


@cites("CAB-68")
def test_curses_of_rivals_cancel_nothing():
    assert Scene(3).at(0, (2, 2)).curses(1, 2).curses(2, 4).with_sources(2, 1).sources == [2, 1]


@cites("CAB-68")
def test_nothing_is_cancelled_without_curses():
    scene = Scene().at(0, (2, 2)).with_sources(2, 1)
    assert scene.refused("cancel", keeping_twos=1) == "CAB-68"


@cites("CAB-69")
@pytest.mark.parametrize(
    ("curses", "kept", "sources"),
    [
        (1, 2, [2, 2]),
        (1, 1, [2, 1, 1]),
        (2, 1, [2, 1]),
        (2, 0, [1, 1, 1]),
    ],
)
def test_the_player_chooses_which_sources_lose_spaces(curses, kept, sources):
    scene = Scene().at(0, (2, 2)).curses(0, curses).with_sources(2, 2, 1)
    assert scene.actor == 0
    assert scene.play("cancel", keeping_twos=kept).sources == sources


@cites("CAB-69")
@pytest.mark.parametrize(("curses", "refused"), [(1, (0, 3)), (2, (2, 3)), (3, (2, 3)), (4, (1, 2))])
def test_curses_do_not_leave_sources_that_do_not_add_up(curses, refused):
    scene = Scene().at(0, (2, 2)).curses(0, curses).with_sources(2, 2, 1)
    assert {scene.refused("cancel", keeping_twos=kept) for kept in refused} == {"CAB-69"}


@cites("CAB-69")
@pytest.mark.parametrize(
    ("curses", "sources", "left"),
    [(1, (2,), [1]), (2, (1, 1, 1), [1]), (3, (2, 2), [1]), (4, (2, 2, 1), [1])],
)
def test_where_only_one_way_to_cancel_is_left_the_house_cancels(curses, sources, left):
    scene = Scene().at(0, (2, 2)).curses(0, curses).with_sources(*sources)
    assert scene.actor == HOUSE
    assert scene.house("cancel", keeping_twos=0).sources == left


@cites("CAB-70")
@pytest.mark.parametrize(
    ("curses", "sources", "end"), [(1, (), (1, 6)), (3, (2,), (1, 6)), (4, (1, 1), (1, 5)), (4, (), (1, 3))]
)
def test_curses_in_excess_of_all_movement_move_the_meeple_back(curses, sources, end):
    scene = Scene(passenger=(1, 5)).at(0, (1, 7)).curses(0, curses).with_sources(*sources)
    if sources:
        assert scene.house("cancel", keeping_twos=0).sources == []
    assert scene.house("back", to=f"{end[0]},{end[1]}").where(0) == end


# ---------------------------------------------------------------- directions


@cites("CAB-71")
@pytest.mark.parametrize(
    ("spaces", "direction", "end"),
    [
        (1, "up", (3, 4)),
        (1, "right", (4, 3)),
        (1, "down", (3, 2)),
        (1, "left", (2, 3)),
        (2, "up", (3, 5)),
        (2, "right", (5, 3)),
        (2, "down", (3, 1)),
        (2, "left", (1, 3)),
    ],
)
def test_a_source_leads_straight_to_the_squares_beside(spaces, direction, end):
    assert Scene().at(0, (3, 3)).with_sources(spaces).drive((spaces, direction)).where(0) == end


@cites("CAB-71")
def test_there_are_four_directions_and_no_diagonal():
    scene = Scene().at(0, (3, 3)).with_sources(1)
    assert scene.legal() == moves(*((1, way) for way in WAYS))


@cites("CAB-72")
def test_a_source_of_2_is_not_driven_as_a_source_of_1():
    scene = Scene().at(0, (3, 3)).with_sources(2)
    assert scene.refused("move", spaces=1, direction="up") == "CAB-72"


@cites("CAB-72")
def test_two_sources_of_1_are_not_driven_as_a_source_of_2():
    scene = Scene().at(0, (3, 3)).with_sources(1, 1)
    assert scene.refused("move", spaces=2, direction="up") == "CAB-72"


@cites("CAB-73")
@pytest.mark.parametrize(("second", "end"), [("up", (3, 5)), ("right", (4, 4)), ("down", (3, 3)), ("left", (2, 4))])
def test_the_next_source_may_go_another_way_also_back(second, end):
    assert Scene().at(0, (3, 3)).with_sources(1, 1).drive((1, "up"), (1, second)).where(0) == end


@cites("CAB-74")
@pytest.mark.parametrize("order", [(1, 2, 1), (2, 1, 1), (1, 1, 2)])
def test_sources_are_moved_in_any_order(order):
    scene = Scene().at(0, (3, 3)).with_sources(2, 1, 1)
    for spaces in order:
        assert moves((spaces, "up"))[0] in scene.legal()
        scene.drive((spaces, "up"))
    assert scene.where(0) == (3, 7)


@cites("CAB-75")
def test_a_player_cannot_stop_while_spaces_are_left():
    scene = Scene().at(0, (3, 3)).with_sources(1, 1).drive((1, "up"))
    assert scene.legal() == moves(*((1, way) for way in WAYS))
    assert scene.refused("end_turn") == "CAB-31"
    assert scene.drive((1, "up")).sources == []


@cites("CAB-76")
@pytest.mark.parametrize(
    ("square", "spaces", "direction"),
    [
        ((3, 8), 1, "up"),
        ((3, 7), 2, "up"),
        ((6, 3), 1, "right"),
        ((5, 3), 2, "right"),
        ((3, 1), 1, "down"),
        ((3, 2), 2, "down"),
        ((1, 3), 1, "left"),
        ((2, 3), 2, "left"),
        ((6, 8), 1, "right"),
        ((1, 1), 1, "left"),
    ],
)
def test_a_source_does_not_go_where_the_grid_ends_before_it(square, spaces, direction):
    scene = Scene(picked_up=1).at(0, square).with_sources(spaces)
    assert scene.refused("move", spaces=spaces, direction=direction) == "CAB-76"
    assert moves((spaces, direction))[0] not in scene.legal()


@cites("CAB-76")
@pytest.mark.parametrize("square", [(6, 8), (6, 7)])
def test_a_source_may_end_early_beyond_the_open_exit(square):
    assert Scene(picked_up=1).at(0, square).with_sources(2).drive((2, "up")).where(0) == "left"


@cites("CAB-76")
@pytest.mark.parametrize("corner", [(1, 1), (6, 1), (1, 8), (6, 8)])
def test_a_source_of_2_has_two_ways_out_of_every_corner(corner):
    assert len(Scene().at(0, corner).with_sources(2).legal()) == 2


# ---------------------------------------------------------------- the entry gate


@cites("CAB-77")
@pytest.mark.parametrize(
    ("entry", "inward", "one", "two"), [("A", "up", (1, 1), (1, 2)), ("B", "down", (6, 8), (6, 7))]
)
def test_the_start_area_is_left_through_the_entry_gate(entry, inward, one, two):
    scene = Scene(entry_gate=entry).with_sources(2, 1)
    assert scene.legal() == moves((1, inward), (2, inward))
    assert {scene.refused("move", spaces=1, direction=way) for way in WAYS if way != inward} == {"CAB-77"}
    assert scene.drive((1, inward)).where(0) == one
    assert Scene(entry_gate=entry).with_sources(2).drive((2, inward)).where(0) == two


@cites("CAB-78")
@pytest.mark.parametrize(
    ("entry", "square", "spaces", "outward"),
    [("A", (1, 1), 1, "down"), ("A", (1, 1), 2, "down"), ("A", (1, 2), 2, "down"), ("B", (6, 8), 1, "up")],
)
def test_nobody_drives_back_into_the_start_area(entry, square, spaces, outward):
    scene = Scene(entry_gate=entry, picked_up=1).at(0, square).with_sources(spaces)
    assert scene.refused("move", spaces=spaces, direction=outward) == "CAB-78"
    assert moves((spaces, outward))[0] not in scene.legal()


# ---------------------------------------------------------------- passing


@cites("CAB-79")
@pytest.mark.parametrize("sources", [(2,), (1, 1)])
@pytest.mark.parametrize("special", [(2, 3), (4, 4)])
def test_special_squares_have_no_effect_when_passed(sources, special):
    scene = Scene().at(0, (special[0], special[1] - 1)).with_sources(*sources)
    scene.drive(*((spaces, "up") for spaces in sources))
    assert scene.where(0) == (special[0], special[1] + 1)
    assert scene.end().actor == 1


@cites("CAB-79")
@pytest.mark.parametrize("sources", [(2,), (1, 1)])
def test_a_rival_neither_blocks_nor_fights_when_passed(sources):
    scene = Scene().at(0, (3, 2)).at(1, (3, 3)).with_sources(*sources)
    assert moves((sources[0], "up"))[0] in scene.legal()
    scene.drive(*((spaces, "up") for spaces in sources))
    assert [scene.where(seat) for seat in (0, 1)] == [(3, 4), (3, 3)]
    assert scene.end().actor == 1


@cites("CAB-79")
@pytest.mark.parametrize("sources", [(2,), (1, 1)])
def test_a_passenger_neither_blocks_nor_gets_in_when_passed(sources):
    scene = Scene(passenger=(3, 3)).at(0, (3, 2)).with_sources(*sources)
    assert moves((sources[0], "up"))[0] in scene.legal()
    scene.drive(*((spaces, "up") for spaces in sources))
    assert scene.where(0) == (3, 4)
    assert (scene.end().s.held[0], scene.passenger_at) == (0, (3, 3))


# ---------------------------------------------------------------- moving back


@cites("CAB-80")
@pytest.mark.parametrize(
    ("square", "spaces", "ends"),
    [
        ((4, 6), 1, ["4,5", "3,6"]),
        ((4, 6), 2, ["4,4", "3,5", "2,6"]),
        ((4, 6), 4, ["4,2", "3,3", "2,4", "1,5"]),
        ((2, 6), 3, ["2,3", "1,4"]),
        ((5, 2), 3, ["3,1", "2,2"]),
    ],
)
def test_each_step_back_shortens_the_way_to_the_start_area(square, spaces, ends):
    scene = Scene().at(0, square).curses(0, spaces).with_sources()
    assert scene.legal() == [f"back(to={end})" for end in ends]


@cites("CAB-80")
def test_back_is_towards_the_gate_that_is_the_entry():
    scene = Scene(entry_gate="B").at(0, (4, 6)).curses(0, 1).with_sources()
    assert scene.legal() == ["back(to=5,6)", "back(to=4,7)"]


@cites("CAB-80")
@pytest.mark.parametrize(("square", "spaces", "end"), [((2, 2), 2, "1,1"), ((1, 4), 2, "1,2"), ((4, 1), 2, "2,1")])
def test_where_only_one_square_can_be_the_end_the_house_moves_back(square, spaces, end):
    Scene().at(0, square).curses(0, spaces).with_sources().house("back", to=end)


@cites("CAB-80")
@pytest.mark.parametrize(("square", "spaces"), [((1, 1), 1), ((1, 2), 2), ((2, 2), 3)])
def test_the_step_back_from_beside_the_entry_gate_leads_into_the_start_area(square, spaces):
    assert Scene().at(0, square).curses(0, spaces).with_sources().house("back", to="start").where(0) == "start"


@cites("CAB-80")
@pytest.mark.parametrize("end", ["4,6", "4,5", "4,7", "5,5", "5,4", "3,4", "start"])
def test_moving_back_takes_every_space_and_no_detour(end):
    scene = Scene().at(0, (4, 6)).curses(0, 2).with_sources()
    assert scene.refused("back", to=end) == "CAB-80"


@cites("CAB-81")
@pytest.mark.parametrize(("square", "spaces"), [((1, 1), 4), ((2, 1), 4)])
def test_a_meeple_that_reaches_the_start_area_goes_no_further_back(square, spaces):
    scene = Scene().at(0, square).curses(0, spaces).with_sources().house("back", to="start")
    assert (scene.where(0), scene.end().actor) == ("start", 1)


@cites("CAB-81")
def test_a_meeple_in_the_start_area_does_not_move_back():
    scene = Scene().curses(0, 4).with_sources()
    assert (scene.where(0), scene.end().actor) == ("start", 1)


@cites("CAB-82")
def test_the_owner_of_a_pushed_meeple_chooses_its_square():
    scene = Scene().at(0, (3, 3)).at(1, (4, 3)).one_step("right").luck(3, 4).luck(1, 1)
    assert (scene.actor, scene.legal()) == (1, ["back(to=4,1)", "back(to=3,2)", "back(to=2,3)"])
    assert scene.refused("back", 0, to="4,1") == "CAB-82"
    assert scene.play("back", to="3,2").where(1) == (3, 2)


# ---------------------------------------------------------------- landing


@cites("CAB-83")
def test_a_meeple_lands_where_its_movement_ends():
    assert Scene(passenger=(4, 3)).at(0, (3, 2)).with_sources(1, 1).drive((1, "up"), (1, "right")).legal() == [
        "collect"
    ]


@cites("CAB-83")
def test_a_meeple_that_comes_back_to_its_square_lands_there():
    scene = Scene().at(0, (4, 4)).with_sources(1, 1).drive((1, "up"), (1, "down"))
    assert (scene.where(0), scene.actor) == ((4, 4), LUCK)


@cites("CAB-83")
def test_surplus_curses_land_on_the_passenger():
    scene = Scene(passenger=(1, 4)).at(0, (1, 6)).curses(0, 2).with_sources().house("back", to="1,4")
    assert scene.house("collect").s.held[0] == 1


@cites("CAB-83")
def test_surplus_curses_land_on_a_rival():
    scene = Scene().at(0, (1, 4)).at(1, (1, 3)).curses(0, 1).with_sources().house("back", to="1,3")
    assert scene.luck(1, 1).luck(3, 4).house("back", to="1,1").where(0) == (1, 1)


@cites("CAB-84")
@pytest.mark.parametrize("square", [(2, 3), (4, 4)])
@pytest.mark.parametrize("curses", [0, 1])
def test_a_meeple_that_did_not_move_wakes_no_special_square(square, curses):
    scene = Scene().at(0, square).curses(0, curses).with_sources(*[1] * curses)
    if curses:
        scene.house("cancel", keeping_twos=0)
    assert scene.end().actor == 1


@cites("CAB-84")
def test_a_meeple_that_did_not_move_does_not_fight():
    scene = Scene().at(0, (3, 3)).at(1, (3, 3)).with_sources()
    assert scene.end().actor == 1


@cites("CAB-84")
def test_a_meeple_that_did_not_move_picks_nobody_up():
    scene = Scene(passenger=(3, 3)).at(0, (3, 3)).with_sources()
    assert scene.refused("collect") == "CAB-119"
    assert scene.end().s.held[0] == 0


@cites("CAB-84")
def test_a_meeple_does_not_land_because_another_one_moved_the_turn_before():
    scene = Scene(passenger=(3, 3)).at(0, (5, 5)).at(1, (3, 3)).one_step("left").end().with_sources()
    assert scene.end().s.held[1] == 0


@cites("CAB-84")
def test_meeples_meet_in_the_start_area_without_a_fight():
    scene = Scene().at(0, (1, 1)).curses(0, 1).with_sources().house("back", to="start")
    assert [scene.where(seat) for seat in (0, 1)] == ["start", "start"]
    assert scene.end().actor == 1


@cites("CAB-84")
def test_a_pothole_leads_to_no_second_special_square():
    scene = Scene().at(0, (6, 3)).one_step("up").luck(3).play("back", to="4,4")
    assert scene.end().actor == 1


@cites("CAB-84")
def test_a_pothole_leads_to_no_fight():
    scene = Scene().at(0, (4, 3)).at(1, (4, 2)).one_step("up").luck(3).play("back", to="4,2")
    assert [scene.where(seat) for seat in (0, 1)] == [(4, 2), (4, 2)]
    assert scene.end().actor == 1


@cites("CAB-84")
def test_a_pothole_leads_to_no_passenger():
    scene = Scene(passenger=(4, 2)).at(0, (4, 3)).one_step("up").luck(3).play("back", to="4,2")
    assert (scene.end().s.held[0], scene.passenger_at) == (0, (4, 2))


@cites("CAB-84")
@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_of_a_fight_wakes_no_special_square(loser):
    scene = Scene().at(0, (2, 4)).at(1, (2, 5)).one_step("up").luck(*((3, 4), (1, 1))[loser == 0])
    scene.luck(*((3, 4), (1, 1))[loser == 1]).play("back", to="2,3")
    assert scene.where(loser) == (2, 3)
    assert scene.end().actor == 1


@cites("CAB-84")
@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_of_a_fight_picks_nobody_up(loser):
    scene = Scene(passenger=(2, 3)).at(0, (2, 4)).at(1, (2, 5)).one_step("up")
    scene.luck(*((3, 4), (1, 1))[loser == 0]).luck(*((3, 4), (1, 1))[loser == 1]).play("back", to="2,3")
    assert scene.refused("collect") == "CAB-119"
    assert list(scene.end().s.held) == [0, 0, 0]


@cites("CAB-84")
def test_the_loser_of_a_fight_does_not_fight_where_it_goes_back_to():
    scene = Scene(3).at(0, (2, 4)).at(1, (2, 5)).at(2, (1, 4)).one_step("up").luck(1, 1).luck(3, 4)
    scene.play("back", to="1,4")
    assert [scene.where(seat) for seat in (0, 1, 2)] == [(1, 4), (2, 5), (1, 4)]
    assert scene.end().actor == 1
