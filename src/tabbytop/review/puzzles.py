"""Puzzles as files: reading them, proving that they hold, and the shelf of those that are shipped. Knows no game.

A file holds records in short and puzzles that point into them. A puzzle is shown only after its seal, its record, its
view and its moves were found to be right: one that was altered, or comes from other rules, is refused with a sentence.
"""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec

from tabbytop import games
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import revealed
from tabbytop.engine.match import Match, Refused
from tabbytop.engine.referee import Referee
from tabbytop.review.document import FORMAT, Puzzle, PuzzleFile, Source

LOG = logging.getLogger("tabbytop.puzzles")
OWN = "puzzles"
"""The folder of puzzles that were mined here, in that of the server's data."""
A_DAY = 5
MARGIN = 0.05
"""The best move of a puzzle is so far ahead at least."""
CHOICES = 5
"""A puzzle has so many moves to choose from at least."""


class BadPuzzle(UserError):
    """A puzzle, or a file of them, that does not hold."""


def sealed(puzzle: Puzzle, source: Source) -> Puzzle:
    """A puzzle with its seal."""
    return msgspec.structs.replace(puzzle, seal=seal_of(puzzle, source))


def seal_of(puzzle: Puzzle, source: Source) -> str:
    """The hash over a puzzle and its record."""
    body = msgspec.json.encode((msgspec.structs.replace(puzzle, seal=""), source), order="sorted")
    return hashlib.blake2b(body, digest_size=16).hexdigest()


def view_hash(game: Game, match: Match, seat: int) -> str:
    """A hash of what a seat sees."""
    return hashlib.blake2b(game.state.essence(match.view(seat)), digest_size=16).hexdigest()


def source_of(match: Match, names: Sequence[str]) -> Source:
    """A finished match in short."""
    if match.luck is None:
        raise ValueError("a match without luck cannot be kept in short")
    return Source(
        players=match.players,
        options=match.game.options.recorded(match.players, match.options),
        names=list(names),
        luck=(match.luck.scheme, match.luck.reveal),
        moves=[entry.move for entry in match.log if 0 <= entry.seat < match.players],
        hash=match.fingerprint,
    )


def replayed(game: Game, source: Source, until: int | None = None, referee: Referee | None = None) -> Match:
    """The match of a record in short, to its end or until so many moves were made; BadPuzzle if it does not hold."""
    try:
        luck = revealed(*source.luck)
        match = Match(game, source.players, source.options, luck=luck, referee=referee)
        moves = iter(source.moves)
        while match.ply != until and not match.over:
            if not match.step():
                match.play(match.actor, next(moves))
    except (ValueError, TypeError, UserError, Refused, StopIteration):
        raise BadPuzzle("The record of this puzzle was altered: it cannot be played again.") from None
    if until is None and (match.fingerprint != source.hash or next(moves, None) is not None):
        raise BadPuzzle("The record of this puzzle was altered: it does not end as it says.")
    if until is not None and match.ply != until:
        raise BadPuzzle("The record of this puzzle was altered: it ends before the puzzle.")
    return match


