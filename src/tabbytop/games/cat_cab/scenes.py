"""Positions for the pictures in the guide. They are drawn by the same board that people play on."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.state import States
from tabbytop.games.cat_cab import facts
from tabbytop.games.cat_cab.board import LEFT, square_at
from tabbytop.games.cat_cab.game import GAME
from tabbytop.games.cat_cab.turn import start_turn


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {"start": _start(), "rolling": _rolling(), "driving": _driving(), "fight": _fight(), "rush": _rush()}


def _table(players: int, passenger: tuple[int, int], *places: tuple[int, int]) -> tuple[States, Any]:
    """Cabs on their squares in the middle of a game, the first seat on turn."""
    state = Interpreted(GAME).setup(GAME.encode(players, {}))
    s = GAME.state.plain(state)
    for seat in range(s.seats):
        s.order[seat], s.order_roll[seat], s.turns[seat] = seat, 6 - seat, 3
    for seat, place in enumerate(places):
        s.place[seat] = square_at(*place)
    s.passenger = square_at(*passenger)
    start_turn(s)
    return state, s


def _thrown(s: Any, *faces: int) -> None:
    """The white dice lie on the table."""
    for die, face in enumerate(faces):
        s.face[die] = face
    s.pool, s.rolling = (1 << len(faces)) - 1, 0


def _start() -> States:
    return _table(3, (4, 6))[0]


def _rolling() -> States:
    state, s = _table(2, (5, 7), (3, 6), (6, 5))
    s.curses[0] = 1
    s.phase, s.acting = facts.REROLLING, 0
    _thrown(s, 6, 3, 1, 2, 4)
    s.marked = 1 << 2 | 1 << 3
    return state


def _driving() -> States:
    state, s = _table(2, (3, 5), (2, 3), (6, 5))
    _thrown(s, 6, 4, 2, 2, 1)
    s.phase, s.acting = facts.DRIVING, 0
    s.twos, s.ones = 1, 1
    return state


def _fight() -> States:
    return _table(2, (4, 4), (4, 4), (4, 4))[0]


def _rush() -> States:
    state, s = _table(3, (2, 6), (3, 4), (6, 8), (2, 3))
    s.place[1], s.departure[1], s.held[1], s.picked_up = LEFT, 1, 2, 3
    s.held[0] = 1
    s.rush[0] = s.rush[2] = 5
    return state
