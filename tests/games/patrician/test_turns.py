"""The course of a turn, its plan, and taking cards (PAT-27 to PAT-31, PAT-57 to PAT-65)."""

from __future__ import annotations

import pytest

from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, WHITE, Scene

# ---------------------------------------------------------------- order


@cites("PAT-27")
@pytest.mark.parametrize(("players", "turn", "following"), [(3, BLACK, WHITE), (3, RED, BLACK), (5, RED, 3)])
def test_turns_go_clockwise(players, turn, following):
    scene = Scene(players, turn=turn, hands={turn: "SIE4"}).turn("SIE4", 1).refill()
    assert scene.actor == following


@cites("PAT-27")
def test_nobody_plays_out_of_turn():
    scene = Scene(3, hands={WHITE: "SIE4"})
    assert scene.refused("play", WHITE, card="SIE4") == "PAT-27"
    assert scene.legal(WHITE) == []


@cites("PAT-28")
def test_a_turn_is_card_floors_move_take_refill():
    scene = Scene(3, {"roma": ("R", "B")}, turn=RED, hands={RED: "BOL7"})
    assert scene.refused("floor", site=1) == scene.refused("take", city="bologna") == "PAT-28"
    scene.play("play", card="BOL7")
    assert scene.refused("take", city="bologna") == scene.refused("no_move") == "PAT-28"
    scene.play("floor", site=1)
    assert scene.refused("take", city="bologna") == "PAT-28"
    scene.play("move", city="roma", site=2)
    assert scene.refused("no_move") == "PAT-28"
    scene.take("bologna")
    assert scene.actor == LUCK
    assert (scene.towers("bologna"), scene.towers("roma")) == (("R", ""), ("RB", ""))


@cites("PAT-28")
def test_nothing_of_a_plan_is_seen_before_the_card_is_taken():
    scene = Scene(3, turn=BLACK, hands={BLACK: "LUC1"})
    before = [GAME.state.view(scene.state, viewer).tobytes() for viewer in (WHITE, RED, -1)]
    scene.plan("LUC1", 1, 2)
    assert [GAME.state.view(scene.state, viewer).tobytes() for viewer in (WHITE, RED, -1)] == before
    assert scene.lines[WHITE] == scene.lines[SPECTATOR] == ["", "", ""]
    assert scene.lines[BLACK][0] == "Black plays Lucca (two crests)."
    assert scene.view(BLACK).plan_floors[BLACK] == 2


@cites("PAT-28")
def test_a_plan_can_be_taken_back_until_the_card_is_taken():
    match = Match(GAME, 3, luck=SwiftLuck(3, 0))
    match.advance()
    seat, start = match.actor, match.ply
    state = match.fingerprint
    while match.ply == start or match.game.moves.read(match.legal(seat)[0]).name != "take":
        match.play(seat, match.legal(seat)[0])
    assert match.undo_floor(seat) == start
    match.undo_to(start)
    assert match.fingerprint == state
    while match.game.moves.read(match.legal(seat)[0]).name != "take":
        match.play(seat, match.legal(seat)[0])
    match.play(seat, match.legal(seat)[0])
    assert match.undo_floor(seat) == match.ply


@cites("PAT-28")
def test_a_last_card_without_refill_cannot_be_taken_back_either():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck(siena="ROM1")
    assert scene.turn("SIE4", 1).actor == WHITE
    assert {"take", "take_none", "messenger", "no_messenger", "move_after", "no_move_after"} == GAME.final


