"""What a viewer may know: the one place where the truth of a table is turned into what leaves the server.

Everything here starts from a perspective, a seat or SPECTATOR, and reads the game through the views of that perspective
alone. Two tables that are equal in what a seat may know give it the same bytes.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import Any, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabbytop.engine import seats as actors
from tabbytop.engine.game import Game, all_seen
from tabbytop.engine.luck import SealedLuck
from tabbytop.engine.match import Match, Ply
from tabbytop.engine.referee import interpreted
from tabbytop.engine.scoring import ScorePart
from tabbytop.engine.seats import ALL, LUCK, SPECTATOR
from tabbytop.engine.state import States
from tabbytop.server.protocol import messages
from tabbytop.server.protocol.phrases import PHRASES
from tabbytop.server.storage.store import Card
from tabbytop.server.tables import events
from tabbytop.server.tables.decisions import Transition
from tabbytop.server.tables.names import isolated
from tabbytop.server.tables.table import Place, Table

ALIKE = 64
"""Views that are remembered."""
_canonical = msgspec.json.Encoder(order="sorted")


def view_of(table: Table, state: States, perspective: int) -> dict[str, Any]:
    """The game as a seat may see it."""
    return _fields(table.game, _seen(table.game, state.tobytes(), perspective))


def hash_of(view: dict[str, Any] | None) -> str:
    """What client and server compare to be sure that they see the same."""
    return hashlib.sha256(_canonical.encode(view)).hexdigest()[:16]


# A moment looks alike from several seats, and is told of several times: as what comes now, and as what was before. So a
# few views, known by their bytes, are kept with what was made of them. Nothing but the view itself goes into that.


@functools.lru_cache(ALIKE)
def _seen(game: Game, truth: bytes, perspective: int) -> bytes:
    return game.state.view_of(truth, perspective)


@functools.lru_cache(ALIKE)
def _face(game: Game, seen: bytes) -> Any:
    return game.state.plain_of(seen)


@functools.lru_cache(ALIKE)
def _fields(game: Game, seen: bytes) -> dict[str, Any]:
    return game.state.as_dict(game.state.from_bytes(seen))


@functools.lru_cache(ALIKE)
def _scores(game: Game, seen: bytes) -> tuple[int, ...]:
    return tuple(interpreted(game).score_of(_face(game, seen)))


@functools.lru_cache(ALIKE)
def _parts_now(game: Game, seen: bytes) -> list[messages.ScorePart]:
    face = _face(game, seen)
    return _parts(game.parts(face, face))


@functools.lru_cache(ALIKE)
def _hash(game: Game, seen: bytes) -> str:
    return hashlib.sha256(game.state.canonical(seen)).hexdigest()[:16]


@functools.lru_cache(ALIKE)
def _changes(game: Game, before: bytes, after: bytes) -> dict[str, Any]:
    return game.state.changed(before, after)


@functools.lru_cache(ALIKE)
def _entry(game: Game, ply: int, seat: int, shown: int, before: bytes, after: bytes) -> messages.LogEntry:
    """A move as it looked to somebody; below 0 it could not be seen, but what it changed could."""
    return messages.LogEntry(
        ply=ply,
        actor=actor_of(seat) if shown >= 0 else None,
        move=game.moves.as_json(shown) if shown >= 0 else None,
        sentence=_words(game, before, after, seat, shown) if shown >= 0 else "",
        changes=_changes(game, before, after),
    )


@functools.lru_cache(ALIKE)
def _words(game: Game, before: bytes, after: bytes, seat: int, move: int) -> str:
    return game.words.sentence(_face(game, before), _face(game, after), seat, move)


# ---------------------------------------------------------------- the table


def looks_alike(one: Table, other: Table) -> bool:
    """Whether everybody sees the same of a table at two moments; see `table_info`."""
    mine, theirs = one.facts, other.facts
    rest = (mine.stage, mine.places, mine.host, mine.luck, mine.opening, mine.rematch)
    if mine.opened is theirs.opened and rest == (
        theirs.stage, theirs.places, theirs.host, theirs.luck, theirs.opening, theirs.rematch
    ):  # fmt: skip
        return mine.turn == theirs.turn or seat_infos(one) == seat_infos(other)  # a turn matters where time is told
    return table_info(one) == table_info(other)


def table_info(table: Table) -> messages.TableInfo:
    """The table as everybody sees it."""
    facts, opened = table.facts, table.facts.opened
    mine = table.seats_of(facts.host)
    luck = SealedLuck.read(facts.luck) if facts.luck else None
    return messages.TableInfo(
        id=facts.id,
        game=opened.game,
        rules=opened.rules,
        players=table.players,
        options=opened.options,
        clock=opened.clock,
        listed=opened.listed,
        hints=opened.hints,
        stage=facts.stage,
        seats=seat_infos(table),
        host=mine[0] if mine else None,
        commitment=luck.commitment if luck else None,
        luck=luck.reveal if luck and facts.stage == "over" and opened.deal is None else None,
        opening=facts.opening,
        rematch=facts.rematch,
        deal=opened.deal,
        name=opened.name,
    )


def seat_infos(table: Table) -> list[messages.SeatInfo]:
    """Everybody at the table, the automated opponents of the game at the end."""
    shown = [_seat_info(table, seat, place) for seat, place in enumerate(table.facts.places)]
    automata = table.game.automata(table.players, table.facts.opened.options)
    return shown + [
        messages.SeatInfo(seat, "automaton", name) for seat, name in enumerate(automata, start=table.players)
    ]


def _seat_info(table: Table, seat: int, place: Place) -> messages.SeatInfo:
    return messages.SeatInfo(
        seat=seat,
        kind=place.kind,
        name=place.name,
        level=place.level,
        away=place.away is not None,
        time=_time_left(table, seat, place),
        learning=place.learning,
        face=place.face,
    )


def _time_left(table: Table, seat: int, place: Place) -> int | None:
    left = table.terms.left(place.bank, place.used if seat == table.facts.turn else 0)
    if left is None or place.kind != "guest":
        return None
    return 0 if place.away == "time" else max(0, left)


def you(table: Table, guest: str | None, name: str) -> messages.You:
    """What somebody is at this table."""
    mine = table.seats_of(guest)
    host = guest is not None and table.facts.host == guest
    return messages.You(guest, name, mine, host, table.facts.opened.invite if mine or host else None)


# ---------------------------------------------------------------- the card: what lists show without loading the table


class Summary(Struct, frozen=True):
    """The part of a card that only lists read."""

    seats: list[messages.SeatInfo]
    turn: int | None
    places: list[int] = []
    """By seat, once the game is over; so are the points."""
    scores: list[int] = []
    moment: int = 0
    """The event with which the present decision began."""
    scored: bool = True
    name: str = ""


def card_of(table: Table, updated: int, began: int | None = None) -> Card:
    """The card to be stored with a table's newest events; the present decision began then, or with them."""
    places, result = table.facts.places, table.match.result if table.match else None
    ranks, points = (list(result.places), list(result.scores)) if result else ([], [])
    summary = Summary(
        seats=seat_infos(table),
        turn=table.deciding,
        places=ranks,
        scores=points,
        moment=table.facts.moment,
        scored=result is None or result.scored,
        name=table.facts.opened.name,
    )
    return Card(
        id=table.facts.id,
        game=table.game.id,
        stage=table.facts.stage,
        listed=table.facts.opened.listed,
        open_seats=sum(place.kind == "open" for place in places),
        guests=tuple(place.guest for place in places),
        summary=msgspec.json.encode(summary),
        updated=updated,
        deal=table.facts.opened.deal,
        deadline=table.deadline(updated if began is None else began),
        invite=table.facts.opened.invite,
    )


