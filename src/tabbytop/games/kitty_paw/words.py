"""What Kitty Paw says: names, prompts, choices, log lines, refusals, and the table drawn with letters."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.listing import listed
from tabbytop.engine.seats import CLOCK, HOUSE, LUCK
from tabbytop.games.kitty_paw import cards, components, facts, mat
from tabbytop.games.kitty_paw.components import BOX
from tabbytop.games.kitty_paw.moves import MOVES

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow")
LEVEL_NAMES = ("", "I", "II", "III")
FEW_FAULTS = 2
"""So many wrong pieces are named where there is little room."""
WAYS = {"right": "clockwise", "left": "anticlockwise"}

REASONS = {
    9: "All hidden animals are different, and that one was found elsewhere.",
    27: "So many tiles of a breed are not on the table.",
    30: "The top card of the pile is of another level.",
    33: "That card is not in the pile.",
    39: "The tail would lie beyond the mat.",
    44: "Two kitties on top must not touch each other.",
    45: "Only small kitties lie across two cells, and only with a card of Level III.",
    46: "A hide-and-seek card does not go on the box.",
    50: "That does not happen now, or not by your hand.",
    51: "The round is not open: press ready, and wait for the countdown.",
    52: "That card is not in the row.",
    53: "Somebody was quicker: that card is taken.",
    54: "You have a card; it is yours for this round.",
    56: "Take a card first.",
    58: "Your hand is empty.",
    59: "One tile at a time: put down the one in your hand first.",
    60: "Your hand is full.",
    61: "A tile has six rotations.",
    62: "No tile of that breed shows that side in the centre.",
    63: "You have that breed already; no card needs two.",
    64: "You do not have that piece.",
    66: "Another piece lies there.",
    68: "The box card cannot go there.",
    69: "That is no hidden animal.",
    70: "Look under a box with an empty hand.",
    71: "Another hand is on that box.",
    72: "You have just looked there: give it a second.",
    73: "You are not looking under a box.",
    74: "One hide-and-seek card at most, and only with a card of Level II or III.",
    76: "The animal under that box is another one.",
    77: "That box is empty: somebody has the card.",
    79: "Take a card first: there is no picture yet.",
    81: "Somebody called Meow: hands off, and show your paw.",
    83: "There is no paw for you to show now.",
    87: "A connection is measured only while its paw is due.",
    90: "Your connection was lost before the Meow, so you are out of this race.",
    131: "Only those who have yet to show the paw are told anew of the Meow.",
    103: "The round is over.",
    109: "The game is over.",
    115: "Extra rounds are played with the removed cards.",
    116: "You do not play in this extra round.",
    120: "No card of that level is left in the pile.",
    126: "Cards are taken in turn: {taker} is next.",
    128: "You have finished: your mat stays as it is.",
}


# ---------------------------------------------------------------- names


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat's rug."""
    others = {LUCK: "Luck", HOUSE: "The house", CLOCK: "The clock"}
    return others[seat] if seat in others else SEAT_NAMES[seat]


def breed_name(breed: int) -> str:
    """The name of a breed."""
    return BOX.breeds[breed].name


def animal_name(animal: int) -> str:
    """The name of a hidden animal."""
    return BOX.hide_and_seek[animal].name


def piece_name(view: Any, seat: int, piece: int) -> str:
    """A piece of a seat in words."""
    if piece < components.BREEDS:
        return breed_name(piece)
    return animal_name(view.hide[seat]) if view.hide[seat] >= 0 else "hide-and-seek card"


def side_name(side: int) -> str:
    """A side of a tile in words."""
    return ("awake", "asleep")[side]


def card_name(card: int) -> str:
    """A card in words: its name and its points."""
    return f"{cards.CARD_IDS[card]} ({count(cards.POINTS[card], 'point')})"


def place_words(view: Any, seat: int, place: int) -> str:
    """A place in words: a cell by column and row, the box, or a border."""
    if place == view.box[seat]:
        return "on the box"
    if mat.is_border(place):
        first, second = mat.BORDERS[place - mat.CELLS]
        return f"across {mat.cell_name(first)} and {mat.cell_name(second)}"
    return f"at {mat.cell_name(place)}"


