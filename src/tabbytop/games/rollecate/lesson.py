"""Rollecate taught by playing it: the game for two, Betsy, and the hard way alone. Red learns.

Cards in positions are written as in `scenes.py`.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.lessons import Chapter, Lesson, Reply, Step
from tabbytop.engine.moves import JsonMove
from tabbytop.engine.state import States
from tabbytop.games.rollecate.facts import DERAILMENTS_ALLOWED
from tabbytop.games.rollecate.scenes import exhaust, table

PASS: JsonMove = {"pass": {}}
DONE: JsonMove = {"done": {}}


def _build(card: str, bend: str = "straight") -> JsonMove:
    return {"build": {"card": card, "bend": bend}}


def _lay(card: str, combine: str) -> JsonMove:
    return {"lay": {"card": card, "combine": combine}}


def _chaos(value: int, combine: str) -> JsonMove:
    return {"chaos": {"value": value, "combine": combine}}


def _throw(wheels: int) -> JsonMove:
    return {"throw": {"wheels": wheels}}


def _draw(card: str) -> JsonMove:
    return {"draw": {"card": card}}


def _turn_up(card: str) -> JsonMove:
    return {"turn_up": {"card": card}}


# ---------------------------------------------------------------- the game


def _last_turn() -> States:
    """The draw pile is empty. Only without the 4 Red has fewer points than Blue, who will have 6."""
    state, s = table("1-2-[2]-3-3<-4", "4 1|2< 1", "1 2|2 1<")
    exhaust(s)
    return state


GOAL = Chapter(
    "Fewest points win",
    _last_turn,
    (
        Step(
            say="Build the *straight 4*",
            why="This is the last turn. Cards in your hand and on your pile are points, and the fewest win.",
            moves=(_build("4 straight"),),
            clauses=("ROL-90", "ROL-91", "ROL-93", "ROL-94"),
            wrong=(
                Reply(
                    (_build("1 straight"),),
                    "That leaves the 4 in your hand. You would end with 7 points, and with 4 if you build the *4*.",
                ),
                Reply(
                    (PASS,),
                    "A pass takes one more card. And the 4 stays in your hand as 4 points: build the *straight 4*.",
                ),
            ),
        ),
        Step(
            say="*Roll 4 dice* to move the engine",
            why="She moves one card for each wheel. Four dice, and four cards ahead: she stays on the rails.",
            moves=(DONE,),
            clauses=("ROL-75", "ROL-77"),
            then=(_throw(3),),
        ),
    ),
)


def _opening() -> States:
    """The first turn: a 1 is safe here, a 3 is not."""
    return table("4-3-[3<]-4", "1 2 4|4< 2", "|")[0]


BUILD = Chapter(
    "Build ahead",
    _opening,
    (
        Step(
            say="Build the *straight 1* after the 4",
            why="After a 4 you may lay a 1, a 3 or a 4: neighbours never differ by exactly 2.",
            moves=(_build("1 straight"),),
            clauses=("ROL-68", "ROL-70"),
            wrong=(
                Reply(
                    (_build("4 straight"),),
                    "The 4 fits, but it rolls four dice. With two cards ahead the *straight 1* is safer.",
                ),
                Reply(
                    (PASS,),
                    "A pass costs you a card. Cards are points, and you can build: try the *straight 1*.",
                ),
            ),
        ),
        Step(
            say="*Roll 1 die*",
            why="The number on a card is the number of dice. One die and two cards ahead: you are safe.",
            moves=(DONE,),
            clauses=("ROL-04", "ROL-08", "ROL-36", "ROL-80"),
            then=(_throw(1), _draw("3 curve"), _build("4 curve", "right"), DONE, _throw(3), _draw("2 curve")),
        ),
    ),
)


def _two_twos() -> States:
    """Two 2s go down without any danger, if the curve does not lead into the first card."""
    state, s = table("3-4-[4<]-3<-2", "2< 2 4|4< 3", "1|1 2 3<")
    exhaust(s, left="1 3")
    return state


SEVERAL = Chapter(
    "Two at once",
    _two_twos,
    (
        Step(
            say="Build the *curved 2 to the right*",
            why="A curve bends as you like. To the left, the line would run into its own first card.",
            moves=(_build("2 curve", "right"),),
            clauses=("ROL-12", "ROL-67", "ROL-71"),
            wrong=(
                Reply(
                    (_build("2 curve", "left"),),
                    "There the line meets its own first card. Your other 2 would have nowhere to go: try *right*.",
                ),
                Reply(
                    (_build("2 straight"),),
                    "Both your 2s go down this turn. Begin with the *curved 2*, to the right.",
                ),
            ),
            otherwise="A pass costs you a card. Both your 2s fit: begin with the *curved 2*, to the right.",
        ),
        Step(
            say="Add the *straight 2*",
            why="You may lay as many cards in a turn as you like, if their numbers are equal.",
            moves=(_build("2 straight"),),
            clauses=("ROL-62", "ROL-74"),
            otherwise="That is safe too. But the other 2 would stay in your hand: add the *straight 2* first.",
        ),
        Step(
            say="*Roll 4 dice*",
            why="Two and two make four dice, and four cards lie ahead: the engine cannot run off.",
            moves=(DONE,),
            clauses=("ROL-75", "ROL-80"),
            then=(_throw(2), _draw("1 straight")),
        ),
    ),
)


def _at_the_end() -> States:
    """One card ahead at best; the first two cards of the railway are equal."""
    state, s = table("2-2-4<-[3]", "3 1|4< 2 1", "4 1|3")
    exhaust(s, left="1 2< 3 4< 1 3")
    return state


DERAIL = Chapter(
    "Off the rails",
    _at_the_end,
    (
        Step(
            say="Build the *straight 3*",
            why="Three dice with only this card ahead: the engine may well run off. But a pass is sure to cost a card.",
            moves=(_build("3 straight"),),
            clauses=("ROL-78", "ROL-44"),
            otherwise="A pass is sure to cost a card. And the 3 stays in your hand: dare to build the *straight 3*.",
        ),
        Step(
            say="*Roll 3 dice*",
            why="Each wheel too many costs a card, taken from the start of the line, behind the engine.",
            moves=(DONE,),
            clauses=("ROL-46", "ROL-79"),
            then=(_throw(3),),
        ),
        Step(
            say="Remove the *straight 2* as a pair",
            why="Equal numbers leave in pairs. The engine ran off by two, and it costs you nothing.",
            moves=(_lay("2 straight", "yes"),),
            clauses=("ROL-50", "ROL-51", "ROL-54", "ROL-55", "ROL-59"),
            otherwise="Then both 2s lie on your pile. They are 4 points, but as a pair they leave: remove both.",
            then=(_draw("1 straight"),),
        ),
    ),
)


def _gift() -> States:
    """The first card of the railway equals the top of Red's pile; the other choice is a 1."""
    state, s = table("4-3-[4<]-1", "1 3 3|4 2 2<", "2 4<|1")
    exhaust(s, left="1 2 3< 4 1")
    return state


