"""Kernels that step games: one decision in every game per call, by the rules of `envs/stepping.py`.

First a thread for each game carries out the decision and goes on to the next one; games that are over are begun anew by
threads of their own. Then a warp for each game writes the
observation, and a thread for each word clears masks, so that neighbouring threads write neighbouring numbers. What is
offered lies game beside game for the same reason: the first choices of all games, then the second ones.
"""

from __future__ import annotations

from typing import Any

import numba

from tabbytop.engine import luck, verbs
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.gpu.twins import DeviceTwins
from tabbytop.engine.seats import OVER
from tabbytop.envs import stepping
from tabbytop.envs.stepping import (
    BOOK,
    CHOICES,
    CUT_OFF,
    ENDED,
    ILLEGAL,
    LEARNER,
    NUMBER,
    PLAYED,
    PLY,
    REFUSED,
    RESTARTS,
    RUNNING,
    SEAT,
    TO_BEGIN,
)

WARP = 32
SIZE, FIRST, STRIDE = range(3)
COLUMN = 3
"""Numbers that describe a place of an observation: bytes, the first of them in the state, bytes from seat to seat."""


def step_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:  # noqa: PLR0915 - one thread's work
    """Carry out one decision in every game; one that is over is paid out, kept for its last look, and listed to begin
    anew."""
    cuda, record = toolkit(), twins.record
    advance, pay, apply = twins(stepping.advance), twins(stepping.pay), twins(verbs.apply)

    def kernel(
        states: Any, finals: Any, books: Any, settings: Any, spans: Any, waiting: int, actions: Any, allowed: Any,
        viewers: Any, last_viewers: Any, rewards: Any, shares: Any, terminals: Any, truncations: Any, to_begin: Any,
        beginning: Any,
    ) -> None:  # fmt: skip
        """`viewers` is who looks at each game now, `last_viewers` who had the last look at one that ended, or -1."""
        game, count = cuda.grid(1), states.shape[0]
        if game >= count:
            return
        share = cuda.local.array(players, numba.float32)
        for player in range(players):
            share[player] = 0.0
        seat, ended, last = books[game * BOOK + SEAT], RUNNING, -1
        if seat >= 0:
            ids = cuda.local.array(moves, numba.int32)
            weights = cuda.local.array(moves, numba.int32)
            book = cuda.local.array(BOOK, numba.int64)
            work = cuda.local.array(1, record)
            for i in range(BOOK):
                book[i] = books[game * BOOK + i]
            book[ENDED] = RUNNING
            move = actions[game]
            is_allowed = move == waiting
            for i in range(book[CHOICES]):
                if allowed[i * count + game] == move:
                    is_allowed = True
            work[0] = states[game]
            s = work[0]
            if is_allowed:
                if move != waiting:
                    apply(s, seat, move)
                    book[PLY] += 1
                advance(s, book, 0, settings, spans, ids, weights)
            else:
                book[SEAT] = OVER
                book[ENDED] = REFUSED
                share[seat] = ILLEGAL
            ended = book[ENDED]
            if ended != RUNNING:
                if ended == PLAYED:
                    numbers = cuda.local.array(seats, numba.int64)
                    pay(s, settings, share, 0, numbers)
                last = book[LEARNER] if book[LEARNER] >= 0 else seat
                finals[game] = work[0]
                if settings[RESTARTS] == 1:
                    book[NUMBER] += count
                    book[SEAT] = TO_BEGIN
            for i in range(book[CHOICES] if book[SEAT] >= 0 else 0):
                allowed[i * count + game] = ids[i]
            for i in range(BOOK):
                books[game * BOOK + i] = book[i]
            states[game] = work[0]
        rewards[game] = share[last] if last >= 0 else 0.0
        terminals[game] = 1 if ended == PLAYED or ended == REFUSED else 0
        truncations[game] = 1 if ended == CUT_OFF else 0
        last_viewers[game] = last
        viewers[game] = books[game * BOOK + SEAT] if books[game * BOOK + SEAT] >= 0 else max(0, seat)
        for player in range(players):
            shares[game * players + player] = share[player]
        if books[game * BOOK + SEAT] == TO_BEGIN:
            to_begin[cuda.atomic.add(beginning, 0, 1)] = game

    return kernel


