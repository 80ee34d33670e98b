"""One search for all games: information-set Monte Carlo tree search, bound to a game's verbs when compiled.

Every simulation imagines a world that fits the view, the likelier the more it fits how people play, walks down a tree
of moves that all worlds share, adds a node, plays the game on by the game's own instincts, and notes the result on the
way back. Luck is drawn by its true weights and has edges of its own. Every seat maximises its own result, whatever the
number of seats. Knows no game.

A node is a row of whole numbers (`LINKS` of them) and one of sums (`SUMS`); node 0 means none, the root is any node.

With a net (`net.py`) a simulation is judged by it, and it says which moves look natural. Then all that luck does at a
time is one edge, named by its outcome, so that equal outcomes meet in one node.
"""

from __future__ import annotations

import math

from tabbytop.bots.net import EMBED, guess, weigh_moves
from tabbytop.engine.luck import MASK, next_number, number_at, scramble
from tabbytop.engine.play import drawn, picked
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import ALL, HOUSE, LUCK, OVER
from tabbytop.engine.state import Floats, Ids, Reals, State, States, Wide
from tabbytop.engine.verbs import actor, apply, believe, evaluate, legal, policy, rank, settle

MOVE, PARENT, CHILD, SIBLING, VISITS, OFFERS, SEAT, EMBEDDED = range(8)
LINKS = 8
RESULT, WINS = range(2)
SUMS = 2

UNTRIED = 0.1
"""How far below its parent a move without results is taken to be."""
OUTCOME = 1 << 30
"""Outcomes of luck are told from moves by this bit."""


@rule
def add_node(parent: int, move: int, seat: int, nodes: int, links: Ids, sums: Reals) -> int:
    """Hang a new node under its parent and return it; `nodes` is the first free one."""
    at = nodes * LINKS
    links[at + MOVE] = move
    links[at + PARENT] = parent
    links[at + CHILD] = 0
    links[at + SIBLING] = links[parent * LINKS + CHILD]
    links[at + VISITS] = 0
    links[at + OFFERS] = 1
    links[at + SEAT] = seat
    links[at + EMBEDDED] = 0
    sums[nodes * SUMS + RESULT] = 0.0
    sums[nodes * SUMS + WINS] = 0.0
    links[parent * LINKS + CHILD] = nodes
    return nodes


@rule
def child_by(node: int, move: int, links: Ids) -> int:
    """The child reached by a move, or 0."""
    child = links[node * LINKS + CHILD]
    while child != 0 and links[child * LINKS + MOVE] != move:
        child = links[child * LINKS + SIBLING]
    return child


@rule
def mean_result(node: int, links: Ids, sums: Reals) -> float:
    """The mean result of a node's children for whoever chooses among them; even without any."""
    visits, total = 0, 0.0
    child = links[node * LINKS + CHILD]
    while child != 0:
        visits += links[child * LINKS + VISITS]
        total += sums[child * SUMS + RESULT]
        child = links[child * LINKS + SIBLING]
    return total / visits if visits > 0 else 0.5


@rule
def choose_child(
    node: int, n: int, curiosity: float, doubt: float, ids: Ids, weights: Ids, links: Ids, sums: Reals
) -> int:
    """The index of the legal move to walk down: what did well, what looks natural, what was seldom tried.

    Only moves that are legal in this world are compared, and `OFFERS` counts in how many worlds each one was.
    `doubt` is how much all moves are tried alike: what is strong and looks odd is then found sooner.
    """
    total = 0
    for i in range(n):
        total += weights[i]
    unknown = mean_result(node, links, sums) - UNTRIED
    best, choice = -1.0e9, 0
    for i in range(n):
        child = child_by(node, ids[i], links)
        offers, visits, value = links[node * LINKS + VISITS] + 1, 0, unknown
        if child != 0:
            links[child * LINKS + OFFERS] += 1
            offers = links[child * LINKS + OFFERS]
            visits = links[child * LINKS + VISITS]
            if visits > 0:
                value = sums[child * SUMS + RESULT] / visits
        natural = (1.0 - doubt) * (weights[i] / total) + doubt / n
        score = value + curiosity * natural * math.sqrt(offers) / (1 + visits)
        if score > best:
            best, choice = score, i
    return choice


@rule
def play_by_instinct(s: State, ply: int, horizon: int, key: int, key2: int, ids: Ids, weights: Ids) -> int:
    """Play on by the game's policy for at most `horizon` moves; returns how many random numbers were used up."""
    used = 0
    while used < horizon:
        who = actor(s)
        number = number_at(key, key2, ply + used)
        if who == LUCK:
            move = drawn(s, number, ids, weights)
        elif who >= 0 or who == HOUSE:
            n = legal(s, who, ids)
            if n == 1:
                move = ids[0]
            else:
                policy(s, who, ids, n, weights)
                move = ids[picked(n, weights, number)]
        else:
            break
        apply(s, who, move)
        used += 1
    return used


@rule
def judge(s: State, seats: int, results: Reals, wins: Reals, places: Wide) -> None:
    """Results from 0 to 1 by seat: true ones when the game is over, the game's own guess otherwise.

    Who plays alone has no rivals to be placed among, so how good an end is remains the game's to say.
    """
    if actor(s) == OVER and seats > 1:
        rank(s, places)
        for seat in range(seats):
            behind = 0.0
            for other in range(seats):
                if other != seat:
                    if places[other] > places[seat]:
                        behind += 1.0
                    elif places[other] == places[seat]:
                        behind += 0.5
            won = 1.0 if places[seat] == 1 else 0.0
            results[seat] = 0.5 * won + 0.5 * behind / max(1, seats - 1)
        share_win(seats, wins, places)
    else:
        evaluate(s, results)
        guess_win(seats, results, wins)


