"""The moves of Hot Tin Roof and their ids."""

from __future__ import annotations

from tabbytop.engine.moves import Moves
from tabbytop.games.hot_tin_roof.board import GAP_NAMES, LETTERS, TILE_NAMES, WAY_NAMES
from tabbytop.games.hot_tin_roof.components import DUMPSTERS, SEATS, SHAPES

MOVES = Moves(
    tile={"homes": TILE_NAMES},
    first={"seat": range(SEATS)},
    ante={},
    no_ante={},
    dive={"dumpster": DUMPSTERS},
    catwalk={"gap": GAP_NAMES},
    deluxe={"gap": GAP_NAMES},
    shelter={"rooftop": LETTERS},
    lift={"place": (*GAP_NAMES, *LETTERS)},
    keep={},
    step={"shape": SHAPES, "way": WAY_NAMES},
    done={},
    bank={"shape": SHAPES},
    join={"shape": SHAPES},
    join_cheapest={"shape": SHAPES},
    break_fish={},
    buy_fish={},
)

TILE = MOVES.tile.first
FIRST = MOVES.first.first
ANTE = MOVES.ante.first
NO_ANTE = MOVES.no_ante.first
DIVE = MOVES.dive.first
CATWALK = MOVES.catwalk.first
DELUXE = MOVES.deluxe.first
SHELTER = MOVES.shelter.first
LIFT = MOVES.lift.first
KEEP = MOVES.keep.first
STEP = MOVES.step.first
DONE = MOVES.done.first
BANK = MOVES.bank.first
JOIN = MOVES.join.first
JOIN_CHEAPEST = MOVES.join_cheapest.first
BREAK_FISH = MOVES.break_fish.first
BUY_FISH = MOVES.buy_fish.first
