"""A match: options, luck and a log of moves, and everything that follows from them.

The log *is* the game: the state at any ply comes from playing it again. A match asks a referee what is legal, plays
luck and the house by itself, keeps what was played, and tells every seat only what it may see.

    >>> from tabbytop.games import load
    >>> from tabbytop.engine.luck import SwiftLuck
    >>> match = Match(load("cat-cab"), players=2, luck=SwiftLuck(seed=1, game=0))
    >>> match.advance()
    >>> [match.label(move, match.actor) for move in match.legal(match.actor)]
    ['Roll the dice']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from tabbytop.engine.clock import NEVER
from tabbytop.engine.game import Game, all_seen
from tabbytop.engine.luck import Luck, SealedLuck
from tabbytop.engine.referee import Referee, interpreted
from tabbytop.engine.scoring import ScorePart
from tabbytop.engine.seats import ALL, CLOCK, HOUSE, LUCK, OVER, SPECTATOR
from tabbytop.engine.state import States, copy_of

CHECKPOINT_EVERY = 32


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log. The garbage collector need not look at the thousands that long games have."""

    seat: int
    move: int


@dataclass(frozen=True)
class Refusal:
    """Why a move is not possible: the clause and a sentence for people."""

    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})"


@dataclass(frozen=True)
class Saved:
    """A match in bytes: its log, and its states every so many moves with the present one at the end."""

    log: bytes
    states: bytes


