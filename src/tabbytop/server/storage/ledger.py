"""What was acknowledged, kept outside SQLite's write-ahead log: for each table how many events it has, and a hash of
them all. A log whose tail was lost looks like one that ended earlier; held against this ledger the loss is found.

A note is written after the commit that it speaks of and before anybody is told of that. So the database may be ahead
of the ledger, after a kill in between, but never behind it unless something was lost. Notes are lines that are only
ever added; of a table the furthest counts. A line that was torn by a kill had not been acknowledged, and is left out.

What is written outlives the process at once; it outlives a loss of power a moment later. Nobody waits for that: the
commit itself is on the disk already, and a ledger that lacks its last lines is behind the database, which is no loss.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: one server there, which is alone with its ledger
    fcntl = None  # type: ignore[assignment]

LOG = logging.getLogger("tabbytop.ledger")
BEGINNING = "0" * 32
"""The hash of a table without events."""
REMEMBERED = 10_000
"""Tables whose hashes are known without reading their logs again."""
LONGEST = 4 * 1024 * 1024
"""Bytes after which a ledger is written anew with one line for each table, if half of it would be saved."""
ON_DISK_AFTER = 1.0
"""Seconds after which notes are brought to the disk."""
_sync = getattr(os, "fdatasync", os.fsync)
_append = os.write


@dataclass(frozen=True)
class Note:
    """How far a table had come: its last event, and the hash of all up to it."""

    table: str
    seq: int
    hash: str
    also: tuple[str, ...] = ()
    """Hashes that hold as well: a log that is written anew has the one before or the one after, whatever happens."""

    def line(self) -> bytes:
        """The note as it is kept, with a checksum before it."""
        text = f"{self.seq} {self.hash} {json.dumps(self.table)}".encode()
        return b"%08x %b\n" % (zlib.crc32(text), text)

    @classmethod
    def read(cls, line: bytes) -> Note | None:
        """The note in a line, unless the line is torn or damaged."""
        checksum, _, text = line.partition(b" ")
        if checksum != b"%08x" % zlib.crc32(text):
            return None
        seq, digest, table = text.decode().split(" ", 2)
        return cls(json.loads(table), int(seq), digest)


def extended(before: str, rows: Iterable[Sequence[Any]]) -> str:
    """The hash of a log that was `before` and has these events more: number, time, body, key, digest."""
    for seq, at, body, key, digest in rows:
        head = f"{before} {seq} {at} {key} {digest} ".encode()
        before = hashlib.blake2b(head + body, digest_size=16).hexdigest()
    return before


class Ledger:
    """The ledger of one database, in a file beside it. Several processes may write to it; each from one thread."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._descriptor: int | None = None
        self._is_torn = False
        """Whether the last line may lack its end."""
        self._compact_at = LONGEST
        self._known: dict[str, tuple[int, str]] = {}
        self._syncing: threading.Timer | None = None
        self._guard = threading.Lock()
        """Held by whoever opens, closes or copies the descriptor, or sets the timer."""

    def known(self, table: str, seq: int) -> str | None:
        """The hash of a table up to an event, if it was just written here."""
        last, digest = (0, BEGINNING) if seq == 0 else self._known.get(table, (0, ""))
        return digest if last == seq else None

    def write(self, notes: Sequence[Note]) -> None:
        """Keep notes of what is committed: when this returns, they outlive the process; soon they are on the disk."""
        if not notes:
            return
        with self._locked() as descriptor:
            text = b"".join([b"\n" if self._is_torn else b"", *(note.line() for note in notes)])
            self._is_torn = True
            if _append(descriptor, text) < len(text):
                raise OSError("only a part of it could be written")
            self._is_torn = False
            size = os.fstat(descriptor).st_size
        self._remember(notes)
        self._sync_soon()
        if size > self._compact_at:
            self.compact()

    def foresee(self, note: Note) -> None:
        """Keep a note of what is about to be committed in place of the log so far; either may turn out to be true.

        The hash known so far counts no more: what is added in the same commit follows the log as it is then.
        """
        self._known.pop(note.table, None)
        with self._locked() as descriptor:
            if _append(descriptor, b"\n" + note.line()) < len(note.line()) + 1:
                raise OSError("only a part of it could be written")
            _sync(descriptor)

    def read(self) -> dict[str, Note]:
        """The furthest note of every table; nothing if there is no ledger."""
        found: dict[str, Note] = {}
        with contextlib.suppress(FileNotFoundError), self.file.open("rb") as lines:
            for line in lines:  # one after the other: a long ledger as a whole would stay in the process's memory
                note = Note.read(line.rstrip(b"\r\n"))
                before = found.get(note.table) if note is not None else None
                if note is not None and (before is None or note.seq > before.seq):
                    found[note.table] = note
                elif note is not None and before is not None and note.seq == before.seq and note.hash != before.hash:
                    found[note.table] = replace(note, also=(*before.also, before.hash))
        return found

    def compact(self) -> None:
        """Write the ledger anew, with one line for each table. If that cannot be done, the long one stays."""
        try:
            with self._locked():
                self._replace(self.read())
        except OSError as problem:
            LOG.warning("the ledger could not be made shorter: %s", problem)
        with contextlib.suppress(OSError):
            self._compact_at = max(LONGEST, 2 * self.file.stat().st_size)

    def begin_anew(self, notes: Mapping[str, Note]) -> None:
        """Keep these notes and no others: what else was there is given up."""
        with self._locked():
            self._replace(notes)
        self._known.clear()

    def close(self) -> None:
        """Bring what was written to the disk, and close the file."""
        with self._guard:
            is_due, self._syncing = self._syncing, None
            descriptor, self._descriptor = self._descriptor, None
        if is_due is not None:
            is_due.cancel()
        if descriptor is not None:
            _bring_to_disk(descriptor)

    def _sync_soon(self) -> None:
        with self._guard:
            if self._syncing is None:
                self._syncing = threading.Timer(ON_DISK_AFTER, self._sync)
                self._syncing.daemon = True
                self._syncing.start()

    def _sync(self) -> None:
        """In a thread of its own: those who write do not wait for it."""
        with self._guard:
            self._syncing = None
            descriptor = None if self._descriptor is None else os.dup(self._descriptor)
        if descriptor is not None:
            _bring_to_disk(descriptor)

    def _remember(self, notes: Iterable[Note]) -> None:
        if len(self._known) > REMEMBERED:
            self._known.clear()
        self._known |= {note.table: (note.seq, note.hash) for note in notes}

    def _replace(self, notes: Mapping[str, Note]) -> None:
        fresh = self.file.with_name(f"{self.file.name}.new")
        with fresh.open("wb") as file:
            for note in notes.values():
                file.writelines(replace(note, hash=also, also=()).line() for also in note.also)
                file.write(note.line())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.file)
        _sync_folder(self.file.parent)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[int]:
        """The file, for this process alone; opened again if another one has put a new one in its place."""
        while True:
            descriptor = self._opened()
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if self._is_current(descriptor):
                break
            self.close()
        try:
            yield descriptor
        finally:
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_UN)

    def _opened(self) -> int:
        if self._descriptor is None:
            is_new = not self.file.exists()
            binary = getattr(os, "O_BINARY", 0)
            with self._guard:
                self._descriptor = os.open(self.file, os.O_RDWR | os.O_APPEND | os.O_CREAT | binary, 0o644)
            self._is_torn = not _ends_a_line(self._descriptor)
            if is_new:
                _sync_folder(self.file.parent)
        return self._descriptor

    def _is_current(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self.file))
        except FileNotFoundError:
            return False


def _bring_to_disk(descriptor: int) -> None:
    """Sync and close a file; a ledger that cannot be synced is behind what is stored, which is no loss."""
    try:
        _sync(descriptor)
    except OSError as problem:
        LOG.warning("the ledger could not be brought to the disk: %s", problem)
    finally:
        os.close(descriptor)


def _ends_a_line(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    if size == 0:
        return True
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"


def _sync_folder(folder: Path) -> None:
    """Have the name of a new file on the disk too, where folders can be synced."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
