"""The kit: what the rules of any game must hold. A new game gets all of it for free."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from scipy.stats import chisquare

from tabbytop.arena.simulate import Simulator, simulated_match
from tabbytop.engine import seats
from tabbytop.engine.luck import SealedLuck, SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled
from tabbytop.engine.seats import CLOCK, HOUSE, LUCK, SPECTATOR
from tabbytop.engine.state import copy_of
from tabbytop.kit import laws
from tabbytop.kit.cases import ALL, GAMES, PLAIN, Case, compiled, interpreted, sample
from tabbytop.kit.reading import miscounts

MOST_GAMES, FEWEST_GAMES = 24, 4
"""Random games for a case; of long ones with many moves fewer."""
MOST_QUESTIONS = 6_000_000
"""What is asked about each seat in all of them, about: every move at every moment."""
MOST_SENTENCES = 30_000
"""What is read of one game for each seat, about."""
GAMES_IN_THREADS = 100

every_case = pytest.mark.parametrize("case", ALL, ids=str)
plain_case = pytest.mark.parametrize("case", PLAIN, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_case
def test_the_laws_hold_on_every_state_of_random_games(case: Case):
    looked = check_laws(case, 0, FEWEST_GAMES)
    length = looked // FEWEST_GAMES
    assert length > 1
    affordable = MOST_QUESTIONS // (length * case.game.moves.count)
    check_laws(case, FEWEST_GAMES, min(MOST_GAMES, affordable))


def check_laws(case: Case, first: int, end: int) -> int:
    """Play the random games from `first` to before `end`; how many moments were looked at."""
    game = case.game
    states = game.state.blank(max(0, end - first))
    report = np.zeros(5, np.int64)
    ids, weights = np.zeros(game.moves.count, np.int32), np.zeros(game.moves.count, np.int32)
    check = compiled(game).bind(laws.check_games)
    numbers = (case.seats, game.moves.count, game.longest, 1, first)
    places = np.zeros(game.most_seats, np.int64)
    looked = check(states, game.encode(case.players, case.chosen), *numbers, places, ids, weights, report)
    law, number, ply, *found = report.tolist()
    assert law == 0, f"game {number}, ply {ply}: {laws.NAMES[law]} {found}"
    return looked


def may_act(actor: int, seat: int) -> bool:
    """Whether a seat may be the one that acts when the rules name `actor`: ALL are all players and the clock."""
    return seat == actor or (actor == seats.ALL and (seat >= 0 or seat == CLOCK))


@plain_case
def test_interpreted_and_compiled_rules_agree_byte_for_byte(case: Case):
    match, slow, fast = sample(case), interpreted(case.game), compiled(case.game)
    state = slow.setup(case.game.encode(case.players, case.chosen))
    twin = fast.setup(case.game.encode(case.players, case.chosen))
    for entry in match.log:
        assert slow.actor(state) == fast.actor(twin)
        assert may_act(slow.actor(state), entry.seat)
        if entry.seat == LUCK:
            assert slow.chance(state) == fast.chance(twin)
        else:
            assert slow.legal(state, entry.seat) == fast.legal(twin, entry.seat)
        slow.apply(state, entry.seat, entry.move)
        fast.apply(twin, entry.seat, entry.move)
        assert state.tobytes() == twin.tobytes()
        assert slow.broken(state) == 0
        assert slow.score(state) == fast.score(twin)
    assert slow.rank(state) == fast.rank(twin)


@every_game
def test_no_rule_reads_or_writes_outside_its_fields(game):
    checked = Compiled(game, boundscheck=True)
    for players in game.players:
        options = game.options.variants(players)[-1]
        strict, fast = (
            list(Simulator(referee, threads=1).run(players, options, 40, seed=3))[-1]
            for referee in (checked, compiled(game))
        )
        assert strict.digest == fast.digest
        assert strict.unfinished == 0


@plain_case
def test_copies_made_earlier_do_not_change(case: Case):
    state = compiled(case.game).setup(case.game.encode(case.players, case.chosen))
    copies = []
    for entry in sample(case).log:
        copies.append((copy_of(state), case.game.state.fingerprint(state)))
        compiled(case.game).apply(state, entry.seat, entry.move)
    assert all(case.game.state.fingerprint(copy) == mark for copy, mark in copies)
    assert len({mark for _, mark in copies}) > len(copies) // 2


@plain_case
def test_the_same_log_leads_to_the_same_state(case: Case):
    match = sample(case)
    again = Match(case.game, case.players, case.chosen)
    for entry in match.log:
        again.accept(entry.seat, entry.move)
    assert again.fingerprint == match.fingerprint
    assert again.result == match.result


@plain_case
def test_batches_and_matches_play_the_same_games(case: Case):
    runs = Simulator(compiled(case.game), threads=1).run(case.players, case.chosen, 3, seed=11)
    summary = list(runs)[-1]
    matches = [case.match(number) for number in range(3)]
    assert summary.moves == sum(match.ply for match in matches)
    for seat in range(case.seats):
        won = [match for match in matches if match.result is not None and seat in match.result.winners]
        assert summary.wins[seat] == len(won)


@plain_case
def test_results_do_not_depend_on_the_number_of_threads(case: Case):
    one, three = (
        list(Simulator(compiled(case.game), threads).run(case.players, case.chosen, GAMES_IN_THREADS, seed=5))[-1]
        for threads in (1, 3)
    )
    assert one.digest == three.digest
    assert one.scores == three.scores
    other_seed = list(Simulator(compiled(case.game), 1).run(case.players, case.chosen, GAMES_IN_THREADS, seed=6))[-1]
    assert other_seed.digest != one.digest


@every_game
def test_every_move_survives_json(game):
    for move in range(game.moves.count):
        assert game.moves.from_json(game.moves.to_json(move)) == move


@plain_case
def test_every_move_refusal_and_moment_has_words(case: Case):
    match = Match(case.game, case.players, case.chosen, referee=compiled(case.game))
    seats = [*range(case.seats), SPECTATOR]
    log = sample(case).log
    every = max(7, len(log) * case.game.moves.count // MOST_SENTENCES)
    for ply, entry in enumerate(log):
        if ply % every == 0:
            for viewer in seats:
                assert_words(match.prompt(viewer))
                picture = match.picture(viewer)  # drawn with letters: not prose
                assert picture.strip()
                assert not miscounts(picture), picture
            for seat in range(case.seats):
                for move in range(case.game.moves.count):
                    refusal = match.why_not(seat, move)
                    if refusal is None:
                        assert_words(match.label(move, seat))
                    else:
                        assert refusal.clause in case.game.clauses
                        assert_words(refusal.sentence)
        match.accept(entry.seat, entry.move)
    for viewer in seats:
        for _, sentence in match.sentences(viewer):
            assert_words(sentence)
    assert match.result is not None
    assert_words(match.result.ending)


def assert_words(text: str) -> None:
    """Text for people: not empty, nothing that slipped through from the code."""
    assert text.strip()
    for slip in ("None", "{", "}", "np.", "nan", "  .", ".."):
        assert slip not in text, text


@plain_case
def test_luck_falls_in_proportion_to_its_weights(case: Case):
    referee, seen = compiled(case.game), set[tuple[int, tuple[int, ...]]]()
    state = referee.setup(case.game.encode(case.players, case.chosen))
    for entry in sample(case).log:
        if entry.seat == LUCK:
            ids, weights = referee.chance(state)
            kind = (len(ids), tuple(weights))
            if kind not in seen and len(seen) < 4 and len(ids) > 1:
                seen.add(kind)
                assert_fair(tuple(weights))
        referee.apply(state, entry.seat, entry.move)
    assert seen


@functools.cache
def assert_fair(weights: tuple[int, ...]) -> None:
    """Chi-square against the weights; with fixed seeds this either always passes or never does.

    Luck knows nothing but the weights: the same ones of another table need no other look.
    """
    for luck in (SealedLuck(b"a seed for this very test 123456"), SwiftLuck(9, 1)):
        draws = [luck.choose(ply, weights) for ply in range(4000)]
        counts = np.bincount(draws, minlength=len(weights))
        expected = np.array(weights) * len(draws) / sum(weights)
        assert chisquare(counts, expected).pvalue > 1e-4, (counts, weights)


@every_game
def test_the_house_never_chooses_and_automata_have_one_move(game):
    for players in game.players:
        match = simulated_match(compiled(game), players, {}, 2, 0)
        again = Match(game, players, referee=compiled(game))
        for entry in match.log:
            if entry.seat == HOUSE or again.is_automated(entry.seat):
                assert again.legal(entry.seat) == [entry.move]
            again.accept(entry.seat, entry.move)


@every_game
def test_a_state_is_small(game):
    assert game.state.dtype.itemsize < 1024
