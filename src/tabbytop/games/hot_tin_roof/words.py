"""What Hot Tin Roof says: names, prompts, choices, log lines, refusals, and the table drawn with letters."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabbytop.engine.english import count
from tabbytop.engine.listing import listed
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.hot_tin_roof import board, components, facts, routes, rules
from tabbytop.games.hot_tin_roof.components import BOX
from tabbytop.games.hot_tin_roof.moves import MOVES
from tabbytop.games.hot_tin_roof.state import GAPS, HOMES

REASONS = {
    "HTR-01": "That seat is empty: luck chooses among those who play.",
    "HTR-28": "Who begins is settled before the first turn.",
    "HTR-29": "It is {actor}'s turn, not yours.",
    "HTR-30": "Not now: in a turn you pay the ante, then empty a dumpster, then move your cats.",
    "HTR-31": "You have no fish to change.",
    "HTR-32": "You need 10 cans and a fish in the stock; the fish in the market are not for sale.",
    "HTR-35": "Fish and cans are exchanged by hand only where the table allows it, once in each direction in a turn.",
    "HTR-38": "Your food is not worth the 5 cans of the ante.",
    "HTR-39": "Whoever has food worth 5 cans pays the ante, and changes a fish for it if need be.",
    "HTR-42": "You empty one dumpster in a turn: after the ante, and before anything else.",
    "HTR-44": "You build a catwalk by emptying the catwalk dumpster, one in a turn.",
    "HTR-45": "A catwalk lies across that gap already.",
    "HTR-47": "You build a shelter by emptying the shelter dumpster, one in a turn.",
    "HTR-48": "A shelter lies on that patio already.",
    "HTR-51": "You have a piece of that kind in reserve: place it now.",
    "HTR-52": "With none in reserve you may move one of your pieces of that kind to a free place, or leave them all.",
    "HTR-56": "Both your pairs are on the roofs: home dumpsters are closed to you.",
    "HTR-59": "Home tiles are drawn by luck.",
    "HTR-60": "That home tile was turned up before and never comes back.",
    "HTR-62": "You have no cat of that shape on that rooftop.",
    "HTR-63": "No catwalk lies across that gap.",
    "HTR-66": "That cat has already stood on that rooftop this turn.",
    "HTR-71": "You cannot pay for meeting on that shelter.",
    "HTR-72": "You could not pay for the shelters that your cats would then stand on.",
    "HTR-75": "You cannot pay the toll for that step.",
    "HTR-84": "The last fish is taken: the game is over, and only the settlement is left.",
    "HTR-85": "A pair is settled once the game is over: pay the bank for it, or join it.",
    "HTR-87": "Bring the pair together now, by steps that keep this possible and payable.",
    "HTR-89": "No catwalks connect that pair: pay the bank.",
    "HTR-90": "You cannot pay the tolls of any route for that pair: pay the bank.",
    "HTR-91": "It is {actor}'s turn to settle, not yours.",
    "HTR-94": "Only the cats of this pair move now, and not back to where they have stood.",
    "HTR-97": "The game is over.",
    "HTR-101": "That was the last turn of the limit: the game is over, and only the settlement is left.",
    "HTR-102": "That would only undo your last exchange; do something else first.",
    "DLX-02": "This table plays without deluxe catwalks.",
    "DLX-03": "Your one deluxe catwalk is on the board already.",
    "DLX-04": "Deluxe catwalks stay in reserve until everybody has earned a fish from the market.",
    "DLX-08": "The deluxe catwalk is built in place of a regular one, by emptying the catwalk dumpster.",
    "DLX-09": "A catwalk lies across that gap already; a deluxe one needs a free gap too.",
}

STEPS = 2 * board.WAYS * facts.PAIRS
"""Room for all steps of a racing."""
PICTURE_COLUMNS, PICTURE_LINES = 12, 4
"""Letters and lines per unit of the board in the drawn table."""


# ---------------------------------------------------------------- names


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat."""
    if seat == LUCK:
        return "Luck"
    return "The house" if seat == HOUSE else board.COLOURS[seat].capitalize()


