"""Rollecate: alone against Betsy."""

from __future__ import annotations

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate.facts import BETSY, BETSY_ACTING, FINISHED, HUMAN
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import REFEREE, Scene


def with_betsy(railway="1-2-[2]-3", *, turn=BETSY, drawn=False, **arrangement):
    """It is Betsy's turn and she is about to draw."""
    return Scene(railway, players=1, mode="betsy", turn=turn, drawn=drawn, **arrangement)


def finished(mine, hers):
    """A finished game with these piles."""
    named = len(mine.split()) + len(hers.split())
    scene = with_betsy("2-[2]" if named % 2 == 0 else "2-[2]-2", deck="").pile(HUMAN, mine).pile(BETSY, hers)
    scene.s.phase, scene.s.acting = FINISHED, OVER
    return scene


# ---------------------------------------------------------------- set-up and turns


@cites("ROL-105", "ROL-106")
def test_eleven_cards_are_removed_and_betsy_is_dealt_none():
    match = simulated_match(Interpreted(GAME), 1, {"mode": "betsy"}, seed=3, number=0)
    start = next(state for _, _, state, _ in match.walk() if state["turn"][0] >= 0)
    assert int(start["removed_size"][0]) == 11
    assert start["hand_size"][0].tolist() == [2, 0, 0, 0]
    assert int(start["deck_size"][0]) == 38
    assert all(int(state["hand_size"][0, BETSY]) == 0 for _, _, state, _ in match.walk())


@cites("ROL-107")
def test_you_play_by_the_regular_rules():
    scene = with_betsy("2-1-4-[3]", turn=HUMAN, drawn=True, hand="3 x1 1").pile(HUMAN, "1")
    assert scene.legal()[0] == "pass"
    scene.build("3").roll(3)
    assert scene.penalties == "1 2"
    assert scene.lay("1", "yes").finish().pile_of(HUMAN) == "2"


@cites("ROL-108")
@pytest.mark.parametrize("starts", [False, True])
def test_turns_alternate_19_each(starts):
    options = {"mode": "betsy", "betsy_starts": starts}
    match = simulated_match(Interpreted(GAME), 1, options, seed=3, number=1)
    turns = [int(state["turn"][0]) for _, _, state, _ in match.walk()]
    assert next(turn for turn in turns if turn >= 0) == (BETSY if starts else HUMAN)
    assert match.state()["turns"][0].tolist() == [19, 19, 0, 0]
    assert GAME.complete(1, {"mode": "betsy"})["betsy_starts"] is False


@cites("ROL-109")
def test_everybody_sees_what_betsy_draws():
    scene = with_betsy()
    assert scene.actor == LUCK
    before = scene.s.deck_size
    assert GAME.seen(scene.s, LUCK, GAME.moves.turn_up(card="1 curve"), HUMAN) == GAME.moves.turn_up(card="1 curve")
    scene.turn_up("1~")
    assert (scene.s.deck_size, scene.s.hand_size[BETSY]) == (before - 1, 0)
    assert "drawn openly: curved 1" in scene.words(HUMAN)
    assert scene.refused("draw", LUCK, card="1 straight") == "ROL-38"


# ---------------------------------------------------------------- what she does


@cites("ROL-110")
def test_she_puts_a_chaos_card_on_her_pile():
    scene = with_betsy().pile(BETSY, "4").turn_up("x3")
    assert scene.refused("pass", BETSY) == "ROL-110"
    assert scene.betsy() == "chaos(value=3, combine=no)"
    assert (scene.pile_of(BETSY), scene.railway, scene.s.turn) == ("4 x3", "1-2-[2]-3", HUMAN)


@cites("ROL-111")
@pytest.mark.parametrize("text", ["2", "3", "4", "b4"])
def test_she_builds_whenever_the_rules_allow_it(text):
    scene = with_betsy().turn_up(text)
    assert scene.refused("pass", BETSY) == "ROL-111"
    assert scene.betsy().startswith("build")
    assert scene.railway.endswith(f"-{text}")


@cites("ROL-112")
@pytest.mark.parametrize(
    ("railway", "bend"),
    [
        ("1-2-[2]-2", "left"),
        ("1<-2<-[2<]", "right"),
        ("1>-2>-[2>]", "left"),
        ("1-2>-2<-2<-[2]", "left"),
        ("2-2<-1<-1-[1<]", "right"),
        ("2-2>-1>-1-1-[1>]", "left"),
    ],
)
def test_she_bends_to_where_more_cells_are_free(railway, bend):
    scene = with_betsy(railway).turn_up("2~")
    expected = free_cells(scene, 1), free_cells(scene, 3)
    (choice,) = scene.legal(BETSY)
    assert choice.endswith(f"bend={'left' if expected[0] >= expected[1] else 'right'})")
    assert choice.endswith(f"bend={bend})")


def free_cells(scene, quarter):
    """Free cells in a line from where she builds, after so many quarter turns to the left; five at most."""
    ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    heading = scene.s.heading[scene.s.end - 1]
    x, y = scene.cells[-1][0] + ways[heading][0], scene.cells[-1][1] + ways[heading][1]
    way = ways[(heading + quarter) % 4]
    for steps in range(1, 6):
        if (x + steps * way[0], y + steps * way[1]) in scene.cells:
            return steps - 1
    return 5


@cites("ROL-112")
def test_she_has_no_choice_of_her_own():
    scene = with_betsy().turn_up("3~")
    assert scene.refused("build", BETSY, card="3 curve", bend="right") == "ROL-112"
    assert scene.refused("build", HUMAN, card="3 curve", bend="left") == "ROL-35"


