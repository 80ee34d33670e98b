"""What a host may choose for a table of Kitty Paw, and where the rules find it. One player practises (KIT-123)."""

from __future__ import annotations

from tabbytop.engine.options import Choice, Flag, Options, Whole
from tabbytop.games.kitty_paw.components import BOX

TOGETHER = (2, 3, 4)
WITH_PAWS = (3, 4)
"""Of two players nobody is last, so there is no paw to show."""
ROUNDS_OF_LEVEL_1 = sum(card.level == 1 for card in BOX.cards) // BOX.deck.row
"""A shorter calm game never comes to Level II."""
CALM, RACING = ("calm", True), ("calm", False)

OPTIONS = Options(
    Choice("deck", "The levels one after another, or all cards shuffled together.", values=("levels", "mixed")),
    Choice(
        "level2_set",
        "Which cards of Level II are played; yellow is a little harder.",
        counts_with=("deck", "levels"),
        counts_from=("calm_rounds", ROUNDS_OF_LEVEL_1 + 1),
        values=("blue", "yellow"),
    ),
    Flag("tumbled", "Tiles come to hand turned at random."),
    Flag("calm", "Nobody races: everybody builds to the end, and nobody is last."),
    Whole(
        "calm_rounds",
        "How many rounds a calm game has.",
        counts_with=CALM,
        default=BOX.options.calm_rounds,
        low=1,
        high=BOX.deck.standard_rounds,
        tries=(2,),
    ),
    Whole(
        "calm_minutes",
        "How many minutes a calm round lasts at most; 0 means no limit.",
        counts_with=CALM,
        default=BOX.options.calm_minutes,
        low=0,
        high=60,
        tries=(1,),
    ),
    Whole(
        "countdown_seconds",
        "How many seconds are counted down before a round opens.",
        default=BOX.options.countdown_seconds,
        low=0,
        high=10,
        tries=(0,),
    ),
    Whole(
        "ready_seconds",
        "A player who has not pressed ready after so many seconds counts as ready.",
        default=BOX.options.ready_seconds,
        low=5,
        high=600,
        tries=(5,),
    ),
    Whole(
        "peek_seconds",
        "How many seconds a look under a box may take.",
        counts_with=RACING,
        default=BOX.options.peek_seconds,
        low=1,
        high=30,
        tries=(1,),
    ),
    Whole(
        "reaction_seconds",
        "How many seconds after a Meow a paw still counts.",
        only_players=TOGETHER,
        counts_players=WITH_PAWS,
        counts_with=RACING,
        default=BOX.options.reaction_seconds,
        low=1,
        high=30,
        tries=(1,),
    ),
    Whole(
        "round_limit_seconds",
        "A round without a Meow ends after so many seconds; 0 means no limit.",
        counts_with=RACING,
        default=BOX.options.round_limit_seconds,
        low=0,
        high=3600,
        tries=(20, 0),
    ),
)

DECK_SLOT = OPTIONS.slot("deck")
LEVEL2_SLOT = OPTIONS.slot("level2_set")
TUMBLED_SLOT = OPTIONS.slot("tumbled")
CALM_SLOT = OPTIONS.slot("calm")
CALM_ROUNDS_SLOT = OPTIONS.slot("calm_rounds")
CALM_MINUTES_SLOT = OPTIONS.slot("calm_minutes")
COUNTDOWN_SLOT = OPTIONS.slot("countdown_seconds")
READY_SLOT = OPTIONS.slot("ready_seconds")
PEEK_SLOT = OPTIONS.slot("peek_seconds")
REACTION_SLOT = OPTIONS.slot("reaction_seconds")
ROUND_LIMIT_SLOT = OPTIONS.slot("round_limit_seconds")