def seconds(ms: int) -> str:
    """A time in seconds."""
    return f"{ms / 1000:.2f} s"


# ---------------------------------------------------------------- prompt and choices


def prompt(view: Any, viewer: int) -> str:
    """What is going on, and what there is to do for the viewer."""
    if view.phase == facts.FINISHED:
        return f"The game is over: {ending(view)}."
    if view.phase == facts.GATHERING:
        return _gathering_prompt(view, viewer)
    if view.phase == facts.COUNTDOWN:
        return "Fists in the middle: the round is about to open."
    if view.phase == facts.BUILDING:
        return _building_prompt(view, viewer)
    if view.phase == facts.PAWS:
        caller = "You" if view.caller == viewer else seat_name(view, view.caller)
        if facts.plays(view, viewer) and view.due >> viewer & 1:
            return f"{caller} called Meow: show your paw."
        return f"{caller} called Meow: the paws go up."
    if view.phase == facts.RESULT:
        told = _result_words(view, viewer)
        if not facts.plays(view, viewer):
            return told
        return f"{told} {'Waiting for the others.' if view.ready >> viewer & 1 else 'Press ready to go on.'}"
    if view.phase in (facts.PENALTIES, facts.CHECKING, facts.CLEANING):
        return "The round is over."
    return "The table is being laid."


def _gathering_prompt(view: Any, viewer: int) -> str:
    name = f"Extra round {view.extra}" if view.extra else f"Round {view.round}"
    if not facts.plays(view, viewer):
        return f"{name}: the players study the row."
    if view.ready >> viewer & 1:
        return f"{name}: you are ready. Waiting for the others."
    return f"{name}: study the row, and press ready."


def _building_prompt(view: Any, viewer: int) -> str:
    if not facts.plays(view, viewer):
        return "The round is open."
    if view.done >> viewer & 1:
        return "You have finished: the others build on."
    if view.card[viewer] < 0:
        return _taking_prompt(view, viewer)
    if view.peeking[viewer] >= 0 and view.known[viewer, view.peeking[viewer]] >= 0:
        return f"Under box {view.peeking[viewer] + 1}: {animal_name(view.known[viewer, view.peeking[viewer]])}."
    held = facts.in_hand(view, viewer)
    if held >= 0:
        return f"You hold the {piece_name(view, viewer, held)}: put it on your mat, or give it back."
    end = "say when you have finished" if view.calm else "call Meow when it is right"
    return f"Build card {cards.CARD_IDS[view.card[viewer]]}, and {end}."


def _taking_prompt(view: Any, viewer: int) -> str:
    taker = facts.taker_in_turn(view)
    if not view.calm or taker == viewer:
        return "Take a card from the row."
    if facts.taker_from(view, taker + 1) == viewer:
        return f"{seat_name(view, taker)} takes a card, then it is your turn."
    return f"{seat_name(view, taker)} takes a card; your turn comes later."


