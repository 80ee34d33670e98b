"""Kitty Paw: Meow, the race of the paws, and penalties."""

from __future__ import annotations

import pytest

from tabbytop.games.kitty_paw.cards import CARD_IDS
from tabbytop.games.kitty_paw.facts import PAWS, REMOVED, RESULT, RIGHT, SCORED, TURNED, WRONG
from tabbytop.games.kitty_paw.mat import NOWHERE
from tabbytop.games.kitty_paw.moves import LAG, LAG_STEP, MOVES
from tabbytop.games.kitty_paw.timing import correction, is_strange, lag_move
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import CLOCK, REFEREE, Scene

A, B, C, D = range(4)
CARDS = ("I-09", "I-05", "I-17", "I-01")


def racing(players=3, **options):
    """Everybody has a card: A one of 6 points, B 5, C 7, D 5."""
    scene = Scene(players, **options).open()
    for seat in range(players):
        scene.take(seat, CARDS[seat])
    return scene


def meow(scene, right=True):
    """A builds the pattern, or all but one tile, and calls."""
    return scene.build(A, leaving="" if right else "bombay").play(A, "meow")


def paws(scene, **after):
    """Paws at these milliseconds after the Meow, by the letter of the seat."""
    start = scene.s.called
    for name, ms in sorted(after.items(), key=lambda item: item[1]):
        if ms > scene.s.now - start:
            scene.wait(ms - (scene.s.now - start))
        scene.play("ABCD".index(name), "paw")
    return scene.house()


def where(scene, card):
    return scene.s.where[CARD_IDS.index(card)]


# ---------------------------------------------------------------- worked examples


@cites("KIT-100", "KIT-84", "KIT-107")
def test_x1_a_round_with_three_players():
    scene = paws(meow(racing()), B=600, C=900)
    assert scene.s.verdict[A] == RIGHT
    assert scene.s.total.tolist() == [6, 0, -1, 0]
    assert scene.s.scored.tolist() == [1, 0, 1, 0]
    scene.finish()
    assert where(scene, "I-05") == where(scene, "I-01") == REMOVED
    assert where(scene, "I-09") == SCORED + A
    assert where(scene, "I-17") == TURNED + C


@cites("KIT-101", "KIT-92", "KIT-103")
def test_x2_wrong_meow():
    scene = racing().build(A).play(A, "flip", breed="bombay").play(A, "meow")
    paws(scene, B=600, C=900)
    assert scene.s.total.tolist() == [-1, 0, -1, 0]
    assert scene.s.phase == RESULT


@cites("KIT-86")
def test_x3_two_players():
    scene = Scene(2, level=2).open().take(A, "IIb-01").take(B, "IIb-02").build(A).play(A, "meow")
    scene.house()
    assert scene.s.phase == RESULT
    assert scene.s.total.tolist()[:2] == [4, 0]
    scene.finish()
    assert where(scene, "IIb-02") == REMOVED
    assert scene.s.scored.tolist()[:2] == [1, 0]


@cites("KIT-80", "KIT-88")
def test_x12_two_meows():
    scene = meow(racing()).wait(20).play(B, "meow")
    assert (scene.s.caller, scene.s.reaction[B]) == (A, 20)
    scene.wait(500).play(C, "paw").house()
    assert scene.s.was_last == 1 << C


@cites("KIT-80", "KIT-88")
def test_x12_the_second_meow_is_last_if_the_third_player_was_quicker():
    scene = meow(racing()).wait(20).play(B, "meow").play(CLOCK, "lag", seat=C, ms=300).wait(280)
    scene.play(C, "paw").house()
    assert (scene.s.reaction[C], scene.s.was_last) == (0, 1 << B)


@cites("KIT-91")
def test_x14_a_last_player_without_a_card_takes_the_leftmost_of_the_row():
    scene = Scene(3).open().take(A, "I-09").take(B, "I-17")
    paws(meow(scene), B=300, C=500)
    assert scene.s.total[C] == -1
    assert scene.s.scored[C] == 1
    assert where(scene, "I-05") == TURNED + C  # I-05 was the leftmost, I-01 is left


@cites("KIT-91")
def test_several_last_players_without_cards_take_them_in_seat_order():
    scene = Scene(4).open().take(A, "I-09").take(B, "I-05")
    meow(scene).play(B, "paw").wait(5000)
    assert where(scene, "I-17") == TURNED + C
    assert where(scene, "I-01") == TURNED + D


