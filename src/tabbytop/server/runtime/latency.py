"""How far away somebody is: round trips of connections, measured by the server's own probes.

Only what was sent can be answered, once, and by the connection that it was sent to. So a device can make its
connection look slower than it is, which a game limits, but never quicker. What was measured belongs to a guest at a
table, not to a connection: it outlives one that is lost, and of several devices the quickest counts. Knows no game.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Sequence

from tabbytop.server.protocol import messages

REMEMBERED = 300
"""Round trips that are kept: those of the last minutes."""
UNDER_WAY = 20
"""Probes that may wait for their echo; older ones are given up."""
TOGETHER = 0.5
"""Seconds within which echoes, of several devices, are one measurement: the shortest round trip of them."""
ANSWERS = 20
"""Answers that are kept."""


class History:
    """What is known of one guest at one table, over all their connections, old and new."""

    def __init__(self) -> None:
        self._round_trips: deque[float] = deque(maxlen=REMEMBERED)
        self._measured = -TOGETHER
        self._answers: deque[float] = deque(maxlen=ANSWERS)

    @property
    def round_trips(self) -> Sequence[float]:
        """What was measured, in the order of the echoes."""
        return tuple(self._round_trips)

    @property
    def answers(self) -> Sequence[float]:
        """Milliseconds from a message to a command of this guest that knew of it: no connection is slower."""
        return tuple(self._answers)

    def add(self, round_trip: float, moment: float) -> None:
        """A connection was measured."""
        if moment - self._measured < TOGETHER:
            self._round_trips[-1] = min(self._round_trips[-1], round_trip)
            return
        self._round_trips.append(round_trip)
        self._measured = moment

    def answered(self, after: float) -> None:
        """Somebody has answered something that was told so many milliseconds ago."""
        self._answers.append(after)


class RoundTripMeter:
    """One connection that is measured. Moments are seconds of the server's own clock, round trips milliseconds."""

    __slots__ = ("_round_trips", "_sent")

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._round_trips: tuple[float, ...] = ()

    @property
    def round_trips(self) -> Sequence[float]:
        """What was measured, in the order of the echoes."""
        return self._round_trips

    @property
    def is_new(self) -> bool:
        """Whether it was never measured."""
        return not self._sent and not self._round_trips

    def probe(self, moment: float) -> messages.Probe:
        """A probe to be sent at once. Nobody can guess its id."""
        probe = messages.Probe(secrets.randbits(52))
        self._sent[probe.id] = moment
        if len(self._sent) > UNDER_WAY:
            del self._sent[next(iter(self._sent))]
        return probe

    def hear(self, echo: messages.Echo, moment: float) -> bool:
        """Take an echo; false if nothing was sent that it could answer."""
        sent = self._sent.pop(echo.id, None)
        if sent is None:
            return False
        self._round_trips = (*self._round_trips[1 - REMEMBERED :], (moment - sent) * 1000)
        return True
