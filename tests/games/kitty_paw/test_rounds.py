"""Kitty Paw: new rounds, the end, and extra rounds."""

from __future__ import annotations

import pytest

from tabbytop.games.kitty_paw.cards import CARD_IDS, LEVEL
from tabbytop.games.kitty_paw.facts import (
    DEALING,
    FINISHED,
    GATHERING,
    IN_PILE,
    IN_ROW,
    MIXING,
    PAWS,
    REMOVED,
    RESULT,
    SCORED,
    TAKEN,
    cards_at,
)
from tabbytop.games.kitty_paw.mat import NOWHERE
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import REFEREE, Scene

A, B, C, D = range(4)
NEXT_ROW = ("I-02", "I-03", "I-04", "I-06")


def places(scene):
    return REFEREE.rank(scene.state)[: scene.players]


def called(scene, seat, cards, *, right=False, last=None):
    """A round: cards by seat, one of whom calls; the others press, `last` after the others."""
    scene.open()
    for taker, card in cards.items():
        scene.take(taker, card)
    if right:
        scene.build(seat)
    scene.play(seat, "meow")
    if scene.s.phase == PAWS:
        others = [other for other in range(scene.players) if scene.s.due >> other & 1]
        for other in sorted(others, key=lambda other: other == last):
            scene.wait(10).play(other, "paw")
    return scene.house()


# ---------------------------------------------------------------- new round


@cites("KIT-105", "KIT-106")
def test_all_pieces_return_before_a_new_round():
    scene = Scene(2, level=2).open().take(A, "IIb-01").take(B, "IIb-02").build(A, leaving="hide").hold(B, "persian")
    scene.find(A, 3, "manx").play(A, "keep").play(A, "meow").house().finish()
    assert all(scene.s.place[seat, piece] == NOWHERE for seat in range(2) for piece in range(8))
    assert scene.s.ring.tolist() == scene.s.shown.tolist() == [-1] * 8
    assert scene.s.looked == 0
    assert all(scene.s.known[seat, slot] == -1 for seat in range(2) for slot in range(8))


@cites("KIT-106")
def test_the_animals_hide_anew_in_every_round():
    scene = Scene(2, level=2).open().take(A, "IIb-01").find(A, 3, "manx").play(A, "meow").house()
    scene.finish(row=("IIb-04", "IIb-06", "IIb-07", "IIb-08")).open().take(A, "IIb-04").play(A, "peek", slot=3)
    assert len(scene.outcomes()) == 8


@cites("KIT-104", "KIT-107")
def test_cards_that_were_not_scored_are_removed():
    scene = called(Scene(3), A, {A: "I-05", B: "I-09", C: "I-17"}, last=C).finish()
    removed = {CARD_IDS[card] for card in range(48) if scene.s.where[card] == REMOVED}
    assert removed == {"I-09", "I-01"}
    assert cards_at(scene.s, TAKEN) == cards_at(scene.s, IN_ROW) == 0


@cites("KIT-108")
def test_four_new_cards_are_turned_over():
    scene = called(Scene(2), A, {A: "I-05"}).finish()
    assert scene.s.phase == MIXING
    assert scene.s.round == 2
    scene.deal(NEXT_ROW)
    assert [CARD_IDS[card] for card in scene.s.row] == list(NEXT_ROW)


# ---------------------------------------------------------------- the end


@cites("KIT-109")
def test_the_game_ends_when_somebody_has_five_scored_cards():
    scene = called(Scene(2, played=4).scored(4, 0), A, {A: "I-05"}).finish()
    assert scene.s.phase == FINISHED
    assert scene.s.scored[A] == 5
    assert called(Scene(2, played=4).scored(3, 0), A, {A: "I-05"}).finish().s.phase == MIXING


@cites("KIT-109")
def test_points_and_penalties_count_alike_towards_the_five_cards():
    scene = called(Scene(2, played=4).scored(4, 0), A, {A: "I-05"}, right=True).finish()
    assert scene.s.phase == FINISHED
    assert scene.s.total[A] == -4 + 5


