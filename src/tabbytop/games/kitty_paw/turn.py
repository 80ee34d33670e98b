"""What happens at a table of Kitty Paw, named as players would name it. Assumes that it is allowed."""

from __future__ import annotations

from tabbytop.engine.rule import rule
from tabbytop.games.kitty_paw import cards, components, facts, mat
from tabbytop.games.kitty_paw.state import KittyPaw

# ---------------------------------------------------------------- before a round


@rule
def stack_cards(s: KittyPaw) -> None:
    """Put the cards that are played into the pile (KIT-30, KIT-31, KIT-121)."""
    for card in range(components.CARDS):
        unused = s.mixed == 0 and (cards.IS_BLUE[card] if s.yellow else cards.IS_YELLOW[card]) == 1
        s.where[card] = facts.OUT_OF_GAME if unused else facts.IN_PILE


@rule
def begin_round(s: KittyPaw) -> None:
    """Put the boxes in the middle and mix the tiles; cards follow (KIT-57, KIT-26)."""
    s.round += 1
    for seat in range(s.players):
        s.box[seat] = mat.START
    s.mixing = 0
    enter(s, facts.MIXING)


@rule
def enter(s: KittyPaw, phase: int) -> None:
    """Go to a phase that ends by what is done in it, not by itself."""
    s.phase = phase
    s.until = -1
    for seat in range(s.players):
        s.since[seat] = s.now


@rule
def enter_for(s: KittyPaw, phase: int, span: int) -> None:
    """Go to a phase that ends by itself after a span of time."""
    enter(s, phase)
    s.until = s.now + span


@rule
def mix_breed(s: KittyPaw, asleep: int) -> None:
    """Let some tiles of a breed lie belly up (KIT-27)."""
    s.centre[s.mixing, 1] = asleep
    s.centre[s.mixing, 0] = s.players - asleep
    s.mixing += 1
    if s.mixing == components.BREEDS:
        deal_on(s)


@rule
def cards_in_row(s: KittyPaw) -> int:
    """How many places of the row have been filled."""
    count = 0
    while count < facts.ROW and s.row[count] >= 0:
        count += 1
    return count


@rule
def deal_on(s: KittyPaw) -> None:
    """Turn over the next card of the row, or go on when it is full (KIT-33, KIT-108)."""
    left = facts.cards_at(s, facts.REMOVED if s.extra > 0 else facts.IN_PILE)
    full = cards_in_row(s) == facts.ROW
    if s.extra > 0:
        s.top_level = 0
        if full or left == 0:
            gather(s)
        else:
            enter(s, facts.DEALING)
        return
    if s.mixed == 0:
        s.top_level = facts.pile_level(s)
    if left == 0:
        s.top_level = 0
    elif s.mixed and s.top_level == 0:
        enter(s, facts.TOPPING)  # the level shows before the card does
        return
    if full or left == 0:
        gather(s)
    else:
        enter(s, facts.DEALING)


@rule
def turn_over(s: KittyPaw, card: int) -> None:
    """Lay a card into the row."""
    s.row[cards_in_row(s)] = card
    s.where[card] = facts.IN_ROW
    s.top_level = 0
    deal_on(s)


@rule
def gather(s: KittyPaw) -> None:
    """Wait until all are ready; the row may be studied (KIT-34, KIT-51)."""
    s.ready = 0
    enter_for(s, facts.GATHERING, s.ready_wait * facts.SECOND)


@rule
def say_ready(s: KittyPaw, seat: int) -> None:
    """Note that a seat is ready, and go on when all are."""
    s.ready |= 1 << seat
    if s.ready == s.active:
        if s.phase == facts.GATHERING:
            count_down(s)
        else:
            enter(s, facts.CLEANING)


@rule
def count_down(s: KittyPaw) -> None:
    """Three, two, one (KIT-51)."""
    s.ready = s.active
    enter_for(s, facts.COUNTDOWN, s.countdown * facts.SECOND)


@rule
def open_round(s: KittyPaw) -> None:
    """Kitty Paw: everybody may act, until somebody calls or the time is up (KIT-51, KIT-122)."""
    enter(s, facts.BUILDING)
    s.opened = s.now
    limit = s.round_limit * facts.SECOND
    if s.extra > 0 and limit == 0:
        limit = facts.EXTRA_LIMIT * facts.SECOND
    if s.calm:
        limit = s.calm_minutes * facts.MINUTE
    if limit > 0:
        s.until = s.now + limit


