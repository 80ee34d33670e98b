"""Games stepped in compiled code are the games of the rules: replayed as matches, seen by seats, paid as ranked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tabbytop import games
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck, stream
from tabbytop.engine.match import Match, Result
from tabbytop.engine.seats import ALL, CLOCK, OVER
from tabbytop.engine.state import Sees
from tabbytop.envs import stepping
from tabbytop.envs.layout import layout_of
from tabbytop.envs.rewards import by_rank, by_score
from tabbytop.envs.vector import BadEnvironment, Games, compiled
from tabbytop.games.rollecate import board
from tests.envs.tables import CARDS, TURN_BASED, short

SEED = 11
each_game = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)


def table_of(card: Game, count: int, **chosen: Any) -> Games:
    return Games(card, count, options=short(card, card.default_players, {}), **chosen)


def stepped(table: Games, steps: int):
    """Steps by random actions; what was decided in each, before it is carried out."""
    table.reset(SEED)
    for _ in range(steps):
        table.choose_at_random()
        yield table.deciding.copy(), table.actions.copy()
        table.step()


@pytest.mark.parametrize("card", TURN_BASED, ids=lambda card: card.id)
@pytest.mark.parametrize("reward", ["rank", "score"])
def test_a_game_of_a_vector_is_the_match_with_its_luck_and_actions(card: Game, reward: str):
    table, referee = table_of(card, 2, reward=reward, restart=False), compiled(card)
    matches = [
        Match(card, table.players, table.options, luck=SwiftLuck(SEED, number), referee=referee) for number in range(2)
    ]
    for _ in stepped(table, 0):
        pass
    ended = [False, False]
    while not all(ended):
        table.choose_at_random()
        for number, match in enumerate(matches):
            match.advance()
            if ended[number]:
                continue
            seat = int(table.deciding[number])
            assert seat == match.actor
            assert np.flatnonzero(table.masks[number]).tolist() == match.legal(seat)
            assert table.states[number].tobytes() == match.state().tobytes()
            assert table.observations[number].tolist() == table.layout.flat(match.state(), seat).tolist()
            match.play(seat, int(table.actions[number]))
        table.step()
        for number in np.flatnonzero(table.terminals):
            ended[number] = True
            matches[number].advance()
            result = matches[number].result
            assert result is not None
            shares = by_rank(result.places) if reward == "rank" else by_score(card, result)
            assert table.shares[number].tolist() == pytest.approx(shares[: table.players])


def test_a_game_that_was_lost_alone_brings_less_than_any_other():
    """It has no points, which would be the best where the fewest win."""
    card, half = games.load("rollecate"), 8
    table = Games(card, 2 * half, players=1, options={"mode": "solo_hard"}, reward="score", restart=False)
    brought = np.zeros(table.count)
    (passing,) = (move for move in range(card.moves.count) if card.moves.family(move).name == "pass")
    for _ in stepped(table, card.longest):
        brought += table.shares[:, 0]
        if (table.deciding == OVER).all():
            break
        table.actions[:half][table.masks[:half, passing] == 1] = passing  # who always passes never derails
    lost = table.states["lost"] == 1
    assert set(lost.tolist()) == {True, False}
    assert (brought[lost] == stepping.LOST).all()
    scores = [compiled(card).score(table.states[number : number + 1])[0] for number in np.flatnonzero(~lost)]
    assert brought[~lost].tolist() == [-score for score in scores]
    assert sum(board.COUNT[kind] * board.value_of(kind) for kind in range(board.KINDS)) < -stepping.LOST
    for places, shares in (((1,), [-40.0]), ((2,), [stepping.LOST])):
        assert by_score(card, Result(places, (40,), "")) == shares


def test_a_race_goes_in_beats_of_which_the_clock_takes_the_time():
    """Moves of seats and of the clock, read off the steps, are a match whose time is the beats'."""
    card = games.load("kitty-paw")
    table, referee = table_of(card, 1, restart=False), compiled(card)
    match = Match(card, table.players, table.options, luck=SwiftLuck(SEED, 0), referee=referee)
    match.advance()
    asked: list[int] = []
    for seats, actions in stepped(table, 300):
        while match.actor == ALL and match.state().tobytes() != table.states.tobytes():
            left = table.states["now"][0] - match.now
            assert left > 0, "nothing but time is between two decisions"
            match.wait(int(left))
            match.advance()
        assert match.state().tobytes() == table.states.tobytes()
        asked.append(int(seats[0]))
        assert np.flatnonzero(table.masks[0]).tolist() == [*match.legal(asked[-1]), card.moves.count]
        if actions[0] < card.moves.count:
            match.play(asked[-1], int(actions[0]))
            match.advance()
    assert set(asked) == set(range(table.players))
    assert any(entry.seat == CLOCK for entry in match.log)


@each_game
def test_a_seat_observes_nothing_that_it_cannot_know(card: Game):
    """Two states that are equal in all that a seat may know give equal observations, whatever else differs."""
    layout, table = layout_of(card.state), table_of(card, 1)
    blank = card.state.blank()
    hidden = [name for name, field in card.state.fields.items() if field.sees is not Sees.PUBLIC]
    differed = False
    for number, (seats, _) in enumerate(stepped(table, 120)):
        seat = int(seats[0])
        if number % 10:
            continue
        world = card.state.view(table.states, seat)
        compiled(card).imagine(world, seat, stream(5, number))
        differed = differed or world.tobytes() != table.states.tobytes()
        assert layout.flat(world, seat).tolist() == table.observations[0].tolist()
        assert compiled(card).legal(world, seat) == [m for m in np.flatnonzero(table.masks[0]) if m < card.moves.count]
        # and with what no rules would imagine: everything hidden at another value
        planted = table.states.copy()
        for name in hidden:
            owned = card.state.fields[name].sees is Sees.OWNER
            own = table.states[name][0][seat].copy() if owned else None
            planted[name] = blank[name] + 1
            if owned:
                planted[name][0][seat] = own
        assert layout.flat(planted, seat).tolist() == table.observations[0].tolist()
    assert differed == bool(hidden) or card.clock is not None


