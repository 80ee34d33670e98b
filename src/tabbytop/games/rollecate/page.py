"""What the page needs to know of Rollecate that no view tells: the cards, the directions and the numbers.

All of it is JSON data made from the component file and the rules' own constants, so that the page repeats none of
them. Knows nothing of drawing.
"""

from __future__ import annotations

from typing import Any, Final

from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate import board, facts, words
from tabbytop.games.rollecate.board import BOX

PHASES = {
    "choosing_starter": facts.CHOOSING_STARTER,
    "turning_up": facts.TURNING_UP,
    "placing": facts.PLACING,
    "returning": facts.RETURNING,
    "removing": facts.REMOVING,
    "dealing": facts.DEALING,
    "drawing": facts.DRAWING,
    "acting": facts.ACTING,
    "building": facts.BUILDING,
    "discarding": facts.DISCARDING,
    "throwing": facts.THROWING,
    "riding": facts.RIDING,
    "taking": facts.TAKING,
    "laying": facts.LAYING,
    "betsy_drawing": facts.BETSY_DRAWING,
    "betsy_acting": facts.BETSY_ACTING,
    "betsy_bending": facts.BETSY_BENDING,
    "scoring": facts.SCORING,
    "finished": facts.FINISHED,
}
MODES = {
    "table": facts.AT_A_TABLE,
    "solo": facts.SOLO,
    "solo_hard": facts.SOLO_HARD,
    "betsy": facts.AGAINST_BETSY,
}


def card(kind: int) -> dict[str, Any]:
    """A kind of card: its name in moves, its value, and what is printed on it."""
    return {
        "name": board.CARDS[kind],
        "value": board.value_of(kind),
        "kind": "chaos" if board.is_chaos(kind) else "broken" if board.is_broken(kind) else "track",
        "curve": board.is_curve(kind),
        "count": int(board.COUNT[kind]),
    }


PAGE: Final[dict[str, Any]] = {
    # cards by number, as in views
    "cards": [card(kind) for kind in range(board.KINDS)],
    "tracks": board.TRACKS,
    "initial": board.INITIAL,
    # the railway: how a card is laid, where the line leaves it, and which cell comes next
    "bends": list(board.BENDS),
    "quarter_turns": board.TURN.tolist(),
    "headings": list(board.HEADINGS),
    "steps": [[east, north] for east, north in zip(board.EAST_OF.tolist(), board.NORTH_OF.tolist(), strict=True)],
    # what the numbers of a view stand for
    "phases": PHASES,
    "modes": MODES,
    "actors": {"luck": LUCK, "house": HOUSE, "over": OVER},
    "names": list(words.NAMES),
    "betsy": facts.BETSY,
    # numbers
    "dice": facts.DICE,
    "faces": list(BOX.die.faces),
    "removed": facts.REMOVED.tolist(),
    "forbidden_difference": facts.FORBIDDEN_DIFFERENCE,
    "derailments_allowed": facts.DERAILMENTS_ALLOWED,
}
