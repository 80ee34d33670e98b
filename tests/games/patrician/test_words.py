"""What is said to whom."""

from __future__ import annotations

import pytest

from tabbytop.engine.options import BadOption
from tabbytop.engine.seats import HOUSE, LUCK, SPECTATOR
from tabbytop.games.patrician import words
from tabbytop.games.patrician.board import CARD_IDS
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, REFEREE, WHITE, Scene


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("SIE1", "Siena (two crests)"),
        ("SIE3", "Siena (Contessa twice)"),
        ("SIE4", "Siena (Banker, star)"),
        ("SIE5", "Siena (question mark)"),
        ("LUC5", "Lucca (move)"),
        ("FIR4", "Firenze (Banker)"),
    ],
)
def test_cards_are_named_by_city_and_what_they_show(card, name):
    assert words.card_name(CARD_IDS.index(card)) == name


def test_everybody_who_acts_has_a_name():
    view = Scene(3).view(BLACK)
    assert [words.seat_name(view, seat) for seat in (BLACK, LUCK, HOUSE)] == ["Black", "Luck", "The house"]


def test_the_prompt_follows_the_plan_for_its_player_only():
    scene = Scene(3, {"roma": ("R", "B")}, turn=RED, hands={RED: "BOL7 LUC1"})
    assert words.prompt(scene.view(RED), RED) == "Your turn: play a card."
    scene.play("play", card="BOL7")
    assert words.prompt(scene.view(RED), RED) == "Your turn: put your floor on site 1 or site 2 of Bologna."
    scene.play("floor", site=1)
    assert words.prompt(scene.view(RED), RED) == "Your turn: move a top floor in another city, or leave all as it is."
    scene.play("no_move")
    assert words.prompt(scene.view(RED), RED) == "Your turn: take a card to end it."
    for viewer in (BLACK, SPECTATOR):
        assert words.prompt(scene.view(viewer), viewer) == "Red is planning a turn."


def test_the_prompt_counts_the_floors_of_two_crests():
    scene = Scene(3, hands={BLACK: "LUC1"}).play("play", card="LUC1")
    assert words.prompt(scene.view(BLACK), BLACK).startswith("Your turn: put your first floor")
    scene.play("floor", site=2)
    assert words.prompt(scene.view(BLACK), BLACK).startswith("Your turn: put your second floor")


def test_the_prompt_after_the_plan():
    scene = Scene(3, hands={BLACK: "SIE4"}, messengers=True).turn("SIE4", 1)
    assert words.prompt(scene.view(WHITE), WHITE) == "A card is laid at Siena."
    scene.refill()
    task = "place a messenger between two cities, or keep it."
    assert words.prompt(scene.view(BLACK), BLACK) == f"Your turn: {task}"
    assert words.prompt(scene.view(WHITE), WHITE) == f"It's Black's turn to {task}"


