"""What the page needs to know of Kitty Paw that no view tells: the mat, the cards, the names and the numbers.

All of it is JSON data made from the component file and the rules' own constants, so that the page repeats none of
them. Knows nothing of drawing.
"""

from __future__ import annotations

from typing import Any, Final

from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER
from tabbytop.games.kitty_paw import cards, facts, mat, moves, words
from tabbytop.games.kitty_paw.components import BOX

PHASES = {
    "mixing": facts.MIXING,
    "dealing": facts.DEALING,
    "topping": facts.TOPPING,
    "gathering": facts.GATHERING,
    "countdown": facts.COUNTDOWN,
    "building": facts.BUILDING,
    "paws": facts.PAWS,
    "penalties": facts.PENALTIES,
    "checking": facts.CHECKING,
    "result": facts.RESULT,
    "cleaning": facts.CLEANING,
    "finished": facts.FINISHED,
}

WHERE = {
    "out_of_game": facts.OUT_OF_GAME,
    "in_pile": facts.IN_PILE,
    "in_row": facts.IN_ROW,
    "taken": facts.TAKEN,
    "removed": facts.REMOVED,
    "scored": facts.SCORED,
    "turned": facts.TURNED,
}


def pattern(card: int) -> list[dict[str, int]]:
    """The pieces of a card: piece, side, rotation, and its centre from the box's in doubled lattice coordinates."""
    return [
        {
            "piece": piece,
            "q2": int(cards.NEED_Q[card, piece]),
            "r2": int(cards.NEED_R[card, piece]),
            "side": int(cards.NEED_SIDE[card, piece]),
            "rot": int(cards.NEED_ROT[card, piece]),
        }
        for piece in range(cards.PIECE_COUNT)
        if cards.is_needed(card, piece)
    ]


PAGE: Final[dict[str, Any]] = {
    # the mat: places by number, as in views; cells first, then the borders of two cells
    "columns": mat.COLUMNS,
    "rows": mat.ROWS,
    "cells": mat.CELLS,
    "start": mat.START,
    "nowhere": mat.NOWHERE,
    "in_hand": mat.IN_HAND,
    "next": mat.NEXT.tolist(),
    "places": [
        {"name": mat.place_name(place), "q2": int(mat.CENTRE_Q[place]), "r2": int(mat.CENTRE_R[place])}
        for place in range(mat.PLACES)
    ],
    "borders": [list(border) for border in mat.BORDERS],
    # what the numbers of a view stand for
    "phases": PHASES,
    "actors": {"luck": LUCK, "house": HOUSE, "clock": CLOCK, "all": ALL, "over": OVER},
    "where": WHERE,
    "seats": list(words.SEAT_NAMES),
    "pieces": list(cards.PIECES),
    "bobtail": cards.BOBTAIL,
    "hide": cards.HIDE,
    "box_bit": facts.BOX_BIT,
    "right": facts.RIGHT,
    "wrong": facts.WRONG,
    "sides": list(cards.SIDES),
    "box_sides": list(cards.BOX_SIDES),
    # breeds, animals and cards by number
    "breeds": [
        {"id": breed.id, "name": breed.name, "letter": breed.letter, "coat": getattr(BOX.coats, breed.id)}
        for breed in BOX.breeds
    ],
    "animals": [
        {"id": animal.id, "name": animal.name, "looks_like": animal.looks_like, "mark": animal.mark}
        for animal in BOX.hide_and_seek
    ],
    "cards": [
        {
            "id": card.id,
            "level": card.level,
            "set": card.set,
            "points": card.vp,
            "penalty": card.penalty,
            "box": int(cards.NEED_BOX[number]),
            "animal": int(cards.NEED_ANIMAL[number]),
            "pattern": pattern(number),
        }
        for number, card in enumerate(BOX.cards)
    ],
    # numbers
    "cards_to_end": facts.CARDS_TO_END,
    "row": facts.ROW,
    "practice_rounds": facts.PRACTICE_ROUNDS,
    "rest_ms": facts.REST,
    "most_lag_ms": moves.MOST_LAG,
    "passes_ms": list(moves.PASSES),
}
