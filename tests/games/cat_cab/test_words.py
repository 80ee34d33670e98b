"""Cat Cab: what is said of moves, choices, refusals and endings."""

from __future__ import annotations

import re

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.games.cat_cab import refusals, words
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.moves import MOVES
from tabbytop.kit.cases import PLAIN, sample
from tabbytop.kit.marks import cites
from tests.games.cat_cab.scene import REFEREE, Scene
from tests.games.cat_cab.test_crazy_cat import CAT, cat_drives, cat_lands, cat_rolls, solo


def said(scene, name, **args):
    """The log line of a move, which is made."""
    before, actor, move = copy_of(scene.state), scene.actor, MOVES.families[name](**args)
    assert REFEREE.why_not(scene.state, actor, move) == 0
    REFEREE.apply(scene.state, actor, move)
    return words.sentence(GAME.state.plain(before), scene.s, actor, move)


def offered(scene, name, **args):
    """A legal move as a choice."""
    move = MOVES.families[name](**args)
    assert move in REFEREE.legal(scene.state, scene.actor)
    return words.label(scene.s, scene.actor, move)


def to_sabotage(*curses, twos=3, **options):
    """Red has driven and has final 2s; rivals have curses already."""
    scene = Scene(players=len(curses) + 1, **options).at(0, (2, 1))
    for rival, number in enumerate(curses, start=1):
        scene.curses(rival, number)
    return scene.one_step("up", twos=twos)


# ---------------------------------------------------------------- sabotage


@cites("CAB-114")
def test_once_begun_a_split_sabotage_offers_no_way_out():
    scene = to_sabotage(0, 0, split_sabotage=True)
    assert words.prompt(scene.s, 0) == "Your turn: place 3 curses on a rival, or none."
    scene.sabotage(1)
    assert words.prompt(scene.s, 0) == "Your turn: place 2 more curses on a rival."
    scene.sabotage(2)
    assert words.prompt(scene.s, 1) == "It's Red's turn to place 1 more curse on a rival."


@cites("CAB-116")
@pytest.mark.parametrize(
    ("has", "choice", "told"),
    [
        (1, "", "Red places 3 curses on Blue."),
        (2, ", of which 2 will count", "Red places 2 curses on Blue; 1 more would be too many."),
        (3, ", of which 1 will count", "Red places 1 curse on Blue; 2 more would be too many."),
        (
            4,
            ", of which none will count",
            "Red places 3 curses on Blue, but Blue has four already.",
        ),
    ],
)
def test_only_curses_that_count_are_told_as_placed(has, choice, told):
    scene = to_sabotage(has)
    assert offered(scene, "sabotage", seat=1) == f"Place 3 curses on Blue{choice}"
    assert said(scene, "sabotage", seat=1) == told


@cites("CAB-116", "CAB-114")
def test_a_single_curse_that_does_not_count_is_told_too():
    scene = to_sabotage(4, 0, split_sabotage=True)
    assert offered(scene, "sabotage", seat=1) == "Place 1 curse on Blue, which will not count"
    assert said(scene, "sabotage", seat=1) == "Red places 1 curse on Blue, but Blue has four already."


# ---------------------------------------------------------------- numbers


@cites("CAB-132")
@pytest.mark.parametrize(("left", "told"), [(3, "2 turns left"), (2, "1 turn left"), (1, "out of the game")])
def test_turns_left_in_rush_hour_are_counted(left, told):
    scene = Scene(picked_up=1).at(0, (2, 1)).gone(1, 1)
    scene.s.rush[0] = left
    scene.one_step("up")
    assert told in said(scene, "end_turn")
    if left > 1:
        assert told in words.picture(scene.s, 0)


@pytest.mark.parametrize(
    ("curses", "told"),
    [
        (1, "1 curse cancels 1 space: Red has 2 + 1 left to drive."),
        (2, "2 curses cancel 2 spaces: Red has 2 left to drive."),
    ],
)
def test_what_curses_cancel_is_told(curses, told):
    scene = Scene().at(0, (3, 3)).curses(0, curses).roll(6, 6, 3, 3, 3).play("stop").play("skip_items")
    assert said(scene, "cancel", keeping_twos=1) == told


def test_curses_that_cancel_everything_are_told():
    scene = Scene().at(0, (3, 3)).curses(0, 2).roll(6, 3, 3, 3, 3).play("stop").play("skip_items")
    assert said(scene, "cancel", keeping_twos=0) == "2 curses cancel all of Red's movement."


