"""Connect four's grid as two numbers. Everything is open."""

from __future__ import annotations

from tabbytop.engine.state import State, public


class ConnectFour(State):
    """Cell (column, row), both from 0, is bit 7 * column + row; the seventh bit of every column stays empty."""

    filled: int = public(type="i8")
    """The cells of all stones."""
    waiting: int = public(type="i8")
    """The cells of the seat that dropped the last stone; the other stones belong to the seat that acts."""
    acting: int = public()
    """Who acts: a seat or OVER."""
    winner: int = public(empty=-1)
