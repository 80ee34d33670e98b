"""What a patrician knows without thinking: which moves look natural, and who seems ahead.

The search of `tabbytop.bots` leans on both: `policy` weighs the legal moves of a seat, cheaply enough to guide whole
games, and `evaluate` guesses the result of a game that is not played out. Both stand on the *worth* of a city: for
every tower the chance of each seat to win it, by floors, by who is on top and by crests in hand, times what it will
pay. The numbers were fitted to some ten thousand games played by `policy` itself.
"""

from __future__ import annotations

import math

from tabbytop.engine.rule import rule, scratch, table
from tabbytop.engine.state import Ids, Reals, Wide
from tabbytop.games.patrician import board, facts, moves
from tabbytop.games.patrician.state import Patrician

SEATS = 5

# Where things are in a sketch of a city: two heights, two towers with room for tries, then for every
# seat a weight, and the crests of the city in hand.
TOWER = 2
LEVELS = 9
WEIGHTS = TOWER + 2 * LEVELS
HELD = WEIGHTS + SEATS
SKETCH = HELD + SEATS


@rule
def chance(z: float) -> float:
    """A logit as a probability."""
    return 1.0 / (1.0 + math.exp(-z))


# In thousandths of a logit, by room left in the city: what a floor, the top floor and a crest in hand do for the chance
# to win a tower, and a floor more than the other tower for the chance to be the taller one.
BY_FLOORS = table([0, 2200, 1480, 1130, 1080, 990, 940, 890, 800, 800])
BY_TOP = table([0, 300, 0, 0, 0, 0, 0, 0, 0, 0])
BY_HAND = table([0, 2860, 1630, 1110, 890, 680, 610, 510, 500, 450])
BY_HEIGHT = (0, 1650, 1010, 890, 760, 660, 580, 550, 490, 500)

# Logits are looked up instead of computed: by twentieths, as thousandths of a weight.
TWENTIETH = 50
MOST_TWENTIETHS = 400
WEIGHT = table(round(1000 * math.exp(number / 20)) for number in range(MOST_TWENTIETHS + 1))
TALLER = table(
    [round(1000 * chance(0.001 * by * lead)) if by else 1000 * (lead > 0) for lead in range(-LEVELS, LEVELS + 1)]
    for by in BY_HEIGHT
)
"""The chance to be the taller tower in thousandths, by room left in the city and floors more than the other one."""

# In thousandths of a point.
STAGE = 3
"""Own turns that make a stage of the game; stages are counted from the end."""
PARTIAL_SETS = table([[0, 0, 0], [0, 210, 840], [0, 1100, 2740], [0, 1650, 3640], [0, 2060, 3890]])
"""What one or two portraits of a person are worth beyond complete sets, by stage."""
CREST_WORTH = 700
"""What a crest on a card that comes to the hand is worth."""
SYMBOL_WORTH = table([0, 0, 200, 300])
"""What a symbol in hand is worth besides: a second crest, a portrait, a question mark, a move."""
MESSENGER_WORTH = 1000
"""What a messenger not yet placed is worth."""
TURN_WORTH = 2000
"""What it is worth to be on turn, until only the hands are left to be played."""
SPREAD, SPREAD_PER_TURN = 1180, 380
"""How far guesses at two seats' points are off each other: at the end, and more for each turn left."""
KEENNESS = 1500
"""How much a point more makes a move look more natural, in thousandths of a logit."""

# ---------------------------------------------------------------- the worth of a city


@rule
def sketch_city(s: Patrician, city: int, sketch: Wide) -> None:
    """Copy the towers of a city, to try things out in, and count its crests in all hands."""
    for site in range(2):
        sketch[site] = s.height[city, site]
        for level in range(s.height[city, site]):
            sketch[TOWER + LEVELS * site + level] = s.floor[city, site, level]
    for seat in range(s.seats):
        crests = 0
        for slot in range(board.HAND_SIZE):
            card = s.hand[seat, slot]
            if card >= 0 and board.CARD_CITY[card] == city:
                crests += board.CARD_CRESTS[card]
        sketch[HELD + seat] = crests


@rule
def sketch_floor(sketch: Wide, site: int, seat: int) -> None:
    """Put a floor on a sketched tower."""
    sketch[TOWER + LEVELS * site + sketch[site]] = seat
    sketch[site] += 1


@rule
def sketch_lift(sketch: Wide, site: int) -> int:
    """Take the top floor off a sketched tower; returns whose it was."""
    sketch[site] -= 1
    return sketch[TOWER + LEVELS * site + sketch[site]]


