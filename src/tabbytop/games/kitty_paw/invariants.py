"""What always holds at a table of Kitty Paw; the numbers are those of the list in `clauses.md`."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.kitty_paw.cards import HIDE, PIECE_COUNT
from tabbytop.games.kitty_paw.components import ANIMALS, BREEDS, CARDS, SEATS
from tabbytop.games.kitty_paw.facts import (
    BUILDING,
    CHECKING,
    DEALING,
    FINISHED,
    IN_PILE,
    IN_ROW,
    MIXING,
    OUT_OF_GAME,
    PAWS,
    PENALTIES,
    RESULT,
    ROW,
    SCORED,
    TAKEN,
    TOPPING,
    TURNED,
    can_lie,
    cards_at,
    in_hand,
    is_practice,
    level_of,
    plays,
)
from tabbytop.games.kitty_paw.mat import CELLS, IN_HAND, NOWHERE, PLACES, is_border
from tabbytop.games.kitty_paw.state import KittyPaw


@rule
def broken(s: KittyPaw) -> int:
    """0, or the number of an invariant that does not hold."""
    if tiles_are_lost(s):
        return 1
    if hiding_is_wrong(s):
        return 2
    for seat in range(s.players):
        if s.box[seat] < 0 or s.box[seat] >= CELLS:
            return 3
        if hand_is_wrong(s, seat):
            return 4
        if mat_is_wrong(s, seat):
            return 5
    if cards_are_lost(s):
        return 6
    if level_is_wrong(s):
        return 7
    if scores_are_wrong(s):
        return 9
    if phase_is_wrong(s):
        return 11
    return 0


@rule
def tiles_are_lost(s: KittyPaw) -> bool:
    """As many tiles of each breed as players, in the centre, in hands and on mats."""
    for breed in range(BREEDS):
        count = s.centre[breed, 0] + s.centre[breed, 1]
        for seat in range(s.players):
            if s.place[seat, breed] != NOWHERE:
                count += 1
        not_mixed = s.phase == FINISHED or (s.phase == MIXING and breed >= s.mixing)
        if s.centre[breed, 0] < 0 or s.centre[breed, 1] < 0 or count != (0 if not_mixed else s.players):
            return True
    return False


@rule
def hiding_is_wrong(s: KittyPaw) -> bool:
    """All animals under boxes differ, and everybody knows what they have seen and no more."""
    for slot in range(ANIMALS):
        if (s.ring[slot] >= 0) != (s.looked >> slot & 1 == 1):
            return True
        if s.shown[slot] >= 0 and s.shown[slot] != s.ring[slot]:
            return True
        for other in range(slot):
            if s.ring[slot] >= 0 and s.ring[slot] == s.ring[other]:
                return True
        peekers = 0
        for seat in range(s.players):
            seen = s.peeked[seat] >> slot & 1 == 1
            if s.known[seat, slot] != (s.ring[slot] if seen else -1):
                return True
            if s.peeking[seat] == slot or s.hide_slot[seat] == slot:
                peekers += 1
        if peekers > 1:
            return True
    for seat in range(s.players):
        if (s.hide[seat] >= 0) != (s.place[seat, HIDE] != NOWHERE):
            return True
        if s.hide[seat] >= 0 and (s.ring[s.hide_slot[seat]] != s.hide[seat] or level_of(s, seat) < 2):
            return True
    return False


@rule
def hand_is_wrong(s: KittyPaw, seat: int) -> bool:
    """At most one thing in a hand, and nothing while looking."""
    held = 0
    for piece in range(PIECE_COUNT):
        if s.place[seat, piece] == IN_HAND:
            held += 1
    return held > 1 or (held == 1 and s.peeking[seat] >= 0) or (held == 1 and s.card[seat] < 0)


@rule
def mat_is_wrong(s: KittyPaw, seat: int) -> bool:
    """Every piece lies where it may, and top tiles only with a card of Level III."""
    for piece in range(PIECE_COUNT):
        place = s.place[seat, piece]
        if place >= PLACES or place < IN_HAND or s.rot[seat, piece] < 0 or s.rot[seat, piece] > 5:
            return True
        if place >= 0 and not can_lie(s, seat, piece, place, s.rot[seat, piece]):
            return True
        if is_border(place) and level_of(s, seat) != 3:
            return True
    return False


@rule
def cards_are_lost(s: KittyPaw) -> bool:
    """Every card is where its place says, the other set of Level II out of the game."""
    if cards_at(s, OUT_OF_GAME) != (0 if s.mixed else 8):
        return True
    for place in range(ROW):
        if s.row[place] >= 0 and s.where[s.row[place]] != IN_ROW:
            return True
    for seat in range(s.players):
        card = s.card[seat]
        if card >= 0 and s.where[card] != TAKEN and s.where[card] != SCORED + seat and s.where[card] != TURNED + seat:
            return True
    if s.extra > 0 or s.phase == FINISHED or s.phase == MIXING or s.phase == DEALING or s.phase == TOPPING:
        return False
    return cards_at(s, IN_PILE) != (48 if s.mixed else 40) - ROW * s.round


@rule
def level_is_wrong(s: KittyPaw) -> bool:
    """The standard deck shows Level I in rounds 1 to 6, Level II in 7 and 8, Level III in 9 and 10."""
    if s.mixed or s.extra > 0 or s.phase != BUILDING:
        return False
    wanted = 1 if s.round <= 6 else 2 if s.round <= 8 else 3
    for seat in range(s.players):
        if s.card[seat] >= 0 and level_of(s, seat) != wanted:
            return True
    return False


@rule
def scores_are_wrong(s: KittyPaw) -> bool:
    """Scored cards are as many as counted; nobody has more than five before extra rounds of a race."""
    for seat in range(s.players):
        count = 0
        for card in range(CARDS):
            if s.where[card] == SCORED + seat or s.where[card] == TURNED + seat:
                count += 1
        if count != s.scored[seat]:
            return True
        racing = s.extra == 0 and not is_practice(s) and s.calm == 0
        if racing and count > 5:
            return True
    return False


@rule
def phase_is_wrong(s: KittyPaw) -> bool:
    """Pieces are on mats and in hands only between the opening of a round and the clean-up, of those who play it."""
    in_round = s.phase == BUILDING or s.phase == PAWS or s.phase == PENALTIES or s.phase == CHECKING
    for seat in range(SEATS):
        for piece in range(PIECE_COUNT):
            allowed = plays(s, seat) and (in_round or s.phase >= RESULT)
            if s.place[seat, piece] != NOWHERE and not allowed:
                return True
        if s.peeking[seat] >= 0 and (s.phase != BUILDING or in_hand(s, seat) >= 0):
            return True
    return s.now < 0 or s.phase < 0 or s.phase > FINISHED
