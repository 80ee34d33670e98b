"""Rollecate: what is said, to whom."""

from __future__ import annotations

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.match import Ply, told
from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.rollecate.facts import ACTING, BUILDING, DISCARDING
from tabbytop.games.rollecate.game import GAME
from tabbytop.games.rollecate.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.rollecate.scene import REFEREE, Scene, card
from tests.games.rollecate.test_betsy import with_betsy


def view_of(scene, viewer):
    return GAME.state.plain(GAME.state.view(scene.state, viewer))


def label(scene, name, seat=0, **args):
    return GAME.words.label(view_of(scene, seat), seat, MOVES.families[name](**args))


def line(scene, name, viewer=0, seat=None, **args):
    """How a move is told to a viewer; it is made."""
    seat = scene.actor if seat is None else seat
    before = copy_of(scene.state)
    scene.play(name, seat, **args)
    return told(GAME, Ply(seat, MOVES.families[name](**args)), before, scene.state, viewer)


def refusal(scene, name, seat=0, **args):
    move = MOVES.families[name](**args)
    clause = GAME.clause_id(REFEREE.why_not(scene.state, seat, move))
    return GAME.words.refusal(view_of(scene, seat), seat, move, clause)


# ---------------------------------------------------------------- prompts and choices


@pytest.mark.parametrize(
    ("scene", "viewer", "words"),
    [
        (Scene(hand="2 x1"), 0, "Your turn: build, discard chaos cards, or pass."),
        (Scene("2-2-[2]-2", hand="2"), 0, "Your turn: build, or pass."),
        (Scene("2-2-[2]-3", hand="1 x1"), 0, "Your turn: discard chaos cards, or pass."),
        (Scene("2-2-[2]-3", hand="1"), 0, "Your turn: pass."),
        (Scene("2<-2<-2<-[2<]", hand="2 x1"), 0, "Your turn: discard chaos cards, or pass."),
        (Scene("2<-2<-2<-[2<]", hand="2 x1"), 1, "It's Red's turn to discard chaos cards, or pass."),
        (Scene(hand="1"), 1, "It's Red's turn to build, discard chaos cards, or pass."),
        (Scene("2-2-[2]-2", hand="1 1").build("1"), 0, "Your turn: build another 1, or roll 1 die."),
        (Scene("2-2-[2]-2", hand="2 2~").build("2"), 0, "Your turn: build another 2, or roll 2 dice."),
        (Scene("2-2-[2]-2", hand="2 3").build("2"), 0, "Your turn: roll 2 dice."),
        (Scene("2-2-[2]-2", hand="2 3").build("2"), 1, "It's Red's turn to build another 2, or roll 2 dice."),
        (Scene("2-2-[2]-2", hand="2").build("2"), 1, "It's Red's turn to roll 2 dice."),
        (Scene("2-2-[2]-2", hand="2").build("2").play("done"), 1, "Red rolls the dice."),
        (Scene(hand="x1 x2").chaos(1), 0, "Your turn: discard another chaos card, or end the turn."),
        (Scene(hand="x1 2").chaos(1), 0, "Your turn: end the turn."),
        (Scene(hand="x1").chaos(1), 1, "It's Red's turn to end the turn."),
        (Scene(drawn=False), 0, "You draw a card."),
        (Scene.before_play(2), 0, "Who last travelled by train? Luck decides who starts."),
        (Scene.before_play(1), 0, "The initial railway is being laid."),
        (with_betsy().turn_up("4"), 0, "It's Betsy's turn to build the straight 4."),
        (with_betsy().turn_up("1"), 0, "It's Betsy's turn to pass."),
        (with_betsy().turn_up("x1"), 0, "It's Betsy's turn to discard the chaos 1."),
        (
            with_betsy(betsy_bends="human").turn_up("3~"),
            0,
            "Your move: bend Betsy's curved 3 to the left or to the right.",
        ),
        (
            with_betsy(betsy_bends="human").turn_up("3~"),
            SPECTATOR,
            "It's Red's move: bend Betsy's curved 3 to the left or to the right.",
        ),
        (
            Scene.before_play(1).turn_up("2~"),
            0,
            "Your turn: bend the curved 2 to the left or to the right.",
        ),
    ],
)
def test_the_prompt_says_who_is_to_do_what(scene, viewer, words):
    assert GAME.words.prompt(view_of(scene, viewer), viewer) == words


def test_choices_are_told_in_words():
    scene = Scene("2-2-[2]-2", hand="2 2~ b2 x2").pile(0, "2")
    assert label(scene, "pass") == "Pass"
    assert label(scene, "build", card="2 straight", bend="straight") == "Build the straight 2"
    assert label(scene, "build", card="2 curve", bend="left") == "Build the curved 2 to the left"
    assert label(scene, "build", card="2 broken straight", bend="straight") == "Build the broken 2"
    assert label(scene, "chaos", value=2, combine="yes") == "Combine the chaos 2 with the top card"
    assert label(scene, "chaos", value=2, combine="no") == "Discard the chaos 2 without combining"
    assert label(scene.build("2").build("b2"), "done") == "Roll 4 dice"
    assert label(Scene(hand="x1").chaos(1), "done") == "End the turn"


