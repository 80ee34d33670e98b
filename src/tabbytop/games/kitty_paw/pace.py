"""At whose pace a matched hand plays: that of the others, as far as everybody at the table can see it.

It looks at how many pieces the others have laid, when they acted last and how many rounds each has won, works out when
they will have finished, and means to finish at about the same time: by lot a little sooner or a little later. Whoever
is behind in rounds won is more often the sooner. It remembers nothing, so the same view gives the same pace.
"""

from __future__ import annotations

from typing import Any

from tabbytop.games.kitty_paw import cards, facts

USUAL = 2000
"""Milliseconds a piece that are expected of somebody of whom nothing is known yet …"""
DOUBT = 0.25
"""… and how many pieces that expectation weighs."""
IN_HAND = 0.6
"""The part of the time for a piece that is over once it is in the hand."""
TAKING = 0.6
"""Taking a card is as long as this part of a piece …"""
CALLING = 0.4
"""… and so are a last look and the Meow."""
SLOWEST = 20_000
"""Nobody is waited for longer than so many milliseconds a piece."""
SOONEST, LATEST = 0.55, 1.33
"""Between which shares of the others' time it means to finish while nobody leads; what it does not foresee, such as a
better card that somebody else took, makes it later."""
YIELD = 0.35
"""By what share of their time it is later for every round that it has won more."""


def time_for_piece(view: Any, seat: int, lot: float) -> float:
    """How many milliseconds a matched hand has for its next piece; `lot` from 0 to 1 says how soon it means to be."""
    others = [other for other in range(view.players) if other != seat and facts.plays(view, other)]
    if not others:
        return USUAL
    finish = sum(_finish(view, other) for other in others) / len(others)
    ahead = _rounds_won(view, seat) - sum(_rounds_won(view, other) for other in others) / len(others)
    share = max(0.0, SOONEST + (LATEST - SOONEST) * lot + YIELD * ahead)
    return (finish * share - _taken(view, seat)) / _left(view, seat)


def _finish(view: Any, seat: int) -> float:
    """After how many milliseconds of the round somebody will have finished, at the pace they have shown in it.

    Whoever does nothing while others act is at least so slow.
    """
    taken, lately = _taken(view, seat), max(_taken(view, other) for other in range(view.players))
    done = _laid(view, seat) + TAKING * (view.card[seat] >= 0)
    pace = max((taken + DOUBT * USUAL) / (done + DOUBT), lately / (done + 1))
    return taken + _left(view, seat) * min(float(SLOWEST), pace)


def _taken(view: Any, seat: int) -> int:
    """How long into the round a seat acted last."""
    return int(view.since[seat] - view.opened)


def _laid(view: Any, seat: int) -> float:
    """How many pieces that its card asks for lie on a seat's mat, and a part of the one in its hand."""
    card = int(view.card[seat])
    asked = [piece for piece in range(cards.PIECE_COUNT) if card >= 0 and cards.is_needed(card, piece)]
    return sum(view.place[seat, piece] >= 0 for piece in asked) + IN_HAND * (facts.in_hand(view, seat) >= 0)


def _left(view: Any, seat: int) -> float:
    """How many pieces a seat has still to lay, with the Meow; before it has a card, those of the easiest in the row."""
    card = int(view.card[seat])
    if card < 0:
        row = [int(cards.POINTS[card]) for card in view.row.tolist() if card >= 0]
        return min(row, default=0) + CALLING
    asked = sum(bool(cards.is_needed(card, piece)) for piece in range(cards.PIECE_COUNT))
    return max(0.0, asked - _laid(view, seat)) + CALLING


def _rounds_won(view: Any, seat: int) -> int:
    """How many right pictures a seat has."""
    return int(view.where.tolist().count(facts.SCORED + seat))
