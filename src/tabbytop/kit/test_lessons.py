"""The kit: what the lessons of any game must hold. A game may have none."""

from __future__ import annotations

import pytest

from tabbytop import games
from tabbytop.engine.game import Game
from tabbytop.kit import chosen, lessons


@pytest.mark.parametrize("game", chosen.cards(), ids=lambda game: game.id)
def test_lessons_can_be_played_to_their_ends_and_say_what_is_so(game: Game):
    found = lessons.faults(game, games.lessons(game.id))
    assert not found, "\n".join(found)
