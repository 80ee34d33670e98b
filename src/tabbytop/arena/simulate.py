"""Many games by uniformly random moves: speed, length and balance of a game. Knows no game.

Every game has a number, and its luck and choices follow from the seed and that number alone, so the result does not
depend on the number of threads or on how the games are cut into batches.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tabbytop.engine import play
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck, scramble
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Compiled, Referee
from tabbytop.engine.seats import ALL, CLOCK
from tabbytop.engine.state import Wide

MOVES_PER_SLICE = 2_000_000
"""A slice is a fraction of a second: long enough not to notice the threads, short enough for progress and Ctrl-C."""
MOST_GAMES = 1 << 15
LOST_ALONE = 2
"""The place of whoever loses a game without an opponent; such a game has no score (`match.has_score`)."""
APART = 32
"""Unused numbers behind small arrays, so that no two threads write to one line of the processor's cache."""


@dataclass
class Summary:
    """What came of a simulation, so far or in all."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    seats: int
    games: int = 0
    moves: int = 0
    unfinished: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0
    wins: list[int] = field(default_factory=list)
    scores: list[Counter[int]] = field(default_factory=list)
    """By seat, how often each score was reached; games that were lost alone have none."""
    digest: str = ""
    """A hash over the final states in the order of the games: equal digests mean equal games."""

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float:
        return self.moves / self.games if self.games else 0.0

    @property
    def scored(self) -> int:
        """How many games have a score."""
        return self.scores[0].total() if self.scores else 0

    def mean_score(self, seat: int) -> float | None:
        """The mean over the games that have a score, if any has."""
        total = sum(score * times for score, times in self.scores[seat].items())
        return total / self.scored if self.scored else None

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON values."""
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 1),
            "moves_per_second": round(self.moves_per_second, 1),
            "length": {"mean": self.mean_length, "shortest": self.shortest, "longest": self.longest},
            "unfinished": self.unfinished,
            "wins": self.wins,
            "scored": self.scored,
            "scores": [dict(sorted(counts.items())) for counts in self.scores],
            "digest": self.digest,
        }


class Shelf(Protocol):
    """Where batches that were played are kept, and found again by the number of their first game."""

    def first_from(self, game: int) -> int | None:
        """The first batch on the shelf that begins at this game or later."""

    def take(self, batch: Batch) -> Batch:
        """The batch that begins where this empty one does, as it was kept."""

    def put(self, batch: Batch) -> None:
        """Keep a batch."""


Shelves = Callable[[str, int, Mapping[str, Any], int], Shelf]
"""The shelf of a simulation: of a game, players, options and seed."""


class NoShelf:
    """Keeps nothing."""

    def first_from(self, game: int) -> int | None:
        return None

    def take(self, batch: Batch) -> Batch:
        return batch

    def put(self, batch: Batch) -> None:
        pass


class Simulations:
    """What comes of batches of random games, wherever they are played; those on a shelf are not played again."""

    def __init__(self, game: Game, shelves: Shelves | None = None) -> None:
        self.game = game
        self._shelves = shelves

    def run(self, players: int, options: Mapping[str, Any], games: int, seed: int) -> Generator[Summary]:
        """Play games number 0 to `games` - 1; yields the summary as it grows, for progress and for stopping early."""
        full = self.game.complete(players, options)
        seats = self.game.seats(players, full)
        summary = Summary(self.game.id, players, full, seed, seats)
        summary.wins = [0] * seats
        summary.scores = [Counter() for _ in range(seats)]
        digest = hashlib.blake2b(digest_size=16)
        with closing(self.batches(players, options, games, seed)) as batches:
            for batch in batches:
                batch.add_to(summary)
                digest.update(batch.states.tobytes())
                summary.digest = digest.hexdigest()
                yield summary

    def batches(self, players: int, options: Mapping[str, Any], games: int, seed: int) -> Generator[Batch]:
        """The games themselves, played, some at a time and in order."""
        raise NotImplementedError

    def divided(self, players: int, options: Mapping[str, Any], games: int, seed: int) -> Batches:
        """How the games of a simulation are cut into batches."""
        full = self.game.complete(players, options)
        shelf = NoShelf() if self._shelves is None else self._shelves(self.game.id, players, full, seed)
        return Batches(self.game, self.game.encode(players, options), seed, games, shelf)


class Simulator(Simulations):
    """Plays on threads of this process, with compiled rules."""

    def __init__(self, referee: Compiled, threads: int | None = None, shelves: Shelves | None = None) -> None:
        super().__init__(referee.game, shelves)
        self.threads = threads or os.cpu_count() or 1
        self._play_batch = referee.bind(play.play_batch)

    def batches(self, players: int, options: Mapping[str, Any], games: int, seed: int) -> Generator[Batch]:
        """Small batches first, until it is known how long the games are."""
        batches, size = self.divided(players, options, games, seed), self.threads
        with ThreadPoolExecutor(self.threads) as pool:
            first = 0
            while first < games:
                batch, is_kept = batches.next_batch(first, size)
                if not is_kept:
                    batch.play(self._play_batch, pool, self.threads)
                    batches.shelf.put(batch)
                first += batch.size
                size = max(self.threads, fitting(batch, self.threads))
                yield batch


