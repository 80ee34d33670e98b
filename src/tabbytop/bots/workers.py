"""Processes in which bots think, so that no thought, however long or broken, can stall whoever asked.

A worker is given views, never a match. It has a hard limit per answer: a worker that crashes, hangs or answers
nonsense is killed and replaced, and the question goes to the level below; in the end a random move is always there.
Knows no game.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.bots.bot import Bot, Moment
from tabbytop.bots.search import search
from tabbytop.engine.luck import stream, toss
from tabbytop.engine.match import Ply
from tabbytop.engine.referee import Compiled

START_LIMIT = 120.0
"""Seconds that a fresh worker may take to compile or load the rules."""
MOST_HEADS = 16
"""Trees that a worker keeps at a time; the one begun first is forgotten first."""


@dataclass(frozen=True)
class Question:
    """A moment in a form that travels between processes, and the head that is asked."""

    game: str
    players: int
    options: Mapping[str, Any]
    seat: int
    view: bytes
    legal: tuple[int, ...]
    log: tuple[tuple[int, int], ...]
    level: str
    head: str
    """Names the seat of a table: questions with the same head go on thinking in the same tree."""
    seed: int

    @classmethod
    def about(cls, moment: Moment, level: str, head: str, seed: int) -> Question:
        """What to ask about a moment."""
        log = tuple((entry.seat, entry.move) for entry in moment.log)
        game, view = moment.game.id, moment.view.tobytes()
        return cls(game, moment.players, moment.options, moment.seat, view, moment.legal, log, level, head, seed)

    def moment(self) -> Moment:
        """The moment asked about."""
        game = games.load(self.game)
        view = game.state.from_bytes(self.view)
        log = tuple(Ply(seat, move) for seat, move in self.log)
        return Moment(game, self.players, self.options, self.seat, view, self.legal, log)


@dataclass(frozen=True)
class Answer:
    """A move, who thought of it, and what went wrong on the way if anything did."""

    move: int
    level: str
    faults: tuple[str, ...] = ()


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, question: Question, limit: float) -> Answer:
        """A legal move in any case, within the limit (in seconds) for each level that is tried.

        The first question about a game may take longer, since its rules have to be loaded.
        """
        faults: list[str] = []
        for level in _from_level_down(question.level):
            try:
                move = self._ask_once(question, level, limit)
            except (EOFError, OSError, TimeoutError) as problem:
                self.stop()
                faults.append(f"{level}: {problem or 'the process ended'}")
                continue
            if move in question.legal and not isinstance(move, bool):
                return Answer(move, level, tuple(faults))
            faults.append(f"{level}: {move!r} is no legal move")
        luck = stream(question.seed, len(question.log))
        return Answer(question.legal[toss(luck, len(question.legal))], "random", tuple(faults))

    def stop(self) -> None:
        """End the process at once; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def _ask_once(self, question: Question, level: str, limit: float) -> Any:
        line = self._connected(question.game)
        line.send((question, level))
        if not line.poll(limit):
            raise TimeoutError(f"no answer within {limit:g} s")
        return line.recv()

    def _connected(self, game: str) -> Connection:
        if self._line is None:
            context = multiprocessing.get_context("spawn")
            self._line, far = context.Pipe()
            self._process = context.Process(target=_think_for_others, args=(far,), daemon=True)
            self._process.start()
            far.close()
        self._line.send(game)
        if not self._line.poll(START_LIMIT):
            raise TimeoutError(f"the rules of {game} were not ready within {START_LIMIT:g} s")
        self._line.recv()
        return self._line


def _from_level_down(name: str) -> list[str]:
    """A level and those below it, the strongest first."""
    return list(reversed(levels.NAMES[: levels.NAMES.index(levels.named(name).name) + 1]))


def _think_for_others(line: Connection) -> None:
    """The life of a worker process: get a game ready, answer questions, until nobody asks any more."""
    referees: dict[str, Compiled] = {}
    heads: dict[tuple[str, str], Bot] = {}
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            asked = line.recv()
            if isinstance(asked, str):
                if asked not in referees:
                    referees[asked] = Compiled(games.load(asked))
                    referees[asked].bind(search)
                line.send(asked)
                continue
            question, level = asked
            head = (question.head, level)
            if head not in heads:
                if len(heads) >= MOST_HEADS:
                    heads.pop(next(iter(heads)))
                heads[head] = levels.make(level, referees[question.game], question.seed)
            line.send(heads[head].choose(question.moment()))
