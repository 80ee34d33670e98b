"""Random play over any game's verbs, for batches and playouts. Knows no game: it is bound to one when compiled."""

from __future__ import annotations

from tabbytop.engine.luck import first_key, number_at, second_key
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.engine.state import Ids, Reals, State, States, Wide
from tabbytop.engine.verbs import actor, apply, broken, chance, imagine, legal, rank, score, setup, why_not


@rule
def picked(n: int, weights: Ids, number: int) -> int:
    """The index of one of `n` weights that a 32-bit random number picks, in proportion to them."""
    total = 0
    for i in range(n):
        total += weights[i]
    k = (number * total) >> 32
    i = 0
    while k >= weights[i]:
        k -= weights[i]
        i += 1
    return i


@rule
def drawn(s: State, number: int, ids: Ids, weights: Ids) -> int:
    """The outcome of luck that a 32-bit random number picks."""
    n = chance(s, ids, weights)
    return ids[picked(n, weights, number)]


@rule
def play_on(s: State, ply: int, limit: int, luck: Wide, ids: Ids, weights: Ids) -> int:
    """Play uniformly random moves from `ply` until the game or the limit ends; return the ply reached.

    Luck takes the even numbers of the stream and the players the odd ones, so a record of the game can be checked
    outcome by outcome.
    """
    key, key2 = luck[0], luck[1]
    while ply < limit:
        who = actor(s)
        if who >= 0 or who == HOUSE:
            n = legal(s, who, ids)
            move = ids[(number_at(key, key2, 2 * ply + 1) * n) >> 32]
        elif who == LUCK:
            move = drawn(s, number_at(key, key2, 2 * ply), ids, weights)
        else:
            break
        apply(s, who, move)
        ply += 1
    return ply


@rule
def play_batch(
    states: States,
    options: Wide,
    seed: int,
    first: int,
    limit: int,
    begin: int,
    end: int,
    lengths: Wide,
    scores: Wide,
    places: Wide,
    ids: Ids,
    weights: Ids,
    luck: Wide,
) -> int:
    """Play games `begin` to `end` of a batch whose first game has the number `first`.

    `states` are blank. Written per game: its length (0 if it was cut off at the limit) and, in one row of equal width
    per game, `scores` and `places`. `ids`, `weights` and `luck` are room to work in. Returns the moves made.
    """
    width = scores.shape[0] // states.shape[0]
    total = 0
    for game in range(begin, end):
        number = first + game
        luck[0] = first_key(seed, number)
        luck[1] = second_key(seed, number)
        s = states[game]
        setup(s, options)
        moves = play_on(s, 0, limit, luck, ids, weights)
        total += moves
        if actor(s) == OVER:
            lengths[game] = moves
        score(s, scores[game * width : (game + 1) * width])
        rank(s, places[game * width : (game + 1) * width])
    return total


@rule
def policy(s: State, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """The instinct of a game that declares none: every move looks alike."""
    for i in range(n):
        weights[i] = 1


@rule
def evaluate(s: State, out: Reals) -> None:
    """The guess of a game that declares none: nobody is ahead."""
    for seat in range(out.shape[0]):
        out[seat] = 0.5


SETUP, ACTOR, LEGAL, CHANCE, APPLY, WHY_NOT, SCORE, RANK, IMAGINE, BROKEN = range(10)


@rule
def door(states: States, verb: int, seat: int, move: int, wide: Wide, ids: Ids, weights: Ids) -> int:
    """The one way in for callers from Python: all verbs behind one compiled function load and compile faster than ten.

    Callers hold arrays of one state, since handing a single record to compiled code costs twenty times as much.
    """
    s = states[0]
    if verb == ACTOR:
        return actor(s)
    if verb == LEGAL:
        return legal(s, seat, ids)
    if verb == CHANCE:
        return chance(s, ids, weights)
    if verb == WHY_NOT:
        return why_not(s, seat, move)
    if verb == BROKEN:
        return broken(s)
    if verb == SETUP:
        setup(s, wide)
    elif verb == APPLY:
        apply(s, seat, move)
    elif verb == SCORE:
        score(s, wide)
    elif verb == RANK:
        rank(s, wide)
    elif verb == IMAGINE:
        imagine(s, seat, wide)
    return 0