@cites("KIT-109", "KIT-111")
def test_x13_wrong_meow_and_last_player_in_the_fifth_card():
    scene = called(Scene(3, played=4).scored(4, 0, 4), A, {A: "I-05", B: "I-09", C: "I-17"}, last=C)
    assert scene.s.phase == RESULT
    assert scene.s.scored.tolist()[:3] == [5, 0, 5]
    assert scene.finish().s.phase == FINISHED
    assert places(scene) == [2, 1, 2]


@cites("KIT-110", "KIT-32")
def test_x18_end_by_the_pile():
    scene = called(Scene(2, level=3, played=9), A, {A: "III-01"})
    assert cards_at(scene.s, IN_PILE) == 0
    assert max(scene.s.scored) < 5
    assert scene.finish().s.phase == FINISHED
    assert places(scene) == [2, 1]


@cites("KIT-112")
def test_the_total_is_the_sum_of_the_scored_cards_and_may_be_negative():
    scene = called(Scene(2, played=2).scored(2, 0), A, {A: "I-05"}, right=True)
    assert REFEREE.score(scene.state)[:2] == [3, 0]
    assert REFEREE.score(called(Scene(2), A, {A: "I-05"}).state)[:2] == [-1, 0]


@cites("KIT-113")
def test_the_highest_total_wins():
    scene = called(
        Scene(3, played=5).scored(4, 2, 3), A, {A: "I-05", B: "I-09", C: "I-17"}, right=True, last=C
    ).finish()
    assert scene.s.total.tolist()[:3] == [1, -2, -4]
    assert places(scene) == [1, 2, 3]


# ---------------------------------------------------------------- extra rounds


def tied(players=3):
    """A game that ends with a tie of those whose total is 0; D, if there is one, is behind."""
    scene = Scene(players, level=3, played=9)
    if players == 4:
        scene.scored(0, 0, 0, 1)
    scene.open().wait(300_000)  # nobody calls in the last round
    return scene.finish()


@cites("KIT-114", "KIT-116")
def test_the_tied_play_an_extra_round_with_the_removed_cards():
    scene = tied(4)
    assert scene.s.extra == 1
    assert scene.s.active == 0b0111
    while scene.s.phase == MIXING:
        scene.luck("mix", asleep=0)
    assert [scene.s.centre[breed, 0] for breed in range(7)] == [4] * 7  # the tiles of the whole table
    assert scene.s.phase == DEALING
    assert {CARD_IDS[card] for card in range(48) if f"turn_over(card={CARD_IDS[card]})" in scene.outcomes()} == {
        CARD_IDS[card] for card in range(48) if scene.s.where[card] == REMOVED
    }
    scene.deal(("I-05", "IIb-01", "III-01", "I-09"))
    assert scene.refused(D, "ready") == "KIT-116"
    scene.open()
    assert scene.refused(D, "take_card", card="I-05") == "KIT-116"
    assert scene.legal(D) == []


@cites("KIT-115")
def test_an_extra_row_has_four_cards_or_all_that_are_left():
    scene = tied(2)
    assert len(scene.deal(("I-05", "IIb-01", "III-01", "I-09")).s.row) == 4
    assert -1 not in scene.s.row.tolist()
    few = Scene(2, level=3, played=9).open().wait(300_000)
    spend_removed(few)
    few.s.where[few.s.row[0]], few.s.row[0] = SCORED, -1
    few.s.scored[A] += 1
    few.finish()
    while few.s.phase == MIXING:
        few.luck("mix", asleep=0)
    few.luck("turn_over", card="III-02").luck("turn_over", card="III-03").luck("turn_over", card="III-06")
    assert few.s.phase == GATHERING
    assert few.s.row.tolist()[3] == -1


def spend_removed(scene):
    """Let A have scored all removed cards in extra rounds before, for nothing, and have called this one."""
    for card in range(48):
        if scene.s.where[card] == REMOVED:
            scene.s.where[card] = SCORED + A
            scene.s.scored[A] += 1
    scene.s.extra, scene.s.caller = 1, A


