"""What tests plant in a server before anybody is let in: other bots, other clocks, another game, known luck.

`run_server` calls these by name with the open store. Each changes one thing and leaves the rest as it is; a test that
wants it in its own process hands in `monkeypatch.setattr`, so that it is undone.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import itertools
import secrets
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from tabbytop import games
from tabbytop.bots import workers
from tabbytop.bots.pool import Pool
from tabbytop.bots.thinking import Candidate, Thought
from tabbytop.bots.workers import Answer, Question
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match
from tabbytop.engine.referee import Interpreted
from tabbytop.kit.high_cat.game import GAME as HIGH_CAT
from tabbytop.review import puzzles
from tabbytop.review.document import FORMAT, Choice, Puzzle, PuzzleFile
from tabbytop.review.pieces import Finding, Piece, Settings, Weighed
from tabbytop.server.runtime import reviewing
from tabbytop.server.runtime.deals import Deals
from tabbytop.server.tables.table import CLOCKS, Terms
from tests.patience import PATIENCE

HOUR = 3600 * 10**9
Plant = Callable[[Any, str, Any], None]


def named(plant: Callable[..., None]) -> str:
    """A plant in the form that `run_server` takes."""
    return f"{plant.__module__}:{plant.__name__}"


def quick_bots(store: object = None, plant: Plant = setattr) -> None:
    """Bots that answer at once, without compiled rules: always the first move that is legal."""

    async def choose(pool: Pool, question: Question, limit: float = 0.0) -> Answer:
        return Answer(question.legal[0], question.level)

    async def weigh(pool: Pool, question: Question, limit: float = 0.0, *_: object) -> Thought:
        reason = "Nothing speaks against it."
        found = [Candidate(move, 10_000, 0.5, _chance_of(question, move), reason) for move in question.legal]
        return Thought(tuple(found), len(found), len(found), 0.0)

    async def perform(pool: Pool, piece: Piece, limit: float = 0.0) -> Finding:
        return _finding(piece)

    plant(Pool, "choose", choose)
    plant(Pool, "weigh", weigh)
    plant(Pool, "perform", perform)
    plant(Pool, "warm", lambda pool, game_ids: None)


def patient_pool(store: object = None, plant: Plant = setattr) -> None:
    """Bots may think for as long as it takes: how long that is depends on what else the machine does.

    They do not step back either: behind programs that never rest, a second of compiling takes a minute.
    """
    choose, perform = Pool.choose, Pool.perform

    async def wait_for(pool: Pool, question: Question, limit: float = 0.0) -> Answer:
        return await choose(pool, question, PATIENCE)

    async def reckon(pool: Pool, piece: Piece, limit: float = 0.0) -> Finding:
        return await perform(pool, piece, PATIENCE)

    plant(Pool, "choose", wait_for)
    plant(Pool, "perform", reckon)
    plant(workers, "START_LIMIT", PATIENCE)
    plant(workers, "STEP_BACK", 0)


def _chance_of(question: Question, move: int) -> float:
    """Another number for anything else that a bot is told, so that whatever it is told can be seen in a hint."""
    told = (question.seat, question.view, question.legal, question.log, sorted(question.options.items()), move)
    return int(hashlib.sha256(repr(told).encode()).hexdigest()[:8], 16) / 2**32


def _finding(piece: Piece) -> Finding:
    """What could have come of a piece of a review, without thinking: another number for every piece."""
    game = games.load(piece.game)
    referee, state = Interpreted(game), game.state.from_bytes(piece.state)
    number = (37 * piece.number) % 11 / 40
    value = [0.5 + number] if piece.seats == 1 else [(1 - number) / piece.seats for _ in range(piece.seats)]
    value[0] += 0 if piece.seats == 1 else number
    found = Finding(number=piece.number, value=value, error=0.01, draws=[])
    if not piece.decided:
        return found
    seat, made = piece.moves[0]
    legal = [made, *(move for move in referee.legal(state, seat) if move != made)]
    chances = [0.5, 0.5 + number / 2, *(0.4 for _ in legal[2:])]
    weighed = [
        Weighed(move=move, visits=100, chance=chance, error=0.01, reason="Nothing speaks against it.")
        for move, chance in zip(legal, chances, strict=False)
    ]
    weighed.sort(key=lambda each: -each.chance)
    gives = [number / 2 / max(1, piece.seats - 1)] * piece.seats
    gives[seat] = -number / 2
    return msgspec.structs.replace(found, weighed=weighed, cost=number / 2, cost_error=0.01, gives=gives)


def short_clocks(store: object = None) -> None:
    """Clocks that run out while a test waits."""
    CLOCKS["relaxed"] = Terms("A moment for a turn.", turn=400)
    CLOCKS["timed"] = Terms("A moment for the game.", bank=400, increment=50)


def short_days(store: object = None) -> None:
    """A day at a slow table is over in a second and a half."""
    CLOCKS["day"] = Terms("A moment for a turn.", turn=1500, slow=True)


def jumping_clock(store: object = None) -> None:
    """The clock on the wall jumps an hour ahead at SIGUSR1, and an hour back at SIGUSR2."""
    true, shift = time.time_ns, [0]

    def jump(by: int) -> Any:
        return lambda *_: shift.__setitem__(0, shift[0] + by)

    signal.signal(signal.SIGUSR1, jump(HOUR))
    signal.signal(signal.SIGUSR2, jump(-HOUR))
    time.time_ns = lambda: true() + shift[0]
    time.time = lambda: time.time_ns() / 10**9


def an_hour_later(store: object = None) -> None:
    """The clock on the wall is an hour ahead, as after a long time without a server."""
    true = time.time_ns
    time.time_ns = lambda: true() + HOUR
    time.time = lambda: time.time_ns() / 10**9


# ---------------------------------------------------------------- hidden hands, and worlds that look alike


def high_cat(store: object = None, plant: Plant = setattr, game: Any = HIGH_CAT) -> None:
    """The kit's game with hidden hands can be played here."""
    load, ids = games.load, games.ids
    plant(games, "load", lambda game_id: game if game_id == game.id else load(game_id))
    plant(games, "ids", lambda: [*ids(), game.id])


