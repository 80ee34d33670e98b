"""Kitty Paw: variants, limits, practice and calm games."""

from __future__ import annotations

import pytest

from tabbytop.engine.options import BadOption
from tabbytop.games.kitty_paw.cards import CARD_IDS
from tabbytop.games.kitty_paw.facts import (
    BUILDING,
    CHECKING,
    FINISHED,
    GATHERING,
    IN_PILE,
    OUT_OF_GAME,
    REMOVED,
    RESULT,
    RIGHT,
    WRONG,
    cards_at,
)
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import REFEREE, Scene

A, B, C = range(3)
MIXED = ("III-01", "I-05", "IIy-01", "IIb-01")


# ---------------------------------------------------------------- the mixed deck


@cites("KIT-120", "KIT-121")
def test_the_mixed_deck_has_all_cards_and_both_sets():
    scene = Scene(2, deck="mixed", row=MIXED)
    assert cards_at(scene.s, OUT_OF_GAME) == 0
    assert cards_at(scene.s, IN_PILE) == 44
    assert GAME.complete(2, {})["deck"] == "levels"


@cites("KIT-120")
def test_the_level_on_the_back_shows_before_the_card_by_how_many_are_left():
    state = REFEREE.setup(GAME.encode(2, {"deck": "mixed"}))
    for _ in range(7):
        REFEREE.apply(state, -1, REFEREE.chance(state)[0][0])
    ids, weights = REFEREE.chance(state)
    assert weights == [24, 16, 8]
    REFEREE.apply(state, -1, ids[2])
    assert GAME.state.plain(state).top_level == 3
    assert len(REFEREE.chance(state)[0]) == 8


@cites("KIT-121")
def test_the_mixed_deck_lasts_twelve_rounds():
    scene = Scene(2, deck="mixed", played=11, row=("III-05", "III-06", "III-07", "III-08"))
    assert scene.s.round == 12
    assert cards_at(scene.s, IN_PILE) == 0
    assert scene.s.top_level == 0
    assert scene.open().take(A, "III-05").play(A, "meow").house().finish().s.phase == FINISHED


# ---------------------------------------------------------------- the limit of a round


@cites("KIT-122")
def test_a_round_without_meow_ends_after_five_minutes():
    scene = Scene(3).open().take(A, "I-05").wait(299_999)
    assert scene.s.phase == BUILDING
    scene.wait(1)
    assert scene.s.phase == RESULT
    assert scene.s.total.tolist() == scene.s.scored.tolist() == [0, 0, 0, 0]
    scene.finish()
    assert {CARD_IDS[card] for card in range(48) if scene.s.where[card] == REMOVED} == {"I-05", "I-09", "I-17", "I-01"}


@cites("KIT-122")
def test_the_limit_is_an_option_and_0_means_none():
    assert Scene(2, round_limit_seconds=20).open().wait(20_000).s.phase == RESULT
    assert Scene(2, round_limit_seconds=0).open().wait(4_000_000).s.phase == BUILDING


# ---------------------------------------------------------------- practice


@cites("KIT-123")
def test_one_player_practises_with_one_set_and_no_paw():
    scene = Scene(1)
    assert [scene.s.centre[breed, 0] for breed in range(7)] == [1] * 7
    scene.open().take(A, "I-05").build(A).wait(12_340).play(A, "meow").house()
    assert scene.s.phase == RESULT
    assert scene.s.verdict[A] == RIGHT
    assert scene.s.times[0] == 12_340
    assert scene.s.best[A] == 12_340


@cites("KIT-123")
def test_practice_has_ten_rounds_and_does_not_end_at_five_cards():
    scene = Scene(1, played=5).scored(5).open().take(A, "I-05").play(A, "meow").house().finish()
    assert scene.s.scored[A] == 6
    assert scene.s.phase != FINISHED
    last = Scene(1, level=3, played=9).open().take(A, "III-01").play(A, "meow").house().finish()
    assert last.s.phase == FINISHED
    assert REFEREE.rank(last.state)[0] == 1


@cites("KIT-123")
def test_practice_has_ten_rounds_of_the_mixed_deck_too():
    scene = Scene(1, deck="mixed", played=9, row=MIXED).open().take(A, "I-05").play(A, "meow").house().finish()
    assert scene.s.phase == FINISHED
    assert cards_at(scene.s, IN_PILE) == 8


@cites("KIT-123")
def test_only_right_patterns_make_best_times_and_the_shortest_stays():
    scene = Scene(1).open().take(A, "I-05").wait(1000).play(A, "meow").house()
    assert scene.s.best[A] == -1
    scene.finish(row=("I-02", "I-03", "I-04", "I-06")).open().take(A, "I-06").build(A).wait(9000).play(
        A, "meow"
    ).house()
    assert scene.s.best[A] == 9000
    scene.finish(row=("I-07", "I-08", "I-10", "I-11")).open().take(A, "I-07").build(A).wait(9500).play(
        A, "meow"
    ).house()
    assert scene.s.best[A] == 9000
    assert scene.s.times.tolist()[:3] == [1000, 9000, 9500]
    assert "9.00 s" in GAME.words.ending(scene.s)


# ---------------------------------------------------------------- calm games


def calm(players=3, **options):
    return Scene(players, calm=True, **options)


