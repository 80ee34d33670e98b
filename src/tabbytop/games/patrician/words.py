"""What Patrician says: names, prompts, choices, log lines, refusals, and the table drawn with letters.

A turn is told to its player step by step as it is planned, and to everybody else in one line once a card was taken.
Cards below the top of a pile are for memories, so lines name cards only to those who played or took them, or where
piles lie open (PAT-67, PAT-68).
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.english import count
from tabbytop.engine.listing import listed
from tabbytop.engine.seats import HOUSE, LUCK, OVER
from tabbytop.games.patrician import board, facts, turn
from tabbytop.games.patrician.moves import MOVES

REASONS = {
    "PAT-03": "{city} is in the game with five players only.",
    "PAT-22": "Starting hands are dealt by luck alone: three star cards each.",
    "PAT-24": "Cards are laid out by luck alone, from the deck.",
    "PAT-26": "The start player is drawn by luck, before the first turn.",
    "PAT-27": "It is {actor}'s turn, not yours.",
    "PAT-28": "Not now: in a turn you play a card, place its floors, use its symbol, then take a card.",
    "PAT-29": "At this table the move symbol is used {order} a card is taken.",
    "PAT-30": "You play exactly one card a turn, and one from your hand.",
    "PAT-32": "You place one floor for each crest on the card; all of them have their place.",
    "PAT-36": "One floor of room is left and the other site is empty, so the floor goes there.",
    "PAT-37": "The card fills the city: the second floor goes to the empty site.",
    "PAT-47": "Only a card with the move symbol moves a floor, and only the top floor of a tower.",
    "PAT-48": "You cannot move a floor in the city you are building in.",
    "PAT-49": "You can move a floor only where you have one of your own; you have none in {city}.",
    "PAT-51": "{city} is complete: its floors stay where they are.",
    "PAT-57": "You take the card of the city you build in; only a card with a question mark lets you choose.",
    "PAT-62": "No card lies at {city}.",
    "PAT-65": "You must take a card while any lies face up.",
    "PAT-67": "Piles are opened when the game is over.",
    "PAT-69": "The game is over: all cards have been played.",
    "MES-02": "This table plays without The Messengers.",
    "MES-08": "A messenger is placed at the end of a turn in which you played a card with a star.",
    "MES-12": "You have no messenger left.",
    "MES-15": "Those two cities are neighbours with five players only.",
    "MES-17": "A messenger cannot lie beside the city you built in this turn.",
    "MES-19": "A city has room for two messengers, and one of these has both.",
    "MES-20": "A messenger lies between those two cities already.",
    "MES-29": "Towers in messenger cities are counted when the game is over.",
}


# ---------------------------------------------------------------- names


def seat_name(view: Any, seat: int) -> str:
    """The colour of a seat (PAT-18)."""
    if seat == LUCK:
        return "Luck"
    if seat == HOUSE:
        return "The house"
    return board.COLOURS[seat].capitalize()


def card_name(card: int) -> str:
    """A card in words: Siena (Banker, star), Roma (two crests), Lucca (move)."""
    if board.CARD_SYMBOL[card] == board.CREST:
        shows = "two crests"
    elif board.CARD_SYMBOL[card] == board.DRAW_ANY:
        shows = "question mark"
    elif board.CARD_SYMBOL[card] == board.MOVE_TOP:
        shows = "move"
    else:
        shows = board.PERSON_NAMES[board.CARD_PERSON[card]] + (" twice" if board.CARD_HEADS[card] == 2 else "")
    return f"{board.CITY_NAMES[board.CARD_CITY[card]]} ({shows}{', star' if board.CARD_STAR[card] else ''})"


def pair_name(pair: int) -> str:
    """Two neighbouring cities: Milano and Lucca."""
    return f"{board.CITY_NAMES[board.PAIR_A[pair]]} and {board.CITY_NAMES[board.PAIR_B[pair]]}"


# ---------------------------------------------------------------- prompts and choices


def prompt(view: Any, viewer: int) -> str:
    """Who is to act, and what there is to do. How far somebody else's plan is stays out of it."""
    if view.acting == OVER:
        return f"The game is over: {ending(view)}."
    if view.acting < 0:
        return _meanwhile(view)
    if view.phase == facts.MOVING_AFTER:
        task = "move a top floor in another city, or leave all as it is"
    elif view.phase == facts.PLACING_MESSENGER:
        task = "place a messenger between two cities, or keep it"
    elif view.acting != viewer:
        return f"{seat_name(view, view.acting)} is planning a turn."
    else:
        task = _planning(view, viewer)
    if view.acting != viewer:
        return f"It's {seat_name(view, view.acting)}'s turn to {task}."
    return f"Your turn: {task}."