def home_name(rooftop: int) -> str:
    """A rooftop by its family: the Oscars."""
    return f"the {board.FAMILIES[rooftop]}"


def gap_name(gap: int) -> str:
    """A gap by the homes it lies between."""
    return f"between {home_name(board.GAP_ENDS[gap][0])} and {home_name(board.GAP_ENDS[gap][1])}"


def tile_name(tile: int) -> str:
    """A home tile by its two homes."""
    return " and ".join(home_name(rooftop) for rooftop in board.TILE_HOMES[tile])


def dumpster_name(dumpster: int) -> str:
    """home dumpster 2, the catwalk dumpster."""
    return (
        f"home dumpster {dumpster + 1}" if facts.is_home(dumpster) else f"the {components.DUMPSTERS[dumpster]} dumpster"
    )


def cans_in_words(number: int) -> str:
    """1 can, 2 cans."""
    return count(number, "can")


def fish_in_words(number: int) -> str:
    """1 fish, 2 fish."""
    return count(number, "fish", "fish")


def price(cans: int) -> str:
    """What something costs: for 2 cans, for free."""
    return f"for {cans_in_words(cans)}" if cans else "for free"


def catwalk_name(view: Any, gap: int) -> str:
    """A catwalk by its owner: Brown's deluxe catwalk."""
    owner = view.catwalk[gap]
    kind = "deluxe catwalk" if view.deluxe_at[owner] == gap else "catwalk"
    return f"{seat_name(view, owner)}'s {kind}"


def piece_kind(view: Any) -> str:
    """What this turn's action is about."""
    return "catwalk" if facts.is_building_catwalks(view) else "shelter"


# ---------------------------------------------------------------- prompts


def prompt(view: Any, viewer: int) -> str:
    """Who is to act, and what there is to do."""
    if view.acting == OVER:
        return f"The game is over: {ending(view)}."
    if view.acting == LUCK:
        return _drawing(view)
    name = seat_name(view, view.turn)
    if view.acting == HOUSE:
        whose = "Your" if view.turn == viewer else f"{name}'s"
        return f"{whose} settlement goes on." if view.trigger >= 0 else f"{whose} turn goes on."
    if view.acting == viewer:
        return f"Your turn: {_task(view, 'your ')}."
    return f"It's {name}'s turn to {_task(view, '')}."


def _drawing(view: Any) -> str:
    if view.phase == facts.FIRST_PLAYER:
        return "Luck decides who begins."
    return "The first home tiles are turned up." if view.phase == facts.FIRST_TILES else "A new home tile is turned up."


def _task(view: Any, your: str) -> str:
    """What there is to do; `your` is said of pieces if the player reads it."""
    piece = piece_kind(view)
    place = "gap" if facts.is_building_catwalks(view) else "patio"
    with_deluxe = facts.is_building_catwalks(view) and facts.can_place_deluxe(view, view.turn)
    if view.phase == facts.DIVING:
        return "empty a dumpster"
    if view.phase == facts.PLACING:
        return f"put a {piece}{', regular or deluxe,' if with_deluxe else ''} on a free {place}"
    if view.phase == facts.LIFTING:
        deluxe = "build the deluxe catwalk, " if with_deluxe else ""
        return f"{deluxe}move {'one of your ' + piece + 's' if your else 'a ' + piece}, or leave all in place"
    if view.phase == facts.PUTTING_DOWN:
        return f"put the {piece} down on another free {place}"
    if view.phase == facts.RACING:
        return (
            f"move {your}cats, or end the turn"
            if rules.legal_racing(view, np.zeros(STEPS, np.int32)) > 1
            else "end the turn"
        )
    if view.phase == facts.MARKET_EMPTY:
        return "end the game, or take the last step back"
    if view.phase == facts.SETTLING:
        return _settling(view)
    if view.phase == facts.JOINING:
        return f"bring the {components.SHAPES[view.joining]} cats together"
    return "go on with the settlement, or take the last step back"


