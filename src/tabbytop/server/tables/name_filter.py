"""Names that a host does not want to see: a list of words, and matching that simple tricks do not fool.

Case, accents, letters of other alphabets that look alike, figures for letters, spaces or marks between letters and
letters that are repeated make no difference. A word of the list is found as a whole word, so that a short one does not
hit the names of honest people; between asterisks, `*word*`, it is found anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

from tabbytop.engine.errors import UserError
from tabbytop.server.protocol.commands import Me, NewTable
from tabbytop.server.protocol.messages import Arrange, Sit
from tabbytop.server.tables.refusals import Rejected

# Figures and marks, Cyrillic, Greek, other Latin letters, and what each is read as. `i`, `l` and `1` are drawn alike.
MARKS, AS = "013456789@$!|+", "oieasgtbgasiit"
CYRILLIC, AS_CYRILLIC = (
    "\u0430\u0432\u0433\u0435\u0451\u0437\u0438\u0456\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0458\u0501\u04bb",
    "abgeesiikmnopctyxsjdh",
)
GREEK, AS_GREEK = (
    "\u03b1\u03b2\u03b3\u03b5\u03b9\u03b7\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9",
    "abgeinkmnoptyxw",
)
LATIN, AS_LATIN = "\u0131\u0142\u00f8\u0111\u0127", "ilodh"
LOOKS_LIKE = str.maketrans(MARKS + CYRILLIC + GREEK + LATIN, AS + AS_CYRILLIC + AS_GREEK + AS_LATIN)
REFUSED = "This server does not take that name; choose another one."


def refused_names(entries: Iterable[str]) -> Callable[[str], bool]:
    """Whether a name is one of those that a list refuses."""
    listed = [entry.strip() for entry in entries if entry.strip() and not entry.lstrip().startswith("#")]
    patterns = [(_pattern(entry), _is_part(entry)) for entry in listed if _plain(entry)]

    def is_refused(name: str) -> bool:
        whole, words = _plain(name), _words(name)
        return any(
            pattern.search(whole) if is_part else any(map(pattern.fullmatch, words)) for pattern, is_part in patterns
        )

    return is_refused


def read_list(file: Path) -> tuple[str, ...]:
    """The entries of a file, one on each line; lines that begin with # are for people."""
    try:
        return tuple(file.read_text(encoding="utf-8").splitlines())
    except OSError as problem:
        raise UserError(f"The list of names {file} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"The list of names {file} is no text in UTF-8: one word on each line.") from None


def check_names(command: object, is_refused: Callable[[str], bool]) -> None:
    """Refuse a command that gives a seat or a table a name which is not wanted here."""
    match command:
        case Sit(name=name):
            names = [name]
        case Arrange(who=Me(name)):
            names = [name]
        case NewTable(seats=seats, name=name):
            names = [name, *(who.name for who in seats if isinstance(who, Me))]
        case _:
            return
    if any(name and is_refused(name) for name in names):
        raise Rejected("bad_name", REFUSED)


def _is_part(entry: str) -> bool:
    return len(entry) > 2 and entry.startswith("*") and entry.endswith("*")


def _letters(text: str) -> str:
    """A text in small Latin letters, as it looks at a glance; what is no letter is a space."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in apart if not unicodedata.category(char).startswith("M"))
    alike = bare.translate(LOOKS_LIKE).replace("l", "i")
    return "".join(char if char.isalpha() else " " for char in alike)


def _plain(text: str) -> str:
    return _letters(text).replace(" ", "")


def _pattern(entry: str) -> re.Pattern[str]:
    """Finds an entry, also where letters are repeated more often than in it."""
    return re.compile("".join(f"{char}+" for char in _plain(entry)))


def _words(name: str) -> set[str]:
    """The words of a name; letters that stand alone, one after the other, are one, and so is all of it together."""
    given = _letters(name).split()
    found = {_plain(name), *given}
    run = ""
    for word in [*given, "  "]:
        if len(word) == 1:
            run += word
        else:
            found.add(run)
            run = ""
    return found
