"""Mining puzzles: moments of played games with one clearly best move that is not the obvious one. Knows no game.

A moment is first looked at like a hint. What stands out is checked twice more, deeper, with other seeds: each time the
best moves are looked at closely, and the answer has to be the same and ahead of all others by the margin.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.bots.bot import Moment, moment_of
from tabbytop.bots.foresight import Foresight
from tabbytop.bots.thinking import Budget, Candidate, Thinker
from tabbytop.bots.weighing import error, ranked
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck, first_key, stream
from tabbytop.engine.match import Match
from tabbytop.engine.record import parse_record
from tabbytop.engine.referee import Compiled
from tabbytop.engine.rule import rule
from tabbytop.engine.state import Ids, States, Wide
from tabbytop.engine.steps import Steps, through
from tabbytop.engine.verbs import imagine, legal, policy
from tabbytop.review.document import FORMAT, Choice, Puzzle, PuzzleFile, Source
from tabbytop.review.puzzles import (
    CHOICES,
    MARGIN,
    BadPuzzle,
    Shelf,
    read_file,
    replayed,
    sealed,
    source_of,
    view_hash,
)

GLANCE = 300
"""Simulations before most moments are put aside …"""
GLANCED = 0.03
"""… where no move is so far ahead."""
LOOK = 1_200
"""Simulations before the margin counts."""
DEEPER = 5_000
"""Simulations of each check."""
RIVALS = 3
"""Next best moves that are looked at as closely as the answer."""
AS_CLOSE = 1_200
"""Visits that each of them gets at least."""
SEEDS = (1, 2)
OPEN = (0.1, 0.97)
"""The chance that the answer leaves: what is won or lost anyway is no puzzle."""
TOLD = 4
"""Moves of an answer, besides the obvious one."""
APART = 4
"""Moves between two puzzles of a game."""
TRIES = 3
"""How often a level is asked; it misses what it finds less than twice."""
MINERS = ("alley-cat", "house-cat")
"""Who plays the games that are mined: a strong player and one that leaves things undone."""


@rule
def natural_move(view: States, work: States, seat: int, luck: Wide, ids: Ids, weights: Ids) -> int:
    """What looks most natural to a seat in a world that fits its view."""
    work[0] = view[0]
    imagine(work[0], seat, luck)
    n = legal(work[0], seat, ids)
    policy(work[0], seat, ids, n, weights)
    best = 0
    for i in range(n):
        if weights[i] > weights[best]:
            best = i
    return ids[best]


@dataclass(frozen=True)
class Check:
    """One deep look at a moment: the moves by chance, and how far the first is ahead."""

    order: Sequence[Candidate]

    @property
    def answer(self) -> int:
        """The best move."""
        return self.order[0].move

    @property
    def margin(self) -> float:
        """How far it is ahead of every other."""
        return self.order[0].win_chance - max(one.win_chance for one in self.order[1:])

    @property
    def error(self) -> float:
        """Standard error of the margin."""
        return math.hypot(error(self.order[0]), error(self.order[1]))


class Miner:
    """Looks for puzzles in the games of one game."""

    def __init__(self, referee: Compiled) -> None:
        game = referee.game
        self._game, self.referee = game, referee
        self._natural = referee.bind(natural_move)
        self._foresight = Foresight(referee)
        self._horizon = levels.named(levels.TOP, game).budget.horizon
        self._work = game.state.blank()
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)

    def search(self, match: Match, names: Sequence[str], key: str) -> Steps[tuple[Source, list[Puzzle]]]:
        """The puzzles of a finished match, a moment at a time."""
        source, found = source_of(match, names), []
        again = Match(match.game, match.players, match.options, referee=self.referee)
        free = 0
        for entry in match.log:
            if again.ply >= free and 0 <= entry.seat < match.players:
                puzzle = self._puzzle(again, entry.seat, key)
                if puzzle is not None:
                    found.append(sealed(puzzle, source))
                    free = again.ply + APART
                yield
            again.accept(entry.seat, entry.move)
        return source, found

    def check(self, moment: Moment, seed: int, simulations: int = DEEPER) -> Check:
        """A deep look at a moment, with the next best moves looked at closely."""
        budget = Budget(simulations, horizon=self._horizon)
        thinker = Thinker(self.referee, seed, budget.nodes * 2)
        candidates: Sequence[Candidate] = thinker.think(moment, budget).candidates
        close = min(AS_CLOSE, max(1, simulations // 4))
        for _ in range(2):  # what rises by the first looks is looked at as well
            for one in sorted(candidates, key=lambda one: -one.win_chance)[: RIVALS + 1]:
                candidates = thinker.look_at(moment, one.move, Budget(close, horizon=budget.horizon)).candidates
        return Check(sorted(candidates, key=lambda one: (-one.win_chance, one.move)))

    def _puzzle(self, match: Match, seat: int, key: str) -> Puzzle | None:
        """The moment as a puzzle, if it is one: first what costs least to ask."""
        if len(match.legal(seat)) < CHOICES:
            return None
        moment = moment_of(match, seat)
        seed, obvious = first_key(match.ply, seat), self.obvious(moment)
        thinker = Thinker(self.referee, seed)
        for simulations, least in ((GLANCE, GLANCED), (LOOK - GLANCE, MARGIN)):
            order = ranked(thinker.think(moment, Budget(simulations, horizon=self._horizon)).candidates)
            ahead = order[0].win_chance - order[1].win_chance
            if ahead < least or order[0].move == obvious or not OPEN[0] <= order[0].win_chance <= OPEN[1]:
                return None
        if order[0].move in self._found(moment, levels.NAMES[0]):
            return None
        seeds = [first_key(seed, number) for number in SEEDS]
        checks = []
        for one in seeds:
            checks.append(self.check(moment, one))
            if checks[-1].answer != order[0].move or not self.is_clear(checks[-1]):
                return None
        return self._told(match, moment, key, checks, obvious, seeds)

    def is_clear(self, check: Check) -> bool:
        """Whether one move is ahead of all others by the margin, in a game that is still open."""
        return check.margin >= MARGIN and OPEN[0] <= check.order[0].win_chance <= OPEN[1]

    def obvious(self, moment: Moment) -> int:
        """What looks most natural."""
        return int(self._natural(moment.view, self._work, moment.seat, stream(0, 5), self._ids, self._weights))

    def _found(self, moment: Moment, name: str) -> list[int]:
        """What a level plays when it does not slip, asked a few times."""
        budget = levels.named(name, self._game).playing(self._game).budget
        tries = (Thinker(self.referee, 100 + number, budget.nodes) for number in range(TRIES))
        return [one.think(moment, Budget(budget.simulations, horizon=budget.horizon)).best for one in tries]

    def _told(
        self, match: Match, moment: Moment, key: str, checks: Sequence[Check], obvious: int, seeds: list[int]
    ) -> Puzzle:
        game, seat = self._game, moment.seat
        weakest = min(checks, key=lambda check: check.margin)
        answer = weakest.answer
        missed = [name for name in levels.QUICK if self._found(moment, name).count(answer) < 2]
        shown = list(weakest.order[:TOLD])
        shown += [one for one in weakest.order if one.move == obvious and one not in shown]
        reasons = self._foresight.reasons(moment, [one.move for one in shown])
        return Puzzle(
            id=f"{key}-{match.ply}",
            game=game.id,
            rules=game.version,
            record=key,
            ply=match.ply,
            seat=seat,
            view=view_hash(game, match, seat),
            legal=len(moment.legal),
            answer=game.moves.to_json(answer),
            choices=[
                Choice(
                    move=game.moves.to_json(one.move),
                    label=match.label(one.move, seat),
                    chance=round(one.win_chance, 4),
                    error=round(error(one), 4),
                    reason=reason,
                )
                for one, reason in zip(shown, reasons, strict=True)
            ],
            obvious=game.moves.to_json(obvious),
            margin=round(weakest.margin, 4),
            error=round(weakest.error, 4),
            simulations=DEEPER,
            seeds=seeds,
            missed_by=missed,
            rating=max(1, len(missed)),
        )


def game_to_mine(referee: Compiled, seed: int, number: int) -> tuple[Match, list[str]]:
    """The game of this number: all numbers of players that a game knows take turns, and so do those who play."""
    game = referee.game
    counts = [count for count in game.players if count > 1]
    players = counts[number % len(counts)] if number % 2 else counts[0]
    match = Match(game, players, {}, luck=SwiftLuck(seed, number), referee=referee)
    names = [MINERS[(number + seat) % len(MINERS)] for seat in range(players)]
    bots = [levels.make(name, referee, first_key(seed + 1, 8 * number + seat)) for seat, name in enumerate(names)]
    match.advance()
    while not match.over:
        seat = match.actor
        match.play(seat, bots[seat].choose(moment_of(match, seat)))
        match.advance()
    return match, [*names, *game.automata(players, match.options)]


def key_of(match: Match) -> str:
    """A short name for a record: of its luck and its end."""
    assert match.luck is not None
    words = f"{match.luck.reveal} {match.fingerprint}"
    return f"{match.game.id}-{hashlib.blake2b(words.encode(), digest_size=4).hexdigest()}"


@functools.cache
def miner(game_id: str) -> Miner:
    """The miner of a game in this process."""
    referee = Compiled(games.load(game_id))
    referee.ready()
    return Miner(referee)


def mined_game(game_id: str, seed: int, number: int) -> tuple[int, str, Source, list[Puzzle]]:
    """The puzzles of the game of this number: with it, its key and its record in short."""
    here = miner(game_id)
    match, names = game_to_mine(here.referee, seed, number)
    key = key_of(match)
    source, puzzles = through(here.search(match, names, key))
    return number, key, source, puzzles


def mined_record(game_id: str, text: str) -> tuple[str, Source, list[Puzzle]]:
    """The puzzles of a game that was played somewhere: with its key and its record in short."""
    match = parse_record(text).match
    key, names = key_of(match), [f"Player {seat + 1}" for seat in range(match.seats)]
    source, puzzles = through(miner(game_id).search(match, names, key))
    return key, source, puzzles


def with_records(
    file: PuzzleFile, found: Sequence[tuple[str, Source, list[Puzzle]]], kept: Sequence[str]
) -> PuzzleFile:
    """A file with what was found, and of what it had only what comes from games of the keys that are `kept`."""
    records = {key: source for key, source in file.records.items() if key in kept}
    puzzles = [puzzle for puzzle in file.puzzles if puzzle.record in records]
    records |= {key: source for key, source, some in found if some}
    puzzles += [puzzle for _, _, some in found for puzzle in some]
    return msgspec.structs.replace(file, mined=len(kept), records=records, puzzles=puzzles)


def begun(game: Game, path: Path, seed: int) -> PuzzleFile:
    """A file to go on with: what is there, if it was begun with the same seed and rules, or a new one."""
    if path.exists():
        file = read_file(path).file
        if (file.game, file.seed) != (game.id, seed):
            raise UserError(f"{path} holds puzzles of {file.game} by seed {file.seed}; name another file with --out.")
        return file
    return PuzzleFile(format=FORMAT, game=game.id, rules=game.version, seed=seed, mined=0, records={}, puzzles=[])


def with_game(file: PuzzleFile, number: int, key: str, source: Source, puzzles: list[Puzzle]) -> PuzzleFile:
    """A file after one more game was looked through."""
    records = {**file.records, key: source} if puzzles else file.records
    return msgspec.structs.replace(file, mined=number + 1, records=records, puzzles=[*file.puzzles, *puzzles])


def write_file(path: Path, file: PuzzleFile) -> None:
    """Write puzzles, one a line; whoever is interrupted has the old file or the new one."""
    head = msgspec.json.encode(msgspec.structs.replace(file, records={}, puzzles=[]))
    records = ",\n".join(f"{msgspec.json.encode(key).decode()}:{_line(one)}" for key, one in file.records.items())
    puzzles = ",\n".join(_line(one) for one in file.puzzles)
    tail = '"records":{},"puzzles":[]}'
    text = head.decode().removesuffix(tail) + f'"records":{{\n{records}\n}},"puzzles":[\n{puzzles}\n]}}\n'
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(path)
    except OSError as problem:
        raise UserError(f"{path} cannot be written: {problem.strerror}.") from None


def _line(value: Source | Puzzle) -> str:
    return msgspec.json.encode(value).decode()


def faults_of(shelf: Shelf, puzzle: Puzzle, referee: Compiled, *, deep: bool) -> list[str]:
    """What is wrong with a puzzle, in sentences: nothing, if it holds. Searching again is `deep`."""
    try:
        match = shelf.match_at(puzzle, referee)
        replayed(shelf.game, shelf.check_seal(puzzle), None, referee)
    except BadPuzzle as problem:
        return [str(problem)]
    if puzzle.legal < CHOICES or puzzle.answer == puzzle.obvious or puzzle.choices[0].move != puzzle.answer:
        return [f"Puzzle {puzzle.id} has too few moves, or its answer is the obvious move."]
    if not deep:
        return []
    here, moment = Miner(referee), moment_of(match, puzzle.seat)
    checks = [here.check(moment, seed, puzzle.simulations) for seed in puzzle.seeds]
    same = all(shelf.game.moves.to_json(check.answer) == puzzle.answer and here.is_clear(check) for check in checks)
    margin = round(min(check.margin for check in checks), 4)
    if not same or margin != puzzle.margin:
        return [f"Puzzle {puzzle.id} says {puzzle.margin:.1%} ahead, but another look finds {margin:.1%}."]
    return []
