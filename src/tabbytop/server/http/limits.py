"""Rate limits: how often somebody may do something. A bucket fills with time and empties with use."""

from __future__ import annotations

import time
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """So many a second, and so many at once after a pause."""

    name: str
    per_second: float
    burst: float

    def times(self, generosity: float) -> Rate:
        """The same rate, more or less generous."""
        return Rate(self.name, self.per_second * generosity, self.burst * generosity)


REQUESTS = Rate("requests of an address", 50, 200)
GUESTS = Rate("new guests of an address", 1, 30)
ENTERING = Rate("words tried from an address", 0.02, 10)
WRONG_WORDS = Rate("wrong words of everybody", 1, 300)
PASSKEYS = Rate("passkeys tried from an address", 0.2, 20)
OFFERS = Rate("new words of a guest", 0.1, 10)
FAREWELLS = Rate("deleted profiles of an address", 0.05, 10)
EXPORTS = Rate("exports of a guest", 0.02, 3)
TABLES = Rate("new tables of a guest", 0.5, 20)
TABLES_HERE = Rate("new tables of an address", 2, 60)
INVITATIONS = Rate("invitations looked up by an address", 0.5, 40)
WAYS = Rate("new ways to be told of an address", 0.2, 20)
TRIALS = Rate("tried notices of a guest", 0.1, 6)
INVITED = Rate("people invited by a guest", 0.02, 10)
TO_A_HOST = Rate("notices to a host", 2, 40)
PICTURES = Rate("pictures of links of an address", 2, 40)
SOCKETS = Rate("new connections of an address", 20, 200)
MESSAGES = Rate("messages on a connection", 20, 60)
COMMANDS = Rate("commands of a guest", 20, 80)
LONG_ANSWERS = Rate("long answers of an address", 50, 500)
"""An answer that takes long to make counts as several, see `slicing`."""
LONG_ANSWERS_WAITING = 64
"""Long answers that one address may wait for at the same time."""
OPEN_CONNECTIONS = 300
"""Sockets, streams and requests that one address may have open at the same time."""
CONNECTIONS = 500
"""Connections that one address may have open at the same time, whether anything is said on them or not."""


class Bucket:
    """One who is limited."""

    __slots__ = ("_left", "_rate", "_then")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._then = rate, rate.burst, time.monotonic()

    def wait(self) -> float:
        """Take one; 0 if there was one, else the seconds until there is."""
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._then) * self._rate.per_second)
        self._then = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate.per_second

    def spend(self, more: float) -> None:
        """Take what something has cost besides; those who come later wait for it."""
        self._left -= more

    def charge(self, more: float) -> None:
        """Take what was spent at other processes; never more than it takes two bursts to make up for."""
        self._left = max(self._left - more, -self._rate.burst)


class Spending:
    """What was taken of all limits lately, where several processes have to know of it."""

    def __init__(self) -> None:
        self.is_shared = False
        self._limits: dict[str, Limit] = {}
        self._amounts: defaultdict[tuple[str, str], float] = defaultdict(float)

    def add(self, limit: Limit) -> None:
        """Let a limit be shared, too."""
        self._limits[limit.rate.name] = limit

    def note(self, limit: str, who: str) -> None:
        """Somebody has taken one."""
        if self.is_shared:
            self._amounts[limit, who] += 1

    def take(self) -> list[tuple[str, str, float]]:
        """What was taken since the last time."""
        taken = [(limit, who, amount) for (limit, who), amount in self._amounts.items()]
        self._amounts.clear()
        return taken

    def hear(self, amounts: Iterable[tuple[str, str, float]]) -> None:
        """Count what was taken at another process."""
        for limit, who, amount in amounts:
            if limit in self._limits:
                self._limits[limit].charge(who, amount)


class Limit:
    """A rate for each of many; those not seen for long are forgotten, oldest first."""

    MOST = 20_000

    def __init__(self, rate: Rate, spending: Spending | None = None) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spending = spending
        if spending is not None:
            spending.add(self)

    def wait(self, who: str) -> float:
        """Take one for somebody; 0 if they may, else the seconds until they may."""
        wait = self._bucket(who).wait()
        if not wait and self._spending is not None:
            self._spending.note(self.rate.name, who)
        return wait

    def charge(self, who: str, amount: float) -> None:
        """Count what somebody has taken at another process."""
        self._bucket(who).charge(amount)

    def spend(self, who: str, more: float) -> None:
        """Take what something has cost somebody besides."""
        self._bucket(who).spend(more)

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket
