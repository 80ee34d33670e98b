"""Tournaments between bots: who sits where with which luck, and playing one of the games. Knows no game.

A *deal* is one luck, played once for every rotation of every line-up over the players' seats, so that every bot meets
the same luck from every seat. How games are spread over a machine, and what they say about the bots, is told elsewhere.
"""

from __future__ import annotations

import hashlib
import itertools
import operator
import random
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from tabbytop import games
from tabbytop.arena import entrants
from tabbytop.arena.race import Asked, act_first
from tabbytop.bots.bot import Bot, Moment, moment_of
from tabbytop.bots.live import Intention, LiveBot, live
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match, has_score
from tabbytop.engine.record import write_record
from tabbytop.engine.referee import Compiled
from tabbytop.engine.seats import ALL

NOBODY = -1
"""The seat of a fault that is no bot's."""
NUDGE = 0.2
"""Seconds between interruptions of a bot that does not stop at the first."""
LONGEST_WORDS = 160


@dataclass(frozen=True)
class Tournament:
    """Everything that decides the games of a tournament, as plain data."""

    game: str
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    games: int
    """As asked for; what is played is rounded up to whole deals."""
    seed: int = 0
    move_limit: float = 30.0
    """Seconds that a bot may think about one move."""
    keep_records: bool = False

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """Which bots sit together, by their numbers.

        With more bots than seats this is every combination of bots. With fewer, bots repeat evenly: all sit down
        equally often as far as the seats go, and the seats left over go to every combination of bots in turn, so two
        bots in three seats make the line-ups 0 1 0 and 0 1 1. With one seat every bot plays alone.
        """
        everybody = tuple(range(len(self.bots)))
        rounds, left = divmod(self.players, len(self.bots))
        return [everybody * rounds + extra for extra in itertools.combinations(everybody, left)]

    @property
    def games_per_deal(self) -> int:
        """Every line-up in every rotation."""
        return len(self.line_ups) * self.players

    @property
    def deals(self) -> int:
        """Whole deals for the games asked for."""
        return -(-self.games // self.games_per_deal)

    def deal(self, number: int) -> list[Task]:
        """The games of one deal. Who follows whom around the table is drawn anew for every deal."""
        tasks: list[Task] = []
        order = random.Random(f"{self.seed}/{number}")
        for line_up in self.line_ups:
            around = order.sample(line_up, len(line_up))
            for first in range(self.players):
                game = number * self.games_per_deal + len(tasks)
                tasks.append(Task(self, game, number, (*around[first:], *around[:first])))
        return tasks

    def tasks(self) -> Iterator[Task]:
        """All games, in order."""
        for number in range(self.deals):
            yield from self.deal(number)

    def whole_deals(self, outcomes: Iterable[Outcome], arrived: Callable[[int], None]) -> Iterator[list[Outcome]]:
        """Outcomes that come in any order as whole deals in order; `arrived` hears how many have come."""
        early: dict[int, Outcome] = {}
        deal: list[Outcome] = []
        expected = 0
        for count, outcome in enumerate(outcomes, start=1):
            arrived(count)
            early[outcome.task.number] = outcome
            while expected in early:
                deal.append(early.pop(expected))
                expected += 1
                if len(deal) == self.games_per_deal:
                    yield deal
                    deal = []


@dataclass(frozen=True)
class Task:
    """One game to be played: plain data, for any process anywhere."""

    tournament: Tournament
    number: int
    deal: int
    line_up: tuple[int, ...]
    """Numbers of bots by seat."""

    def name_at(self, seat: int) -> str:
        """The name of the bot at a seat."""
        return entrants.labels(self.tournament.bots)[self.line_up[seat]]

    def bot_seed(self, seat: int) -> int:
        """The seed of the bot at a seat: its own in every game, and no key to the luck of the deal."""
        words = f"{self.tournament.seed}/{self.number}/{seat}".encode()
        return int.from_bytes(hashlib.blake2b(words, digest_size=8).digest()) >> 1


@dataclass
class Thinking:
    """How long a bot thought in one game."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one move."""
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


@dataclass(frozen=True)
class Fault:
    """What went wrong in a game, and at which seat."""

    seat: int
    words: str


@dataclass(frozen=True)
class Outcome:
    """What came of a task: plain data. A game that was not played has no places."""

    task: Task
    places: tuple[int, ...] = ()
    """Of all seats, automated ones included."""
    scores: tuple[int, ...] = ()
    """By seat; they count only where the game is `scored`."""
    thinking: tuple[Thinking, ...] = ()
    fault: Fault | None = None
    record: str = ""

    @property
    def played(self) -> bool:
        """Whether the game counts."""
        return len(self.places) > 0

    @property
    def scored(self) -> bool:
        """Whether the points count: a game that is lost without an opponent has none."""
        return self.played and has_score(self.places)

    @property
    def alone(self) -> tuple[int, int]:
        """What bots that play alone are compared by: place, then points. The smaller, the better."""
        fewest_win = games.load(self.task.tournament.game).fewest_points_win
        return self.places[0], self.scores[0] if fewest_win else -self.scores[0]

    def report(self) -> dict[str, Any]:
        """The fault as JSON values."""
        assert self.fault is not None
        seat = self.fault.seat
        bot = None if seat == NOBODY else self.task.name_at(seat)
        return {"game": self.task.number, "bot": bot, "seat": None if bot is None else seat, "words": self.fault.words}

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row per bot's seat."""
        for seat in range(len(self.task.line_up)):
            thinking = self.thinking[seat] if self.played else Thinking()
            at_fault = self.fault is not None and self.fault.seat in (seat, NOBODY)
            yield {
                "game": self.task.number,
                "deal": self.task.deal,
                "seat": seat,
                "bot": self.task.name_at(seat),
                "place": self.places[seat] if self.played else "",
                "score": self.scores[seat] if self.scored else "",
                "moves": thinking.moves,
                "seconds": round(thinking.seconds, 6),
                "slowest": round(thinking.slowest, 6),
                "fault": self.fault.words if self.fault and at_fault else "",
            }


# ---------------------------------------------------------------- playing one game


class TooSlow(BaseException):
    """Raised inside a bot whose time is up. No ordinary exception, so that `except Exception` does not catch it."""


class Misbehaved(Exception):
    """A bot did something that costs it the game."""

    def __init__(self, seat: int, words: str) -> None:
        super().__init__(words)
        self.fault = Fault(seat, " ".join(words.split())[:LONGEST_WORDS])


def play_game(task: Task, referee: Compiled, asked: Callable[[int], None] = lambda seat: None) -> Outcome:
    """Play one game. A bot that misbehaves loses it; `asked` hears which seat is asked, and NOBODY afterwards."""
    tournament = task.tournament
    luck = SwiftLuck(tournament.seed, task.deal)
    match = Match(referee.game, tournament.players, tournament.options, luck=luck, referee=referee)
    thinking = tuple(Thinking() for _ in task.line_up)
    # bots that use Python's own generator play the same game again too
    random.seed(f"{tournament.seed}/{task.number}")
    fault = None
    try:
        bots = [_seated(task, seat, referee, asked) for seat in range(tournament.players)]
        hands = {
            seat: _watched(live(bot, task.bot_seed(seat)), tournament, thinking, asked)
            for seat, bot in enumerate(bots)
            if referee.game.clock is not None
        }
        while not _is_done(match):
            seat = match.actor
            if seat == ALL:
                act_first(match, hands)
            else:
                match.play(seat, _answer(bots[seat], match, seat, tournament.move_limit, thinking[seat], asked))
    except Misbehaved as misbehaved:
        fault = misbehaved.fault
    record = write_record(match, _names(task, match)) if tournament.keep_records else ""
    if fault is not None:
        return Outcome(task, places_without(match, fault.seat), tuple(match.score()), thinking, fault, record)
    result = match.result
    if result is None:
        endless = Fault(NOBODY, f"the game did not end within {referee.game.longest:,} moves, so it does not count")
        return Outcome(task, fault=endless, record=record)
    return Outcome(task, result.places, result.scores, thinking, record=record)


def places_without(match: Match, seat: int) -> tuple[int, ...]:
    """Places in a game that ends because of one seat: it is last, the others are placed by their points so far."""
    sign = -1 if match.game.fewest_points_win else 1
    points = [sign * score for score in match.score()]
    others = [points[other] for other in range(match.seats) if other != seat]
    places = [1 + sum(better > mine for better in others) for mine in points]
    places[seat] = match.seats
    return tuple(places)


def _is_done(match: Match) -> bool:
    match.advance()
    return match.over or match.ply >= match.game.longest


def _names(task: Task, match: Match) -> list[str]:
    automata = match.game.automata(match.players, match.options)
    return [*(task.name_at(seat) for seat in range(match.players)), *automata]


def _seated(task: Task, seat: int, referee: Compiled, asked: Callable[[int], None]) -> Bot:
    name = task.tournament.bots[task.line_up[seat]]
    with _watching(seat, task.tournament.move_limit, "could not be made", asked):
        return entrants.make(name, referee, task.bot_seed(seat))


def _answer(bot: Bot, match: Match, seat: int, limit: float, thinking: Thinking, asked: Callable[[int], None]) -> int:
    moment = moment_of(match, seat)
    started = time.perf_counter()
    try:
        with _watching(seat, limit, "failed", asked):
            answer: object = bot.choose(moment)
            move = _as_id(answer)
    finally:
        thinking.add(time.perf_counter() - started)
    if move not in moment.legal:
        raise Misbehaved(seat, f"answered {_shown(answer)}, which is no legal move")
    if time.perf_counter() - started > limit:
        raise Misbehaved(seat, _too_slow(limit))
    return move


def _watched(
    hand: LiveBot, tournament: Tournament, thinking: tuple[Thinking, ...], asked: Callable[[int], None]
) -> Asked:
    """A live bot whose failures and slowness are its own fault, and whose moves are legal."""

    def ask(moment: Moment) -> Intention | None:
        seat, started = moment.seat, time.perf_counter()
        try:
            with _watching(seat, tournament.move_limit, "failed", asked):
                intention = hand.intend(moment)
        finally:
            thinking[seat].add(time.perf_counter() - started)
        if intention is not None and intention.move not in moment.legal:
            raise Misbehaved(seat, f"answered {_shown(intention.move)}, which is no legal move")
        return intention

    return ask


def _as_id(answer: object) -> int:
    """The whole number that an answer is, NumPy's included; -1, which is no move, for anything else."""
    with suppress(TypeError):
        if not isinstance(answer, bool):
            return operator.index(answer)  # type: ignore[arg-type]  # whether it is one is the question
    return -1


def _shown(answer: object) -> str:
    plain = answer is None or type(answer) in (bool, int, float, str)
    return repr(answer) if plain else f"a {type(answer).__name__}"


def _too_slow(limit: float) -> str:
    return f"took longer than {limit:g} s for a move"


@contextmanager
def _watching(seat: int, limit: float, verb: str, asked: Callable[[int], None]) -> Iterator[None]:
    """Code of a bot runs inside: whatever it raises, and not coming to an end, is its own fault."""
    asked(seat)
    try:
        with _alarm(limit):
            yield
    except TooSlow:
        raise Misbehaved(seat, _too_slow(limit)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise Misbehaved(seat, f"{verb}: {type(problem).__name__}: {_words_of(problem)}") from None
    finally:
        asked(NOBODY)


def _words_of(problem: BaseException) -> str:
    try:
        return str(problem)
    except Exception:
        return "it cannot even say what"


@contextmanager
def _alarm(limit: float) -> Iterator[None]:
    """Raise TooSlow in here when the time is up, and again and again should it be swallowed."""
    if not hasattr(signal, "setitimer"):  # on Windows time is measured afterwards, and jobs are ended from outside
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, limit, NUDGE)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
