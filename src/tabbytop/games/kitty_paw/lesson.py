"""Kitty Paw taught by playing it. Red learns; nobody is hurried, because time passes by the script alone.

It is a race of three all the same, since there is no paw in calm games or between two.
"""

from __future__ import annotations

from typing import Any

from tabbytop.engine.lessons import Chapter, Lesson, Reply, Scripted, Step
from tabbytop.engine.moves import JsonMove
from tabbytop.engine.state import States
from tabbytop.games.kitty_paw import cards, turn
from tabbytop.games.kitty_paw.scenes import BLUE, GREEN, RED, build, look, opened, scored, table

PATIENT: dict[str, Any] = {
    "countdown_seconds": 0,
    "ready_seconds": 600,
    "peek_seconds": 30,
    "reaction_seconds": 30,
    "round_limit_seconds": 0,
}
"""Nothing that a learner sees runs out soon."""
READY: JsonMove = {"ready": {}}
MEOW: JsonMove = {"meow": {}}
PAW: JsonMove = {"paw": {}}


def _take(card: str) -> JsonMove:
    return {"take_card": {"card": card}}


def _grab(breed: str, side: str) -> JsonMove:
    return {"grab": {"breed": breed, "side": side}}


def _peek(slot: int) -> JsonMove:
    return {"peek": {"slot": slot}}


def _wait(ms: int) -> Scripted:
    return ("clock", {"let_pass": {"ms": ms}})


def _put(place: str) -> JsonMove:
    return {"put": {"place": place}}


FIRST_ROW = ("I-04", "I-17", "I-09", "I-10")


# ---------------------------------------------------------------- what wins


def _last_picture() -> States:
    """Red's picture is right, and would be the fifth scored card."""
    state, s = opened(("I-05", "I-17", "I-09", "I-10"), before=5, **PATIENT)
    scored(s, RED, right="I-01 I-02 I-11", turned="I-12")
    scored(s, BLUE, right="I-18 I-19", turned="I-13")
    scored(s, GREEN, right="", turned="I-14 I-15 I-20")
    build(s, RED, 5)
    build(s, BLUE, 4)
    build(s, GREEN, 3)
    return state


GOAL = Chapter(
    "Most points win",
    _last_picture,
    (
        Step(
            say="Call *Meow*",
            why="Your mat shows the picture of your card. The first to call a right picture gets its points.",
            moves=(MEOW,),
            clauses=("KIT-50", "KIT-78", "KIT-93", "KIT-98", "KIT-100"),
            otherwise="Your picture is right as it lies. Call *Meow* before somebody else does.",
            then=(_wait(500), (BLUE, PAW), _wait(400), (GREEN, PAW)),
        ),
        Step(
            say="Press *Go on*",
            why="That was your fifth scored card. It ends the game, and most points win: you have *20*.",
            moves=(READY,),
            clauses=("KIT-109", "KIT-112", "KIT-113"),
            then=((BLUE, READY), (GREEN, READY)),
        ),
    ),
)


# ---------------------------------------------------------------- a round from its beginning


def _first_row() -> States:
    return table(FIRST_ROW, **PATIENT)[0]


CARD = Chapter(
    "Take a card",
    _first_row,
    (
        Step(
            say="Press *Ready*",
            why="Look at the four cards as long as you like. The round opens when all are ready.",
            moves=(READY,),
            clauses=("KIT-33", "KIT-34", "KIT-51"),
            then=((BLUE, READY), (GREEN, READY)),
        ),
        Step(
            say="Take the card with *5 points*",
            why="A card brings as many points as it has kitties. Five are laid sooner than seven.",
            moves=(_take("I-04"),),
            clauses=("KIT-22", "KIT-52", "KIT-54"),
            wrong=(
                Reply(
                    tuple(_take(card) for card in FIRST_ROW[1:]),
                    "It brings more, and takes longer. For a first picture try the card with *5 points*.",
                ),
            ),
            otherwise="Your box card can wait. First take the card with *5 points*.",
            then=((BLUE, _take("I-17")), (GREEN, _take("I-09"))),
        ),
    ),
)


