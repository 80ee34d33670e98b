"""Everybody who listens to a table: who is here, what they are told, and how those who come late catch up.

A listener is one connection as a bounded queue of messages with a perspective; whoever holds the connection takes them
out and sends them. The audience is told of what has happened; it decides nothing, and knows neither the database nor
what kind of connection it is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from tabbytop.engine.seats import SPECTATOR
from tabbytop.server.protocol import messages
from tabbytop.server.runtime.latency import History, RoundTripMeter
from tabbytop.server.tables import events, projections
from tabbytop.server.tables.decisions import Transition
from tabbytop.server.tables.table import Table

PRESENCE_PAUSE = 0.2
"""Comings and goings are told together, at most so often."""
COMING = 5.0
"""Seconds for which those who were at a table before it was unloaded are not missed yet."""
LINK_STEP = 20
"""Milliseconds by which a connection has to change for others to be told."""
CAUGHT_UP = 32
"""Events that are told one by one to somebody who comes back; after more of them the table is told as it is."""
QUIET = events.Played | events.TookBack | events.Spoke | events.TakebackAsked | events.TakebackAnswered | events.Slowed
"""What leaves everybody where they were."""


class Listener:
    """One connection. A person may have several."""

    def __init__(self, guest: str | None, name: str, size: int, meter: RoundTripMeter | None = None) -> None:
        self.guest = guest
        self.name = name
        self.meter = meter
        """What is known of the connection, if it can answer probes."""
        self.is_looking = True
        """Whether somebody looks at what comes; a page that lies open unseen says that nobody does."""
        self.bye: messages.Bye | None = None
        """Why the server ends this connection, once it has decided to."""
        self._perspective = SPECTATOR
        self._size = size
        self._waiting: list[bytes] = []
        self._arrived: asyncio.Event | None = None
        """Set when there is something for whoever waits in `next`."""
        self._say: Callable[[bytes], bool] | None = None
        self._over: Callable[[], None] | None = None

    def attach(self, say: Callable[[bytes], bool], over: Callable[[], None]) -> None:
        """Hand messages straight to a connection, instead of keeping them for `next`.

        `say` takes a message, unless the connection takes no more for now: then they wait for `flush`. `over` is called
        when the server ends the connection.
        """
        self._say, self._over = say, over

    def look(self, table: Table) -> int:
        """The perspective now: the seat that acts among one's own, else the one looked from before."""
        mine = table.seats_of(self.guest)
        if table.actor in mine and table.actor is not None:
            self._perspective = table.actor
        elif self._perspective not in mine:
            self._perspective = mine[0] if mine else SPECTATOR
        return self._perspective

    @property
    def perspective(self) -> int:
        """The seat from which the last message was told."""
        return self._perspective

    def send(self, message: Struct) -> None:
        """Put a message into the queue."""
        self.send_encoded(messages.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Put an encoded message into the queue; a full queue ends the connection."""
        if self.bye is not None:
            return
        if self._say is not None and not self._waiting and self._say(message):
            return
        if len(self._waiting) >= self._size:
            self._waiting.clear()
            self.close(messages.Bye("too_slow", "This connection takes messages too slowly; connect again."))
            return
        self._waiting.append(message)
        if self._arrived is not None:
            self._arrived.set()

    def flush(self) -> bool:
        """Hand over what waits, as far as the connection takes it; whether nothing waits any more."""
        while self._waiting and self._say is not None and self._say(self._waiting[0]):
            del self._waiting[0]
        return not self._waiting

    def take_rest(self) -> list[bytes]:
        """What waits still, for whoever sends it from now on."""
        rest, self._waiting = self._waiting, []
        return rest

    def close(self, bye: messages.Bye) -> None:
        """End the connection, after what is waiting."""
        if self.bye is None:
            self.bye = bye
            if self._over is not None:
                self._over()
            if self._arrived is not None:
                self._arrived.set()

    async def next(self, patience: float) -> bytes | None:
        """The next message; None if there was none in time, or if there will be none any more, see `bye`."""
        if not self._waiting and self.bye is None:
            self._arrived = self._arrived or asyncio.Event()
            self._arrived.clear()
            try:
                async with asyncio.timeout(patience):
                    await self._arrived.wait()
            except TimeoutError:
                return None
        return self._waiting.pop(0) if self._waiting else None


class Past:
    """The last transitions with their times: so many of which everybody hears, and so many that each seat hears alone.

    What a seat hears alone takes no room from anything else: how much others are told of does not depend on it.
    """

    def __init__(self, remembered: int, happened: Iterable[tuple[int, Transition]] = ()) -> None:
        self._remembered = remembered
        self._by_hearer: dict[int | None, list[tuple[int, Transition]]] = {}
        self.extend(happened)

    def extend(self, happened: Iterable[tuple[int, Transition]]) -> None:
        """More has happened."""
        for at, transition in happened:
            kept = self._by_hearer.setdefault(transition.heard_by, [])
            kept.append((at, transition))
            if len(kept) > self._remembered:
                del kept[0]

    def heard_by(self, seats: Collection[int]) -> list[tuple[int, Transition]]:
        """The last transitions of which somebody with these seats hears, without a hole between them."""
        kept = [self._by_hearer[hearer] for hearer in (None, *seats) if hearer in self._by_hearer]
        first = max((some[0][1].seq for some in kept if len(some) == self._remembered), default=0)
        together = [(at, transition) for some in kept for at, transition in some if transition.seq >= first]
        return sorted(together, key=lambda one: one[1].seq)


class Watched(Protocol):
    """What an audience looks at."""

    table: Table
    past: Past

    def running(self) -> int | None:
        """Milliseconds since the present decision began; None without a clock."""

    def time(self) -> int | None:
        """Table time in a race; None in other games."""


class Audience:
    """The listeners of one table."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._listeners: list[Listener] = []
        self._gone: dict[str, float] = {}
        """When guests without a connection were last seen; unknown ones since the table was loaded."""
        self._loaded_at = time.monotonic()
        self._telling_presence: asyncio.TimerHandle | None = None
        self._told_links: list[tuple[int, bool] | None] = []
        self._moments = Moments()
        self._histories: dict[str, History] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, listener: Listener, since: int | None) -> None:
        """Somebody listens from now on: what happened since, if that is known and little, or the table as it is."""
        self._listeners.append(listener)
        if listener.guest is not None:
            self._gone.pop(listener.guest, None)
        self.catch_up(listener, since)
        self._presence_changed()

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        if listener.guest is not None and not self.is_here(listener.guest):
            self._gone[listener.guest] = time.monotonic()
        self._presence_changed()

    def close(self) -> None:
        """Tell nothing any more, to nobody."""
        self._listeners.clear()
        if self._telling_presence is not None:
            self._telling_presence.cancel()

    # ------------------------------------------------------------ broadcasting

    def tell(self, message: Struct) -> None:
        """The same message for everybody."""
        encoded = messages.encode(message)
        for listener in self._listeners:
            listener.send_encoded(encoded)

    def tell_happened(self, before: Table, told: list[tuple[int, Transition]]) -> None:
        """What has just happened, to each as it may be seen from there."""
        table = self._watched.table
        tabled = not projections.looks_alike(before, table)
        rearranged = _is_rearranged(before, table)
        heard: list[messages.Event] | None = None
        ready: dict[tuple[int, bool], bytes | None] = {}
        for listener in self._listeners:
            if rearranged and _stands_differently(listener.guest, before, table):
                listener.send(self.welcome(listener))
                continue
            old, new = listener.perspective, listener.look(table)
            form = (new, new != old or before.match is None)
            if form not in ready:
                if heard is None or not projections.is_heard_alike(table):
                    heard = projections.Projection(table, new).project(told)
                ready[form] = self._news(heard, new, tabled=tabled, whole=form[1]) if heard else None
            news = ready[form]
            if news is not None:
                listener.send_encoded(news)

    def dismiss(self, bye: messages.Bye) -> None:
        """Send everybody away."""
        for listener in self._listeners:
            listener.close(bye)

    def welcome(self, listener: Listener) -> messages.Welcome:
        """The table as it is, for one listener."""
        table, perspective = self._watched.table, listener.look(self._watched.table)
        presence = self._presence()
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            table=projections.table_info(table),
            you=projections.you(table, listener.guest, listener.name),
            connected=presence.connected,
            watching=presence.watching,
            view=projections.view_of(table, table.match.state(), perspective) if table.match else None,
            now=self._now(perspective),
        )

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Bring a listener from the event it knows to the present."""
        table = self._watched.table
        before, perspective = listener.perspective, listener.look(table)
        missed = self._missed(since, perspective)
        if missed is None:
            listener.send(self.welcome(listener))
            return
        several = len(table.seats_of(listener.guest)) > 1
        whole = several or (before != perspective and since == 0)
        listener.send_encoded(self._news(missed, perspective, tabled=True, whole=whole))

    def _missed(self, since: int | None, perspective: int) -> list[messages.Event] | None:
        """What is heard of after an event, unless that is unknown, too much, or changed who sits where."""
        table = self._watched.table
        present = projections.newest(table, perspective)
        if since is None or not 0 < since <= present:
            return None
        projection = projections.Projection(table, perspective)
        heard = self._watched.past.heard_by(table.seats_at(perspective))
        known = len(heard) - (present - since)
        if known < 0 or present - since > CAUGHT_UP:
            return None
        if not all(isinstance(transition.event, QUIET) for _, transition in heard[known:]):
            return None
        return projection.project(heard[known:])

    def _news(self, heard: list[messages.Event], perspective: int, *, tabled: bool, whole: bool) -> bytes:
        table = self._watched.table
        view = projections.view_of(table, table.match.state(), perspective) if whole and table.match else None
        return messages.encode(
            messages.News(
                events=heard,
                now=self._now(perspective),
                table=projections.table_info(table) if tabled else None,
                view=view,
            )
        )

    def _now(self, perspective: int) -> messages.Now:
        now = self._moments.now(self._watched.table, perspective)
        running, time = self._watched.running(), self._watched.time()
        return now if running is None and time is None else replace(now, running=running, time=time)

    # ------------------------------------------------------------ who is here

    def is_away(self, guest: str, seconds: float) -> bool:
        """Whether somebody has not been here for so long."""
        return not self.is_here(guest) and time.monotonic() - self._gone.get(guest, self._loaded_at) >= seconds

    def has_lost(self, guest: str) -> bool:
        """Whether a guest's connection is lost; guests have a moment to come to a table that was just loaded."""
        known = guest in self._gone or time.monotonic() - self._loaded_at >= COMING
        return known and not self.is_here(guest)

    def is_here(self, guest: str) -> bool:
        """Whether somebody is connected."""
        return any(listener.guest == guest for listener in self._listeners)

    def lookers(self) -> set[str]:
        """The guests who are connected and look."""
        return {listener.guest for listener in self._listeners if listener.guest is not None and listener.is_looking}

    def is_looked_at_by(self, guest: str) -> bool:
        """Whether somebody is connected and looks."""
        return guest in self.lookers()

    def _presence_changed(self) -> None:
        if self._telling_presence is None:
            self._telling_presence = asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling_presence = None
        presence = self._presence()
        self._told_links = [_roughly(link) for link in presence.links]
        self.tell(presence)

    def seated(self) -> list[Listener]:
        """The connections of those who sit at the table."""
        table = self._watched.table
        return [listener for listener in self._listeners if table.seats_of(listener.guest)]

    def meters_of(self, guest: str | None) -> list[RoundTripMeter]:
        """The connections of somebody that are measured."""
        found = [listener.meter for listener in self._listeners if listener.guest == guest]
        return [meter for meter in found if meter is not None]

    def history_of(self, guest: str | None) -> History:
        """What was measured of somebody at this table; nobody has none."""
        return self._histories.setdefault(guest, History()) if guest is not None else History()

    def links_changed(self) -> None:
        """A connection was measured: if it is now noticeably another one, everybody is told."""
        if [_roughly(link) for link in self._links()] != self._told_links:
            self._presence_changed()

    def _links(self) -> list[messages.Link | None]:
        """How far away everybody at the table is, in a race; of several connections the quickest counts."""
        table = self._watched.table
        if table.race is None:
            return []
        timing = table.race.timing
        links: list[messages.Link | None] = []
        for seat, place in enumerate(table.facts.places):
            history = self.history_of(place.guest)
            strange = seat in table.facts.slowed or timing.is_strange(history.round_trips, history.answers)
            link = messages.Link(timing.correction(history.round_trips), strange)
            links.append(link if place.guest is not None and self.meters_of(place.guest) else None)
        return links

    def _presence(self) -> messages.Presence:
        table = self._watched.table
        here = {listener.guest for listener in self._listeners}
        connected = [place.guest is not None and place.guest in here for place in table.facts.places]
        watching = sum(not table.seats_of(listener.guest) for listener in self._listeners)
        return messages.Presence(connected, watching, self._links())


class Moments:
    """The present moment as it was told already: whoever comes, or asks again, costs only what it takes to say it."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._nows: dict[int, messages.Now] = {}

    def now(self, table: Table, perspective: int) -> messages.Now:
        """The present moment, but for what the clocks say."""
        if table is not self._table:
            self._table = table
            self._nows.clear()
        if perspective not in self._nows:
            self._nows[perspective] = projections.now(table, perspective, None)
        return self._nows[perspective]


def _roughly(link: messages.Link | None) -> tuple[int, bool] | None:
    return None if link is None else (link.ms // LINK_STEP, link.strange)


def _is_rearranged(before: Table, after: Table) -> bool:
    """Whether somebody else is host, or sits somewhere."""
    if before.facts.host != after.facts.host:
        return True
    was, now = before.facts.places, after.facts.places
    return was != now and [place.guest for place in was] != [place.guest for place in now]


def _stands_differently(guest: str | None, before: Table, after: Table) -> bool:
    """Whether somebody is another one at this table than before: has other seats, or became host or ceased to be."""
    if guest is None:
        return False
    was_host, is_host = (table.facts.host == guest for table in (before, after))
    return before.seats_of(guest) != after.seats_of(guest) or was_host != is_host
