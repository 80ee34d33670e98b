"""The card of Quick paw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.clock import Clock
from tabbytop.engine.game import Game, SeatLook
from tabbytop.engine.options import Options
from tabbytop.kit.quick_paw import rules, words
from tabbytop.kit.quick_paw.moves import LET_PASS, MOVES, PASSES, SHOW
from tabbytop.kit.quick_paw.state import QuickPaw


def seen(state: Any, seat: int, move: int, viewer: int) -> int:
    """Nobody sees where the mouse hides."""
    return MOVES.hidden() if move < SHOW else move


def now(view: Any) -> int:
    return int(view.now)


GAME = Game(
    id="quick-paw",
    name="Quick paw",
    version="1",
    players=(2, 3),
    default_players=2,
    options=Options(),
    state=QuickPaw,
    moves=MOVES,
    rules=rules,
    words=words,
    longest=2000,
    clause_prefixes={"QUI": 0},
    folder=Path(__file__).parent,
    seen=seen,
    reveals=frozenset({"show"}),
    clock=Clock({LET_PASS + index: ms for index, ms in enumerate(PASSES)}, now=now, left=rules.time_left),
    sentence="Slap the mouse as soon as it comes out.",
    minutes=5,
    looks=tuple(SeatLook(f"Paw {seat}", colour) for seat, colour in enumerate(("#7a4b9b", "#a8741a", "#17805c"))),
    phases={"hiding": rules.HIDING, "waiting": rules.WAITING, "seen": rules.SEEN, "ended": rules.ENDED},
)