def nothing_by_chance(store: object = None, plant: Plant = setattr) -> None:
    """Everything that is public and random or timed is the same in every world: ids, links, times, commitments."""
    numbers = itertools.count(1)
    plant(secrets, "token_hex", lambda size=32: f"{next(numbers):0{2 * size}x}")
    plant(secrets, "token_urlsafe", lambda size=32: f"{next(numbers):0{size}d}")
    plant(secrets, "choice", lambda among: among[next(numbers) % len(among)])
    plant(time, "time_ns", lambda: 1_700_000_000 * 10**9)
    plant(SealedLuck, "commitment", property(lambda luck: "0" * 64))


def first_world(store: object = None, plant: Plant = setattr, viewer: int = 0) -> None:
    """Luck deals the cats of the first of two worlds that look alike to a viewer."""
    plant(SealedLuck, "new", lambda: pair_for(viewer)[0])


def second_world(store: object = None, plant: Plant = setattr, viewer: int = 0) -> None:
    """Luck deals the cats of the second of them."""
    plant(SealedLuck, "new", lambda: pair_for(viewer)[1])


@dataclass(frozen=True)
class Deal:
    """What High cat deals to two players: the cats of each hand in their order, and the buried one."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    buried: int

    @classmethod
    def by(cls, luck: SealedLuck) -> Deal:
        match = Match(HIGH_CAT, 2, luck=luck)
        match.advance()
        buried, *cats = (int(HIGH_CAT.moves.read(entry.move).args["cat"]) for entry in match.log)
        return cls((tuple(cats[:2]), tuple(cats[2:])), buried)

    def looks_like(self, other: Deal, viewer: int) -> bool:
        """Whether it is the same to a viewer, and everybody else has one cat of two that is the same."""
        for seat in range(2):
            same = len({*self.hands[seat]} & {*other.hands[seat]})
            if self.hands[seat] != other.hands[seat] if seat == viewer else same != 1:
                return False
        return self.buried != other.buried


@functools.cache
def pair_for(viewer: int) -> tuple[SealedLuck, SealedLuck]:
    """Two lucks whose deals look alike to a viewer."""
    met: list[tuple[SealedLuck, Deal]] = []
    for number in itertools.count():
        luck = SealedLuck(hashlib.sha256(b"world %d" % number).digest())
        deal = Deal.by(luck)
        for other, known in met:
            if deal.looks_like(known, viewer):
                return other, luck
        met.append((luck, deal))
    raise AssertionError("unreachable")


# ---------------------------------------------------------------- days


def next_weekday(number: int) -> datetime.date:
    """A day to come, at least a week away, so that whatever is stored now was stored before it ended."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return today + datetime.timedelta(days=7 + (number - today.weekday()) % 7)


