"""Automated hands of every level in every racing game: what they mean to do can be done, and they get somewhere."""

from __future__ import annotations

import pytest

from tabbytop.arena.race import act_first
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment
from tabbytop.bots.live import Intention, LevelHand
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.kit.cases import ALL, Case, compiled

RACES = [case for case in ALL if case.game.hand is not None]
LONG_ENOUGH = 300
"""Moves, those of the clock included, after which hands have done all kinds of things."""


@pytest.mark.parametrize("case", RACES, ids=str)
def test_every_level_acts_in_every_race_with_every_option(case: Case):
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(8, 0), referee=compiled(case.game))
    hands = [LevelHand(case.game, levels.QUICK[-1 - seat], seat) for seat in range(case.players)]
    acted = set()

    def asked(seat: int, moment: Moment) -> Intention | None:
        intention = hands[seat].intend(moment)
        if intention is not None:
            assert intention.move in moment.legal
            acted.add(seat)
        return intention

    seats = {seat: lambda moment, seat=seat: asked(seat, moment) for seat in range(case.players)}
    while match.ply < LONG_ENOUGH and not match.over:
        if not match.step():
            act_first(match, seats)
    assert acted == set(range(case.players))
