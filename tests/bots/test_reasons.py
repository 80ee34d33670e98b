"""Reasons: they say what the evaluation counts, no more and no less, and hardly any decision is left without one."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.foresight import Foresight
from tabbytop.bots.thinking import Budget, Thinker
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.reasons import NOBODY, Position, Reasons, Voice, explain, lead, often, rivals_of, sentence
from tabbytop.engine.seats import OVER
from tabbytop.engine.state import States
from tabbytop.kit.cases import ALL, Case, compiled

TURN_BASED = [case for case in ALL if case.game.reasons is not None]
PLAIN = [case for case in TURN_BASED if not case.options]
EVERY = 11
"""Positions are looked at every so many moves."""
GOOD = 0.9
"""The share of decisions that get a reason."""


def reasons_of(case: Case) -> Reasons:
    assert case.game.reasons is not None
    return case.game.reasons


def positions(case: Case, number: int = 0) -> Iterator[tuple[Match, States]]:
    """A random game of some cats, one position after the other, from the first decision on."""
    referee = compiled(case.game)
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(17, number), referee=referee)
    match.advance()
    bot = levels.make("kitten", referee, number)
    while not match.over:
        yield match, match.state()
        match.play(match.actor, bot.choose(moment_of(match, match.actor)))
        match.advance()
    yield match, match.state()


def judged(case: Case, state: States, seats: int) -> list[float]:
    """What `evaluate` says, from the terms alone: chances to end ahead, by their sums."""
    reasons, plain = reasons_of(case), case.game.state.plain(state)
    found = []
    for seat in range(seats):
        ahead = []
        for rival in rivals_of(seat, seats):
            logit = sum(reasons.terms(plain, seat, rival).values()) / reasons.scale(plain)
            ahead.append(1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, logit)))))
        behind = sum(ahead) / len(ahead)
        first = behind if case.game.id == "cat-cab" or seats == 1 else math.prod(ahead)
        found.append(0.5 * first + 0.5 * behind)
    return found


@pytest.mark.parametrize("case", TURN_BASED, ids=str)
def test_terms_add_up_to_what_the_evaluation_uses(case: Case):
    out = np.zeros(case.game.most_seats)
    for match, state in positions(case):
        if match.ply % EVERY and match.actor != OVER:
            continue
        assert case.game.bot is not None
        case.game.bot.evaluate(case.game.state.plain(state), out)
        told = judged(case, state, match.seats)
        assert told == pytest.approx(out[: match.seats].tolist(), abs=2e-3), match.ply


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_an_explanation_holds_all_of_the_difference(case: Case):
    reasons = reasons_of(case)
    before: Position | None = None
    for match, state in positions(case):
        if match.ply % EVERY and match.actor != OVER:
            continue
        plain = case.game.state.plain(state)
        after = Position.of(reasons, [plain], 0, match.seats)
        if before is not None:
            told = explain(reasons, before, after, 0, match.seats, Voice(str))
            leads = [
                sum(sum(reasons.terms(view, 0, rival).values()) for rival in rivals_of(0, match.seats))
                / len(rivals_of(0, match.seats))
                for view in (before.views[0], plain)
            ]
            assert sum(told.changes.values()) == pytest.approx(leads[1] - leads[0], abs=1e-6)
        before = after


def decisions(case: Case, number: int) -> Iterator[tuple[Match, Moment]]:
    """The decisions with a choice in a game of top cats who think little."""
    referee = compiled(case.game)
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(8, number), referee=referee)
    match.advance()
    while not match.over:
        moment = moment_of(match, match.actor)
        if len(moment.legal) > 1:
            yield match, moment
        else:
            match.play(match.actor, moment.legal[0])
        match.advance()


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_nearly_every_decision_of_a_bot_game_has_a_reason(case: Case):
    referee = compiled(case.game)
    foresight, thinker = Foresight(referee), Thinker(referee, 1)
    given, real, all_of_them = 0, 0, 0
    for match, moment in decisions(case, 3):
        moves = [candidate.move for candidate in thinker.think(moment, Budget(64)).candidates[:3]]
        reason = foresight.reasons(moment, moves)[0]
        given, all_of_them = given + bool(reason), all_of_them + 1
        real += bool(reason) and "comes to the same" not in reason
        match.play(moment.seat, moves[0])
    assert given >= GOOD * all_of_them
    assert real >= 0.75 * all_of_them  # that two moves come to the same is a reason, but not the usual one


def first_choice(game_id: str, number: int = 0) -> tuple[Match, Moment]:
    game = games.load(game_id)
    case = next(case for case in PLAIN if case.game is game)
    return next(decisions(case, number))


def test_the_same_moment_gets_the_same_reasons():
    _, moment = first_choice("rollecate")
    foresight = Foresight(compiled(moment.game))
    assert foresight.reasons(moment, moment.legal) == foresight.reasons(moment, moment.legal)


def test_what_a_turn_leads_to_is_asked_once_without_luck_and_often_with_it():
    _, moment = first_choice("patrician")
    foresight = Foresight(compiled(moment.game))
    assert len(foresight.ends(moment, moment.legal[0])) == 1
    _, moment = first_choice("cat-cab")
    assert len(Foresight(compiled(moment.game)).ends(moment, moment.legal[0])) > 1


# ---------------------------------------------------------------- the comparison itself, by a game that counts apples


def apples(view: dict[int, int], seat: int, rival: int) -> dict[tuple[object, ...], float]:
    mine = {("apples", seat): float(view[seat])}
    return mine if rival == NOBODY else {**mine, ("apples", rival): -float(view[rival])}


def told(key: tuple[object, ...], gain: float, before: object, after: object, voice: Voice) -> str:
    who = key[1]
    assert isinstance(who, int)
    return f"{voice.does(who, 'win' if gain > 0 else 'lose')} {abs(gain):g}"


APPLES = Reasons(apples, lambda view: 1.0, told, lambda view: 0, least=0.5)
VOICE = Voice(lambda seat: ("Red", "Blue", "Green")[seat], 0)


def compare(before: dict[int, int], *after: dict[int, int], others: tuple[dict[int, int], ...] = ()) -> str:
    old, new = (Position.of(APPLES, views, 0, len(before)) for views in ([before], after))
    elsewhere = [Position.of(APPLES, [view], 0, len(before)).since(old) for view in others]
    return sentence(explain(APPLES, old, new, 0, len(before), VOICE, elsewhere).text)


def test_good_news_come_first_and_bad_ones_if_they_weigh():
    assert compare({0: 1, 1: 1, 2: 1}, {0: 4, 1: 1, 2: 1}) == "You win 3."
    assert compare({0: 1, 1: 1, 2: 1}, {0: 4, 1: 5, 2: 1}) == "You win 3, but Blue wins 4."
    assert compare({0: 1, 1: 1, 2: 1}, {0: 9, 1: 3, 2: 1}) == "You win 8."
    assert compare({0: 3, 1: 1, 2: 1}, {0: 1, 1: 1, 2: 1}) == "You lose 2."
    assert compare({0: 3, 1: 1, 2: 5}, {0: 3, 1: 1, 2: 5}) == ""


def test_luck_is_a_mean():
    assert compare({0: 1, 1: 1}, {0: 1, 1: 1}, {0: 5, 1: 1}) == "You win 2."


def test_what_all_moves_share_is_no_reason_for_one():
    both = {0: 4, 1: 1, 2: 1}
    assert compare({0: 1, 1: 3, 2: 1}, both, others=({0: 4, 1: 3, 2: 1},)) == "Blue loses 2."
    assert compare({0: 1, 1: 1, 2: 1}, both, others=(both,)) == ""


def test_alone_there_is_nobody_to_compare_with():
    assert lead(APPLES, {0: 4}, 0, 1) == {("apples", 0): 4.0}
    assert compare({0: 1}, {0: 2}) == "You win 1."


@pytest.mark.parametrize(("share", "words"), [(1, ""), (0.75, " about 3 times in 4"), (0.02, " now and then")])
def test_shares_are_told_as_people_do(share: float, words: str):
    assert often(share) == words