@each_game
def test_compiled_observations_are_those_of_the_views(card: Game):
    table = table_of(card, 4)
    for _ in stepped(table, 40):
        pass
    for number in range(4):
        seat = int(table.deciding[number])
        assert (
            table.observations[number].tolist() == table.layout.flat(table.states[number : number + 1], seat).tolist()
        )
        named = table.layout.named(table.observations[number])
        view = card.state.view(table.states[number : number + 1], seat)
        assert named["seat"].tolist() == [seat]
        for part in table.layout.parts[1:]:
            if part.type != "i8":
                cells = view[part.name][0][seat] if part.own else view[part.name][0]
                assert named[part.name].ravel().tolist() == np.ravel(cells).tolist(), part.name


@each_game
def test_games_that_end_begin_anew_in_the_same_step(card: Game):
    table, ended, numbers = table_of(card, 64), 0, set(range(64))
    for _ in stepped(table, 400 if card.clock is None else 2000):
        over = np.flatnonzero(table.terminals)
        if len(over):
            ended += len(over)
            assert (table.deciding[over] >= 0).all()
            assert (table.masks[over].sum(axis=1) > 0).all()
            numbers |= set(table.books[over, stepping.NUMBER].tolist())
        if ended > 70:
            break
    assert ended > 0
    assert len(numbers) == 64 + ended, "every game has a number, and luck of its own"


def test_opponents_decide_for_the_other_seats_and_the_learner_moves_round():
    card = games.load("cat-cab")
    for opponents in ("random", "natural"):
        table = table_of(card, 32, opponents=opponents)
        for seats, _ in stepped(table, 60):
            assert (seats == table.books[:, stepping.LEARNER]).all()
        assert (table.books[:, stepping.LEARNER] == table.books[:, stepping.NUMBER] % 2).all()
        fixed = table_of(card, 32, opponents=opponents, seat=1)
        fixed.reset(SEED)
        assert (fixed.deciding == 1).all()


def test_an_action_that_is_not_offered_ends_its_game_and_spoils_nothing():
    card = games.load("cat-cab")
    table = table_of(card, 3)
    table.reset(SEED)
    table.choose_at_random()
    seats = table.deciding.copy()
    table.actions[0], table.actions[2] = 1 << 30, -7
    assert table.step() == 2
    assert table.terminals.tolist() == [True, False, True]
    assert table.rewards.tolist() == [-1.0, 0.0, -1.0]
    assert table.shares[0].tolist() == [-1.0 if seat == seats[0] else 0.0 for seat in range(2)]
    assert table.books[:, stepping.NUMBER].tolist() == [3, 1, 5]
    race = Games(games.load("kitty-paw"), 1)
    race.reset(SEED)
    race.actions[0] = 0  # luck's
    assert race.step() == 0, "in a race it is a moment lost"


def test_the_same_seed_and_actions_give_the_same_games_in_any_buffers():
    card = games.load("rollecate")
    mine = {"observations": np.zeros((5, layout_of(card.state).size), np.int32), "terminals": np.zeros(5, np.bool_)}
    one, other = table_of(card, 5), table_of(card, 5, buffers=mine)
    for _ in zip(stepped(one, 50), stepped(other, 50), strict=True):
        assert (one.observations == mine["observations"]).all()
        assert (one.states == other.states).all()
    assert other.observations is mine["observations"]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"reward": "applause"}, "rank or score"),
        ({"opponents": "top-cat"}, "'random' or 'natural'"),
        ({"seat": 0}, "need opponents"),
        ({"seat": [0], "opponents": "random"}, "A seat that learns"),
        ({"count": 0}, "at least one; not 0"),
        ({"count": 2.5}, "A whole number of games"),
        ({"players": 2.0}, "whole number, not 2.0"),
        ({"buffers": {"masks": np.zeros((2, 3), np.int8)}}, "The buffer 'masks' has to be int8"),
        ({"buffers": {"mask": np.zeros(2)}}, "no buffer 'mask'"),
        ({"buffers": {"masks": [0, 0]}}, r"a NumPy array, not \[0, 0\]"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(chosen: dict[str, Any], words: str):
    with pytest.raises(BadEnvironment, match=words):
        Games(games.load("cat-cab"), **{"count": 2, **chosen})


def test_a_beat_that_cannot_be_is_refused_with_one_that_can():
    with pytest.raises(BadEnvironment, match="cannot last 125 ms; 120 ms would do"):
        Games(games.load("kitty-paw"), 1, beat_ms=125)


def test_games_have_to_be_begun_with_a_seed_that_is_a_number():
    table = table_of(games.load("cat-cab"), 1)
    with pytest.raises(BadEnvironment, match=r"reset\(\) before the first step"):
        table.step()
    for seed in (-1, 1 << 63, 1.5, "a", True):
        with pytest.raises(BadEnvironment, match="A seed is a whole number"):
            table.reset(seed)
    table.reset(np.int64(3))
    assert table.step() >= 0
