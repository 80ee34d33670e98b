"""The kit: every step to a complete game was taken."""

from __future__ import annotations

import pytest

from tabbytop.kit import chosen
from tabbytop.kit.steps import STEPS, Step, uncited


@pytest.mark.parametrize("game", chosen.cards(), ids=lambda game: game.id)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_step_was_taken(step: Step, game):
    assert step.is_done(game), f"{game.name} has no {step.name} yet. {step.advice}" + (
        f" Missing: {', '.join(uncited(game))}." if "cite" in step.name else ""
    )
