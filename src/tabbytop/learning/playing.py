"""Whole games between searches, in compiled code: for learning from them and for matches. Knows no game.

Every seat has simulations, a horizon and a net of its own, or none. A seat is given its view and nothing else: the
search imagines the rest, and what is kept of a position for learning is seen in an imagined world as well.
"""

from __future__ import annotations

from tabbytop.bots.net import write_inputs
from tabbytop.bots.search import (
    CHILD,
    EMBEDDED,
    LINKS,
    MOVE,
    SIBLING,
    VISITS,
    judge,
    mean_result,
    search,
)
from tabbytop.engine.luck import first_key, number_at, second_key, toss
from tabbytop.engine.play import drawn
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, HOUSE, LUCK, OVER
from tabbytop.engine.state import Cells, Floats, Ids, Reals, State, States, Wide
from tabbytop.engine.verbs import actor, apply, features, imagine, legal, policy, setup

SEED, FIRST, GAMES, SEATS, PLAYERS, LIMIT, LOOSE, SLIPS, KEEP, INPUTS, FEWER, SHARE, ROTATED = range(13)
SETTINGS = 13
"""What holds for all games of a call: their luck and how many they are; seats, those of them that think, most plies; in
thousandths, how often a move is drawn by its visits, or by lot, and how often a position is kept; the inputs of a net;
the simulations of hasty decisions, which are not learned from, and the share of full ones; whether the players change
places from game to game, so that each deal is played from every seat."""
SIMULATIONS, HORIZON, NET, DOUBT = range(4)
MIND = 4
"""Numbers that say how a player thinks; NET is where its net begins, or -1, and DOUBT is in thousandths."""
MOST = 48
"""Legal moves that are kept of a position; the most visited and most natural of more."""
FIRST_SEAT, MOVER, LEGAL, DEAL, DONE = range(5)
FACTS = 5
"""Kept of a position: the seat from which it is seen, the seat that decides counted from there, how many moves it had,
none where nobody decided; the deal, and how much of its game was over, in thousandths of the plies."""
SELDOM = 8
"""Of the positions in which luck is to act one in so many is kept: they come by the dozen."""
ROOT = 1


@rule
def veil(cells: Cells, size: int, seat: int, shown: Cells, blank: Cells, view: Cells) -> None:
    """Write what a seat may see of a state, all else blank."""
    for i in range(size):
        view[i] = (cells[i] & shown[seat * size + i]) | blank[seat * size + i]


@rule
def begin_tree(count: Wide, links: Ids) -> None:
    """An empty tree."""
    for i in range(LINKS):
        links[ROOT * LINKS + i] = 0
    links[ROOT * LINKS + EMBEDDED] = 0
    count[0] = ROOT + 1


@rule
def keep_visits(n: int, ids: Ids, weights: Ids, links: Ids, chosen: Ids, natural: Ids, visits: Ids, at: int) -> int:
    """Write down the legal moves of a position, how natural they look and how often they were visited."""
    kept = 0
    for i in range(n):
        if kept < MOST or weights[i] > 1:
            place = kept if kept < MOST else MOST - 1
            chosen[at + place] = ids[i]
            natural[at + place] = weights[i]
            visits[at + place] = 0
            child = links[ROOT * LINKS + CHILD]
            while child != 0:
                if links[child * LINKS + MOVE] == ids[i]:
                    visits[at + place] = links[child * LINKS + VISITS]
                child = links[child * LINKS + SIBLING]
            kept = min(MOST, kept + 1)
    return kept


@rule
def by_visits(luck: Wide, links: Ids, loose: int) -> int:
    """The move visited most, or one drawn in proportion to visits."""
    total, most, best = 0, -1, -1
    child = links[ROOT * LINKS + CHILD]
    while child != 0:
        visits = links[child * LINKS + VISITS]
        total += visits
        if visits >= most:
            most, best = visits, links[child * LINKS + MOVE]
        child = links[child * LINKS + SIBLING]
    if toss(luck, 1000) >= loose:
        return best
    left = toss(luck, total)
    child = links[ROOT * LINKS + CHILD]
    while child != 0:
        left -= links[child * LINKS + VISITS]
        if left < 0:
            return links[child * LINKS + MOVE]
        child = links[child * LINKS + SIBLING]
    return best


@rule
def keep_position(
    s: State,
    seats: int,
    seat: int,
    row: int,
    width: int,
    deal: int,
    ply: int,
    results: Reals,
    inputs: Floats,
    facts: Ids,
    thoughts: Floats,
) -> None:
    """Write down a position as it is imagined by a seat, where nobody has thought about it."""
    first = write_inputs(s, seats, width, results, inputs[row * width : (row + 1) * width])
    facts[row * FACTS + FIRST_SEAT] = first
    facts[row * FACTS + MOVER] = (seat - first + seats) % seats
    facts[row * FACTS + LEGAL] = 0
    facts[row * FACTS + DEAL] = deal
    facts[row * FACTS + DONE] = ply
    thoughts[row] = -1.0