def _settling(view: Any) -> str:
    joinable = any(routes.can_join(view, view.turn, shape) for shape in range(facts.PAIRS))
    if facts.wealth(view, view.turn):
        return f"settle a pair by paying the bank{' or joining it' if joinable else ''}"
    return f"settle a pair{' by joining it, or' if joinable else ''} with nothing left to pay the bank"


# ---------------------------------------------------------------- choices


def label(view: Any, seat: int, move: int) -> str:
    """A move as a choice."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    match kind.name:
        case "tile":
            return f"the tile of {tile_name(board.TILE_NAMES.index(args['homes']))}"
        case "first":
            return f"{seat_name(view, args['seat'])} begins"
        case "ante":
            return f"Pay the ante of {cans_in_words(facts.ANTE_CANS)}"
        case "no_ante":
            return f"Take {cans_in_words(facts.GIFT)} and end the turn"
        case "dive":
            return _dive_label(view, components.DUMPSTERS.index(args["dumpster"]))
        case "catwalk":
            return f"Put a catwalk {gap_name(board.GAP_NAMES.index(args['gap']))}"
        case "deluxe":
            return f"Put the deluxe catwalk {gap_name(board.GAP_NAMES.index(args['gap']))}"
        case "shelter":
            return f"Put a shelter at {home_name(board.roof_at(args['rooftop']))}"
        case "lift":
            return f"Move {_own_piece(view, MOVES.lift.args['place'].index(args['place']))}"
        case "keep":
            return f"Leave all {piece_kind(view)}s in place"
        case "step":
            return _step_label(view, components.SHAPES.index(args["shape"]), board.WAY_NAMES.index(args["way"]))
        case "done":
            return _done_label(view)
        case "bank":
            return _bank_label(view, args["shape"])
        case "join":
            return f"Join the {args['shape']} cats step by step"
        case "join_cheapest":
            cost = routes.joining_cost(view, view.turn, components.SHAPES.index(args["shape"]))
            return f"Join the {args['shape']} cats by the cheapest route {price(cost)}"
        case "break_fish":
            return f"Change a fish into {cans_in_words(facts.FISH_VALUE)}"
        case _:
            return f"Change {cans_in_words(facts.FISH_VALUE)} into a fish from the stock"


def _dive_label(view: Any, dumpster: int) -> str:
    cans = f"Empty {dumpster_name(dumpster)} for {cans_in_words(view.dumpster[dumpster])}"
    if facts.is_home(dumpster):
        return f"{cans} and put cats at {tile_name(view.tile[dumpster])}"
    building = dumpster == facts.CATWALK_DUMPSTER
    if (facts.free_gaps(view) if building else facts.free_patios(view)) == 0:
        return f"{cans} and nothing else"
    reserve = view.catwalks[view.turn] if building else view.shelters[view.turn]
    if reserve or (building and facts.can_place_deluxe(view, view.turn)):
        return f"{cans} and build a {components.DUMPSTERS[dumpster]}"
    return f"{cans} and move a {components.DUMPSTERS[dumpster]} if you like"


def _own_piece(view: Any, place: int) -> str:
    if place >= GAPS:
        return f"the shelter at {home_name(place - GAPS)}"
    kind = "deluxe catwalk" if view.deluxe_at[view.turn] == place else "catwalk"
    return f"the {kind} {gap_name(place)}"


def _step_label(view: Any, shape: int, way: int) -> str:
    here, there = (board.roof_at(letter) for letter in board.WAY_NAMES[way])
    which = facts.cat_on(view, view.turn, shape, here)
    meeting, toll = facts.meets(view, shape, which, way), facts.toll_of_step(view, shape, which, way)
    goal, cost = "to its partner at" if meeting else "to", price(toll)
    if view.toll_for_stopping and not meeting and facts.shelter_toll(view, view.turn, there):
        cost += f", or {price(toll + facts.shelter_toll(view, view.turn, there))} if it stays there"
    return f"Move the {components.SHAPES[shape]} cat from {home_name(here)} {goal} {home_name(there)} {cost}"


def _done_label(view: Any) -> str:
    if view.phase == facts.JOINED:
        return "Go on with the settlement"
    due = (
        sum(facts.toll_for_pair_standing(view, shape) for shape in range(facts.PAIRS)) if view.toll_for_stopping else 0
    )
    paying = f" and pay {cans_in_words(due)} for shelters" if due else ""
    return f"End the game{paying}" if view.phase == facts.MARKET_EMPTY else f"End the turn{paying}"


def _bank_label(view: Any, shape: str) -> str:
    cans = min(facts.BANK_CANS, facts.wealth(view, view.turn))
    if cans == 0:
        return f"Settle the {shape} cats with nothing left to pay"
    return f"Pay the bank {cans_in_words(cans)} for the {shape} cats"


# ---------------------------------------------------------------- log lines


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A move as a line of the log."""
    kind = MOVES.read(move)
    if kind.name == "first":
        return f"{seat_name(before, after.first_seat)} begins."
    if kind.name == "tile":
        return _tile_sentence(before, board.TILE_NAMES.index(str(kind.args["homes"])))
    text = _deed(before, after, kind.name, kind.args)
    if kind.name not in ("break_fish", "buy_fish"):
        broken = after.broken - before.broken
        fish = "A fish is" if broken == 1 else f"{fish_in_words(broken)} are"
        text += f" {fish} changed into {cans_in_words(facts.FISH_VALUE * broken)}." if broken else ""
    return text


