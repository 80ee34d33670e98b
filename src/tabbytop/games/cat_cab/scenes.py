"""Positions for the pictures in the guide, and what positions are built with, for lessons too.

They are drawn by the same board that people play on.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import LUCK
from tabbytop.engine.state import States
from tabbytop.games.cat_cab import facts
from tabbytop.games.cat_cab.board import LEFT, NOWHERE, square_at
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.turn import enter, start_turn

RED, BLUE, GREEN = range(3)


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {
        "start": _start(),
        "column": _column(),
        "driving": _driving(),
        "back": _back(),
        "boost": _boost(),
        "quiet": _quiet(),
        "fight": _fight(),
        "sabotage": _sabotage(),
        "exit": _exit(),
        "rush": _rush(),
        "crazy": _crazy(),
        "other-side": _other_side(),
    }


def table(players: int, passenger: tuple[int, int], *places: tuple[int, int], **options: str) -> tuple[States, Any]:
    """Cabs on their squares in the middle of a game, Red on turn; cabs without a square wait at the start."""
    state = Interpreted(GAME).setup(GAME.encode(players, options))
    s = GAME.state.plain(state)
    for seat in range(s.seats):
        s.order[seat], s.order_roll[seat], s.turns[seat] = seat, 6 - seat, 3
    for seat, place in enumerate(places):
        s.place[seat] = square_at(*place)
    s.passenger = square_at(*passenger)
    start_turn(s)
    return state, s


def kept(s: Any, *faces: int) -> None:
    """Red has stopped rolling with these white dice."""
    for die, face in enumerate(faces):
        s.face[die] = face
    s.pool, s.rolling = (1 << len(faces)) - 1, 0


def picked_up(s: Any, *held: int) -> None:
    """Passengers in the cabs, by seat."""
    for seat, number in enumerate(held):
        s.held[seat] = number
    s.picked_up = sum(held)


def _start() -> States:
    return table(3, (4, 6))[0]


def _column() -> States:
    state, s = table(3, (1, 1))
    s.passenger, s.column, s.after_passenger = NOWHERE, 4, facts.ROLL_TURN
    enter(s, facts.PASSENGER_ROW, LUCK)
    return state


def _driving() -> States:
    state, s = table(2, (3, 7), (2, 5), (6, 3))
    kept(s, 6, 4, 2, 2, 3)
    s.twos, s.ones = 1, 1
    enter(s, facts.DRIVING, RED)
    return state


def _back() -> States:
    state, s = table(2, (5, 7), (3, 3), (6, 5))
    kept(s, 4, 3, 2, 2, 1)
    s.curses[RED] = 3
    s.back_seat, s.back_spaces = RED, 2
    enter(s, facts.SURPLUS_BACK, RED)
    return state


def _boost() -> States:
    state, s = table(2, (1, 6), (5, 6), (3, 2))
    kept(s, 4, 4, 2, 2, 3)
    s.moved, s.landed, s.boost = 1, 1, 4
    enter(s, facts.BOOSTING, RED)
    return state


def _quiet() -> States:
    return table(2, (3, 5), (3, 3), (5, 7))[0]


def _fight() -> States:
    state, s = table(2, (4, 3), (4, 3), (4, 3))
    kept(s, 6, 4, 2, 2, 3)
    s.moved, s.landed, s.fighters = 1, 1, 1 << RED | 1 << BLUE
    s.duellist, s.fight_die = RED, 3
    enter(s, facts.FIGHT_DICE, LUCK)
    return state


def _sabotage() -> States:
    state, s = table(2, (2, 4), (3, 6), (6, 8))
    picked_up(s, 0, 1)
    kept(s, 2, 2, 4, 5, 3)
    s.moved, s.landed, s.to_place = 1, 1, 2
    enter(s, facts.SABOTAGING, RED)
    return state


def _exit() -> States:
    state, s = table(2, (2, 5), (6, 7), (3, 4))
    picked_up(s, 1, 1)
    kept(s, 6, 2, 2, 3, 3)
    s.twos = 1
    enter(s, facts.DRIVING, RED)
    return state


def _rush() -> States:
    state, s = table(3, (2, 6), (3, 4), (6, 8), (2, 3))
    picked_up(s, 1, 2, 0)
    s.place[BLUE], s.departure[BLUE] = LEFT, 1
    s.rush[RED] = s.rush[GREEN] = facts.RUSH_TURNS
    return state


def _crazy() -> States:
    return table(1, (2, 6), (1, 3), (5, 3))[0]


def _other_side() -> States:
    return table(2, (3, 3), side="back", entry_gate="B")[0]
