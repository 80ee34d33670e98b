"""The moves of Cat Cab and their ids."""

from __future__ import annotations

from tabbytop.engine.moves import Moves
from tabbytop.games.cat_cab.board import COLOURS, SQUARES, START, square_name

DICE = (
    *(f"white {number}" for number in range(1, 6)),
    *(f"{colour} D6" for colour in COLOURS),
    *(f"{colour} D8" for colour in COLOURS),
)
COLOURED_DICE = DICE[5:]
DIRECTIONS = ("up", "right", "down", "left")
PLACES = (*(square_name(square) for square in range(SQUARES)), "start")
assert PLACES.index("start") == START

MOVES = Moves(
    die={"shows": range(1, 9)},
    roll={},
    mark={"die": DICE},
    reroll={},
    stop={},
    roll_item={},
    skip_items={},
    cancel={"keeping_twos": range(14)},
    move={"spaces": (1, 2), "direction": DIRECTIONS},
    back={"to": PLACES},
    take_die={"die": COLOURED_DICE},
    boost={"direction": DIRECTIONS},
    lose_die={"die": COLOURED_DICE},
    sabotage={"seat": range(3)},
    decline={},
    collect={},
    end_turn={},
)

DIE = MOVES.die.first
ROLL = MOVES.roll.first
MARK = MOVES.mark.first
REROLL = MOVES.reroll.first
STOP = MOVES.stop.first
ROLL_ITEM = MOVES.roll_item.first
SKIP_ITEMS = MOVES.skip_items.first
CANCEL = MOVES.cancel.first
MOVE = MOVES.move.first
BACK = MOVES.back.first
TAKE_DIE = MOVES.take_die.first
BOOST = MOVES.boost.first
LOSE_DIE = MOVES.lose_die.first
SABOTAGE = MOVES.sabotage.first
DECLINE = MOVES.decline.first
COLLECT = MOVES.collect.first
END_TURN = MOVES.end_turn.first
