"""The faults that a table survives, by id: read from `faults.md`, and cited by the tests that stand for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("faults.md")
FAULT = re.compile(r"^\*\*(?P<id>F\d+)\*\* (?P<wrong>[^*]+) \*(?P<good>[^*]+)\*$")


@dataclass(frozen=True)
class Fault:
    """One fault: its id, what goes wrong, and what is seen then."""

    id: str
    wrong: str
    good: str


def read_faults(path: Path = FILE) -> dict[str, Fault]:
    """All faults of a file, in its order."""
    faults: dict[str, Fault] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("**F"):
            continue
        found = FAULT.match(line)
        if found is None or found["id"] in faults:
            raise ValueError(f"{path.name}: this is no fault, or stands there twice: {line}")
        faults[found["id"]] = Fault(found["id"], found["wrong"], found["good"])
    return faults
