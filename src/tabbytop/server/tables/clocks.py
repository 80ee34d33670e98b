"""Kinds of clocks that a table can have. Time itself is measured elsewhere; these are only the terms."""

from __future__ import annotations

from dataclasses import dataclass

from tabbytop.server.protocol.messages import ClockName

MINUTE = 60_000


@dataclass(frozen=True)
class Terms:
    """How much time there is, in milliseconds; 0 means that there is no such limit."""

    words: str
    turn: int = 0
    """For one turn; when it is over a bot plays on, until the player returns."""
    bank: int = 0
    """For the whole game; when it is used up a bot plays on to the end."""
    increment: int = 0
    """Added to the bank after each turn."""

    def left(self, bank: int, used: int) -> int | None:
        """What is left of the turn or of the bank, for a seat with this bank that has used so much of its turn."""
        if self.turn:
            return self.turn - used
        return bank if self.bank else None


CLOCKS: dict[ClockName, Terms] = {
    "off": Terms("No clock: think as long as you like."),
    "relaxed": Terms("Five minutes for a turn; then a bot plays for you until you are back.", turn=5 * MINUTE),
    "timed": Terms(
        "Ten minutes for the game and ten seconds more after each turn; then a bot plays on for you.",
        bank=10 * MINUTE,
        increment=10_000,
    ),
}
