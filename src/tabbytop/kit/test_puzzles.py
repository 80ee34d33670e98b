"""The kit: the puzzles that come with a game can be reached, are legal, and have one best move as they say."""

from __future__ import annotations

import pytest

from tabbytop.engine.game import Game
from tabbytop.kit import chosen
from tabbytop.kit.cases import compiled
from tabbytop.review.mining import faults_of
from tabbytop.review.puzzles import MARGIN, shipped

SEARCHED = 1
"""Puzzles of a game that are searched again here; `tabbytop puzzles check GAME` searches all of them."""


@pytest.mark.parametrize("game", chosen.cards(), ids=lambda game: game.id)
def test_puzzles_hold(game: Game):
    there = shipped(game)
    found = [fault for puzzle in there.puzzles for fault in faults_of(there, puzzle, compiled(game), deep=False)]
    for puzzle in there.puzzles[:SEARCHED]:
        found += faults_of(there, puzzle, compiled(game), deep=True)
    found += [f"Puzzle {puzzle.id} is too close." for puzzle in there.puzzles if puzzle.margin < MARGIN]
    assert not found, "\n".join(found)
    assert len({puzzle.id for puzzle in there.puzzles}) == len(there.puzzles)