# ---------------------------------------------------------------- the log


def test_a_draw_is_told_in_full_to_the_one_who_draws():
    assert line(Scene(drawn=False), "draw", 0, LUCK, card=card("3~")) == "Red draws a curved 3."
    assert line(Scene(drawn=False), "draw", 1, LUCK, card=card("3~")) == "Red draws a card."
    assert line(Scene(drawn=False), "draw", -1, LUCK, card=card("3~")) == "Red draws a card."


def test_the_last_card_is_announced():
    scene = Scene("1-2-[2]-3", hand="2", deck="4", drawn=False)
    assert line(scene, "draw", 1, LUCK, card=card("4")) == "Red draws a card. It is the last one."


def test_a_ride_is_told_with_damage_and_derailment():
    scene = Scene("1-1-1-[4]-b4", hand="4").build("4").play("done")
    assert line(scene, "throw", wheels=4) == "4 dice show 4 wheels."
    words = "The train rolls on by 2 cards, over 1 broken track, and derails: the railway is 2 cards too short."
    assert line(scene, "ride") == words
    assert line(scene, "take") == "Red takes the straight 1 from the start of the railway."


def test_wheels_of_several_throws_are_added_up():
    scene = Scene("2-2-[2]-2", hand="2 2 2~").build("2").build("2").build("2~", "left").play("done")
    assert line(scene, "throw", wheels=3) == "4 dice show 3 wheels."
    assert line(scene, "throw", wheels=1) == "2 dice show 1 wheel, 4 in all."


@pytest.mark.parametrize(
    ("railway", "card", "told"),
    [
        ("2-2-[2]-2", "2", "2 dice show no wheels: the train stays."),
        ("1-1-[1]-1", "1", "The die shows no wheel: the train stays."),
    ],
)
def test_no_wheel_is_no_ride(railway, card, told):
    assert line(Scene(railway, hand=card).build(card).play("done"), "throw", wheels=0) == told


def test_passes_are_told_with_what_the_train_does():
    assert line(Scene("1-2-[2]-3", hand="1"), "pass") == "Red passes. The train rolls on by one card."
    words = "Red passes. The train rolls on by one card, onto a broken track."
    assert line(Scene("1-2-[2]-b3", hand="1"), "pass") == words
    assert line(Scene("1-2-[2]", hand="1"), "pass") == "Red passes. The train stays on the last card."


def test_combining_names_both_cards():
    scene = Scene("1-2-[4]", hand="4").pile(0, "x2").build("4").roll(4)
    words = "Red combines the straight 2 with the chaos 2: both go into the box."
    assert line(scene, "lay", card=card("2"), combine="yes") == words


def test_betsy_is_called_by_her_name():
    scene = Scene("1-2-[2]-3", players=1, mode="betsy", turn=1, drawn=False).pile(1, "1")
    assert line(scene, "turn_up", 0, LUCK, card=card("4")) == "Betsy draws a straight 4."
    assert line(scene, "build", card=card("4"), bend="straight") == "Betsy builds the straight 4."
    assert line(scene, "ride") == "The train rolls on by 2 cards, and derails: the railway is 2 cards too short."
    words = "Betsy takes the straight 1 from the start of the railway and combines it with the straight 1."
    assert line(scene, "take") == words


def test_hard_solo_counts_derailments_aloud():
    scene = Scene("1-1-[4]", hand="3", players=1, mode="solo_hard").build("3").play("done")
    scene.play("throw", LUCK, wheels=2)
    assert line(scene, "ride").endswith("It is the first of 3 derailments allowed.")
    scene = Scene("1-1-[4]", hand="3", players=1, mode="solo_hard").derailed(3).build("3").play("done")
    scene.play("throw", LUCK, wheels=2)
    assert line(scene, "ride").endswith("It is one derailment too many.")


# ---------------------------------------------------------------- refusals and endings


@pytest.mark.parametrize(
    ("scene", "name", "args", "words"),
    [
        (
            Scene("2-2-[2]-3", hand="1"),
            "build",
            {"card": "1 straight", "bend": "straight"},
            "A 1 does not go next to a 3: the values of neighbours never differ by 2.",
        ),
        (Scene(hand="x2").pile(0, "4"), "chaos", {"value": 2, "combine": "yes"}, "the top card of your pile is a 4"),
        (Scene(turn=1), "pass", {}, "It is Blue's turn, not yours."),
        (Scene.before_play(2, start_player="2").turn_up("1~"), "place", {"bend": "left"}, "Blue places this one"),
    ],
)
def test_a_refusal_says_what_is_wrong(scene, name, args, words):
    assert words in refusal(scene, name, **args)


