"""A small part of the long run: one fault of each kind, and a few tables."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from tabbytop.kit.marks import fault
from tests.cluster.measuring import Takeovers
from tests.cluster.night import FAULTS, Cluster, Night, plan
from tests.server.databases import Postgres
from tests.server.redis_servers import running_redis

pytestmark = pytest.mark.anyio


def test_the_same_seed_gives_the_same_plan_with_every_kind_of_fault():
    assert plan(7, 50) == plan(7, 50) != plan(8, 50)
    assert len(plan(7, 50)) == 50
    assert set(plan(7, len(FAULTS))) == set(FAULTS)


def test_take_overs_that_take_too_long_are_told():
    cluster: Any = None
    assert Takeovers(cluster, killed=[4.9], stopped=[0.9]).late == []
    killed, stopped = Takeovers(cluster, killed=[3.0, 5.1], stopped=[1.2]).late
    assert "was killed" in killed
    assert "waited for 1.20 s instead of 1" in stopped


@fault("F60", "F61", "F62")
async def test_a_night_with_every_kind_of_fault_loses_and_doubles_nothing():
    # Not in a folder of pytest's: Postgres runs as another user, whom another run of pytest would lock out.
    with tempfile.TemporaryDirectory(prefix="tabbytop-night-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        postgres = Postgres(folder / "postgres")
        try:
            with running_redis() as redis:
                cluster = Cluster(folder, postgres, redis, tick=0.5, unload_after=2.0)
                night = Night(cluster, seed=3, tables=5, at_once=4)
                try:
                    await night.spend(plan(3, len(FAULTS)), lambda: None)
                finally:
                    cluster.close()
        finally:
            postgres.close()
        assert [verdict.problem for verdict in night.verdicts if verdict.problem] == []
        assert len(night.verdicts) == 5
        assert night.finished > 0
        assert cluster.problems() == []
