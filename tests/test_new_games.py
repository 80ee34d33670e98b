"""Games that are added: into a checkout, where nothing else changes, and as packages from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tabbytop import scaffold
from tabbytop.engine.errors import UserError
from tabbytop.kit.marks import fault
from tests.checkouts import ROOT, Checkout
from tests.packages import declare, install, outside_game

ASK_ALL_GAMES = (
    "tests/test_lessons.py",
    "tests/test_games_apart.py",
    "tests/envs/test_research_docs.py::test_layouts_are_those_of_the_declared_fields",
    "tests/mutants/test_mutants.py::test_every_mutant_is_python_and_differs_from_what_was_written[can-race]",
    "tests/mutants/test_mutants.py::test_the_tests_that_are_run_exist",
    "tests/fuzz/test_fuzz.py::test_a_thousand_messages_lead_to_no_fault_and_to_the_table_that_the_log_tells[sqlite]",
)
"""Tests of other things that ask every game: a new one fails none of them."""


def tabbytop(*args: str, cwd: Path, env: dict[str, str] | None = None, code: int = 0) -> str:
    """Run the command line in a folder; what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "tabbytop", *args], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_new_game_in_a_checkout_touches_nothing_but_its_own_folders_and_passes_the_kit(tmp_path: Path):
    checkout = Checkout(tmp_path / "checkout")
    before = checkout.files()
    checkout.tabbytop("new", "can-race", "--name", "Can Race", "--players", "2-3")
    checkout.tabbytop("golden", "can-race")
    checkout.tabbytop("kit", "can-race")
    for name, said, code in (("clauses.md", "Missing: clauses. Write", 1), ("moves.py", "cannot be loaded yet", 2)):
        path = checkout.folder / "src/tabbytop/games/can_race" / name
        path.rename(tmp_path / name)
        assert said in checkout.tabbytop("kit", "can-race", "--quick", code=code)
        (tmp_path / name).rename(path)
    for name, old, new, said in (
        ("src/tabbytop/games/can_race/turn.py", "def ", "def def ", "turn.py, line"),
        ("src/tabbytop/games/can_race/words.py", "SEATS", "CHAIRS", "has no attribute 'SEATS' (game.py, line"),
        ("src/tabbytop/games/can_race/scenes.py", "def ", "def def ", "scenes.py, line"),
        ("tests/games/can_race/test_rules.py", "def ", "def def ", "The tests cannot be read"),
    ):
        path = checkout.folder / name
        right = path.read_text()
        path.write_text(right.replace(old, new))
        wrong = checkout.tabbytop("kit", "can-race", "--quick", code=2)
        assert said in wrong
        assert "Traceback" not in wrong
        path.write_text(right)
    checkout.run(sys.executable, "-m", "tabbytop.server.protocol.typescript", "--check")
    assert "can-race" in checkout.tabbytop("games")
    checkout.run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *ASK_ALL_GAMES)
    after = checkout.files()
    own = ("src/tabbytop/games/can_race/", "tests/games/can_race/", "web/src/games/can-race/")
    changed = [name for name in after if before.get(name) != after[name]]
    assert [name for name in changed if not name.startswith(own)] == []
    assert {name for name in before if name not in after} == set()
    assert "web/src/games/can-race/generated.ts" in changed


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with games of every shape that can be asked for: one count of players, two, all; long, odd names."""
    checkout = Checkout(tmp_path_factory.mktemp("several") / "checkout")
    for game_id, name, players in (
        ("state", "State", "3"),
        ("none", "Nap o'clock!", "2-3"),
        ("a-very-long-id-of-thirty-signs", "A Name of Exactly Thirty Signs", "2-6"),
    ):
        game = scaffold.checked(game_id, name, players)
        for folder in scaffold.write(game, checkout.folder):
            assert folder.is_dir()
    return checkout


def test_what_is_written_passes_the_linter_the_formatter_and_the_type_checker(several: Checkout):
    ours = [*several.folder.glob("src/tabbytop/games/*"), *several.folder.glob("tests/games/*")]
    new = [str(path) for path in ours if path.name in ("state", "none", "a_very_long_id_of_thirty_signs")]
    assert len(new) == 6
    several.run(sys.executable, "-m", "ruff", "check", "--no-cache", *new)
    several.run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", *new)
    packages = [f"tabbytop.games.{Path(path).name}" for path in new if "src" in path]
    chosen = [part for package in packages for part in ("--package", package)]
    several.run(sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / ".mypy_cache/copies"), *chosen)


def test_its_board_passes_the_tools_of_the_page(several: Checkout):
    written = [f"src/games/{name}" for name in ("state", "none", "a-very-long-id-of-thirty-signs")]
    only = {"extends": "./tsconfig.json", "include": written}
    (several.folder / "web/tsconfig.new.json").write_text(json.dumps(only))
    several.node("svelte-check/bin/svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.new.json")
    several.node("prettier/bin/prettier.cjs", "--check", *written)


def test_one_count_of_players_is_told_in_words_and_every_game_has_clauses_of_its_own(several: Checkout):
    rules = several.folder / "src/tabbytop/games"
    assert "State is for 3 players, who" in (rules / "state/clauses.md").read_text()
    assert "Nap o'clock! is for 2 to 3 players, who" in (rules / "none/clauses.md").read_text()
    prefix = scaffold.NewGame("patricia", "Patricia", 2, 4).prefix
    assert len(prefix) == 3
    assert prefix != "PAT"


def test_a_new_game_outside_is_a_package_that_passes_the_kit(tmp_path: Path):
    package = outside_game(tmp_path)
    env = install(tmp_path / "site", package)
    listed = tabbytop("games", cwd=tmp_path, env=env)
    assert "can-race 0.1.0" in listed
    assert {card["id"] for card in json.loads(tabbytop("games", "--json", cwd=tmp_path, env=env))} >= {
        "can-race",
        "cat-cab",
    }
    assert "golden records" in tabbytop("kit", "can-race", "--quick", cwd=package, env=env, code=1)
    endings = package / "tests/endings.py"
    endings.rename(package / "endings.py")
    assert "needs" in tabbytop("golden", "can-race", cwd=package, env=env, code=2)
    (package / "endings.py").rename(endings)
    tabbytop("golden", "can-race", cwd=package, env=env)
    assert "No step is missing" in tabbytop("kit", "can-race", "--quick", cwd=package, env=env)
    assert "warning" not in tabbytop("kit", "can-race", cwd=package, env=env)


@fault("F68")
@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise OSError('no such card')", "OSError: no such card"),
        ("import a_module_that_nobody_has", "No module named 'a_module_that_nobody_has'"),
        ("GAME = 'not a card'", "is not a game card"),
        ("raise SystemExit('it needs a screen')", "SystemExit: it needs a screen"),
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
        ("can-race", "Can */ Race", "2-4", "a few words"),
        ("can-race", "Can Race " * 9, "2-4", "at most 30"),
        ("can-race" * 9, "Can Race", "2-4", "at most 30"),
        ("can-race", "Can Race", "1-4", "--players"),
        ("can-race", "Can Race", "4-2", "--players"),
        ("can-race", "Can Race", "many", "--players"),
    ],
)
def test_what_cannot_become_a_game_is_refused_in_words(game_id: str, name: str, players: str, words: str):
    with pytest.raises(UserError, match=words):
        scaffold.checked(game_id, name, players)


@pytest.mark.parametrize("game_id", ["numpy", "json", "tabbytop"])
def test_a_package_that_would_hide_another_is_refused(game_id: str, tmp_path: Path):
    with pytest.raises(UserError, match="would hide"):
        scaffold.write(scaffold.checked(game_id, "Any Name", "2-4"), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path):
    package = outside_game(tmp_path)
    before = {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}
    assert "is there already" in tabbytop("new", "can-race", "--name", "Other", cwd=tmp_path, code=2)
    assert {path: path.read_bytes() for path in package.rglob("*") if path.is_file()} == before
