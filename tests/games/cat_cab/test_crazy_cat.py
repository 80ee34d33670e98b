"""Cat Cab: the solo game against Crazy cat.

The last part plays Crazy cat against plain code that tries everything; it shares nothing with the rules.
"""

from __future__ import annotations

import itertools

import pytest

from tabbytop.engine.seats import LUCK, OVER
from tabbytop.games.cat_cab.game import GAME
from tabbytop.kit.marks import cites
from tests.games.cat_cab.crazy_cat import CAT, SQUARES, cat_drives, cat_lands, cat_rolls, solo
from tests.games.cat_cab.scene import Scene


def cat_idles(scene):
    """A turn of Crazy cat without movement: all 2s, no item, no curse of its own."""
    cat_rolls(scene, 2, 2, 2, 2, 2)
    while scene.actor == CAT:
        scene.crazy()
    return scene.end()


# ---------------------------------------------------------------- the table


@cites("CAB-141")
def test_one_human_meets_crazy_cat():
    assert GAME.automata(1, {}) == ("Crazy cat",)
    scene = Scene.before_play(1).luck(5, 2).luck(3, 3)
    assert (scene.s.seats, scene.actor) == (2, 0)
    assert (scene.where(0), scene.where(CAT)) == ("start", "start")


@cites("CAB-141")
def test_crazy_cat_collects_like_everyone():
    scene = solo(passenger=(3, 3)).at(CAT, (3, 2))
    cat_drives(cat_rolls(scene, 4, 1, 5, 1, 5))
    assert scene.house("collect").luck(5, 5).end().scores() == [0, 5]
    assert scene.s.curses[CAT] == 0


@cites("CAB-141")
def test_the_closed_gate_holds_crazy_cat_back_too():
    scene = solo(passenger=(5, 8)).at(CAT, (6, 8))
    assert scene.crazy() == "roll"
    scene.luck(4, 2, 2, 2, 2).crazy()
    assert scene.refused("move", spaces=1, direction="up") == "CAB-126"


@cites("CAB-142")
@pytest.mark.parametrize(("human", "cat"), [("red", "blue"), ("blue", "red"), ("green", "red")])
def test_crazy_cat_takes_the_first_colour_the_human_left(human, cat):
    scene = solo(colours=[human]).at(CAT, (2, 2))
    cat_rolls(scene, 3, 2, 2, 2, 2).crazy()
    assert scene.luck(5).dice_of(CAT) == [f"{cat} D6"]


@cites("CAB-143")
@pytest.mark.parametrize(("faces", "starter"), [((5, 2), 0), ((2, 5), CAT), ((4, 4, 1, 1, 3, 6), CAT)])
def test_both_roll_to_start_and_ties_are_rolled_again(faces, starter):
    scene = Scene.before_play(1).luck(*faces)
    assert scene.luck(3, 3).actor == starter


@cites("CAB-144")
@pytest.mark.parametrize("starter", [0, CAT])
def test_the_starter_rolls_4_dice_on_the_first_turn_and_the_other_5(starter):
    scene = Scene(1, first_turn=True, order=(starter, 1 - starter))
    dice = []
    for seat in (starter, 1 - starter):
        scene.turn_of(seat).play("roll", seat)
        dice.append(scene.s.pool.bit_count())
    assert dice == [4, 5]


# ---------------------------------------------------------------- its turn


@cites("CAB-145")
def test_crazy_cat_rolls_once():
    scene = solo().at(CAT, (3, 3))
    scene.crazy()
    scene.luck(1, 1, 2, 2, 2)
    assert scene.legal(CAT) == ["stop"]
    assert scene.refused("mark", die="white 1") == "CAB-145"


@cites("CAB-146")
@pytest.mark.parametrize("dice", [(), ("blue D6",), ("red D6", "blue D6", "blue D8")])
def test_crazy_cat_rolls_5_white_dice_and_its_coloured_ones(dice):
    scene = solo().holding(CAT, *dice)
    cat_rolls(scene, *[4] * (5 + len(dice)))
    assert scene.sources == [1] * (5 + len(dice))


@cites("CAB-146")
def test_crazy_cat_rolls_4_white_dice_and_its_coloured_ones_when_it_starts():
    scene = Scene(1, first_turn=True, order=(CAT, 0)).holding(CAT, "blue D8")
    cat_rolls(scene, 4, 4, 4, 4, 8)
    assert scene.sources == [2, 1, 1, 1, 1]


@cites("CAB-147")
@pytest.mark.parametrize(("before", "ones", "after"), [(0, 1, 1), (0, 3, 3), (2, 2, 4), (3, 2, 4), (4, 1, 4)])
def test_crazy_cat_gets_curses_from_its_ones_up_to_4(before, ones, after):
    scene = solo().at(CAT, (3, 3)).curses(CAT, before)
    cat_rolls(scene, *[1] * ones, *[4] * (5 - ones))
    assert scene.s.curses[CAT] == after