PASSING = Chapter(
    "Pass for a pair",
    _gift,
    (
        Step(
            say="*Pass*, and take the first card",
            why="A pass moves the engine one card and costs the first of the line, a 4. Your pile shows a 4 too.",
            moves=(PASS,),
            clauses=("ROL-40", "ROL-41", "ROL-43"),
            otherwise="The 1 is safe, and rids you of 1 point. The pair of 4s rids you of 4: try *Pass*.",
        ),
        Step(
            say="Remove the *straight 4* as a pair",
            why="Only the top card can make a pair. So a high card on top may still leave.",
            moves=(_lay("4 straight", "yes"),),
            clauses=("ROL-51", "ROL-52", "ROL-57"),
            otherwise="Then both 4s lie on your pile. They are 8 points, but as a pair they leave: remove both.",
            then=(_draw("1 straight"),),
        ),
    ),
)


def _broken_ahead() -> States:
    """A chaos card has its equal on top of the pile, and whoever moves the train meets a broken track."""
    return table("2-1-[1]-b2-3", "x4 3|3< 1<", "1 4|1")[0]


CHAOS = Chapter(
    "Chaos cards",
    _broken_ahead,
    (
        Step(
            say="Pair the *chaos 4* with the *top card*",
            why="A chaos card is never built. You lay it on your pile instead, best where it makes a pair.",
            moves=(_chaos(4, "yes"),),
            clauses=("ROL-09", "ROL-57", "ROL-86", "ROL-87"),
            wrong=(
                Reply(
                    (_chaos(4, "no"),),
                    "Then both 4s lie on your pile. They are 8 points, but as a pair they leave: remove both.",
                ),
                Reply(
                    (_build("3 straight"),),
                    "The engine would likely meet the broken track. That costs a card: try the *chaos 4*.",
                ),
                Reply(
                    (PASS,),
                    "This pass would cost two cards. The next track is broken: try the *chaos 4*.",
                ),
            ),
        ),
        Step(
            say="*End the turn*",
            why="The engine stays. Rolling onto the *broken* track costs a card: let your rival do that.",
            moves=(DONE,),
            clauses=("ROL-81", "ROL-88"),
            then=(_draw("4 straight"), _build("4 straight"), DONE, _throw(2), _draw("1 straight")),
        ),
    ),
)