@cites("ROL-112")
def test_as_an_option_the_human_bends_her_curves():
    scene = with_betsy(betsy_bends="human").turn_up("3~")
    assert (scene.actor, scene.legal()) == (HUMAN, ["place(bend=left)", "place(bend=right)"])
    assert scene.play("place", bend="right").railway == "1-2-[2]-3-3>"
    assert scene.house("ride").s.turn == BETSY
    assert GAME.complete(1, {"mode": "betsy"})["betsy_bends"] == "auto"


@cites("ROL-112")
@pytest.mark.parametrize("text", ["3", "1~", "x1"])
def test_the_human_bends_only_curves_that_she_can_build(text):
    scene = with_betsy(betsy_bends="human").turn_up(text)
    assert (scene.actor, scene.s.phase) == (BETSY, BETSY_ACTING)


@cites("ROL-113")
def test_x19_a_card_that_does_not_fit_goes_into_the_box_and_she_passes():
    scene = with_betsy("1-2-[2]-3").turn_up("1")
    assert scene.refused("build", BETSY, card="1 straight", bend="straight") == "ROL-113"
    assert scene.betsy() == "pass"
    scene.settle()
    assert (scene.railway, scene.pile_of(BETSY), scene.s.unbuilt[0]) == ("2-2-[3]", "1", 1)
    assert scene.s.hand_size[BETSY] == 0


@cites("ROL-113")
def test_she_passes_at_a_blocked_end_and_without_a_card_ahead():
    scene = with_betsy("1<-1<-1<-[1<]").turn_up("1")
    assert scene.betsy() == "pass"
    assert scene.settle().railway == "1<-1<-[1<]"


@cites("ROL-114", "ROL-115", "ROL-118")
@pytest.mark.parametrize(("pile", "after"), [("", "1"), ("3 1", "3"), ("3 2", "3 2 1")])
def test_x18_she_rolls_no_dice_and_pays_one_card_for_derailing(pile, after):
    scene = with_betsy("1-2-[2]-3").pile(BETSY, pile).turn_up("4")
    scene.betsy()
    assert (scene.actor, scene.legal(), scene.s.wheels) == (HOUSE, ["ride"], 4)
    scene.settle()
    assert (scene.railway, scene.pile_of(BETSY)) == ("2-2-3-[4]", after)


@cites("ROL-114")
@pytest.mark.parametrize(("text", "train"), [("2", 4), ("3", 5)])
def test_the_train_moves_by_the_value_she_built(text, train):
    scene = with_betsy("1-2-[2]-2-2-2").betsy_turn(text)
    assert (scene.s.train, scene.pile_of(BETSY)) == (train, "")


@cites("ROL-116")
def test_broken_tracks_cost_her_a_card_each_besides():
    scene = with_betsy("1-2-4-[2]-b3-b4").pile(BETSY, "3").betsy_turn("4")
    assert (scene.railway, scene.pile_of(BETSY)) == ("2-b3-b4-[4]", "3 1 2 4")


@cites("ROL-116")
def test_broken_track_costs_her_a_card_on_a_pass_too():
    scene = with_betsy("4-2-[2]-b3").betsy_turn("1")
    assert (scene.railway, scene.pile_of(BETSY)) == ("2-[b3]", "4 2")


@cites("ROL-117")
def test_her_cards_go_onto_her_pile_at_once_in_the_order_taken():
    scene = with_betsy("4-3-2-[2]-b3").turn_up("4")
    scene.betsy()
    scene.house("ride").house("take")
    assert (scene.pile_of(BETSY), scene.s.taken_size) == ("4", 0)
    assert scene.house("take").pile_of(BETSY) == "4 3"


@cites("ROL-118")
def test_she_always_combines_chaos_cards_too():
    scene = with_betsy().pile(BETSY, "4 3").turn_up("x3")
    assert scene.refused("chaos", BETSY, value=3, combine="no") == "ROL-118"
    assert scene.betsy() == "chaos(value=3, combine=yes)"
    assert scene.pile_of(BETSY) == "4"
    scene = with_betsy("4-3-2-[2]-b3").pile(BETSY, "3 4").betsy_turn("4")
    assert scene.pile_of(BETSY) == ""


# ---------------------------------------------------------------- scoring


@cites("ROL-119")
def test_she_counts_cards_and_you_count_points():
    assert finished("4 3 1", "4 4 4 2").scores() == [8, 4]


@cites("ROL-120")
@pytest.mark.parametrize(("mine", "hers", "places"), [("2 1", "4 4 4 2", [1, 2]), ("4 3", "4 4 4 2", [2, 1])])
def test_the_lower_score_wins(mine, hers, places):
    assert finished(mine, hers).places() == places


@cites("ROL-121")
@pytest.mark.parametrize(
    ("mine", "hers", "places"),
    [
        ("4", "1 1 2 3", [1, 2]),
        ("1 1", "1 4", [1, 2]),
        ("1 1", "1 1~", [1, 1]),
        ("", "", [1, 1]),
        ("2 1", "1 1 1", [1, 2]),
    ],
)
def test_a_tie_is_broken_as_usual(mine, hers, places):
    assert finished(mine, hers).places() == places


@cites("ROL-91", "ROL-119")
def test_her_game_ends_like_any_other():
    scene = with_betsy("1-2-[2]-3", deck="4").hand(HUMAN, "4 x2").pile(HUMAN, "1").pile(BETSY, "2 4")
    scene.check_deck()
    scene.betsy_turn("4").house("show_hands")
    assert (scene.pile_of(HUMAN), scene.pile_of(BETSY)) == ("1 4 x2", "2 4 1")
    assert (scene.scores(), scene.places(), REFEREE.broken(scene.state)) == ([7, 3], [2, 1], 0)