@rule
def note_end(seats: int, before: int, kept: int, plies: int, results: Reals, facts: Ids, ends: Floats) -> None:
    """Tell the positions of a game how it ended, and after how many plies."""
    for row in range(before, kept):
        facts[row * FACTS + DONE] = 1000 * facts[row * FACTS + DONE] // plies
        for k in range(seats):
            ends[row * seats + k] = results[(facts[row * FACTS + FIRST_SEAT] + k) % seats]


@rule
def play_games(  # noqa: PLR0915 - one long walk through a game, and every step of it matters
    state: States,
    cells: Cells,
    view: States,
    view_cells: Cells,
    work: States,
    start: Cells,
    shown: Cells,
    blank: Cells,
    options: Wide,
    settings: Wide,
    minds: Wide,
    curiosity: float,
    nets: Floats,
    net_size: int,
    luck: Wide,
    count: Wide,
    links: Ids,
    sums: Reals,
    results: Reals,
    wins: Reals,
    places: Wide,
    ids: Ids,
    weights: Ids,
    room: Floats,
    embeddings: Floats,
    inputs: Floats,
    facts: Ids,
    chosen: Ids,
    natural: Ids,
    visits: Ids,
    ends: Floats,
    thoughts: Floats,
    outcomes: Wide,
) -> int:
    """Play games one after another; returns the positions kept.

    `outcomes` gets every game's places by player (who may sit elsewhere, see ROTATED) and its length; 0 places where it
    was cut off. Rows of `inputs`, `facts`, `chosen`, `natural`, `visits`, `ends` and `thoughts` are positions.
    """
    size, seats, players, width = start.shape[0], settings[SEATS], settings[PLAYERS], settings[INPUTS]
    capacity = facts.shape[0] // FACTS
    kept = 0
    for game in range(settings[GAMES]):
        number = settings[FIRST] + game
        turned = number % players if settings[ROTATED] else 0
        deal = number // players if settings[ROTATED] else number
        key, key2 = first_key(settings[SEED], deal), second_key(settings[SEED], deal)
        luck[0] = first_key(settings[SEED] + 1, number)
        luck[1] = second_key(settings[SEED] + 1, number)
        luck[2] = 0
        for i in range(size):
            cells[i] = start[i]
        s = state[0]
        setup(s, options)
        ply, before = 0, kept
        while ply < settings[LIMIT]:
            who = actor(s)
            if who == OVER or who == ALL:
                break
            n = 0
            if who == LUCK:
                move = drawn(s, number_at(key, key2, 2 * ply), ids, weights)
            else:
                n = legal(s, who, ids)
                move = ids[0]
            thinks = n > 1 and who != HOUSE and who < players
            full = thinks and toss(luck, 1000) < settings[SHARE]
            often = settings[KEEP] if full else settings[KEEP] // SELDOM
            keeps = (full or who == LUCK) and kept < capacity and toss(luck, 1000) < often
            seat = features(s, room) if who == LUCK and keeps else who
            if thinks or keeps:
                veil(cells, size, seat, shown, blank, view_cells)
            if thinks:
                mind = MIND * ((who + turned) % players)
                at = minds[mind + NET]
                net = nets[at : at + net_size] if at >= 0 else nets[0:0]
                simulations = minds[mind + SIMULATIONS] if full else settings[FEWER]
                begin_tree(count, links)
                horizon, doubt = minds[mind + HORIZON], minds[mind + DOUBT] / 1000.0
                search(view, work, who, seats, ROOT, -1, simulations, horizon, curiosity, doubt, luck, count,
                       links, sums, results, wins, places, ids, weights, net, room, embeddings)  # fmt: skip
                move = by_visits(luck, links, settings[LOOSE])
                if toss(luck, 1000) < settings[SLIPS]:
                    n = legal(s, who, ids)
                    move = ids[toss(luck, n)]
            if keeps:
                work[0] = view[0]
                imagine(work[0], seat, luck)
                keep_position(work[0], seats, seat, kept, width, deal, ply, results, inputs, facts, thoughts)
                if full:
                    n = legal(work[0], who, ids)
                    policy(work[0], who, ids, n, weights)
                    facts[kept * FACTS + LEGAL] = keep_visits(
                        n, ids, weights, links, chosen, natural, visits, kept * MOST
                    )
                    thoughts[kept] = mean_result(ROOT, links, sums)
                kept += 1
            apply(s, who, move)
            ply += 1
        at = game * (players + 1)
        outcomes[at + players] = ply
        if actor(s) == OVER:
            judge(s, seats, results, wins, places)
            for seat in range(players):
                outcomes[at + (seat + turned) % players] = places[seat]
            note_end(seats, before, kept, ply, results, facts, ends)
        else:
            kept = before
    return kept
