"""The card of Cat Cab."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabbytop.engine.game import Game, SeatLook, Setup
from tabbytop.games.cat_cab import bot, drawing, features, reasons, rules, scoring, simple, words
from tabbytop.games.cat_cab.board import BOX
from tabbytop.games.cat_cab.moves import MOVES
from tabbytop.games.cat_cab.options import OPTIONS
from tabbytop.games.cat_cab.page import PHASES
from tabbytop.games.cat_cab.state import CatCab


def automata(players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """One human plays against Crazy cat (CAB-01)."""
    return ("Crazy cat",) if players == 1 else ()


GAME = Game(
    id="cat-cab",
    name=BOX.game.name,
    version="1",
    players=(1, *range(BOX.game.players_min, BOX.game.players_max + 1)),
    default_players=2,
    options=OPTIONS,
    state=CatCab,
    moves=MOVES,
    rules=rules,
    words=words,
    parts=scoring.parts,
    bot=bot,
    features=features,
    reasons=reasons.REASONS,
    ideas=simple.IDEAS,
    longest=100_000,
    clause_prefixes={"CAB": 0},
    folder=Path(__file__).parent,
    automata=automata,
    ladder={2: (76.8, 73.8, 69.0), 3: (76.0, 71.1, 73.5)},
    sentence="Race a taxi through Mew York: press your luck with the dice, pick up fares, be first out.",
    minutes=25,
    alone="You race Crazy cat, who plays by the book and needs no bot.",
    looks=(SeatLook("Red", "#c8412f"), SeatLook("Blue", "#2463ae"), SeatLook("Green", "#17805c")),
    phases=PHASES,
    deals=(Setup(3), Setup(1)),
    drawing=drawing.drawing,
)