def _tile_sentence(before: Any, tile: int) -> str:
    if before.phase != facts.FIRST_TILES:
        return f"A new tile at {dumpster_name(before.dived)}: {tile_name(tile)}."
    home = next(home for home in range(HOMES) if before.tile[home] < 0)
    return f"The tile at {dumpster_name(home)} is {tile_name(tile)}."


def _deed(before: Any, after: Any, name: str, args: dict[str, Any]) -> str:
    """What a seat does, or the house for it."""
    who = seat_name(before, before.turn)
    match name:
        case "ante":
            return f"{who} pays the ante, one can onto each dumpster."
        case "no_ante":
            return f"{who} cannot pay the ante, takes {cans_in_words(facts.GIFT)} and loses the turn.{_limit(after)}"
        case "dive":
            return _dive_sentence(before, after, who, components.DUMPSTERS.index(args["dumpster"]))
        case "catwalk" | "deluxe":
            deluxe = name == "deluxe" or bool(before.lifted_deluxe)
            verb = "moves" if before.phase == facts.PUTTING_DOWN else "builds"
            piece = "the deluxe catwalk" if deluxe else "a catwalk"
            return f"{who} {verb} {piece} {_target(verb, gap_name(board.GAP_NAMES.index(args['gap'])))}."
        case "shelter":
            verb = "moves" if before.phase == facts.PUTTING_DOWN else "builds"
            return f"{who} {verb} a shelter {_target(verb, 'at ' + home_name(board.roof_at(args['rooftop'])))}."
        case "lift":
            return f"{who} picks up {_own_piece(before, MOVES.lift.args['place'].index(args['place']))}."
        case "keep":
            return f"{who} leaves all {piece_kind(before)}s in place."
        case "step":
            return _step_sentence(
                before, after, who, components.SHAPES.index(args["shape"]), board.WAY_NAMES.index(args["way"])
            )
        case "done":
            return _done_sentence(before, after, who)
        case "bank":
            return _bank_sentence(before, after, who, components.SHAPES.index(args["shape"]))
        case "join":
            return f"{who} sets out to bring the {args['shape']} cats together."
        case "join_cheapest":
            tolls = _tolls(before, after)
            return f"{who} joins the {args['shape']} cats by the cheapest route{f' and pays {tolls}' if tolls else ''}."
        case "break_fish":
            return f"{who} changes a fish into {cans_in_words(facts.FISH_VALUE)}."
        case _:
            return f"{who} changes {cans_in_words(facts.FISH_VALUE)} into a fish from the stock."


def _target(verb: str, place: str) -> str:
    return f"to its new place {place}" if verb == "moves" else place


