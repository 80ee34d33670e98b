"""What always holds in Patrician, whatever is played: sections A5 and B5 of `clauses.md` by their numbers.

Those of The Messengers are counted from 20; 12 and 13 are about what seats know and plan.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.seats import OVER
from tabbytop.engine.state import Wide
from tabbytop.games.patrician import board, facts
from tabbytop.games.patrician.state import Patrician

MESSENGER_INVARIANTS = 20


@rule
def broken(s: Patrician) -> int:
    """The number of the first invariant that does not hold, or 0."""
    where = scratch(board.CARDS)
    if not cards_are_somewhere(s, where):
        return 1
    if not cards_run_out_evenly(s):
        return 2
    if not room_is_for_unplayed_crests(s, where):
        return 3
    if not towers_fit(s):
        return 4
    if not floors_come_from_cards(s, where):
        return 5
    if not tokens_add_up(s):
        return 6
    if not places_are_filled(s):
        return 7
    if not heads_add_up(s, where):
        return 9
    if not scores_add_up(s):
        return 10
    if not memory_is_true(s, where):
        return 12
    if not plan_is_private(s):
        return 13
    return broken_by_messengers(s, where)


@rule
def broken_by_messengers(s: Patrician, where: Wide) -> int:
    """The invariants of The Messengers."""
    if not messengers_are_somewhere(s):
        return MESSENGER_INVARIANTS + 1
    if not messengers_lie_well(s):
        return MESSENGER_INVARIANTS + 2
    if not messengers_came_with_stars(s, where):
        return MESSENGER_INVARIANTS + 3
    if not bonuses_add_up(s):
        return MESSENGER_INVARIANTS + 4
    if s.penalised >= 0 and (s.phase != facts.FINISHED or s.messengers == 0):
        return MESSENGER_INVARIANTS + 6
    return 0


@rule
def cards_played(s: Patrician) -> int:
    """Complete turns, and the one being finished."""
    played = 0
    for seat in range(s.seats):
        played += s.pile_size[seat]
    return played


@rule
def cards_are_somewhere(s: Patrician, where: Wide) -> bool:
    """1. Every card is in one place: the deck, a city, a hand, a pile, or, with fewer than five, out of the game."""
    for card in range(board.CARDS):
        where[card] = -2 if s.deck >> card & 1 else -3
        if board.DECK_FOR[s.seats] >> card & 1 == 0:
            where[card] = -4
            if s.deck >> card & 1:
                return False
    for city in range(10):
        card = s.face_up[city]
        if card >= 0:
            if where[card] != -3 or city >= s.cities:
                return False
            where[card] = board.LAID
    for seat in range(5):
        held = 0
        for slot in range(board.HAND_SIZE):
            card = s.hand[seat, slot]
            if card >= 0:
                if where[card] != -3 or seat >= s.seats:
                    return False
                where[card] = board.HAND + seat
                held += 1
        if held != s.hand_size[seat]:
            return False
    for seat in range(s.seats):
        played = 0
        for card in range(board.CARDS):
            if s.known[seat, card] == board.PILE + seat:
                if where[card] != -3:
                    return False
                where[card] = board.PILE + seat
                played += 1
        if played != s.pile_size[seat] or (played > 0) != (s.top[seat] >= 0):
            return False
        if played > 0 and where[s.top[seat]] != board.PILE + seat:
            return False
    in_deck = 0
    for card in range(board.CARDS):
        if where[card] == -3:
            return False
        if where[card] == -2:
            in_deck += 1
    return in_deck == s.deck_size


@rule
def cards_run_out_evenly(s: Patrician) -> bool:
    """2. Each play draws a card while there are any; then hands shrink one by one, and all have played alike."""
    if s.phase == facts.DEALING or s.phase == facts.LAYING_OUT:
        return cards_played(s) == 0
    played = cards_played(s)
    if s.turns != played and s.turns != played - 1:
        return False
    face_up = 0
    for city in range(s.cities):
        if s.face_up[city] >= 0:
            face_up += 1
    if s.deck_size + face_up != max(0, board.CARDS_FOR[s.seats] - board.HAND_SIZE * s.seats - played):
        return False
    for seat in range(s.seats):
        if abs(s.pile_size[seat] - s.pile_size[0]) > 1 or s.pile_size[seat] * s.seats > board.CARDS_FOR[s.seats]:
            return False
    return True


@rule
def room_is_for_unplayed_crests(s: Patrician, where: Wide) -> bool:
    """3. The room in a city is for the crests on its unplayed cards."""
    for city in range(s.cities):
        crests = 0
        for card in range(board.CARDS):
            unplayed = where[card] < board.PILE or where[card] >= board.PILE + 5
            if board.CARD_CITY[card] == city and where[card] != -4 and unplayed:
                crests += board.CARD_CRESTS[card]
        if board.LIMIT[city] - s.height[city, 0] - s.height[city, 1] != crests:
            return False
    return True


@rule
def towers_fit(s: Patrician) -> bool:
    """4. Towers have no gaps; a full city has two, of different height, and is scored; no other city is."""
    for city in range(10):
        for site in range(2):
            for level in range(8):
                if (s.floor[city, site, level] >= 0) != (level < s.height[city, site]):
                    return False
                if s.floor[city, site, level] >= s.seats:
                    return False
        floors = s.height[city, 0] + s.height[city, 1]
        if floors > board.LIMIT[city] or (city >= s.cities and floors > 0):
            return False
        full = floors == board.LIMIT[city]
        if full and (s.height[city, 0] == s.height[city, 1] or s.height[city, 0] * s.height[city, 1] == 0):
            return False
        for site in range(2):
            if full != (s.winner[city, site] >= 0):
                return False
        if full != (s.counted[city] >= 0):
            return False
    return True


@rule
def floors_come_from_cards(s: Patrician, where: Wide) -> bool:
    """5. A player has as many floors on the table as crests in the pile."""
    for seat in range(s.seats):
        balance = 0
        for card in range(board.CARDS):
            if where[card] == board.PILE + seat:
                balance += board.CARD_CRESTS[card]
        for city in range(s.cities):
            for site in range(2):
                for level in range(s.height[city, site]):
                    if s.floor[city, site, level] == seat:
                        balance -= 1
        if balance != 0:
            return False
    return True


@rule
def tokens_add_up(s: Patrician) -> bool:
    """6. The tokens of scored cities are with those who won their towers."""
    for seat in range(s.seats):
        won, value = 0, 0
        for city in range(s.cities):
            for site in range(2):
                if s.winner[city, site] == seat:
                    won += 1
                    taller = s.height[city, site] > s.height[city, 1 - site]
                    value += board.HIGH_TOKEN[city] if taller else board.LOW_TOKEN[city]
        if won != s.towers[seat] or value != s.prestige[seat]:
            return False
    return True


@rule
def places_are_filled(s: Patrician) -> bool:
    """7. While there is a deck, every incomplete city has a face-up card, but for the place being filled."""
    if s.phase == facts.DEALING or s.phase == facts.LAYING_OUT or s.deck_size == 0:
        return True
    for city in range(s.cities):
        if s.face_up[city] < 0 and s.counted[city] < 0 and (s.phase != facts.REFILLING or city != s.place):
            return False
    return True


@rule
def heads_add_up(s: Patrician, where: Wide) -> bool:
    """9. Portraits are those of the piles; open piles show them to everybody."""
    for seat in range(s.seats):
        for person in range(3):
            count = 0
            for card in range(board.CARDS):
                if where[card] == board.PILE + seat and board.CARD_PERSON[card] == person:
                    count += board.CARD_HEADS[card]
            if s.portraits[seat, person] != count:
                return False
            shown = count if s.open_piles == 1 or s.acting == OVER else s.open_portraits[seat, person]
            if s.open_portraits[seat, person] != shown:
                return False
    return True


@rule
def scores_add_up(s: Patrician) -> bool:
    """10. Once it is over, all tokens and sets are in the scores (with The Messengers: B5, 5)."""
    if s.phase != facts.FINISHED:
        return True
    total = board.PENALTY if s.penalised >= 0 else 0
    for city in range(s.cities):
        total += board.HIGH_TOKEN[city] + board.LOW_TOKEN[city] + 2 * board.BONUS * s.counted[city]
    for seat in range(s.seats):
        for person in range(3):
            total += board.POINTS_PER_SET * (s.portraits[seat, person] // board.SET)
        total -= facts.points(s, seat)
    return total == 0


@rule
def memory_is_true(s: Patrician, where: Wide) -> bool:
    """12. What a seat knows is so; what it does not know is in the deck or was dealt to somebody else."""
    for seat in range(s.seats):
        for card in range(board.CARDS):
            known = s.known[seat, card]
            if known == board.DEALT:
                if where[card] != board.HAND + seat or board.CARD_STAR[card] == 0:
                    return False
            elif known != board.UNSEEN:
                if where[card] != known:
                    return False
            elif where[card] >= board.PILE or where[card] == board.HAND + seat:
                return False
            elif where[card] >= board.HAND and s.known[where[card] - board.HAND, card] != board.DEALT:
                return False
    return True


@rule
def plan_is_private(s: Patrician) -> bool:
    """13. Only whoever is on turn has a plan, of a card in the own hand."""
    for seat in range(5):
        card = s.plan_card[seat]
        if card < 0:
            if s.plan_step[seat] != 0 or s.plan_floors[seat] != 0 or s.plan_move[seat] >= 0:
                return False
            continue
        if s.phase != facts.PLANNING or seat != s.acting:
            return False
        held = False
        for slot in range(board.HAND_SIZE):
            if s.hand[seat, slot] == card:
                held = True
        if not held or s.plan_floors[seat] > board.CARD_CRESTS[card]:
            return False
    return True


@rule
def messengers_are_somewhere(s: Patrician) -> bool:
    """21. In hands and on the board are as many as were handed out."""
    total = 0
    for pair in range(12):
        total += s.messenger[pair]
    for seat in range(s.seats):
        if s.messengers_left[seat] < 0:
            return False
        total += s.messengers_left[seat]
    return total == (s.seats * board.MESSENGERS_FOR[s.seats] if s.messengers == 1 else 0)


@rule
def messengers_lie_well(s: Patrician) -> bool:
    """22. One to a pair and two to a city, on listed pairs only."""
    for pair in range(12):
        if s.messenger[pair] > 1 or (pair >= board.PAIRS_FOR[s.seats] and s.messenger[pair] != 0):
            return False
    for city in range(s.cities):
        beside = 0
        for pair in range(12):
            if s.messenger[pair] == 1 and (board.PAIR_A[pair] == city or board.PAIR_B[pair] == city):
                beside += 1
        if s.beside[city] != beside or beside > board.MOST_MESSENGERS or s.counted[city] > beside:
            return False
    return True


@rule
def messengers_came_with_stars(s: Patrician, where: Wide) -> bool:
    """23. No more messengers on the board than star cards played."""
    balance = 0
    for card in range(board.CARDS):
        if board.PILE <= where[card] < board.PILE + 5:
            balance += board.CARD_STAR[card]
    for pair in range(12):
        balance -= s.messenger[pair]
    return balance >= 0


@rule
def bonuses_add_up(s: Patrician) -> bool:
    """24. Two 2-point tokens were paid for each messenger at each scored city, to the winners of its towers."""
    for seat in range(s.seats):
        due = 0
        for city in range(s.cities):
            for site in range(2):
                if s.winner[city, site] == seat:
                    due += s.counted[city]
        if due != s.bonus[seat]:
            return False
    return True
