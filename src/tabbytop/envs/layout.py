"""What a seat observes, as a row of 32-bit numbers. Knows no game: everything follows from the declared fields.

The row begins with the number of the seat. Then come the fields in the order in which a state holds them, widest
first: public ones whole, those of an owner as the seat's own row, those of nobody not at all. A 64-bit number takes two
places, its low and its high word, so nothing is lost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabbytop.engine.documented import docs_of
from tabbytop.engine.game import Game
from tabbytop.engine.rule import rule, table
from tabbytop.engine.state import Cells, Field, Ids, Sees, State, States, Wide

WIDTH, OFFSET, COUNT, STRIDE = range(4)
RUN = 4
"""Numbers that describe a run of places: bytes of each, first byte in the state, how many, bytes from seat to seat."""
LIMITS = {"i1": (-(1 << 7), (1 << 7) - 1), "i2": (-(1 << 15), (1 << 15) - 1)}
WORD = (-(1 << 31), (1 << 31) - 1)


@dataclass(frozen=True)
class Part:
    """One field of an observation."""

    name: str
    first: int
    """The index of its first number in the row."""
    shape: tuple[int, ...]
    """As the seat sees it; a 64-bit field has one more axis: low word, high word."""
    type: str
    own: bool = False
    """Whether it is the seat's own row of a field that nobody else sees."""

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest number that can stand there."""
        return LIMITS.get(self.type, WORD)


class Layout:
    """Where each field is in the observations of one game."""

    def __init__(self, state: type[State]) -> None:
        self.state = state
        places: Any = state.dtype.fields
        seen = [(name, state.fields[name]) for name in places if state.fields[name].sees is not Sees.NOBODY]
        parts, runs, first = [Part("seat", 0, (1,), "i1")], [], 1
        for name, field in seen:
            part = _part(name, field, first)
            parts.append(part)
            first += part.size
            runs.append(_run(field, places[name][1]))
        self.parts = tuple(parts)
        self.size = first
        self.runs: Wide = table(number for run in _joined(runs) for number in run)
        self.low: Ids = np.concatenate([np.full(part.size, part.limits[0], np.int32) for part in parts])
        self.high: Ids = np.concatenate([np.full(part.size, part.limits[1], np.int32) for part in parts])

    def flat(self, state: States, seat: int) -> Ids:
        """What a seat observes of a state: from its view, and from nothing else."""
        data = self.state.view(state, seat).tobytes()
        row: Ids = np.empty(self.size, np.int32)
        row[0], first = seat, 1
        for width, offset, count, stride in self.runs.reshape(-1, RUN).tolist():
            cells = np.frombuffer(data, f"i{width}", count, offset + seat * stride)
            words = cells.view(np.int32) if width == 8 else cells
            row[first : first + len(words)] = words
            first += len(words)
        return row

    def named(self, row: Ids) -> dict[str, Ids]:
        """A row with its fields by name, each in its shape; they share its memory."""
        return {part.name: row[part.first : part.first + part.size].reshape(part.shape) for part in self.parts}


_LAYOUTS: dict[type[State], Layout] = {}


def layout_of(state: type[State]) -> Layout:
    """The layout of a game's observations, worked out once."""
    if state not in _LAYOUTS:
        _LAYOUTS[state] = Layout(state)
    return _LAYOUTS[state]


def _part(name: str, field: Field, first: int) -> Part:
    own = field.sees is Sees.OWNER
    shape = field.shape[1:] if own else field.shape
    return Part(name, first, ((*shape, 2) if field.type == "i8" else shape) or (1,), field.type, own)


def _run(field: Field, offset: int) -> list[int]:
    width = np.dtype(field.type).itemsize
    own = field.sees is Sees.OWNER
    count = math.prod(field.shape[1:] if own else field.shape)
    return [width, offset, count, count * width if own else 0]


def _joined(runs: list[list[int]]) -> list[list[int]]:
    """Runs that lie behind each other as one: there are many fields, and few kinds of them."""
    found: list[list[int]] = []
    for run in runs:
        last = found[-1] if found else None
        follows = last is not None and last[OFFSET] + last[WIDTH] * last[COUNT] == run[OFFSET]
        if last is not None and follows and last[WIDTH] == run[WIDTH] and not last[STRIDE] and not run[STRIDE]:
            last[COUNT] += run[COUNT]
        else:
            found.append(list(run))
    return found


@rule
def observe(cells: Cells, start: int, seat: int, runs: Wide, out: Ids, first: int) -> None:
    """Write what a seat observes of the state whose bytes begin at `start`; the same as `Layout.flat`.

    Each run is cut out before it is gone through: over such pieces compiled code copies many numbers at once.
    """
    out[first] = seat
    first += 1
    for run in range(0, runs.shape[0], RUN):
        width, count = runs[run + WIDTH], runs[run + COUNT]
        at = start + runs[run + OFFSET] + seat * runs[run + STRIDE]
        source = cells[at : at + width * count]
        if width == 1:
            target = out[first : first + count]
            for i in range(count):
                target[i] = source[i]
            first += count
        elif width == 2:
            target = out[first : first + count]
            for i in range(count):
                target[i] = (int(source[2 * i]) & 255) | int(source[2 * i + 1]) << 8
            first += count
        else:
            words = count * width // 4
            target = out[first : first + words]
            for i in range(words):
                low = (int(source[4 * i]) & 255) | (int(source[4 * i + 1]) & 255) << 8
                target[i] = low | (int(source[4 * i + 2]) & 255) << 16 | int(source[4 * i + 3]) << 24
            first += words


def page(cards: Iterable[Game]) -> str:
    """The layouts of some games as they stand in docs/research.md."""
    lines: list[str] = []
    for card in cards:
        layout, sentences = layout_of(card.state), {"seat": "The seat that observes.", **docs_of(card.state)}
        lines += [f"### {card.name}: {layout.size} numbers", "", "| from | field | shape | |", "|---|---|---|---|"]
        for part in layout.parts:
            shape = " x ".join(map(str, part.shape))
            kind = ", ".join(["own"] * part.own + ["64 bits"] * (part.type == "i8"))
            note = " ".join([*([f"({kind})"] if kind else []), *sentences[part.name].split()])
            lines.append(f"| {part.first} | `{part.name}` | {shape} | {note} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    from tabbytop import games

    print(page(map(games.load, games.ids())))