@cites("KIT-125")
def test_a_calm_game_has_so_many_rounds_and_does_not_end_at_five_cards():
    scene = calm(2, played=4, calm_rounds=6).scored(5, 0).open().take(A, "I-05").take(B, "I-09")
    scene.play(A, "meow").play(B, "meow").house().finish()
    assert scene.s.scored[A] == 6
    assert scene.s.phase != FINISHED
    last = calm(2, played=4).open().take(A, "I-05").take(B, "I-09").play(A, "meow").play(B, "meow").house().finish()
    assert last.s.phase == FINISHED  # five rounds are the default
    assert GAME.complete(2, {})["calm"] is False


@cites("KIT-126")
def test_in_a_calm_round_cards_are_taken_in_turn():
    scene = calm().open()
    assert scene.refused(B, "take_card", card="I-05") == "KIT-126"
    scene.take(A, "I-05").take(B, "I-09").take(C, "I-17")
    second = calm(played=1).open()
    assert second.refused(A, "take_card", card="I-05") == "KIT-126"
    second.take(B, "I-05").take(C, "I-09").take(A, "I-17")


@cites("KIT-127")
def test_in_a_calm_round_nothing_ends_by_itself_and_nobody_is_last():
    scene = calm(level=2).open().take(A, "IIb-01").take(B, "IIb-02").take(C, "IIb-03").find(A, 1, "manx").wait(600_000)
    assert scene.s.peeking[A] == 0
    assert scene.s.phase == BUILDING
    for seat in (A, B, C):
        scene.play(seat, "meow")
    scene.house()
    assert scene.s.phase == RESULT
    assert scene.s.was_last == 0


@cites("KIT-128")
def test_a_calm_meow_only_says_that_one_has_finished():
    scene = calm().open().take(A, "I-05").take(B, "I-09").take(C, "I-17").build(A).play(A, "meow")
    assert scene.refused(A, "box_flip") == "KIT-128"
    assert scene.refused(A, "meow") == "KIT-128"
    scene.build(B).play(B, "meow").hold(C, "persian")
    assert scene.s.phase == BUILDING
    scene.play(C, "meow")
    assert scene.s.phase == CHECKING
    scene.house()
    assert scene.s.verdict.tolist()[:3] == [RIGHT, RIGHT, WRONG]
    assert scene.s.total.tolist()[:3] == [5, 6, -1]


@cites("KIT-128")
def test_what_came_of_a_calm_round_is_looked_at_for_as_long_as_one_likes():
    scene = calm(ready_seconds=5).open().take(A, "I-05").take(B, "I-09").take(C, "I-17")
    for seat in (A, B, C):
        scene.play(seat, "meow")
    scene.house().play(A, "ready").play(B, "ready").wait(600_000)
    assert scene.s.phase == RESULT
    assert scene.play(C, "ready").house().s.phase != RESULT


@cites("KIT-128")
def test_who_has_finished_a_calm_round_looks_under_no_box():
    scene = calm(level=2).open().take(A, "IIb-01").take(B, "IIb-02").take(C, "IIb-03").find(A, 1, "manx")
    assert scene.play(A, "meow").s.peeking[A] == -1


@cites("KIT-129")
def test_who_has_not_finished_when_a_calm_round_ends_scores_nothing():
    scene = calm(calm_minutes=2).open().take(A, "I-05").take(B, "I-09").take(C, "I-17")
    scene.build(A).build(B).play(A, "meow").wait(119_999)
    assert scene.s.phase == BUILDING
    scene.wait(1)
    assert scene.s.phase == RESULT
    assert scene.s.total.tolist()[:3] == [5, 0, 0]
    assert calm(calm_minutes=1).open().wait(60_000).s.phase == RESULT


@cites("KIT-130")
def test_the_best_of_a_calm_game_share_the_victory():
    scene = calm(calm_rounds=1).open().take(A, "I-05").take(B, "I-01").take(C, "I-17")
    scene.build(A).build(B).play(A, "meow").play(B, "meow").play(C, "meow").house().finish()
    assert scene.s.phase == FINISHED
    assert REFEREE.rank(scene.state)[:3] == [1, 1, 3]


def test_a_calm_table_waits_for_the_ready_ones_like_any_other():
    assert calm().wait(60_000).s.phase != GATHERING


@pytest.mark.parametrize(
    ("players", "options", "complaint"),
    [
        (3, {"deck": "mixed", "level2_set": "yellow"}, "level2_set applies only with deck = levels"),
        (3, {"calm": True, "level2_set": "yellow"}, "level2_set applies only with calm_rounds of 7 or more, not 5"),
        (3, {"calm_rounds": 2}, "calm_rounds applies only with calm = true"),
        (3, {"calm_minutes": 2}, "calm_minutes applies only with calm = true"),
        (3, {"calm": True, "peek_seconds": 1}, "peek_seconds applies only with calm = false"),
        (3, {"calm": True, "round_limit_seconds": 20}, "round_limit_seconds applies only with calm = false"),
        (3, {"calm": True, "reaction_seconds": 1}, "reaction_seconds applies only with calm = false"),
        (2, {"reaction_seconds": 1}, "reaction_seconds applies to games with 3 or 4 players only, not 2"),
        (1, {"reaction_seconds": 1}, "reaction_seconds applies to games with 3 or 4 players only, not 1"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused_by_name(players, options, complaint):
    with pytest.raises(BadOption, match=complaint):
        GAME.complete(players, options)
