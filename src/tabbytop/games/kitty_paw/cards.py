"""The Kitty cards as tables for the rules: what every card asks for. Knows no table and no player.

Pieces are numbered: the seven breeds in the order of the component file, then the hide-and-seek card.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule, table
from tabbytop.games.kitty_paw.components import ANIMALS, BOX, BREEDS, CARDS, Card

BREED_IDS = tuple(breed.id for breed in BOX.breeds)
ANIMAL_IDS = tuple(animal.id for animal in BOX.hide_and_seek)
PIECES = (*BREED_IDS, "hide")
HIDE = BREEDS
"""The piece that is a hide-and-seek card."""
BOBTAIL = BREED_IDS.index("bobtail")
PIECE_COUNT = len(PIECES)
SIDES = ("back", "belly")
BOX_SIDES = ("horizontal", "vertical")
CARD_IDS = tuple(card.id for card in BOX.cards)
ABSENT = -99


def _row(card: Card, piece: int) -> list[int]:
    """What a card asks of a piece: its centre from the box's in doubled coordinates, its side and its rotation."""
    name = PIECES[piece]
    if piece == HIDE:
        return [2 * card.hide.at[0], 2 * card.hide.at[1], 0, card.hide.rot] if card.hide else [ABSENT] * 4
    if card.box_kitty.breed == name:
        return [0, 0, SIDES.index(card.box_kitty.side), card.box_kitty.rot]
    for tile in card.tiles:
        if tile.breed == name:
            (q, r), (other_q, other_r) = tile.across or (tile.at or (0, 0), tile.at or (0, 0))
            return [q + other_q, r + other_r, SIDES.index(tile.side), tile.rot]
    return [ABSENT] * 4


_ROWS = [[_row(card, piece) for piece in range(PIECE_COUNT)] for card in BOX.cards]
NEED_Q = table([[row[0] for row in rows] for rows in _ROWS])
"""By card and piece: twice the distance from the box, or ABSENT; `NEED_R`, `NEED_SIDE` and `NEED_ROT` go with it."""
NEED_R = table([[row[1] for row in rows] for rows in _ROWS])
NEED_SIDE = table([[row[2] for row in rows] for rows in _ROWS])
NEED_ROT = table([[row[3] for row in rows] for rows in _ROWS])
NEED_ANIMAL = table([ANIMAL_IDS.index(card.hide.cat) if card.hide else -1 for card in BOX.cards])
NEED_BOX = table([BOX_SIDES.index(card.box) for card in BOX.cards])
LEVEL = table([card.level for card in BOX.cards])
POINTS = table([card.vp for card in BOX.cards])
PENALTY = table([card.penalty for card in BOX.cards])
IS_YELLOW = table([int(card.set == "yellow") for card in BOX.cards])
IS_BLUE = table([int(card.set == "blue") for card in BOX.cards])
ORDER = [
    [BREED_IDS.index(name) for name in (card.box_kitty.breed, *(tile.breed for tile in card.tiles))]
    for card in BOX.cards
]
"""The tiles of each card, the one on the box first."""
assert len(ORDER) == CARDS
assert len(ANIMAL_IDS) == ANIMALS


@rule
def is_needed(card: int, piece: int) -> bool:
    """Whether a card asks for a piece."""
    return NEED_Q[card, piece] != ABSENT
