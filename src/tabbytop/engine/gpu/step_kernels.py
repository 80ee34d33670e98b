"""Kernels that step games: one decision in every game per call, by the rules of `envs/stepping.py`.

First a thread for each game carries out the decision and goes on to the next one; games that are over are begun anew by
threads of their own. Then a warp for each game writes the observation, and a thread for each word clears masks.

Neighbouring threads read and write neighbouring numbers: states, books and what is offered lie game beside game, the
first words of all games, then the second ones. Observations have a row for each game, so they are written from a tile
of states that the threads of a block have turned round together.
"""

from __future__ import annotations

from typing import Any

import numba

from tabbytop.engine import luck, verbs
from tabbytop.engine.gpu import toolkit
from tabbytop.engine.gpu.memory import WORD, bytes_of, copy_of, record_at, words_of
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
    cuda, state_at, words = toolkit(), record_at(twins.record), words_of(twins.record)
    advance, pay, apply = twins(stepping.advance), twins(stepping.pay), twins(verbs.apply)

    def kernel(
        states: Any, finals: Any, books: Any, settings: Any, spans: Any, waiting: int, actions: Any, allowed: Any,
        viewers: Any, last_viewers: Any, rewards: Any, shares: Any, terminals: Any, truncations: Any, to_begin: Any,
        beginning: Any,
    ) -> None:  # fmt: skip
        """`viewers` is who looks at each game now, `last_viewers` who had the last look at one that ended, or -1."""
        game, count = cuda.grid(1), viewers.shape[0]
        if game >= count:
            return
        share = cuda.local.array(players, numba.float32)
        for player in range(players):
            share[player] = 0.0
        seat, ended, last = books[SEAT * count + game], RUNNING, -1
        if seat >= 0:
            ids = cuda.local.array(moves, numba.int32)
            weights = cuda.local.array(moves, numba.int32)
            book = cuda.local.array(BOOK, numba.int64)
            work = cuda.local.array(words, numba.int64)
            for i in range(BOOK):
                book[i] = books[i * count + game]
            book[ENDED] = RUNNING
            move = actions[game]
            is_allowed = move == waiting
            for i in range(book[CHOICES]):
                if allowed[i * count + game] == move:
                    is_allowed = True
            for i in range(words):
                work[i] = states[i * count + game]
            s = state_at(work, 0)
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
                for i in range(words):
                    finals[game * words + i] = work[i]
                if settings[RESTARTS] == 1:
                    book[NUMBER] += count
                    book[SEAT] = TO_BEGIN
            for i in range(book[CHOICES] if book[SEAT] >= 0 else 0):
                allowed[i * count + game] = ids[i]
            for i in range(BOOK):
                books[i * count + game] = book[i]
            for i in range(words):
                states[i * count + game] = work[i]
        rewards[game] = share[last] if last >= 0 else 0.0
        terminals[game] = 1 if ended == PLAYED or ended == REFUSED else 0
        truncations[game] = 1 if ended == CUT_OFF else 0
        last_viewers[game] = last
        viewers[game] = books[SEAT * count + game] if books[SEAT * count + game] >= 0 else max(0, seat)
        for player in range(players):
            shares[game * players + player] = share[player]
        if books[SEAT * count + game] == TO_BEGIN:
            to_begin[cuda.atomic.add(beginning, 0, 1)] = game

    return kernel


def begin_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """Begin the games that are listed, all in neighbouring threads, and go on to their first decisions.

    Setting up and dealing takes many times as long as a step: a warp in which one game does so would wait for it.
    """
    cuda, state_at, words = toolkit(), record_at(twins.record), words_of(twins.record)
    copy = copy_of(twins.record)
    begin, advance = twins(stepping.begin), twins(stepping.advance)

    def kernel(
        states: Any, blank: Any, books: Any, options: Any, settings: Any, spans: Any, allowed: Any, viewers: Any,
        to_begin: Any, beginning: Any, bytes_: Any,
    ) -> None:  # fmt: skip
        at, count = cuda.grid(1), viewers.shape[0]
        if at >= beginning[0]:
            return
        game = to_begin[at]
        ids = cuda.local.array(moves, numba.int32)
        weights = cuda.local.array(moves, numba.int32)
        book = cuda.local.array(BOOK, numba.int64)
        work = cuda.local.array(words, numba.int64)
        s = state_at(work, 0)
        copy(s, blank[0])
        nothing = bytes_[0:0]
        for i in range(BOOK):
            book[i] = books[i * count + game]
        begin(s, nothing, nothing, 0, book, 0, options, settings)
        advance(s, book, 0, settings, spans, ids, weights)
        if book[SEAT] >= 0:
            viewers[game] = book[SEAT]
            for i in range(book[CHOICES]):
                allowed[i * count + game] = ids[i]
        for i in range(BOOK):
            books[i * count + game] = book[i]
        for i in range(words):
            states[i * count + game] = work[i]

    return kernel


