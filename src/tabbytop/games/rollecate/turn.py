"""What happens at the table of Rollecate, step by step. Clause ids (ROL-…, see `clauses.md`) stand beside their lines.

A turn is a chain of phases. Functions are named by what happens and enter the next phase themselves; whoever acts is
written down when a phase is entered. Nothing here asks whether a move is allowed: that is `rules.py`.
"""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate import board, facts
from tabbytop.games.rollecate.state import Rollecate

# ---------------------------------------------------------------- set-up


@rule
def enter(s: Rollecate, phase: int, acting: int) -> None:
    """Go on to a phase and say who acts in it."""
    s.phase = phase
    s.acting = acting


@rule
def take_from_deck(s: Rollecate, kind: int) -> None:
    """One card less in the draw pile."""
    s.deck[kind] -= 1
    s.deck_size -= 1


@rule
def placing_seat(s: Rollecate) -> int:
    """Who lays the next card of the initial railway: in turn from the start player on (ROL-15), alone you (ROL-16)."""
    return (s.starter + s.end) % s.seats if s.mode == facts.AT_A_TABLE else facts.HUMAN


@rule
def turn_up_for_setup(s: Rollecate, kind: int) -> None:
    """A card for the initial railway (ROL-14); a chaos card is set aside and another one drawn (ROL-17)."""
    take_from_deck(s, kind)
    if board.is_chaos(kind):
        s.aside[kind - board.TRACKS] += 1
        return
    s.shown = kind
    if not board.is_curve(kind):
        enter(s, facts.PLACING, HOUSE)
    elif s.auto_setup == 1:  # ROL-22
        enter(s, facts.PLACING, LUCK)
    else:
        enter(s, facts.PLACING, placing_seat(s))


@rule
def place_shown(s: Rollecate, bend: int) -> None:
    """Lay the card drawn; four make the initial railway."""
    add_track(s, s.shown, bend)
    s.shown = -1
    if s.end < board.INITIAL:
        enter(s, facts.TURNING_UP, LUCK)
        return
    s.train = facts.TRAIN_ON  # ROL-24; a broken card under her costs nothing (ROL-26)
    if s.aside[0] + s.aside[1] + s.aside[2] + s.aside[3] > 0:
        enter(s, facts.RETURNING, HOUSE)
    else:
        remove_next(s)


@rule
def add_track(s: Rollecate, kind: int, bend: int) -> None:
    """Lay a track card on the end cell, rails joined (ROL-65, ROL-66)."""
    x, y, heading = board.end_x(s), board.end_y(s), board.end_heading(s)
    s.track[s.end] = kind
    s.x[s.end] = x
    s.y[s.end] = y
    s.bend[s.end] = bend
    s.heading[s.end] = (heading + board.TURN[bend]) % 4
    s.end += 1


@rule
def return_chaos(s: Rollecate) -> None:
    """Chaos cards set aside go back to the draw pile (ROL-18)."""
    for index in range(4):
        s.deck[board.TRACKS + index] += s.aside[index]
        s.deck_size += s.aside[index]
        s.aside[index] = 0
    remove_next(s)


@rule
def remove_next(s: Rollecate) -> None:
    """Cards are removed unseen (ROL-27 to ROL-30), then everybody is dealt a hand (ROL-31)."""
    if s.removed_size < facts.REMOVED[s.players]:
        enter(s, facts.REMOVING, LUCK)
    else:
        enter(s, facts.DEALING, LUCK)


@rule
def remove_card(s: Rollecate, kind: int) -> None:
    """One card goes into the box unseen."""
    take_from_deck(s, kind)
    s.removed[kind] += 1
    s.removed_size += 1
    remove_next(s)


@rule
def draw_card(s: Rollecate, kind: int) -> None:
    """A card into a hand: dealt before the first turn, drawn at the beginning of one (ROL-36)."""
    take_from_deck(s, kind)
    if s.phase == facts.DEALING:
        give_card(s, facts.next_dealt(s), kind)
        if facts.next_dealt(s) < 0:
            begin_turn(s, s.starter)
    else:
        s.turns[s.turn] += 1
        give_card(s, s.turn, kind)
        enter(s, facts.ACTING, s.turn)


