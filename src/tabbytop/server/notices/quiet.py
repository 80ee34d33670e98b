"""Quiet hours: when they end, by the clock where somebody lives."""

from __future__ import annotations

from datetime import datetime, timedelta

from tabbytop.server.protocol.notices import QuietHours
from tabbytop.server.tables.nights import zone_of


def quiet_until(hours: QuietHours | None, now: int) -> int | None:
    """When the quiet hours end in which a time lies, in milliseconds since 1970; None if it lies in none."""
    if hours is None or hours.start == hours.end:
        return None
    here = datetime.fromtimestamp(now / 1000, zone_of(hours.zone))
    minute = 60 * here.hour + here.minute
    if (minute - hours.start) % 1440 >= (hours.end - hours.start) % 1440:
        return None
    day = here.date() + timedelta(days=1 if minute >= hours.end else 0)
    end = datetime(day.year, day.month, day.day, *divmod(hours.end, 60), tzinfo=here.tzinfo)
    return int(end.timestamp() * 1000)
