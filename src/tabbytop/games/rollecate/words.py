"""What Rollecate says: names, prompts, choices, log lines, refusals, and the table drawn with letters."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabbytop.engine.english import count
from tabbytop.engine.listing import listed
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.rollecate import betsy, board, facts, rules, turn
from tabbytop.games.rollecate.moves import MOVES

NAMES = ("Red", "Blue", "Green", "Plum")
ORDINALS = ("no", "first", "second", "third", "fourth")
RAILS = {
    ("east", "east"): "─",
    ("west", "west"): "─",
    ("north", "north"): "│",
    ("south", "south"): "│",
    ("east", "north"): "┘",
    ("south", "west"): "┘",
    ("east", "south"): "┐",
    ("north", "west"): "┐",
    ("west", "north"): "└",
    ("south", "east"): "└",
    ("west", "south"): "┌",
    ("north", "east"): "┌",
}
"""How the rails of a card look, by where the line comes from and where it goes."""

REASONS = {
    5: "No such card is left in the draw pile.",
    12: "A curve bends left or right; a straight card goes straight on.",
    14: "Not now: the first railway is laid, then cards are removed and dealt.",
    15: "It is not your card to lay: {actor} places this one.",
    18: "There are no chaos cards to put back now.",
    30: "Cards are removed before the first turn, and nobody sees them.",
    31: "Cards are dealt by luck alone.",
    34: "The start player is chosen before anything else.",
    35: "It is {actor}'s turn, not yours.",
    36: "A card is drawn at the beginning of a turn, by luck alone.",
    38: "Not now: in a turn you draw a card, then you pass, build track, or discard chaos cards.",
    46: "Penalty cards are taken by themselves, from the start of the railway, when they are due.",
    50: "Only penalty cards of this turn are laid on your pile, at its end.",
    51: "Only cards of the same value combine: the top card of your pile is a {top}.",
    58: "Your pile is empty: there is no card to combine with.",
    62: "You build track cards from your hand, all of one value in a turn.",
    68: "A {value} does not go next to a {last}: the values of neighbours never differ by 2.",
    71: "The railway has no room: a card lies where the next one would go, until somebody takes it.",
    75: "The dice are rolled by luck, after you have built.",
    77: "The train rolls by itself, one card for each wheel.",
    85: "You have no chaos card in your hand.",
    86: "You have no chaos card of that value in your hand.",
    90: "The game is over.",
    91: "Hands are shown when the last turn has ended.",
    102: "The game is over: the train derailed too often.",
    109: "Cards are drawn openly only for the initial railway, and by Betsy.",
    110: "Betsy puts a chaos card on her pile.",
    111: "Betsy builds her track card, since the rules allow it.",
    112: "Betsy bends a curve to where more room is.",
    113: "Betsy cannot build her card, so she passes.",
    118: "Betsy always combines if she can, and only then.",
}


# ---------------------------------------------------------------- names


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat, or Betsy."""
    if seat == LUCK:
        return "Luck"
    if seat == HOUSE:
        return "The house"
    return "Betsy" if facts.is_betsy(view, seat) else NAMES[seat]


def card_name(kind: int) -> str:
    """A card in words: straight 2, curved 3, broken 1, chaos 4."""
    if board.is_chaos(kind):
        look = "chaos"
    elif board.is_broken(kind):
        look = "broken curved" if board.is_curve(kind) else "broken"
    else:
        look = "curved" if board.is_curve(kind) else "straight"
    return f"{look} {board.value_of(kind)}"


def kind_of(card: Any) -> int:
    """The kind that a move names."""
    return board.CARDS.index(card)


def dice_in_words(number: int) -> str:
    """1 die, 2 dice."""
    return count(number, "die", "dice")


def cards_in_words(view: Any, seat: int) -> str:
    """A hand, for those who see it."""
    held = [(kind, view.hand[seat, kind]) for kind in range(board.KINDS) if view.hand[seat, kind] > 0]
    return ", ".join(card_name(kind) + (f" x{number}" if number > 1 else "") for kind, number in held)


# ---------------------------------------------------------------- prompts and choices


