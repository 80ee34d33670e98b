"""What always holds in Cat Cab, whatever is played: section 5 of `clauses.md`, by its numbers."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.cat_cab import board, facts
from tabbytop.games.cat_cab.state import CatCab


@rule
def broken(s: CatCab) -> int:
    """The number of the first invariant that does not hold, or 0."""
    if not dice_are_somewhere(s):
        return 1
    if not turn_dice_fit(s):
        return 2
    if not curses_fit(s):
        return 3
    if not passengers_add_up(s):
        return 4
    if s.passenger < -1 or s.passenger >= board.SQUARES:
        return 5
    if not meeples_stand(s):
        return 6
    if s.item_rolls < 0 or s.item_rolls > facts.MAX_ITEMS or s.threes < 0:
        return 7
    if s.ones < 0 or s.twos < 0 or s.ones + s.twos > facts.DICE + facts.MAX_ITEMS:
        return 8
    if not points_fit(s):
        return 9
    if not rush_hour_runs(s):
        return 10
    if not fight_square_is_cleared(s):
        return 11
    if not options_are_kept(s):
        return 12
    return 0


@rule
def dice_are_somewhere(s: CatCab) -> bool:
    """1. Each coloured die is in the supply or with one player; a third colour stays in the supply (CAB-20)."""
    for die in range(6):
        if s.holder[die] < (facts.GONE if s.lost_dice_stay_lost else facts.SUPPLY) or s.holder[die] >= s.seats:
            return False
        in_play = False
        for seat in range(s.seats):
            if s.colour[seat] == die % 3:
                in_play = True
        if not in_play and s.holder[die] != facts.SUPPLY:
            return False
    return True


@rule
def turn_dice_fit(s: CatCab) -> bool:
    """2. White dice as the turn allows; nothing but turn dice shows a face."""
    white = 0
    for die in range(facts.DICE):
        in_pool = s.pool >> die & 1
        if in_pool and die < facts.FIRST_D6:
            white += 1
        if s.face[die] > 0 and not in_pool:
            return False
        if s.face[die] > (8 if die >= 8 else 6) or s.face[die] < 0:
            return False
    if s.pool == 0:
        return True
    if s.phase == facts.FINAL_FIGHT or s.phase == facts.FINISHED or s.turns[facts.active(s)] > 0:
        return white <= facts.WHITE
    return white == facts.FIRST_TURN_DICE[s.seats, s.turn]


@rule
def curses_fit(s: CatCab) -> bool:
    """3. 0 to 4 curses, and none once the own turn is over until a rival sabotages."""
    for seat in range(s.seats):
        if s.curses[seat] < 0 or s.curses[seat] > facts.MAX_CURSES:
            return False
        if not board.in_city(s.place[seat]) and s.curses[seat] > 0 and seat != facts.active(s):
            return False
    return True


@rule
def passengers_add_up(s: CatCab) -> bool:
    """4. At every decision one passenger waits while fewer than four were picked up; picked up = held + lost."""
    held = 0
    for seat in range(s.seats):
        if s.held[seat] < 0:
            return False
        held += s.held[seat]
    if s.picked_up != held + s.lost or s.picked_up > facts.PASSENGERS:
        return False
    rolling = s.phase == facts.ORDER_DIE or s.phase == facts.PASSENGER_COLUMN or s.phase == facts.PASSENGER_ROW
    if rolling:
        return True
    return (s.passenger >= 0) == (s.picked_up < facts.PASSENGERS)


@rule
def meeples_stand(s: CatCab) -> bool:
    """6. On a square, in the start area, gone or out; nobody is gone before the first pick-up."""
    for seat in range(3):
        if seat >= s.seats:
            if s.place[seat] != -1:
                return False
        elif s.place[seat] < 0 or s.place[seat] > board.OUT:
            return False
        elif (s.place[seat] == board.START + 1) != (s.departure[seat] > 0):
            return False
        elif s.departure[seat] > 0 and s.picked_up == 0:
            return False
    return True


@rule
def points_fit(s: CatCab) -> bool:
    """9. At most 30 points for one player, 38 for three and 35 for two together."""
    total = 0
    for seat in range(s.seats):
        if facts.points(s, seat) > facts.PASSENGERS * facts.PASSENGER_POINTS + facts.LEAVING_POINTS[1]:
            return False
        total += facts.points(s, seat)
    most = facts.PASSENGERS * facts.PASSENGER_POINTS
    for place in range(1, s.seats + 1):
        most += facts.LEAVING_POINTS[place]
    return total <= most


@rule
def rush_hour_runs(s: CatCab) -> bool:
    """10. Counters run exactly for those still in the city once somebody has left."""
    started = False
    for seat in range(s.seats):
        if s.departure[seat] > 0:
            started = True
    for seat in range(s.seats):
        if s.rush[seat] < 0 or s.rush[seat] > facts.RUSH_TURNS:
            return False
        if (s.rush[seat] > 0) != (started and board.in_city(s.place[seat])):
            return False
    return True


@rule
def fight_square_is_cleared(s: CatCab) -> bool:
    """11. When sabotage begins after a landing, whoever has landed is alone on that square."""
    if s.phase != facts.SABOTAGING:
        return True
    landed = facts.landed(s)
    for seat in range(s.seats):
        for other in range(s.seats):
            if landed >> seat & 1 and other != seat and s.place[other] == s.place[seat] < board.SQUARES:
                return False
    return True


@rule
def options_are_kept(s: CatCab) -> bool:
    """12. Nobody lands by being pushed and no square is out of play for good, unless the table plays so."""
    if s.pushed != 0 and s.pushed_cabs_land == 0:
        return False
    for special in range(len(s.quiet)):
        if s.quiet[special] != 0 and s.quiet_squares_stay_quiet == 0:
            return False
    if s.quiet_squares_stay_quiet == 0 or s.passenger < 0 or board.KIND[s.side, s.passenger] == board.PLAIN:
        return True
    return s.quiet[board.SPECIAL[s.side, s.passenger]] == 1