class Refused(Exception):
    """A move that the rules forbid. Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(frozen=True)
class Result:
    """How a match ended: places (1 is a win) and points by seat, a few words, and what the points are made of."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str
    parts: tuple[ScorePart, ...] = ()
    """None where the game does not say."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def scored(self) -> bool:
        """Whether the points count."""
        return has_score(self.places)


def has_score(places: Sequence[int]) -> bool:
    """Whether a game with these places has a score: one that is lost without an opponent has none.

    >>> has_score((1,)), has_score((2,)), has_score((2, 1))
    (True, False, True)
    """
    return len(places) > 1 or tuple(places) == (1,)


def told(game: Game, entry: Ply, before: States, after: States, viewer: int) -> str:
    """A move as a viewer hears of it: as it was, as far as it may be known, or not at all (an empty text)."""
    shown = game.seen(game.state.plain(before), entry.seat, entry.move, viewer)
    if shown < 0:
        return ""
    old, new = (game.state.plain(game.state.view(state, viewer)) for state in (before, after))
    return game.words.sentence(old, new, entry.seat, shown)


class Match:
    """One game being played, or played again."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        luck: Luck | None = None,
        referee: Referee | None = None,
        opening: int = 0,
    ) -> None:
        self.game = game
        self.players = game.default_players if players is None else players
        self.options = game.complete(self.players, options or {})
        self.luck = luck
        """None while luck is known only from a record."""
        self.opening = opening
        """The first so many moves are taken over from another game; their luck is not this one."""
        self.seats = game.seats(self.players, self.options)
        self.log: list[Ply] = []
        self.referee = referee or interpreted(game)
        self._stand_at(self.referee.setup(game.encode(self.players, self.options)))
        self._checkpoints = [copy_of(self._state)]
        self._shown: dict[int, tuple[int, ...]] = {}
        """How the moves looked to those who have asked, as far as they have; see `seen_log`."""

    @classmethod
    def new(cls, game: Game, players: int | None = None, options: Mapping[str, Any] | None = None) -> Match:
        """A match for a real table, with luck that nobody can foresee and anybody can verify afterwards."""
        return cls(game, players, options, luck=SealedLuck.new())

    def fork(self) -> Match:
        """The same match on a path of its own: what is played there is not played here."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.log = list(self.log)
        other._state = copy_of(self._state)
        other._checkpoints = list(self._checkpoints)
        other._shown = dict(self._shown)
        return other

    # ------------------------------------------------------------ saving

    def saved(self) -> Saved:
        """The log and the states along it as bytes, to go on from without playing everything again."""
        log = np.array([(entry.seat, entry.move) for entry in self.log], np.int32)
        states = b"".join(state.tobytes() for state in (*self._checkpoints, self._state))
        return Saved(log.tobytes(), states)

    def restore(self, saved: Saved) -> None:
        """Go on from what was saved of a match with the same game, players and options."""
        log = np.frombuffer(saved.log, np.int32).reshape(-1, 2).tolist()
        size = self.game.state.dtype.itemsize
        states = [self.game.state.from_bytes(saved.states[at : at + size]) for at in range(0, len(saved.states), size)]
        if len(states) != len(log) // CHECKPOINT_EVERY + 2:
            raise ValueError(f"{len(states)} saved states do not belong to a log of {len(log)} moves")
        self.log = [Ply(seat, move) for seat, move in log]
        self._shown = {}
        *self._checkpoints, last = states
        self._stand_at(last)

    def _stand_at(self, state: States) -> None:
        """The game has come to a state: who acts there is asked for so often that it is worked out once."""
        self._state = state
        self.actor = self.referee.actor(state)

    # ------------------------------------------------------------ asking

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.log)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def fingerprint(self) -> str:
        """A hash of the whole state."""
        return self.game.state.fingerprint(self._state)

    def is_automated(self, seat: int) -> bool:
        """Whether a seat plays by itself."""
        return self.players <= seat < self.seats

    def legal(self, seat: int) -> list[int]:
        """What a seat may play now."""
        return self.referee.legal(self._state, seat)

    def why_not(self, seat: int, move: int) -> Refusal | None:
        """Why a seat may not play a move now, or None if it may."""
        self.game.moves.family(move)
        number = self.referee.why_not(self._state, seat, move)
        if number == 0:
            return None
        clause = self.game.clause_id(number)
        return Refusal(clause, self.game.words.refusal(self._plain_view(self._state, seat), seat, move, clause))

    def state(self, at: int | None = None) -> States:
        """The truth after `at` moves, now by default: a copy. For records and referees; never for players."""
        if at is None or at == self.ply:
            return copy_of(self._state)
        if not 0 <= at < self.ply:
            raise ValueError(f"this game has the moments 0 to {self.ply}, not {at}")
        return copy_of(next(self._states_from(at)))

    @property
    def packed(self) -> bytes:
        """The truth now, as bytes. For records and referees; never for players."""
        return self._state.tobytes()

    def view(self, seat: int, at: int | None = None) -> States:
        """What a seat may see, now or after `at` moves."""
        return self.game.state.view(self.state(at), seat)

    def score(self) -> list[int]:
        """Points by seat as they stand."""
        return self.referee.score(self._state)[: self.seats]

    def parts(self, viewer: int, at: int | None = None) -> tuple[ScorePart, ...]:
        """What the scores are made of, as far as a viewer can see, now or after `at` moves."""
        ply = self.ply if at is None else at
        after = self._plain_view(self.state(ply), viewer)
        # only the last move of all puts together what was apart, and going back a move takes its time
        is_end = self.over and ply == self.ply > 0
        return self.game.parts(after, self._plain_view(self.state(ply - 1), viewer) if is_end else after)

    @property
    def result(self) -> Result | None:
        """Places, points and words once the game is over."""
        if not self.over:
            return None
        places = tuple(self.referee.rank(self._state)[: self.seats])
        ending = self.game.words.ending(self._plain_view(self._state, SPECTATOR))
        return Result(places, tuple(self.score()), ending, self.parts(SPECTATOR))

    # ------------------------------------------------------------ playing

    def play(self, seat: int, move: int) -> None:
        """A player's move. Luck, the house and automated seats are played by `advance` alone."""
        if not 0 <= seat < self.players:
            raise ValueError(f"seat {seat} is not a player's; players have the seats 0 to {self.players - 1}")
        self.accept(seat, move)

    def accept(self, seat: int, move: int) -> None:
        """Add any legal move to the log, whoever made it."""
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        self.referee.apply(self._state, seat, move)
        self._stand_at(self._state)
        self.log.append(Ply(seat, move))
        if self.ply % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(copy_of(self._state))

    def advance(self) -> None:
        """Play luck, the house and automated seats until a player has to decide or the game is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Play one move that no player decides; False if there is none now."""
        choice = self.undecided()
        if choice is None:
            return False
        self.accept(choice.seat, choice.move)
        return True

    def drawn(self) -> int:
        """What luck does now, where it is to act and known."""
        assert self.luck is not None
        ids, weights = self.referee.chance(self._state)
        if not self.luck.by_kind:
            return ids[self.luck.choose(self.ply, weights)]
        family = self.game.moves.family
        kind = family(ids[0]).name
        before = sum(entry.seat == LUCK and family(entry.move).name == kind for entry in self.log)
        return ids[self.luck.choose(f"{kind} {before}", weights)]

    def undecided(self) -> Ply | None:
        """The move that comes now if no player decides it: luck's, the house's, an automated seat's."""
        seat = self.actor
        if seat == LUCK:
            if self.luck is None:
                raise ValueError("this match was read from a record that does not reveal its luck: it cannot go on")
            return Ply(LUCK, self.drawn())
        if seat == HOUSE or self.is_automated(seat):
            (move,) = self.legal(seat)
            return Ply(seat, move)
        return None

    # ------------------------------------------------------------ time

    @property
    def now(self) -> int:
        """The time at the table in milliseconds; 0 in games without a clock."""
        return 0 if self.game.clock is None else self.game.clock.now(self.game.state.plain(self._state))

    @property
    def time_left(self) -> int:
        """Milliseconds until something happens by itself, or `clock.NEVER`."""
        return NEVER if self.game.clock is None else self.game.clock.left(self.game.state.plain(self._state))

    def wait(self, ms: int) -> int:
        """Let time pass, but not beyond the moment at which something happens by itself; returns how much passed."""
        clock, passed = self.game.clock, 0
        if clock is None:
            raise ValueError(f"{self.game.name} has no clock")
        while passed < ms and self.actor == ALL:
            left = self.time_left
            span = ms - passed if left == NEVER else min(ms - passed, left)
            move = clock.step(span)
            self.accept(CLOCK, move)
            passed += clock.passes[move]
        return passed

    # ------------------------------------------------------------ taking back

    def undo_floor(self, seat: int) -> int:
        """How far back a seat may go alone: to its first move since luck, another seat or a committing move.

        What the house did after the seat's own move goes back with it. Where time runs nothing is taken back.
        """
        floor = ply = self.ply
        if self.game.clock is not None:
            return floor
        while ply > 0:
            last = self.log[ply - 1]
            if last.seat == seat and self.game.moves.family(last.move).name not in self.game.final:
                floor = ply - 1
            elif last.seat != HOUSE:
                break
            ply -= 1
        return floor

    def last_decision(self, seat: int) -> int:
        """The moment before the last move of a seat, or -1 if it has made none."""
        return max((ply for ply, entry in enumerate(self.log) if entry.seat == seat), default=-1)

    def undo_to(self, ply: int) -> None:
        """Go back to an earlier moment. Who may do so is the table's business, see `undo_floor`."""
        self._stand_at(self.state(ply))
        del self.log[ply:]
        del self._checkpoints[ply // CHECKPOINT_EVERY + 1 :]
        self._shown = {viewer: shown[:ply] for viewer, shown in self._shown.items()}

    # ------------------------------------------------------------ telling

    def prompt(self, viewer: int) -> str:
        """The status sentence for a viewer."""
        return self.game.words.prompt(self._plain_view(self._state, viewer), viewer)

    def label(self, move: int, seat: int) -> str:
        """A move as a choice for a seat."""
        return self.game.words.label(self._plain_view(self._state, seat), seat, move)

    def picture(self, viewer: int, at: int | None = None) -> str:
        """The table drawn with letters, as a viewer sees it."""
        return self.game.words.picture(self._plain_view(self.state(at), viewer), viewer)

    def walk(self, since: int = 0) -> Iterator[tuple[int, Ply, States, States]]:
        """Every move with its ply and the truth before and after it. The states are good until the next step."""
        before: States | None = None
        for ply, after in enumerate(self._states_from(since), start=since):
            if before is not None:
                yield ply - 1, self.log[ply - 1], before, after
            before = copy_of(after)

    def sentences(self, viewer: int, since: int = 0) -> Iterator[tuple[int, str]]:
        """The log for a viewer, as (ply, sentence); what the viewer may not know is told as far as it may, or not."""
        for ply, entry, before, after in self.walk(since):
            text = told(self.game, entry, before, after, viewer)
            if text:
                yield ply, text

    def seen_log(self, viewer: int) -> Iterator[Ply]:
        """The log as a viewer saw it happen; moves of which it saw nothing are left out."""
        if self.game.seen is all_seen:
            yield from self.log
            return
        for entry, shown in zip(self.log, self._seen_moves(viewer), strict=True):
            if shown >= 0:
                yield Ply(entry.seat, shown)

    def _seen_moves(self, viewer: int) -> tuple[int, ...]:
        """Every move as a viewer saw it, below 0 where it saw nothing. What was found once is kept, and added to."""
        known = self._shown.get(viewer, ())
        since = len(known)
        if since < self.ply:
            later = zip(self.log[since:], self._states_from(since), strict=False)
            found = [
                self.game.seen(self.game.state.plain(state), entry.seat, entry.move, viewer) for entry, state in later
            ]
            known = self._shown[viewer] = (*known, *found)
        return known

    def _plain_view(self, state: States, seat: int) -> Any:
        return self.game.state.plain(self.game.state.view(state, seat))

    def _states_from(self, since: int) -> Iterator[States]:
        """The states after `since`, `since` + 1 … moves: one array, changed in place between them."""
        start = min(since // CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        state = copy_of(self._checkpoints[start])
        for ply in range(start * CHECKPOINT_EVERY, self.ply):
            if ply >= since:
                yield state
            self.referee.apply(state, self.log[ply].seat, self.log[ply].move)
        yield state
