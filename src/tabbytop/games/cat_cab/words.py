"""What Cat Cab says: names, prompts, choices, log lines, refusals, and the table drawn with letters."""

from __future__ import annotations

from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.listing import listed
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.cat_cab import board, components, facts, moves
from tabbytop.games.cat_cab.moves import MOVES

ORDINALS = ("", "first", "second", "third")

REASONS = {
    3: "A D6 shows 1 to 6; only a D8 goes up to 8.",
    24: "It is {actor}'s turn, not yours.",
    31: "Not now. In a turn you roll, then come items, driving, the special square, a fight, sabotage, the passenger.",
    32: "You roll the white dice and the coloured dice that you hold; you do not hold that one.",
    37: "That white die is left out in your first turn, even when you re-roll.",
    38: "Mark dice from left to right and then re-roll them, or stop with none marked.",
    43: "You have four curses: the dice stay as they are.",
    47: "Sabotage is for a rival, not for yourself.",
    52: "You roll for items before you drive.",
    54: "You have made both item rolls of this turn.",
    66: "You won that die this turn; you roll it from your next turn on.",
    67: "You have nothing to drive now; driving comes right after the items.",
    68: "There are no curses to take off your movement now.",
    69: "Your curses cannot be taken off in that way.",
    72: "All spaces of one die go in one direction, and no die of that size is left.",
    76: "The city ends before all spaces of that die are driven.",
    77: "From the start area the only way is through the entry gate.",
    78: "Nobody drives back into the start area.",
    80: "You have to go back all the spaces, each one nearer to the start area.",
    82: "{actor} chooses where that cab goes back to.",
    89: "You take a die only when greedy cat comes up, and only a coloured one that another player holds.",
    90: "From a player who has both you take a D6 first.",
    94: "You have no speed boost to use.",
    95: "There is no square ahead in that direction.",
    99: "You give up a die only when bad luck comes up, and only a coloured one of your own.",
    111: "Sabotage comes after driving, if any of your dice is left on a 2.",
    114: "Once you have placed a curse, you have to place the others too.",
    115: "That player is no longer in the city.",
    119: "A passenger is picked up by landing exactly on its square.",
    126: "The exit is closed until somebody has picked up the first passenger.",
    135: "The game is over.",
    145: "Crazy cat never re-rolls.",
    148: "Crazy cat always rolls for items.",
    150: "Crazy cat takes the shortest way to its target.",
    153: "Crazy cat keeps all its curses for its human rival.",
    155: "Crazy cat does not choose here; the rules choose for it.",
}


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat, or Crazy cat."""
    if seat == LUCK:
        return "Luck"
    if seat == HOUSE:
        return "The house"
    return "Crazy cat" if facts.is_crazy_cat(view, seat) else board.COLOURS[view.colour[seat]].capitalize()


def die_name(die: int) -> str:
    """A turn die in words: white die 2, red D8."""
    return f"white die {die + 1}" if die < facts.FIRST_D6 else moves.DICE[die]


def the_die(die: int) -> str:
    """A turn die in a sentence: white die 2, the red D8."""
    return die_name(die) if die < facts.FIRST_D6 else f"the {die_name(die)}"


def place_name(view: Any, place: int) -> str:
    """A place in words."""
    if place == board.START:
        return "the start area"
    if place == board.LEFT:
        return "out of the city"
    if place == board.OUT:
        return "off the board"
    return square_in_words(place)


def square_in_words(square: int) -> str:
    """A square as people write it: (3, 6)."""
    return f"({board.square_name(square).replace(',', ', ')})"


def sources_in_words(ones: int, twos: int) -> str:
    """Sources of movement as a sum: 2 + 2 + 1."""
    return " + ".join(["2"] * twos + ["1"] * ones) or "none"


def spaces_in_words(number: int) -> str:
    """1 space, 2 spaces."""
    return count(number, "space")


def curses_in_words(number: int) -> str:
    """1 curse, 2 curses."""
    return count(number, "curse")


def curses_that_count(view: Any, target: int, number: int) -> int:
    """How many of so many curses a driver can still get (CAB-116)."""
    return int(min(number, facts.MAX_CURSES - view.curses[target]))


def prompt(view: Any, viewer: int) -> str:
    """Who is to act, and what there is to do."""
    if view.acting == OVER:
        return f"The game is over: {ending(view)}."
    if view.acting == LUCK:
        return _rolling(view, viewer)
    if view.acting == HOUSE:
        whose = "Your" if facts.active(view) == viewer else f"{seat_name(view, facts.active(view))}'s"
        return f"{whose} turn goes on."
    name, task = seat_name(view, view.acting), _task(view)
    if view.acting != facts.active(view):  # in somebody else's turn one only goes back
        return f"Your move: {task}." if view.acting == viewer else f"It's {name}'s move: {task}."
    return f"Your turn: {task}." if view.acting == viewer else f"It's {name}'s turn to {task}."


def _task(view: Any) -> str:
    """What there is to do, with the choices that there are: Crazy cat has none (CAB-145, CAB-148, CAB-153)."""
    may_choose = not facts.is_crazy_cat(view, view.acting)
    match view.phase:
        case facts.ROLL_TURN:
            return "roll the dice"
        case facts.REROLLING:
            return _rerolling(view) if may_choose else "keep the dice"
        case facts.ITEMS:
            return "roll for an item" + (", or skip" if may_choose else "")
        case facts.CANCELLING:
            return "choose what the curses cancel"
        case facts.DRIVING:
            return f"drive {sources_in_words(view.ones, view.twos)}"
        case facts.SURPLUS_BACK | facts.POTHOLE | facts.FIGHT_BACK:
            return f"go back {spaces_in_words(view.back_spaces)}"
        case facts.GREEDY_CAT:
            return "take a die" + (", or leave it" if may_choose else "")
        case facts.BOOSTING:
            return f"boost {spaces_in_words(view.boost)} in one direction"
        case facts.BAD_LUCK:
            return "give up a coloured die"
        case _:
            return _sabotaging(view) + (", or none" if may_choose and not view.placed else "")


def _rerolling(view: Any) -> str:
    if not view.marked:
        return "mark dice to re-roll, or stop"
    more = view.pool >> view.marked.bit_length()  # dice are marked from left to right
    return "re-roll the marked dice, or mark more" if more else "re-roll the marked dice"


def _sabotaging(view: Any) -> str:
    curses = count(view.to_place, "more curse") if view.placed else curses_in_words(view.to_place)
    return f"place {curses} on a rival"


def label(view: Any, seat: int, move: int) -> str:
    """A move as a choice."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    match kind.name:
        case "die":
            return f"the die shows {args['shows']}"
        case "roll":
            return "Roll the dice"
        case "mark":
            die = moves.DICE.index(args["die"])
            return f"Mark {the_die(die)}" + (f", showing {view.face[die]}" if view.face[die] else "")
        case "reroll":
            return f"Re-roll {_dice_in_words(view, view.marked)}"
        case "stop":
            return "Stop and keep all dice"
        case "roll_item":
            return "Roll for an item"
        case "skip_items":
            return "Skip items and move on"
        case "cancel":
            left = max(0, facts.spaces_of_sources(view) - view.curses[facts.active(view)])
            twos = args["keeping_twos"]
            return f"Keep {sources_in_words(max(0, left - 2 * twos), twos)} to drive"
        case "move":
            return f"Drive {spaces_in_words(args['spaces'])} {args['direction']}"
        case "back":
            return f"Go back to {place_name(view, moves.PLACES.index(args['to']))}"
        case "take_die":
            return f"Take the {args['die']}" + _from_holder(view, args["die"])
        case "boost":
            return f"Boost {args['direction']}"
        case "lose_die":
            return f"Give up the {args['die']}"
        case "sabotage":
            return _sabotage_label(view, args["seat"])
        case "decline":
            return "Take no die" if view.phase == facts.GREEDY_CAT else "Place no curse"
        case "collect":
            return "Pick up the passenger"
        case _:
            return "End the turn"


