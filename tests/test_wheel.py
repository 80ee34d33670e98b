"""What is packed: an installed Tabbytop, away from any checkout, has everything that it reads at run time."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from tests.checkouts import ROOT

CODE = {".py", ".pyc", ".so"}


def packed() -> set[str]:
    """The files that a wheel would hold, as hatchling lists them."""
    return {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}


def test_every_data_file_of_the_package_is_in_the_wheel():
    package = ROOT / "src/tabbytop"
    data = {
        path.relative_to(ROOT / "src").as_posix()
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in CODE and "__pycache__" not in path.parts
    }
    assert data - packed() == set()


def test_what_authors_and_hosts_need_is_in_the_wheel():
    files = {Path(name) for name in packed()}
    for wanted in (
        "kit/scene.py",
        "kit/test_rules.py",
        "scaffold/template/rules/rules.py.txt",
        "scaffold/template/static/board.css.txt",
        "server/operating/faults.md",
        "server/protocol/docs.css",
        "games/cat_cab/clauses.md",
    ):
        assert Path("tabbytop") / wanted in files
