"""What is taken back, who plays on for whom, and what both cost on the clock. No server, no database."""

from __future__ import annotations

import pytest

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol.messages import (
    Answer,
    BotSeat,
    Friend,
    Leave,
    Me,
    Play,
    Return,
    Sit,
    Start,
    Substitute,
    Takeback,
    Undo,
)
from tabbytop.server.tables import projections, table
from tabbytop.server.tables.internal import BotMove, TimeUp
from tabbytop.server.tables.seating import Person
from tests.server.evenings import ANN, BEN, EVE, Evening, bots_move, duel, hot_seat, picture

pytestmark = pytest.mark.usefixtures("known_luck")


# ---------------------------------------------------------------- taking back


def test_steps_and_turns_are_taken_back_up_to_luck():
    evening = hot_seat()
    evening.play_until("mark", ANN)
    floor = evening.match.ply
    states = [evening.match.fingerprint]
    for _ in range(3):
        evening.play(ANN)
        states.append(evening.match.fingerprint)
    evening.do(ANN, Undo("k", evening.seq))
    assert evening.match.fingerprint == states[-2]
    evening.do(ANN, Undo("k", evening.seq, turn=True))
    assert evening.match.fingerprint == states[0]
    assert evening.match.ply == floor
    assert evening.refuses(ANN, Undo("k", evening.seq)).code == "no_undo"
    assert not projections.now(evening.table, evening.deciding, None).undo


def test_nobody_takes_back_what_others_did():
    evening = duel()
    evening.play_until("mark", ANN)
    evening.play(ANN)
    assert evening.refuses(BEN, Undo("k", evening.seq)).code == "no_undo"
    other = evening.table.seats_of(ANN.guest)[0]
    assert evening.refuses(BEN, Undo("k", evening.seq, other)).code == "not_yours"
    assert evening.refuses(EVE, Undo("k", evening.seq)).code == "not_seated"


def test_a_takeback_needs_the_consent_of_all_others():
    evening = duel()
    ply, state = evening.match.ply, evening.match.fingerprint
    evening.play(ANN)
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"
    evening.do(ANN, Takeback("k", evening.seq))
    asked = projections.now(evening.table, SPECTATOR, None).takeback
    assert asked is not None
    assert asked.waiting == evening.table.seats_of(BEN.guest)
    assert evening.refuses(ANN, Takeback("k", evening.seq)).code == "already_asked"
    assert evening.refuses(ANN, Answer("k", evening.seq, True)).code == "not_asked"
    assert evening.refuses(EVE, Answer("k", evening.seq, True)).code == "not_asked"
    evening.do(BEN, Answer("k", evening.seq, True))
    assert evening.told == ["Ben agrees.", f"Ann takes back to move {ply}."]
    assert (evening.match.ply, evening.match.fingerprint) == (ply, state)
    assert evening.table.facts.asked is None


def test_a_takeback_that_is_refused_or_overtaken_is_over():
    evening = duel()
    evening.play(ANN)
    state = evening.match.fingerprint
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(BEN, Answer("k", evening.seq, False))
    assert evening.told == ["Ben does not agree."]
    assert evening.match.fingerprint == state
    evening.do(ANN, Takeback("k", evening.seq))
    evening.play(ANN)
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"


def test_an_answer_to_one_takeback_does_not_count_for_the_next():
    evening = duel()
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    known = evening.seq
    evening.play(ANN)
    state = evening.match.fingerprint
    evening.do(ANN, Takeback("k", evening.seq))
    assert evening.refuses(BEN, Answer("k", known, True)).code == "stale"
    assert evening.refuses(BEN, Answer("k", evening.seq + 1, True)).code == "stale"
    assert evening.match.fingerprint == state
    evening.do(BEN, Answer("k", evening.seq, True))
    assert evening.match.fingerprint != state


