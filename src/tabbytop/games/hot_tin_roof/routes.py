"""What it costs to bring two cats together over the catwalks that lie: needed in the settlement alone (HTR-85 and on).

Walking one cat all the way to the meeting place and then the other is enough when they set out: in whatever order the
two walk, some such plan is as cheap. A plan never leads a cat back to where it has stood, except to meet.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.state import Wide
from tabbytop.games.hot_tin_roof.board import FIRST_WAY, WAY_FROM, WAY_GAP, WAY_TO
from tabbytop.games.hot_tin_roof.components import ROOFTOPS
from tabbytop.games.hot_tin_roof.facts import catwalk_toll, is_out, shelter_toll, toll_of_step, wealth
from tabbytop.games.hot_tin_roof.state import HotTinRoof

FAR = 1 << 20
"""The cost where no route exists."""
ONE_CAN = 64
"""Costs of routes are compared in cans and then in steps: a can weighs more than all steps of a route."""
COSTS = 2 * ROOFTOPS
"""Room for two costs of every rooftop."""
NOWHERE = -1


@rule
def spread(s: HotTinRoof, seat: int, start: int, end: int, shut: int, most: int, cost: Wide, at: int) -> None:
    """The cheapest cost of walking from `start` to every rooftop, written from `cost[at]` on; FAR beyond `most` cans.

    No way leads on from the rooftops in `shut` (bits), except from `start` itself. Once `end` is reached that is all.
    """
    for rooftop in range(ROOFTOPS):
        cost[at + rooftop] = FAR
    cost[at + start] = 0
    waiting = 1 << start
    while waiting:
        for here in range(ROOFTOPS):
            if waiting >> here & 1:
                waiting &= ~(1 << here)
                for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
                    if s.catwalk[WAY_GAP[way]] >= 0:
                        there = WAY_TO[way]
                        total = cost[at + here] + walking_toll(s, seat, way)
                        if total < cost[at + there] and total <= most:
                            cost[at + there] = total
                            if there == end:
                                return
                            if not shut >> there & 1:
                                waiting |= 1 << there


@rule
def walking_toll(s: HotTinRoof, seat: int, way: int) -> int:
    """What a cat pays on the way over a rooftop; where only stopping costs, its shelter is free."""
    toll = catwalk_toll(s, seat, WAY_GAP[way])
    if s.toll_for_stopping:
        return toll
    return toll + shelter_toll(s, seat, WAY_TO[way])


@rule
def cost_one_first(s: HotTinRoof, seat: int, most: int, one: int, one_trail: int, other: int, other_trail: int) -> int:
    """The cheapest way to join two cats if the first walks to the meeting place and then the second follows.

    What costs more than `most` cans need not be found.
    """
    cost = scratch(COSTS)
    spread(s, seat, one, NOWHERE, one_trail | 1 << other, most, cost, 0)
    spread(s, seat, other, NOWHERE, other_trail, most, cost, ROOFTOPS)
    best = FAR
    for rooftop in range(ROOFTOPS):
        entering = 2
        if rooftop == other:
            total = cost[rooftop]
            entering = 1 if other_trail == 1 << other else 2
        elif rooftop == one:
            total = cost[ROOFTOPS + rooftop]
            entering = 1 if one_trail == 1 << one else 2
        elif one_trail >> rooftop & 1:
            total = FAR
        else:
            total = cost[rooftop] + cost[ROOFTOPS + rooftop]
        if s.toll_for_stopping:
            total += entering * shelter_toll(s, seat, rooftop)  # HTR-71
        best = min(best, total)
    return best


@rule
def cost_of_joining(s: HotTinRoof, seat: int, one: int, one_trail: int, other: int, other_trail: int) -> int:
    """The fewest cans that bring two cats together from where they are, given where each has stood (HTR-94)."""
    return min(
        cost_one_first(s, seat, FAR, one, one_trail, other, other_trail),
        cost_one_first(s, seat, FAR, other, other_trail, one, one_trail),
    )


@rule
def can_walk(s: HotTinRoof, seat: int, cans: int, start: int, trail: int, end: int) -> bool:
    """Whether a cat can walk all the way to another rooftop for so many cans."""
    cost = scratch(ROOFTOPS)
    spread(s, seat, start, end, trail, cans, cost, 0)
    return cost[end] <= cans


@rule
def is_affordable(s: HotTinRoof, seat: int, cans: int, one: int, one_trail: int, other: int, other_trail: int) -> bool:
    """Whether `cost_of_joining` is so many cans at most. Mostly the first cat can go all the way, so first that."""
    return (
        (not s.toll_for_stopping and can_walk(s, seat, cans, one, one_trail, other))
        or cost_one_first(s, seat, cans, one, one_trail, other, other_trail) <= cans
        or cost_one_first(s, seat, cans, other, other_trail, one, one_trail) <= cans
    )


@rule
def is_joinable(s: HotTinRoof, seat: int, cans: int, one: int, one_trail: int, other: int, other_trail: int) -> bool:
    """Whether two cats that have walked already can still be brought together for so many cans.

    Where only stopping costs it can pay that one steps aside, the other passes, and the first follows.
    """
    if is_affordable(s, seat, cans, one, one_trail, other, other_trail):
        return True
    if not s.toll_for_stopping:
        return False
    return can_step_aside(s, seat, cans, one, one_trail, other, other_trail) or can_step_aside(
        s, seat, cans, other, other_trail, one, one_trail
    )


@rule
def can_step_aside(s: HotTinRoof, seat: int, cans: int, one: int, one_trail: int, other: int, other_trail: int) -> bool:
    """Whether two cats can be joined for so many cans after the first has made some step."""
    for way in range(FIRST_WAY[one], FIRST_WAY[one + 1]):
        there = WAY_TO[way]
        if s.catwalk[WAY_GAP[way]] >= 0 and there != other and not one_trail >> there & 1:
            left = cans - walking_toll(s, seat, way)
            if is_affordable(s, seat, left, there, one_trail | 1 << there, other, other_trail):
                return True
    return False


@rule
def joining_cost(s: HotTinRoof, seat: int, shape: int) -> int:
    """The fewest cans for which a pair on the board can be joined; `FAR` or more if nothing connects it."""
    one, other = s.cat[seat, shape, 0], s.cat[seat, shape, 1]
    return cost_of_joining(s, seat, one, 1 << one, other, 1 << other)


@rule
def can_join(s: HotTinRoof, seat: int, shape: int) -> bool:
    """Whether a pair on the board has a route that its owner can afford (HTR-89, HTR-90)."""
    if not is_out(s, seat, shape):
        return False
    one, other = s.cat[seat, shape, 0], s.cat[seat, shape, 1]
    return is_affordable(s, seat, wealth(s, seat), one, 1 << one, other, 1 << other)


@rule
def leads_on(s: HotTinRoof, shape: int, which: int, way: int) -> bool:
    """Whether a step of a joining can be paid and leaves the pair joinable: it meets, or affordable ways remain."""
    if s.catwalk[WAY_GAP[way]] < 0:
        return False
    left = wealth(s, s.turn) - toll_of_step(s, shape, which, way)
    there, other = WAY_TO[way], s.cat[s.turn, shape, 1 - which]
    if left < 0 or there == other:
        return left >= 0
    trail = s.trail[shape, which]
    if trail >> there & 1:
        return False
    return is_joinable(s, s.turn, left, there, trail | 1 << there, other, s.trail[shape, 1 - which])


@rule
def ways_to_join(s: HotTinRoof, shape: int) -> int:
    """The ways (bits) that the cats of a pair can take next in a joining."""
    ways = 0
    for which in range(2):
        here = s.cat[s.turn, shape, which]
        for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
            if leads_on(s, shape, which, way):
                ways |= 1 << way
    return ways


# ---------------------------------------------------------------- the cheapest route


@rule
def cost_of_meeting(s: HotTinRoof, seat: int, rooftop: int, start: int, end: int) -> int:
    """What meeting on a rooftop of a route costs where only stopping costs: each cat that came there pays."""
    if not s.toll_for_stopping:
        return 0
    return shelter_toll(s, seat, rooftop) * ((rooftop != start) + (rooftop != end))


@rule
def back_toll(s: HotTinRoof, seat: int, way: int) -> int:
    """What the second cat pays for coming towards the first one: it takes the way in the other direction."""
    toll = catwalk_toll(s, seat, WAY_GAP[way])
    if s.toll_for_stopping:
        return toll
    return toll + shelter_toll(s, seat, WAY_FROM[way])


@rule
def weigh_routes(s: HotTinRoof, seat: int, start: int, end: int, rest: Wide) -> None:
    """What remains of the best route from each rooftop: before the meeting place, and from `ROOFTOPS` on after it.

    A route is read from `start`: the first cat's way to the meeting place, then the second cat's way backwards.
    """
    for i in range(COSTS):
        rest[i] = FAR * ONE_CAN
    rest[ROOFTOPS + end] = 0
    changed = True
    while changed:
        changed = False
        for here in range(ROOFTOPS):
            best = rest[ROOFTOPS + here]
            early = min(rest[here], best + ONE_CAN * cost_of_meeting(s, seat, here, start, end))
            for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
                if s.catwalk[WAY_GAP[way]] >= 0:
                    there = WAY_TO[way]
                    best = min(best, rest[ROOFTOPS + there] + ONE_CAN * back_toll(s, seat, way) + 1)
                    early = min(early, rest[there] + ONE_CAN * walking_toll(s, seat, way) + 1)
            if best < rest[ROOFTOPS + here] or early < rest[here]:
                rest[ROOFTOPS + here] = best
                rest[here] = early
                changed = True


@rule
def find_route(s: HotTinRoof, seat: int, start: int, end: int, route: Wide) -> int:
    """Write the ways of the cheapest route, of those the shortest, of those the first by its letters; return how many.

    `late` and `early` say whether the route so far can be the best one with the meeting place behind or still ahead.
    """
    rest = scratch(COSTS)
    weigh_routes(s, seat, start, end, rest)
    here, early, late, n = start, True, False, 0
    while True:
        late = late or (
            early and rest[here] == rest[ROOFTOPS + here] + ONE_CAN * cost_of_meeting(s, seat, here, start, end)
        )
        if late and rest[ROOFTOPS + here] == 0:
            return n
        for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
            if s.catwalk[WAY_GAP[way]] >= 0:
                there = WAY_TO[way]
                stays_early = early and rest[here] == rest[there] + ONE_CAN * walking_toll(s, seat, way) + 1
                after = rest[ROOFTOPS + there] + ONE_CAN * back_toll(s, seat, way) + 1
                stays_late = late and rest[ROOFTOPS + here] == after
                if stays_early or stays_late:
                    route[n] = way
                    n += 1
                    here, early, late = there, stays_early, stays_late
                    break


@rule
def meeting_place(s: HotTinRoof, seat: int, route: Wide, n: int) -> int:
    """After how many ways of a route the cats meet: at its first rooftop where that is cheapest."""
    start, end = WAY_FROM[route[0]], WAY_TO[route[n - 1]]
    best, place = FAR, 0
    for split in range(n + 1):
        rooftop = start if split == 0 else WAY_TO[route[split - 1]]
        cost = cost_of_meeting(s, seat, rooftop, start, end)
        for i in range(n):
            cost += walking_toll(s, seat, route[i]) if i < split else back_toll(s, seat, route[i])
        if cost < best:
            best, place = cost, split
    return place