# ---------------------------------------------------------------- building


@rule
def note_act(s: KittyPaw, seat: int) -> None:
    """Remember when a seat acted."""
    s.since[seat] = s.now
    s.acts[seat] = min(facts.MOST_ACTS, s.acts[seat] + 1)


@rule
def take_card(s: KittyPaw, seat: int, card: int) -> None:
    """Take a card from the row (KIT-52)."""
    for place in range(facts.ROW):
        if s.row[place] == card:
            s.row[place] = -1
    s.card[seat] = card
    s.where[card] = facts.TAKEN


@rule
def grab(s: KittyPaw, seat: int, breed: int, side: int) -> None:
    """Take a tile from the centre, upright with the side it showed (KIT-61)."""
    s.centre[breed, side] -= 1
    s.place[seat, breed] = mat.IN_HAND
    s.side[seat, breed] = side
    s.rot[seat, breed] = 0
    if s.tumbled:
        s.tumbling = seat


@rule
def give_back(s: KittyPaw, seat: int, piece: int) -> None:
    """Put a tile back with the side it has (KIT-65), or a hide-and-seek card under its box (KIT-76)."""
    if piece == cards.HIDE:
        s.hide[seat] = -1
        s.hide_slot[seat] = -1
    else:
        s.centre[piece, s.side[seat, piece]] += 1
    s.place[seat, piece] = mat.NOWHERE
    s.side[seat, piece] = 0
    s.rot[seat, piece] = 0


@rule
def move_box(s: KittyPaw, seat: int, cell: int) -> None:
    """Move the box card, and the tile on it along (KIT-68)."""
    tile = facts.on_box(s, seat)
    if tile >= 0:
        s.place[seat, tile] = facts.head_after(s, seat, tile, cell)
    s.box[seat] = cell


@rule
def begin_peek(s: KittyPaw, seat: int, slot: int) -> None:
    """Lift a box; what is under it only the looker sees (KIT-70)."""
    s.peeking[seat] = slot
    s.finding = seat
    if facts.has_peek_limit(s):
        s.peek_until[seat] = s.now + s.peek_time * facts.SECOND


@rule
def find(s: KittyPaw, animal: int) -> None:
    """Show the looker what is under the box."""
    seat = s.finding
    slot = s.peeking[seat]
    s.ring[slot] = animal
    s.known[seat, slot] = animal
    s.looked |= 1 << slot
    s.peeked[seat] |= 1 << slot
    s.finding = -1


@rule
def end_peek(s: KittyPaw, seat: int) -> None:
    """Put a box down again, if the seat looks under one (KIT-72)."""
    if s.peeking[seat] >= 0:
        s.rested_until[seat, s.peeking[seat]] = s.now + facts.REST
        s.peeking[seat] = -1
        s.peek_until[seat] = -1


@rule
def keep(s: KittyPaw, seat: int) -> None:
    """Take the card under the box to the hand, face up: now all see it (KIT-73)."""
    slot = s.peeking[seat]
    end_peek(s, seat)
    s.hide[seat] = s.known[seat, slot]
    s.shown[slot] = s.hide[seat]
    s.hide_slot[seat] = slot
    s.place[seat, cards.HIDE] = mat.IN_HAND


# ---------------------------------------------------------------- meow and paw


@rule
def stop_building(s: KittyPaw) -> None:
    """All hands off: looks under boxes end too (KIT-72, KIT-81)."""
    for seat in range(s.players):
        end_peek(s, seat)


@rule
def call(s: KittyPaw, seat: int) -> None:
    """Meow (KIT-78)."""
    if s.calm:
        finish_calmly(s, seat)
        return
    stop_building(s)
    s.caller = seat
    s.called = s.now
    note_time(s)
    s.due = 0
    for other in range(s.players):
        lost = s.away_since[other] >= 0 and s.now - s.away_since[other] >= facts.LOST_BEFORE  # KIT-90
        if other != seat and facts.plays(s, other) and not lost:
            s.due |= 1 << other
    if facts.count_bits(s.active) <= 2 or facts.count_bits(s.due) < 2:
        s.due = 0
        enter(s, facts.CHECKING)  # KIT-86
    else:
        enter_for(s, facts.PAWS, s.reaction_time * facts.SECOND)
        for other in range(s.players):
            if s.due >> other & 1:
                s.told[other] = s.now


