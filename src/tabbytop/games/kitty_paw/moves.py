"""The moves of Kitty Paw and their ids.

First come those of luck, of the house and of the clock, then what players do. Equal tiles are not told apart: a tile
in the centre is a breed and a side.
"""

from __future__ import annotations

from tabbytop.engine.moves import Moves
from tabbytop.games.kitty_paw.cards import ANIMAL_IDS, BREED_IDS, CARD_IDS, PIECES, SIDES
from tabbytop.games.kitty_paw.components import ANIMALS, ROTATIONS, SEATS
from tabbytop.games.kitty_paw.mat import CELLS, PLACES, cell_name, place_name

PASSES = (*range(1, 10), *range(10, 1000, 10), *range(1000, 10001, 1000))
"""Milliseconds that pass at once; every span of time is a few of them."""
LAG_STEP = 10
MOST_LAG = 300
"""Milliseconds that are taken off for a connection at most (KIT-87)."""
MOST_SENDING = 1000
"""Milliseconds that a table may take to send a Meow; one that takes longer tells of it anew (KIT-131)."""
LAGS = range(0, MOST_SENDING + MOST_LAG + 1, LAG_STEP)
WAYS = ("right", "left")

MOVES = Moves(
    # luck
    mix={"asleep": range(SEATS + 1)},
    top={"level": (1, 2, 3)},
    turn_over={"card": CARD_IDS},
    find={"animal": ANIMAL_IDS},
    tumble={"rotation": range(ROTATIONS)},
    # the house
    start={},
    open={},
    end_peek={"seat": range(SEATS)},
    time_up={},
    too_late={},
    penalise={"seat": range(SEATS)},
    check={"seat": range(SEATS)},
    clean_up={},
    # the clock
    let_pass={"ms": PASSES},
    lag={"seat": range(SEATS), "ms": LAGS},
    away={"seat": range(SEATS)},
    here={"seat": range(SEATS)},
    tell={"seat": range(SEATS)},
    # players
    ready={},
    take_card={"card": CARD_IDS},
    grab={"breed": BREED_IDS, "side": SIDES},
    put={"place": tuple(place_name(place) for place in range(PLACES))},
    lift={"piece": PIECES},
    turn={"piece": PIECES, "way": WAYS},
    flip={"breed": BREED_IDS},
    give_back={"piece": PIECES},
    peek={"slot": range(1, ANIMALS + 1)},
    unpeek={},
    keep={},
    box_flip={},
    box_move={"cell": tuple(cell_name(cell) for cell in range(CELLS))},
    meow={},
    paw={},
)

MIX = MOVES.mix.first
TOP = MOVES.top.first
TURN_OVER = MOVES.turn_over.first
FIND = MOVES.find.first
TUMBLE = MOVES.tumble.first
START_COUNTDOWN = MOVES.start.first
OPEN_ROUND = MOVES.open.first
END_PEEK = MOVES.end_peek.first
TIME_UP = MOVES.time_up.first
TOO_LATE = MOVES.too_late.first
PENALISE = MOVES.penalise.first
CHECK = MOVES.check.first
CLEAN_UP = MOVES.clean_up.first
LET_PASS = MOVES.let_pass.first
LAG = MOVES.lag.first
AWAY = MOVES.away.first
HERE = MOVES.here.first
TELL = MOVES.tell.first
READY = MOVES.ready.first
TAKE_CARD = MOVES.take_card.first
GRAB = MOVES.grab.first
PUT = MOVES.put.first
LIFT = MOVES.lift.first
TURN = MOVES.turn.first
FLIP = MOVES.flip.first
GIVE_BACK = MOVES.give_back.first
PEEK = MOVES.peek.first
UNPEEK = MOVES.unpeek.first
KEEP = MOVES.keep.first
BOX_FLIP = MOVES.box_flip.first
BOX_MOVE = MOVES.box_move.first
MEOW = MOVES.meow.first
PAW = MOVES.paw.first
