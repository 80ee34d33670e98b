"""What a game is like: a study of a few games, as numbers and as a page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tabbytop.arena.study import Study, sampled, study_of, variants_of
from tabbytop.arena.study_page import page
from tabbytop.cli import app
from tabbytop.kit.cases import compiled
from tabbytop.review.reckoning import prepared

BOTS = ("kitten", "house-cat")


@pytest.fixture(scope="module")
def study() -> Study:
    """Three small games."""
    samples = [sampled("rollecate", 2, {}, BOTS, 1, number) for number in range(3)]
    variants = list(variants_of(prepared("rollecate"), 5, 1))
    return study_of("rollecate", 2, {}, BOTS, 1, samples, variants, 1.0)


def test_a_study_adds_up(study: Study):
    assert study.games == len(study.plies) == 3
    assert sum(one.mean for one in study.seat_wins) == pytest.approx(1.0)
    assert sum(one.mean for one in study.luck) == pytest.approx(0.0, abs=1e-9)
    assert 0 <= study.luck_share <= 1
    assert [loss.level for loss in study.losses] == list(BOTS)
    assert all(loss.per_decision.mean >= 0 for loss in study.losses)
    assert {variant.players for variant in study.variants} == set(compiled(prepared("rollecate").game).game.players)
    assert msgspec.json.decode(msgspec.json.encode(study), type=Study) == study


def test_the_page_needs_nothing_else(study: Study):
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not any(name in ("src", "href") for name, _ in attrs)

    text = page([study, study])
    Reader().feed(text)
    assert "script" not in tags
    assert tags.count("section") == 2
    assert tags.count("svg") == 2 * 7
    assert "Rollecate" in text


def test_a_race_is_not_studied_and_names_are_checked(tmp_path: Path):
    assert CliRunner().invoke(app, ["study", "kitty-paw"]).exit_code != 0
    assert CliRunner().invoke(app, ["study", "rollecate", "--bots", "lion"]).exit_code != 0
