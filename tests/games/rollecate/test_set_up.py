"""Rollecate: set-up."""

from __future__ import annotations

import pytest

from tabbytop.engine.options import BadOption
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.rollecate.board import COUNT, KINDS
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import Scene

REMOVED = {1: 11, 2: 11, 3: 9, 4: 7}


def started(players=2, starter="1", **options):
    """A table whose start player is known."""
    named = {"start_player": starter} if players > 1 else {}
    return Scene.before_play(players, **named, **options)


def laid(*cards, players=2, **options):
    """A table whose initial railway consists of these straight cards."""
    scene = started(players, **options)
    for text in cards:
        scene.turn_up(text).house("place")
    return scene


# ---------------------------------------------------------------- the draw pile


@cites("ROL-13")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_any_of_the_55_cards_can_be_drawn_first(players):
    weights = started(players).outcomes()
    assert sum(weights.values()) == 55
    assert list(weights.values()) == [int(number) for number in COUNT if number]


@cites("ROL-13")
def test_no_order_of_the_draw_pile_exists_that_a_view_could_show():
    scene = started()
    for viewer in (0, 1, -1):
        assert GAME.state.view(scene.state, viewer)["deck"].sum() == 0


# ---------------------------------------------------------------- the initial railway


@cites("ROL-14")
def test_the_initial_railway_has_four_cards_each_drawn_and_laid_at_the_end():
    scene = started()
    for number, text in enumerate(("1", "2", "4", "4")):
        assert scene.actor == LUCK
        assert sum(scene.outcomes().values()) == 55 - number
        scene.turn_up(text).house("place")
        assert scene.cells[-1] == (number, 0)
    assert scene.railway == "1-2-[4]-4"
    assert scene.refused("turn_up", LUCK, card="1 straight") == "ROL-109"


@cites("ROL-15")
@pytest.mark.parametrize(
    ("players", "starter", "placers"),
    [(2, "1", [0, 1, 0, 1]), (2, "2", [1, 0, 1, 0]), (3, "2", [1, 2, 0, 1]), (4, "4", [3, 0, 1, 2])],
)
def test_the_players_place_in_turn_from_the_start_player_on(players, starter, placers):
    scene = started(players, starter)
    seats = []
    for bend in ("left", "right", "right", "left"):
        seats.append(scene.turn_up("1~").actor)
        others = [seat for seat in range(players) if seat != seats[-1]]
        assert all(scene.refused("place", seat, bend="left") == "ROL-15" for seat in others)
        scene.play("place", bend=bend)
    assert seats == placers


@cites("ROL-16")
@pytest.mark.parametrize(
    "options", [{}, {"mode": "solo_hard"}, {"mode": "betsy"}, {"mode": "betsy", "betsy_starts": True}]
)
def test_alone_you_place_all_four_cards(options):
    scene = started(1, **options)
    for bend in ("left", "right", "right", "left"):
        assert scene.turn_up("2~").actor == 0
        scene.play("place", bend=bend)
    assert scene.s.end == 4


@cites("ROL-17")
def test_a_chaos_card_is_set_aside_and_another_card_drawn_instead():
    scene = started().turn_up("x3")
    assert (scene.actor, scene.s.end, list(scene.s.aside)) == (LUCK, 0, [0, 0, 1, 0])
    assert scene.outcomes()["3 chaos"] == 1
    scene.turn_up("x3")
    assert "3 chaos" not in scene.outcomes()
    assert scene.turn_up("1~").actor == 0, "it is still the first player's card"


@cites("ROL-18")
def test_chaos_cards_set_aside_go_back_to_the_draw_pile():
    scene = started().turn_up("x3", "1").house().turn_up("2").house().turn_up("x1", "4").house().turn_up("4").house()
    assert (scene.actor, scene.s.deck_size) == (HOUSE, 49)
    scene.house("return_chaos")
    assert (scene.s.deck_size, list(scene.s.aside)) == (51, [0, 0, 0, 0])
    assert scene.outcomes()["1 chaos"] == 1
    assert scene.outcomes()["3 chaos"] == 2


@cites("ROL-18")
def test_nothing_goes_back_if_nothing_was_set_aside():
    scene = laid("1", "2", "4", "4")
    assert (scene.actor, scene.s.deck_size) == (LUCK, 51)