@pytest.mark.parametrize(("face", "told"), [(2, "Red gets 1 extra space."), (3, "Red gets 2 extra spaces.")])
def test_extra_spaces_are_counted(face, told):
    scene = Scene().roll(3, 4, 4, 4, 4).play("stop").play("roll_item")
    assert said(scene, "die", shows=face) == f"Item {face}: {told}"


NUMBER = re.compile(r"\b(\d+) (extra |more )?(space|curse|turn|point|die|dice)(s?)\b")


def wrong_numbers(text):
    """Numbers in a text that do not agree with what they count."""
    counted = [(int(number), thing + plural) for number, _, thing, plural in NUMBER.findall(text)]
    return [(number, thing) for number, thing in counted if (number == 1) != (thing in ONE)]


ONE = {"space", "curse", "turn", "point", "die"}


@pytest.mark.parametrize("case", [case for case in PLAIN if case.game is GAME], ids=str)
def test_every_number_of_a_whole_game_agrees_with_what_it_counts(case):
    match = sample(case)
    told = [text for _, text in match.sentences(0)]
    for _, entry, before, _ in match.walk():
        view = GAME.state.plain(GAME.state.view(before, 0))
        told += [words.prompt(view, 0), words.picture(view, 0)]
        if 0 <= entry.seat < 2:
            told.append(words.label(view, entry.seat, entry.move))
    assert [wrong for text in told for wrong in wrong_numbers(text)] == []
    assert any(NUMBER.search(text) for text in told)


# ---------------------------------------------------------------- prompts


def marked(die):
    return Scene().roll(4, 4, 4, 4, 4).play("mark", die=die)


@pytest.mark.parametrize(
    ("scene", "viewer", "prompt"),
    [
        (Scene(), 0, "Your turn: roll the dice."),
        (Scene(), 1, "It's Red's turn to roll the dice."),
        (Scene().play("roll"), 0, "You roll."),
        (Scene().play("roll"), 1, "Red rolls."),
        (Scene.before_play(), 1, "Red rolls for the turn order."),
        (
            Scene().roll(4, 4, 4, 4, 4).play("mark", die="white 4"),
            0,
            "Your turn: re-roll the marked dice, or mark more.",
        ),
        (Scene().roll(4, 4, 4, 4, 4).play("mark", die="white 5"), 0, "Your turn: re-roll the marked dice."),
        (Scene().at(0, (2, 1)).one_step("up"), 0, "Your turn goes on."),
        (Scene().at(0, (2, 1)).one_step("up"), 1, "Red's turn goes on."),
    ],
)
def test_prompts_say_who_does_what_and_offer_only_what_is_possible(scene, viewer, prompt):
    assert words.prompt(scene.s, viewer) == prompt


def test_who_goes_back_in_the_turn_of_another_is_not_told_that_it_is_their_turn():
    scene = Scene().at(0, (4, 5)).at(1, (4, 6)).one_step("up").luck(3, 4, 1, 1)
    assert words.prompt(scene.s, 1) == "Your move: go back 2 spaces."
    assert words.prompt(scene.s, 0) == words.prompt(scene.s, SPECTATOR) == "It's Blue's move: go back 2 spaces."


@cites("CAB-145", "CAB-148", "CAB-153")
def test_what_crazy_cat_may_not_do_is_not_offered():
    scene = solo().at(CAT, (3, 3))
    assert scene.crazy() == "roll"
    assert words.prompt(scene.luck(3, 2, 2, 2, 4).s, 0) == "It's Crazy cat's turn to keep the dice."
    assert scene.crazy() == "stop"
    assert words.prompt(scene.s, 0) == "It's Crazy cat's turn to roll for an item."
    scene.crazy()
    cat_drives(scene.luck(1))
    assert words.prompt(scene.s, 0) == "It's Crazy cat's turn to place 3 curses on a rival."


@cites("CAB-89", "CAB-155")
def test_a_die_that_crazy_cat_has_to_take_is_not_offered_to_be_left():
    scene = cat_lands(solo().holding(0, "red D6"), (2, 3)).luck(3)
    assert words.prompt(scene.s, 0) == "It's Crazy cat's turn to take a die."


# ---------------------------------------------------------------- log lines


