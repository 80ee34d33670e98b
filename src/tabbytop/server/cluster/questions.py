"""Questions to bots as they travel between machines, and what comes back. Knows no game.

Both sides have the same version of Tabbytop: the queue of another version is another queue.
"""

from __future__ import annotations

import msgspec

from tabbytop import __version__
from tabbytop.bots.thinking import Budget, Thought
from tabbytop.bots.workers import Answer, Question
from tabbytop.review.pieces import Finding, Piece

QUEUE = f"think:{__version__}"


class Asked(msgspec.Struct):
    """A question: for a move, with a budget for what every move is worth, or a piece of a review to be reckoned."""

    question: Question | None
    limit: float
    """Seconds for an answer once a worker thinks about it."""
    budget: Budget | None = None
    piece: Piece | None = None
    """In place of a question."""

    @property
    def game(self) -> str:
        """The game that it is about."""
        return self._about.game

    @property
    def head(self) -> str:
        """Names who asks."""
        return self._about.head

    @property
    def _about(self) -> Question | Piece:
        about = self.question or self.piece
        assert about is not None
        return about

    @property
    def priority(self) -> int:
        """Moves go before hints, hints before reviews."""
        if self.question is None:
            return 2
        if self.budget is None:
            return 0
        return 2 if self.question.purpose == "review" else 1


class Moved(msgspec.Struct, tag="move"):
    """A bot's move."""

    answer: Answer


class Weighed(msgspec.Struct, tag="thought"):
    """What every move is worth."""

    thought: Thought


class Found(msgspec.Struct, tag="finding"):
    """What came of a piece of a review."""

    finding: Finding


class Unanswered(msgspec.Struct, tag="none"):
    """There is no answer; says why."""

    words: str


Reply = Moved | Weighed | Found | Unanswered


class News(msgspec.Struct):
    """What a thinker says about itself, again and again."""

    hands: int
    """Questions that it can think about at a time."""
    games: list[str]
    """Those whose rules it has ready."""


encode = msgspec.msgpack.Encoder().encode
read_asked = msgspec.msgpack.Decoder(Asked).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
read_news = msgspec.msgpack.Decoder(News).decode


def fits(asked: Asked, reply: Reply) -> bool:
    """Whether a reply answers the question: by a legal move, by what legal moves are worth, by what was found out."""
    legal = set(asked.question.legal) if asked.question is not None else set()
    match reply:
        case Moved(answer):
            return asked.budget is None and answer.move in legal
        case Weighed(thought):
            moves = [candidate.move for candidate in thought.candidates]
            return asked.budget is not None and len(moves) > 0 and set(moves) <= legal
        case Found(finding):
            return asked.piece is not None and finding.number == asked.piece.number
        case _:
            return False
