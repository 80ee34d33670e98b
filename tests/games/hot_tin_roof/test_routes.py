"""Hot Tin Roof: the cheapest way to join two cats, against an exhaustive search over all sequences of steps."""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest

from tabbytop.engine.rule import scratch
from tabbytop.engine.seats import OVER
from tabbytop.games.hot_tin_roof import facts, routes
from tabbytop.games.hot_tin_roof.board import FIRST_WAY, LETTERS, WAY_FROM, WAY_GAP, WAY_TO, roof_at
from tabbytop.kit.marks import cites
from tests.games.hot_tin_roof.scene import BLUE, ORANGE, REFEREE, Scene

NO_ROUTE = 10**6
both_tolls = pytest.mark.parametrize("toll", ["entering", "stopping"])


@dataclass(frozen=True)
class Pair:
    """Two cats on their way: where they are, and where each has stood (bits)."""

    one: int
    one_trail: int
    other: int
    other_trail: int


def random_city(toll: str, luck: random.Random) -> Any:
    """A table with a few catwalks and shelters; the pair that is looked at is Orange's."""
    s = Scene.before_play(4, shelter_toll=toll, deluxe_catwalks=True).s
    for gap in luck.sample(range(26), luck.randint(7, 15)):
        s.catwalk[gap] = luck.choice([0, 0, 1, 2, 3])
    for seat in range(1, 4):
        own = [gap for gap in range(26) if s.catwalk[gap] == seat]
        if own and luck.random() < 0.5:
            s.deluxe_at[seat] = luck.choice(own)
    for rooftop in luck.sample(range(15), luck.randint(0, 12)):
        s.shelter[rooftop] = luck.randrange(4)
    return s


def random_pair(s: Any, steps: int, luck: random.Random) -> Pair:
    """Two cats that have made some steps without meeting."""
    cats = luck.sample(range(15), 2)
    trails = [1 << cats[0], 1 << cats[1]]
    for _ in range(steps):
        open_steps = [
            (which, WAY_TO[way])
            for which in range(2)
            for way in ways_from(s, cats[which])
            if WAY_TO[way] != cats[1 - which] and not trails[which] >> WAY_TO[way] & 1
        ]
        if open_steps:
            which, there = luck.choice(open_steps)
            cats[which] = int(there)
            trails[which] |= 1 << cats[which]
    return Pair(cats[0], trails[0], cats[1], trails[1])


def ways_from(s: Any, rooftop: int) -> list[int]:
    return [way for way in range(FIRST_WAY[rooftop], FIRST_WAY[rooftop + 1]) if s.catwalk[WAY_GAP[way]] >= 0]


def cheapest_by_trying(s: Any, pair: Pair) -> int:
    """The cost of the cheapest sequence of steps that brings the cats together, by trying all of them."""

    @functools.cache
    def rest(pair: Pair) -> int:
        best = NO_ROUTE
        turned = Pair(pair.other, pair.other_trail, pair.one, pair.one_trail)
        steps = [(which, way) for which in (pair, turned) for way in ways_from(s, which.one)]
        for here, way in steps:
            there = int(WAY_TO[way])
            cost = facts.catwalk_toll(s, ORANGE, WAY_GAP[way])
            shelter = facts.shelter_toll(s, ORANGE, there)
            if there == here.other:
                entered = 1 + (here.other_trail != 1 << here.other)
                best = min(best, cost + (shelter * entered if s.toll_for_stopping else shelter))
            elif not here.one_trail >> there & 1:
                then = Pair(there, here.one_trail | 1 << there, here.other, here.other_trail)
                best = min(best, cost + (0 if s.toll_for_stopping else shelter) + rest(then))
        return best

    return rest(pair)


@both_tolls
@cites("HTR-87", "HTR-89", "HTR-71")
def test_the_cost_of_joining_is_that_of_the_cheapest_sequence_of_steps(toll):
    luck, connected = random.Random(7), 0
    for _ in range(250):
        s = random_city(toll, luck)
        pair = random_pair(s, 0, luck)
        cost = routes.cost_of_joining(s, ORANGE, pair.one, pair.one_trail, pair.other, pair.other_trail)
        tried = cheapest_by_trying(s, pair)
        assert min(cost, NO_ROUTE) == tried
        connected += tried < NO_ROUTE
    assert 50 < connected < 250


@both_tolls
@cites("HTR-94")
def test_cats_that_have_walked_are_joinable_for_exactly_what_the_cheapest_sequence_costs(toll):
    luck, joinable = random.Random(8), 0
    for _ in range(250):
        s = random_city(toll, luck)
        pair = random_pair(s, luck.randint(1, 6), luck)
        tried = cheapest_by_trying(s, pair)
        place = (pair.one, pair.one_trail, pair.other, pair.other_trail)
        if tried == NO_ROUTE:
            assert not routes.is_joinable(s, ORANGE, 500, *place)
        else:
            joinable += 1
            assert routes.is_joinable(s, ORANGE, tried, *place)
            assert not routes.is_joinable(s, ORANGE, tried - 1, *place)
    assert joinable > 50


