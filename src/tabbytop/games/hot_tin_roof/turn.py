"""What happens at the table of Hot Tin Roof, step by step. Clause ids (HTR-…, DLX-…, see `clauses.md`) stand beside
their lines.

Functions are named by what happens and enter the next phase themselves; whoever acts is written down when a phase is
entered. Where a decision has one possible outcome that everybody should still see, the house makes it; ending a
turn and a joining is always left to the player, so that they can still be taken back. Nothing here asks whether a move
is allowed: that is `rules.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.hot_tin_roof import board, facts, routes
from tabbytop.games.hot_tin_roof.state import GAPS, HOMES, HotTinRoof

RESERVE = -1


@rule
def enter(s: HotTinRoof, phase: int, acting: int) -> None:
    """Go on to a phase and say who acts in it."""
    s.phase = phase
    s.acting = acting


# ---------------------------------------------------------------- cans and fish


@rule
def break_fish(s: HotTinRoof, seat: int) -> None:
    """Change a fish into cans; it goes to the stock (HTR-31, HTR-33)."""
    s.fish[seat] -= 1
    s.cans[seat] += facts.FISH_VALUE
    s.stock += 1
    s.broken += 1


@rule
def buy_fish(s: HotTinRoof, seat: int) -> None:
    """Change cans into a fish of the stock (HTR-32)."""
    s.cans[seat] -= facts.FISH_VALUE
    s.fish[seat] += 1
    s.stock -= 1
    s.bought += 1


@rule
def give(s: HotTinRoof, seat: int, cans: int) -> None:
    """Take cans out of a seat's hand; the fewest fish that cover them are changed (HTR-34)."""
    while s.cans[seat] < cans:
        break_fish(s, seat)
    s.cans[seat] -= cans


@rule
def pay_toll(s: HotTinRoof, seat: int, owner: int, cans: int) -> None:
    """Pay at once, to the owner (HTR-68, HTR-69)."""
    if cans > 0:
        give(s, seat, cans)
        s.cans[owner] += cans


@rule
def pay_catwalk(s: HotTinRoof, seat: int, gap: int) -> None:
    """The toll for crossing a gap."""
    pay_toll(s, seat, s.catwalk[gap], facts.catwalk_toll(s, seat, gap))


@rule
def pay_shelter(s: HotTinRoof, seat: int, rooftop: int) -> None:
    """The toll for the shelter on a rooftop."""
    pay_toll(s, seat, s.shelter[rooftop], facts.shelter_toll(s, seat, rooftop))


# ---------------------------------------------------------------- set-up and ante


@rule
def turn_up_first_tile(s: HotTinRoof, tile: int) -> None:
    """One tile for each home dumpster (HTR-21); then somebody begins (HTR-27, HTR-28)."""
    home = 0
    while s.tile[home] >= 0:
        home += 1
    s.tile[home] = tile
    if home + 1 < HOMES:
        return
    if s.first_seat < 0:
        enter(s, facts.FIRST_PLAYER, LUCK)
    else:
        start_turn(s, s.first_seat)


@rule
def begin_with(s: HotTinRoof, seat: int) -> None:
    """Luck has chosen who begins."""
    s.first_seat = seat
    start_turn(s, seat)


@rule
def start_turn(s: HotTinRoof, seat: int) -> None:
    """The ante comes first, by itself (HTR-30, HTR-37)."""
    s.turn = seat
    s.dived = -1
    s.exchanged = 0
    enter(s, facts.ANTE_DUE, HOUSE)


@rule
def pay_ante(s: HotTinRoof) -> None:
    """A can onto each dumpster (HTR-37)."""
    give(s, s.turn, facts.ANTE_CANS)
    for dumpster in range(facts.DUMPSTER_COUNT):
        s.dumpster[dumpster] += facts.ANTE_PER_DUMPSTER
    enter(s, facts.DIVING, s.turn)


@rule
def miss_ante(s: HotTinRoof) -> None:
    """Too poor: a gift from the supply, and the turn is over (HTR-38, HTR-41)."""
    s.cans[s.turn] += facts.GIFT
    s.gifts += 1
    end_turn(s)


# ---------------------------------------------------------------- dumpster dive


@rule
def dive(s: HotTinRoof, dumpster: int) -> None:
    """Take all cans of a dumpster, then do its action (HTR-42, HTR-43)."""
    s.cans[s.turn] += s.dumpster[dumpster]
    s.dumpster[dumpster] = 0
    s.dived = dumpster
    if facts.is_home(dumpster):
        go_home(s, s.tile[dumpster])
        s.tile[dumpster] = -1
        enter(s, facts.NEW_TILE, LUCK)
    else:
        look_for_piece(s)


