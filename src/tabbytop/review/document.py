"""What a review holds: plain structures that are written and read as JSON. Knows no game.

All chances are shares of a win from 0 to 1, one for every seat, and those of a moment add up to 1. The law of sums, for
every seat: `start` + all `luck` + all `effect` of decisions = `result`, exactly but for rounding. A player alone has a
worth in place of a chance: how good the end is, from 0 to 1, as the game's bots judge it (`measure`).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

FORMAT = 1
Measure = Literal["chance", "worth"]
Kind = Literal["own", "gift", "luck"]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A move that could be made: what it is called, and the chance that it leaves to whoever makes it."""

    move: Any
    """As records and the protocol write it."""
    label: str
    chance: float
    error: float
    """Standard error of the chance."""
    reason: str = ""
    """Why it is what it is, as hints say it; given for the best few and the one played."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a seat decided, judged by what it could know then."""

    ply: int
    """The moment before it: so many moves were made."""
    seat: int
    legal: int
    """How many moves there were to choose from; more than one."""
    played: Choice
    best: Choice
    choices: list[Choice]
    """The best few by chance, the one played always among them."""
    cost: float
    """What the move played cost against the best one found; never below 0."""
    error: float
    """Standard error of the cost."""
    is_best: bool
    """Whether it was the best move, or as good within 0.5 % or within the error."""
    gives: list[float]
    """The cost by seat: below 0 for whoever decided, what it gave to the others; adds up to 0."""
    effect: list[float]
    """How the chances changed by it as the table truly lay, by seat: the term of the law. `effect` - `gives` is what
    nobody can hold against the seat: what was hidden from it, and what the estimates are off."""


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """One outcome of luck: a die, a card."""

    ply: int
    words: str
    """What came up, as the log tells it to everybody; empty where nobody was told."""
    outcomes: int
    """How many were possible."""
    exact: bool
    """Whether the expectation is over all outcomes; otherwise over a sample of them."""
    effect: list[float]
    """By how much it changed each seat's chance against the expectation; adds up to 0."""
    error: float
    """Standard error of the largest of them."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One turn: one step of the page."""

    number: int
    """From 1."""
    seat: int
    """Whose turn it was; -1 where nobody decided anything, such as the deal."""
    begin: int
    end: int
    """The plies of the turn: from `begin` to before `end`."""
    before: list[float]
    after: list[float]
    """The chances before and after it; `after` is the next turn's `before`."""
    error: float
    """Standard error of `before`."""
    luck: list[float]
    effect: list[float]
    """Luck and decisions of the turn, summed: `before` + `luck` + `effect` = `after`."""
    cost: list[float]
    """What each seat's own decisions of the turn cost it; 0 or more."""
    decisions: list[Decision]
    """Those with more than one legal move."""
    draws: list[Draw]
    opening: bool = False
    """Whether it was taken over from another game: its luck is not this one's."""


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A moment that decided much for one player."""

    turn: int
    """Number of the turn."""
    ply: int
    """The moment to look at, or to try again."""
    kind: Kind
    """`own` cost, a `gift` of somebody else, or `luck`."""
    seat: int
    """Who decided; -1 for luck."""
    amount: float
    """What it changed of the player's chance: below 0 for what it took."""
    error: float
    played: str
    """What was played, or what came up."""
    better: str = ""
    """What would have been better; empty for luck."""
    why: str = ""
    """In one sentence."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's game in numbers and in words."""

    seat: int
    name: str
    automated: bool
    """Whether the rules play it: Crazy cat, Betsy."""
    place: int
    score: int
    scored: bool
    luck: float
    luck_error: float
    cost: float
    """All own costs together."""
    cost_error: float
    decisions: int
    """Those with more than one legal move."""
    loss_per_decision: float
    best_share: float
    """The share of decisions that were the best move, or as good."""
    best_low: float
    best_high: float
    """Its interval for 95 %, by Wilson."""
    effect: float
    """Decisions of all as the result saw them, this player's part of the law."""
    sentence: str
    """About the player, with its name."""
    to_you: str
    """The same, said to the player."""
    turning_points: list[TurningPoint]
    """Three at most, in the order of the game."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The first two lines of the page, for whoever looks."""

    viewer: int | None
    """The seat that reads it as "you"; None is anybody else."""
    title: str
    numbers: str


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """Where some of a round's time went, in a race."""

    doing: str
    """What was done at the end of it: `take_card`, `put`, `turn` …; `wait` after the last thing done."""
    words: str
    times: int
    """How often."""
    ms: int
    usual_ms: float
    """The player's own average in this game, over the rounds that have it."""


class RoundTime(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a race as one seat spent it. The law: the spans add up to `ms`, and the rounds to `Review.race_ms`."""

    round: int
    seat: int
    card: str
    """What there was to do."""
    ms: int
    usual_ms: float
    """The player's own average over all rounds."""
    spans: list[Span]
    begin: int
    end: int
    """Plies."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A game looked back at. Of races `rounds` tells, of all others `turns`."""

    format: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    names: list[str]
    record: str
    """Hash of the record's last line: which game this is about."""
    measure: Measure
    race: bool
    level: str
    """Who judged the decisions."""
    simulations: int
    """For a decision, at most."""
    playouts: int
    """For a moment, at most."""
    seed: int
    start: list[float]
    result: list[float]
    turns: list[Turn]
    people: list[Player]
    verdicts: list[Verdict]
    """One for every seat of a player, and one for anybody else."""
    error: float
    """Standard error of a chance, in the middle of the game; what the foot of the page says."""
    seconds: float
    """Processor time that it took."""
    how: str
    """How it was reckoned, in words for the foot of the page."""
    race_ms: int = 0
    rounds: list[RoundTime] = []


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A moment with one clearly best move that is not the obvious one."""

    id: str
    """Names it: the key of its record, and the ply."""
    game: str
    rules: str
    record: str
    """Key of the record that it comes from, in the same file."""
    ply: int
    seat: int
    view: str
    """Hash of what the seat sees: an altered record does not lead to it."""
    legal: int
    answer: Any
    """The best move, as records write it."""
    choices: list[Choice]
    """The best few, the answer first, with reasons, and the obvious move among them."""
    obvious: Any
    """What looks most natural at first sight."""
    margin: float
    """By how much the answer is ahead of the next, by the smaller of two deep checks; 0.05 or more."""
    error: float
    """Standard error of the margin."""
    simulations: int
    seeds: list[int]
    """What the checks were: the same ones give the same margin again."""
    missed_by: list[str]
    """Levels of bots that did not find it."""
    rating: int
    """1 (only a kitten misses it) to 4 (every level does): how many levels miss it."""
    seal: str = ""
    """Hash over all of the above and the record."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A record that puzzles come from, in short: what players decided; all the rest follows from the luck."""

    players: int
    options: dict[str, Any]
    names: list[str]
    luck: tuple[str, str]
    """Scheme, and what the footer of the record reveals."""
    moves: list[int]
    """Ids of the moves that players made, in their order."""
    hash: str
    """Fingerprint of the state at the end."""


class PuzzleFile(msgspec.Struct, frozen=True, kw_only=True):
    """Puzzles of a game, with their records."""

    format: int
    game: str
    rules: str
    seed: int
    mined: int
    """Games that were looked through so far."""
    records: dict[str, Source]
    puzzles: list[Puzzle]
