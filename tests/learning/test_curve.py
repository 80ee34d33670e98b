"""The plot of how strong nets grew."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tabbytop import games
from tabbytop.bots import nets
from tabbytop.learning.curve import LEFT, RIGHT, WIDTH, plot
from tests import nursery

SVG = "{http://www.w3.org/2000/svg}"
CAT_CAB = games.load("cat-cab")


def record(*shares: float, games: int = 1000) -> dict:
    return {"curve": [{"games": games, "share": share, "error": 0.02, "match": 100, "seconds": 5} for share in shares]}


def test_every_round_is_a_point_with_its_interval():
    drawn = ElementTree.fromstring(plot({"one": record(0.45, 0.5, 0.6), "<two>": record(0.5, 0.7)}))
    assert len(drawn.findall(f"{SVG}circle")) == 5
    first, second = drawn.findall(f"{SVG}polyline")
    points = [tuple(map(float, point.split(","))) for point in first.attrib["points"].split()]
    across, down = zip(*points, strict=True)
    assert np.allclose(np.diff(across), np.diff(across)[0], atol=0.2)
    assert across[-1] == WIDTH - RIGHT
    assert across[0] > LEFT
    assert down[0] > down[1] > down[2], "what is stronger is higher"
    assert len(second.attrib["points"].split()) == 2
    title = drawn.findtext(f"{SVG}title")
    assert title is not None
    assert "one: 60.0% after 3,000 games; <two>: 70.0% after 2,000 games" in title


def test_intervals_are_as_long_as_the_error_says():
    drawn = ElementTree.fromstring(plot({"net": record(0.5, 0.5)}))
    levels = {line.attrib["y1"] for line in drawn.findall(f"{SVG}line") if line.attrib["y1"] == line.attrib["y2"]}
    bars = [line for line in drawn.findall(f"{SVG}line") if line.attrib["x1"] == line.attrib["x2"]]
    tenth = np.diff(sorted(map(float, levels)))[0]
    for bar in bars:
        assert abs(float(bar.attrib["y1"]) - float(bar.attrib["y2"])) == pytest.approx(2 * 1.96 * 0.2 * tenth, abs=0.2)
    assert len(bars) == 2


@pytest.mark.parametrize("count", [64, 999, 4_000, 84_480, 10_000_000])
def test_the_axis_has_a_few_round_numbers(count: int):
    drawn = ElementTree.fromstring(plot({"net": record(0.5, games=count)}))
    told = [text.text or "" for text in drawn.findall(f"{SVG}text")]
    numbers = [int(text.replace(",", "")) for text in told if text.replace(",", "").isdigit()]
    assert 3 <= len(numbers) <= 9
    assert numbers[-1] <= count


def test_the_command_draws_the_net_that_is_shipped_and_refuses_what_is_none(tmp_path: Path):
    out = tmp_path / "curve.svg"
    assert nursery.run("curve", str(nets.shipped(CAT_CAB, 2)), "--out", str(out)).returncode == 0
    assert "cat-cab, 2 players, seed 1" in out.read_text()
    assert nursery.run("curve", str(out), "--out", str(out)).returncode == 2
    assert (
        nursery.run("curve", str(nets.shipped(CAT_CAB, 2)), "--out", str(tmp_path / "no" / "curve.svg")).returncode == 2
    )