def _sabotage_label(view: Any, target: int) -> str:
    number = 1 if view.split_sabotage else view.to_place
    if target >= view.seats:
        return f"Place {curses_in_words(number)} on seat {target}"
    fitting = curses_that_count(view, target, number)
    lost = ""
    if fitting < number:
        lost = f", of which {fitting or 'none'} will count" if number > 1 else ", which will not count"
    return f"Place {curses_in_words(number)} on {seat_name(view, target)}{lost}"


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A move as a line of the log."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    if kind.name == "die":
        return _luck_sentence(before, after, args["shows"])
    who = seat_name(before, facts.active(before))
    match kind.name:
        case "roll":
            return f"{who} rolls {count(after.pool.bit_count(), 'die', 'dice')}."
        case "mark":
            return f"{who} marks {the_die(moves.DICE.index(args['die']))}."
        case "reroll":
            return f"{who} re-rolls {_dice_in_words(before, before.marked)}."
        case "stop":
            return f"{who} keeps {_dice_in_words(before, before.pool)}."
        case "roll_item":
            return f"{who} rolls for an item."
        case "skip_items":
            return f"{who} skips the items."
        case "cancel":
            return _cancel_sentence(before, after, who)
        case "move":
            if after.place[facts.active(before)] == board.stop_square(before):
                at = place_name(after, after.place[facts.active(before)])
                return f"{who} drives {args['direction']} to the passenger at {at} and stops there."
            return f"{who} drives {spaces_in_words(args['spaces'])} {args['direction']}{_arrival(before, after)}"
        case "back":
            pushed = seat_name(before, before.back_seat)
            return f"{pushed} goes back to {place_name(before, after.place[before.back_seat])}."
        case "take_die":
            return f"Greedy cat: {who} takes the {args['die']}{_from_holder(before, args['die'])}."
        case "boost":
            return f"{who} boosts {args['direction']}{_arrival(before, after)}"
        case "lose_die":
            gone = ", which is gone for good" if before.lost_dice_stay_lost else ""
            return f"Bad luck: {who} gives up the {args['die']}{gone}."
        case "sabotage":
            return _sabotage_sentence(before, after, who, args["seat"])
        case "decline":
            return f"{who} takes no die." if before.phase == facts.GREEDY_CAT else f"{who} places no curse."
        case "collect":
            finder = facts.collector(before)
            opened = " The exit opens." if before.picked_up == 0 else ""
            return f"{seat_name(before, finder)} picks up a passenger and now has {after.held[finder]}.{opened}"
        case _:
            return _end_of_turn(before, after)


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    actor = seat_name(view, view.acting) if view.acting != OVER else "nobody"
    return REASONS[int(clause.split("-")[1])].format(actor=actor)