# ---------------------------------------------------------------- alone against Betsy


def _last_turns() -> States:
    """Red's last turn; Betsy draws the last card. She has four cards; Red would have 3 points without the 4."""
    state, s = table("2-1-[1<]-2-3-3", "4 2", "1|3 4 1 4<", mode="betsy")
    exhaust(s, left="1")
    return state


BETSY_COUNTS = Chapter(
    "Betsy counts cards",
    _last_turns,
    (
        Step(
            say="Build the *straight 4*",
            why="Your cards count their numbers, each of *Betsy*'s counts 1. The lower sum wins.",
            moves=(_build("4 straight"),),
            clauses=("ROL-119", "ROL-120"),
            wrong=(
                Reply(
                    (_build("2 straight"),),
                    "Then the 4 stays in your hand. You would end with 5, Betsy has 4 cards: build the *straight 4*.",
                ),
            ),
            otherwise="A pass takes one more card. And the 4 stays in your hand: build the *straight 4*.",
        ),
        Step(
            say="*Roll 4 dice*",
            why="Four cards lie ahead: you are safe. Then Betsy draws the last card, and the game ends.",
            moves=(DONE,),
            clauses=("ROL-107", "ROL-108", "ROL-109"),
            then=(_throw(3), _turn_up("1 straight")),
        ),
    ),
)


def _two_ahead() -> States:
    """Red's first turn: a 1 is safe, and leaves Betsy a short line."""
    return table("4-3-[3]-4<", "1 2 4", "|", mode="betsy")[0]


BETSY_BUILDS = Chapter(
    "Betsy rolls by numbers",
    _two_ahead,
    (
        Step(
            say="Build the *straight 1*",
            why="*Betsy* never rolls dice: a 4 of hers moves the engine four cards, off the end of a short line.",
            moves=(_build("1 straight"),),
            clauses=("ROL-114",),
            otherwise="The *straight 1* is the safest. One die, two cards ahead: then see what Betsy does.",
        ),
        Step(
            say="*Roll 1 die*",
            why="Then Betsy turns up a card and builds it if it fits. Running off costs her one card, never more.",
            moves=(DONE,),
            clauses=("ROL-106", "ROL-109", "ROL-111", "ROL-115", "ROL-117"),
            then=(_throw(1), _turn_up("4 straight"), _draw("1 curve")),
        ),
    ),
)


def _way_back() -> States:
    """A curve to the left leads into the first card, so that Betsy cannot build."""
    return table("3-4-[4<]-3<-2", "2< 4 1", "1|4<", mode="betsy")[0]


