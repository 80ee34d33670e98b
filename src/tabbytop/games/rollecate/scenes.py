"""Positions for the pictures in the guide, and what positions are built with, for lessons too.

They are drawn by the same board that people play on. Cards are written short: `3` is a straight track, `3<` and `3>`
are curves to the left and to the right, `b3` is a broken track, `x3` a chaos card. In a railway the train stands on the
card in brackets.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import HOUSE, OVER
from tabbytop.engine.state import States
from tabbytop.games.rollecate import facts
from tabbytop.games.rollecate.board import ALL_CARDS, BENDS, CARDS, INITIAL, KINDS, STRAIGHT, value_of
from tabbytop.games.rollecate.game import GAME
from tabbytop.games.rollecate.turn import add_track, enter

LOOKS = {"b": "broken straight", "x": "chaos"}
CURVES = {"<": "left", ">": "right"}


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {
        "start": _start(),
        "values": _values(),
        "curve": _curve(),
        "blocked": _blocked(),
        "ride": _ride(),
        "derail": _derail(),
        "broken": _broken(),
        "passed": _passed(),
        "combine": _combine(),
        "chaos": _chaos(),
        "end": _end(),
        "betsy": _betsy(),
    }


# ---------------------------------------------------------------- arranging


def _kind(card: str) -> int:
    """The kind of a card written short."""
    if card[0] in LOOKS:
        return CARDS.index(f"{card[1]} {LOOKS[card[0]]}")
    return CARDS.index(f"{card[0]} {'curve' if card[-1] in CURVES else 'straight'}")


def table(railway: str, hands: str, piles: str, turn: int = 0, taken: str = "", **options: str) -> tuple[States, Any]:
    """A player has drawn and is to act. Hands and piles are written seat by seat, with strokes between them.

    Every card that is not named is removed or in the draw pile, and as many turns have passed as that takes.
    """
    state = Interpreted(GAME).setup(GAME.encode(hands.count("|") + 1, options))
    s = GAME.state.plain(state)
    for kind in (_kind(card) for card in taken.split()):
        s.taken[kind] += 1
        s.taken_size += 1
        s.deck[kind] -= 1
    _lay(s, railway)
    for seat, hand in enumerate(hands.split("|")):
        for kind in (_kind(card) for card in hand.split()):
            s.hand[seat, kind] += 1
            s.hand_size[seat] += 1
            s.deck[kind] -= 1
    for seat, pile in enumerate(piles.split("|")):
        for index, kind in enumerate(_kind(card) for card in pile.split()):
            s.pile[seat, index] = kind
            s.pile_size[seat] += 1
            s.deck[kind] -= 1
    _remove(s)
    _count_turns(s, turn)
    enter(s, facts.ACTING, turn)
    return state, s


def _lay(s: Any, railway: str) -> None:
    """Lay a railway; of a short one the first cards are gone already."""
    cards = railway.split("-")
    s.first = s.end = max(0, INITIAL - len(cards))
    for word in cards:
        card = word.strip("[]")
        if word != card:
            s.train = s.end
        add_track(s, _kind(card), BENDS.index(CURVES[card[-1]]) if card[-1] in CURVES else STRAIGHT)
        s.deck[_kind(card)] -= 1


def _remove(s: Any) -> None:
    """Remove as many cards as the rules say, always of the kind with the most left."""
    for _ in range(facts.REMOVED[s.players]):
        kind = max(range(KINDS), key=lambda each: s.deck[each])
        s.deck[kind] -= 1
        s.removed[kind] += 1
        s.removed_size += 1
    s.deck_size = sum(s.deck[kind] for kind in range(KINDS))


def _count_turns(s: Any, turn: int) -> None:
    """As many turns have begun as cards are missing in the draw pile; the last one is that of a seat."""
    begun = ALL_CARDS - INITIAL - s.removed_size - facts.DEALT * s.players - s.deck_size
    s.turn, s.starter = turn, (turn - begun + 1) % s.seats
    for seat in range(s.seats):
        s.turns[seat] = 0
    for number in range(begun):
        s.turns[(s.starter + number) % s.seats] += 1


def exhaust(s: Any, left: str = "") -> None:
    """Empty the draw pile: all its cards were drawn, and combined in pairs. Some may be left."""
    last = [_kind(card) for card in left.split()]
    for kind in last:
        s.deck[kind] -= 1
    odd = [value for value in range(1, 5) if sum(s.deck[kind] for kind in range(value - 1, KINDS, 4)) % 2]
    for one, other in zip(odd[::2], odd[1::2], strict=True):
        _exchange(s, one, other)
    for kind in range(KINDS):
        s.combined[kind], s.deck[kind] = s.deck[kind], last.count(kind)
    s.deck_size = len(last)
    _count_turns(s, s.turn)


def _exchange(s: Any, value: int, other: int) -> None:
    """Exchange a card of the draw pile for a removed one of another value."""
    out = next(kind for kind in range(KINDS) if s.deck[kind] and value_of(kind) == value)
    back = next(kind for kind in range(KINDS) if s.removed[kind] and value_of(kind) == other)
    s.deck[out] -= 1
    s.removed[out] += 1
    s.removed[back] -= 1
    s.deck[back] += 1


# ---------------------------------------------------------------- the positions


def _start() -> States:
    return table("1-2-[4<]-3", "1 3< 2|4 2<", "|")[0]


def _values() -> States:
    state, s = table("2-4-[3]-3<-4-1-1", "2 4|3 3< 1<", "|2")
    s.value, s.built = 1, 2
    enter(s, facts.BUILDING, 0)
    return state


def _curve() -> States:
    return table("3-2<-[2]-3>-4>-4<-1", "1< 2 4|3 3", "2|")[0]


def _blocked() -> States:
    return table("4<-3<-[3<]-4<", "4 3|1 1 2", "1|2 2")[0]


def _ride() -> States:
    state, s = table("1-2-[2]-3-4<-4", "2 3|1 1<", "1|3")
    s.value, s.built, s.wheels = 4, 1, 2
    enter(s, facts.RIDING, HOUSE)
    return state


def _derail() -> States:
    state, s = table("2-1<-4-3-[3]", "2 1|4 4<", "|3")
    s.value, s.built, s.wheels, s.due, s.derailments = 3, 1, 3, 2, 1
    enter(s, facts.TAKING, HOUSE)
    return state


def _broken() -> States:
    state, s = table("1-4-[3]-b3-3<-3", "2 1|4 4<", "|2")
    s.value, s.built, s.wheels = 3, 1, 2
    enter(s, facts.RIDING, HOUSE)
    return state


def _passed() -> States:
    state, s = table("1-2-4<-[3]", "2 1 1|4 4<", "|3")
    s.due = 1
    enter(s, facts.TAKING, HOUSE)
    return state


def _combine() -> States:
    state, s = table("4-3<-[3]", "2 1|4 4<", "3 1|2", taken="1< 3 2")
    s.value, s.built, s.wheels, s.derailments = 3, 2, 5, 1
    enter(s, facts.LAYING, 0)
    return state


def _chaos() -> States:
    state, s = table("1-4-[3]-3<", "x3 2|4 4<", "2 4 x3|2")
    enter(s, facts.DISCARDING, 0)
    return state


def _end() -> States:
    state, s = table("2-[3]-3-4", "|", "4 2|2 2< 1 1<")
    exhaust(s)
    enter(s, facts.FINISHED, OVER)
    return state


def _betsy() -> States:
    state, s = table("1-2-[2]-3", "4 1", "2|3 1", turn=facts.BETSY, mode="betsy")
    s.shown = _kind("4")
    s.deck[s.shown] -= 1
    s.deck_size -= 1
    _count_turns(s, facts.BETSY)
    enter(s, facts.BETSY_ACTING, facts.BETSY)
    return state
