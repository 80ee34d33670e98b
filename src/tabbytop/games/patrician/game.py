"""The card of Patrician."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.game import Game, SeatLook, Setup, Skill
from tabbytop.games.patrician import bot, drawing, features, reasons, rules, scoring, simple, words
from tabbytop.games.patrician.board import BOX
from tabbytop.games.patrician.moves import DEAL, DEALT_UNSEEN, LAY, MOVES, PLAY_CARD, TAKE_CARD
from tabbytop.games.patrician.options import OPTIONS
from tabbytop.games.patrician.page import PHASES
from tabbytop.games.patrician.refusals import MES
from tabbytop.games.patrician.state import Patrician
from tabbytop.games.patrician.turn import next_in_need


def seen(state: Any, seat: int, move: int, viewer: int) -> int:
    """Starting cards are seen by those who get them, and a plan by nobody else until a card is taken (PAT-28)."""
    if DEAL <= move < LAY:
        return move if viewer == next_in_need(state) else DEALT_UNSEEN
    if PLAY_CARD <= move < TAKE_CARD:
        return move if viewer == seat else -1
    return move


GAME = Game(
    id="patrician",
    name=BOX.game.name,
    version="1",
    players=tuple(range(BOX.game.players_min, BOX.game.players_max + 1)),
    default_players=3,
    options=OPTIONS,
    state=Patrician,
    moves=MOVES,
    rules=rules,
    words=words,
    parts=scoring.parts,
    bot=bot,
    features=features,
    reasons=reasons.REASONS,
    ideas=simple.IDEAS,
    longest=500,
    skills={
        "kitten": Skill(simulations=12, slips=0.65),
        "house-cat": Skill(simulations=30, slips=0.05),
        "top-cat": Skill(simulations=6_000, slips=0.0, doubt=0.2),
        "lion": Skill(simulations=240_000, slips=0.0, doubt=0.2),
    },
    clause_prefixes={"PAT": 0, "MES": MES},
    folder=Path(__file__).parent,
    seen=seen,
    reveals=frozenset({"take", "take_none", "show_piles"}),
    final=frozenset({"take", "take_none", "move_after", "no_move_after", "messenger", "no_messenger"}),
    ladder={2: (91.7, 80.8, 78.6), 3: (87.8, 69.4, 73.9), 5: (79.9, 63.8, 65.7)},
    sentence="Raise towers in Tuscan cities floor by floor and hold the tallest when they fill.",
    minutes=40,
    looks=tuple(SeatLook(colour.id.capitalize(), colour.hex) for colour in BOX.colour),
    phases=PHASES,
    deals=(Setup(3),),
    drawing=drawing.drawing,
)
