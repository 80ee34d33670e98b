"""The card of High cat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.game import Game, SeatLook
from tabbytop.engine.options import Flag, Options
from tabbytop.kit.high_cat import rules, words
from tabbytop.kit.high_cat.moves import BURY, DEAL, MOVES, PLAY
from tabbytop.kit.high_cat.state import HighCat


def seen(state: Any, seat: int, move: int, viewer: int) -> int:
    """Burials are seen by nobody, deals by the one who gets the card."""
    if BURY <= move < DEAL:
        return MOVES.buried_unseen()
    if DEAL <= move < PLAY and rules.next_in_need(state) != viewer:
        return MOVES.dealt_unseen()
    return move


GAME = Game(
    id="high-cat",
    name="High cat",
    version="1",
    players=(2, 3),
    default_players=2,
    options=Options(Flag("low", "The lowest cat wins.")),
    state=HighCat,
    moves=MOVES,
    rules=rules,
    words=words,
    longest=20,
    clause_prefixes={"HIC": 0},
    folder=Path(__file__).parent,
    seen=seen,
    reveals=frozenset({"show"}),
    sentence="Play your highest cat, or the lowest.",
    minutes=5,
    looks=tuple(SeatLook(f"Cat {seat}", colour) for seat, colour in enumerate(("#7a4b9b", "#a8741a", "#17805c"))),
)
