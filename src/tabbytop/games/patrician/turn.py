"""What happens at the table of Patrician, step by step. Clause ids (PAT-…, MES-…, see `clauses.md`) stand beside lines.

A turn is planned in secret and then shown at once when a card is taken. Functions are named by what happens and enter
the next phase themselves; whoever acts is written down when a phase is entered. Nothing here asks whether a move is
allowed: that is `rules.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.patrician import board, facts
from tabbytop.games.patrician.state import Patrician


@rule
def enter(s: Patrician, phase: int, acting: int) -> None:
    """Go on to a phase and say who acts in it."""
    s.phase = phase
    s.acting = acting


# ---------------------------------------------------------------- set-up


@rule
def next_in_need(s: Patrician) -> int:
    """Who is dealt the next starting card."""
    seat = 0
    while seat < s.seats - 1 and s.hand_size[seat] == board.HAND_SIZE:
        seat += 1
    return seat


@rule
def deal_card(s: Patrician, card: int) -> None:
    """Three star cards for everybody, face down (PAT-22)."""
    seat = next_in_need(s)
    s.hand[seat, s.hand_size[seat]] = card
    s.hand_size[seat] += 1
    s.known[seat, card] = board.DEALT
    leave_deck(s, card)
    if s.hand_size[s.seats - 1] == board.HAND_SIZE:
        s.place = 0
        enter(s, facts.LAYING_OUT, LUCK)


@rule
def leave_deck(s: Patrician, card: int) -> None:
    """A card is no longer in the deck."""
    s.deck &= ~(1 << card)
    s.deck_size -= 1


@rule
def all_know(s: Patrician, card: int, where: int) -> None:
    """Everybody has seen where a card went."""
    for seat in range(s.seats):
        s.known[seat, card] = where


@rule
def lay_card(s: Patrician, card: int) -> None:
    """A card from the deck goes face up to the place that needs one (PAT-24, PAT-59)."""
    s.face_up[s.place] = card
    leave_deck(s, card)
    all_know(s, card, board.LAID)
    if s.phase == facts.REFILLING:
        s.place = -1
        use_late_move(s)
    elif s.place + 1 < s.cities:
        s.place += 1
    else:
        s.place = -1
        enter(s, facts.CHOOSING_STARTER, LUCK)


# ---------------------------------------------------------------- the plan


@rule
def start_turn(s: Patrician, seat: int) -> None:
    """A new turn, with nothing planned."""
    s.turn = seat
    s.built = -1
    enter(s, facts.PLANNING, seat)


@rule
def plan_card(s: Patrician, seat: int, card: int) -> None:
    """Choose the card to play (PAT-30)."""
    s.plan_card[seat] = card
    plan_on(s, seat)


@rule
def plan_floor(s: Patrician, seat: int, site: int) -> None:
    """Choose where the next floor goes (PAT-33, PAT-34)."""
    add_planned_floor(s, seat, site)
    plan_on(s, seat)


@rule
def add_planned_floor(s: Patrician, seat: int, site: int) -> None:
    """One more floor in the plan."""
    s.plan_sites[seat, s.plan_floors[seat]] = site
    s.plan_floors[seat] += 1


@rule
def plan_on(s: Patrician, seat: int) -> None:
    """The next open question of a plan; a floor with one place to go to goes there (PAT-36, PAT-37)."""
    card = s.plan_card[seat]
    while s.plan_floors[seat] < facts.floors_due(s, card):
        first, second = facts.may_build(s, seat, 0), facts.may_build(s, seat, 1)
        if first and second:
            s.plan_step[seat] = board.BUILD
            return
        add_planned_floor(s, seat, 0 if first else 1)
    early = board.CARD_SYMBOL[card] == board.MOVE_TOP and s.draw_before_move == 0
    if early and facts.can_move_any(s, seat, board.CARD_CITY[card]):
        s.plan_step[seat] = board.MOVE
    else:
        s.plan_step[seat] = board.TAKE


@rule
def plan_move(s: Patrician, seat: int, spot: int) -> None:
    """Choose what the move symbol does; -1 for nothing."""
    s.plan_move[seat] = spot
    s.plan_step[seat] = board.TAKE


@rule
def forget_plan(s: Patrician, seat: int) -> None:
    """The plan was carried out."""
    s.plan_step[seat] = board.PLAY
    s.plan_card[seat] = -1
    s.plan_floors[seat] = 0
    s.plan_move[seat] = -1
    for index in range(2):
        s.plan_sites[seat, index] = -1


# ---------------------------------------------------------------- the turn is shown


@rule
def carry_out(s: Patrician, seat: int, city: int) -> None:
    """All of a planned turn in its order (PAT-28); the card is taken at `city`, or -1 if there is none (PAT-64)."""
    card = s.plan_card[seat]
    s.built = board.CARD_CITY[card]
    play_card(s, seat, card)
    for index in range(s.plan_floors[seat]):
        put_floor(s, s.built, s.plan_sites[seat, index], seat)
    if facts.room_in(s, s.built) == 0 and not facts.is_scored(s, s.built):
        score_city(s, s.built)
    if s.plan_move[seat] >= 0:
        shift_floor(s, s.plan_move[seat])
    if city >= 0:
        take_card(s, seat, city)
    forget_plan(s, seat)
    if city >= 0 and s.deck_size > 0 and not facts.is_scored(s, city):  # PAT-59, PAT-60
        s.place = city
        enter(s, facts.REFILLING, LUCK)
    else:
        use_late_move(s)


@rule
def play_card(s: Patrician, seat: int, card: int) -> None:
    """From the hand face up onto the own pile (PAT-30)."""
    for slot in range(board.HAND_SIZE):
        if s.hand[seat, slot] == card:
            s.hand[seat, slot] = -1
    s.hand_size[seat] -= 1
    s.top[seat] = card
    s.pile_size[seat] += 1
    s.portraits[seat, board.CARD_PERSON[card]] += board.CARD_HEADS[card]  # PAT-72
    all_know(s, card, board.PILE + seat)
    if s.open_piles == 1:
        open_card(s, seat, card)


@rule
def open_card(s: Patrician, seat: int, card: int) -> None:
    """A played card that everybody may look at (PAT-67, PAT-68)."""
    s.open_pile[card] = seat
    s.open_portraits[seat, board.CARD_PERSON[card]] += board.CARD_HEADS[card]


@rule
def put_floor(s: Patrician, city: int, site: int, seat: int) -> None:
    """A floor on top of a tower, or on an empty site (PAT-33)."""
    s.floor[city, site, s.height[city, site]] = seat
    s.height[city, site] += 1


@rule
def score_city(s: Patrician, city: int) -> None:
    """Both towers pay at once (PAT-39), the taller one more (PAT-40), and messengers beside them (MES-24 to MES-26)."""
    tall = 0 if s.height[city, 0] > s.height[city, 1] else 1
    s.counted[city] = s.beside[city]
    for site in range(2):
        seat = facts.winner_of(s, city, site)
        s.winner[city, site] = seat
        s.prestige[seat] += board.HIGH_TOKEN[city] if site == tall else board.LOW_TOKEN[city]
        s.towers[seat] += 1
        s.bonus[seat] += s.counted[city]


@rule
def shift_floor(s: Patrician, spot: int) -> None:
    """The top floor of a tower goes onto the other site of its city (PAT-47)."""
    city, site = spot // 2, spot % 2
    s.height[city, site] -= 1
    seat = s.floor[city, site, s.height[city, site]]
    s.floor[city, site, s.height[city, site]] = -1
    put_floor(s, city, 1 - site, seat)


@rule
def take_card(s: Patrician, seat: int, city: int) -> None:
    """The face-up card of a city goes to the hand, in the place of the card played (PAT-57)."""
    card = s.face_up[city]
    s.face_up[city] = -1
    slot = 0
    while s.hand[seat, slot] >= 0:
        slot += 1
    s.hand[seat, slot] = card
    s.hand_size[seat] += 1
    all_know(s, card, board.HAND + seat)


# ---------------------------------------------------------------- after the card


@rule
def use_late_move(s: Patrician) -> None:
    """With the order of the reprint the move symbol is used now (PAT-29)."""
    seat = s.turn
    late = s.draw_before_move == 1 and board.CARD_SYMBOL[s.top[seat]] == board.MOVE_TOP
    if late and facts.can_move_any(s, seat, s.built):
        enter(s, facts.MOVING_AFTER, seat)
    else:
        offer_messenger(s)


@rule
def offer_messenger(s: Patrician) -> None:
    """At the end of a turn with a star card (MES-08, MES-10) an own messenger may be placed (MES-12)."""
    seat = s.turn
    if s.messengers == 1 and board.CARD_STAR[s.top[seat]] == 1 and s.messengers_left[seat] > 0:
        for pair in range(board.PAIRS_FOR[s.seats]):
            if facts.may_place_messenger(s, pair):
                enter(s, facts.PLACING_MESSENGER, seat)
                return
    end_turn(s)


@rule
def place_messenger(s: Patrician, pair: int) -> None:
    """It lies there for good and belongs to nobody (MES-22, MES-23)."""
    s.messenger[pair] = 1
    s.beside[board.PAIR_A[pair]] += 1
    s.beside[board.PAIR_B[pair]] += 1
    s.messengers_left[s.turn] -= 1
    end_turn(s)


@rule
def end_turn(s: Patrician) -> None:
    """Clockwise to the next player (PAT-27), until all cards are played (PAT-69)."""
    s.turns += 1
    if s.turns < board.CARDS_FOR[s.seats]:
        start_turn(s, (s.turn + 1) % s.seats)
    else:
        enter(s, facts.SHOWING_PILES, HOUSE)


# ---------------------------------------------------------------- the end


@rule
def show_piles(s: Patrician) -> None:
    """All piles are open now (PAT-67), and their sets count (PAT-71)."""
    if s.open_piles == 0:
        for card in range(board.CARDS):
            for seat in range(s.seats):
                if s.known[seat, card] == board.PILE + seat:
                    open_card(s, seat, card)
    if s.messengers == 1:
        enter(s, facts.COUNTING_MESSENGERS, HOUSE)
    else:
        enter(s, facts.FINISHED, OVER)


@rule
def count_messengers(s: Patrician) -> None:
    """The player who helped with the fewest towers in messenger cities takes the -3 token (MES-33 to MES-36)."""
    fewest, floors, tied = 1000, 1000, False
    for seat in range(s.seats):
        own_towers, own_floors = help_in_messenger_cities(s, seat)
        if own_towers < fewest or (own_towers == fewest and own_floors < floors):
            fewest, floors, tied = own_towers, own_floors, False
            s.penalised = seat
        elif own_towers == fewest and own_floors == floors:
            tied = True
    if tied:  # MES-35
        s.penalised = -1
    enter(s, facts.FINISHED, OVER)


@rule
def help_in_messenger_cities(s: Patrician, seat: int) -> tuple[int, int]:
    """Towers with own floors in all messenger cities together (MES-29), and the own floors in them (MES-34)."""
    own_towers, own_floors = 0, 0
    for city in range(s.cities):
        if facts.is_messenger_city(s, city):
            for site in range(2):
                count = facts.floors_of(s, seat, city, site)
                own_floors += count
                if count > 0:
                    own_towers += 1
    return own_towers, own_floors
