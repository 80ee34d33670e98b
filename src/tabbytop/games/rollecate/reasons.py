"""What Rollecate's evaluation is made of, and how its changes are told. The numbers are those of `bot.py`.

Points are penalties here, so everything that will cost some is below zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.reasons import NOBODY, Key, Reasons, Views, Voice, mean, minus, often, varies
from tabbytop.engine.state import States
from tabbytop.games.rollecate import board, bot, facts, moves

# ---------------------------------------------------------------- terms


def terms(s: Any, seat: int, rival: int) -> dict[Key, float]:
    """The points that a rival will probably have, less those of a seat, in thousandths; alone, of a fair result."""
    own = _expected(s, seat)
    if rival != NOBODY:
        return minus(own, _expected(s, rival))
    hard = s.mode == facts.SOLO_HARD
    own["fair", seat] = 1000 * (bot.GOOD_WHEN_HARD if hard else bot.GOOD_ALONE)
    own["derailments", seat] = -1000 * bot.cost_of_scars(s) if hard else 0
    own["lost", seat] = -1e6 * s.lost
    return own


def _expected(s: Any, seat: int) -> dict[Key, float]:
    turns = bot.turns_left(s, seat)
    left = min(bot.LAST, turns)
    if facts.is_betsy(s, seat):
        return {("pile", seat): -1000 * s.pile_size[seat], ("to come", seat): -bot.BETSY_PACE * turns}
    return {
        ("pile", seat): -1000 * facts.sum_of_pile(s, seat),
        ("combining", seat): -bot.pile_with(s, seat, 0, left),
        ("hand", seat): -bot.cost_of_hand(s, seat, left),
        ("behind", seat): -bot.cost_behind(s, left),
        ("to come", seat): -bot.cost_to_come(turns),
        ("turn", seat): -1000 * bot.rest_of_turn(s, seat, left) if seat == s.turn else 0,
    }


def scale(s: Any) -> float:
    """How far guesses are off."""
    if s.seats == 1:
        return 1000 * (bot.SPREAD_WHEN_HARD if s.mode == facts.SOLO_HARD else bot.SPREAD_ALONE)
    return float(bot.SPREAD[min(bot.LAST, bot.turns_left(s, s.turn))])


def turn(s: Any) -> int:
    """Cards drawn in turns, and whether the next one is due: a turn ends before the next card is drawn."""
    due = s.phase in (facts.DRAWING, facts.BETSY_DRAWING) or s.phase >= facts.SCORING
    return 2 * sum(s.turns[seat] for seat in range(s.seats)) + due


def shown(view: States, seat: int, played: Sequence[int]) -> None:
    """A card that was built or discarded had been in the hand."""
    for move in played:
        if moves.BUILD <= move < moves.CHAOS:
            view["hand"][0, seat, (move - moves.BUILD) // len(board.BENDS)] += 1
        elif moves.CHAOS <= move < moves.DONE:
            view["hand"][0, seat, board.TRACKS + (move - moves.CHAOS) // 2] += 1


# ---------------------------------------------------------------- words


def phrase(key: Key, gain: float, before: Views, after: Views, voice: Voice) -> str | None:
    """What changed, in words."""
    name, who, *_ = key
    match name:
        case "pile":
            return _pile(before, after, who, gain, voice)
        case "hand":
            return _hand(before, after, who, gain, voice)
        case "combining" if gain > 0:
            return _combining(after, who, voice)
        case "derailments" if gain < 0:
            return f"the train derails{often(mean(after, lambda s: s.derailments) - before[0].derailments)}"
        case "lost" if gain < 0:
            return f"you lose the game{often(mean(after, lambda s: s.lost))}"
    return None


def _points(number: float) -> str:
    """A number of points as people say it: 2 points, less than a point."""
    points = round(abs(number))
    return count(points, "point") if points else "less than a point"


def _pile(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    more = mean(after, lambda s: facts.points(s, who)) - mean(before, lambda s: facts.points(s, who))
    mostly = (
        " on average" if varies((*before, *after) if voice.comparing else after, lambda s: facts.points(s, who)) else ""
    )
    if more * gain >= 0:
        return None
    if voice.comparing:
        return f"{voice.whose(who)} pile is {_points(more)} {'higher' if more > 0 else 'lower'}{mostly}"
    if more > 0:
        return f"{voice.does(who, 'take')} {_points(more)} onto {'your' if voice.is_you(who) else 'the'} pile{mostly}"
    return f"{voice.does(who, 'combine')} {_points(more)} away{mostly}"


def _hand(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    less = mean(before, lambda s: bot.held_points(s, who)) - mean(after, lambda s: bot.held_points(s, who))
    if less * gain <= 0:
        return None
    if voice.comparing:
        return f"{voice.whose(who)} hand is {_points(less)} {'lower' if less > 0 else 'higher'}"
    return f"{voice.does(who, 'get')} rid of {_points(less)} in hand" if less > 0 else None


def _combining(after: Views, who: int, voice: Voice) -> str | None:
    """What lies near the top of a pile can leave it later, with an equal card."""
    top = facts.top_value(after[0], who)
    if top and not varies(after, lambda s: facts.top_value(s, who)):
        return f"the {top} on top of {voice.whose(who)} pile can still be combined"
    return None


REASONS = Reasons(terms, scale, phrase, turn, least=20, shown=shown)
