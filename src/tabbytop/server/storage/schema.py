"""The tables of the database, for SQLite and Postgres alike.

The events are the truth and are only ever added to. Everything else about a table of play (its card, its seats, its
snapshot) follows from them and is kept for speed. How a database gets these tables is told in `migrations`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("last", BigInteger, nullable=False),  # the number of its newest event
    Column("game", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("open_seats", Integer, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("owner", Text),  # the server process where it lives, of several
    Column("fence", BigInteger, nullable=False, server_default=text("0")),  # how often it found an owner
    Column("deal", Text),  # the day of the deal that is played there, if it is one
    Column("invite", Text),  # the words that lead there
    Column("deadline", BigInteger),  # when somebody's time is over, at a table that is slow on purpose
)
Index(
    "tables_deadline",
    tables.c.deadline,
    sqlite_where=text("deadline IS NOT NULL"),
    postgresql_where=text("deadline IS NOT NULL"),
)
Index("tables_owner", tables.c.owner)
Index("tables_invite", tables.c.invite)
Index("tables_deal", tables.c.deal)
Index(
    "tables_over",
    tables.c.updated,
    sqlite_where=text("stage = 'over'"),
    postgresql_where=text("stage = 'over'"),
)
Index(
    "tables_listed",
    tables.c.stage,
    tables.c.updated,
    sqlite_where=text("listed = 1"),
    postgresql_where=text("listed"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("key", Text),
    Column("digest", Text),
    Column("body", LargeBinary, nullable=False),
)
Index(
    "events_key",
    events.c.table_id,
    events.c.key,
    unique=True,
    sqlite_where=text("key IS NOT NULL"),
    postgresql_where=text("key IS NOT NULL"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text),
)
Index("seats_guest", seats.c.guest)

cleared = Table(
    "cleared",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("last", BigInteger, nullable=False),  # its newest event when its guest put it away
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("expires", DateTime(timezone=True), nullable=False),  # by the clock of the database
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("face", Text, nullable=False, server_default=text("''")),
    Column("settings", LargeBinary),  # of the page, as JSON, the same on all devices
    Column("gone", BigInteger),  # when they asked to be forgotten, until nothing is left to forget
)
Index(
    "guests_gone",
    guests.c.gone,
    sqlite_where=text("gone IS NOT NULL"),
    postgresql_where=text("gone IS NOT NULL"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),  # about when it was last used; as long as it was not, when it was made
    Column("label", Text, nullable=False, server_default=text("''")),  # which kind of device uses it
)
Index("tokens_guest", tokens.c.guest)

handovers = Table(
    "handovers",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # of the words by which a profile goes on at another device
    Column("guest", Text, ForeignKey("guests.id"), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary, primary_key=True),  # as the device that made it calls it
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("site", Text, nullable=False),  # the name of the server for which it was made
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),  # how often it was used, by its own count; many do not count
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),  # when somebody came in with it last
    Column("label", Text, nullable=False),  # on which kind of device it was made
)
Index("passkeys_guest", passkeys.c.guest)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # of what a device with a passkey has to sign
    Column("guest", Text, ForeignKey("guests.id")),  # who wants another passkey; nobody where somebody wants to come in
    Column("site", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
Index("challenges_expires", challenges.c.expires)

mutes = Table(
    "mutes",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("muted", Text, ForeignKey("guests.id"), primary_key=True),  # whose phrases the guest does not want to hear
)
Index("mutes_muted", mutes.c.muted)

bans = Table(
    "bans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # "profile" or "network"
    Column("whom", Text, nullable=False),  # the id of a guest, or a network
    Column("reason", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger),  # for good if there is none
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),  # "host" for whoever runs the server, else the id of a guest
    Column("what", Text, nullable=False),
    Column("whom", Text, nullable=False),
    Column("why", Text, nullable=False),
)

notice_ways = Table(
    "notice_ways",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("address", LargeBinary, nullable=False),  # where notices go, as JSON
    Column("secret", LargeBinary, nullable=False),  # signs what is sent, or confirms an address
    Column("site", Text, nullable=False),  # the address by which the guest reaches the server
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("off", Text),  # why nothing is sent, while nothing is
)
Index("notice_ways_guest", notice_ways.c.guest)

notice_habits = Table(
    "notice_habits",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, nullable=False),  # the newest event when the table was last looked at
    Column("moment", BigInteger, nullable=False),  # the decision that is waited for; 0 if none is
    Column("since", BigInteger, nullable=False),  # when the wait was noticed
    Column("due", BigInteger),  # when something is to be done; never if nothing is
    Column("tries", Integer, nullable=False),
    Column("told", Text, nullable=False),  # the ways by which it was told, each followed by a space
    Column("reminded", Boolean, nullable=False),
    Column("shown", Boolean, nullable=False, server_default=text("false")),  # whether a notice may be seen somewhere
)
Index("notices_due", notices.c.due)

invited = Table(
    "invited",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("inviter", Text, ForeignKey("guests.id"), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # when it is to be told, or tried again
    Column("tries", Integer, nullable=False),
    Column("told", Text, nullable=False),  # the ways by which it was told, each followed by a space
)
Index("invited_due", invited.c.due)

lessons = Table(
    "lessons",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("chapter", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("reached", Integer, nullable=False),  # how many chapters are finished
    Column("done", Boolean, nullable=False),
)

consents = Table(
    "consents",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("puzzles", Boolean, nullable=False),  # whether moments of their games may become puzzles
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text),
    Column("level", Text),  # of a bot
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("stayed", Boolean, nullable=False),  # whether they played to the end
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when the game ended
    Column("counts", Text, nullable=False),  # what the game counts for
)
Index("results_guest", results.c.guest)
Index("results_ladder", results.c.game, results.c.players, results.c.at)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("against", Text, primary_key=True),  # people or bots
    Column("guest", Text, primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("month", Text, nullable=False),  # of the last game
    Column("month_games", Integer, nullable=False),
    Column("before", Float(53), nullable=False),  # the rating with which that month began
)
Index("ratings_guest", ratings.c.guest)

ladders = Table(
    "ladders",
    metadata,
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("against", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),  # the end of the last game that was counted
    Column("table_id", Text, nullable=False),
)

club_members = Table(
    "club_members",
    metadata,
    Column("guest", Text, ForeignKey("guests.id"), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # when they were here last
    Column("game", Text),  # and at which game, if at one
)