@cites("CAB-147")
def test_the_human_sabotages_crazy_cat():
    scene = Scene(1).at(0, (3, 3)).at(CAT, (3, 6)).one_step("up", twos=3).sabotage(CAT).end()
    cat_rolls(scene, 4, 4, 4, 4, 4)
    assert scene.house("cancel", keeping_twos=0).sources == [1, 1]


@cites("CAB-148")
def test_crazy_cat_always_rolls_for_items_and_for_two_at_most():
    scene = solo().at(CAT, (3, 3))
    cat_rolls(scene, 3, 3, 3, 4, 4)
    assert scene.refused("skip_items") == "CAB-148"
    assert scene.crazy() == "roll_item"
    assert scene.luck(1).crazy() == "roll_item"
    assert scene.luck(3).sources == [2, 1, 1]
    assert scene.crazy().startswith("move(")


@cites("CAB-149")
def test_crazy_cat_heads_for_the_passenger_even_beside_the_open_exit():
    scene = solo(picked_up=3, passenger=(6, 1)).at(CAT, (6, 8))
    assert cat_drives(cat_rolls(scene, 6, 6, 4, 2, 2)).where(CAT) == (6, 3)


@cites("CAB-149")
def test_crazy_cat_heads_for_the_exit_once_all_passengers_are_collected():
    scene = solo(picked_up=4).at(CAT, (6, 3))
    assert cat_drives(cat_rolls(scene, 6, 6, 2, 2, 2)).where(CAT) == (6, 7)


@cites("CAB-149")
def test_x24_crazy_cat_leaves_when_it_can():
    scene = solo(picked_up=4).at(CAT, (5, 7))
    assert cat_drives(cat_rolls(scene, 6, 4, 2, 2, 2)).where(CAT) == "left"


@cites("CAB-149")
def test_x24_crazy_cat_else_ends_as_near_to_the_exit_by_rows_as_it_can():
    scene = solo(picked_up=4).at(CAT, (4, 6))
    assert cat_drives(cat_rolls(scene, 6, 4, 2, 2, 2)).where(CAT) == (5, 8)


@cites("CAB-150")
def test_x23_crazy_cat_ends_beside_a_passenger_it_cannot_reach():
    scene = solo(passenger=(5, 5)).at(CAT, (3, 3)).curses(CAT, 1)
    assert cat_drives(cat_rolls(scene, 4, 4, 6, 2, 2)).where(CAT) == (4, 5)


@cites("CAB-150")
def test_crazy_cat_has_no_other_way_than_its_own():
    scene = solo(passenger=(5, 5)).at(CAT, (3, 3))
    cat_rolls(scene, 4, 2, 2, 2, 2)
    assert scene.refused("move", spaces=1, direction="left") == "CAB-150"


@cites("CAB-150")
def test_crazy_cat_lets_its_curse_halve_the_source_that_keeps_the_passenger_in_reach():
    scene = solo(passenger=(4, 4)).at(CAT, (3, 3)).curses(CAT, 1)
    cat_rolls(scene, 6, 4, 2, 2, 2)
    assert scene.legal(CAT) == ["cancel(keeping_twos=0)"]
    assert scene.refused("cancel", keeping_twos=1) == "CAB-150"
    assert cat_drives(scene).where(CAT) == (4, 4)


@cites("CAB-151")
def test_crazy_cat_avoids_a_special_square_among_equally_near_ones():
    scene = solo(passenger=(4, 5)).at(CAT, (3, 4))
    assert cat_drives(cat_rolls(scene, 4, 4, 4, 2, 2)).where(CAT) == (5, 5)


@cites("CAB-151")
def test_crazy_cat_drives_onto_a_special_square_that_is_nearest():
    scene = solo(passenger=(4, 6)).at(CAT, (4, 3))
    assert cat_drives(cat_rolls(scene, 4, 2, 2, 2, 2)).where(CAT) == (4, 4)


@cites("CAB-151", "CAB-123")
def test_crazy_cat_does_not_avoid_the_passengers_own_square():
    scene = solo(passenger=(4, 4)).at(CAT, (4, 3))
    cat_drives(cat_rolls(scene, 4, 2, 2, 2, 2)).crazy()
    assert scene.house("collect").s.held[CAT] == 1


@cites("CAB-152")
@pytest.mark.parametrize("faces", [(4, 2, 2, 2, 2), (6, 2, 2, 2, 2), (4, 4, 2, 2, 2), (6, 6, 4, 2, 2)])
def test_crazy_cat_does_not_leave_while_a_passenger_waits(faces):
    scene = solo(picked_up=1, passenger=(5, 8)).at(CAT, (6, 8))
    assert cat_drives(cat_rolls(scene, *faces)).where(CAT) in SQUARES


