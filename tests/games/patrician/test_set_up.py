"""Setting the table (PAT-20 to PAT-26)."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.games.patrician.board import BOX, CARD_IDS, CARD_STAR, CITIES
from tabbytop.games.patrician.moves import MOVES
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import REFEREE, Scene


def outcomes(scene: Scene) -> list[str]:
    ids, weights = REFEREE.chance(scene.state)
    assert set(weights) == {1}
    return [str(MOVES.read(move)) for move in ids]


@cites("PAT-20")
@pytest.mark.parametrize(("players", "cards"), [(2, 48), (3, 48), (4, 48), (5, 55)])
def test_pistoia_and_its_cards_are_away_with_fewer_than_five(players, cards):
    scene = Scene.before_play(players)
    assert len(scene.deck()) == cards
    assert any(card.startswith("PIS") for card in scene.deck()) == (players == 5)


@cites("PAT-21")
def test_each_city_still_has_its_two_tokens():
    scene = Scene.set_up(5)
    assert all(scene.s.winner[city, site] == -1 for city in range(10) for site in range(2))
    assert sum(scene.s.prestige) == 0


@cites("PAT-22")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_is_dealt_three_star_cards(players):
    scene = Scene.set_up(players)
    for seat in range(players):
        assert len(scene.hand(seat)) == 3
        assert all(CARD_STAR[CARD_IDS.index(card)] for card in scene.hand(seat))


@cites("PAT-22")
def test_every_star_card_in_the_game_is_equally_likely_and_no_other():
    scene = Scene.before_play(4)
    assert outcomes(scene) == [
        f"deal(card={card.id})" for card in BOX.cards.list if card.star and card.city != "pistoia"
    ]
    assert scene.refused("deal", card="MIL1") == "PAT-22"


@cites("PAT-22")
def test_a_starting_card_is_dealt_face_down():
    scene = Scene.before_play(3).play("deal", card="SIE4")
    assert scene.lines[0] == ["Black is dealt Siena (Banker, star)."]
    assert scene.lines[1] == scene.lines[SPECTATOR] == ["Black is dealt a card."]


@cites("PAT-23")
@pytest.mark.parametrize(("players", "stars"), [(2, 6), (3, 3), (4, 0), (5, 0)])
def test_star_cards_left_over_go_into_the_deck(players, stars):
    scene = Scene.before_play(players)
    while scene.s.hand_size[players - 1] < 3:
        scene.luck(REFEREE.chance(scene.state)[0][0])
    assert sum(bool(CARD_STAR[CARD_IDS.index(card)]) for card in scene.deck()) == stars


@cites("PAT-24")
def test_a_card_is_laid_at_each_city_whatever_it_names():
    scene = Scene.before_play(4)
    while scene.s.hand_size[3] < 3:
        scene.luck(REFEREE.chance(scene.state)[0][0])
    assert len(outcomes(scene)) == 36
    scene.refill("SIE1").refill("SIE2")
    assert (scene.face_up("milano"), scene.face_up("parma")) == ("SIE1", "SIE2")
    assert scene.refused("lay", card="SIE1") == "PAT-24"


@cites("PAT-24")
def test_every_city_gets_one():
    scene = Scene.set_up(5)
    assert all(scene.face_up(city) for city in CITIES)


@cites("PAT-25")
@pytest.mark.parametrize(("players", "cards"), [(2, 33), (3, 30), (4, 27), (5, 30)])
def test_so_many_cards_are_left_in_the_deck(players, cards):
    scene = Scene.set_up(players)
    assert scene.s.deck_size == len(scene.deck()) == cards


@cites("PAT-26")
@pytest.mark.parametrize("players", [2, 5])
def test_the_start_player_is_drawn_at_random(players):
    scene = Scene.before_play(players)
    while scene.s.face_up[scene.s.cities - 1] < 0:
        scene.luck(REFEREE.chance(scene.state)[0][0])
    assert scene.actor == LUCK
    assert outcomes(scene) == [f"start(seat={seat})" for seat in range(players)]
    assert scene.play("start", seat=1).actor == 1


@cites("PAT-26")
def test_nobody_starts_who_does_not_play():
    scene = Scene.before_play(2)
    while scene.s.face_up[8] < 0:
        scene.luck(REFEREE.chance(scene.state)[0][0])
    assert REFEREE.why_not(scene.state, LUCK, MOVES.start(seat=2)) == 26


@cites("PAT-22", "PAT-23", "PAT-24", "PAT-25")
@pytest.mark.parametrize(("players", "cards", "stars", "laid"), [(3, 48, 12, 9), (5, 55, 15, 10)])
def test_example_1_set_up(players, cards, stars, laid):
    scene = Scene.before_play(players)
    assert (len(scene.deck()), len(outcomes(scene))) == (cards, stars)
    scene = Scene.set_up(players)
    assert sum(scene.s.hand_size) == 3 * players
    assert sum(scene.s.face_up[city] >= 0 for city in range(10)) == laid
    assert scene.s.deck_size == 30
