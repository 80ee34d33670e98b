"""Puzzles: mined, sealed, and refused when anything about them was altered."""

from __future__ import annotations

import dataclasses
import inspect
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tabbytop import games
from tabbytop.bots.bot import moment_of
from tabbytop.cli import app
from tabbytop.engine.steps import through
from tabbytop.kit.cases import compiled
from tabbytop.kit.marks import fault
from tabbytop.review import mining
from tabbytop.review.document import FORMAT, Puzzle, PuzzleFile
from tabbytop.review.puzzles import BadPuzzle, Shelf, of_the_day, read_file, sealed, shelf, shipped, source_of

ROLLECATE = games.load("rollecate")


@pytest.fixture(scope="module")
def file() -> PuzzleFile:
    """A file with one puzzle, whose checks were made small."""
    referee = compiled(ROLLECATE)
    miner = mining.Miner(referee)
    match, names = mining.game_to_mine(referee, 3, 0)
    key, source = mining.key_of(match), source_of(match, names)
    again = match.fork()
    decisions = [ply for ply, entry in enumerate(match.log) if 0 <= entry.seat < match.players]
    for ply in reversed(decisions[4:-4]):
        again.undo_to(ply)
        seat = again.actor
        if len(again.legal(seat)) >= 5:
            break
    moment = moment_of(again, seat)
    check = miner.check(moment, 1, 200)
    obvious = next(move for move in moment.legal if move != check.answer)
    puzzle = miner._told(again, moment, key, [check], obvious, [1])
    puzzle = sealed(msgspec.structs.replace(puzzle, simulations=200), source)
    return PuzzleFile(
        format=FORMAT,
        game=ROLLECATE.id,
        rules=ROLLECATE.version,
        seed=3,
        mined=1,
        records={key: source},
        puzzles=[puzzle],
    )


def test_a_puzzle_leads_to_its_moment(file: PuzzleFile):
    shelf = Shelf(file)
    (puzzle,) = shelf.puzzles
    match = shelf.match_at(shelf.named(puzzle.id))
    assert match.actor == puzzle.seat
    assert ROLLECATE.moves.from_json(puzzle.answer) in match.legal(puzzle.seat)
    assert not mining.faults_of(shelf, puzzle, compiled(ROLLECATE), deep=False)


@fault("F67")
def test_an_altered_puzzle_is_refused(file: PuzzleFile):
    (puzzle,) = file.puzzles
    (key, source), *_ = file.records.items()

    def refused(words: str, one: Puzzle = puzzle, **changes: object) -> None:
        shelf = Shelf(msgspec.structs.replace(file, puzzles=[one], **changes))  # type: ignore[arg-type]
        with pytest.raises(BadPuzzle, match=words):
            shelf.match_at(one)

    refused("altered", msgspec.structs.replace(puzzle, answer=puzzle.obvious))
    refused("altered", msgspec.structs.replace(puzzle, margin=0.5))
    refused("rules version '0'", msgspec.structs.replace(puzzle, rules="0"))
    moves = [*source.moves[:2], source.moves[2] + 1, *source.moves[3:]]
    wrong = msgspec.structs.replace(source, moves=moves)
    refused("altered", records={key: wrong})
    refused("altered", sealed(puzzle, wrong), records={key: wrong})
    refused("another moment", sealed(msgspec.structs.replace(puzzle, ply=0), source))
    refused("not those", sealed(msgspec.structs.replace(puzzle, answer={"throw": {"wheels": 0}}), source))
    refused("missing", records={})
    with pytest.raises(BadPuzzle, match="Mine them anew"):
        Shelf(msgspec.structs.replace(file, rules="0"))
    with pytest.raises(BadPuzzle, match="There is no puzzle"):
        Shelf(file).named("nothing")


@fault("F67")
def test_a_file_that_is_none_is_refused(file: PuzzleFile, tmp_path: Path):
    path = tmp_path / "puzzles.json"
    with pytest.raises(BadPuzzle, match="cannot be read"):
        read_file(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadPuzzle, match="no file of"):
        read_file(path)
    mining.write_file(path, file)
    assert read_file(path).file == file


@fault("F67")
def test_shipped_puzzles_that_do_not_hold_are_left_out(file: PuzzleFile, tmp_path: Path, caplog, monkeypatch):
    """They come with their game, perhaps from a package of somebody else; the puzzles of other games are shown."""
    outside = dataclasses.replace(ROLLECATE, folder=tmp_path)
    monkeypatch.setattr(games, "load", lambda game_id: outside)
    shelf_of = inspect.unwrap(shelf)
    assert shelf_of(ROLLECATE.id).puzzles == ()
    mining.write_file(tmp_path / "puzzles.json", file)
    assert shelf_of(ROLLECATE.id).puzzles == tuple(file.puzzles)
    mining.write_file(tmp_path / "puzzles.json", msgspec.structs.replace(file, rules="0"))
    assert shelf_of(ROLLECATE.id).puzzles == ()
    assert "the puzzles of Rollecate are left out" in caplog.text
    with pytest.raises(BadPuzzle, match="Mine them anew"):
        shipped(outside)


def test_five_a_day_and_all_before_one_comes_again(file: PuzzleFile):
    (puzzle,) = file.puzzles
    many = [msgspec.structs.replace(puzzle, id=f"p{number}", rating=1 + number % 4) for number in range(20)]
    first = date(2026, 11, 18)
    days = [of_the_day(many, first + timedelta(days=day)) for day in range(4)]
    assert {one.id for day in days for one in day} == {one.id for one in many}
    for day in days:
        assert len(day) == 5
        assert [one.rating for one in day] == sorted(one.rating for one in day)
    assert of_the_day([], first) == []


def test_mining_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Two games at once are what one game after the other is; what is no puzzle by a small search is put aside."""
    path = tmp_path / "puzzles.json"
    for number in ("1", "2"):
        ask = ["puzzles", "mine", "rollecate", "--games", number, "--jobs", "1", "--seed", "4", "--out", str(path)]
        done = CliRunner().invoke(app, ask)
        assert done.exit_code == 0, done.output
        assert read_file(path).file.mined == int(number)
    shelf = read_file(path)
    for puzzle in shelf.puzzles:
        assert not mining.faults_of(shelf, puzzle, compiled(ROLLECATE), deep=False)
    other = CliRunner().invoke(app, ["puzzles", "mine", "rollecate", "--seed", "5", "--out", str(path)])
    assert other.exit_code != 0
    quick = CliRunner().invoke(app, ["puzzles", "check", "rollecate", "--file", str(path), "--quick"])
    assert quick.exit_code == 0
    assert "hold" in quick.output


def test_searching_a_match_tells_its_record(monkeypatch: pytest.MonkeyPatch):
    miner = mining.Miner(compiled(ROLLECATE))
    monkeypatch.setattr(miner, "_puzzle", lambda match, seat, key: None)
    match, names = mining.game_to_mine(compiled(ROLLECATE), 3, 1)
    source, puzzles = through(miner.search(match, names, "key"))
    assert puzzles == []
    assert source.hash == match.fingerprint
