"""The card of Hot Tin Roof with Deluxe Catwalks."""

from __future__ import annotations

from pathlib import Path

from tabbytop.engine.game import Game, SeatLook, Setup, Skill
from tabbytop.games.hot_tin_roof import bot, drawing, features, reasons, rules, scoring, simple, words
from tabbytop.games.hot_tin_roof.components import BOX
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.games.hot_tin_roof.options import OPTIONS
from tabbytop.games.hot_tin_roof.page import PHASES
from tabbytop.games.hot_tin_roof.refusals import DLX
from tabbytop.games.hot_tin_roof.state import HotTinRoof

GAME = Game(
    id="hot-tin-roof",
    name=BOX.game.name,
    version="1",
    players=tuple(range(BOX.game.players_min, BOX.game.players_max + 1)),
    default_players=4,
    options=OPTIONS,
    state=HotTinRoof,
    moves=MOVES,
    rules=rules,
    words=words,
    parts=scoring.parts,
    bot=bot,
    features=features,
    reasons=reasons.REASONS,
    ideas=simple.IDEAS,
    longest=100_000,
    clause_prefixes={"HTR": 0, "DLX": DLX},
    folder=Path(__file__).parent,
    final=frozenset({"done", "bank", "join_cheapest"}),
    skills={
        "kitten": Skill(simulations=12, slips=0.0, forgets=0.57),
        "house-cat": Skill(simulations=40, slips=0.0, forgets=0.07),
        "alley-cat": Skill(simulations=400, slips=0.02),
        "top-cat": Skill(simulations=8_000, slips=0.0, doubt=0.2),
        "lion": Skill(simulations=240_000, slips=0.0, doubt=0.2),
    },
    ladder={3: (92.0, 78.7, 72.7), 4: (90.7, 64.7, 66.7)},
    sentence="Bridge the rooftops, charge rivals sardines to cross, and bring your cats together.",
    minutes=45,
    looks=tuple(SeatLook(colour.id.capitalize(), colour.hex) for colour in BOX.colour),
    phases=PHASES,
    deals=(Setup(3), Setup(3, {"deluxe_catwalks": True})),
    drawing=drawing.drawing,
)
