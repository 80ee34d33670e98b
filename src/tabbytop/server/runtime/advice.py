"""What a strong bot thinks of a moment: hints while a game is played, reviews when it is over.

Advice is made from what the asking seat may see, like a bot's move, and changes nothing at the table.
"""

from __future__ import annotations

from tabbytop.bots.bot import moment_of
from tabbytop.bots.pool import Pool
from tabbytop.bots.weighing import as_good, error, ranked
from tabbytop.bots.workers import NoThought, Purpose, Question
from tabbytop.engine.match import Match
from tabbytop.server.protocol import messages
from tabbytop.server.tables import projections
from tabbytop.server.tables.decisions import acting_seat
from tabbytop.server.tables.refusals import Rejected
from tabbytop.server.tables.seating import Person
from tabbytop.server.tables.table import Table

LEVEL = "top-cat"


class Adviser:
    """One table's adviser. The seed keeps its thoughts apart from those of other tables."""

    def __init__(self, pool: Pool, seed: int) -> None:
        self._pool = pool
        self._seed = seed

    async def hint(self, table: Table, command: messages.Hint, person: Person) -> messages.Hinted:
        """What could be played now, to somebody whose turn it is."""
        seat = acting_seat(table, person, command.seat)
        if not table.facts.opened.hints:
            raise Rejected("no_hint", "This table was opened without hints.")
        if table.race is not None:
            raise Rejected("no_hint", "Everybody acts at once in this game; there are no hints in a race.")
        if table.match is None or table.deciding != seat or table.bot_at(seat) is not None:
            raise Rejected("no_hint", "Hints are given when it is your turn.")
        try:
            weighed = await self._weigh(table.match, seat, f"{table.facts.id}:{seat}:hint", "hint")
        except NoThought as problem:
            raise Rejected("no_hint", f"There is no hint: {problem}.", retry_after=2.0) from None
        return messages.Hinted(command.key, projections.newest(table, seat), seat, weighed)

    async def review(self, table: Table, ply: int) -> messages.Weighing:
        """What could have been played at a moment of a game that is over."""
        match = table.match
        if match is None or table.facts.stage != "over":
            raise Rejected("wrong_stage", "Moments are weighed when the game is over.")
        if not 0 <= ply < match.ply:
            raise Rejected("no_moment", f"This game has the moments 0 to {match.ply - 1} to decide.")
        then = match.fork()
        then.undo_to(ply)
        if not 0 <= then.actor < table.players:
            raise Rejected("no_moment", "Nobody had to decide anything at that moment.")
        try:
            head = f"{table.facts.id}:{then.actor}:review {ply}"
            weighed = await self._weigh(then, then.actor, head, "review")
        except NoThought as problem:
            raise Rejected("no_hint", f"This moment was not weighed: {problem}.", retry_after=2.0) from None
        return messages.Weighing(ply, then.actor, weighed)

    async def _weigh(self, match: Match, seat: int, head: str, purpose: Purpose) -> list[messages.Weighed]:
        thought = await self._pool.weigh(Question.about(moment_of(match, seat), LEVEL, head, self._seed, purpose))
        choices = ranked(thought.candidates)
        total = max(1, sum(candidate.visits for candidate in choices))
        return [
            messages.Weighed(
                match.game.moves.to_json(candidate.move),
                match.label(candidate.move, seat),
                round(candidate.win_chance, 4) if candidate.visits else None,
                round(candidate.visits / total, 4),
                round(error(candidate), 4) if candidate.visits else None,
                equal,
                candidate.reason,
            )
            for candidate, equal in zip(choices, as_good(choices), strict=True)
        ]
