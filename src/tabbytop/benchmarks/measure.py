"""Timing: repeat a measurement, leave out the first, and say the median and how far the others stray.

Knows no game. A measurement is a function that returns one number, such as moves per second.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

Measurement = Callable[[], float]
PER_SECOND = "/s"
TIMES = "x"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a median with its spread. `repeats` is 0 where nothing could be measured, and `note` says why."""

    name: str
    unit: str = ""
    median: float = 0.0
    low: float = 0.0
    high: float = 0.0
    repeats: int = 0
    note: str = ""
    failed: bool = False
    """Whether measuring it ended in an error, so that the others are known but not all is well."""


Rows = Callable[[], Iterator[Result]]
Parts = Mapping[str, Rows]
"""Measurements that can fail apart from each other, by what they are called then."""


@dataclass(frozen=True)
class Effort:
    """How long to measure: how often, and how many seconds each time."""

    repeats: int = 5
    seconds: float = 0.5


def summary(name: str, unit: str, values: Sequence[float], note: str = "") -> Result:
    """The row that repeated measurements make."""
    return Result(
        name=name,
        unit=unit,
        median=statistics.median(values),
        low=min(values),
        high=max(values),
        repeats=len(values),
        note=note,
    )


def repeated(name: str, unit: str, measurement: Measurement, repeats: int, note: str = "") -> Result:
    """Measure once to warm up and then `repeats` times."""
    measurement()
    return summary(name, unit, [measurement() for _ in range(repeats)], note)


def side_by_side(measurements: Sequence[Measurement], repeats: int) -> list[list[float]]:
    """The values of several measurements taken in turn, so that a busy machine slows all of them alike."""
    for measurement in measurements:
        measurement()
    rounds = [[measurement() for measurement in measurements] for _ in range(repeats)]
    return [list(values) for values in zip(*rounds, strict=True)]


def ratio(name: str, ours: Sequence[float], theirs: Sequence[float], note: str = "") -> Result:
    """How many times as much as a peer, round by round."""
    return summary(name, TIMES, [mine / other for mine, other in zip(ours, theirs, strict=True)], note)


def unknown(name: str, note: str) -> Result:
    """A row for what could not be measured."""
    return Result(name=name, note=note)


def attempted(name: str, rows: Rows) -> Iterator[Result]:
    """The rows of a measurement; one that fails ends in a row that says so, and the others are still measured."""
    try:
        yield from rows()
    except Exception as problem:
        yield Result(name=name, note=f"failed: {type(problem).__name__}: {problem}", failed=True)


def per_second(work: Callable[[], int], seconds: float) -> float:
    """How much `work` gets done in a second; it returns how much one call did."""
    done, began = 0, time.perf_counter()
    while True:
        done += work()
        passed = time.perf_counter() - began
        if passed >= seconds:
            return done / passed


def nanoseconds(work: Callable[[], int], seconds: float) -> float:
    """What one piece of work costs; `work` returns how many pieces one call did."""
    return 1e9 / per_second(work, seconds)
