"""What the evaluation of Hot Tin Roof is made of, and how its changes are told. The numbers are those of `bot.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.reasons import Key, Reasons, Views, Voice, mean, minus, varies
from tabbytop.engine.rule import scratch
from tabbytop.games.hot_tin_roof import bot, components, facts, words
from tabbytop.games.hot_tin_roof.components import SHAPES
from tabbytop.games.hot_tin_roof.state import GAPS

# ---------------------------------------------------------------- terms


def terms(s: Any, seat: int, rival: int) -> dict[Key, float]:
    """The food that a seat will probably end with, less that of a rival, in thousandths of a can."""
    return minus(_expected(s, seat), _expected(s, rival))


def _expected(s: Any, seat: int) -> dict[Key, float]:
    found: dict[Key, float] = {("food", seat): 1000 * facts.wealth(s, seat)}
    for name, add in (("catwalks", bot.add_catwalks), ("shelters", bot.add_shelters), ("tolls", _add_tolls)):
        food = scratch(s.seats)
        food[:] = 0
        add(s, food)
        found[name, seat] = int(food[seat])
    cheapest = bot.NEVER
    for shape in range(facts.PAIRS):
        found["pair", seat, shape] = 0
        if facts.is_out(s, seat, shape):
            cost = _plan(s, seat, shape)
            cheapest = min(cheapest, cost)
            found["pair", seat, shape] = bot.worth_of_pair(s, seat, cost)
    found["turn", seat] = bot.rest_of_turn(s, cheapest) if seat == s.turn else 0
    return found


def _plan(s: Any, seat: int, shape: int) -> int:
    """What the cheapest plan of a pair costs, with gaps to be built."""
    work = scratch(bot.ROOM)
    bot.price(s, seat, work)
    return int(bot.plan_for(s, seat, shape, work))


def _add_tolls(s: Any, food: Any) -> None:
    """Add the tolls that everybody may expect of the others' present plans."""
    work = scratch(bot.ROOM)
    for seat in range(s.seats):
        bot.price(s, seat, work)
        for shape in range(facts.PAIRS):
            if facts.is_out(s, seat, shape):
                bot.plan_for(s, seat, shape, work)
                bot.expect_tolls(s, seat, s.cat[seat, shape, 1], work, food)


def scale(s: Any) -> float:
    """How far guesses are off."""
    return float(bot.SPREAD[s.market])


def turn(s: Any) -> int:
    """Turns finished."""
    return int(s.turns)


# ---------------------------------------------------------------- words


def phrase(key: Key, gain: float, before: Views, after: Views, voice: Voice) -> str | None:
    """What changed, in words."""
    name, who, *subject = key
    match name:
        case "food":
            return _food(before, after, who, gain, voice)
        case "pair":
            return _pair(before, after, who, subject[0], gain, voice)
        case "catwalks" | "shelters" if gain > 0:
            return _pieces(name, gain, before, after, who, voice)
        case "tolls" if voice.is_you(who):
            return f"{'more' if gain > 0 else 'fewer'} cats will pay you on their way"
    return None


def _food(before: Views, after: Views, who: int, gain: float, voice: Voice) -> str | None:
    """Cans and fish; a fish that everybody sees coming is told as one."""
    cans = round(mean(after, lambda s: facts.wealth(s, who)) - mean(before, lambda s: facts.wealth(s, who)))
    mostly = " on average" if varies(after, lambda s: facts.wealth(s, who)) else ""
    if cans * gain <= 0:
        return None
    if voice.comparing:
        amount = f"{words.cans_in_words(abs(cans))} {'more' if cans > 0 else 'less'}"
        return f"{voice.does(who, 'have', 'has')} {amount}{mostly}"
    if all(s.earned[who] == before[0].earned[who] + 1 for s in after) and not mostly:
        tolls = facts.FISH_VALUE - cans
        return f"{voice.does(who, 'get')} a fish{f' for {words.cans_in_words(tolls)}' if tolls > 0 else ''}"
    return f"{voice.does(who, 'get' if cans > 0 else 'pay')} {words.cans_in_words(abs(cans))}{mostly}"


def _pair(before: Views, after: Views, who: int, shape: int, gain: float, voice: Voice) -> str | None:
    """A pair meets, comes out, needs fewer catwalks, or gets a cheaper way."""
    cats = f"{voice.whose(who)} {SHAPES[shape]} cats"
    was_out, is_out = (all(facts.is_out(s, who, shape) for s in views) for views in (before, after))
    if was_out and not any(facts.is_out(s, who, shape) for s in after):
        met = all(s.earned[who] > before[0].earned[who] for s in after)
        return f"{cats} {'meet' if met else 'are settled'}" if gain > 0 else None
    if not is_out:
        return None
    gaps, toll = (round(mean(after, number(who, shape))) for number in (_gaps_of, _toll_of))
    short = f"{count(gaps, 'catwalk')} short of meeting"
    if not was_out:
        return f"{cats} come out and can meet {words.price(toll)}" if gaps == 0 else f"{cats} come out ({short})"
    needed, paid = (round(mean(before, number(who, shape))) for number in (_gaps_of, _toll_of))
    if gaps != needed and (gaps < needed) == (gain > 0):
        return f"{cats} can meet {words.price(toll)}" if gaps == 0 else f"{cats} are {short}"
    if gaps == needed and toll != paid and (toll < paid) == (gain > 0):
        return f"{cats} need {words.cans_in_words(abs(toll - paid))} {'less' if toll < paid else 'more'} to meet"
    return None


def _gaps_of(who: int, shape: int) -> Callable[[Any], int]:
    return lambda s: bot.unbuilt(_plan(s, who, shape))


def _toll_of(who: int, shape: int) -> Callable[[Any], int]:
    return lambda s: bot.tolls(_plan(s, who, shape))


def _pieces(name: str, gain: float, before: Views, after: Views, who: int, voice: Voice) -> str | None:
    """A piece that was built or moved, by what it will earn."""
    piece = name.removesuffix("s")
    had, has = (_places(views[0], piece, who) for views in (before, after))
    new = sorted(has - had)
    if not new:
        return None
    if had - has and not voice.comparing:
        return f"{voice.does(who, 'move')} a {piece} to a busier place"
    where = words.gap_name(new[0]) if piece == "catwalk" else f"at {words.home_name(new[0])}"
    cans = round(gain / 1000)
    earns = f" (tolls of about {words.cans_in_words(cans)})" if cans else ""
    return f"{voice.does(who, 'have', 'has')} a {piece} {where}{earns}"


def _places(s: Any, piece: str, who: int) -> set[int]:
    """Where the pieces of a seat lie."""
    owners, number = (s.catwalk, GAPS) if piece == "catwalk" else (s.shelter, components.ROOFTOPS)
    return {place for place in range(number) if owners[place] == who}


REASONS = Reasons(terms, scale, phrase, turn, least=250)