def test_driving_and_boosting_say_where_they_lead():
    scene = Scene().at(0, (5, 4)).with_sources(2)
    assert said(scene, "move", spaces=2, direction="up") == "Red drives 2 spaces up, to (5, 6)."
    assert said(scene.luck(5), "die", shows=2) == "Red's speed boost is 2 spaces."
    assert said(scene, "boost", direction="left") == "Red boosts left, to (3, 6)."


def test_leaving_is_told_with_its_points():
    scene = Scene(picked_up=1).at(0, (6, 8)).with_sources(1)
    told = said(scene, "move", spaces=1, direction="up")
    assert told == "Red drives 1 space up and leaves the city first, for 10 points. Rush hour begins."


@cites("CAB-163")
def test_crazy_cat_is_told_to_stop_at_the_passenger():
    scene = cat_rolls(solo(passenger=(3, 6), crazy_cat_stops=True).at(CAT, (2, 6)), 6, 6, 2, 2, 2)
    told = said(scene, "move", spaces=2, direction="right")
    assert told == "Crazy cat drives right to the passenger at (3, 6) and stops there."


@cites("CAB-162")
@pytest.mark.parametrize(("stays", "told"), [(False, "."), (True, ", which is gone for good.")])
def test_a_die_that_is_gone_for_good_is_told_so(stays, told):
    scene = Scene(lost_dice_stay_lost=stays).at(0, (4, 3)).holding(0, "red D6").roll(4, 3, 3, 3, 3, 3).play("stop")
    scene.play("skip_items").drive((1, "up")).luck(1)
    assert said(scene, "lose_die", die="red D6") == f"Bad luck: Red gives up the red D6{told}"
    scene.end().idle().roll(3, 4, 4, 4, 4).play("stop").play("roll_item")
    why = ", but the red D6 is gone for good." if stays else ": Red gets the red D6."
    assert said(scene, "die", shows=5) == f"Item 5, cab upgrade{why}"


@cites("CAB-164")
def test_whoever_picks_a_passenger_up_is_named_even_in_the_turn_of_another():
    scene = Scene(passenger=(3, 5), pushed_cabs_land=True).at(0, (4, 5)).at(1, (4, 6)).one_step("up")
    scene.luck(3, 4, 1, 1).play("back", to="3,5")
    assert said(scene, "collect") == "Blue picks up a passenger and now has 1. The exit opens."


@cites("CAB-154")
@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((3, 4), "Cat fight: Crazy cat rolls 4 and has 7 in all, and wins."),
        ((1, 1, 1, 1, 1, 2), "Cat fight: Crazy cat rolls 2 and has 3 in all, and loses after three tries."),
    ],
)
def test_a_fight_of_crazy_cat_is_told_with_its_name_once(faces, told):
    scene = cat_drives(cat_rolls(solo(passenger=(1, 8)).at(0, (3, 4)).at(CAT, (3, 3)), 2, 2, 2, 2, 5))
    *first, last = faces
    assert said(scene.luck(*first), "die", shows=last) == told


def test_the_turn_order_is_told():
    scene = Scene.before_play(3).luck(2, 6)
    assert said(scene, "die", shows=4) == "Green rolls 4 for the turn order: Blue goes first, then Green, then Red."


# ---------------------------------------------------------------- refusals and endings


def test_every_refusal_has_a_sentence():
    numbers = set()
    for name in vars(refusals):
        constants = getattr(getattr(refusals, name), "__code__", None)
        if name.startswith("why_not") and constants is not None:
            numbers |= {constant for constant in constants.co_consts if isinstance(constant, int)}
    assert {number for number in numbers if number > 10} <= set(words.REASONS)
    assert {f"CAB-{number:02d}" for number in words.REASONS} <= set(GAME.clauses)


def test_whose_turn_it_is_is_said_to_whoever_comes_too_early():
    move = MOVES.roll()
    assert words.refusal(Scene().s, 1, move, "CAB-24") == "It is Red's turn, not yours."


@cites("CAB-161")
def test_the_ending_says_what_place_all_have_if_nobody_gets_out():
    scene = Scene(players=3, turn_limit=4).idle().idle().idle()
    assert words.ending(scene.s) == "nobody left the city in time, so nobody wins and all share second place"
    assert scene.places() == [2, 2, 2]


def test_the_ending_names_everybody_who_stayed_behind():
    scene = Scene(players=3, picked_up=1).gone(0, 1).eliminated(1).eliminated(2)
    scene.s.champion = 0
    assert words.ending(scene.s) == "Red wins with 10 points; Blue and Green did not get out"
