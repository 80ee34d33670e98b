"""What is hidden from whom (PAT-66 to PAT-68), and what a seat remembers and can imagine."""

from __future__ import annotations

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.luck import stream
from tabbytop.engine.seats import SPECTATOR
from tabbytop.games.patrician import board
from tabbytop.games.patrician.board import CARD_IDS, CARD_STAR, CARDS, DEALT, HAND, LAID, PILE, UNSEEN
from tabbytop.games.patrician.game import GAME
from tabbytop.kit.cases import compiled
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, REFEREE, WHITE, Scene


def known(scene: Scene, seat: int, card: str) -> int:
    return scene.s.known[seat, CARD_IDS.index(card)]


@cites("PAT-66")
@pytest.mark.parametrize("viewer", [WHITE, RED, SPECTATOR])
def test_hands_are_hidden_from_the_others(viewer):
    scene = Scene(3, hands={BLACK: "SIE4 ROM1 PAR2"})
    assert all(scene.view(viewer).hand[BLACK, slot] == -1 for slot in range(3))
    assert scene.view(BLACK).hand[BLACK, 0] == CARD_IDS.index("SIE4")
    assert scene.view(viewer).hand_size[BLACK] == 3


@cites("PAT-66")
def test_the_deck_is_hidden_from_everybody():
    scene = Scene.set_up(3)
    assert [scene.view(viewer).deck for viewer in (BLACK, WHITE, RED, SPECTATOR)] == [0, 0, 0, 0]
    assert scene.view(SPECTATOR).deck_size == 30


@cites("PAT-67")
@pytest.mark.parametrize("viewer", [WHITE, SPECTATOR])
def test_of_a_pile_others_see_the_top_and_the_size(viewer):
    scene = Scene(3, {"siena": ("BB", "W"), "roma": ("B", "WR")}, hands={BLACK: "SIE4"}).turn("SIE4", 1)
    view = scene.view(viewer)
    assert view.top[BLACK] == CARD_IDS.index("SIE4")
    assert view.pile_size[BLACK] == scene.s.pile_size[BLACK] > 2
    assert [view.portraits[BLACK, person] for person in range(3)] == [0, 0, 0]
    assert all(view.open_pile[card] == -1 for card in range(CARDS))
    assert "Siena (Banker, star)" in GAME.words.picture(view, viewer)


@cites("PAT-67")
def test_the_owner_may_look_through_the_own_pile():
    scene = Scene(3, {"siena": ("B", "W")}, hands={BLACK: "SIE4"}).turn("SIE4", 1)
    own = [card for card in range(CARDS) if scene.view(BLACK).known[BLACK, card] == PILE + BLACK]
    assert CARD_IDS.index("SIE4") in own
    assert len(own) == scene.s.pile_size[BLACK]
    assert scene.view(BLACK).portraits[BLACK, 1] == sum(CARD_IDS[card] in ("SIE4", "BOL4", "ROM4") for card in own)


@cites("PAT-67")
def test_lines_do_not_list_what_others_played_and_took():
    scene = Scene(3, hands={BLACK: "SIE4"}, face_up={"siena": "BOL1"}).turn("SIE4", 1).refill()
    assert scene.lines[BLACK][-2] == "Black takes Bologna (two crests) from Siena."
    line = "Black builds 1 floor in Siena (on site 1) and takes the card from Siena."
    assert scene.lines[WHITE][-2] == scene.lines[SPECTATOR][-2] == line
    assert scene.lines[WHITE][-1] == scene.lines[BLACK][-1] == "A new card is laid at Siena."


@cites("PAT-67")
def test_once_the_game_is_over_all_piles_are_open():
    match = simulated_match(compiled(GAME), 3, {}, 2, 0)
    view = GAME.state.plain(match.view(SPECTATOR))
    assert all(view.open_pile[card] >= 0 for card in range(CARDS) if board.DECK_FOR[3] >> card & 1)
    before = GAME.state.plain(match.view(SPECTATOR, match.ply - 1))
    assert all(before.open_pile[card] == -1 for card in range(CARDS))


@cites("PAT-68")
def test_piles_are_closed_unless_the_table_opens_them():
    assert GAME.complete(3, {})["open_piles"] is False


@cites("PAT-68")
@pytest.mark.parametrize("viewer", [WHITE, SPECTATOR])
def test_open_piles_are_for_everybody(viewer):
    scene = Scene(3, {"siena": ("B", "W")}, hands={BLACK: "SIE4"}, face_up={"siena": "BOL1"}, open_piles=True)
    scene.turn("SIE4", 1).refill("ROM5")
    view = scene.view(viewer)
    own = {card for card in range(CARDS) if view.open_pile[card] == BLACK}
    assert len(own) == view.pile_size[BLACK]
    assert CARD_IDS.index("SIE4") in own
    assert view.open_portraits[BLACK, 1] == scene.s.portraits[BLACK, 1] > 0
    assert scene.lines[viewer][-2] == (
        "Black plays Siena (Banker, star), builds 1 floor there (on site 1) and takes Bologna (two crests) from Siena."
    )
    assert scene.lines[viewer][-1] == "Roma (Scholar) is laid at Siena."


