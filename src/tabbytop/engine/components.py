"""Reading a game's `components.toml`: boards, cards and numbers as data, checked before anything is built on them."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from tabbytop.engine.errors import UserError

T = TypeVar("T")


class BadComponents(UserError):
    """A component file that cannot be used; the message names the file and the key or line."""


_INSTEAD: dict[Path, tuple[Path, bool]] = {}


def use_instead(path: Path, other: Path, *, complete: bool = True) -> None:
    """Read another file in place of a game's own, in this process; to be said before the game is loaded.

    One that is not `complete` may hold less than the printed box: a game so small that all of it can be looked at.
    """
    _INSTEAD[path] = other, complete


def is_complete(path: Path) -> bool:
    """Whether what is read for a file has to hold all that is printed: its counts and sums are checked then."""
    return _INSTEAD.get(path, (path, True))[1]


def read_components(path: Path, type: type[T]) -> T:
    """The file as a typed structure. Unknown keys, missing keys and wrong types are refused by name."""
    path = _INSTEAD.get(path, (path, True))[0]
    try:
        return msgspec.toml.decode(path.read_bytes(), type=type)
    except OSError as problem:
        raise BadComponents(f"{path.name}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadComponents(f"{path.name}: it is not UTF-8 text") from None
    except msgspec.DecodeError as problem:  # TOML errors carry the line, type errors the key
        raise BadComponents(f"{path.name}: {problem}") from None


def require(condition: bool, path: Path, key: str, wanted: str) -> None:
    """Refuse a component file whose `key` is not as `wanted`."""
    if not condition:
        raise BadComponents(f"{path.name}: {key} {wanted}")
