"""What always holds in Rollecate, whatever is played: section 5 of `clauses.md`, by its numbers."""

from __future__ import annotations

from tabbytop.engine.rule import rule, scratch
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.games.rollecate import board, facts
from tabbytop.games.rollecate.state import Rollecate


@rule
def broken(s: Rollecate) -> int:
    """The number of the first invariant that does not hold, or 0."""
    if not cards_are_somewhere(s):
        return 1
    if not sizes_are_right(s):
        return 2
    if not turns_fit(s):
        return 3
    if not railway_holds_together(s):
        return 4
    if not train_stands(s):
        return 5
    if not neighbours_fit(s):
        return 6
    if not tracks_only(s):
        return 7
    if not penalties_fit(s):
        return 8
    if s.phase == facts.RIDING and facts.cards_ahead(s) < 1:
        return 10
    if not dice_fit(s):
        return 11
    if not pairs_were_combined(s):
        return 12
    if not hands_fit(s):
        return 13
    return 0


@rule
def cards_are_somewhere(s: Rollecate) -> bool:
    """1 and 14. Every card of every kind is in exactly one place, so their values add up too."""
    found = scratch(board.KINDS)
    for kind in range(board.KINDS):
        found[kind] = s.deck[kind] + s.removed[kind] + s.taken[kind] + s.combined[kind] + s.unbuilt[kind]
        for seat in range(s.players):
            found[kind] += s.hand[seat, kind]
        if kind >= board.TRACKS:
            found[kind] += s.aside[kind - board.TRACKS]
    for place in range(s.first, s.end):
        found[s.track[place]] += 1
    for seat in range(s.seats):
        for index in range(s.pile_size[seat]):
            found[s.pile[seat, index]] += 1
    if s.shown >= 0:
        found[s.shown] += 1
    for kind in range(board.KINDS):
        if found[kind] != board.COUNT[kind] or s.deck[kind] < 0 or s.removed[kind] < 0 or s.taken[kind] < 0:
            return False
    return True


@rule
def sizes_are_right(s: Rollecate) -> bool:
    """2. What everybody may count is what is there; after set-up so many cards are removed and dealt."""
    deck, removed, taken = 0, 0, 0
    for kind in range(board.KINDS):
        deck += s.deck[kind]
        removed += s.removed[kind]
        taken += s.taken[kind]
    if deck != s.deck_size or removed != s.removed_size or taken != s.taken_size:
        return False
    for seat in range(4):
        held = 0
        for kind in range(board.KINDS):
            if s.hand[seat, kind] < 0:
                return False
            held += s.hand[seat, kind]
        if held != s.hand_size[seat]:
            return False
        for index in range(board.ALL_CARDS):
            if (s.pile[seat, index] >= 0) != (index < s.pile_size[seat]):
                return False
    return facts.in_setup(s) or s.removed_size == facts.REMOVED[s.players]


@rule
def turns_fit(s: Rollecate) -> bool:
    """3. Every turn draws one card, and turns go round."""
    if facts.in_setup(s):
        return s.turns[0] + s.turns[1] + s.turns[2] + s.turns[3] == 0
    begun = 0
    for seat in range(s.seats):
        begun += s.turns[seat]
        if abs(s.turns[seat] - s.turns[0]) > 1:
            return False
    return s.deck_size == board.ALL_CARDS - board.INITIAL - facts.REMOVED[s.players] - facts.DEALT * s.players - begun


@rule
def railway_holds_together(s: Rollecate) -> bool:
    """4. Track cards on different cells, each next to the one before, where that one leads."""
    if s.end > board.TRACK_CARDS or s.first > s.end or (s.end > 0 and s.first == s.end):
        return False
    for place in range(board.TRACK_CARDS):
        lies = s.first <= place < s.end
        if (s.track[place] >= 0) != lies:
            return False
        if lies:
            if not board.bend_fits(s.track[place], s.bend[place]):
                return False
            for other in range(s.first, place):
                if s.x[other] == s.x[place] and s.y[other] == s.y[place]:
                    return False
            if place > s.first:
                before = s.heading[place - 1]
                if s.heading[place] != (before + board.TURN[s.bend[place]]) % 4:
                    return False
                if (
                    s.x[place] != s.x[place - 1] + board.EAST_OF[before]
                    or s.y[place] != s.y[place - 1] + board.NORTH_OF[before]
                ):
                    return False
    return True


@rule
def train_stands(s: Rollecate) -> bool:
    """5. The train is on a card of the railway as soon as that is built."""
    if s.end < board.INITIAL:
        return s.train == -1
    return s.first <= s.train < s.end


@rule
def neighbours_fit(s: Rollecate) -> bool:
    """6. Neighbours fit by value, except inside the initial railway."""
    for place in range(max(s.first + 1, board.INITIAL), s.end):
        if not facts.values_fit(board.value_of(s.track[place - 1]), board.value_of(s.track[place])):
            return False
    return True


@rule
def tracks_only(s: Rollecate) -> bool:
    """7. Chaos cards are never built or taken as penalties."""
    for kind in range(board.TRACKS, board.KINDS):
        if s.taken[kind] > 0 or s.unbuilt[kind] > 0:
            return False
    for place in range(s.first, s.end):
        if s.track[place] >= board.TRACKS:
            return False
    return True


@rule
def penalties_fit(s: Rollecate) -> bool:
    """8 and 9. Cards are due only while they are taken, and taken cards lie only until the turn ends."""
    if s.phase == facts.TAKING:
        return s.due > 0 and facts.cards_behind(s) > 0
    if s.due != 0:
        return False
    return (s.taken_size > 0) == (s.phase == facts.LAYING)


@rule
def dice_fit(s: Rollecate) -> bool:
    """11. As many dice as the value built; no more wheels than dice. Betsy's steps are the value itself."""
    if (s.dice > 0) != (s.phase == facts.THROWING):
        return False
    if s.wheels < 0 or (s.value == 0) != (s.built == 0):
        return False
    return s.wheels <= s.value * s.built - s.dice


@rule
def pairs_were_combined(s: Rollecate) -> bool:
    """12. Combined cards went in pairs of equal value."""
    for value in range(4):
        count = 0
        for kind in range(value, board.KINDS, 4):
            count += s.combined[kind]
        if count % 2 == 1:
            return False
    return True


@rule
def hands_fit(s: Rollecate) -> bool:
    """13. Nobody holds more than was drawn, and Betsy nothing; whoever acts on a turn is whose turn it is."""
    for seat in range(4):
        if s.hand_size[seat] > facts.DEALT + s.turns[seat]:
            return False
        if s.hand_size[seat] > 0 and (seat >= s.players or facts.is_betsy(s, seat)):
            return False
    if s.phase == facts.ACTING or s.phase == facts.BUILDING or s.phase == facts.DISCARDING:
        return s.acting == s.turn
    if s.phase == facts.RIDING or s.phase == facts.TAKING or s.phase == facts.SCORING:
        return s.acting == HOUSE
    if s.phase == facts.THROWING:
        return s.acting == LUCK
    return s.phase != facts.FINISHED or s.lost == 1 or s.hand_size[0] == 0
