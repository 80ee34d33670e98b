"""What Patrician's evaluation is made of, and how its changes are told. The numbers are those of `bot.py`."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.reasons import Key, Reasons, Views, Voice, minus
from tabbytop.engine.rule import scratch
from tabbytop.engine.state import States
from tabbytop.games.patrician import board, bot, facts
from tabbytop.games.patrician.board import CITY_NAMES, PERSON_NAMES

SYMBOLS = {board.MOVE_TOP: "card that moves a floor", board.DRAW_ANY: "card with a question mark"}


# ---------------------------------------------------------------- terms


def terms(s: Any, seat: int, rival: int) -> dict[Key, float]:
    """The points that a seat will probably have, less those of a rival, in thousandths."""
    return minus(_expected(s, seat), _expected(s, rival))


def _expected(s: Any, seat: int) -> dict[Key, float]:
    taken = bot.card_to_come(s)
    found: dict[Key, float] = {
        ("tokens", seat): 1000 * board.BONUS * s.bonus[seat],
        ("messengers", seat): bot.MESSENGER_WORTH * s.messengers_left[seat],
        ("symbols", seat): bot.worth_of_symbols(s, seat),
        ("turn", seat): bot.worth_of_turn(s, taken) if seat == s.acting else 0,
    }
    for person in range(len(PERSON_NAMES)):
        found["portraits", seat, person] = bot.portrait_worth(s, bot.heads_of(s, seat, person))
    sketch, expected = scratch(bot.SKETCH), scratch(bot.SEATS)
    for city in range(s.cities):
        expected[:] = 0
        if facts.is_scored(s, city):
            found["city", seat, city] = 1000 * sum(_tokens(s, seat, city))
        else:
            bot.expect_city(s, city, taken, sketch, expected)
            found["city", seat, city] = int(expected[seat])
    expected[:] = 0
    if s.messengers:
        bot.expect_penalty(s, expected)
    found["penalty", seat] = int(expected[seat])
    return found


def scale(s: Any) -> float:
    """How far guesses are off."""
    return float(bot.spread(s))


def turn(s: Any) -> int:
    """Turns finished; a turn in which nothing is left to decide has ended before a card is laid out."""
    decided = s.phase == facts.REFILLING and not s.draw_before_move and not s.messengers
    return 2 * int(s.turns) + decided


def _tokens(s: Any, seat: int, city: int) -> list[int]:
    """What the towers of a complete city have paid a seat."""
    tall = 0 if s.height[city, 0] > s.height[city, 1] else 1
    pays = (board.HIGH_TOKEN, board.LOW_TOKEN) if tall == 0 else (board.LOW_TOKEN, board.HIGH_TOKEN)
    return [int(pays[site][city]) for site in range(2) if s.winner[city, site] == seat]


def unplanned(view: States, seat: int) -> None:
    """Forget the plan of a turn: nothing of it has happened yet."""
    view["plan_step"][0, seat] = board.PLAY
    view["plan_card"][0, seat] = view["plan_move"][0, seat] = -1
    view["plan_floors"][0, seat] = 0


# ---------------------------------------------------------------- words


def phrase(key: Key, gain: float, before: Views, after: Views, voice: Voice) -> str | None:
    """What changed, in words. Hands and towers are the same in all views: luck only lays out cards."""
    name, who, *subject = key
    old, new = before[0], after[0]
    match name:
        case "city" if facts.is_scored(new, subject[0]):
            return _scored(old, new, who, subject[0], voice)
        case "city":
            return _city(old, new, who, subject[0], gain, voice)
        case "portraits" if gain > 0:
            return _portraits(old, new, who, subject[0], voice)
        case "symbols":
            return _symbols(old, new, who, gain, voice)
        case "tokens" if gain > 0:
            points = board.BONUS * (new.bonus[who] - old.bonus[who])
            return f"{voice.does(who, 'win')} {count(points, 'point')} by messengers"
        case "messengers" if gain < 0:
            return f"{voice.does(who, 'have', 'has')} one messenger less to place"
        case "penalty":
            return f"the {board.PENALTY} token is {'less' if gain > 0 else 'more'} likely to be {voice.theirs(who)}"
    return None


def _worth(gain: float) -> str:
    """What a change is worth, if it is worth naming: (about 2 points)."""
    points = round(abs(gain) / 1000)
    return f" (about {count(points, 'point')})" if points else ""


def _scored(old: Any, new: Any, who: int, city: int, voice: Voice) -> str | None:
    """A city that became complete."""
    if facts.is_scored(old, city):
        return None
    won = _tokens(new, who, city)
    if not won:
        return f"{voice.does(who, 'lose')} {CITY_NAMES[city]}"
    towers = "both towers" if len(won) == 2 else "a tower"
    return f"{voice.does(who, 'win')} {towers} in {CITY_NAMES[city]} ({count(sum(won), 'point')})"


def _city(old: Any, new: Any, who: int, city: int, gain: float, voice: Voice) -> str | None:
    """A city that is not complete: by its floors, or else by the cards for it in hand."""
    name = CITY_NAMES[city]
    for site in sorted(range(2), key=lambda site: -facts.floors_of(new, who, city, site)):
        has, had = (facts.floors_of(s, who, city, site) for s in (new, old))
        leads, led = (facts.winner_of(s, city, site) == who for s in (new, old))
        standing = f"{name} with {_against(new, who, city, site)}{_worth(gain)}"
        if gain > 0 and leads and not led and not voice.comparing:
            return f"{voice.does(who, 'take')} the lead in {standing}"
        if gain < 0 and led and not leads:
            return (
                f"{voice.does(who, 'do', 'does')} not lead in {name}"
                if voice.comparing
                else f"{voice.does(who, 'lose')} the lead in {name}"
            )
        if gain > 0 and has > had:
            return f"{voice.does(who, 'lead')} in {standing}" if leads else f"{voice.does(who, 'build')} in {standing}"
    crests = [_crests(s, who, city) for s in (old, new)]
    if gain > 0 and crests[1] > crests[0]:
        return f"{voice.does(who, 'get')} a card for {name}{_worth(gain)}"
    if gain > 0 and old.beside[city] == new.beside[city]:
        return f"{voice.whose(who)} chances in {name} get better{_worth(gain)}"
    return None


def _against(s: Any, who: int, city: int, site: int) -> str:
    """The floors of a seat in a tower, and those of the best of its rivals: 2 floors to 1."""
    rivals = max(facts.floors_of(s, seat, city, site) for seat in range(s.seats) if seat != who)
    return f"{count(facts.floors_of(s, who, city, site), 'floor')} to {rivals or 'none'}"


def _crests(s: Any, who: int, city: int) -> int:
    cards = [s.hand[who, slot] for slot in range(board.HAND_SIZE)]
    return sum(int(board.CARD_CRESTS[card]) for card in cards if card >= 0 and board.CARD_CITY[card] == city)


def _portraits(old: Any, new: Any, who: int, person: int, voice: Voice) -> str | None:
    had, has = (bot.heads_of(s, who, person) for s in (old, new))
    name = PERSON_NAMES[person]
    if has <= had:
        return None
    if has // board.SET > had // board.SET:
        return f"{voice.does(who, 'complete')} a set of {count(board.SET, name)} ({board.POINTS_PER_SET} points)"
    missing = board.SET - has % board.SET
    return f"{voice.does(who, 'have', 'has')} {count(has, name)} ({missing} short of a set)"


def _symbols(old: Any, new: Any, who: int, gain: float, voice: Voice) -> str | None:
    for symbol, name in SYMBOLS.items():
        had, has = (_cards_with(s, who, symbol) for s in (old, new))
        if gain > 0 and has > had:
            return f"{voice.does(who, 'get')} a {name}"
        if gain < 0 and has < had:
            return f"{voice.does(who, 'use')} a {name}"
    return None


def _cards_with(s: Any, who: int, symbol: int) -> int:
    cards = [s.hand[who, slot] for slot in range(board.HAND_SIZE)]
    return sum(1 for card in cards if card >= 0 and board.CARD_SYMBOL[card] == symbol)


REASONS = Reasons(terms, scale, phrase, turn, least=50, unplanned=unplanned)
