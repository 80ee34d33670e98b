"""The protocol: every command a client may send and every message the server answers with, as tagged structures.

The same structures travel over sockets and over HTTP; `docs/protocol.md` explains them, and TypeScript types are
generated from them. They are declared in several modules and imported from here, which only reads and writes them as
JSON. What is stored in the log is another matter, see `events`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tabbytop.server.protocol import (
    commands,
    daily,
    documents,
    home,
    lessons,
    notices,
    passkeys,
    ratings,
    replies,
    reviews,
)
from tabbytop.server.protocol.commands import *  # noqa: F403
from tabbytop.server.protocol.commands import FromClient, TableCommand
from tabbytop.server.protocol.daily import *  # noqa: F403
from tabbytop.server.protocol.documents import *  # noqa: F403
from tabbytop.server.protocol.home import *  # noqa: F403
from tabbytop.server.protocol.lessons import *  # noqa: F403
from tabbytop.server.protocol.notices import *  # noqa: F403
from tabbytop.server.protocol.passkeys import *  # noqa: F403
from tabbytop.server.protocol.ratings import *  # noqa: F403
from tabbytop.server.protocol.replies import *  # noqa: F403
from tabbytop.server.protocol.reviews import *  # noqa: F403

DECLARED_IN = (commands, replies, documents, home, lessons, daily, reviews, notices, ratings, passkeys)

_read_client = msgspec.json.Decoder(FromClient)
_read_command = msgspec.json.Decoder(TableCommand)
_encoder = msgspec.json.Encoder()


def read_message(data: bytes | str) -> FromClient:
    """What a client sent over a socket; raises `msgspec.DecodeError` or `msgspec.ValidationError`."""
    return _read_client.decode(data)


def read_command(data: bytes | str) -> TableCommand:
    """What a client posted to a table."""
    return _read_command.decode(data)


def encode(message: Struct) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)
