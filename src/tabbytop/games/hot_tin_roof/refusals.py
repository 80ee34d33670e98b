"""Why a move is not possible in Hot Tin Roof: the number of the clause that forbids it, or 0.

Clauses of Deluxe Catwalks count from `DLX` on. Written apart from `legal` on purpose: a test holds the two equal on
every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.hot_tin_roof import board, facts, moves, routes
from tabbytop.games.hot_tin_roof.state import GAPS, HotTinRoof

DLX = 200
"""What is added to the numbers of the expansion's clauses."""
STEPS_IN_ORDER = 30


@rule
def why_not(s: HotTinRoof, seat: int, move: int) -> int:
    """0 if the move is legal, else the clause against it."""
    if s.acting == OVER:
        return 97
    if seat != s.acting:
        return why_not_this_seat(s, seat)
    if move < moves.FIRST:
        return why_not_tile(s, move - moves.TILE)
    if move < moves.ANTE:
        return why_not_first(s, move - moves.FIRST)
    if move < moves.DIVE:
        return why_not_ante(s, move)
    if s.acting == LUCK or s.phase == facts.ANTE_DUE:
        return STEPS_IN_ORDER
    if move < moves.CATWALK:
        return why_not_dive(s, move - moves.DIVE)
    if move < moves.STEP:
        return why_not_build(s, move)
    if move < moves.DONE:
        return why_not_step(s, (move - moves.STEP) // board.WAYS, (move - moves.STEP) % board.WAYS)
    if move == moves.DONE:
        return why_not_done(s)
    if move < moves.BREAK_FISH:
        return why_not_settle(s, move)
    return why_not_exchange(s, seat, move)


@rule
def why_not_this_seat(s: HotTinRoof, seat: int) -> int:
    """Somebody else is to act: luck or the house, or another player in the order of turns or of the settlement."""
    if seat < 0 or s.acting < 0:
        return STEPS_IN_ORDER
    return 91 if s.trigger >= 0 else 29


@rule
def why_not_tile(s: HotTinRoof, tile: int) -> int:
    """Home tiles are drawn by luck, and never twice."""
    if s.phase != facts.FIRST_TILES and s.phase != facts.NEW_TILE:
        return 59
    return 0 if facts.is_face_down(s, tile) else 60


@rule
def why_not_first(s: HotTinRoof, seat: int) -> int:
    """Luck chooses one of those who play, once."""
    if s.phase != facts.FIRST_PLAYER:
        return 28
    return 0 if seat < s.seats else 1


@rule
def why_not_ante(s: HotTinRoof, move: int) -> int:
    """The ante is compulsory for whoever can pay it."""
    if s.phase != facts.ANTE_DUE:
        return STEPS_IN_ORDER
    if facts.wealth(s, s.turn) < facts.ANTE_CANS:
        return 38 if move == moves.ANTE else 0
    return 39 if move == moves.NO_ANTE else 0


@rule
def why_not_dive(s: HotTinRoof, dumpster: int) -> int:
    """One dumpster a turn; a home dumpster needs a pair in reserve."""
    if s.trigger >= 0:
        return why_over(s)
    if s.phase != facts.DIVING:
        return 42
    both_out = facts.is_out(s, s.turn, 0) and facts.is_out(s, s.turn, 1)
    return 56 if facts.is_home(dumpster) and both_out else 0


@rule
def why_over(s: HotTinRoof) -> int:
    """What has ended the game: the last fish (HTR-84), or the limit on turns (HTR-101)."""
    return 84 if s.market == 0 else 101


# ---------------------------------------------------------------- building


@rule
def why_not_build(s: HotTinRoof, move: int) -> int:
    """Pieces are placed and moved in the dive alone, and only of the kind of the dumpster."""
    if s.trigger >= 0:
        return why_over(s)
    if move < moves.DELUXE:
        return why_not_catwalk(s, move - moves.CATWALK)
    if move < moves.SHELTER:
        return why_not_deluxe(s, move - moves.DELUXE)
    if move < moves.LIFT:
        return why_not_shelter(s, move - moves.SHELTER)
    if s.phase == facts.PLACING:
        return 51
    if s.phase != facts.LIFTING:
        return 52
    return 0 if move == moves.KEEP or is_own_piece(s, move - moves.LIFT) else 52


@rule
def is_own_piece(s: HotTinRoof, place: int) -> bool:
    """Whether a place holds a piece of the active seat, of the kind that this turn is about."""
    if place < GAPS:
        return facts.is_building_catwalks(s) and s.catwalk[place] == s.turn
    return not facts.is_building_catwalks(s) and s.shelter[place - GAPS] == s.turn


@rule
def why_not_catwalk(s: HotTinRoof, gap: int) -> int:
    """A catwalk of the reserve, or the one just lifted, onto a free gap."""
    if not facts.is_building_catwalks(s):
        return 44
    if s.phase == facts.LIFTING or (s.phase == facts.PUTTING_DOWN and gap == s.lifted):
        return 52
    if s.phase != facts.PLACING and s.phase != facts.PUTTING_DOWN:
        return 44
    return 0 if s.catwalk[gap] < 0 else 45


@rule
def why_not_deluxe(s: HotTinRoof, gap: int) -> int:
    """The one deluxe catwalk of the reserve, once it is unlocked, in place of a regular one."""
    if not s.deluxe:
        return DLX + 2
    if not facts.is_unlocked(s):
        return DLX + 4
    if not facts.is_building_catwalks(s) or (s.phase != facts.PLACING and s.phase != facts.LIFTING):
        return DLX + 8
    if s.deluxe_at[s.turn] >= 0:
        return DLX + 3
    return 0 if s.catwalk[gap] < 0 else DLX + 9


@rule
def why_not_shelter(s: HotTinRoof, rooftop: int) -> int:
    """A shelter of the reserve, or the one just lifted, onto a free patio."""
    if facts.is_building_catwalks(s):
        return 47
    if s.phase == facts.LIFTING or (s.phase == facts.PUTTING_DOWN and rooftop == s.lifted):
        return 52
    if s.phase != facts.PLACING and s.phase != facts.PUTTING_DOWN:
        return 47
    return 0 if s.shelter[rooftop] < 0 else 48


# ---------------------------------------------------------------- walking


@rule
def why_not_step(s: HotTinRoof, shape: int, way: int) -> int:
    """An own cat, a catwalk, a rooftop not stood on before, and tolls that can be paid."""
    if s.phase == facts.MARKET_EMPTY:
        return 84
    if s.phase == facts.SETTLING or s.phase == facts.JOINED:
        return 85
    if s.phase != facts.RACING and s.phase != facts.JOINING:
        return STEPS_IN_ORDER
    if s.phase == facts.JOINING and shape != s.joining:
        return 94
    which = facts.cat_on(s, s.turn, shape, board.WAY_FROM[way])
    if which < 0:
        return 62
    if s.catwalk[board.WAY_GAP[way]] < 0:
        return 63
    if s.phase == facts.JOINING:
        return why_not_join_step(s, shape, which, way)
    if s.trail[shape, which] >> board.WAY_TO[way] & 1:
        return 66
    return why_not_pay(s, shape, which, way)


@rule
def why_not_pay(s: HotTinRoof, shape: int, which: int, way: int) -> int:
    """Tolls are given at once; where only stopping costs, the end of racing must stay payable too."""
    purse = facts.wealth(s, s.turn)
    toll = facts.toll_of_step(s, shape, which, way)
    if toll > purse:
        return 75
    if s.toll_for_stopping:
        reward = facts.FISH_VALUE if facts.meets(s, shape, which, way) else 0
        if toll + facts.toll_after_step(s, shape, which, way) > purse + reward:
            return 72
    return 0


@rule
def why_not_join_step(s: HotTinRoof, shape: int, which: int, way: int) -> int:
    """In a joining every step must leave the pair joinable."""
    left = facts.wealth(s, s.turn) - facts.toll_of_step(s, shape, which, way)
    if left < 0:
        return (
            75
            if facts.wealth(s, s.turn) < facts.catwalk_toll(s, s.turn, board.WAY_GAP[way]) or not s.toll_for_stopping
            else 71
        )
    if facts.meets(s, shape, which, way):
        return 0
    there, trail = board.WAY_TO[way], s.trail[shape, which]
    if trail >> there & 1:
        return 94
    other, other_trail = s.cat[s.turn, shape, 1 - which], s.trail[shape, 1 - which]
    return 0 if routes.is_joinable(s, s.turn, left, there, trail | 1 << there, other, other_trail) else 87


@rule
def why_not_done(s: HotTinRoof) -> int:
    """A turn ends in racing, a joining when the pair has met; before that something must be done."""
    phase = s.phase
    if phase == facts.RACING or phase == facts.MARKET_EMPTY or phase == facts.JOINED:
        return 0
    if phase == facts.DIVING:
        return 42
    if phase == facts.PLACING:
        return 51
    if phase == facts.SETTLING:
        return 85
    return 87 if phase == facts.JOINING else 52


# ---------------------------------------------------------------- settling, exchanging


@rule
def why_not_settle(s: HotTinRoof, move: int) -> int:
    """After the end, for an own pair on the board; a joining needs a route that can be paid."""
    if s.phase == facts.JOINING:
        return 87
    shape = (move - moves.BANK) % 2
    if s.phase != facts.SETTLING or not facts.is_out(s, s.turn, shape):
        return 85
    if move < moves.JOIN:
        return 0
    cost = routes.joining_cost(s, s.turn, shape)
    if cost >= routes.FAR:
        return 89
    return 0 if cost <= facts.wealth(s, s.turn) else 90


@rule
def why_not_exchange(s: HotTinRoof, seat: int, move: int) -> int:
    """By hand only as an option: once in each direction in a turn, or often, but not to undo the last exchange."""
    if not s.manual_exchange or seat == HOUSE:
        return 35
    if s.manual_exchange == facts.BY_HAND and s.exchanged & (facts.BROKE if move == moves.BREAK_FISH else facts.BOUGHT):
        return 35
    if s.manual_exchange == facts.FREELY and s.exchanged & (facts.BOUGHT if move == moves.BREAK_FISH else facts.BROKE):
        return 102
    if move == moves.BREAK_FISH:
        return 0 if s.fish[seat] > 0 else 31
    return 0 if s.cans[seat] >= facts.FISH_VALUE and s.stock > 0 else 32
