"""The runner of mutants, on a tiny game of its own and on one mutant of a real one."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tabbytop import games
from tests.mutants.__main__ import Results, chosen_mutants, main
from tests.mutants.mutations import Mutant, mutants, mutants_of
from tests.mutants.trials import KIT, ROOT, Bench, NotFit, stages

command = typer.Typer()
command.command()(main)

SOURCE = '''"""Cats, in Größe."""

LIMIT = 3


def plain(x):
    return x < 1


@rule
def may(s, x):
    """Whether 1 cat may."""
    if (x + 1) < LIMIT and s.ready == 1:
        s.cans -= 1
        leave(s)
    return max(x, 0) if x >= 0 else False
'''


def made(what: str) -> list[str]:
    """The changed lines of all mutants of a kind."""
    return [mutant.diff.partition("\n+")[2].strip() for mutant in mutants_of("rules.py", SOURCE) if what in mutant.what]


def test_every_kind_of_mistake_is_made_where_it_belongs():
    assert made("< is <=") == ["if (x + 1) <= LIMIT and s.ready == 1:"]
    assert made("< is >=") == ["if (x + 1) >= LIMIT and s.ready == 1:"]
    assert made("== is !=") == ["if (x + 1) < LIMIT and s.ready != 1:"]
    assert made("and is or") == ["if (x + 1) < LIMIT or s.ready == 1:"]
    assert made("+ is -") == ["if (x - 1) < LIMIT and s.ready == 1:"]
    assert made("-= is +=") == ["s.cans += 1"]
    assert made("max is min") == ["return min(x, 0) if x >= 0 else False"]
    assert made("False is True") == ["return max(x, 0) if x >= 0 else True"]
    assert made("dropped") == ["pass", "pass"]
    assert made("turned round") == [
        "if (not ((x + 1) < LIMIT and s.ready == 1)):",
        "return max(x, 0) if (not (x >= 0)) else False",
    ]
    assert len(made("1 is 2")) == 3
    assert len(made("1 is 0")) == 3


@pytest.mark.parametrize("game_id", games.ids())
def test_every_mutant_is_python_and_differs_from_what_was_written(game_id: str):
    found = mutants(games.load(game_id).folder)
    for mutant in found[:: len(found) // 50]:
        assert ast.dump(ast.parse(mutant.after)) != ast.dump(ast.parse(mutant.before))
    assert len({mutant.id for mutant in found}) == len(found)


def test_more_mutants_are_the_same_ones_and_others():
    folder = games.load("cat-cab").folder
    few, many = (chosen_mutants(folder, count, seed=1) for count in (10, 20))
    assert len(mutants(folder)) > 1000
    assert many[:10] == few
    assert chosen_mutants(folder, 10, seed=2) != few


def test_results_are_kept_and_the_last_one_counts(tmp_path: Path):
    mutant = next(mutants_of("rules.py", SOURCE))
    known = Results(tmp_path / "deep" / "results.jsonl")
    assert known.fate(mutant) is None
    known.keep(mutant, "survived", "")
    known.keep(mutant, "caught", "tests/test_x.py::test_y")
    assert Results(known.path).fate(mutant) == "caught"
    assert len(known.path.read_text().splitlines()) == 2


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A game of one rule with one test."""
    rules = tmp_path / "src" / "tabbytop" / "games" / "tiny"
    rules.mkdir(parents=True)
    (rules / "rules.py").write_text("def rule(f): return f\n\n\n@rule\ndef twice(x):\n    return 2 * x + 0\n")
    (tmp_path / "test_tiny.py").write_text(TEST)
    (tmp_path / "cache").mkdir()
    return Bench(tmp_path, "tiny", [["test_tiny.py"]])


TEST = """
import sys
sys.path.insert(0, "src/tabbytop/games/tiny")
from rules import twice

def test_twice():
    assert twice(2) == 4
"""


def changed(bench: Bench, old: str, new: str) -> Mutant:
    before = (bench.rules / "rules.py").read_text()
    return Mutant("rules.py", 6, "changed", before, before.replace(old, new))


def test_the_tests_that_are_run_exist():
    for game_id in games.ids():
        for stage in stages(game_id):
            assert all((ROOT / argument).exists() for argument in stage if "/" in argument)


def test_mutants_are_caught_survive_or_never_end(bench: Bench):
    bench.limits = {"test_tiny.py": 3}
    fate, by = bench.try_out(changed(bench, "2 * x", "3 * x"))
    assert (fate, by) == ("caught", "test_tiny.py::test_twice")
    assert bench.try_out(changed(bench, "x + 0", "x - 0")) == ("survived", "")
    fate, _ = bench.try_out(changed(bench, "    return", "    while True: pass\n    return"))
    assert fate == "endless"
    assert "2 * x + 0" in (bench.rules / "rules.py").read_text()


def test_rules_that_fail_their_own_tests_teach_nothing(bench: Bench):
    (bench.rules / "rules.py").write_text("def twice(x):\n    return x\n")
    with pytest.raises(NotFit, match="without any mutant"):
        bench.try_out(changed(bench, "return x", "return 2 * x"))


def test_a_game_that_does_not_exist_is_named():
    done = CliRunner().invoke(command, ["no-such-game"])
    assert done.exit_code == 2
    assert "There is no game 'no-such-game'" in done.stdout


def test_what_is_known_already_is_only_told(tmp_path: Path):
    chosen = chosen_mutants(games.load("cat-cab").folder, 3, seed=1)
    known = Results(tmp_path / "mutants-cat-cab.jsonl")
    for mutant, fate in zip(chosen, ("caught", "survived", "endless"), strict=True):
        known.keep(mutant, fate, "")
    done = CliRunner().invoke(command, ["cat-cab", "--count", "3", "--results", str(tmp_path)])
    assert done.exit_code == 0
    assert "1 caught, 1 endless, 1 survived" in done.stdout
    assert f"{chosen[1].path}:{chosen[1].line}" in done.stdout


def test_a_mutant_of_a_real_game_is_caught_in_a_copy(tmp_path: Path):
    """The tree itself stays as it is."""
    bench = Bench.laid_out(tmp_path / "copy", "cat-cab", [["tests/games/cat_cab/test_rolling.py"]])
    original = games.load("cat-cab").folder / "turn.py"
    text = original.read_text(encoding="utf-8")
    wrong = next(mutant for mutant in mutants_of("turn.py", text) if mutant.what == "show_turn_die: < is >=")
    fate, by = bench.try_out(wrong)
    assert fate == "caught"
    assert by.startswith("tests/games/cat_cab/test_rolling.py::")
    assert original.read_text(encoding="utf-8") == text


def test_the_first_stage_of_every_game_has_golden_records_to_run():
    """It is told by a word in the names of tests; a word that no test has would select none, and catch everything."""
    listing = ["-o", "addopts=", "--collect-only", "-q", "-p", "no:cacheprovider", f"{KIT}/test_golden.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *listing], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for game_id in games.ids():
        assert stages(game_id)[0][-1] in done.stdout
