"""The verbs of a game: the whole contract between a game and everything that plays it.

A game's `rules.py` defines functions of these names and shapes. Generic compiled code (`play.py`, a search, the laws of
the test kit) imports the verbs from here and calls them; when it is bound to a game, the game's own rules take
their place. Called unbound they only say so.
"""

from __future__ import annotations

from typing import NoReturn

from tabbytop.engine.state import Floats, Ids, Reals, State, Wide

INSTINCTS = ("policy", "evaluate")
"""Verbs of a game's `bot.py`; a game without one has neutral instincts."""
BELIEF = "believe"
"""A verb that a game's `bot.py` may have where rivals' play tells something; elsewhere it is `imagine`."""
LAPSE = "overlook"
"""A verb that a game's `bot.py` may have where people forget something; asked about views, and never compiled."""
LEARNING = ("features", "settle")
"""Verbs of a game's `features.py`, the second where it has something to say; a game without has nothing to learn by."""
SHORTCUTS = ("may_act", "in_endgame")
"""Verbs that a game's `rules.py` may have where it can answer sooner than by the other verbs."""
NAMES = ("setup", "actor", "legal", "chance", "apply", "why_not", "score", "rank", "imagine", "broken")


def _unbound(verb: str) -> NoReturn:
    raise RuntimeError(f"'{verb}' is a verb without a game: bind the calling function to one first")


def setup(s: State, options: Wide) -> None:
    """Lay out the table before the first decision; luck moves do the rolling and dealing afterwards.

    `s` is blank. `options` is what `Game.encode` made of the player count and the options.
    """
    _unbound("setup")


def actor(s: State) -> int:
    """Who acts now: a seat, LUCK, HOUSE, ALL (every seat and CLOCK, in any order), or OVER."""
    _unbound("actor")


def legal(s: State, seat: int, out: Ids) -> int:
    """Write the ids that `seat` (or HOUSE, CLOCK) may play now into `out`, ascending; return how many."""
    _unbound("legal")


def may_act(s: State, seat: int, out: Ids) -> bool:
    """Whether `legal` would list anything for `seat` (or CLOCK), asked where everybody may act; `out` is room."""
    _unbound("may_act")


def in_endgame(s: State) -> bool:
    """Whether the game has come to a last part, never left again, whose moves take far longer to work out than others.

    Batches on a GPU play such parts apart, so that no game waits there for the searches of its neighbours.
    """
    _unbound("in_endgame")


def chance(s: State, ids: Ids, weights: Ids) -> int:
    """Write the possible outcomes of LUCK, ascending, and their whole-number weights; return how many."""
    _unbound("chance")


def apply(s: State, seat: int, move: int) -> None:
    """Carry out a move. The one place that changes a state; it assumes that the move is legal."""
    _unbound("apply")


def why_not(s: State, seat: int, move: int) -> int:
    """0 if `seat` (or LUCK, HOUSE, CLOCK) may play `move` now, else the number of the clause that forbids it."""
    _unbound("why_not")


def score(s: State, out: Wide) -> None:
    """Write every seat's points as they stand."""
    _unbound("score")


def rank(s: State, out: Wide) -> None:
    """Write every seat's place at the end, 1 for a winner; equal places are shared. 0 while the game runs."""
    _unbound("rank")


def imagine(s: State, seat: int, luck: Wide) -> None:
    """Determinization: fill what `seat` cannot see in its view `s` with a random world that fits what it knows."""
    _unbound("imagine")


def broken(s: State) -> int:
    """0 if every invariant of the game holds, else the number of one that does not. For tests and debugging."""
    _unbound("broken")


def policy(s: State, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Write how natural each of the `n` legal moves in `ids` looks: a weight of at least 1. Cheap, for playing on."""
    _unbound("policy")


def evaluate(s: State, out: Reals) -> None:
    """Write a guess at every seat's result, from 0 (last) to 1 (first), for games that are not played out."""
    _unbound("evaluate")


def believe(s: State, seat: int, luck: Wide) -> None:
    """As `imagine`, but what rivals would rather have played already is less likely still to be in their hands."""
    _unbound("believe")


def overlook(s: State, seat: int) -> None:
    """Change what `seat` sees, its view `s`, into what it would think to see in a hurry: without tolls, say."""
    _unbound("overlook")


def features(s: State, out: Floats) -> int:
    """Write what a player would look at, as numbers of about -1 to 1; return the seat from which it is seen.

    That is the seat on turn, and everything is turned so that it comes first. `s` is a world as somebody imagines it,
    never the truth behind a view. As many numbers as the module says (`SIZE`), whatever the table; `out` holds zeros.
    """
    _unbound("features")


def settle(s: State) -> int:
    """Put what luck has left on the table into one order, where the order means nothing: five equal dice, say.

    Returns a number from 0 that tells the outcome from others, so that a search takes equal ones for one; or -1 where
    outcomes are told apart by the moves of luck themselves.
    """
    _unbound("settle")
