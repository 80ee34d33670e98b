"""The kit: no field leaves its range in any legal sequence of moves (F58), however long people play on.

A game is prolonged: of a few legal moves always the one that stays nearest to the beginning. If it ends all the same,
its fields are bounded by its own rules. If not, whatever still grows must have an end of its own, or be so wide that
nobody lives to see it: it is set near its end, and play goes on in interpreted rules, which refuse to wrap.
"""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from tabbytop.engine import seats
from tabbytop.engine.referee import Compiled, Interpreted
from tabbytop.engine.seats import CLOCK, LUCK, OVER
from tabbytop.engine.state import States, copy_of
from tabbytop.kit.cases import ALL, Case, compiled, interpreted
from tabbytop.kit.marks import fault

LONG = 3000
"""Moves of a game that is prolonged."""
AFTER = 200
"""Moves after a field was set near its end."""
PARTS = 6
"""What grows from part to part of a long game, but for the first one, grows without end."""
TRIED = 3
"""Moves of which the one that prolongs best is made."""
SLOW = 100
"""What a field of 32 bits may grow by in a move: at a hundred, two billion are twenty million moves."""


def is_endless(case: Case) -> bool:
    """Whether options are as usual, or take away a limit: no limit is 0 in every game."""
    return not case.options or any(value == 0 and not isinstance(value, bool) for _, value in case.options)


longest_cases = [case for case in ALL if case.players == max(case.game.players) and is_endless(case)]


class Prolonging:
    """Plays on and on. The same seed gives the same game."""

    def __init__(self, case: Case, referee: Compiled | Interpreted, seed: int = 0) -> None:
        self.case = case
        self.referee = referee
        self._chance = random.Random(seed)
        self.start: bytes = referee.setup(case.game.encode(case.players, case.chosen)).tobytes()

    def play(self, state: States) -> bool:
        """One move; false if the game is over."""
        who = self.referee.actor(state)
        if who == OVER:
            return False
        if who == LUCK:
            moves, weights = self.referee.chance(state)
            self.referee.apply(state, LUCK, self._chance.choices(moves, weights)[0])
            return True
        able = [(seat, self.referee.legal(state, seat)) for seat in self._able(who)]
        options = [(seat, move) for seat, legal in able for move in self._some(legal)]
        if not options:
            options = [(CLOCK, move) for move in self.referee.legal(state, CLOCK)]
        seat, move = min(options, key=lambda option: self._distance(state, *option))
        self.referee.apply(state, seat, move)
        return True

    def _able(self, who: int) -> list[int]:
        """Those who may act; where everybody may, time passes now and then."""
        if who != seats.ALL:
            return [who]
        return [CLOCK] if self._chance.random() < 0.2 else [self._chance.randrange(self.case.seats)]

    def _some(self, moves: list[int]) -> list[int]:
        return self._chance.sample(moves, min(TRIED, len(moves)))

    def _distance(self, state: States, seat: int, move: int) -> float:
        """How far a move leads away from the beginning; an end is farther than anything."""
        after = copy_of(state)
        self.referee.apply(after, seat, move)
        if self.referee.actor(after) == OVER:
            return float("inf")
        return int(np.count_nonzero(np.frombuffer(after.tobytes(), np.uint8) != np.frombuffer(self.start, np.uint8)))


def tops(states: list[States]) -> dict[str, int]:
    """The largest number in each field over some states."""
    return {name: max(int(state[name].max()) for state in states) for name in states[0].dtype.names or ()}


def growing(states: list[States]) -> dict[str, int]:
    """The fields that reach new heights in each of the last parts of a long game, and by how much in all of them."""
    part = len(states) // PARTS
    heights = [tops(states[number * part : (number + 1) * part]) for number in range(PARTS)][1:]
    return {
        name: heights[-1][name] - heights[0][name]
        for name in heights[0]
        if all(before[name] < after[name] for before, after in itertools.pairwise(heights))
    }


@fault("F58")
@pytest.mark.parametrize("case", longest_cases, ids=str)
def test_no_field_leaves_its_range(case: Case):
    player = Prolonging(case, compiled(case.game))
    state = case.game.state.from_bytes(player.start)
    kept: list[States] = []
    for _ in range(LONG):
        if not player.play(state):
            replay(case)
            return
        kept.append(copy_of(state))
    for name, growth in growing(kept).items():
        width = case.game.state.fields[name].type
        if width == "i4":
            assert growth < SLOW * LONG, f"{name} grows too fast for its width"
        elif width != "i8":
            near_its_end(case, kept[-1], name)


def replay(case: Case) -> None:
    """Play a game that ends in rules that refuse numbers which do not fit."""
    player = Prolonging(case, interpreted(case.game))
    state = case.game.state.from_bytes(player.start)
    try:
        while player.play(state):
            pass
    except OverflowError as problem:
        raise AssertionError(f"a legal move leads out of a field: {problem}") from None


def near_its_end(case: Case, state: States, name: str) -> None:
    """Go on from a state in which a field that grows is almost at its end."""
    late = copy_of(state)
    end = np.iinfo(case.game.state.fields[name].type).max
    late[name] = np.where(late[name] == state[name].max(), end - 1, late[name])
    player = Prolonging(case, interpreted(case.game))
    try:
        for _ in range(AFTER):
            if not player.play(late):
                return
    except (OverflowError, ValueError) as problem:
        raise AssertionError(f"{name} can leave its range: {problem}") from None
