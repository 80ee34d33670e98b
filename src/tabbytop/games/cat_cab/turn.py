"""What happens at the table of Cat Cab, step by step. Clause ids (CAB-…, see `clauses.md`) stand beside their lines.

A turn is a chain of phases. Functions are named by what happens and enter the next phase themselves; whoever acts is
written down when a phase is entered. Where a decision has one possible outcome that everybody should still see, the
house makes it. Nothing here asks whether a move is allowed: that is `rules.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.cat_cab import board, components, facts
from tabbytop.games.cat_cab.state import CatCab

# ---------------------------------------------------------------- set-up


@rule
def enter(s: CatCab, phase: int, acting: int) -> None:
    """Go on to a phase and say who acts in it."""
    s.phase = phase
    s.acting = acting


@rule
def roll_for_order(s: CatCab, value: int) -> None:
    """Number by number; equal numbers are rolled again, and only they (CAB-22, CAB-23)."""
    s.order_roll[facts.next_order_roller(s)] = value
    if facts.next_order_roller(s) >= 0:
        return
    tied = 0
    for seat in range(s.seats):
        for other in range(s.seats):
            if other != seat and s.order_roll[other] == s.order_roll[seat]:
                tied |= 1 << seat
    if tied == 0:
        seat_by_number(s)
        call_passenger(s, facts.ROLL_TURN)  # CAB-25, CAB-26
        return
    for seat in range(s.seats):
        if tied >> seat & 1:
            s.order_roll[seat] = 0


@rule
def seat_by_number(s: CatCab) -> None:
    """The highest number takes the first turn, the others follow in descending order (CAB-24)."""
    for seat in range(s.seats):
        ahead = 0
        for other in range(s.seats):
            if s.order_roll[other] > s.order_roll[seat]:
                ahead += 1
        s.order[ahead] = seat


# ---------------------------------------------------------------- passengers


@rule
def call_passenger(s: CatCab, after: int) -> None:
    """Roll where a passenger will stand; then go on with the phase `after`."""
    s.after_passenger = after
    s.column = 0
    enter(s, facts.PASSENGER_COLUMN, LUCK)


@rule
def place_passenger(s: CatCab, row: int) -> None:
    """D6 for the column, D8 for the row (CAB-27); never on a meeple (CAB-28) nor where it stood before (CAB-60)."""
    square = s.column - 1 + components.COLUMNS * (row - 1)
    s.column = 0
    if facts.meeple_at(s, square) or square == s.passenger:
        enter(s, facts.PASSENGER_COLUMN, LUCK)
        return
    s.passenger = square
    if s.quiet_squares_stay_quiet == 1 and board.KIND[s.side, square] != board.PLAIN:
        s.quiet[board.SPECIAL[s.side, square]] = 1  # CAB-165
    if s.after_passenger == facts.ROLL_TURN:
        start_turn(s)
    elif s.after_passenger == facts.ITEMS:
        offer_items(s)
    else:
        enter(s, facts.ENDING_TURN, HOUSE)


@rule
def collect_passenger(s: CatCab) -> None:
    """Whoever landed there picks the passenger up; unless it was the fourth, a new one is rolled (CAB-119, CAB-121)."""
    s.held[facts.collector(s)] += 1
    s.picked_up += 1
    s.passenger = -1
    if s.picked_up < facts.PASSENGERS:
        call_passenger(s, facts.ENDING_TURN)
    else:
        enter(s, facts.ENDING_TURN, HOUSE)


# ---------------------------------------------------------------- rolling


@rule
def start_turn(s: CatCab) -> None:
    """Clear what the last turn left behind; the player must roll (CAB-32)."""
    for die in range(facts.DICE):
        s.face[die] = 0
    s.pool = 0
    s.marked = 0
    s.threes = 0
    s.item_rolls = 0
    s.ones = 0
    s.twos = 0
    s.moved = 0
    s.landed = 0
    s.pushed = 0
    s.boost = 0
    s.to_place = 0
    s.placed = 0
    enter(s, facts.ROLL_TURN, facts.active(s))


@rule
def throw_turn_dice(s: CatCab) -> None:
    """All white dice, fewer on a first turn (CAB-33 to CAB-36), and every coloured die held (CAB-32, CAB-92)."""
    seat = facts.active(s)
    white = facts.WHITE
    if s.turns[seat] == 0:
        white = facts.FIRST_TURN_DICE[s.seats, s.turn]
    s.pool = (1 << white) - 1
    for die in range(6):
        if s.holder[die] == seat:
            s.pool |= 1 << (facts.FIRST_D6 + die)
    s.rolling = s.pool
    enter(s, facts.TURN_DICE, LUCK)


@rule
def show_turn_die(s: CatCab, value: int) -> None:
    """A turn die comes to rest; a 1 is a curse at once (CAB-39), up to four (CAB-41, CAB-42)."""
    seat = facts.active(s)
    die = facts.lowest(s.rolling)
    s.face[die] = value
    s.rolling &= ~(1 << die)
    if facts.FACES[value, 0] == facts.CURSE and s.curses[seat] < facts.MAX_CURSES:
        s.curses[seat] += 1
    if s.rolling == 0:
        if s.curses[seat] >= facts.MAX_CURSES:  # CAB-43, CAB-44
            keep_dice(s)
        else:
            enter(s, facts.REROLLING, seat)


@rule
def throw_marked_dice(s: CatCab) -> None:
    """Roll the chosen dice again (CAB-38); curses from their old 1s stay (CAB-40)."""
    s.rolling = s.marked
    s.marked = 0
    enter(s, facts.TURN_DICE, LUCK)


@rule
def keep_dice(s: CatCab) -> None:
    """The dice as they lie are final: count what they give (CAB-46 to CAB-51)."""
    for die in range(facts.DICE):
        face = s.face[die]
        if face > 0:
            if facts.FACES[face, 0] == facts.ITEM_FACE:
                s.threes += 1
            elif facts.FACES[face, 0] == facts.SABOTAGE_FACE:
                s.to_place += facts.FACES[face, 1]
            elif facts.FACES[face, 0] == facts.MOVE_FACE:
                add_source(s, facts.FACES[face, 1])
    offer_items(s)


@rule
def add_source(s: CatCab, spaces: int) -> None:
    """One more source of movement."""
    if spaces == 1:
        s.ones += 1
    else:
        s.twos += 1


# ---------------------------------------------------------------- items


@rule
def offer_items(s: CatCab) -> None:
    """Each final 3 may be rolled for an item, two at most (CAB-52 to CAB-54)."""
    if s.threes > 0 and s.item_rolls < facts.MAX_ITEMS:
        enter(s, facts.ITEMS, facts.active(s))
    else:
        resolve_curses(s)


@rule
def find_item(s: CatCab, value: int) -> None:
    """Carry out an item roll (CAB-55 to CAB-64)."""
    effect = facts.ITEM_TABLE[value, 0]
    if effect == facts.LUCKY_CHARM and s.passenger >= 0:  # CAB-59, CAB-61
        call_passenger(s, facts.ITEMS)
        return
    if effect == facts.EXTRA_MOVE:
        add_source(s, facts.ITEM_TABLE[value, 1])
    elif effect == facts.GAIN_D6:
        gain_own_die(s, 0)
    elif effect == facts.GAIN_D8:
        gain_own_die(s, 1)
    offer_items(s)


@rule
def gain_own_die(s: CatCab, kind: int) -> None:
    """The die of the own colour, if it lies in the supply (CAB-62 to CAB-66, CAB-86)."""
    die = facts.own_die(s, facts.active(s), kind)
    if s.holder[die] == facts.SUPPLY:
        s.holder[die] = facts.active(s)


# ---------------------------------------------------------------- movement


@rule
def resolve_curses(s: CatCab) -> None:
    """Curses cancel movement first (CAB-68); with several ways to cancel the player chooses (CAB-69)."""
    curses = s.curses[facts.active(s)]
    spaces = facts.spaces_of_sources(s)
    if curses > 0 and spaces > 0:
        lone = spaces <= curses or facts.fewest_broken(s) == facts.most_broken(s)
        enter(s, facts.CANCELLING, HOUSE if lone else facts.active(s))
    elif curses > 0:
        fall_back_by_surplus(s, curses)
    else:
        drive_on(s)


@rule
def cancel_sources(s: CatCab, kept_twos: int) -> None:
    """Curses take one space each; those in excess push the meeple back (CAB-70)."""
    left = facts.spaces_of_sources(s) - s.curses[facts.active(s)]
    s.twos = kept_twos
    s.ones = max(0, left - 2 * kept_twos)
    if left < 0:
        fall_back_by_surplus(s, -left)
    else:
        drive_on(s)


@rule
def fall_back_by_surplus(s: CatCab, spaces: int) -> None:
    """Surplus curses are part of movement (CAB-83); nobody falls back behind the start area (CAB-81)."""
    if s.place[facts.active(s)] == board.START:
        finish_driving(s)
    else:
        ask_back(s, facts.SURPLUS_BACK, facts.active(s), spaces)


@rule
def ask_back(s: CatCab, phase: int, seat: int, spaces: int) -> None:
    """The owner of a meeple chooses where it moves back to, if there is a choice (CAB-82)."""
    s.back_seat = seat
    s.back_spaces = spaces
    enter(s, phase, HOUSE if board.lone_back(s, s.place[seat], spaces) else seat)


@rule
def drive_on(s: CatCab) -> None:
    """Every source left must be driven (CAB-75)."""
    if s.ones + s.twos > 0:
        enter(s, facts.DRIVING, facts.active(s))
    else:
        finish_driving(s)


@rule
def drive_source(s: CatCab, spaces: int, direction: int) -> None:
    """One source in one direction (CAB-72); sources go in any order and direction (CAB-73, CAB-74)."""
    seat = facts.active(s)
    s.place[seat] = board.drive(s, s.place[seat], direction, spaces)
    s.moved = 1
    if spaces == 1:
        s.ones -= 1
    else:
        s.twos -= 1
    if s.place[seat] == board.LEFT:
        leave_city(s)
    elif s.place[seat] == board.stop_square(s):  # CAB-163: what is left to drive is lost
        s.ones = 0
        s.twos = 0
    drive_on(s)


@rule
def leave_city(s: CatCab) -> None:
    """Out through the gate: what is left to drive is lost (CAB-128); the first one out starts rush hour (CAB-132)."""
    seat = facts.active(s)
    s.ones = 0
    s.twos = 0
    s.rush[seat] = 0
    before = 0
    for other in range(s.seats):
        if s.departure[other] > 0:
            before += 1
    s.departure[seat] = before + 1
    if before == 0:  # CAB-133: later departures change no counter
        for other in range(s.seats):
            if board.in_city(s.place[other]):
                s.rush[other] = facts.RUSH_TURNS


@rule
def finish_driving(s: CatCab) -> None:
    """A meeple that moved lands where it now stands (CAB-83, CAB-84); the square may act (CAB-85, CAB-98)."""
    place = s.place[facts.active(s)]
    s.landed = 1 if s.moved == 1 and board.on_grid(place) else 0
    kind = 0
    if s.landed == 1:
        kind = facts.active_kind(s, place)
    if kind == board.NIBBLES:
        enter(s, facts.POWER_UP_DIE, LUCK)
    elif kind == board.PATROL:
        enter(s, facts.DEBUFF_DIE, LUCK)
    else:
        look_for_fight(s)


# ---------------------------------------------------------------- special squares


@rule
def power_up(s: CatCab, value: int) -> None:
    """Cat nibbles (CAB-86 to CAB-88)."""
    effect = facts.POWER_UPS[value, 0]
    if effect == facts.GREEDY and facts.dice_to_take(s) > 0:
        enter(s, facts.GREEDY_CAT, facts.active(s))
    elif effect == facts.UPGRADE:
        gain_own_die(s, 0)
        look_for_fight(s)
    elif effect == facts.GREEDY:
        look_for_fight(s)
    else:
        enter(s, facts.BOOST_DIE, LUCK)


@rule
def speed_boost(s: CatCab, direction: int) -> None:
    """Drive on in one direction (CAB-94); the end counts as landing, but its square does not act (CAB-97)."""
    seat = facts.active(s)
    s.place[seat] = board.coast(s, s.place[seat], direction, s.boost)
    s.boost = 0
    if s.place[seat] == board.LEFT:  # CAB-96
        s.landed = 0
        leave_city(s)
    look_for_fight(s)


@rule
def debuff(s: CatCab, value: int) -> None:
    """Paw patrol (CAB-99 to CAB-103)."""
    seat = facts.active(s)
    effect = facts.DEBUFFS[value, 0]
    if effect == facts.LOSE_A_DIE and facts.dice_held(s, seat) > 0:
        enter(s, facts.BAD_LUCK, HOUSE if facts.dice_held(s, seat) == 1 else seat)
    elif effect == facts.FALL_BACK:
        s.landed = 0  # CAB-84
        ask_back(s, facts.POTHOLE, seat, facts.DEBUFFS[value, 1])
    else:
        if effect == facts.LOSE_PASSENGER and s.held[seat] > 0:  # CAB-102
            s.held[seat] -= 1
            s.lost += 1
        look_for_fight(s)


@rule
def lose_die(s: CatCab, die: int) -> None:
    """A die goes back to the supply (CAB-100), or as an option out of the game (CAB-162)."""
    s.holder[die] = facts.GONE if s.lost_dice_stay_lost == 1 else facts.SUPPLY
    look_for_fight(s)


# ---------------------------------------------------------------- cat fights


@rule
def look_for_fight(s: CatCab) -> None:
    """Landing where another meeple stands means a fight of all on that square (CAB-104, CAB-110)."""
    landed = facts.landed(s)
    for seat in range(s.seats):
        if landed >> seat & 1 and facts.has_company(s, seat):
            meet(s, s.place[seat])
            return
    look_for_sabotage(s)


@rule
def meet(s: CatCab, square: int) -> None:
    """All who stand on a square fight (CAB-104)."""
    for seat in range(s.seats):
        if s.place[seat] == square:
            s.fighters |= 1 << seat
    start_fight(s, facts.FIGHT_DICE)


@rule
def start_fight(s: CatCab, phase: int) -> None:
    """The first round of a fight, or the first try of Crazy cat."""
    s.fight_tries = 0
    start_round(s)
    enter(s, phase, LUCK)


@rule
def start_round(s: CatCab) -> None:
    """Everybody rolls once per round, the active player first, then in turn order (CAB-108)."""
    s.fight_die = 0
    for seat in range(s.seats):
        s.fight_total[seat] = 0
    s.duellist = 1 if s.solo else facts.next_fighter(s, -1)  # CAB-154: the human does not roll


@rule
def roll_in_fight(s: CatCab, value: int) -> None:
    """Two dice each; exactly one total of 7 wins, otherwise another round follows (CAB-107, CAB-108)."""
    if s.fight_die == 0:
        s.fight_die = value
        return
    s.fight_total[s.duellist] = s.fight_die + value
    s.fight_die = 0
    if s.solo:
        crazy_cat_rolled(s)
        return
    s.duellist = facts.next_fighter(s, s.duellist)
    if s.duellist >= 0:
        return
    sevens, winner = 0, -1
    for seat in range(s.seats):
        if s.fight_total[seat] == facts.FIGHT_TOTAL:
            sevens += 1
            winner = seat
    if sevens == 1:
        win_fight(s, winner)
    else:
        start_round(s)


@rule
def crazy_cat_rolled(s: CatCab) -> None:
    """Crazy cat has three tries for a 7 and loses without one (CAB-154)."""
    s.fight_tries += 1
    if s.fight_total[1] == facts.FIGHT_TOTAL:
        win_fight(s, 1)
    elif s.fight_tries == facts.CRAZY_FIGHT_ROLLS:
        win_fight(s, 0)


@rule
def win_fight(s: CatCab, winner: int) -> None:
    """Losers move back (CAB-109); the winner of the final fight wins the game (CAB-139)."""
    s.duellist = -1
    s.fighters &= ~(1 << winner)
    if s.phase == facts.FINAL_FIGHT:
        s.fighters = 0
        s.champion = winner
        enter(s, facts.FINISHED, OVER)
    else:
        next_loser(s)


@rule
def next_loser(s: CatCab) -> None:
    """Losers choose in turn order, the active player first (CAB-109)."""
    loser = facts.next_fighter(s, -1)
    if loser < 0:
        look_for_fight(s)  # only a meeple that has landed by being pushed can meet another one now
        return
    s.fighters &= ~(1 << loser)
    if loser == facts.active(s):
        s.landed = 0  # CAB-84
    ask_back(s, facts.FIGHT_BACK, loser, facts.FIGHT_BACK_SPACES)


@rule
def move_back(s: CatCab, place: int) -> None:
    """A meeple is pushed back; what follows depends on why."""
    seat, phase = s.back_seat, s.phase
    s.place[seat] = place
    s.back_seat = -1
    s.back_spaces = 0
    if phase == facts.SURPLUS_BACK:
        s.moved = 1
        finish_driving(s)
        return
    if s.pushed_cabs_land == 1:
        s.pushed |= 1 << seat  # CAB-164
    if phase == facts.POTHOLE:
        look_for_fight(s)
    else:
        next_loser(s)


# ---------------------------------------------------------------- sabotage and the end of a turn


@rule
def look_for_sabotage(s: CatCab) -> None:
    """Final 2s curse a rival who is still in the city, also after leaving (CAB-111, CAB-115, CAB-118)."""
    if s.to_place > 0 and facts.has_target(s):
        enter(s, facts.SABOTAGING, facts.active(s))
    else:
        look_for_passenger(s)


@rule
def place_curses(s: CatCab, target: int) -> None:
    """All curses on one rival, or one by one as an option (CAB-112 to CAB-114); what exceeds four is lost (CAB-116)."""
    number = 1 if s.split_sabotage else s.to_place
    s.curses[target] = min(facts.MAX_CURSES, s.curses[target] + number)
    s.to_place -= number
    s.placed += number
    if s.to_place == 0:
        look_for_passenger(s)


@rule
def look_for_passenger(s: CatCab) -> None:
    """The player who landed on the passenger's square and is still there picks it up (CAB-119)."""
    s.to_place = 0
    if facts.collector(s) >= 0:
        enter(s, facts.COLLECTING, HOUSE)
    else:
        enter(s, facts.ENDING_TURN, HOUSE)


