"""Games that are added: into a checkout, where nothing else changes, and as packages from outside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabbytop import scaffold
from tabbytop.engine.errors import UserError
from tabbytop.kit.marks import fault
from tests.packages import declare, install, outside_game

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__", ".*", "pictures", "browser", "chaos", "golden")


def tabbytop(*args: str, cwd: Path, env: dict[str, str] | None = None, code: int = 0) -> str:
    """Run the command line in a folder; what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "tabbytop", *args], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def files_of(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_new_game_in_a_checkout_touches_nothing_but_its_own_folders_and_passes_the_kit(tmp_path: Path):
    checkout = tmp_path / "checkout"
    for part in ("src", "tests", "web"):
        shutil.copytree(ROOT / part, checkout / part, ignore=NOT_COPIED)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    env = install_path(checkout)
    before = files_of(checkout)
    tabbytop("new", "can-race", "--name", "Can Race", "--players", "2-3", cwd=checkout, env=env)
    tabbytop("golden", "can-race", cwd=checkout, env=env)
    subprocess.run(
        [sys.executable, "-B", "-m", "tabbytop.server.protocol.typescript"],
        cwd=checkout,
        env=env,
        check=True,
        text=True,
    )
    tabbytop("kit", "can-race", cwd=checkout, env=env)
    assert "can-race" in tabbytop("games", cwd=checkout, env=env)
    after = files_of(checkout)
    own = ("src/tabbytop/games/can_race/", "tests/games/can_race/", "web/src/games/can-race/")
    changed = [name for name in after if before.get(name) != after[name] and not name.startswith(".")]
    assert [name for name in changed if not name.startswith(own)] == []
    assert {name for name in before if name not in after} == set()


def install_path(checkout: Path) -> dict[str, str]:
    """The environment in which the copy of the package is the one that is used."""
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def test_a_new_game_outside_is_a_package_that_passes_the_kit(tmp_path: Path):
    package = outside_game(tmp_path)
    env = install(package, tmp_path / "site")
    listed = tabbytop("games", cwd=tmp_path, env=env)
    assert "can-race 0.1.0" in listed
    assert {card["id"] for card in json.loads(tabbytop("games", "--json", cwd=tmp_path, env=env))} >= {
        "can-race",
        "cat-cab",
    }
    assert "golden records" in tabbytop("kit", "can-race", "--quick", cwd=package, env=env, code=1)
    tabbytop("golden", "can-race", cwd=package, env=env)
    tabbytop("kit", "can-race", cwd=package, env=env)


@fault("F68")
@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise OSError('no such card')", "OSError: no such card"),
        ("import a_module_that_nobody_has", "No module named 'a_module_that_nobody_has'"),
        ("GAME = 'not a card'", "is not a game card"),
        ("from tabbytop.games.cat_cab.game import GAME", "its card has the id 'cat-cab'"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named_and_the_others_work(tmp_path: Path, source: str, why: str):
    env = declare(tmp_path, "broken-game", source)
    said = " ".join(tabbytop("games", cwd=tmp_path, env=env).split())
    assert "The game 'broken-game' of the package broken-game 0.1 cannot be loaded and is left out" in said
    assert why in said
    assert "cat-cab" in said
    refused = " ".join(tabbytop("simulate", "broken-game", cwd=tmp_path, env=env, code=2).split())
    assert "cannot be loaded" in refused
    tabbytop("simulate", "rollecate", "--games", "2", cwd=tmp_path, env=env)


@fault("F68")
def test_a_package_with_an_id_that_is_taken_is_left_out(tmp_path: Path):
    env = declare(tmp_path, "cat-cab", "from tabbytop.games.cat_cab.game import GAME")
    assert "there is a game with this id already" in " ".join(tabbytop("games", cwd=tmp_path, env=env).split())


@pytest.mark.parametrize(
    ("game_id", "name", "players", "words"),
    [
        ("Can Race", "Can Race", "2-4", "small letters"),
        ("class", "Class", "2-4", "small letters"),
        ("cat-cab", "Cat Cab", "2-4", "already"),
        ("can-race", "", "2-4", "a few words"),
        ("can-race", 'Can "Race"', "2-4", "a few words"),
        ("can-race", "Can Race", "1-4", "--players"),
        ("can-race", "Can Race", "4-2", "--players"),
        ("can-race", "Can Race", "many", "--players"),
    ],
)
def test_what_cannot_become_a_game_is_refused_in_words(game_id: str, name: str, players: str, words: str):
    with pytest.raises(UserError, match=words):
        scaffold.checked(game_id, name, players)


def test_nothing_is_overwritten(tmp_path: Path):
    package = outside_game(tmp_path)
    before = files_of(package)
    assert "is there already" in tabbytop("new", "can-race", "--name", "Other", cwd=tmp_path, code=2)
    assert files_of(package) == before
