"""Records: what is wrong is said, and where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabbytop import games
from tabbytop.engine.luck import SealedLuck, SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import BadRecord, parse_record, read_record, write_record
from tabbytop.kit.steps import golden_folder

CAT_CAB = games.load("cat-cab")
GOLDEN = golden_folder(CAT_CAB) / "solo-turn-limit-nobody-wins.jsonl"


def lines() -> list[str]:
    return GOLDEN.read_text(encoding="utf-8").split("\n")


def complaint(changed: list[str]) -> BadRecord:
    with pytest.raises(BadRecord) as bad:
        parse_record("\n".join(changed))
    return bad.value


def rewritten(line: str, **changes) -> str:
    return json.dumps({**json.loads(line), **changes}, separators=(",", ":"))


def test_a_good_record_is_read(tmp_path: Path):
    record = read_record(GOLDEN)
    assert record.finished
    assert record.names == ("random", "random")
    assert record.match.result.places == (2, 2)


@pytest.mark.parametrize("content", [b"", b"\n", b"hello\n", b"[]\n", b'{"chess": 1}\n', b"\xff\xfe\x00", b"null\n"])
def test_a_foreign_file_is_no_record_at_all(tmp_path: Path, content: bytes):
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match="not a Tabbytop record") as bad:
        read_record(path)
    assert bad.value.line == 0


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path):
    with pytest.raises(BadRecord, match="No such file"):
        read_record(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tabbytop": 2}, "format 2"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules": "0"}, "rules version '0'"),
        ({"players": 7}, "1, 2, 3 players"),
        ({"players": "two"}, "not two"),
        ({"options": {"side": "top"}}, "side is front or back"),
        ({"options": []}, "lacks"),
        ({"seats": [1]}, "lacks"),
        ({"luck": "good"}, "lacks"),
        ({"seats": ["mallory", "random"]}, "altered"),
    ],
)
def test_a_changed_header_is_found_on_line_1(changes, words):
    first, *rest = lines()
    bad = complaint([rewritten(first, **changes), *rest])
    assert bad.line == 1
    assert words in str(bad)


def test_a_changed_move_is_found_on_its_line():
    changed = lines()
    place = next(i for i, line in enumerate(changed) if '"seat":0' in line and "stop" in line)
    changed[place] = changed[place].replace("stop", "roll")
    bad = complaint(changed)
    assert bad.line == place + 1
    assert "CAB-" in str(bad)


def test_luck_that_was_not_drawn_is_found_even_if_it_was_possible():
    changed = lines()
    place = 8
    assert '"luck"' in changed[place]
    other = 1 + json.loads(changed[place])["move"]["die"]["shows"] % 6
    changed[place] = rewritten(changed[place], move={"die": {"shows": other}})
    bad = complaint(changed)
    assert bad.line == place + 1
    assert f"luck is written as die(shows={other}), but the revealed luck gives" in str(bad)


def test_a_luck_seed_other_than_the_committed_one_is_found():
    *rest, footer, end = lines()
    bad = complaint([*rest, rewritten(footer, luck="2026/1"), end])
    assert "committed" in str(bad)
    bad = complaint([*rest, rewritten(footer, luck="who knows"), end])
    assert "no revealed luck" in str(bad)


def test_a_wrong_result_is_found():
    *rest, footer, end = lines()
    bad = complaint([*rest, rewritten(footer, places=[1, 2]), end])
    assert bad.line == len(rest) + 1


def test_a_footer_before_the_end_is_found():
    *rest, _, footer, end = lines()
    bad = complaint([*rest, footer, end])
    assert "it is not" in str(bad)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "no JSON object"),
        ("[1]", "no JSON object"),
        ("[" * 60_000, "no JSON object"),
        ('{"seat":"luck"', "no JSON object"),
        ('{"seat":0.5,"move":{"roll":{}}}', "a seat is"),
        ('{"seat":true,"move":{"roll":{}}}', "a seat is"),
        ('{"seat":"luck","move":{"fly":{}}}', "no move 'fly'"),
        ('{"seat":"luck","move":{"die":{"shows":9}}}', "shows is one of"),
        ('{"seat":99,"move":{"roll":{}}}', "CAB-"),
        ('{"move":{"roll":{}}}', "a seat is"),
    ],
)
def test_a_broken_line_is_named(line, words):
    changed = lines()
    changed[5] = line
    bad = complaint(changed)
    assert bad.line == 6
    assert words in str(bad)


def test_a_record_cut_in_the_middle_of_a_line_is_found():
    text = "\n".join(lines())
    with pytest.raises(BadRecord, match="whole line"):
        parse_record(text[:-1])


def test_sealed_luck_is_revealed_only_when_the_game_is_over():
    match = Match(CAT_CAB, 2, luck=SealedLuck(b"a secret of sixteen bytes or more"))
    match.advance()
    text = write_record(match, ["Ann", "Bob"])
    assert match.luck.reveal not in text
    assert match.luck.commitment in text
    assert not parse_record(text).finished


def test_a_match_without_luck_cannot_be_written():
    with pytest.raises(ValueError, match="without luck"):
        write_record(Match(CAT_CAB, 2))


def test_names_of_any_script_survive():
    match = Match(CAT_CAB, 2, luck=SwiftLuck(1, 1))
    names = ("Zoë \u202e<b>", "猫\u0000\n")
    assert parse_record(write_record(match, names)).names == names
