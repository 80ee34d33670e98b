"""Races looked back at: where the time of each round went. Knows no game.

A round of a seat is the time in which it could act. Its spans end with each thing that the seat did, and with the end
of the round: so they add up to it, to the millisecond. The game says what a round is (`Clock.lap`).
"""

from __future__ import annotations

from tabbytop.review.document import RoundTime
from tabbytop.review.reading import Subject


def race_ms(subject: Subject) -> int:
    """The time that all rounds of all seats took together."""
    return sum(one.ms for one in rounds(subject))


def rounds(subject: Subject) -> list[RoundTime]:
    """Every round of every seat, in the order of the game."""
    return []
