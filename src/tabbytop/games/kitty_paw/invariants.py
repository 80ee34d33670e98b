"""What always holds at a table of Kitty Paw; the numbers are those of the list in `clauses.md`."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.kitty_paw import cards, components, facts, mat
from tabbytop.games.kitty_paw.state import KittyPaw


@rule
def broken(s: KittyPaw) -> int:
    """0, or the number of an invariant that does not hold."""
    if tiles_are_lost(s):
        return 1
    if hiding_is_wrong(s):
        return 2
    for seat in range(s.players):
        if s.box[seat] < 0 or s.box[seat] >= mat.CELLS:
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
    for breed in range(components.BREEDS):
        count = s.centre[breed, 0] + s.centre[breed, 1]
        for seat in range(s.players):
            if s.place[seat, breed] != mat.NOWHERE:
                count += 1
        not_mixed = s.phase == facts.FINISHED or (s.phase == facts.MIXING and breed >= s.mixing)
        if s.centre[breed, 0] < 0 or s.centre[breed, 1] < 0 or count != (0 if not_mixed else s.players):
            return True
    return False


@rule
def hiding_is_wrong(s: KittyPaw) -> bool:
    """All animals under boxes differ, and everybody knows what they have seen and no more."""
    for slot in range(components.ANIMALS):
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
        if (s.hide[seat] >= 0) != (s.place[seat, cards.HIDE] != mat.NOWHERE):
            return True
        if s.hide[seat] >= 0 and (s.ring[s.hide_slot[seat]] != s.hide[seat] or facts.level_of(s, seat) < 2):
            return True
    return False


@rule
def hand_is_wrong(s: KittyPaw, seat: int) -> bool:
    """At most one thing in a hand, and nothing while looking."""
    held = 0
    for piece in range(cards.PIECE_COUNT):
        if s.place[seat, piece] == mat.IN_HAND:
            held += 1
    return held > 1 or (held == 1 and s.peeking[seat] >= 0) or (held == 1 and s.card[seat] < 0)


@rule
def mat_is_wrong(s: KittyPaw, seat: int) -> bool:
    """Every piece lies where it may, and top tiles only with a card of Level III."""
    for piece in range(cards.PIECE_COUNT):
        place = s.place[seat, piece]
        if place >= mat.PLACES or place < mat.IN_HAND or s.rot[seat, piece] < 0 or s.rot[seat, piece] > 5:
            return True
        if place >= 0 and not facts.can_lie(s, seat, piece, place, s.rot[seat, piece], facts.ground(s, seat, piece)):
            return True
        if mat.is_border(place) and facts.level_of(s, seat) != 3:
            return True
    return False


@rule
def cards_are_lost(s: KittyPaw) -> bool:
    """Every card is where its place says, the other set of Level II out of the game."""
    if facts.cards_at(s, facts.OUT_OF_GAME) != (0 if s.mixed else 8):
        return True
    for place in range(facts.ROW):
        if s.row[place] >= 0 and s.where[s.row[place]] != facts.IN_ROW:
            return True
    for seat in range(s.players):
        card = s.card[seat]
        if (
            card >= 0
            and s.where[card] != facts.TAKEN
            and s.where[card] != facts.SCORED + seat
            and s.where[card] != facts.TURNED + seat
        ):
            return True
    if (
        s.extra > 0
        or s.phase == facts.FINISHED
        or s.phase == facts.MIXING
        or s.phase == facts.DEALING
        or s.phase == facts.TOPPING
    ):
        return False
    return facts.cards_at(s, facts.IN_PILE) != (48 if s.mixed else 40) - facts.ROW * s.round


@rule
def level_is_wrong(s: KittyPaw) -> bool:
    """The standard deck shows Level I in rounds 1 to 6, Level II in 7 and 8, Level III in 9 and 10."""
    if s.mixed or s.extra > 0 or s.phase != facts.BUILDING:
        return False
    wanted = 1 if s.round <= 6 else 2 if s.round <= 8 else 3
    for seat in range(s.players):
        if s.card[seat] >= 0 and facts.level_of(s, seat) != wanted:
            return True
    return False


@rule
def scores_are_wrong(s: KittyPaw) -> bool:
    """Scored cards are as many as counted; nobody has more than five before extra rounds of a race."""
    for seat in range(s.players):
        count = 0
        for card in range(components.CARDS):
            if s.where[card] == facts.SCORED + seat or s.where[card] == facts.TURNED + seat:
                count += 1
        if count != s.scored[seat]:
            return True
        racing = s.extra == 0 and not facts.is_practice(s) and s.calm == 0
        if racing and count > 5:
            return True
    return False


@rule
def phase_is_wrong(s: KittyPaw) -> bool:
    """Pieces are on mats and in hands only between the opening of a round and the clean-up, of those who play it."""
    in_round = (
        s.phase == facts.BUILDING or s.phase == facts.PAWS or s.phase == facts.PENALTIES or s.phase == facts.CHECKING
    )
    for seat in range(components.SEATS):
        for piece in range(cards.PIECE_COUNT):
            allowed = facts.plays(s, seat) and (in_round or s.phase >= facts.RESULT)
            if s.place[seat, piece] != mat.NOWHERE and not allowed:
                return True
        if s.peeking[seat] >= 0 and (s.phase != facts.BUILDING or facts.in_hand(s, seat) >= 0):
            return True
    return s.now < 0 or s.phase < 0 or s.phase > facts.FINISHED