@rule
def finish_calmly(s: KittyPaw, seat: int) -> None:
    """Note that a seat has finished; the check comes when all have (KIT-128)."""
    end_peek(s, seat)
    s.done |= 1 << seat
    if s.done == s.active:
        stop_building(s)
        s.called = s.now
        note_time(s)
        enter(s, facts.CHECKING)


@rule
def note_time(s: KittyPaw) -> None:
    """Remember how long the round took, extra rounds aside."""
    if s.extra == 0:
        s.times[s.round - 1] = s.now - s.opened


@rule
def tell_anew(s: KittyPaw, seat: int) -> None:
    """A seat hears of the Meow only now: the time for its paw begins now (KIT-131)."""
    s.told[seat] = s.now
    s.until = s.now + s.reaction_time * facts.SECOND


@rule
def press_paw(s: KittyPaw, seat: int) -> None:
    """Answer the Meow; what the connection took is taken off (KIT-83, KIT-87)."""
    order = 1
    for other in range(s.players):
        if s.pressed[other] > 0:
            order += 1
    s.pressed[seat] = order
    s.reaction[seat] = max(0, s.now - s.told[seat] - s.lag[seat])
    s.due &= ~(1 << seat)
    if s.due == 0:
        name_slowest(s)


@rule
def name_slowest(s: KittyPaw) -> None:
    """The longest reaction is last; of equal ones the answer handled later (KIT-88)."""
    slowest = -1
    for seat in range(s.players):
        if s.pressed[seat] > 0:
            if slowest < 0 or s.reaction[seat] > s.reaction[slowest]:
                slowest = seat
            elif s.reaction[seat] == s.reaction[slowest] and s.pressed[seat] > s.pressed[slowest]:
                slowest = seat
    s.last = 1 << slowest
    s.was_last = s.last
    enter(s, facts.PENALTIES)


@rule
def close_paws(s: KittyPaw) -> None:
    """The time for paws is over: all who have not pressed are last (KIT-89)."""
    s.last = s.due
    s.was_last = s.due
    s.due = 0
    enter(s, facts.PENALTIES)


@rule
def next_last(s: KittyPaw) -> int:
    """Who takes a penalty next, in seat order."""
    seat = 0
    while s.last >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def penalise_last(s: KittyPaw, seat: int) -> None:
    """A last player turns the own card over; one without takes the leftmost of the row (KIT-84, KIT-91)."""
    if s.card[seat] < 0:
        place = 0
        while s.row[place] < 0:
            place += 1
        take_card(s, seat, s.row[place])
    turn_to_penalty(s, seat)
    s.last &= ~(1 << seat)
    if s.last == 0:
        enter(s, facts.CHECKING)


@rule
def turn_to_penalty(s: KittyPaw, seat: int) -> None:
    """The card counts as scored, with its penalty (KIT-85, KIT-102)."""
    card = s.card[seat]
    s.where[card] = facts.TURNED + seat
    s.scored[seat] += 1
    s.total[seat] += cards.PENALTY[card]


# ---------------------------------------------------------------- check


@rule
def next_to_check(s: KittyPaw) -> int:
    """Whose pattern is checked next: the caller's, or in a calm round everybody's who has finished; or -1."""
    if s.calm == 0:
        return s.caller if s.verdict[s.caller] == 0 else -1
    for seat in range(s.players):
        if s.done >> seat & 1 and s.verdict[seat] == 0:
            return seat
    return -1


@rule
def check(s: KittyPaw, seat: int) -> None:
    """Compare a mat with its card and score it (KIT-93, KIT-100, KIT-101)."""
    card = s.card[seat]
    s.faults[seat] = facts.faults_of(s, seat, card)
    if s.faults[seat] == 0:
        s.verdict[seat] = facts.RIGHT
        s.where[card] = facts.SCORED + seat
        s.scored[seat] += 1
        s.total[seat] += cards.POINTS[card]
        took = s.called - s.opened
        if s.calm == 0 and (s.best[seat] < 0 or took < s.best[seat]):
            s.best[seat] = took
    else:
        s.verdict[seat] = facts.WRONG
        turn_to_penalty(s, seat)
    if next_to_check(s) < 0:
        show_result(s)


