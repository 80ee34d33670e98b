"""The kit: golden records of every ending and every version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabbytop import games
from tabbytop.engine.record import BadRecord, read_record
from tabbytop.kit import golden

CARDS = [games.load(game_id) for game_id in games.ids()]
FILES = sorted(golden.TESTS.glob("*/golden/rules-*/*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-4:]))
def test_a_golden_record_replays_or_is_refused_for_its_version(path: Path):
    game = games.load(path.parts[-4].replace("_", "-"))
    if path.parent.name == f"rules-{game.version}":
        record = read_record(path)
        assert record.finished
        assert golden.endings(game)[path.stem].holds(game.state.plain(record.match.state()))
    else:
        with pytest.raises(BadRecord, match="rules version"):
            read_record(path)


@pytest.mark.parametrize("game", CARDS, ids=lambda game: game.id)
def test_every_ending_has_its_golden_record(game):
    assert {path.stem for path in golden.folder(game).glob("*.jsonl")} == set(golden.endings(game))
    assert len(golden.endings(game)) > 1
