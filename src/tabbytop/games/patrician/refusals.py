"""Why a move is not possible in Patrician: the number of the clause that forbids it, or 0.

Clauses of The Messengers are counted from 100. Written apart from `legal` on purpose: a test holds the two equal on
every state it meets, so each checks the other. Nothing here tells anybody but the planner how far a plan is.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.games.patrician import board, facts, moves
from tabbytop.games.patrician.state import Patrician

MES = 100
"""What is added to the numbers of the clauses of The Messengers."""
STEPS_IN_ORDER = 28


@rule
def why_not(s: Patrician, seat: int, move: int) -> int:
    """0 if the move is legal, else the clause against it."""
    if s.acting == OVER:
        return 69
    if seat != s.acting:
        return 27 if seat >= 0 and s.acting >= 0 else STEPS_IN_ORDER
    if seat == LUCK:
        return why_not_luck(s, move)
    if seat < 0:
        return why_not_house(s, move)
    if move < moves.PLAY_CARD or move >= moves.SHOW_PILES:
        return STEPS_IN_ORDER
    if move >= moves.MESSENGER:
        return why_not_messenger(s, seat, move)
    if move >= moves.MOVE_AFTER:
        return why_not_move_after(s, seat, move)
    if s.phase != facts.PLANNING:
        return STEPS_IN_ORDER
    if move < moves.FLOOR:
        return why_not_play(s, seat, move - moves.PLAY_CARD)
    if s.plan_step[seat] == board.PLAY:
        return STEPS_IN_ORDER
    if move < moves.MOVE_FLOOR:
        return why_not_floor(s, seat, move - moves.FLOOR)
    if move < moves.TAKE_CARD:
        return why_not_move(s, seat, move)
    return why_not_take(s, seat, move)


@rule
def why_not_luck(s: Patrician, move: int) -> int:
    """Luck deals star cards, lays out cards of the deck and draws the start player, each in its time."""
    if move < moves.LAY:
        if s.phase != facts.DEALING or s.deck >> (move - moves.DEAL) & 1 == 0:
            return 22
        return 0 if board.CARD_STAR[move - moves.DEAL] == 1 else 22
    if move < moves.START:
        if s.phase != facts.LAYING_OUT and s.phase != facts.REFILLING:
            return 24
        return 0 if s.deck >> (move - moves.LAY) & 1 == 1 else 24
    if move < moves.PLAY_CARD:
        return 0 if s.phase == facts.CHOOSING_STARTER and move - moves.START < s.seats else 26
    return STEPS_IN_ORDER


@rule
def why_not_house(s: Patrician, move: int) -> int:
    """The house opens the piles and counts the messengers, at the end."""
    if move == moves.SHOW_PILES:
        return 0 if s.phase == facts.SHOWING_PILES else 67
    if move == moves.COUNT_MESSENGERS:
        return 0 if s.phase == facts.COUNTING_MESSENGERS else MES + 29
    return STEPS_IN_ORDER


@rule
def why_not_play(s: Patrician, seat: int, card: int) -> int:
    """One card, and one that is in hand."""
    if s.plan_step[seat] != board.PLAY:
        return 30
    for slot in range(board.HAND_SIZE):
        if s.hand[seat, slot] == card:
            return 0
    return 30


@rule
def why_not_floor(s: Patrician, seat: int, site: int) -> int:
    """A floor for each crest; where a site was forced, that is the reason against the other one."""
    if s.plan_step[seat] == board.BUILD:
        return 0
    city = board.CARD_CITY[s.plan_card[seat]]
    fills = s.height[city, 0] + s.height[city, 1] + s.plan_floors[seat] == board.LIMIT[city]
    if fills and s.height[city, 1 - site] == 0:
        if s.plan_floors[seat] == 1:
            return 36
        if s.plan_sites[seat, 0] == site:
            return 37
    return 32


@rule
def why_not_move(s: Patrician, seat: int, move: int) -> int:
    """The move symbol in a plan: after the floors, before the card."""
    if board.CARD_SYMBOL[s.plan_card[seat]] != board.MOVE_TOP:
        return 47
    if s.draw_before_move == 1:
        return 29
    if s.plan_step[seat] != board.MOVE:
        return STEPS_IN_ORDER
    if move == moves.NO_MOVE:
        return 0
    return why_not_tower(s, seat, board.CARD_CITY[s.plan_card[seat]], move - moves.MOVE_FLOOR)


@rule
def why_not_tower(s: Patrician, seat: int, built: int, spot: int) -> int:
    """Whose top may be moved: a tower elsewhere, in a city with an own floor that is not complete."""
    city, site = spot // 2, spot % 2
    if city >= board.CITIES_FOR[s.seats]:
        return 3
    if city == built:
        return 48
    if s.counted[city] >= 0:
        return 51
    own = False
    for level in range(8):
        if s.floor[city, 0, level] == seat or s.floor[city, 1, level] == seat:
            own = True
    if not own:
        return 49
    return 0 if s.floor[city, site, 0] >= 0 else 47


@rule
def why_not_take(s: Patrician, seat: int, move: int) -> int:
    """Which card may be taken, or whether none."""
    if s.plan_step[seat] != board.TAKE:
        return STEPS_IN_ORDER
    if move == moves.TAKE_NONE:
        for city in range(board.CITIES_FOR[s.seats]):
            if s.face_up[city] >= 0:
                return 65
        return 0
    city = move - moves.TAKE_CARD
    if city >= board.CITIES_FOR[s.seats]:
        return 3
    if s.face_up[city] < 0:
        return 62
    card = s.plan_card[seat]
    if board.CARD_SYMBOL[card] == board.DRAW_ANY or city == board.CARD_CITY[card]:
        return 0
    return 57 if s.face_up[board.CARD_CITY[card]] >= 0 else 0


@rule
def why_not_move_after(s: Patrician, seat: int, move: int) -> int:
    """The move symbol after the card was taken, which is an option."""
    if s.phase != facts.MOVING_AFTER:
        return 29
    if move == moves.NO_MOVE_AFTER:
        return 0
    return why_not_tower(s, seat, s.built, move - moves.MOVE_AFTER)


@rule
def why_not_messenger(s: Patrician, seat: int, move: int) -> int:
    """A messenger at the end of a turn with a star card, between two neighbours that have room for it."""
    if s.messengers == 0:
        return MES + 2
    if s.phase != facts.PLACING_MESSENGER:
        return MES + 12 if s.messengers_left[seat] == 0 else MES + 8
    if move == moves.NO_MESSENGER:
        return 0
    pair = move - moves.MESSENGER
    if pair >= board.PAIRS_FOR[s.seats]:
        return MES + 15
    if board.PAIR_A[pair] == s.built or board.PAIR_B[pair] == s.built:
        return MES + 17
    if s.messenger[pair] == 1:
        return MES + 20
    for city in (board.PAIR_A[pair], board.PAIR_B[pair]):
        beside = 0
        for other in range(board.PAIRS_FOR[s.seats]):
            if board.PAIR_A[other] == city or board.PAIR_B[other] == city:
                beside += s.messenger[other]
        if beside >= board.MOST_MESSENGERS:
            return MES + 19
    return 0
