"""Kitty Paw: what always holds. Each invariant notices its breach; all that is not named still adds up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabbytop.games.kitty_paw.cards import HIDE
from tabbytop.games.kitty_paw.facts import BUILDING, DEALING, FINISHED, IN_PILE, IN_ROW, OUT_OF_GAME, REMOVED, SCORED
from tabbytop.games.kitty_paw.mat import CELLS, IN_HAND, PLACES
from tests.games.kitty_paw.scene import REFEREE, Scene


def tile_from_nowhere(s: Any) -> None:
    s.centre[0, 0] += 1


def tile_less_than_none(s: Any) -> None:
    s.centre[0, 0], s.centre[0, 1] = -1, s.centre[0, 0] + s.centre[0, 1] + 1


def asleep_less_than_none(s: Any) -> None:
    s.centre[0, 1], s.centre[0, 0] = -1, s.centre[0, 0] + s.centre[0, 1] + 1


def tile_on_a_mat_and_in_the_centre(s: Any) -> None:
    s.centre[1, 0] += 1


def animal_nobody_has_looked_for(s: Any) -> None:
    s.ring[0] = 3


def look_without_an_animal(s: Any) -> None:
    s.looked = 1


def animal_under_two_boxes(s: Any) -> None:
    s.looked = 0b11
    s.ring[0] = s.ring[1] = 3


def shown_animal_that_is_another(s: Any) -> None:
    s.looked = 1
    s.ring[0], s.shown[0] = 3, 4


def known_without_a_look(s: Any) -> None:
    s.looked = 1
    s.ring[0] = s.known[1, 0] = 3


def looked_and_not_known(s: Any) -> None:
    s.looked = s.peeked[1] = 1
    s.ring[0] = 3


def two_under_one_box(s: Any) -> None:
    s.peeking[1] = s.peeking[2] = 0


def hide_card_without_an_animal(s: Any) -> None:
    s.place[0, HIDE] = IN_HAND


def animal_without_its_card(s: Any) -> None:
    s.hide[0] = 3


def box_nowhere(s: Any) -> None:
    s.box[0] = -1


def box_beyond_the_mat(s: Any) -> None:
    s.box[0] = CELLS


def two_things_in_a_hand(s: Any) -> None:
    for breed in (0, 1):
        s.centre[breed, 0] -= 1
        s.place[1, breed] = IN_HAND


def thing_in_a_hand_that_looks(s: Any) -> None:
    s.centre[0, 0] -= 1
    s.place[0, 0] = IN_HAND
    s.peeking[0] = 0


def thing_in_a_hand_without_a_card(s: Any) -> None:
    s.centre[0, 0] -= 1
    s.place[2, 0] = IN_HAND


def tile_beyond_the_mat(s: Any) -> None:
    s.centre[0, 0] -= 1
    s.place[0, 0] = PLACES


def tile_below_the_mat(s: Any) -> None:
    s.centre[0, 0] -= 1
    s.place[0, 0] = IN_HAND - 1


def turned_too_far(s: Any) -> None:
    s.rot[0, 0] = 6


def turned_less_than_not_at_all(s: Any) -> None:
    s.rot[0, 0] = -1


def card_out_of_the_game(s: Any) -> None:
    s.where[pile(s)] = OUT_OF_GAME


def card_of_the_pile_in_the_row(s: Any) -> None:
    card = next(card for card in s.row if card >= 0)
    s.where[card], s.where[pile(s)] = IN_PILE, REMOVED


def card_in_a_hand_and_in_the_row(s: Any) -> None:
    s.where[s.card[0]] = IN_ROW


def card_gone_from_the_pile(s: Any) -> None:
    s.where[pile(s)] = REMOVED


def score_without_a_card(s: Any) -> None:
    s.scored[0] = 1


def card_scored_by_nobody(s: Any) -> None:
    s.where[s.card[1]] = SCORED + 1


def piece_while_cards_are_dealt(s: Any) -> None:
    s.centre[0, 0] -= 1
    s.place[0, 0] = IN_HAND
    s.phase = DEALING


def time_before_all_time(s: Any) -> None:
    s.now = -1


def no_such_phase(s: Any) -> None:
    s.phase = -1


def pile(s: Any) -> int:
    """A card of the pile."""
    return next(card for card in range(48) if s.where[card] == IN_PILE)


@pytest.mark.parametrize(
    ("number", "breach"),
    [
        (1, tile_from_nowhere),
        (1, tile_less_than_none),
        (1, asleep_less_than_none),
        (1, tile_on_a_mat_and_in_the_centre),
        (2, animal_nobody_has_looked_for),
        (2, look_without_an_animal),
        (2, animal_under_two_boxes),
        (2, shown_animal_that_is_another),
        (2, known_without_a_look),
        (2, looked_and_not_known),
        (2, two_under_one_box),
        (2, hide_card_without_an_animal),
        (2, animal_without_its_card),
        (3, box_nowhere),
        (3, box_beyond_the_mat),
        (4, two_things_in_a_hand),
        (4, thing_in_a_hand_that_looks),
        (4, thing_in_a_hand_without_a_card),
        (5, tile_beyond_the_mat),
        (5, tile_below_the_mat),
        (5, turned_too_far),
        (5, turned_less_than_not_at_all),
        (6, card_out_of_the_game),
        (6, card_of_the_pile_in_the_row),
        (6, card_in_a_hand_and_in_the_row),
        (6, card_gone_from_the_pile),
        (9, score_without_a_card),
        (9, card_scored_by_nobody),
        (11, piece_while_cards_are_dealt),
        (11, time_before_all_time),
        (11, no_such_phase),
    ],
)
def test_every_invariant_notices_its_breach(number: int, breach: Callable[[Any], None]):
    scene = Scene(3).open().take(0, "I-05").take(1, "I-09")
    assert scene.s.phase == BUILDING
    assert REFEREE.broken(scene.state) == 0
    breach(scene.s)
    assert REFEREE.broken(scene.state) == number


def test_the_level_of_a_round_is_that_of_its_cards():
    scene = Scene(3, level=2).open().take(0, "IIb-01")
    for other in (6, 9):
        scene.s.round = other
        for card in range(48):  # as many in the pile as that round has
            if scene.s.where[card] in (IN_PILE, REMOVED):
                scene.s.where[card] = REMOVED
        for card in [card for card in range(48) if scene.s.where[card] == REMOVED][: 40 - 4 * other]:
            scene.s.where[card] = IN_PILE
        assert REFEREE.broken(scene.state) == 7


def test_nobody_has_six_cards_before_extra_rounds():
    scene = Scene(3, played=6).open()
    removed = [card for card in range(48) if scene.s.where[card] == REMOVED]
    for number, card in enumerate(removed[:6], start=1):
        scene.s.where[card] = SCORED
        scene.s.scored[0] = number
        assert REFEREE.broken(scene.state) == (9 if number > 5 else 0)


def test_a_finished_table_is_cleared():
    scene = Scene(3).open()
    scene.s.phase = FINISHED
    assert REFEREE.broken(scene.state) == 1
