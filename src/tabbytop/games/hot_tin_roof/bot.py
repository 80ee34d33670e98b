"""What a cat of Hot Tin Roof knows without thinking: which moves look natural, and who seems ahead.

The search of `tabbytop.bots` leans on both: `policy` weighs the legal moves of a seat, cheaply enough to guide whole
games, and `evaluate` guesses the result of a game that is not played out. Both stand on *plans*: the cheapest route for
a pair, where a gap without a catwalk counts as cans too, since building one takes a turn.
"""

from __future__ import annotations

import math

from tabbytop.engine.rule import rule, scratch, table
from tabbytop.engine.state import Ids, Reals, Wide
from tabbytop.games.hot_tin_roof import board, components, facts, moves, routes
from tabbytop.games.hot_tin_roof.state import GAPS, HotTinRoof

SURE, LIKELY, ODD = 100, 20, 2

# Numbers in thousandths of a can, fitted to the results of some ten thousand games played by `policy`.
PAIR_WORTH = table(
    [
        [0, 4300, 5800, 6100, 5700, 4200],
        [-7000, -2000, 2400, 3900, 4000, 2400],
        [-10000, -8700, -4400, -800, 600, -500],
        [-14000, -12300, -9500, -6000, -3900, -5000],
    ]
)
"""What a pair on the board is worth against one in reserve, by unbuilt gaps of its plan (3 and more) and by stage."""
TOLL_WORTH = 1200
"""What a can of toll costs whoever pays it: rivals have it then."""
CROSSED_CATWALK, CROSSED_SHELTER = 350, 1400
"""What a catwalk and a shelter on the present plan of a rival are worth."""
CATWALK_TRAFFIC, SHELTER_TRAFFIC, SHELTER_BASE = 560, 1900, 330
"""What a piece earns for each fish left in the market if every home tile led over it; a shelter less its base."""
BEFORE_ANTE, BEFORE_DIVE, BEFORE_BUILDING, BEFORE_LAST_GAP, BEFORE_RACING = 1100, 6600, 2900, 1600, 1250
"""What the rest of the own turn is worth."""
SPREAD = table([1000, 3400, 4500, 5000, 5400, 5700, 6000, 6500, 6900, 7400, 7900, 8000, 8300, 8300, 8000])
"""How far guesses at the food of two seats are off each other, by fish in the market."""

BUILDING = 3
"""What an unbuilt gap counts on a plan: about what a turn is worth."""
UNBUILT = 16 * BUILDING + 1
"""Costs of plans are sixteenths of a can, so that the unbuilt gaps can be counted in them as well."""
NEVER = 1 << 20

# work space of a plan: costs of gaps and rooftops for one seat, then costs and ways of a plan
GAP_COST, ROOF_COST = 0, GAPS
COST, VIA = GAPS + components.ROOFTOPS, GAPS + 2 * components.ROOFTOPS
ROOM = GAPS + 3 * components.ROOFTOPS


def _shortest_ways(start: int, end: int) -> list[list[int]]:
    """All shortest ways between two rooftops, as lists of way numbers."""
    if start == end:
        return [[]]
    nearer = [
        way
        for way in range(board.WAYS)
        if board.WAY_FROM[way] == start and board.APART[board.WAY_TO[way], end] < board.APART[start, end]
    ]
    return [[way, *rest] for way in nearer for rest in _shortest_ways(int(board.WAY_TO[way]), end)]


def _traffic() -> tuple[list[int], list[int]]:
    """In thousandths: on the way between how many homes of a tile each gap and each rooftop lies."""
    gaps, roofs = [0.0] * GAPS, [0.0] * components.ROOFTOPS
    for start, end in board.TILE_HOMES.tolist():
        shortest = _shortest_ways(start, end)
        for route in shortest:
            for way in route:
                gaps[board.WAY_GAP[way]] += 1 / len(shortest)
            for way in route[:-1]:
                roofs[board.WAY_TO[way]] += 1 / len(shortest)
    return [round(1000 * share / components.TILES) for share in gaps], [
        round(1000 * share / components.TILES) for share in roofs
    ]


GAP_TRAFFIC, ROOF_TRAFFIC = (table(shares) for shares in _traffic())