@rule
def go_home(s: HotTinRoof, tile: int) -> None:
    """A pair in reserve, the sitting one first, onto the two homes of a tile (HTR-55, HTR-57, HTR-58)."""
    shape = 0
    while facts.is_out(s, s.turn, shape):
        shape += 1
    for which in range(2):
        s.cat[s.turn, shape, which] = board.TILE_HOMES[tile, which]
    s.tile_user[tile] = s.turn


@rule
def turn_up_tile(s: HotTinRoof, tile: int) -> None:
    """The used tile is replaced before racing begins (HTR-59)."""
    s.tile[s.dived] = tile
    start_racing(s)


@rule
def look_for_piece(s: HotTinRoof) -> None:
    """Place a piece of the reserve; without one move a piece or leave all in place (HTR-51, HTR-52)."""
    seat = s.turn
    free = facts.free_places(s)
    reserve = s.catwalks[seat] if facts.is_building_catwalks(s) else s.shelters[seat]
    if free == 0:
        start_racing(s)  # HTR-54, DLX-14
    elif reserve == 0:
        enter(s, facts.LIFTING, seat)
    elif free == 1 and not (facts.is_building_catwalks(s) and facts.can_place_deluxe(s, seat)):
        enter(s, facts.PLACING, HOUSE)
    else:
        enter(s, facts.PLACING, seat)


@rule
def place_catwalk(s: HotTinRoof, gap: int) -> None:
    """A regular catwalk of the reserve, or the lifted one of either kind, onto a free gap (HTR-44, HTR-52)."""
    s.catwalk[gap] = s.turn
    if s.phase == facts.PLACING:
        s.catwalks[s.turn] -= 1
    elif s.lifted_deluxe:
        s.deluxe_at[s.turn] = gap  # DLX-13
    start_racing(s)


@rule
def place_deluxe(s: HotTinRoof, gap: int) -> None:
    """The deluxe catwalk instead of a regular one (DLX-08)."""
    s.catwalk[gap] = s.turn
    s.deluxe_at[s.turn] = gap
    start_racing(s)


@rule
def place_shelter(s: HotTinRoof, rooftop: int) -> None:
    """A shelter onto a free patio, also under cats and without any payment (HTR-47, HTR-49, HTR-50)."""
    s.shelter[rooftop] = s.turn
    if s.phase == facts.PLACING:
        s.shelters[s.turn] -= 1
    start_racing(s)


@rule
def lift(s: HotTinRoof, place: int) -> None:
    """Take an own piece off the board to put it down elsewhere (HTR-52, HTR-53); gaps count before rooftops."""
    if place < GAPS:
        s.lifted = place
        s.catwalk[place] = -1
        if s.deluxe_at[s.turn] == place:
            s.deluxe_at[s.turn] = -1
            s.lifted_deluxe = 1
    else:
        s.lifted = place - GAPS
        s.shelter[s.lifted] = -1
    enter(
        s, facts.PUTTING_DOWN, HOUSE if facts.free_places(s) == 2 else s.turn
    )  # 2: the place it came from is free too


# ---------------------------------------------------------------- rooftop racing


@rule
def leave_trail(s: HotTinRoof, shape: int) -> None:
    """Note where the cats of a pair stand as they set out (HTR-66, HTR-94)."""
    for which in range(2):
        s.trail[shape, which] = 1 << s.cat[s.turn, shape, which] if facts.is_out(s, s.turn, shape) else 0


@rule
def start_racing(s: HotTinRoof) -> None:
    """The dive is over; own cats may move (HTR-62)."""
    s.lifted = -1
    s.lifted_deluxe = 0
    for shape in range(facts.PAIRS):
        leave_trail(s, shape)
    enter(s, facts.RACING, s.turn)


@rule
def step(s: HotTinRoof, shape: int, way: int) -> None:
    """A cat crosses a catwalk and pays at once (HTR-63, HTR-68, HTR-69); if it finds its partner they meet."""
    seat, there = s.turn, board.WAY_TO[way]
    which = facts.cat_on(s, seat, shape, board.WAY_FROM[way])
    meeting = facts.meets(s, shape, which, way)
    pay_catwalk(s, seat, board.WAY_GAP[way])
    if not s.toll_for_stopping:
        pay_shelter(s, seat, there)  # HTR-70
    s.cat[seat, shape, which] = there
    s.trail[shape, which] |= 1 << there
    if meeting:
        meet(s, shape)
    elif s.phase == facts.JOINING:
        look_for_ways(s)


@rule
def meet(s: HotTinRoof, shape: int) -> None:
    """Both cats go back to the reserve (HTR-76, HTR-79); in racing they earn a fish, in the settlement nothing."""
    if s.toll_for_stopping:
        pay_for_standing(s, shape)
    take_back(s, shape)
    if s.phase == facts.JOINING:
        s.joining = -1
        s.open_ways = 0
        enter(s, facts.JOINED, s.turn)  # HTR-88
        return
    s.market -= 1  # HTR-77
    s.fish[s.turn] += 1
    s.earned[s.turn] += 1
    if s.market == 0:
        s.trigger = s.turn
        enter(s, facts.MARKET_EMPTY, s.turn)  # HTR-84


