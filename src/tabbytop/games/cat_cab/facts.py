"""What can be read off Cat Cab's table: the phases of a turn, the dice tables, and questions that several rules ask."""

from __future__ import annotations

from tabbytop.engine.rule import rule, table
from tabbytop.games.cat_cab.board import BOX, CRAZY, KIND, NOWHERE, PLAIN, SPECIAL, in_city, on_grid, step
from tabbytop.games.cat_cab.components import (
    FACE_EFFECTS,
    ITEM_EFFECTS,
    NIBBLES_EFFECTS,
    PATROL_EFFECTS,
    effects,
)
from tabbytop.games.cat_cab.state import CatCab

(
    ORDER_DIE,
    PASSENGER_COLUMN,
    PASSENGER_ROW,
    ROLL_TURN,
    TURN_DICE,
    REROLLING,
    ITEMS,
    ITEM_DIE,
    CANCELLING,
    DRIVING,
    SURPLUS_BACK,
    POWER_UP_DIE,
    GREEDY_CAT,
    BOOST_DIE,
    BOOSTING,
    DEBUFF_DIE,
    BAD_LUCK,
    POTHOLE,
    FIGHT_DICE,
    FIGHT_BACK,
    SABOTAGING,
    COLLECTING,
    ENDING_TURN,
    FINAL_FIGHT,
    FINISHED,
) = range(25)

WHITE = BOX.pieces.white_d6
DICE = 11
FIRST_D6, FIRST_D8 = 5, 8
SUPPLY, GONE = -1, -2
"""Where a coloured die is that nobody holds: with the others, or out of the game (CAB-162)."""
MAX_CURSES = BOX.limits.curses_per_player
MAX_ITEMS = BOX.limits.item_rolls_per_turn
PASSENGERS = BOX.limits.passengers_per_game
RUSH_TURNS = BOX.limits.rush_hour_turns
MOST_TURNS = 32_767
"""Where the count of own turns ends; limits are far below it."""
FIGHT_TOTAL = BOX.limits.fight_total
FIGHT_BACK_SPACES = BOX.limits.fight_loser_back
CRAZY_FIGHT_ROLLS = BOX.crazy_cat.fight_rolls
PASSENGER_POINTS = BOX.scoring.passenger
LEAVING_POINTS = table([0, *BOX.scoring.leaving])
# by number of seats and place in the turn order
FIRST_TURN_DICE = table(
    [[0, 0, 0], [0, 0, 0], [*BOX.first_turn_dice.players_2, 0], BOX.first_turn_dice.players_3],
)

CURSE, SABOTAGE_FACE, ITEM_FACE, MOVE_FACE = range(len(FACE_EFFECTS))
NOTHING, EXTRA_MOVE, LUCKY_CHARM, GAIN_D6, GAIN_D8 = range(len(ITEM_EFFECTS))
UPGRADE, GREEDY, SPEED_BOOST = range(len(NIBBLES_EFFECTS))
LOSE_A_DIE, FALL_BACK, LOSE_PASSENGER = range(len(PATROL_EFFECTS))
FACES = table(effects(BOX.faces, FACE_EFFECTS))
ITEM_TABLE = table(effects(BOX.items, ITEM_EFFECTS))
POWER_UPS = table(effects(BOX.nibbles, NIBBLES_EFFECTS))
DEBUFFS = table(effects(BOX.patrol, PATROL_EFFECTS))


@rule
def active(s: CatCab) -> int:
    """The seat whose turn it is."""
    return s.order[s.turn]


@rule
def is_crazy_cat(s: CatCab, seat: int) -> bool:
    """Crazy cat sits behind the one human of a solo game (CAB-141)."""
    return s.solo == 1 and seat == CRAZY


@rule
def meeple_at(s: CatCab, square: int) -> bool:
    """Whether any meeple stands on a square."""
    for seat in range(s.seats):
        if s.place[seat] == square:
            return True
    return False


@rule
def active_kind(s: CatCab, square: int) -> int:
    """What a square does to those who land there; a waiting passenger switches it off (CAB-123, CAB-124, CAB-165)."""
    kind = KIND[s.side, square]
    if kind == PLAIN or square == s.passenger or s.quiet[SPECIAL[s.side, square]] == 1:
        return PLAIN
    return kind


@rule
def own_die(s: CatCab, seat: int, kind: int) -> int:
    """The coloured die of a seat's own colour: 0 to 2 for D6 (kind 0), 3 to 5 for D8 (kind 1)."""
    return s.colour[seat] + 3 * kind


@rule
def has_d6(s: CatCab, seat: int) -> bool:
    """Whether a seat holds any coloured D6."""
    for die in range(3):
        if s.holder[die] == seat:
            return True
    return False


@rule
def may_take(s: CatCab, seat: int, die: int) -> bool:
    """Greedy cat: a die of another player, a D6 before a D8 of the same player (CAB-89, CAB-90, CAB-93)."""
    holder = s.holder[die]
    if holder < 0 or holder == seat:
        return False
    return die < 3 or not has_d6(s, holder)


@rule
def dice_held(s: CatCab, seat: int) -> int:
    """How many coloured dice a seat has."""
    count = 0
    for die in range(6):
        if s.holder[die] == seat:
            count += 1
    return count


@rule
def fewest_broken(s: CatCab) -> int:
    """The fewest sources of 2 that curses must halve or cancel (CAB-69)."""
    short = s.curses[active(s)] - s.ones
    return (short + 1) // 2 if short > 0 else 0


@rule
def most_broken(s: CatCab) -> int:
    """The most sources of 2 that curses can halve or cancel (CAB-69)."""
    return min(s.twos, s.curses[active(s)])


@rule
def spaces_of_sources(s: CatCab) -> int:
    """All movement of the turn before curses."""
    return s.ones + 2 * s.twos


@rule
def can_boost(s: CatCab, direction: int) -> bool:
    """A boost needs a square, or the open exit, ahead (CAB-95)."""
    return step(s, s.place[active(s)], direction) != NOWHERE


@rule
def is_target(s: CatCab, seat: int) -> bool:
    """Sabotage hits other players who are still in the city (CAB-115)."""
    return seat != active(s) and seat < s.seats and in_city(s.place[seat])


@rule
def has_target(s: CatCab) -> bool:
    """Whether sabotage can hit anybody."""
    for seat in range(s.seats):
        if is_target(s, seat):
            return True
    return False


@rule
def landed(s: CatCab) -> int:
    """The seats that have landed this turn, as bits: by driving (CAB-83), or as an option by being pushed (CAB-164)."""
    return s.pushed | s.landed << active(s)


@rule
def collector(s: CatCab) -> int:
    """Who picks the passenger up now: the one who has landed on its square and is still there, or -1 (CAB-119)."""
    seats = landed(s)
    for seat in range(s.seats):
        if seats >> seat & 1 and s.place[seat] == s.passenger:
            return seat
    return -1


@rule
def points(s: CatCab, seat: int) -> int:
    """Points as they stand (CAB-136); the eliminated have none (CAB-137)."""
    if not in_city(s.place[seat]) and s.departure[seat] == 0:
        return 0
    return PASSENGER_POINTS * s.held[seat] + LEAVING_POINTS[s.departure[seat]]


@rule
def lowest(bits: int) -> int:
    """The first of a set, which is not empty: of dice, or of seats."""
    first = 0
    while bits >> first & 1 == 0:
        first += 1
    return first


@rule
def next_order_roller(s: CatCab) -> int:
    """The first seat without a number for the turn order."""
    for seat in range(s.seats):
        if s.order_roll[seat] == 0:
            return seat
    return -1


@rule
def dice_to_take(s: CatCab) -> int:
    """How many dice Greedy cat could take."""
    count = 0
    for die in range(6):
        if may_take(s, active(s), die):
            count += 1
    return count


@rule
def has_company(s: CatCab, seat: int) -> bool:
    """Whether another meeple stands on a seat's square; the start area is none (CAB-106)."""
    for other in range(s.seats):
        if other != seat and s.place[other] == s.place[seat]:
            return on_grid(s.place[seat])
    return False


@rule
def next_fighter(s: CatCab, after: int) -> int:
    """The seat that rolls after another one (-1: the first to roll) in this round; -1 when all have rolled."""
    found = after < 0
    for offset in range(s.seats):
        seat = s.order[(s.turn + offset) % s.seats]
        if found and s.fighters >> seat & 1:
            return seat
        if seat == after:
            found = True
    return -1


@rule
def leaders(s: CatCab) -> int:
    """The seats with the most points among those who have left the city, as bits."""
    best, found = -1, 0
    for seat in range(s.seats):
        if s.departure[seat] > 0:
            if points(s, seat) > best:
                best, found = points(s, seat), 0
            if points(s, seat) == best:
                found |= 1 << seat
    return found