@cites("ROL-19")
def test_rails_connect_in_the_initial_railway():
    scene = started().turn_up("1~").play("place", bend="left").turn_up("2").house().turn_up("3~")
    scene.play("place", bend="right").turn_up("3").house()
    assert scene.cells == [(0, 0), (0, 1), (0, 2), (1, 2)]
    assert scene.railway == "1<-2-[3>]-3"


@cites("ROL-19", "ROL-23")
@pytest.mark.parametrize("bend", ["left", "right"])
def test_four_curves_to_one_side_lie_on_four_cells(bend):
    scene = started()
    for _ in range(4):
        scene.turn_up("1~").play("place", bend=bend)
    assert len(set(scene.cells)) == 4


@cites("ROL-20")
@pytest.mark.parametrize("values", ["1313", "2424", "4224"])
def test_any_values_may_follow_each_other_in_the_initial_railway(values):
    assert laid(*values).s.end == 4


@cites("ROL-21")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_broken_tracks_may_be_part_of_the_initial_railway(place):
    cards = ["1", "1", "1", "1"]
    cards[place] = "b2"
    assert "b2" in laid(*cards).railway


@cites("ROL-22")
def test_the_player_who_draws_a_curve_bends_it():
    scene = started().turn_up("1~")
    assert (scene.actor, scene.legal()) == (0, ["place(bend=left)", "place(bend=right)"])
    assert scene.refused("place", bend="straight") == "ROL-12"
    assert GAME.complete(2, {})["setup_build"] == "players"


@cites("ROL-22")
def test_as_an_option_chance_bends_the_curves():
    scene = started(setup_build="auto").turn_up("1~")
    assert (scene.actor, scene.outcomes()) == (LUCK, {"left": 1, "right": 1})
    assert scene.play("place", LUCK, bend="right").railway == "1>"


@cites("ROL-12", "ROL-22")
@pytest.mark.parametrize("way", ["players", "auto"])
def test_a_straight_is_placed_by_itself(way):
    scene = started(setup_build=way).turn_up("1")
    assert (scene.actor, scene.legal()) == (HOUSE, ["place(bend=straight)"])


@cites("ROL-23")
@pytest.mark.parametrize(("bend", "second"), [("left", (0, 1)), ("right", (0, -1))])
def test_the_first_card_lies_at_the_origin_and_is_entered_heading_east(bend, second):
    scene = started().turn_up("1~").play("place", bend=bend).turn_up("1").house()
    assert scene.cells == [(0, 0), second]


@cites("ROL-24")
def test_the_train_starts_on_the_third_card():
    scene = laid("1", "2", "3")
    assert scene.s.train == -1
    assert scene.turn_up("4").house().railway == "1-2-[3]-4"


@cites("ROL-26")
def test_a_broken_card_under_the_train_costs_nothing_at_the_start():
    scene = laid("1", "2", "b2", "2")
    assert (scene.railway, scene.s.due, scene.penalties) == ("1-2-[b2]-2", 0, "")
    assert scene.actor == LUCK


# ---------------------------------------------------------------- removing and dealing


@cites("ROL-27", "ROL-28", "ROL-29")
@pytest.mark.parametrize(("players", "number"), [(2, 11), (3, 9), (4, 7)])
def test_cards_are_removed_by_the_number_of_players(players, number):
    scene = laid("1", "2", "3", "4", players=players)
    for _ in range(number):
        assert scene.refused("draw", LUCK, card="1 curve") == "ROL-36"
        scene.play("remove", LUCK, card=next(iter(scene.outcomes())))
    assert scene.s.removed_size == number
    assert scene.refused("remove", LUCK, card="4 curve") == "ROL-30"


@cites("ROL-30")
def test_nobody_ever_sees_the_removed_cards():
    scene = laid("1", "2", "3", "4")
    for card in ["4 curve"] * 5 + ["1 curve"] * 6:
        scene.play("remove", LUCK, card=card)
    scene.draw("1", "1", "2", "2").draw("3")
    for viewer in (0, 1, -1):
        view = GAME.state.view(scene.state, viewer)
        assert (view["removed"].sum(), view["removed_size"][0]) == (0, 11)
    assert "4 curve" not in scene.play("pass").settle().finish().outcomes()


@cites("ROL-30")
def test_a_removal_is_told_without_the_card_and_only_once():
    scene = laid("1", "2", "3", "4")
    told = []
    for _ in range(11):
        move = GAME.moves.remove(card=next(iter(scene.outcomes())))
        told.append(GAME.seen(scene.s, LUCK, move, 0))
        scene.play("remove", LUCK, card=next(iter(scene.outcomes())))
    assert told == [-1] * 10 + [GAME.moves.removed_unseen()]


