"""What a host may choose for a table of Patrician, and where the rules find it."""

from __future__ import annotations

from tabbytop.engine.options import Flag, Options

OPTIONS = Options(
    Flag("messengers", "Play with The Messengers: they make cities worth more, and one player less."),
    Flag("draw_before_move", "A card is taken before the move symbol is used, as in the reprint of 2024."),
    Flag("open_piles", "Piles of played cards lie open for everybody, and the log names all cards."),
    Flag(
        "late_messengers_count",
        "With The Messengers: those who came after the scoring count for the -3 token.",
        counts_with=("messengers", True),
    ),
)

MESSENGERS_SLOT = OPTIONS.slot("messengers")
DRAW_BEFORE_MOVE_SLOT = OPTIONS.slot("draw_before_move")
OPEN_PILES_SLOT = OPTIONS.slot("open_piles")
LATE_MESSENGERS_SLOT = OPTIONS.slot("late_messengers_count")