@cites("KIT-89")
def test_x15_no_paw_from_two_players():
    scene = meow(racing(4)).play(B, "paw").wait(4999)
    assert scene.s.phase == PAWS
    scene.wait(1)
    assert scene.s.total.tolist() == [6, 0, -1, -1]


@cites("KIT-81", "KIT-105")
def test_x17_stopped_in_mid_action():
    scene = racing().hold(B, "persian")
    meow(scene)
    assert scene.refused(B, "put", place="1,1") == "KIT-81"
    assert scene.s.centre[5, 0] == 1  # one on A's mat, one in B's hand
    paws(scene, B=300, C=400).finish()
    assert all(scene.s.place[B, piece] == NOWHERE for piece in range(8))


@cites("KIT-87")
def test_x21_slow_connection():
    assert reaction_of_b([260, 240, 250, 300, 240]) == 540
    assert reaction_of_b([360] * 5) == 480


def reaction_of_b(round_trips: list[float]) -> int:
    """What counts for a paw that arrives 780 ms after the Meow was sent."""
    scene = meow(racing())
    called = int(scene.s.called)
    lag = MOVES.to_json(lag_move(B, called, called, round_trips))["lag"]
    return int(scene.play(CLOCK, "lag", **lag).wait(780).play(B, "paw").s.reaction[B])


# ---------------------------------------------------------------- meow


@cites("KIT-78", "KIT-79")
def test_meow_may_be_called_at_any_time_by_anybody_with_a_card():
    scene = Scene(3).open().take(A, "I-05")
    assert scene.refused(B, "meow") == "KIT-79"
    assert "meow" in scene.families(A)
    scene.hold(A, "persian").play(A, "meow")
    assert scene.s.caller == A
    assert scene.s.phase == PAWS


@cites("KIT-81")
def test_at_meow_all_mats_stay_as_they_are():
    scene = meow(racing())
    for seat in (A, B, C):
        assert scene.families(seat) <= {"paw", "meow"}
        assert scene.refused(seat, "box_flip") == "KIT-81"
    assert scene.refused(B, "grab", breed="persian", side="back") == "KIT-81"


@cites("KIT-83")
def test_everybody_else_presses_the_paw_once():
    scene = racing()
    assert scene.refused(B, "paw") == "KIT-83"
    meow(scene).play(B, "paw")
    assert scene.refused(B, "paw") == "KIT-83"
    assert scene.refused(A, "paw") == "KIT-83"
    assert scene.legal(C) == ["meow", "paw"]


@cites("KIT-84", "KIT-85")
def test_the_last_one_turns_the_own_card_over_and_has_scored_it():
    scene = paws(meow(racing()), C=300, B=301)
    assert scene.s.total[B] == -1
    assert scene.s.scored[B] == 1
    assert scene.s.scored[C] == 0


@cites("KIT-86")
def test_with_two_players_nobody_is_last():
    scene = meow(racing(2), right=False).house()
    assert scene.s.phase == RESULT
    assert scene.s.was_last == 0
    assert scene.s.total.tolist()[:2] == [-1, 0]


@cites("KIT-88")
def test_of_equal_reactions_the_later_one_is_last():
    scene = meow(racing()).wait(400).play(C, "paw").play(B, "paw").house()
    assert scene.s.was_last == 1 << B


@cites("KIT-88", "KIT-87")
def test_the_longest_corrected_reaction_is_last_not_the_latest_arrival():
    scene = meow(racing()).wait(400).play(B, "paw").play(CLOCK, "lag", seat=C, ms=250).wait(200).play(C, "paw").house()
    assert scene.s.reaction.tolist()[:3] == [-1, 400, 350]
    assert scene.s.was_last == 1 << B


@cites("KIT-89")
def test_how_long_the_paw_is_open_is_an_option():
    scene = meow(racing(reaction_seconds=1)).play(B, "paw").wait(1000)
    assert scene.s.was_last == 1 << C


@cites("KIT-92")
def test_the_penalty_of_the_last_stands_if_the_caller_was_wrong():
    scene = meow(racing(), right=False)
    paws(scene, B=100, C=200)
    assert scene.s.verdict[A] == WRONG
    assert scene.s.total[C] == -1


# ---------------------------------------------------------------- connections


@cites("KIT-87")
def test_the_correction_is_the_shortest_of_the_last_five_round_trips():
    assert correction([20, 90, 80, 70, 60, 50]) == 50  # the 20 is too long ago
    assert correction([1000, 12.7]) == 12
    assert correction([]) == 0


