"""Looking ahead and back: what will come as far as it is known, and never more than may be known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tabbytop.engine import outlook
from tabbytop.engine.luck import SwiftLuck, stream
from tabbytop.engine.match import Match
from tabbytop.engine.seats import HOUSE, SPECTATOR
from tabbytop.engine.state import States
from tabbytop.games import load
from tabbytop.kit.cases import ALL, Case, case_of, compiled

TURN_BASED = [case for case in ALL if case.game.clock is None]
HIDING = [case_of(load(game), 3, {}) for game in ("patrician", "rollecate")]
REASONED = [case for case in TURN_BASED if case.game.reasons is not None and not case.options and case.players > 1]
TRUE_STATE = Match.state
EVERY = 31
"""Decisions are looked at every so many."""


def decisions(case: Case, number: int = 0) -> Iterator[tuple[Match, int, list[int]]]:
    """A random game at every so many of its decisions; what is drawn is its luck's."""
    luck = stream(number, 5)
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(23, number), referee=compiled(case.game))
    match.advance()
    count = 0
    while not match.over:
        legal = match.legal(match.actor)
        if count % EVERY == 0:
            yield match, match.actor, legal
        count += 1
        luck[2] += 1
        match.play(match.actor, legal[int(np.random.default_rng(int(luck[2])).integers(len(legal)))])
        match.advance()


@pytest.mark.parametrize("case", TURN_BASED, ids=str)
def test_a_preview_is_what_comes(case: Case):
    """The move is made on a fork as well: as far as only the house acts, its view is that of the preview."""
    for match, seat, legal in decisions(case):
        for move in legal[:4]:
            told = outlook.preview(match, seat, move)
            fork = match.fork()
            fork.accept(seat, move)
            while fork.actor == HOUSE:
                (forced,) = fork.legal(HOUSE)
                if case.game.moves.family(forced).name in case.game.reveals:
                    break
                fork.accept(HOUSE, forced)
            assert told.view.tobytes() == fork.view(seat).tobytes(), (match.ply, move)
            assert told.sentence
            assert match.ply < fork.ply


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_previews(case: Case):
    looked = 0
    for match, seat, legal in decisions(case):
        other = match.fork()
        world = match.view(seat)
        compiled(case.game).imagine(world, seat, stream(match.ply, 77))
        other._state = world
        assert other.view(seat).tobytes() == match.view(seat).tobytes()
        looked += world.tobytes() != match.state().tobytes()
        for move in legal[:3]:
            mine, theirs = (outlook.preview(one, seat, move) for one in (match, other))
            assert mine.view.tobytes() == theirs.view.tobytes()
            assert (mine.sentence, mine.changes) == (theirs.sentence, theirs.changes)
    assert looked > 0


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_a_turn_is_explained_from_what_everybody_saw(case: Case, monkeypatch: pytest.MonkeyPatch):
    """The same explanation comes out where everything that is hidden from those who watch is another thing."""
    told = set()
    for match, _, _ in decisions(case):
        before = [outlook.why(match, seat) for seat in range(case.players)]
        told.update(before)
        with monkeypatch.context() as patch:

            def other(self: Match, at: int | None = None) -> States:
                world = case.game.state.view(TRUE_STATE(self, at), SPECTATOR)
                compiled(case.game).imagine(world, SPECTATOR, stream(3, 9))
                return world

            patch.setattr(Match, "state", other)
            assert [outlook.why(match, seat) for seat in range(case.players)] == before
    assert len(told) > 1


@pytest.mark.parametrize("case", REASONED, ids=str)
def test_turns_have_reasons_in_words(case: Case):
    *_, (match, _, _) = decisions(case)
    for seat in range(case.players):
        sentence = outlook.why(match, seat)
        assert sentence == "" or (sentence[0].isupper() and sentence.endswith("."))
    assert any(outlook.why(match, seat) for seat in range(case.players))


def test_a_plan_is_not_explained_before_it_is_seen():
    case = HIDING[0]
    match = Match(case.game, 3, luck=SwiftLuck(8, 1), referee=compiled(case.game))
    match.advance()
    seat = match.actor
    match.play(seat, match.legal(seat)[0])
    assert match.actor == seat
    assert outlook.why(match, seat) == ""