class Shelf:
    """The puzzles of a file."""

    def __init__(self, file: PuzzleFile) -> None:
        self.game = games.load(file.game)
        if file.format != FORMAT or file.rules != self.game.version:
            raise BadPuzzle(
                f"These puzzles are of rules version {file.rules!r} of {self.game.name}; this Tabbytop has version "
                f"{self.game.version!r}. Mine them anew with: tabbytop puzzles mine {self.game.id}"
            )
        self.file = file
        self.puzzles = tuple(sorted(file.puzzles, key=lambda puzzle: puzzle.id))
        self._by_id = {puzzle.id: puzzle for puzzle in self.puzzles}

    def named(self, puzzle_id: str) -> Puzzle:
        """A puzzle by its id, if it is there and its seal holds."""
        puzzle = self._by_id.get(puzzle_id)
        if puzzle is None:
            raise BadPuzzle(f"There is no puzzle '{puzzle_id[:60]}' of {self.game.name}.")
        self.check_seal(puzzle)
        return puzzle

    def check_seal(self, puzzle: Puzzle) -> Source:
        """The record of a puzzle, if both are as they were mined."""
        source = self.file.records.get(puzzle.record)
        if source is None:
            raise BadPuzzle(f"The record of puzzle {puzzle.id} is missing.")
        if puzzle.game != self.game.id or puzzle.rules != self.game.version:
            raise BadPuzzle(
                f"Puzzle {puzzle.id} is of rules version {puzzle.rules!r} of {puzzle.game}; this Tabbytop has version "
                f"{self.game.version!r} of {self.game.id}."
            )
        if seal_of(puzzle, source) != puzzle.seal:
            raise BadPuzzle(f"Puzzle {puzzle.id} was altered: its seal does not fit.")
        return source

    def match_at(self, puzzle: Puzzle, referee: Referee | None = None) -> Match:
        """The match at the moment of a puzzle; BadPuzzle if anything about it is not as it says."""
        match = replayed(self.game, self.check_seal(puzzle), puzzle.ply, referee)
        if match.actor != puzzle.seat or view_hash(self.game, match, puzzle.seat) != puzzle.view:
            raise BadPuzzle(f"Puzzle {puzzle.id} was altered: its record leads to another moment.")
        legal = [self.game.moves.to_json(move) for move in match.legal(puzzle.seat)]
        told = (puzzle.answer, puzzle.obvious, *(choice.move for choice in puzzle.choices))
        if len(legal) != puzzle.legal or any(move not in legal for move in told):
            raise BadPuzzle(f"Puzzle {puzzle.id} was altered: its moves are not those of its moment.")
        return match


def read_file(path: Path) -> Shelf:
    """The puzzles of a file; BadPuzzle with a sentence if it cannot be used."""
    try:
        return Shelf(msgspec.json.decode(path.read_bytes(), type=PuzzleFile))
    except OSError as problem:
        raise BadPuzzle(f"{path} cannot be read: {problem.strerror}.") from None
    except msgspec.DecodeError:
        raise BadPuzzle(f"{path} is no file of Tabbytop puzzles.") from None


def shipped(game: Game) -> Shelf:
    """The puzzles in the folder of a game; an empty shelf where there are none."""
    path = game.folder / "puzzles.json"
    return read_file(path) if path.exists() else _empty(game)


def _empty(game: Game) -> Shelf:
    return Shelf(PuzzleFile(format=FORMAT, game=game.id, rules=game.version, seed=0, mined=0, records={}, puzzles=[]))


@functools.cache
def shelf(game_id: str) -> Shelf:
    """The shipped puzzles of a game as they are shown: none if their file does not hold, and the log says why."""
    game = games.load(game_id)
    try:
        return shipped(game)
    except BadPuzzle as problem:
        LOG.warning("the puzzles of %s are left out: %s", game.name, problem)
        return _empty(game)


@functools.lru_cache(64)
def shelf_with(game_id: str, folder: Path) -> Shelf:
    """The shipped puzzles of a game and those that were mined here, in the file GAME.json of a folder; a file that
    does not hold is left out, and the log says why."""
    ours, path = shelf(game_id), folder / f"{game_id}.json"
    if not path.exists():
        return ours
    try:
        own = read_file(path)
    except BadPuzzle as problem:
        LOG.warning("puzzles that were mined here are left out: %s", problem)
        return ours
    known = {puzzle.id for puzzle in ours.puzzles}
    mine = [puzzle for puzzle in own.puzzles if puzzle.id not in known and puzzle.game == game_id]
    both = {"records": {**own.file.records, **ours.file.records}, "puzzles": [*ours.puzzles, *mine]}
    return Shelf(msgspec.structs.replace(ours.file, **both))


def of_the_day(puzzles: Sequence[Puzzle], day: date, count: int = A_DAY) -> list[Puzzle]:
    """Some puzzles for a day, the same for everybody, the easy ones first; all come before one comes again."""
    if not puzzles:
        return []
    order = sorted(puzzles, key=lambda puzzle: hashlib.blake2b(puzzle.id.encode()).digest())
    first = day.toordinal() * count
    chosen = {(first + index) % len(order) for index in range(count)}
    return sorted((order[index] for index in chosen), key=lambda puzzle: (puzzle.rating, puzzle.id))
