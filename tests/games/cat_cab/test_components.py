"""Cat Cab: what lies in the box, and what the table chooses before set-up."""

from __future__ import annotations

import pytest

from tabbytop.engine.components import BadComponents
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.cat_cab import board, components
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import Scene

NIBBLES = {
    "front": {(2, 3), (5, 2), (2, 7), (5, 6)},
    "back": {(3, 2), (1, 4), (6, 5), (4, 7)},
}
PATROL = {
    "front": {(4, 4), (3, 5), (6, 4), (1, 5)},
    "back": {(5, 3), (3, 4), (4, 5), (2, 6)},
}
GRID = [(column, row) for column in range(1, 7) for row in range(1, 9)]


def colours_of(scene):
    return [board.COLOURS[scene.s.colour[seat]] for seat in range(scene.s.seats)]


# ---------------------------------------------------------------- the box


@cites("CAB-01")
@pytest.mark.parametrize(("players", "seats"), [(1, 2), (2, 2), (3, 3)])
def test_one_two_or_three_can_play(players, seats):
    assert Scene.before_play(players).s.seats == GAME.seats(players, {}) == seats


@cites("CAB-01")
@pytest.mark.parametrize("players", [0, 4])
def test_no_other_number_can_play(players):
    with pytest.raises(ValueError, match="Cat Cab is for 1, 2, 3 players"):
        Scene.before_play(players)


@cites("CAB-01")
def test_only_a_lone_player_meets_crazy_cat():
    assert [GAME.automata(players, {}) for players in (1, 2, 3)] == [("Crazy cat",), (), ()]


@cites("CAB-02")
def test_one_card_carries_a_city_on_each_side():
    assert board.BOX.pieces.game_cards == 1
    assert board.BOX.board.front.rows != board.BOX.board.back.rows


@cites("CAB-03")
def test_a_d6_names_the_column_and_a_d8_the_row():
    scene = Scene.before_play().luck(6, 5)
    assert scene.outcomes() == [1, 2, 3, 4, 5, 6]
    assert scene.luck(5).outcomes() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert scene.luck(7).passenger_at == (5, 7)


@cites("CAB-03")
def test_no_d6_shows_a_seventh_column():
    assert Scene.before_play().luck(6, 5).refused("die", shows=7) == "CAB-03"


@cites("CAB-03")
def test_the_grid_has_48_different_squares():
    assert board.SQUARES == len({board.square_at(*square) for square in GRID}) == 48


@cites("CAB-04")
@pytest.mark.parametrize(("direction", "end"), [("right", (4, 2)), ("left", (2, 2)), ("up", (3, 3)), ("down", (3, 1))])
def test_columns_count_from_the_left_and_rows_from_the_bottom(direction, end):
    assert Scene().at(0, (3, 2)).with_sources(1).drive((1, direction)).where(0) == end


@cites("CAB-05")
@pytest.mark.parametrize(
    ("entry", "way_in", "inside", "last", "way_out"),
    [("A", "up", (1, 1), (6, 8), "up"), ("B", "down", (6, 8), (1, 1), "down")],
)
def test_each_gate_is_entry_or_exit(entry, way_in, inside, last, way_out):
    assert Scene(entry_gate=entry).with_sources(1).drive((1, way_in)).where(0) == inside
    assert Scene(entry_gate=entry, picked_up=1).at(0, last).with_sources(1).drive((1, way_out)).where(0) == "left"


@cites("CAB-06")
@pytest.mark.parametrize(("entry", "square", "direction"), [("A", (6, 8), "up"), ("B", (1, 1), "down")])
def test_a_gate_is_joined_to_one_square_only(entry, square, direction):
    scene = Scene(entry_gate=entry, picked_up=1)
    ways_out = [
        (place, way)
        for place in GRID
        for number, way in enumerate(("up", "right", "down", "left"))
        if board.step(scene.s, board.square_at(*place), number) == board.LEFT
    ]
    assert ways_out == [(square, direction)]


@cites("CAB-07")
@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize(("kind", "places"), [(board.NIBBLES, NIBBLES), (board.PATROL, PATROL)])
def test_each_side_has_four_nibbles_and_four_patrols_at_their_places(side, kind, places):
    kinds = board.KIND[("front", "back").index(side)]
    assert {square for square in GRID if kinds[board.square_at(*square)] == kind} == places[side]