def ending(view: Any) -> str:
    """How the game ended."""
    left = [seat for seat in range(view.seats) if view.departure[seat] > 0]
    if not left:
        return "nobody left the city in time, so nobody wins and all share second place"
    winner = seat_name(view, view.champion)
    best = facts.points(view, view.champion)
    tied = sum(facts.points(view, seat) == best for seat in left) > 1
    points = count(best, "point")
    how = f"the final cat fight, at {points} each" if tied else f"with {points}"
    out = [seat_name(view, seat) for seat in range(view.seats) if view.departure[seat] == 0]
    stuck = f"; {listed(out)} did not get out" if out else ""
    return f"{winner} wins {how}{stuck}"


def picture(view: Any, viewer: int) -> str:
    """The city from above, and what everybody has."""
    lines = []
    for row in range(components.ROWS - 1, -1, -1):
        cells = [_cell(view, column + components.COLUMNS * row) for column in range(components.COLUMNS)]
        lines.append(f" {row + 1}  " + " ".join(cells) + _gate_note(view, row))
    lines.append("     " + "     ".join(str(column + 1) for column in range(components.COLUMNS)))
    lines.append(" N nibbles  P patrol  * passenger")
    for seat in range(view.seats):
        lines.append(" " + _driver(view, seat))
    if view.pool:
        lines.append(" dice: " + _dice_in_words(view, view.pool))
    return "\n".join(lines)


def _cell(view: Any, square: int) -> str:
    meeples = "".join(seat_name(view, seat)[0] for seat in range(view.seats) if view.place[seat] == square)
    mark = "*" if view.passenger == square else " NP"[board.KIND[view.side, square]]
    return f"[{meeples + mark.strip():^3}]" if meeples or mark.strip() else "[ . ]"


def _gate_note(view: Any, row: int) -> str:
    notes = []
    for gate in range(2):
        if board.GATE_SQUARE[gate] // components.COLUMNS == row:
            if gate == view.entry:
                waiting = "".join(seat_name(view, s)[0] for s in range(view.seats) if view.place[s] == board.START)
                notes.append(
                    f"entry at column {board.GATE_SQUARE[gate] % components.COLUMNS + 1}: {waiting or 'nobody waits'}"
                )
            else:
                state = "open" if view.picked_up else "closed"
                column, way = board.GATE_SQUARE[gate] % components.COLUMNS + 1, moves.DIRECTIONS[board.OUTWARD[gate]]
                notes.append(f"exit at column {column}, {way}: {state}")
    return "   " + "; ".join(notes) if notes else ""


def _driver(view: Any, seat: int) -> str:
    on_turn = ">" if view.phase != facts.FINISHED and view.order[0] >= 0 and seat == facts.active(view) else " "
    dice = [moves.COLOURED_DICE[die] for die in range(6) if view.holder[die] == seat]
    parts = [
        f"{on_turn} {seat_name(view, seat):<9} {place_name(view, view.place[seat]):<15}",
        f"{count(facts.points(view, seat), 'point'):>9}",
        f"{view.held[seat]} aboard",
        curses_in_words(view.curses[seat]),
    ]
    if dice:
        parts.append(", ".join(dice))
    if view.rush[seat]:
        parts.append(f"rush hour: {count(view.rush[seat], 'turn')} left")
    return "  ".join(parts)