BETSY_PASSES = Chapter(
    "Block her way",
    _way_back,
    (
        Step(
            say="Build the *curved 2 to the left*",
            why="It points at the first card of the line. *Betsy* cannot build there: she passes, and takes a card.",
            moves=(_build("2 curve", "left"),),
            clauses=("ROL-71", "ROL-72"),
            wrong=(
                Reply(
                    (_build("2 curve", "right"),),
                    "To the right the line goes on. Betsy may build there: to the *left* you block her way.",
                ),
            ),
            otherwise="That leaves the line open. Betsy may build: block her way with the *curved 2 to the left*.",
        ),
        Step(
            say="*Roll 2 dice*",
            why="Two dice, three cards ahead: you are safe. The card that Betsy takes clears the way for you.",
            moves=(DONE,),
            clauses=("ROL-71", "ROL-113"),
            then=(_throw(1), _turn_up("3 straight"), _draw("1 straight")),
        ),
    ),
)


# ---------------------------------------------------------------- alone, the hard way


def _three_derailments() -> States:
    state, s = table("2-1-[2]-b1", "1 3 4", "2 3 4", mode="solo_hard")
    return _late(state, s)


def _late(state: States, s: Any) -> States:
    """Much has happened in the game: the engine has derailed as often as it may."""
    exhaust(s, left="1 1< 1< 2 2< 2< 3 3< 4 4< 4< 4")
    s.derailments = DERAILMENTS_ALLOWED
    return state


NEVER_AGAIN = Chapter(
    "Three times, not four",
    _three_derailments,
    (
        Step(
            say="Build the *straight 1*",
            why="The engine has derailed three times. The fourth time ends the game at once, and it is lost.",
            moves=(_build("1 straight"),),
            clauses=("ROL-102",),
            wrong=(
                Reply(
                    (_build("4 straight"),),
                    "Four dice, and two cards ahead. The engine derails more often than not: the *straight 1* is safe.",
                ),
            ),
            otherwise="This pass would cost two cards. The next track is broken: try the *straight 1*.",
        ),
        Step(
            say="*Roll 1 die*",
            why="A wheel leads onto the *broken* track. That costs a card, but it is not a derailment.",
            moves=(DONE,),
            clauses=("ROL-81", "ROL-104"),
            then=(_throw(1), _draw("3 straight")),
        ),
    ),
)


def _end_of_the_line() -> States:
    state, s = table("1-2-[3]", "1 3 4", "4 2", mode="solo_hard")
    return _late(state, s)


STAND_STILL = Chapter(
    "A pass never derails",
    _end_of_the_line,
    (
        Step(
            say="*Pass* at the end of the line",
            why="The engine stays on the last card, which is not a derailment. You take the first card, a 1.",
            moves=(PASS,),
            clauses=("ROL-42", "ROL-44"),
            wrong=(
                Reply(
                    (_build("3 straight"),),
                    "Three dice, and one card ahead. About three times in four the game would be lost: try *Pass*.",
                ),
                Reply(
                    (_build("4 straight"),),
                    "Four dice, and one card ahead. Eight times in nine the game would be lost: try *Pass*.",
                ),
            ),
            then=(_draw("2 straight"),),
        ),
    ),
)


LESSONS = (
    Lesson(
        id="basics",
        title="Rollecate",
        about="Fewest points win: lay track ahead of an engine that cannot stop.",
        players=2,
        options={},
        chapters=(GOAL, BUILD, SEVERAL, DERAIL, PASSING, CHAOS),
        minutes=4,
    ),
    Lesson(
        id="betsy",
        title="Alone against Betsy",
        about="Betsy is an old engine driver who plays by simple rules of her own.",
        players=1,
        options={"mode": "betsy"},
        chapters=(BETSY_COUNTS, BETSY_BUILDS, BETSY_PASSES),
        minutes=2,
    ),
    Lesson(
        id="solo-hard",
        title="Alone, the hard way",
        about="Alone you play for few points, and the fourth derailment ends the game.",
        players=1,
        options={"mode": "solo_hard"},
        chapters=(NEVER_AGAIN, STAND_STILL),
        minutes=1,
    ),
)
