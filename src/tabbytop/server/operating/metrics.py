"""Counts and times for those who run a server, in the form that Prometheus reads."""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

FINE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Times(Collector):
    """A `Histogram` of what every move is measured by: only the event loop counts here, so nothing has to be locked."""

    def __init__(self, name: str, documentation: str, registry: CollectorRegistry) -> None:
        self._told = (f"tabbytop_{name}", documentation)
        self._counts = [0] * (len(FINE) + 1)
        self._sum = 0.0
        registry.register(self)

    @property
    def count(self) -> int:
        """How much was measured."""
        return sum(self._counts)

    def observe(self, seconds: float) -> None:
        """Something took so long."""
        self._counts[bisect_left(FINE, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus is told."""
        bounds = [*(str(float(bound)) for bound in FINE), "+Inf"]
        buckets = list(zip(bounds, map(float, itertools.accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(*self._told, buckets=buckets, sum_value=self._sum)


class Metrics:
    """All measurements of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, files and processor time, where the system tells
        here: Any = {"registry": self.registry, "namespace": "tabbytop"}
        self.commands = Counter("commands", "Commands by kind and outcome.", ["kind", "outcome"], **here)
        self.answered = functools.cache(self.commands.labels)
        """One of them; looking it up by its names each time would cost more than counting."""
        self.command_seconds = Times("command_seconds", "From arrival to answer.", self.registry)
        self.commit_seconds = Times("commit_seconds", "Storing the events of a command.", self.registry)
        self.events = Counter("events", "Events stored.", **here)
        self.tables_loaded = Gauge("tables_awake", "Tables in memory.", **here)
        self.connections = Gauge("connections", "Open sockets and event streams.", ["kind"], **here)
        self.sockets = self.connections.labels("socket")
        self.closed = Counter("connections_closed", "Connections that the server ended, by reason.", ["reason"], **here)
        self.limited = Counter("limited", "Requests refused by a rate limit, by limit.", ["limit"], **here)
        self.long_answer_seconds = Histogram(
            "long_answer_seconds", "Making an answer that grows with a game, without its pauses.", buckets=FINE, **here
        )
        self.bot_seconds = Histogram("bot_seconds", "Waiting for a bot's move.", buckets=(*FINE, 10, 30), **here)
        self.bot_faults = Counter("bot_faults", "Bots that failed and were stood in for.", **here)
        self.thinkers = Gauge("thinkers", "Thinkers elsewhere that answer this server.", **here)
        self.far_questions = Counter("far_questions", "Questions to thinkers, by outcome.", ["outcome"], **here)
        self.hints = Counter("hints", "Hints by outcome.", ["outcome"], **here)
        self.notices = Counter("notices", "Notices that it is somebody's turn, by outcome.", ["outcome"], **here)
        self.storage_troubles = Counter("storage_troubles", "Writes that the database refused.", **here)
        self.loop_lag = Gauge("loop_lag_seconds", "How late the event loop was in the last second, at most.", **here)

    def text(self) -> bytes:
        """What `/metrics` answers."""
        return generate_latest(self.registry)