def label(view: Any, seat: int, move: int) -> str:
    """A move as a choice."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    simple = {
        "ready": "Ready",
        "unpeek": "Put the box down",
        "box_flip": "Turn the box card over",
        "meow": "Finished" if view.calm else "Meow",
        "paw": "Show the paw",
    }
    match kind.name:
        case "take_card":
            return f"Take card {card_name(cards.CARD_IDS.index(args['card']))}"
        case "grab":
            breed, side = cards.BREED_IDS.index(args["breed"]), cards.SIDES.index(args["side"])
            return f"Grab the {breed_name(breed)}, {side_name(side)}"
        case "put":
            return f"Put it {place_words(view, seat, move - MOVES.put.first)}"
        case "lift":
            return f"Lift the {piece_name(view, seat, cards.PIECES.index(args['piece']))}"
        case "turn":
            return f"Turn the {piece_name(view, seat, cards.PIECES.index(args['piece']))} {WAYS[args['way']]}"
        case "flip":
            return f"Flip the {breed_name(cards.BREED_IDS.index(args['breed']))}"
        case "give_back":
            return f"Give back the {piece_name(view, seat, cards.PIECES.index(args['piece']))}"
        case "peek":
            return f"Look under box {args['slot']}"
        case "keep":
            slot = view.peeking[seat]
            animal = view.known[seat, slot] if slot >= 0 else -1
            return f"Keep the {animal_name(animal)}" if animal >= 0 else "Keep the card"
        case "box_move":
            return f"Move the box to {args['cell']}"
        case _:
            return simple.get(kind.name, str(kind))


# ---------------------------------------------------------------- the log


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A move as a line of the log; the passing of time is not worth a line."""
    kind = MOVES.read(move)
    if seat == LUCK:
        return _luck_sentence(before, after, kind.name, kind.args)
    if seat == HOUSE:
        return _house_sentence(before, after, kind.name, kind.args)
    if seat == CLOCK:
        return _clock_sentence(before, kind.name, kind.args)
    return _player_sentence(before, after, seat, move)


def _luck_sentence(before: Any, after: Any, name: str, args: dict[str, Any]) -> str:
    match name:
        case "mix":
            asleep = args["asleep"]
            return f"The {breed_name(before.mixing)} tiles are mixed: {asleep} asleep, {before.players - asleep} awake."
        case "top":
            return f"The top card of the pile is of Level {LEVEL_NAMES[args['level']]}."
        case "turn_over":
            return f"Card {card_name(cards.CARD_IDS.index(args['card']))} is turned over."
        case "find":
            found = animal_name(cards.ANIMAL_IDS.index(args["animal"]))
            return f"Under box {before.peeking[before.finding] + 1} hides the {found}."
        case _:
            turned = args["rotation"]
            return (
                f"The tile comes to hand turned by {60 * turned} degrees."
                if turned
                else "The tile comes to hand upright."
            )


def _house_sentence(before: Any, after: Any, name: str, args: dict[str, Any]) -> str:
    match name:
        case "start":
            return "Nobody waits any longer: the countdown starts."
        case "open":
            return "Kitty Paw: the round is open."
        case "end_peek":
            return f"{seat_name(before, args['seat'])} has looked long enough."
        case "time_up":
            return "The time is up." if before.calm else "The time is up, and nobody has called Meow."
        case "too_late":
            names = [seat_name(before, seat) for seat in range(before.players) if before.due >> seat & 1]
            return f"No paw from {listed(names)} in time."
        case "penalise":
            seat = args["seat"]
            return f"{seat_name(before, seat)} is last: {count(cards.PENALTY[after.card[seat]], 'point')}."
        case "check":
            seat = args["seat"]
            return _check_sentence(after, seat, f"{seat_name(after, seat)}'s", _fault_names(after, seat))
        case _:
            return _clean_up_sentence(before, after)


def _check_sentence(after: Any, seat: int, whose: str, wrong: list[str]) -> str:
    card = after.card[seat]
    if after.verdict[seat] == facts.RIGHT:
        return f"{whose} picture is right: {count(cards.POINTS[card], 'point')}."
    return f"{whose} picture is wrong ({', '.join(wrong)}): {count(cards.PENALTY[card], 'point')}."


def _fault_names(view: Any, seat: int) -> list[str]:
    pieces = [piece for piece in range(cards.PIECE_COUNT) if view.faults[seat] >> piece & 1]
    names = [breed_name(piece) if piece < components.BREEDS else "hide-and-seek card" for piece in pieces]
    return names + (["box card"] if view.faults[seat] >> facts.BOX_BIT & 1 else [])


def _clean_up_sentence(before: Any, after: Any) -> str:
    if after.phase == facts.FINISHED:
        return f"The game is over: {ending(after)}."
    if after.extra > before.extra:
        tied = [seat_name(after, seat) for seat in range(after.players) if facts.plays(after, seat)]
        again = "still tied and play another extra round" if before.extra else "tied and play an extra round"
        return f"{listed(tied)} are {again}."
    return "The table is cleaned for the next round."


