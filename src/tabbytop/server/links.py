"""How far away somebody is: the round trips of one connection, measured by the server's own probes.

Only what was sent can be answered, once, and by the connection that it was sent to. So a device can make its
connection look slower than it is, which a game limits, but never quicker. Knows no game.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Sequence

from tabbytop.server import messages

REMEMBERED = 300
"""Round trips that are kept: those of the last minutes."""
UNDER_WAY = 20
"""Probes that may wait for their echo; older ones are given up."""


class Line:
    """One connection that is measured. Moments are seconds of the server's own clock, round trips milliseconds."""

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._round_trips: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def round_trips(self) -> Sequence[float]:
        """What was measured, in the order of the echoes."""
        return tuple(self._round_trips)

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
        self._round_trips.append((moment - sent) * 1000)
        return True