def monday(store: object = None, plant: Plant = setattr, number: int = 0) -> None:
    """It is a Monday; at SIGUSR1 the next day begins."""
    passed = [0]
    signal.signal(signal.SIGUSR1, lambda *_: passed.__setitem__(0, passed[0] + 1))
    first = next_weekday(number)
    plant(Deals, "today", lambda deals: first + datetime.timedelta(days=passed[0]))


def wednesday(store: object = None, plant: Plant = setattr) -> None:
    """It is a Wednesday, the day of the race; at SIGUSR1 the next day begins."""
    monday(store, plant, 2)


def friday(store: object = None, plant: Plant = setattr) -> None:
    """It is a Friday; at SIGUSR1 the next day begins."""
    monday(store, plant, 4)


def cheap_reviews(store: object = None, plant: Plant = setattr) -> None:
    """Reviews are thought through by real workers, but not deeply."""
    plant(reviewing, "SETTINGS", Settings(simulations=16, playouts=12, draws=12))


# ---------------------------------------------------------------- puzzles


def one_puzzle(store: object = None, plant: Plant = setattr) -> None:
    """There is one puzzle alone, of Cat Cab: the first moment of a game at which there is much to choose from."""
    shelf = puzzle_shelf()

    def planted(game_id: str) -> puzzles.Shelf:
        nothing = PuzzleFile(
            format=FORMAT, game=game_id, rules=games.load(game_id).version, seed=0, mined=0, records={}, puzzles=[]
        )
        return shelf if game_id == shelf.game.id else puzzles.Shelf(nothing)

    plant(puzzles, "shelf", planted)


@functools.cache
def puzzle_shelf() -> puzzles.Shelf:
    """A shelf with one puzzle on it, made without thinking: the last move is said to be the best."""
    game = games.load("cat-cab")
    match = Match(game, 2, luck=SealedLuck(b"the luck of one puzzle, 32 bytes"))
    ply = None
    while not match.over:
        if match.step():
            continue
        legal = match.legal(match.actor)
        if ply is None and len(legal) >= 4:
            ply = match.ply
        match.play(match.actor, legal[-1])
    assert ply is not None
    source = puzzles.source_of(match, ["Ann", "Ben"])
    then = puzzles.replayed(game, source, ply)
    seat = then.actor
    moves = list(reversed(then.legal(seat)))
    choices = [
        Choice(
            move=game.moves.to_json(move),
            label=then.label(move, seat),
            chance=0.6 - 0.08 * number,
            error=0.01,
            reason="Nothing speaks against it.",
        )
        for number, move in enumerate(moves[:4])
    ]
    puzzle = Puzzle(
        id=f"one-{ply}",
        game=game.id,
        rules=game.version,
        record="one",
        ply=ply,
        seat=seat,
        view=puzzles.view_hash(game, then, seat),
        legal=len(moves),
        answer=choices[0].move,
        choices=choices,
        obvious=choices[1].move,
        margin=0.08,
        error=0.01,
        simulations=1,
        seeds=[1, 2],
        missed_by=["kitten"],
        rating=1,
    )
    file = PuzzleFile(
        format=FORMAT,
        game=game.id,
        rules=game.version,
        seed=0,
        mined=1,
        records={"one": source},
        puzzles=[puzzles.sealed(puzzle, source)],
    )
    return puzzles.Shelf(file)
