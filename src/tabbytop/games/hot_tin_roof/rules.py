"""The verbs of Hot Tin Roof: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.hot_tin_roof.board import FIRST_WAY, WAY_GAP, WAY_TO, WAYS
from tabbytop.games.hot_tin_roof.components import ROOFTOPS, TILES
from tabbytop.games.hot_tin_roof.facts import (
    ANTE_CANS,
    ANTE_DUE,
    BOUGHT,
    BROKE,
    CATWALKS_EACH,
    DIVING,
    DUMPSTER_COUNT,
    FINISHED,
    FIRST_CANS,
    FIRST_PLAYER,
    FIRST_TILES,
    FISH_VALUE,
    FREELY,
    JOINED,
    JOINING,
    LIFTING,
    MARKET_FISH,
    PAIRS,
    PLACING,
    PUTTING_DOWN,
    RACING,
    SETTLING,
    SHELTERS_EACH,
    START_CANS,
    STOCK_FISH,
    can_place_deluxe,
    cat_on,
    has_exchanged,
    is_building_catwalks,
    is_face_down,
    is_home,
    is_out,
    is_payable,
    pairs_out,
    steps_after_trigger,
    tiles_used,
    wealth,
)
from tabbytop.games.hot_tin_roof.invariants import broken
from tabbytop.games.hot_tin_roof.moves import (
    ANTE,
    BANK,
    BREAK_FISH,
    BUY_FISH,
    CATWALK,
    DELUXE,
    DIVE,
    DONE,
    FIRST,
    JOIN,
    JOIN_CHEAPEST,
    KEEP,
    LIFT,
    NO_ANTE,
    SHELTER,
    STEP,
    TILE,
)
from tabbytop.games.hot_tin_roof.options import (
    DELUXE_SLOT,
    EXCHANGE_SLOT,
    FIRST_PLAYER_SLOT,
    FREE_EXCHANGE_SLOT,
    SHELTER_TOLL_SLOT,
    TIE_BREAK_SLOT,
    TURN_LIMIT_SLOT,
)
from tabbytop.games.hot_tin_roof.refusals import why_not
from tabbytop.games.hot_tin_roof.routes import can_join
from tabbytop.games.hot_tin_roof.state import GAPS, HotTinRoof
from tabbytop.games.hot_tin_roof.turn import (
    begin_with,
    break_fish,
    buy_fish,
    dive,
    enter,
    finish_racing,
    join_by_cheapest_route,
    lift,
    miss_ante,
    pay_ante,
    pay_bank,
    place_catwalk,
    place_deluxe,
    place_shelter,
    settle_next_pair,
    start_joining,
    start_racing,
    step,
    turn_up_first_tile,
    turn_up_tile,
)

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: HotTinRoof, options: Wide) -> None:
    """The empty roofs, full dumpsters and full reserves; luck then turns up home tiles and says who begins."""
    s.seats = options[0]
    s.first_seat = options[FIRST_PLAYER_SLOT] - 1
    s.toll_for_stopping = options[SHELTER_TOLL_SLOT]
    s.ties_by_tiles = options[TIE_BREAK_SLOT]
    s.deluxe = options[DELUXE_SLOT]
    s.manual_exchange = FREELY if options[FREE_EXCHANGE_SLOT] else options[EXCHANGE_SLOT]
    s.turn_limit = options[TURN_LIMIT_SLOT]
    for dumpster in range(DUMPSTER_COUNT):
        s.dumpster[dumpster] = START_CANS[dumpster]  # HTR-22
    s.market = MARKET_FISH[s.seats]  # HTR-23
    s.stock = STOCK_FISH[s.seats]  # HTR-24
    for seat in range(s.seats):
        s.catwalks[seat] = CATWALKS_EACH  # HTR-25
        s.shelters[seat] = SHELTERS_EACH
        s.cans[seat] = FIRST_CANS  # HTR-26
    enter(s, FIRST_TILES, LUCK)


@rule
def actor(s: HotTinRoof) -> int:
    """Who acts now."""
    return s.acting


@rule
def chance(s: HotTinRoof, ids: Ids, weights: Ids) -> int:
    """Any home tile that lies face down (HTR-21, HTR-59); any seat to begin (HTR-28)."""
    n = 0
    if s.phase == FIRST_PLAYER:
        for seat in range(s.seats):
            ids[n] = FIRST + seat
            weights[n] = 1
            n += 1
        return n
    for tile in range(TILES):
        if is_face_down(s, tile):
            ids[n] = TILE + tile
            weights[n] = 1
            n += 1
    return n


@rule
def apply(s: HotTinRoof, seat: int, move: int) -> None:
    """Carry out one move."""
    if s.manual_exchange == FREELY and move < BREAK_FISH:
        s.exchanged = 0
    if move < FIRST:
        if s.phase == FIRST_TILES:
            turn_up_first_tile(s, move - TILE)
        else:
            turn_up_tile(s, move - TILE)
    elif move < ANTE:
        begin_with(s, move - FIRST)
    elif move == ANTE:
        pay_ante(s)
    elif move == NO_ANTE:
        miss_ante(s)
    elif move < CATWALK:
        dive(s, move - DIVE)
    elif move < DELUXE:
        place_catwalk(s, move - CATWALK)
    elif move < SHELTER:
        place_deluxe(s, move - DELUXE)
    elif move < LIFT:
        place_shelter(s, move - SHELTER)
    elif move < KEEP:
        lift(s, move - LIFT)
    elif move == KEEP:
        start_racing(s)
    elif move < DONE:
        step(s, (move - STEP) // WAYS, (move - STEP) % WAYS)
    elif move == DONE:
        if s.phase == JOINED:
            settle_next_pair(s)
        else:
            finish_racing(s)
    elif move < JOIN:
        pay_bank(s, move - BANK)
    elif move < JOIN_CHEAPEST:
        start_joining(s, move - JOIN)
    elif move < BREAK_FISH:
        join_by_cheapest_route(s, move - JOIN_CHEAPEST)
    elif move == BREAK_FISH:
        break_fish(s, s.turn)
        s.exchanged |= BROKE
    else:
        buy_fish(s, s.turn)
        s.exchanged |= BOUGHT


@rule
def score(s: HotTinRoof, out: Wide) -> None:
    """Cans, and ten for each fish (HTR-95, HTR-96)."""
    for seat in range(s.seats):
        out[seat] = wealth(s, seat)


@rule
def rank(s: HotTinRoof, out: Wide) -> None:
    """Places by food (HTR-97); no place is shared (HTR-98 to HTR-100)."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase == FINISHED:
            out[seat] = 1
            for other in range(s.seats):
                if other != seat and is_ahead(s, other, seat):
                    out[seat] += 1


