"""Moves and options: what people and files write, and what rules see."""

from __future__ import annotations

import pytest

from tabbytop.engine.moves import BadMove, Moves
from tabbytop.engine.options import AnySeat, BadOption, BySeat, Choice, Flag, Options, Whole

MOVES = Moves(pass_on={}, step={"cat": ("grey", "red"), "way": ("up", "down", "left")}, pay={"cans": range(3)})
OPTIONS = Options(
    Choice("side", "Which side.", values=("front", "back")),
    Flag("fast", "Quicker.", only_players=(2,)),
    Whole("limit", "How long.", default=10, low=0, high=99, tries=(1,)),
    BySeat("colours", "Colours.", values=("red", "blue", "green")),
)
MODES = Options(
    AnySeat("first", "Who starts.", only_players=(2, 3)),
    Choice("mode", "Alone or not.", only_players=(1,), values=("solo", "hard", "duel")),
    Flag("hers", "She starts.", only_players=(1,), only_with=("mode", "duel")),
)


def test_ids_are_dense_and_follow_the_families():
    assert MOVES.count == 1 + 6 + 3
    assert [MOVES.family(move).name for move in range(10)] == ["pass_on"] + ["step"] * 6 + ["pay"] * 3
    assert MOVES.step(cat="red", way="up") == 4
    assert str(MOVES.read(6)) == "step(cat=red, way=left)"
    assert str(MOVES.read(0)) == "pass_on"


def test_whoever_changes_the_json_of_a_move_changes_nobody_elses():
    MOVES.to_json(4)["step"]["cat"] = "blue"
    assert MOVES.to_json(4) == MOVES.as_json(4) == {"step": {"cat": "red", "way": "up"}}
    assert MOVES.as_json(4) is MOVES.as_json(4)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (None, "one key"),
        ([], "one key"),
        ({}, "one key"),
        ({"pass_on": {}, "pay": {"cans": 1}}, "one key"),
        ({"fly": {}}, "no move 'fly'"),
        ({"pay": []}, "must be an object"),
        ({"pay": {}}, "takes cans"),
        ({"pay": {"cans": 3}}, "cans is one of 0, 1, 2"),
        ({"pay": {"cans": True}}, "not True"),
        ({"pay": {"cans": "1"}}, "not '1'"),
        ({"pay": {"cans": [1]}}, "cans is one of"),
        ({"step": {"cat": "red", "way": "up", "x": 1}}, "takes cat, way"),
    ],
)
def test_wrong_moves_are_refused_with_a_sentence(data, complaint):
    with pytest.raises(BadMove, match=complaint):
        MOVES.from_json(data)


def test_an_unknown_family_is_named():
    with pytest.raises(AttributeError, match="no move family 'fly'"):
        MOVES.fly()


def test_rules_see_options_as_numbers():
    assert OPTIONS.encode(2, {}).tolist() == [2, 0, 0, 10, 0, 1, -1]
    chosen = {"side": "back", "fast": True, "limit": 0, "colours": ["green", "red"]}
    assert OPTIONS.encode(2, chosen).tolist() == [2, 1, 1, 0, 2, 0, -1]
    assert OPTIONS.slot("colours") == 4


def test_defaults_are_filled_in_and_options_of_other_tables_left_out():
    assert OPTIONS.complete(3, {}) == {"side": "front", "limit": 10, "colours": ["red", "blue", "green"]}


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ({"sides": "front"}, "no option 'sides'"),
        ({"side": "top"}, "side is front or back"),
        ({"side": ["front"]}, "side is front or back"),
        ({"fast": 1}, "fast is true or false"),
        ({"limit": 100}, "whole number from 0 to 99"),
        ({"limit": True}, "whole number"),
        ({"colours": ["red"]}, "for each player"),
        ({"colours": ["red", "red"]}, "all different"),
        ({"colours": ["red", "pink"]}, "one of red, blue, green"),
        ({"colours": "red,blue"}, "one of red, blue, green"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(chosen, complaint):
    with pytest.raises(BadOption, match=complaint):
        OPTIONS.encode(2, chosen)


def test_an_option_of_another_player_count_is_refused():
    with pytest.raises(BadOption, match="applies to games with 2 players only, not 3"):
        OPTIONS.complete(3, {"fast": True})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("side", "back", "back"), ("fast", "Yes", True), ("limit", "7", 7), ("colours", "blue, red", ["blue", "red"])],
)
def test_typed_options_are_understood(name, text, value):
    assert OPTIONS.named(name).parse(text) == value


