"""The verbs of Hot Tin Roof: who acts, what a move does, how it is scored, what is legal.

What happens at the table is in `turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.hot_tin_roof import board, components, facts, moves, routes, turn
from tabbytop.games.hot_tin_roof import options as slots
from tabbytop.games.hot_tin_roof.invariants import broken
from tabbytop.games.hot_tin_roof.refusals import why_not
from tabbytop.games.hot_tin_roof.state import GAPS, HotTinRoof

__all__ = ["actor", "apply", "broken", "chance", "imagine", "in_endgame", "legal", "rank", "score", "setup", "why_not"]


@rule
def setup(s: HotTinRoof, options: Wide) -> None:
    """The empty roofs, full dumpsters and full reserves; luck then turns up home tiles and says who begins."""
    s.seats = options[0]
    s.first_seat = options[slots.FIRST_PLAYER_SLOT] - 1
    s.toll_for_stopping = options[slots.SHELTER_TOLL_SLOT]
    s.ties_by_tiles = options[slots.TIE_BREAK_SLOT]
    s.deluxe = options[slots.DELUXE_SLOT]
    s.manual_exchange = facts.FREELY if options[slots.FREE_EXCHANGE_SLOT] else options[slots.EXCHANGE_SLOT]
    s.turn_limit = options[slots.TURN_LIMIT_SLOT]
    for dumpster in range(facts.DUMPSTER_COUNT):
        s.dumpster[dumpster] = facts.START_CANS[dumpster]  # HTR-22
    s.market = facts.MARKET_FISH[s.seats]  # HTR-23
    s.stock = facts.STOCK_FISH[s.seats]  # HTR-24
    for seat in range(s.seats):
        s.catwalks[seat] = facts.CATWALKS_EACH  # HTR-25
        s.shelters[seat] = facts.SHELTERS_EACH
        s.cans[seat] = facts.FIRST_CANS  # HTR-26
    turn.enter(s, facts.FIRST_TILES, LUCK)


@rule
def actor(s: HotTinRoof) -> int:
    """Who acts now."""
    return s.acting


@rule
def in_endgame(s: HotTinRoof) -> bool:
    """The settlement, in which every decision asks for routes (HTR-85 and on)."""
    return s.phase >= facts.SETTLING


@rule
def chance(s: HotTinRoof, ids: Ids, weights: Ids) -> int:
    """Any home tile that lies face down (HTR-21, HTR-59); any seat to begin (HTR-28)."""
    n = 0
    if s.phase == facts.FIRST_PLAYER:
        for seat in range(s.seats):
            ids[n] = moves.FIRST + seat
            weights[n] = 1
            n += 1
        return n
    shown = facts.tiles_shown(s)
    for tile in range(components.TILES):
        ids[n] = moves.TILE + tile  # stays there if it can be drawn
        weights[n] = 1
        n += (s.tile_user[tile] < 0) & (shown >> tile & 1 == 0)
    return n


@rule
def apply(s: HotTinRoof, seat: int, move: int) -> None:
    """Carry out one move."""
    if s.manual_exchange == facts.FREELY and move < moves.BREAK_FISH:
        s.exchanged = 0
    if move < moves.FIRST:
        if s.phase == facts.FIRST_TILES:
            turn.turn_up_first_tile(s, move - moves.TILE)
        else:
            turn.turn_up_tile(s, move - moves.TILE)
    elif move < moves.ANTE:
        turn.begin_with(s, move - moves.FIRST)
    elif move == moves.ANTE:
        turn.pay_ante(s)
    elif move == moves.NO_ANTE:
        turn.miss_ante(s)
    elif move < moves.CATWALK:
        turn.dive(s, move - moves.DIVE)
    elif move < moves.DELUXE:
        turn.place_catwalk(s, move - moves.CATWALK)
    elif move < moves.SHELTER:
        turn.place_deluxe(s, move - moves.DELUXE)
    elif move < moves.LIFT:
        turn.place_shelter(s, move - moves.SHELTER)
    elif move < moves.KEEP:
        turn.lift(s, move - moves.LIFT)
    elif move == moves.KEEP:
        turn.start_racing(s)
    elif move < moves.DONE:
        turn.step(s, (move - moves.STEP) // board.WAYS, (move - moves.STEP) % board.WAYS)
    elif move == moves.DONE:
        if s.phase == facts.JOINED:
            turn.settle_next_pair(s)
        else:
            turn.finish_racing(s)
    elif move < moves.JOIN:
        turn.pay_bank(s, move - moves.BANK)
    elif move < moves.JOIN_CHEAPEST:
        turn.start_joining(s, move - moves.JOIN)
    elif move < moves.BREAK_FISH:
        turn.join_by_cheapest_route(s, move - moves.JOIN_CHEAPEST)
    elif move == moves.BREAK_FISH:
        turn.break_fish(s, s.turn)
        s.exchanged |= facts.BROKE
    else:
        turn.buy_fish(s, s.turn)
        s.exchanged |= facts.BOUGHT


@rule
def score(s: HotTinRoof, out: Wide) -> None:
    """Cans, and ten for each fish (HTR-95, HTR-96)."""
    for seat in range(s.seats):
        out[seat] = facts.wealth(s, seat)


@rule
def rank(s: HotTinRoof, out: Wide) -> None:
    """Places by food (HTR-97); no place is shared (HTR-98 to HTR-100)."""
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase == facts.FINISHED:
            out[seat] = 1
            for other in range(s.seats):
                if other != seat and is_ahead(s, other, seat):
                    out[seat] += 1


@rule
def is_ahead(s: HotTinRoof, seat: int, other: int) -> bool:
    """Whether a seat ends before another one."""
    if facts.wealth(s, seat) != facts.wealth(s, other):
        return facts.wealth(s, seat) > facts.wealth(s, other)
    if s.ties_by_tiles and facts.tiles_used(s, seat) != facts.tiles_used(s, other):
        return facts.tiles_used(s, seat) > facts.tiles_used(s, other)  # HTR-99
    return facts.steps_after_trigger(s, seat) < facts.steps_after_trigger(s, other)


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
    if phase == facts.RACING:
        return legal_racing(s, out)
    if phase == facts.DIVING:
        return legal_diving(s, out)
    if phase == facts.PLACING:
        return legal_placing(s, out)
    if phase == facts.LIFTING:
        return legal_lifting(s, out)
    if phase == facts.PUTTING_DOWN:
        return legal_putting_down(s, out)
    if phase == facts.SETTLING:
        return legal_settling(s, out)
    if phase == facts.JOINING:
        return legal_joining(s, out)
    if phase == facts.ANTE_DUE:
        out[0] = moves.ANTE if facts.wealth(s, s.turn) >= facts.ANTE_CANS else moves.NO_ANTE  # HTR-37 to HTR-39
    else:
        out[0] = moves.DONE
    return 1


@rule
def add_exchanges(s: HotTinRoof, seat: int, out: Ids, n: int) -> int:
    """Fish into cans and cans into fish of the stock (HTR-31, HTR-32), as often as allowed (HTR-35, HTR-102)."""
    if s.fish[seat] > 0 and not facts.has_exchanged(s, facts.BROKE):
        out[n] = moves.BREAK_FISH
        n += 1
    if s.cans[seat] >= facts.FISH_VALUE and s.stock > 0 and not facts.has_exchanged(s, facts.BOUGHT):
        out[n] = moves.BUY_FISH
        n += 1
    return n


@rule
def legal_diving(s: HotTinRoof, out: Ids) -> int:
    """Any dumpster, home dumpsters only with a pair in reserve (HTR-42, HTR-56)."""
    n = 0
    for dumpster in range(facts.DUMPSTER_COUNT):
        if not facts.is_home(dumpster) or facts.pairs_out(s, s.turn) < facts.PAIRS:
            out[n] = moves.DIVE + dumpster
            n += 1
    return n


@rule
def add_free_gaps(s: HotTinRoof, first: int, out: Ids, n: int) -> int:
    """A move of a family for each gap without a catwalk (HTR-45, HTR-46), but not back to where a piece came from."""
    for gap in range(GAPS):
        out[n] = first + gap  # stays there if the gap is free
        n += (s.catwalk[gap] < 0) & (gap != s.lifted)
    return n


@rule
def add_free_patios(s: HotTinRoof, out: Ids, n: int) -> int:
    """Every patio without a shelter (HTR-48, HTR-49), but not back to where a piece came from."""
    for rooftop in range(components.ROOFTOPS):
        out[n] = moves.SHELTER + rooftop  # stays there if the patio is free
        n += (s.shelter[rooftop] < 0) & (rooftop != s.lifted)
    return n


@rule
def legal_placing(s: HotTinRoof, out: Ids) -> int:
    """A piece of the reserve onto any free place (HTR-51, DLX-10)."""
    if not facts.is_building_catwalks(s):
        return add_free_patios(s, out, 0)
    n = add_free_gaps(s, moves.CATWALK, out, 0)
    if facts.can_place_deluxe(s, s.turn):
        n = add_free_gaps(s, moves.DELUXE, out, n)
    return n


@rule
def legal_lifting(s: HotTinRoof, out: Ids) -> int:
    """Any own piece of the kind, or none; or the deluxe catwalk that is left (HTR-52, DLX-11)."""
    n = 0
    if facts.is_building_catwalks(s):
        if facts.can_place_deluxe(s, s.turn):
            n = add_free_gaps(s, moves.DELUXE, out, n)
        for gap in range(GAPS):
            out[n] = moves.LIFT + gap  # stays there if it is an own one
            n += s.catwalk[gap] == s.turn
    else:
        for rooftop in range(components.ROOFTOPS):
            out[n] = moves.LIFT + GAPS + rooftop
            n += s.shelter[rooftop] == s.turn
    out[n] = moves.KEEP
    return n + 1


@rule
def legal_putting_down(s: HotTinRoof, out: Ids) -> int:
    """Any free place but the one the piece came from (HTR-52)."""
    if facts.is_building_catwalks(s):
        return add_free_gaps(s, moves.CATWALK, out, 0)
    return add_free_patios(s, out, 0)


@rule
def legal_racing(s: HotTinRoof, out: Ids) -> int:
    """Every payable step of own cats to a rooftop not yet stood on, or the end of the turn (HTR-62 to HTR-66)."""
    n = 0
    for shape in range(facts.PAIRS):
        if facts.is_out(s, s.turn, shape):
            one, other = s.cat[s.turn, shape, 0], s.cat[s.turn, shape, 1]
            n = add_steps(s, shape, min(one, other), out, n)
            n = add_steps(s, shape, max(one, other), out, n)
    out[n] = moves.DONE
    return n + 1


@rule
def add_steps(s: HotTinRoof, shape: int, rooftop: int, out: Ids, n: int) -> int:
    """The steps of the cat on a rooftop."""
    which = facts.cat_on(s, s.turn, shape, rooftop)
    trail = s.trail[shape, which]
    first = moves.STEP + board.WAYS * shape + board.FIRST_WAY[rooftop]
    end = n
    for i in range(board.MOST_WAYS):
        out[end] = first + i  # stays there if the way is open
        end += (s.catwalk[board.GAP_BESIDE[rooftop, i]] >= 0) & (trail >> board.ROOF_BESIDE[rooftop, i] & 1 == 0)
    if facts.wealth(s, s.turn) >= facts.most_for_step(s):
        return end
    return keep_payable(s, shape, which, out, n, end)


@rule
def keep_payable(s: HotTinRoof, shape: int, which: int, out: Ids, n: int, end: int) -> int:
    """Of the steps of a cat listed from `n` on, keep those that can be paid (HTR-72, HTR-75)."""
    for i in range(n, end):
        out[n] = out[i]
        n += facts.is_payable(s, shape, which, out[i] - moves.STEP - board.WAYS * shape)
    return n


@rule
def legal_settling(s: HotTinRoof, out: Ids) -> int:
    """For each own pair: the bank, or a joining that can be afforded (HTR-85, HTR-89, HTR-90)."""
    n = 0
    joinable = 0
    for shape in range(facts.PAIRS):
        if facts.is_out(s, s.turn, shape):
            out[n] = moves.BANK + shape
            n += 1
        if routes.can_join(s, s.turn, shape):
            joinable |= 1 << shape
    for first in (moves.JOIN, moves.JOIN_CHEAPEST):
        for shape in range(facts.PAIRS):
            if joinable >> shape & 1:
                out[n] = first + shape
                n += 1
    return n


@rule
def legal_joining(s: HotTinRoof, out: Ids) -> int:
    """The ways that leave the pair joinable (HTR-87, HTR-94)."""
    n = 0
    for way in range(board.WAYS):
        out[n] = moves.STEP + board.WAYS * s.joining + way  # stays there if it leads on
        n += s.open_ways >> way & 1
    return n