@cites("CAB-08")
def test_there_are_five_white_dice():
    scene = Scene().roll(4, 4, 4, 4, 4)
    assert scene.legal() == [*(f"mark(die=white {number})" for number in (1, 2, 3, 4, 5)), "stop"]


@cites("CAB-09", "CAB-10")
@pytest.mark.parametrize("colour", ["red", "blue", "green"])
@pytest.mark.parametrize(("size", "faces"), [("D6", 6), ("D8", 8)])
def test_each_colour_has_one_d6_and_one_d8(colour, size, faces):
    scene = Scene(3).holding(0, f"{colour} {size}").play("roll").luck(4, 4, 4, 4, 4)
    assert scene.outcomes() == list(range(1, faces + 1))
    assert scene.luck(4).legal()[-2:] == [f"mark(die={colour} {size})", "stop"]


@cites("CAB-09", "CAB-10")
def test_there_are_six_coloured_dice_in_all():
    assert Scene(3).dice_of(-1) == ["red D6", "blue D6", "green D6", "red D8", "blue D8", "green D8"]


@cites("CAB-09", "CAB-10")
def test_moves_name_the_six_coloured_dice():
    assert set(MOVES.take_die.args["die"]) == {
        f"{colour} {size}" for colour in ("red", "blue", "green") for size in ("D6", "D8")
    }


@cites("CAB-11", "CAB-18")
def test_three_players_have_meeples_of_three_colours():
    assert colours_of(Scene.before_play(3)) == ["red", "blue", "green"]
    assert board.BOX.pieces.meeples == 3


@cites("CAB-12")
def test_there_are_six_black_cubes():
    assert board.BOX.pieces.curse_cubes == 6


@cites("CAB-13")
def test_own_curses_do_not_run_out_with_the_cubes():
    scene = Scene(3).curses(0, 3).curses(1, 4).curses(2, 4).play("roll").luck(1)
    assert list(scene.s.curses) == [4, 4, 4]


@cites("CAB-13")
def test_sabotage_does_not_run_out_with_the_cubes():
    scene = Scene(3).curses(0, 2).curses(2, 4).roll(2, 2, 2, 2, 3).play("stop").play("skip_items")
    assert list(scene.sabotage(1).s.curses) == [2, 4, 4]


@cites("CAB-14")
@pytest.mark.parametrize(("before", "next_actor"), [(2, LUCK), (3, HOUSE)])
def test_there_are_four_yellow_cubes(before, next_actor):
    scene = Scene(passenger=(2, 3)).passengers(0, before).at(0, (2, 2)).with_sources(1).drive((1, "up"))
    assert scene.house("collect").actor == next_actor
    assert board.BOX.pieces.passenger_cubes == 4


@cites("CAB-15")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_everybody_sees_everything(viewer):
    scene = Scene(3).at(0, (2, 2)).curses(1, 2).holding(2, "green D8").passengers(1, 1).roll(4, 5, 6, 1, 3)
    assert GAME.state.view(scene.state, viewer).tobytes() == scene.state.tobytes()


@cites("CAB-15")
def test_no_part_of_the_table_is_hidden():
    assert {field.sees.value for field in GAME.state.fields.values()} == {"public"}


# ---------------------------------------------------------------- table choices


@cites("CAB-16")
def test_the_front_is_used_unless_the_table_chooses_the_back():
    assert GAME.complete(2, {})["side"] == "front"


@cites("CAB-16")
@pytest.mark.parametrize(("side", "special"), [("front", (3, 5)), ("back", (3, 4))])
def test_the_chosen_side_decides_where_the_patrol_stops_you(side, special):
    for square in ((3, 4), (3, 5)):
        scene = Scene(side=side).at(0, (square[0] - 1, square[1])).with_sources(1).drive((1, "right"))
        assert (scene.actor == LUCK) is (square == special)


@cites("CAB-16")
def test_there_is_no_third_side():
    with pytest.raises(ValueError, match="side is front or back"):
        Scene.before_play(side="edge")


@cites("CAB-17")
def test_gate_a_is_the_entry_unless_the_table_chooses_gate_b():
    assert GAME.complete(2, {})["entry_gate"] == "A"
    assert Scene().with_sources(1).drive((1, "up")).where(0) == (1, 1)


@cites("CAB-17")
def test_the_gate_that_is_not_the_entry_is_the_exit():
    assert Scene(entry_gate="B", picked_up=1).at(0, (1, 1)).with_sources(1).drive((1, "down")).where(0) == "left"
    scene = Scene(entry_gate="B", picked_up=1).at(0, (6, 8)).with_sources(1)
    assert scene.refused("move", spaces=1, direction="up") == "CAB-78"