@rule
def tower_pays(s: Patrician, sketch: Wide, city: int, site: int, room: int) -> int:
    """What a sketched tower will probably pay its winner, in thousandths of a point."""
    extra = board.BONUS * s.beside[city] if s.messengers == 1 else 0
    high = TALLER[room, LEVELS + sketch[site] - sketch[1 - site]]
    return 1000 * (board.LOW_TOKEN[city] + extra) + (board.HIGH_TOKEN[city] - board.LOW_TOKEN[city]) * high


@rule
def sketched_winner(sketch: Wide, site: int) -> int:
    """Who wins a sketched tower."""
    best, most = 0, 0
    for level in range(sketch[site] - 1, -1, -1):
        seat = sketch[TOWER + LEVELS * site + level]
        count = 0
        for other in range(sketch[site]):
            if sketch[TOWER + LEVELS * site + other] == seat:
                count += 1
        if count > most:
            best, most = seat, count
    return best


@rule
def weigh_seats(s: Patrician, sketch: Wide, city: int, site: int, room: int) -> int:
    """Weigh the chances of all seats to win a sketched tower that can still grow; returns the sum of the weights."""
    start, height = TOWER + LEVELS * site, sketch[site]
    for seat in range(s.seats):
        sketch[WEIGHTS + seat] = BY_HAND[room] * sketch[HELD + seat]
    for level in range(height):
        sketch[WEIGHTS + sketch[start + level]] += BY_FLOORS[room]
    if height > 0:
        sketch[WEIGHTS + sketch[start + height - 1]] += BY_TOP[room]
    total = 0
    for seat in range(s.seats):
        weight = WEIGHT[min(MOST_TWENTIETHS, sketch[WEIGHTS + seat] // TWENTIETH)]
        sketch[WEIGHTS + seat] = weight
        total += weight
    return total


@rule
def holder_of_the_rest(s: Patrician, sketch: Wide, room: int) -> int:
    """Who has all crests that a city still waits for, if somebody has and they are few; or -1."""
    if room == 1 or room == 2:
        for seat in range(s.seats):
            if sketch[HELD + seat] >= room:
                return seat
    return -1


@rule
def complete(s: Patrician, sketch: Wide, city: int, room: int, seat: int) -> int:
    """Fill a sketched city with floors of one seat as suits it best; returns the sites, two bits for the first."""
    best, choice = -1, 0
    for first in range(2):
        for second in range(2):
            if room == 2 or second == 0:
                sketch_floor(sketch, first, seat)
                if room == 2:
                    sketch_floor(sketch, second, seat)
                if sketch[0] > 0 and sketch[1] > 0:
                    gain = paid_to(s, sketch, city, seat)
                    if gain > best:
                        best, choice = gain, 2 * first + second
                if room == 2:
                    sketch_lift(sketch, second)
                sketch_lift(sketch, first)
    sketch_floor(sketch, choice // 2, seat)
    if room == 2:
        sketch_floor(sketch, choice % 2, seat)
    return choice


@rule
def empty_again(sketch: Wide, room: int, sites: int) -> None:
    """Take the floors off again that completed a sketched city."""
    if room == 2:
        sketch_lift(sketch, sites % 2)
    sketch_lift(sketch, sites // 2)


@rule
def paid_to(s: Patrician, sketch: Wide, city: int, seat: int) -> int:
    """What a full sketched city pays a seat, in thousandths of a point."""
    paid = 0
    for site in range(2):
        if sketched_winner(sketch, site) == seat:
            paid += tower_pays(s, sketch, city, site, 0)
    return paid


@rule
def worth_for(s: Patrician, seat: int, sketch: Wide, city: int) -> int:
    """What a sketched city will probably pay one seat, in thousandths of a point."""
    room = board.LIMIT[city] - sketch[0] - sketch[1]
    if room == 0:
        return paid_to(s, sketch, city, seat)
    holder = holder_of_the_rest(s, sketch, room)
    if holder >= 0:
        sites = complete(s, sketch, city, room, holder)
        paid = paid_to(s, sketch, city, seat)
        empty_again(sketch, room, sites)
        return paid
    worth = 0
    for site in range(2):
        total = weigh_seats(s, sketch, city, site, room)
        worth += tower_pays(s, sketch, city, site, room) * sketch[WEIGHTS + seat] // total
    return worth


@rule
def add_worths(s: Patrician, sketch: Wide, city: int, worths: Wide) -> None:
    """Add what a sketched city will probably pay to all seats."""
    room = board.LIMIT[city] - sketch[0] - sketch[1]
    if room == 0 or holder_of_the_rest(s, sketch, room) >= 0:
        for seat in range(s.seats):
            worths[seat] += worth_for(s, seat, sketch, city)
        return
    for site in range(2):
        pays = tower_pays(s, sketch, city, site, room)
        total = weigh_seats(s, sketch, city, site, room)
        for seat in range(s.seats):
            worths[seat] += pays * sketch[WEIGHTS + seat] // total


# ---------------------------------------------------------------- the worth of cards


@rule
def turns_left(s: Patrician) -> int:
    """Turns that all players together still have."""
    return board.CARDS_FOR[s.seats] - s.turns


@rule
def portrait_worth(s: Patrician, heads: int) -> int:
    """What so many portraits of a person will pay, in thousandths of a point."""
    stage = min(4, turns_left(s) // (STAGE * s.seats))
    return 1000 * board.POINTS_PER_SET * (heads // board.SET) + PARTIAL_SETS[stage, heads % board.SET]


@rule
def heads_of(s: Patrician, seat: int, person: int) -> int:
    """Portraits of a person that a seat has played or will play."""
    count = int(s.portraits[seat, person])
    for slot in range(board.HAND_SIZE):
        card = s.hand[seat, slot]
        if card >= 0 and board.CARD_PERSON[card] == person:
            count += board.CARD_HEADS[card]
    return count


@rule
def gain_of_heads(s: Patrician, seat: int, card: int) -> int:
    """What the portraits on a card are worth to a seat that does not have it, in thousandths of a point."""
    if board.CARD_HEADS[card] == 0:
        return 0
    heads = heads_of(s, seat, board.CARD_PERSON[card])
    return portrait_worth(s, heads + board.CARD_HEADS[card]) - portrait_worth(s, heads)


@rule
def card_worth(s: Patrician, seat: int, card: int) -> int:
    """What it is worth to a seat to get a card, in thousandths of a point: its crests by and large, and the rest."""
    return CREST_WORTH * board.CARD_CRESTS[card] + SYMBOL_WORTH[board.CARD_SYMBOL[card]] + gain_of_heads(s, seat, card)


@rule
def best_to_take(s: Patrician, seat: int, card: int) -> int:
    """The card that a seat will take after playing a card, or -1."""
    built = board.CARD_CITY[card]
    if s.face_up[built] >= 0 and board.CARD_SYMBOL[card] != board.DRAW_ANY:
        return s.face_up[built]
    best, most = -1, -1
    for city in range(s.cities):
        if s.face_up[city] >= 0:
            worth = card_worth(s, seat, s.face_up[city])
            if worth > most:
                best, most = s.face_up[city], worth
    return best


# ---------------------------------------------------------------- which moves look natural


@rule
def policy(s: Patrician, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """How natural each legal move looks: by the points it seems to gain."""
    if n == 1:
        weights[0] = 1
        return
    gains = scratch(n)
    for i in range(n):
        gains[i] = 0
    if s.phase == facts.PLACING_MESSENGER:
        weigh_messengers(s, seat, ids, n, gains)
    elif s.phase == facts.MOVING_AFTER or s.plan_step[seat] == board.MOVE:
        weigh_moves(s, seat, ids, n, gains)
    elif s.plan_step[seat] == board.PLAY:
        weigh_cards(s, seat, ids, n, gains)
    elif s.plan_step[seat] == board.BUILD:
        weigh_sites(s, seat, gains)
    elif s.plan_step[seat] == board.TAKE:
        for i in range(n):
            gains[i] = card_worth(s, seat, s.face_up[ids[i] - moves.TAKE_CARD])
    best = gains[0]
    for i in range(1, n):
        best = max(best, gains[i])
    for i in range(n):
        weights[i] = 1 + int(200.0 * math.exp(0.000001 * KEENNESS * (gains[i] - best)))


@rule
def weigh_cards(s: Patrician, seat: int, ids: Ids, n: int, gains: Wide) -> None:
    """What each card gains in its city, and what comes to the hand for it."""
    sketch = scratch(SKETCH)
    for i in range(n):
        card = ids[i] - moves.PLAY_CARD
        city = board.CARD_CITY[card]
        sketch_city(s, city, sketch)
        before = worth_for(s, seat, sketch, city)
        sketch[HELD + seat] -= board.CARD_CRESTS[card]
        after = best_building(s, seat, sketch, city, facts.floors_due(s, card))
        gains[i] = after - before
        taken = best_to_take(s, seat, card)
        if taken >= 0:
            gains[i] += card_worth(s, seat, taken)
        gains[i] -= SYMBOL_WORTH[board.CARD_SYMBOL[card]]


@rule
def best_building(s: Patrician, seat: int, sketch: Wide, city: int, floors: int) -> int:
    """What a sketched city will pay a seat that places so many more floors in it well, in thousandths of a point."""
    if floors == 0:
        return worth_for(s, seat, sketch, city)
    best = -1
    room = board.LIMIT[city] - sketch[0] - sketch[1]
    for site in range(2):
        if room > 1 or sketch[1 - site] > 0:
            sketch_floor(sketch, site, seat)
            if floors == 1:
                best = max(best, worth_for(s, seat, sketch, city))
            else:
                for second in range(site, 2):
                    if room > 2 or sketch[1 - second] > 0:
                        sketch_floor(sketch, second, seat)
                        best = max(best, worth_for(s, seat, sketch, city))
                        sketch_lift(sketch, second)
            sketch_lift(sketch, site)
    return best


@rule
def weigh_sites(s: Patrician, seat: int, gains: Wide) -> None:
    """Where the next floor of a plan does most."""
    sketch = scratch(SKETCH)
    card = s.plan_card[seat]
    city = board.CARD_CITY[card]
    sketch_city(s, city, sketch)
    sketch[HELD + seat] -= board.CARD_CRESTS[card]
    for index in range(s.plan_floors[seat]):
        sketch_floor(sketch, s.plan_sites[seat, index], seat)
    left = facts.floors_due(s, card) - s.plan_floors[seat] - 1
    for site in range(2):
        sketch_floor(sketch, site, seat)
        gains[site] = best_building(s, seat, sketch, city, left)
        sketch_lift(sketch, site)


@rule
def weigh_moves(s: Patrician, seat: int, ids: Ids, n: int, gains: Wide) -> None:
    """What moving a top floor changes in its city."""
    sketch = scratch(SKETCH)
    first = moves.MOVE_AFTER if s.phase == facts.MOVING_AFTER else moves.MOVE_FLOOR
    for i in range(n - 1):
        city, site = (ids[i] - first) // 2, (ids[i] - first) % 2
        sketch_city(s, city, sketch)
        before = worth_for(s, seat, sketch, city)
        sketch_floor(sketch, 1 - site, sketch_lift(sketch, site))
        gains[i] = worth_for(s, seat, sketch, city) - before


@rule
def weigh_messengers(s: Patrician, seat: int, ids: Ids, n: int, gains: Wide) -> None:
    """A messenger is worth the towers that one will win in its two cities, less those of each rival."""
    sketch = scratch(SKETCH)
    for i in range(n - 1):
        pair = ids[i] - moves.MESSENGER
        for end in range(2):
            city = board.PAIR_A[pair] if end == 0 else board.PAIR_B[pair]
            if not facts.is_scored(s, city):
                sketch_city(s, city, sketch)
                all_pay = board.HIGH_TOKEN[city] + board.LOW_TOKEN[city] + 2 * board.BONUS * s.beside[city]
                share = worth_for(s, seat, sketch, city) / (1000.0 * all_pay)
                gains[i] += int(2000.0 * board.BONUS * (share - (1.0 - share) / (s.seats - 1)))
    gains[n - 1] = MESSENGER_WORTH


# ---------------------------------------------------------------- who seems ahead


@rule
def evaluate(s: Patrician, out: Reals) -> None:
    """A guess at each seat's result, from 0 (last) to 1 (first): half for winning, half for rivals left behind."""
    expected = scratch(SEATS)
    expect_points(s, expected)
    off = spread(s)
    for seat in range(s.seats):
        behind, first = 0.0, 1.0
        for other in range(s.seats):
            if other != seat:
                ahead = chance((expected[seat] - expected[other]) / off)
                behind += ahead
                first *= ahead
        out[seat] = 0.5 * first + 0.5 * behind / (s.seats - 1)


@rule
def spread(s: Patrician) -> int:
    """How far guesses at two seats' points are off each other now."""
    return SPREAD + SPREAD_PER_TURN * turns_left(s)


@rule
def expect_points(s: Patrician, expected: Wide) -> None:
    """The points that every seat will probably have, in thousandths; `reasons.py` names what they are made of."""
    for seat in range(s.seats):
        expected[seat] = 1000 * (s.prestige[seat] + board.BONUS * s.bonus[seat]) + expect_cards(s, seat)
    taken = card_to_come(s)
    if s.acting >= 0:
        expected[s.acting] += worth_of_turn(s, taken)
    sketch = scratch(SKETCH)
    for city in range(s.cities):
        if not facts.is_scored(s, city):
            expect_city(s, city, taken, sketch, expected)
    if s.messengers == 1:
        expect_penalty(s, expected)


@rule
def planned_card(s: Patrician) -> int:
    """The card that whoever is on turn has planned to play, as far as it can be seen, or -1."""
    return s.plan_card[s.acting] if s.phase == facts.PLANNING else -1


@rule
def card_to_come(s: Patrician) -> int:
    """The card that a plan will bring, or -1."""
    return best_to_take(s, s.acting, planned_card(s)) if planned_card(s) >= 0 else -1


@rule
def worth_of_turn(s: Patrician, taken: int) -> int:
    """What whoever acts has ahead: a turn, or what a card to come brings besides towers; in thousandths of a point."""
    if s.phase != facts.PLANNING:
        return 0
    if planned_card(s) < 0:
        return TURN_WORTH if turns_left(s) > board.HAND_SIZE * s.seats else 0
    return gain_of_heads(s, s.acting, taken) + SYMBOL_WORTH[board.CARD_SYMBOL[taken]] if taken >= 0 else 0


@rule
def expect_city(s: Patrician, city: int, taken: int, sketch: Wide, expected: Wide) -> None:
    """Add what a city that is not complete will probably pay to all seats, with a plan carried out."""
    sketch_city(s, city, sketch)
    card = planned_card(s)
    if taken >= 0 and board.CARD_CITY[taken] == city:
        sketch[HELD + s.acting] += board.CARD_CRESTS[taken]
    if card >= 0 and board.CARD_CITY[card] == city:
        sketch[HELD + s.acting] -= board.CARD_CRESTS[card]
        finish_plan(s, sketch, city)
    elif card >= 0 and s.plan_move[s.acting] // 2 == city and s.plan_move[s.acting] >= 0:
        site = s.plan_move[s.acting] % 2
        sketch_floor(sketch, 1 - site, sketch_lift(sketch, site))
    add_worths(s, sketch, city, expected)


@rule
def finish_plan(s: Patrician, sketch: Wide, city: int) -> None:
    """Put the floors of a plan into a sketch, those not decided yet where they do most."""
    seat = s.acting
    for index in range(s.plan_floors[seat]):
        sketch_floor(sketch, s.plan_sites[seat, index], seat)
    for left in range(facts.floors_due(s, s.plan_card[seat]) - s.plan_floors[seat], 0, -1):
        best, choice = -1, 0
        room = board.LIMIT[city] - sketch[0] - sketch[1]
        for site in range(2):
            if room > 1 or sketch[1 - site] > 0:
                sketch_floor(sketch, site, seat)
                worth = best_building(s, seat, sketch, city, left - 1)
                sketch_lift(sketch, site)
                if worth > best:
                    best, choice = worth, site
        sketch_floor(sketch, choice, seat)


@rule
def expect_cards(s: Patrician, seat: int) -> int:
    """What the cards of a seat will pay besides towers, in thousandths of a point; a plan brings a card as well."""
    worth = MESSENGER_WORTH * s.messengers_left[seat]
    for person in range(3):
        worth += portrait_worth(s, heads_of(s, seat, person))
    return worth + worth_of_symbols(s, seat)


@rule
def worth_of_symbols(s: Patrician, seat: int) -> int:
    """What the symbols on the cards in hand are worth, in thousandths of a point; not that of a planned card."""
    worth = 0
    for slot in range(board.HAND_SIZE):
        card = s.hand[seat, slot]
        if card >= 0 and card != s.plan_card[seat]:
            worth += SYMBOL_WORTH[board.CARD_SYMBOL[card]]
    return worth


@rule
def expect_penalty(s: Patrician, expected: Wide) -> None:
    """Share out the -3 token by who has helped with the fewest towers in messenger cities so far."""
    total = 0.0
    for seat in range(s.seats):
        total += math.exp(-0.8 * towers_helped(s, seat))
    for seat in range(s.seats):
        expected[seat] += int(800.0 * board.PENALTY * math.exp(-0.8 * towers_helped(s, seat)) / total)


@rule
def towers_helped(s: Patrician, seat: int) -> int:
    """Towers with own floors in cities that are, or will be, messenger cities."""
    helped = 0
    for city in range(s.cities):
        if s.counted[city] > 0 or (s.counted[city] < 0 and s.beside[city] > 0):
            for site in range(2):
                if facts.floors_of(s, seat, city, site) > 0:
                    helped += 1
    return helped