def _from_holder(view: Any, die: Any) -> str:
    holder = view.holder[moves.COLOURED_DICE.index(die)]
    return f" from {seat_name(view, holder)}" if holder >= 0 else ""


def _dice_in_words(view: Any, dice: int) -> str:
    shown = [die for die in range(facts.DICE) if dice >> die & 1]
    return listed(
        [str(view.face[die]) if die < facts.FIRST_D6 else f"{view.face[die]} ({moves.DICE[die]})" for die in shown]
    )


def _rolling(view: Any, viewer: int) -> str:
    """Whose dice are in the air, and what for."""
    if view.phase in (facts.PASSENGER_COLUMN, facts.PASSENGER_ROW):
        return "A passenger looks for a corner."
    in_order, in_fight = view.phase == facts.ORDER_DIE, view.phase in (facts.FIGHT_DICE, facts.FINAL_FIGHT)
    roller = facts.next_order_roller(view) if in_order else view.duellist if in_fight else facts.active(view)
    who = "You roll" if roller == viewer else f"{seat_name(view, roller)} rolls"
    return f"{who}{' for the turn order' if in_order else ' in a cat fight' if in_fight else ''}."


def _arrival(before: Any, after: Any) -> str:
    seat = facts.active(before)
    if after.place[seat] != board.LEFT:
        return f", to {place_name(after, after.place[seat])}."
    rank = after.departure[seat]
    rush = " Rush hour begins." if rank == 1 and any(after.rush[s] for s in range(after.seats)) else ""
    return f" and leaves the city {ORDINALS[rank]}, for {count(facts.LEAVING_POINTS[rank], 'point')}.{rush}"


def _cancel_sentence(before: Any, after: Any, who: str) -> str:
    curses = before.curses[facts.active(before)]
    text = f"{curses_in_words(curses)} {'cancels' if curses == 1 else 'cancel'}"
    left = facts.spaces_of_sources(after)
    if left == 0:
        return f"{text} all of {who}'s movement."
    return f"{text} {spaces_in_words(curses)}: {who} has {sources_in_words(after.ones, after.twos)} left to drive."


def _sabotage_sentence(before: Any, after: Any, who: str, target: int) -> str:
    number = 1 if before.split_sabotage else before.to_place
    fitting = curses_that_count(before, target, number)
    rival = seat_name(before, target)
    if fitting == 0:
        return f"{who} places {curses_in_words(number)} on {rival}, but {rival} has four already."
    lost = f"; {number - fitting} more would be too many" if number > fitting else ""
    return f"{who} places {curses_in_words(fitting)} on {rival}{lost}."


def _end_of_turn(before: Any, after: Any) -> str:
    seat = facts.active(before)
    who = seat_name(before, seat)
    curses = before.curses[seat]
    lifted = f"; {curses_in_words(curses)} {'fades' if curses == 1 else 'fade'}" if curses else ""
    out = f" {who} is out of time and out of the game." if after.place[seat] == board.OUT else ""
    if not out and after.rush[seat]:
        out = f" Rush hour: {count(after.rush[seat], 'turn')} left for {who}."
    tie = " A tie: a final cat fight decides." if after.phase == facts.FINAL_FIGHT else ""
    return f"{who}'s turn ends{lifted}.{out}{tie}"


def _luck_sentence(before: Any, after: Any, value: int) -> str:
    phase = before.phase
    if phase == facts.ORDER_DIE:
        roller = seat_name(before, facts.next_order_roller(before))
        if after.phase == facts.ORDER_DIE:
            again = sum(1 for seat in range(after.seats) if after.order_roll[seat] == 0)
            last = facts.next_order_roller(before) == max(s for s in range(before.seats) if before.order_roll[s] == 0)
            tie = " Those who tied roll again." if last and again else ""
            return f"{roller} rolls {value} for the turn order.{tie}"
        first, *others = (seat_name(after, after.order[index]) for index in range(after.seats))
        return f"{roller} rolls {value} for the turn order: {first} goes first, then {', then '.join(others)}."
    who = seat_name(before, facts.active(before))
    if phase == facts.PASSENGER_COLUMN:
        return f"The D6 for the passenger shows column {value}."
    if phase == facts.PASSENGER_ROW:
        square = before.column - 1 + components.COLUMNS * (value - 1)
        if after.phase == facts.PASSENGER_COLUMN:
            reason = "a cab stands there" if facts.meeple_at(before, square) else "the passenger stands there already"
            return f"The D8 shows row {value}: {reason}, so both dice are rolled again."
        return f"The D8 shows row {value}: a passenger waits at {square_in_words(square)}."
    if phase == facts.TURN_DICE:
        die = die_name(facts.lowest(before.rolling))
        if facts.FACES[value][0] != facts.CURSE:
            return f"{who}'s {die} shows {value}."
        if before.curses[facts.active(before)] == facts.MAX_CURSES:
            return f"{who}'s {die} shows {value}, but {who} has four curses already."
        return f"{who}'s {die} shows {value}: a curse."
    if phase == facts.ITEM_DIE:
        return _item_sentence(before, after, who, value)
    if phase == facts.POWER_UP_DIE:
        return _power_up_sentence(before, after, who, value)
    if phase == facts.BOOST_DIE:
        return f"{who}'s speed boost is {spaces_in_words(value)}."
    if phase == facts.DEBUFF_DIE:
        return _debuff_sentence(before, after, who, value)
    return _fight_sentence(before, after, value)


