"""What a game is like: a study of a few games, as numbers and as a page."""

from __future__ import annotations

import importlib
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tabbytop import games
from tabbytop.arena.study import Sample, Study, sampled, study_of, variants_of
from tabbytop.arena.study_page import page
from tabbytop.cli import app
from tabbytop.engine import components
from tabbytop.engine.components import BadComponents
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


def test_games_lost_alone_have_no_score_and_no_winner(study: Study):
    def sample(place: int, score: int) -> Sample:
        return Sample(
            names=["kitten"], plies=9, turns=1, choices=[2], families={"pass": 3}, places=[place], scores=[score],
            halfway=[0.4], luck=[0.0], effect=[0.0], cost=[0.0], decisions=[1],
        )  # fmt: skip

    def told(*samples: Sample) -> Study:
        return study_of("rollecate", 1, {"mode": "solo_hard"}, ("kitten",), 1, samples, [], 1.0)

    some, none = told(sample(1, 30), sample(2, 0), sample(1, 40)), told(sample(2, 0), sample(2, 0))
    assert (some.scored, some.scores[0].mean, some.score_spread) == (2, 35.0, 5.0)
    assert (none.scored, none.scores, none.comebacks.mean) == (0, [], 0.0)
    assert "Games that were lost have none: 1 of 3." in page([some])
    assert "all were lost" in page([none])
    assert "were lost" not in page([study])


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
    assert tags.count("svg") == 2 * 8
    assert "Rollecate" in text


def test_a_race_is_not_studied_and_names_are_checked(tmp_path: Path):
    assert CliRunner().invoke(app, ["study", "kitty-paw"]).exit_code != 0
    assert CliRunner().invoke(app, ["study", "rollecate", "--bots", "tiger"]).exit_code != 0


def studies_in(text: str) -> list[Study]:
    """What the command has found, without the time that it took."""
    return [msgspec.structs.replace(one, seconds=0.0) for one in msgspec.json.decode(text, type=list[Study])]


def test_two_component_files_side_by_side_and_games_that_were_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """With the same components the same games; a file that does not hold is refused before anything is played."""
    text = (games.load("rollecate").folder / "components.toml").read_text(encoding="utf-8")
    other, bad = tmp_path / "other.toml", tmp_path / "bad.toml"
    other.write_text(f"# our own copy\n{text}", encoding="utf-8")
    bad.write_text(f'nonsense = "yes"\n{text}', encoding="utf-8")
    ask = ["study", "rollecate", "--games", "2", "--jobs", "1", "--bots", "kitten", "--variants", "0", "--json"]
    ask += ["--resume", str(tmp_path / "kept.jsonl")]
    done = CliRunner().invoke(app, [*ask, "--against-components", str(other)])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "kept.jsonl").read_bytes().count(b"\n") == 4, "games of other components are others"
    command = importlib.import_module("tabbytop.cli.study")
    monkeypatch.setattr(command, "_sampled", lambda tasks, *_: (pytest.fail(str(task)) for task in tasks))
    again = CliRunner().invoke(app, [*ask, "--against-components", str(other)])
    assert studies_in(again.stdout) == studies_in(done.stdout)
    first, second = studies_in(done.stdout)
    assert (first.components, second.components) == ("", "other.toml")
    assert first.plies == second.plies
    assert "components of other.toml" in page([first, second])
    with pytest.raises(BadComponents, match="nonsense"):
        CliRunner().invoke(app, [*ask, "--components", str(bad)], catch_exceptions=False)


def test_another_file_is_read_in_place_of_a_games_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Numbers(msgspec.Struct):
        cards: int

    monkeypatch.setattr(components, "_INSTEAD", {})
    own, other = tmp_path / "components.toml", tmp_path / "other.toml"
    own.write_text("cards = 3", encoding="utf-8")
    other.write_text("cards = 4", encoding="utf-8")
    assert components.read_components(own, Numbers).cards == 3
    components.use_instead(own, other)
    assert components.read_components(own, Numbers).cards == 4
