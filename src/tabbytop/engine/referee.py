"""A referee answers for the rules of one game: who acts, what is legal, what a move does.

There are two with the same manners. The interpreted one needs no compiler and starts at once; the compiled one is
hundreds of times faster once its rules are compiled. Both work on the same states, byte for byte.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from tabbytop.engine import play
from tabbytop.engine.game import Game
from tabbytop.engine.state import Ids, States, Wide


class Referee(Protocol):
    """What both referees do. A state is an array of one; only `setup`, `apply` and `imagine` change it."""

    game: Game

    def setup(self, options: Wide) -> States:
        """A table ready for the first move."""

    def actor(self, state: States) -> int:
        """Who acts now."""

    def legal(self, state: States, seat: int) -> list[int]:
        """What a seat may play now, ascending."""

    def chance(self, state: States) -> tuple[list[int], list[int]]:
        """The outcomes of luck and their weights."""

    def apply(self, state: States, seat: int, move: int) -> None:
        """Carry out a legal move in place."""

    def why_not(self, state: States, seat: int, move: int) -> int:
        """0, or the number of the clause that forbids the move."""

    def score(self, state: States) -> list[int]:
        """Points by seat."""

    def rank(self, state: States) -> list[int]:
        """Places by seat; 0 while the game runs."""

    def imagine(self, state: States, seat: int, luck: Wide) -> None:
        """Determinization: fill a seat's view with a random world that fits it."""

    def broken(self, state: States) -> int:
        """0, or the number of a broken invariant."""


class Interpreted:
    """The rules as plain Python. Keeps nothing of a state but its face, so that many matches may share one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: Any = game.rules
        self._seen: tuple[States, Any] | None = None
        """The state that was last asked about, and its face: mostly more than one thing is asked of a state."""

    def _face(self, state: States) -> Any:
        seen = self._seen
        if seen is None or seen[0] is not state:
            seen = self._seen = (state, self.game.state.plain(state))
        return seen[1]

    def _room(self) -> Any:
        """Room for move ids, as `Ids`, but quicker to fill one by one."""
        return memoryview(bytearray(4 * self.game.moves.count)).cast("i")

    def setup(self, options: Wide) -> States:
        state = self.game.state.blank()
        self._rules.setup(self._face(state), options)
        return state

    def actor(self, state: States) -> int:
        return int(self._rules.actor(self._face(state)))

    def legal(self, state: States, seat: int) -> list[int]:
        ids = self._room()
        return ids[: self._rules.legal(self._face(state), seat, ids)].tolist()

    def chance(self, state: States) -> tuple[list[int], list[int]]:
        ids, weights = self._room(), self._room()
        count = self._rules.chance(self._face(state), ids, weights)
        return ids[:count].tolist(), weights[:count].tolist()

    def apply(self, state: States, seat: int, move: int) -> None:
        self._rules.apply(self._face(state), seat, move)

    def why_not(self, state: States, seat: int, move: int) -> int:
        return int(self._rules.why_not(self._face(state), seat, move))

    def score(self, state: States) -> list[int]:
        return self.score_of(self._face(state))

    def score_of(self, face: Any) -> list[int]:
        """Points by seat in the state of which this is the face."""
        return self._per_seat(self._rules.score, face)

    def rank(self, state: States) -> list[int]:
        return self._per_seat(self._rules.rank, self._face(state))

    def _per_seat(self, verb: Callable[[Any, Any], None], face: Any) -> list[int]:
        out = memoryview(bytearray(8 * self.game.most_seats)).cast("q")
        verb(face, out)
        return out.tolist()

    def imagine(self, state: States, seat: int, luck: Wide) -> None:
        self._rules.imagine(self._face(state), seat, luck)

    def broken(self, state: States) -> int:
        return int(self._rules.broken(self._face(state)))


@functools.cache
def interpreted(game: Game) -> Interpreted:
    """The interpreted rules of a game, which all its matches share."""
    return Interpreted(game)


class Compiled:
    """The rules as machine code, compiled or loaded when first needed; `notify` hears of each rule compiled."""

    def __init__(self, game: Game, *, boundscheck: bool = False, notify: Callable[[str], None] | None = None) -> None:
        from tabbytop.engine.binding import Binding  # loading LLVM takes a while; only this class needs it

        self.game = game
        name = game.id.replace("-", "_")
        self.bind = Binding(name, game.state, game.stand_ins, boundscheck=boundscheck, notify=notify)
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)
        self._none: Wide = np.zeros(0, np.int64)

    @functools.cached_property
    def _dispatch(self) -> Callable[..., int]:
        dispatch: Callable[..., int] = self.bind(play.dispatch)
        return dispatch

    def ready(self) -> None:
        """Compile or load what Python callers need, now instead of at the first call."""
        _ = self._dispatch

    def _call(self, state: States, verb: int, seat: int = 0, move: int = 0, wide: Wide | None = None) -> int:
        wide = self._none if wide is None else wide
        return int(self._dispatch(state, verb, seat, move, wide, self._ids, self._weights))

    def setup(self, options: Wide) -> States:
        state = self.game.state.blank()
        self._call(state, play.SETUP, wide=options)
        return state

    def actor(self, state: States) -> int:
        return self._call(state, play.ACTOR)

    def legal(self, state: States, seat: int) -> list[int]:
        return self._ids[: self._call(state, play.LEGAL, seat)].tolist()

    def chance(self, state: States) -> tuple[list[int], list[int]]:
        count = self._call(state, play.CHANCE)
        return self._ids[:count].tolist(), self._weights[:count].tolist()

    def apply(self, state: States, seat: int, move: int) -> None:
        self._call(state, play.APPLY, seat, move)

    def why_not(self, state: States, seat: int, move: int) -> int:
        return self._call(state, play.WHY_NOT, seat, move)

    def score(self, state: States) -> list[int]:
        return self._per_seat(play.SCORE, state)

    def rank(self, state: States) -> list[int]:
        return self._per_seat(play.RANK, state)

    def _per_seat(self, verb: int, state: States) -> list[int]:
        out: Wide = np.zeros(self.game.most_seats, np.int64)
        self._call(state, verb, wide=out)
        return out.tolist()

    def imagine(self, state: States, seat: int, luck: Wide) -> None:
        self._call(state, play.IMAGINE, seat, wide=luck)

    def broken(self, state: States) -> int:
        return self._call(state, play.BROKEN)