@dataclass(frozen=True)
class Batches:
    """The games of a simulation, to be cut into batches, and those of them that were played before."""

    game: Game
    options: Wide
    seed: int
    games: int
    shelf: Shelf

    def next_batch(self, first: int, size: int) -> tuple[Batch, bool]:
        """The batch that begins at a game, of so many games at most, and whether it was played before."""
        kept = self.shelf.first_from(first)
        if kept == first:
            batch = self.shelf.take(self.batch(first, 0))
            if first + batch.size <= self.games:
                return batch, True
            kept = None  # fewer games are asked for now than were then
        end = self.games if kept is None else min(kept, self.games)
        return self.batch(first, min(size, end - first)), False

    def batch(self, first: int, size: int) -> Batch:
        """So many games to be played."""
        return Batch(self.game, self.options, self.seed, first, size)


def fitting(batch: Batch, threads: int = 1) -> int:
    """How many games like those of a batch make a slice for every thread."""
    return min(MOVES_PER_SLICE * threads * batch.size // max(1, batch.moves), MOST_GAMES)


class Batch:
    """Some games at once: final states, lengths, scores and places."""

    ARRAYS = ("states", "lengths", "scores", "places")

    def __init__(self, game: Game, options: Wide, seed: int, first: int, size: int) -> None:
        self._started = time.perf_counter()
        self.game, self.options, self.seed, self.first, self.size = game, options, seed, first, size
        self.moves = 0
        self.seconds = 0.0
        self.states = game.state.blank(size)
        self.lengths = np.zeros(size, np.int64)
        self.scores = np.zeros(size * game.most_seats, np.int64)
        self.places = np.zeros(size * game.most_seats, np.int64)

    def play(self, play_batch: Callable[..., int], pool: ThreadPoolExecutor, threads: int) -> None:
        """Play all games, in one slice per thread."""
        cuts = [thread * self.size // threads for thread in range(threads + 1)]
        self.moves = sum(pool.map(lambda begin, end: self._play_slice(play_batch, begin, end), cuts, cuts[1:]))
        self.seconds = time.perf_counter() - self._started

    def _play_slice(self, play_batch: Callable[..., int], begin: int, end: int) -> int:
        ids, weights = (np.zeros(self.game.moves.count + APART, np.int32) for _ in range(2))
        luck = np.zeros(3 + APART, np.int64)
        room = (self.lengths, self.scores, self.places, ids, weights, luck)
        where = (self.seed, self.first, self.game.longest, begin, end)
        return play_batch(self.states, self.options, *where, *room)

    def results(self) -> dict[str, Any]:
        """What came of the games, as plain data for other processes and files."""
        arrays = {name: getattr(self, name).tobytes() for name in self.ARRAYS}
        return {"moves": self.moves, "seconds": self.seconds, **arrays}

    def fill(self, results: Mapping[str, Any]) -> Batch:
        """Take over what came of these games elsewhere."""
        self.moves, self.seconds = results["moves"], results["seconds"]
        for name in self.ARRAYS:
            setattr(self, name, np.frombuffer(results[name], getattr(self, name).dtype))
        self.size = len(self.lengths)
        return self

    def add_to(self, summary: Summary) -> None:
        """Count the games of this batch."""
        finished = self.lengths[self.lengths > 0]
        summary.games += self.size
        summary.moves += self.moves
        summary.seconds += self.seconds
        summary.unfinished += self.size - len(finished)
        if len(finished):
            shortest = int(finished.min())
            summary.shortest = min(summary.shortest or shortest, shortest)
            summary.longest = max(summary.longest, int(finished.max()))
        places = self.places.reshape(self.size, -1)
        scores = self.scores.reshape(self.size, -1)
        if summary.seats == 1:
            scores = scores[places[:, 0] != LOST_ALONE]
        for seat in range(summary.seats):
            summary.wins[seat] += int((places[:, seat] == 1).sum())
            values, counts = np.unique(scores[:, seat], return_counts=True)
            summary.scores[seat].update(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def simulated_match(referee: Referee, players: int, options: Mapping[str, Any], seed: int, number: int) -> Match:
    """Game `number` of a simulation as a match, move by move the same as in the compiled batch."""
    luck = SwiftLuck(seed, number)
    match = Match(referee.game, players, options, luck=luck, referee=referee)
    while not match.over and match.ply < referee.game.longest:
        seat = match.actor
        if match.step():
            continue
        if seat == ALL:
            seat, move = _first_at_random(match, luck)
        else:
            moves = match.legal(seat)
            move = moves[luck.choose_move(match.ply, len(moves))]
        match.accept(seat, move)
    return match


def _first_at_random(match: Match, luck: SwiftLuck) -> tuple[int, int]:
    """Who acts first where everybody may, and how: the same as in `play.play_on`."""
    seats = match.game.most_seats
    able = sum(1 << bit for bit, seat in enumerate((*range(seats), CLOCK)) if match.legal(seat))
    key, number = luck.raw(match.ply)
    seat = play.first_of(able, seats, key, number)
    moves = match.legal(seat)
    return seat, moves[(scramble(number) * len(moves)) >> 32]