# ---------------------------------------------------------------- plans


@rule
def price(s: HotTinRoof, seat: int, work: Wide) -> None:
    """Write down what every gap and every rooftop on the way costs a seat."""
    for gap in range(GAPS):
        work[GAP_COST + gap] = UNBUILT if s.catwalk[gap] < 0 else 16 * facts.catwalk_toll(s, seat, gap)
    for rooftop in range(components.ROOFTOPS):
        work[ROOF_COST + rooftop] = 0 if s.toll_for_stopping else 16 * facts.shelter_toll(s, seat, rooftop)


@rule
def survey(start: int, work: Wide) -> None:
    """The cheapest plans from a rooftop to all others, but for the shelter of the meeting place."""
    for rooftop in range(components.ROOFTOPS):
        work[COST + rooftop] = NEVER
    work[COST + start] = 0
    work[VIA + start] = -1
    waiting = 1 << start
    while waiting:
        for here in range(components.ROOFTOPS):
            if waiting >> here & 1:
                waiting &= ~(1 << here)
                leaving = work[COST + here]
                if here != start:
                    leaving += work[ROOF_COST + here]
                for way in range(board.FIRST_WAY[here], board.FIRST_WAY[here + 1]):
                    there = board.WAY_TO[way]
                    total = leaving + work[GAP_COST + board.WAY_GAP[way]]
                    if total < work[COST + there]:
                        work[COST + there] = total
                        work[VIA + there] = way
                        waiting |= 1 << there


@rule
def plan(end: int, work: Wide) -> int:
    """The cost of the surveyed plan to a rooftop: both cats enter the meeting place, the one that costs least."""
    meeting, here = work[ROOF_COST + end], end
    while meeting > 0 and work[VIA + here] >= 0:
        here = board.WAY_FROM[work[VIA + here]]
        meeting = min(meeting, work[ROOF_COST + here])
    return work[COST + end] + meeting


@rule
def unbuilt(cost: int) -> int:
    """How many gaps of a plan have no catwalk yet."""
    return cost % 16


@rule
def tolls(cost: int) -> int:
    """What a plan costs in tolls."""
    return cost // 16 - BUILDING * unbuilt(cost)


