"""The browser side has tests of its own; here they run with all the others."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from hatch_build import node_from_pypi, suitable_node

WEB = Path(__file__).parents[1] / "web"
TOOLS = {
    "svelte-check": ("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"),
    "prettier": ("node_modules/prettier/bin/prettier.cjs", "--check", "."),
    "vitest": ("node_modules/vitest/vitest.mjs", "run"),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_page_passes(tool: str):
    node = suitable_node() or node_from_pypi()
    assert node is not None, "there is no Node.js; `make setup` installs one"
    assert (WEB / "node_modules").is_dir(), "the page was not built here; `make setup` does it"
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(node), *TOOLS[tool]]
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_the_lock_file_names_no_host():
    assert "://" not in (WEB / "package-lock.json").read_text()


def test_older_browsers_understand_every_media_query():
    sheets = sorted((WEB.parent / "src/tabbytop/web/assets").glob("*.css"))
    assert sheets, "the page was not built here; `make setup` does it"
    queries = [query for sheet in sheets for query in re.findall(r"@media[^{]*", sheet.read_text())]
    assert any("max-width" in query for query in queries)
    assert [query for query in queries if "<" in query or ">" in query] == []


def test_the_browsers_that_are_named_are_those_the_page_is_built_for():
    (targets,) = re.findall(r"target: \[(.*)\]", (WEB / "vite.config.ts").read_text())
    (named,) = re.findall(r"The page needs (.*), or anything newer", (WEB.parent / "README.md").read_text())
    said = dict(re.findall(r"(Chrome|Firefox|Safari)[^\d,]* ([\d.]+)", named))
    assert {name.lower() + version for name, version in said.items()} == set(re.findall(r'"(.*?)"', targets))


def test_a_page_comes_in_few_files():
    """Each costs a way to the server and back, and browsers ask for six at a time: the landing page, then a board."""
    built = WEB.parent / "src/tabbytop/web"
    files = json.loads((built / "files.json").read_text())

    def needed(key: str) -> set[str]:
        found, waiting = set(), [key]
        while waiting:
            here = files[waiting.pop()]
            if here["file"] not in found:
                found |= {here["file"], *here.get("css", [])}
                waiting += here.get("imports", [])
        return found

    landing = needed("index.html")
    assert len(landing) <= 2
    table = needed("src/table/Table.svelte") - landing
    for game in (WEB / "src/games").glob("*/index.ts"):
        (board,) = (key for key, file in files.items() if file.get("name") == game.parent.name and "js" in file["file"])
        assert len((needed(board) | table) - landing) <= 7, game.parent.name
    for name in landing | table:
        assert len((built / f"{name}.br").read_bytes()) < len((built / name).read_bytes())


MEASURED = {"Crop.svelte", "Carried.svelte", "Flyer.svelte"}
"""What scripts place by measures from the left, which the direction of writing does not change."""


def test_the_page_is_laid_out_along_the_direction_of_writing():
    sources = [path for path in (WEB / "src").rglob("*") if path.is_file() and path.name not in MEASURED]
    sheets = {str(path): path.read_text().partition("<style")[2] for path in sources if path.suffix == ".svelte"}
    sheets |= {str(path): path.read_text() for path in sources if path.suffix == ".css"}
    assert {name: found for name, sheet in sheets.items() if (found := physical(sheet))} == {}


def test_what_lies_left_or_right_is_noticed():
    assert physical(" padding-left: 1px;\n border-top-right-radius: 1px;\n text-align: left;\n float: right;")
    for sheet in (" margin: 0 1px 0 2px;", " inset: 0 auto auto calc(1px + 2px);", " border-radius: 9px 9px 9px 2px;"):
        assert physical(sheet) == [sheet.strip().rstrip(";")]
    assert physical(" padding: 1px 2px 3px;\n margin: 0 calc(1px * 2) 4px;\n border-radius: 9px 9px 0 0;") == []


def physical(sheet: str) -> list[str]:
    """The declarations that mean left or right, by name or as the second and fourth of four values."""
    named = re.findall(
        r"^\s+((?:\w+-)*(?:left|right)\b[-\w]*: .*|(?:text-align|float|clear): (?:left|right));", sheet, re.M
    )
    boxes = re.finditer(
        r"^\s+((?:padding|margin|inset|scroll-margin|scroll-padding|border-radius): ([^;]+));", sheet, re.M
    )
    return named + [found[1] for found in boxes if _is_lopsided(found[1], found[2].split())]


def _is_lopsided(declaration: str, words: list[str]) -> bool:
    values = _whole(words)
    if declaration.startswith("border-radius") and "/" not in values:
        start, end, far_end, far_start = (values * 4)[:4] if len(values) != 3 else (*values, values[1])
        return (start, far_start) != (end, far_end)
    return len(values) == 4 and values[1] != values[3]


def _whole(words: list[str]) -> list[str]:
    """Values from what stands between spaces: a calculation has some too."""
    values: list[str] = []
    for word in words:
        if values and values[-1].count("(") > values[-1].count(")"):
            values[-1] += f" {word}"
        else:
            values.append(word)
    return values