def value_of(cuda: Any) -> Any:
    """A device function: what stands in a column (see `COLUMN`) for a seat, in the state that begins with a byte."""

    def value(cells: Any, start: int, columns: Any, column: int, seat: int) -> int:
        length = columns[column * COLUMN + SIZE]
        first = start + columns[column * COLUMN + FIRST] + seat * columns[column * COLUMN + STRIDE]
        number = numba.int32(seat)
        if length == 1:
            number = numba.int32(cells[first])
        elif length > 1:
            number = numba.int32(cells[first + length - 1])
            for byte in range(length - 2, -1, -1):
                number = (number << 8) | (numba.int32(cells[first + byte]) & 255)
        return number

    return cuda.jit(device=True)(value)


def observe_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """What each viewer observes. A block turns a tile of states round in its shared memory, then writes row by row."""
    cuda, words, as_bytes = toolkit(), words_of(twins.record), bytes_of()
    value, all_words = value_of(cuda), WARP * words

    def kernel(states: Any, columns: Any, viewers: Any, out: Any) -> None:
        tile = cuda.shared.array(all_words, numba.int64)
        count, width = viewers.shape[0], columns.shape[0] // COLUMN
        lane, warp, warps = cuda.threadIdx.x % WARP, cuda.threadIdx.x // WARP, cuda.blockDim.x // WARP
        first = cuda.blockIdx.x * WARP
        if first + lane < count:
            for word in range(warp, words, warps):
                tile[lane * words + word] = states[word * count + first + lane]
        cuda.syncthreads()
        cells = as_bytes(tile)
        for row in range(warp, min(WARP, count - first), warps):
            seat = viewers[first + row]
            for column in range(lane, width, WARP):
                out[(first + row) * width + column] = value(cells, row * words * WORD, columns, column, seat)

    return kernel


def last_look_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """What is observed of games that have ended, a warp for each game; nothing is written for a viewer below 0."""
    cuda, words, as_bytes = toolkit(), words_of(twins.record), bytes_of()
    value = value_of(cuda)

    def kernel(finals: Any, columns: Any, viewers: Any, out: Any) -> None:
        game, lane = cuda.grid(1) // WARP, cuda.threadIdx.x % WARP
        if game < viewers.shape[0] and viewers[game] >= 0:
            cells, width = as_bytes(finals), columns.shape[0] // COLUMN
            for column in range(lane, width, WARP):
                out[game * width + column] = value(cells, game * words * WORD, columns, column, viewers[game])

    return kernel


def gather_kernel(twins: DeviceTwins, moves: int, seats: int, players: int) -> Any:
    """The states one after the other, as they are elsewhere; a thread for each game."""
    cuda, state_at, words = toolkit(), record_at(twins.record), words_of(twins.record)
    copy = copy_of(twins.record)

    def kernel(states: Any, out: Any) -> None:
        game = cuda.grid(1)
        if game < out.shape[0]:
            work = cuda.local.array(words, numba.int64)
            for i in range(words):
                work[i] = states[i * out.shape[0] + game]
            copy(out[game], state_at(work, 0))

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
        if game < count and books[SEAT * count + game] >= 0:
            for i in range(books[CHOICES * count + game]):
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
        if books[SEAT * count + game] >= 0:
            n = books[CHOICES * count + game]
            k = (scramble(number_at(key, key2, drawn + game)) * (n + (1 if waiting >= 0 else 0))) >> 32
            choice = allowed[k * count + game] if k < n else waiting
        actions[game] = choice

    return kernel