def test_a_turn_with_a_move_is_one_line_for_the_others():
    scene = Scene(3, {"firenze": ("RB", "WB")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 2)
    scene.play("move", city="firenze", site=1).take()
    assert scene.lines[WHITE][-1] == (
        "Red builds 1 floor in Bologna (on site 2), moves Black's top floor in Firenze from site 1 to site 2 "
        "and takes the card from Bologna."
    )
    assert scene.lines[RED][-2] == "Red moves Black's top floor in Firenze from site 1 to site 2."


def test_two_floors_and_a_complete_city_are_told():
    scene = Scene(3, {"ferrara": ("BWB", "")}, turn=RED, hands={RED: "FER1"}).plan("FER1", 1).take()
    assert scene.lines[WHITE][-1] == (
        "Red builds 2 floors in Ferrara (one on each site) and takes the card from Ferrara. Ferrara is complete: "
        "Black wins the taller tower for 5 and Red the shorter one for 2."
    )


def test_taking_nothing_is_told():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck().turn("SIE4", 1)
    assert scene.lines[BLACK][-1] == "Black takes no card, since none is left."


def test_choices_say_whose_floor_and_which_card():
    scene = Scene(3, {"firenze": ("RB", "WB")}, turn=RED, hands={RED: "BOL7"}, face_up={"bologna": "SIE3"})
    scene.plan("BOL7", 2)
    view = scene.view(RED)
    label = words.label(view, RED, MOVES.move(city="firenze", site=1))
    assert label == "Move Black's top floor in Firenze from site 1 to site 2"
    assert words.label(view, RED, MOVES.take(city="bologna")) == "Take Siena (Contessa twice) from Bologna"


def test_every_move_has_a_label_at_any_time():
    view = Scene.set_up(5).view(BLACK)
    for move in range(MOVES.count):
        label = words.label(view, BLACK, move)
        assert label[0].isupper()
        assert not label.endswith(".")


def test_every_clause_that_refuses_has_a_reason():
    assert set(words.REASONS) <= set(GAME.clauses)
    scene = Scene(3, hands={BLACK: "SIE4"})
    sentence = words.refusal(scene.view(BLACK), BLACK, MOVES.move(city="roma", site=1), "PAT-49")
    assert sentence == "You can move a floor only where you have one of your own; you have none in Roma."
    late = Scene(3, hands={BLACK: "SIE4"}, draw_before_move=True).view(BLACK)
    assert "is used after a card" in words.refusal(late, BLACK, MOVES.no_move(), "PAT-29")


def test_the_picture_shows_the_own_hand_and_plan_only():
    scene = Scene(3, {"siena": ("B", "R")}, hands={BLACK: "SIE4 ROM1 PAR2"}).plan("SIE4", 1)
    mine, theirs = (words.picture(scene.view(viewer), viewer) for viewer in (BLACK, WHITE))
    assert "Siena    2/7  [B]        [R]" in mine
    assert "your plan: play Siena (Banker, star), a floor on site 1" in mine
    assert "Roma (two crests), Parma (Banker twice)" in mine
    assert "plan" not in theirs
    assert "Parma (Banker twice)" not in theirs.split("your hand")[1]


def test_the_picture_shows_messengers_and_tokens():
    scene = Scene(3, {"parma": ("BWB", "RR"), "roma": ("B", "W")}, between=("milano-parma",), messengers=True)
    picture = words.picture(scene.view(BLACK), BLACK)
    assert "won by Black and Red  1 messenger" in picture
    assert "1 2-point token" in picture
    scene.s.penalised = RED
    scene.s.prestige[RED], scene.s.bonus[RED] = 4, 0
    (red,) = (line for line in words.picture(scene.view(BLACK), BLACK).splitlines() if "the -3 token" in line)
    assert "Red" in red
    assert "   1 point  " in red


def test_the_house_and_luck_have_prompts():
    scene = Scene.before_play(3)
    said = [words.prompt(scene.view(BLACK), BLACK)]
    while scene.actor == LUCK:
        scene.luck(REFEREE.chance(scene.state)[0][0])
        said.append(words.prompt(scene.view(BLACK), BLACK))
    assert "Starting hands are being dealt." in said
    assert "A card is laid at Roma." in said
    assert "The start player is drawn." in said


def test_without_cards_nobody_is_asked_to_take_one():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck().plan("SIE4", 1)
    assert words.prompt(scene.view(BLACK), BLACK) == "Your turn: end it without a card, since none is left."


def test_whoever_moves_a_floor_of_theirs_is_named_once():
    scene = Scene(3, {"firenze": ("RB", "WR")}, turn=RED, hands={RED: "BOL7"}).plan("BOL7", 2)
    label = words.label(scene.view(RED), RED, MOVES.move(city="firenze", site=2))
    assert label == "Move your top floor in Firenze from site 2 to site 1"
    scene.play("move", city="firenze", site=2).take()
    assert scene.lines[RED][-2] == "Red moves their top floor in Firenze from site 2 to site 1."
    assert "moves their top floor in Firenze from site 2 to site 1" in scene.lines[WHITE][-1]


@cites("MES-35", "MES-36")
def test_why_nobody_takes_the_token_is_told():
    scene = Scene(3, {"parma": ("BWB", "RR")}, messengers=True)
    assert words._penalty_in_words(scene.view(BLACK)) == "Nobody takes the -3 token: there is no messenger city."
    scene = Scene(3, {"parma": ("BWB", "RR")}, between=("milano-parma",), messengers=True)
    assert "tied for the least help in messenger cities" in words._penalty_in_words(scene.view(BLACK))


def test_options_of_the_messengers_are_refused_without_them():
    with pytest.raises(BadOption, match="late_messengers_count applies only with messengers = true"):
        GAME.complete(3, {"late_messengers_count": True})
    assert GAME.complete(3, {"messengers": True, "late_messengers_count": True})["late_messengers_count"]
    assert GAME.complete(3, {"late_messengers_count": False})["late_messengers_count"] is False