def _dive_sentence(before: Any, after: Any, who: str, dumpster: int) -> str:
    text = f"{who} empties {dumpster_name(dumpster)} for {cans_in_words(before.dumpster[dumpster])}"
    if facts.is_home(dumpster):
        shape = next(shape for shape in range(facts.PAIRS) if not facts.is_out(before, before.turn, shape))
        return f"{text} and puts the {components.SHAPES[shape]} cats at {tile_name(before.tile[dumpster])}."
    full = after.phase == facts.RACING and facts.free_places(after) == 0
    return f"{text}, but no gap is free." if full else f"{text}."


def _step_sentence(before: Any, after: Any, who: str, shape: int, way: int) -> str:
    seat, gap = before.turn, board.WAY_GAP[way]
    here, there = (board.roof_at(letter) for letter in board.WAY_NAMES[way])
    which = facts.cat_on(before, seat, shape, here)
    catwalk = facts.catwalk_toll(before, seat, gap)
    shelter = facts.toll_of_step(before, shape, which, way) - catwalk
    tolls = [f"{cans_in_words(catwalk)} for {catwalk_name(before, gap)}"] if catwalk else []
    if shelter:
        cans = str(shelter) if catwalk else cans_in_words(shelter)
        tolls.append(f"{cans} for {seat_name(before, before.shelter[there])}'s shelter")
    cost = f" and pays {listed(tolls)}" if tolls else ""
    text = f"{who}'s {components.SHAPES[shape]} cat walks to {home_name(there)}{cost}."
    return text + _meeting(before, after, shape, facts.meets(before, shape, which, way))


def _meeting(before: Any, after: Any, shape: int, met: bool) -> str:
    if not met:
        return ""
    if before.phase == facts.JOINING:
        return f" The {components.SHAPES[shape]} cats are together."
    fish = "the last fish: the game is over" if after.phase == facts.MARKET_EMPTY else "a fish"
    return f" The {components.SHAPES[shape]} cats meet and earn {fish}."


def _bank_sentence(before: Any, after: Any, who: str, shape: int) -> str:
    paid = after.banked - before.banked
    text = f"{who} pays the bank {cans_in_words(paid)}" if paid else f"{who} has nothing left to pay the bank"
    why = ""
    if before.acting == HOUSE:
        connected = routes.joining_cost(before, before.turn, shape) < routes.FAR
        why = ", since all routes cost too much" if connected else ", since no route connects them"
    return f"{text} for the {components.SHAPES[shape]} cats{why}."


def _done_sentence(before: Any, after: Any, who: str) -> str:
    if before.phase == facts.JOINED:
        return f"{who} has settled a pair."
    tolls = _tolls(before, after)
    paying = f" and pays {tolls} for shelters" if tolls else ""
    if before.phase == facts.MARKET_EMPTY:
        return f"{who} ends the game{paying}."
    return f"{who} ends the turn{paying}.{_limit(after)}"


def _limit(after: Any) -> str:
    return " That was the last turn of the limit." if after.trigger >= 0 else ""


def _tolls(before: Any, after: Any) -> str:
    """Who was paid what: Brown 2 cans and White 1 can."""
    gains = [(seat, after.cans[seat] - before.cans[seat]) for seat in range(before.seats) if seat != before.turn]
    return listed([f"{seat_name(before, seat)} {cans_in_words(gain)}" for seat, gain in gains if gain > 0])


# ---------------------------------------------------------------- refusals and endings


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    actor = seat_name(view, view.acting) if view.acting != OVER else "nobody"
    return REASONS[clause].format(actor=actor)


def ending(view: Any) -> str:
    """How the game ended."""
    best = max(facts.wealth(view, seat) for seat in range(view.seats))
    tied = [seat for seat in range(view.seats) if facts.wealth(view, seat) == best]
    how = "after the last fish" if view.market == 0 else "at the turn limit"
    if len(tied) == 1:
        return f"{seat_name(view, tied[0])} wins with {cans_in_words(best)} of food {how}"
    by_tiles = view.ties_by_tiles and len({facts.tiles_used(view, seat) for seat in tied}) > 1
    most = max(facts.tiles_used(view, seat) for seat in tied)
    leaders = [seat for seat in tied if not by_tiles or facts.tiles_used(view, seat) == most]
    winner = min(leaders, key=lambda seat: (seat - view.trigger - 1) % view.seats)
    others = listed([seat_name(view, seat) for seat in tied if seat != winner])
    if by_tiles and len(leaders) == 1:
        why = f"with {count(most, 'home tile')}"
    else:
        why = f"sitting nearest on the left of {seat_name(view, view.trigger)}"
    return f"{seat_name(view, winner)} wins with {cans_in_words(best)} of food {how}, ahead of {others}, {why}"