def listed(card: Card, guest: str | None) -> messages.Listed:
    """A card as somebody sees it in a list."""
    summary = msgspec.json.decode(card.summary, type=Summary)
    yours = guest is not None and guest in card.guests
    turn = summary.turn
    return messages.Listed(
        id=card.id,
        game=card.game,
        stage=_stage(card.stage),
        seats=summary.seats,
        free=card.open_seats,
        updated=card.updated,
        yours=yours,
        your_turn=yours and turn is not None and card.guests[turn] == guest,
        mine=[seat for seat, sitter in enumerate(card.guests) if yours and sitter == guest],
        name=summary.name,
        turn=turn,
        places=summary.places,
        scores=summary.scores,
        scored=summary.scored,
    )


def _stage(stage: str) -> messages.Stage:
    return msgspec.convert(stage, messages.Stage)


# ---------------------------------------------------------------- the moment


def now(table: Table, perspective: int, running: int | None, time: int | None = None) -> messages.Now:
    """The present moment for one perspective; `running` and `time` are those of the clocks."""
    match, seq = table.match, newest(table, perspective)
    seat = None if perspective == SPECTATOR else perspective
    if match is None:
        return messages.Now(seq, 0, seat, None, _waiting(table), [], [], False, None, None, None, None, "")
    seen = _seen(table.game, match.packed, perspective)
    face = _face(table.game, seen)
    return messages.Now(
        seq=seq,
        ply=plies(table, perspective),
        seat=seat,
        actor=actor_of(match.actor),
        prompt=table.game.words.prompt(face, perspective),
        choices=_choices(table, match, perspective, face),
        scores=_scores_of(match, seen),
        undo=_can_undo(table, perspective),
        takeback=_asked(table),
        running=running,
        time=time,
        outcome=outcome(table),
        hash=_hash(table.game, seen),
        # at the end the outcome tells them
        parts=[] if match.over else _parts_now(table.game, seen),
    )


