"""What a host may choose for a table of Cat Cab, and where the rules find it."""

from __future__ import annotations

from tabbytop.engine.options import BySeat, Choice, Flag, Options, Whole
from tabbytop.games.cat_cab.board import COLOURS

OPTIONS = Options(
    Choice("side", "Which side of the game card is the city.", values=("front", "back")),
    Choice("entry_gate", "The gate where everybody starts; the other one is the exit.", values=("A", "B")),
    Flag("split_sabotage", "Curses of one turn may go to different rivals."),
    Choice(
        "crazy_cat_rush",
        "Where Crazy cat heads in rush hour: to passengers as in the book, or sensibly to the exit.",
        only_players=(1,),
        values=("book", "sensible"),
    ),
    BySeat("colours", "The colour of each player, by seat.", values=COLOURS),
    Whole(
        "turn_limit",
        "A player still in the city after this many turns of their own is out; 0 means no limit.",
        default=100,
        low=0,
        high=1000,
        tries=(7, 0),
    ),
    Flag("lost_dice_stay_lost", "A coloured die that is lost to bad luck is out of the game.", later=True),
    Flag(
        "crazy_cat_stops",
        "Crazy cat stops when it comes to the passenger, and loses what it has left to drive.",
        later=True,
        only_players=(1,),
    ),
    Flag(
        "pushed_cabs_land",
        "A cab that is pushed onto the passenger picks it up; pushed onto a rival, it has to fight.",
        later=True,
    ),
    Flag(
        "quiet_squares_stay_quiet",
        "Cat nibbles and Paw patrols where a passenger has waited stay out of play.",
        later=True,
    ),
)

SIDE_SLOT = OPTIONS.slot("side")
ENTRY_SLOT = OPTIONS.slot("entry_gate")
SPLIT_SLOT = OPTIONS.slot("split_sabotage")
CRAZY_SLOT = OPTIONS.slot("crazy_cat_rush")
COLOURS_SLOT = OPTIONS.slot("colours")
TURN_LIMIT_SLOT = OPTIONS.slot("turn_limit")
LOST_DICE_SLOT = OPTIONS.slot("lost_dice_stay_lost")
STOPS_SLOT = OPTIONS.slot("crazy_cat_stops")
PUSHED_SLOT = OPTIONS.slot("pushed_cabs_land")
QUIET_SLOT = OPTIONS.slot("quiet_squares_stay_quiet")
