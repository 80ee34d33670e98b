"""Numbers of Kitty Paw that rules and words share, and small questions about the table."""

from __future__ import annotations

from tabbytop.engine.clock import NEVER
from tabbytop.engine.rule import rule
from tabbytop.games.kitty_paw import cards, components, mat
from tabbytop.games.kitty_paw.components import BOX
from tabbytop.games.kitty_paw.state import KittyPaw

(
    MIXING,
    DEALING,
    TOPPING,
    GATHERING,
    COUNTDOWN,
    BUILDING,
    PAWS,
    PENALTIES,
    CHECKING,
    RESULT,
    CLEANING,
    FINISHED,
) = range(12)
"""Phases: luck mixes the tiles, deals the row and shows the next level; players gather and are counted in; they build
until a Meow; the paws; penalties; the check; the result is looked at; the table is cleaned."""

OUT_OF_GAME, IN_PILE, IN_ROW, TAKEN, REMOVED = range(5)
SCORED = 8
"""A card scored with its points is at SCORED + seat …"""
TURNED = 12
"""… and one that was turned to its penalty at TURNED + seat."""

SECOND = 1000
MINUTE = 60 * SECOND
REST = SECOND
"""How long a box rests before the same player looks under it again (KIT-72)."""
LOST_BEFORE = 3 * SECOND
"""A player who was cut off for so long before a Meow does not race (KIT-90)."""
RIGHT, WRONG = 1, 2
BOX_BIT = cards.PIECE_COUNT
"""The bit of the box card among faults."""
ROW = BOX.deck.row
CARDS_TO_END = BOX.deck.cards_to_end
PRACTICE_ROUNDS = BOX.options.practice_rounds
MOST_ACTS = 32_767
"""Where the count of what a seat has done in a round ends; only hands look at it, and none does so much."""
EXTRA_LIMIT = BOX.options.round_limit_seconds
"""Seconds of an extra round at a table without a limit."""


# ---------------------------------------------------------------- seats and cards


@rule
def plays(s: KittyPaw, seat: int) -> bool:
    """Whether a seat plays this round."""
    return 0 <= seat < components.SEATS and s.active >> seat & 1 == 1


@rule
def is_practice(s: KittyPaw) -> bool:
    """Whether one player practises alone."""
    return s.players == 1


@rule
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count


@rule
def level_of(s: KittyPaw, seat: int) -> int:
    """The level of a seat's card; 0 without one."""
    return cards.LEVEL[s.card[seat]] if s.card[seat] >= 0 else 0


@rule
def cards_at(s: KittyPaw, where: int) -> int:
    """How many cards are somewhere."""
    count = 0
    for card in range(components.CARDS):
        if s.where[card] == where:
            count += 1
    return count


@rule
def pile_level(s: KittyPaw) -> int:
    """The lowest level that is left in the pile, 0 for none: the next one of the standard deck (KIT-30)."""
    lowest = 0
    for card in range(components.CARDS):
        if s.where[card] == IN_PILE and (lowest == 0 or cards.LEVEL[card] < lowest):
            lowest = cards.LEVEL[card]
    return lowest


@rule
def is_next_card(s: KittyPaw, card: int) -> bool:
    """Whether a card may be the next one that is turned over."""
    if s.extra > 0:
        return s.where[card] == REMOVED  # KIT-115
    return s.where[card] == IN_PILE and cards.LEVEL[card] == s.top_level


@rule
def taker_in_turn(s: KittyPaw) -> int:
    """Who takes a card now in a calm round: everybody in turn, a different one first each round (KIT-126); or -1."""
    return taker_from(s, s.round - 1)


@rule
def taker_from(s: KittyPaw, first: int) -> int:
    """The first without a card, from a seat on and round the table; or -1."""
    for step in range(s.players):
        seat = (first + step) % s.players
        if s.card[seat] < 0:
            return seat
    return -1


# ---------------------------------------------------------------- pieces


@rule
def in_hand(s: KittyPaw, seat: int) -> int:
    """The piece in a seat's hand, or -1."""
    for piece in range(cards.PIECE_COUNT):
        if s.place[seat, piece] == mat.IN_HAND:
            return piece
    return -1


@rule
def has(s: KittyPaw, seat: int, piece: int) -> bool:
    """Whether a seat has a piece, in the hand or on the mat."""
    return s.place[seat, piece] != mat.NOWHERE


@rule
def tail_cell(head: int, rot: int) -> int:
    """The second cell of a Bobtail (KIT-39), or OFF_MAT."""
    return mat.NEXT[head, rot]


@rule
def covers(s: KittyPaw, seat: int, piece: int, cell: int) -> bool:
    """Whether a piece of a seat lies on the ground of a cell."""
    place = s.place[seat, piece]
    if place < 0 or mat.is_border(place):
        return False
    return place == cell or (piece == cards.BOBTAIL and tail_cell(place, s.rot[seat, piece]) == cell)


@rule
def ground(s: KittyPaw, seat: int, mover: int) -> int:
    """Bits of the cells on which a piece of a seat lies, the one that moves aside."""
    cells = 0
    for piece in range(cards.PIECE_COUNT):
        place = s.place[seat, piece]
        if piece != mover and place >= 0 and not mat.is_border(place):
            cells |= 1 << place
            tail = tail_cell(place, s.rot[seat, piece])
            if piece == cards.BOBTAIL and tail != mat.OFF_MAT:
                cells |= 1 << tail
    return cells


@rule
def on_box(s: KittyPaw, seat: int) -> int:
    """The tile on a seat's box card, or -1."""
    for piece in range(components.BREEDS):
        if covers(s, seat, piece, s.box[seat]):
            return piece
    return -1