@rule
def is_ahead(s: HotTinRoof, seat: int, other: int) -> bool:
    """Whether a seat ends before another one."""
    if wealth(s, seat) != wealth(s, other):
        return wealth(s, seat) > wealth(s, other)
    if s.ties_by_tiles and tiles_used(s, seat) != tiles_used(s, other):
        return tiles_used(s, seat) > tiles_used(s, other)  # HTR-99
    return steps_after_trigger(s, seat) < steps_after_trigger(s, other)


@rule
def imagine(s: HotTinRoof, seat: int, luck: Wide) -> None:
    """Nothing lies hidden: home tiles are drawn when they are turned up, so a view is already the truth (HTR-36)."""


# ---------------------------------------------------------------- what is legal


@rule
def legal(s: HotTinRoof, seat: int, out: Ids) -> int:
    """What a seat may do now."""
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    n = legal_in_phase(s, out)
    if s.manual_exchange and seat >= 0:
        n = add_exchanges(s, seat, out, n)
    return n


@rule
def legal_in_phase(s: HotTinRoof, out: Ids) -> int:
    """The decision that the phase is about."""
    phase = s.phase
    if phase == RACING:
        return legal_racing(s, out)
    if phase == DIVING:
        return legal_diving(s, out)
    if phase == PLACING:
        return legal_placing(s, out)
    if phase == LIFTING:
        return legal_lifting(s, out)
    if phase == PUTTING_DOWN:
        return legal_putting_down(s, out)
    if phase == SETTLING:
        return legal_settling(s, out)
    if phase == JOINING:
        return legal_joining(s, out)
    if phase == ANTE_DUE:
        out[0] = ANTE if wealth(s, s.turn) >= ANTE_CANS else NO_ANTE  # HTR-37 to HTR-39
    else:
        out[0] = DONE
    return 1


@rule
def add_exchanges(s: HotTinRoof, seat: int, out: Ids, n: int) -> int:
    """Fish into cans and cans into fish of the stock (HTR-31, HTR-32), as often as allowed (HTR-35, HTR-102)."""
    if s.fish[seat] > 0 and not has_exchanged(s, BROKE):
        out[n] = BREAK_FISH
        n += 1
    if s.cans[seat] >= FISH_VALUE and s.stock > 0 and not has_exchanged(s, BOUGHT):
        out[n] = BUY_FISH
        n += 1
    return n


