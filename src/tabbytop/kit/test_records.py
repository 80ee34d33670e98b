"""The kit: a record leads back to its game, and no byte of it can be changed unnoticed."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabbytop import games
from tabbytop.engine.match import Match
from tabbytop.engine.record import BadRecord, parse_record, write_record
from tabbytop.kit.cases import PLAIN, Case, compiled, sample

RECORDED = [case for case in PLAIN if case.game.id in games.ids()]
"""The kit's own games are not registered, and records name their game."""


@functools.cache
def text_of(case: Case) -> str:
    return write_record(sample(case), ["Ann", "Büşra ", "猫"][: case.players])


def read(case: Case, text: str):
    return parse_record(text, referee_for=lambda game: compiled(case.game))


@pytest.mark.parametrize("case", RECORDED, ids=str)
def test_a_record_replays_to_the_same_game(case: Case):
    record = read(case, text_of(case))
    assert record.finished
    assert record.match.log == sample(case).log
    assert record.match.fingerprint == sample(case).fingerprint
    assert record.match.result == sample(case).result
    assert write_record(record.match, record.names) == text_of(case)


@pytest.mark.parametrize("case", RECORDED, ids=str)
def test_an_unfinished_game_is_read_as_far_as_it_goes(case: Case):
    match = Match(case.game, case.players, luck=sample(case).luck)
    log = sample(case).log
    for entry in log[: min(40, len(log) // 2)]:
        match.accept(entry.seat, entry.move)
    record = read(case, write_record(match))
    assert not record.finished
    assert record.match.log == match.log


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_changed_byte_is_caught(data: st.DataObject):
    case = data.draw(st.sampled_from(RECORDED))
    raw = text_of(case).encode()
    place = data.draw(st.integers(0, len(raw) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != raw[place]))
    changed = raw[:place] + bytes([byte]) + raw[place + 1 :]
    with pytest.raises((BadRecord, UnicodeDecodeError)):
        read(case, changed.decode())


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_missing_doubled_or_swapped_line_is_caught(data: st.DataObject):
    case = data.draw(st.sampled_from(RECORDED))
    lines = text_of(case).split("\n")[:-1]
    place = data.draw(st.integers(0, len(lines) - 2))
    change = data.draw(st.sampled_from(["drop", "double", "swap"]))
    if change == "drop":
        del lines[place]
    elif change == "double":
        lines.insert(place, lines[place])
    else:
        lines[place], lines[place + 1] = lines[place + 1], lines[place]
    with pytest.raises(BadRecord):
        read(case, "\n".join(lines) + "\n")
