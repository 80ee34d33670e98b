"""Files that one can read in one sitting: no Python file over 600 lines, no source of the page over 400,
and the boards that were once the longest, with what lies beside them, below 300.

Generated files and data are left aside.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = {".py": 600, ".ts": 400, ".svelte": 400}
BELOW = 300
GENERATED = {"generated.ts", "protocol.ts"}


def sources() -> list[Path]:
    found = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")]
    found += [*(ROOT / "web" / "src").rglob("*.ts"), *(ROOT / "web" / "src").rglob("*.svelte")]
    found += ROOT.glob("*.py")
    return [path for path in found if path.name not in GENERATED and "data" not in path.parts]


def lines_in(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("suffix", MOST)
def test_no_source_is_longer_than_one_can_read(suffix: str):
    looked_at = [path for path in sources() if path.suffix == suffix]
    assert len(looked_at) > 50
    long = {str(path.relative_to(ROOT)): lines_in(path) for path in looked_at if lines_in(path) > MOST[suffix]}
    assert long == {}


@pytest.mark.parametrize("game", ["cat-cab", "patrician", "rollecate"])
def test_no_board_grows_long_again(game: str):
    parts = [path for path in (ROOT / "web/src/games" / game).glob("*.svelte") if path.stem in ("Board", "Side")]
    assert len(parts) == 2
    assert {path.name: lines_in(path) for path in parts if lines_in(path) >= BELOW} == {}
