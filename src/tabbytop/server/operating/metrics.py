"""Counts and times for those who run a server, in the form that Prometheus reads."""

from __future__ import annotations

import functools
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

FINE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """All measurements of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, files and processor time, where the system tells
        here: Any = {"registry": self.registry, "namespace": "tabbytop"}
        self.commands = Counter("commands", "Commands by kind and outcome.", ["kind", "outcome"], **here)
        self.answered = functools.cache(self.commands.labels)
        """One of them; looking it up by its names each time would cost more than counting."""
        self.command_seconds = Histogram("command_seconds", "From arrival to answer.", buckets=FINE, **here)
        self.commit_seconds = Histogram("commit_seconds", "Storing the events of a command.", buckets=FINE, **here)
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
