"""What is stored about people, table by table and column by column: docs/privacy.md is written from this.

`python -m tabbytop.server.storage.privacy` prints the document; a test holds it against the schema and the file.
"""

from __future__ import annotations

from tabbytop.server.storage.schema import metadata

HEAD = """# What is stored

A server of Tabbytop stores what is listed here and nothing else: every table and every column of its database. This
page is written from the schema by `python -m tabbytop.server.storage.privacy`, and a test fails when a column is
missing. Nothing is loaded from other sites, nothing is counted for anybody, and no third party is told anything;
the one exception is what people ask for themselves: notices by way of their browser's push service, or of the
address that they give.

"Personal" says what points to a person, and what becomes of it when that person deletes their profile (`/you`,
"Delete me").
"""

TABLES: dict[str, str] = {
    "guests": "Profiles.",
    "tokens": "Devices that know a profile.",
    "handovers": "Words by which a profile goes on at another device.",
    "passkeys": "Keys by which people come in, where the host lets them.",
    "challenges": "What a device with such a key has still to sign.",
    "mutes": "Whom somebody does not want to hear.",
    "bans": "Whom the host does not let in.",
    "audit": "What hosts did to whom.",
    "tables": "Tables, one row each, for lists.",
    "events": "What happened at tables: the log from which everything about a game follows.",
    "seats": "Who sits where.",
    "snapshots": "A table as it was, so that its log need not be read from the beginning.",
    "reviews": "Reviews of finished games.",
    "notice_ways": "Where people want to be told that it is their turn.",
    "notice_habits": "When they want to be told.",
    "notices": "What they were told of.",
    "invited": "Invitations by name that were not told yet; for a day at most.",
    "lessons": "How far people are in lessons.",
    "consents": "What people agreed to.",
    "cleared": "Tables that people have put away.",
    "results": "How finished games ended, for ratings.",
    "ratings": "Where people stand.",
    "ladders": "How far ratings are counted.",
    "club_members": "Who wants to be seen in the club.",
    "secrets": "What only the server knows.",
    "servers": "Server processes, where there are several.",
    "pulse": "Whether the database can be written to.",
}

GONE = "yes; deleted"
SOMEBODY = "yes; somebody else's random id takes its place, a new one at each table"
NO = ""