@rule
def end_turn(s: CatCab) -> None:
    """Own curses go (CAB-125), counters fall (CAB-134, CAB-160), and the next driver in the city takes a turn."""
    seat = facts.active(s)
    s.curses[seat] = 0
    s.turns[seat] = min(facts.MOST_TURNS, s.turns[seat] + 1)
    if board.in_city(s.place[seat]):
        late = s.rush[seat] == 1
        if s.rush[seat] > 0:
            s.rush[seat] -= 1
        if late or (s.turn_limit > 0 and s.turns[seat] >= s.turn_limit):
            s.place[seat] = board.OUT
            s.rush[seat] = 0
    for offset in range(1, s.seats + 1):
        turn = (s.turn + offset) % s.seats
        if board.in_city(s.place[s.order[turn]]):
            s.turn = turn
            start_turn(s)
            return
    finish_game(s)


# ---------------------------------------------------------------- the end


@rule
def finish_game(s: CatCab) -> None:
    """Everybody has left or is out (CAB-135): most points win (CAB-138), a tie is fought out (CAB-139)."""
    leaders = facts.leaders(s)
    if leaders & (leaders - 1):
        s.fighters = leaders
        s.turn = 0
        start_fight(s, facts.FINAL_FIGHT)
    else:
        s.champion = facts.lowest(leaders) if leaders else -1
        enter(s, facts.FINISHED, OVER)


# ---------------------------------------------------------------- dice


@rule
def show_die(s: CatCab, value: int) -> None:
    """A die of luck comes to rest."""
    phase = s.phase
    if phase == facts.TURN_DICE:
        show_turn_die(s, value)
    elif phase == facts.ITEM_DIE:
        find_item(s, value)
    elif phase == facts.PASSENGER_COLUMN:
        s.column = value
        enter(s, facts.PASSENGER_ROW, LUCK)
    elif phase == facts.PASSENGER_ROW:
        place_passenger(s, value)
    elif phase == facts.POWER_UP_DIE:
        power_up(s, value)
    elif phase == facts.DEBUFF_DIE:
        debuff(s, value)
    elif phase == facts.BOOST_DIE:
        s.boost = value
        enter(s, facts.BOOSTING, facts.active(s))
    elif phase == facts.ORDER_DIE:
        roll_for_order(s, value)
    else:
        roll_in_fight(s, value)
