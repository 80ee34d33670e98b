"""What Cat Cab's evaluation is made of, and how its changes are told. The numbers are those of `bot.py`.

Drivers in the city are compared by where they stand; once somebody has left, by what they can still reach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.reasons import Key, Reasons, Views, Voice, mean, minus, often, varies
from tabbytop.games.cat_cab import board, bot, facts

Number = Callable[[Any], float]
SURE = 40_000.0
"""As good as certain, in thousandths of a logit."""


# ---------------------------------------------------------------- terms


def terms(s: Any, seat: int, rival: int) -> dict[Key, float]:
    """How far a driver is ahead of a rival, in thousandths of a logit: see `bot.ahead_of`."""
    here, there = board.in_city(s.place[seat]), board.in_city(s.place[rival])
    if here and there:
        own = _standing if bot.drivers_gone(s) == 0 else _in_rush_hour
        return minus(own(s, seat), own(s, rival))
    if here and s.departure[rival] > 0:
        return _hope(s, seat, facts.points(s, rival))
    if there and s.departure[seat] > 0:
        return {key: -value for key, value in _hope(s, rival, facts.points(s, seat)).items()}
    if here or there:
        return {("out", rival if here else seat): SURE if here else -SURE}
    lead = facts.points(s, seat) - facts.points(s, rival)
    return {("points", seat): SURE if lead > 0 else -SURE if lead < 0 else 0.0}


def _standing(s: Any, seat: int) -> dict[Key, float]:
    return {
        ("passengers", seat): bot.by_passengers(s, seat),
        ("exit", seat): bot.by_exit(s, seat),
        ("passenger near", seat): bot.by_passenger_near(s, seat),
        ("dice", seat): bot.by_dice(s, seat),
        ("curses", seat): bot.by_curses(s, seat),
        ("turn", seat): bot.by_turn(s, seat),
    }


def _in_rush_hour(s: Any, seat: int) -> dict[Key, float]:
    return {
        ("passengers", seat): 1000 * s.held[seat],
        ("exit", seat): -1000 * bot.BY_NEARER_IN_RUSH_HOUR * bot.steps_to_exit(s, s.place[seat]),
    }


def _hope(s: Any, seat: int, best: int) -> dict[Key, float]:
    """What a driver in the city can hope for against one who has left with `best` points."""
    margin, spare = bot.margin_in_rush_hour(s, seat, best, bot.drivers_gone(s)), bot.spare_turns(s, seat)
    return {
        ("passengers", seat): 1000 * (bot.EVEN_IN_RUSH_HOUR + bot.BY_MARGIN * margin),
        ("exit", seat): 1000 * (bot.BY_SPARE_TURN * spare + bot.BY_MISSING_TURN * min(0.0, spare)),
        ("waiting", seat): 1000 * (bot.hope_for_more(s, margin) + (bot.BY_TIE if margin == 0 else 0.0)),
    }


def scale(s: Any) -> float:
    """Terms are thousandths of a logit."""
    return 1000.0


def turn(s: Any) -> int:
    """Turns finished."""
    return sum(s.turns[seat] for seat in range(s.seats))


# ---------------------------------------------------------------- words


def phrase(key: Key, gain: float, before: Views, after: Views, voice: Voice) -> str | None:
    """What changed, in words."""
    name, who, *_ = key
    if gain > 0 and (left := mean(after, _gone(who)) - mean(before, _gone(who))) > 0:
        return f"{voice.does(who, 'leave')} the city{often(left)}"
    match name:
        case "passengers":
            return _passengers(before, after, who, gain, voice)
        case "exit" | "passenger near":
            return _nearer(name, before, after, who, gain, voice)
        case "dice":
            return _dice(before, after, who, gain, voice)
        case "curses":
            return _curses(before, after, who, gain, voice)
    return None


def _gone(who: int) -> Number:
    return lambda s: s.departure[who] > 0


def _more(before: Views, after: Views, number: Number, gain: float) -> float:
    """By how much a number has grown, if that is what changed the term."""
    more = mean(after, number) - mean(before, number)
    return more if more * gain > 0 else 0.0


def _passengers(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    more = _more(before, after, lambda s: s.held[who], gain)
    if more == 0:
        return None
    if voice.comparing and abs(more) < 1:
        return f"{voice.does(who, 'pick up', 'picks up')} a passenger {'more' if more > 0 else 'less'} often"
    if more > 0:
        return f"{voice.does(who, 'pick up', 'picks up')} a passenger{often(more)}"
    return (
        f"{voice.does(who, 'do', 'does')} not get the passenger"
        if voice.comparing
        else f"{voice.does(who, 'lose')} a passenger{often(-more)}"
    )


def _nearer(name: str, before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    if not all(board.in_city(s.place[who]) for s in (*before, *after)):
        return None
    if name == "passenger near" and len({s.passenger for s in (*before, *after)}) > 1:
        return None  # the passenger stands elsewhere: nobody has driven there

    def steps(s: Any) -> int:
        there = (
            bot.steps_to_exit(s, s.place[who]) if name == "exit" else bot.steps_to_square(s, s.place[who], s.passenger)
        )
        return int(there)

    spaces = round(_more(after, before, steps, gain))
    if spaces == 0:
        return None
    goal = "exit" if name == "exit" else "passenger"
    where = f"nearer to the {goal}" if spaces > 0 else f"farther from the {goal}"
    mostly = " on average" if varies(after, steps) else ""
    return f"{voice.does(who, 'are', 'is')} {count(abs(spaces), 'space')} {where}{mostly}"


def _dice(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    more = _more(before, after, lambda s: facts.dice_held(s, who), gain)
    if more == 0:
        return None
    if voice.comparing:
        return f"{voice.does(who, 'win')} coloured dice {'more' if more > 0 else 'less'} often"
    number = round(abs(more))
    dice = count(number, "coloured die", "coloured dice") if number > 1 else f"a coloured die{often(abs(more))}"
    return f"{voice.does(who, 'win' if more > 0 else 'lose')} {dice}"


def _curses(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    more = _more(after, before, lambda s: s.curses[who], gain)
    if more == 0:
        return None
    number = round(abs(more))
    amount = count(number, "curse") if number else f"a curse{often(abs(more))}"
    if voice.comparing:
        return f"{voice.does(who, 'have', 'has')} {count(max(1, number), 'curse')} {'less' if more > 0 else 'more'}"
    return f"{voice.does(who, 'lose' if more > 0 else 'get')} {amount}"


REASONS = Reasons(terms, scale, phrase, turn, least=30)
