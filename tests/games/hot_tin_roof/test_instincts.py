"""Hot Tin Roof: what bots know without thinking."""

from __future__ import annotations

import numpy as np
import pytest

from tabbytop.engine.state import Wide
from tabbytop.games.hot_tin_roof import bot
from tabbytop.games.hot_tin_roof.board import GAP_NAMES, LETTERS
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.kit.cases import case_of, sample
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, REFEREE, WHITE, Scene


def weights(scene):
    """The weight of each legal move of whoever acts, by its text."""
    ids = np.array(REFEREE.legal(scene.state, scene.actor), np.int32)
    found = np.zeros(len(ids), np.int32)
    bot.policy(scene.s, scene.actor, ids, len(ids), found)
    return {str(MOVES.read(int(move))): int(weight) for move, weight in zip(ids, found, strict=True)}


def favourite(scene):
    found = weights(scene)
    return max(found, key=found.__getitem__)


def guess(scene):
    out = np.zeros(scene.s.seats)
    bot.evaluate(scene.s, out)
    return out


def test_traffic_is_heaviest_between_east_and_west():
    assert GAP_NAMES[int(np.argmax(bot.GAP_TRAFFIC))] == "CD"
    assert LETTERS[int(np.argmax(bot.ROOF_TRAFFIC))] == "C"
    assert bot.ROOF_TRAFFIC[LETTERS.index("A")] == 0


def test_a_connected_pair_is_walked_together_where_no_shelter_is_entered_in_vain():
    scene = Scene(4).food(ORANGE, 12).cats(ORANGE, "sitting", "KN").catwalks(BROWN, "JK").catwalks(WHITE, "JO")
    scene.catwalks(ORANGE, "NO").shelters(BLUE, "N").shelters(BROWN, "J").races(ORANGE)
    while "step" in scene.families():
        move = favourite(scene)
        assert move != "done"
        way = move.removesuffix(")").rpartition("=")[2]
        scene.walk("sitting", way)
    assert scene.has(ORANGE) == (8, 1)


def test_what_is_overlooked_are_tolls_and_nothing_else():
    scene = (
        Scene(4).food(ORANGE, 12).cats(ORANGE, "sitting", "KN").cats(BROWN, "lying", "AC").catwalks(BROWN, "JK", "AB")
    )
    scene.catwalks(WHITE, "JO").catwalks(WHITE, "NO").shelters(BLUE, "J").shelters(ORANGE, "O").races(ORANGE)
    seen = scene.state.copy()
    hurried = GAME.state.plain(seen)
    bot.overlook(hurried, ORANGE)
    work: Wide = np.zeros(bot.ROOM, np.int64)
    bot.price(scene.s, ORANGE, work)
    assert bot.tolls(bot.plan_for(scene.s, ORANGE, 0, work)) > 0
    bot.price(hurried, ORANGE, work)
    assert bot.tolls(bot.plan_for(hurried, ORANGE, 0, work)) == 0
    assert bot.unbuilt(bot.plan_for(hurried, ORANGE, 0, work)) == 0, "the catwalks are there"
    changed = {name for name in GAME.state.fields if not np.array_equal(scene.state[name], seen[name])}
    assert changed == {"catwalk", "shelter"}
    for name in changed:
        assert np.array_equal(seen[name] >= 0, scene.state[name] >= 0), "nothing is built and nothing gone"


def test_who_forgets_tolls_dives_for_homes_that_cost_too_much_to_join():
    scene = Scene(4).food(ORANGE, 8).catwalks(BROWN, "JO", "NO").catwalks(WHITE, "MN").shelters(BLUE, "ON")
    scene.tile("home1", "JM").dumpsters(3, 3, 4, 4, 1).dives(ORANGE)
    assert favourite(scene) != "dive(dumpster=home1)"
    bot.overlook(scene.s, ORANGE)
    assert favourite(scene) == "dive(dumpster=home1)"


def test_a_turn_ends_when_no_pair_can_be_joined():
    scene = Scene(4).cats(ORANGE, "sitting", "KN").catwalks(BROWN, "JK").races(ORANGE)
    assert favourite(scene) == "done"


def test_the_missing_gap_is_built_and_the_dumpster_for_it_chosen():
    scene = (
        Scene(4).food(ORANGE, 10).cats(ORANGE, "sitting", "AD").catwalks(ORANGE, "AB", "BC").dumpsters(3, 3, 3, 3, 1)
    )
    scene.dives(ORANGE)
    assert favourite(scene) == "dive(dumpster=catwalk)"
    assert favourite(scene.dive("catwalk")) == "catwalk(gap=CD)"


def test_a_tile_whose_homes_are_connected_is_chosen():
    scene = Scene(4).food(ORANGE, 10).catwalks(ORANGE, "JO", "NO", "MN").tile("home1", "JM").dumpsters(3, 4, 4, 3, 1)
    assert favourite(scene.dives(ORANGE)) == "dive(dumpster=home1)"


def test_a_pair_is_joined_after_the_end_if_that_is_cheaper_than_the_bank():
    scene = Scene(4).food(ORANGE, 40).cats(ORANGE, "sitting", "AC").catwalks(BROWN, "AB", "BC").settles(ORANGE)
    assert favourite(scene) == "join_cheapest(shape=sitting)"


def test_more_food_looks_better_and_more_so_near_the_end():
    early = guess(Scene(4).food(ORANGE, 30).food(BROWN, 10).food(WHITE, 10).food(BLUE, 10).races(BLUE))
    late = guess(Scene(4).food(ORANGE, 30).food(BROWN, 10).food(WHITE, 10).food(BLUE, 10).market(1).races(BLUE))
    assert late[ORANGE] > early[ORANGE] > early[BROWN]


def test_near_the_end_a_pair_out_of_reach_looks_bad():
    def with_pair(homes):
        return guess(Scene(3).food(BROWN, 20).food(WHITE, 20).market(1).cats(ORANGE, "sitting", homes).races(BROWN))

    without = guess(Scene(3).food(BROWN, 20).food(WHITE, 20).market(1).races(BROWN))
    assert with_pair("AF")[ORANGE] < without[ORANGE]


@pytest.mark.parametrize(
    "options", [{}, {"shelter_toll": "stopping", "manual_exchange": True, "deluxe_catwalks": True}]
)
@pytest.mark.parametrize("players", [3, 4])
def test_every_legal_move_has_a_weight_and_every_guess_is_a_share(players, options):
    case = case_of(GAME, players, options)
    state = REFEREE.setup(GAME.encode(players, options))
    for ply, entry in enumerate(sample(case).log):
        s = GAME.state.plain(state)
        if ply % 5 == 0 and entry.seat >= 0:
            ids = np.array(REFEREE.legal(state, entry.seat), np.int32)
            found, out = np.zeros(len(ids), np.int32), np.zeros(players)
            bot.policy(s, entry.seat, ids, len(ids), found)
            bot.evaluate(s, out)
            assert found.min() >= 1
            assert 0 <= out.min() <= out.max() <= 1
        REFEREE.apply(state, entry.seat, entry.move)