def begin_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """Begin the games that are listed, all in neighbouring threads, and go on to their first decisions.

    Setting up and dealing takes many times as long as a step: a warp in which one game does so would wait for it.
    """
    cuda, record = toolkit(), twins.record
    begin, advance = twins(stepping.begin), twins(stepping.advance)

    def kernel(
        states: Any, blank: Any, books: Any, options: Any, settings: Any, spans: Any, allowed: Any, viewers: Any,
        to_begin: Any, beginning: Any, bytes_: Any,
    ) -> None:  # fmt: skip
        at, count = cuda.grid(1), states.shape[0]
        if at >= beginning[0]:
            return
        game = to_begin[at]
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        book = cuda.local.array(BOOK, numba.int64)
        work = cuda.local.array(1, record)
        work[0] = blank[0]
        s = work[0]
        nothing = bytes_[0:0]
        for i in range(BOOK):
            book[i] = books[game * BOOK + i]
        begin(s, nothing, nothing, 0, book, 0, options, settings)
        advance(s, book, 0, settings, spans, ids, weights)
        if book[SEAT] >= 0:
            viewers[game] = book[SEAT]
            for i in range(book[CHOICES]):
                allowed[i * count + game] = ids[i]
        for i in range(BOOK):
            books[game * BOOK + i] = book[i]
        states[game] = work[0]

    return kernel


def observe_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """What each viewer observes, a warp for each game; nothing is written for a viewer below 0."""
    cuda = toolkit()

    def kernel(cells: Any, size: int, columns: Any, viewers: Any, out: Any) -> None:
        game, lane = cuda.grid(1) // WARP, cuda.threadIdx.x % WARP
        if game >= viewers.shape[0] or viewers[game] < 0:
            return
        seat, width = viewers[game], columns.shape[0] // COLUMN
        for column in range(lane, width, WARP):
            length = columns[column * COLUMN + SIZE]
            first = game * size + columns[column * COLUMN + FIRST] + seat * columns[column * COLUMN + STRIDE]
            value = numba.int32(seat)
            if length == 1:
                value = numba.int32(cells[first])
            elif length > 1:
                value = numba.int32(cells[first + length - 1])
                for byte in range(length - 2, -1, -1):
                    value = (value << 8) | (numba.int32(cells[first + byte]) & 255)
            out[game * width + column] = value

    return kernel


def clear_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """Nothing is allowed yet; a thread for eight bytes."""
    cuda = toolkit()

    def kernel(words: Any) -> None:
        at = cuda.grid(1)
        if at < words.shape[0]:
            words[at] = 0

    return kernel


def mask_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """Write down which decisions are possible, a thread for each game."""
    cuda = toolkit()

    def kernel(books: Any, allowed: Any, waiting: int, width: int, masks: Any) -> None:
        game, count = cuda.grid(1), books.shape[0] // BOOK
        if game < count and books[game * BOOK + SEAT] >= 0:
            for i in range(books[game * BOOK + CHOICES]):
                masks[game * width + allowed[i * count + game]] = 1
            if waiting >= 0:
                masks[game * width + waiting] = 1

    return kernel


def choose_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """Any allowed decision in every game, all alike: the same as `stepping.choose_at_random`."""
    cuda = toolkit()
    number_at, scramble = twins(luck.number_at), twins(luck.scramble)

    def kernel(
        books: Any, allowed: Any, waiting: int, width: int, key: int, key2: int, drawn: int, actions: Any
    ) -> None:
        game, count = cuda.grid(1), books.shape[0] // BOOK
        if game >= count:
            return
        choice = width - 1
        if books[game * BOOK + SEAT] >= 0:
            n = books[game * BOOK + CHOICES]
            k = (scramble(number_at(key, key2, drawn + game)) * (n + (1 if waiting >= 0 else 0))) >> 32
            choice = allowed[k * count + game] if k < n else waiting
        actions[game] = choice

    return kernel
