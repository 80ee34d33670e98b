"""The verbs of Patrician: who acts, what a move does, how it is scored, what is legal, what a seat can imagine.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.patrician import board, facts, moves, turn
from tabbytop.games.patrician import options as slots
from tabbytop.games.patrician.invariants import broken
from tabbytop.games.patrician.refusals import why_not
from tabbytop.games.patrician.state import Patrician

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: Patrician, options: Wide) -> None:
    """The empty cities; luck then deals, lays out the first cards and draws the start player."""
    s.seats = options[0]
    s.cities = board.CITIES_FOR[s.seats]  # PAT-03
    s.messengers = options[slots.MESSENGERS_SLOT]
    s.draw_before_move = options[slots.DRAW_BEFORE_MOVE_SLOT]
    s.open_piles = options[slots.OPEN_PILES_SLOT]
    s.late_messengers_count = options[slots.LATE_MESSENGERS_SLOT]
    s.deck = board.DECK_FOR[s.seats]  # PAT-20
    s.deck_size = board.CARDS_FOR[s.seats]
    if s.messengers == 1:
        for seat in range(s.seats):
            s.messengers_left[seat] = board.MESSENGERS_FOR[s.seats]  # MES-04, MES-05
    turn.enter(s, facts.DEALING, LUCK)


@rule
def actor(s: Patrician) -> int:
    """Who acts now."""
    return s.acting


@rule
def chance(s: Patrician, ids: Ids, weights: Ids) -> int:
    """A card of the deck, a star card when hands are dealt, or the start player."""
    if s.phase == facts.CHOOSING_STARTER:
        for seat in range(s.seats):
            ids[seat] = moves.START + seat
            weights[seat] = 1
        return s.seats
    dealing = s.phase == facts.DEALING
    cards = s.deck & board.STARS if dealing else s.deck
    first = moves.DEAL if dealing else moves.LAY
    n = 0
    card = 0
    while cards != 0:
        if cards & 1:
            ids[n] = first + card
            weights[n] = 1
            n += 1
        cards >>= 1
        card += 1
    return n


@rule
def apply(s: Patrician, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < moves.LAY:
        turn.deal_card(s, move - moves.DEAL)
    elif move < moves.START:
        turn.lay_card(s, move - moves.LAY)
    elif move < moves.PLAY_CARD:
        turn.start_turn(s, move - moves.START)  # PAT-26
    elif move < moves.FLOOR:
        turn.plan_card(s, seat, move - moves.PLAY_CARD)
    elif move < moves.MOVE_FLOOR:
        turn.plan_floor(s, seat, move - moves.FLOOR)
    elif move < moves.NO_MOVE:
        turn.plan_move(s, seat, move - moves.MOVE_FLOOR)
    elif move == moves.NO_MOVE:
        turn.plan_move(s, seat, -1)
    elif move < moves.TAKE_NONE:
        turn.carry_out(s, seat, move - moves.TAKE_CARD)
    elif move == moves.TAKE_NONE:
        turn.carry_out(s, seat, -1)
    elif move < moves.NO_MOVE_AFTER:
        turn.shift_floor(s, move - moves.MOVE_AFTER)
        turn.offer_messenger(s)
    elif move == moves.NO_MOVE_AFTER:
        turn.offer_messenger(s)
    elif move < moves.NO_MESSENGER:
        turn.place_messenger(s, move - moves.MESSENGER)
    elif move == moves.NO_MESSENGER:
        turn.end_turn(s)
    elif move == moves.SHOW_PILES:
        turn.show_piles(s)
    else:
        turn.count_messengers(s)


@rule
def score(s: Patrician, out: Wide) -> None:
    """Points as they stand, and as far as they can be seen."""
    for seat in range(s.seats):
        out[seat] = facts.points(s, seat)


@rule
def rank(s: Patrician, out: Wide) -> None:
    """Places by points (PAT-75), then by towers won; players level in both share a place (PAT-76)."""
    for seat in range(s.seats):
        place = 0
        if s.phase == facts.FINISHED:
            place = 1
            for other in range(s.seats):
                if is_ahead(s, other, seat):
                    place += 1
        out[seat] = place


@rule
def is_ahead(s: Patrician, seat: int, other: int) -> bool:
    """Whether a seat ranks before another one."""
    if facts.points(s, seat) != facts.points(s, other):
        return facts.points(s, seat) > facts.points(s, other)
    return s.towers[seat] > s.towers[other]


# ---------------------------------------------------------------- what is legal


@rule
def legal(s: Patrician, seat: int, out: Ids) -> int:
    """What a seat may do now."""
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    if s.phase == facts.SHOWING_PILES:
        out[0] = moves.SHOW_PILES
        return 1
    if s.phase == facts.COUNTING_MESSENGERS:
        out[0] = moves.COUNT_MESSENGERS
        return 1
    if s.phase == facts.PLACING_MESSENGER:
        return legal_messenger(s, out)
    if s.phase == facts.MOVING_AFTER:
        return legal_move(s, seat, moves.MOVE_AFTER, out)
    step = s.plan_step[seat]
    if step == board.PLAY:
        return legal_play(s, seat, out)
    if step == board.BUILD:
        out[0] = moves.FLOOR
        out[1] = moves.FLOOR + 1
        return 2
    if step == board.MOVE:
        return legal_move(s, seat, moves.MOVE_FLOOR, out)
    return legal_take(s, seat, out)


@rule
def legal_play(s: Patrician, seat: int, out: Ids) -> int:
    """Every card in hand can be played (PAT-31); the ids ascend."""
    n = 0
    for slot in range(board.HAND_SIZE):
        card = s.hand[seat, slot]
        if card >= 0:
            at = n
            while at > 0 and out[at - 1] > moves.PLAY_CARD + card:
                out[at] = out[at - 1]
                at -= 1
            out[at] = moves.PLAY_CARD + card
            n += 1
    return n


@rule
def legal_move(s: Patrician, seat: int, first: int, out: Ids) -> int:
    """Every tower whose top may be moved, or none of them (PAT-47)."""
    built = s.built if first == moves.MOVE_AFTER else board.CARD_CITY[s.plan_card[seat]]
    n = 0
    for city in range(s.cities):
        for site in range(2):
            if facts.may_move(s, seat, built, city, site):
                out[n] = first + 2 * city + site
                n += 1
    out[n] = moves.NO_MOVE_AFTER if first == moves.MOVE_AFTER else moves.NO_MOVE
    return n + 1


@rule
def legal_take(s: Patrician, seat: int, out: Ids) -> int:
    """The cards that may be taken; one of them must be, if there is any (PAT-65)."""
    n = 0
    for city in range(s.cities):
        if facts.may_take_from(s, seat, city):
            out[n] = moves.TAKE_CARD + city
            n += 1
    if n == 0:
        out[0] = moves.TAKE_NONE
        n = 1
    return n


@rule
def legal_messenger(s: Patrician, out: Ids) -> int:
    """Every pair of cities with room for a messenger, or none of them (MES-11)."""
    n = 0
    for pair in range(board.PAIRS_FOR[s.seats]):
        if facts.may_place_messenger(s, pair):
            out[n] = moves.MESSENGER + pair
            n += 1
    out[n] = moves.NO_MESSENGER
    return n + 1


# ---------------------------------------------------------------- what a seat can imagine


@rule
def imagine(s: Patrician, seat: int, luck: Wide) -> None:
    """A world that fits what a seat has seen. All it does not know is the deck and what others still hold of their
    starting hands, which are star cards (PAT-22). Whoever is planning a turn is taken not to have begun."""
    if seat < 0 or seat >= s.seats:
        imagine_as_watcher(s, luck)
        return
    unseen = board.DECK_FOR[s.seats]
    for card in range(board.CARDS):
        where = s.known[seat, card]
        if where != board.UNSEEN:
            unseen &= ~(1 << card)
            if where != board.DEALT:
                recall(s, seat, card, where)
    for other in range(s.seats):
        if other != seat:
            slot = 0
            while slot < board.HAND_SIZE and s.hand[other, slot] >= 0:
                slot += 1
            while slot < s.hand_size[other]:
                card = one_of(unseen & board.STARS, luck)
                unseen &= ~(1 << card)
                s.hand[other, slot] = card
                s.known[other, card] = board.DEALT
                slot += 1
    s.deck = unseen


@rule
def recall(s: Patrician, seat: int, card: int, where: int) -> None:
    """Put a card where a seat saw it go; the others saw it too."""
    for other in range(s.seats):
        if other != seat:
            s.known[other, card] = where
            if where == board.PILE + other:
                s.portraits[other, board.CARD_PERSON[card]] += board.CARD_HEADS[card]
            elif where == board.HAND + other:
                slot = 0
                while s.hand[other, slot] >= 0:
                    slot += 1
                s.hand[other, slot] = card


@rule
def one_of(cards: int, luck: Wide) -> int:
    """A random card of a set of cards."""
    count, rest = 0, cards
    while rest != 0:
        rest &= rest - 1
        count += 1
    rest = cards
    for _ in range(toss(luck, count)):
        rest &= rest - 1
    card = 0
    while rest >> card & 1 == 0:
        card += 1
    return card


@rule
def imagine_as_watcher(s: Patrician, luck: Wide) -> None:
    """A spectator was told nothing but what lies open: piles below their tops and hands are any other cards."""
    unseen = board.DECK_FOR[s.seats]
    for city in range(s.cities):
        if s.face_up[city] >= 0:
            unseen &= ~(1 << s.face_up[city])
            turn.all_know(s, s.face_up[city], board.LAID)
    for seat in range(s.seats):
        if s.top[seat] >= 0:
            unseen &= ~(1 << s.top[seat])
            turn.all_know(s, s.top[seat], board.PILE + seat)
    for card in range(board.CARDS):
        if s.open_pile[card] >= 0:
            unseen &= ~(1 << card)
            turn.all_know(s, card, board.PILE + s.open_pile[card])
    for seat in range(s.seats):
        seen = 0
        for card in range(board.CARDS):
            if s.known[seat, card] == board.PILE + seat:
                seen += 1
        for _ in range(s.pile_size[seat] - seen):
            card = one_of(unseen, luck)
            unseen &= ~(1 << card)
            turn.all_know(s, card, board.PILE + seat)
        for slot in range(s.hand_size[seat]):
            card = one_of(unseen, luck)
            unseen &= ~(1 << card)
            s.hand[seat, slot] = card
            turn.all_know(s, card, board.HAND + seat)
        for card in range(board.CARDS):
            if s.known[seat, card] == board.PILE + seat:
                s.portraits[seat, board.CARD_PERSON[card]] += board.CARD_HEADS[card]
    s.deck = unseen
