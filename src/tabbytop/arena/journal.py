"""Finished work in a file, so that what was interrupted goes on where it ended. Knows no game.

Every line is one piece of work: the run that it belongs to, its number in the run, and what came of it. A run is
named by everything that decides its games, so one file serves several runs, and games of another seed, other options
or other rules are never taken for these. A line that was cut by a crash is played again.
"""

from __future__ import annotations

import bisect
import hashlib
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tabbytop import __version__, games
from tabbytop.arena.runners import Runner
from tabbytop.arena.simulate import Batch, Shelf
from tabbytop.arena.tournament import Fault, Outcome, Task, Thinking, Tournament
from tabbytop.engine.errors import UserError

R = TypeVar("R")


class Entry(msgspec.Struct, array_like=True):
    """One piece of work that is done."""

    run: str
    number: int
    result: msgspec.Raw


class Journal:
    """A file of finished work, open for more of it."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("a+b")
        except OSError as problem:
            raise UserError(f"The file {path} cannot be written: {problem.strerror}.") from None
        self._places: dict[tuple[str, int], int] = {}
        """Where in the file each piece of work is; the last line about it counts."""
        try:
            self._read()
        except msgspec.MsgspecError:
            raise UserError(f"{path} holds something else than games that were kept; name another file.") from None

    def _read(self) -> None:
        self._file.seek(0)
        end = 0
        for text in self._file:
            if not text.endswith(b"\n") and text.startswith(b'["'):
                break
            entry = msgspec.json.decode(text, type=Entry)
            self._places[entry.run, entry.number] = end
            end += len(text)
        self._file.truncate(end)  # what a crash has cut must not spoil the next line

    def numbers(self, run: str) -> list[int]:
        """What is done of a run, ascending."""
        return sorted(number for name, number in self._places if name == run)

    def result(self, run: str, number: int, type: type[Any] = dict) -> Any:
        """What came of a piece of work."""
        self._file.seek(self._places[run, number])
        return msgspec.json.decode(msgspec.json.decode(self._file.readline(), type=Entry).result, type=type)

    def add(self, run: str, number: int, result: object) -> None:
        """Keep what came of a piece of work. It is in the file when this returns."""
        text = msgspec.json.encode(Entry(run, number, msgspec.Raw(msgspec.json.encode(result)))) + b"\n"
        self._file.seek(0, 2)
        place = self._file.tell()
        self._file.write(text)
        self._file.flush()
        self._places[run, number] = place


def run_name(game_id: str, *decisive: object) -> str:
    """The name of a run: a hash over everything that decides its games."""
    words = repr((__version__, game_id, games.load(game_id).version, decisive))
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()


def resumed(
    journal: Journal, run: str, number: int, type: type[R], work: Callable[[Sequence[int]], Generator[R]]
) -> Generator[R]:
    """The first so many results of a run, in their order: those that are not kept come from `work`, and are kept."""
    known = set(journal.numbers(run))
    with closing(work([each for each in range(number) if each not in known])) as missing:
        for each in range(number):
            if each not in known:
                journal.add(run, each, next(missing))
            result: R = journal.result(run, each, type)
            yield result


# ---------------------------------------------------------------- tournaments


class Kept(msgspec.Struct):
    """An outcome without its task."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    thinking: tuple[Thinking, ...]
    fault: Fault | None
    record: str


class Resumed:
    """A runner that plays only what is not in the journal, and keeps what it plays there."""

    def __init__(self, runner: Runner, journal: Journal) -> None:
        self._runner, self._journal = runner, journal

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """Outcomes that were kept come first."""
        everything = list(tasks)
        if not everything:
            return
        run = tournament_name(everything[0].tournament)
        known = set(self._journal.numbers(run))
        for task in everything:
            if task.number in known:
                yield self._outcome(run, task)
        play = self._runner.play(task for task in everything if task.number not in known)
        try:
            for outcome in play:
                kept = Kept(outcome.places, outcome.scores, outcome.thinking, outcome.fault, outcome.record)
                self._journal.add(run, outcome.task.number, kept)
                yield outcome
        finally:
            play.close()

    def _outcome(self, run: str, task: Task) -> Outcome:
        kept: Kept = self._journal.result(run, task.number, Kept)
        return Outcome(task, kept.places, kept.scores, kept.thinking, kept.fault, kept.record)


def tournament_name(tournament: Tournament) -> str:
    """How many games are asked for does not matter: game 7 is the same among 10 and among 1000."""
    full = games.load(tournament.game).complete(tournament.players, tournament.options)
    table = (tournament.players, sorted(full.items()), tournament.bots, tournament.seed)
    return run_name(tournament.game, "tournament", *table, tournament.move_limit, tournament.keep_records)


# ---------------------------------------------------------------- simulations


class JournalShelf:
    """The batches of one simulation in a journal."""

    def __init__(self, journal: Journal, run: str) -> None:
        self._journal, self._run = journal, run
        self._firsts = journal.numbers(run)

    def first_from(self, game: int) -> int | None:
        """The first batch here that begins at this game or later."""
        index = bisect.bisect_left(self._firsts, game)
        return self._firsts[index] if index < len(self._firsts) else None

    def take(self, batch: Batch) -> Batch:
        """The batch that begins where this empty one does, as it was kept."""
        packed = self._journal.result(self._run, batch.first, bytes)
        return batch.fill(msgspec.msgpack.decode(zlib.decompress(packed)))

    def put(self, batch: Batch) -> None:
        """Keep a batch."""
        self._journal.add(self._run, batch.first, zlib.compress(msgspec.msgpack.encode(batch.results()), 1))
        if batch.first not in self._firsts:
            bisect.insort(self._firsts, batch.first)


def shelves(journal: Journal) -> Any:
    """Shelves in a journal, one for every simulation."""

    def shelf(game: str, players: int, options: Mapping[str, Any], seed: int) -> Shelf:
        return JournalShelf(journal, run_name(game, "simulation", players, sorted(options.items()), seed))

    return shelf
