"""The card of Rollecate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabbytop.engine.game import Game, SeatLook, Setup, Skill
from tabbytop.games.rollecate import bot, drawing, features, reasons, rules, scoring, simple, words
from tabbytop.games.rollecate.board import BOX
from tabbytop.games.rollecate.facts import DEALING, REMOVED, next_dealt
from tabbytop.games.rollecate.moves import DRAW, DRAWN_UNSEEN, MOVES, REMOVE, REMOVED_UNSEEN, THROW
from tabbytop.games.rollecate.options import OPTIONS
from tabbytop.games.rollecate.page import PHASES
from tabbytop.games.rollecate.state import Rollecate


def automata(players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """One human may play against Betsy (ROL-01)."""
    return ("Betsy",) if options.get("mode") == "betsy" else ()


def seen(state: Any, seat: int, move: int, viewer: int) -> int:
    """Cards go into a hand seen by its owner, and out of the game seen by nobody: told once, with the last of them."""
    if DRAW <= move < REMOVE:
        drawer = next_dealt(state) if state.phase == DEALING else state.turn
        return move if viewer == drawer else DRAWN_UNSEEN
    if REMOVE <= move < THROW:
        return REMOVED_UNSEEN if state.removed_size + 1 == REMOVED[state.players] else -1
    return move


GAME = Game(
    id="rollecate",
    name=BOX.game.name,
    version="1",
    players=(1, *range(BOX.game.players_min, BOX.game.players_max + 1)),
    default_players=2,
    options=OPTIONS,
    state=Rollecate,
    moves=MOVES,
    rules=rules,
    words=words,
    parts=scoring.parts,
    bot=bot,
    features=features,
    reasons=reasons.REASONS,
    ideas=simple.IDEAS,
    longest=2_000,
    clause_prefixes={"ROL": 0},
    folder=Path(__file__).parent,
    automata=automata,
    seen=seen,
    reveals=frozenset({"show_hands"}),
    fewest_points_win=True,
    curiosity=0.15,
    skills={
        "kitten": Skill(simulations=12, slips=0.58),
        "house-cat": Skill(simulations=12, slips=0.32),
        "alley-cat": Skill(simulations=200, slips=0.3),
        "top-cat": Skill(simulations=8_000, slips=0.0),
    },
    ladder={2: (74.0, 81.0, 76.7), 3: (77.5, 68.3, 64.3), 4: (63.4, 72.4, 60.2)},
    sentence="Lay track one card ahead of an old steam engine, and keep her on the rails.",
    minutes=20,
    alone="You play for the fewest points, the hard way, or against Betsy, who plays by the book.",
    looks=tuple(map(SeatLook, words.NAMES, ("#c8412f", "#2463ae", "#17805c", "#7a4b9b"))),
    phases=PHASES,
    deals=(Setup(1),),
    drawing=drawing.drawing,
)