@cites("CAB-153")
def test_crazy_cat_places_all_its_sabotage_on_the_human():
    scene = solo(split_sabotage=True).at(CAT, (3, 3))
    cat_rolls(scene, 2, 2, 3, 1, 5).crazy()
    cat_drives(scene.luck(1))
    assert scene.refused("decline") == "CAB-153"
    assert [scene.crazy(), scene.crazy()] == ["sabotage(seat=0)"] * 2
    assert (scene.s.curses[0], scene.end().actor) == (2, 0)


@cites("CAB-153")
def test_crazy_cat_keeps_its_sabotage_once_the_human_is_gone():
    scene = solo(picked_up=1).gone(0, 1).at(CAT, (3, 3))
    assert cat_rolls(scene, 2, 2, 2, 2, 2).end().actor == CAT


# ---------------------------------------------------------------- cat fights


@cites("CAB-154")
@pytest.mark.parametrize("fails", [0, 1, 2])
def test_crazy_cat_wins_with_the_first_7_of_three_rolls(fails):
    scene = Scene(1).at(0, (4, 5)).at(CAT, (4, 6)).one_step("up").luck(*[1, 1] * fails, 3, 4)
    assert (scene.actor, scene.where(CAT)) == (0, (4, 6))
    assert scene.play("back", to="3,5").end().where(0) == (3, 5)


@cites("CAB-154")
def test_crazy_cat_loses_after_three_rolls_without_a_7():
    scene = Scene(1).at(0, (4, 5)).at(CAT, (4, 6)).one_step("up").luck(1, 1, 2, 2, 6, 6)
    assert scene.actor == CAT
    assert scene.crazy() == "back(to=4,4)"
    assert (scene.where(0), scene.end().actor) == ((4, 6), CAT)


@cites("CAB-154")
@pytest.mark.parametrize(("faces", "human"), [((3, 4), "goes back"), ((1, 1, 1, 1, 1, 1), "stays")])
def test_the_human_does_not_roll_in_crazy_cats_turn_either(faces, human):
    scene = solo(passenger=(4, 6)).at(0, (4, 6)).at(CAT, (4, 5))
    cat_drives(cat_rolls(scene, 4, 1, 5, 1, 5)).luck(*faces)
    assert (scene.actor, scene.s.back_seat) == ((0, 0) if human == "goes back" else (CAT, CAT))


@cites("CAB-154", "CAB-155", "CAB-150")
@pytest.mark.parametrize(("entry", "ends"), [("A", {(4, 6): (4, 4), (4, 2): (3, 1)}), ("B", {(4, 6): (4, 8)})])
def test_a_beaten_crazy_cat_goes_back_along_its_column_first(entry, ends):
    for square, end in ends.items():
        column, row = square
        scene = Scene(1, entry_gate=entry).at(0, (column, row - 1)).at(CAT, square).one_step("up")
        scene.luck(1, 1, 1, 1, 1, 1).crazy()
        assert scene.where(CAT) == end


# ---------------------------------------------------------------- special squares


@cites("CAB-155")
def test_nibbles_give_crazy_cat_its_upgrade():
    assert cat_lands(solo(), (2, 3)).luck(2).dice_of(CAT) == ["blue D6"]


@cites("CAB-155")
def test_the_patrol_costs_crazy_cat_a_passenger():
    assert cat_lands(solo().passengers(CAT, 2), (4, 4)).luck(6).s.held[CAT] == 1


@cites("CAB-155", "CAB-101")
@pytest.mark.parametrize(("square", "end"), [((4, 4), (4, 2)), ((6, 4), (6, 2)), ((1, 5), (1, 3))])
def test_a_pothole_throws_crazy_cat_back_along_its_column(square, end):
    scene = cat_lands(solo(), square).luck(3)
    assert scene.play("back", to=f"{end[0]},{end[1]}").where(CAT) == end


COLOURS = ["red", "blue", "green"]
HANDS = list(itertools.product(["supply", "human", "cat"], repeat=4))


def dealt(human, hand):
    """A solo scene in which the four dice in play lie as the hand says, and what the two colours in it are."""
    cat = next(colour for colour in COLOURS if colour != human)
    dice = [f"{colour} {kind}" for kind in ("D6", "D8") for colour in COLOURS if colour in (human, cat)]
    scene = solo(colours=[human])
    for die, owner in zip(dice, hand, strict=True):
        if owner != "supply":
            scene.holding({"human": 0, "cat": CAT}[owner], die)
    return scene, cat