@cites("KIT-117", "KIT-84")
def test_x19_tie_of_three_with_a_wrong_meow():
    scene = tied(3).deal(("I-05", "IIb-01", "III-01", "I-09"))
    called(scene, A, {A: "I-05", B: "I-09", C: "IIb-01"}, last=C)
    assert scene.s.total.tolist()[:3] == [-1, 0, -2]
    assert scene.finish().s.phase == FINISHED
    assert places(scene) == [2, 1, 3]


@cites("KIT-117")
def test_x19_tie_of_three_with_a_right_meow():
    scene = tied(3).deal(("I-05", "IIb-01", "III-01", "I-09"))
    called(scene, A, {A: "I-05", B: "I-09", C: "IIb-01"}, right=True, last=C).finish()
    assert scene.s.phase == FINISHED
    assert places(scene) == [1, 2, 3]


@cites("KIT-118", "KIT-117")
def test_x20_tie_of_two():
    scene = Scene(3, level=3, played=9).scored(0, 0, 1)
    scene.open().wait(300_000).finish(row=("I-05", "IIb-01", "III-01", "I-09"))
    assert scene.s.active == 0b011
    called(scene, A, {A: "I-05", B: "I-09"})
    assert scene.s.phase == RESULT
    assert scene.s.was_last == 0
    scene.finish()
    assert places(scene) == [2, 1, 2]
    assert scene.s.total.tolist()[:3] == [-1, 0, -1]


@cites("KIT-117")
def test_a_tie_that_lasts_leads_to_a_second_extra_round():
    scene = Scene(4, level=3, played=9).scored(0, 0, 0, 0).open().wait(300_000)
    scene.finish(row=("I-05", "I-09", "I-17", "IIb-01"))
    called(scene, A, {A: "I-05", B: "I-09", C: "I-17", D: "IIb-01"}, last=D).finish()
    assert scene.s.extra == 2
    assert scene.s.active == 0b0110


@cites("KIT-117")
def test_an_extra_round_without_meow_ends_in_shared_victory():
    scene = tied(4).deal(("I-05", "I-09", "I-17", "IIb-01")).open().wait(300_000).finish()
    assert scene.s.phase == FINISHED
    assert places(scene) == [1, 1, 1, 4]


@cites("KIT-117")
def test_the_other_places_go_by_total():
    scene = tied(4).deal(("III-01", "III-02", "I-17", "IIb-01"))
    called(scene, A, {A: "III-01", B: "I-17", C: "III-02"}, last=C).finish()
    # A and C fell behind D, who was not in the extra round
    assert scene.s.total.tolist() == [-3, 0, -3, -1]
    assert places(scene) == [3, 1, 3, 2]


def tied_with_cards(number: int) -> Scene:
    """Three who are still tied after an extra round, and so many removed cards for the next."""
    scene = Scene(3, level=3, played=9).open().wait(300_000)
    spend_removed(scene)
    for place in range(4 - number):
        scene.s.where[scene.s.row[place]], scene.s.row[place] = SCORED, -1
        scene.s.scored[A] += 1
    return scene.finish()


@cites("KIT-119")
def test_with_too_few_removed_cards_the_tied_share_the_victory():
    scene = tied_with_cards(2)
    assert scene.s.phase == FINISHED
    assert places(scene) == [1, 1, 1]


@cites("KIT-119")
def test_a_removed_card_for_each_of_the_tied_is_enough():
    scene = tied_with_cards(3)
    assert scene.s.phase != FINISHED
    assert scene.s.extra == 2


@cites("KIT-122", "KIT-117")
def test_extra_rounds_have_a_limit_even_where_rounds_have_none():
    scene = Scene(2, level=3, played=9, round_limit_seconds=0)
    scene.s.extra = 1
    scene.open()
    assert scene.s.until == scene.s.opened + 300_000
    assert LEVEL[scene.s.row[0]] == 3


@pytest.mark.parametrize("players", [3, 4])
def test_each_player_scores_at_most_one_card_in_a_round(players):
    cards = dict(enumerate(("I-05", "I-09", "I-17", "I-01")[:players]))
    scene = called(Scene(players), A, cards, last=B)
    assert sorted(scene.s.scored.tolist()) == [0, 0, 1, 1]