@rule
def can_lie(s: KittyPaw, seat: int, piece: int, place: int, rot: int, taken: int) -> bool:
    """Whether a piece may be put at a place of its owner's mat (KIT-66, KIT-44, KIT-45); `taken` is `ground`."""
    if mat.is_border(place):
        if not fits_borders(s, seat, piece):
            return False
        for other in range(components.BREEDS):
            if (
                other != piece
                and mat.is_border(s.place[seat, other])
                and not mat.are_apart(place, s.place[seat, other])
            ):
                return False
        return True
    if taken >> place & 1 or (piece == cards.HIDE and place == s.box[seat]):
        return False
    if piece != cards.BOBTAIL:
        return True
    tail = tail_cell(place, rot)
    return tail != mat.OFF_MAT and not taken >> tail & 1


@rule
def fits_borders(s: KittyPaw, seat: int, piece: int) -> bool:
    """Whether a piece may lie across the border of two cells: all one-cell tiles, on a card of level 3."""
    return level_of(s, seat) == 3 and piece != cards.BOBTAIL and piece != cards.HIDE


@rule
def head_after(s: KittyPaw, seat: int, tile: int, cell: int) -> int:
    """Where the tile on the box card comes to lie if the box moves to a cell: the head of a Bobtail; or OFF_MAT."""
    if tile == cards.BOBTAIL and s.place[seat, tile] != s.box[seat]:
        return mat.NEXT[cell, (s.rot[seat, tile] + 3) % 6]
    return cell


@rule
def can_move_box(s: KittyPaw, seat: int, tile: int, cell: int, taken: int) -> bool:
    """Whether the box card, with the tile on it, may go to a cell (KIT-68); `taken` is `ground` without that tile."""
    if cell == s.box[seat] or taken >> cell & 1:
        return False
    if tile != cards.BOBTAIL:
        return True
    head = head_after(s, seat, tile, cell)
    return head != mat.OFF_MAT and can_lie(s, seat, tile, head, s.rot[seat, tile], taken)


@rule
def can_turn(s: KittyPaw, seat: int, piece: int, rot: int) -> bool:
    """Whether a piece that a seat has may be turned to a rotation where it is."""
    place = s.place[seat, piece]
    if place < 0 or piece != cards.BOBTAIL:
        return place != mat.NOWHERE
    return can_lie(s, seat, piece, place, rot, ground(s, seat, piece))


# ---------------------------------------------------------------- hide and seek


@rule
def holder_of(s: KittyPaw, slot: int) -> int:
    """Who has the card of a box, or -1."""
    for seat in range(s.players):
        if s.hide_slot[seat] == slot:
            return seat
    return -1


@rule
def peeker_at(s: KittyPaw, slot: int) -> int:
    """Who looks under a box, or -1."""
    for seat in range(s.players):
        if s.peeking[seat] == slot:
            return seat
    return -1


@rule
def rests(s: KittyPaw, seat: int, slot: int) -> bool:
    """Whether a seat has just looked under a box, or is looking (KIT-72)."""
    return s.peeking[seat] == slot or s.now < s.rested_until[seat, slot]


@rule
def animal_is_unseen(s: KittyPaw, animal: int) -> bool:
    """Whether nobody has looked at an animal this round."""
    for slot in range(components.ANIMALS):
        if s.ring[slot] == animal:
            return False
    return True


# ---------------------------------------------------------------- patterns


@rule
def is_piece_right(s: KittyPaw, seat: int, card: int, piece: int) -> bool:
    """Whether a piece is on a seat's mat exactly as a card asks, or not there and not asked for (KIT-94)."""
    place = s.place[seat, piece]
    if not cards.is_needed(card, piece):
        return place < 0
    if place < 0 or (piece == cards.HIDE and s.hide[seat] != cards.NEED_ANIMAL[card]):
        return False
    box = s.box[seat]
    return (
        mat.CENTRE_Q[place] - mat.CENTRE_Q[box] == cards.NEED_Q[card, piece]
        and mat.CENTRE_R[place] - mat.CENTRE_R[box] == cards.NEED_R[card, piece]
        and s.side[seat, piece] == cards.NEED_SIDE[card, piece]
        and s.rot[seat, piece] == cards.NEED_ROT[card, piece]
    )


@rule
def faults_of(s: KittyPaw, seat: int, card: int) -> int:
    """Bits of what is missing, wrong or too much on a seat's mat; 0 for a right pattern (KIT-93, KIT-95)."""
    faults = 0
    for piece in range(cards.PIECE_COUNT):
        if not is_piece_right(s, seat, card, piece):
            faults |= 1 << piece
    if s.box_side[seat] != cards.NEED_BOX[card]:
        faults |= 1 << BOX_BIT
    return faults


# ---------------------------------------------------------------- time


@rule
def has_peek_limit(s: KittyPaw) -> bool:
    """Whether a look under a box ends by itself; in a calm game it does not (KIT-127)."""
    return s.calm == 0


@rule
def time_left(s: KittyPaw) -> int:
    """Milliseconds until something happens by itself, or NEVER."""
    left = NEVER
    if s.until >= 0:
        left = max(0, s.until - s.now)
    if s.phase == BUILDING:
        for seat in range(s.players):
            if s.peeking[seat] >= 0 and s.peek_until[seat] >= 0:
                rest = max(0, s.peek_until[seat] - s.now)
                if left == NEVER or rest < left:
                    left = rest
    return left


@rule
def next_peek_over(s: KittyPaw) -> int:
    """The first seat whose look under a box is over, or -1."""
    for seat in range(s.players):
        if s.peeking[seat] >= 0 and s.peek_until[seat] >= 0 and s.peek_until[seat] <= s.now:
            return seat
    return -1
