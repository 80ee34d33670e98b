"""What a net looks at in Patrician: towers, hands as they are imagined, portraits, seen by whoever is on turn."""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.state import Floats, Wide
from tabbytop.games.patrician import board, bot, facts
from tabbytop.games.patrician.state import Patrician

SEATS = bot.SEATS
CITIES = 10
PHASES = 10
SITE = 3 + 3 * SEATS
"""Of a tower: its height, and for every seat its floors, its crests in hand and whether it is on top."""
CITY = 6 + 2 * SITE
PLAYER = 17
TURN = PHASES + 10
SIZE = CITIES * CITY + SEATS * PLAYER + TURN


@rule
def look_at_city(s: Patrician, city: int, first: int, sketch: Wide, out: Floats, at: int) -> None:
    """Both towers of a city that is not complete, and the card that lies there."""
    room = facts.room_in(s, city)
    bot.sketch_city(s, city, sketch)
    out[at] = room / 6.0
    out[at + 1] = 1.0 if room <= 2 else 0.0
    card = s.face_up[city]
    if card >= 0:
        out[at + 2] = board.CARD_CRESTS[card] / 2.0
        out[at + 3] = board.CARD_HEADS[card] / 2.0
        out[at + 4] = 1.0 if board.CARD_SYMBOL[card] == board.DRAW_ANY else 0.0
        out[at + 5] = 1.0 if board.CARD_SYMBOL[card] == board.MOVE_TOP else 0.0
    for site in range(2):
        start = at + 6 + site * SITE
        height = s.height[city, site]
        out[start] = height / 5.0
        out[start + 1] = (height - s.height[city, 1 - site]) / 3.0
        out[start + 2] = bot.tower_pays(s, sketch, city, site, room) / 8000.0
        for level in range(height):
            out[start + 3 + (s.floor[city, site, level] - first + s.seats) % s.seats] += 0.34
        if height > 0:
            out[start + 3 + SEATS + (s.floor[city, site, height - 1] - first + s.seats) % s.seats] = 1.0
        for k in range(s.seats):
            out[start + 3 + 2 * SEATS + k] = sketch[bot.HELD + (first + k) % s.seats] / 2.0


@rule
def look_at_player(s: Patrician, seat: int, expected: int, out: Floats, at: int) -> None:
    """A player's points, portraits, and what the cards in hand are."""
    out[at] = (s.prestige[seat] + board.BONUS * s.bonus[seat]) / 30.0
    out[at + 1] = s.towers[seat] / 6.0
    out[at + 2] = expected / 50000.0
    out[at + 3] = s.hand_size[seat] / 3.0
    out[at + 4] = s.messengers_left[seat] / 2.0
    for person in range(3):
        heads = bot.heads_of(s, seat, person)
        out[at + 5 + person] = s.portraits[seat, person] / 4.0
        out[at + 8 + person] = heads // board.SET / 2.0
        out[at + 11 + person] = heads % board.SET / 2.0
    for slot in range(board.HAND_SIZE):
        card = s.hand[seat, slot]
        if card >= 0:
            out[at + 14] += board.CARD_CRESTS[card] / 5.0
            if board.CARD_SYMBOL[card] == board.MOVE_TOP:
                out[at + 15] += 0.5
            if board.CARD_SYMBOL[card] == board.DRAW_ANY:
                out[at + 16] += 0.5


@rule
def features(s: Patrician, out: Floats) -> int:
    """The cities, the players from the one on turn on, and how far turn and game are."""
    first = max(0, s.turn)
    sketch, expected = scratch(bot.SKETCH), scratch(SEATS)
    bot.expect_points(s, expected)
    for city in range(s.cities):
        if not facts.is_scored(s, city):
            look_at_city(s, city, first, sketch, out, city * CITY)
    at = CITIES * CITY
    for k in range(s.seats):
        seat = (first + k) % s.seats
        look_at_player(s, seat, expected[seat], out, at + k * PLAYER)
    at += SEATS * PLAYER
    out[at + s.phase] = 1.0
    at += PHASES
    left = bot.turns_left(s)
    out[at] = left / 50.0
    out[at + 1] = 1.0 if left <= board.HAND_SIZE * s.seats else 0.0
    out[at + 2] = s.deck_size / 40.0
    out[at + 3] = left % s.seats / 4.0
    if s.phase == facts.PLANNING:
        out[at + 4 + s.plan_step[first]] = 1.0
        out[at + 8] = s.plan_floors[first] / 2.0
        out[at + 9] = 1.0 if s.plan_move[first] >= 0 else 0.0
    return first
