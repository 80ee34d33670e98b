"""A review in pieces that can be reckoned anywhere, in any order, and kept: what goes out, and what comes back.

A piece is a moment at which somebody had to decide, with everything that luck and the house did after it; the first one
is what came before the first decision. Pieces and findings are plain data. Nothing is cut into pieces before its game
is over, so a piece may hold the truth. Knows no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tabbytop.bots.levels import named
from tabbytop.engine.match import Match
from tabbytop.engine.seats import LUCK

if TYPE_CHECKING:
    from tabbytop.engine.referee import Compiled

LEVEL = "top-cat"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How much is reckoned. The same settings and record give the same review, unless the clock stops a search."""

    level: str = LEVEL
    """Who judges decisions: its search, its horizon; never its slips."""
    simulations: int = 2_000
    """For a decision, and as many as that once more for the move that was played, at most; with 0 none is judged."""
    playouts: int = 3_000
    """Games played on from a moment to say what the chances are; a third where no luck came just before it."""
    draws: int = 1_500
    """Games played on over all outcomes of a draw that did not come up."""
    horizon: int | None = None
    """Moves played on after the next decision before the game's own guess is taken for the result; None is to the end.
    With 0 a game is judged at sight: cheap, and as fair to luck as any other judgement."""
    seconds: float | None = None
    """For each piece, at most; None is no limit."""
    seed: int = 0


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a finished game, and how much to reckon about it. A chore for a worker of `bots/workers.py`."""

    number: int
    game: str
    players: int
    options: dict[str, Any]
    seats: int
    ply: int
    state: bytes
    """The truth before the first move of it."""
    moves: list[tuple[int, int]]
    """Seat and move: a decision, unless it is the first piece, and what followed by itself."""
    lucky: bool
    """Whether luck came just before it, so that luck is as sure as the chances here are."""
    decided: bool
    """Whether the first move was a decision between several."""
    settings: Settings
    salt: int = 0
    """Another one in every game, so that games which begin alike are played on from by other random numbers: what an
    estimate is off in one of them it must not be off in all."""

    @property
    def head(self) -> str:
        """Pieces share nothing, so that any worker may take any."""
        return f"piece {self.game} {self.ply} {hashlib.blake2b(self.state, digest_size=8).hexdigest()}"

    def do(self, referee: Compiled) -> Finding:
        """Reckon it; takes from a few to some hundred milliseconds at the usual settings."""
        from tabbytop.review.reckoning import reckoner

        return reckoner(referee).reckon(self)


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """What the search found out about a legal move, from the view of the seat that had it."""

    move: int
    visits: int
    chance: float
    error: float
    reason: str = ""


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome of luck: what the others would have been worth."""

    ply: int
    share: float
    """How likely what came up was."""
    others: list[float]
    """The chances over all other outcomes, weighted by how likely they were: adds up to 1 - `share`."""
    error: float
    outcomes: int
    exact: bool


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a piece."""

    number: int
    value: list[float]
    """The chances at its first moment, as the table truly lay."""
    error: float
    draws: list[Drawn]
    weighed: list[Weighed] = []
    """All legal moves, the best first; none where nothing was decided."""
    cost: float = 0.0
    cost_error: float = 0.0
    gives: list[float] = []
    """The cost by seat, from the view of whoever decided."""
    simulations: int = 0
    seconds: float = 0.0
    """Processor time."""


def pieces_of(match: Match, settings: Settings | None = None) -> list[Piece]:
    """A finished game of turns in pieces, in their order."""
    chosen = settings or Settings()
    named(chosen.level, match.game)
    return list(_pieces(match, chosen))


def _pieces(match: Match, settings: Settings) -> Iterator[Piece]:
    starts = [0, *(ply for ply, (decided, _) in enumerate(_moments(match)) if decided)]
    states: Mapping[int, bytes] = dict(_states(match, set(starts)))
    salt = int.from_bytes(hashlib.blake2b(match.saved().log, digest_size=7).digest())
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], match.ply], strict=True)):
        yield Piece(
            number=number,
            game=match.game.id,
            players=match.players,
            options=dict(match.options),
            seats=match.seats,
            ply=begin,
            state=states[begin],
            moves=[(entry.seat, entry.move) for entry in match.log[begin:end]],
            lucky=any(entry.seat == LUCK for entry in match.log[starts[number - 1] : begin]) if number else False,
            decided=number > 0,
            settings=settings,
            salt=salt,
        )


def _moments(match: Match) -> Iterator[tuple[bool, int]]:
    """For every ply whether it was a decision between several moves, and whose."""
    for _, entry, before, _ in match.walk():
        seat = entry.seat
        yield 0 <= seat < match.players and len(match.referee.legal(before, seat)) > 1, seat


def _states(match: Match, plies: set[int]) -> Iterator[tuple[int, bytes]]:
    for ply, _, before, _ in match.walk():
        if ply in plies:
            yield ply, before.tobytes()
