"""The moves of Rollecate and their ids."""

from __future__ import annotations

from tabbytop.engine.moves import Moves
from tabbytop.games.rollecate.board import BENDS, BOX, CARDS, TRACKS
from tabbytop.games.rollecate.components import VALUES

COMBINE = ("no", "yes")

MOVES = Moves(
    # luck
    start={"seat": range(BOX.game.players_max)},
    turn_up={"card": CARDS},
    draw={"card": CARDS},
    remove={"card": CARDS},
    throw={"wheels": range(BOX.totals.dice + 1)},
    # set-up, and the bends of Betsy's curves
    place={"bend": BENDS},
    return_chaos={},
    # the turn
    **{"pass": {}},  # a word that Python keeps for itself
    build={"card": CARDS[:TRACKS], "bend": BENDS},
    chaos={"value": VALUES, "combine": COMBINE},
    done={},
    ride={},
    take={},
    lay={"card": CARDS[:TRACKS], "combine": COMBINE},
    show_hands={},
    # how hidden moves look to those who may not know them
    drawn_unseen={},
    removed_unseen={},
)

START = MOVES.start.first
TURN_UP = MOVES.turn_up.first
DRAW = MOVES.draw.first
REMOVE = MOVES.remove.first
THROW = MOVES.throw.first
PLACE = MOVES.place.first
RETURN_CHAOS = MOVES.return_chaos.first
PASS = MOVES.families["pass"].first
BUILD = MOVES.build.first
CHAOS = MOVES.chaos.first
DONE = MOVES.done.first
RIDE = MOVES.ride.first
TAKE = MOVES.take.first
LAY = MOVES.lay.first
SHOW_HANDS = MOVES.show_hands.first
DRAWN_UNSEEN = MOVES.drawn_unseen.first
REMOVED_UNSEEN = MOVES.removed_unseen.first
