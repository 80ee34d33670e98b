"""Tables of games from outside, whose rules may fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabbytop.client import Refused
from tabbytop.kit.marks import fault
from tests.packages import install, outside_game
from tests.server.lines import wanted
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio


@fault("F68")
async def test_a_rule_that_fails_costs_one_command_and_no_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = outside_game(tmp_path)
    turn = package / "src/can_race/turn.py"
    too_much = turn.read_text().replace("s.points[s.turn] += s.pot", "s.points[s.turn] += 1000 * s.pot")
    assert too_much != turn.read_text()
    turn.write_text(too_much)
    monkeypatch.setenv("PYTHONPATH", install(package, tmp_path / "site")["PYTHONPATH"])
    with running(tmp_path / "data") as server:
        refusal = await first_refusal(server, "can-race", most=200)
        assert refusal is not None
        assert refusal.error.code == "fault"
        assert "nothing was changed" in refusal.error.sentence
        assert await first_refusal(server, "rollecate", most=5) is None
        assert any("can_race" in problem for problem in server.problems())


async def first_refusal(server: Server, game: str, most: int) -> Refused | None:
    """Two people at one device always play their last choice; what is refused to them first, if anything is."""
    server_client = server.client()
    await server_client.become_guest("Rosie")
    opened = await server_client.open_table(game, wanted("me", "me"))
    async with server_client.table(opened.id) as table:
        for _ in range(most):
            await table.until(lambda: bool(table.now.choices))
            ply = table.now.ply
            try:
                await table.play(table.now.choices[-1].move)
            except Refused as refused:
                return refused
            await table.until(lambda ply=ply: table.now.ply > ply)  # type: ignore[misc]
    return None
