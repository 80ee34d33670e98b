"""The end of the game and its scoring (PAT-69 to PAT-76)."""

from __future__ import annotations

import pytest

from tabbytop.arena.simulate import simulated_match
from tabbytop.engine.seats import HOUSE, OVER, SPECTATOR
from tabbytop.games.patrician import facts
from tabbytop.games.patrician.board import CARD_IDS, CARDS_FOR, LIMIT
from tabbytop.games.patrician.game import GAME
from tabbytop.games.patrician.turn import play_card
from tabbytop.kit.cases import compiled
from tabbytop.kit.marks import cites
from tests.games.patrician.scene import BLACK, RED, REFEREE, WHITE, Scene


def final(players: int = 3, *, prestige: list[int], towers: list[int], sets: list[int]) -> Scene:
    """A game that is over, with so many points of tokens, tokens and sets by seat."""
    scene = Scene(players)
    for seat in range(players):
        scene.s.prestige[seat], scene.s.towers[seat] = prestige[seat], towers[seat]
        scene.s.portraits[seat, 0] = 3 * sets[seat]
    scene.s.phase, scene.s.acting = facts.FINISHED, OVER
    return scene


@cites("PAT-69")
@pytest.mark.parametrize(("players", "turns"), [(2, 24), (3, 16), (4, 12), (5, 11)])
def test_everybody_has_the_same_number_of_turns_until_all_cards_are_played(players, turns):
    match = simulated_match(compiled(GAME), players, {}, 2, 0)
    s = GAME.state.plain(match.state())
    assert [s.pile_size[seat] for seat in range(players)] == [turns] * players
    assert s.turns == CARDS_FOR[players]
    assert s.deck_size == sum(s.hand_size) == 0


@cites("PAT-69")
def test_the_last_card_ends_the_game():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck()
    scene.s.turns = 47
    scene.turn("SIE4", 1)
    assert scene.actor == HOUSE
    scene.house("show_piles")
    assert scene.actor == OVER
    assert scene.refused("play", BLACK, card="ROM1") == "PAT-69"


@cites("PAT-69")
def test_one_card_before_the_game_goes_on():
    scene = Scene(3, hands={BLACK: "SIE4"}).without_deck()
    scene.s.turns = 46
    assert scene.turn("SIE4", 1).actor == WHITE


@cites("PAT-70")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_cities_are_complete_then(players):
    s = GAME.state.plain(simulated_match(compiled(GAME), players, {}, 2, 0).state())
    assert all(s.height[city, 0] + s.height[city, 1] == LIMIT[city] for city in range(s.cities))
    assert sum(s.towers) == 2 * s.cities
    assert sum(s.prestige) == (114 if players == 5 else 99)


@cites("PAT-71", "PAT-73")
@pytest.mark.parametrize(("heads", "sets"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3)])
def test_three_of_a_person_are_a_set(heads, sets):
    scene = Scene(3)
    scene.s.portraits[BLACK, 2] = heads
    assert scene.scores()[BLACK] == 6 * sets


@cites("PAT-71", "PAT-72", "PAT-73")
def test_example_15_portraits():
    scene = Scene(3)
    for card in ("MIL4", "PAR3", "FER2", "VER4", "FER3", "PAR2", "PAR4", "MIL3"):
        play_card(scene.s, BLACK, CARD_IDS.index(card))
    assert [scene.s.portraits[BLACK, person] for person in range(3)] == [4, 4, 3]
    assert scene.scores()[BLACK] == 18


@cites("PAT-72")
@pytest.mark.parametrize(("card", "heads"), [("SIE3", 2), ("SIE4", 1), ("SIE1", 0)])
def test_a_card_with_two_portraits_counts_as_two(card, heads):
    scene = Scene(3, hands={BLACK: card}).turn(card, *([1, 1] if card == "SIE1" else [1]))
    assert sum(scene.s.portraits[BLACK, person] for person in range(3)) == heads


@cites("PAT-73")
def test_different_persons_do_not_combine():
    scene = Scene(3)
    for person in range(3):
        scene.s.portraits[BLACK, person] = 2
    assert scene.scores()[BLACK] == 0


@cites("PAT-74")
def test_the_score_is_tokens_and_sets():
    assert final(prestige=[30, 20, 10], towers=[5, 5, 5], sets=[1, 0, 3]).scores() == [36, 20, 28]


@cites("PAT-74")
def test_while_the_game_runs_others_see_only_the_tokens():
    scene = Scene(3)
    scene.s.prestige[BLACK], scene.s.portraits[BLACK, 0] = 9, 3
    assert REFEREE.score(GAME.state.view(scene.state, BLACK))[BLACK] == 15
    assert REFEREE.score(GAME.state.view(scene.state, WHITE))[BLACK] == 9


@cites("PAT-75")
def test_the_highest_score_wins():
    scene = final(prestige=[30, 41, 20], towers=[6, 6, 6], sets=[1, 0, 2])
    assert scene.places() == [2, 1, 3]
    assert GAME.words.ending(scene.view(-1)) == "White wins with 41 points"


@cites("PAT-75")
def test_places_are_given_at_the_end_only():
    assert Scene(3).places() == [0, 0, 0]


@cites("PAT-76")
def test_example_16_a_final_tie():
    scene = final(prestige=[42, 20, 30], towers=[6, 7, 5], sets=[1, 0, 3])
    assert (scene.scores()[BLACK], scene.scores()[RED]) == (48, 48)
    assert scene.places() == [1, 3, 2]
    shared = final(prestige=[42, 20, 30], towers=[6, 6, 6], sets=[1, 0, 3])
    assert shared.places() == [1, 3, 1]


@cites("PAT-76")
def test_the_same_order_gives_all_places():
    scene = final(4, prestige=[20, 20, 20, 30], towers=[3, 4, 3, 8], sets=[0, 0, 0, 0])
    assert scene.places() == [3, 2, 3, 1]


@cites("PAT-76")
def test_ties_are_told_in_the_ending():
    tie = final(prestige=[42, 20, 30], towers=[6, 7, 5], sets=[1, 0, 3])
    tie.s.open_portraits[BLACK, 0], tie.s.open_portraits[RED, 0] = 3, 9
    assert GAME.words.ending(tie.view(-1)) == "Black wins a tie at 48 points with the most towers, 6"
    tie.s.towers[RED] = 6
    assert GAME.words.ending(tie.view(-1)) == "Black and Red share the victory with 48 points and 6 towers each"


@cites("PAT-67", "PAT-71")
def test_piles_are_shown_and_sets_told_when_all_is_played():
    scene = Scene(3, {"siena": ("B", "W")}, hands={BLACK: "SIE4"}).without_deck()
    scene.s.turns = 47
    scene.turn("SIE4", 1).house("show_piles")
    assert scene.lines[SPECTATOR][-1].startswith("All cards are played. Portraits: Black has")
    assert scene.s.open_pile[CARD_IDS.index("SIE4")] == BLACK
