"""The card of Kitty Paw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabbytop.engine.clock import Clock, Lap
from tabbytop.engine.game import Game, SeatLook, Setup
from tabbytop.games.kitty_paw import bot, drawing, facts, rules, scoring, timing, words
from tabbytop.games.kitty_paw.components import BOX
from tabbytop.games.kitty_paw.moves import FIND, LET_PASS, MOVES, PASSES, TUMBLE
from tabbytop.games.kitty_paw.options import OPTIONS
from tabbytop.games.kitty_paw.page import PHASES
from tabbytop.games.kitty_paw.state import KittyPaw


def seen(state: Any, seat: int, move: int, viewer: int) -> int:
    """What is under a box only the looker sees (KIT-70)."""
    return -1 if FIND <= move < TUMBLE and state.finding != viewer else move


def now(view: Any) -> int:
    """The time at the table."""
    return int(view.now)


def lap(view: Any, seat: int) -> Lap | None:
    """A seat races while the patterns are built, until it has called in a calm round."""
    if view.phase != facts.BUILDING or not view.active >> seat & 1 or view.done >> seat & 1:
        return None
    card = int(view.card[seat])
    return Lap(int(view.round), f"card {words.card_name(card)}" if card >= 0 else "")


GAME = Game(
    id="kitty-paw",
    name=BOX.game.name,
    version="3",
    players=(1, *range(BOX.game.players_min, BOX.game.players_max + 1)),
    default_players=3,
    options=OPTIONS,
    state=KittyPaw,
    moves=MOVES,
    rules=rules,
    words=words,
    parts=scoring.parts,
    longest=200_000,
    clause_prefixes={"KIT": 0},
    folder=Path(__file__).parent,
    seen=seen,
    clock=Clock(
        {LET_PASS + index: ms for index, ms in enumerate(PASSES)}, now, facts.time_left, timing, lap, words.DOING
    ),
    hand=bot.intend,
    keeps_pace=True,
    ladder={2: (79.0, 79.5, 80.5), 3: (80.4, 78.4, 79.9), 4: (81.0, 80.8, 82.0)},
    sentence="Everyone at once: sort a heap of cats into the picture before anyone calls Meow.",
    minutes=15,
    alone="You practise: ten rounds against the clock, with nobody to wait for.",
    looks=tuple(map(SeatLook, words.SEAT_NAMES, ("#c8412f", "#2463ae", "#17805c", "#b07a12"))),
    phases=PHASES,
    deals=(Setup(1),),
    drawing=drawing.drawing,
)
