"""Automated hands for Kitty Paw: what a cat of a level does next, and in how many milliseconds.

A hand is given a view and remembers nothing else: what it draws by lot (times, slips, what it forgets) follows from its
seed, the round and how often it has acted, so it may be asked again at any moment and answers the same until the table
changes. It never uses what its seat cannot see, and never comes before the shortest time of its level.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.luck import MASK, scramble
from tabbytop.games.kitty_paw.cards import (
    HIDE,
    NEED_ANIMAL,
    NEED_BOX,
    NEED_Q,
    NEED_R,
    NEED_ROT,
    NEED_SIDE,
    ORDER,
    PIECE_COUNT,
    POINTS,
    is_needed,
)
from tabbytop.games.kitty_paw.components import ANIMALS, BOX, BREEDS, Hand, hand_of
from tabbytop.games.kitty_paw.facts import (
    BUILDING,
    GATHERING,
    PAWS,
    RESULT,
    can_turn,
    covers,
    has,
    holder_of,
    in_hand,
    plays,
    taker_in_turn,
)
from tabbytop.games.kitty_paw.mat import CENTRE_Q, CENTRE_R, PLACE_AT, START
from tabbytop.games.kitty_paw.moves import (
    BOX_FLIP,
    BOX_MOVE,
    FLIP,
    GIVE_BACK,
    GRAB,
    KEEP,
    LIFT,
    MEOW,
    PAW,
    PEEK,
    PUT,
    READY,
    TAKE_CARD,
    TURN,
    UNPEEK,
)
from tabbytop.games.kitty_paw.refusals import why_not

STUDY = (900, 2500)
"""Milliseconds that any cat looks at a new row, or at a result, before it is ready."""
FINDING = 0.6
"""The part of the time for a piece that goes into finding it; the rest goes into putting it down."""
# What a lot is drawn for; each has numbers of its own.
SPAN, SLIP, NOTICE, FORGET, SEARCH = range(5)

Span = tuple[int, int]
Plan = tuple[int, Span]
"""A move, and the range of milliseconds it takes from the last one."""


def intend(view: Any, seat: int, level: str, seed: int) -> tuple[int, int] | None:
    """The next move of an automated seat and in how many milliseconds it comes; None while there is nothing to do."""
    cat = Cat(view, seat, hand_of(BOX, level), seed)
    plan = cat.plan()
    if plan is None or why_not(view, seat, plan[0]) != 0:
        return None
    move, span = plan
    due = view.since[seat] + cat.drawn_time(span, view.acts[seat]) + cat.lost_time()
    return move, max(0, due - view.now)


class Cat:
    """One automated seat at one moment."""

    def __init__(self, view: Any, seat: int, hand: Hand, seed: int) -> None:
        self.view, self.seat, self.hand, self.seed = view, seat, hand, seed
        self.card = int(view.card[seat])

    def lot(self, *numbers: int) -> float:
        """A number from 0 to 1 that is the same whenever it is asked for."""
        drawn = scramble((self.seed ^ self.seed >> 32) & MASK)
        for number in (self.view.round, self.seat, *numbers):
            drawn = scramble((drawn + 0x9E3779B1 * (number + 1)) & MASK)
        return drawn / (MASK + 1)

    def drawn_time(self, span: Span, number: int) -> int:
        """A time from a range, all alike."""
        low, high = span
        return low + int((high - low + 1) * self.lot(SPAN, number))

    def lost_time(self) -> int:
        """What it costs that others were quicker at the cards one wanted: another look at the row for each."""
        if self.view.phase != BUILDING or self.card >= 0:
            return 0
        missed = 0
        for card in self._cards_by_liking():
            if card in self.view.row.tolist():
                break
            missed += 1
        return sum(self.drawn_time(self.hand.take_card, 1000 + number) for number in range(missed))

    # ------------------------------------------------------------ what to do

    def plan(self) -> Plan | None:
        """What comes next, whatever the phase."""
        view, seat = self.view, self.seat
        if not plays(view, seat):
            return None
        if view.phase in (GATHERING, RESULT) and not view.ready >> seat & 1:
            return READY, STUDY
        if view.phase == PAWS and view.due >> seat & 1:
            return PAW, self.hand.paw
        if view.phase != BUILDING or view.done >> seat & 1:
            return None
        if self.card < 0:
            return self._take_card()
        return self._end_look() or self._place_held() or self._mend() or self._build() or self._seek() or self._call()

    def _cards_by_liking(self) -> list[int]:
        """The cards that lay in the row, those with the fewest pieces first."""
        taken = [card for card in self.view.card.tolist() if card >= 0]
        row = [card for card in self.view.row.tolist() if card >= 0]
        return sorted(row + taken, key=lambda card: (POINTS[card] + (NEED_ANIMAL[card] >= 0), card))

    def _take_card(self) -> Plan | None:
        if self.view.calm and taker_in_turn(self.view) != self.seat:
            return None
        row = self.view.row.tolist()
        for card in self._cards_by_liking():
            if card in row:
                return TAKE_CARD + card, self.hand.take_card
        return None

    def _end_look(self) -> Plan | None:
        """Keep the animal that is asked for, put any other down."""
        slot = self.view.peeking[self.seat]
        if slot < 0:
            return None
        right = self.view.known[self.seat, slot] == NEED_ANIMAL[self.card]
        return KEEP if right else UNPEEK, self.hand.per_turn_or_flip

    def _place_held(self) -> Plan | None:
        """Flip and turn what is in the hand, then put it where it belongs."""
        piece = in_hand(self.view, self.seat)
        if piece < 0:
            return None
        place = self._wanted_place(piece)
        wrong_animal = piece == HIDE and self.view.hide[self.seat] != NEED_ANIMAL[self.card]
        if place is None or wrong_animal:
            return GIVE_BACK + piece, self.hand.per_turn_or_flip
        shaped = self._shape(piece)
        if shaped is not None:
            return shaped
        if why_not(self.view, self.seat, PUT + place) != 0:
            return GIVE_BACK + piece, self.hand.per_turn_or_flip
        return PUT + place, _share(self.hand.per_piece, 1 - FINDING)

    def _shape(self, piece: int) -> Plan | None:
        """The flip or turn that a piece still needs, by the shorter way."""
        side = self.view.side[self.seat, piece]
        lies_right = self.view.place[self.seat, piece] >= 0 and side == NEED_SIDE[self.card, piece]
        if piece < BREEDS and side != self._wanted_side(piece) and not lies_right:
            return FLIP + piece, self.hand.per_turn_or_flip
        rest = (int(NEED_ROT[self.card, piece]) - self.view.rot[self.seat, piece]) % 6
        if rest == 0:
            return None
        way = 0 if rest <= 3 else 1
        after = (self.view.rot[self.seat, piece] + (1 if way == 0 else 5)) % 6
        if not can_turn(self.view, self.seat, piece, after):
            return LIFT + piece, self.hand.per_turn_or_flip
        return TURN + 2 * piece + way, self.hand.per_turn_or_flip

    def _mend(self) -> Plan | None:
        """Put right what lies wrong on the mat, as far as the cat sees it: its own slips it may overlook."""
        view, seat = self.view, self.seat
        if self._is_off_mat():
            return self._centre_box()
        if view.box_side[seat] != NEED_BOX[self.card]:
            return BOX_FLIP, self.hand.per_turn_or_flip
        for piece in range(PIECE_COUNT):
            if view.place[seat, piece] < 0:
                continue
            wrong_animal = piece == HIDE and view.hide[seat] != NEED_ANIMAL[self.card]
            if not is_needed(self.card, piece) or wrong_animal:
                return GIVE_BACK + piece, self.hand.per_turn_or_flip
            if view.place[seat, piece] != self._wanted_place(piece):
                return LIFT + piece, self.hand.per_turn_or_flip
            shaped = self._shape(piece)
            if shaped is not None:
                return shaped
        return None

    def _centre_box(self) -> Plan:
        """Move the box to where every pattern fits, out of the way of what lies there."""
        for piece in range(PIECE_COUNT):
            if covers(self.view, self.seat, piece, START):
                return GIVE_BACK + piece, self.hand.per_turn_or_flip
        if why_not(self.view, self.seat, BOX_MOVE + START) != 0:
            last = max(piece for piece in range(BREEDS) if has(self.view, self.seat, piece))
            return GIVE_BACK + last, self.hand.per_turn_or_flip
        return BOX_MOVE + START, self.hand.per_turn_or_flip

    def _build(self) -> Plan | None:
        """Grab the next tile, one with the right side up if there is one."""
        for breed in ORDER[self.card]:
            if not has(self.view, self.seat, breed):
                side = self._wanted_side(breed)
                if self.view.centre[breed, side] == 0:
                    side = 1 - side
                return GRAB + 2 * breed + side, _share(self.hand.per_piece, FINDING)
        return None

    def _seek(self) -> Plan | None:
        """Look under boxes, in an order of the cat's own, leaving out those it remembers."""
        animal = NEED_ANIMAL[self.card]
        if animal < 0 or has(self.view, self.seat, HIDE):
            return None
        order = sorted(range(ANIMALS), key=lambda slot: self.lot(SEARCH, slot))
        remembered = {slot: self._remembered(slot) for slot in order}
        at = [slot for slot in order if remembered[slot] == animal]
        unknown = [slot for slot in order if remembered[slot] < 0 and holder_of(self.view, slot) < 0]
        for slot in at or unknown:
            if why_not(self.view, self.seat, PEEK + slot) == 0:
                return PEEK + slot, self.hand.per_peek
        return None

    def _call(self) -> Plan | None:
        if NEED_ANIMAL[self.card] >= 0 and not has(self.view, self.seat, HIDE):
            return None
        return MEOW, self.hand.per_turn_or_flip

    # ------------------------------------------------------------ what it wants and knows

    def _wanted_place(self, piece: int) -> int | None:
        """Where a piece belongs, seen from the box; None if it is not asked for or would lie beyond the mat."""
        if not is_needed(self.card, piece):
            return None
        box = self.view.box[self.seat]
        q = int(CENTRE_Q[box] + NEED_Q[self.card, piece])
        r = int(CENTRE_R[box] + NEED_R[self.card, piece])
        return PLACE_AT.get((q, r))

    def _is_off_mat(self) -> bool:
        """Whether the pattern does not fit around the box where it lies."""
        if self.view.box[self.seat] == START:
            return False
        pieces = [piece for piece in range(PIECE_COUNT) if is_needed(self.card, piece)]
        return any(self._wanted_place(piece) is None for piece in pieces)

    def _wanted_side(self, piece: int) -> int:
        """The side that the cat wants up: now and then the wrong one, unless it notices once all tiles lie there."""
        side = int(NEED_SIDE[self.card, piece])
        slipped = self.lot(SLIP, piece) < self.hand.slips
        noticed = self._has_all_tiles() and self.lot(NOTICE, piece) < self.hand.notices
        return 1 - side if slipped and not noticed else side

    def _has_all_tiles(self) -> bool:
        places = [self.view.place[self.seat, breed] for breed in ORDER[self.card]]
        return all(place >= 0 for place in places)

    def _remembered(self, slot: int) -> int:
        """The animal that the cat remembers under a box, or -1; faces that all have seen are remembered by all."""
        if self.view.shown[slot] >= 0:
            return int(self.view.shown[slot])
        if self.view.known[self.seat, slot] < 0:
            return -1
        forgotten = self.lot(FORGET, slot, self.view.acts[self.seat]) < self.hand.forgets
        return -1 if forgotten else int(self.view.known[self.seat, slot])


def _share(span: Span, part: float) -> Span:
    """A part of a range of times."""
    return int(span[0] * part), int(span[1] * part)
