"""A match: playing, refusing, taking back, telling."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tabbytop import games
from tabbytop.engine.luck import SealedLuck, SwiftLuck
from tabbytop.engine.match import CHECKPOINT_EVERY, Match, Refused
from tabbytop.engine.moves import BadMove
from tabbytop.engine.seats import HOUSE, LUCK, SPECTATOR

CAT_CAB = games.load("cat-cab")
MOVES = CAT_CAB.moves


def new_match(players: int = 2, number: int = 0) -> Match:
    match = Match(CAT_CAB, players, luck=SwiftLuck(4, number))
    match.advance()
    return match


def play_randomly(match: Match, until: int) -> Match:
    chooser = random.Random(match.ply)
    while match.ply < until and not match.over:
        if not match.step():
            match.play(match.actor, chooser.choice(match.legal(match.actor)))
    return match


def test_luck_and_the_house_play_by_themselves_until_somebody_decides():
    match = new_match()
    assert match.actor in (0, 1)
    assert {entry.seat for entry in match.log} == {LUCK}
    assert match.legal(match.actor) == [MOVES.roll()]
    assert match.legal(1 - match.actor) == []


def test_a_refused_move_changes_nothing_and_says_why():
    match = new_match()
    before, log = match.fingerprint, list(match.log)
    with pytest.raises(Refused) as refused:
        match.play(1 - match.actor, MOVES.roll())
    assert refused.value.refusal.clause == "CAB-24"
    assert "not yours" in str(refused.value)
    assert (match.fingerprint, match.log) == (before, log)


def test_nobody_plays_for_luck_the_house_or_an_automated_opponent():
    match = new_match(players=1)
    for seat in (LUCK, HOUSE, 1, 7):
        with pytest.raises(ValueError, match="not a player's"):
            match.play(seat, MOVES.roll())


@pytest.mark.parametrize("move", [-1, MOVES.count, 10**9, True, 1.0, "roll"])
def test_moves_that_do_not_exist_are_refused(move):
    with pytest.raises(BadMove, match="no move"):
        new_match().play(0, move)


def test_every_moment_can_be_seen_again():
    match = play_randomly(new_match(), 3 * CHECKPOINT_EVERY + 5)
    again = Match(CAT_CAB, 2, luck=match.luck)
    for ply, entry in enumerate(match.log):
        assert match.state(ply).tobytes() == again.state().tobytes()
        again.accept(entry.seat, entry.move)
    with pytest.raises(ValueError, match="moments"):
        match.state(match.ply + 1)
    with pytest.raises(ValueError, match="moments"):
        match.state(-1)


def test_undo_goes_back_to_the_last_luck_and_no_further():
    match = new_match()
    seat = match.actor
    assert match.undo_floor(seat) == match.ply
    match.play(seat, MOVES.roll())
    match.advance()
    floor = match.ply
    while match.actor == seat and match.legal(seat)[0] in range(MOVES.mark.first, MOVES.mark.first + 11):
        match.play(seat, match.legal(seat)[0])
    assert match.ply > floor
    assert match.undo_floor(seat) == floor
    assert match.undo_floor(1 - seat) == match.ply
    match.undo_to(floor)
    assert match.ply == floor
    assert MOVES.stop() in match.legal(seat)


def test_undo_takes_back_what_the_house_did_afterwards():
    for number in range(200):
        match = play_randomly(new_match(number=number), 60)
        if match.log[-1].seat == HOUSE and match.log[-2].seat >= 0:
            seat = match.log[-2].seat
            assert match.undo_floor(seat) <= match.ply - 2
            return
    pytest.fail("no such moment met")


def test_undo_far_back_and_playing_on_meets_the_same_luck():
    match = play_randomly(new_match(), 200)
    log = list(match.log)
    match.undo_to(37)
    for entry in log[37:]:
        if entry.seat == LUCK:
            assert match.actor == LUCK
            match.step()
        else:
            match.accept(entry.seat, entry.move)
    assert match.log == log


def test_a_new_match_has_luck_of_its_own():
    one, two = Match.new(CAT_CAB), Match.new(CAT_CAB)
    assert isinstance(one.luck, SealedLuck)
    assert one.luck.commitment != two.luck.commitment
    one.advance()
    two.advance()
    assert one.luck.reveal not in str(one.game.state.as_dict(one.view(0)))


def test_the_log_is_told_in_sentences_from_any_moment():
    match = play_randomly(new_match(), 90)
    lines = list(match.sentences(SPECTATOR))
    assert [ply for ply, _ in lines] == list(range(match.ply))
    assert list(match.sentences(SPECTATOR, since=70)) == lines[70:]


def test_a_match_without_revealed_luck_cannot_go_on():
    with pytest.raises(ValueError, match="does not reveal its luck"):
        Match(CAT_CAB, 2).advance()


class MatchMachine(RuleBasedStateMachine):
    """Players who do anything at any time: the log must always lead to the state."""

    def __init__(self) -> None:
        super().__init__()
        self.match = new_match()

    @precondition(lambda self: not self.match.over)
    @rule(number=st.integers(0, 1000))
    def play_something_legal(self, number: int) -> None:
        moves = self.match.legal(self.match.actor)
        self.match.play(self.match.actor, moves[number % len(moves)])
        self.match.advance()

    @rule(seat=st.integers(0, 1), move=st.integers(0, MOVES.count - 1))
    def try_anything(self, seat: int, move: int) -> None:
        before = self.match.fingerprint
        if self.match.why_not(seat, move) is None:
            self.match.play(seat, move)
        else:
            with pytest.raises(Refused):
                self.match.play(seat, move)
            assert self.match.fingerprint == before
        self.match.advance()

    @rule(seat=st.integers(0, 1))
    def take_back(self, seat: int) -> None:
        floor = self.match.undo_floor(seat)
        kept = self.match.log[:floor]
        self.match.undo_to(floor)
        assert self.match.log == kept
        self.match.advance()

    @invariant()
    def the_log_leads_to_the_state(self) -> None:
        again = Match(CAT_CAB, 2)
        for entry in self.match.log:
            again.referee.apply(again._state, entry.seat, entry.move)
        assert again.fingerprint == self.match.fingerprint


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
