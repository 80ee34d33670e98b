"""The moves of Patrician and their ids."""

from __future__ import annotations

from tabbytop.engine.moves import Moves
from tabbytop.games.patrician.board import CARD_IDS, CITIES, PAIRS, SITES
from tabbytop.games.patrician.components import MOST_PLAYERS

SITE_NUMBERS = range(1, SITES + 1)

MOVES = Moves(
    # luck
    deal={"card": CARD_IDS},
    lay={"card": CARD_IDS},
    start={"seat": range(MOST_PLAYERS)},
    # the plan of a turn, seen by nobody else and taken back freely
    play={"card": CARD_IDS},
    floor={"site": SITE_NUMBERS},
    move={"city": CITIES, "site": SITE_NUMBERS},
    no_move={},
    # what commits it
    take={"city": CITIES},
    take_none={},
    move_after={"city": CITIES, "site": SITE_NUMBERS},
    no_move_after={},
    messenger={"between": PAIRS},
    no_messenger={},
    # the end
    show_piles={},
    count_messengers={},
    # how a deal looks to those who may not know the card
    dealt_unseen={},
)

DEAL = MOVES.deal.first
LAY = MOVES.lay.first
START = MOVES.start.first
PLAY_CARD = MOVES.play.first
FLOOR = MOVES.floor.first
MOVE_FLOOR = MOVES.move.first
NO_MOVE = MOVES.no_move.first
TAKE_CARD = MOVES.take.first
TAKE_NONE = MOVES.take_none.first
MOVE_AFTER = MOVES.move_after.first
NO_MOVE_AFTER = MOVES.no_move_after.first
MESSENGER = MOVES.messenger.first
NO_MESSENGER = MOVES.no_messenger.first
SHOW_PILES = MOVES.show_piles.first
COUNT_MESSENGERS = MOVES.count_messengers.first
DEALT_UNSEEN = MOVES.dealt_unseen.first
