"""The options."""

from __future__ import annotations

from tabbytop.engine.options import Flag, Options, Whole

OPTIONS = Options(
    Flag("open", "Cans may be opened."),
    Whole("hungry", "How many cans a cat wants.", default=3, low=0, high=9),
)
OPEN_SLOT = OPTIONS.slot("open")
HUNGRY_SLOT = OPTIONS.slot("hungry")
