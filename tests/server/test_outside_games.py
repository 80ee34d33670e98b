"""Tables of games from outside, whose rules may fail."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from tabbytop.client import Refused
from tabbytop.kit.marks import fault
from tabbytop.server.protocol import messages
from tests.packages import install, outside_game
from tests.server.drivers import ME, Driver, bare_socket, bot, seated
from tests.server.faults import named, stay_cold
from tests.server.lines import wanted
from tests.server.plants import patient_pool
from tests.server.servers import Server, running

pytestmark = pytest.mark.anyio


@fault("F68")
async def test_a_rule_that_fails_costs_one_command_and_no_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = outside_game(tmp_path)
    turn = package / "src/can_race/turn.py"
    too_much = turn.read_text().replace("s.points[s.turn] += s.pot", "s.points[s.turn] += 1000 * s.pot")
    assert too_much != turn.read_text()
    turn.write_text(too_much)
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site", package)["PYTHONPATH"])
    with running(tmp_path / "data") as server:
        refusal = await first_refusal(server, "can-race", most=200)
        assert refusal is not None
        assert refusal.error.code == "fault"
        assert "nothing was changed" in refusal.error.sentence
        assert await first_refusal(server, "rollecate", most=5) is None
        assert any("can_race" in problem for problem in server.problems())


@fault("F68")
async def test_rules_that_do_not_compile_leave_bots_that_guess_and_the_others_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    broken, sound = outside_game(tmp_path), outside_game(tmp_path, "cat-nap", "Cat Nap")
    turn = broken / "src/can_race/turn.py"
    turn.write_text(turn.read_text().replace("s.turns += 1", 's.turns += eval("1")'))  # which only Python can
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site", broken, sound)["PYTHONPATH"])
    with running(tmp_path / "data", named(stay_cold), named(patient_pool)) as server:
        async with contextlib.AsyncExitStack() as stack:
            (guesser,) = await stack.enter_async_context(seated(server, ME, bot(), game="can-race"))
            while not guesses(server, guesser):
                if not await guesser.play():  # one game of twenty is won before the bot has anything to choose
                    (guesser,) = await stack.enter_async_context(seated(server, ME, bot(), game="can-race"))
            async with bare_socket(guesser) as line:  # people who come later hear of it too
                await line.hear("warming", state="failed")
            while (await states(guesser))["cat-nap"] != "ready":  # it thinks where it has more than one move
                async with seated(server, ME, bot(), game="cat-nap") as (thinker,):
                    while (await states(thinker))["cat-nap"] != "ready" and await thinker.play():
                        pass
                    assert not guesses(server, thinker)
            assert (await states(guesser))["can-race"] == "failed"
        assert any("The rules of can-race could not be made ready for bots" in line for line in told_in_log(server))


def told_in_log(server: Server) -> list[str]:
    """What the server has told whoever runs it."""
    return [line for line in server.log.read_text().splitlines() if line.startswith("{")]


def guesses(server: Server, driver: Driver) -> list[str]:
    """What was told of bots that had to guess at somebody's table."""
    return [line for line in told_in_log(server) if "a bot failed" in line and driver.client.id in line]


async def states(driver: Driver) -> dict[str, str]:
    """How far the bots of each game are."""
    told = await driver.server_client.get("/api/games", messages.Catalogue)
    return {game.id: game.ready.state for game in told.games}


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
