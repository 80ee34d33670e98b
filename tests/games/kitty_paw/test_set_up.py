"""Kitty Paw: the table before a round, and how a round opens."""

from __future__ import annotations

import pytest

from tabbytop.engine.game import BadPlayers
from tabbytop.games.kitty_paw.cards import CARD_IDS, LEVEL
from tabbytop.games.kitty_paw.components import BREEDS
from tabbytop.games.kitty_paw.facts import BUILDING, COUNTDOWN, GATHERING, IN_PILE, OUT_OF_GAME, RESULT, cards_at
from tabbytop.games.kitty_paw.game import GAME
from tabbytop.games.kitty_paw.mat import START
from tabbytop.kit.marks import cites
from tests.games.kitty_paw.scene import ALL, CLOCK, HOUSE, REFEREE, Scene


@cites("KIT-01")
def test_two_to_four_play_and_one_practises():
    assert GAME.players == (1, 2, 3, 4)
    with pytest.raises(BadPlayers):
        GAME.encode(5, {})


@cites("KIT-02", "KIT-26")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_there_is_one_set_of_seven_tiles_for_each_player(players):
    scene = Scene(players)
    assert [sum(scene.s.centre[breed, side] for side in range(2)) for breed in range(BREEDS)] == [players] * 7


@cites("KIT-27")
def test_every_tile_lies_back_up_or_belly_up_at_random():
    state = REFEREE.setup(GAME.encode(4, {}))
    _, weights = REFEREE.chance(state)
    assert weights == [1, 4, 6, 4, 1]  # four coins
    scene = Scene(4, asleep=3)
    assert [scene.s.centre[breed, 1] for breed in range(BREEDS)] == [3] * 7


@cites("KIT-27")
def test_tiles_are_mixed_anew_in_every_round():
    scene = Scene(2, asleep=0).open().take(0, "I-05").play(0, "meow").house()
    scene.asleep = 2
    scene.finish(row=("I-02", "I-03", "I-04", "I-06"))
    assert [scene.s.centre[breed, 1] for breed in range(BREEDS)] == [2] * 7


@cites("KIT-28")
def test_all_boxes_are_closed_and_nobody_knows_what_is_under_them():
    scene = Scene(2, level=2)
    assert scene.s.ring.tolist() == [-1] * 8
    scene.open().take(0, "IIb-01").play(0, "peek", slot=3)
    assert len(scene.outcomes()) == 8
    assert set(scene.outcomes().values()) == {1}


@cites("KIT-29", "KIT-57")
def test_everybody_has_a_box_card_on_the_middle_cell():
    scene = Scene(3)
    assert scene.s.box.tolist() == [START, START, START, -1]
    assert scene.s.box_side.tolist() == [0, 0, 0, 0]


@cites("KIT-57")
def test_a_box_card_returns_to_the_middle_but_keeps_its_orientation():
    scene = Scene(2).open().take(0, "I-05").play(0, "box_flip").play(0, "box_move", cell="1,1").play(0, "meow").house()
    scene.finish(row=("I-02", "I-03", "I-04", "I-06"))
    assert (scene.s.box[0], scene.s.box_side[0], scene.s.box_side[1]) == (START, 1, 0)


@cites("KIT-30", "KIT-32")
def test_the_levels_lie_on_top_of_each_other():
    scene = Scene(2)
    assert cards_at(scene.s, IN_PILE) == 36
    assert scene.s.top_level == 1
    assert Scene(2, played=5).s.top_level == 2  # six rounds of Level I
    assert Scene(2, level=2, played=7).s.top_level == 3
    last = Scene(2, level=3, played=9)
    assert last.s.top_level == 0
    assert cards_at(last.s, IN_PILE) == 0


@cites("KIT-30", "KIT-33")
def test_the_row_is_dealt_from_the_top_level_only():
    state = REFEREE.setup(GAME.encode(2, {}))
    for _ in range(BREEDS):
        REFEREE.apply(state, -1, REFEREE.chance(state)[0][0])
    ids, weights = REFEREE.chance(state)
    assert len(ids) == 24
    assert set(weights) == {1}


