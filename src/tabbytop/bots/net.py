"""A learned judgement inside the search: a small net over a game's features. Knows no game.

A net is one row of 32-bit numbers that the compiled search is handed as data: loading another one compiles nothing. It
looks at what `features` writes, seen from the seat on turn, and at the game's own guess; it answers with a correction
of that guess for every seat, and with a few numbers that say which moves look natural. No net is an empty row.

    features, own guess -> WIDTH -> HIDDEN -> a correction for each seat
                               \\-> EMBED, multiplied with a row for each move -> how natural it is
"""

from __future__ import annotations

import math

import numpy as np

from tabbytop.engine.rule import rule
from tabbytop.engine.state import Floats, Ids, Reals, State
from tabbytop.engine.verbs import evaluate, features

WIDTH, HIDDEN, EMBED = 64, 32, 16
INPUTS, SEATS, MOVES = range(3)
ZERO = np.float32(0.0)
HEAD = 4
"""Numbers in front of the weights: how many inputs, seats and moves."""
NO_NET: Floats = np.zeros(0, np.float32)
SURE = 6.0
"""Guesses are not taken for surer than this, as logits."""
SHARP = 10_000
"""The weight of the most natural move."""
THOUSANDTHS = 1000
"""Logits are whole numbers of these while they are compared."""


def size_of(inputs: int, seats: int, moves: int) -> int:
    """Numbers in a net."""
    layers = (inputs + 1) * WIDTH + (WIDTH + 1) * HIDDEN + (HIDDEN + 1) * seats
    return HEAD + layers + (WIDTH + 1) * EMBED + moves * (EMBED + 1)


def room_for(inputs: int) -> Floats:
    """Room to work in for a net with so many inputs."""
    return np.zeros(inputs + WIDTH + HIDDEN, np.float32)


@rule
def logit_of(chance: float) -> float:
    """A chance as a logit, within bounds."""
    return max(-SURE, min(SURE, math.log(max(1e-6, chance) / max(1e-6, 1.0 - chance))))


@rule
def write_inputs(s: State, seats: int, inputs: int, results: Reals, room: Floats) -> int:
    """Write what a net looks at: the features, then the game's own guess for each seat. Returns the seat that is first.

    `results` has the game's own guess afterwards.
    """
    for i in range(inputs):
        room[i] = 0.0
    first = features(s, room)
    evaluate(s, results)
    for k in range(seats):
        room[inputs - seats + k] = 0.25 * logit_of(results[(first + k) % seats])
    return first


@rule
def layer(net: Floats, at: int, source: Floats, target: Floats) -> int:
    """A layer of the net: its biases, and every input times its row of weights; returns where the next one begins.

    Zeros, which most inputs are, cost nothing. How wide a layer is must not be known when this is compiled: only loops
    of unknown length become ones that compute many numbers at once.
    """
    n, width = source.shape[0], target.shape[0]
    biases = net[at : at + width]
    weights = net[at + width : at + (n + 1) * width].reshape(n, width)
    for j in range(width):
        target[j] = biases[j]
    for i in range(n):
        x = source[i]
        if x != 0.0:
            for j in range(width):
                target[j] += x * weights[i, j]
    return at + (n + 1) * width


@rule
def cut_off(values: Floats) -> None:
    """Nothing below zero passes."""
    for j in range(values.shape[0]):
        values[j] = max(values[j], ZERO)


@rule
def guess(s: State, seats: int, net: Floats, results: Reals, room: Floats, embedding: Floats) -> None:
    """Every seat's result, from 0 to 1, and what the position has to say about its moves, into `embedding`."""
    first = write_inputs(s, seats, int(net[INPUTS]), results, room)
    correct(seats, first, net, results, room, embedding)


@rule
def correct(seats: int, first: int, net: Floats, results: Reals, room: Floats, embedding: Floats) -> None:
    """The same where the game's own guess is in `results` already, and what the net looks at in `room`."""
    inputs = int(net[INPUTS])
    wide = room[inputs : inputs + WIDTH]
    deep = room[inputs + WIDTH : inputs + WIDTH + HIDDEN]
    at = layer(net, HEAD, room[0:inputs], wide)
    cut_off(wide)
    at = layer(net, at, wide, deep)
    cut_off(deep)
    last = net[at + seats : at + (HIDDEN + 1) * seats].reshape(HIDDEN, seats)
    for k in range(seats):
        correction = net[at + k]
        for j in range(HIDDEN):
            correction += deep[j] * last[j, k]
        seat = (first + k) % seats
        results[seat] = 1.0 / (1.0 + math.exp(-logit_of(results[seat]) - correction))
    if seats == 2:
        results[first] = 0.5 * (results[first] + 1.0 - results[1 - first])
        results[1 - first] = 1.0 - results[first]
    at += (HIDDEN + 1) * seats
    layer(net, at, wide, embedding)


@rule
def weigh_moves(seats: int, net: Floats, embedding: Floats, ids: Ids, n: int, weights: Ids) -> None:
    """Correct how natural the legal moves look; `weights` has the game's own opinion before."""
    moves = int(net[MOVES])
    rows = net.shape[0] - moves * EMBED
    biases = rows - moves
    best = -THOUSANDTHS * 1000
    for i in range(n):
        strength = naturalness(net, embedding, rows, biases, ids[i], weights[i])
        weights[i] = int(THOUSANDTHS * strength)
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = 1 + int(SHARP * math.exp((weights[i] - best) / THOUSANDTHS))


@rule
def naturalness(net: Floats, embedding: Floats, rows: int, biases: int, move: int, weight: int) -> float:
    """How natural a move looks, as a logit."""
    strength = math.log(float(weight)) + net[biases + move]
    row = net[rows + move * EMBED : rows + (move + 1) * EMBED]
    for j in range(EMBED):
        strength += embedding[j] * row[j]
    return strength
