"""Hot Tin Roof: what always holds. Each invariant notices its breach, and no move changes more than it may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabbytop.games.hot_tin_roof import facts
from tabbytop.games.hot_tin_roof.game import GAME
from tabbytop.games.hot_tin_roof.invariants import first_cans
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.kit.cases import ALL, Case, sample
from tests.games.hot_tin_roof.scene import BLUE, BROWN, ORANGE, REFEREE, WHITE, Scene

# ---------------------------------------------------------------- breaches: all that is not named still adds up


def one_cat_in_reserve(s: Any) -> None:
    s.cat[ORANGE, 0, 0] = -1


def pair_on_one_rooftop(s: Any) -> None:
    s.cat[ORANGE, 0, 0] = s.cat[ORANGE, 0, 1]


def catwalk_too_many(s: Any) -> None:
    s.catwalks[BROWN] += 1


def catwalk_of_nobody(s: Any) -> None:
    s.catwalk[20] = ORANGE


def shelter_too_few(s: Any) -> None:
    s.shelters[WHITE] -= 1


def deluxe_without_the_expansion(s: Any) -> None:
    s.deluxe_at[BROWN] = 21
    s.catwalks[BROWN] += 1


def fish_from_nowhere(s: Any) -> None:
    s.fish[BROWN] += 1


def fish_of_the_market_that_nobody_earned(s: Any) -> None:
    s.market -= 1
    s.stock += 1


def fish_earned_by_another(s: Any) -> None:
    s.earned[BLUE] += s.earned[WHITE] + 1
    s.earned[WHITE] = -1


def can_from_nowhere(s: Any) -> None:
    s.cans[BROWN] += 1


def cans_for_a_fish_that_was_not_given(s: Any) -> None:
    s.cans[BROWN] += 10
    s.broken += 1


def bank_paid_before_the_end(s: Any) -> None:
    s.banked += 2
    s.gifts += 1


def debt(s: Any) -> None:
    s.cans[WHITE] += s.cans[BROWN] + 1
    s.cans[BROWN] = -1


def no_dumpster_empty(s: Any) -> None:
    s.dumpster[0] -= 1
    s.dumpster[4] += 1


def tile_used_and_open(s: Any) -> None:
    s.tile_user[s.tile[0]] = ORANGE


def tile_missing(s: Any) -> None:
    s.tile[1] = -1


def tile_open_twice(s: Any) -> None:
    s.tile[1] = s.tile[0]


def cat_that_never_stood_where_it_is(s: Any) -> None:
    s.trail[0, 0] = 0


def trail_of_a_pair_in_reserve(s: Any) -> None:
    s.trail[1, 0] = 1


@pytest.mark.parametrize(
    ("number", "breach"),
    [
        (1, one_cat_in_reserve),
        (1, pair_on_one_rooftop),
        (2, catwalk_too_many),
        (2, catwalk_of_nobody),
        (2, shelter_too_few),
        (2, deluxe_without_the_expansion),
        (3, fish_from_nowhere),
        (3, fish_of_the_market_that_nobody_earned),
        (3, fish_earned_by_another),
        (4, can_from_nowhere),
        (5, cans_for_a_fish_that_was_not_given),
        (6, bank_paid_before_the_end),
        (7, debt),
        (8, no_dumpster_empty),
        (9, tile_used_and_open),
        (9, tile_missing),
        (9, tile_open_twice),
        (10, cat_that_never_stood_where_it_is),
        (10, trail_of_a_pair_in_reserve),
    ],
)
def test_every_invariant_notices_its_breach(number: int, breach: Callable[[Any], None]):
    scene = Scene(4).earned(2, 1, 1, 1).food(ORANGE, 12, 2).cats(ORANGE, "sitting", "KN").cats(BROWN, "lying", "AD")
    scene.catwalks(BROWN, "JK").shelters(WHITE, "H").catwalks(BLUE, "AB").races(ORANGE)
    breach(scene.s)
    assert REFEREE.broken(scene.state) == number


def test_a_deluxe_catwalk_on_the_board_means_that_everybody_has_earned_a_fish():
    scene = Scene(4, deluxe_catwalks=True).earned(1, 1, 1, 1).deluxe(BROWN, "JK").races(ORANGE)
    scene.s.earned[BLUE] -= 1
    scene.s.earned[WHITE] += 1
    assert REFEREE.broken(scene.state) == 2


def test_a_paid_ante_leaves_exactly_one_dumpster_with_a_single_can():
    scene = Scene(4).dumpsters(6, 1, 6, 3, 3).dives(ORANGE)
    scene.s.dumpster[0] -= 1
    scene.s.dumpster[1] += 1
    assert REFEREE.broken(scene.state) == 8


def test_a_joining_always_leads_on():
    scene = Scene(4).cats(ORANGE, "sitting", "AC").catwalks(ORANGE, "AB", "BC").settles(ORANGE)
    scene.play("join", shape="sitting").s.open_ways = 0
    assert REFEREE.broken(scene.state) == 11


# ---------------------------------------------------------------- what single moves change


def all_food(s: Any) -> int:
    """Food of all players and cans on all dumpsters."""
    return sum(facts.wealth(s, seat) for seat in range(s.seats)) + sum(s.dumpster)


def most_a_step_costs(s: Any) -> int:
    """A catwalk and a shelter; where only stopping costs, two cats may have to pay for the shelter they meet on."""
    catwalk = facts.DELUXE_TOLL if s.deluxe else facts.CATWALK_TOLL
    return int(catwalk + facts.SHELTER_TOLL * (2 if s.toll_for_stopping else 1))


def check_food(before: Any, after: Any, name: str) -> None:
    """Food is only moved about, except by the market, the supply and the bank."""
    earned = sum(after.earned) - sum(before.earned)
    assert earned == before.market - after.market
    assert earned in ((0, 1) if name == "step" else (0,))
    assert after.gifts - before.gifts == (name == "no_ante")
    assert after.banked - before.banked == (min(15, facts.wealth(before, before.turn)) if name == "bank" else 0)
    gained = 10 * earned + 2 * (name == "no_ante") - (after.banked - before.banked)
    assert all_food(after) == all_food(before) + gained


def check_payment(before: Any, after: Any, name: str) -> None:
    """No move takes more from its maker, or breaks more fish, than the rules can ask for."""
    seat, broken = before.turn, after.broken - before.broken
    paid = facts.wealth(before, seat) - facts.wealth(after, seat)
    if name == "step":
        met = before.market - after.market
        assert 0 <= paid + 10 * met <= most_a_step_costs(before)
        assert broken <= 1
    elif name == "done":
        assert 0 <= paid <= (8 if before.toll_for_stopping else 0)
    elif name == "ante":
        assert (paid, broken <= 1) == (5, True)
    elif name == "bank":
        assert (paid <= 15, broken <= 2) == (True, True)
    elif name != "join_cheapest":
        assert paid <= 0
    assert after.bought - before.bought == (name == "buy_fish")


@pytest.mark.parametrize("case", [case for case in ALL if case.game is GAME], ids=str)
def test_no_move_changes_more_than_it_may(case: Case):
    match = sample(case)
    for _, entry, old, new in match.walk():
        before, after, name = GAME.state.plain(old), GAME.state.plain(new), MOVES.family(entry.move).name
        check_food(before, after, name)
        check_payment(before, after, name)
    end = GAME.state.plain(match.state())
    taken = facts.MARKET_FISH[end.seats] - end.market
    food = first_cans(end) + 10 * taken + 2 * end.gifts - end.banked
    assert sum(match.score()) == food - sum(end.dumpster)
    assert end.market > 0 or food == (164 if end.seats == 3 else 194) + 2 * end.gifts - end.banked
