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
from tabbytop.games.kitty_paw.cards import HIDE, PIECE_COUNT
from tabbytop.games.kitty_paw.components import ANIMALS, BREEDS, CARDS, ROTATIONS, SEATS
from tabbytop.games.kitty_paw.facts import (
    BUILDING,
    CHECKING,
    CLEANING,
    COUNTDOWN,
    DEALING,
    FINISHED,
    GATHERING,
    MIXING,
    PAWS,
    PENALTIES,
    RESULT,
    ROW,
    TOPPING,
    animal_is_unseen,
    can_lie,
    can_move_box,
    can_turn,
    count_bits,
    has,
    holder_of,
    in_hand,
    is_next_card,
    level_of,
    next_peek_over,
    peeker_at,
    plays,
    rests,
    taker_in_turn,
    time_left,
)
from tabbytop.games.kitty_paw.invariants import broken
from tabbytop.games.kitty_paw.mat import CELLS, IN_HAND, PLACES
from tabbytop.games.kitty_paw.moves import (
    AWAY,
    BOX_FLIP,
    BOX_MOVE,
    CHECK,
    CLEAN_UP,
    END_PEEK,
    FIND,
    FLIP,
    GIVE_BACK,
    GRAB,
    HERE,
    KEEP,
    LAG,
    LAG_STEP,
    LAGS,
    LET_PASS,
    LIFT,
    MEOW,
    MIX,
    OPEN_ROUND,
    PASSES,
    PAW,
    PEEK,
    PENALISE,
    PUT,
    READY,
    START_COUNTDOWN,
    TAKE_CARD,
    TELL,
    TIME_UP,
    TOO_LATE,
    TOP,
    TUMBLE,
    TURN,
    TURN_OVER,
    UNPEEK,
)
from tabbytop.games.kitty_paw.options import (
    CALM_MINUTES_SLOT,
    CALM_ROUNDS_SLOT,
    CALM_SLOT,
    COUNTDOWN_SLOT,
    DECK_SLOT,
    LEVEL2_SLOT,
    PEEK_SLOT,
    REACTION_SLOT,
    READY_SLOT,
    ROUND_LIMIT_SLOT,
    TUMBLED_SLOT,
)
from tabbytop.games.kitty_paw.refusals import why_not
from tabbytop.games.kitty_paw.state import KittyPaw
from tabbytop.games.kitty_paw.turn import (
    begin_peek,
    begin_round,
    call,
    cards_of_level,
    check,
    clean_up,
    close_paws,
    count_down,
    end_peek,
    find,
    give_back,
    grab,
    keep,
    mix_breed,
    move_box,
    next_last,
    next_level,
    next_to_check,
    note_act,
    open_round,
    penalise_last,
    press_paw,
    run_out,
    say_ready,
    stack_cards,
    take_card,
    tell_anew,
    turn_over,
)

__all__ = ["actor", "apply", "broken", "chance", "imagine", "legal", "rank", "score", "setup", "why_not"]