@rule
def stage(s: HotTinRoof) -> int:
    """How far away the end is, from 0 to 5: about two of that many turns for each seat."""
    return min(5, (5 * s.market + 3 * s.seats - 1) // (3 * s.seats))


@rule
def worth(cost: int, stage: int) -> int:
    """What a pair with such a plan is worth against one in reserve, in thousandths of a can."""
    return PAIR_WORTH[min(3, unbuilt(cost)), stage] - TOLL_WORTH * tolls(cost)


@rule
def worth_of_meeting(cost: int) -> int:
    """What it is worth to join a pair with such a plan now."""
    return 1000 * facts.FISH_VALUE - TOLL_WORTH * tolls(cost)


@rule
def catwalk_income(gap: int) -> int:
    """What a catwalk on a gap will earn for each fish left in the market, in thousandths of a can."""
    return CATWALK_TRAFFIC * GAP_TRAFFIC[gap] // 1000


@rule
def shelter_income(rooftop: int) -> int:
    """What a shelter on a rooftop will earn for each fish left in the market, in thousandths of a can."""
    return SHELTER_TRAFFIC * ROOF_TRAFFIC[rooftop] // 1000 - SHELTER_BASE


# ---------------------------------------------------------------- what is overlooked


@rule
def overlook(s: HotTinRoof, seat: int) -> None:
    """Forget tolls: every catwalk and every shelter on the board seems to be one's own."""
    for gap in range(GAPS):
        if s.catwalk[gap] >= 0:
            s.catwalk[gap] = seat
    for rooftop in range(components.ROOFTOPS):
        if s.shelter[rooftop] >= 0:
            s.shelter[rooftop] = seat


# ---------------------------------------------------------------- policy


@rule
def weigh(value: Wide, n: int, weights: Ids) -> None:
    """Turn values in thousandths of a can into weights: what is two thirds of a can worse is a third as natural."""
    best = value[0]
    for i in range(n):
        best = max(best, value[i])
    for i in range(n):
        weights[i] = 1 + int(SURE * math.exp(max(-20.0, (value[i] - best) / 400.0)))


@rule
def worth_of_tile(s: HotTinRoof, seat: int, tile: int, work: Wide) -> int:
    """What it would be worth to a seat to place a pair by a tile; `work` is priced for it."""
    survey(board.TILE_HOMES[tile, 0], work)
    cost = plan(board.TILE_HOMES[tile, 1], work)
    if unbuilt(cost) == 0 and tolls(cost) <= facts.wealth(s, seat):
        return worth_of_meeting(cost)
    return worth(cost, stage(s))


@rule
def value_places(s: HotTinRoof, seat: int, gaps: Wide, roofs: Wide) -> None:
    """What a catwalk on each gap and a shelter on each rooftop would be worth to a seat, whoever has one there now."""
    for gap in range(GAPS):
        gaps[gap] = s.market * catwalk_income(gap)
    for rooftop in range(components.ROOFTOPS):
        roofs[rooftop] = s.market * shelter_income(rooftop)
    work = scratch(ROOM)
    for other in range(s.seats):
        price(s, other, work)
        for shape in range(facts.PAIRS):
            if facts.is_out(s, other, shape):
                survey(s.cat[other, shape, 0], work)
                end = s.cat[other, shape, 1]
                cost = plan(end, work)
                need = unbuilt(cost)
                gain = 0
                if need == 1:
                    gain = worth_of_meeting(cost) - worth(cost, stage(s))
                elif need > 1:
                    gain = worth(cost - UNBUILT, stage(s)) - worth(cost, stage(s))
                while work[VIA + end] >= 0:
                    way = work[VIA + end]
                    gaps[board.WAY_GAP[way]] += gain if other == seat else CROSSED_CATWALK
                    end = board.WAY_FROM[way]
                    if work[VIA + end] >= 0:
                        roofs[end] += -2 * CROSSED_CATWALK if other == seat else CROSSED_SHELTER


@rule
def best_gap(s: HotTinRoof, gaps: Wide) -> int:
    """The value of the best free gap."""
    best = 0
    for gap in range(GAPS):
        if s.catwalk[gap] < 0:
            best = max(best, gaps[gap])
    return best


@rule
def best_patio(s: HotTinRoof, roofs: Wide) -> int:
    """The value of the best free patio."""
    best = 0
    for rooftop in range(components.ROOFTOPS):
        if s.shelter[rooftop] < 0:
            best = max(best, roofs[rooftop])
    return best


@rule
def weigh_dives(s: HotTinRoof, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Cans, and what the action is good for: a pair to be joined, a gap on an own plan, or a toll-house."""
    gaps, roofs, work, value = scratch(GAPS), scratch(components.ROOFTOPS), scratch(ROOM), scratch(n)
    value_places(s, seat, gaps, roofs)
    price(s, seat, work)
    for i in range(n):
        dumpster = ids[i] - moves.DIVE
        value[i] = -10000
        if dumpster < facts.DUMPSTER_COUNT:
            value[i] = 1000 * s.dumpster[dumpster]
            if facts.is_home(dumpster):
                value[i] += worth_of_tile(s, seat, s.tile[dumpster], work)
            elif dumpster == facts.CATWALK_DUMPSTER:
                value[i] += best_gap(s, gaps)
            elif s.shelters[seat] > 0:
                value[i] += best_patio(s, roofs)
    weigh(value, n, weights)


@rule
def weigh_places(s: HotTinRoof, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Build where the own cats want to go, and where rivals will have to pay."""
    gaps, roofs, value = scratch(GAPS), scratch(components.ROOFTOPS), scratch(n)
    value_places(s, seat, gaps, roofs)
    gap, patio = best_gap(s, gaps), best_patio(s, roofs)
    for i in range(n):
        move = ids[i]
        if moves.CATWALK <= move < moves.DELUXE:
            value[i] = gaps[move - moves.CATWALK]
        elif moves.DELUXE <= move < moves.SHELTER:
            value[i] = gaps[move - moves.DELUXE] + s.market * catwalk_income(move - moves.DELUXE)
        elif moves.SHELTER <= move < moves.LIFT:
            value[i] = roofs[move - moves.SHELTER]
        elif moves.LIFT <= move < moves.LIFT + GAPS:
            value[i] = gap - gaps[move - moves.LIFT]
        elif moves.LIFT + GAPS <= move < moves.KEEP:
            value[i] = patio - roofs[move - moves.LIFT - GAPS]
        else:
            value[i] = 0 if move == moves.KEEP else -10000
    weigh(value, n, weights)


@rule
def weigh_steps(s: HotTinRoof, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Walk pairs together that a built and payable route connects; otherwise stay."""
    work = scratch(ROOM)
    price(s, seat, work)
    for i in range(n):
        weights[i] = ODD if ids[i] == moves.DONE else 1
    going = False
    for shape in range(facts.PAIRS):
        if facts.is_out(s, seat, shape):
            survey(s.cat[seat, shape, 1], work)
            cost = plan(s.cat[seat, shape, 0], work)
            if unbuilt(cost) == 0 and tolls(cost) <= min(facts.FISH_VALUE, facts.wealth(s, seat)):
                going = True
                weigh_walk(s, seat, shape, 0, cost, work, ids, n, weights)
                survey(s.cat[seat, shape, 0], work)
                weigh_walk(s, seat, shape, 1, plan(s.cat[seat, shape, 1], work), work, ids, n, weights)
    if not going:
        for i in range(n):
            if ids[i] == moves.DONE:
                weights[i] = SURE


@rule
def weigh_walk(
    s: HotTinRoof, seat: int, shape: int, which: int, cost: int, work: Wide, ids: Ids, n: int, weights: Ids
) -> None:
    """The steps of one cat: those that cost no more than its plan, which was surveyed from its partner."""
    here, other = s.cat[seat, shape, which], s.cat[seat, shape, 1 - which]
    for i in range(n):
        way = ids[i] - moves.STEP - board.WAYS * shape
        if 0 <= way < board.WAYS and board.WAY_FROM[way] == here:
            there = board.WAY_TO[way]
            rest = work[GAP_COST + board.WAY_GAP[way]] + work[ROOF_COST + there]
            if there != other:
                rest += plan(there, work)
            weights[i] = SURE if rest <= cost else 1


@rule
def weigh_settling(s: HotTinRoof, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """Join what is cheaper than the bank, by the cheapest route."""
    for i in range(n):
        weights[i] = 1
        if moves.BANK <= ids[i] < moves.JOIN:
            weights[i] = SURE if routes.joining_cost(s, seat, ids[i] - moves.BANK) > facts.BANK_CANS else ODD
        elif moves.JOIN_CHEAPEST <= ids[i] < moves.JOIN_CHEAPEST + facts.PAIRS:
            weights[i] = SURE


@rule
def policy(s: HotTinRoof, seat: int, ids: Ids, n: int, weights: Ids) -> None:
    """How natural each legal move looks: a positive weight for each of the `n` ids."""
    phase = s.phase
    if phase == facts.RACING or phase == facts.JOINING:
        weigh_steps(s, s.turn, ids, n, weights)
    elif phase == facts.DIVING:
        weigh_dives(s, s.turn, ids, n, weights)
    elif phase == facts.PLACING or phase == facts.LIFTING or phase == facts.PUTTING_DOWN:
        weigh_places(s, s.turn, ids, n, weights)
    elif phase == facts.SETTLING:
        weigh_settling(s, s.turn, ids, n, weights)
    else:
        for i in range(n):
            weights[i] = SURE if ids[i] == moves.DONE else 1


# ---------------------------------------------------------------- evaluation


@rule
def rest_of_turn(s: HotTinRoof, cheapest: int) -> int:
    """What the active seat can still make of its turn, in thousandths of a can; `cheapest` is its best plan."""
    if s.phase == facts.ANTE_DUE:
        return BEFORE_ANTE
    if s.phase == facts.DIVING:
        return BEFORE_DIVE
    if s.phase == facts.PLACING or s.phase == facts.LIFTING or s.phase == facts.PUTTING_DOWN:
        last = BEFORE_LAST_GAP if facts.is_building_catwalks(s) and unbuilt(cheapest) == 1 else 0
        return BEFORE_BUILDING + last
    if (
        (s.phase == facts.RACING or s.phase == facts.NEW_TILE)
        and unbuilt(cheapest) == 0
        and tolls(cheapest) <= facts.wealth(s, s.turn)
    ):
        return BEFORE_RACING
    return 0


@rule
def look_ahead(s: HotTinRoof, food: Wide) -> None:
    """What each seat will probably end with, in thousandths of a can, but for what is the same for all.

    `reasons.py` names what it is made of.
    """
    work = scratch(ROOM)
    for seat in range(s.seats):
        food[seat] = 1000 * facts.wealth(s, seat)
    add_catwalks(s, food)
    add_shelters(s, food)
    for seat in range(s.seats):
        price(s, seat, work)
        cheapest = NEVER
        for shape in range(facts.PAIRS):
            if facts.is_out(s, seat, shape):
                cost = plan_for(s, seat, shape, work)
                cheapest = min(cheapest, cost)
                food[seat] += worth_of_pair(s, seat, cost)
                expect_tolls(s, seat, s.cat[seat, shape, 1], work, food)
        if seat == s.turn:
            food[seat] += rest_of_turn(s, cheapest)


@rule
def add_catwalks(s: HotTinRoof, food: Wide) -> None:
    """Add what all catwalks will earn for their owners."""
    for gap in range(GAPS):
        if s.catwalk[gap] >= 0:
            food[s.catwalk[gap]] += s.market * catwalk_income(gap)


@rule
def add_shelters(s: HotTinRoof, food: Wide) -> None:
    """Add what all shelters will earn for their owners."""
    for rooftop in range(components.ROOFTOPS):
        if s.shelter[rooftop] >= 0:
            food[s.shelter[rooftop]] += s.market * shelter_income(rooftop)


@rule
def plan_for(s: HotTinRoof, seat: int, shape: int, work: Wide) -> int:
    """The cost of the cheapest plan of a pair on the board; `work` is priced for its seat, and surveyed here."""
    survey(s.cat[seat, shape, 0], work)
    return plan(s.cat[seat, shape, 1], work)


@rule
def worth_of_pair(s: HotTinRoof, seat: int, cost: int) -> int:
    """What a pair on the board with such a plan is worth now, in thousandths of a can."""
    return worth_in_settlement(s, seat, cost) if s.trigger >= 0 else worth(cost, stage(s))


@rule
def worth_in_settlement(s: HotTinRoof, seat: int, cost: int) -> int:
    """What a pair that is still out costs after the end, in thousandths of a can."""
    if unbuilt(cost) > 0 or tolls(cost) > facts.wealth(s, seat):
        return -1000 * min(facts.BANK_CANS, facts.wealth(s, seat))
    return -1000 * min(facts.BANK_CANS, tolls(cost))


@rule
def expect_tolls(s: HotTinRoof, seat: int, end: int, work: Wide, food: Wide) -> None:
    """Credit the owners of the catwalks and shelters that a surveyed plan leads over."""
    while work[VIA + end] >= 0:
        way = work[VIA + end]
        owner = s.catwalk[board.WAY_GAP[way]]
        if owner >= 0 and owner != seat:
            food[owner] += CROSSED_CATWALK
        end = board.WAY_FROM[way]
        if work[VIA + end] >= 0:
            owner = s.shelter[end]
            if owner >= 0 and owner != seat:
                food[owner] += CROSSED_SHELTER


@rule
def evaluate(s: HotTinRoof, out: Reals) -> None:
    """A guess at each seat's result, from 0 (last) to 1 (first): half for winning, half for the rivals left behind."""
    food = scratch(s.seats)
    look_ahead(s, food)
    for seat in range(s.seats):
        win, behind = 1.0, 0.0
        for other in range(s.seats):
            if other != seat:
                lead = (food[seat] - food[other]) / SPREAD[s.market]
                ahead = 1.0 / (1.0 + math.exp(-max(-20.0, min(20.0, lead))))
                win *= ahead
                behind += ahead
        out[seat] = 0.5 * win + 0.5 * behind / (s.seats - 1)
