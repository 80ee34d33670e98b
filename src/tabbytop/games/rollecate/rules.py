"""The verbs of Rollecate: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.rollecate.betsy import choice_of_betsy
from tabbytop.games.rollecate.board import (
    ALL_CARDS,
    COUNT,
    KINDS,
    LEFT,
    RIGHT,
    STRAIGHT,
    TRACKS,
    end_is_free,
    is_curve,
    value_of,
)
from tabbytop.games.rollecate.facts import (
    ACTING,
    AGAINST_BETSY,
    AT_A_TABLE,
    BETSY,
    BETSY_BENDING,
    BETSY_DRAWING,
    BUILDING,
    CHOOSING_STARTER,
    DICE,
    DISCARDING,
    FINISHED,
    HUMAN,
    LAYING,
    PLACING,
    REMOVING,
    RETURNING,
    RIDING,
    SCORING,
    TAKING,
    THROWING,
    TURNING_UP,
    WHEEL_WEIGHTS,
    cards_in_pile,
    last_value,
    points,
    top_value,
    values_fit,
)
from tabbytop.games.rollecate.invariants import broken
from tabbytop.games.rollecate.moves import (
    BUILD,
    CHAOS,
    DONE,
    DRAW,
    LAY,
    PASS,
    PLACE,
    REMOVE,
    RETURN_CHAOS,
    RIDE,
    SHOW_HANDS,
    START,
    TAKE,
    THROW,
    TURN_UP,
)
from tabbytop.games.rollecate.options import (
    BETSY_BENDS_SLOT,
    BETSY_STARTS_SLOT,
    MODE_SLOT,
    SETUP_SLOT,
    STARTER_SLOT,
)
from tabbytop.games.rollecate.refusals import why_not
from tabbytop.games.rollecate.state import Rollecate
from tabbytop.games.rollecate.turn import (
    betsy_draws,
    build_track,
    choose_starter,
    discard_chaos,
    draw_card,
    enter,
    finish_action,
    lay_penalty,
    pass_turn,
    place_shown,
    remove_card,
    return_chaos,
    ride,
    seats_for,
    show_hands,
    take_penalty,
    throw_dice,
    turn_up_for_setup,
)

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: Rollecate, options: Wide) -> None:
    """All cards in the draw pile (ROL-13); luck then picks a start player and turns up the initial railway."""
    s.players = options[0]
    s.mode = AT_A_TABLE if s.players > 1 else 1 + options[MODE_SLOT]
    s.seats = seats_for(s.mode, s.players)
    s.auto_setup = options[SETUP_SLOT]
    s.human_bends = options[BETSY_BENDS_SLOT]
    for kind in range(KINDS):
        s.deck[kind] = COUNT[kind]
    s.deck_size = ALL_CARDS
    if s.mode == AGAINST_BETSY:
        choose_starter(s, BETSY if options[BETSY_STARTS_SLOT] == 1 else HUMAN)  # ROL-108
    elif s.mode != AT_A_TABLE:
        choose_starter(s, HUMAN)
    elif options[STARTER_SLOT] >= 0:
        choose_starter(s, options[STARTER_SLOT])
    else:
        enter(s, CHOOSING_STARTER, LUCK)


@rule
def actor(s: Rollecate) -> int:
    """Who acts now."""
    return s.acting


@rule
def chance(s: Rollecate, ids: Ids, weights: Ids) -> int:
    """A card of the draw pile, dice, the start player, or the bend of a curve laid by chance."""
    if s.phase == THROWING:
        dice = min(DICE, s.dice)
        for wheels in range(dice + 1):
            ids[wheels] = THROW + wheels
            weights[wheels] = WHEEL_WEIGHTS[dice, wheels]
        return dice + 1
    if s.phase == CHOOSING_STARTER:
        for seat in range(s.seats):
            ids[seat] = START + seat
            weights[seat] = 1
        return s.seats
    if s.phase == PLACING:
        for way in range(2):
            ids[way] = PLACE + LEFT + way
            weights[way] = 1
        return 2
    first = DRAW
    if s.phase == TURNING_UP or s.phase == BETSY_DRAWING:
        first = TURN_UP
    elif s.phase == REMOVING:
        first = REMOVE
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            ids[n] = first + kind
            weights[n] = s.deck[kind]
            n += 1
    return n


@rule
def apply(s: Rollecate, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < TURN_UP:
        choose_starter(s, move - START)
    elif move < DRAW:
        if s.phase == TURNING_UP:
            turn_up_for_setup(s, move - TURN_UP)
        else:
            betsy_draws(s, move - TURN_UP)
    elif move < REMOVE:
        draw_card(s, move - DRAW)
    elif move < THROW:
        remove_card(s, move - REMOVE)
    elif move < PLACE:
        throw_dice(s, move - THROW)
    elif move < RETURN_CHAOS:
        if s.phase == PLACING:
            place_shown(s, move - PLACE)
        else:
            build_track(s, s.shown, move - PLACE)
    elif move == RETURN_CHAOS:
        return_chaos(s)
    elif move == PASS:
        pass_turn(s)
    elif move < CHAOS:
        build_track(s, (move - BUILD) // 3, (move - BUILD) % 3)
    elif move < DONE:
        discard_chaos(s, (move - CHAOS) // 2 + 1, (move - CHAOS) % 2)
    elif move == DONE:
        finish_action(s)
    elif move == RIDE:
        ride(s)
    elif move == TAKE:
        take_penalty(s)
    elif move < SHOW_HANDS:
        lay_penalty(s, (move - LAY) // 2, (move - LAY) % 2)
    else:
        show_hands(s)


@rule
def score(s: Rollecate, out: Wide) -> None:
    """Points as they stand; the fewest win."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@rule
