"""The verbs of Rollecate: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.rollecate import betsy, board, facts, moves, turn
from tabbytop.games.rollecate import options as slots
from tabbytop.games.rollecate.invariants import broken
from tabbytop.games.rollecate.refusals import why_not
from tabbytop.games.rollecate.state import Rollecate

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: Rollecate, options: Wide) -> None:
    """All cards in the draw pile (ROL-13); luck then picks a start player and turns up the initial railway."""
    s.players = options[0]
    s.mode = facts.AT_A_TABLE if s.players > 1 else 1 + options[slots.MODE_SLOT]
    s.seats = turn.seats_for(s.mode, s.players)
    s.auto_setup = options[slots.SETUP_SLOT]
    s.human_bends = options[slots.BETSY_BENDS_SLOT]
    for kind in range(board.KINDS):
        s.deck[kind] = board.COUNT[kind]
    s.deck_size = board.ALL_CARDS
    if s.mode == facts.AGAINST_BETSY:
        turn.choose_starter(s, facts.BETSY if options[slots.BETSY_STARTS_SLOT] == 1 else facts.HUMAN)  # ROL-108
    elif s.mode != facts.AT_A_TABLE:
        turn.choose_starter(s, facts.HUMAN)
    elif options[slots.STARTER_SLOT] >= 0:
        turn.choose_starter(s, options[slots.STARTER_SLOT])
    else:
        turn.enter(s, facts.CHOOSING_STARTER, LUCK)


@rule
def actor(s: Rollecate) -> int:
    """Who acts now."""
    return s.acting


@rule
def chance(s: Rollecate, ids: Ids, weights: Ids) -> int:
    """A card of the draw pile, dice, the start player, or the bend of a curve laid by chance."""
    if s.phase == facts.THROWING:
        dice = min(facts.DICE, s.dice)
        for wheels in range(dice + 1):
            ids[wheels] = moves.THROW + wheels
            weights[wheels] = facts.WHEEL_WEIGHTS[dice, wheels]
        return dice + 1
    if s.phase == facts.CHOOSING_STARTER:
        for seat in range(s.seats):
            ids[seat] = moves.START + seat
            weights[seat] = 1
        return s.seats
    if s.phase == facts.PLACING:
        for way in range(2):
            ids[way] = moves.PLACE + board.LEFT + way
            weights[way] = 1
        return 2
    first = moves.DRAW
    if s.phase == facts.TURNING_UP or s.phase == facts.BETSY_DRAWING:
        first = moves.TURN_UP
    elif s.phase == facts.REMOVING:
        first = moves.REMOVE
    n = 0
    for kind in range(board.KINDS):
        if s.deck[kind] > 0:
            ids[n] = first + kind
            weights[n] = s.deck[kind]
            n += 1
    return n


@rule
def apply(s: Rollecate, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < moves.TURN_UP:
        turn.choose_starter(s, move - moves.START)
    elif move < moves.DRAW:
        if s.phase == facts.TURNING_UP:
            turn.turn_up_for_setup(s, move - moves.TURN_UP)
        else:
            turn.betsy_draws(s, move - moves.TURN_UP)
    elif move < moves.REMOVE:
        turn.draw_card(s, move - moves.DRAW)
    elif move < moves.THROW:
        turn.remove_card(s, move - moves.REMOVE)
    elif move < moves.PLACE:
        turn.throw_dice(s, move - moves.THROW)
    elif move < moves.RETURN_CHAOS:
        if s.phase == facts.PLACING:
            turn.place_shown(s, move - moves.PLACE)
        else:
            turn.build_track(s, s.shown, move - moves.PLACE)
    elif move == moves.RETURN_CHAOS:
        turn.return_chaos(s)
    elif move == moves.PASS:
        turn.pass_turn(s)
    elif move < moves.CHAOS:
        turn.build_track(s, (move - moves.BUILD) // 3, (move - moves.BUILD) % 3)
    elif move < moves.DONE:
        turn.discard_chaos(s, (move - moves.CHAOS) // 2 + 1, (move - moves.CHAOS) % 2)
    elif move == moves.DONE:
        turn.finish_action(s)
    elif move == moves.RIDE:
        turn.ride(s)
    elif move == moves.TAKE:
        turn.take_penalty(s)
    elif move < moves.SHOW_HANDS:
        turn.lay_penalty(s, (move - moves.LAY) // 2, (move - moves.LAY) % 2)
    else:
        turn.show_hands(s)


@rule
def score(s: Rollecate, out: Wide) -> None:
    """Points as they stand; the fewest win."""
    for seat in range(s.seats):
        out[seat] = facts.points(s, seat)


@rule
def rank(s: Rollecate, out: Wide) -> None:
    """Places by points and tie-breaks; equal in everything means shared (ROL-97). A lost solo game has no winner."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase == facts.FINISHED:
            out[seat] = 1 + s.lost
            for other in range(s.seats):
                if is_ahead(s, other, seat):
                    out[seat] += 1


