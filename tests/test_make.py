"""The commands of the Makefile. Those that are cheap run here; of the others the parts run elsewhere, and are there."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checkouts import ROOT

READY, PAGE = ".venv/.ready", "src/tabbytop/web/built-from.txt"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = sorted(set(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split()))


def make(*arguments: str, cwd: Path = ROOT, code: int = 0) -> str:
    """Run make as people do, whatever make runs these tests; what it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def as_set_up(*arguments: str) -> str:
    """Run make in this checkout, which is set up: these tests run in it."""
    return make("-o", READY, "-o", PAGE, *arguments)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as make looks at, just set up."""
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("node_modules"))
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "hatch_build.py"):
        shutil.copy(ROOT / name, folder)
    for stamp in (READY, PAGE):
        (folder / stamp).parent.mkdir(parents=True)
        (folder / stamp).touch()
    return folder


def test_setting_up_a_second_time_does_nothing(checkout: Path):
    make("--question", "setup", cwd=checkout)
    assert make("--dry-run", "setup", cwd=checkout).strip() == "make: Nothing to be done for 'setup'."


@pytest.mark.parametrize("edited", ["web/src/main.ts", "web/package.json"])
def test_an_edit_of_the_page_builds_the_page_and_installs_nothing(edited: str, checkout: Path):
    commands = make("--dry-run", f"--what-if={edited}", "setup", cwd=checkout).splitlines()
    assert commands == [".venv/bin/python hatch_build.py"]


@pytest.mark.parametrize("edited", ["pyproject.toml", "constraints.txt"])
def test_an_edit_of_what_is_needed_installs_it(edited: str, checkout: Path):
    assert "pip install" in make("--dry-run", f"--what-if={edited}", "setup", cwd=checkout)


def test_a_python_that_is_too_old_is_told_in_words(checkout: Path):
    old = checkout / "old-python"
    old.write_text("#!/bin/sh\necho 'Tabbytop needs Python 3.11 or newer' >&2; exit 1\n")
    old.chmod(0o755)
    assert "3.11 or newer" in make(f"PYTHON={old}", "--what-if=pyproject.toml", "setup", cwd=checkout, code=2)


def test_clean_removes_what_was_set_up_and_nothing_else(checkout: Path):
    before = {path for path in checkout.rglob("*") if ".venv" not in path.parts}
    (checkout / ".ruff_cache").mkdir()
    make("clean", cwd=checkout)
    assert set(checkout.rglob("*")) == before


def test_help_tells_of_every_command():
    told = re.findall(r"^make (\w+)", make("help"), re.MULTILINE)
    assert {*told, "help", "setup", "lint", "types", "browser"} == set(TARGETS)


def test_every_command_names_programs_modules_and_files_that_are_there():
    for target in set(TARGETS) - {"help", "setup", "browser", "clean"}:
        for line in as_set_up("--dry-run", "-o", "browser", "-o", ".venv/.peers-ready", target).splitlines():
            program, *arguments = shlex.split(line)
            assert (ROOT / program).exists(), line
            if arguments[:1] == ["-m"]:
                assert importlib.util.find_spec(arguments[1]) is not None, line
            for path in arguments:
                if "/" in path or path.endswith(".py"):
                    assert (ROOT / path).exists(), line


def test_fuzz_runs():
    assert "50 messages" in as_set_up("fuzz", "MESSAGES=50")


def test_mutants_runs():
    assert "rollecate" in as_set_up("mutants", "GAME=rollecate", "COUNT=0")


def test_pages_runs():
    assert "patrician: longest frame" in as_set_up("-o", "browser", "pages", "GAME=patrician", "QUICK=1")


def test_chaos_takes_what_make_gives_it():
    """An evening is long; `tests/chaos` plays a short one."""
    (line,) = as_set_up("--dry-run", "chaos", "KILLS=3", "DATABASE=postgres").splitlines()
    program, *arguments = shlex.split(line)
    assert arguments == ["-m", "tests.chaos", "--kills", "3", "--database", "postgres"]
    offered = subprocess.run(
        [program, "-m", "tests.chaos", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"--kills", "--database"} <= set(re.findall(r"--\w+", offered.stdout))
