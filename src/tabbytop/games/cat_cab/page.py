"""What the page needs to know of Cat Cab that no view tells: the map, the dice tables and the numbers.

All of it is JSON data made from the component file and the rules' own constants, so that the page repeats none of
them. Knows nothing of drawing.
"""

from __future__ import annotations

from typing import Any, Final

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.cat_cab import board, components, facts, moves
from tabbytop.games.cat_cab.board import BOX
from tabbytop.games.cat_cab.components import SixFaces

KINDS = ("plain", "nibbles", "patrol")
"""The words for `board.PLAIN`, `board.NIBBLES` and `board.PATROL`."""

PHASES = {
    "order_die": facts.ORDER_DIE,
    "passenger_column": facts.PASSENGER_COLUMN,
    "passenger_row": facts.PASSENGER_ROW,
    "roll_turn": facts.ROLL_TURN,
    "turn_dice": facts.TURN_DICE,
    "rerolling": facts.REROLLING,
    "items": facts.ITEMS,
    "item_die": facts.ITEM_DIE,
    "cancelling": facts.CANCELLING,
    "driving": facts.DRIVING,
    "surplus_back": facts.SURPLUS_BACK,
    "power_up_die": facts.POWER_UP_DIE,
    "greedy_cat": facts.GREEDY_CAT,
    "boost_die": facts.BOOST_DIE,
    "boosting": facts.BOOSTING,
    "debuff_die": facts.DEBUFF_DIE,
    "bad_luck": facts.BAD_LUCK,
    "pothole": facts.POTHOLE,
    "fight_dice": facts.FIGHT_DICE,
    "fight_back": facts.FIGHT_BACK,
    "sabotaging": facts.SABOTAGING,
    "collecting": facts.COLLECTING,
    "ending_turn": facts.ENDING_TURN,
    "final_fight": facts.FINAL_FIGHT,
    "finished": facts.FINISHED,
}


def by_face(table: SixFaces) -> list[dict[str, Any]]:
    """A dice table as a list that starts with what face 1 does."""
    names = [name for name in table.__struct_fields__ if name != "source"]
    return [{"effect": entry.effect, "amount": entry.amount} for entry in (getattr(table, name) for name in names)]


PAGE: Final[dict[str, Any]] = {
    # the map: places by number, as in views
    "columns": components.COLUMNS,
    "rows": components.ROWS,
    "squares": board.SQUARES,
    "start": board.START,
    "left": board.LEFT,
    "out": board.OUT,
    "directions": list(moves.DIRECTIONS),
    "next": board.NEXT.tolist(),
    "gates": [
        {"square": square, "outward": moves.DIRECTIONS[outward]}
        for square, outward in zip(board.GATE_SQUARE.tolist(), board.OUTWARD.tolist(), strict=True)
    ],
    "kinds": [[KINDS[kind] for kind in side] for side in board.KIND.tolist()],
    # what the numbers of a view stand for
    "phases": PHASES,
    "actors": {"luck": LUCK, "house": HOUSE, "over": OVER},
    "colours": list(board.COLOURS),
    "dice": list(moves.DICE),
    "first_coloured": facts.FIRST_D6,
    "first_eight_sided": facts.FIRST_D8,
    # what faces do
    "faces": by_face(BOX.faces),
    "items": by_face(BOX.items),
    "nibbles": by_face(BOX.nibbles),
    "patrol": by_face(BOX.patrol),
    # numbers
    "max_curses": facts.MAX_CURSES,
    "max_items": facts.MAX_ITEMS,
    "white_dice": facts.WHITE,
    "first_turn_dice": facts.FIRST_TURN_DICE.tolist(),
    "passengers": facts.PASSENGERS,
    "rush_turns": facts.RUSH_TURNS,
    "fight_total": facts.FIGHT_TOTAL,
    "crazy_fight_rolls": facts.CRAZY_FIGHT_ROLLS,
    "passenger_points": facts.PASSENGER_POINTS,
    "leaving_points": list(BOX.scoring.leaving),
}
