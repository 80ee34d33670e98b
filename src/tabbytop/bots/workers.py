"""Processes in which bots think, so that no thought, however long or broken, can stall whoever asked.

A worker is given views, never a match. It has a hard limit per answer: a worker that crashes, hangs or answers
nonsense is killed and replaced, and the question goes to the level below; in the end a random move is always there.
Hints have nothing to fall back to: one that cannot be had says why. Knows no game.
"""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, Protocol

from tabbytop import games
from tabbytop.bots import levels
from tabbytop.bots.bot import Bot, Moment
from tabbytop.bots.foresight import Foresight, begin, natural_ply
from tabbytop.bots.search import search
from tabbytop.bots.thinking import Budget, Thinker, Thought
from tabbytop.bots.weighing import ranked
from tabbytop.engine.game import Game
from tabbytop.engine.luck import first_key, stream, toss
from tabbytop.engine.match import Ply
from tabbytop.engine.reach import Reach, Rule
from tabbytop.engine.referee import Compiled
from tabbytop.engine.rule import scratch

SPAWN = multiprocessing.get_context("spawn")
START_LIMIT = 120.0
"""Seconds that a worker may take to load the rules of a game, or between two rules that it compiles."""
MOST_HEADS = 16
"""Trees that a worker keeps at a time; the one not asked for longest is forgotten first."""
MOST_ROOM = 24 << 20
"""Bytes that all of them take together: a head that was forgotten thinks anew, which costs time and not strength."""
STEP_BACK = 10
"""How far workers lower their priority, so that whoever asks always comes first."""
LONGEST_WORDS = 160
REASONED = 3
"""Moves of a hint that come with a reason."""
STRONGEST = levels.among(levels.TOP, levels.LEVELS).budget
"""What a hint may cost unless somebody says otherwise."""

Purpose = Literal["move", "hint", "review"]


class Chore(Protocol):
    """Work about a game that is neither a move nor a hint, such as a piece of a review: plain data that travels."""

    @property
    def game(self) -> str:
        """The game whose rules it needs."""

    @property
    def head(self) -> str:
        """Names it: chores with the same head are given to the same worker if that can be."""

    def do(self, referee: Compiled) -> Any:
        """Do it with the compiled rules."""


Maker = Callable[[str, Compiled, int], Bot]
"""Makes a bot of a level, by rules, from a seed; `levels.make` is one."""


class Failed(Exception):
    """What a process was asked for will not come; says why in a few words."""


class NoThought(Exception):
    """A hint that will not come; says why in a sentence."""


@dataclass(frozen=True)
class Progress:
    """How many of the rules that a game's search is made of were compiled so far."""

    done: int
    total: int


Listener = Callable[[Progress], object]
Act = Callable[..., Any]
"""Something that a mind can do."""


def _no_listener(_: Progress) -> None:
    """Where nobody wants to know."""


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
    purpose: Purpose = "move"
    """What the answer is for. Moves are waited for by everybody, hints by one, reviews by nobody in a hurry."""

    @classmethod
    def about(cls, moment: Moment, level: str, head: str, seed: int, purpose: Purpose = "move") -> Question:
        """What to ask about a moment."""
        log = tuple((entry.seat, entry.move) for entry in moment.log)
        where = (moment.game.id, moment.players, moment.options, moment.seat, moment.view.tobytes())
        return cls(*where, moment.legal, log, level, head, seed, purpose)

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


def random_answer(question: Question, faults: Sequence[str]) -> Answer:
    """The answer that is always there."""
    luck = stream(question.seed, len(question.log))
    return Answer(question.legal[toss(luck, len(question.legal))], "random", tuple(faults))


