"""Why a move is not possible in Rollecate: the number of the clause that forbids it, or 0.

Written apart from `legal` on purpose: a test holds the two equal on every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate.betsy import bend_of_betsy
from tabbytop.games.rollecate.board import (
    EAST_OF,
    KINDS,
    NORTH_OF,
    TRACKS,
    bend_fits,
    is_chaos,
    is_curve,
    value_of,
)
from tabbytop.games.rollecate.facts import (
    ACTING,
    BETSY,
    BETSY_ACTING,
    BETSY_BENDING,
    BETSY_DRAWING,
    BUILDING,
    CHOOSING_STARTER,
    DEALING,
    DICE,
    DISCARDING,
    DRAWING,
    FORBIDDEN_DIFFERENCE,
    LAYING,
    PLACING,
    REMOVING,
    RETURNING,
    RIDING,
    SCORING,
    TAKING,
    THROWING,
    TURNING_UP,
    in_setup,
    is_betsy,
)
from tabbytop.games.rollecate.moves import (
    BUILD,
    CHAOS,
    DONE,
    DRAW,
    DRAWN_UNSEEN,
    LAY,
    PASS,
    PLACE,
    REMOVE,
    RETURN_CHAOS,
    RIDE,
    SHOW_HANDS,
    START,
    TAKE,
    THROW,
    TURN_UP,
)
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
    return why_not_betsy(s, move) if is_betsy(s, seat) else why_not_player(s, seat, move)


@rule
def why_not_this_seat(s: Rollecate, seat: int) -> int:
    """Somebody else is to act."""
    if in_setup(s):
        return 15 if seat >= 0 and s.acting >= 0 else SETTING_UP
    return 35 if seat >= 0 and s.acting >= 0 else ONE_ACTION


@rule
def not_now(s: Rollecate) -> int:
    """A move that does not belong to this step."""
    return SETTING_UP if in_setup(s) else ONE_ACTION


# ---------------------------------------------------------------- luck


@rule
def why_not_luck(s: Rollecate, move: int) -> int:
    """Luck draws cards that are there, and rolls as many dice as there are to roll."""
    if move < TURN_UP:
        return 0 if s.phase == CHOOSING_STARTER and move - START < s.seats else 34
    if move < DRAW:
        open_draw = s.phase == TURNING_UP or s.phase == BETSY_DRAWING
        return why_not_card(s, move - TURN_UP) if open_draw else 109
    if move < REMOVE:
        hidden_draw = s.phase == DEALING or s.phase == DRAWING
        return why_not_card(s, move - DRAW) if hidden_draw else 36
    if move < THROW:
        return why_not_card(s, move - REMOVE) if s.phase == REMOVING else 30
    if move < PLACE:
        wheels = move - THROW
        return 0 if s.phase == THROWING and wheels <= DICE and wheels <= s.dice else 75
    if move < RETURN_CHAOS and s.phase == PLACING:
        return why_not_bend(s.shown, move - PLACE)
    return not_now(s)


@rule
def why_not_card(s: Rollecate, kind: int) -> int:
    """Only a card of the draw pile can be drawn."""
    return 0 if s.deck[kind] > 0 else 5


# ---------------------------------------------------------------- the house


@rule
def why_not_house(s: Rollecate, move: int) -> int:
    """The house does what follows by itself."""
    if move == RIDE:
        return 0 if s.phase == RIDING else 77
    if move == TAKE:
        return 0 if s.phase == TAKING else 46
    if move == RETURN_CHAOS:
        return 0 if s.phase == RETURNING else 18
    if move == SHOW_HANDS:
        return 0 if s.phase == SCORING else 91
    if PLACE <= move < RETURN_CHAOS and s.phase == PLACING:
        return why_not_bend(s.shown, move - PLACE)
    if LAY <= move < SHOW_HANDS:
        return why_not_lay(s, (move - LAY) // 2, (move - LAY) % 2)
    return not_now(s)


# ---------------------------------------------------------------- players


@rule
def why_not_player(s: Rollecate, seat: int, move: int) -> int:
    """The clause against a move of the player who is to act."""
    if move < PLACE:
        return why_not_drawing(s, move)
    if move < RETURN_CHAOS:
        choosing = s.phase == PLACING or s.phase == BETSY_BENDING
        return why_not_bend(s.shown, move - PLACE) if choosing else not_now(s)
    if move == RETURN_CHAOS:
        return 18
    if move == PASS:
        return 0 if s.phase == ACTING else not_now(s)
    if BUILD <= move < CHAOS:
        return why_not_build(s, seat, (move - BUILD) // 3, (move - BUILD) % 3)
    if CHAOS <= move < DONE:
        return why_not_chaos(s, seat, (move - CHAOS) // 2 + 1, (move - CHAOS) % 2)
    if move == DONE:
        return 0 if s.phase == BUILDING or s.phase == DISCARDING else not_now(s)
    if move == RIDE:
        return 77
    if move == TAKE:
        return 46
    if LAY <= move < SHOW_HANDS:
        return why_not_lay(s, (move - LAY) // 2, (move - LAY) % 2)
    if move == SHOW_HANDS:
        return 91
    return 31 if move == DRAWN_UNSEEN else 30


@rule
def why_not_drawing(s: Rollecate, move: int) -> int:
    """The start player, cards and dice come by luck, not by choice; some of it only before the first turn."""
    if in_setup(s):
        return SETTING_UP
    if move < TURN_UP:
        return 34
    if move < REMOVE:
        return 36
    return 30 if move < THROW else 75


@rule
def why_not_bend(kind: int, bend: int) -> int:
    """A straight goes straight on, a curve does not."""
    return 0 if bend_fits(kind, bend) else 12


@rule
def why_not_build(s: Rollecate, seat: int, kind: int, bend: int) -> int:
    """A track card in hand, of the value being built, that joins the rails, fits the last card and has room."""
    if s.phase != ACTING and s.phase != BUILDING:
        return not_now(s)
    if s.hand[seat, kind] == 0 or (s.phase == BUILDING and value_of(kind) != s.value):
        return 62
    if not bend_fits(kind, bend):
        return 12
    last = s.end - 1
    if abs(value_of(s.track[last]) - value_of(kind)) == FORBIDDEN_DIFFERENCE:
        return 68
    x, y = s.x[last] + EAST_OF[s.heading[last]], s.y[last] + NORTH_OF[s.heading[last]]
    for place in range(s.first, s.end):
        if s.x[place] == x and s.y[place] == y:
            return 71
    return 0


@rule
def why_not_chaos(s: Rollecate, seat: int, value: int, combine: int) -> int:
    """A chaos card in hand; it is the whole action of the turn."""
    if s.phase != ACTING and s.phase != DISCARDING:
        return not_now(s)
    if s.hand[seat, TRACKS + value - 1] == 0:
        held = 0
        for kind in range(TRACKS, KINDS):
            held += s.hand[seat, kind]
        return 85 if held == 0 else 86
    return why_not_combine(s, seat, value) if combine == 1 else 0


@rule
def why_not_lay(s: Rollecate, kind: int, combine: int) -> int:
    """A penalty card of this turn, at its end."""
    if s.phase != LAYING or s.taken[kind] == 0:
        return 50
    return why_not_combine(s, s.turn, value_of(kind)) if combine == 1 else 0


@rule
def why_not_combine(s: Rollecate, seat: int, value: int) -> int:
    """A card combines with an equal top card."""
    if s.pile_size[seat] == 0:
        return 58
    return 0 if value_of(s.pile[seat, s.pile_size[seat] - 1]) == value else 51


# ---------------------------------------------------------------- Betsy


@rule
def why_not_betsy(s: Rollecate, move: int) -> int:
    """She discards a chaos card, builds a track card if she can, and passes if not."""
    if s.phase != BETSY_ACTING:
        return ONE_ACTION
    value = value_of(s.shown)
    if is_chaos(s.shown):
        equal = 1 if s.pile_size[BETSY] > 0 and value_of(s.pile[BETSY, s.pile_size[BETSY] - 1]) == value else 0
        if move == CHAOS + 2 * (value - 1) + equal:
            return 0
        return 118 if move == CHAOS + 2 * (value - 1) + 1 - equal else 110
    if betsy_must_pass(s):
        return 0 if move == PASS else 113
    if (move - BUILD) // 3 != s.shown or move < BUILD:
        return 111
    bend = (move - BUILD) % 3
    if not is_curve(s.shown):
        return 0 if bend == 0 else 12
    return 0 if bend == bend_of_betsy(s, s.shown) else 112


@rule
def betsy_must_pass(s: Rollecate) -> bool:
    """Whether the rules forbid to build the card she has drawn."""
    last = s.end - 1
    if abs(value_of(s.track[last]) - value_of(s.shown)) == FORBIDDEN_DIFFERENCE:
        return True
    x, y = s.x[last] + EAST_OF[s.heading[last]], s.y[last] + NORTH_OF[s.heading[last]]
    for place in range(s.first, s.end):
        if s.x[place] == x and s.y[place] == y:
            return True
    return False
