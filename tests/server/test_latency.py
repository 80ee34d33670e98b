"""The distance to the server does not decide races: see `tests.latency`, which runs many more of them."""

from __future__ import annotations

from tabbytop.kit.marks import cites, fault
from tests.latency import TRIPS, run, wins

RACES = 120
NEAR, MIDDLE, FAR = TRIPS


@fault("F33")
@cites("KIT-87")
def test_nobody_wins_by_being_nearer_though_by_arrival_they_would():
    raced = run(RACES)
    counted, arrived = wins([race.counted for race in raced]), wins([race.arrived for race in raced])
    assert len(raced) == RACES
    assert all(0.45 <= share <= 0.55 for share in counted.values()), counted
    assert arrived[NEAR, MIDDLE] > 0.55
    assert arrived[MIDDLE, FAR] > 0.7
    assert arrived[NEAR, FAR] > 0.85
