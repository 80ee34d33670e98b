"""What a review says in sentences: the verdict, a word about everybody, how it was reckoned. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tabbytop.bots.levels import named
from tabbytop.engine.intervals import SURE
from tabbytop.review.document import Player, Review, Turn, Verdict
from tabbytop.review.pieces import Settings
from tabbytop.review.reading import Subject

WELL, SOME = 0.15, 0.30
"""Total costs up to which somebody played well, or gave some away."""
NAMED_LUCK = 0.05
"""Luck is named from here on."""


def percent(share: float) -> str:
    """A share as people say it.

    >>> percent(0.114), percent(0.002), percent(0)
    ('11 %', 'less than 1 %', '0 %')
    """
    size = abs(share)
    return "less than 1 %" if 0 < size < 0.005 else f"{round(100 * size)} %"


def signed(share: float) -> str:
    """A share that was given or taken.

    >>> signed(0.14), signed(-0.06)
    ('+14 %', '-6 %')
    """
    return f"{'-' if share < 0 else '+'}{round(100 * abs(share))} %"


def is_beyond(people: Sequence[Player]) -> bool:
    """Whether somebody gave away more than a whole win: as a sum nobody understands that, so costs are told by
    decision then, those of everybody, since only like can be compared."""
    return any(one.cost > 1 for one in people)


def given_away(player: Player, *, by_decision: bool) -> str:
    """What the decisions of a player cost: all together, or on average."""
    return f"{100 * player.loss_per_decision:.1f} %" if by_decision else percent(player.cost)


@dataclass(frozen=True)
class About:
    """One player in a sentence."""

    cost: float
    luck: float
    luck_error: float
    decided: bool
    most: bool
    """Whether nobody gave more away."""

    def sentence(self, reader: int | None) -> str:
        """With "you" for the player itself."""
        return f"{self._playing()}{self._luck('you' if reader is not None else 'them')}".strip()

    def _playing(self) -> str:
        if not self.decided:
            return "Had nothing to decide."
        if self.cost <= WELL:
            return "Played well."
        if self.cost <= SOME:
            return "Gave some away."
        return "Gave the most away." if self.most else "Gave much away."

    def _luck(self, whom: str) -> str:
        if abs(self.luck) < max(NAMED_LUCK, SURE * self.luck_error):
            return ""
        return f" Luck was {'with' if self.luck > 0 else 'against'} {whom}."


def verdicts(review: Review) -> list[Verdict]:
    """The first two lines for every player, and for anybody else."""
    viewers: list[int | None] = [player.seat for player in review.people if not player.automated]
    return [
        Verdict(viewer=viewer, title=_title(review.people, viewer), numbers=_numbers(review.people, viewer))
        for viewer in [*viewers, None]
    ]


def name_of(player: Player, viewer: int | None) -> str:
    """What a player is called by whoever looks."""
    return "you" if player.seat == viewer else player.name


def _title(people: Sequence[Player], viewer: int | None) -> str:
    if len(people) == 1:
        return _sentence(_alone(people[0], people, viewer))
    played, best = _played(people, viewer)
    lucky, luckiest = _lucky(people, viewer)
    if best is not None and best is luckiest:
        return _sentence(f"{name_of(best, viewer)} played best and {_was(best, viewer)} luckiest: {signed(best.luck)}")
    return _sentence("; ".join(part for part in (played, lucky) if part))


def _played(people: Sequence[Player], viewer: int | None) -> tuple[str, Player | None]:
    """Who gave away least, if that can be said."""
    deciders = sorted((one for one in people if one.decisions), key=lambda one: one.cost)
    if len(deciders) < 2:
        return (_alone(deciders[0], people, viewer), None) if deciders else ("", None)
    best, *rest = deciders
    alike = [best, *(one for one in rest if one.cost - best.cost <= SURE * math.hypot(one.cost_error, best.cost_error))]
    if len(alike) > 1:
        alike.sort(key=lambda one: (one.seat != viewer, one.seat))
        return f"{_listed([name_of(one, viewer) for one in alike])} played alike", None
    word = "better" if len(deciders) == 2 else "best"
    return f"{name_of(best, viewer)} played {word}", best


def _alone(player: Player, people: Sequence[Player], viewer: int | None) -> str:
    """Somebody whom nobody can be compared with."""
    beyond = is_beyond(people)
    told = given_away(player, by_decision=beyond)
    return f"{name_of(player, viewer)} gave away {told}{' at each decision' if beyond else ''}"


def _lucky(people: Sequence[Player], viewer: int | None) -> tuple[str, Player | None]:
    """Whom luck was with most, if that can be said."""
    first, second, *_ = sorted(people, key=lambda one: -one.luck)
    gap = first.luck - second.luck
    if first.luck < NAMED_LUCK or gap <= SURE * math.hypot(first.luck_error, second.luck_error):
        return "luck was about even", None
    return f"{name_of(first, viewer)} {_was(first, viewer)} luckier: {signed(first.luck)}", first


def _was(player: Player, viewer: int | None) -> str:
    return "were" if player.seat == viewer else "was"


def _numbers(people: Sequence[Player], viewer: int | None) -> str:
    deciders = sorted((one for one in people if one.decisions), key=lambda one: (one.seat != viewer, one.cost))
    beyond = is_beyond(people)
    costs = [
        f"{name_of(one, viewer)} gave away {_by_decisions(one, viewer, by_decision=beyond)}"
        if index == 0
        else f"{name_of(one, viewer)} {given_away(one, by_decision=beyond)}"
        for index, one in enumerate(deciders)
    ]
    given = [
        f"{'brought' if one.luck >= 0 else 'took'} {percent(one.luck)} {'to' if one.luck >= 0 else 'from'} "
        f"{name_of(one, viewer)}"
        for one in sorted(people, key=lambda one: -one.luck)
        if abs(one.luck) >= 0.005
    ]
    lines = [_sentence(", ".join(costs))] if costs else []
    lines += [_sentence(f"Luck {_listed(given)}")] if given else ["Luck gave nobody anything."]
    return " ".join(lines)


def _by_decisions(player: Player, viewer: int | None, *, by_decision: bool) -> str:
    told = given_away(player, by_decision=by_decision)
    whose = "your" if player.seat == viewer else "their"
    return f"{told} at each of {whose} decisions" if by_decision else f"{told} by {whose} decisions"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def luck_reason(review: Review, turn: Turn, seat: int, amount: float, draws: int) -> str:
    """What luck did in a turn, and that nothing could be done about it."""
    before = turn.before[seat]
    end = before + amount
    what = "It" if draws == 1 else "Together they"
    change = f"{what} took the chance from {percent(before)} to {percent(min(1.0, max(0.0, end)))}."
    own = [one for one in turn.decisions if one.seat == seat]
    if amount < 0 and all(one.is_best for one in own):
        return f"{change} Nothing could be done about it."
    return change


def how(subject: Subject, settings: Settings) -> str:
    """How a review was reckoned, for the foot of the page."""
    if subject.is_race:
        return "Times are those at the table, to the millisecond. Averages are the player's own in this game."
    judge = named(settings.level, subject.match.game).name.replace("-", " ").capitalize()
    what = "How good the end will be" if subject.match.seats == 1 else "The chance to win"
    way = "playing on from each moment" if settings.horizon is None else "a glance at each moment"
    return (
        f"{what} is what comes of {way} {settings.playouts} times. {judge} judges decisions by "
        "what the seat could see: one costs the difference to the best move found. Luck is what came up against the "
        "mean over everything that could have."
    )
