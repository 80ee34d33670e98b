"""Cat Cab: the solo game against Crazy cat.

The last part plays Crazy cat against plain code that tries everything; it shares nothing with the rules.
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from types import SimpleNamespace

import pytest

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.cat_cab.facts import CANCELLING, DRIVING, SURPLUS_BACK
from tabbytop.games.cat_cab.game import GAME
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

CAT = 1
FRONT = {(2, 3), (5, 2), (2, 7), (5, 6), (4, 4), (3, 5), (6, 4), (1, 5)}
BACK = {(3, 2), (1, 4), (6, 5), (4, 7), (5, 3), (3, 4), (4, 5), (2, 6)}
WAYS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
SQUARES = [(column, row) for row in range(1, 9) for column in range(1, 7)]


def solo(**arrangement):
    """A solo table at Crazy cat's turn."""
    return Scene(1, **arrangement).turn_of(CAT)


def cat_rolls(scene, *faces):
    """Crazy cat rolls its dice once."""
    assert scene.crazy() == "roll"
    scene.luck(*faces)
    if scene.s.curses[CAT] < 4:
        assert scene.crazy() == "stop"
    return scene


def cat_drives(scene):
    """Crazy cat does what it must with its sources and curses, up to the end of its movement."""
    while scene.s.phase in (CANCELLING, DRIVING, SURPLUS_BACK):
        if scene.actor == HOUSE:
            scene.house()
        else:
            scene.crazy()
    return scene


def cat_idles(scene):
    """A turn of Crazy cat without movement: all 2s, no item, no curse of its own."""
    cat_rolls(scene, 2, 2, 2, 2, 2)
    while scene.actor == CAT:
        scene.crazy()
    return scene.end()


def cat_lands(scene, square):
    """A surplus curse carries Crazy cat one step, along its column, back onto a square."""
    column, row = square
    scene.at(CAT, (column, row + 1 if scene.s.entry == 0 else row - 1))
    cat_drives(cat_rolls(scene, 1, 2, 2, 2, 2, *[2] * len(scene.dice_of(CAT))))
    assert scene.where(CAT) == square
    return scene


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


# ---------------------------------------------------------------- Crazy cat against plain code


def a_city(side, entry, passenger, *, gate_open, heads_for_exit):
    """What Crazy cat has to know of a position, written down once more in plain words."""
    beside_entry, beside_exit = ((1, 1), (6, 8)) if entry == "A" else ((6, 8), (1, 1))
    return SimpleNamespace(
        special=FRONT if side == "front" else BACK,
        entry=beside_entry,
        exit=beside_exit,
        inward=(0, 1) if entry == "A" else (0, -1),
        passenger=passenger,
        gate_open=gate_open,
        heads_for_exit=heads_for_exit,
    )


def stepped(city, place, way):
    """The place one space on, or None."""
    if place == "start":
        return city.entry if way == city.inward else None
    if place == city.exit and way == city.inward and city.gate_open:
        return "left"
    square = (place[0] + way[0], place[1] + way[1])
    return square if square in SQUARES else None


def driven(city, place, way, spaces):
    """Where a source leads, or None where the grid ends before."""
    for _ in range(spaces):
        place = stepped(city, place, way)
        if place in (None, "left"):
            break
    return place


def boosted(city, place, way, spaces):
    """Where a boost leads: the edge stops it."""
    for _ in range(spaces):
        ahead = stepped(city, place, way)
        if ahead is None:
            break
        place = ahead
        if place == "left":
            break
    return place


def ways_to_cancel(sources, curses):
    """All that curses can leave of the sources."""
    if curses == 0:
        return {tuple(sorted(spaces for spaces in sources if spaces > 0))}
    found = set()
    for index, spaces in enumerate(sources):
        if spaces > 0:
            found |= ways_to_cancel((*sources[:index], spaces - 1, *sources[index + 1 :]), curses - 1)
    return found


def all_ends(city, place, sources, curses):
    """Every end that some way of cancelling, ordering and directing the sources reaches."""

    @cache
    def ends(place, sources):
        if place == "left" or not sources:
            return {place}
        found = set()
        for index, spaces in enumerate(sources):
            for way in WAYS.values():
                ahead = driven(city, place, way, spaces)
                if ahead is not None:
                    found |= ends(ahead, sources[:index] + sources[index + 1 :])
        return found

    return set().union(*(ends(place, left) for left in ways_to_cancel(tuple(sources), curses)))


def cost(city, square):
    """The tuple of section 6, step 4."""
    column, row = square
    if city.heads_for_exit:
        steps = abs(column - city.exit[0]) + abs(row - city.exit[1]) + 1
        rows = abs(row - (9 if city.exit == (6, 8) else 0))
    else:
        steps = abs(column - city.passenger[0]) + abs(row - city.passenger[1])
        rows = abs(row - city.passenger[1])
    acts = square in city.special and square != city.passenger
    return (steps, int(acts), rows, column, row)


