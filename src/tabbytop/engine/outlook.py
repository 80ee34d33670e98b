"""What a move leads to, looked at before it is made, and what the last turn of somebody was good for. Knows no game.

A look ahead is played on a seat's view, never on the truth, and ends where luck, somebody's decision or something
hidden comes next: so it shows nothing that the seat does not know. A look back reads what everybody has seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabbytop.engine.game import Game
from tabbytop.engine.match import Match
from tabbytop.engine.reasons import Position, Voice, explain, sentence
from tabbytop.engine.referee import interpreted
from tabbytop.engine.seats import HOUSE, LUCK, SPECTATOR
from tabbytop.engine.state import States, copy_of

MOST_PLIES = 64
"""The house never does more than this by itself."""
UNSEEN = "What speaks for it is known to nobody else yet."
UNCOUNTED = "It changed nothing that could be counted yet."


@dataclass(frozen=True)
class Preview:
    """The table as a seat would see it after a move, and what the move would change, in words for that seat."""

    view: States
    sentence: str
    """The move as the log would tell it."""
    changes: str
    """What it would change in a sentence; empty where the game gives no reasons, or where nothing tells."""
    actor: int
    """Who acts next: the house where something hidden would be turned up."""


def preview(match: Match, seat: int, move: int) -> Preview:
    """What a legal move leads to, up to the next luck, decision or reveal."""
    game, before = match.game, match.view(seat)
    after, referee = copy_of(before), interpreted(game)
    referee.apply(after, seat, move)
    told = game.words.sentence(game.state.plain(before), game.state.plain(copy_of(after)), seat, move)
    for _ in range(MOST_PLIES):
        if referee.actor(after) != HOUSE:
            break
        (forced,) = referee.legal(after, HOUSE)
        if game.moves.family(forced).name in game.reveals:
            break
        referee.apply(after, HOUSE, forced)
    actor = referee.actor(after)
    after = game.state.view(after, seat)
    return Preview(after, told, _changes(match, before, after, seat, you=seat), actor)


def why(match: Match, seat: int) -> str:
    """What the last turn of a seat was good for, from what everybody has seen of it; empty if it has had none."""
    turn = last_turn(match, seat)
    if turn is None:
        return ""
    before, after = (match.view(SPECTATOR, at) for at in turn)
    if match.game.reasons is not None:
        moves = [entry.move for entry in match.log[turn[0] : turn[1]] if entry.seat == seat]
        match.game.reasons.shown(before, seat, moves)
    hides = any(name for name in match.game.reveals)
    return _changes(match, before, after, seat, you=None) or (UNSEEN if hides else UNCOUNTED)


def last_turn(match: Match, seat: int) -> tuple[int, int] | None:
    """The moments before and after the last turn of a seat that everybody has seen, as far as the seat decided it.

    What luck brought after its last decision was not known to it, and does not count.
    """
    own = (ply for ply in reversed(range(match.ply)) if match.log[ply].seat == seat)
    last = next((ply for ply in own if _is_seen(match, ply)), None)
    if last is None:
        return None
    end = begin = last
    while begin > 0 and match.log[begin - 1].seat in (seat, HOUSE, LUCK):
        begin -= 1
    while match.log[begin].seat != seat:
        begin += 1
    end += 1
    while end < match.ply and match.log[end].seat == HOUSE and _turn(match, end) == _turn(match, begin):
        end += 1
    return begin, end


def _turn(match: Match, ply: int) -> int:
    """The turn that a moment belongs to, as the game counts them."""
    reasons = match.game.reasons
    return 0 if reasons is None else reasons.turn(match.game.state.plain(match.state(ply)))


def _is_seen(match: Match, ply: int) -> bool:
    entry, game = match.log[ply], match.game
    return game.seen(game.state.plain(match.state(ply)), entry.seat, entry.move, SPECTATOR) >= 0


def _changes(match: Match, before: States, after: States, seat: int, you: int | None) -> str:
    game: Game = match.game
    if game.reasons is None:
        return ""
    old, new = (Position.of(game.reasons, [game.state.plain(view)], seat, match.seats) for view in (before, after))
    voice = Voice(lambda other: game.words.seat_name(new.views[0], other), you)
    return sentence(explain(game.reasons, old, new, seat, match.seats, voice).text)
