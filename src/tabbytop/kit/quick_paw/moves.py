"""The moves of Quick paw."""

from tabbytop.engine.moves import Moves

HOLES = 3
PASSES = (1, 10, 100)
MOVES = Moves(
    hide={"hole": range(HOLES)}, show={}, gone={}, let_pass={"ms": PASSES}, slap={"hole": range(HOLES)}, hidden={}
)
HIDE, SHOW, GONE, LET_PASS, SLAP = (MOVES.families[name].first for name in ("hide", "show", "gone", "let_pass", "slap"))
