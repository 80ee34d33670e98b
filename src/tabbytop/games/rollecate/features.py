"""What a net looks at in Rollecate: piles, hands, the railway around the train, seen by the player on turn."""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.state import Floats
from tabbytop.games.rollecate import board, bot, facts
from tabbytop.games.rollecate.state import Rollecate

SEATS = 4
PHASES = 19
TOP = 4
"""Cards of a pile that are looked at one by one, from the top."""
PLAYER = 14 + 5 * TOP + 8
AHEAD, BEHIND = 6, 6
"""Cards of the railway that are looked at one by one, in front of the train and from its start on."""
CARD = 6
TURN = PHASES + 20 + bot.MOST_TAKEN
SIZE = SEATS * PLAYER + board.KINDS + (AHEAD + BEHIND) * CARD + TURN


@rule
def look_at_player(s: Rollecate, seat: int, out: Floats, at: int) -> None:
    """A player's pile and hand, in points and as cards."""
    turns = bot.turns_left(s, seat)
    left = min(bot.LAST, turns)
    out[at] = facts.sum_of_pile(s, seat) / 20.0
    out[at + 1] = s.pile_size[seat] / 10.0
    out[at + 2] = s.hand_size[seat] / 8.0
    out[at + 3] = turns / 12.0
    out[at + 4] = 1.0 if turns == 0 else 0.0
    out[at + 5] = 1.0 if turns <= 1 else 0.0
    out[at + 6] = 1.0 if turns <= 3 else 0.0
    out[at + 7] = bot.held_points(s, seat) / 20.0
    out[at + 8] = bot.prospects(s, seat) / 25.0
    out[at + 9] = bot.cost_of_hand(s, seat, left) / 10000.0
    out[at + 10] = bot.pile_with(s, seat, 0, left) / 10000.0
    out[at + 11] = bot.cost_to_come(turns) / 10000.0
    out[at + 12] = facts.top_value(s, seat) / 4.0
    out[at + 13] = 1.0 if s.pile_size[seat] == 0 else 0.0
    for depth in range(min(TOP, s.pile_size[seat])):
        value = board.value_of(s.pile[seat, s.pile_size[seat] - 1 - depth])
        out[at + 14 + 5 * depth + value] = 1.0
    for kind in range(board.KINDS):
        if s.hand[seat, kind] > 0:
            chaos = 4 if board.is_chaos(kind) else 0
            out[at + 14 + 5 * TOP + chaos + board.value_of(kind) - 1] += s.hand[seat, kind] / 3.0


@rule
def look_at_card(s: Rollecate, place: int, out: Floats, at: int) -> None:
    """A card of the railway, if there is one."""
    if s.first <= place < s.end and place >= 0:
        kind = s.track[place]
        out[at] = 1.0
        out[at + 1] = 1.0 if board.is_broken(kind) else 0.0
        out[at + 1 + board.value_of(kind)] = 1.0


@rule
def features(s: Rollecate, out: Floats) -> int:
    """The players from the one on turn on, the own hand, the railway, what the turn has come to."""
    first = max(0, s.turn)
    for k in range(s.seats):
        look_at_player(s, (first + k) % s.seats, out, k * PLAYER)
    at = SEATS * PLAYER
    for kind in range(board.KINDS):
        out[at + kind] = s.hand[first, kind] / 2.0
    at += board.KINDS
    for n in range(AHEAD):
        look_at_card(s, s.train + 1 + n, out, at + n * CARD)
    at += AHEAD * CARD
    for n in range(BEHIND):
        if s.first + n < s.train:
            look_at_card(s, s.first + n, out, at + n * CARD)
    look_at_turn(s, first, out, at + BEHIND * CARD)
    return first


@rule
def look_at_turn(s: Rollecate, seat: int, out: Floats, at: int) -> None:
    """The phase, the dice, and what the next steps would cost."""
    out[at + s.phase] = 1.0
    at += PHASES
    if facts.in_setup(s):
        return
    out[at] = s.deck_size / 30.0
    out[at + 1] = s.dice / 8.0
    out[at + 2] = s.wheels / 4.0
    out[at + 3] = s.due / 4.0
    out[at + 4] = s.built / 3.0
    out[at + 5] = s.value / 4.0
    out[at + 6] = s.taken_size / 3.0
    out[at + 7] = facts.cards_ahead(s) / 6.0
    out[at + 8] = facts.cards_behind(s) / 8.0
    out[at + 9] = 1.0 if board.end_is_free(s) else 0.0
    out[at + 9 + facts.last_value(s)] = 1.0
    left = min(bot.LAST, bot.turns_left(s, seat))
    costs = scratch(bot.MOST_TAKEN + 1)
    bot.count_penalties(s, seat, left, costs)
    out[at + 14] = bot.gain_of_passing(s, costs) / 3.0
    out[at + 15] = bot.rest_of_turn(s, seat, left) / 3.0
    out[at + 16] = bot.risk(s, s.value * s.built, 0, costs) / 3.0
    for value in range(1, 4):
        out[at + 16 + value] = bot.risk(s, value, 1, costs) / 3.0
    for taken in range(bot.MOST_TAKEN):
        out[at + 20 + taken] = costs[taken] / 6000.0