def newest(table: Table, perspective: int) -> int:
    """The number of the last event that a perspective hears of."""
    return table.number(table.facts.seq, table.seats_at(perspective)) if table.facts.private else table.facts.seq


def plies(table: Table, perspective: int) -> int:
    """How many moves were made, as far as a perspective may know."""
    made = table.match.ply if table.match else 0
    if not table.facts.plan.steps:
        return made
    return made - table.facts.plan.hidden_from(table.seats_at(perspective))


def _choices(table: Table, match: Match, perspective: int, face: Any) -> list[messages.Choice]:
    """What a seat may play now, by the face of its view; nothing while a bot plays there."""
    acting = 0 <= perspective < table.players and table.actor in (perspective, ALL)
    if not acting or table.bot_at(perspective) is not None:
        return []
    game = table.game
    return [
        messages.Choice(game.moves.as_json(move), game.words.label(face, perspective, move))
        for move in match.legal(perspective)
    ]


def scores(match: Match, view: States, at: int | None = None) -> list[int]:
    """Points by seat as far as they can be known from a view; all of them once the game is over. The view may be one of
    an earlier moment, after `at` moves."""
    if at is not None and at < match.ply:
        return list(_scores(match.game, view.tobytes())[: match.seats])
    return _scores_of(match, view.tobytes())


def _scores_of(match: Match, seen: bytes) -> list[int]:
    return match.score() if match.over else list(_scores(match.game, seen)[: match.seats])


def outcome(table: Table) -> messages.Outcome | None:
    """How the game ended, once it has."""
    result = table.match.result if table.match else None
    if result is None:
        return None
    parts = _parts(result.parts)
    return messages.Outcome(list(result.places), list(result.scores), result.ending, result.scored, parts)


def _parts(parts: tuple[ScorePart, ...]) -> list[messages.ScorePart]:
    return [
        messages.ScorePart(part.name, list(part.points), part.told, part.each, list(part.things or ()))
        for part in parts
    ]


def _waiting(table: Table) -> str:
    if table.facts.stage == "closed":
        return "Everybody has left; this table is closed."
    free = sum(place.is_free for place in table.facts.places)
    if free == 0:
        return "Everybody is here: the host can start the game."
    return f"Waiting for {'one more player' if free == 1 else f'{free} more players'}."


def _can_undo(table: Table, seat: int) -> bool:
    match = table.match
    if match is None or table.facts.stage != "playing" or not 0 <= seat < table.players:
        return False
    return table.bot_at(seat) is None and match.undo_floor(seat) < match.ply


def _asked(table: Table) -> messages.Asked | None:
    asked = table.facts.asked
    return messages.Asked(asked.seat, asked.ply, asked.waiting) if asked else None


def actor_of(seat: int) -> messages.Actor:
    """Who acts, as it is told."""
    return cast(messages.Actor, actors.to_json(seat))


# ---------------------------------------------------------------- events


def is_heard_alike(table: Table) -> bool:
    """Whether everybody hears the same of whatever happens, because nothing is hidden from anybody."""
    return table.game.seen is all_seen and table.game.state.is_open and not table.facts.private