class Worker:
    """One process that does one thing at a time. Its methods wait, each in whatever thread calls it."""

    def __init__(self, make: Maker = levels.make) -> None:
        self.games: set[str] = set()
        """Those whose rules the process has ready."""
        self.starts = 0
        """How many processes were started; each but the first stands for one that failed."""
        self._make = make
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._ended = False
        self._lock = threading.Lock()
        """Held while a process is started or killed, so that none is started after the end."""

    def ask(self, question: Question, limit: float) -> Answer:
        """A legal move in any case, within the limit (in seconds) for each level that is tried.

        The first question about a game may take longer, since its rules have to be loaded.
        """
        faults: list[str] = []
        for level in _from_level_down(question.level):
            try:
                return Answer(self._move(question, level, limit), level, tuple(faults))
            except Failed as problem:
                faults.append(f"{level}: {problem}")
        return random_answer(question, faults)

    def weigh(self, question: Question, limit: float, budget: Budget = STRONGEST) -> Thought:
        """What the search finds out about every legal move; the level of the question does not matter here."""
        try:
            self.prepare(question.game)
            thought: Thought = self._request(limit, _Mind.weigh, question, budget)
        except Failed as problem:
            raise NoThought(f"No hint could be worked out: {problem}.") from None
        return thought

    def perform(self, chore: Chore, limit: float) -> Any:
        """What comes of a chore."""
        try:
            self.prepare(chore.game)
            return self._request(limit, _Mind.perform, chore)
        except Failed as problem:
            raise NoThought(f"This could not be worked out: {problem}.") from None

    def prepare(self, game: str, notify: Listener = _no_listener) -> None:
        """Get the rules of a game ready: load them, or compile them if they never were."""
        if game not in self.games:
            self._request(START_LIMIT, _Mind.prepare, game, notify=notify)
            self.games.add(game)

    def stop(self) -> None:
        """End the process at once; the next question starts another."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            if self._line is not None:
                self._line.close()
            self._process = self._line = None
            self.games.clear()

    def end(self) -> None:
        """Kill the process and never start another; a caller who waits for it in another thread is told at once."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()  # its line stays open: closing it is for the thread that listens to it

    def _move(self, question: Question, level: str, limit: float) -> int:
        self.prepare(question.game)
        move = self._request(limit, _Mind.choose, question, level)
        if type(move) is not int or move not in question.legal:
            raise Failed("its answer is no legal move")
        return move

    def _request(self, limit: float, act: Act, *arguments: object, notify: Listener = _no_listener) -> Any:
        """Have something done in the process; it may report progress before it answers."""
        try:
            line = self._connected()
            line.send((act, *arguments))
            while isinstance(answer := _next_word(line, limit), Progress):
                notify(answer)
        except (EOFError, OSError) as problem:
            self.stop()
            broken = isinstance(problem, EOFError | ConnectionError)
            raise Failed("its process ended" if broken else str(problem)) from None
        if isinstance(answer, Failed):
            raise answer
        return answer

    def _connected(self) -> Connection:
        with self._lock:
            if self._ended:
                raise Failed("its process was ended for good")
            if self._line is None:
                near, far = SPAWN.Pipe()
                process = SPAWN.Process(target=_think_for_others, args=(far, self._make, STEP_BACK), daemon=True)
                with far, interrupts_blocked():
                    process.start()
                self._process, self._line = process, near
                self.starts += 1
            return self._line


def _next_word(line: Connection, limit: float) -> Any:
    if not line.poll(limit):
        raise TimeoutError(f"no answer within {limit:g} s")
    return line.recv()


def _from_level_down(name: str) -> list[str]:
    """A level and those below it, the strongest first."""
    level = levels.among(name, levels.LEVELS)
    return list(reversed(levels.NAMES[: levels.LEVELS.index(level) + 1]))


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process started in here never hears Ctrl-C, not even while it starts: its parent decides when it ends."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would lift the block if it were started inside
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- inside the process


def _think_for_others(line: Connection, make: Maker, step_back: int) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(step_back)
    _answer(line, make)


def _answer(line: Connection, make: Maker) -> None:
    """Do what is asked, until nobody asks any more."""
    mind = _Mind(partial(_tell, line), make)
    with suppress(EOFError, OSError):  # nobody is there any more to think for
        while True:
            act, *arguments = line.recv()
            line.send(_outcome(act, mind, *arguments))