@rule
def take_back(s: HotTinRoof, shape: int) -> None:
    """A pair leaves the board."""
    for which in range(2):
        s.cat[s.turn, shape, which] = RESERVE
        s.trail[shape, which] = 0


@rule
def pay_for_standing(s: HotTinRoof, shape: int) -> None:
    """Where only stopping costs: each cat of a pair that came to a rival's shelter pays for it now (HTR-71)."""
    for which in range(2):
        if facts.toll_for_standing(s, shape, which) > 0:
            pay_shelter(s, s.turn, s.cat[s.turn, shape, which])


@rule
def finish_racing(s: HotTinRoof) -> None:
    """The player says so (HTR-83), or the market is empty (HTR-84); shelters are paid for if stopping is what costs."""
    for shape in range(facts.PAIRS):
        if s.toll_for_stopping and facts.is_out(s, s.turn, shape):
            pay_for_standing(s, shape)
        for which in range(2):
            s.trail[shape, which] = 0
    if s.phase == facts.MARKET_EMPTY:
        s.turns += 1
        settle_next_pair(s)
    else:
        end_turn(s)


@rule
def end_turn(s: HotTinRoof) -> None:
    """Play passes to the left (HTR-29), unless that was the last turn of a limit (HTR-101, HTR-103)."""
    s.turns += 1
    if s.turns >= facts.last_turn(s):
        s.trigger = s.turn
        settle_next_pair(s)
    else:
        start_turn(s, (s.turn + 1) % s.seats)


# ---------------------------------------------------------------- the settlement


@rule
def settle_next_pair(s: HotTinRoof) -> None:
    """Whoever ended the game settles all own pairs, then the others clockwise (HTR-91)."""
    for offset in range(s.seats):
        seat = (s.trigger + offset) % s.seats
        if facts.pairs_out(s, seat) > 0:
            ask_to_settle(s, seat)
            return
    enter(s, facts.FINISHED, OVER)


@rule
def ask_to_settle(s: HotTinRoof, seat: int) -> None:
    """Pay the bank or join; a single pair that cannot be joined leaves no choice (HTR-85, HTR-89, HTR-90)."""
    if seat != s.turn:
        s.exchanged = 0
    s.turn = seat
    s.dived = -1
    forced = facts.pairs_out(s, seat) == 1
    for shape in range(facts.PAIRS):
        if forced and routes.can_join(s, seat, shape):
            forced = False
    enter(s, facts.SETTLING, HOUSE if forced else seat)


@rule
def pay_bank(s: HotTinRoof, shape: int) -> None:
    """15 cans for a pair, or all there is (HTR-86, HTR-93)."""
    cans = min(facts.BANK_CANS, facts.wealth(s, s.turn))
    give(s, s.turn, cans)
    s.banked += cans
    take_back(s, shape)
    settle_next_pair(s)


@rule
def start_joining(s: HotTinRoof, shape: int) -> None:
    """Only this pair moves until it has met (HTR-87, HTR-94)."""
    s.joining = shape
    leave_trail(s, shape)
    s.phase = facts.JOINING
    look_for_ways(s)


@rule
def look_for_ways(s: HotTinRoof) -> None:
    """Note which ways leave the pair joinable; a lone one is taken by the house."""
    s.open_ways = routes.ways_to_join(s, s.joining)
    lone = s.open_ways & (s.open_ways - 1) == 0
    s.acting = HOUSE if lone else s.turn


@rule
def join_by_cheapest_route(s: HotTinRoof, shape: int) -> None:
    """Walk both cats along the cheapest route and pay its tolls; there is no reward (HTR-87, HTR-88)."""
    seat = s.turn
    one, other = s.cat[seat, shape, 0], s.cat[seat, shape, 1]
    route = scratch(routes.COSTS)
    n = routes.find_route(s, seat, min(one, other), max(one, other), route)
    split = routes.meeting_place(s, seat, route, n)
    for i in range(n):
        pay_catwalk(s, seat, board.WAY_GAP[route[i]])
        if not s.toll_for_stopping:
            pay_shelter(s, seat, board.WAY_TO[route[i]] if i < split else board.WAY_FROM[route[i]])
    if s.toll_for_stopping:
        place = board.WAY_FROM[route[0]] if split == 0 else board.WAY_TO[route[split - 1]]
        for home in (one, other):
            if place != home:
                pay_shelter(s, seat, place)  # HTR-71
    take_back(s, shape)
    settle_next_pair(s)
