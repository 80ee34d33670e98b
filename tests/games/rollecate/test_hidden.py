"""Rollecate: nobody learns what they may not know, in every way to play alone; and worlds are imagined fairly."""

from __future__ import annotations

from collections import Counter

import pytest

from tabbytop.engine.luck import stream
from tabbytop.games.rollecate.board import COUNT, KINDS, TRACKS
from tabbytop.games.rollecate.game import GAME
from tabbytop.kit import test_hidden as kit
from tabbytop.kit.cases import Case
from tests.games.rollecate.scene import REFEREE, Scene, kind

ALONE = [
    Case(GAME, 1, (("mode", "solo_hard"),)),
    Case(GAME, 1, (("mode", "betsy"),)),
    Case(GAME, 1, (("mode", "betsy"), ("betsy_starts", True), ("betsy_bends", "human"), ("setup_build", "auto"))),
]
LAWS = [
    kit.test_what_reaches_a_seat_does_not_depend_on_what_it_cannot_know,
    kit.test_the_same_visible_move_looks_the_same_in_every_world_that_fits,
    kit.test_moves_that_differ_only_in_hidden_things_look_the_same,
    kit.test_imagined_worlds_are_legal_and_differ,
    kit.test_a_spectator_sees_public_fields_only,
]


@pytest.mark.parametrize("case", ALONE, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_of_hidden_things_hold_alone_too(law, case):
    law(case)


def imagined(scene, seat, number):
    """A world that fits what a seat knows."""
    world = GAME.state.view(scene.state, seat)
    REFEREE.imagine(world, seat, stream(7, number))
    return GAME.state.plain(world)


def test_what_a_seat_has_seen_stays_where_it_is():
    scene = Scene("1-b2-[2]-3<-3", hand="4 4~ x1", players=3).hand(1, "2 2").hand(2, "x3 1~ 1~").pile(1, "x4 3 b4")
    for number in range(20):
        world = imagined(scene, 0, number)
        assert [world.hand[0, each] for each in range(KINDS)] == [scene.s.hand[0, each] for each in range(KINDS)]
        assert [world.hand_size[seat] for seat in range(3)] == [3, 2, 3]
        for zone in (world.deck, world.removed):
            assert zone[kind("b2")] == zone[kind("b4")] == zone[kind("x4")] == zone[kind("x1")] == 0
        for seat in (1, 2):
            assert world.hand[seat, kind("b2")] == world.hand[seat, kind("b4")] == world.hand[seat, kind("x4")] == 0


def test_every_unseen_card_is_equally_likely_to_be_anywhere():
    scene = Scene("1-2-[2]-3", hand="4 4 4 4 4").hand(1, "1 1 1 1")
    unseen = Counter({each: int(COUNT[each]) for each in range(KINDS)})
    for each in range(KINDS):
        unseen[each] -= scene.s.combined[each] + scene.s.hand[0, each]
    for text in ("1", "2", "2", "3"):
        unseen[kind(text)] -= 1
    held: Counter[int] = Counter()
    worlds = 1500
    for number in range(worlds):
        world = imagined(scene, 0, number)
        held.update({each: world.hand[1, each] for each in range(KINDS)})
    for each in range(KINDS):
        expected = 4 * worlds * unseen[each] / unseen.total()
        assert abs(held[each] - expected) < 6 * (expected + 1) ** 0.5, GAME.moves.draw.args["card"][each]


def test_a_spectator_imagines_every_hand():
    scene = Scene("1-2-[2]-3", hand="4 4 4 4 4 x1").hand(1, "1 1")
    hands = {tuple(imagined(scene, -1, number).hand[0, each] for each in range(KINDS)) for number in range(10)}
    assert len(hands) > 5
    assert all(sum(hand) == 6 for hand in hands)


def test_a_view_of_the_hidden_zones_shows_sizes_only():
    scene = Scene("1-2-[2]-3", hand="4 x1").hand(1, "1 1 3~")
    view = GAME.state.plain(GAME.state.view(scene.state, 0))
    assert [view.hand[1, each] for each in range(KINDS)] == [0] * KINDS
    assert [view.deck[each] + view.removed[each] for each in range(KINDS)] == [0] * KINDS
    assert (view.hand_size[1], view.deck_size, view.removed_size) == (3, scene.s.deck_size, 11)
    assert view.hand[0, TRACKS] == 1