def _empty_mat() -> States:
    """Red has the first card; its box is vertical."""
    state, s = opened(FIRST_ROW, **PATIENT)
    build(s, BLUE, 1)
    return state


BOX = Chapter(
    "Begin with the box",
    _empty_mat,
    (
        Step(
            say="Turn the *box card* over",
            why="Your card shows a vertical box, and yours is horizontal. They must be alike.",
            moves=({"box_flip": {}},),
            clauses=("KIT-11", "KIT-13", "KIT-67"),
            otherwise="One thing after the other. First turn the *box card* over, as on your card.",
        ),
        Step(
            say="Grab the *European Shorthair, asleep*",
            why="Your card shows it on the box. Tiles come from the heap in the middle, one at a time.",
            moves=(_grab("european", "belly"),),
            clauses=("KIT-04", "KIT-05", "KIT-58", "KIT-59", "KIT-61"),
            wrong=(
                Reply(
                    (_grab("european", "back"),),
                    "This one is awake. Your card shows it asleep: take the one with closed eyes.",
                ),
            ),
            otherwise="Begin with the kitty on the box. It is the *European Shorthair, asleep*.",
        ),
        Step(
            say="Put it *on the box*",
            why="Only places around the box count. Where on your mat you build does not matter.",
            moves=(_put("4,4"),),
            clauses=("KIT-40", "KIT-94"),
            otherwise="Your card shows the *European Shorthair* on the box. Put it *on the box*.",
        ),
    ),
)


# ---------------------------------------------------------------- corrections


def _two_differ() -> States:
    """All five kitties are in their places, but one is not turned, and one sleeps."""
    state, s = opened(FIRST_ROW, **PATIENT)
    build(s, RED, 5)
    build(s, BLUE, 3)
    build(s, GREEN, 2)
    s.rot[RED, cards.BREED_IDS.index("exotic")] = 0
    s.side[RED, cards.BREED_IDS.index("bombay")] = 1
    return state


TURN = Chapter(
    "Turn and flip",
    _two_differ,
    (
        Step(
            say="Turn the *Exotic Shorthair* left",
            why="Your card shows it turned to the left. What lies on your mat can always be changed.",
            moves=({"turn": {"piece": "exotic", "way": "left"}},),
            clauses=("KIT-37", "KIT-64", "KIT-93"),
            wrong=(
                Reply(
                    ({"turn": {"piece": "exotic", "way": "right"}},),
                    "That turns it further away. On your card the *Exotic Shorthair* is turned to the left.",
                ),
                Reply(
                    ({"lift": {"piece": "exotic"}},),
                    "The *Exotic Shorthair* may stay where it lies. It only has to be turned: once to the left.",
                ),
                Reply(
                    ({"flip": {"breed": "bombay"}},),
                    "Well seen: that comes next. First turn the *Exotic Shorthair* to the left.",
                ),
                Reply(
                    (MEOW,),
                    "Two kitties differ from your card. A Meow would cost a point: first turn the *Exotic Shorthair*.",
                ),
            ),
            otherwise="Compare your mat with your card. The *Exotic Shorthair* is turned to the left there.",
        ),
        Step(
            say="Flip the *Bombay*",
            why="It sleeps on your mat and is awake on your card. Every tile has both sides.",
            moves=({"flip": {"breed": "bombay"}},),
            clauses=("KIT-04", "KIT-64", "KIT-95"),
            wrong=(
                Reply(
                    ({"lift": {"piece": "bombay"}},),
                    "The *Bombay* may stay where it lies. It only has to be flipped.",
                ),
                Reply(
                    (MEOW,),
                    "One kitty differs from your card. The *Bombay* is awake there: flip it first.",
                ),
            ),
            otherwise="Compare your mat with your card. The *Bombay* is awake there: flip it.",
        ),
    ),
)


# ---------------------------------------------------------------- hide and seek


