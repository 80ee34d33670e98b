"""What a net looks at in Hot Tin Roof: food, plans and toll-houses, seen by the cat on turn."""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.state import Floats, Wide
from tabbytop.games.hot_tin_roof import board, bot, components, facts
from tabbytop.games.hot_tin_roof.state import GAPS, HotTinRoof

SEATS = components.SEATS
PHASES = 14
PAIR = 9
PLAYER = 15 + facts.PAIRS * (PAIR + components.ROOFTOPS)
PLACES = GAPS + components.ROOFTOPS
TURN = PHASES + 2 * facts.DUMPSTER_COUNT + 12
SIZE = SEATS * (PLAYER + PLACES) + TURN


@rule
def look_at_pair(s: HotTinRoof, seat: int, shape: int, cost: int, out: Floats, at: int) -> None:
    """A pair on the board with its cheapest plan."""
    missing = bot.unbuilt(cost)
    tolls = bot.tolls(cost)
    out[at] = 1.0
    out[at + 1 + min(3, missing)] = 1.0
    out[at + 5] = tolls / 4.0
    out[at + 6] = 1.0 if missing == 0 and tolls <= facts.wealth(s, seat) else 0.0
    out[at + 7] = bot.worth_of_pair(s, seat, cost) / 8000.0
    out[at + 8] = board.APART[s.cat[seat, shape, 0], s.cat[seat, shape, 1]] / 5.0
    out[at + PAIR + s.cat[seat, shape, 0]] = 1.0
    out[at + PAIR + s.cat[seat, shape, 1]] = 1.0


@rule
def features(s: HotTinRoof, out: Floats) -> int:
    """The seats from the one on turn on, with their pieces on the board; then the dumpsters and the turn."""
    first = max(0, s.turn)
    income, work = scratch(SEATS), scratch(bot.ROOM)
    for seat in range(s.seats):
        income[seat] = 0
    bot.add_catwalks(s, income)
    bot.add_shelters(s, income)
    for k in range(s.seats):
        seat = (first + k) % s.seats
        at = k * (PLAYER + PLACES)
        out[at] = facts.wealth(s, seat) / 40.0
        out[at + 1] = s.cans[seat] / 10.0
        out[at + 2] = s.fish[seat] / 6.0
        out[at + 3] = s.catwalks[seat] / 6.0
        out[at + 4] = s.shelters[seat] / 3.0
        out[at + 5] = income[seat] / 8000.0
        out[at + 6] = s.earned[seat] / 6.0
        out[at + 7] = 1.0 if s.deluxe_at[seat] >= 0 else 0.0
        out[at + 8] = 1.0 if s.cans[seat] < 2 else 0.0
        out[at + 9] = 1.0 if facts.wealth(s, seat) < facts.FISH_VALUE else 0.0
        bot.price(s, seat, work)
        cheapest = bot.NEVER
        for shape in range(facts.PAIRS):
            if facts.is_out(s, seat, shape):
                cost = bot.plan_for(s, seat, shape, work)
                cheapest = min(cheapest, cost)
                look_at_pair(s, seat, shape, cost, out, at + 15 + shape * (PAIR + components.ROOFTOPS))
        if cheapest < bot.NEVER:
            out[at + 10] = 1.0
            out[at + 11] = 1.0 if bot.unbuilt(cheapest) == 0 else 0.0
            out[at + 12] = 1.0 if bot.unbuilt(cheapest) == 1 else 0.0
            out[at + 13] = bot.tolls(cheapest) / 4.0
        out[at + 14] = facts.pairs_out(s, seat) / 2.0
        at += PLAYER
        for gap in range(GAPS):
            if s.catwalk[gap] == seat:
                out[at + gap] = 1.0
        for rooftop in range(components.ROOFTOPS):
            if s.shelter[rooftop] == seat:
                out[at + GAPS + rooftop] = 1.0
    look_at_turn(s, first, work, out, SEATS * (PLAYER + PLACES))
    return first


@rule
def look_at_turn(s: HotTinRoof, seat: int, work: Wide, out: Floats, at: int) -> None:
    """The phase, the dumpsters with what they are good for, and how near the end is."""
    out[at + s.phase] = 1.0
    at += PHASES
    bot.price(s, seat, work)
    for dumpster in range(facts.DUMPSTER_COUNT):
        out[at + dumpster] = s.dumpster[dumpster] / 8.0
        if facts.is_home(dumpster) and s.tile[dumpster] >= 0 and s.phase <= facts.DIVING:
            out[at + facts.DUMPSTER_COUNT + dumpster] = bot.worth_of_tile(s, seat, s.tile[dumpster], work) / 8000.0
    at += 2 * facts.DUMPSTER_COUNT
    out[at] = s.market / 12.0
    out[at + 1] = 1.0 if s.market <= s.seats else 0.0
    out[at + 2] = 1.0 if s.market <= 2 else 0.0
    out[at + 3] = 1.0 if s.trigger >= 0 else 0.0
    out[at + 4] = facts.free_gaps(s) / 20.0
    out[at + 5] = facts.free_patios(s) / 15.0
    if s.dived >= 0:
        out[at + 6 + s.dived] = 1.0
    out[at + 11] = min(s.turns, 60) / 60.0