# ---------------------------------------------------------------- memory and imagination


def test_everybody_remembers_where_open_cards_went():
    scene = Scene.set_up(3)
    seat = scene.actor
    own, taken_at = scene.hand(seat)[0], board.CITY_NAMES
    assert known(scene, seat, own) == DEALT
    others = [other for other in range(3) if other != seat]
    assert [known(scene, other, own) for other in others] == [UNSEEN, UNSEEN]
    city = board.CITIES[board.CARD_CITY[CARD_IDS.index(own)]]
    taken = scene.face_up(city)
    assert [known(scene, other, taken) for other in range(3)] == [LAID] * 3
    scene.turn(own, 1)
    assert [known(scene, other, own) for other in range(3)] == [PILE + seat] * 3
    assert [known(scene, other, taken) for other in range(3)] == [HAND + seat] * 3
    assert taken_at


def test_a_seat_sees_its_own_memory_only():
    view = Scene.set_up(3).view(WHITE)
    assert any(view.known[WHITE, card] != UNSEEN for card in range(CARDS))
    assert all(view.known[other, card] == UNSEEN for other in (BLACK, RED) for card in range(CARDS))


def test_what_is_imagined_of_other_hands_is_what_was_taken_or_a_star():
    match = simulated_match(compiled(GAME), 3, {}, 4, 1)
    for at in range(20, match.ply, 7):
        world = match.view(BLACK, at)
        REFEREE.imagine(world, BLACK, stream(3, at))
        s, truth = GAME.state.plain(world), GAME.state.plain(match.state(at))
        for seat in (WHITE, RED):
            for slot in range(s.hand_size[seat]):
                card = s.hand[seat, slot]
                assert s.known[BLACK, card] == HAND + seat or CARD_STAR[card]
        taken = [card for card in range(CARDS) if s.known[BLACK, card] in (HAND + WHITE, HAND + RED)]
        assert all(s.known[WHITE, card] == truth.known[WHITE, card] for card in taken)
        assert s.portraits[WHITE, 0] == truth.portraits[WHITE, 0]


def test_with_four_players_nothing_but_the_starting_hands_is_uncertain():
    """All stars are in the starting hands then, so a seat that has seen all of them knows all hands."""
    match = simulated_match(compiled(GAME), 4, {}, 4, 1)
    for at in range(match.ply):
        s = GAME.state.plain(match.state(at))
        stars = [card for card in range(CARDS) if CARD_STAR[card] and board.DECK_FOR[4] >> card & 1]
        if s.turn >= 0 and all(s.known[BLACK, card] != UNSEEN for card in stars):
            world = match.view(BLACK, at)
            REFEREE.imagine(world, BLACK, stream(3, at))
            hands = GAME.state.plain(world).hand
            for seat in range(4):
                mine = sorted(hands[seat, slot] for slot in range(3))
                assert mine == sorted(s.hand[seat, slot] for slot in range(3))
            return
    raise AssertionError("no moment at which all stars were seen")


def test_what_a_watcher_imagines_fits_what_lies_open():
    match = simulated_match(compiled(GAME), 3, {}, 4, 1)
    for at in range(10, match.ply, 20):
        world = match.view(SPECTATOR, at)
        REFEREE.imagine(world, SPECTATOR, stream(3, at))
        assert GAME.state.view(world, SPECTATOR).tobytes() == match.view(SPECTATOR, at).tobytes()
        s = GAME.state.plain(world)
        held = [s.hand[seat, slot] for seat in range(3) for slot in range(s.hand_size[seat])]
        played = [c for c in range(CARDS) if any(s.known[seat, c] == PILE + seat for seat in range(3))]
        in_deck = [card for card in range(CARDS) if s.deck >> card & 1]
        laid = [s.face_up[city] for city in range(9) if s.face_up[city] >= 0]
        everything = [*held, *played, *in_deck, *laid]
        assert len(everything) == len(set(everything)) == 48
        assert len(in_deck) == s.deck_size
        for seat in range(3):
            heads = [0] * 3
            for card in played:
                if s.known[seat, card] == PILE + seat:
                    heads[board.CARD_PERSON[card]] += board.CARD_HEADS[card]
            assert [s.portraits[seat, person] for person in range(3)] == heads