@cites("KIT-87")
def test_the_correction_has_a_limit_and_never_leads_below_zero():
    assert correction([900] * 5) == 300
    scene = meow(racing()).play(CLOCK, "lag", seat=B, ms=300).wait(100).play(B, "paw")
    assert scene.s.reaction[B] == 0


@cites("KIT-87")
def test_only_the_clock_says_what_a_connection_takes_and_only_for_a_paw_that_is_due():
    scene = racing()
    assert scene.refused(CLOCK, "lag", seat=B, ms=100) == "KIT-87"
    meow(scene)
    for seat in (A, B, C):
        assert REFEREE.why_not(scene.state, seat, MOVES.lag(seat=B, ms=100)) == 50
    assert MOVES.families["paw"].args == {}  # a paw has nothing to say but itself
    assert scene.refused(CLOCK, "lag", seat=A, ms=100) == "KIT-87"
    scene.play(B, "paw")
    assert scene.refused(CLOCK, "lag", seat=B, ms=100) == "KIT-87"


@cites("KIT-87")
def test_the_move_for_a_paw_holds_what_the_sending_took_too():
    assert MOVES.read(lag_move(B, called=1000, sent=1004, round_trips=[37, 45])).args == {"seat": B, "ms": 40}
    assert MOVES.read(lag_move(C, called=0, sent=0, round_trips=[999])).args == {"seat": C, "ms": 300}
    assert lag_move(0, 0, 0, []) == LAG
    assert LAG_STEP == 10


@cites("KIT-87")
def test_a_connection_that_turns_slow_is_strange():
    usual, slow = [40, 42, 55, 41, 300], [280, 290, 300, 285, 295] * 4
    assert is_strange(usual + slow)
    assert not is_strange(usual + slow[1:])
    assert not is_strange(usual + slow[:-1] + [45])
    assert not is_strange([300] * 40)
    assert not is_strange(slow)


@cites("KIT-90")
def test_who_was_cut_off_three_seconds_before_the_meow_does_not_race():
    scene = racing(4).play(CLOCK, "away", seat=D).wait(3000)
    meow(scene)
    assert scene.refused(D, "paw") == "KIT-90"
    scene.play(CLOCK, "here", seat=D)
    assert scene.refused(D, "paw") == "KIT-90"  # also if it returns meanwhile
    paws(scene, B=100, C=200)
    assert scene.s.total.tolist() == [6, 0, -1, 0]


@cites("KIT-90")
def test_who_was_cut_off_just_before_the_meow_races():
    scene = racing(4).play(CLOCK, "away", seat=D).wait(2999)
    meow(scene)
    assert scene.refused(CLOCK, "away", seat=D) == "KIT-90"
    scene.play(B, "paw").play(C, "paw").wait(5000)
    assert scene.s.was_last == 1 << D


@cites("KIT-90")
@pytest.mark.parametrize("away", [(C,), (B, C)])
def test_if_fewer_than_two_others_are_left_nobody_is_last(away):
    scene = racing()
    for seat in away:
        scene.play(CLOCK, "away", seat=seat)
    scene.wait(3000)
    meow(scene).house()
    assert scene.s.phase == RESULT
    assert scene.s.was_last == 0


@cites("KIT-87")
def test_the_limit_is_for_the_share_of_the_connection_alone():
    assert MOVES.to_json(lag_move(0, 1000, 1050, [300] * 5)) == {"lag": {"seat": 0, "ms": 350}}
    assert MOVES.to_json(lag_move(0, 1000, 1050, [900] * 5)) == {"lag": {"seat": 0, "ms": 350}}
    assert MOVES.to_json(lag_move(0, 1000, 0, [])) == {"lag": {"seat": 0, "ms": 0}}


@cites("KIT-131")
def test_who_hears_of_the_meow_late_has_the_whole_time_from_then():
    scene = meow(racing()).wait(300).play(B, "paw").wait(4000)
    scene.play(CLOCK, "tell", seat=C)
    assert scene.refused(CLOCK, "tell", seat=C) == "KIT-131"
    assert scene.refused(CLOCK, "tell", seat=B) == "KIT-131"
    scene.wait(4900)
    assert scene.s.due == 1 << C
    scene.play(C, "paw").house()
    assert (scene.s.reaction[C], scene.s.was_last) == (4900, 1 << C)


@cites("KIT-131", "KIT-88")
def test_a_reaction_that_runs_anew_can_be_the_shorter_one():
    scene = (
        meow(racing()).wait(300).play(B, "paw").wait(700).play(CLOCK, "tell", seat=C).wait(250).play(C, "paw").house()
    )
    assert scene.s.was_last == 1 << B
