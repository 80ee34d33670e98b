"""Being told that it is one's turn: ways, habits, and what became of a try.

Nothing here does anything; see `messages`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tabbytop.server.protocol.commands import TableId

HookService = Literal["discord", "slack", "ntfy", "json"]
Address = Annotated[str, Meta(min_length=8, max_length=1000)]
KeyOfBrowser = Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$(?!\n)")]
MinuteOfDay = Annotated[int, Meta(ge=0, lt=1440)]
PersonId = Annotated[str, Meta(min_length=16, max_length=16, pattern=r"^[0-9a-f]+$(?!\n)")]
"""Somebody with whom one has played; to everybody else the same person has another one."""
ToldOf = Literal["always", "turns", "never"]
"""What one wants to hear of at tables with somebody: their invitations too, only that it is one's turn, or nothing."""


class PushWay(Struct, tag="push", frozen=True, forbid_unknown_fields=True):
    """A browser on a device: what it gave when it was asked to show notices."""

    endpoint: Address
    p256dh: KeyOfBrowser
    auth: KeyOfBrowser


class HookWay(Struct, tag="hook", frozen=True, forbid_unknown_fields=True):
    """An address that takes messages by POST; "json" is for programs, and is signed."""

    service: HookService
    url: Address


class MailWay(Struct, tag="mail", frozen=True, forbid_unknown_fields=True):
    """An e-mail address. Nothing is sent to it but one question, until it is confirmed."""

    address: Annotated[str, Meta(max_length=200, pattern=r"^[^@\s<>,;:\"\\\\]+@[^@\s<>,;:\"\\\\]+$(?!\n)")]


class NewWay(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask to be told by a way."""

    way: PushWay | HookWay | MailWay


class WayInfo(Struct, frozen=True):
    """A way by which one is told."""

    id: str
    kind: Literal["push", "hook", "mail"]
    words: str
    """Where it leads, without what is secret in it."""
    endpoint: str | None
    """Of a browser, so that it knows itself again."""
    off: str | None
    """Why nothing is sent by it, while nothing is."""
    secret: str | None = None
    """Signs what is sent to a program; shown this once."""


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """From one minute of the day to another, in a time zone such as "Europe/Vienna"."""

    start: MinuteOfDay
    end: MinuteOfDay
    zone: Annotated[str, Meta(max_length=64)]


class NoticeHabits(Struct, frozen=True, forbid_unknown_fields=True):
    """When one wants to be told, and of what."""

    quiet: QuietHours | None = None
    reminder: bool = True
    """Whether to be told once more after a day."""
    muted: Annotated[list[TableId], Meta(max_length=200)] = []
    """Tables of which one does not want to hear."""
    people: Annotated[dict[PersonId, ToldOf], Meta(max_length=200)] = {}
    """Of whom one wants to hear more or less than that it is one's turn."""
    strangers: ToldOf = "turns"
    """The same of all others with whom one has not finished a game yet."""
    new_tables: bool = True
    """Whether to hear of tables that are not in `listened`; without it one hears of those alone."""
    listened: Annotated[list[TableId], Meta(max_length=200)] = []


class NoticeAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody presses on a notice: told again in an hour, or no more of this table."""

    table: TableId
    answer: Literal["later", "mute"]


class NoticeSettings(Struct, frozen=True):
    """How one is told that it is one's turn."""

    ways: list[WayInfo]
    habits: NoticeHabits
    push_key: str
    """The server's public key, for browsers."""
    mail: bool
    """Whether this server sends e-mail."""


class Acquaintance(Struct, frozen=True):
    """Somebody with whom one has played here."""

    id: PersonId
    name: str
    face: str
    told: ToldOf
    """What oneself wants to hear of them; what they want to hear is nobody else's business."""


class Acquaintances(Struct, frozen=True):
    """Those with whom one has played here, the last ones first."""

    people: list[Acquaintance]


class InvitePerson(Struct, frozen=True, forbid_unknown_fields=True):
    """Tell somebody of a free seat at a table where one sits."""

    table: TableId
    person: PersonId


class PersonInvited(Struct, frozen=True):
    """The same whether they were told or not."""

    sentence: str


class NoticeTried(Struct, frozen=True):
    """What became of a notice that was sent to try a way."""

    arrived: bool
    sentence: str


class MailConfirmed(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands behind the `#` of the link in the question."""

    way: Annotated[str, Meta(max_length=32)]
    secret: Annotated[str, Meta(max_length=64)]
