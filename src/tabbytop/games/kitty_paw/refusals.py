"""Why a move is not possible in Kitty Paw: the number of the clause that forbids it, or 0.

Written apart from `legal` on purpose: a test holds the two equal on every state it meets, so each checks the other.
"""

from __future__ import annotations

from tabbytop.engine.clock import NEVER
from tabbytop.engine.rule import rule, table
from tabbytop.engine.seats import CLOCK, HOUSE, LUCK
from tabbytop.games.kitty_paw import cards, components, facts, mat, moves
from tabbytop.games.kitty_paw.state import KittyPaw

GAME_OVER = 109
ALL_AT_ONCE = 50
"""The clause against moves that are not for the one who makes them, or not now."""
PASS_SPANS = table(moves.PASSES)
STEPS_OF_LAG = len(moves.LAGS)


@rule
def why_not(s: KittyPaw, seat: int, move: int) -> int:
    """The clause against a move, or 0."""
    if s.phase == facts.FINISHED:
        return GAME_OVER
    if seat == LUCK:
        return why_not_luck(s, move) if waits_for_luck(s) else ALL_AT_ONCE
    if waits_for_luck(s):
        return ALL_AT_ONCE
    if seat == HOUSE:
        return why_not_house(s, move)
    if waits_for_house(s):
        return ALL_AT_ONCE
    if seat == CLOCK:
        return why_not_clock(s, move)
    if move < moves.READY or seat < 0:
        return ALL_AT_ONCE
    if seat >= components.SEATS or s.active & 1 << seat == 0:
        return 116
    if s.phase == facts.BUILDING:
        return why_not_building(s, seat, move)
    if s.phase == facts.PAWS:
        return why_not_paw(s, seat, move)
    if move != moves.READY:
        return 103 if s.phase == facts.RESULT else 51
    if s.phase == facts.COUNTDOWN:
        return 51
    return 51 if s.ready & 1 << seat else 0


@rule
def waits_for_luck(s: KittyPaw) -> bool:
    """Whether nobody can go on before luck has spoken."""
    return (
        s.phase == facts.MIXING
        or s.phase == facts.TOPPING
        or s.phase == facts.DEALING
        or s.finding != -1
        or s.tumbling != -1
    )


@rule
def waits_for_house(s: KittyPaw) -> bool:
    """Whether something happens by itself before anybody acts again."""
    return (
        s.phase == facts.PENALTIES or s.phase == facts.CHECKING or s.phase == facts.CLEANING or facts.time_left(s) == 0
    )


# ---------------------------------------------------------------- luck, house, clock


@rule
def why_not_luck(s: KittyPaw, move: int) -> int:
    """Luck mixes, shows levels, deals, hides animals and turns tiles, each in its place."""
    if s.phase == facts.MIXING:
        return 0 if moves.MIX <= move <= moves.MIX + s.players else 27
    if s.phase == facts.TOPPING:
        return why_not_level(s, move - moves.TOP + 1)
    if s.phase == facts.DEALING:
        return why_not_card(s, move - moves.TURN_OVER)
    if s.finding >= 0:
        return why_not_animal(s, s.peeking[s.finding], move - moves.FIND)
    return 0 if moves.TUMBLE <= move < moves.TUMBLE + components.ROTATIONS else 61


@rule
def why_not_level(s: KittyPaw, level: int) -> int:
    """The top card has a level that is left in the pile."""
    for card in range(components.CARDS):
        if s.where[card] == facts.IN_PILE and cards.LEVEL[card] == level:
            return 0
    return 120


@rule
def why_not_card(s: KittyPaw, card: int) -> int:
    """A card of the level on top of the pile; in an extra round any removed card."""
    if card < 0 or card >= components.CARDS:
        return 33
    if s.extra > 0:
        return 0 if s.where[card] == facts.REMOVED else 115
    if s.where[card] != facts.IN_PILE:
        return 33
    return 0 if cards.LEVEL[card] == s.top_level else 30


@rule
def why_not_animal(s: KittyPaw, slot: int, animal: int) -> int:
    """An animal that is under no other box."""
    if animal < 0 or animal >= components.ANIMALS:
        return 69
    if s.ring[slot] >= 0:
        return 0 if s.ring[slot] == animal else 76
    for other in range(components.ANIMALS):
        if s.ring[other] == animal:
            return 9
    return 0


