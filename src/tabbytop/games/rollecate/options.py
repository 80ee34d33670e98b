"""What a host may choose for a table of Rollecate, and where the rules find it."""

from __future__ import annotations

from tabbytop.engine.options import AnySeat, Choice, Flag, Options

ALONE = (1,)
AGAINST_BETSY = ("mode", "betsy")

OPTIONS = Options(
    Choice(
        "setup_build",
        "Who bends the curves of the initial railway: the players in turn, or chance.",
        values=("players", "auto"),
    ),
    AnySeat("start_player", "Who takes the first turn.", only_players=(2, 3, 4)),
    Choice(
        "mode",
        "Alone: for the fewest points, with three derailments at most, or against Betsy.",
        only_players=ALONE,
        values=("solo", "solo_hard", "betsy"),
    ),
    Flag("betsy_starts", "Betsy takes the first turn.", only_players=ALONE, only_with=AGAINST_BETSY),
    Choice(
        "betsy_bends",
        "Who bends Betsy's curves: her rule, or the human.",
        only_players=ALONE,
        only_with=AGAINST_BETSY,
        values=("auto", "human"),
    ),
)

SETUP_SLOT = OPTIONS.slot("setup_build")
STARTER_SLOT = OPTIONS.slot("start_player")
MODE_SLOT = OPTIONS.slot("mode")
BETSY_STARTS_SLOT = OPTIONS.slot("betsy_starts")
BETSY_BENDS_SLOT = OPTIONS.slot("betsy_bends")