def prompt(view: Any, viewer: int) -> str:
    """Who is to act, and what there is to do."""
    if view.acting == OVER:
        return f"The game is over: {ending(view)}."
    if view.acting < 0:
        return _meanwhile(view, viewer)
    name, task = seat_name(view, view.acting), _task(view, viewer)
    if view.phase == facts.BETSY_BENDING:  # in Betsy's turn
        return f"Your move: {task}." if view.acting == viewer else f"It's {name}'s move: {task}."
    return f"Your turn: {task}." if view.acting == viewer else f"It's {name}'s turn to {task}."


def _task(view: Any, viewer: int) -> str:
    if view.phase == facts.ACTING:
        return _offer(view, viewer, build="build", chaos="discard chaos cards", **{"pass": "pass"})
    if view.phase == facts.BUILDING:
        roll = f"roll {dice_in_words(view.value * view.built)}"
        return _offer(view, viewer, build=f"build another {view.value}", done=roll)
    if view.phase == facts.DISCARDING:
        return _offer(view, viewer, chaos="discard another chaos card", done="end the turn")
    if view.phase == facts.LAYING:
        return f"lay {count(view.taken_size, 'penalty card')} on the pile"
    if view.phase == facts.BETSY_ACTING:
        return _task_of_betsy(view)
    whose = "Betsy's" if view.phase == facts.BETSY_BENDING else "the"
    return f"bend {whose} {card_name(view.shown)} to the left or to the right"


def _task_of_betsy(view: Any) -> str:
    """Betsy has no choice (ROL-110, ROL-111, ROL-113)."""
    deed = MOVES.family(betsy.choice_of_betsy(view)).name
    if deed == "pass":
        return "pass"
    return f"{'build' if deed == 'build' else 'discard'} the {card_name(view.shown)}"


def _offer(view: Any, viewer: int, **tasks: str) -> str:
    """The tasks that are possible, by family of moves: whoever acts knows, the others see only what lies open."""
    if viewer == view.acting:
        out = np.zeros(MOVES.count, np.int32)
        able = {MOVES.family(int(move)).name for move in out[: rules.legal(view, viewer, out)]}
    else:
        able = {"pass", "done"}
        if view.hand_size[view.acting]:
            able |= {"chaos", "build"} if board.end_is_free(view) else {"chaos"}
    *others, last = [words for family, words in tasks.items() if family in able]
    return f"{', '.join(others)}, or {last}" if others else last


def _meanwhile(view: Any, viewer: int) -> str:
    """What luck or the house is doing."""
    if view.phase == facts.CHOOSING_STARTER:
        return "Who last travelled by train? Luck decides who starts."
    if view.phase in (facts.TURNING_UP, facts.PLACING):
        return "The initial railway is being laid."
    if facts.in_setup(view):
        return "Cards are being removed and dealt."
    who, mine = seat_name(view, view.turn), view.turn == viewer
    if view.phase in (facts.DRAWING, facts.BETSY_DRAWING):
        return "You draw a card." if mine else f"{who} draws a card."
    if view.phase == facts.THROWING:
        return "You roll the dice." if mine else f"{who} rolls the dice."
    return "Your turn goes on." if mine else f"{who}'s turn goes on."