def test_nobody_answers_for_somebody_else():
    evening = Evening(Me(), Friend(), Friend())
    evening.do(BEN, Sit("k", 1))
    evening.do(EVE, Sit("k", 2))
    evening.do(ANN, Start("k"))
    people = {ANN.guest: ANN, BEN.guest: BEN, EVE.guest: EVE}
    guests = [evening.table.facts.places[(evening.deciding + number) % 3].guest for number in range(3)]
    asker, first, second = (people[guest or ""] for guest in guests)
    evening.play(asker)
    evening.do(asker, Takeback("k", evening.seq))
    (theirs,) = evening.table.seats_of(second.guest)
    assert evening.refuses(first, Answer("k", evening.seq, True, theirs)).code == "not_yours"
    evening.do(first, Answer("k", evening.seq, True))
    assert evening.refuses(first, Answer("k", evening.seq, True)).code == "not_asked"
    assert evening.table.facts.asked is not None
    evening.do(second, Answer("k", evening.seq, True))
    assert evening.table.facts.asked is None


def test_bots_agree_to_every_takeback():
    evening = Evening(Me(), BotSeat("kitten"))
    while evening.table.bot_at(evening.deciding) is not None:
        bots_move(evening)
    state = evening.match.fingerprint
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    assert evening.match.fingerprint == state


def test_a_takeback_does_not_wait_for_somebody_who_has_left():
    evening = duel()
    state = evening.match.fingerprint
    evening.play(ANN)
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(BEN, Leave("k"))
    assert evening.match.fingerprint == state
    evening.play(ANN)
    evening.do(BEN, Return("k"))
    evening.do(ANN, Takeback("k", evening.seq))
    evening.do(ANN, Leave("k"))
    assert evening.refuses(BEN, Answer("k", evening.seq, True)).code == "not_asked"


def test_who_has_decided_nothing_has_nothing_to_take_back():
    evening = duel()
    assert evening.refuses(BEN, Takeback("k", evening.seq)).code == "no_undo"


# ---------------------------------------------------------------- leaving and standing in


def test_a_bot_plays_on_for_somebody_who_leaves_until_they_return():
    evening = duel()
    evening.do(ANN, Leave("k"))
    assert evening.told == ["Ann leaves the table; a bot plays on.", "There is a new host."]
    assert evening.refuses(ANN, Leave("k")).code == "wrong_stage"
    for command in (Play("k", evening.seq, {"roll": {}}), Undo("k", evening.seq), Takeback("k", evening.seq)):
        assert evening.refuses(ANN, command).code == "away"
    assert projections.now(evening.table, evening.deciding, None).choices == []
    bots_move(evening)
    evening.do(ANN, Return("k"))
    assert evening.told == ["Ann is back."]
    assert evening.refuses(ANN, Return("k")).code == "wrong_stage"
    evening.play(ANN)


def test_others_let_a_bot_play_for_somebody():
    evening = duel()
    (anns,), (bens,) = (evening.table.seats_of(person.guest) for person in (ANN, BEN))
    assert evening.refuses(EVE, Substitute("k", anns)).code == "not_seated"
    assert evening.refuses(BEN, Substitute("k", anns, "tiger")).code == "no_level"
    assert evening.refuses(BEN, Substitute("k", 9)).code == "no_seat"
    evening.do(BEN, Substitute("k", anns, "kitten"))
    assert evening.table.bot_at(anns) == "kitten"
    assert evening.table.facts.host == BEN.guest
    assert evening.refuses(BEN, Substitute("k", anns)).code == "wrong_stage"
    assert evening.table.bot_at(bens) is None


def test_the_move_of_a_bot_that_comes_too_late_is_dropped():
    evening = duel()
    evening.do(ANN, Leave("k"))
    late = BotMove(evening.deciding, evening.match.ply, evening.match.legal(evening.deciding)[0])
    evening.do(ANN, Return("k"))
    before = picture(evening.table)
    evening.do(ANN, late)
    evening.do(ANN, BotMove(late.seat, late.ply + 1, late.move))
    assert picture(evening.table) == before


# ---------------------------------------------------------------- clocks


def bank(evening: Evening, person: Person) -> int:
    (seat,) = evening.table.seats_of(person.guest)
    return evening.table.facts.places[seat].bank


def used(evening: Evening, person: Person) -> int:
    (seat,) = evening.table.seats_of(person.guest)
    return evening.table.facts.places[seat].used


def test_thinking_is_charged_to_the_one_who_thinks():
    evening = duel(clock="timed")
    before = bank(evening, ANN), bank(evening, BEN)
    evening.play(ANN, spent=700)
    assert (bank(evening, ANN), bank(evening, BEN)) == (before[0] - 700, before[1])


