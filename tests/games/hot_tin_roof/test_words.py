"""Hot Tin Roof: what is said of moves, choices, refusals and endings."""

from __future__ import annotations

import pytest

from tabbytop.engine.state import copy_of
from tabbytop.games.hot_tin_roof import refusals, words
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.moves import MOVES
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, REFEREE, WHITE, Scene


def said(scene, name, **args):
    """The log line of a move, which is made."""
    before, actor = copy_of(scene.state), scene.actor
    scene.play(name, **args)
    return words.sentence(GAME.state.plain(before), scene.s, actor, MOVES.families[name](**args))


def offered(scene, name, **args):
    """A legal move as a choice."""
    move = MOVES.families[name](**args)
    assert move in REFEREE.legal(scene.state, scene.actor)
    return words.label(scene.s, scene.actor, move)


def oscars(**options):
    scene = Scene(4, **options).food(ORANGE, 6).cats(ORANGE, "sitting", "KN").shelters(BLUE, "N").shelters(BROWN, "J")
    return scene.catwalks(BROWN, "JK").catwalks(WHITE, "JO").catwalks(ORANGE, "NO")


def meeting(seat):
    """A pair with a catwalk between its two cats."""
    return Scene().food(seat, 20).cats(seat, "sitting", "AB").cats(seat, "lying", "EF").catwalks(seat, "AB", "EF")


def last_fish(seat):
    return meeting(seat).market(1).races(seat).walk("sitting", "AB")


def joined(seat):
    return meeting(seat).settles(seat).play("join", shape="sitting").walk("sitting", "AB")


def penniless(*gaps):
    return Scene().food(ORANGE, 0).cats(ORANGE, "sitting", "AB").catwalks(ORANGE, *gaps).settles(ORANGE)


def test_a_walk_is_told_step_by_step_with_its_tolls():
    scene = oscars().races(ORANGE)
    told = [said(scene, "step", shape="sitting", way=way) for way in ("KJ", "JO", "NO")]
    assert told == [
        "Orange's sitting cat walks to the Johnstons and pays 1 can for Brown's catwalk and 2 for Brown's shelter.",
        "Orange's sitting cat walks to the Oscars and pays 1 can for White's catwalk.",
        "Orange's sitting cat walks to the Oscars. The sitting cats meet and earn a fish.",
    ]


def test_a_shelter_behind_an_own_catwalk_and_a_changed_fish_are_told():
    scene = Scene().food(ORANGE, 0, 1).cats(ORANGE, "sitting", "AO").catwalks(ORANGE, "AB").shelters(BLUE, "B")
    told = said(scene.races(ORANGE), "step", shape="sitting", way="AB")
    assert told == (
        "Orange's sitting cat walks to the Bakers and pays 2 cans for Blue's shelter. A fish is changed into 10 cans."
    )


def test_a_deluxe_catwalk_is_told_as_such():
    scene = Scene(deluxe_catwalks=True).earned(1, 1, 1, 1).cats(ORANGE, "sitting", "EA").deluxe(BLUE, "EK")
    told = said(scene.races(ORANGE), "step", shape="sitting", way="EK")
    assert told == "Orange's sitting cat walks to the Kims and pays 2 cans for Blue's deluxe catwalk."


def test_the_last_fish_is_told():
    scene = oscars().market(1).races(ORANGE).walk("sitting", "KJ", "JO")
    assert said(scene, "step", shape="sitting", way="NO").endswith("earn the last fish: the game is over.")
    assert said(scene, "done") == "Orange ends the game."


def test_the_ante_is_told_paid_or_missed():
    assert said(Scene().food(BROWN, 3, 1).starts(BROWN), "ante") == (
        "Brown pays the ante, one can onto each dumpster. A fish is changed into 10 cans."
    )
    assert said(Scene().food(BROWN, 3).starts(BROWN), "no_ante") == (
        "Brown cannot pay the ante, takes 2 cans and loses the turn."
    )