@cites("CAB-155")
@pytest.mark.parametrize("human", COLOURS)
def test_crazy_cat_is_greedy_for_a_d6_and_for_its_own_colour(human):
    for hand in HANDS:
        scene, cat = dealt(human, hand)
        wanted = sorted(
            scene.dice_of(0), key=lambda die: (die.split()[1], die.split()[0] != cat, COLOURS.index(die.split()[0]))
        )
        before = scene.dice_of(CAT)
        cat_lands(scene, (2, 3)).luck(4)
        if wanted:
            assert scene.refused("decline") == "CAB-155"
            assert scene.crazy() == f"take_die(die={wanted[0]})"
        assert set(scene.dice_of(CAT)) == {*before, *wanted[:1]}


@cites("CAB-155")
@pytest.mark.parametrize("human", COLOURS)
def test_bad_luck_costs_crazy_cat_a_d6_and_its_own_colour_last(human):
    for hand in HANDS:
        scene, cat = dealt(human, hand)
        given = sorted(
            scene.dice_of(CAT), key=lambda die: (die.split()[1], die.split()[0] == cat, COLOURS.index(die.split()[0]))
        )
        cat_lands(scene, (4, 4)).luck(1)
        if len(given) > 1:
            assert scene.crazy() == f"lose_die(die={given[0]})"
        elif given:
            scene.house("lose_die", die=given[0])
        assert set(scene.dice_of(CAT)) == set(given[1:])


# ---------------------------------------------------------------- rush hour and the end


@cites("CAB-156")
def test_crazy_cat_plays_5_turns_without_pause_after_the_human_left_and_is_out():
    scene = Scene(1, picked_up=1).at(0, (6, 8)).passengers(CAT, 2).one_step("up").end()
    for _ in range(5):
        assert (scene.actor, scene.where(CAT)) == (CAT, "start")
        cat_idles(scene)
    assert (scene.where(CAT), scene.actor, scene.scores(), scene.places()) == ("out", OVER, [10, 0], [1, 2])


@cites("CAB-156")
def test_the_human_has_5_turns_after_crazy_cat_left_and_is_out():
    scene = solo(picked_up=4).at(CAT, (6, 8))
    cat_drives(cat_rolls(scene, 4, 1, 5, 5, 5)).end()
    assert scene.scores() == [0, 10]
    for _ in range(5):
        assert scene.where(0) == "start"
        scene.idle()
    assert (scene.where(0), scene.actor, scene.places()) == ("out", OVER, [2, 1])


@cites("CAB-157")
@pytest.mark.parametrize(
    ("options", "end"),
    [({}, (6, 4)), ({"crazy_cat_rush": "book"}, (6, 4)), ({"crazy_cat_rush": "sensible"}, "left")],
)
def test_crazy_cat_drives_home_in_rush_hour_only_when_it_is_sensible(options, end):
    scene = solo(picked_up=1, passenger=(6, 4), **options).gone(0, 1).at(CAT, (6, 7))
    assert cat_drives(cat_rolls(scene, 6, 4, 2, 2, 2)).where(CAT) == end


@cites("CAB-157")
def test_a_sensible_crazy_cat_heads_for_the_passenger_before_rush_hour():
    scene = solo(picked_up=1, passenger=(6, 4), crazy_cat_rush="sensible").at(CAT, (6, 7))
    assert cat_drives(cat_rolls(scene, 6, 4, 2, 2, 2)).where(CAT) == (6, 4)


def both_leave(held):
    """The human leaves first, Crazy cat second, with passengers by seat."""
    scene = Scene(1, passenger=None)
    for seat in range(2):
        scene.at(seat, (6, 8)).passengers(seat, held[seat])
    scene.s.lost, scene.s.picked_up = 4 - sum(held), 4
    scene.one_step("up").end()
    return cat_drives(cat_rolls(scene, 4, 2, 2, 2, 2)).end()


@cites("CAB-158")
@pytest.mark.parametrize(("held", "places"), [([1, 1], [1, 2]), ([0, 2], [2, 1]), ([0, 0], [1, 2]), ([1, 3], [2, 1])])
def test_most_points_win_against_crazy_cat(held, places):
    scene = both_leave(held)
    assert scene.scores() == [10 + 5 * held[0], 5 + 5 * held[1]]
    assert (scene.actor, scene.places()) == (OVER, places)


@cites("CAB-159")
@pytest.mark.parametrize(
    ("faces", "places"),
    [((3, 4), [2, 1]), ((1, 1, 2, 2, 1, 6), [2, 1]), ((1, 1, 2, 2, 3, 3), [1, 2])],
)
def test_a_tie_with_crazy_cat_is_decided_by_its_three_rolls(faces, places):
    scene = both_leave([0, 1])
    assert (scene.scores(), scene.actor) == ([10, 10], LUCK)
    assert (scene.luck(*faces).actor, scene.places()) == (OVER, places)