COLUMNS: dict[str, tuple[str, str]] = {
    "guests.id": ("a random id", GONE),
    "guests.name": ("the name they gave or were given", GONE),
    "guests.created": ("when they came first", GONE),
    "guests.face": ("one of eight faces", GONE),
    "guests.settings": ("the settings of the page, such as night and sound", GONE),
    "guests.gone": ("when they asked to be deleted, until that is done", GONE),
    "tokens.hash": ("the SHA-256 of the secret of a device", GONE),
    "tokens.guest": ("whose device it is", GONE),
    "tokens.kind": ("whether it is a device or a link", GONE),
    "tokens.created": ("when it was made", GONE),
    "tokens.used": ("when it was last used, give or take an hour", GONE),
    "tokens.label": ("browser and system in words, such as Firefox on Linux; nothing else of what browsers say", GONE),
    "handovers.hash": ("the SHA-256 of four words", "yes; deleted, also when they are used up or over"),
    "handovers.guest": ("whose words they are", GONE),
    "handovers.expires": ("until when they are good", GONE),
    "passkeys.id": ("what the device that made it calls it", GONE),
    "passkeys.guest": ("whose key it is", GONE),
    "passkeys.site": ("the name of the server for which it was made", GONE),
    "passkeys.public_key": ("the half of the key that is no secret", GONE),
    "passkeys.count": ("how often it was used, by its own count", GONE),
    "passkeys.created": ("when it was made", GONE),
    "passkeys.used": ("when somebody came in with it last", GONE),
    "passkeys.label": ("browser and system in words, where it was made", GONE),
    "challenges.hash": ("the SHA-256 of 32 random bytes", "yes; deleted, also when it is answered or over"),
    "challenges.guest": ("who wants another key", GONE),
    "challenges.site": ("the name of the server", GONE),
    "challenges.expires": ("until when it may be answered", GONE),
    "mutes.guest": ("who does not want to hear", GONE),
    "mutes.muted": ("whom", GONE),
    "bans.id": ("a number", NO),
    "bans.kind": ("whether a profile or a network is banned", NO),
    "bans.whom": (
        "the id of a profile, or the address of a network that the host typed",
        "yes; a ban of the profile is deleted",
    ),
    "bans.reason": ("what they are told", NO),
    "bans.created": ("since when", NO),
    "bans.until": ("until when", NO),
    "audit.id": ("a number", NO),
    "audit.at": ("when", NO),
    "audit.who": ("who did it: the host, or the id of the host of a table", 'yes; "a deleted profile"'),
    "audit.what": ("ban, unban, remove, delete", NO),
    "audit.whom": ("to whom: the id of a profile, or a network", 'yes; "a deleted profile"'),
    "audit.why": ("the reason, or at which table", NO),
    "tables.id": ("a random id", NO),
    "tables.last": ("how many events it has", NO),
    "tables.game": ("the game", NO),
    "tables.stage": ("lobby, playing, over or closed", NO),
    "tables.listed": ("whether everybody may see it", NO),
    "tables.open_seats": ("how many seats are free for anybody", NO),
    "tables.summary": (
        "names and faces at the seats, places and points, what the group calls its table",
        'yes; "Somebody", without a face, and no name of a table that they opened or that is called after them',
    ),
    "tables.updated": ("when something last happened", NO),
    "tables.owner": ("the server process where it lives", NO),
    "tables.fence": ("how often it found one", NO),
    "tables.deal": ("the day, if it is a deal of the day", NO),
    "tables.deadline": ("when somebody's time is over, at a table with days for a turn", NO),
    "tables.invite": ("the words that lead there", NO),
    "events.table_id": ("the table", NO),
    "events.seq": ("the number of the event", NO),
    "events.at": ("when it happened", NO),
    "events.key": ("who asked for it, and a random key", SOMEBODY),
    "events.digest": ("a hash of what was asked for", "yes; deleted"),
    "events.body": (
        "what happened: who sat down under which name and face, moves, quick phrases; at slow tables their time zone",
        'yes; "Somebody", a random id, and no name of a table that they opened or that is called after them',
    ),
    "seats.table_id": ("the table", NO),
    "seats.seat": ("the seat", NO),
    "seats.guest": ("who sits there", SOMEBODY),
    "snapshots.table_id": ("the table", NO),
    "snapshots.seq": ("at which event it was made", NO),
    "snapshots.body": ("the table as it was, names included", "yes; deleted, and made anew without them"),
    "snapshots.checksum": ("whether it is whole", NO),
    "reviews.table_id": ("the table", NO),
    "reviews.body": ("the review, with names", "yes; deleted"),
    "notice_ways.id": ("a random id", GONE),
    "notice_ways.guest": ("who is told", GONE),
    "notice_ways.address": ("an address of a push service, of a service such as ntfy, or an e-mail address", GONE),
    "notice_ways.secret": ("signs what is sent, or confirms the address", GONE),
    "notice_ways.site": ("by which address they reach this server", GONE),
    "notice_ways.created": ("since when", GONE),
    "notice_ways.failures": ("how often it failed in a row", GONE),
    "notice_ways.off": ("why nothing is sent", GONE),
    "notice_habits.guest": ("who", GONE),
    "notice_habits.body": (
        "quiet hours with their time zone, reminders, tables and people of which they want to hear or not",
        GONE,
    ),
    "notices.guest": ("who", GONE),
    "notices.table_id": ("the table", GONE),
    "notices.seq": ("how far the table was", GONE),
    "notices.moment": ("which decision was waited for", GONE),
    "notices.since": ("since when", GONE),
    "notices.due": ("when something is to be done", GONE),
    "notices.tries": ("how often it was tried", GONE),
    "notices.told": ("by which ways it was told", GONE),
    "notices.reminded": ("whether they were reminded", GONE),
    "notices.shown": ("whether a device shows it", GONE),
    "invited.guest": ("who is invited", GONE),
    "invited.table_id": ("to which table", GONE),
    "invited.inviter": ("by whom", GONE),
    "invited.since": ("since when", GONE),
    "invited.due": ("when it is to be told", GONE),
    "invited.tries": ("how often it was tried", GONE),
    "invited.told": ("by which ways it was told", GONE),
    "lessons.guest": ("who", GONE),
    "lessons.game": ("the game", GONE),
    "lessons.lesson": ("the lesson", GONE),
    "lessons.chapter": ("the chapter", GONE),
    "lessons.step": ("the step", GONE),
    "lessons.reached": ("chapters finished", GONE),
    "lessons.done": ("whether all of it was finished", GONE),
    "consents.guest": ("who", GONE),
    "consents.puzzles": ("whether moments of their games may become puzzles", GONE),
    "cleared.guest": ("who", GONE),
    "cleared.table_id": ("the table", GONE),
    "cleared.last": ("how far it was", GONE),
    "results.table_id": ("the table", NO),
    "results.seat": ("the seat", NO),
    "results.guest": ("who sat there", SOMEBODY),
    "results.level": ("which bot sat there", NO),
    "results.place": ("their place", NO),
    "results.score": ("their points", NO),
    "results.stayed": ("whether they played to the end", NO),
    "results.game": ("the game", NO),
    "results.players": ("how many played", NO),
    "results.at": ("when it ended", NO),
    "results.counts": ("what it counts for", NO),
    "ratings.game": ("the game", GONE),
    "ratings.players": ("how many play", GONE),
    "ratings.against": ("against people or bots", GONE),
    "ratings.guest": ("who", "yes; those who took their place at each table stand there instead"),
    "ratings.mu": ("how strong they seem", GONE),
    "ratings.sigma": ("how sure that is", GONE),
    "ratings.games": ("how many games it is made of", GONE),
    "ratings.month": ("the month of the last one", GONE),
    "ratings.month_games": ("how many there were in it", GONE),
    "ratings.before": ("how strong they seemed when it began", GONE),
    "ladders.game": ("the game", NO),
    "ladders.players": ("how many play", NO),
    "ladders.against": ("against people or bots", NO),
    "ladders.at": ("when the last game that was counted ended", NO),
    "ladders.table_id": ("and at which table", NO),
    "club_members.guest": ("who", GONE),
    "club_members.seen": ("when they were here last", GONE),
    "club_members.game": ("and at which game", GONE),
    "secrets.name": ("what it is for", NO),
    "secrets.value": ("keys of the server: for push services, for the luck of deals", NO),
    "servers.id": ("a process", NO),
    "servers.expires": ("until when it holds its tables", NO),
    "pulse.id": ("a number", NO),
    "pulse.at": ("when it was last tried", NO),
}

FOOT = """## What is not stored

No password, no e-mail address that was not given for notices, no address of a visitor but those that the host bans:
addresses are used for [limits](protocol.md#limits), in memory alone. No open chat. The server's log has table ids,
no names and no addresses.

## What a deletion cannot reach

Records that others have downloaded, and names in records that somebody laid on a table here as games from
elsewhere; backups that the host has made; pages that others have open, until they are loaded again. SQLite and
Postgres use the space of what was deleted again, but do not overwrite it at once.
"""


def document() -> str:
    """The page."""
    parts = [HEAD]
    for name, words in TABLES.items():
        rows = [
            f"| `{column.name}` | {COLUMNS[f'{name}.{column.name}'][0]} | {COLUMNS[f'{name}.{column.name}'][1]} |"
            for column in metadata.tables[name].columns
        ]
        parts.append(
            "\n".join(
                [f"## `{name}`\n\n{words}\n", "| column | what it holds | personal |", "|---|---|---|", *rows, ""]
            )
        )
    return "\n".join([*parts, FOOT])


if __name__ == "__main__":
    print(document(), end="")
