"""The moves of High cat."""

from tabbytop.engine.moves import Moves

CARDS = 8
MOVES = Moves(
    bury={"cat": range(1, CARDS + 1)},
    deal={"cat": range(1, CARDS + 1)},
    play={"cat": range(1, CARDS + 1)},
    show={},
    buried_unseen={},
    dealt_unseen={},
)
BURY, DEAL, PLAY, SHOW = (MOVES.families[name].first for name in ("bury", "deal", "play", "show"))
