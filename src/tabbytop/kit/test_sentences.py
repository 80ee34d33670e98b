"""Everything that is said in a game reads as English: prompts, choices, lines of the log, refusals, endings.

What is said to somebody (prompts, choices, refusals) calls them "you" and never by name; what has happened (the log,
endings) is told with everybody's name, also to those whom it is about.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tabbytop import games
from tabbytop.engine.match import Match, told
from tabbytop.engine.seats import SPECTATOR
from tabbytop.kit.cases import PLAIN, Case, refusals, sample
from tabbytop.kit.reading import calls_by_name, faults_of, named_twice, says_you

MOMENTS = 60
"""So many moments of a game are looked at, spread over it; its log is read whole."""
CASES = [case for case in PLAIN if case.game.id in games.ids()]


def views_of(match: Match, ply: int) -> Iterator[tuple[int, object]]:
    """Everybody at the table and what they see."""
    state = match.state(ply)
    for viewer in (*range(match.players), SPECTATOR):
        yield viewer, match.game.state.plain(match.game.state.view(state, viewer))


def moments(match: Match) -> range:
    """Moments spread over a game, the last one among them."""
    step = max(1, match.ply // MOMENTS)
    return range(match.ply % step, match.ply + 1, step)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_prompts_are_sentences(case: Case):
    match = sample(case)
    for ply in moments(match):
        for viewer, view in views_of(match, ply):
            text = match.game.words.prompt(view, viewer)
            assert not list(faults_of(text)), text
            if viewer >= 0 and ply != match.ply:
                assert not calls_by_name(text, match.game.words.seat_name(view, viewer)), text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_choices_are_told_in_words(case: Case):
    match = sample(case)
    for ply in moments(match):
        state = match.state(ply)
        for seat, view in itertools.islice(views_of(match, ply), match.players):
            for move in match.referee.legal(state, seat):
                text = match.game.words.label(view, seat, move)
                assert not list(faults_of(f"{text}.")), text
                assert not calls_by_name(text, match.game.words.seat_name(view, seat)), text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_log_is_told_in_sentences(case: Case):
    match = sample(case)
    words, state = match.game.words, match.game.state
    for _, entry, before, after in match.walk():
        for viewer in (*range(match.players), SPECTATOR):
            text = told(match.game, entry, before, after, viewer)
            view = state.plain(state.view(before, viewer))
            assert not (text and list(faults_of(text))), text
            assert entry.seat < 0 or not named_twice(text, words.seat_name(view, entry.seat)), text
            assert not says_you(text), text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refusals_are_sentences(case: Case):
    match = sample(case)
    game = match.game
    for ply in list(moments(match))[::6]:
        state = match.state(ply)
        for seat, view in itertools.islice(views_of(match, ply), match.players):
            for move, number in enumerate(refusals(game, state, seat)):
                if number:
                    text = game.words.refusal(view, seat, move, game.clause_id(number))
                    assert not list(faults_of(text)), text
                    assert not calls_by_name(text, game.words.seat_name(view, seat)), text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_endings_are_the_end_of_a_sentence(case: Case):
    result = sample(case).result
    assert result is not None
    assert not list(faults_of(f"The game is over: {result.ending}.")), result.ending
    assert not says_you(result.ending), result.ending


@pytest.mark.parametrize("game_id", games.ids())
def test_options_are_explained_in_sentences(game_id: str):
    for option in games.load(game_id).options.all:
        assert not list(faults_of(option.words)), option.words
