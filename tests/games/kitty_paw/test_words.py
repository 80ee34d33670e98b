"""Kitty Paw: what is said to whom."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.kitty_paw import words
from tabbytop.games.kitty_paw.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import Scene


def prompts(scene):
    return [words.prompt(scene.view(seat), seat) for seat in range(scene.players)]


@cites("KIT-126")
def test_only_the_next_to_take_a_card_in_a_calm_round_is_told_to_be_next():
    scene = Scene(4, calm=True).open()
    assert prompts(scene) == [
        "Take a card from the row.",
        "Red takes a card, then it is your turn.",
        "Red takes a card; your turn comes later.",
        "Red takes a card; your turn comes later.",
    ]
    scene.take(0, "I-05").take(1, "I-09")
    assert prompts(scene)[2:] == ["Take a card from the row.", "Green takes a card, then it is your turn."]


@cites("KIT-126")
def test_whoever_sits_before_the_first_to_take_a_card_is_the_last():
    scene = Scene(3, played=2, calm=True).open()
    assert prompts(scene) == [
        "Green takes a card, then it is your turn.",
        "Green takes a card; your turn comes later.",
        "Take a card from the row.",
    ]


def test_nobody_calls_meow_in_a_calm_game():
    scene = Scene(2, calm=True).open()
    assert words.refusal(scene.view(0), 0, MOVES.meow(), "KIT-79") == "Take a card first: there is no picture yet."
    scene.take(0, "I-05").build(0).wait(10_000)
    assert words.label(scene.view(0), 0, MOVES.meow()) == "Finished"
    assert words.sentence(scene.view(0), scene.view(0), 0, MOVES.meow()) == "Red finishes after 10.00 s."


@cites("KIT-122", "KIT-128")
@pytest.mark.parametrize(
    ("options", "told"),
    [({"round_limit_seconds": 20}, "Nobody called Meow."), ({"calm": True, "calm_minutes": 1}, "Nobody has finished.")],
)
def test_a_round_that_runs_out_of_time_is_told_in_the_words_of_its_button(options, told):
    scene = Scene(3, **options).open().wait(60_000)
    assert prompts(scene) == [f"{told} Press ready to go on."] * 3
    assert words.prompt(scene.view(SPECTATOR), SPECTATOR) == told, "whoever watches waits for nobody in particular"


@cites("KIT-117")
@pytest.mark.parametrize(("rounds", "told"), [(1, "after an extra round"), (2, "after 2 extra rounds")])
def test_extra_rounds_are_counted_in_words(rounds, told):
    scene = Scene(2).open()
    before, after = scene.view(SPECTATOR), scene.view(SPECTATOR)
    before.extra, after.extra, after.total[0] = rounds - 1, rounds, 9
    again = "still tied and play another" if rounds > 1 else "tied and play an"
    assert words._clean_up_sentence(before, after) == f"Red and Blue are {again} extra round."
    after.active = 0b01
    assert words.ending(after) == f"Red wins with 9 points {told}"