class Projection:
    """What one perspective hears of transitions."""

    def __init__(self, table: Table, perspective: int) -> None:
        self._table = table
        self._perspective = perspective
        self._mine = table.seats_at(perspective)

    def project(self, transitions: Iterable[tuple[int, Transition]]) -> list[messages.Event]:
        """The transitions that may be heard of, each with its time, as events."""
        return [self.event(at, transition) for at, transition in transitions if self.hears(transition)]

    def hears(self, transition: Transition) -> bool:
        """Whether a transition may be heard of at all."""
        return transition.heard_by is None or transition.heard_by in self._mine

    def event(self, at: int, transition: Transition) -> messages.Event:
        """One transition as this perspective saw it."""
        event, number = transition.event, self._table.number(transition.seq, self._mine)
        match event:
            case events.Played():
                return self._moved(number, at, transition)
            case events.TookBack(seat=seat, ply=ply):
                name, left = isolated(transition.names[seat]), ply - transition.plan.hidden_from(self._mine)
                words = f"{name} takes back to move {left}." if event.consent else f"{name} takes a step back."
                return messages.Undone(
                    number, at, seat, left, words, self._changes(transition.before, transition.after)
                )
            case events.Spoke(seat, phrase):
                words = f"{isolated(transition.names[seat])}: {PHRASES.get(phrase, phrase)}"
                return messages.Said(number, at, seat, phrase, words)
            case _:
                kind, about, words = _sentence(event, tuple(map(isolated, transition.names)))
                return messages.Told(number, at, kind, about, words)

    def log_entry(self, ply: int, entry: Ply, before: bytes, after: bytes) -> messages.LogEntry:
        """One move as this perspective saw it, and what it changed; the truth before and after it is given packed."""
        game, shown = self._table.game, entry.move
        if game.seen is not all_seen:
            shown = game.seen(_face(game, before), entry.seat, entry.move, self._perspective)
        old, new = _seen(game, before, self._perspective), _seen(game, after, self._perspective)
        return _entry(game, ply, entry.seat, shown, old, new)

    def logged(self, ply: int, entry: Ply, before: States, after: States) -> messages.LogEntry:
        """One move of the log. Once the game is over luck is revealed: what it drew is told, and out of what."""
        truth = before.tobytes(), after.tobytes()
        told = self.log_entry(ply, entry, *truth)
        if entry.seat != LUCK or self._table.facts.stage != "over":
            return told
        game, move = self._table.game, self._table.game.moves.as_json(entry.move)
        if told.move != move:
            sentence = _words(game, *truth, entry.seat, entry.move)
            told = replace(told, actor=actor_of(entry.seat), move=move, sentence=sentence)
        return replace(told, odds=self._odds(before))

    def _odds(self, before: States) -> list[messages.Odds]:
        """What luck could have chosen, with weights."""
        assert self._table.match is not None
        ids, weights = self._table.match.referee.chance(before)
        to_json = self._table.game.moves.to_json
        return [messages.Odds(to_json(move), weight) for move, weight in zip(ids, weights, strict=True)]

    def _moved(self, number: int, at: int, transition: Transition) -> messages.Moved:
        assert transition.before is not None
        assert transition.after is not None
        assert transition.entry is not None
        told = self.log_entry(transition.ply, transition.entry, transition.before, transition.after)
        return messages.Moved(
            seq=number,
            at=at,
            ply=told.ply,
            passed=transition.planned.hidden_from(self._mine),
            actor=told.actor,
            move=told.move,
            sentence=told.sentence,
            changes=told.changes,
        )

    def _changes(self, before: bytes | None, after: bytes | None) -> dict[str, Any]:
        assert before is not None
        assert after is not None
        game = self._table.game
        return _changes(game, _seen(game, before, self._perspective), _seen(game, after, self._perspective))


STANDING_IN = {
    "left": "leaves the table; a bot plays on",
    "away": "is away; a bot plays on",
    "late": "takes too long; a bot plays on",
    "time": "has run out of time; a bot plays on",
}


def _sentence(event: events.TableEvent, names: tuple[str, ...]) -> tuple[str, int | None, str]:
    """The kind of an event, the seat it is about, and a sentence. All of it is public."""
    match event:
        case events.Opened():
            return "opened", None, "The table is open."
        case events.Sat(seat, who):
            return "sat", seat, f"{isolated(who.name)} sits down."
        case events.Arranged(seat, events.GuestSeat(name=name)):
            return "arranged", seat, f"{isolated(name)} sits down."
        case events.Arranged(seat, messages.BotSeat(name=name)):
            return "arranged", seat, f"{name or 'A bot'} sits down."
        case events.Arranged(seat, _, rose):
            return "arranged", seat, f"{names[seat]} leaves." if rose else "A seat is free."
        case events.HostPassed():
            return "host", None, "There is a new host."
        case events.Closed():
            return "closed", None, "Everybody has left; the table is closed."
        case events.Started():
            return "started", None, "The game begins."
        case events.Learned(seat, None):
            return "learned", seat, f"{names[seat]} is back from the lesson."
        case events.Learned(seat, chapter, of):
            return "learned", seat, f"{names[seat]} learns the game, chapter {chapter} of {of}."
        case events.Zoned(seat):
            return "zoned", seat, f"The time of {names[seat]} does not run at night."
        case events.TakebackAsked(seat):
            return "takeback_asked", seat, f"{names[seat]} would like to take a move back."
        case events.TakebackAnswered(seat, agree):
            return "takeback_answered", seat, f"{names[seat]} {'agrees' if agree else 'does not agree'}."
        case events.Substituted(seat, _, why):
            return "substituted", seat, f"{names[seat]} {STANDING_IN.get(why, STANDING_IN['away'])}."
        case events.Returned(seat):
            return "returned", seat, f"{names[seat]} is back."
        case events.Removed(seat):
            return "removed", seat, f"{names[seat]} was sent away by the host."
        case events.Forgotten():
            return "forgotten", None, "Somebody has deleted their profile."
        case events.Slowed(seat):
            return "slowed", seat, f"The connection of {names[seat]} has become much slower."
        case events.Rematched():
            return "rematch", None, "The group plays again at another table."
        case _:
            raise TypeError(f"{type(event).__name__} has words of its own")
