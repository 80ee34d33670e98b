"""The kit: no field leaves its range in any legal sequence of moves (F58), however long people play on.

A game is prolonged: of a few legal moves always the one that stays nearest to the beginning, or stubbornly the one that
was liked best from the beginning. If it ends all the same, its fields are bounded by its own rules. If not, whatever
still grows must have an end of its own, or be so wide that nobody lives to see it: all that grows is set to what it
would be when one of them is near its end, and play goes on in interpreted rules, which refuse to wrap.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np
import pytest

from tabbytop.engine import seats
from tabbytop.engine.game import Game
from tabbytop.engine.options import Whole
from tabbytop.engine.referee import Compiled, Interpreted
from tabbytop.engine.seats import CLOCK, LUCK, OVER
from tabbytop.engine.state import States, copy_of
from tabbytop.kit.cases import GAMES, Case, case_of, compiled, interpreted
from tabbytop.kit.marks import fault

LONG, LONGER = 3000, 12000
"""Moves of a game that is prolonged; it is played longer where a small field has grown all the time, since it may end
after some more rounds."""
AFTER = 200
"""Moves after a field was set near its end."""
PARTS = 6
"""What grows from part to part of a long game, but for the first one, grows without end."""
TRIED = 3
"""Moves of which the one that prolongs best is made."""
STUBBORN = 4
"""Ways to be stubborn."""
SLOW = 100
"""What a field of 32 bits may grow by in a move: at a hundred, two billion are twenty million moves."""


def longest(game: Game) -> Iterator[Case]:
    """The usual options, and each limit taken away: no limit is 0 in every game."""
    players = max(game.players)
    yield case_of(game, players, {})
    for option in game.options.all:
        if (
            isinstance(option, Whole)
            and option.low == 0
            and (not option.only_players or players in option.only_players)
        ):
            yield case_of(game, players, {**option.needs, option.name: 0})


longest_cases = [case for game in GAMES for case in longest(game)]


class Prolonging:
    """Plays on and on. The same seed gives the same game."""

    def __init__(self, case: Case, referee: Compiled | Interpreted, seed: int = 0) -> None:
        self.seats = case.seats
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
        seat = self._able(who)
        moves = self.referee.legal(state, seat)
        if not moves:
            seat, moves = CLOCK, self.referee.legal(state, CLOCK)
        self.referee.apply(state, seat, self._best(state, seat, moves))
        return True

    def _able(self, who: int) -> int:
        """Whoever may act; where everybody may, time passes now and then."""
        if who != seats.ALL:
            return who
        return CLOCK if self._chance.random() < 0.2 else self._chance.randrange(self.seats)

    def _best(self, state: States, seat: int, moves: list[int]) -> int:
        some = self._chance.sample(moves, min(TRIED, len(moves)))
        return min(some, key=lambda move: self._distance(state, seat, move))

    def _distance(self, state: States, seat: int, move: int) -> float:
        """How far a move leads away from the beginning; an end is farther than anything."""
        after = self._after(state, seat, move)
        if self.referee.actor(after) == OVER:
            return float("inf")
        return int(np.count_nonzero(np.frombuffer(after.tobytes(), np.uint8) != np.frombuffer(self.start, np.uint8)))

    def _after(self, state: States, seat: int, move: int) -> States:
        after = copy_of(state)
        self.referee.apply(after, seat, move)
        return after


class Stubborn(Prolonging):
    """Likes every move of the game more or less, and always makes the best liked one that does not end it. What nobody
    likes never happens: a dumpster that nobody empties fills up."""

    def __init__(self, case: Case, referee: Compiled | Interpreted, seed: int) -> None:
        super().__init__(case, referee, seed)
        self._liking = self._chance.sample(range(case.game.moves.count), case.game.moves.count)

    def _best(self, state: States, seat: int, moves: list[int]) -> int:
        moves = sorted(moves, key=self._liking.__getitem__)
        going_on = (m for m in moves if self.referee.actor(self._after(state, seat, m)) != OVER)
        return next(going_on, moves[0])


Players = Callable[[Case, Compiled | Interpreted], Prolonging]
PLAYERS: dict[str, Players] = {
    "back to the beginning": Prolonging,
    **{f"stubborn {seed}": partial(Stubborn, seed=seed) for seed in range(STUBBORN)},
}


def tops(states: list[States]) -> dict[str, int]:
    """The largest number in each field over some states."""
    together = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
    return {name: int(together[name].max()) for name in together.dtype.names or ()}


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
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("case", longest_cases, ids=str)
def test_no_field_leaves_its_range(case: Case, players: str):
    player = PLAYERS[players](case, compiled(case.game))
    state = case.game.state.from_bytes(player.start)
    kept: list[States] = []
    growth: dict[str, int] = {}
    while len(kept) < (LONGER if narrow(case, growth) else LONG):
        if not player.play(state):
            replay(case, PLAYERS[players])
            return
        kept.append(copy_of(state))
        if len(kept) in (LONG, LONGER):
            growth = growing(kept)
    for name, grown in growth.items():
        assert case.game.state.fields[name].type != "i4" or grown < SLOW * len(kept), f"{name} grows too fast"
    for name in narrow(case, growth):
        play_on(case, PLAYERS[players], near_its_end(case, kept[-1], name, growth), name)


def narrow(case: Case, names: Iterable[str]) -> list[str]:
    """Fields that people could live to see at their end."""
    return [name for name in names if case.game.state.fields[name].type in ("i1", "i2")]


def replay(case: Case, players: Players) -> None:
    """Play a game that ends in rules that refuse numbers which do not fit."""
    player = players(case, interpreted(case.game))
    state = case.game.state.from_bytes(player.start)
    try:
        while player.play(state):
            pass
    except OverflowError as problem:
        raise AssertionError(f"a legal move leads out of a field: {problem}") from None


def near_its_end(case: Case, state: States, name: str, growth: dict[str, int]) -> States:
    """The state when a field that grows is almost at its end, and the others have grown beside it."""
    late = copy_of(state)
    times = (end_of(case, name) - 1 - int(state[name].max())) / growth[name]
    for other, grown in growth.items():
        top = int(state[other].max())
        then = min(end_of(case, other) - 1, top + round(times * grown))
        late[other] = np.where(late[other] == top, then, late[other])
    return late


def end_of(case: Case, name: str) -> int:
    """The largest number that fits into a field."""
    return int(np.iinfo(case.game.state.fields[name].type).max)


def play_on(case: Case, players: Players, late: States, name: str) -> None:
    """Go on from there, in rules that refuse numbers which do not fit."""
    player = players(case, interpreted(case.game))
    try:
        for _ in range(AFTER):
            if not player.play(late):
                return
    except (OverflowError, ValueError) as problem:
        raise AssertionError(f"{name} can leave its range: {problem}") from None
