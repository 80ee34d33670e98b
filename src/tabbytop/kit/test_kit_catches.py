"""The kit itself: planted faults in a small game, each of which it must find."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from tabbytop.engine import verbs
from tabbytop.engine.game import Game, Skill, all_seen
from tabbytop.engine.rule import rule
from tabbytop.engine.scoring import ScorePart
from tabbytop.engine.seats import ALL, CLOCK
from tabbytop.engine.state import Ids, Wide
from tabbytop.kit import test_cards, test_hidden, test_parts, test_ranges, test_rules
from tabbytop.kit.cases import Case
from tabbytop.kit.high_cat.game import GAME
from tabbytop.kit.high_cat.moves import CARDS, PLAY
from tabbytop.kit.high_cat.rules import legal as fair_legal
from tabbytop.kit.high_cat.rules import take, unseen
from tabbytop.kit.high_cat.state import HighCat
from tabbytop.kit.quick_paw.game import GAME as QUICK_PAW
from tabbytop.kit.quick_paw.moves import LET_PASS, SLAP
from tabbytop.kit.quick_paw.rules import ENDED, HIDING
from tabbytop.kit.quick_paw.rules import actor as race_actor
from tabbytop.kit.quick_paw.rules import apply as race_apply
from tabbytop.kit.quick_paw.rules import legal as race_legal
from tabbytop.kit.quick_paw.rules import why_not as fair_why_not
from tabbytop.kit.quick_paw.state import QuickPaw


def with_fault(name: str, base: Game = GAME, **changes: Any) -> Case:
    """High cat, or another game, with some verbs or other parts of its card replaced by faulty ones."""
    faulty = {verb: changes.pop(verb) for verb in verbs.NAMES if verb in changes}
    sound = {verb: getattr(base.rules, verb) for verb in verbs.NAMES}
    rules: Any = SimpleNamespace(**{**sound, **faulty})
    game = dataclasses.replace(base, id=f"{base.id}-{name}", rules=rules, **changes)
    return Case(game, 3, ())


def prolonged(case: Case) -> None:
    """The law of ranges, with players who prolong a game."""
    test_ranges.test_no_field_leaves_its_range(case, "back to the beginning")


@rule
def lenient_why_not(s: HighCat, seat: int, move: int) -> int:
    return 0 if seat == s.acting and PLAY <= move < PLAY + CARDS else 3


@rule
def knowing_legal(s: HighCat, seat: int, out: Ids) -> int:
    """Leaves out the first card when the buried cat is an even one."""
    n = fair_legal(s, seat, out)
    return n - 1 if n > 1 and seat >= 0 and s.buried % 2 == 0 else n


@rule
def lazy_imagine(s: HighCat, seat: int, luck: Wide) -> None:
    """Always imagines the same world."""
    for other in range(s.players):
        for card in range(CARDS):
            missing = s.hand_size[other] > 0 and other != seat and unseen(s) >> card & 1
            size = 0
            for held in range(CARDS):
                size += s.hand[other] >> held & 1
            if missing and size < s.hand_size[other]:
                s.hand[other] |= 1 << card
    for card in range(CARDS):
        if s.is_buried and s.buried < 0 and unseen(s) >> card & 1:
            s.buried = card


@rule
def careless_imagine(s: HighCat, seat: int, luck: Wide) -> None:
    """Gives the same cat to several hands."""
    for other in range(s.players):
        if other != seat and s.hand_size[other] > 0:
            s.hand[other] = 1 << take(unseen(s) | 1, luck)


@rule
def endless_why_not(s: QuickPaw, seat: int, move: int) -> int:
    """Lets time pass beyond the moment at which the mouse comes."""
    if seat == CLOCK and LET_PASS <= move < SLAP and race_actor(s) == ALL:
        return 0
    return fair_why_not(s, seat, move)


@rule
def stopped_legal(s: QuickPaw, seat: int, out: Ids) -> int:
    """No time passes, so nobody can act once all have slapped."""
    return 0 if seat == CLOCK else race_legal(s, seat, out)


@rule
def stopped_why_not(s: QuickPaw, seat: int, move: int) -> int:
    return 2 if seat == CLOCK else fair_why_not(s, seat, move)


@rule
def tireless_apply(s: QuickPaw, seat: int, move: int) -> None:
    """Mice come for ever, and are counted in a field that is too narrow for them."""
    race_apply(s, seat, move)
    if s.phase == ENDED:
        s.phase = HIDING


@rule
def blind_broken(s: HighCat) -> int:
    return 7 if s.played else 0


def boastful_parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Everybody has a point more than the rules say."""
    return (ScorePart("Cats", tuple(1 + view.buried for _ in range(view.players)), "for cats"),)


def halved_parts(view: Any, before: Any) -> tuple[ScorePart, ...]:
    """Points for things of which there is a half."""
    return (ScorePart("Cats", (3,) * view.players, "for cats", 2, ("cat", "cats")),)


@pytest.mark.parametrize(
    ("case", "law"),
    [
        (with_fault("boastful", parts=boastful_parts), test_parts.test_the_parts_of_every_seat_are_its_score),
        (with_fault("halved", parts=halved_parts), test_parts.test_things_of_a_part_are_whole_and_have_a_name),
        (with_fault("lenient", why_not=lenient_why_not), test_rules.test_the_laws_hold_on_every_state_of_random_games),
        (with_fault("broken", broken=blind_broken), test_rules.test_the_laws_hold_on_every_state_of_random_games),
        (
            with_fault("endless", QUICK_PAW, why_not=endless_why_not),
            test_rules.test_the_laws_hold_on_every_state_of_random_games,
        ),
        (
            with_fault("stopped", QUICK_PAW, legal=stopped_legal, why_not=stopped_why_not),
            test_rules.test_the_laws_hold_on_every_state_of_random_games,
        ),
        (with_fault("tireless", QUICK_PAW, apply=tireless_apply), prolonged),
        (
            with_fault("seeing", QUICK_PAW, seen=all_seen),
            test_hidden.test_moves_that_differ_only_in_hidden_things_look_the_same,
        ),
        (
            with_fault("knowing", legal=knowing_legal),
            test_hidden.test_what_reaches_a_seat_does_not_depend_on_what_it_cannot_know,
        ),
        (
            with_fault("talkative", seen=all_seen),
            test_hidden.test_moves_that_differ_only_in_hidden_things_look_the_same,
        ),
        (with_fault("lazy", imagine=lazy_imagine), test_hidden.test_imagined_worlds_are_legal_and_differ),
        (with_fault("careless", imagine=careless_imagine), test_hidden.test_imagined_worlds_are_legal_and_differ),
    ],
    ids=lambda value: value.game.id if isinstance(value, Case) else "",
)
def test_a_planted_fault_is_found(case: Case, law: Any):
    with pytest.raises(AssertionError):
        law(case)


def test_a_level_that_forgets_what_nobody_has_named():
    game = with_fault("forgetful", skills={"kitten": Skill(simulations=12, slips=0.1, forgets=0.5)}).game
    with pytest.raises(AssertionError, match="has no `overlook`"):
        test_cards.test_levels_forget_only_where_the_game_says_what(game)
