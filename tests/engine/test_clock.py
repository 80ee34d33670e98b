"""Time at the table: it passes by moves, stops where something happens by itself, and replays exactly."""

from __future__ import annotations

import pytest

from tabbytop import games
from tabbytop.engine.clock import NEVER, Clock
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match, Refused
from tabbytop.engine.play import PACES, first_of, pace_of
from tabbytop.engine.record import parse_record, write_record
from tabbytop.engine.seats import ALL, CLOCK, HOUSE

RACE = games.load("kitty-paw")
READY = RACE.moves.ready()


def new_race(players: int = 2, **options: object) -> Match:
    match = Match(RACE, players, options, luck=SwiftLuck(3, 1))
    match.advance()
    return match


def test_a_span_is_a_few_moves():
    clock = Clock({10: 1, 11: 10, 12: 100}, now=lambda s: 0, left=lambda s: NEVER)
    assert [clock.step(ms) for ms in (1, 9, 10, 99, 100, 5000)] == [10, 10, 11, 11, 12, 12]


def test_waiting_lets_exactly_so_much_time_pass():
    match = new_race()
    ply = match.ply
    assert match.wait(12_345) == 12_345
    assert match.now == 12_345
    assert all(entry.seat == CLOCK for entry in match.log[ply:])
    assert match.ply - ply < 6
    assert match.time_left == 60_000 - 12_345


def test_waiting_stops_where_something_happens_by_itself():
    match = new_race()
    assert match.wait(100_000) == 60_000
    assert match.actor == HOUSE
    assert match.wait(5) == 0
    match.advance()
    assert match.actor == ALL
    assert match.time_left == 3000


def test_both_seats_act_at_the_same_moment_in_any_order():
    match = new_race()
    match.play(1, READY)
    match.play(0, READY)
    with pytest.raises(Refused):
        match.play(0, READY)
    assert [entry.seat for entry in match.log[-2:]] == [1, 0]


def test_nothing_is_taken_back_while_time_runs():
    match = new_race()
    match.play(0, READY)
    assert match.undo_floor(0) == match.ply


def test_a_record_of_timed_moves_replays_to_the_same_moment():
    match = new_race()
    match.wait(777)
    match.play(0, READY)
    match.wait(1234)
    text = write_record(match, ["Ann", "Bob"])
    assert '{"seat":"clock","move":{"let_pass":{"ms":770}}' in text
    again = parse_record(text).match
    assert (again.fingerprint, again.now) == (match.fingerprint, 2011)


def test_a_game_without_a_clock_knows_no_time():
    match = Match(games.load("cat-cab"), 2, luck=SwiftLuck(1, 1))
    assert (match.now, match.time_left) == (0, NEVER)
    with pytest.raises(ValueError, match="no clock"):
        match.wait(5)


# ---------------------------------------------------------------- who is first in random play


def drawn(able: int, seats: int, key: int) -> list[int]:
    return [first_of(able, seats, key, number << 20) for number in range(4096)]


def test_the_clock_moves_half_of_the_time_and_seats_by_their_pace():
    for key in range(5):
        firsts = drawn(0b1111, 3, key)
        assert 0.45 < firsts.count(CLOCK) / len(firsts) < 0.55
        paces = [pace_of(key, seat) for seat in range(3)]
        for seat in range(3):
            share = firsts.count(seat) / (len(firsts) - firsts.count(CLOCK))
            assert abs(share - paces[seat] / sum(paces)) < 0.02


def test_only_those_who_are_able_are_first():
    assert set(drawn(0b0101, 3, 1)) == {0, 2}
    assert set(drawn(0b1000, 3, 1)) == {CLOCK}


def test_paces_differ_between_seats_and_games():
    paces = {pace_of(key * 7919, seat) for key in range(50) for seat in range(4)}
    assert paces == set(range(1, PACES + 1))
