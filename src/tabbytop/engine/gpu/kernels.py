"""The kernels: what every thread of a GPU does. Each factory binds one to a game's device functions.

A thread keeps the state it works on in memory of its own, which the card lays out so that neighbouring threads read
neighbouring words, and writes it back when it is done with the game.
"""

from __future__ import annotations

from typing import Any

import numba

from tabbytop.engine import luck, play, verbs
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.gpu.twins import DeviceTwins
from tabbytop.engine.seats import LUCK, OVER

BLOCK = 64
"""Threads of a block: few, since each of them needs many registers."""
PAUSE = 8
"""Turns after which threads look for new games. One that set up a game as soon as its last one ends would do so while
the other threads of its warp look on; so some do it together, and deal together."""


def play_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:
    """Random games, each thread taking the next ones as they end, so that no thread waits for a longer game."""
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
        game = -1
        playing, more = False, True
        turn = 0
        while more:
            if playing:
                who = actor(s)
                # The threads of a warp go both ways anyway: each game makes a move of luck and one of a seat if it can.
                if who == LUCK and ply < limit:
                    apply(s, LUCK, drawn(s, number_at(stream[0], stream[1], 2 * ply), ids, weights))
                    ply += 1
                    who = actor(s)
                if who == OVER or ply >= limit or (not endgames and late(s)):
                    playing = False
                elif who != LUCK:
                    ply = play_on(s, ply, ply + 1, seats, stream, ids, weights)
            elif turn % PAUSE == 0:
                if game >= 0:
                    states[game] = work[0]
                    lengths[game] = ply
                game = cuda.atomic.add(cursor, 0, 1)
                more = game < states.shape[0]
                if more:
                    work[0] = states[game]
                    stream[0], stream[1] = first_key(seed, first + game), second_key(seed, first + game)
                    ply = lengths[game]
                    if not endgames:
                        setup(s, options)
                    playing = True
            turn += 1

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