@rule
def give_card(s: Rollecate, seat: int, kind: int) -> None:
    """A card joins a hand; there is no limit (ROL-37)."""
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1


# ---------------------------------------------------------------- turns


@rule
def begin_turn(s: Rollecate, seat: int) -> None:
    """Clear what the last turn left behind; a card is drawn (ROL-36), by Betsy openly (ROL-109)."""
    s.turn = seat
    s.value = 0
    s.built = 0
    s.wheels = 0
    enter(s, facts.BETSY_DRAWING if facts.is_betsy(s, seat) else facts.DRAWING, LUCK)


@rule
def end_turn(s: Rollecate) -> None:
    """Clockwise to the next player (ROL-35), unless the last card was drawn in this turn (ROL-90)."""
    if s.deck_size == 0:
        enter(s, facts.SCORING, HOUSE)
    else:
        begin_turn(s, (s.turn + 1) % s.seats)


@rule
def show_hands(s: Rollecate) -> None:
    """All hands join the discard piles (ROL-91) and are not combined (ROL-92)."""
    for seat in range(s.players):
        for kind in range(board.KINDS):
            while s.hand[seat, kind] > 0:
                s.hand[seat, kind] -= 1
                s.hand_size[seat] -= 1
                put_on_pile(s, seat, kind)
    enter(s, facts.FINISHED, OVER)


# ---------------------------------------------------------------- building, discarding, passing


@rule
def play_card(s: Rollecate, seat: int, kind: int) -> None:
    """A card leaves the hand; Betsy plays the card she has drawn."""
    if facts.is_betsy(s, seat):
        s.shown = -1
    else:
        s.hand[seat, kind] -= 1
        s.hand_size[seat] -= 1


@rule
def build_track(s: Rollecate, kind: int, bend: int) -> None:
    """Lay a card at the end; a player may go on with cards of the same value (ROL-62, ROL-74)."""
    play_card(s, s.turn, kind)
    add_track(s, kind, bend)
    s.value = board.value_of(kind)
    s.built += 1
    if facts.is_betsy(s, s.turn):  # ROL-114: no dice
        s.wheels = s.value
        enter(s, facts.RIDING, HOUSE)
    else:
        enter(s, facts.BUILDING, s.turn)


@rule
def discard_chaos(s: Rollecate, value: int, combine: int) -> None:
    """A chaos card goes onto the discard pile (ROL-86, ROL-87); nothing else happens (ROL-88)."""
    kind = board.TRACKS + value - 1
    play_card(s, s.turn, kind)
    lay_on_pile(s, s.turn, kind, combine)
    if facts.is_betsy(s, s.turn):
        end_turn(s)
    else:
        enter(s, facts.DISCARDING, s.turn)


@rule
def finish_action(s: Rollecate) -> None:
    """The player has laid enough: after building come the dice (ROL-75), after discarding nothing."""
    if s.phase == facts.BUILDING:
        s.dice = s.value * s.built
        enter(s, facts.THROWING, LUCK)
    else:
        end_turn(s)


@rule
def pass_turn(s: Rollecate) -> None:
    """The train goes one card forward if there is one (ROL-41, ROL-42), and that costs (ROL-43 to ROL-45)."""
    if facts.is_betsy(s, s.turn):  # ROL-113
        s.unbuilt[s.shown] += 1
        s.shown = -1
    s.due = facts.PASS_PENALTY + roll_forward(s, min(facts.PASS_STEPS, facts.cards_ahead(s)))
    settle_penalties(s)


# ---------------------------------------------------------------- the train


@rule
def throw_dice(s: Rollecate, wheels: int) -> None:
    """Up to four dice at a time; all wheels are added up before the train moves (ROL-76)."""
    s.dice -= min(facts.DICE, s.dice)
    s.wheels += wheels
    if s.dice == 0:
        if s.wheels > 0:
            enter(s, facts.RIDING, HOUSE)
        else:  # ROL-84
            end_turn(s)


@rule
def roll_forward(s: Rollecate, steps: int) -> int:
    """Move the train; returns the penalty cards for broken tracks that she moves onto (ROL-81, ROL-82)."""
    damage = 0
    for _ in range(steps):
        s.train += 1
        if board.is_broken(s.track[s.train]):
            damage += facts.BROKEN_PENALTY
    return damage


