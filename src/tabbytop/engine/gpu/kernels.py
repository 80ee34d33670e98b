"""The kernels: what every thread of a GPU does. Each factory binds one to a game's device functions.

A thread keeps the state it works on in memory of its own, which the card lays out so that neighbouring threads read
neighbouring words, and writes it back when it is done with the game.
"""

from __future__ import annotations

from typing import Any

import numba

from tabbytop.bots import search as tree
from tabbytop.engine import luck, play, verbs
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.gpu.twins import DeviceTwins
from tabbytop.engine.seats import LUCK, OVER

BLOCK = 64
"""Threads of a block: few, since each of them needs many registers."""


def play_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """Random games, each thread taking the next one when one is over, so that no thread waits for a longer game."""
    cuda, record = toolkit(), twins.record
    setup, actor, late = twins(verbs.setup), twins(verbs.actor), twins(verbs.in_endgame)
    apply, drawn, number_at = twins(verbs.apply), twins(play.drawn), twins(luck.number_at)
    play_on, first_key, second_key = twins(play.play_on), twins(luck.first_key), twins(luck.second_key)

    def kernel(
        states: Any, options: Any, seed: int, first: int, limit: int, endgames: bool, lengths: Any, cursor: Any
    ) -> None:
        """`endgames` plays on games that wait at their last part; otherwise new ones are played until there."""
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        work = cuda.local.array(1, record)
        s = work[0]
        stream = cuda.local.array(3, numba.int64)
        ply = 0
        fresh = True
        game = cuda.atomic.add(cursor, 0, 1)
        while game < states.shape[0]:
            if fresh:
                work[0] = states[game]
                stream[0], stream[1] = first_key(seed, first + game), second_key(seed, first + game)
                ply = lengths[game]
                if not endgames:
                    setup(s, options)
                fresh = False
            who = actor(s)
            # The threads of a warp go both ways anyway, so each game makes a move of luck and one of a seat if it can.
            if who == LUCK and ply < limit:
                apply(s, LUCK, drawn(s, number_at(stream[0], stream[1], 2 * ply), ids, weights))
                ply += 1
                who = actor(s)
            if who == OVER or ply >= limit or (not endgames and late(s)):
                states[game] = work[0]
                lengths[game] = ply
                fresh = True
                game = cuda.atomic.add(cursor, 0, 1)
            elif who != LUCK:
                ply = play_on(s, ply, ply + 1, seats, stream, ids, weights)

    return kernel


def fill_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """Copies of one row of bytes, one after the other; a thread for each byte."""
    cuda = toolkit()

    def kernel(cells: Any, row: Any) -> None:
        at = cuda.grid(1)
        if at < cells.shape[0]:
            cells[at] = row[at % row.shape[0]]

    return kernel


def tally_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """Scores and places of games that were played; the length of one that was cut off is 0."""
    cuda, record = toolkit(), twins.record
    actor, score, rank = twins(verbs.actor), twins(verbs.score), twins(verbs.rank)

    def kernel(states: Any, lengths: Any, scores: Any, places: Any) -> None:
        game = cuda.grid(1)
        if game < states.shape[0]:
            work = cuda.local.array(1, record)
            work[0] = states[game]
            s = work[0]
            score(s, scores[game * seats : (game + 1) * seats])
            rank(s, places[game * seats : (game + 1) * seats])
            if actor(s) != OVER:
                lengths[game] = 0

    return kernel


def playout_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """Many times on from each of some positions by the game's instincts, as a search plays on; the results of each."""
    cuda, record = toolkit(), twins.record
    imagine, by_instinct, judge = twins(verbs.imagine), twins(tree.play_by_instinct), twins(tree.judge)
    first_key, second_key = twins(luck.first_key), twins(luck.second_key)

    def kernel(states: Any, seat: int, each: int, horizon: int, seed: int, results: Any) -> None:
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        work = cuda.local.array(1, record)
        wins = cuda.local.array(seats, numba.float64)
        places = cuda.local.array(seats, numba.int64)
        stream = cuda.local.array(3, numba.int64)
        number = cuda.grid(1)
        if number < states.shape[0] * each:
            work[0] = states[number // each]
            s = work[0]
            stream[0], stream[1], stream[2] = first_key(seed, number), second_key(seed, number), 0
            imagine(s, seat, stream)
            by_instinct(s, stream[2], horizon, stream[0], stream[1], ids, weights)
            judge(s, seats, results[number * seats : (number + 1) * seats], wins, places)

    return kernel


def search_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """A whole tree search in every thread, each from a view of its own and with a tree of its own."""
    cuda, record = toolkit(), twins.record
    search, first_key, second_key = twins(tree.search), twins(luck.first_key), twins(luck.second_key)
    links_each, sums_each = tree.LINKS, tree.SUMS

    def kernel(
        views: Any, viewers: Any, simulations: int, horizon: int, curiosity: float, seed: int, links: Any, sums: Any
    ) -> None:
        """Node 1 is the root of each tree; the first numbers of `links` and `sums` stand for no node."""
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        work = cuda.local.array(1, record)
        results = cuda.local.array(seats, numba.float64)
        wins = cuda.local.array(seats, numba.float64)
        places = cuda.local.array(seats, numba.int64)
        stream = cuda.local.array(3, numba.int64)
        count = cuda.local.array(1, numba.int64)
        one = cuda.grid(1)
        if one < views.shape[0]:
            nodes = links.shape[0] // views.shape[0] // links_each
            tree_links = links[one * nodes * links_each : (one + 1) * nodes * links_each]
            tree_sums = sums[one * nodes * sums_each : (one + 1) * nodes * sums_each]
            stream[0], stream[1], stream[2] = first_key(seed, one), second_key(seed, one), 0
            count[0] = 2
            search(
                views[one : one + 1], work, viewers[one], seats, 1, simulations, horizon, curiosity,
                stream, count, tree_links, tree_sums, results, wins, places, ids, weights,
            )  # fmt: skip

    return kernel
