"""Laws of every game, as compiled templates: they look at every state of many games, where the rare ones hide."""

from __future__ import annotations

from tabbytop.engine.luck import number_at, scramble
from tabbytop.engine.play import able_now, drawn, first_of
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER
from tabbytop.engine.state import Ids, State, States, Wide
from tabbytop.engine.verbs import actor, apply, broken, chance, legal, may_act, rank, setup, why_not

INVARIANT, ASCENDING, LEGAL_IS_WHY_NOT, CHANCE_IS_WHY_NOT, SOMETHING_TO_DO, ONE_HOUSE_MOVE, NO_RANK_YET, ENDED = range(
    1, 9
)
MAY_ACT_IS_LEGAL = 9
NAMES = {
    INVARIANT: "an invariant of the game is broken",
    ASCENDING: "legal ids are not ascending",
    LEGAL_IS_WHY_NOT: "legal and why_not disagree",
    CHANCE_IS_WHY_NOT: "chance and why_not disagree",
    SOMETHING_TO_DO: "whoever is to act has nothing to do, or luck has no weight",
    ONE_HOUSE_MOVE: "the house has a choice",
    NO_RANK_YET: "places are given while the game runs, or not given at its end",
    ENDED: "a game did not end within the stated bound",
    MAY_ACT_IS_LEGAL: "legal and may_act disagree",
}


@rule
def seat_is_lawful(s: State, seat: int, moves: int, ids: Ids, report: Wide) -> int:
    """What `legal` lists for a seat is exactly what `why_not` allows."""
    n = legal(s, seat, ids)
    k = 0
    for i in range(1, n):
        if ids[i] <= ids[i - 1]:
            return ASCENDING
    if actor(s) == ALL and seat != HOUSE:
        if may_act(s, seat, ids) != (n > 0):
            report[3] = seat
            return MAY_ACT_IS_LEGAL
        n = legal(s, seat, ids)  # it may have used the room
    for move in range(moves):
        listed = k < n and ids[k] == move
        if listed:
            k += 1
        if listed != (why_not(s, seat, move) == 0):
            report[3] = seat
            report[4] = move
            return LEGAL_IS_WHY_NOT
    return 0


@rule
def luck_is_lawful(s: State, moves: int, ids: Ids, weights: Ids, report: Wide) -> int:
    """What `chance` lists is exactly what `why_not` allows luck."""
    n = chance(s, ids, weights)
    k = 0
    for move in range(moves):
        listed = k < n and ids[k] == move
        if listed:
            if weights[k] <= 0:
                return SOMETHING_TO_DO
            k += 1
        if listed != (why_not(s, LUCK, move) == 0):
            report[4] = move
            return CHANCE_IS_WHY_NOT
    return 0 if n > 0 else SOMETHING_TO_DO


@rule
def broken_law(s: State, seats: int, moves: int, places: Wide, ids: Ids, weights: Ids, report: Wide) -> int:
    """The number of a law that a state breaks, or 0."""
    if broken(s) != 0:
        report[3] = broken(s)
        return INVARIANT
    who = actor(s)
    rank(s, places)
    for seat in range(seats):
        if (places[seat] == 0) != (who != OVER):
            return NO_RANK_YET
        law = seat_is_lawful(s, seat, moves, ids, report)
        if law != 0:
            return law
    law = seat_is_lawful(s, HOUSE, moves, ids, report)
    if law == 0:
        law = seat_is_lawful(s, CLOCK, moves, ids, report)
    if law != 0:
        return law
    if who == LUCK:
        return luck_is_lawful(s, moves, ids, weights, report)
    if who == HOUSE and legal(s, HOUSE, ids) != 1:
        return ONE_HOUSE_MOVE
    if who >= 0 and legal(s, who, ids) == 0:
        return SOMETHING_TO_DO
    if who == ALL and able_now(s, seats, ids) == 0:
        return SOMETHING_TO_DO
    return 0


@rule
def check_games(
    states: States,
    options: Wide,
    seats: int,
    moves: int,
    limit: int,
    every: int,
    first: int,
    places: Wide,
    ids: Ids,
    weights: Ids,
    report: Wide,
) -> int:
    """Play a random game in each blank state, numbered from `first`; check every `every`-th position and the last one.

    Returns how many positions were looked at. `report` gets law, game, ply, and what the law found, if one is broken.
    """
    looked = 0
    for game in range(states.shape[0]):
        s = states[game]
        setup(s, options)
        ply = 0
        while True:
            who = actor(s)
            if ply % every == 0 or who == OVER:
                looked += 1
                law = broken_law(s, seats, moves, places, ids, weights, report)
                if law != 0 or ply > limit:
                    report[0] = law if law != 0 else ENDED
                    report[1] = first + game
                    report[2] = ply
                    return looked
            if who == OVER:
                break
            number = number_at(first + game, 77, ply)
            if who == LUCK:
                move = drawn(s, number, ids, weights)
            else:
                if who == ALL:
                    who = first_of(able_now(s, seats, ids), seats, first + game, number)
                    number = scramble(number)
                move = ids[(number * legal(s, who, ids)) >> 32]
            apply(s, who, move)
            ply += 1
    return looked


@rule
def list_refusals(states: States, seat: int, moves: int, out: Wide) -> int:
    """What `why_not` says of every move of a seat."""
    for move in range(moves):
        out[move] = why_not(states[0], seat, move)
    return moves
