"""Every invariant notices what it is there for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabbytop.games.patrician.board import CARD_IDS, DEALT, HAND, PILE
from tests.games.patrician.scene import BLACK, REFEREE, WHITE, Scene

TOWERS = {"parma": ("BWB", "RR"), "siena": ("B", "W"), "roma": ("B", "WR")}


def change(field: str, index: Any, value: int) -> Callable[[Any], None]:
    def apply(s: Any) -> None:
        getattr(s, field)[index] = value

    return apply


def put(field: str, value: int) -> Callable[[Any], None]:
    return lambda s: setattr(s, field, value)


def twice(s: Any) -> None:
    s.hand[WHITE, 0] = s.hand[BLACK, 0]


def forget_known(s: Any) -> None:
    s.known[WHITE, s.hand[BLACK, 0]] = -1


def move_a_floor_away(s: Any) -> None:
    s.height[5, 0] -= 1
    s.floor[5, 0, 0] = -1


@pytest.mark.parametrize(
    ("number", "damage"),
    [
        (1, twice),
        (1, change("hand_size", BLACK, 2)),
        (1, change("pile_size", BLACK, 9)),
        (1, change("top", BLACK, -1)),
        (1, change("face_up", 9, CARD_IDS.index("PIS1"))),
        (1, put("deck_size", 3)),
        (2, put("turns", 1)),
        (3, move_a_floor_away),
        (4, change("floor", (0, 0, 7), BLACK)),
        (4, change("winner", (5, 0), BLACK)),
        (4, change("counted", 5, 0)),
        (5, change("floor", (5, 0, 0), WHITE)),
        (6, change("prestige", BLACK, 40)),
        (6, change("towers", WHITE, 2)),
        (9, change("portraits", (BLACK, 0), 9)),
        (10, put("phase", 9)),
        (12, change("known", (WHITE, CARD_IDS.index("SIE4")), PILE + 2)),
        (12, forget_known),
        (13, change("plan_card", WHITE, 0)),
        (13, change("plan_step", BLACK, 2)),
        (21, change("messengers_left", BLACK, 1)),
        (22, change("beside", 0, 1)),
        (24, change("bonus", BLACK, 2)),
        (26, put("penalised", 1)),
    ],
)
def test_damage_is_noticed(number, damage):
    scene = Scene(3, TOWERS, hands={BLACK: "SIE4"}, messengers=number > 20)
    assert REFEREE.broken(scene.state) == 0
    damage(scene.s)
    assert REFEREE.broken(scene.state) == number


def test_an_empty_place_is_noticed():
    scene = Scene(3, TOWERS)
    card = scene.s.face_up[0]
    scene.s.face_up[0] = -1
    scene.s.deck |= 1 << card
    scene.s.deck_size += 1
    for seat in range(3):
        scene.s.known[seat, card] = -1
    assert REFEREE.broken(scene.state) == 7


def test_more_messengers_than_stars_are_noticed():
    scene = Scene(3, messengers=True)
    scene.s.messenger[0], scene.s.beside[0], scene.s.beside[3] = 1, 1, 1
    scene.s.messengers_left[BLACK] = 1
    assert REFEREE.broken(scene.state) == 23


def test_a_secret_that_is_no_star_is_noticed():
    scene = Scene(3, hands={BLACK: "SIE5"})
    card = CARD_IDS.index("SIE5")
    assert scene.s.known[BLACK, card] == HAND + BLACK
    scene.s.known[BLACK, card] = DEALT
    assert REFEREE.broken(scene.state) == 12