# ---------------------------------------------------------------- the table in letters


def picture(view: Any, viewer: int) -> str:
    """The roofs from above, the dumpsters, and what everybody has."""
    lines = [
        *_roofs(view),
        " Two letters between homes: whose catwalk, + deluxe, - a free gap. After a home: ^ whose shelter.",
    ]
    lines.append(" " + "  ".join(_dumpster(view, dumpster) for dumpster in range(len(components.DUMPSTERS))))
    lines.append(f" market {fish_in_words(view.market)}, stock {fish_in_words(view.stock)}")
    for seat in range(view.seats):
        lines.append(" " + _player(view, seat))
    return "\n".join(lines)


def _code(owner: int) -> str:
    return board.COLOURS[owner][:2].capitalize()


def _roofs(view: Any) -> list[str]:
    height = 1 + max(int(PICTURE_LINES * roof.y) for roof in BOX.rooftop)
    width = 8 + max(int(PICTURE_COLUMNS * roof.x) for roof in BOX.rooftop)
    canvas = [[" "] * width for _ in range(height)]

    def put(x: float, y: float, text: str) -> None:
        line, column = round(PICTURE_LINES * y), 2 + round(PICTURE_COLUMNS * x)
        canvas[line][column : column + len(text)] = text

    for rooftop, roof in enumerate(BOX.rooftop):
        owner = view.shelter[rooftop]
        put(roof.x, roof.y, board.LETTERS[rooftop] + (f"^{_code(owner)}" if owner >= 0 else ""))
    for gap in range(GAPS):
        a, b = (BOX.rooftop[end] for end in board.GAP_ENDS[gap])
        owner = view.catwalk[gap]
        deluxe = "+" if owner >= 0 and view.deluxe_at[owner] == gap else ""
        put((a.x + b.x) / 2, (a.y + b.y) / 2, _code(owner) + deluxe if owner >= 0 else "-")
    return ["".join(line).rstrip() for line in canvas]


def _dumpster(view: Any, dumpster: int) -> str:
    text = f"{components.DUMPSTERS[dumpster]}: {cans_in_words(view.dumpster[dumpster])}"
    if facts.is_home(dumpster) and view.tile[dumpster] >= 0:
        text += f" ({board.TILE_NAMES[view.tile[dumpster]][0]} and {board.TILE_NAMES[view.tile[dumpster]][1]})"
    return text


def _player(view: Any, seat: int) -> str:
    turn = (
        ">" if view.phase not in (facts.FIRST_TILES, facts.FIRST_PLAYER, facts.FINISHED) and seat == view.turn else " "
    )
    pairs = [f"{components.SHAPES[shape]} {_whereabouts(view, seat, shape)}" for shape in range(facts.PAIRS)]
    deluxe = ", deluxe" if view.deluxe and view.deluxe_at[seat] < 0 else ""
    catwalks = count(view.catwalks[seat], "catwalk")
    reserve = f"reserve {catwalks}, {count(view.shelters[seat], 'shelter')}{deluxe}"
    food = f"{cans_in_words(view.cans[seat])} and {fish_in_words(view.fish[seat])}"
    return "  ".join([f"{turn} {seat_name(view, seat):<7}", f"{food:<19}", reserve, *pairs])


def _whereabouts(view: Any, seat: int, shape: int) -> str:
    if not facts.is_out(view, seat, shape):
        return "in reserve"
    return "on " + " and ".join(board.LETTERS[view.cat[seat, shape, which]] for which in range(2))


__all__ = ["ending", "label", "picture", "prompt", "refusal", "seat_name", "sentence"]
