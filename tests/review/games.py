"""Games to look back at, and cheap settings to do it with."""

from __future__ import annotations

from tabbytop.bots import levels
from tabbytop.bots.bot import moment_of
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.kit.cases import Case, compiled
from tabbytop.review.assembling import assembled
from tabbytop.review.document import Review
from tabbytop.review.pieces import Finding, Settings, pieces_of
from tabbytop.review.reading import Subject

CHEAP = Settings(simulations=12, playouts=6, draws=6)
LUCK_ALONE = Settings(simulations=0, playouts=6, draws=12)
AT_SIGHT = Settings(simulations=0, playouts=1, draws=1, horizon=0)


def game_of(case: Case, names: tuple[str, ...], number: int) -> Match:
    """A game between bots of these levels."""
    referee = compiled(case.game)
    match = Match(case.game, case.players, case.chosen, luck=SwiftLuck(23, number), referee=referee)
    bots = [levels.make(names[seat % len(names)], referee, 31 * number + seat) for seat in range(case.players)]
    match.advance()
    while not match.over:
        seat = match.actor
        match.play(seat, bots[seat].choose(moment_of(match, seat)))
        match.advance()
    return match


def subject(match: Match) -> Subject:
    """A match as something to review."""
    names = tuple(f"Player {seat + 1}" for seat in range(match.seats))
    return Subject(match, names, "")


def findings(match: Match, settings: Settings = CHEAP) -> list[Finding]:
    """All pieces of a match, reckoned here."""
    return [piece.do(compiled(match.game)) for piece in pieces_of(match, settings)]


def reviewed(match: Match, settings: Settings = CHEAP) -> Review:
    """The review of a match."""
    return assembled(subject(match), settings, findings(match, settings))


def record_of(match: Match) -> str:
    """The text of a match's record."""
    return write_record(match, [f"Player {seat + 1}" for seat in range(match.seats)])