def moved_back(city, place, spaces):
    """Along the column to the row of the gate, along that row, out."""
    for _ in range(spaces):
        if place in ("start", city.entry):
            return "start"
        column, row = place
        if row != city.entry[1]:
            place = (column, row + (1 if city.entry[1] > row else -1))
        else:
            place = (column + (1 if city.entry[0] > column else -1), row)
    return place


def wanted_end(city, place, sources, curses):
    """Where section 6 sends Crazy cat."""
    if sum(sources) <= curses:
        return moved_back(city, place, curses - sum(sources))
    ends = all_ends(city, place, sources, curses)
    if city.heads_for_exit and "left" in ends:
        return "left"
    return min(ends - {"left"}, key=lambda square: cost(city, square))


def a_position(luck):
    """A random position at Crazy cat's turn, and the same as a city of plain code."""
    side, entry = luck.choice(["front", "back"]), luck.choice("AB")
    rush = luck.choice(["book", "sensible"])
    human_gone = luck.random() < 0.4
    picked_up = luck.choice([1, 2, 3, 4]) if human_gone else luck.choice([0, 1, 3, 4])
    passenger = luck.choice(SQUARES) if picked_up < 4 else None
    scene = solo(side=side, entry_gate=entry, crazy_cat_rush=rush, picked_up=picked_up, passenger=passenger)
    if human_gone:
        scene.gone(0, 1)
    heads_for_exit = passenger is None or (rush == "sensible" and human_gone)
    return scene, a_city(side, entry, passenger, gate_open=picked_up > 0, heads_for_exit=heads_for_exit)


def near_the_exit(luck, city):
    return luck.choice(
        [square for square in SQUARES if abs(square[0] - city.exit[0]) + abs(square[1] - city.exit[1]) < 4]
    )


@cites("CAB-149", "CAB-150", "CAB-151", "CAB-152", "CAB-157")
@pytest.mark.parametrize("seed", range(10))
def test_crazy_cat_drives_where_plain_code_says(seed):
    luck = random.Random(seed)
    for _ in range(80):
        scene, city = a_position(luck)
        place = luck.choice([*SQUARES, "start", "start", "start", near_the_exit(luck, city)])
        if luck.random() < 0.3:
            place = near_the_exit(luck, city)
        dice = luck.sample(["red D6", "blue D6", "red D8", "blue D8"], luck.choice([0, 0, 0, 1, 2]))
        curses = luck.choice([0, 0, 1, 2, 3, 4])
        faces = [luck.choice([1, 2, 4, 4, 5, 6, 6]) for _ in range(5 + len(dice))]
        scene.holding(CAT, *dice).at(CAT, place).curses(CAT, curses)
        cat_drives(cat_rolls(scene, *faces))
        sources = [1 if face < 6 else 2 for face in faces if face > 3]
        curses = min(4, curses + faces.count(1))
        assert scene.where(CAT) == wanted_end(city, place, sources, curses), (city, place, faces, curses)


@cites("CAB-150", "CAB-80", "CAB-81")
@pytest.mark.parametrize("entry", ["A", "B"])
@pytest.mark.parametrize("curses", [1, 2, 3, 4])
def test_crazy_cat_moves_back_along_its_column_and_then_along_the_row_of_the_gate(entry, curses):
    city = a_city("front", entry, (3, 8), gate_open=False, heads_for_exit=False)
    for place in [*SQUARES, "start"]:
        scene = solo(entry_gate=entry).at(CAT, place).curses(CAT, curses)
        cat_drives(cat_rolls(scene, 2, 2, 2, 2, 2))
        assert scene.where(CAT) == moved_back(city, place, curses)


@cites("CAB-155", "CAB-152", "CAB-96")
@pytest.mark.parametrize("seed", range(4))
def test_crazy_cat_boosts_where_plain_code_says(seed):
    luck = random.Random(seed)
    nibbles = {"front": [(2, 3), (5, 2), (2, 7), (5, 6)], "back": [(3, 2), (1, 4), (6, 5), (4, 7)]}
    for _ in range(80):
        scene, city = a_position(luck)
        square = luck.choice(nibbles["front" if city.special is FRONT else "back"])
        if square == city.passenger:
            continue
        spaces = luck.randint(1, 6)
        cat_lands(scene, square).luck(luck.choice([5, 6]), spaces)
        choices = []
        for order, (name, way) in enumerate(WAYS.items()):
            end = boosted(city, square, way, spaces)
            if end == "left":
                choices.append(((-1,) if city.heads_for_exit else (99,), order, name))
            elif end != square:
                choices.append((cost(city, end), order, name))
        assert scene.crazy() == f"boost(direction={min(choices)[2]})", (city, square, spaces)