def _one_hides() -> States:
    """Level II: all kitties are in their places. Red has looked under two boxes in vain."""
    state, s = opened(("IIb-02", "IIb-05", "IIb-07", "IIb-06"), **PATIENT)
    scored(s, RED, right="I-01 I-09", turned="I-10 I-02")
    scored(s, BLUE, right="I-03 I-17", turned="I-11 I-18")
    scored(s, GREEN, right="I-12 I-04", turned="I-05 I-19")
    build(s, RED, 4)
    build(s, BLUE, 4)
    build(s, GREEN, 3)
    for slot, animal in ((1, "manx"), (2, "burmese")):
        look(s, RED, slot, animal)
        turn.end_peek(s, RED)
        s.now += 2000
    return state


SEEK = Chapter(
    "Hide and seek",
    _one_hides,
    (
        Step(
            say="Look under *box 3*",
            why="Cards of Level II ask for a hidden animal. Only you see what you find: remember it.",
            moves=(_peek(3),),
            clauses=("KIT-08", "KIT-16", "KIT-69", "KIT-70"),
            wrong=(
                Reply(
                    (_peek(1), _peek(2)),
                    "You have looked there: it is another animal. Try *box 3*.",
                ),
                Reply(
                    (MEOW,),
                    "The *British Shorthair* is still missing. Your card asks for it: look under *box 3*.",
                ),
                Reply(
                    tuple(_peek(slot) for slot in range(4, 9)),
                    "It could be there as well. In this lesson, try *box 3*.",
                ),
            ),
            otherwise="Your kitties are right as they lie. The animal is missing: look under *box 3*.",
            then=({"find": {"animal": "british"}},),
        ),
        Step(
            say="Keep the *British Shorthair*",
            why="Your card asks for it. It looks like the Exotic Shorthair, but cream instead of orange.",
            moves=({"keep": {}},),
            clauses=("KIT-09", "KIT-73"),
            otherwise="This is the animal that your card asks for. Keep the *British Shorthair*.",
        ),
        Step(
            say="Put the animal right of the *box*",
            why="It has its place in the picture like every kitty. Then all is as on your card.",
            moves=(_put("5,4"),),
            clauses=("KIT-46",),
            otherwise="Its place is just right of the box. There your card shows the *British Shorthair*, upright.",
        ),
    ),
)


# ---------------------------------------------------------------- the paw


def _somebody_is_near() -> States:
    """Red builds on, while Blue believes to have finished: but Blue's Bombay should sleep."""
    state, s = opened(("I-05", "I-01", "I-17", "I-09"), **PATIENT)
    build(s, RED, 1)
    turn.grab(s, RED, cards.BREED_IDS.index("persian"), 0)
    build(s, BLUE, 5)
    build(s, GREEN, 4)
    s.side[BLUE, cards.BREED_IDS.index("bombay")] = 0
    return state


ANSWER = Chapter(
    "Meow and paw",
    _somebody_is_near,
    (
        Step(
            say="Put the *Persian* left of the box",
            why="That is its place on your card. The others build at the same time as you.",
            moves=(_put("3,4"),),
            clauses=("KIT-50", "KIT-58"),
            otherwise="Its place is just left of the box. There your card shows the *Persian*, awake and upright.",
            then=(_wait(800), (BLUE, MEOW), _wait(700)),
        ),
        Step(
            say="*Show the paw*",
            why="At a Meow all hands stop. The slowest paw takes a penalty, and so does a caller who is mistaken.",
            moves=(PAW, MEOW),
            clauses=("KIT-81", "KIT-83", "KIT-84", "KIT-92", "KIT-101"),
            then=(_wait(500), (GREEN, PAW)),
        ),
    ),
)


LESSONS = (
    Lesson(
        id="basics",
        title="Kitty Paw",
        about="Most points win: rebuild the picture on your card, and be the first to call Meow.",
        players=3,
        options=PATIENT,
        chapters=(GOAL, CARD, BOX, TURN, SEEK, ANSWER),
        minutes=4,
    ),
)