@cites("CAB-17")
def test_there_is_no_third_gate():
    with pytest.raises(ValueError, match="entry_gate is A or B"):
        Scene.before_play(entry_gate="C")


@cites("CAB-18")
def test_players_choose_their_colours():
    assert colours_of(Scene.before_play(2, colours=["green", "red"])) == ["green", "red"]


@cites("CAB-18")
@pytest.mark.parametrize("colours", [["red", "red"], ["red"], ["red", "blue", "green"], ["red", "white"]])
def test_each_player_has_one_meeple_of_a_colour_of_their_own(colours):
    with pytest.raises(ValueError, match="colours is one of red, blue, green for each player, all different"):
        Scene.before_play(2, colours=colours)


@cites("CAB-19")
@pytest.mark.parametrize(("item", "die"), [(5, "green D6"), (6, "green D8")])
def test_items_give_dice_of_the_own_colour(item, die):
    scene = Scene(colours=["green", "red"]).roll(3, 4, 4, 4, 4).play("stop").play("roll_item").luck(item)
    assert scene.dice_of(0) == [die]


@cites("CAB-19")
def test_nobody_wins_a_die_of_another_colour_instead_of_their_own():
    scene = Scene(3).holding(0, "red D6").roll(3, 4, 4, 4, 4, 4).play("stop").play("roll_item").luck(5)
    assert scene.dice_of(0) == ["red D6"]


@cites("CAB-19")
def test_greedy_cat_alone_hands_over_other_colours():
    scene = Scene(3).holding(1, "blue D6").at(0, (2, 2)).with_sources(1).drive((1, "up")).luck(3)
    assert scene.play("take_die", die="blue D6").dice_of(0) == ["blue D6"]


@cites("CAB-20")
@pytest.mark.parametrize(("players", "colours"), [(2, ["red", "green"]), (1, ["blue"])])
def test_the_meeple_of_a_colour_nobody_plays_stays_away(players, colours):
    scene = Scene.before_play(players, colours=colours)
    assert len(colours_of(scene)) == 2
    assert (scene.s.colour[2], scene.s.place[2]) == (-1, -1)


@cites("CAB-20")
def test_the_dice_of_a_colour_nobody_plays_stay_in_the_supply():
    scene = Scene(colours=["red", "green"]).holding(0, "red D6", "red D8").holding(1, "green D6", "green D8")
    scene.roll(3, 3, 4, 4, 4, 4, 4).play("stop").play("roll_item").luck(5).play("roll_item").luck(6)
    assert scene.dice_of(-1) == ["blue D6", "blue D8"]


@cites("CAB-20")
def test_greedy_cat_does_not_reach_into_the_supply():
    scene = Scene().holding(1, "blue D6").at(0, (2, 2)).with_sources(1).drive((1, "up")).luck(3)
    assert scene.refused("take_die", die="green D6") == "CAB-89"


# ---------------------------------------------------------------- component files