@rule
def show_result(s: KittyPaw) -> None:
    """Let everybody look at what came of the round; in a calm game for as long as they like (KIT-128)."""
    s.ready = 0
    if s.calm:
        enter(s, facts.RESULT)
    else:
        enter_for(s, facts.RESULT, s.ready_wait * facts.SECOND)


@rule
def run_out(s: KittyPaw) -> None:
    """The round ends without Meow: nobody scores (KIT-122). In a calm round those who have finished do (KIT-129)."""
    stop_building(s)
    s.called = s.now
    note_time(s)
    if s.calm and s.done != 0:
        enter(s, facts.CHECKING)
    else:
        show_result(s)


# ---------------------------------------------------------------- after a round


@rule
def clean_up(s: KittyPaw) -> None:
    """Everything back to its place, un-scored cards out of the game; then a new round, or the end."""
    for seat in range(components.SEATS):
        for piece in range(cards.PIECE_COUNT):
            if s.place[seat, piece] != mat.NOWHERE:
                give_back(s, seat, piece)  # KIT-105, KIT-106
        clear_seat(s, seat)
    for breed in range(components.BREEDS):
        s.centre[breed, 0] = 0  # they are mixed again
        s.centre[breed, 1] = 0
    for card in range(components.CARDS):
        if s.where[card] == facts.IN_ROW or s.where[card] == facts.TAKEN:
            s.where[card] = facts.REMOVED  # KIT-107
    for place in range(facts.ROW):
        s.row[place] = -1
    for slot in range(components.ANIMALS):
        s.ring[slot] = -1
        s.shown[slot] = -1
    s.looked = 0
    s.called = -1
    s.opened = -1
    s.done = 0
    s.was_last = 0
    s.ready = 0
    go_on(s)
    s.caller = -1


@rule
def clear_seat(s: KittyPaw, seat: int) -> None:
    """Forget what a seat did in the round."""
    s.card[seat] = -1
    s.acts[seat] = 0
    s.peeked[seat] = 0
    s.reaction[seat] = -1
    s.pressed[seat] = 0
    s.lag[seat] = 0
    s.verdict[seat] = 0
    s.faults[seat] = 0
    s.told[seat] = -1
    for slot in range(components.ANIMALS):
        s.known[seat, slot] = -1
        s.rested_until[seat, slot] = 0


@rule
def go_on(s: KittyPaw) -> None:
    """The next round, an extra round among the tied, or the end."""
    if s.extra == 0 and not is_last_round(s):
        begin_round(s)
        return
    if s.extra > 0 and s.caller < 0:
        enter(s, facts.FINISHED)  # the tied share the victory (KIT-117)
        return
    s.active = leaders(s)
    tied = facts.count_bits(s.active)
    if s.calm or tied == 1 or facts.cards_at(s, facts.REMOVED) < tied:  # KIT-119, KIT-130
        enter(s, facts.FINISHED)
    else:
        s.extra += 1
        begin_round(s)


@rule
def is_last_round(s: KittyPaw) -> bool:
    """Whether the game ends after this round (KIT-109, KIT-110)."""
    if facts.cards_at(s, facts.IN_PILE) == 0:
        return True
    if s.calm:
        return s.round >= s.calm_rounds
    if facts.is_practice(s):
        return s.round >= facts.PRACTICE_ROUNDS
    for seat in range(s.players):
        if s.scored[seat] >= facts.CARDS_TO_END:
            return True
    return False


@rule
def leaders(s: KittyPaw) -> int:
    """Bits of those with the highest total among the players of the last round (KIT-114, KIT-117)."""
    best = -100
    for seat in range(s.players):
        if facts.plays(s, seat):
            best = max(best, s.total[seat])
    found = 0
    for seat in range(s.players):
        if facts.plays(s, seat) and s.total[seat] == best:
            found |= 1 << seat
    return found


@rule
def next_level(s: KittyPaw, level: int) -> None:
    """The back of the pile's top card shows its level."""
    s.top_level = level
    deal_on(s)


@rule
def cards_of_level(s: KittyPaw, level: int) -> int:
    """How many cards of a level are in the pile."""
    count = 0
    for card in range(components.CARDS):
        if s.where[card] == facts.IN_PILE and cards.LEVEL[card] == level:
            count += 1
    return count