def rank(s: Rollecate, out: Wide) -> None:
    """Places by points and tie-breaks; equal in everything means shared (ROL-97). A lost solo game has no winner."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase == FINISHED:
            out[seat] = 1 + s.lost
            for other in range(s.seats):
                if is_ahead(s, other, seat):
                    out[seat] += 1


@rule
def is_ahead(s: Rollecate, seat: int, other: int) -> bool:
    """Fewest points (ROL-94), then fewest cards (ROL-95), then fewest 4s, 3s, 2s and 1s (ROL-96)."""
    if points(s, seat) != points(s, other):
        return points(s, seat) < points(s, other)
    if s.pile_size[seat] != s.pile_size[other]:
        return s.pile_size[seat] < s.pile_size[other]
    for value in range(4, 0, -1):
        mine, theirs = cards_in_pile(s, seat, value), cards_in_pile(s, other, value)
        if mine != theirs:
            return mine < theirs
    return False


@rule
def imagine(s: Rollecate, seat: int, luck: Wide) -> None:
    """Deal the cards that a seat has not seen to the other hands, the removed ones and the draw pile at random."""
    unseen = scratch(KINDS)
    left = unseen_cards(s, seat, unseen)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                s.hand[other, pick(unseen, left, luck)] += 1
                left -= 1
    for _ in range(s.removed_size):
        s.removed[pick(unseen, left, luck)] += 1
        left -= 1
    for kind in range(KINDS):
        s.deck[kind] = unseen[kind]


@rule
def unseen_cards(s: Rollecate, seat: int, unseen: Wide) -> int:
    """Count the cards, by kind and in all, that a seat has never seen: they are in other hands, removed or undrawn."""
    for kind in range(KINDS):
        unseen[kind] = COUNT[kind] - s.taken[kind] - s.combined[kind] - s.unbuilt[kind]
        if 0 <= seat < s.players:
            unseen[kind] -= s.hand[seat, kind]
    for value in range(4):
        unseen[TRACKS + value] -= s.aside[value]
    for place in range(s.first, s.end):
        unseen[s.track[place]] -= 1
    if s.shown >= 0:
        unseen[s.shown] -= 1
    for other in range(s.seats):
        for index in range(s.pile_size[other]):
            unseen[s.pile[other, index]] -= 1
    left = 0
    for kind in range(KINDS):
        left += unseen[kind]
    return left


@rule
def pick(unseen: Wide, left: int, luck: Wide) -> int:
    """Take one of the `left` unseen cards at random; returns its kind."""
    k = toss(luck, left)
    kind = 0
    while k >= unseen[kind]:
        k -= unseen[kind]
        kind += 1
    unseen[kind] -= 1
    return kind


@rule
def legal(s: Rollecate, seat: int, out: Ids) -> int:
    """What a seat may do now."""
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    phase = s.phase
    if phase == ACTING:
        out[0] = PASS  # ROL-40
        return legal_chaos(s, seat, legal_building(s, seat, 1, out), out)
    if phase == BUILDING:
        n = legal_building(s, seat, 0, out)
        out[n] = DONE
        return n + 1
    if phase == DISCARDING:
        n = legal_chaos(s, seat, 0, out)
        out[n] = DONE
        return n + 1
    if phase == LAYING:
        return legal_laying(s, out)
    if phase == PLACING or phase == BETSY_BENDING:
        return legal_placing(s, out)
    out[0] = forced(s)
    return 1


@rule
def forced(s: Rollecate) -> int:
    """The one move of the house or of Betsy."""
    phase = s.phase
    if phase == RIDING:
        return RIDE
    if phase == TAKING:
        return TAKE
    if phase == RETURNING:
        return RETURN_CHAOS
    if phase == SCORING:
        return SHOW_HANDS
    return choice_of_betsy(s)


@rule
def legal_building(s: Rollecate, seat: int, n: int, out: Ids) -> int:
    """Track cards in hand, all of one value (ROL-62), that fit the end of the railway (ROL-67, ROL-68)."""
    if not end_is_free(s):
        return n
    last = last_value(s)
    for kind in range(TRACKS):
        if s.hand[seat, kind] > 0 and values_fit(value_of(kind), last):
            if s.phase == ACTING or value_of(kind) == s.value:
                if is_curve(kind):
                    out[n] = BUILD + 3 * kind + LEFT
                    out[n + 1] = BUILD + 3 * kind + RIGHT
                    n += 2
                else:
                    out[n] = BUILD + 3 * kind + STRAIGHT
                    n += 1
    return n


@rule
def legal_chaos(s: Rollecate, seat: int, n: int, out: Ids) -> int:
    """Any chaos card in hand (ROL-86), combined or not where that is possible (ROL-87)."""
    for value in range(1, 5):
        if s.hand[seat, TRACKS + value - 1] > 0:
            n = ways_to_lay(CHAOS + 2 * (value - 1), value == top_value(s, seat), n, out)
    return n


@rule
def legal_laying(s: Rollecate, out: Ids) -> int:
    """Any penalty card that is not laid yet (ROL-50), combined or not where that is possible (ROL-51, ROL-52)."""
    n = 0
    for kind in range(TRACKS):
        if s.taken[kind] > 0:
            n = ways_to_lay(LAY + 2 * kind, value_of(kind) == top_value(s, s.turn), n, out)
    return n


@rule
def ways_to_lay(move: int, equal: int, n: int, out: Ids) -> int:
    """A card may always be laid on the pile, and put away with an equal top card instead."""
    out[n] = move
    if not equal:
        return n + 1
    out[n + 1] = move + 1
    return n + 2


@rule
def legal_placing(s: Rollecate, out: Ids) -> int:
    """The bends of the card drawn openly (ROL-12)."""
    if not is_curve(s.shown):
        out[0] = PLACE + STRAIGHT
        return 1
    out[0] = PLACE + LEFT
    out[1] = PLACE + RIGHT
    return 2
