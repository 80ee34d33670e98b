"""The kit: golden records of every ending and every version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabbytop.engine.game import Game
from tabbytop.engine.record import BadRecord, read_record
from tabbytop.kit import chosen
from tabbytop.kit.steps import golden_folder

CARDS = chosen.cards()
FILES = [(game, path) for game in CARDS for path in sorted((chosen.tests_of(game) / "golden").glob("rules-*/*.jsonl"))]


@pytest.mark.parametrize(
    ("game", "path"), FILES, ids=lambda part: part.id if isinstance(part, Game) else "/".join(part.parts[-2:])
)
def test_a_golden_record_replays_or_is_refused_for_its_version(game: Game, path: Path):
    if path.parent.name == f"rules-{game.version}":
        record = read_record(path)
        assert record.finished
        assert chosen.endings_of(game)[path.stem].holds(game.state.plain(record.match.state()))
    else:
        with pytest.raises(BadRecord, match="rules version"):
            read_record(path)


@pytest.mark.parametrize("game", CARDS, ids=lambda game: game.id)
def test_every_ending_has_its_golden_record(game):
    assert {path.stem for path in golden_folder(game).glob("*.jsonl")} == set(chosen.endings_of(game))
    assert len(chosen.endings_of(game)) > 1
