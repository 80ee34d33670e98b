"""Findings kept in a file, from which a review goes on. Knows no game."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tabbytop.engine.errors import UserError
from tabbytop.review.pieces import Finding, Settings

BEGIN = b'{"record":'
"""So does every line begin, also the one that was cut off."""


class Kept(msgspec.Struct, frozen=True):
    """A line of the file: what was found about which record, and how much was reckoned."""

    record: str
    settings: Settings
    finding: Finding


def kept(path: Path | None, record: str, settings: Settings) -> list[Finding]:
    """Findings of the same record and settings; a line that was cut off is left out.

    A file of another kind is refused, since findings would be written behind what it holds.
    """
    if path is None or not path.exists():
        return []
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise UserError(f"{path} cannot be read: {problem.strerror}.") from None
    if not data.startswith(BEGIN) and not BEGIN.startswith(data):
        raise UserError(f"{path} holds something else than what a review has kept; name another file.")
    found = {}
    for line in data.splitlines():
        try:
            one = msgspec.json.decode(line, type=Kept)
        except msgspec.DecodeError:
            continue
        if (one.record, one.settings) == (record, settings):
            found[one.finding.number] = one.finding
    return list(found.values())


def keep(path: Path | None, record: str, settings: Settings, finding: Finding) -> None:
    """Add a finding to the file."""
    if path is None:
        return
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(Kept(record, settings, finding)) + b"\n")
    except OSError as problem:
        raise UserError(f"{path} cannot be written: {problem.strerror}.") from None