def changed(tmp_path, old, new):
    text = components.PATH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_an_owner_may_correct_the_reconstructed_board(tmp_path):
    box = components.load(changed(tmp_path, '".N....",   # 7', '"..N...",'))
    assert box.board.front.rows[1] == "..N..."


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("white_d6 = 5", "", "`white_d6`"),
        ("white_d6 = 5", 'white_d6 = "five"', "pieces.white_d6"),
        ("white_d6 = 5", "white_d6 = 6", "pieces.white_d6 must be 5"),
        ("white_d6 = 5", "white_d6 = 5\npurple_d6 = 1", "`purple_d6`"),
        ("[scoring]", "[scores]", "`scores`"),
        ('colours = ["red", "blue", "green"]', 'colours = ["red", "blue"]', "game.colours"),
        ('colours = ["red", "blue", "green"]', 'colours = ["red", "blue", "red"]', "game.colours"),
        ("columns = 6", "columns = 7", "grid must be 6 columns by 8 rows"),
        ("rows = 8", "rows = 6", "grid must be 6 columns by 8 rows"),
        ("[gates.B]", "[gates.C]", "unknown field `C` - at `$.gates`"),
        ("square = [1, 1]", "square = [1, 0]", "gates.A.square"),
        ("square = [6, 8]", "square = [7, 8]", "gates.B.square"),
        ("square = [1, 1]", "square = [1]", "square"),
        ("square = [1, 1]", "square = [1, 2]", "gates.A.edge must lead out"),
        ('edge = "bottom"', 'edge = "below"', "gates.A.edge must be one of"),
        ('edge = "top"', 'edge = "left"', "gates.B.edge must lead out"),
        ('square = [6, 8]\nedge = "top"', 'square = [1, 1]\nedge = "left"', "gates must be at two different squares"),
        ("[board.back]", "[board.rear]", "unknown field `rear` - at `$.board`"),
        ('  ".N....",   # 7\n', "", "board.front.rows must be 8 lines"),
        ('".N....",   # 7', '".N...",', "board.front.rows[1]"),
        ('"...N..",   # 7', '"...X..",', "board.back.rows[1]"),
        ('3 = { effect = "item", amount = 1 }', "", "missing required field `3` - at `$.faces`"),
        (
            '6 = { effect = "gain_d8" }',
            '6 = { effect = "gain_d8" }\n7 = { effect = "nothing" }',
            "unknown field `7` - at `$.items`",
        ),
        ('3 = { effect = "item", amount = 1 }', '3 = { effect = "itm" }', "faces.3.effect"),
        ('3 = { effect = "item", amount = 1 }', '3 = "item"', "$.faces.3"),
        ('3 = { effect = "item", amount = 1 }', '3 = { effect = "item", times = 1 }', "`times`"),
        ('4 = { effect = "lucky_charm" }', '4 = { effect = "curse" }', "items.4.effect"),
        ('5 = { effect = "boost_d6" }', '5 = { effect = "boost" }', "nibbles.5.effect"),
        ('5 = { effect = "lose_passenger" }', '5 = { effect = "gain_d6" }', "patrol.5.effect"),
        ('4 = { effect = "move", amount = 1 }', '4 = { effect = "move", amount = 3 }', "faces.4.amount"),
        ('3 = { effect = "move", amount = 2 }', '3 = { effect = "move" }', "items.3.amount"),
        ("players_3 = [3, 4, 5]", "players_3 = [3, 4]", "first_turn_dice.players_3"),
        ("players_2 = [4, 5]", "players_2 = [4, 6]", "first_turn_dice.players_2"),
        ("solo = [4, 5]", "solo = [0, 5]", "first_turn_dice.solo"),
        ("solo = [4, 5]", "solo = [5, 5]", "first_turn_dice.solo"),
        ("leaving = [10, 5, 3]", "leaving = [10, 5]", "scoring.leaving"),
        ("passenger = 5", "passenger = -5", "scoring must have points"),
        ("curses_per_player = 4", "curses_per_player = 0", "limits.curses_per_player"),
        ("passengers_on_grid = 1", "passengers_on_grid = 2", "limits.passengers_on_grid"),
        ("fight_total = 7", "fight_total = 13", "limits.fight_total"),
        ("players_max = 3", "players_max = 5", "game.players_max"),
        ("meeples = 3", "meeples = 4", "pieces.meeples"),
        ("rerolls = 0", "rerolls = 1", "crazy_cat.rerolls"),
        ("white_dice = 5", "white_dice = 4", "crazy_cat.white_dice"),
        ("fight_rolls = 3", "fight_rolls = 0", "crazy_cat.fight_rolls"),
        ('3 = { effect = "back", amount = 2 }', '3 = { effect = "back", amount = -2 }', "patrol.3.amount"),
    ],
)
def test_a_bad_component_file_is_refused_by_key(tmp_path, old, new, named):
    with pytest.raises(BadComponents) as refusal:
        components.load(changed(tmp_path, old, new))
    assert str(refusal.value).startswith("mine.toml: ")
    assert named in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "lines_below"),
    [
        ("white_d6 = 5", "white_d6 = ", 0),
        ("[scoring]", "[scoring", 0),
        ("[game]\n", '[game]\nname = "Cat Cab"\n', 2),
    ],
)
def test_a_component_file_that_is_not_toml_is_refused_by_line(tmp_path, old, new, lines_below):
    line = components.PATH.read_text(encoding="utf-8").partition(old)[0].count("\n") + 1 + lines_below
    with pytest.raises(BadComponents, match=rf"mine\.toml: .*line {line}\b"):
        components.load(changed(tmp_path, old, new))


def test_a_component_file_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(components.PATH.read_bytes().replace(b'name = "Cat Cab"', b'name = "C\xe4t Cab"'))
    with pytest.raises(BadComponents, match=r"mine\.toml"):
        components.load(path)
