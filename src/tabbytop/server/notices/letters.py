"""What a notice says, and how each service wants to be told it.

First words are the game, who and what, last words "Your turn.". What happened is told in the words of the log as those
have them who only watch: a notice can hold nothing hidden.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tabbytop.engine.listing import listed
from tabbytop.server.protocol.notices import HookService


@dataclass(frozen=True)
class Turn:
    """A table at which it is somebody's turn."""

    table: str
    game: str
    """Its name, and that of the table where it has one."""
    others: tuple[str, ...]
    """The names of the other people there."""
    reminder: bool = False
    told: str = ""
    """What the others did last, in a sentence."""
    overnight: bool = False
    """Whether the turn began in quiet hours."""


@dataclass(frozen=True)
class Letter:
    """A notice in words."""

    title: str
    text: str
    path: str
    """Where a press leads on the server's page."""
    tag: str
    """Of two notices with the same tag only the newer one is shown."""
    tables: tuple[str, ...]
    actions: bool = False
    """Whether it can be answered: play, not now, mute this table."""


def letter(turns: Sequence[Turn]) -> Letter:
    """One notice of all the tables at which it is somebody's turn."""
    tables = tuple(turn.table for turn in turns)
    if len(turns) > 1:
        games = listed([f"{turn.game} with {_company(turn)}" for turn in turns])
        night = " Nothing was sent in your quiet hours." if any(turn.overnight for turn in turns) else ""
        return Letter(f"Your turn at {len(turns)} tables", f"{games}.{night}", "/", "tables", tables)
    (turn,) = turns
    waits = "wait" if len(turn.others) > 1 else "waits"
    text = f"{_company(turn)} {'still ' if turn.reminder else ''}{waits} for you."
    title = f"{turn.game}: {turn.told}" if turn.told else f"{turn.game}: your turn"
    if turn.told:
        text = f"{text} Your turn." if turn.reminder else "Your turn."
    return Letter(title, text, f"/t/{turn.table}", turn.table, tables, actions=True)


def invitation(game: str, name: str, table: str, words: str) -> Letter:
    """Somebody asks somebody else to a table; the words lead there."""
    return Letter(f"{game}: {name} invites you", "A seat is free at their table.", f"/t/{words}", f"to-{table}", ())


def trial() -> Letter:
    """A notice that is sent to try a way."""
    return Letter("This is how it will read", "You will be told here when it is your turn.", "/notices", "trial", ())


def question(site: str, way_id: str, secret: str) -> Letter:
    """What an e-mail address is asked before anything else is sent to it."""
    text = (
        "Somebody asked a table of Tabbytop to write to this address whenever it is their turn. If that was you, open"
        f" {site}/notices#{way_id}.{secret}\n\nIf it was not, do nothing, and no more will come."
    )
    return Letter("Shall Tabbytop write to you?", text, "/notices", "question", ())


def _company(turn: Turn) -> str:
    return listed(list(turn.others)) or "Somebody"


def for_browser(letter: Letter, waiting: Sequence[str]) -> bytes:
    """What the page's own worker is told: the notice, and all tables that wait, for the number on the app's icon."""
    said = {"title": letter.title, "text": letter.text, "path": letter.path, "tag": letter.tag}
    return msgspec.json.encode(
        {**said, "tables": list(letter.tables), "actions": letter.actions, "waiting": list(waiting)}
    )


def no_news(waiting: Sequence[str]) -> bytes:
    """For the page's own worker: nothing new, but these tables alone wait still; notices of others are to go."""
    return msgspec.json.encode({"waiting": list(waiting)})


def for_service(service: HookService, letter: Letter, site: str, secret: bytes) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a message to a service."""
    there = site + letter.path
    json = {"content-type": "application/json"}
    match service:
        case "discord":
            said = {"content": f"**{letter.title}**\n{letter.text}\n{there}", "allowed_mentions": {"parse": []}}
            return msgspec.json.encode(said), json
        case "slack":
            text = f"*{_plain(letter.title)}*\n{_plain(letter.text)}\n{there}"
            return msgspec.json.encode({"text": text}), json
        case "ntfy":
            headers = {"title": _ascii(letter.title), "click": there, "tags": "cat", "content-type": "text/plain"}
            return letter.text.encode(), headers
        case "json":
            at = int(time.time())
            body = msgspec.json.encode(
                {"title": letter.title, "text": letter.text, "url": there, "tables": list(letter.tables), "at": at}
            )
            return body, {**json, "tabbytop-signature": signature(secret, at, body)}


def signature(secret: bytes, at: int, body: bytes) -> str:
    """By which a program knows that a message is from here, and not an old one sent again."""
    signed = hmac.new(secret.hex().encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def _plain(text: str) -> str:
    """Slack's three signs, as it wants them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _ascii(text: str) -> str:
    """A header holds no other letters."""
    return text.encode("ascii", "replace").decode()