def label(view: Any, seat: int, move: int) -> str:
    """A move as a choice."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    match kind.name:
        case "start":
            return f"{NAMES[args['seat']]} starts"
        case "turn_up" | "draw" | "remove":
            verb = {"turn_up": "Turn up", "draw": "Draw", "remove": "Remove"}[kind.name]
            return f"{verb} a {card_name(kind_of(args['card']))}"
        case "throw":
            return f"The dice show {count(args['wheels'], 'wheel')}"
        case "place":
            return {"straight": "Lay it straight on", "left": "Bend it to the left", "right": "Bend it to the right"}[
                args["bend"]
            ]
        case "return_chaos":
            return "Put the chaos cards back"
        case "pass":
            return "Pass"
        case "build":
            return f"Build the {card_name(kind_of(args['card']))}{_way(args['bend'])}"
        case "chaos":
            return _laying_label(view, seat, board.TRACKS + args["value"] - 1, args["combine"], "Discard")
        case "done":
            return _done_label(view)
        case "ride":
            return "Let the train roll"
        case "take":
            return "Take a penalty card"
        case "lay":
            return _laying_label(view, seat, kind_of(args["card"]), args["combine"], "Lay")
        case "show_hands":
            return "Show all hands"
        case "drawn_unseen":
            return "Draw a card"
        case _:
            return "Remove a card"


def _way(bend: Any) -> str:
    return "" if bend == "straight" else f" to the {bend}"


def _laying_label(view: Any, seat: int, kind: int, combine: Any, verb: str) -> str:
    if combine == "yes":
        return f"Combine the {card_name(kind)} with the top card"
    return f"{verb} the {card_name(kind)}" + (
        " without combining" if board.value_of(kind) == facts.top_value(view, seat) else ""
    )


def _done_label(view: Any) -> str:
    if view.phase == facts.BUILDING:
        return f"Roll {dice_in_words(view.value * view.built)}"
    return "End the turn"


# ---------------------------------------------------------------- the log


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A move as a line of the log."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    who = seat_name(before, before.turn) if before.turn >= 0 else ""
    match kind.name:
        case "start":
            return f"{NAMES[args['seat']]} starts."
        case "turn_up":
            return _turned_up(before, kind_of(args["card"]))
        case "draw":
            return _drawn(before, f"a {card_name(kind_of(args['card']))}")
        case "drawn_unseen":
            return _drawn(before, "a card")
        case "remove":
            return f"A {card_name(kind_of(args['card']))} goes into the box."
        case "removed_unseen":
            return f"{count(facts.REMOVED[before.players], 'card')} go into the box unseen."
        case "throw":
            return _thrown(before, args["wheels"])
        case "place":
            return _placed(before, args["bend"])
        case "return_chaos":
            number = sum(before.aside[index] for index in range(4))
            noun = "The chaos card goes" if number == 1 else "The chaos cards go"
            return f"{noun} back to the draw pile, which is shuffled again."
        case "pass":
            return _passed(before, after, who)
        case "build":
            return f"{who} builds the {card_name(kind_of(args['card']))}{_way(args['bend'])}."
        case "chaos":
            return _laid(before, who, board.TRACKS + args["value"] - 1, args["combine"], "discards")
        case "done":
            if before.phase == facts.BUILDING:
                return f"{who} rolls {dice_in_words(after.dice)}."
            return f"{who} ends the turn."
        case "ride":
            return _ridden(before, after)
        case "take":
            return _taken(before, who)
        case "lay":
            return _laid(before, who, kind_of(args["card"]), args["combine"], "lays")
        case _:
            return _shown_hands(before, after)


def _drawn(before: Any, card: str) -> str:
    if before.phase == facts.DEALING:
        return f"{seat_name(before, facts.next_dealt(before))} is dealt {card}."
    last = " It is the last one." if before.deck_size == 1 else ""
    return f"{seat_name(before, before.turn)} draws {card}.{last}"


def _turned_up(before: Any, kind: int) -> str:
    if before.phase == facts.BETSY_DRAWING:
        return _drawn(before, f"a {card_name(kind)}")
    who = seat_name(before, turn.placing_seat(before))
    if board.is_chaos(kind):
        return f"{who} turns up a {card_name(kind)}, which is set aside."
    return f"{who} turns up a {card_name(kind)} for the initial railway."


def _placed(before: Any, bend: Any) -> str:
    if before.phase == facts.BETSY_BENDING:
        return f"Betsy builds the {card_name(before.shown)}{_way(bend)}."
    if before.acting >= 0:
        return f"{seat_name(before, before.acting)} bends the {card_name(before.shown)}{_way(bend)}."
    return f"The {card_name(before.shown)} is laid{_way(bend)}."


def _thrown(before: Any, wheels: int) -> str:
    thrown = min(facts.DICE, before.dice)
    dice = "The die shows" if thrown == 1 else f"{thrown} dice show"
    text = f"{dice} {count(wheels, 'wheel') if wheels else 'no wheel' if thrown == 1 else 'no wheels'}"
    if before.dice > facts.DICE:
        return f"{text}."
    total = before.wheels + wheels
    if before.wheels > 0:
        text += f", {total} in all"
    return f"{text}." if total else f"{text}: the train stays."


def _damage(before: Any, after: Any) -> int:
    """Broken tracks that the train moved onto."""
    return sum(board.is_broken(before.track[place]) for place in range(before.train + 1, after.train + 1))


def _passed(before: Any, after: Any, who: str) -> str:
    card = f" The {card_name(before.shown)} goes into the box." if before.shown >= 0 else ""
    if after.train == before.train:
        return f"{who} passes.{card} The train stays on the last card."
    broken = ", onto a broken track" if _damage(before, after) else ""
    return f"{who} passes.{card} The train rolls on by one card{broken}."


def _ridden(before: Any, after: Any) -> str:
    steps, missing = after.train - before.train, before.wheels - facts.cards_ahead(before)
    text = f"The train rolls on by {count(steps, 'card')}"
    damage = _damage(before, after)
    if damage:
        text += f", over {count(damage, 'broken track')}"
    if missing <= 0:
        return f"{text}."
    text = f"{text}, and derails" if steps else "The train derails at once"
    text += f": the railway is {count(missing, 'card')} too short"
    if before.mode != facts.SOLO_HARD:
        return f"{text}."
    if after.lost:
        return f"{text}. It is one derailment too many."
    return (
        f"{text}. It is the {ORDINALS[min(4, after.derailments)]} of {facts.DERAILMENTS_ALLOWED} derailments allowed."
    )


def _taken(before: Any, who: str) -> str:
    kind = before.track[before.first]
    text = f"{who} takes the {card_name(kind)} from the start of the railway"
    if not facts.is_betsy(before, before.turn):
        return f"{text}."
    if facts.top_value(before, facts.BETSY) == board.value_of(kind):
        return f"{text} and combines it with the {card_name(_top(before, facts.BETSY))}."
    return f"{text} and puts it on her pile."


def _laid(before: Any, who: str, kind: int, combine: Any, verb: str) -> str:
    if combine == "yes":
        top = card_name(_top(before, before.turn))
        return f"{who} combines the {card_name(kind)} with the {top}: both go into the box."
    return f"{who} {verb} the {card_name(kind)}."


def _top(view: Any, seat: int) -> int:
    return int(view.pile[seat, view.pile_size[seat] - 1])


def _shown_hands(before: Any, after: Any) -> str:
    hands = [f"{seat_name(before, seat)} {count(before.hand_size[seat], 'card')}" for seat in range(before.players)]
    scores = [f"{seat_name(after, seat)} {facts.points(after, seat)}" for seat in range(after.seats)]
    return f"The draw pile is empty. Hands go onto the piles: {', '.join(hands)}. Scores: {', '.join(scores)}."


# ---------------------------------------------------------------- refusals and endings


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    actor = seat_name(view, view.acting) if view.acting != OVER else "nobody"
    card = MOVES.read(move).args.get("card")
    value = board.value_of(kind_of(card)) if card is not None else 0
    last = facts.last_value(view) if view.end > 0 else 0
    top = facts.top_value(view, seat) if seat >= 0 else 0
    return REASONS[int(clause.split("-")[1])].format(actor=actor, value=value, last=last, top=top)


def ending(view: Any) -> str:
    """How the game ended."""
    if view.lost:
        return f"the train derailed {count(view.derailments, 'time')}, and the game is lost"
    if view.mode == facts.AGAINST_BETSY:
        return _ending_with_betsy(view)
    if view.mode != facts.AT_A_TABLE:
        return f"{seat_name(view, facts.HUMAN)} ends alone with {count(facts.points(view, facts.HUMAN), 'point')}"
    winners = [s for s in range(view.seats) if not any(rules.is_ahead(view, other, s) for other in range(view.seats))]
    score = count(facts.points(view, winners[0]), "point")
    if len(winners) > 1:
        return f"{listed([seat_name(view, seat) for seat in winners])} share the victory with {score}"
    return f"{seat_name(view, winners[0])} wins with {score}{_tie_break(view, winners[0])}"


def _tie_break(view: Any, winner: int) -> str:
    """What decided among those with equal points, step by step: every number that put somebody out (ROL-95, ROL-96)."""
    tied = [seat for seat in range(view.seats) if facts.points(view, seat) == facts.points(view, winner)]
    steps = []
    for value in (0, 4, 3, 2, 1):  # 0 stands for cards of any value
        have = {seat: facts.cards_in_pile(view, seat, value) if value else int(view.pile_size[seat]) for seat in tied}
        level = [seat for seat in tied if have[seat] == have[winner]]
        if level != tied:
            steps.append(f"fewer {value}s" if value else "fewer cards")
        tied = level
    return f", a tie broken by {' and then '.join(steps)}" if steps else ""


def _ending_with_betsy(view: Any) -> str:
    mine, hers = facts.points(view, facts.HUMAN), facts.points(view, facts.BETSY)
    both = f"{count(mine, 'point')} against Betsy's {count(hers, 'card')}"
    name = seat_name(view, facts.HUMAN)
    if rules.is_ahead(view, facts.HUMAN, facts.BETSY):
        return f"{name} wins with {both}{_tie_break(view, facts.HUMAN)}"
    if rules.is_ahead(view, facts.BETSY, facts.HUMAN):
        return f"Betsy wins with {count(hers, 'card')} against {name}'s {count(mine, 'point')}"
    return f"{name} and Betsy share the victory: {count(mine, 'point')} against {count(hers, 'card')}"


# ---------------------------------------------------------------- the table in letters


def picture(view: Any, viewer: int) -> str:
    """The railway from above, and what everybody has; other players' piles show their top card only (ROL-61)."""
    lines = _map(view)
    lines.append(" > train  ! broken  o end of the line")
    lines.append(f" railway: {_row(view)}")
    lines.append(f" draw pile: {count(view.deck_size, 'card') if view.deck_size else 'empty'}")
    for seat in range(view.seats):
        lines.append(" " + _player(view, seat, viewer))
    if view.shown >= 0:
        lines.append(f" drawn openly: {card_name(view.shown)}")
    if view.taken_size:
        taken = [card_name(kind) for kind in range(board.TRACKS) for _ in range(view.taken[kind])]
        lines.append(f" penalty cards: {', '.join(taken)}")
    return "\n".join(lines)


