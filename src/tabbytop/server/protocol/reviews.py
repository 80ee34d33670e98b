"""Reviews and puzzles as they are told. What a review itself holds is declared in `tabbytop.review.document`.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabbytop.server.protocol.commands import Move
from tabbytop.server.protocol.replies import Choice, SeatInfo


class ReviewProgress(Struct, tag="review", frozen=True):
    """How far the review of a finished game is. The last one is done, and holds all of it."""

    done: int
    total: int
    """Pieces that have to be reckoned."""
    turn: int
    turns: int
    """The turn that is being thought about."""
    finished: bool
    review: dict[str, Any] | None
    """The turns that are known so far, from the first on; None before the first is."""


class PuzzleInfo(Struct, frozen=True):
    """A puzzle of a day."""

    id: str
    game: str
    rating: int
    """From 1 (a kitten misses it) to 4 (every level does)."""


class PuzzleConsent(Struct, frozen=True):
    """Whether moments of one's games may become puzzles here; null for somebody who was never asked."""

    agreed: bool | None


class NewConsent(Struct, frozen=True, forbid_unknown_fields=True):
    """Agree that moments of one's games become puzzles, or take it back."""

    agreed: bool


class PuzzleDay(Struct, frozen=True):
    """The puzzles of a day, the easy ones first; the same for everybody here."""

    day: str
    puzzles: list[PuzzleInfo]


class PuzzleDocument(Struct, frozen=True):
    """A moment with one best move: the table as the seat sees it, and what it may play."""

    id: str
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    seat: int
    seats: list[SeatInfo]
    view: dict[str, Any]
    prompt: str
    picture: str
    """The same drawn with letters."""
    choices: list[Choice]
    scores: list[int]
    hash: str
    rating: int
    nudge: list[Move]
    """Two moves, one of which is the best."""


class RankedMove(Struct, frozen=True):
    """A move of a puzzle with the chance that it leaves, as far as it is known."""

    move: Move
    label: str
    chance: float | None
    reason: str
    yours: bool


class PuzzleAnswer(Struct, frozen=True):
    """What came of a move: a verdict, and the best moves with their chances."""

    verdict: str
    """"That is it", "Good, not the best" or "There was better"."""
    found: bool
    answer: Move
    choices: list[RankedMove]
    legal: int
    """How many moves there were."""
    missed_by: list[str]
    """Levels of bots that did not find it."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried at a puzzle."""

    move: Move