@cites("PAT-29")
def test_the_move_comes_before_the_card_unless_the_table_chooses():
    assert GAME.complete(3, {})["draw_before_move"] is False
    scene = Scene(3, {"roma": ("R", "B")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert "move(city=roma, site=1)" in scene.legal()
    assert scene.refused("move_after", city="roma", site=1) == "PAT-29"


@cites("PAT-29")
def test_with_the_option_the_card_is_taken_and_laid_anew_before_the_move():
    towers = {"roma": ("R", "B")}
    scene = Scene(3, towers, turn=RED, hands={RED: "BOL7"}, draw_before_move=True).plan("BOL7", 1)
    assert scene.refused("move", city="roma", site=1) == "PAT-29"
    scene.take().refill()
    assert scene.actor == RED
    assert scene.legal()[:2] == ["move_after(city=roma, site=1)", "move_after(city=roma, site=2)"]
    assert scene.refused("play", card=scene.hand(RED)[0]) == "PAT-28"
    assert scene.play("move_after", city="roma", site=2).towers("roma") == ("RB", "")
    assert scene.actor == BLACK


@cites("PAT-29")
def test_with_the_option_too_the_move_may_be_left_out_or_impossible():
    towers = {"roma": ("R", "B")}
    scene = Scene(3, towers, turn=RED, hands={RED: "BOL7"}, draw_before_move=True).turn("BOL7", 1).refill()
    assert scene.play("no_move_after").actor == BLACK
    alone = Scene(3, turn=RED, hands={RED: "BOL7"}, draw_before_move=True).turn("BOL7", 1).refill()
    assert alone.actor == BLACK


@cites("PAT-30")
def test_exactly_one_card_of_the_own_hand_is_played():
    scene = Scene(3, hands={BLACK: "SIE4 ROM1 PAR2"})
    assert scene.legal() == ["play(card=PAR2)", "play(card=SIE4)", "play(card=ROM1)"]
    assert scene.refused("play", card="SIE5") == "PAT-30"
    scene.play("play", card="SIE4")
    assert scene.refused("play", card="ROM1") == "PAT-30"


@cites("PAT-30")
def test_it_goes_on_top_of_the_own_pile():
    scene = Scene(3, {"siena": ("B", "W")}, hands={BLACK: "SIE4"})
    size = scene.s.pile_size[BLACK]
    scene.turn("SIE4", 1)
    assert scene.top(BLACK) == "SIE4"
    assert scene.s.pile_size[BLACK] == size + 1
    assert "SIE4" not in scene.hand(BLACK)


@cites("PAT-31")
@pytest.mark.parametrize("card", ["PAR1", "PAR3", "ROM1", "ROM6"])
def test_every_card_can_be_played_even_into_the_last_room(card):
    towers = {"parma": ("BB", "W") if card == "PAR1" else ("BBW", "W"), "roma": ("WWW", "B")}
    scene = Scene(3, towers, hands={BLACK: card}).play("play", card=card)
    assert scene.legal()
    assert "take_none" not in scene.legal()


@cites("PAT-57", "PAT-59")
def test_example_2_a_plain_turn():
    scene = Scene(3, hands={BLACK: "SIE4"}, face_up={"siena": "BOL1"})
    deck = scene.deck()
    scene.plan("SIE4", 1)
    assert scene.legal() == ["take(city=siena)"]
    scene.take()
    assert scene.towers("siena") == ("B", "")
    assert "BOL1" in scene.hand(BLACK)
    assert scene.face_up("siena") is None
    scene.refill()
    assert scene.face_up("siena") in deck
    assert len(scene.deck()) == len(deck) - 1


# ---------------------------------------------------------------- taking a card


@cites("PAT-57")
def test_without_a_question_mark_no_other_card_can_be_taken():
    assert Scene(3, hands={BLACK: "SIE4"}).plan("SIE4", 1).refused("take", city="roma") == "PAT-57"


@cites("PAT-57")
def test_the_card_takes_the_place_of_the_one_played():
    scene = Scene(3, hands={BLACK: "ROM1 SIE4 PAR2"}, face_up={"siena": "BOL1"}).turn("SIE4", 1)
    assert scene.hand(BLACK) == ["ROM1", "BOL1", "PAR2"]


@cites("PAT-58", "PAT-60")
def test_example_14_completing_without_a_question_mark():
    scene = Scene(3, {"parma": ("BW", "RR")}, turn=RED, hands={RED: "PAR3"}, face_up={"parma": "ROM2"})
    deck = scene.deck()
    scene.turn("PAR3", 1)
    assert "ROM2" in scene.hand(RED)
    assert scene.face_up("parma") is None
    assert scene.actor == BLACK
    assert scene.deck() == deck


@cites("PAT-59")
def test_an_empty_deck_refills_nothing():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck(siena="ROM1").turn("SIE4", 1)
    assert scene.actor == WHITE
    assert scene.face_up("siena") is None


@cites("PAT-54", "PAT-58", "PAT-61")
def test_example_11_a_question_mark_on_completing():
    towers = {"roma": ("BBRWB", "WRR")}
    scene = Scene(3, towers, turn=WHITE, hands={WHITE: "ROM6"}, face_up={"roma": "SIE1", "lucca": "MIL1"})
    scene.plan("ROM6", 2).take("lucca")
    assert "MIL1" in scene.hand(WHITE)
    assert scene.actor == LUCK
    scene.refill()
    assert scene.face_up("lucca") is not None
    assert scene.face_up("roma") == "SIE1"


@cites("PAT-61")
def test_a_card_left_at_a_complete_city_can_be_taken_with_a_question_mark():
    towers = {"roma": ("BBRWB", "WRRW")}
    scene = Scene(3, towers, hands={BLACK: "SIE5"}, face_up={"roma": "SIE1"}).plan("SIE5", 1)
    scene.take("roma")
    assert "SIE1" in scene.hand(BLACK)
    assert scene.face_up("roma") is None
    assert scene.actor == WHITE


@cites("PAT-61")
def test_or_by_somebody_whose_city_has_no_card():
    scene = Scene(3, {"roma": ("BBRWB", "WRRW")}, hands={BLACK: "PAR3"}, face_up={"roma": "SIE1"})
    scene.without_deck(roma="SIE1").plan("PAR3", 1)
    assert scene.legal() == ["take(city=roma)"]


@cites("PAT-62", "PAT-64", "PAT-65")
def test_example_13_no_card_at_the_city_built_in():
    scene = Scene(3, hands={BLACK: "PAR3"}).without_deck(milano="ROM1", siena="ROM2").plan("PAR3", 1)
    assert scene.legal() == ["take(city=milano)", "take(city=siena)"]
    assert scene.refused("take", city="parma") == "PAT-62"
    assert scene.refused("take_none") == "PAT-65"
    nothing = Scene(3, hands={BLACK: "PAR3"}).without_deck().plan("PAR3", 1)
    assert nothing.legal() == ["take_none"]
    assert nothing.take().s.hand_size[BLACK] == 2
    assert nothing.actor == WHITE


@cites("PAT-62")
def test_no_card_can_be_taken_where_none_lies():
    scene = Scene(3, hands={BLACK: "SIE5"}).without_deck(milano="ROM1", siena="ROM2").plan("SIE5", 1)
    assert scene.refused("take", city="parma") == "PAT-62"


@cites("PAT-63", "PAT-64")
def test_example_12_a_question_mark_when_only_the_own_citys_card_is_left():
    scene = Scene(3, hands={BLACK: "SIE5", WHITE: "LUC4"}).without_deck(siena="ROM1").plan("SIE5", 1)
    assert scene.legal() == ["take(city=siena)"]
    scene.take()
    assert "ROM1" in scene.hand(BLACK)
    assert scene.plan("LUC4", 1).legal() == ["take_none"]


@cites("PAT-65")
def test_a_card_must_be_taken_while_there_is_one():
    assert Scene(3, hands={BLACK: "SIE4"}).plan("SIE4", 1).refused("take_none") == "PAT-65"


@cites("PAT-03", "PAT-20")
def test_nobody_takes_a_card_or_moves_a_floor_in_pistoia_with_fewer_than_five():
    scene = Scene(3, {"roma": ("R", "B")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 1)
    assert scene.refused("move", city="pistoia", site=1) == "PAT-03"
    assert scene.play("no_move").refused("take", city="pistoia") == "PAT-03"


def test_every_family_of_the_plan_is_private_and_every_other_is_not():
    scene = Scene(3, hands={BLACK: "SIE4"})
    for name in ("play", "floor", "move", "no_move"):
        assert GAME.seen(scene.s, BLACK, MOVES.families[name].first, WHITE) == -1
        assert GAME.seen(scene.s, BLACK, MOVES.families[name].first, BLACK) == MOVES.families[name].first
    for name in ("lay", "start", "take", "take_none", "move_after", "messenger", "no_messenger", "show_piles"):
        assert GAME.seen(scene.s, BLACK, MOVES.families[name].first, WHITE) == MOVES.families[name].first