def finished(mode, *piles):
    scene = Scene("2-[2]", players=1 if mode else len(piles), **({"mode": mode} if mode else {}))
    for seat, cards in enumerate(piles):
        scene.pile(seat, cards)
    scene.s.phase = 18
    return GAME.words.ending(scene.s)


@pytest.mark.parametrize(
    ("mode", "piles", "words"),
    [
        (None, ("4", "1 1"), "Blue wins with 2 points"),
        (None, ("4", "1 1", "1"), "Green wins with 1 point"),
        (None, ("4 2", "2 2~ x2"), "Red wins with 6 points, a tie broken by fewer cards"),
        (None, ("4 1 1", "3 2 1"), "Blue wins with 6 points, a tie broken by fewer 4s"),
        (None, ("3", "3~", "4"), "Red and Blue share the victory with 3 points"),
        (None, ("3", "3~", "x3", "b3"), "Red, Blue, Green and Plum share the victory with 3 points"),
        (
            None,
            ("3 3 2 2", "3 3~ 3~ 1", "4 4 1 1"),
            "Red wins with 10 points, a tie broken by fewer 4s and then fewer 3s",
        ),
        (
            None,
            ("4 4 1 1", "4~ 3 2 1", "3 3~ 3~ 1", "3 3 2 2"),
            "Plum wins with 10 points, a tie broken by fewer 4s and then fewer 3s",
        ),
        (
            None,
            ("4 4", "3~ 3~ 3~ 1", "4~ 4~ 1 1", "3 3 2 2 4"),
            "Red wins with 8 points",
        ),
        (
            None,
            ("4 2", "3 3~", "2 2 2~"),
            "Blue wins with 6 points, a tie broken by fewer cards and then fewer 4s",
        ),
        ("solo", ("3 4",), "Red ends alone with 7 points"),
        ("betsy", ("2", "1 4"), "Red wins with 2 points against Betsy's 2 cards, a tie broken by fewer cards"),
        ("betsy", ("1", "1 4"), "Red wins with 1 point against Betsy's 2 cards"),
        ("betsy", ("4", "1 4"), "Betsy wins with 2 cards against Red's 4 points"),
        ("betsy", ("1", "1~"), "Red and Betsy share the victory: 1 point against 1 card"),
    ],
)
def test_the_ending_is_told_with_what_decided_it(mode, piles, words):
    assert finished(mode, *piles) == words


# ---------------------------------------------------------------- the table in letters


def test_the_railway_is_drawn_from_above():
    lines = Scene("1-2<-[b3]-3>-4").words(0).splitlines()
    assert lines[:3] == ["      3┌  4─  o", "     >3│!", "  1─  2┘"]
    assert " railway: 1-2-[b3]-3-4" in lines


def test_only_the_own_hand_is_shown():
    scene = Scene(hand="1 1 x3").hand(1, "2~")
    assert "hand 3: straight 1 x2, chaos 3" in scene.words(0)
    assert "curved 2" not in scene.words(0)
    assert "hand 3  pile" in scene.words(1)


def test_a_train_at_the_end_of_the_line_derails_at_once():
    scene = Scene("1-1-1-[4]", hand="4").build("4").play("done")
    scene.play("throw", LUCK, wheels=3)
    assert line(scene, "ride") == "The train rolls on by 1 card, and derails: the railway is 2 cards too short."


@cites("ROL-18", "ROL-30", "ROL-34", "ROL-36")
@pytest.mark.parametrize(
    ("name", "args", "clause"),
    [
        ("start", {"seat": 1}, "ROL-34"),
        ("remove", {"card": "1 straight"}, "ROL-30"),
        ("draw", {"card": "1 straight"}, "ROL-36"),
        ("throw", {"wheels": 1}, "ROL-75"),
        ("return_chaos", {}, "ROL-18"),
    ],
)
def test_what_luck_and_the_house_do_is_refused_to_players_with_its_own_clause(name, args, clause):
    assert Scene(hand="2").refused(name, 0, **args) == clause


@pytest.mark.parametrize(("players", "options"), [(1, {"mode": "betsy"}), (1, {}), (2, {}), (4, {})])
def test_prompts_offer_what_is_possible_and_nothing_else(players, options):
    match = simulated_match(Interpreted(GAME), players, options, seed=3, number=1)
    offers = {"build": "build", "chaos": "discard", "pass": "pass", "done": ("roll", "end the turn")}
    for ply in range(match.ply):
        state = match.state(ply)
        seat = REFEREE.actor(state)
        if not 0 <= seat < players or GAME.state.plain(state).phase not in (ACTING, BUILDING, DISCARDING):
            continue
        prompt = GAME.words.prompt(GAME.state.plain(GAME.state.view(state, seat)), seat)
        able = {MOVES.family(move).name for move in REFEREE.legal(state, seat)}
        for family, words in offers.items():
            told = any(word in prompt for word in ([words] if isinstance(words, str) else words))
            assert told == (family in able), (prompt, able)