@rule
def is_ahead(s: Rollecate, seat: int, other: int) -> bool:
    """Fewest points (ROL-94), then fewest cards (ROL-95), then fewest 4s, 3s, 2s and 1s (ROL-96)."""
    if facts.points(s, seat) != facts.points(s, other):
        return facts.points(s, seat) < facts.points(s, other)
    if s.pile_size[seat] != s.pile_size[other]:
        return s.pile_size[seat] < s.pile_size[other]
    for value in range(4, 0, -1):
        mine, theirs = facts.cards_in_pile(s, seat, value), facts.cards_in_pile(s, other, value)
        if mine != theirs:
            return mine < theirs
    return False


@rule
def imagine(s: Rollecate, seat: int, luck: Wide) -> None:
    """Deal the cards that a seat has not seen to the other hands, the removed ones and the draw pile at random."""
    unseen = scratch(board.KINDS)
    left = unseen_cards(s, seat, unseen)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                s.hand[other, pick(unseen, left, luck)] += 1
                left -= 1
    for _ in range(s.removed_size):
        s.removed[pick(unseen, left, luck)] += 1
        left -= 1
    for kind in range(board.KINDS):
        s.deck[kind] = unseen[kind]


@rule
def unseen_cards(s: Rollecate, seat: int, unseen: Wide) -> int:
    """Count the cards, by kind and in all, that a seat has never seen: they are in other hands, removed or undrawn."""
    for kind in range(board.KINDS):
        unseen[kind] = board.COUNT[kind] - s.taken[kind] - s.combined[kind] - s.unbuilt[kind]
        if 0 <= seat < s.players:
            unseen[kind] -= s.hand[seat, kind]
    for value in range(4):
        unseen[board.TRACKS + value] -= s.aside[value]
    for place in range(s.first, s.end):
        unseen[s.track[place]] -= 1
    if s.shown >= 0:
        unseen[s.shown] -= 1
    for other in range(s.seats):
        for index in range(s.pile_size[other]):
            unseen[s.pile[other, index]] -= 1
    left = 0
    for kind in range(board.KINDS):
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
    if phase == facts.ACTING:
        out[0] = moves.PASS  # ROL-40
        return legal_chaos(s, seat, legal_building(s, seat, 1, out), out)
    if phase == facts.BUILDING:
        n = legal_building(s, seat, 0, out)
        out[n] = moves.DONE
        return n + 1
    if phase == facts.DISCARDING:
        n = legal_chaos(s, seat, 0, out)
        out[n] = moves.DONE
        return n + 1
    if phase == facts.LAYING:
        return legal_laying(s, out)
    if phase == facts.PLACING or phase == facts.BETSY_BENDING:
        return legal_placing(s, out)
    out[0] = forced(s)
    return 1


@rule
def forced(s: Rollecate) -> int:
    """The one move of the house or of Betsy."""
    phase = s.phase
    if phase == facts.RIDING:
        return moves.RIDE
    if phase == facts.TAKING:
        return moves.TAKE
    if phase == facts.RETURNING:
        return moves.RETURN_CHAOS
    if phase == facts.SCORING:
        return moves.SHOW_HANDS
    return betsy.choice_of_betsy(s)


@rule
def legal_building(s: Rollecate, seat: int, n: int, out: Ids) -> int:
    """Track cards in hand, all of one value (ROL-62), that fit the end of the railway (ROL-67, ROL-68)."""
    if not board.end_is_free(s):
        return n
    last = facts.last_value(s)
    for kind in range(board.TRACKS):
        if s.hand[seat, kind] > 0 and facts.values_fit(board.value_of(kind), last):
            if s.phase == facts.ACTING or board.value_of(kind) == s.value:
                if board.is_curve(kind):
                    out[n] = moves.BUILD + 3 * kind + board.LEFT
                    out[n + 1] = moves.BUILD + 3 * kind + board.RIGHT
                    n += 2
                else:
                    out[n] = moves.BUILD + 3 * kind + board.STRAIGHT
                    n += 1
    return n


@rule
def legal_chaos(s: Rollecate, seat: int, n: int, out: Ids) -> int:
    """Any chaos card in hand (ROL-86), combined or not where that is possible (ROL-87)."""
    for value in range(1, 5):
        if s.hand[seat, board.TRACKS + value - 1] > 0:
            n = ways_to_lay(moves.CHAOS + 2 * (value - 1), value == facts.top_value(s, seat), n, out)
    return n


@rule
def legal_laying(s: Rollecate, out: Ids) -> int:
    """Any penalty card that is not laid yet (ROL-50), combined or not where that is possible (ROL-51, ROL-52)."""
    n = 0
    for kind in range(board.TRACKS):
        if s.taken[kind] > 0:
            n = ways_to_lay(moves.LAY + 2 * kind, board.value_of(kind) == facts.top_value(s, s.turn), n, out)
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
    if not board.is_curve(s.shown):
        out[0] = moves.PLACE + board.STRAIGHT
        return 1
    out[0] = moves.PLACE + board.LEFT
    out[1] = moves.PLACE + board.RIGHT
    return 2
