"""The rules of High cat."""

from __future__ import annotations

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.kit.high_cat.moves import BURY, CARDS, DEAL, PLAY, SHOW
from tabbytop.kit.high_cat.state import HighCat


@rule
def setup(s: HighCat, options: Wide) -> None:
    s.players = options[0]
    s.low = options[1]
    s.acting = LUCK


@rule
def actor(s: HighCat) -> int:
    return s.acting


@rule
def unseen(s: HighCat) -> int:
    """The cats that are still in the pile (bits)."""
    cards = (1 << CARDS) - 1 & ~s.played
    for seat in range(s.players):
        cards &= ~s.hand[seat]
    if s.buried >= 0:
        cards &= ~(1 << s.buried)
    return cards


@rule
def next_in_need(s: HighCat) -> int:
    """Who is dealt the next card, or -1."""
    for seat in range(s.players):
        if s.hand_size[seat] < 2:
            return seat
    return -1


@rule
def chance(s: HighCat, ids: Ids, weights: Ids) -> int:
    first = DEAL if s.is_buried else BURY
    n = 0
    for card in range(CARDS):
        if unseen(s) >> card & 1:
            ids[n] = first + card
            weights[n] = 1
            n += 1
    return n


@rule
def legal(s: HighCat, seat: int, out: Ids) -> int:
    if seat != s.acting or seat == LUCK or seat == OVER:
        return 0
    if seat == HOUSE:
        out[0] = SHOW
        return 1
    n = 0
    for card in range(CARDS):
        if s.hand[seat] >> card & 1:
            out[n] = PLAY + card
            n += 1
    return n


@rule
def why_not(s: HighCat, seat: int, move: int) -> int:
    if seat != s.acting or seat == OVER:
        return 3
    if seat == HOUSE:
        return 0 if move == SHOW else 5
    if seat == LUCK:
        first = DEAL if s.is_buried else BURY
        if move < first or move >= first + CARDS:
            return 2
        return 0 if unseen(s) & 1 << (move - first) else 1
    if move < PLAY or move >= PLAY + CARDS:
        return 3
    return 0 if s.hand[seat] & 1 << (move - PLAY) else 3


@rule
def apply(s: HighCat, seat: int, move: int) -> None:
    if move < DEAL:
        s.buried = move - BURY
        s.is_buried = 1
    elif move < PLAY:
        taker = next_in_need(s)
        s.hand[taker] |= 1 << (move - DEAL)
        s.hand_size[taker] += 1
        if next_in_need(s) < 0:
            s.acting = 0
    elif move < SHOW:
        play_card(s, seat, move - PLAY)
    else:
        s.shown = s.buried
        s.acting = OVER


@rule
def play_card(s: HighCat, seat: int, card: int) -> None:
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played |= 1 << card
    s.trick[seat] = card
    if seat + 1 < s.players:
        s.acting = seat + 1
        return
    best = 0
    for other in range(1, s.players):
        if (s.trick[other] > s.trick[best]) != (s.low == 1):
            best = other
    s.points[best] += 1
    for other in range(s.players):
        s.trick[other] = -1
    s.acting = 0 if s.hand_size[0] > 0 else HOUSE


@rule
def score(s: HighCat, out: Wide) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def rank(s: HighCat, out: Wide) -> None:
    for seat in range(s.players):
        out[seat] = 0
        if s.acting == OVER:
            out[seat] = 1
            for other in range(s.players):
                if s.points[other] > s.points[seat]:
                    out[seat] += 1


@rule
def imagine(s: HighCat, seat: int, luck: Wide) -> None:
    """Deal the cats that `seat` cannot see to the hands and the grave at random."""
    pile = unseen(s)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                card = take(pile, luck)
                pile &= ~(1 << card)
                s.hand[other] |= 1 << card
    if s.is_buried:
        s.buried = s.shown if s.shown >= 0 else take(pile, luck)


@rule
def take(pile: int, luck: Wide) -> int:
    """A random cat of a pile."""
    count = 0
    for card in range(CARDS):
        count += pile >> card & 1
    k = toss(luck, count)
    card = 0
    while True:
        if pile >> card & 1:
            if k == 0:
                return card
            k -= 1
        card += 1


@rule
def broken(s: HighCat) -> int:
    """Nobody has a cat that was played or that another one has (1); sizes are right (2)."""
    known = s.played
    if s.buried >= 0:
        if known >> s.buried & 1:
            return 1
        known |= 1 << s.buried
    for seat in range(s.players):
        if known & s.hand[seat]:
            return 1
        known |= s.hand[seat]
        size = 0
        for card in range(CARDS):
            size += s.hand[seat] >> card & 1
        if size != s.hand_size[seat]:
            return 2
    return 0