def _clock_sentence(before: Any, name: str, args: dict[str, Any]) -> str:
    match name:
        case "lag":
            return f"{args['ms']} ms are taken off {seat_name(before, args['seat'])}'s paw for the connection."
        case "away":
            return f"{seat_name(before, args['seat'])}'s connection is lost."
        case "here":
            return f"{seat_name(before, args['seat'])} is back."
        case "tell":
            return f"The table was interrupted: the time for {seat_name(before, args['seat'])}'s paw begins anew."
        case _:
            return ""


def _player_sentence(before: Any, after: Any, seat: int, move: int) -> str:
    kind, who = MOVES.read(move), seat_name(before, seat)
    args: dict[str, Any] = kind.args
    match kind.name:
        case "ready":
            return f"{who} is ready."
        case "take_card":
            return f"{who} takes card {card_name(cards.CARD_IDS.index(args['card']))}."
        case "grab":
            breed = breed_name(cards.BREED_IDS.index(args["breed"]))
            return f"{who} grabs the {breed}, {side_name(cards.SIDES.index(args['side']))}."
        case "put":
            piece = piece_name(before, seat, facts.in_hand(before, seat))
            return f"{who} puts the {piece} {place_words(before, seat, move - MOVES.put.first)}."
        case "lift":
            return f"{who} lifts the {piece_name(before, seat, cards.PIECES.index(args['piece']))}."
        case "turn":
            return f"{who} turns the {piece_name(before, seat, cards.PIECES.index(args['piece']))} {WAYS[args['way']]}."
        case "flip":
            tile = cards.BREED_IDS.index(args["breed"])
            return f"{who} flips the {breed_name(tile)}: {side_name(after.side[seat, tile])}."
        case "give_back":
            return f"{who} gives back the {piece_name(before, seat, cards.PIECES.index(args['piece']))}."
        case "peek":
            return f"{who} looks under box {args['slot']}."
        case "unpeek":
            return f"{who} puts box {before.peeking[seat] + 1} down."
        case "keep":
            return f"{who} keeps the {animal_name(after.hide[seat])} from box {before.peeking[seat] + 1}."
        case "box_flip":
            return f"{who} turns the box card over: {'vertical' if after.box_side[seat] else 'horizontal'}."
        case "box_move":
            return f"{who} moves the box to {args['cell']}."
        case "meow" if before.phase == facts.BUILDING:
            time = f" after {seconds(before.now - before.opened)}"
            return f"{who} finishes{time}." if before.calm else f"{who} calls Meow{time}."
        case _:
            return f"{who} shows the paw after {seconds(_reaction(before, seat))}."


def _reaction(before: Any, seat: int) -> int:
    return max(0, before.now - before.told[seat] - before.lag[seat])


# ---------------------------------------------------------------- refusals, results


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    taker = facts.taker_in_turn(view)
    return REASONS[int(clause.split("-")[1])].format(taker=seat_name(view, taker) if taker >= 0 else "nobody")


def _result_words(view: Any, viewer: int) -> str:
    last = [seat for seat in range(view.players) if view.was_last >> seat & 1]
    names = ["You"] * (viewer in last) + [seat_name(view, seat) for seat in last if seat != viewer]
    were = "was" if len(last) == 1 and viewer not in last else "were"
    return _verdict_words(view, viewer) + (f" {listed(names)} {were} last." if last else "")


def _verdict_words(view: Any, viewer: int) -> str:
    """What the check brought, short enough for a phone: the log names all pieces that are wrong."""
    checked = [seat for seat in range(view.players) if view.verdict[seat]]
    if not checked:
        return "Nobody has finished." if view.calm else "Nobody called Meow."
    if len(checked) > 1:
        right = sum(view.verdict[seat] == facts.RIGHT for seat in checked)
        return f"{right} of {len(checked)} pictures {'is' if right == 1 else 'are'} right."
    whose = "Your" if checked[0] == viewer else f"{seat_name(view, checked[0])}'s"
    wrong = _fault_names(view, checked[0])
    few = wrong if len(wrong) <= FEW_FAULTS else [f"{len(wrong)} pieces"]
    return _check_sentence(view, checked[0], whose, few)