def test_dives_and_buildings_are_told():
    scene = Scene().dumpsters(5, 6, 6, 2, 1).dives(WHITE)
    assert said(scene, "dive", dumpster="home1") == (
        "White empties home dumpster 1 for 5 cans and puts the sitting cats at the Johnstons and the Magins."
    )
    assert said(scene, "tile", homes="AO") == "A new tile at home dumpster 1: the Abbotts and the Oscars."
    scene = Scene().dumpsters(5, 6, 6, 2, 1).dives(WHITE)
    assert said(scene, "dive", dumpster="catwalk") == "White empties the catwalk dumpster for 2 cans."
    assert said(scene, "catwalk", gap="JK") == "White builds a catwalk between the Johnstons and the Kims."
    scene = Scene().shelters(BLUE, "ABC").dives(BLUE).dive("shelter")
    assert said(scene, "lift", place="A") == "Blue picks up the shelter at the Abbotts."
    assert said(scene, "shelter", rooftop="O") == "Blue moves a shelter to its new place at the Oscars."


def test_set_up_is_told():
    scene = Scene.before_play()
    assert said(scene, "tile", homes="JM") == "The tile at home dumpster 1 is the Johnstons and the Magins."
    scene.luck("AD", "LO")
    assert said(scene, "first", seat=WHITE) == "White begins."


def test_tolls_for_stopping_are_told_at_the_end_of_the_turn():
    scene = Scene(shelter_toll="stopping").food(WHITE, 10).cats(WHITE, "sitting", "BO").cats(WHITE, "lying", "CO")
    scene.catwalks(WHITE, "BH", "CI").shelters(BLUE, "H").shelters(BROWN, "I").races(WHITE)
    assert offered(scene, "step", shape="sitting", way="BH") == (
        "Move the sitting cat from the Bakers to the Holloways for free, or for 2 cans if it stays there"
    )
    assert said(scene, "step", shape="sitting", way="BH") == "White's sitting cat walks to the Holloways."
    scene.walk("lying", "CI")
    assert offered(scene, "done") == "End the turn and pay 4 cans for shelters"
    assert said(scene, "done") == "White ends the turn and pays Brown 2 cans and Blue 2 cans for shelters."


def test_the_settlement_is_told():
    scene = (
        Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AD").cats(ORANGE, "lying", "EF").cats(BROWN, "lying", "AF")
    )
    scene.catwalks(BROWN, "AB", "BC").catwalks(WHITE, "CD").catwalks(BLUE, "EF").settles(ORANGE)
    assert offered(scene, "join_cheapest", shape="sitting") == "Join the sitting cats by the cheapest route for 3 cans"
    assert said(scene, "join_cheapest", shape="sitting") == (
        "Orange joins the sitting cats by the cheapest route and pays Brown 2 cans and White 1 can."
    )
    assert said(scene, "join", shape="lying") == "Orange sets out to bring the lying cats together."
    assert said(scene, "step", shape="lying", way="EF") == (
        "Orange's lying cat walks to the Finches and pays 1 can for Blue's catwalk. The lying cats are together."
    )
    assert said(scene, "done") == "Orange has settled a pair."
    assert said(scene, "bank", shape="lying") == (
        "Brown pays the bank 12 cans for the lying cats, since no route connects them."
    )


def test_a_pair_that_cannot_be_paid_for_is_told():
    scene = Scene(4).food(ORANGE, 0).cats(ORANGE, "sitting", "AB").catwalks(BROWN, "AB").settles(ORANGE)
    assert said(scene, "bank", shape="sitting") == (
        "Orange has nothing left to pay the bank for the sitting cats, since all routes cost too much."
    )


def test_choices_name_what_they_cost_and_bring():
    scene = oscars().races(ORANGE)
    assert offered(scene, "step", shape="sitting", way="KJ") == (
        "Move the sitting cat from the Kims to the Johnstons for 3 cans"
    )
    assert offered(scene, "step", shape="sitting", way="NO") == (
        "Move the sitting cat from the Newmans to the Oscars for free"
    )
    scene.walk("sitting", "KJ", "JO")
    assert offered(scene, "step", shape="sitting", way="NO").endswith("to its partner at the Oscars for free")
    scene = Scene().dumpsters(5, 6, 6, 2, 1).dives(ORANGE)
    assert offered(scene, "dive", dumpster="home1") == (
        "Empty home dumpster 1 for 5 cans and put cats at the Johnstons and the Magins"
    )
    assert offered(scene, "dive", dumpster="shelter") == ("Empty the shelter dumpster for 1 can and build a shelter")
    scene = Scene().dumpsters(5, 6, 6, 2, 1).shelters(ORANGE, "ABC").dives(ORANGE)
    assert offered(scene, "dive", dumpster="shelter").endswith("for 1 can and move a shelter if you like")


