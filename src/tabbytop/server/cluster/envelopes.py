"""What server processes say to each other over the bus, as structures in MessagePack.

A tunnel leads from the process that has a visitor's connection to the one where the table lives. What travels in it is
numbered in both directions, anew with each attempt to dig it, so that whatever the bus loses, repeats or reorders is
noticed. Nothing here does anything.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

Traveller = tuple[str, str, bool]
"""Who sends a command: guest, name, and whether they know the invitation."""


class Envelope(Struct, frozen=True, array_like=True, tag=True):
    """Anything that is said over the bus."""


class Hello(Envelope, frozen=True):
    """A process lives. Said to all, several times in the time after which silence is taken for death."""

    server: str
    takes_tables: bool
    """Whether it has its lease and is not about to end."""


class Join(Envelope, frozen=True):
    """Somebody wants to listen to a table, or, without listening, to ask something there."""

    tunnel: int
    attempt: int
    edge: str
    table: str
    guest: str | None
    name: str
    since: int | None
    listening: bool
    away: bool = False
    """Whether nobody looks at what comes."""


class Up(Envelope, frozen=True):
    """A message of the visitor, as it came; an empty one asks for the table as it is."""

    tunnel: int
    attempt: int
    edge: str
    number: int
    body: bytes
    traveller: Traveller | None
    face: str = ""


class Leave(Envelope, frozen=True):
    """The visitor has gone."""

    tunnel: int


class Down(Envelope, frozen=True):
    """A message for the visitor; the first of each attempt may be empty and says that the tunnel is open."""

    tunnel: int
    attempt: int
    number: int
    body: bytes


class Farewell(Envelope, frozen=True):
    """The visitor's connection has to end."""

    tunnel: int
    attempt: int
    code: str
    sentence: str


class Moved(Envelope, frozen=True):
    """This tunnel leads nowhere, or something was lost in it: look again where the table lives, and dig another one."""

    tunnel: int
    attempt: int
    owner: str | None
    """The process where it lives, if that is known."""


class Kept(Envelope, frozen=True):
    """All tunnels that one process keeps to another."""

    edge: str
    tunnels: list[int]


class Pulse(Envelope, frozen=True):
    """All tunnels that end here and come from one process: the attempt, what was sent in it and what was heard."""

    server: str
    tunnels: dict[int, tuple[int, int, int]]


class Spent(Envelope, frozen=True):
    """What visitors have used up of their limits at one process lately: limit, who, and how much."""

    server: str
    amounts: list[tuple[str, str, float]]


class Revoked(Envelope, frozen=True):
    """A guest has made all tokens worthless but one."""

    guest: str
    keep: bytes


class Changed(Envelope, frozen=True):
    """Something about a guest is different: a name, a face, the devices that know them."""

    guest: str


AnyEnvelope = Hello | Join | Up | Leave | Down | Farewell | Moved | Kept | Pulse | Spent | Revoked | Changed
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(AnyEnvelope)


def pack(envelope: Envelope) -> bytes:
    """An envelope as bytes."""
    return _encoder.encode(envelope)


def unpack(data: bytes) -> AnyEnvelope:
    """An envelope from bytes; raises `msgspec.DecodeError`, as for those of another version."""
    return _decoder.decode(data)