@pytest.mark.parametrize(("name", "text"), [("fast", "maybe"), ("limit", "many")])
def test_typed_nonsense_is_refused(name, text):
    with pytest.raises(BadOption):
        OPTIONS.named(name).parse(text)


def test_variants_try_every_other_value():
    variants = OPTIONS.variants(2)
    assert {} in variants
    for name, value in (("side", "back"), ("fast", True), ("limit", 1), ("colours", ["green", "blue"])):
        assert {name: value} in variants
    assert {"side": "back", "fast": True, "limit": 1, "colours": ["green", "blue"]} in variants
    assert not any("fast" in variant for variant in OPTIONS.variants(3))


# ---------------------------------------------------------------- options that depend on others, and on the seats


def test_an_option_of_another_mode_is_left_out():
    assert MODES.complete(1, {}) == {"mode": "solo"}
    assert MODES.complete(1, {"mode": "duel"}) == {"mode": "duel", "hers": False}
    assert MODES.encode(1, {"mode": "duel", "hers": True}).tolist() == [1, -1, 2, 1]


@pytest.mark.parametrize("chosen", [{"hers": True}, {"hers": False}, {"mode": "hard", "hers": True}])
def test_an_option_of_another_mode_is_refused(chosen):
    with pytest.raises(BadOption, match="Option hers applies only with mode = duel"):
        MODES.complete(1, chosen)


def test_a_seat_is_counted_from_1_and_must_be_there():
    assert MODES.complete(2, {}) == {"first": "random"}
    assert [MODES.encode(2, {"first": value}).tolist()[1] for value in ("random", "1", "2")] == [-1, 0, 1]
    assert MODES.named("first").parse("2") == "2"
    for wrong in ("3", "0", 1, "first"):
        with pytest.raises(BadOption, match="random or the number of a player's seat"):
            MODES.complete(2, {"first": wrong})


def test_variants_choose_what_an_option_depends_on():
    assert MODES.variants(1) == [
        {},
        {"mode": "hard"},
        {"mode": "duel"},
        {"mode": "duel", "hers": True},
    ]
    assert MODES.variants(2) == [{}, {"first": "2"}]


def test_the_ways_of_a_table_are_the_choices_that_only_it_has():
    assert MODES.ways(1) == [{}, {"mode": "hard"}, {"mode": "duel"}]
    assert MODES.ways(2) == [{}]
    assert OPTIONS.ways(2) == [{}]


# ---------------------------------------------------------------- options that change nothing at some tables

IDLE = Options(
    Choice("deck", "Which deck.", values=("levels", "mixed")),
    Choice("set", "Which set.", values=("blue", "yellow"), counts_with=("deck", "levels")),
    Flag("paws", "Whether paws count.", counts_players=(3,)),
)
SHORT = Options(
    Choice("set", "Which set.", values=("blue", "yellow"), counts_from=("rounds", 5)),
    Flag("calm", "Nobody races."),
    Whole("rounds", "How many rounds.", counts_with=("calm", True), default=4, low=1, high=9, tries=(2,)),
)


@pytest.mark.parametrize(
    ("players", "chosen", "complaint"),
    [
        (3, {"deck": "mixed", "set": "yellow"}, "Option set applies only with deck = levels"),
        (2, {"paws": True}, "Option paws applies to games with 3 players only, not 2"),
    ],
)
def test_a_value_that_would_change_nothing_is_refused_by_name(players, chosen, complaint):
    with pytest.raises(BadOption, match=complaint):
        IDLE.complete(players, chosen)


def test_a_value_that_a_game_is_too_short_for_is_refused_by_name():
    with pytest.raises(BadOption, match="Option set applies only with rounds of 5 or more, not 4"):
        SHORT.complete(2, {"calm": True, "set": "yellow"})
    assert SHORT.complete(2, {"set": "yellow"})["set"] == "yellow"
    assert SHORT.complete(2, {"calm": True, "rounds": 5, "set": "yellow"})["set"] == "yellow"
    assert SHORT.complete(2, {"calm": True})["set"] == "blue"
    for variant in SHORT.variants(2):
        SHORT.complete(2, variant)


def test_an_idle_option_stays_in_the_list_at_its_default_as_records_have_it():
    full = {"deck": "mixed", "set": "blue", "paws": False}
    assert IDLE.complete(2, {"deck": "mixed"}) == IDLE.complete(2, full) == full


def test_variants_leave_out_what_would_change_nothing():
    assert all("paws" not in variant for variant in IDLE.variants(2))
    for variant in IDLE.variants(3):
        IDLE.complete(3, variant)
