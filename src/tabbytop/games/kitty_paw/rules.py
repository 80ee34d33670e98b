"""The verbs of Kitty Paw: who acts, what a move does, how it is scored, what is legal.

While a round is open all seats act at once (`ALL`) and time passes by moves of `CLOCK`. What happens at the table is in
`turn.py`, why a move is refused in `refusals.py`, what always holds in `invariants.py`.
"""

from __future__ import annotations

from tabbytop.engine.clock import NEVER
from tabbytop.engine.luck import toss
from tabbytop.engine.rule import rule, table
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER
from tabbytop.engine.state import Ids, Wide
from tabbytop.games.kitty_paw import cards, components, facts, mat, moves, turn
from tabbytop.games.kitty_paw import options as slots
from tabbytop.games.kitty_paw.invariants import broken
from tabbytop.games.kitty_paw.refusals import why_not
from tabbytop.games.kitty_paw.state import KittyPaw

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "may_act", "rank", "score", "setup", "why_not"]

SPANS = table(moves.PASSES)
LAG_COUNT = len(moves.LAGS)
WAYS_TO_SLEEP = table([[1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
"""By number of tiles of a breed less one: in how many ways so many of them lie belly up."""


@rule
def setup(s: KittyPaw, options: Wide) -> None:
    """An empty table; luck then mixes the tiles and deals the first row."""
    s.players = options[0]
    s.mixed = options[slots.DECK_SLOT]
    s.yellow = options[slots.LEVEL2_SLOT]
    s.tumbled = options[slots.TUMBLED_SLOT]
    s.calm = options[slots.CALM_SLOT]
    s.calm_rounds = options[slots.CALM_ROUNDS_SLOT]
    s.calm_minutes = options[slots.CALM_MINUTES_SLOT]
    s.countdown = options[slots.COUNTDOWN_SLOT]
    s.ready_wait = options[slots.READY_SLOT]
    s.peek_time = options[slots.PEEK_SLOT]
    s.reaction_time = options[slots.REACTION_SLOT]
    s.round_limit = options[slots.ROUND_LIMIT_SLOT]
    s.active = (1 << s.players) - 1
    turn.stack_cards(s)
    turn.begin_round(s)


@rule
def actor(s: KittyPaw) -> int:
    """Who acts now."""
    phase = s.phase
    if phase == facts.FINISHED:
        return OVER
    if phase == facts.MIXING or phase == facts.DEALING or phase == facts.TOPPING or s.finding >= 0 or s.tumbling >= 0:
        return LUCK
    if phase == facts.PENALTIES or phase == facts.CHECKING or phase == facts.CLEANING or facts.time_left(s) == 0:
        return HOUSE
    return ALL


@rule
def chance(s: KittyPaw, ids: Ids, weights: Ids) -> int:
    """How many tiles of a breed lie belly up, the next level, the next card, a face, a rotation."""
    if s.phase == facts.MIXING:
        for asleep in range(s.players + 1):
            ids[asleep] = moves.MIX + asleep
            weights[asleep] = WAYS_TO_SLEEP[s.players - 1, asleep]
        return s.players + 1
    n = 0
    if s.phase == facts.TOPPING:
        for level in range(1, 4):
            if turn.cards_of_level(s, level) > 0:
                ids[n] = moves.TOP + level - 1
                weights[n] = turn.cards_of_level(s, level)
                n += 1
        return n
    if s.phase == facts.DEALING:
        for card in range(components.CARDS):
            if facts.is_next_card(s, card):
                ids[n] = moves.TURN_OVER + card
                weights[n] = 1
                n += 1
        return n
    if s.finding >= 0:
        slot = s.peeking[s.finding]
        for animal in range(components.ANIMALS):
            if s.ring[slot] == animal or (s.ring[slot] < 0 and facts.animal_is_unseen(s, animal)):
                ids[n] = moves.FIND + animal
                weights[n] = 1
                n += 1
        return n
    for rotation in range(components.ROTATIONS):
        ids[rotation] = moves.TUMBLE + rotation
        weights[rotation] = 1
    return components.ROTATIONS


# ---------------------------------------------------------------- applying


@rule
def apply(s: KittyPaw, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < moves.START_COUNTDOWN:
        apply_luck(s, move)
    elif move < moves.LET_PASS:
        apply_house(s, move)
    elif move < moves.READY:
        apply_clock(s, move)
    else:
        turn.note_act(s, seat)
        apply_player(s, seat, move)


@rule
def apply_luck(s: KittyPaw, move: int) -> None:
    """What luck brings."""
    if move < moves.TOP:
        turn.mix_breed(s, move - moves.MIX)
    elif move < moves.TURN_OVER:
        turn.next_level(s, move - moves.TOP + 1)
    elif move < moves.FIND:
        turn.turn_over(s, move - moves.TURN_OVER)
    elif move < moves.TUMBLE:
        turn.find(s, move - moves.FIND)
    else:
        s.rot[s.tumbling, facts.in_hand(s, s.tumbling)] = move - moves.TUMBLE
        s.tumbling = -1


@rule
def apply_house(s: KittyPaw, move: int) -> None:
    """What the rules do by themselves."""
    if move == moves.START_COUNTDOWN:
        turn.count_down(s)
    elif move == moves.OPEN_ROUND:
        turn.open_round(s)
    elif move < moves.TIME_UP:
        turn.end_peek(s, move - moves.END_PEEK)
    elif move == moves.TIME_UP:
        turn.run_out(s)
    elif move == moves.TOO_LATE:
        turn.close_paws(s)
    elif move < moves.CHECK:
        turn.penalise_last(s, move - moves.PENALISE)
    elif move < moves.CLEAN_UP:
        turn.check(s, move - moves.CHECK)
    else:
        turn.clean_up(s)


@rule
def apply_clock(s: KittyPaw, move: int) -> None:
    """Time, and what the table's keeper knows of connections (KIT-87, KIT-90, KIT-131)."""
    if move < moves.LAG:
        s.now += SPANS[move - moves.LET_PASS]
    elif move < moves.AWAY:
        s.lag[(move - moves.LAG) // LAG_COUNT] = (move - moves.LAG) % LAG_COUNT * moves.LAG_STEP
    elif move < moves.HERE:
        s.away_since[move - moves.AWAY] = s.now
    elif move < moves.TELL:
        s.away_since[move - moves.HERE] = -1
    else:
        turn.tell_anew(s, move - moves.TELL)


@rule
def apply_player(s: KittyPaw, seat: int, move: int) -> None:
    """What a player does; anything but the two ends of a look puts a lifted box down first (KIT-72)."""
    if move == moves.KEEP:
        turn.keep(s, seat)
        return
    turn.end_peek(s, seat)
    if move == moves.READY:
        turn.say_ready(s, seat)
    elif move < moves.GRAB:
        turn.take_card(s, seat, move - moves.TAKE_CARD)
    elif move < moves.PUT:
        turn.grab(s, seat, (move - moves.GRAB) // 2, (move - moves.GRAB) % 2)
    elif move < moves.LIFT:
        s.place[seat, facts.in_hand(s, seat)] = move - moves.PUT
    elif move < moves.TURN:
        s.place[seat, move - moves.LIFT] = mat.IN_HAND
    elif move < moves.FLIP:
        turned = 1 if (move - moves.TURN) % 2 == 0 else components.ROTATIONS - 1
        piece = (move - moves.TURN) // 2
        s.rot[seat, piece] = (s.rot[seat, piece] + turned) % components.ROTATIONS
    elif move < moves.GIVE_BACK:
        s.side[seat, move - moves.FLIP] = 1 - s.side[seat, move - moves.FLIP]
    elif move < moves.PEEK:
        turn.give_back(s, seat, move - moves.GIVE_BACK)
    elif move < moves.UNPEEK:
        turn.begin_peek(s, seat, move - moves.PEEK)
    elif move == moves.BOX_FLIP:
        s.box_side[seat] = 1 - s.box_side[seat]
    elif moves.BOX_MOVE <= move < moves.MEOW:
        turn.move_box(s, seat, move - moves.BOX_MOVE)
    elif move == moves.PAW or (move == moves.MEOW and s.phase == facts.PAWS):
        turn.press_paw(s, seat)  # a Meow that comes second is a paw (KIT-80)
    elif move == moves.MEOW:
        turn.call(s, seat)


# ---------------------------------------------------------------- scoring


@rule
def score(s: KittyPaw, out: Wide) -> None:
    """The sum of the scored cards (KIT-112)."""
    for seat in range(s.players):
        out[seat] = s.total[seat]


@rule
def rank(s: KittyPaw, out: Wide) -> None:
    """Places: those still in the race for the first place share it, the others go by total (KIT-113, KIT-117)."""
    for seat in range(s.players):
        out[seat] = 0
        if s.phase == facts.FINISHED:
            out[seat] = 1
            if not facts.plays(s, seat):
                out[seat] += facts.count_bits(s.active)
                for other in range(s.players):
                    if not facts.plays(s, other) and s.total[other] > s.total[seat]:
                        out[seat] += 1


@rule
def imagine(s: KittyPaw, seat: int, luck: Wide) -> None:
    """Put animals that `seat` has not seen under the boxes where others have looked."""
    for slot in range(components.ANIMALS):
        if s.shown[slot] >= 0:
            s.ring[slot] = s.shown[slot]
        elif 0 <= seat < components.SEATS and s.known[seat, slot] >= 0:
            s.ring[slot] = s.known[seat, slot]
    for slot in range(components.ANIMALS):
        if s.looked >> slot & 1 and s.ring[slot] < 0:
            s.ring[slot] = unseen_animal(s, luck)
    for other in range(s.players):
        for slot in range(components.ANIMALS):
            if other != seat and has_seen(s, other, slot):
                s.known[other, slot] = s.ring[slot]


@rule
def has_seen(s: KittyPaw, seat: int, slot: int) -> bool:
    """Whether a seat has seen what is under a box."""
    return s.peeked[seat] >> slot & 1 == 1


@rule
def unseen_animal(s: KittyPaw, luck: Wide) -> int:
    """One of the animals that are not yet under a box, at random."""
    count = 0
    for animal in range(components.ANIMALS):
        if facts.animal_is_unseen(s, animal):
            count += 1
    k = toss(luck, count)
    animal = 0
    while True:
        if facts.animal_is_unseen(s, animal):
            if k == 0:
                return animal
            k -= 1
        animal += 1


# ---------------------------------------------------------------- legal moves


@rule
def legal(s: KittyPaw, seat: int, out: Ids) -> int:
    """What a seat, the house or the clock may do now."""
    who = actor(s)
    if seat == HOUSE and who == HOUSE:
        out[0] = house_move(s)
        return 1
    if who != ALL or not may_act(s, seat, out):
        return 0
    if seat == CLOCK:
        return legal_clock(s, out)
    if s.phase == facts.BUILDING:
        return legal_building(s, seat, out)
    if s.phase == facts.PAWS:
        out[0] = moves.MEOW
        out[1] = moves.PAW
        return 2
    out[0] = moves.READY
    return 1


@rule
def may_act(s: KittyPaw, seat: int, out: Ids) -> bool:
    """Whether there is anything to do for a seat while everybody may act; the clock can always go on."""
    if seat == CLOCK:
        return True
    if not facts.plays(s, seat) or s.phase == facts.COUNTDOWN:
        return False
    if s.phase == facts.BUILDING:
        return s.done >> seat & 1 == 0
    if s.phase == facts.PAWS:
        return s.due >> seat & 1 == 1
    return s.ready >> seat & 1 == 0


@rule
def house_move(s: KittyPaw) -> int:
    """The one thing that happens by itself now."""
    if s.phase == facts.GATHERING:
        return moves.START_COUNTDOWN
    if s.phase == facts.COUNTDOWN:
        return moves.OPEN_ROUND
    if s.phase == facts.BUILDING:
        seat = facts.next_peek_over(s)
        return moves.END_PEEK + seat if seat >= 0 else moves.TIME_UP
    if s.phase == facts.PAWS:
        return moves.TOO_LATE
    if s.phase == facts.PENALTIES:
        return moves.PENALISE + turn.next_last(s)
    if s.phase == facts.CHECKING:
        return moves.CHECK + turn.next_to_check(s)
    return moves.CLEAN_UP


@rule
def spans_within(left: int) -> int:
    """How many of the spans of time fit into so many milliseconds."""
    n = SPANS.shape[0]
    if left != NEVER:
        while n > 0 and SPANS[n - 1] > left:
            n -= 1
    return n


@rule
def legal_clock(s: KittyPaw, out: Ids) -> int:
    """Time up to the next thing that happens by itself; lags while paws are due; connections lost and found."""
    n = spans_within(facts.time_left(s))
    for i in range(n):
        out[i] = moves.LET_PASS + i
    if s.phase == facts.PAWS:
        for seat in range(s.players):
            if s.due >> seat & 1:
                for step in range(LAG_COUNT):
                    if s.lag[seat] != step * moves.LAG_STEP:
                        out[n] = moves.LAG + seat * LAG_COUNT + step
                        n += 1
    for seat in range(s.players):
        if s.away_since[seat] < 0:
            out[n] = moves.AWAY + seat
            n += 1
    for seat in range(s.players):
        if s.away_since[seat] >= 0:
            out[n] = moves.HERE + seat
            n += 1
    if s.phase == facts.PAWS:
        for seat in range(s.players):
            if s.due >> seat & 1 and s.told[seat] < s.now:
                out[n] = moves.TELL + seat
                n += 1
    return n


@rule
def legal_building(s: KittyPaw, seat: int, out: Ids) -> int:
    """Everything that hands may do while the round is open."""
    n = 0
    if s.card[seat] < 0:
        n = legal_cards(s, seat, out, n)
    held = facts.in_hand(s, seat)
    if s.card[seat] >= 0 and held < 0:
        for breed in range(components.BREEDS):
            for side in range(2):
                if not facts.has(s, seat, breed) and s.centre[breed, side] > 0:
                    out[n] = moves.GRAB + 2 * breed + side
                    n += 1
    if held >= 0:
        taken = facts.ground(s, seat, held)
        for place in range(mat.PLACES if facts.fits_borders(s, seat, held) else mat.CELLS):
            out[n] = moves.PUT + place
            n += facts.can_lie(s, seat, held, place, s.rot[seat, held], taken)
    n = legal_arranging(s, seat, held, out, n)
    if s.card[seat] >= 0 and facts.level_of(s, seat) > 1 and held < 0 and not facts.has(s, seat, cards.HIDE):
        for slot in range(components.ANIMALS):
            if facts.holder_of(s, slot) < 0 and facts.peeker_at(s, slot) < 0 and not facts.rests(s, seat, slot):
                out[n] = moves.PEEK + slot
                n += 1
    if s.peeking[seat] >= 0:
        out[n] = moves.UNPEEK
        out[n + 1] = moves.KEEP
        n += 2
    out[n] = moves.BOX_FLIP
    n += 1
    tile = facts.on_box(s, seat)
    taken = facts.ground(s, seat, tile)
    for cell in range(mat.CELLS):
        out[n] = moves.BOX_MOVE + cell
        n += facts.can_move_box(s, seat, tile, cell, taken)
    if s.card[seat] >= 0:
        out[n] = moves.MEOW
        n += 1
    return n


@rule
def legal_cards(s: KittyPaw, seat: int, out: Ids, n: int) -> int:
    """The cards of the row, to whoever is first; in a calm round to everybody in turn (KIT-52, KIT-126)."""
    if s.calm and facts.taker_in_turn(s) != seat:
        return n
    for card in range(components.CARDS):
        if s.where[card] == facts.IN_ROW:
            out[n] = moves.TAKE_CARD + card
            n += 1
    return n


@rule
def legal_arranging(s: KittyPaw, seat: int, held: int, out: Ids, n: int) -> int:
    """Lift, turn, flip and give back what a seat has (KIT-64)."""
    if held < 0:
        for piece in range(cards.PIECE_COUNT):
            if facts.has(s, seat, piece):
                out[n] = moves.LIFT + piece
                n += 1
    for piece in range(cards.PIECE_COUNT):
        for way in range(2):
            turned = 1 if way == 0 else components.ROTATIONS - 1
            if facts.can_turn(s, seat, piece, (s.rot[seat, piece] + turned) % components.ROTATIONS):
                out[n] = moves.TURN + 2 * piece + way
                n += 1
    for breed in range(components.BREEDS):
        if facts.has(s, seat, breed):
            out[n] = moves.FLIP + breed
            n += 1
    for piece in range(cards.PIECE_COUNT):
        if facts.has(s, seat, piece):
            out[n] = moves.GIVE_BACK + piece
            n += 1
    return n
