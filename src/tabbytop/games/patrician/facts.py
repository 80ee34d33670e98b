"""What can be read off Patrician's table: the phases of the game, and questions that several rules ask."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.patrician import board
from tabbytop.games.patrician.state import Patrician

(
    DEALING,
    LAYING_OUT,
    CHOOSING_STARTER,
    PLANNING,
    REFILLING,
    MOVING_AFTER,
    PLACING_MESSENGER,
    SHOWING_PILES,
    COUNTING_MESSENGERS,
    FINISHED,
) = range(10)


# ---------------------------------------------------------------- towers


@rule
def floors_in(s: Patrician, city: int) -> int:
    """How many floors stand in a city."""
    return s.height[city, 0] + s.height[city, 1]


@rule
def room_in(s: Patrician, city: int) -> int:
    """How many floors still fit into a city (PAT-04)."""
    return board.LIMIT[city] - floors_in(s, city)


@rule
def is_scored(s: Patrician, city: int) -> bool:
    """Whether the tokens of a city are gone (PAT-45)."""
    return s.winner[city, 0] >= 0


@rule
def floors_of(s: Patrician, seat: int, city: int, site: int) -> int:
    """How many floors of a tower are a seat's."""
    count = 0
    for level in range(s.height[city, site]):
        if s.floor[city, site, level] == seat:
            count += 1
    return count


@rule
def has_floor_in(s: Patrician, seat: int, city: int) -> bool:
    """Whether a seat has built in a city, on either site (PAT-49)."""
    for site in range(2):
        for level in range(s.height[city, site]):
            if s.floor[city, site, level] == seat:
                return True
    return False


@rule
def winner_of(s: Patrician, city: int, site: int) -> int:
    """Who has most floors in a tower (PAT-42); among equals, whose topmost floor is highest (PAT-43)."""
    best, most = -1, 0
    for level in range(s.height[city, site] - 1, -1, -1):
        seat = s.floor[city, site, level]
        count = floors_of(s, seat, city, site)
        if count > most:  # from the top down, so that the higher of equals comes first
            best, most = seat, count
    return best


# ---------------------------------------------------------------- the plan of a turn


@rule
def floors_due(s: Patrician, card: int) -> int:
    """One floor per crest (PAT-32), as far as they fit (PAT-38)."""
    return min(board.CARD_CRESTS[card], room_in(s, board.CARD_CITY[card]))


@rule
def planned_height(s: Patrician, seat: int, site: int) -> int:
    """How tall a tower of the city being built in will be with the floors planned so far."""
    height = s.height[board.CARD_CITY[s.plan_card[seat]], site]
    for index in range(s.plan_floors[seat]):
        if s.plan_sites[seat, index] == site:
            height += 1
    return height


@rule
def may_build(s: Patrician, seat: int, site: int) -> bool:
    """A floor must not fill the city while the other site is empty (PAT-35 to PAT-37)."""
    room = room_in(s, board.CARD_CITY[s.plan_card[seat]]) - s.plan_floors[seat]
    return room > 1 or planned_height(s, seat, 1 - site) > 0


@rule
def may_move(s: Patrician, seat: int, built: int, city: int, site: int) -> bool:
    """A top floor (PAT-47) in another city (PAT-48) with an own floor (PAT-49) that is not scored (PAT-51) may move."""
    if city == built or city >= s.cities or is_scored(s, city) or s.height[city, site] == 0:
        return False
    return has_floor_in(s, seat, city)


@rule
def can_move_any(s: Patrician, seat: int, built: int) -> bool:
    """Whether the move symbol can be used at all."""
    for city in range(s.cities):
        if may_move(s, seat, built, city, 0) or may_move(s, seat, built, city, 1):
            return True
    return False


@rule
def may_take_from(s: Patrician, seat: int, city: int) -> bool:
    """The card of the city built in (PAT-57); with "?" (PAT-54, PAT-55) or without one there (PAT-62) any other."""
    if s.face_up[city] < 0:
        return False
    card = s.plan_card[seat]
    built = board.CARD_CITY[card]
    return city == built or board.CARD_SYMBOL[card] == board.DRAW_ANY or s.face_up[built] < 0


# ---------------------------------------------------------------- The Messengers


@rule
def may_place_messenger(s: Patrician, pair: int) -> bool:
    """Not beside the city built in (MES-17), two to a city (MES-19), one between two cities (MES-20)."""
    if pair >= board.PAIRS_FOR[s.seats] or s.messenger[pair] == 1:
        return False
    a, b = board.PAIR_A[pair], board.PAIR_B[pair]
    if a == s.built or b == s.built:
        return False
    return s.beside[a] < board.MOST_MESSENGERS and s.beside[b] < board.MOST_MESSENGERS


@rule
def is_messenger_city(s: Patrician, city: int) -> bool:
    """Whether a city counts for the -3 token: with messengers (MES-31) that came in time, unless late ones count too
    (MES-32)."""
    if s.late_messengers_count == 1:
        return s.beside[city] > 0
    return s.counted[city] > 0


# ---------------------------------------------------------------- points


@rule
def heads(s: Patrician, seat: int, person: int) -> int:
    """Portraits of a person in a pile, as far as they can be seen."""
    return max(s.portraits[seat, person], s.open_portraits[seat, person])


@rule
def sets_of(s: Patrician, seat: int) -> int:
    """Complete sets of three portraits of the same person (PAT-71 to PAT-73)."""
    return heads(s, seat, 0) // board.SET + heads(s, seat, 1) // board.SET + heads(s, seat, 2) // board.SET


@rule
def points(s: Patrician, seat: int) -> int:
    """City tokens, sets (PAT-74), 2-point tokens and the -3 token (MES-38)."""
    total = s.prestige[seat] + board.POINTS_PER_SET * sets_of(s, seat) + board.BONUS * s.bonus[seat]
    if s.penalised == seat:
        total += board.PENALTY
    return total
