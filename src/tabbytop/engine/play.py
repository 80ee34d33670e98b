"""Random play over any game's verbs, for batches and playouts. Knows no game: it is bound to one when compiled.

Where everybody may act at once, time runs as fast as it can be computed: the clock moves about every second time, and
the seats in between, some quicker than others.
"""

from __future__ import annotations

from tabbytop.engine.luck import MASK, first_key, number_at, scramble, second_key
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, CLOCK, LUCK, OVER
from tabbytop.engine.state import Floats, Ids, Reals, State, States, Wide
from tabbytop.engine.verbs import actor, apply, broken, chance, imagine, legal, may_act, rank, score, setup, why_not


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


PACES = 4
"""The quickest seat of a random real-time game acts so many times as often as the slowest."""


@rule
def pace_of(key: int, seat: int) -> int:
    """How quick a seat is in a random real-time game, drawn once for the whole game."""
    return 1 + ((scramble((key + seat) & MASK) * PACES) >> 32)


@rule
def able_now(s: State, seats: int, ids: Ids) -> int:
    """Bits of the seats that have something to do where everybody may act; the bit after them is the clock's."""
    able = 0
    for seat in range(seats):
        if may_act(s, seat, ids):
            able |= 1 << seat
    if may_act(s, CLOCK, ids):
        able |= 1 << seats
    return able


@rule
def first_of(able: int, seats: int, key: int, number: int) -> int:
    """Who of those who are able (bits, see `able_now`) acts first: the clock half of the time, else a seat by pace."""
    total = 0
    for seat in range(seats):
        if able >> seat & 1:
            total += pace_of(key, seat)
    if able >> seats & 1:
        total = max(1, 2 * total)
    k = (number * total) >> 32
    for seat in range(seats):
        if able >> seat & 1:
            k -= pace_of(key, seat)
            if k < 0:
                return seat
    return CLOCK


@rule
def play_on(s: State, ply: int, limit: int, seats: int, luck: Wide, ids: Ids, weights: Ids) -> int:
    """Play uniformly random moves from `ply` until the game or the limit ends; return the ply reached.

    Luck takes the even numbers of the stream and the players the odd ones, so a record of the game can be checked
    outcome by outcome.
    """
    key, key2 = luck[0], luck[1]
    while ply < limit:
        who = actor(s)
        if who == OVER:
            break
        if who == LUCK:
            move = drawn(s, number_at(key, key2, 2 * ply), ids, weights)
        else:
            number = number_at(key, key2, 2 * ply + 1)
            if who == ALL:
                who = first_of(able_now(s, seats, ids), seats, key, number)
                number = scramble(number)
            n = legal(s, who, ids)
            move = ids[(number * n) >> 32]
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
        moves = play_on(s, 0, limit, width, luck, ids, weights)
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


@rule
def features(s: State, out: Floats) -> int:
    """A game that declares none gives a net nothing to look at, and has none."""
    return 0


@rule
def settle(s: State) -> int:
    """In most games every move of luck means something of its own."""
    return -1


@rule
def may_act_by_list(s: State, seat: int, out: Ids) -> bool:
    """The way to find out for games that know no shorter one."""
    return legal(s, seat, out) > 0


@rule
def never_in_endgame(s: State) -> bool:
    """All moves of most games cost about as much."""
    return False


SETUP, ACTOR, LEGAL, CHANCE, APPLY, WHY_NOT, SCORE, RANK, IMAGINE, BROKEN = range(10)


@rule
def dispatch(states: States, verb: int, seat: int, move: int, wide: Wide, ids: Ids, weights: Ids) -> int:
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