@rule
def ride(s: Rollecate) -> None:
    """One card per wheel (ROL-77); past the end she derails and stands on the last card (ROL-78 to ROL-80)."""
    missing = max(0, s.wheels - facts.cards_ahead(s))
    s.due = roll_forward(s, s.wheels - missing)
    if missing > 0:
        s.due += facts.BETSY_DERAIL_PENALTY if facts.is_betsy(s, s.turn) else missing  # ROL-79, ROL-115
        s.derailments += 1  # ROL-103
        if s.mode == facts.SOLO_HARD and s.derailments > facts.DERAILMENTS_ALLOWED:  # ROL-102
            s.due = 0
            s.lost = 1
            enter(s, facts.FINISHED, OVER)
            return
    settle_penalties(s)


# ---------------------------------------------------------------- penalty cards


@rule
def settle_penalties(s: Rollecate) -> None:
    """Take what is due as long as a card lies behind the train (ROL-47), then lay what was taken (ROL-39)."""
    if s.due > 0 and facts.cards_behind(s) > 0:
        enter(s, facts.TAKING, HOUSE)
        return
    s.due = 0
    lay_next(s)


@rule
def take_penalty(s: Rollecate) -> None:
    """The first card of the railway (ROL-46), kept openly until the end of the turn (ROL-49); not so by Betsy."""
    kind = s.track[s.first]
    s.track[s.first] = -1
    s.x[s.first] = 0
    s.y[s.first] = 0
    s.bend[s.first] = -1
    s.heading[s.first] = 0
    s.first += 1
    s.due -= 1
    if facts.is_betsy(s, s.turn):  # ROL-117, ROL-118
        lay_on_pile(s, facts.BETSY, kind, 1 if facts.top_value(s, facts.BETSY) == board.value_of(kind) else 0)
    else:
        s.taken[kind] += 1
        s.taken_size += 1
    settle_penalties(s)


@rule
def lay_next(s: Rollecate) -> None:
    """Penalty cards are laid one by one in any order (ROL-50); where nothing is left to decide the house lays."""
    if s.taken_size == 0:
        end_turn(s)
    else:
        enter(s, facts.LAYING, HOUSE if facts.only_way_to_lay(s, s.turn) >= 0 else s.turn)


@rule
def lay_penalty(s: Rollecate, kind: int, combine: int) -> None:
    """One penalty card goes onto the discard pile, or away with the top card."""
    s.taken[kind] -= 1
    s.taken_size -= 1
    lay_on_pile(s, s.turn, kind, combine)
    lay_next(s)


@rule
def lay_on_pile(s: Rollecate, seat: int, kind: int, combine: int) -> None:
    """Lay a card on a discard pile, or put it and the top card in the box (ROL-51, ROL-54 to ROL-57, ROL-59)."""
    if combine == 0:
        put_on_pile(s, seat, kind)
        return
    s.pile_size[seat] -= 1
    top = s.pile_size[seat]
    s.combined[s.pile[seat, top]] += 1
    s.combined[kind] += 1
    s.pile[seat, top] = -1


@rule
def put_on_pile(s: Rollecate, seat: int, kind: int) -> None:
    """A card on top of a discard pile."""
    s.pile[seat, s.pile_size[seat]] = kind
    s.pile_size[seat] += 1


# ---------------------------------------------------------------- Betsy


@rule
def betsy_draws(s: Rollecate, kind: int) -> None:
    """She shows her card (ROL-109); where the option says so, the human bends a curve she can build (ROL-112)."""
    take_from_deck(s, kind)
    s.turns[facts.BETSY] += 1
    s.shown = kind
    if s.human_bends == 1 and board.is_curve(kind) and facts.can_build(s, board.value_of(kind)):
        enter(s, facts.BETSY_BENDING, facts.HUMAN)
    else:
        enter(s, facts.BETSY_ACTING, facts.BETSY)


@rule
def choose_starter(s: Rollecate, seat: int) -> None:
    """The start player is known (ROL-34); the initial railway is built."""
    s.starter = seat
    enter(s, facts.TURNING_UP, LUCK)


@rule
def seats_for(mode: int, players: int) -> int:
    """How many sit at the table: Betsy too, if she plays (ROL-105)."""
    return players + 1 if mode == facts.AGAINST_BETSY else players