def ending(view: Any) -> str:
    """How the game ended."""
    if facts.is_practice(view):
        return _practice_ending(view)
    winners = [seat for seat in range(view.players) if facts.plays(view, seat)]
    names = listed([seat_name(view, seat) for seat in winners])
    total = count(view.total[winners[0]], "point")
    if len(winners) > 1:
        return f"{names} share the victory with {total}"
    rounds = "an extra round" if view.extra == 1 else count(view.extra, "extra round")
    return f"{names} wins with {total}" + (f" after {rounds}" if view.extra else "")


def _practice_ending(view: Any) -> str:
    time = sum(ms for ms in view.times.tolist() if ms >= 0)
    best = f", the quickest picture in {seconds(view.best[0])}" if view.best[0] >= 0 else ""
    return f"{count(view.total[0], 'point')} in {seconds(time)}{best}"


DOING = {
    "take_card": "choosing a card",
    "grab": "finding tiles",
    "put": "laying tiles down",
    "lift": "lifting tiles again",
    "turn": "turning tiles",
    "flip": "turning tiles over",
    "give_back": "giving tiles back",
    "peek": "choosing a box",
    "unpeek": "looking under boxes",
    "keep": "keeping an animal",
    "box_flip": "turning the box over",
    "box_move": "moving the box",
    "meow": "calling Meow",
}
"""Where the seconds of a round go, by what was done at the end of them."""


# ---------------------------------------------------------------- the table in letters


def picture(view: Any, viewer: int) -> str:
    """The row, the centre, the boxes, and the mats."""
    lines = [f" Round {view.round}" + (f", extra round {view.extra}" if view.extra else "")]
    lines.append(" Row:    " + (", ".join(card_name(card) for card in view.row.tolist() if card >= 0) or "empty"))
    lines.append(" Centre: " + _centre_in_words(view))
    lines.append(" Boxes:  " + " ".join(_box_in_words(view, viewer, slot) for slot in range(components.ANIMALS)))
    for seat in range(view.players):
        lines.append(" " + _player_in_words(view, seat))
        if view.card[seat] >= 0:
            pattern = sketch_of_card(view.card[seat])
            sketch = sketch_of_mat(view, seat)
            width = max(len(line) for line in pattern) + 4
            height = max(len(pattern), len(sketch))
            for left, right in zip(_padded(pattern, height), _padded(sketch, height), strict=True):
                lines.append(f"   {left:<{width}}{right}".rstrip())
    return "\n".join(lines)


def _padded(lines: list[str], height: int) -> list[str]:
    return lines + [""] * (height - len(lines))


def _centre_in_words(view: Any) -> str:
    return " ".join(
        f"{BOX.breeds[breed].letter}{view.centre[breed, 0]}/{view.centre[breed, 1]}"
        for breed in range(components.BREEDS)
    )


def _box_in_words(view: Any, viewer: int, slot: int) -> str:
    holders = [seat for seat in range(view.players) if view.hide_slot[seat] == slot]
    lookers = [seat for seat in range(view.players) if view.peeking[seat] == slot]
    known = view.known[viewer, slot] if 0 <= viewer < view.players else -1
    if known < 0:
        known = view.shown[slot]
    what = "empty" if holders else animal_name(known) if known >= 0 else "?"
    return f"{slot + 1}:{what}" + (f"({seat_name(view, lookers[0])} looks)" if lookers else "")