@rule
def share_win(seats: int, wins: Reals, places: Wide) -> None:
    """A win by seat: a whole one, or an equal part where several are first, or nobody is and these come next."""
    best, winners = places[0], 0
    for seat in range(seats):
        best = min(best, places[seat])
    for seat in range(seats):
        if places[seat] == best:
            winners += 1
    for seat in range(seats):
        wins[seat] = 1.0 / winners if places[seat] == best else 0.0


@rule
def guess_win(seats: int, results: Reals, wins: Reals) -> None:
    """Chances to win, from guesses at results: the same with two seats. With more they add up to 1, and each result is
    taken for how often a seat is ahead of one rival, in a race by strengths (Plackett-Luce) that lie close together."""
    total = 0.0
    for seat in range(seats):
        result = max(0.001, min(0.999, results[seat]))
        wins[seat] = result if seats < 3 else (result / (1.0 - result)) ** ((seats - 1.0) / seats)
        total += wins[seat]
    for seat in range(seats):
        wins[seat] = results[seat] if seats < 3 else wins[seat] / total


@rule
def let_luck_act(s: State, luck: Wide, ids: Ids, weights: Ids) -> int:
    """All that luck does now, drawn by its true weights; returns a name for the outcome."""
    told = 0
    while actor(s) == LUCK:
        move = drawn(s, next_number(luck), ids, weights)
        apply(s, LUCK, move)
        told = scramble((31 * told + move + 1) & MASK)
    outcome = settle(s)
    return OUTCOME | ((told if outcome < 0 else outcome) & (OUTCOME - 1))


@rule
def weigh_by_net(
    s: State,
    seats: int,
    node: int,
    n: int,
    net: Floats,
    room: Floats,
    embeddings: Floats,
    links: Ids,
    results: Reals,
    ids: Ids,
    weights: Ids,
) -> None:
    """Correct how natural moves look at a node; what the net has to say of it is worked out once."""
    embedding = embeddings[node * EMBED : (node + 1) * EMBED]
    if links[node * LINKS + EMBEDDED] == 0:
        guess(s, seats, net, results, room, embedding)
        links[node * LINKS + EMBEDDED] = 1
    weigh_moves(seats, net, embedding, ids, n, weights)


@rule
def judge_by_net(
    s: State,
    seats: int,
    node: int,
    net: Floats,
    room: Floats,
    embeddings: Floats,
    links: Ids,
    results: Reals,
    wins: Reals,
) -> None:
    """Results by the net, which is remembered to have seen the node."""
    guess(s, seats, net, results, room, embeddings[node * EMBED : (node + 1) * EMBED])
    guess_win(seats, results, wins)
    links[node * LINKS + EMBEDDED] = 1


@rule
def back_up(node: int, root: int, links: Ids, sums: Reals, results: Reals, wins: Reals) -> None:
    """Note the results of a simulation on the way back to the root."""
    while node != root:
        links[node * LINKS + VISITS] += 1
        mover = links[node * LINKS + SEAT]
        if mover >= 0:
            sums[node * SUMS + RESULT] += results[mover]
            sums[node * SUMS + WINS] += wins[mover]
        node = links[node * LINKS + PARENT]
    links[root * LINKS + VISITS] += 1


@rule
def search(
    root_state: States,
    work: States,
    seat: int,
    seats: int,
    root: int,
    first: int,
    simulations: int,
    horizon: int,
    curiosity: float,
    doubt: float,
    luck: Wide,
    count: Wide,
    links: Ids,
    sums: Reals,
    results: Reals,
    wins: Reals,
    places: Wide,
    ids: Ids,
    weights: Ids,
    net: Floats,
    room: Floats,
    embeddings: Floats,
) -> int:
    """Run simulations from a view of `seat`, growing the tree below `root`; where `first` is a move, all begin with it.

    `count[0]` is the first free node and is moved on; when the tree is full, simulations go on without growing it.
    `luck` is a stream of random numbers and is moved on too. Returns the moves made.
    """
    capacity = links.shape[0] // LINKS
    learned = net.shape[0] > 0
    made = 0
    for _ in range(simulations):
        work[0] = root_state[0]
        s = work[0]
        believe(s, seat, luck)
        node = root
        growing, full = True, False
        while growing:
            who = actor(s)
            if who == OVER or who == ALL:  # races are not searched
                break
            n = legal(s, who, ids) if who != LUCK else 0
            forced, acted = n == 1, who == LUCK and learned
            if acted:
                move = let_luck_act(s, luck, ids, weights)
            elif who == LUCK:
                move = drawn(s, next_number(luck), ids, weights)
            elif node == root and first >= 0:
                move = first
            elif forced:
                move = ids[0]
            else:
                policy(s, who, ids, n, weights)
                if learned:
                    weigh_by_net(s, seats, node, n, net, room, embeddings, links, results, ids, weights)
                move = ids[choose_child(node, n, curiosity, doubt, ids, weights, links, sums)]
            child = child_by(node, move, links)
            if child == 0:
                growing = forced
                if count[0] < capacity:
                    child = add_node(node, move, who, count[0], links, sums)
                    count[0] += 1
                else:
                    child, growing, full = node, False, True
            if not acted:
                apply(s, who, move)
            made += 1
            node = child
        quick = learned and horizon == 0
        if not quick:
            made += play_by_instinct(s, luck[2], horizon, luck[0], luck[1], ids, weights)
            luck[2] += horizon
        if learned and actor(s) != OVER:
            at = node if quick and not full else 0  # what the net says of a node is kept for its moves
            judge_by_net(s, seats, at, net, room, embeddings, links, results, wins)
        else:
            judge(s, seats, results, wins, places)
        back_up(node, root, links, sums, results, wins)
    return made
