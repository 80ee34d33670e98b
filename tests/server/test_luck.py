"""F27, luck that can be checked: after the end the log tells what was drawn, also what had been drawn unseen, so that
the check in docs/protocol.md and the page's own hold for whole games of every kind; before the end it tells no more.
"""

from __future__ import annotations

import functools
import json
import random
import subprocess
from typing import Any

import pytest

from hatch_build import node_from_pypi, suitable_node
from tabbytop import games
from tabbytop.arena.race import play_race
from tabbytop.bots.live import LevelHand
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.server.http.game_logs import entries_of
from tabbytop.server.protocol.messages import Again
from tabbytop.server.tables.rematches import imported, play_on
from tabbytop.server.tables.seating import Person
from tests.patience import PATIENCE
from tests.server.lines import Http
from tests.server.servers import ROOT, Server
from tests.server.test_protocol_docs import snippets

WEB = ROOT / "web"
ANN = Person("ann", "Ann")
HIDDEN = {"patrician": {"deal"}, "rollecate": {"draw", "remove"}, "kitty-paw": {"find"}}
"""What luck draws out of sight of some viewers."""
OPTIONS = {"kitty-paw": {"deck": "mixed"}}
"""With these a game has boxes to look under from its first round on."""
PAGE = """
import { readFileSync } from "node:fs";
import { movesOf, verdict } from "./luck.mjs";
const { table, lines, record } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(verdict(table.commitment, table.luck, table.opening, lines, movesOf(record))));
"""


@functools.cache
def finished(game_id: str) -> Match:
    """A whole game, with luck that nobody chose."""
    game = games.load(game_id)
    match = Match(game, None, OPTIONS.get(game_id), luck=SealedLuck(random.Random(game_id).randbytes(32)))
    if game.clock is not None:
        play_race(match, [LevelHand(game, "house-cat", seed) for seed in range(match.players)])
    else:
        chance = random.Random(game_id)
        match.advance()
        while not match.over:
            match.play(match.actor, chance.choice(match.legal(match.actor)))
            match.advance()
    assert match.over
    return match


class FinishedGame:
    """A finished game as a server tells of it."""

    def __init__(self, server: Server, game_id: str) -> None:
        self._http = Http(server)
        self._http.become_guest("Ann")
        opened = self._http.post("/api/records", write_record(finished(game_id)).encode()).json
        self._path = f"/api/tables/{opened['id']}"
        self.table = self._http.get(self._path).json["table"]
        self.record = self._http.get(f"{self._path}/record").body.decode()

    def lines(self, perspective: int) -> list[Any]:
        """The log as one perspective reads it."""
        query = "" if perspective == SPECTATOR else f"?seat={perspective}"
        lines: list[Any] = self._http.get(f"{self._path}/log{query}").json["lines"]
        return lines

    def close(self) -> None:
        self._http.close()


@pytest.fixture(params=games.ids())
def told(request: pytest.FixtureRequest, server: Server):
    game = FinishedGame(server, request.param)
    yield game
    game.close()


def perspectives(told: FinishedGame) -> list[int]:
    return [SPECTATOR, *range(told.table["players"])]


def test_the_documented_check_holds_for_whole_games_from_every_seat(told: FinishedGame):
    check, drawn = snippets()["check"], set()
    for perspective in perspectives(told):
        lines = told.lines(perspective)
        lucky = [line for line in lines if line["odds"]]
        assert [line["actor"] for line in lucky] == ["luck"] * len(lucky)
        assert len(lucky) == sum(entry.seat == LUCK for entry in finished(told.table["game"]).log)
        assert all(line["move"] and line["sentence"] for line in lucky)
        drawn |= {family for line in lucky for family in line["move"]}
        check(told.table, lines)
        for line in lucky[:: len(lucky) // 7]:  # whichever outcome is forged, it is found
            others = [outcome["move"] for outcome in line["odds"] if outcome["move"] != line["move"]]
            if others:
                with pytest.raises(AssertionError):
                    check(told.table, [{**line, "move": others[0]}])
    assert drawn >= HIDDEN.get(told.table["game"], set()), "this game drew nothing in secret"
    assert not any("unseen" in family for family in drawn)


def test_what_a_viewer_sees_change_is_the_same_with_what_was_drawn_unseen(told: FinishedGame):
    """The log tells more than could be seen; the views beside it stay those of the seat that is looked from."""
    match = finished(told.table["game"])
    for perspective in perspectives(told):
        view = match.game.state.as_dict(match.view(perspective, 0))
        for line in told.lines(perspective):
            view |= line["changes"]
        assert view == match.game.state.as_dict(match.view(perspective))


@pytest.fixture(scope="module")
def page_check(tmp_path_factory: pytest.TempPathFactory):
    """The check of luck as the page does it, run by itself."""
    node, folder = suitable_node() or node_from_pypi(), tmp_path_factory.mktemp("page")
    assert node is not None, "there is no Node.js; `make setup` installs one"
    (folder / "check.mjs").write_text(PAGE)
    bundle = ("node_modules/rolldown/bin/cli.mjs", "src/table/luck.ts", "--file", str(folder / "luck.mjs"))
    subprocess.run([str(node), *bundle], cwd=WEB, check=True, capture_output=True, timeout=PATIENCE)

    def check(game: dict[str, Any]) -> Any:
        command = [str(node), str(folder / "check.mjs")]
        done = subprocess.run(
            command, input=json.dumps(game), check=True, capture_output=True, text=True, timeout=PATIENCE
        )
        return json.loads(done.stdout)

    return check


def test_the_check_on_the_page_holds_for_whole_games(told: FinishedGame, page_check: Any):
    lines = told.lines(SPECTATOR)
    lucky = [line["ply"] for line in lines if line["odds"]]
    game = {"table": told.table, "lines": lines, "record": told.record}
    assert page_check(game) == {"kept": True, "checked": len(lucky), "wrong": []}
    other = {**told.table, "luck": "00" * 32}
    wrong = page_check({**game, "table": other})
    assert not wrong["kept"]
    assert wrong["wrong"]


@pytest.mark.parametrize("game_id", HIDDEN)
def test_before_the_end_the_log_tells_nothing_of_it(game_id: str):
    match = finished(game_id)
    over = imported("over", _Record(match), ANN).table
    late = next(ply for ply in range(match.ply - 1, 0, -1) if 0 <= match.log[ply].seat < match.players)
    table = play_on("running", over, Again("k", late, 0, "kitten"), ANN).table
    assert table.facts.stage == "playing"
    assert table.match is not None
    seen = [entry.move for entry in table.match.seen_log(SPECTATOR)]
    log = list(entries_of(table, SPECTATOR, 0, table.match.ply))
    assert not any(line.odds for line in log)
    told = [match.game.moves.from_json(line.move) for line in log if line.move is not None]
    assert told == [move for move in seen if move >= 0]
    assert not any(family in HIDDEN[game_id] for line in log for family in line.move or {})


class _Record:
    """A record as far as a table needs it."""

    finished, names = True, ()

    def __init__(self, match: Match) -> None:
        self.match = match
