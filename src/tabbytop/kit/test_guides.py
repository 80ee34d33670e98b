"""The kit: what the guide of any game must hold."""

from __future__ import annotations

import pytest

from tabbytop import games
from tabbytop.engine.guide import CITED, DETAILS, DRAWN, BadGuide, Section, read_guide
from tabbytop.engine.referee import Interpreted
from tabbytop.kit import chosen

FIVE_MINUTES = 1000
"""Words: at 200 a minute, with pictures to look at in between."""

every_game = pytest.mark.parametrize("game_id", [game.id for game in chosen.cards()])


@every_game
def test_the_guide_cites_clauses_that_exist_and_shows_positions_that_exist(game_id: str):
    guide, scenes = games.guide(game_id)
    assert guide.title
    assert all(section.blocks for section in guide.sections)
    assert set(guide.scenes) == set(scenes), "a position is shown that is not there, or there and never shown"


@every_game
def test_the_guide_is_read_in_five_minutes(game_id: str):
    guide, _ = games.guide(game_id)
    assert guide.length <= FIVE_MINUTES, f"{guide.length} words: what people look up goes below '{DETAILS}'"


@every_game
def test_every_chapter_of_the_guide_begins_with_a_picture(game_id: str):
    guide, scenes = games.guide(game_id)
    if scenes:
        assert [section.title for section in guide.chapters if not begins_with_a_picture(section)] == []


def begins_with_a_picture(section: Section) -> bool:
    """Whether a chapter shows a position first, or a list of pieces that says what each of them means."""
    first = section.blocks[0]
    return first.kind == "picture" or (first.kind == "list" and all(map(DRAWN.match, first.lines)))


@every_game
def test_no_two_places_of_the_guide_have_the_same_name(game_id: str):
    names = [section.id for section in games.guide(game_id)[0].sections]
    assert len(set(names)) == len(names)


@every_game
def test_every_chapter_of_the_rules_can_be_looked_up_from_the_guide(game_id: str):
    guide, _ = games.guide(game_id)
    lines = [line for section in guide.sections for block in section.blocks for line in block.lines]
    cited = {found["clause"] for line in lines for found in CITED.finditer(line)}
    assert len(cited) > len(games.load(game_id).clauses) // 4


@every_game
def test_the_positions_of_the_guide_are_sound(game_id: str):
    referee = Interpreted(games.load(game_id))
    for name, state in games.guide(game_id)[1].items():
        assert referee.broken(state) == 0, name


def test_a_guide_that_cites_an_unknown_clause_is_refused(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# How to play\n\n## Rolling\n\nRoll. [ABC-99]\n")
    with pytest.raises(BadGuide, match="ABC-99"):
        read_guide(path, {"ABC-01"})


def test_a_guide_without_sections_is_refused(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# How to play\n\nJust play.\n")
    with pytest.raises(BadGuide, match="begins with"):
        read_guide(path, set())


def test_paragraphs_lists_and_pictures_are_told_apart(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# T\n\n## The first turn\n\nOne\ntwo.\n\n- a\n  b\n- c\n\n![Look here.](scene:start)\n")
    (section,) = read_guide(path, set()).sections
    assert section.id == "the-first-turn"
    assert [(block.kind, block.lines, block.scene) for block in section.blocks] == [
        ("text", ("One two.",), None),
        ("list", ("a b", "c"), None),
        ("picture", ("Look here.",), "start"),
    ]


def test_what_comes_after_details_is_folded_away_and_not_counted(tmp_path):
    path = tmp_path / "guide.md"
    chapter, detail = "## The idea\n\nRoll a [6], **then** stop. [ABC-01]", "## Edge cases\n\nMany."
    path.write_text(f"# T\n\n{chapter}\n\n# Details\n\n{detail}\n")
    guide = read_guide(path, {"ABC-01"})
    assert [(section.title, section.is_detail) for section in guide.sections] == [
        ("The idea", False),
        ("Edge cases", True),
    ]
    assert guide.length == 6, "The idea. Roll a then stop."
