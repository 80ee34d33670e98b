"""Where a move leads by the end of the turn, and why that is good: reasons for hints. Knows no game.

The rest of the turn is played as looks most natural to the game's own instincts, over worlds that fit the view; where
luck has a say, several times. What the seat will see then is compared with what it sees now, by the terms of the game's
evaluation (`engine/reasons.py`). Where nothing tells, the move is compared with the next best one instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tabbytop.bots.bot import Moment
from tabbytop.engine.luck import next_number, stream
from tabbytop.engine.play import drawn
from tabbytop.engine.reasons import Changes, Explanation, Position, Voice, explain, sentence
from tabbytop.engine.referee import Compiled
from tabbytop.engine.rule import rule
from tabbytop.engine.seats import HOUSE, LUCK
from tabbytop.engine.state import Ids, States, Wide, copy_of
from tabbytop.engine.verbs import actor, apply, believe, legal, policy

STOPPED, DECIDED, DREW = range(3)
"""What a ply was: none, because somebody else has to decide; a decision or the house; luck."""
WORLDS = 12
"""How often a turn with luck in it is played out."""
MOST_PLIES = 80
"""No turn is followed further."""


@rule
def begin(view: States, work: States, seat: int, move: int, luck: Wide) -> None:
    """Make a move in a world that fits a view."""
    work[0] = view[0]
    believe(work[0], seat, luck)
    apply(work[0], seat, move)


@rule
def natural_ply(work: States, seat: int, luck: Wide, ids: Ids, weights: Ids) -> int:
    """Play on by one ply: what looks most natural to a seat, or what the house or luck do. Says what it was."""
    s = work[0]
    who = actor(s)
    if who == LUCK:
        apply(s, LUCK, drawn(s, next_number(luck), ids, weights))
        return DREW
    if who != seat and who != HOUSE:
        return STOPPED
    n = legal(s, who, ids)
    best = 0
    if n > 1:
        policy(s, who, ids, n, weights)
        for i in range(n):
            if weights[i] > weights[best]:
                best = i
    apply(s, who, ids[best])
    return DECIDED


class Foresight:
    """Gives reasons for moves at a moment."""

    def __init__(self, referee: Compiled) -> None:
        game = referee.game
        self._game = game
        self._least = 0.0 if game.reasons is None else game.reasons.least
        if game.reasons is not None:
            self._begin, self._ply = referee.bind(begin), referee.bind(natural_ply)
        self._work = game.state.blank()
        self._ids: Ids = np.zeros(game.moves.count, np.int32)
        self._weights: Ids = np.zeros(game.moves.count, np.int32)

    def reasons(self, moment: Moment, moves: Sequence[int]) -> list[str]:
        """Why each of these moves is what it is, the best first; an empty text where the game has nothing to say."""
        if self._game.reasons is None:
            return [""] * len(moves)
        now = self._position(moment, [self._before(moment)])
        ends = [self._position(moment, self.ends(moment, move)) for move in moves]
        return [sentence(self._reason(moment, moves, now, ends, index)) for index in range(len(moves))]

    def _reason(self, moment: Moment, moves: Sequence[int], now: Position, ends: Sequence[Position], index: int) -> str:
        """What is special about a move; or how it compares with the best other one; or what it shares with them."""
        shared = self._explain(moment, now, ends[index])
        if len(moves) == 1:
            return shared.text
        others = [end.since(now) for at, end in enumerate(ends) if at != index]
        special = self._explain(moment, now, ends[index], others)
        if special.good:
            return special.text
        other = 1 if index == 0 else 0
        label = f"“{self._game.words.label(moment.table, moment.seat, moves[other])}”"
        compared = self._explain(moment, ends[other], ends[index], comparing=True)
        if compared.good:
            return f"compared with {label} {compared.text}"
        if shared.good:
            return shared.text
        if max(abs(change) for change in compared.changes.values()) < self._least:
            return f"{label} comes to the same"
        return special.text or shared.text

    def ends(self, moment: Moment, move: int) -> list[States]:
        """What the seat will see when its turn ends after a move: once, or several times where luck has a say."""
        ends: list[States] = []
        while len(ends) < WORLDS:
            end, lucky = self._end(moment, move, stream(len(ends), 1))
            ends.append(end)
            if not lucky:
                break
        return ends

    def _end(self, moment: Moment, move: int, luck: Wide) -> tuple[States, bool]:
        """One way in which the turn may end, and whether luck had a say."""
        game, work = self._game, self._work
        assert game.reasons is not None
        now, lucky = game.reasons.turn(moment.table), False
        self._begin(moment.view, work, moment.seat, move, luck)
        for _ in range(MOST_PLIES):
            if game.reasons.turn(game.state.plain(work)) != now:
                break
            ply = self._ply(work, moment.seat, luck, self._ids, self._weights)
            lucky = lucky or ply == DREW
            if ply == STOPPED:
                break
        return game.state.view(work, moment.seat), lucky

    def _before(self, moment: Moment) -> States:
        view = copy_of(moment.view)
        assert self._game.reasons is not None
        self._game.reasons.unplanned(view, moment.seat)
        return view

    def _position(self, moment: Moment, views: Sequence[States]) -> Position:
        game = self._game
        assert game.reasons is not None
        seats = game.seats(moment.players, moment.options)
        return Position.of(game.reasons, [game.state.plain(view) for view in views], moment.seat, seats)

    def _explain(
        self, moment: Moment, before: Position, after: Position, others: Changes = (), *, comparing: bool = False
    ) -> Explanation:
        game = self._game
        assert game.reasons is not None
        voice = Voice(lambda seat: game.words.seat_name(moment.table, seat), moment.seat, comparing=comparing)
        seats = game.seats(moment.players, moment.options)
        return explain(game.reasons, before, after, moment.seat, seats, voice, others)