@pytest.mark.parametrize(
    ("scene", "prompt"),
    [
        (Scene().dives(ORANGE), "Your turn: empty a dumpster."),
        (Scene().dives(BROWN), "It's Brown's turn to empty a dumpster."),
        (Scene().dives(ORANGE).dive("catwalk"), "Your turn: put a catwalk on a free gap."),
        (Scene().dives(ORANGE).dive("home1"), "A new home tile is turned up."),
        (Scene().starts(ORANGE), "Your turn goes on."),
        (Scene().races(ORANGE), "Your turn: end the turn."),
        (oscars().races(ORANGE), "Your turn: move your cats, or end the turn."),
        (Scene.before_play(), "The first home tiles are turned up."),
        (last_fish(ORANGE), "Your turn: end the game, or take the last step back."),
        (last_fish(BROWN), "It's Brown's turn to end the game, or take the last step back."),
        (meeting(ORANGE).settles(ORANGE), "Your turn: settle a pair by paying the bank or joining it."),
        (joined(ORANGE), "Your turn: go on with the settlement, or take the last step back."),
        (joined(BROWN), "It's Brown's turn to go on with the settlement, or take the last step back."),
        (penniless("AB"), "Your turn: settle a pair by joining it, or with nothing left to pay the bank."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_prompt_says_who_does_what(scene, prompt):
    assert words.prompt(scene.s, ORANGE) == prompt


def test_every_refusal_has_a_sentence():
    numbers = set()
    for name in vars(refusals):
        constants = getattr(getattr(refusals, name), "__code__", None)
        if name.startswith("why_not") and constants is not None:
            numbers |= {constant for constant in constants.co_consts if isinstance(constant, int)}
    known = {int(clause.partition("-")[2]) for clause in words.REASONS}
    assert {number for number in numbers if number > 10} <= known
    assert set(words.REASONS) <= set(GAME.clauses)


@pytest.mark.parametrize(
    ("food", "options", "earned", "ending"),
    [
        ((12, 47, 30, 20), {}, (5, 0, 4, 5), "Brown wins with 47 cans of food after the last fish"),
        (
            (47, 30, 47, 47),
            {},
            (5, 0, 4, 5),
            "White wins with 47 cans of food after the last fish, ahead of Orange and Blue, sitting nearest on the "
            "left of Orange",
        ),
        (
            (47, 30, 47, 47),
            {"tie_break": "home_tiles"},
            (5, 0, 4, 5),
            "Blue wins with 47 cans of food after the last fish, ahead of Orange and White, sitting nearest on the "
            "left of Orange",
        ),
        (
            (47, 30, 47, 20),
            {"tie_break": "home_tiles"},
            (5, 0, 4, 5),
            "Orange wins with 47 cans of food after the last fish, ahead of White, with 5 home tiles",
        ),
    ],
)
def test_the_ending_says_who_wins_and_how(food, options, earned, ending):
    scene = Scene(4, **options).earned(*earned)
    for seat, cans in enumerate(food):
        scene.food(seat, cans)
    assert words.ending(scene.settles(ORANGE).s) == ending


def test_the_ending_at_the_turn_limit_says_so():
    scene = Scene(4, turn_limit=13).food(ORANGE, 30).starts(BROWN).idle()
    assert words.ending(scene.s) == "Orange wins with 30 cans of food at the turn limit"


def test_the_table_is_drawn_with_letters():
    scene = Scene(4, deluxe_catwalks=True).earned(1, 1, 1, 1).food(ORANGE, 6, 1).cats(ORANGE, "sitting", "KN")
    scene.catwalks(BROWN, "AB").shelters(WHITE, "O").deluxe(BLUE, "JO").dives(ORANGE)
    drawn = words.picture(scene.s, ORANGE).splitlines()
    assert drawn[0].split() == ["A", "Br", "B", "-", "C", "-", "D", "-", "E", "-", "F"]
    assert drawn[6].split()[-1] == "Bl+"
    assert drawn[8].split() == ["L", "-", "M", "-", "N", "-", "O^Wh"]
    assert any("> Orange" in line and "sitting on K and N" in line for line in drawn)
