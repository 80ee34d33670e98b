"""What a host can set, in one place with the defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """How a server runs. Times are in seconds."""

    data: Path
    database: str
    host: str = "127.0.0.1"
    port: int = 8888
    workers: int = 1
    """Processes in which bots think."""
    origins: tuple[str, ...] = ()
    """Addresses, besides the server's own, from which pages may connect: "https://games.example"."""
    names: tuple[str, ...] = ()
    """Names by which the server is reached, besides its addresses and those of the origins: "games.example"."""
    refused_names: tuple[str, ...] = ()
    """What nobody may be called here: words, or parts of words between asterisks."""
    patience: float = 10.0
    """A new connection has so long to say what it wants, and three times as long after each answer."""
    generosity: float = 1.0
    """How many times the usual rate limits are allowed."""
    unload_after: float = 60.0
    """A table without anybody connected is unloaded after this time."""
    away_after: float = 5.0
    """Others may let a bot play for somebody who was not connected for this time."""
    bot_pause: float = 0.3
    """The least time a bot takes for a move, so that people can follow."""
    bot_rate: float = 80.0
    """Moves of bots per second, on all tables together."""
    tick: float = 4.0
    """A connection on which nothing happened hears a tick after this time."""
    inbox: int = 64
    """Commands that may wait at one table."""
    outbox: int = 128
    """Messages that may wait for one connection before it is closed as too slow."""
    snapshot_every: int = 200
    """Events between two snapshots of a table."""
    remember: int = 64
    """Events for which a client that comes back is told what happened, rather than given the table anew; those that a
    seat hears of alone are counted by themselves."""
    games: tuple[str, ...] = field(default=())
    """Games whose bots are made ready at the start; all of them if empty."""
    accept_loss: bool = False
    """Whether to go on with a database that lacks what was acknowledged."""
    bus: str | None = None
    """Where several server processes over one Postgres database talk to each other: "redis://host:6379"."""
    processes: int = 1
    """Server processes on this address; more than one need a bus."""
    own_ports: int | None = None
    """The first of the processes is also reached at this port, the next one at the next, and so on."""
    mail: str | None = None
    """A server that sends e-mail, with the sender: "smtp://user:password@host:587?from=cats@games.example"."""
    notices_every: float = 3.0
    """Between two looks for people whose turn it is, and who are not there."""
    notices_after: float = 20.0
    """Somebody whose turn it is has so long to come before they are told."""
    notices_inside: bool = False
    """Whether notices may be sent to addresses in the host's own network."""
    club: str = ""
    """What the club of this server is called; without a name there is none."""
    passkeys: bool = False
    """Whether people may come in by passkeys, too."""
    count_every: float = 3.0
    """Between two looks for games that have ended and are not rated yet."""
    deadlines_every: float = 10.0
    """Between two looks for tables with days for a turn where somebody's time is over."""
    lease: float = 3.0
    """A process that cannot renew its lease for this time has lost its tables to the others."""