def _tell(line: Connection, progress: Progress) -> None:
    """Report progress. That nobody is there any more is no fault of what is being done: it ends without a word."""
    try:
        line.send(progress)
    except OSError:
        sys.exit(1)


def end_with_parent() -> None:
    """A line that breaks is noticed between two questions only; a killed parent ends a long thought as well."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _outcome(act: Act, *arguments: object) -> Any:
    """What comes of an act; what it raises is told in words, and in full to whoever reads the error stream."""
    try:
        return act(*arguments)
    except Exception as problem:
        traceback.print_exc()
        first_line = f"{type(problem).__name__}: {problem}".partition("\n")[0]
        return Failed(first_line[:LONGEST_WORDS].rstrip("."))


class _Mind:
    """What a worker process keeps between questions: rules by game, and a head for every seat that asked lately."""

    def __init__(self, tell: Listener, make: Maker) -> None:
        self._tell = tell
        self._make = make
        self._referees: dict[str, Compiled] = {}
        self._foresights: dict[str, Foresight] = {}
        self._heads: dict[object, Any] = {}

    def prepare(self, game_id: str) -> None:
        """Compile or load the rules of a game; automated hands do not search and need none compiled."""
        game = games.load(game_id)
        if game.hand is not None:
            self._referees[game_id] = Compiled(game)
            return
        done, total = 0, len(_rules_of_search(game))

        def count(_: str) -> None:
            nonlocal done
            done += 1
            self._tell(Progress(done, total))

        self._tell(Progress(done, total))
        referee = Compiled(game, notify=count)
        referee.bind(search)
        self._referees[game_id] = referee
        self._foresights[game_id] = Foresight(referee)

    def choose(self, question: Question, level: str) -> int:
        """A move, by the bot of this head and level."""
        key = (question.head, level)
        bot: Bot = self._heads.pop(key, None) or self._make(level, self._referees[question.game], _seed(question))
        move = operator.index(bot.choose(question.moment()))
        self._keep(key, bot)
        return move

    def weigh(self, question: Question, budget: Budget) -> Thought:
        """Thoughts for somebody else; forced moves are thought about too, for their win chance."""
        key = (question.head, budget)
        thinker: Thinker = self._heads.pop(key, None) or Thinker(
            self._referees[question.game], _seed(question), budget.nodes
        )
        moment = question.moment()
        thought = thinker.think(moment, budget)
        self._keep(key, thinker)
        return self._with_reasons(moment, thought)

    def perform(self, chore: Chore) -> Any:
        """What comes of a chore."""
        return chore.do(self._referees[chore.game])

    def _with_reasons(self, moment: Moment, thought: Thought) -> Thought:
        """A thought with the reasons of its best few moves."""
        best = [candidate.move for candidate in ranked(thought.candidates)[:REASONED]]
        reasons = dict(zip(best, self._foresights[moment.game.id].reasons(moment, best), strict=True))
        told = tuple(replace(one, reason=reasons.get(one.move, "")) for one in thought.candidates)
        return replace(thought, candidates=told)

    def _keep(self, key: object, head: object) -> None:
        """Keep a head for its next question; one that raised never gets here and is forgotten."""
        self._heads[key] = head
        while len(self._heads) > 1 and (len(self._heads) > MOST_HEADS or self._room > MOST_ROOM):
            self._heads.pop(next(iter(self._heads)))

    @property
    def _room(self) -> int:
        return sum(getattr(head, "room", 0) for head in self._heads.values())


def _seed(question: Question) -> int:
    """The seed of a head begun now: one begun anew in mid-game must not toss the same coins again."""
    return first_key(question.seed, len(question.log))


def _rules_of_search(game: Game) -> list[Rule]:
    """The rules that are compiled for a game's bots: all that the search and its reasons can reach, but work arrays,
    which need no code of their own."""
    reach = Reach(game.stand_ins)
    starts = (search,) if game.reasons is None else (search, begin, natural_ply)
    return list(dict.fromkeys(rule for start in starts for rule in reach.rules(start) if rule is not scratch))