def _planning(view: Any, seat: int) -> str:
    step, card = view.plan_step[seat], view.plan_card[seat]
    if step == board.PLAY:
        return "play a card"
    if step == board.BUILD:
        which = "your second floor" if view.plan_floors[seat] else "your floor"
        if board.CARD_CRESTS[card] == 2 and not view.plan_floors[seat]:
            which = "your first floor"
        return f"put {which} on site 1 or site 2 of {board.CITY_NAMES[board.CARD_CITY[card]]}"
    if step == board.MOVE:
        return "move a top floor in another city, or leave all as it is"
    if all(view.face_up[city] < 0 for city in range(view.cities)):
        return "end it without a card, since none is left"
    return "take a card to end it"


def _meanwhile(view: Any) -> str:
    if view.phase == facts.DEALING:
        return "Starting hands are being dealt."
    if view.phase in (facts.LAYING_OUT, facts.REFILLING):
        return f"A card is laid at {board.CITY_NAMES[view.place]}."
    if view.phase == facts.CHOOSING_STARTER:
        return "The start player is drawn."
    return "All cards are played: the game is being scored."


def label(view: Any, seat: int, move: int) -> str:
    """A move as a choice."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    match kind.name:
        case "deal" | "lay":
            return f"{'Deal' if kind.name == 'deal' else 'Lay out'} {card_name(board.CARD_IDS.index(args['card']))}"
        case "start":
            return f"{seat_name(view, args['seat'])} starts"
        case "play":
            return f"Play {card_name(board.CARD_IDS.index(args['card']))}"
        case "floor":
            return f"Build on site {args['site']}"
        case "move" | "move_after":
            return _move_label(view, seat, board.CITIES.index(args["city"]), args["site"])
        case "no_move" | "no_move_after":
            return "Move no floor"
        case "take":
            return _take_label(view, board.CITIES.index(args["city"]))
        case "take_none":
            return "Take no card: none is left"
        case "messenger":
            return f"Place a messenger between {pair_name(board.PAIRS.index(args['between']))}"
        case "no_messenger":
            return "Place no messenger"
        case "show_piles":
            return "Open all piles"
        case "count_messengers":
            return "Count the towers in messenger cities"
        case _:
            return "Deal a card face down"


def _move_label(view: Any, seat: int, city: int, site: int) -> str:
    height = view.height[city, site - 1]
    owner = view.floor[city, site - 1, height - 1] if height else -1
    whose = "your" if owner == seat else f"{seat_name(view, owner)}'s" if height else "a"
    return f"Move {whose} top floor in {board.CITY_NAMES[city]} from site {site} to site {3 - site}"


def _take_label(view: Any, city: int) -> str:
    card = view.face_up[city]
    what = card_name(card) if card >= 0 else "a card"
    return f"Take {what} from {board.CITY_NAMES[city]}"


# ---------------------------------------------------------------- log lines


def sentence(before: Any, after: Any, seat: int, move: int) -> str:
    """A move as a line of the log."""
    kind = MOVES.read(move)
    args: dict[str, Any] = kind.args
    who = seat_name(before, seat)
    match kind.name:
        case "deal":
            return f"{_dealt_to(before)} is dealt {card_name(board.CARD_IDS.index(args['card']))}."
        case "dealt_unseen":
            return f"{_dealt_to(before)} is dealt a card."
        case "lay":
            return _laid(before, board.CARD_IDS.index(args["card"]))
        case "start":
            return f"{seat_name(before, args['seat'])} starts."
        case "play":
            return f"{who} plays {card_name(board.CARD_IDS.index(args['card']))}.{_forced(before, after, seat)}"
        case "floor":
            city = board.CITY_NAMES[board.CARD_CITY[before.plan_card[seat]]]
            return f"{who} builds on site {args['site']} of {city}.{_forced(before, after, seat)}"
        case "move" | "move_after":
            return f"{who} moves {_moved_floor(before, seat, board.CITIES.index(args['city']), args['site'])}."
        case "no_move" | "no_move_after":
            return f"{who} moves no floor."
        case "take" | "take_none":
            return _turn(before, after, seat, board.CITIES.index(args["city"]) if args else -1)
        case "messenger":
            return f"{who} places a messenger between {pair_name(board.PAIRS.index(args['between']))}."
        case "no_messenger":
            return f"{who} places no messenger."
        case "show_piles":
            return f"All cards are played. {_sets_in_words(after)}"
        case _:
            return _penalty_in_words(after)


def _dealt_to(view: Any) -> str:
    sizes = [view.hand_size[seat] for seat in range(view.seats)]
    return seat_name(view, next(seat for seat, size in enumerate(sizes) if size < board.HAND_SIZE))


def _laid(before: Any, card: int) -> str:
    city = board.CITY_NAMES[before.place]
    what = card_name(card) if before.open_piles else "A new card"
    return f"{what} is laid at {city}."


def _forced(before: Any, after: Any, seat: int) -> str:
    """The floors that had only one place to go to, and so went there by themselves."""
    chosen = before.plan_floors[seat] + (before.plan_step[seat] == board.BUILD)
    sites = [after.plan_sites[seat, index] + 1 for index in range(chosen, after.plan_floors[seat])]
    return "".join(f" A floor goes to site {site}, the only place left for it." for site in sites)


def _moved_floor(before: Any, seat: int, city: int, site: int) -> str:
    owner = before.floor[city, site - 1, before.height[city, site - 1] - 1]
    whose = "their" if owner == seat else f"{seat_name(before, owner)}'s"
    return f"{whose} top floor in {board.CITY_NAMES[city]} from site {site} to site {3 - site}"


def _turn(before: Any, after: Any, seat: int, city: int) -> str:
    """A turn that was planned until now: what was taken for its player, all of it for the others."""
    who = seat_name(before, seat)
    planner = before.plan_card[seat] >= 0
    parts = [] if planner else [_built_in_words(before, after, seat), *_moved_in_words(before, after, seat)]
    parts.append(_taken_in_words(before, city, named=planner or before.open_piles == 1))
    return f"{who} {listed(parts)}.{_scored_in_words(before, after)}"


def _built_in_words(before: Any, after: Any, seat: int) -> str:
    card = after.top[seat]
    city = board.CARD_CITY[card]
    grown = [after.height[city, site] - before.height[city, site] for site in range(2)]
    where = "one on each site" if all(grown) else f"on site {1 if grown[0] else 2}"
    if after.open_piles:
        return f"plays {card_name(card)}, builds {count(sum(grown), 'floor')} there ({where})"
    return f"builds {count(sum(grown), 'floor')} in {board.CITY_NAMES[city]} ({where})"


def _moved_in_words(before: Any, after: Any, seat: int) -> list[str]:
    """The tower that got lower, if one did."""
    for city in range(before.cities):
        for site in range(2):
            if after.height[city, site] < before.height[city, site]:
                return [f"moves {_moved_floor(before, seat, city, site + 1)}"]
    return []


def _taken_in_words(before: Any, city: int, named: bool) -> str:
    if city < 0:
        return "takes no card, since none is left"
    what = card_name(before.face_up[city]) if named else "the card"
    return f"takes {what} from {board.CITY_NAMES[city]}"


def _scored_in_words(before: Any, after: Any) -> str:
    """What a city paid that was completed."""
    for city in range(before.cities):
        if facts.is_scored(after, city) and not facts.is_scored(before, city):
            tall = 0 if after.height[city, 0] > after.height[city, 1] else 1
            high, low = (seat_name(after, after.winner[city, site]) for site in (tall, 1 - tall))
            more, less = board.HIGH_TOKEN[city], board.LOW_TOKEN[city]
            paid = f"{high} wins the taller tower for {more} and {low} the shorter one for {less}"
            if high == low:
                paid = f"{high} wins both towers for {more} and {less}"
            extra = f", and {board.BONUS * after.counted[city]} more points each for messengers"
            return f" {board.CITY_NAMES[city]} is complete: {paid}{extra if after.counted[city] else ''}."
    return ""


def _sets_in_words(after: Any) -> str:
    sets = [facts.sets_of(after, seat) for seat in range(after.seats)]
    parts = [
        f"{seat_name(after, seat)} has {count(number, 'set') if number else 'no set'}"
        + (f" for {board.POINTS_PER_SET * number}" if number else "")
        for seat, number in enumerate(sets)
    ]
    return f"Portraits: {listed(parts)}."


def _penalty_in_words(after: Any) -> str:
    if not any(facts.is_messenger_city(after, city) for city in range(after.cities)):  # MES-36
        return f"Nobody takes the {board.PENALTY} token: there is no messenger city."
    if after.penalised < 0:
        return (
            f"Nobody takes the {board.PENALTY} token: several players are tied for the least help in messenger cities."
        )
    own_towers, own_floors = turn.help_in_messenger_cities(after, after.penalised)
    who = seat_name(after, after.penalised)
    helped = f"{count(own_floors, 'floor')} in {count(own_towers, 'tower')}" if own_towers else "no floor"
    return f"{who} has helped least in messenger cities, with {helped}, and takes the {board.PENALTY} token."


# ---------------------------------------------------------------- refusals, the end, the picture


def refusal(view: Any, seat: int, move: int, clause: str) -> str:
    """Why not, in a sentence."""
    args: dict[str, Any] = MOVES.read(move).args
    city = board.CITY_NAMES[board.CITIES.index(args["city"])] if "city" in args else "that city"
    actor = seat_name(view, view.acting) if view.acting != OVER else "nobody"
    order = "after" if view.draw_before_move else "before"
    return REASONS[clause].format(city=city, actor=actor, order=order)


def ending(view: Any) -> str:
    """How the game ended."""
    best = max(facts.points(view, seat) for seat in range(view.seats))
    level = [seat for seat in range(view.seats) if facts.points(view, seat) == best]
    most = max(view.towers[seat] for seat in level)
    winners = [seat for seat in level if view.towers[seat] == most]
    names = listed([seat_name(view, seat) for seat in winners])
    if len(winners) > 1:
        return f"{names} share the victory with {count(best, 'point')} and {count(most, 'tower')} each"
    if len(level) > 1:
        return f"{names} wins a tie at {count(best, 'point')} with the most towers, {most}"
    return f"{names} wins with {count(best, 'point')}"


def picture(view: Any, viewer: int) -> str:
    """The cities with their towers, bottom to top, and what everybody has."""
    lines = [_city_line(view, viewer, city) for city in range(view.cities)]
    lines += [_seat_line(view, viewer, seat) for seat in range(view.seats)]
    if 0 <= viewer < view.seats:
        hand = [view.hand[viewer, slot] for slot in range(board.HAND_SIZE) if view.hand[viewer, slot] >= 0]
        lines.append(" your hand: " + (", ".join(card_name(card) for card in hand) or "empty"))
        if view.plan_card[viewer] >= 0:
            lines.append(" your plan: " + _plan_in_words(view, viewer))
    lines.append(f" deck: {view.deck_size}")
    return "\n".join(lines)


def _tower(view: Any, city: int, site: int) -> str:
    floors = [view.floor[city, site, level] for level in range(view.height[city, site])]
    return "[" + "".join(INITIALS[seat] for seat in floors) + "]"


INITIALS = "BWRYU"
"""A letter for each colour; blue is U, since black has the B."""


def _city_line(view: Any, viewer: int, city: int) -> str:
    parts = [f" {board.CITY_NAMES[city]:<8} {facts.floors_in(view, city)}/{board.LIMIT[city]}"]
    parts.append(f"{_tower(view, city, 0):<10} {_tower(view, city, 1):<10}")
    if facts.is_scored(view, city):
        parts.append("won by " + listed([seat_name(view, view.winner[city, site]) for site in range(2)]))
    else:
        parts.append(f"pays {board.HIGH_TOKEN[city]}, {board.LOW_TOKEN[city]}")
    if view.messengers and view.beside[city]:
        parts.append(count(view.beside[city], "messenger"))
    if view.face_up[city] >= 0:
        parts.append("card: " + card_name(view.face_up[city]))
    return "  ".join(parts)


def _seat_line(view: Any, viewer: int, seat: int) -> str:
    on_turn = ">" if view.turn == seat and view.phase != facts.FINISHED else " "
    parts = [f"{on_turn} {INITIALS[seat]} {seat_name(view, seat):<7} {count(facts.points(view, seat), 'point'):>10}"]
    parts.append(count(view.towers[seat], "tower"))
    parts.append(f"{count(view.hand_size[seat], 'card')} in hand")
    parts.append(f"{count(view.pile_size[seat], 'card')} played")
    if view.top[seat] >= 0:
        parts.append(f"top: {card_name(view.top[seat])}")
    if seat == viewer or view.open_piles or view.phase == facts.FINISHED:
        faces = [f"{board.PERSON_NAMES[person]} {facts.heads(view, seat, person)}" for person in range(3)]
        parts.append(", ".join(faces))
    if view.messengers:
        parts.append(f"{count(view.messengers_left[seat], 'messenger')} left")
        parts.append(f"{count(view.bonus[seat], '2-point token')}")
    if view.penalised == seat:
        parts.append(f"the {board.PENALTY} token")
    return "  ".join(parts)


def _plan_in_words(view: Any, seat: int) -> str:
    parts = [f"play {card_name(view.plan_card[seat])}"]
    parts += [f"a floor on site {view.plan_sites[seat, index] + 1}" for index in range(view.plan_floors[seat])]
    if view.plan_move[seat] >= 0:
        city, site = divmod(view.plan_move[seat], 2)
        parts.append(f"move the top floor in {board.CITY_NAMES[city]} from site {site + 1}")
    return ", ".join(parts)
