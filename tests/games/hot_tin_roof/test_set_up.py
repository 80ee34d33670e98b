"""Hot Tin Roof: set-up and what the host chooses."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.hot_tin_roof.board import TILE_NAMES
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, REFEREE, WHITE, Scene


def outcomes(scene):
    """What luck can turn up now, as text; every outcome is equally likely."""
    ids, weights = REFEREE.chance(scene.state)
    assert set(weights) == {1}
    return [str(GAME.moves.read(move)) for move in ids]


@cites("HTR-22", "HTR-23", "HTR-24", "HTR-26")
@pytest.mark.parametrize(("players", "market", "stock"), [(3, 12, 2), (4, 14, 0)])
def test_e1_set_up(players, market, stock):
    scene = Scene.before_play(players)
    assert scene.cans_on_dumpsters == (4, 4, 4, 1, 1)
    assert (scene.s.market, scene.s.stock) == (market, stock)
    assert [scene.has(seat) for seat in range(players)] == [(10, 0)] * players


@cites("HTR-22")
def test_fourteen_cans_lie_on_the_dumpsters():
    assert sum(Scene.before_play().cans_on_dumpsters) == 14


@cites("HTR-25")
@pytest.mark.parametrize("players", [3, 4])
def test_all_pieces_are_in_reserve_and_the_roofs_are_empty(players):
    scene = Scene.before_play(players)
    for seat in range(players):
        assert (scene.where(seat, "sitting"), scene.where(seat, "lying")) == ("", "")
        assert (scene.s.catwalks[seat], scene.s.shelters[seat]) == (6, 3)
    assert set(scene.s.catwalk) == set(scene.s.shelter) == {-1}


@cites("HTR-14")
def test_no_gap_is_bridged_at_the_start():
    assert set(Scene.before_play().s.catwalk) == {-1}


@cites("HTR-21")
def test_three_tiles_are_turned_up_one_after_the_other():
    scene = Scene.before_play()
    for number, tile in enumerate(("JM", "AD", "LO")):
        assert scene.actor == LUCK
        assert len(outcomes(scene)) == 50 - number
        scene.luck(tile)
    assert [scene.tile_at(dumpster) for dumpster in ("home1", "home2", "home3")] == ["JM", "AD", "LO"]


@cites("HTR-21")
def test_any_of_the_fifty_tiles_can_be_the_first():
    assert outcomes(Scene.before_play()) == [f"tile(homes={name})" for name in TILE_NAMES]


@cites("HTR-21", "HTR-60")
def test_no_tile_is_turned_up_twice():
    assert Scene.before_play().luck("JM").refused("tile", homes="JM") == "HTR-60"


@cites("HTR-28")
@pytest.mark.parametrize("players", [3, 4])
def test_luck_says_who_begins(players):
    scene = Scene.before_play(players).luck("JM", "AD", "LO")
    assert scene.actor == LUCK
    assert outcomes(scene) == [f"first(seat={seat})" for seat in range(players)]
    scene.play("first", seat=WHITE).house("ante")
    assert scene.actor == WHITE


@cites("HTR-01", "HTR-28")
def test_nobody_begins_who_does_not_play():
    scene = Scene.before_play(3).luck("JM", "AD", "LO")
    assert scene.refused("first", seat=BLUE) == "HTR-01"


@cites("HTR-28")
def test_who_begins_is_settled_once():
    scene = Scene.before_play()
    assert scene.refused("first", seat=ORANGE) == "HTR-28"
    assert Scene.before_play().luck("JM", "AD", "LO").refused("tile", homes="AE") == "HTR-59"


@cites("HTR-28")
@pytest.mark.parametrize(("colour", "seat"), [("orange", ORANGE), ("brown", BROWN), ("white", WHITE), ("blue", BLUE)])
def test_the_host_may_choose_who_begins(colour, seat):
    scene = Scene.before_play(4, first_player=colour).luck("JM", "AD", "LO")
    assert scene.actor == HOUSE
    assert scene.house("ante").actor == seat


@cites("HTR-28")
def test_an_empty_seat_cannot_be_chosen_to_begin():
    with pytest.raises(ValueError, match="random, orange, brown or white with 3 players; not 'blue'"):
        Scene.before_play(3, first_player="blue")


@cites("HTR-27")
def test_whiskers_are_measured_by_luck_unless_the_host_does_it():
    assert GAME.complete(4, {})["first_player"] == "random"


@cites("HTR-37", "HTR-40")
def test_the_first_turn_finds_no_empty_dumpster():
    scene = Scene.before_play(first_player="white").luck("JM", "AD", "LO").house("ante")
    assert scene.cans_on_dumpsters == (5, 5, 5, 2, 2)


@cites("HTR-55", "HTR-59", "HTR-60", "HTR-43", "HTR-37")
def test_e2_home_tile():
    scene = Scene.before_play(first_player="white").luck("JM", "AD", "LO").house("ante")
    assert scene.has(WHITE) == (5, 0)
    scene.dive("home1")
    assert scene.has(WHITE) == (10, 0)
    assert scene.cans_on_dumpsters == (0, 5, 5, 2, 2)
    assert scene.where(WHITE, "sitting") == "JM"
    assert scene.used_tiles(WHITE) == {"JM"}
    assert scene.luck("CK").tile_at("home1") == "CK"


@cites("DLX-02")
def test_the_expansion_is_chosen_by_the_table():
    assert GAME.complete(4, {})["deluxe_catwalks"] is False
    assert (Scene.before_play().s.deluxe, Scene.before_play(deluxe_catwalks=True).s.deluxe) == (0, 1)


@cites("HTR-01")
@pytest.mark.parametrize("players", [1, 2, 5])
def test_three_or_four_can_play_and_nobody_else(players):
    assert GAME.players == (3, 4)
    with pytest.raises(ValueError, match="Hot Tin Roof is for 3, 4 players"):
        Scene.before_play(players)
