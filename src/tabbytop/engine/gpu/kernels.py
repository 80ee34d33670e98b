"""The kernels: what every thread of a GPU does. Each factory binds one to a game's device functions.

A thread keeps the state it works on in memory of its own, which the card lays out so that neighbouring threads read
neighbouring words, and writes it back when it is done with the game.
"""

from __future__ import annotations

from typing import Any

import numba

from tabbytop.engine import luck, play, verbs
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.gpu.memory import WORD, copy_of, record_at, words_of
from tabbytop.engine.gpu.twins import DeviceTwins
from tabbytop.engine.seats import LUCK, OVER

BLOCK = 64
"""Threads of a block: few, since each of them needs many registers."""
PAUSE = 8
"""Turns after which threads look for new games. One that set up a game as soon as its last one ends would do so while
the other threads of its warp look on; so some do it together, and deal together."""

REGROUPING = 160
"""Threads of a block that regroups its games."""
MOST_SHARED, BOOKS = 47_000, 36
"""Bytes of shared memory for the games of such a block, and what each of them takes beside its state."""
PHASES = 32
"""Kinds of games that are told apart when regrouping: those that wait for a new one to begin, and phases."""
NO_GAME, NO_MORE = -1, -2
"""What a place of a block holds that waits for its next game, or that will get none any more."""


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


def slots_of(record: Any) -> int:
    """Games that lie in the shared memory of a block, where there is room for their states and the books of each."""
    return int(MOST_SHARED // (WORD * words_of(record) + BOOKS))


def regrouped_kernel(twins: DeviceTwins, moves: int, seats: int) -> Any:  # noqa: PLR0915 - one thread's work
    """The same as `play_kernel` for small states, of which a block holds more than it has threads, in shared memory.

    Before every move its threads choose games anew: those in the phase that most of them are in, then the next one.
    So the threads of a warp do alike, and games in rare phases wait until there are more of them.
    """
    cuda, record = toolkit(), twins.record
    setup, actor = twins(verbs.setup), twins(verbs.actor)
    play_on, first_key, second_key = twins(play.play_on), twins(luck.first_key), twins(luck.second_key)
    state_at, copy, words, slots = record_at(record), copy_of(record), words_of(record), slots_of(record)
    all_words, all_keys = slots * words, 2 * slots

    def kernel(  # noqa: PLR0915 - one thread's work
        states: Any, options: Any, seed: int, first: int, limit: int, endgames: bool, lengths: Any, cursor: Any
    ) -> None:
        """`endgames` is for `play_kernel` alone."""
        room = cuda.shared.array(all_words, numba.int64)
        keys = cuda.shared.array(all_keys, numba.int64)
        games = cuda.shared.array(slots, numba.int32)
        plies = cuda.shared.array(slots, numba.int32)
        kinds = cuda.shared.array(slots, numba.int32)
        ranks = cuda.shared.array(slots, numba.int32)
        chosen = cuda.shared.array(REGROUPING, numba.int32)
        sizes = cuda.shared.array(PHASES, numba.int32)
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        stream = cuda.local.array(3, numba.int64)
        me = cuda.threadIdx.x
        for slot in range(me, slots, REGROUPING):
            games[slot] = NO_GAME
        more = True
        while cuda.syncthreads_or(numba.int32(more)):
            if me < PHASES:
                sizes[me] = 0
            chosen[me] = -1
            cuda.syncthreads()
            more = False
            for slot in range(me, slots, REGROUPING):
                if games[slot] != NO_MORE:
                    more = True
                    kinds[slot] = 0
                    if games[slot] >= 0:
                        s = state_at(room, slot * words)
                        kinds[slot] = min(PHASES - 1, 1 + s.phase)
                    ranks[slot] = cuda.atomic.add(sizes, kinds[slot], 1)
            cuda.syncthreads()
            for slot in range(me, slots, REGROUPING):
                if games[slot] != NO_MORE:
                    rank, kind = ranks[slot], kinds[slot]
                    for other in range(PHASES):
                        if sizes[other] > sizes[kind] or (sizes[other] == sizes[kind] and other < kind):
                            rank += sizes[other]
                    if rank < REGROUPING:
                        chosen[rank] = slot
            cuda.syncthreads()
            slot = chosen[me]
            if slot >= 0 and games[slot] >= 0:
                s = state_at(room, slot * words)
                stream[0], stream[1] = keys[2 * slot], keys[2 * slot + 1]
                ply = play_on(s, plies[slot], plies[slot] + 1, seats, stream, ids, weights)
                plies[slot] = ply
                if actor(s) == OVER or ply >= limit:
                    copy(states[games[slot]], s)
                    lengths[games[slot]] = ply
                    games[slot] = NO_GAME
            elif slot >= 0:
                game = cuda.atomic.add(cursor, 0, 1)
                games[slot] = NO_MORE
                if game < states.shape[0]:
                    games[slot] = game
                    plies[slot] = 0
                    keys[2 * slot], keys[2 * slot + 1] = first_key(seed, first + game), second_key(seed, first + game)
                    s = state_at(room, slot * words)
                    copy(s, states[game])
                    setup(s, options)

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