@rule
def why_not_house(s: KittyPaw, move: int) -> int:
    """What happens by itself, and when."""
    if not waits_for_house(s):
        return ALL_AT_ONCE
    wanted = -1
    if s.phase == facts.GATHERING:
        wanted = moves.START_COUNTDOWN
    elif s.phase == facts.COUNTDOWN:
        wanted = moves.OPEN_ROUND
    elif s.phase == facts.BUILDING:
        wanted = moves.TIME_UP
        for seat in range(s.players - 1, -1, -1):
            if s.peeking[seat] >= 0 and 0 <= s.peek_until[seat] <= s.now:
                wanted = moves.END_PEEK + seat
    elif s.phase == facts.PAWS:
        wanted = moves.TOO_LATE
    elif s.phase == facts.PENALTIES:
        for seat in range(s.players - 1, -1, -1):
            if s.last & 1 << seat:
                wanted = moves.PENALISE + seat
    elif s.phase == facts.CHECKING:
        for seat in range(s.players - 1, -1, -1):
            called = s.done & 1 << seat if s.calm else seat == s.caller
            if called and s.verdict[seat] == 0:
                wanted = moves.CHECK + seat
    else:
        wanted = moves.CLEAN_UP
    return 0 if move == wanted else ALL_AT_ONCE


@rule
def why_not_clock(s: KittyPaw, move: int) -> int:
    """Time does not pass beyond what happens by itself; a lag counts for a paw that is due."""
    if move < moves.LET_PASS or move >= moves.READY:
        return ALL_AT_ONCE
    if move < moves.LAG:
        left = facts.time_left(s)
        if left == NEVER or PASS_SPANS[move - moves.LET_PASS] <= left:
            return 0
        return 51 if s.phase != facts.BUILDING else 72
    if move < moves.AWAY:
        seat = (move - moves.LAG) // STEPS_OF_LAG
        if s.phase != facts.PAWS or s.due & 1 << seat == 0:
            return 87
        return 87 if s.lag[seat] == (move - moves.LAG) % STEPS_OF_LAG * moves.LAG_STEP else 0
    if move >= moves.TELL:
        seat = move - moves.TELL
        return 0 if s.phase == facts.PAWS and s.due & 1 << seat and s.told[seat] < s.now else 131
    seat = move - moves.AWAY if move < moves.HERE else move - moves.HERE
    if seat >= s.players:
        return 90
    return 0 if (s.away_since[seat] < 0) == (move < moves.HERE) else 90


# ---------------------------------------------------------------- players


@rule
def why_not_paw(s: KittyPaw, seat: int, move: int) -> int:
    """After a Meow there is one thing to do, once; everything else has stopped."""
    if move != moves.PAW and move != moves.MEOW:
        return 81
    if s.due & 1 << seat:
        return 0
    return 83 if seat == s.caller or s.pressed[seat] > 0 else 90