def _map(view: Any) -> list[str]:
    cells = {(view.x[place], view.y[place]): _cell(view, place) for place in range(view.first, view.end)}
    if board.is_free(view, board.end_x(view), board.end_y(view)):
        cells[board.end_x(view), board.end_y(view)] = " o  "
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return [
        " " + "".join(cells.get((x, y), "    ") for x in range(min(columns), max(columns) + 1)).rstrip()
        for y in range(max(rows), min(rows) - 1, -1)
    ]


def _cell(view: Any, place: int) -> str:
    leaves = view.heading[place]
    comes = (leaves - (0, 1, 3)[view.bend[place]]) % 4
    rail = RAILS[board.HEADINGS[comes], board.HEADINGS[leaves]]
    train = ">" if place == view.train else " "
    return f"{train}{board.value_of(view.track[place])}{rail}{'!' if board.is_broken(view.track[place]) else ' '}"


def _row(view: Any) -> str:
    shown = []
    for place in range(view.first, view.end):
        card = f"{'b' if board.is_broken(view.track[place]) else ''}{board.value_of(view.track[place])}"
        shown.append(f"[{card}]" if place == view.train else card)
    return "-".join(shown) or "nothing yet"


def _player(view: Any, seat: int, viewer: int) -> str:
    on_turn = ">" if view.phase != facts.FINISHED and seat == view.turn else " "
    parts = [f"{on_turn} {seat_name(view, seat):<6}"]
    if not facts.is_betsy(view, seat):
        hand = f"hand {view.hand_size[seat]}"
        parts.append(f"{hand}: {cards_in_words(view, seat)}" if seat == viewer and view.hand_size[seat] else hand)
    parts.append(_pile(view, seat, viewer))
    if view.phase == facts.FINISHED and not view.lost:
        parts.append(count(facts.points(view, seat), "card" if facts.is_betsy(view, seat) else "point"))
    return "  ".join(parts)


def _pile(view: Any, seat: int, viewer: int) -> str:
    size = view.pile_size[seat]
    if size == 0:
        return "pile empty"
    if seat == viewer or view.phase == facts.FINISHED:  # ROL-60, ROL-61
        return f"pile {size}: {', '.join(card_name(view.pile[seat, index]) for index in range(size))}"
    return f"pile {size}, top {card_name(_top(view, seat))}"


__all__ = ["ending", "label", "picture", "prompt", "refusal", "seat_name", "sentence"]
