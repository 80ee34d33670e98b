"""Races looked back at: where the time of each round went. Knows no game.

A round of a seat is the time in which it could act. Its spans end with each thing that the seat did, and with the end
of the round: so they add up to it, to the millisecond. The game says what a round is (`Clock.lap`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tabbytop.engine.clock import Lap
from tabbytop.engine.match import Match
from tabbytop.review.document import RoundTime, Span
from tabbytop.review.reading import Subject

WAIT = "wait"
WAITING = "nothing more to do"


@dataclass
class Running:
    """A round of a seat while it is being read."""

    seat: int
    lap: Lap
    begin: int
    since: int
    """When the seat did something last, or the round began."""
    ms: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)

    def pass_to(self, now: int, doing: str) -> None:
        """All time since the last thing goes to what was done now."""
        self.ms[doing] += now - self.since
        self.times[doing] += 1
        self.since = now


@dataclass(frozen=True)
class Ended:
    """A round of a seat that was read."""

    running: Running
    end: int

    @property
    def ms(self) -> int:
        """How long it took."""
        return self.running.ms.total()


def rounds(subject: Subject) -> list[RoundTime]:
    """Every round of every seat, in the order of the game."""
    ended = list(_read(subject.match))
    clock = subject.match.game.clock
    words = {WAIT: WAITING, **(clock.doing if clock else {})}
    return [_told(one, [other for other in ended if other.running.seat == one.running.seat], words) for one in ended]


def race_ms(subject: Subject) -> int:
    """The time of all rounds of all seats together."""
    return sum(one.ms for one in _read(subject.match))


def _read(match: Match) -> Iterable[Ended]:
    clock, game = match.game.clock, match.game
    assert clock is not None
    running: dict[int, Running] = {}
    ended: list[Ended] = []
    for ply, entry, before, after in match.walk():
        old, new = game.state.plain(before), game.state.plain(after)
        now = clock.now(old)
        for seat in range(match.players):
            lap = clock.lap(old, seat)
            if seat not in running and lap is not None:
                running[seat] = Running(seat, lap, ply, now)
        if entry.seat in running:
            running[entry.seat].pass_to(now, game.moves.family(entry.move).name)
        later = clock.now(new)
        for seat, one in list(running.items()):
            lap = clock.lap(new, seat)
            if lap is not None and lap.round == one.lap.round:
                one.lap = lap if lap.task else one.lap
                continue
            if later > one.since:
                one.pass_to(later, WAIT)
            ended.append(Ended(running.pop(seat), ply + 1))
    return [*ended, *(Ended(one, match.ply) for one in running.values())]


def _told(one: Ended, all_of_seat: Sequence[Ended], words: Mapping[str, str]) -> RoundTime:
    running = one.running
    return RoundTime(
        round=running.lap.round,
        seat=running.seat,
        card=running.lap.task,
        ms=one.ms,
        usual_ms=round(sum(other.ms for other in all_of_seat) / len(all_of_seat), 1),
        spans=[
            Span(
                doing=doing,
                words=words.get(doing, doing.replace("_", " ")),
                times=running.times[doing],
                ms=ms,
                usual_ms=round(_usual(doing, all_of_seat), 1),
            )
            for doing, ms in running.ms.most_common()
        ],
        begin=running.begin,
        end=one.end,
    )


def _usual(doing: str, rounds_of_seat: Sequence[Ended]) -> float:
    spans = [one.running.ms[doing] for one in rounds_of_seat if doing in one.running.ms]
    return sum(spans) / len(spans)
