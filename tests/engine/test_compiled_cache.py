"""F59: rules are updated under a warm cache of compiled code. Old code never runs, and nothing is compiled in vain.

Copies of a small game are edited, with the time and often the size of the file unchanged, and run in fresh processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import tabbytop
from tabbytop.kit.marks import fault

TIN = Path(__file__).with_name("tin")


@dataclass(frozen=True)
class Played:
    """What `tin/play.py` prints: how many rules were compiled, and what came of them in both modes."""

    compiled: int
    plain: str
    fast: str
    by_compiler: bool = field(default=False, compare=False)
    """Whether the compiler was loaded, which takes most of the time and memory of a start."""


@dataclass(frozen=True)
class Home:
    """A folder with a copy of the game and the cache of its compiled rules."""

    folder: Path
    package: str = "tin"

    def play(self) -> Played:
        surroundings = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.folder), str(Path(tabbytop.__file__).parents[1])]),
            "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache trusts times and sizes
            "TABBYTOP_CACHE": str(self.folder / "cache"),
        }
        command = [sys.executable, "-m", f"{self.package}.play"]
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
        compiled, plain, fast, algebra, compiler = done.stdout.splitlines()
        assert algebra == "False True", "linear algebra, which no rule uses, takes a third of the time of a start"
        return Played(int(compiled), plain, fast, compiler == "True")

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / self.package / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        stamp = path.stat()
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Played]:
    home = Home(tmp_path_factory.mktemp("home"))
    shutil.copytree(TIN, home.folder / "tin", ignore=shutil.ignore_patterns("__pycache__"))  # it trusts times and sizes
    return home, home.play()


@pytest.fixture
def copy(warm: tuple[Home, Played], tmp_path: Path) -> Home:
    """A copy of the game as it is, with the warm cache."""
    shutil.copytree(warm[0].folder, tmp_path / "copy")
    return Home(tmp_path / "copy")


@fault("F59")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param("moves.py", "    open={", "    wait={},\n    open={", id="a move family in front"),
        pytest.param("options.py", '    Flag("open"', '    Flag("new", "New."),\n    Flag("open"', id="an option slot"),
        pytest.param("facts.py", "LIGHT = 7", "LIGHT = 3", id="a constant"),
        pytest.param("facts.py", "table([3, 1, 4, 1,", "table([3, 1, 4, 8,", id="a table"),
        pytest.param("box.toml", "cans = 4", "cans = 2", id="a component number"),
        pytest.param("far.py", "2 * can + 1", "4 * can + 1", id="a callee two modules away"),
        pytest.param("state.py", "fish: int = public()", 'fish: int = public(type="i2")', id="the type of a field"),
        pytest.param(
            "state.py",
            "    cans: int",
            "    new: int = public()\n    cans: int",
            id="a field",
        ),
    ],
)
def test_no_old_code_runs_after_an_edit(name: str, old: str, new: str, copy: Home):
    copy.edit(name, old, new)
    after = copy.play()
    assert after.plain == after.fast
    assert after.compiled > 0


@fault("F59")
def test_a_file_that_is_restored_finds_its_compiled_rules_again(warm: tuple[Home, Played], copy: Home):
    copy.edit("facts.py", "LIGHT = 7", "LIGHT = 3")
    assert copy.play().fast != warm[1].fast
    copy.edit("facts.py", "LIGHT = 3", "LIGHT = 7")
    assert copy.play() == Played(0, warm[1].plain, warm[1].fast)


@fault("F59")
def test_the_next_process_finds_the_compiled_rules_also_for_a_copy_elsewhere(warm: tuple[Home, Played], copy: Home):
    home, first = warm
    assert first.compiled == 5
    assert first.plain == first.fast
    again = home.play()
    assert again == copy.play() == Played(0, first.plain, first.fast)
    assert first.by_compiler
    assert not again.by_compiler


@fault("F59")
def test_edits_that_change_no_rule_compile_nothing(warm: tuple[Home, Played], copy: Home):
    copy.edit(
        "facts.py", '"""What can be read off the table."""', '"""Another sentence,\n\nand lines that move others."""'
    )
    copy.edit("facts.py", '"""Which cat opens a can."""', '"""Which of the cats opens a can."""')
    copy.edit(
        "facts.py",
        "@rule\ndef opened_by",
        "@rule\ndef unused(can: int) -> int:\n    return can\n\n\n@rule\ndef opened_by",
    )
    copy.edit("box.toml", "cans = 4", "cans = 4\ncats = 9")
    assert copy.play() == Played(0, warm[1].plain, warm[1].fast)


def test_processes_that_need_the_same_rules_at_once_compile_each_of_them_once(warm: tuple[Home, Played], copy: Home):
    shutil.rmtree(copy.folder / "cache")
    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(lambda _: copy.play(), range(4)))
    assert sum(each.compiled for each in played) == warm[1].compiled
    assert {each.fast for each in played} == {warm[1].fast}


def test_the_same_game_in_another_package_runs_beside_what_was_compiled_for_the_first(
    warm: tuple[Home, Played], copy: Home
):
    """A game that was begun in a checkout and became a package of its own keeps its id, and with it its cache."""
    (copy.folder / "tin").rename(copy.folder / "can")
    assert Home(copy.folder, "can").play() == warm[1]


@fault("F59")
def test_only_rules_that_reach_an_edit_are_compiled_again(copy: Home):
    copy.edit("facts.py", "table([3, 1, 4, 1,", "table([3, 1, 4, 8,")
    after = copy.play()
    assert after.compiled == len(["listing", "legal", "opened_by"])
    assert after.plain == after.fast


@fault("F59")
def test_a_process_that_outlives_an_edit_leaves_nothing_wrong_behind(warm: tuple[Home, Played], copy: Home):
    """It has the old rules in memory and compiles them after the edit: under the name of what it compiled."""
    shutil.rmtree(copy.folder / "cache")
    copy.edit("play.py", "    compiled: list", "    late_edit()\n    compiled: list")
    copy.edit("play.py", "def main()", LATE_EDIT)
    assert copy.play().plain == warm[1].plain
    after = copy.play()
    assert after.plain == after.fast != warm[1].plain


LATE_EDIT = """
def late_edit() -> None:
    from pathlib import Path

    path = Path(__file__).with_name("far.py")
    path.write_text(path.read_text().replace("2 * can + 1", "4 * can + 1"))


def main()"""