def test_time_is_added_after_a_turn():
    evening = duel(clock="timed", options={"turn_limit": 5})
    before, first = bank(evening, ANN), evening.deciding
    while evening.deciding == first:
        evening.play(ANN)
    assert bank(evening, ANN) == before + table.CLOCKS["timed"].increment


def to_the_end_of_a_turn(evening: Evening) -> Person:
    """Play on until the last choice would end a turn and could still be taken back; whose turn it is."""
    while True:
        seat = evening.deciding
        person = ANN if evening.table.facts.places[seat].guest == ANN.guest else BEN
        table = evening.table
        evening.play(person, -1)
        if evening.deciding != seat and evening.match.undo_floor(seat) < evening.match.ply:
            evening.table = table
            return person


@pytest.mark.parametrize("clock", ["timed", "relaxed"])
def test_taking_back_gives_no_time_back(clock: str):
    """Thinking before a step back costs as much as thinking before a step."""
    evening = duel(clock=clock)
    evening.play_until("mark", ANN)
    evening.play(ANN)
    before = bank(evening, ANN), used(evening, ANN)
    evening.do(ANN, Undo("k", evening.seq), spent=60_000)
    assert (bank(evening, ANN), used(evening, ANN)) == (before[0] - 60_000, before[1] + 60_000)


def test_ending_a_turn_again_and_again_gains_no_time():
    evening = duel(clock="timed")
    person = to_the_end_of_a_turn(evening)
    other = BEN if person is ANN else ANN
    before = bank(evening, person), bank(evening, other)
    for _ in range(5):
        evening.play(person, -1)
        evening.do(person, Undo("k", evening.seq))
        assert (bank(evening, person), bank(evening, other)) == before
    evening.play(person, -1)
    evening.do(other, Play("k", evening.seq, {"roll": {}}))
    assert bank(evening, person) == before[0] + table.CLOCKS["timed"].increment


def test_a_takeback_over_several_turns_takes_their_time_back_too():
    evening = duel(clock="timed")
    evening.play(ANN)
    before, first = bank(evening, ANN), evening.deciding
    played = evening.match.ply
    while evening.deciding == first:
        evening.play(ANN, -1)
    evening.play(BEN)
    while evening.match.last_decision(first) >= played:
        evening.do(ANN, Takeback("k", evening.seq))
        evening.do(BEN, Answer("k", evening.seq, True))
    assert bank(evening, ANN) == before
    assert bank(evening, BEN) == table.CLOCKS["timed"].bank


def test_a_turn_taken_back_is_no_new_turn():
    evening = duel(clock="relaxed")
    person = to_the_end_of_a_turn(evening)
    evening.play(person, -1, spent=9_000)
    evening.do(person, Undo("k", evening.seq))
    assert used(evening, person) == 9_000


def test_leaving_and_returning_gives_no_time_back():
    evening = duel(clock="timed")
    before = bank(evening, ANN)
    evening.do(ANN, Leave("k"), spent=60_000)
    evening.do(ANN, Return("k"))
    assert bank(evening, ANN) == before - 60_000


@pytest.mark.parametrize(
    ("clock", "why", "words", "may_return"),
    [
        ("relaxed", "late", "Ann takes too long; a bot plays on.", True),
        ("timed", "time", "Ann has run out of time; a bot plays on.", False),
    ],
)
def test_when_time_is_up_a_bot_plays_on(clock: str, why: str, words: str, may_return: bool):
    evening = duel(clock=clock)
    seat = evening.deciding
    evening.do(ANN, TimeUp(seat, evening.match.ply))
    assert evening.table.facts.places[seat].away == why
    assert evening.told[0] == words
    if may_return:
        evening.do(ANN, Return("k"))
    else:
        assert "used up" in str(evening.refuses(ANN, Return("k")))


def test_an_alarm_for_an_earlier_moment_or_another_seat_is_nothing():
    evening = duel(clock="relaxed")
    before = picture(evening.table)
    evening.do(ANN, TimeUp(evening.deciding, evening.match.ply - 1))
    evening.do(ANN, TimeUp(1 - evening.deciding, evening.match.ply))
    assert picture(evening.table) == before
