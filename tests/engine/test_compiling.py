"""Compiling: pinned signatures, errors that help, and a cache that notices every edit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tabbytop
from tabbytop.engine import verbs
from tabbytop.engine.compiling import RuleError, Twins
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Ids, State, States, public


class Tin(State):
    cans: int = public()
    fish: int = public()


def twins(tmp_path: Path, **stand_ins) -> Twins:
    return Twins("tin", Tin, tmp_path, {getattr(verbs, name): rule_ for name, rule_ in stand_ins.items()})


@rule
def ten_times(number: int) -> int:
    return 10 * number


@rule
def ten_times_cans(states: States) -> int:
    return ten_times(states[0].cans)


@rule
def misspelt(states: States) -> int:
    return states[0].cnas


@rule
def unsupported(states: States) -> int:
    return sum(number for number in (1, 2))


@rule
def oddly_typed(states: States, name: str) -> int:
    return 0


@rule
def my_actor(s: Tin) -> int:
    return s.fish


@rule
def asks_who_acts(states: States) -> int:
    return verbs_actor(states[0])


verbs_actor = verbs.actor


def test_narrow_fields_are_widened_before_they_are_reckoned_with(tmp_path):
    state = Tin.blank()
    state["cans"] = 100
    assert twins(tmp_path)(ten_times_cans)(state) == 1000


def test_a_misspelt_field_is_named_with_the_likely_one(tmp_path):
    with pytest.raises(RuleError, match=r"misspelt .*test_compiling.py:\d+.*no field 'cnas'; did you mean 'cans'"):
        twins(tmp_path)(misspelt)


def test_what_cannot_be_compiled_is_named_with_its_place(tmp_path):
    with pytest.raises(RuleError, match=r"unsupported .*test_compiling.py:\d+.* does not compile"):
        twins(tmp_path)(unsupported)


def test_a_parameter_of_another_type_is_refused(tmp_path):
    with pytest.raises(RuleError, match="a State, Ids, Wide, Reals or States"):
        twins(tmp_path)(oddly_typed)


def test_a_rule_needs_annotations():
    with pytest.raises(TypeError, match="parameter 'seat' needs an annotation"):

        @rule
        def careless(s: Tin, seat, out: Ids) -> int:
            return 0


def test_verbs_are_replaced_by_the_rules_of_the_game(tmp_path):
    state = Tin.blank()
    state["fish"] = 3
    assert twins(tmp_path, actor=my_actor)(asks_who_acts)(state) == 3
    with pytest.raises(RuntimeError, match="without a game"):
        verbs.actor(state)


def test_caches_in_use_are_kept_and_those_unused_for_days_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("TABBYTOP_CACHE", str(tmp_path / "cache"))
    twins(tmp_path)(ten_times_cans)
    used = set((tmp_path / "cache" / "tin").iterdir())
    (tmp_path / "cache" / "tin" / "forgotten").mkdir()
    for folder in (tmp_path / "cache" / "tin").iterdir():
        os.utime(folder, (0, 0))
    twins(tmp_path)(ten_times_cans)
    Twins("tin", Tin, tmp_path, {}, boundscheck=True)(ten_times_cans)  # makes a folder of its own
    kept = set((tmp_path / "cache" / "tin").iterdir())
    assert used < kept
    assert "forgotten" not in {folder.name for folder in kept}


def test_plain_rules_stay_plain_functions():
    assert ten_times(13) == 130
    assert my_actor(Tin.plain(Tin.blank())) == 0


SIMULATE = """
from tabbytop.games import load
from tabbytop.engine.referee import Compiled
from tabbytop.arena.simulate import Simulator
compiled = []
simulator = Simulator(Compiled(load("cat-cab"), notify=compiled.append), 1)
*_, last = simulator.run(2, {}, 20, 0)
print(len(compiled), last.digest, sum(last.scores[0].keys()))
"""


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    shutil.copytree(Path(tabbytop.__file__).parent, tmp_path / "src" / "tabbytop")
    return tmp_path


def run_copy(folder: Path) -> tuple[int, str]:
    surroundings = {**os.environ, "PYTHONPATH": str(folder / "src"), "TABBYTOP_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATE], env=surroundings, capture_output=True, text=True, check=True
    )
    count, rest = done.stdout.split(" ", 1)
    return int(count), rest


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    stamp = path.stat()
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def test_the_cache_serves_the_next_process_and_notices_every_edit(copied_package: Path):
    game = copied_package / "src" / "tabbytop" / "games" / "cat_cab"
    first, result = run_copy(copied_package)
    assert first > 20
    assert run_copy(copied_package) == (0, result)
    edit(game / "components.toml", "leaving = [10, 5, 3] ", "leaving = [20, 5, 3] ")
    recompiled, other = run_copy(copied_package)
    assert recompiled > 0
    assert other != result
    edit(game / "board.py", "return 1 - s.entry", "return 0 + s.entry")
    recompiled, third = run_copy(copied_package)
    assert recompiled > 0
    assert third != other
