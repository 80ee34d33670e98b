"""The card of connect four."""

from __future__ import annotations

from pathlib import Path

from tabbytop.benchmarks.connect_four import rules, words
from tabbytop.benchmarks.connect_four.moves import COLUMNS, MOVES, ROWS
from tabbytop.benchmarks.connect_four.state import ConnectFour
from tabbytop.engine.game import Game
from tabbytop.engine.options import Options

GAME = Game(
    id="connect-four",
    name="Connect four",
    version="1",
    players=(2,),
    default_players=2,
    options=Options(),
    state=ConnectFour,
    moves=MOVES,
    rules=rules,
    words=words,
    longest=COLUMNS * ROWS,
    clause_prefixes={"FOR": 0},
    folder=Path(__file__).parent,
)