SPANS = table(PASSES)
LAG_COUNT = len(LAGS)
WAYS_TO_SLEEP = table([[1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
"""By number of tiles of a breed less one: in how many ways so many of them lie belly up."""


@rule
def setup(s: KittyPaw, options: Wide) -> None:
    """An empty table; luck then mixes the tiles and deals the first row."""
    s.players = options[0]
    s.mixed = options[DECK_SLOT]
    s.yellow = options[LEVEL2_SLOT]
    s.tumbled = options[TUMBLED_SLOT]
    s.calm = options[CALM_SLOT]
    s.calm_rounds = options[CALM_ROUNDS_SLOT]
    s.calm_minutes = options[CALM_MINUTES_SLOT]
    s.countdown = options[COUNTDOWN_SLOT]
    s.ready_wait = options[READY_SLOT]
    s.peek_time = options[PEEK_SLOT]
    s.reaction_time = options[REACTION_SLOT]
    s.round_limit = options[ROUND_LIMIT_SLOT]
    s.active = (1 << s.players) - 1
    stack_cards(s)
    begin_round(s)


@rule
def actor(s: KittyPaw) -> int:
    """Who acts now."""
    phase = s.phase
    if phase == FINISHED:
        return OVER
    if phase == MIXING or phase == DEALING or phase == TOPPING or s.finding >= 0 or s.tumbling >= 0:
        return LUCK
    if phase == PENALTIES or phase == CHECKING or phase == CLEANING or time_left(s) == 0:
        return HOUSE
    return ALL


@rule
def chance(s: KittyPaw, ids: Ids, weights: Ids) -> int:
    """How many tiles of a breed lie belly up, the next level, the next card, a face, a rotation."""
    if s.phase == MIXING:
        for asleep in range(s.players + 1):
            ids[asleep] = MIX + asleep
            weights[asleep] = WAYS_TO_SLEEP[s.players - 1, asleep]
        return s.players + 1
    n = 0
    if s.phase == TOPPING:
        for level in range(1, 4):
            if cards_of_level(s, level) > 0:
                ids[n] = TOP + level - 1
                weights[n] = cards_of_level(s, level)
                n += 1
        return n
    if s.phase == DEALING:
        for card in range(CARDS):
            if is_next_card(s, card):
                ids[n] = TURN_OVER + card
                weights[n] = 1
                n += 1
        return n
    if s.finding >= 0:
        slot = s.peeking[s.finding]
        for animal in range(ANIMALS):
            if s.ring[slot] == animal or (s.ring[slot] < 0 and animal_is_unseen(s, animal)):
                ids[n] = FIND + animal
                weights[n] = 1
                n += 1
        return n
    for rotation in range(ROTATIONS):
        ids[rotation] = TUMBLE + rotation
        weights[rotation] = 1
    return ROTATIONS


# ---------------------------------------------------------------- applying


@rule
def apply(s: KittyPaw, seat: int, move: int) -> None:
    """Carry out one move."""
    if move < START_COUNTDOWN:
        apply_luck(s, move)
    elif move < LET_PASS:
        apply_house(s, move)
    elif move < READY:
        apply_clock(s, move)
    else:
        note_act(s, seat)
        apply_player(s, seat, move)


@rule
def apply_luck(s: KittyPaw, move: int) -> None:
    """What luck brings."""
    if move < TOP:
        mix_breed(s, move - MIX)
    elif move < TURN_OVER:
        next_level(s, move - TOP + 1)
    elif move < FIND:
        turn_over(s, move - TURN_OVER)
    elif move < TUMBLE:
        find(s, move - FIND)
    else:
        s.rot[s.tumbling, in_hand(s, s.tumbling)] = move - TUMBLE
        s.tumbling = -1


@rule
def apply_house(s: KittyPaw, move: int) -> None:
    """What the rules do by themselves."""
    if move == START_COUNTDOWN:
        count_down(s)
    elif move == OPEN_ROUND:
        open_round(s)
    elif move < TIME_UP:
        end_peek(s, move - END_PEEK)
    elif move == TIME_UP:
        run_out(s)
    elif move == TOO_LATE:
        close_paws(s)
    elif move < CHECK:
        penalise_last(s, move - PENALISE)
    elif move < CLEAN_UP:
        check(s, move - CHECK)
    else:
        clean_up(s)


@rule
def apply_clock(s: KittyPaw, move: int) -> None:
    """Time, and what the table's keeper knows of connections (KIT-87, KIT-90, KIT-131)."""
    if move < LAG:
        s.now += SPANS[move - LET_PASS]
    elif move < AWAY:
        s.lag[(move - LAG) // LAG_COUNT] = (move - LAG) % LAG_COUNT * LAG_STEP
    elif move < HERE:
        s.away_since[move - AWAY] = s.now
    elif move < TELL:
        s.away_since[move - HERE] = -1
    else:
        tell_anew(s, move - TELL)


@rule
def apply_player(s: KittyPaw, seat: int, move: int) -> None:
    """What a player does; anything but the two ends of a look puts a lifted box down first (KIT-72)."""
    if move == KEEP:
        keep(s, seat)
        return
    end_peek(s, seat)
    if move == READY:
        say_ready(s, seat)
    elif move < GRAB:
        take_card(s, seat, move - TAKE_CARD)
    elif move < PUT:
        grab(s, seat, (move - GRAB) // 2, (move - GRAB) % 2)
    elif move < LIFT:
        s.place[seat, in_hand(s, seat)] = move - PUT
    elif move < TURN:
        s.place[seat, move - LIFT] = IN_HAND
    elif move < FLIP:
        turned = 1 if (move - TURN) % 2 == 0 else ROTATIONS - 1
        piece = (move - TURN) // 2
        s.rot[seat, piece] = (s.rot[seat, piece] + turned) % ROTATIONS
    elif move < GIVE_BACK:
        s.side[seat, move - FLIP] = 1 - s.side[seat, move - FLIP]
    elif move < PEEK:
        give_back(s, seat, move - GIVE_BACK)
    elif move < UNPEEK:
        begin_peek(s, seat, move - PEEK)
    elif move == BOX_FLIP:
        s.box_side[seat] = 1 - s.box_side[seat]
    elif BOX_MOVE <= move < MEOW:
        move_box(s, seat, move - BOX_MOVE)
    elif move == PAW or (move == MEOW and s.phase == PAWS):
        press_paw(s, seat)  # a Meow that comes second is a paw (KIT-80)
    elif move == MEOW:
        call(s, seat)


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
        if s.phase == FINISHED:
            out[seat] = 1
            if not plays(s, seat):
                out[seat] += count_bits(s.active)
                for other in range(s.players):
                    if not plays(s, other) and s.total[other] > s.total[seat]:
                        out[seat] += 1


@rule
def imagine(s: KittyPaw, seat: int, luck: Wide) -> None:
    """Put animals that `seat` has not seen under the boxes where others have looked."""
    for slot in range(ANIMALS):
        if s.shown[slot] >= 0:
            s.ring[slot] = s.shown[slot]
        elif 0 <= seat < SEATS and s.known[seat, slot] >= 0:
            s.ring[slot] = s.known[seat, slot]
    for slot in range(ANIMALS):
        if s.looked >> slot & 1 and s.ring[slot] < 0:
            s.ring[slot] = unseen_animal(s, luck)
    for other in range(s.players):
        for slot in range(ANIMALS):
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
    for animal in range(ANIMALS):
        if animal_is_unseen(s, animal):
            count += 1
    k = toss(luck, count)
    animal = 0
    while True:
        if animal_is_unseen(s, animal):
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
    if who != ALL:
        return 0
    if seat == CLOCK:
        return legal_clock(s, out)
    if not plays(s, seat):
        return 0
    phase = s.phase
    if phase == GATHERING or phase == RESULT:
        if s.ready >> seat & 1:
            return 0
        out[0] = READY
        return 1
    if phase == PAWS:
        if s.due >> seat & 1 == 0:
            return 0
        out[0] = MEOW
        out[1] = PAW
        return 2
    if phase == COUNTDOWN or s.done >> seat & 1:
        return 0
    return legal_building(s, seat, out)


@rule
def house_move(s: KittyPaw) -> int:
    """The one thing that happens by itself now."""
    if s.phase == GATHERING:
        return START_COUNTDOWN
    if s.phase == COUNTDOWN:
        return OPEN_ROUND
    if s.phase == BUILDING:
        seat = next_peek_over(s)
        return END_PEEK + seat if seat >= 0 else TIME_UP
    if s.phase == PAWS:
        return TOO_LATE
    if s.phase == PENALTIES:
        return PENALISE + next_last(s)
    if s.phase == CHECKING:
        return CHECK + next_to_check(s)
    return CLEAN_UP


@rule
def legal_clock(s: KittyPaw, out: Ids) -> int:
    """Time up to the next thing that happens by itself; lags while paws are due; connections lost and found."""
    n = 0
    left = time_left(s)
    for i in range(SPANS.shape[0]):
        if left == NEVER or SPANS[i] <= left:
            out[n] = LET_PASS + i
            n += 1
    if s.phase == PAWS:
        for seat in range(s.players):
            if s.due >> seat & 1:
                for step in range(LAG_COUNT):
                    if s.lag[seat] != step * LAG_STEP:
                        out[n] = LAG + seat * LAG_COUNT + step
                        n += 1
    for seat in range(s.players):
        if s.away_since[seat] < 0:
            out[n] = AWAY + seat
            n += 1
    for seat in range(s.players):
        if s.away_since[seat] >= 0:
            out[n] = HERE + seat
            n += 1
    if s.phase == PAWS:
        for seat in range(s.players):
            if s.due >> seat & 1 and s.told[seat] < s.now:
                out[n] = TELL + seat
                n += 1
    return n


@rule
def legal_building(s: KittyPaw, seat: int, out: Ids) -> int:
    """Everything that hands may do while the round is open."""
    n = 0
    if s.card[seat] < 0:
        n = legal_cards(s, seat, out, n)
    held = in_hand(s, seat)
    if s.card[seat] >= 0 and held < 0:
        for breed in range(BREEDS):
            for side in range(2):
                if not has(s, seat, breed) and s.centre[breed, side] > 0:
                    out[n] = GRAB + 2 * breed + side
                    n += 1
    if held >= 0:
        for place in range(PLACES):
            if can_lie(s, seat, held, place, s.rot[seat, held]):
                out[n] = PUT + place
                n += 1
    n = legal_arranging(s, seat, held, out, n)
    if s.card[seat] >= 0 and level_of(s, seat) > 1 and held < 0 and not has(s, seat, HIDE):
        for slot in range(ANIMALS):
            if holder_of(s, slot) < 0 and peeker_at(s, slot) < 0 and not rests(s, seat, slot):
                out[n] = PEEK + slot
                n += 1
    if s.peeking[seat] >= 0:
        out[n] = UNPEEK
        out[n + 1] = KEEP
        n += 2
    out[n] = BOX_FLIP
    n += 1
    for cell in range(CELLS):
        if can_move_box(s, seat, cell):
            out[n] = BOX_MOVE + cell
            n += 1
    if s.card[seat] >= 0:
        out[n] = MEOW
        n += 1
    return n


@rule
def legal_cards(s: KittyPaw, seat: int, out: Ids, n: int) -> int:
    """The cards of the row, to whoever is first; in a calm round to everybody in turn (KIT-52, KIT-126)."""
    if s.calm and taker_in_turn(s) != seat:
        return n
    for card in range(CARDS):
        for place in range(ROW):
            if s.row[place] == card:
                out[n] = TAKE_CARD + card
                n += 1
    return n


@rule
def legal_arranging(s: KittyPaw, seat: int, held: int, out: Ids, n: int) -> int:
    """Lift, turn, flip and give back what a seat has (KIT-64)."""
    if held < 0:
        for piece in range(PIECE_COUNT):
            if has(s, seat, piece):
                out[n] = LIFT + piece
                n += 1
    for piece in range(PIECE_COUNT):
        for way in range(2):
            turned = 1 if way == 0 else ROTATIONS - 1
            if can_turn(s, seat, piece, (s.rot[seat, piece] + turned) % ROTATIONS):
                out[n] = TURN + 2 * piece + way
                n += 1
    for breed in range(BREEDS):
        if has(s, seat, breed):
            out[n] = FLIP + breed
            n += 1
    for piece in range(PIECE_COUNT):
        if has(s, seat, piece):
            out[n] = GIVE_BACK + piece
            n += 1
    return n
