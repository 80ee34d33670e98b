"""States: declared fields, views, and the plain face."""

from __future__ import annotations

import json
import math
import random

import numpy as np
import pytest

from tabbytop.engine.state import Ints, State, copy_of, nobody, owner, public


class Purse(State):
    turn: int = public(empty=-1)
    total: int = public(type="i4")
    coins: Ints = owner(3, 2, type="i2", empty=-1)
    secret: int = nobody()


class Bare(State):
    turn: int = public()
    row: Ints = public(3, type="i2")


def test_a_blank_state_has_the_empty_values_and_no_padding_noise():
    one, many = Purse.blank(), Purse.blank(3)
    assert Purse.as_dict(one) == {"turn": -1, "total": 0, "coins": [[-1, -1]] * 3, "secret": 0}
    assert many.tobytes() == one.tobytes() * 3


def test_a_view_is_filled_only_with_what_a_seat_may_see():
    state = Purse.blank()
    state["turn"], state["secret"], state["coins"][0] = 1, 7, [[1, 2], [3, 4], [5, 6]]
    assert Purse.as_dict(Purse.view(state, 1)) == {
        "turn": 1,
        "total": 0,
        "coins": [[-1, -1], [3, 4], [-1, -1]],
        "secret": 0,
    }
    assert Purse.view(state, -6)["coins"].tolist() == [[[-1, -1]] * 3]
    assert Purse.view(state, 9)["coins"].tolist() == [[[-1, -1]] * 3]


def test_what_differs_between_two_states_is_told_field_by_field():
    before = Purse.blank()
    after = copy_of(before)
    assert Purse.changed(before.tobytes(), after.tobytes()) == {}
    after["turn"], after["coins"][0, 2, 1] = 1, 300
    assert Purse.changed(before.tobytes(), after.tobytes()) == {"turn": 1, "coins": [[-1, -1], [-1, -1], [-1, 300]]}


def test_a_state_is_looked_at_by_its_bytes_as_by_itself():
    """What a seat sees, the face for those who only read, and the one JSON text that hashes are taken of."""
    chance = random.Random(4)
    for state in (Purse, Bare):
        for seat in (-1, 0, 1):
            truth = state.blank()
            for name, field in state.fields.items():
                truth[name] = np.array([chance.randrange(-100, 100) for _ in range(math.prod(field.shape))]).reshape(
                    field.shape
                )
            data = truth.tobytes()
            assert state.view_of(data, seat) == state.view(truth, seat).tobytes()
            fields = state.as_dict(truth)
            assert state.canonical(data) == json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
            face = state.plain_of(data)
            assert face.turn == fields["turn"]
            with pytest.raises((OverflowError, TypeError)):
                face.turn = 1


def test_a_field_says_whether_its_rows_are_seats():
    assert Purse.fields["coins"].by_seat
    assert not Purse.fields["turn"].by_seat
    assert public(3, by_seat=True).by_seat
    with pytest.raises(TypeError, match="first axis is the seat"):
        public(by_seat=True)


def test_a_field_without_a_declaration_cannot_exist():
    with pytest.raises(TypeError, match=r"Leaky\.hand says nobody"):

        class Leaky(State):
            hand: int


def test_a_field_of_owners_needs_a_seat_axis():
    with pytest.raises(TypeError, match="first axis is the seat"):
        owner()


def test_the_plain_face_gives_ints_and_shares_memory():
    state = Purse.blank()
    plain = Purse.plain(state)
    plain.total = 70_000
    plain.coins[2, 1] = 300
    assert type(plain.total) is int
    assert type(plain.coins[2, 1]) is int
    assert state["total"][0] == 70_000
    assert state["coins"][0, 2, 1] == 300


def test_numbers_that_do_not_fit_are_refused_instead_of_wrapped():
    plain = Purse.plain(Purse.blank())
    with pytest.raises(OverflowError, match=r"Purse\.turn cannot hold 128"):
        plain.turn = 128
    with pytest.raises(ValueError, match="memoryview"):
        plain.coins[0, 0] = 40_000
    with pytest.raises(AttributeError):
        plain.trun = 1


def test_arithmetic_on_narrow_fields_does_not_wrap():
    plain = Purse.plain(Purse.blank())
    plain.turn = 100
    assert plain.turn * 10 == 1000
    assert 1 << plain.turn > 1 << 64


def test_a_plain_face_has_the_declared_fields_and_no_others():
    plain = Purse.plain(Purse.blank())
    for name in ("purse", "_purse", "_turns", "total_"):
        with pytest.raises(AttributeError, match=name):
            getattr(plain, name)
    with pytest.raises(AttributeError):
        plain.coins = [0]
    with pytest.raises(AttributeError):
        plain.purse = 1


def test_numbers_of_all_widths_are_read_as_they_were_written():
    class Wide(State):
        small: Ints = public(2, 3, type="i1")
        huge: int = public(type="i8")
        middle: Ints = public(2, type="i4")
        short: int = public(type="i2")

    state = Wide.blank()
    written = {"small": [[-128, 0, 127], [1, 2, 3]], "huge": -(2**63), "middle": [2**31 - 1, -1], "short": -300}
    for name, value in written.items():
        state[name][0] = value
    assert Wide.as_dict(state) == written
    assert list(Wide.as_dict(state)) == list(written)
    assert Wide.as_dict(Wide.view(state, 0)) == written


def test_bytes_that_are_no_whole_states_are_refused():
    size = Purse.dtype.itemsize
    assert len(Purse.from_bytes(bytes(2 * size))) == 2
    with pytest.raises(ValueError, match="not whole states"):
        Purse.from_bytes(bytes(size + 1))


def test_a_plain_face_is_for_one_state():
    with pytest.raises(ValueError, match="one state"):
        Purse.plain(Purse.blank(2))


def test_copies_are_independent_and_fingerprints_follow_the_bytes():
    state = Purse.blank()
    copy = copy_of(state)
    assert Purse.fingerprint(copy) == Purse.fingerprint(state)
    copy["total"] = 1
    assert state["total"][0] == 0
    assert Purse.fingerprint(copy) != Purse.fingerprint(state)
    assert isinstance(copy, np.ndarray)


class Early(State):
    total: int = public(type="i4")
    turn: int = public()


class Late(State):
    total: int = public(type="i4")
    flag: int = public(later=True)
    marks: Ints = public(4, later=True)
    turn: int = public()


def test_fields_that_came_later_count_only_once_they_hold_something():
    before, after = Early.blank(), Late.blank()
    for state in (before, after):
        state["total"], state["turn"] = 7, 1
    assert Late.essence(after) == Early.essence(before) == before.tobytes()
    assert Late.fingerprint(after) == Early.fingerprint(before)
    marks = {Late.fingerprint(after)}
    for field, index in (("flag", 0), ("marks", (0, 3))):
        after[field][index] = 1
        marks.add(Late.fingerprint(after))
    assert len(marks) == 3
    assert Late.as_dict(after) == {"total": 7, "flag": 1, "marks": [0, 0, 0, 1], "turn": 1}


def test_a_field_that_comes_later_is_small_and_empty_at_0():
    for wrong in ({"type": "i2"}, {"empty": -1}):
        with pytest.raises(TypeError, match="comes later"):
            public(later=True, **wrong)
