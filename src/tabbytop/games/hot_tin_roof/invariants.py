"""What always holds in Hot Tin Roof, whatever is played: sections A5 and B5 of `clauses.md`, by the numbers of A5."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.hot_tin_roof import components, facts
from tabbytop.games.hot_tin_roof.state import GAPS, HOMES, HotTinRoof


@rule
def broken(s: HotTinRoof) -> int:
    """The number of the first invariant that does not hold, or 0."""
    if not cats_are_together(s):
        return 1
    if not pieces_add_up(s):
        return 2
    if not fish_add_up(s):
        return 3
    if not cans_add_up(s):
        return 4
    if not food_adds_up(s):
        return 5
    if not exchanges_fit(s):
        return 6
    if not nobody_owes(s):
        return 7
    if not dumpsters_fit(s):
        return 8
    if not tiles_add_up(s):
        return 9
    if not trails_fit(s):
        return 10
    if s.phase == facts.JOINING and s.open_ways == 0:
        return 11
    return 0


@rule
def cats_are_together(s: HotTinRoof) -> bool:
    """1. Both cats of a pair are in reserve, or both on the board on two different rooftops."""
    for seat in range(components.SEATS):
        for shape in range(facts.PAIRS):
            one, other = s.cat[seat, shape, 0], s.cat[seat, shape, 1]
            if (
                one < -1
                or one >= components.ROOFTOPS
                or other < -1
                or other >= components.ROOFTOPS
                or (one < 0) != (other < 0)
            ):
                return False
            if one >= 0 and (one == other or seat >= s.seats):
                return False
    return True


@rule
def pieces_add_up(s: HotTinRoof) -> bool:
    """2. Reserve, board and hand hold 6 catwalks, 3 shelters and 1 deluxe catwalk of each; a deluxe one is unlocked."""
    for seat in range(s.seats):
        catwalks, shelters, deluxe = s.catwalks[seat], s.shelters[seat], 0
        for gap in range(GAPS):
            if s.catwalk[gap] == seat:
                catwalks += 1
        for rooftop in range(components.ROOFTOPS):
            if s.shelter[rooftop] == seat:
                shelters += 1
        if s.deluxe_at[seat] >= 0:
            if s.catwalk[s.deluxe_at[seat]] != seat:
                return False
            deluxe += 1
        if s.phase == facts.PUTTING_DOWN and seat == s.turn:
            if facts.is_building_catwalks(s):
                catwalks += 1
                deluxe += s.lifted_deluxe
            else:
                shelters += 1
        if s.catwalks[seat] < 0 or s.shelters[seat] < 0 or deluxe > s.deluxe:
            return False
        if catwalks != facts.CATWALKS_EACH + deluxe or shelters != facts.SHELTERS_EACH:
            return False
        if deluxe and not everybody_earned(s):
            return False
    return nobody_else_builds(s)


@rule
def everybody_earned(s: HotTinRoof) -> bool:
    """Whether the condition for deluxe catwalks was met (DLX-04)."""
    for seat in range(s.seats):
        if s.earned[seat] < facts.UNLOCKING_FISH:
            return False
    return True


@rule
def nobody_else_builds(s: HotTinRoof) -> bool:
    """All pieces on the board belong to players."""
    for gap in range(GAPS):
        if s.catwalk[gap] < -1 or s.catwalk[gap] >= s.seats:
            return False
    for rooftop in range(components.ROOFTOPS):
        if s.shelter[rooftop] < -1 or s.shelter[rooftop] >= s.seats:
            return False
    return True


@rule
def fish_add_up(s: HotTinRoof) -> bool:
    """3. Market, stock and players hold all fish; what left the market was earned."""
    held, earned = 0, 0
    for seat in range(components.SEATS):
        if s.fish[seat] < 0 or s.earned[seat] < 0:
            return False
        held += s.fish[seat]
        earned += s.earned[seat]
    if s.market < 0 or s.stock < 0 or s.market + s.stock + held != facts.ALL_FISH:
        return False
    return facts.MARKET_FISH[s.seats] - s.market == earned


@rule
def cans_in_play(s: HotTinRoof) -> int:
    """Cans of all players and on all dumpsters."""
    cans = 0
    for seat in range(components.SEATS):
        cans += s.cans[seat]
    for dumpster in range(facts.DUMPSTER_COUNT):
        cans += s.dumpster[dumpster]
    return cans


@rule
def first_cans(s: HotTinRoof) -> int:
    """Cans in play before the first turn."""
    cans = s.seats * facts.FIRST_CANS
    for dumpster in range(facts.DUMPSTER_COUNT):
        cans += facts.START_CANS[dumpster]
    return cans


@rule
def cans_add_up(s: HotTinRoof) -> bool:
    """4. Gifts and broken fish bring cans into play, bought fish and the bank take them out."""
    return cans_in_play(s) == first_cans(s) + facts.GIFT * s.gifts + facts.FISH_VALUE * (s.broken - s.bought) - s.banked


@rule
def food_adds_up(s: HotTinRoof) -> bool:
    """5. Food comes from the market and from gifts, and goes to the bank."""
    food = cans_in_play(s)
    for seat in range(components.SEATS):
        food += facts.FISH_VALUE * s.fish[seat]
    taken = facts.MARKET_FISH[s.seats] - s.market
    return food == first_cans(s) + facts.FISH_VALUE * taken + facts.GIFT * s.gifts - s.banked


@rule
def exchanges_fit(s: HotTinRoof) -> bool:
    """6. The stock is what it was, and broken fish less bought ones; nothing is banked before the settlement."""
    if s.gifts < 0 or s.broken < 0 or s.bought < 0 or s.banked < 0:
        return False
    if s.stock != facts.STOCK_FISH[s.seats] + s.broken - s.bought:
        return False
    return s.banked == 0 or s.trigger >= 0


@rule
def nobody_owes(s: HotTinRoof) -> bool:
    """7. Nobody has less than nothing."""
    for seat in range(components.SEATS):
        if s.cans[seat] < 0 or (seat >= s.seats and s.cans[seat] > 0):
            return False
    return True


@rule
def dumpsters_fit(s: HotTinRoof) -> bool:
    """8. The first turn finds all dumpsters as they were set up, every later one exactly one empty dumpster."""
    empty, single = 0, 0
    for dumpster in range(facts.DUMPSTER_COUNT):
        if s.dumpster[dumpster] < 0:
            return False
        if s.dumpster[dumpster] == 0:
            empty += 1
        elif s.dumpster[dumpster] == facts.ANTE_PER_DUMPSTER:
            single += 1
    if s.phase < facts.ANTE_DUE or (s.phase == facts.ANTE_DUE and s.turns == 0):
        for dumpster in range(facts.DUMPSTER_COUNT):
            if s.dumpster[dumpster] != facts.START_CANS[dumpster]:
                return False
        return True
    if s.phase == facts.DIVING:
        return empty == 0 and single == (0 if s.turns == 0 else 1)
    return empty == 1


@rule
def tiles_add_up(s: HotTinRoof) -> bool:
    """9. No tile is anywhere twice; each used one is a fish earned or a pair out, and they never run out (HTR-60)."""
    used = 0
    for tile in range(components.TILES):
        if s.tile_user[tile] >= 0:
            used += 1
            for home in range(HOMES):
                if s.tile[home] == tile:
                    return False
    for home in range(HOMES):
        drawing = s.phase == facts.FIRST_TILES or (s.phase == facts.NEW_TILE and s.dived == home)
        if s.tile[home] < 0 and not drawing:
            return False
        for other in range(home):
            if s.tile[home] >= 0 and s.tile[home] == s.tile[other]:
                return False
    if used > facts.MARKET_FISH[s.seats] + facts.PAIRS * s.seats - 1:
        return False
    placed = facts.MARKET_FISH[s.seats] - s.market
    for seat in range(s.seats):
        placed += facts.pairs_out(s, seat)
    return used >= placed if s.trigger >= 0 else used == placed


@rule
def trails_fit(s: HotTinRoof) -> bool:
    """10. A cat that walks has stood where it is; nobody else has left a trail."""
    racing = s.phase == facts.RACING or s.phase == facts.MARKET_EMPTY
    for shape in range(facts.PAIRS):
        walking = (racing and facts.is_out(s, s.turn, shape)) or (s.phase == facts.JOINING and shape == s.joining)
        for which in range(2):
            trail = s.trail[shape, which]
            if trail != 0 and not walking:
                return False
            if walking and not trail >> s.cat[s.turn, shape, which] & 1:
                return False
    return True