@rule
def why_not_building(s: KittyPaw, seat: int, move: int) -> int:
    """The clause against what hands do while a round is open."""
    if s.done & 1 << seat:
        return 128
    if move == moves.READY:
        return 51
    if move < moves.GRAB:
        return why_not_take(s, seat, move - moves.TAKE_CARD)
    if move < moves.PUT:
        return why_not_grab(s, seat, (move - moves.GRAB) // 2, (move - moves.GRAB) % 2)
    if move < moves.LIFT:
        return why_not_put(s, seat, move - moves.PUT)
    if move < moves.TURN:
        return why_not_lift(s, seat, move - moves.LIFT)
    if move < moves.FLIP:
        return why_not_turn(s, seat, (move - moves.TURN) // 2, (move - moves.TURN) % 2)
    if move < moves.GIVE_BACK:
        return 64 if s.place[seat, move - moves.FLIP] == mat.NOWHERE else 0
    if move < moves.PEEK:
        return 64 if s.place[seat, move - moves.GIVE_BACK] == mat.NOWHERE else 0
    if move < moves.UNPEEK:
        return why_not_peek(s, seat, move - moves.PEEK)
    if move < moves.BOX_FLIP:
        return 73 if s.peeking[seat] < 0 else 0
    if move == moves.BOX_FLIP:
        return 0
    if move < moves.MEOW:
        return why_not_box(s, seat, move - moves.BOX_MOVE)
    if move == moves.PAW:
        return 83
    return 79 if s.card[seat] < 0 else 0


@rule
def why_not_take(s: KittyPaw, seat: int, card: int) -> int:
    """One card of the row for each; in a calm round in turn."""
    if s.card[seat] >= 0:
        return 54
    if s.where[card] != facts.IN_ROW:
        return 53 if s.where[card] == facts.TAKEN else 52
    return 126 if s.calm and facts.taker_in_turn(s) != seat else 0


@rule
def is_hand_full(s: KittyPaw, seat: int) -> bool:
    """Whether a seat holds anything."""
    for piece in range(cards.PIECE_COUNT):
        if s.place[seat, piece] == mat.IN_HAND:
            return True
    return False


@rule
def why_not_grab(s: KittyPaw, seat: int, breed: int, side: int) -> int:
    """A tile of the centre, with a card and an empty hand, of a breed that one does not have."""
    if s.card[seat] < 0:
        return 56
    if is_hand_full(s, seat):
        return 60 if s.place[seat, cards.HIDE] == mat.IN_HAND else 59
    if s.place[seat, breed] != mat.NOWHERE:
        return 63
    return 0 if s.centre[breed, side] > 0 else 62


@rule
def why_not_lift(s: KittyPaw, seat: int, piece: int) -> int:
    """A piece of the own mat, with an empty hand."""
    if is_hand_full(s, seat):
        return 60
    return 64 if s.place[seat, piece] == mat.NOWHERE else 0


@rule
def why_not_put(s: KittyPaw, seat: int, place: int) -> int:
    """What is in the hand, to a place where it may lie."""
    for piece in range(cards.PIECE_COUNT):
        if s.place[seat, piece] == mat.IN_HAND:
            return why_not_there(s, seat, piece, place, s.rot[seat, piece])
    return 58


@rule
def why_not_there(s: KittyPaw, seat: int, piece: int, place: int, rot: int) -> int:
    """The clause against a piece at a place."""
    if place >= mat.CELLS:
        return why_not_across(s, seat, piece, place)
    if piece == cards.HIDE and place == s.box[seat]:
        return 46
    if piece == cards.BOBTAIL and facts.tail_cell(place, rot) == mat.OFF_MAT:
        return 39
    for other in range(cards.PIECE_COUNT):
        if other != piece:
            if facts.covers(s, seat, other, place):
                return 66
            if piece == cards.BOBTAIL and facts.covers(s, seat, other, facts.tail_cell(place, rot)):
                return 66
    return 0


@rule
def why_not_across(s: KittyPaw, seat: int, piece: int, place: int) -> int:
    """The clause against a piece across a border."""
    if s.card[seat] < 0 or cards.LEVEL[s.card[seat]] < 3 or piece >= cards.BOBTAIL:
        return 45
    for other in range(components.BREEDS):
        if other != piece and s.place[seat, other] >= mat.CELLS and not mat.are_apart(s.place[seat, other], place):
            return 44
    return 0


@rule
def why_not_turn(s: KittyPaw, seat: int, piece: int, way: int) -> int:
    """An own piece; the tail of a Bobtail on the mat needs room."""
    place = s.place[seat, piece]
    if place == mat.NOWHERE:
        return 64
    if place == mat.IN_HAND or piece != cards.BOBTAIL:
        return 0
    rot = s.rot[seat, piece] + (1 if way == 0 else 5)
    return why_not_there(s, seat, piece, place, rot % 6)


@rule
def why_not_peek(s: KittyPaw, seat: int, slot: int) -> int:
    """Looking needs a harder card, an empty hand, and a box where no hand is."""
    if s.card[seat] < 0:
        return 56
    if cards.LEVEL[s.card[seat]] == 1:
        return 74
    if is_hand_full(s, seat):
        return 70
    if s.hide[seat] >= 0:
        return 74
    if s.peeking[seat] == slot or s.rested_until[seat, slot] > s.now:
        return 72
    for other in range(s.players):
        if s.peeking[other] == slot:
            return 71
        if s.hide_slot[other] == slot:
            return 77
    return 0


@rule
def why_not_box(s: KittyPaw, seat: int, cell: int) -> int:
    """The box goes to another cell that is free for it and for the tile on it."""
    box = s.box[seat]
    if cell == box:
        return 68
    tile = facts.on_box(s, seat)
    for piece in range(cards.PIECE_COUNT):
        if piece != tile and facts.covers(s, seat, piece, cell):
            return 68
    if tile != cards.BOBTAIL:
        return 0
    back = 0 if s.place[seat, tile] == box else 3
    other_end = mat.NEXT[cell, (s.rot[seat, tile] + back) % 6]
    if other_end == mat.OFF_MAT:
        return 68
    for piece in range(cards.PIECE_COUNT):
        if piece != tile and facts.covers(s, seat, piece, other_end):
            return 68
    return 0