@cites("HTR-94", "HTR-71")
@pytest.mark.parametrize(("owner", "cost"), [(BLUE, 3), (ORANGE, 2)])
def test_where_only_stopping_costs_one_cat_may_step_aside_to_let_the_other_pass(owner, cost):
    """The first cat came from H to C and cannot go back alone; the second passes C, waits on H, and is met there."""
    scene = Scene(4, shelter_toll="stopping").food(ORANGE, 3).cats(ORANGE, "sitting", "HG").catwalks(owner, "CI")
    scene.catwalks(ORANGE, "CH").catwalks(BLUE, "BC", "HI", "BG").shelters(BLUE, "BCI").food(BLUE, 10)
    s = scene.settles(ORANGE).s
    pair = (roof_at("C"), 1 << roof_at("C") | 1 << roof_at("H"), roof_at("B"), 1 << roof_at("B") | 1 << roof_at("G"))
    assert routes.cost_of_joining(s, ORANGE, *pair) > cost
    assert routes.is_joinable(s, ORANGE, cost, *pair)
    assert not routes.is_joinable(s, ORANGE, cost - 1, *pair)


def routes_by_trying(s: Any, start: int, end: int) -> list[tuple[int, int, str, int]]:
    """All routes for two cats that set out: (cost, steps, letters, place of the meeting in them)."""
    found = []
    paths = {rooftop: list(simple_paths(s, rooftop)) for rooftop in (start, end)}
    for first, second in itertools.product(paths[start], paths[end]):
        if first[-1] == second[-1]:
            cost = sum(cost_of_path(s, path) for path in (first, second))
            if s.toll_for_stopping:
                cost += facts.shelter_toll(s, ORANGE, first[-1]) * ((len(first) > 1) + (len(second) > 1))
            letters = "".join(LETTERS[rooftop] for rooftop in [*first, *reversed(second[:-1])])
            found.append((cost, len(first) + len(second) - 2, letters, len(first) - 1))
    return found


def simple_paths(s: Any, start: int) -> Any:
    waiting = [(start,)]
    while waiting:
        path = waiting.pop()
        yield path
        waiting += [(*path, int(WAY_TO[way])) for way in ways_from(s, path[-1]) if WAY_TO[way] not in path]


def cost_of_path(s: Any, path: tuple[int, ...]) -> int:
    cost = 0
    for here, there in itertools.pairwise(path):
        way = next(way for way in ways_from(s, here) if WAY_TO[way] == there)
        cost += facts.catwalk_toll(s, ORANGE, WAY_GAP[way])
        cost += 0 if s.toll_for_stopping else facts.shelter_toll(s, ORANGE, there)
    return cost


@both_tolls
@cites("HTR-87")
def test_the_cheapest_route_is_the_shortest_of_the_cheapest_and_the_first_of_these_by_letters(toll):
    luck, compared = random.Random(9), 0
    while compared < 60:
        s = random_city(toll, luck)
        start, end = sorted(luck.sample(range(15), 2))
        tried = routes_by_trying(s, start, end)
        if tried:
            compared += 1
            route = scratch(30)
            n = routes.find_route(s, ORANGE, start, end, route)
            letters = "".join(LETTERS[WAY_FROM[route[i]]] for i in range(n)) + LETTERS[end]
            best = min(tried)
            assert (n, letters, routes.meeting_place(s, ORANGE, route, n)) == best[1:]


def settling(toll: str, cans: int, luck: random.Random) -> Scene:
    """Orange settles one pair somewhere in a random city."""
    while True:
        scene, city = Scene(4, shelter_toll=toll), random_city(toll, luck)
        for gap, owner in enumerate(city.catwalk):
            scene.s.catwalk[gap] = owner if list(scene.s.catwalk).count(owner) < 6 else -1
        for rooftop, owner in enumerate(city.shelter):
            scene.s.shelter[rooftop] = owner if list(scene.s.shelter).count(owner) < 3 else -1
        for seat in range(4):
            scene.s.catwalks[seat] -= list(scene.s.catwalk).count(seat)
            scene.s.shelters[seat] -= list(scene.s.shelter).count(seat)
        scene.food(ORANGE, cans).cats(ORANGE, "sitting", "".join(luck.sample(LETTERS, 2))).settles(ORANGE)
        if scene.choices("join"):
            return scene


@both_tolls
@cites("HTR-87")
def test_join_cheapest_takes_exactly_the_cost_of_joining(toll):
    luck = random.Random(10)
    for _ in range(40):
        scene = settling(toll, 60, luck)
        cost, before = routes.joining_cost(scene.s, ORANGE, 0), scene.scores()
        scene.play("join_cheapest", shape="sitting")
        assert scene.scores()[ORANGE] == before[ORANGE] - cost
        assert sum(scene.scores()) == sum(before)


@both_tolls
@cites("HTR-90", "HTR-94")
def test_a_joining_never_gets_stuck(toll):
    """Whatever way is taken, the cats come together for what their owner has."""
    luck = random.Random(11)
    for _ in range(40):
        scene = settling(toll, luck.randint(0, 9), luck).play("join", shape="sitting")
        while scene.legal() != ["done"]:
            move = luck.choice(REFEREE.legal(scene.state, scene.actor))
            REFEREE.apply(scene.state, scene.actor, move)
            assert REFEREE.broken(scene.state) == 0
        assert scene.done().actor == OVER
