"""Positions for the pictures in the guide, and what positions are built with, for lessons too.

They are drawn by the same board that people play on.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.referee import Interpreted
from tabbytop.engine.seats import LUCK
from tabbytop.engine.state import States
from tabbytop.games.kitty_paw import cards, facts, mat, moves, turn
from tabbytop.games.kitty_paw.game import GAME

RED, BLUE, GREEN = range(3)
REFEREE = Interpreted(GAME)
FIRST_ROW = ("I-05", "I-09", "I-17", "I-02")
SECOND_ROW = ("IIb-04", "IIb-01", "IIb-06", "IIb-08")
THIRD_ROW = ("III-05", "III-01", "III-02", "III-06")


def scenes() -> dict[str, States]:
    """All positions by the names that the guide uses."""
    return {
        "start": _start(),
        "cards": _cards(),
        "building": _building(),
        "right": _right(),
        "bobtail": _bobtail(),
        "looking": _looking(),
        "kept": _kept(),
        "on-top": _on_top(),
        "meow": _meow(),
        "wrong": _wrong(),
        "calm": _calm(),
        "practice": _practice(),
    }


def table(row: tuple[str, ...], players: int = 3, before: int | None = None, **options: Any) -> tuple[States, Any]:
    """A table with these cards in the row; one tile of each breed sleeps.

    So many rounds were played before; unless it is said, all those of the lower levels. Their cards are removed.
    """
    state = REFEREE.setup(GAME.encode(players, options))
    s = GAME.state.plain(state)
    dealt = [cards.CARD_IDS.index(name) for name in row]
    if before is None:
        before = {1: 0, 2: 6, 3: 8}[int(cards.LEVEL[dealt[0]])]
    s.round = before + 1
    left = [card for card in range(len(cards.CARD_IDS)) if s.where[card] == facts.IN_PILE and card not in dealt]
    for card in sorted(left, key=lambda card: int(cards.LEVEL[card]))[: facts.ROW * before]:
        s.where[card] = facts.REMOVED
    while REFEREE.actor(state) == LUCK and REFEREE.chance(state)[0][0] == moves.MIX:
        REFEREE.apply(state, LUCK, moves.MIX + 1)
    for card in dealt:
        REFEREE.apply(state, LUCK, moves.TURN_OVER + card)
    turn.gather(s)
    return state, s


def scored(s: Any, seat: int, right: str, turned: str = "") -> None:
    """Cards of earlier rounds that brought a seat their points, and those that brought their penalties."""
    for names, where, worth in ((right, facts.SCORED, cards.POINTS), (turned, facts.TURNED, cards.PENALTY)):
        for card in (cards.CARD_IDS.index(name) for name in names.split()):
            assert s.where[card] == facts.REMOVED
            s.where[card] = where + seat
            s.scored[seat] += 1
            s.total[seat] += worth[card]


def opened(row: tuple[str, ...], players: int = 3, before: int | None = None, **options: Any) -> tuple[States, Any]:
    """The same in an open round, in which everybody has taken the next card of the row."""
    state, s = table(row, players, before, **options)
    turn.count_down(s)
    s.now = s.until
    turn.open_round(s)
    for seat in range(players):
        turn.take_card(s, seat, cards.CARD_IDS.index(row[seat]))
    s.now += 9000
    return state, s


def place_of(s: Any, seat: int, piece: int) -> int:
    """Where a piece belongs on a seat's mat."""
    box, card = s.box[seat], s.card[seat]
    return mat.PLACE_AT[
        int(mat.CENTRE_Q[box] + cards.NEED_Q[card, piece]), int(mat.CENTRE_R[box] + cards.NEED_R[card, piece])
    ]


def build(s: Any, seat: int, number: int) -> None:
    """The first so many tiles of a seat's card, as they should lie."""
    card = s.card[seat]
    s.box_side[seat] = cards.NEED_BOX[card]
    for piece in cards.ORDER[card][:number]:
        turn.grab(s, seat, piece, 0 if s.centre[piece, 0] else 1)
        s.side[seat, piece], s.rot[seat, piece] = cards.NEED_SIDE[card, piece], cards.NEED_ROT[card, piece]
        s.place[seat, piece] = place_of(s, seat, piece)


def look(s: Any, seat: int, slot: int, animal: str) -> None:
    """A look under a box, numbered from 1."""
    turn.begin_peek(s, seat, slot - 1)
    turn.find(s, cards.ANIMAL_IDS.index(animal))


def find_and_keep(s: Any, seat: int, slot: int) -> None:
    """The animal that a seat needs is found, kept and put down."""
    look(s, seat, slot, cards.ANIMAL_IDS[cards.NEED_ANIMAL[s.card[seat]]])
    turn.keep(s, seat)
    s.place[seat, cards.HIDE] = place_of(s, seat, cards.HIDE)


def _start() -> States:
    return table(FIRST_ROW)[0]


def _cards() -> States:
    state, s = table(FIRST_ROW)
    turn.count_down(s)
    s.now = s.until
    turn.open_round(s)
    turn.take_card(s, BLUE, cards.CARD_IDS.index("I-05"))
    return state


def _building() -> States:
    state, s = opened(FIRST_ROW)
    build(s, RED, 3)
    build(s, BLUE, 2)
    build(s, GREEN, 1)
    turn.grab(s, RED, cards.BREED_IDS.index("russian"), 1)
    return state


def _right() -> States:
    state, s = opened(FIRST_ROW)
    build(s, RED, 5)
    build(s, BLUE, 3)
    return state


def _bobtail() -> States:
    state, s = opened(("I-08", "I-09", "I-17", "I-02"))
    build(s, RED, 3)
    return state


def _looking() -> States:
    state, s = opened(SECOND_ROW)
    build(s, RED, 5)
    build(s, BLUE, 3)
    look(s, RED, 3, "manx")
    return state


def _kept() -> States:
    state, s = opened(SECOND_ROW)
    build(s, RED, 5)
    build(s, BLUE, 4)
    look(s, RED, 3, "manx")
    turn.end_peek(s, RED)
    find_and_keep(s, RED, 5)
    return state


def _on_top() -> States:
    state, s = opened(THIRD_ROW)
    build(s, RED, 7)
    find_and_keep(s, RED, 2)
    return state


def _called() -> tuple[States, Any]:
    """Red has called with a right pattern."""
    state, s = opened(FIRST_ROW)
    build(s, RED, 5)
    build(s, BLUE, 4)
    build(s, GREEN, 3)
    turn.call(s, RED)
    return state, s


def _meow() -> States:
    state, s = _called()
    s.now += 600
    turn.press_paw(s, BLUE)
    return state


def _wrong() -> States:
    state, s = opened(FIRST_ROW, players=2)
    build(s, RED, 5)
    s.side[RED, cards.BREED_IDS.index("bombay")] = 0
    turn.call(s, RED)
    turn.check(s, RED)
    return state


def _calm() -> States:
    state, s = opened(FIRST_ROW, calm=True)
    build(s, RED, 5)
    build(s, BLUE, 4)
    turn.call(s, RED)
    return state


def _practice() -> States:
    state, s = opened(FIRST_ROW, players=1)
    build(s, RED, 4)
    return state
