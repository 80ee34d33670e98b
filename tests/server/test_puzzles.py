"""Puzzles over HTTP: the same for everybody, nothing of the answer before a try, wrong tries told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tabbytop.review import puzzles
from tabbytop.server.http import puzzles as routes
from tabbytop.server.tables.refusals import Rejected
from tests.server import plants
from tests.server.servers import Server, running
from tests.server.visitors import Visitor


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


def test_an_altered_puzzle_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    shelf = plants.puzzle_shelf()
    altered = msgspec.structs.replace(shelf.puzzles[0], answer=shelf.puzzles[0].obvious)
    monkeypatch.setattr(
        puzzles, "shelf", lambda game: puzzles.Shelf(msgspec.structs.replace(shelf.file, puzzles=[altered]))
    )
    with pytest.raises(Rejected, match="altered"):
        routes._found("cat-cab", altered.id)
