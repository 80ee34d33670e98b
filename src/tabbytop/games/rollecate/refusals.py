"""Why a move is not possible in Rollecate: the number of the clause that forbids it, or 0.

Written apart from `legal` on purpose: a test holds the two equal on every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate import betsy, board, facts, moves
from tabbytop.games.rollecate.state import Rollecate

ONE_ACTION = 38
SETTING_UP = 14


@rule
def why_not(s: Rollecate, seat: int, move: int) -> int:
    """0 if the move is legal, else the clause against it."""
    if s.acting == OVER:
        return 102 if s.lost == 1 else 90
    if seat != s.acting:
        return why_not_this_seat(s, seat)
    if seat == LUCK:
        return why_not_luck(s, move)
    if seat == HOUSE:
        return why_not_house(s, move)
    return why_not_betsy(s, move) if facts.is_betsy(s, seat) else why_not_player(s, seat, move)


@rule
def why_not_this_seat(s: Rollecate, seat: int) -> int:
    """Somebody else is to act."""
    if facts.in_setup(s):
        return 15 if seat >= 0 and s.acting >= 0 else SETTING_UP
    return 35 if seat >= 0 and s.acting >= 0 else ONE_ACTION


@rule
def not_now(s: Rollecate) -> int:
    """A move that does not belong to this step."""
    return SETTING_UP if facts.in_setup(s) else ONE_ACTION


# ---------------------------------------------------------------- luck


@rule
def why_not_luck(s: Rollecate, move: int) -> int:
    """Luck draws cards that are there, and rolls as many dice as there are to roll."""
    if move < moves.TURN_UP:
        return 0 if s.phase == facts.CHOOSING_STARTER and move - moves.START < s.seats else 34
    if move < moves.DRAW:
        open_draw = s.phase == facts.TURNING_UP or s.phase == facts.BETSY_DRAWING
        return why_not_card(s, move - moves.TURN_UP) if open_draw else 109
    if move < moves.REMOVE:
        hidden_draw = s.phase == facts.DEALING or s.phase == facts.DRAWING
        return why_not_card(s, move - moves.DRAW) if hidden_draw else 36
    if move < moves.THROW:
        return why_not_card(s, move - moves.REMOVE) if s.phase == facts.REMOVING else 30
    if move < moves.PLACE:
        wheels = move - moves.THROW
        return 0 if s.phase == facts.THROWING and wheels <= facts.DICE and wheels <= s.dice else 75
    if move < moves.RETURN_CHAOS and s.phase == facts.PLACING:
        return why_not_bend(s.shown, move - moves.PLACE)
    return not_now(s)


@rule
def why_not_card(s: Rollecate, kind: int) -> int:
    """Only a card of the draw pile can be drawn."""
    return 0 if s.deck[kind] > 0 else 5


# ---------------------------------------------------------------- the house


@rule
def why_not_house(s: Rollecate, move: int) -> int:
    """The house does what follows by itself."""
    if move == moves.RIDE:
        return 0 if s.phase == facts.RIDING else 77
    if move == moves.TAKE:
        return 0 if s.phase == facts.TAKING else 46
    if move == moves.RETURN_CHAOS:
        return 0 if s.phase == facts.RETURNING else 18
    if move == moves.SHOW_HANDS:
        return 0 if s.phase == facts.SCORING else 91
    if moves.PLACE <= move < moves.RETURN_CHAOS and s.phase == facts.PLACING:
        return why_not_bend(s.shown, move - moves.PLACE)
    if moves.LAY <= move < moves.SHOW_HANDS:
        return why_not_lay(s, (move - moves.LAY) // 2, (move - moves.LAY) % 2)
    return not_now(s)


# ---------------------------------------------------------------- players


@rule
def why_not_player(s: Rollecate, seat: int, move: int) -> int:
    """The clause against a move of the player who is to act."""
    if move < moves.PLACE:
        return why_not_drawing(s, move)
    if move < moves.RETURN_CHAOS:
        choosing = s.phase == facts.PLACING or s.phase == facts.BETSY_BENDING
        return why_not_bend(s.shown, move - moves.PLACE) if choosing else not_now(s)
    if move == moves.RETURN_CHAOS:
        return 18
    if move == moves.PASS:
        return 0 if s.phase == facts.ACTING else not_now(s)
    if moves.BUILD <= move < moves.CHAOS:
        return why_not_build(s, seat, (move - moves.BUILD) // 3, (move - moves.BUILD) % 3)
    if moves.CHAOS <= move < moves.DONE:
        return why_not_chaos(s, seat, (move - moves.CHAOS) // 2 + 1, (move - moves.CHAOS) % 2)
    if move == moves.DONE:
        return 0 if s.phase == facts.BUILDING or s.phase == facts.DISCARDING else not_now(s)
    if move == moves.RIDE:
        return 77
    if move == moves.TAKE:
        return 46
    if moves.LAY <= move < moves.SHOW_HANDS:
        return why_not_lay(s, (move - moves.LAY) // 2, (move - moves.LAY) % 2)
    if move == moves.SHOW_HANDS:
        return 91
    return 31 if move == moves.DRAWN_UNSEEN else 30


@rule
def why_not_drawing(s: Rollecate, move: int) -> int:
    """The start player, cards and dice come by luck, not by choice; some of it only before the first turn."""
    if facts.in_setup(s):
        return SETTING_UP
    if move < moves.TURN_UP:
        return 34
    if move < moves.REMOVE:
        return 36
    return 30 if move < moves.THROW else 75


@rule
def why_not_bend(kind: int, bend: int) -> int:
    """A straight goes straight on, a curve does not."""
    return 0 if board.bend_fits(kind, bend) else 12


@rule
def why_not_build(s: Rollecate, seat: int, kind: int, bend: int) -> int:
    """A track card in hand, of the value being built, that joins the rails, fits the last card and has room."""
    if s.phase != facts.ACTING and s.phase != facts.BUILDING:
        return not_now(s)
    if s.hand[seat, kind] == 0 or (s.phase == facts.BUILDING and board.value_of(kind) != s.value):
        return 62
    if not board.bend_fits(kind, bend):
        return 12
    last = s.end - 1
    if abs(board.value_of(s.track[last]) - board.value_of(kind)) == facts.FORBIDDEN_DIFFERENCE:
        return 68
    x, y = s.x[last] + board.EAST_OF[s.heading[last]], s.y[last] + board.NORTH_OF[s.heading[last]]
    for place in range(s.first, s.end):
        if s.x[place] == x and s.y[place] == y:
            return 71
    return 0


@rule
def why_not_chaos(s: Rollecate, seat: int, value: int, combine: int) -> int:
    """A chaos card in hand; it is the whole action of the turn."""
    if s.phase != facts.ACTING and s.phase != facts.DISCARDING:
        return not_now(s)
    if s.hand[seat, board.TRACKS + value - 1] == 0:
        held = 0
        for kind in range(board.TRACKS, board.KINDS):
            held += s.hand[seat, kind]
        return 85 if held == 0 else 86
    return why_not_combine(s, seat, value) if combine == 1 else 0


@rule
def why_not_lay(s: Rollecate, kind: int, combine: int) -> int:
    """A penalty card of this turn, at its end."""
    if s.phase != facts.LAYING or s.taken[kind] == 0:
        return 50
    return why_not_combine(s, s.turn, board.value_of(kind)) if combine == 1 else 0


@rule
def why_not_combine(s: Rollecate, seat: int, value: int) -> int:
    """A card combines with an equal top card."""
    if s.pile_size[seat] == 0:
        return 58
    return 0 if board.value_of(s.pile[seat, s.pile_size[seat] - 1]) == value else 51


# ---------------------------------------------------------------- Betsy


@rule
def why_not_betsy(s: Rollecate, move: int) -> int:
    """She discards a chaos card, builds a track card if she can, and passes if not."""
    if s.phase != facts.BETSY_ACTING:
        return ONE_ACTION
    value = board.value_of(s.shown)
    if board.is_chaos(s.shown):
        equal = (
            1
            if s.pile_size[facts.BETSY] > 0
            and board.value_of(s.pile[facts.BETSY, s.pile_size[facts.BETSY] - 1]) == value
            else 0
        )
        if move == moves.CHAOS + 2 * (value - 1) + equal:
            return 0
        return 118 if move == moves.CHAOS + 2 * (value - 1) + 1 - equal else 110
    if betsy_must_pass(s):
        return 0 if move == moves.PASS else 113
    if (move - moves.BUILD) // 3 != s.shown or move < moves.BUILD:
        return 111
    bend = (move - moves.BUILD) % 3
    if not board.is_curve(s.shown):
        return 0 if bend == 0 else 12
    return 0 if bend == betsy.bend_of_betsy(s, s.shown) else 112


@rule
def betsy_must_pass(s: Rollecate) -> bool:
    """Whether the rules forbid to build the card she has drawn."""
    last = s.end - 1
    if abs(board.value_of(s.track[last]) - board.value_of(s.shown)) == facts.FORBIDDEN_DIFFERENCE:
        return True
    x, y = s.x[last] + board.EAST_OF[s.heading[last]], s.y[last] + board.NORTH_OF[s.heading[last]]
    for place in range(s.first, s.end):
        if s.x[place] == x and s.y[place] == y:
            return True
    return False
