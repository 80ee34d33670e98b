"""Automated hands for Kitty Paw: what a cat of a level does next, and in how many milliseconds.

A hand is given a view and remembers nothing else: what it draws by lot (times, slips, what it forgets) follows from its
seed, the round and how often it has acted, so it may be asked again at any moment and answers the same until the table
changes. It never uses what its seat cannot see, and never comes before the shortest time of its level.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.luck import MASK, scramble
from tabbytop.games.kitty_paw import cards, components, facts, mat, moves, pace, refusals
from tabbytop.games.kitty_paw.components import BOX, LEVELS, MATCHED, Hand

STUDY = (900, 2500)
"""Milliseconds that any cat looks at a new row, or at a result, before it is ready."""
FINDING = 0.6
"""The part of the time for a piece that goes into finding it; the rest goes into putting it down."""
# What a lot is drawn for; each has numbers of its own.
SPAN, SLIP, NOTICE, FORGET, SEARCH, DAY, MOOD, LEAD = range(8)

Span = tuple[int, int]
Intent = tuple[int, Span]
"""A move, and the range of milliseconds it takes from the last one."""


def intend(view: Any, seat: int, level: str, seed: int) -> tuple[int, int] | None:
    """The next move of an automated seat and in how many milliseconds it comes; None while there is nothing to do."""
    kind = Matched if level == MATCHED else Cat
    return intention(kind(view, seat, hand_today(level, seat, seed), seed))


def intention(cat: Cat) -> tuple[int, int] | None:
    """What a cat does next, counted from its last act."""
    plan = cat.plan()
    if plan is None or refusals.why_not(cat.view, cat.seat, plan[0]) != 0:
        return None
    move, span = plan
    due = cat.view.since[cat.seat] + cat.drawn_time(span, cat.view.acts[cat.seat]) + cat.lost_time()
    return move, max(0, due - cat.view.now)


def hand_today(level: str, seat: int, seed: int) -> Hand:
    """The hand of a level for a whole game: on a sleepy day that of the level below."""
    hand = components.hand_of(BOX, level)
    if drawn(seed, seat, DAY) >= hand.sleepy:
        return hand
    return components.hand_of(BOX, LEVELS[LEVELS.index(level) - 1])


def drawn(seed: int, *numbers: int) -> float:
    """A number from 0 to 1 that is the same whenever it is asked for."""
    lot = scramble((seed ^ seed >> 32) & MASK)
    for number in numbers:
        lot = scramble((lot + 0x9E3779B1 * (number + 1)) & MASK)
    return lot / (MASK + 1)


class Cat:
    """One automated seat at one moment."""

    def __init__(self, view: Any, seat: int, hand: Hand, seed: int) -> None:
        self.view, self.seat, self.hand, self.seed = view, seat, hand, seed
        self.card = int(view.card[seat])

    def lot(self, *numbers: int) -> float:
        """A number from 0 to 1 for this round."""
        return drawn(self.seed, self.view.round, self.seat, *numbers)

    def drawn_time(self, span: Span, number: int) -> int:
        """A time from a range, all alike; in a good round everything is built quicker, in a bad one slower."""
        low, high = span
        time = low + int((high - low + 1) * self.lot(SPAN, number))
        return int(time * self._mood()) if self.view.phase == facts.BUILDING else time

    def _mood(self) -> float:
        """The factor of this round: as often so much quicker as slower."""
        good, bad = self.hand.moods
        return float(good * (bad / good) ** self.lot(MOOD))

    def lost_time(self) -> int:
        """What it costs that others were quicker at the cards one wanted: another look at the row for each."""
        if self.view.phase != facts.BUILDING or self.card >= 0:
            return 0
        missed = 0
        for card in self._cards_by_liking():
            if card in self.view.row.tolist():
                break
            missed += 1
        return sum(self.drawn_time(self.hand.take_card, 1000 + number) for number in range(missed))

    # ------------------------------------------------------------ what to do

    def plan(self) -> Intent | None:
        """What comes next, whatever the phase."""
        view, seat = self.view, self.seat
        if not facts.plays(view, seat):
            return None
        if view.phase in (facts.GATHERING, facts.RESULT) and not view.ready >> seat & 1:
            return moves.READY, STUDY
        if view.phase == facts.PAWS and view.due >> seat & 1:
            return moves.PAW, self.hand.paw
        if view.phase != facts.BUILDING or view.done >> seat & 1:
            return None
        if self.card < 0:
            return self._take_card()
        return self._end_look() or self._place_held() or self._mend() or self._build() or self._seek() or self._call()

    def _cards_by_liking(self) -> list[int]:
        """The cards that lay in the row, those with the fewest pieces first."""
        taken = [card for card in self.view.card.tolist() if card >= 0]
        row = [card for card in self.view.row.tolist() if card >= 0]
        return sorted(row + taken, key=lambda card: (cards.POINTS[card] + (cards.NEED_ANIMAL[card] >= 0), card))

    def _take_card(self) -> Intent | None:
        if self.view.calm and facts.taker_in_turn(self.view) != self.seat:
            return None
        row = self.view.row.tolist()
        for card in self._cards_by_liking():
            if card in row:
                return moves.TAKE_CARD + card, self.hand.take_card
        return None

    def _end_look(self) -> Intent | None:
        """Keep the animal that is asked for, put any other down."""
        slot = self.view.peeking[self.seat]
        if slot < 0:
            return None
        right = self.view.known[self.seat, slot] == cards.NEED_ANIMAL[self.card]
        return moves.KEEP if right else moves.UNPEEK, self.hand.per_turn_or_flip

    def _place_held(self) -> Intent | None:
        """Flip and turn what is in the hand, then put it where it belongs."""
        piece = facts.in_hand(self.view, self.seat)
        if piece < 0:
            return None
        place = self._wanted_place(piece)
        wrong_animal = piece == cards.HIDE and self.view.hide[self.seat] != cards.NEED_ANIMAL[self.card]
        if place is None or wrong_animal:
            return moves.GIVE_BACK + piece, self.hand.per_turn_or_flip
        shaped = self._shape(piece)
        if shaped is not None:
            return shaped
        if refusals.why_not(self.view, self.seat, moves.PUT + place) != 0:
            return moves.GIVE_BACK + piece, self.hand.per_turn_or_flip
        return moves.PUT + place, _share(self.hand.per_piece, 1 - FINDING)

    def _shape(self, piece: int) -> Intent | None:
        """The flip or turn that a piece still needs, by the shorter way."""
        side = self.view.side[self.seat, piece]
        lies_right = self.view.place[self.seat, piece] >= 0 and side == cards.NEED_SIDE[self.card, piece]
        if piece < components.BREEDS and side != self._wanted_side(piece) and not lies_right:
            return moves.FLIP + piece, self.hand.per_turn_or_flip
        rest = (int(cards.NEED_ROT[self.card, piece]) - self.view.rot[self.seat, piece]) % 6
        if rest == 0:
            return None
        way = 0 if rest <= 3 else 1
        after = (self.view.rot[self.seat, piece] + (1 if way == 0 else 5)) % 6
        if not facts.can_turn(self.view, self.seat, piece, after):
            return moves.LIFT + piece, self.hand.per_turn_or_flip
        return moves.TURN + 2 * piece + way, self.hand.per_turn_or_flip

    def _mend(self) -> Intent | None:
        """Put right what lies wrong on the mat, as far as the cat sees it: its own slips it may overlook."""
        view, seat = self.view, self.seat
        if self._is_off_mat():
            return self._centre_box()
        if view.box_side[seat] != cards.NEED_BOX[self.card]:
            return moves.BOX_FLIP, self.hand.per_turn_or_flip
        for piece in range(cards.PIECE_COUNT):
            if view.place[seat, piece] < 0:
                continue
            wrong_animal = piece == cards.HIDE and view.hide[seat] != cards.NEED_ANIMAL[self.card]
            if not cards.is_needed(self.card, piece) or wrong_animal:
                return moves.GIVE_BACK + piece, self.hand.per_turn_or_flip
            if view.place[seat, piece] != self._wanted_place(piece):
                return moves.LIFT + piece, self.hand.per_turn_or_flip
            shaped = self._shape(piece)
            if shaped is not None:
                return shaped
        return None

    def _centre_box(self) -> Intent:
        """Move the box to where every pattern fits, out of the way of what lies there."""
        for piece in range(cards.PIECE_COUNT):
            if facts.covers(self.view, self.seat, piece, mat.START):
                return moves.GIVE_BACK + piece, self.hand.per_turn_or_flip
        if refusals.why_not(self.view, self.seat, moves.BOX_MOVE + mat.START) != 0:
            last = max(piece for piece in range(components.BREEDS) if facts.has(self.view, self.seat, piece))
            return moves.GIVE_BACK + last, self.hand.per_turn_or_flip
        return moves.BOX_MOVE + mat.START, self.hand.per_turn_or_flip

    def _build(self) -> Intent | None:
        """Grab the next tile, one with the right side up if there is one."""
        for breed in cards.ORDER[self.card]:
            if not facts.has(self.view, self.seat, breed):
                side = self._wanted_side(breed)
                if self.view.centre[breed, side] == 0:
                    side = 1 - side
                return moves.GRAB + 2 * breed + side, _share(self.hand.per_piece, FINDING)
        return None

    def _seek(self) -> Intent | None:
        """Look under boxes, in an order of the cat's own, leaving out those it remembers."""
        animal = cards.NEED_ANIMAL[self.card]
        if animal < 0 or facts.has(self.view, self.seat, cards.HIDE):
            return None
        order = sorted(range(components.ANIMALS), key=lambda slot: self.lot(SEARCH, slot))
        remembered = {slot: self._remembered(slot) for slot in order}
        at = [slot for slot in order if remembered[slot] == animal]
        unknown = [slot for slot in order if remembered[slot] < 0 and facts.holder_of(self.view, slot) < 0]
        for slot in at or unknown:
            if refusals.why_not(self.view, self.seat, moves.PEEK + slot) == 0:
                return moves.PEEK + slot, self.hand.per_peek
        return None

    def _call(self) -> Intent | None:
        if cards.NEED_ANIMAL[self.card] >= 0 and not facts.has(self.view, self.seat, cards.HIDE):
            return None
        return moves.MEOW, self.hand.per_turn_or_flip

    # ------------------------------------------------------------ what it wants and knows

    def _wanted_place(self, piece: int) -> int | None:
        """Where a piece belongs, seen from the box; None if it is not asked for or would lie beyond the mat."""
        if not cards.is_needed(self.card, piece):
            return None
        box = self.view.box[self.seat]
        q = int(mat.CENTRE_Q[box] + cards.NEED_Q[self.card, piece])
        r = int(mat.CENTRE_R[box] + cards.NEED_R[self.card, piece])
        return mat.PLACE_AT.get((q, r))

    def _is_off_mat(self) -> bool:
        """Whether the pattern does not fit around the box where it lies."""
        if self.view.box[self.seat] == mat.START:
            return False
        pieces = [piece for piece in range(cards.PIECE_COUNT) if cards.is_needed(self.card, piece)]
        return any(self._wanted_place(piece) is None for piece in pieces)

    def _wanted_side(self, piece: int) -> int:
        """The side that the cat wants up: now and then the wrong one, unless it notices once all tiles lie there."""
        side = int(cards.NEED_SIDE[self.card, piece])
        slipped = self.lot(SLIP, piece) < self.hand.slips
        noticed = self._has_all_tiles() and self.lot(NOTICE, piece) < self.hand.notices
        return 1 - side if slipped and not noticed else side

    def _has_all_tiles(self) -> bool:
        places = [self.view.place[self.seat, breed] for breed in cards.ORDER[self.card]]
        return all(place >= 0 for place in places)

    def _remembered(self, slot: int) -> int:
        """The animal that the cat remembers under a box, or -1; faces that all have seen are remembered by all."""
        if self.view.shown[slot] >= 0:
            return int(self.view.shown[slot])
        if self.view.known[self.seat, slot] < 0:
            return -1
        forgotten = self.lot(FORGET, slot, self.view.acts[self.seat]) < self.hand.forgets
        return -1 if forgotten else int(self.view.known[self.seat, slot])


class Matched(Cat):
    """A seat that plays at the pace of the others: all its times stretch or shrink with what the round still needs."""

    def _mood(self) -> float:
        quickest, slowest = self.hand.moods
        piece = sum(self.hand.per_piece) / 2 + self.hand.per_turn_or_flip[0]
        wanted = pace.time_for_piece(self.view, self.seat, self.lot(LEAD)) / piece
        return float(min(slowest, max(quickest, wanted)))

    def _call(self) -> Intent | None:
        """Others look at their picture before they call, and so does it."""
        call = super()._call()
        return call and (call[0], _share(self.hand.per_piece, pace.CALLING))


def _share(span: Span, part: float) -> Span:
    """A part of a range of times."""
    return int(span[0] * part), int(span[1] * part)
