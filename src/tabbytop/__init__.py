"""Tabbytop: a table for board games, and their rules at millions of moves a second."""

__version__ = "0.1.0"