@rule
def legal_diving(s: HotTinRoof, out: Ids) -> int:
    """Any dumpster, home dumpsters only with a pair in reserve (HTR-42, HTR-56)."""
    n = 0
    for dumpster in range(DUMPSTER_COUNT):
        if not is_home(dumpster) or pairs_out(s, s.turn) < PAIRS:
            out[n] = DIVE + dumpster
            n += 1
    return n


@rule
def add_free_gaps(s: HotTinRoof, first: int, out: Ids, n: int) -> int:
    """A move of a family for each gap without a catwalk (HTR-45, HTR-46)."""
    for gap in range(GAPS):
        if s.catwalk[gap] < 0 and not (s.phase == PUTTING_DOWN and gap == s.lifted):
            out[n] = first + gap
            n += 1
    return n


@rule
def add_free_patios(s: HotTinRoof, out: Ids, n: int) -> int:
    """Every patio without a shelter (HTR-48, HTR-49)."""
    for rooftop in range(ROOFTOPS):
        if s.shelter[rooftop] < 0 and not (s.phase == PUTTING_DOWN and rooftop == s.lifted):
            out[n] = SHELTER + rooftop
            n += 1
    return n


@rule
def legal_placing(s: HotTinRoof, out: Ids) -> int:
    """A piece of the reserve onto any free place (HTR-51, DLX-10)."""
    if not is_building_catwalks(s):
        return add_free_patios(s, out, 0)
    n = add_free_gaps(s, CATWALK, out, 0)
    if can_place_deluxe(s, s.turn):
        n = add_free_gaps(s, DELUXE, out, n)
    return n


@rule
def legal_lifting(s: HotTinRoof, out: Ids) -> int:
    """Any own piece of the kind, or none; or the deluxe catwalk that is left (HTR-52, DLX-11)."""
    n = 0
    if is_building_catwalks(s):
        if can_place_deluxe(s, s.turn):
            n = add_free_gaps(s, DELUXE, out, n)
        for gap in range(GAPS):
            if s.catwalk[gap] == s.turn:
                out[n] = LIFT + gap
                n += 1
    else:
        for rooftop in range(ROOFTOPS):
            if s.shelter[rooftop] == s.turn:
                out[n] = LIFT + GAPS + rooftop
                n += 1
    out[n] = KEEP
    return n + 1


@rule
def legal_putting_down(s: HotTinRoof, out: Ids) -> int:
    """Any free place but the one the piece came from (HTR-52)."""
    if is_building_catwalks(s):
        return add_free_gaps(s, CATWALK, out, 0)
    return add_free_patios(s, out, 0)


@rule
def legal_racing(s: HotTinRoof, out: Ids) -> int:
    """Every payable step of own cats to a rooftop not yet stood on, or the end of the turn (HTR-62 to HTR-66)."""
    n = 0
    for shape in range(PAIRS):
        if is_out(s, s.turn, shape):
            one, other = s.cat[s.turn, shape, 0], s.cat[s.turn, shape, 1]
            n = add_steps(s, shape, min(one, other), out, n)
            n = add_steps(s, shape, max(one, other), out, n)
    out[n] = DONE
    return n + 1


@rule
def add_steps(s: HotTinRoof, shape: int, rooftop: int, out: Ids, n: int) -> int:
    """The steps of the cat on a rooftop."""
    which = cat_on(s, s.turn, shape, rooftop)
    trail = s.trail[shape, which]
    for way in range(FIRST_WAY[rooftop], FIRST_WAY[rooftop + 1]):
        if s.catwalk[WAY_GAP[way]] >= 0 and not trail >> WAY_TO[way] & 1 and is_payable(s, shape, which, way):
            out[n] = STEP + WAYS * shape + way
            n += 1
    return n


@rule
def legal_settling(s: HotTinRoof, out: Ids) -> int:
    """For each own pair: the bank, or a joining that can be afforded (HTR-85, HTR-89, HTR-90)."""
    n = 0
    joinable = 0
    for shape in range(PAIRS):
        if is_out(s, s.turn, shape):
            out[n] = BANK + shape
            n += 1
        if can_join(s, s.turn, shape):
            joinable |= 1 << shape
    for first in (JOIN, JOIN_CHEAPEST):
        for shape in range(PAIRS):
            if joinable >> shape & 1:
                out[n] = first + shape
                n += 1
    return n


@rule
def legal_joining(s: HotTinRoof, out: Ids) -> int:
    """The ways that leave the pair joinable (HTR-87, HTR-94)."""
    n = 0
    for way in range(WAYS):
        if s.open_ways >> way & 1:
            out[n] = STEP + WAYS * s.joining + way
            n += 1
    return n
