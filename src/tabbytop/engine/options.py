"""Table options: what a host may choose before a game, how it is written, and how rules see it.

Rules see options as whole numbers in one array, at the slots that `Options.slot` names; slot 0 is the number of
players. People and files see words. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.engine.errors import UserError
from tabbytop.engine.listing import listed
from tabbytop.engine.state import Wide


class BadOption(UserError):
    """An option that does not exist, does not apply, or has an impossible value."""


@dataclass(frozen=True)
class Option:
    """The common part: a name, a sentence for the host, and the tables it applies to."""

    name: str
    words: str
    later: bool = False
    """Declared after games had been recorded without it: a record names it only where it was chosen, so that older
    records stay what they were."""
    only_players: tuple[int, ...] = ()
    """The player counts it applies to; empty means all."""
    only_with: tuple[str, str] | None = None
    """An option declared before it, and the value which that one must have."""
    counts_players: tuple[int, ...] = ()
    """The player counts at which it changes anything; empty means all. Elsewhere it is listed at its default, as
    records have it, and another value is refused rather than ignored."""
    counts_with: tuple[str, str | bool] | None = None
    """An option declared before it, and the value with which this one changes anything; else as above."""
    counts_from: tuple[str, int] | None = None
    """A whole number that is chosen too, and from where on this option changes anything; where that number itself
    changes nothing it does not matter."""

    @property
    def width(self) -> int:
        """How many slots it takes."""
        return 1

    @property
    def needs(self) -> dict[str, Any]:
        """The values of other options with which it changes anything."""
        return dict(need for need in (self.only_with, self.counts_with) if need)

    @property
    def domain(self) -> str:
        """The possible values, for people."""
        raise TypeError("use Choice, Flag, Whole, BySeat or AnySeat")

    def default_for(self, players: int) -> Any:
        """The value when the host says nothing."""
        raise TypeError("use Choice, Flag, Whole, BySeat or AnySeat")

    def samples(self, players: int) -> list[Any]:
        """Values other than the default that tests should try."""
        raise TypeError("use Choice, Flag, Whole, BySeat or AnySeat")

    def numbers(self, value: Any, players: int) -> list[int]:
        """The value as rules see it; refuses a wrong one."""
        raise TypeError("use Choice, Flag, Whole, BySeat or AnySeat")

    def parse(self, text: str) -> Any:
        """The value that somebody typed."""
        raise TypeError("use Choice, Flag, Whole, BySeat or AnySeat")

    def _refuse(self, value: Any) -> BadOption:
        return BadOption(f"Option {self.name} is {self.domain}; not {value!r}.")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words; the first is the default."""

    values: tuple[str, ...] = ()

    @property
    def domain(self) -> str:
        return listed(self.values, "or")

    def default_for(self, players: int) -> str:
        return self.values[0]

    def samples(self, players: int) -> list[Any]:
        return list(self.values[1:])

    def numbers(self, value: Any, players: int) -> list[int]:
        if value not in self.values:
            raise self._refuse(value)
        return [self.values.index(value)]

    def parse(self, text: str) -> str:
        return text


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no; off by default."""

    @property
    def domain(self) -> str:
        return "true or false"

    def default_for(self, players: int) -> bool:
        return False

    def samples(self, players: int) -> list[Any]:
        return [True]

    def numbers(self, value: Any, players: int) -> list[int]:
        if not isinstance(value, bool):
            raise self._refuse(value)
        return [int(value)]

    def parse(self, text: str) -> bool:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if text.lower() not in words:
            raise self._refuse(text)
        return words[text.lower()]


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `low` to `high`."""

    default: int = 0
    low: int = 0
    high: int = 0
    tries: tuple[int, ...] = ()

    @property
    def domain(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def default_for(self, players: int) -> int:
        return self.default

    def samples(self, players: int) -> list[Any]:
        return list(self.tries)

    def numbers(self, value: Any, players: int) -> list[int]:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self._refuse(value)
        return [value]

    def parse(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise self._refuse(text) from None


@dataclass(frozen=True)
class BySeat(Option):
    """One of a few words for every player, all different; the words in their order are the default."""

    values: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return len(self.values)

    @property
    def domain(self) -> str:
        return f"one of {', '.join(self.values)} for each player, all different"

    def default_for(self, players: int) -> list[str]:
        return list(self.values[:players])

    def samples(self, players: int) -> list[Any]:
        return [list(reversed(self.values))[:players]]

    def numbers(self, value: Any, players: int) -> list[int]:
        if (
            not isinstance(value, list)
            or len(value) != players
            or any(word not in self.values for word in value)
            or len(set(value)) != players
        ):
            raise self._refuse(value)
        return [self.values.index(word) for word in value] + [-1] * (len(self.values) - players)

    def parse(self, text: str) -> list[str]:
        return [word.strip() for word in text.split(",")]


@dataclass(frozen=True)
class AnySeat(Option):
    """A player's seat, counted from 1, or one at random; that is the default. Rules see -1 for random."""

    @property
    def domain(self) -> str:
        return "random or the number of a player's seat"

    def values_for(self, players: int) -> tuple[str, ...]:
        """The words for so many players."""
        return ("random", *(str(seat + 1) for seat in range(players)))

    def default_for(self, players: int) -> str:
        return "random"

    def samples(self, players: int) -> list[Any]:
        return [str(players)]

    def numbers(self, value: Any, players: int) -> list[int]:
        if value not in self.values_for(players):
            raise self._refuse(value)
        return [self.values_for(players).index(value) - 1]

    def parse(self, text: str) -> str:
        return text


class Options:
    """The options of a game, in the order of their slots."""

    def __init__(self, *options: Option) -> None:
        self.all = options
        self._slots: dict[str, int] = {}
        self.width = 1
        for option in options:
            self._slots[option.name] = self.width
            self.width += option.width

    def slot(self, name: str) -> int:
        """Where rules find an option in the array."""
        return self._slots[name]

    def named(self, name: str) -> Option:
        """The option of that name; an unknown one is refused."""
        for option in self.all:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.all) or "none at all"
        raise BadOption(f"There is no option '{name}'; this game has {known}.")

    def recorded(self, players: int, values: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a game as its record names them: all that apply, those declared later only where chosen."""
        return {
            name: value
            for name, value in values.items()
            if not (self.named(name).later and value == self.named(name).default_for(players))
        }

    def complete(self, players: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """All options that apply, the chosen ones checked and the others at their defaults."""
        for name in chosen:
            self.named(name)
        values: dict[str, Any] = {}
        for option in self.all:
            obstacle = self._obstacle(option, players, values)
            if option.name not in chosen:
                if not obstacle:
                    values[option.name] = option.default_for(players)
                continue
            value = chosen[option.name]
            if value != option.default_for(players):
                obstacle = obstacle or self._idle(option, players, values)
            if obstacle:
                raise BadOption(obstacle)
            option.numbers(value, players)
            values[option.name] = value
        for option in self.all:
            if too_low := self._too_low(option, players, values):
                raise BadOption(too_low)
        return values

    def _too_low(self, option: Option, players: int, values: Mapping[str, Any]) -> str:
        """Why an option that is not at its default changes nothing: a number is too low. Else nothing."""
        if not option.counts_from or values.get(option.name, option.default_for(players)) == option.default_for(
            players
        ):
            return ""
        name, least = option.counts_from
        other = self.named(name)
        number = values.get(name, other.default_for(players))
        if number >= least or self._obstacle(other, players, values) or self._idle(other, players, values):
            return ""
        return f"Option {option.name} applies only with {name} of {least} or more, not {number}."

    def _obstacle(self, option: Option, players: int, values: Mapping[str, Any]) -> str:
        """Why an option does not apply to a table, or nothing; `values` are those of the options before it."""
        return self._unmet(option, option.only_players, option.only_with, players, values)

    def _idle(self, option: Option, players: int, values: Mapping[str, Any]) -> str:
        """Why an option changes nothing at a table, or nothing; `values` are those of the options before it."""
        return self._unmet(option, option.counts_players, option.counts_with, players, values)

    def _unmet(
        self,
        option: Option,
        counts: tuple[int, ...],
        needs: tuple[str, str | bool] | None,
        players: int,
        values: Mapping[str, Any],
    ) -> str:
        if counts and players not in counts:
            allowed = listed([str(count) for count in option.counts_players or counts], "or")
            plural = "player" if allowed == "1" else "players"
            return f"Option {option.name} applies to games with {allowed} {plural} only, not {players}."
        if needs:
            name, needed = needs
            if values.get(name, self.named(name).default_for(players)) != needed:
                shown = str(needed).lower() if isinstance(needed, bool) else needed
                return f"Option {option.name} applies only with {name} = {shown}."
        return ""

    def encode(self, players: int, chosen: Mapping[str, Any]) -> Wide:
        """The array that `setup` reads."""
        values = self.complete(players, chosen)
        numbers = [players]
        for option in self.all:
            numbers += option.numbers(values.get(option.name, option.default_for(players)), players)
        return np.array(numbers, np.int64)

    def variants(self, players: int) -> list[dict[str, Any]]:
        """Option sets that together try every value: the defaults, each other value alone, and all others at once."""
        alone: list[dict[str, Any]] = [{}]
        together = [self._others(players, {})]
        for option in self.all:
            needs = option.needs
            if not self._obstacle(option, players, needs) and not self._idle(option, players, needs):
                alone += [{**needs, option.name: value} for value in option.samples(players)]
                together.append(self._others(players, needs))
        found = alone + together
        return [chosen for at, chosen in enumerate(found) if chosen not in found[:at]]

    def ways(self, players: int) -> list[dict[str, Any]]:
        """The ways to play that only tables of this size have: the defaults, and every other value of their choices."""
        own = [option for option in self.all if option.only_players == (players,) and not option.only_with]
        choices = [option for option in own if isinstance(option, Choice)]
        return [{}, *({option.name: value} for option in choices for value in option.samples(players))]

    def _others(self, players: int, needs: Mapping[str, Any]) -> dict[str, Any]:
        """Every option that applies at another value than its default, besides those that are given."""
        chosen: dict[str, Any] = {}
        for option in self.all:
            samples = option.samples(players)
            fits = not self._obstacle(option, players, chosen) and not self._idle(option, players, chosen)
            if samples and fits:
                chosen[option.name] = needs.get(option.name, samples[0])
        return {name: value for name, value in chosen.items() if not self._too_low(self.named(name), players, chosen)}