@cites("KIT-31")
@pytest.mark.parametrize(("chosen", "unused"), [("blue", "IIy"), ("yellow", "IIb")])
def test_one_set_of_level_two_is_played(chosen, unused):
    scene = Scene(2, level2_set=chosen)
    out = [CARD_IDS[card] for card in range(48) if scene.s.where[card] == OUT_OF_GAME]
    assert len(out) == 8
    assert all(name.startswith(unused) for name in out)


@cites("KIT-31")
def test_the_blue_set_is_the_default():
    assert GAME.complete(2, {})["level2_set"] == "blue"


@cites("KIT-32")
def test_the_pile_has_forty_cards():
    scene = Scene(2)
    assert sum(scene.s.where[card] != OUT_OF_GAME for card in range(48)) == 40
    assert [sum(LEVEL[c] == level and scene.s.where[c] != OUT_OF_GAME for c in range(48)) for level in (1, 2, 3)] == [
        24,
        8,
        8,
    ]


@cites("KIT-33", "KIT-34")
def test_four_cards_are_open_before_the_round_starts():
    scene = Scene(2)
    assert [CARD_IDS[card] for card in scene.s.row] == ["I-05", "I-09", "I-17", "I-01"]
    assert scene.s.phase == GATHERING
    for seat in range(2):
        view = GAME.state.plain(GAME.state.view(scene.state, seat))
        assert view.row.tolist() == scene.s.row.tolist()


# ---------------------------------------------------------------- opening


@cites("KIT-50")
def test_all_players_act_at_the_same_time_in_any_order():
    scene = Scene(3).open()
    assert scene.actor == ALL
    scene.take(2, "I-05").play(0, "box_flip").take(1, "I-09").play(2, "box_flip").play(2, "box_flip")
    assert all(scene.legal(seat) for seat in range(3))


@cites("KIT-51")
def test_the_countdown_starts_when_everybody_is_ready():
    scene = Scene(3).play(0, "ready").play(2, "ready")
    assert scene.s.phase == GATHERING
    assert scene.refused(0, "ready") == "KIT-51"
    assert scene.refused(1, "take_card", card="I-05") == "KIT-51"
    scene.play(1, "ready")
    assert scene.s.phase == COUNTDOWN
    assert scene.refused(0, "take_card", card="I-05") == "KIT-51"


@cites("KIT-51")
def test_the_round_opens_after_three_seconds():
    scene = Scene(2).play(0, "ready").play(1, "ready").wait(2999)
    assert scene.s.phase == COUNTDOWN
    assert scene.wait(1).s.phase == BUILDING


@cites("KIT-51")
def test_after_a_minute_everybody_is_taken_as_ready():
    scene = Scene(2).play(0, "ready").wait(59_999)
    assert scene.s.phase == GATHERING
    assert scene.wait(1).s.phase == COUNTDOWN


@cites("KIT-51")
def test_the_times_are_options():
    scene = Scene(2, countdown_seconds=0, ready_seconds=5).wait(5000)
    assert scene.s.phase == BUILDING


@cites("KIT-51")
def test_time_never_passes_beyond_what_happens_by_itself():
    scene = Scene(2).play(0, "ready").play(1, "ready").wait(2500)
    assert scene.refused(CLOCK, "let_pass", ms=510) == "KIT-51"
    scene.play(CLOCK, "let_pass", ms=500)
    assert scene.actor == HOUSE
    assert scene.house_move() == "open"
    assert scene.legal(CLOCK) == []
    assert scene.legal(0) == []


def test_the_result_is_looked_at_until_all_are_ready_or_the_time_is_over():
    scene = Scene(2).open().take(0, "I-05").play(0, "meow").house()
    assert scene.s.phase == RESULT
    scene.play(0, "ready").wait(60_000)
    assert scene.s.round == 2
