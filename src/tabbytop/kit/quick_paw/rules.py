"""The rules of Quick paw."""

from __future__ import annotations

from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule, table
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.kit.quick_paw.moves import GONE, HIDE, HOLES, LET_PASS, PASSES, SHOW, SLAP
from tabbytop.kit.quick_paw.state import QuickPaw

HIDING, WAITING, SEEN, ENDED = range(4)
MICE = 3
SPANS = table(PASSES)


@rule
def setup(s: QuickPaw, options: Wide) -> None:
    s.players = options[0]


@rule
def time_left(s: QuickPaw) -> int:
    """Until the mouse comes, or is gone."""
    return s.until - s.now


@rule
def actor(s: QuickPaw) -> int:
    if s.phase == ENDED:
        return OVER
    if s.phase == HIDING:
        return LUCK
    return HOUSE if time_left(s) == 0 else ALL


@rule
def chance(s: QuickPaw, ids: Ids, weights: Ids) -> int:
    for hole in range(HOLES):
        ids[hole] = HIDE + hole
        weights[hole] = 1
    return HOLES


@rule
def legal(s: QuickPaw, seat: int, out: Ids) -> int:
    who = actor(s)
    if seat == HOUSE and who == HOUSE:
        out[0] = SHOW if s.phase == WAITING else GONE
        return 1
    n = 0
    if who == ALL and seat == CLOCK:
        for i in range(SPANS.shape[0]):
            if SPANS[i] <= time_left(s):
                out[n] = LET_PASS + i
                n += 1
    elif who == ALL and 0 <= seat < s.players and s.out >> seat & 1 == 0:
        for hole in range(HOLES):
            out[n] = SLAP + hole
            n += 1
    return n


@rule
def why_not(s: QuickPaw, seat: int, move: int) -> int:
    who = actor(s)
    if seat == LUCK:
        return 0 if who == LUCK and HIDE <= move < SHOW else 1
    if seat == HOUSE:
        return 0 if who == HOUSE and move == (SHOW if s.phase == WAITING else GONE) else 2
    if who != ALL:
        return 3
    if seat == CLOCK:
        return 0 if LET_PASS <= move < SLAP and SPANS[move - LET_PASS] <= s.until - s.now else 2
    if seat < 0 or seat >= s.players or s.out & 1 << seat:
        return 3
    return 0 if SLAP <= move < SLAP + HOLES else 3


@rule
def apply(s: QuickPaw, seat: int, move: int) -> None:
    if move < SHOW:
        s.hole = move - HIDE
        s.phase = WAITING
        s.until = s.now + 500
    elif move == SHOW:
        s.shown = s.hole
        s.out = 0
        s.phase = SEEN
        s.until = s.now + 1000
    elif move == GONE:
        next_mouse(s)
    elif move < SLAP:
        s.now += SPANS[move - LET_PASS]
    else:
        s.out |= 1 << seat
        if s.phase == SEEN and s.shown == move - SLAP:
            s.points[seat] += 1
            next_mouse(s)


@rule
def next_mouse(s: QuickPaw) -> None:
    s.mice += 1
    s.hole = -1
    s.shown = -1
    s.out = 0
    s.phase = ENDED if s.mice == MICE else HIDING


@rule
def score(s: QuickPaw, out: Wide) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def rank(s: QuickPaw, out: Wide) -> None:
    for seat in range(s.players):
        out[seat] = 0
        if s.phase == ENDED:
            out[seat] = 1
            for other in range(s.players):
                if s.points[other] > s.points[seat]:
                    out[seat] += 1


@rule
def imagine(s: QuickPaw, seat: int, luck: Wide) -> None:
    if s.phase == SEEN:
        s.hole = s.shown
    elif s.phase == WAITING:
        s.hole = toss(luck, HOLES)


@rule
def broken(s: QuickPaw) -> int:
    """A mouse is somewhere while it is waited for (1); time does not run away (2)."""
    if (s.phase == WAITING or s.phase == SEEN) != (s.hole >= 0):
        return 1
    return 2 if s.phase != ENDED and s.phase != HIDING and s.now > s.until else 0
