"""What can go wrong with the database, in words.

The database libraries have dozens of errors; a table of play needs to tell apart only a few: try again, somebody else
was first, look again, and a database that cannot be used at all.
"""

from __future__ import annotations

import re

from sqlalchemy import exc
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from tabbytop.engine.errors import UserError


class StoreError(Exception):
    """The database cannot write or read now. Nothing was written; it may heal by itself. The text is for the log."""


class Uncertain(StoreError):
    """The connection broke during the commit itself: whether it was written shows only in the log."""


class Conflict(Exception):
    """The log has gone on without the writer, or has its key already. Nothing was written; read the log again."""


class Fenced(Conflict):
    """The table lives in another server process by now. Nothing was written, and nothing will be."""


class Unknown(LookupError):
    """A write spoke of a table or a guest that the database does not have. Nothing was written."""


class Unstorable(ValueError):
    """A text that not every database can hold. Nothing was written or looked for."""


class BadDatabase(UserError):
    """A database that cannot be opened as it is."""


FOREIGN_KEY = "^23503|FOREIGN KEY"
"""Signs are looked for in Postgres' code of the error followed by what the library said."""
DISK_FULL = "The disk is full."
SENTENCES = {
    "^55P03|is locked": "The database is locked by another program.",
    "^53100|disk is full|No space left": DISK_FULL,
    "^25006|readonly|read-only": "The database is read-only.",
    "unable to open": "The database file cannot be opened.",
    "disk I/O error": "The disk reports an error.",
    "malformed|not a database": "The database file is damaged, or is no database.",
    'database ".*" does not exist': "There is no such database on the server.",
    "^28|authentication failed": "The database server does not let this user in.",
    "^(08|57P)|connection": "The database server cannot be reached.",
}


def plainly(error: DBAPIError) -> str:
    """One sentence about an error of the database."""
    if error.connection_invalidated:
        return "The connection to the database was lost."
    for sign, sentence in SENTENCES.items():
        if _shows(error, sign):
            return sentence
    return f"The database failed: {_said(error)}."


def in_our_words(error: Exception) -> Exception:
    """What to raise instead of an error that came up while reading or writing."""
    ours = _ours(error)
    if ours is not error:
        ours.__cause__ = error
    return ours


def _ours(error: Exception) -> Exception:
    match error:
        case IntegrityError() if _shows(error, FOREIGN_KEY):
            return Unknown("There is no such table or guest.")
        case IntegrityError():
            return Conflict("Somebody else wrote first.")
        case DataError():
            return error
        case DBAPIError():
            return StoreError(plainly(error))
        case exc.TimeoutError():
            return StoreError("All connections to the database are busy.")
        case _:
            return error


def _shows(error: DBAPIError, sign: str) -> bool:
    code = getattr(error.orig, "sqlstate", None) or ""
    return re.search(sign, f"{code} {error.orig}") is not None


def _said(error: DBAPIError) -> str:
    return str(error.orig).strip().partition("\n")[0].rstrip(".")
