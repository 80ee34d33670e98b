"""What can be reviewed: a whole record of a game that is over, and how it falls into turns. Knows no game."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.match import Match
from tabbytop.engine.record import BadRecord, parse_record
from tabbytop.engine.referee import Interpreted, Referee

UNSEEN = "_unseen"
"""How the families end that stand for what somebody may not know."""


class NotReviewable(UserError):
    """A record that cannot be reviewed; says why in a sentence. `ours` is whether it is a record at all."""

    def __init__(self, words: str, *, ours: bool = True) -> None:
        super().__init__(words)
        self.ours = ours


@dataclass(frozen=True)
class Stretch:
    """The plies of one turn, and whose it was; -1 before anybody has moved."""

    number: int
    seat: int
    begin: int
    end: int


@dataclass(frozen=True)
class Subject:
    """A finished match to look back at, with the names at its seats and the hash that its record ends with."""

    match: Match
    names: tuple[str, ...]
    record: str

    def __post_init__(self) -> None:
        if not self.match.over:
            raise NotReviewable(
                f"This game of {self.match.game.name} is not over: it is reviewed when nothing is hidden any more."
            )

    @property
    def is_race(self) -> bool:
        """Whether everybody acts at once, so that times tell and chances do not."""
        return self.match.game.clock is not None

    @functools.cached_property
    def turns(self) -> tuple[Stretch, ...]:
        """The turns of the game in their order."""
        return tuple(_turns(self.match))

    def turn_of(self, ply: int) -> int:
        """The number of the turn that a ply belongs to."""
        return next((turn.number for turn in self.turns if turn.begin <= ply < turn.end), self.turns[-1].number)


def subject_of(text: str, name: str = "this", referee_for: Callable[[Game], Referee] = Interpreted) -> Subject:
    """What a record is about, if it holds and is over; NotReviewable with a sentence if not."""
    try:
        record = parse_record(text, name, referee_for)
    except BadRecord as problem:
        if hidden := _hidden_line(text, problem.line):
            raise NotReviewable(hidden) from None
        raise NotReviewable(f"{name}: {problem}" if problem.line else str(problem), ours=problem.line > 0) from None
    if not record.finished:
        raise NotReviewable(
            f"{name} stops after {english.count(record.match.ply, 'move')}, before the end of the game. A game is "
            "reviewed when it is over and its luck is revealed."
        )
    last = json.loads(text.rstrip("\n").rsplit("\n", 1)[-1])
    return Subject(record.match, _names(record.match, record.names), str(last["hash"]))


def read_subject(path: Path, referee_for: Callable[[Game], Referee] = Interpreted) -> Subject:
    """`subject_of` for a file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise NotReviewable(f"{path} cannot be read: {problem.strerror}.", ours=False) from None
    except UnicodeDecodeError:
        raise NotReviewable(f"{path} is not a Tabbytop record: it is not even text.", ours=False) from None
    return subject_of(text, str(path), referee_for)


def _names(match: Match, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the record calls the seats, and the game's own names where it does not."""
    view = match.game.state.plain(match.state())
    return tuple(
        names[seat] if seat < len(names) and names[seat] else match.game.words.seat_name(view, seat)
        for seat in range(match.seats)
    )


def _hidden_line(text: str, line: int) -> str:
    """A sentence if a record failed at a line because that does not say what was drawn."""
    lines = text.split("\n")
    if not 1 < line <= len(lines):
        return ""
    try:
        move = json.loads(lines[line - 1])["move"]
    except (ValueError, KeyError, TypeError):
        return ""
    if UNSEEN not in str(move):
        return ""
    return (
        f"Line {line} of the record hides what was drawn. Only a whole record can be reviewed, and the table gives one "
        "out when the game is over."
    )


def _turns(match: Match) -> list[Stretch]:
    """Cut where the game counts another turn, and before the first move that a player made."""
    marks = _marks(match)
    cuts = [0, *(ply for ply in range(1, match.ply) if marks[ply] != marks[ply - 1]), match.ply]
    first = next((ply for ply, entry in enumerate(match.log) if 0 <= entry.seat < match.players), 0)
    cuts = sorted({*cuts, first})
    found: list[Stretch] = []
    number = 0 if first else 1
    for begin, end in itertools.pairwise(cuts):
        seats = [entry.seat for entry in match.log[begin:end] if entry.seat >= 0]
        if not seats and found and begin > first:  # the house clears up, or luck prepares the next turn
            last = found.pop()
            found.append(Stretch(last.number, last.seat, last.begin, end))
            continue
        found.append(Stretch(number, seats[0] if seats else -1, begin, end))
        number += 1
    return found


def _marks(match: Match) -> list[int]:
    """For every ply a number that is another one in every turn."""
    reasons, marks, seat, turn = match.game.reasons, [], -1, 0
    for _, entry, before, _ in match.walk():
        if reasons is not None:
            marks.append(reasons.turn(match.game.state.plain(before)))
        else:
            if entry.seat >= 0 and entry.seat != seat:
                seat, turn = entry.seat, turn + 1
            marks.append(turn)
    return marks