def _player_in_words(view: Any, seat: int) -> str:
    held = facts.in_hand(view, seat)
    parts = [
        f"{seat_name(view, seat):<7}{count(view.total[seat], 'point')}",
        f"{view.scored[seat]} scored",
        f"card {card_name(view.card[seat])}" if view.card[seat] >= 0 else "no card",
        f"holds {_piece_letters(view, seat, held)}" if held >= 0 else "empty hand",
    ]
    if view.away_since[seat] >= 0:
        parts.append("away")
    return ", ".join(parts)


def _letters(piece: int, side: int, rot: int) -> str:
    if piece == cards.HIDE:
        return "??"
    letter = BOX.breeds[piece].letter
    return (letter.lower() if side else letter) + (str(rot) if rot else "")


def _piece_letters(view: Any, seat: int, piece: int) -> str:
    if piece == cards.HIDE:
        return animal_name(view.hide[seat])
    return _letters(piece, view.side[seat, piece], view.rot[seat, piece])


def _drawn(ground: dict[int, str], rows: range, columns: range) -> list[str]:
    lines = []
    for row in rows:
        cells = [f"{ground.get(column + mat.COLUMNS * row, '·'):^5}" for column in columns]
        lines.append(("   " if row % 2 else "") + " ".join(cells).rstrip())
    return lines


def sketch_of_mat(view: Any, seat: int) -> list[str]:
    """A mat with its pieces: capitals are awake, digits are turns, brackets the box."""
    ground: dict[int, str] = {}
    tops = []
    for piece in range(cards.PIECE_COUNT):
        place = view.place[seat, piece]
        if place < 0:
            continue
        letters = _letters(piece, view.side[seat, piece], view.rot[seat, piece])
        if mat.is_border(place):
            tops.append(f"{letters} {place_words(view, seat, place)}")
            continue
        ground[place] = letters
        if piece == cards.BOBTAIL:
            ground[_tail(place, view.rot[seat, piece])] = "~" + letters[0]
    box = view.box[seat]
    edges = "()" if view.box_side[seat] else "[]"
    ground[box] = edges[0] + ground.get(box, "").strip() + edges[1]
    lines = _drawn(ground, range(mat.ROWS), range(mat.COLUMNS))
    if view.hide[seat] >= 0 and view.place[seat, cards.HIDE] != mat.IN_HAND:
        lines.append(f"?? {animal_name(view.hide[seat])}")
    return lines + ([f"on top: {', '.join(tops)}"] if tops else [])


def _tail(head: int, rot: int) -> int:
    q, r = mat.coordinates(head)
    dq, dr = BOX.lattice.directions[rot]
    return mat.PLACE_AT[2 * (q + dq), 2 * (r + dr)]


def sketch_of_card(card: int) -> list[str]:
    """A pattern as it lies around a box in the middle of a mat."""
    q, r = mat.coordinates(mat.START)
    ground: dict[int, str] = {}
    tops = []
    for piece in range(cards.PIECE_COUNT):
        if not cards.is_needed(card, piece):
            continue
        place = mat.PLACE_AT[2 * q + int(cards.NEED_Q[card, piece]), 2 * r + int(cards.NEED_R[card, piece])]
        rot = int(cards.NEED_ROT[card, piece])
        letters = _letters(piece, int(cards.NEED_SIDE[card, piece]), rot)
        if mat.is_border(place):
            tops.append(f"{letters} across {' and '.join(mat.place_name(place).split('|'))}")
            continue
        ground[place] = letters
        if piece == cards.BOBTAIL:
            ground[_tail(place, rot)] = "~" + letters[0]
    edges = "()" if cards.NEED_BOX[card] else "[]"
    ground[mat.START] = edges[0] + ground.get(mat.START, "") + edges[1]
    rows = [place // mat.COLUMNS for place in ground]
    columns = [place % mat.COLUMNS for place in ground]
    drawn = _drawn(ground, range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
    lines = [f"Level {LEVEL_NAMES[cards.LEVEL[card]]}", *drawn]
    if cards.NEED_ANIMAL[card] >= 0:
        lines.append(f"?? {animal_name(int(cards.NEED_ANIMAL[card]))}")
    return lines + ([f"on top: {', '.join(tops)}"] if tops else [])
