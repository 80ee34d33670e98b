"""Puzzles over HTTP: the same for everybody, nothing of the answer before a try, wrong tries told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tabbytop.cli import app
from tabbytop.review import mining, puzzles
from tabbytop.server.http import puzzles as routes
from tabbytop.server.operating.archive import _guests_in, agreed_games
from tabbytop.server.operating.serve import existing_database
from tabbytop.server.tables import events
from tabbytop.server.tables.refusals import Rejected
from tests.server import plants
from tests.server.servers import Server, running
from tests.server.visitors import ME, Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with running(folder, plants.named(plants.quick_bots), plants.named(plants.one_puzzle)) as server:
        yield server
        assert server.problems() == []


def test_a_puzzle_is_found_tried_and_answered(server: Server):
    somebody = Visitor(server.address)
    [puzzle] = somebody.get("/api/puzzles")["puzzles"]
    assert somebody.get("/api/puzzles?game=rollecate")["puzzles"] == []
    path = f"/api/puzzles/{puzzle['game']}/{puzzle['id']}"
    document = somebody.get(path)
    assert "answer" not in document
    assert len(document["nudge"]) == 2
    kept = plants.puzzle_shelf().puzzles[0]
    verdicts = []
    for choice in document["choices"]:
        answer = somebody.post(f"{path}/tries", {"move": choice["move"]})
        assert answer["found"] == (choice["move"] == kept.answer)
        assert [one["yours"] for one in answer["choices"]].count(True) == 1
        assert len(answer["choices"]) == routes.RANKED
        verdicts.append(answer["verdict"])
    assert set(verdicts) == {"That is it", "Good, not the best", "There was better"}


def test_what_is_no_try_is_refused_with_a_sentence(server: Server):
    somebody = Visitor(server.address)
    [puzzle] = somebody.get("/api/puzzles")["puzzles"]
    path = f"/api/puzzles/{puzzle['game']}/{puzzle['id']}"
    for body, status in (
        ({}, 400),
        ({"move": 3}, 400),
        ({"move": {"fly": {}}}, 422),
        ({"move": {"end_turn": {}}}, 409),
        ({"move": {"end_turn": {}}, "seat": 1}, 400),
    ):
        assert somebody.post(f"{path}/tries", body, status)["sentence"]
    for wrong in ("/api/puzzles/chess/x", "/api/puzzles/cat-cab/x", "/api/puzzles/rollecate/one-1"):
        assert somebody.get(wrong, 404)["code"] == "not_found"


def test_an_altered_puzzle_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    shelf = plants.puzzle_shelf()
    altered = msgspec.structs.replace(shelf.puzzles[0], answer=shelf.puzzles[0].obvious)
    monkeypatch.setattr(
        puzzles, "shelf", lambda game: puzzles.Shelf(msgspec.structs.replace(shelf.file, puzzles=[altered]))
    )
    with pytest.raises(Rejected, match="altered"):
        routes._found("cat-cab", altered.id, tmp_path)


# ---------------------------------------------------------------- from games that were played here


def test_games_are_mined_only_if_everybody_agreed(tmp_path: Path):
    """Two finished games: at one of them both agreed. One who takes it back is taken out again."""
    data = tmp_path / "data"
    with running(data, plants.named(plants.quick_bots)) as server:
        ann, ben = (Visitor(server.address, name) for name in ("Ann", "Ben"))
        assert Visitor(server.address).get("/api/me/puzzles", 401)["sentence"]
        assert ann.get("/api/me/puzzles") == {"agreed": None}
        for bad in ({}, {"agreed": 1}, {"agreed": True, "for": "all"}):
            ann.post("/api/me/puzzles", bad, 400)
        assert ann.post("/api/me/puzzles", {"agreed": True}) == {"agreed": True}
        assert ann.get("/api/me/puzzles") == {"agreed": True}
        for visitor in (ann, ben):
            visitor.play_to_the_end(visitor.open([ME, ME])["id"])
    ask = ["puzzles", "mine", "cat-cab", "--from", str(data), "--jobs", "1"]
    records, count = agreed_games(existing_database(data), "cat-cab")
    assert (len(records), count) == (1, 2)
    assert "Ann" not in records[0]
    mined = CliRunner().invoke(app, ask)
    assert mined.exit_code == 0, mined.output
    assert "Of 2 finished games, 1 game of players who agreed." in mined.output
    path = data / "puzzles" / "cat-cab.json"
    assert puzzles.read_file(path).file.mined == 1
    with running(data, plants.named(plants.quick_bots)) as server:
        assert len(Visitor(server.address).get("/api/puzzles")["puzzles"]) == 5
        ann.http.base_url = server.address
        ann.post("/api/me/puzzles", {"agreed": False})
    refused = CliRunner().invoke(app, ask)
    assert refused.exit_code != 0
    assert "none is one whose players all agreed" in str(refused.exception)


def test_puzzles_mined_here_stand_beside_the_shipped_ones(tmp_path: Path):
    """A file that does not hold is left out."""
    planted = plants.puzzle_shelf()
    path = tmp_path / "cat-cab.json"
    mining.write_file(path, planted.file)
    both = puzzles.shelf_with("cat-cab", tmp_path)
    assert {one.id for one in both.puzzles} == {
        one.id for shelf in (puzzles.shelf("cat-cab"), planted) for one in shelf.puzzles
    }
    for one in planted.puzzles:
        assert both.match_at(both.named(one.id)).actor == one.seat
    puzzles.shelf_with.cache_clear()
    path.write_text("{}", encoding="utf-8")
    assert puzzles.shelf_with("cat-cab", tmp_path) is puzzles.shelf("cat-cab")


def test_somebody_who_left_has_a_say():
    opened = events.Opened("cat-cab", "1", {}, [events.GuestSeat("ann", "Ann")], "ann", "off", False, False, "x")
    assert set(_guests_in(msgspec.to_builtins(opened))) == {"ann"}