@cites("ROL-31")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everybody_is_dealt_two_cards_that_the_others_do_not_see(players):
    scene = laid("1", "2", "3", "4", players=players)
    for _ in range(REMOVED[players]):
        scene.play("remove", LUCK, card="4 curve" if scene.s.deck[7] else "3 curve")
    for seat in range(players):
        assert GAME.seen(scene.s, LUCK, GAME.moves.draw(card="1 curve"), seat) == GAME.moves.draw(card="1 curve")
        assert GAME.seen(scene.s, LUCK, GAME.moves.draw(card="1 curve"), seat + 1) == GAME.moves.drawn_unseen()
        scene.draw("1~", "2")
    assert [scene.hand_of(seat) for seat in range(players)] == ["2 1~"] * players
    for viewer in range(-1, players):
        view = GAME.state.view(scene.state, viewer)
        assert view["hand_size"][0].tolist()[:players] == [2] * players
        assert [int(view["hand"][0, seat].sum()) for seat in range(players)] == [
            2 if seat == viewer else 0 for seat in range(players)
        ]


@cites("ROL-32", "ROL-99", "ROL-106")
@pytest.mark.parametrize(
    ("players", "options", "cards"),
    [(2, {}, 36), (3, {}, 36), (4, {}, 36), (1, {}, 38), (1, {"mode": "solo_hard"}, 38), (1, {"mode": "betsy"}, 38)],
)
def test_after_set_up_the_draw_pile_has_36_cards_or_38_alone(players, options, cards):
    scene = laid("1", "2", "3", "4", players=players, **options)
    while scene.s.turn < 0:
        if scene.s.removed_size < REMOVED[players]:
            scene.play("remove", LUCK, card=next(iter(scene.outcomes())))
        else:
            scene.play("draw", LUCK, card=next(iter(scene.outcomes())))
    assert scene.s.deck_size == cards
    assert sum(scene.s.deck[number] for number in range(KINDS)) == cards


@cites("ROL-33")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (1, {}), (1, {"mode": "betsy"})])
def test_all_discard_piles_are_empty_at_the_start(players, options):
    scene = laid("1", "2", "3", "4", players=players, **options)
    assert [scene.pile_of(seat) for seat in range(scene.s.seats)] == [""] * scene.s.seats
    assert scene.scores() == [0] * scene.s.seats


# ---------------------------------------------------------------- the start player


@cites("ROL-34")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_chooses_the_start_player(players):
    scene = Scene.before_play(players)
    assert scene.outcomes() == dict.fromkeys(range(players), 1)
    assert scene.refused("turn_up", LUCK, card="1 straight") == "ROL-109"
    assert scene.play("start", LUCK, seat=players - 1).s.starter == players - 1
    assert scene.refused("start", LUCK, seat=0) == "ROL-34"


@cites("ROL-34")
@pytest.mark.parametrize(("players", "named"), [(2, "2"), (3, "3"), (4, "1")])
def test_the_table_may_name_the_start_player(players, named):
    scene = laid("1", "2", "3", "4", players=players, starter=named)
    while scene.s.turn < 0:
        remove = scene.s.removed_size < REMOVED[players]
        scene.play("remove" if remove else "draw", LUCK, card=next(iter(scene.outcomes())))
    assert scene.s.turn == int(named) - 1


@cites("ROL-34")
@pytest.mark.parametrize("named", ["3", "0", 1, "Red"])
def test_a_start_player_who_is_not_there_is_refused(named):
    with pytest.raises(BadOption, match="start_player is random or the number of a player's seat"):
        GAME.encode(2, {"start_player": named})


@pytest.mark.parametrize(
    ("players", "options", "complaint"),
    [
        (2, {"mode": "betsy"}, "Option mode applies to games with 1 player only, not 2"),
        (1, {"start_player": "1"}, "start_player applies to games with 2, 3 or 4 players only"),
        (1, {"betsy_starts": True}, "Option betsy_starts applies only with mode = betsy"),
        (1, {"mode": "solo_hard", "betsy_bends": "human"}, "Option betsy_bends applies only with mode = betsy"),
        (1, {"mode": "duel"}, "mode is solo, solo_hard or betsy"),
    ],
)
def test_options_of_another_mode_are_refused_in_words(players, options, complaint):
    with pytest.raises(BadOption, match=complaint):
        GAME.encode(players, options)
