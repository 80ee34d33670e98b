"""A small part of the long runs: five kills among all kinds of trouble, and a short soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabbytop.kit.marks import fault
from tests.chaos.evening import PLANTED, Evening, plan
from tests.chaos.parties import KINDS
from tests.chaos.soak import SETTINGS, Soak
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.servers import running

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_parties_of_all_games_come_together():
    assert {kind.game for kind in KINDS.values()} == {"cat-cab", "hot-tin-roof", "kitty-paw", "patrician", "rollecate"}
    assert any(kind.is_race for kind in KINDS.values())


@fault("F1", "F2", "F48")
async def test_an_evening_with_five_kills_loses_and_doubles_nothing(tmp_path: Path):
    planted = [faults.named(each) for each in PLANTED]
    with running(tmp_path, *planted, tick=0.5, unload_after=2.0) as server:
        server.kill()
        night = Evening(server, seed=3)
        await night.spend(plan(3, 5), PATIENCE, lambda: None)
        assert night.kills == 5
        assert [verdict.problem for verdict in night.verdicts if verdict.problem] == []
        assert night.finished > 0
        assert server.problems() == []


@fault("F48")
async def test_a_short_soak_leaves_nothing_behind(tmp_path: Path):
    with running(tmp_path, faults.named(faults.count_tasks), faults.named(faults.stay_cold), **SETTINGS) as server:
        server.kill()
        night = Soak(server, seed=5)
        await night.run(rounds=3, seconds=2.0, advance=lambda: None)
        assert [verdict.problem for verdict in night.verdicts if verdict.problem] == []
        assert night.problems() == []
        assert server.problems() == []