def _item_sentence(before: Any, after: Any, who: str, value: int) -> str:
    effect, amount = facts.ITEM_TABLE[value]
    if effect == facts.EXTRA_MOVE:
        return f"Item {value}: {who} gets {count(amount, 'extra space')}."
    if effect == facts.LUCKY_CHARM:
        if before.passenger < 0:
            return f"Item {value}, lucky charm, but no passenger waits."
        return f"Item {value}, lucky charm: the passenger walks on."
    if effect in (facts.GAIN_D6, facts.GAIN_D8):
        return f"Item {value}, cab upgrade" + _gain(before, after, who, "D6" if effect == facts.GAIN_D6 else "D8")
    return f"Item {value}: nothing for {who}."


def _gain(before: Any, after: Any, who: str, size: str) -> str:
    seat = facts.active(before)
    die = f"{board.COLOURS[before.colour[seat]]} {size}"
    if facts.dice_held(after, seat) > facts.dice_held(before, seat):
        return f": {who} gets the {die}."
    gone = before.holder[moves.COLOURED_DICE.index(die)] == facts.GONE
    return f", but the {die} is {'gone for good' if gone else 'not in the supply'}."


def _power_up_sentence(before: Any, after: Any, who: str, value: int) -> str:
    effect = facts.POWER_UPS[value][0]
    if effect == facts.UPGRADE:
        return f"Cat nibbles {value}, cab upgrade" + _gain(before, after, who, "D6")
    if effect == facts.GREEDY:
        can = "may take a die" if after.phase == facts.GREEDY_CAT else "finds no die to take"
        return f"Cat nibbles {value}, greedy cat: {who} {can}."
    return f"Cat nibbles {value}: a speed boost for {who}."


def _debuff_sentence(before: Any, after: Any, who: str, value: int) -> str:
    effect, amount = facts.DEBUFFS[value]
    if effect == facts.LOSE_A_DIE:
        can = "loses a coloured die" if after.phase == facts.BAD_LUCK else "has no coloured die to lose"
        return f"Paw patrol {value}, bad luck: {who} {can}."
    if effect == facts.FALL_BACK:
        return f"Paw patrol {value}, pothole: {who} goes back {spaces_in_words(amount)}."
    can = "loses a passenger" if after.lost > before.lost else "has no passenger to lose"
    return f"Paw patrol {value}, unhappy customer: {who} {can}."


def _fight_sentence(before: Any, after: Any, value: int) -> str:
    who = seat_name(before, before.duellist)
    if before.fight_die == 0:
        return f"Cat fight: {who} rolls {value} first."
    total = before.fight_die + value
    text = f"Cat fight: {who} rolls {value} and has {total} in all"
    if after.phase == before.phase:
        if before.solo:
            return f"{text}, in try {after.fight_tries} of {facts.CRAZY_FIGHT_ROLLS}."
        again = after.fight_total[before.duellist] == 0
        return text + (". Nobody alone has 7, so all roll again." if again else ".")
    if after.phase == facts.FINISHED:
        return f"{text}. {seat_name(after, after.champion)} wins the final fight."
    if before.solo:
        return f"{text}, and {'wins' if total == facts.FIGHT_TOTAL else 'loses after three tries'}."
    totals = [before.fight_total[seat] for seat in range(before.seats)]
    totals[before.duellist] = total
    return f"{text}. {seat_name(after, totals.index(facts.FIGHT_TOTAL))} wins."


__all__ = ["ending", "label", "picture", "prompt", "refusal", "seat_name", "sentence"]
