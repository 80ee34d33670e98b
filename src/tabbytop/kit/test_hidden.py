"""The kit: nobody learns what they may not know.

For a seat, everything it cannot see is imagined anew; whatever reaches that seat must stay the same, byte for byte.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tabbytop.engine.luck import stream
from tabbytop.engine.match import Ply, told
from tabbytop.engine.seats import LUCK, SPECTATOR
from tabbytop.engine.state import Sees, copy_of
from tabbytop.kit.cases import PLAIN, Case, compiled, refusals, sample

plain_case = pytest.mark.parametrize("case", PLAIN, ids=str)
WORLDS = 4
EVERY = 5
QUESTIONS = 12_000
"""Of long games with many moves fewer moments are looked at: so many questions a game and seat, about."""
SECRETS = 12
"""Moments of a game before something hidden happens, at least, if there are so many."""


def moments(case: Case):
    """Some states of some games, each with the move that follows."""
    for number in range(3):
        match = sample(case) if number == 0 else case.match(number)
        referee = compiled(case.game)
        state = referee.setup(case.game.encode(case.players, case.chosen))
        log = match.log[:2000]
        every = max(EVERY, len(log) * case.game.moves.count // QUESTIONS)
        secrets = SECRETS
        for ply, entry in enumerate(log):
            is_secret = secrets > 0 and is_hidden(case, state, entry)
            secrets -= is_secret
            if ply % every == 0 or case.game.longest < 100 or is_secret:
                yield copy_of(state), entry
            referee.apply(state, entry.seat, entry.move)


def is_hidden(case: Case, state, entry: Ply) -> bool:
    """Whether a move that follows is not for every eye: such moments are rare in some games, and what this is about."""
    plain = case.game.state.plain(state)
    return case.game.seen(plain, entry.seat, entry.move, SPECTATOR) != entry.move


def imagined(case: Case, state, seat: int, number: int):
    """A world that fits what a seat knows."""
    world = case.game.state.view(state, seat)
    compiled(case.game).imagine(world, seat, stream(5, number))
    return world


def has_hidden_fields(case: Case) -> bool:
    return any(field.sees is not Sees.PUBLIC for field in case.game.state.fields.values())


class Reaching(NamedTuple):
    """What reaches a seat about a state. All words are made from the view, and refusals from their clauses too."""

    view: bytes
    actor: int
    legal: list[int]
    refusals: list[int]


def reaching(case: Case, state, seat: int) -> Reaching:
    game, referee = case.game, compiled(case.game)
    view = game.state.view(state, seat)
    return Reaching(view.tobytes(), referee.actor(state), referee.legal(state, seat), refusals(game, state, seat))


def words_reaching(case: Case, state, seat: int, clauses: list[int]) -> tuple[Any, ...]:
    """Everything that a seat reads about a state."""
    words, clause_id = case.game.words, case.game.clause_id
    plain = case.game.state.plain(case.game.state.view(state, seat))
    labels = [
        words.refusal(plain, seat, move, clause_id(clause)) if clause else words.label(plain, seat, move)
        for move, clause in enumerate(clauses)
    ]
    return labels, words.prompt(plain, seat), words.picture(plain, seat)


@plain_case
def test_what_reaches_a_seat_does_not_depend_on_what_it_cannot_know(case: Case):
    for number, (state, _) in enumerate(moments(case)):
        for seat in range(case.seats):
            truth = reaching(case, state, seat)
            worlds = [imagined(case, state, seat, WORLDS * number + world) for world in range(WORLDS)]
            for world in worlds if has_hidden_fields(case) else worlds[:1]:
                assert reaching(case, world, seat) == truth
            # equal views and clauses make equal words, unless words look elsewhere: one world would show that
            clauses = truth.refusals
            assert words_reaching(case, worlds[0], seat, clauses) == words_reaching(case, state, seat, clauses)


@plain_case
def test_the_same_visible_move_looks_the_same_in_every_world_that_fits(case: Case):
    game, compared = case.game, 0
    for number, (state, entry) in enumerate(moments(case)):
        if game.moves.family(entry.move).name in game.reveals:
            continue
        for viewer in [*range(case.seats), SPECTATOR]:
            other = imagined(case, state, viewer, number)
            shown = game.seen(game.state.plain(state), entry.seat, entry.move, viewer)
            for move in possible(case, other, entry.seat):
                if game.seen(game.state.plain(other), entry.seat, move, viewer) == shown:
                    true, alike = (
                        outcome(case, state, entry, viewer),
                        outcome(case, other, Ply(entry.seat, move), viewer),
                    )
                    assert alike.view == true.view
                    assert alike.line == true.line
                    compared += 1
    assert compared > 10


@plain_case
def test_moves_that_differ_only_in_hidden_things_look_the_same(case: Case):
    """A deal to somebody else must not be told from another deal by its log line."""
    game, hidden = case.game, 0
    for state, entry in moments(case):
        for viewer in [*range(case.seats), SPECTATOR]:
            true = outcome(case, state, entry, viewer)
            for move in possible(case, state, entry.seat):
                other = outcome(case, state, Ply(entry.seat, move), viewer)
                if other.view == true.view and other.state != true.state:
                    assert other.line == true.line
                    hidden += 1
    assert (hidden > 0) == has_hidden_fields(case), game.id


class Outcome(NamedTuple):
    """What a move leads to: the truth, what a viewer sees, and what it hears."""

    state: bytes
    view: bytes
    line: str


def outcome(case: Case, state, entry: Ply, viewer: int) -> Outcome:
    after = copy_of(state)
    compiled(case.game).apply(after, entry.seat, entry.move)
    view = case.game.state.view(after, viewer)
    return Outcome(after.tobytes(), view.tobytes(), told(case.game, entry, state, after, viewer))


def possible(case: Case, state, seat: int) -> list[int]:
    referee = compiled(case.game)
    return referee.chance(state)[0] if seat == LUCK else referee.legal(state, seat)


@plain_case
def test_imagined_worlds_are_legal_and_differ(case: Case):
    referee, differed = compiled(case.game), False
    for number, (state, _) in enumerate(moments(case)):
        for seat in [*range(case.seats), SPECTATOR]:  # a lone player may know all there is
            worlds = [imagined(case, state, seat, WORLDS * number + world) for world in range(WORLDS)]
            assert seat == SPECTATOR or all(referee.broken(world) == 0 for world in worlds)  # bots do not watch
            differed = differed or (
                len({world.tobytes() for world in worlds}) > 1 and any(w.tobytes() != state.tobytes() for w in worlds)
            )
            if not has_hidden_fields(case):
                assert all(world.tobytes() == state.tobytes() for world in worlds)
    assert differed == has_hidden_fields(case)


@plain_case
def test_a_spectator_sees_public_fields_only(case: Case):
    game = case.game
    for state, _ in moments(case):
        view = game.state.view(state, SPECTATOR)
        for name, field in game.state.fields.items():
            if field.sees is Sees.PUBLIC:
                assert (view[name] == state[name]).all()
            else:
                assert (view[name] == field.empty).all()
