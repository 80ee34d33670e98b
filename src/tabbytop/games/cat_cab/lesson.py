"""Cat Cab taught by playing it, and how Crazy cat drives. The learner is Red."""

from __future__ import annotations

from tabbytop.engine.lessons import Chapter, Lesson, Reply, Scripted, Step
from tabbytop.engine.moves import JsonMove
from tabbytop.engine.state import States
from tabbytop.games.cat_cab import facts
from tabbytop.games.cat_cab.board import LEFT, NOWHERE
from tabbytop.games.cat_cab.scenes import BLUE, RED, kept, picked_up, table
from tabbytop.games.cat_cab.turn import enter


def _drive(spaces: int, direction: str) -> JsonMove:
    return {"move": {"spaces": spaces, "direction": direction}}


def _dice(*faces: int) -> tuple[Scripted, ...]:
    """What luck rolls, die by die."""
    return tuple({"die": {"shows": face}} for face in faces)


# ---------------------------------------------------------------- where the chapters begin


def _below_the_exit() -> States:
    state, s = table(2, (2, 5), (6, 7), (3, 4))
    picked_up(s, 2, 1)
    kept(s, 6, 4, 5, 3, 3)
    s.twos, s.moved = 1, 1
    enter(s, facts.DRIVING, RED)
    return state


def _before_the_roll() -> States:
    return table(2, (5, 7), (3, 3), (5, 4))[0]


def _near_the_passenger() -> States:
    state, s = table(2, (4, 5), (3, 3), (6, 6))
    kept(s, 6, 4, 5, 1, 3)
    s.twos, s.ones, s.curses[RED] = 1, 2, 1
    enter(s, facts.CANCELLING, RED)
    return state


def _near_the_nibbles() -> States:
    state, s = table(2, (5, 7), (2, 6), (5, 4))
    kept(s, 3, 4, 2, 2, 2)
    s.threes, s.ones, s.to_place = 1, 1, 3
    enter(s, facts.ITEMS, RED)
    return state


def _below_blue() -> States:
    state, s = table(2, (1, 7), (4, 2), (4, 3))
    kept(s, 6, 4, 4, 5, 3)
    s.ones, s.moved = 1, 1
    enter(s, facts.DRIVING, RED)
    return state


def _in_rush_hour() -> States:
    state, s = table(2, (2, 6), (5, 8))
    picked_up(s, 3, 1)
    s.passenger, s.place[BLUE], s.departure[BLUE], s.rush[RED] = NOWHERE, LEFT, 1, 2
    kept(s, 4, 6, 5, 3, 3)
    s.ones, s.twos, s.moved = 1, 1, 1
    enter(s, facts.DRIVING, RED)
    return state


def _beside_crazy_cat() -> States:
    state, s = table(1, (5, 5), (2, 4), (3, 3))
    kept(s, 6, 4, 2, 2, 3)
    s.ones, s.to_place, s.moved = 1, 2, 1
    enter(s, facts.DRIVING, RED)
    return state


def _below_crazy_cat() -> States:
    state, s = table(1, (1, 7), (4, 5), (5, 5))
    kept(s, 6, 4, 4, 5, 3)
    s.ones, s.moved = 1, 1
    enter(s, facts.DRIVING, RED)
    return state


# ---------------------------------------------------------------- the chapters

GOAL = Chapter(
    "You win by points",
    _below_the_exit,
    (
        Step(
            say="Drive *2 spaces up*, out of the city",
            why="Most points win: 5 for each passenger, and 10 for the first cab out, 5 for the second.",
            moves=(_drive(2, "up"),),
            clauses=("CAB-127", "CAB-131", "CAB-136", "CAB-138"),
            wrong=(
                Reply((_drive(2, "down"),), "That leads back into the city. The exit is above you: try *up*."),
                Reply((_drive(2, "left"),), "That leads along the last street. The exit is above you: try *up*."),
            ),
        ),
    ),
)

ROLLING = Chapter(
    "Roll, and dare to re-roll",
    _before_the_roll,
    (
        Step(
            say="*Roll the dice*",
            why="Your dice say how far you drive. Each 1 brings a curse at once.",
            moves=({"roll": {}},),
            clauses=("CAB-32", "CAB-39"),
            then=_dice(4, 1, 6, 4, 3),
        ),
        Step(
            say="Tap *white die 2*, then re-roll it",
            why="It shows 1: the *1 curse* stays, but the die may bring more. Four curses stop the rolling.",
            moves=({"mark": {"die": "white 2"}},),
            clauses=("CAB-38", "CAB-40", "CAB-43"),
            wrong=(
                Reply(({"stop": {}},), "You could stop here. But a 1 brings nothing: try *white die 2* again."),
                Reply(
                    ({"mark": {"die": "white 3"}},),
                    "That die shows 6, worth two spaces. The one to roll again is *white die 2*.",
                ),
            ),
            otherwise="That die is good as it lies. The one to roll again is *white die 2*.",
        ),
        Step(
            say="",
            why="",
            moves=({"reroll": {}},),
            clauses=("CAB-38",),
            otherwise="One die is enough for now. Press *re-roll*.",
            then=_dice(5),
        ),
        Step(
            say="*Stop*, and keep these dice",
            why="4 and 5 are 1 space each, 6 is 2 spaces. The 3 lets you roll for an item.",
            moves=({"stop": {}},),
            clauses=("CAB-38", "CAB-48", "CAB-49", "CAB-50"),
            otherwise="You may roll again as often as you dare. These dice are good: try *stop*.",
        ),
    ),
)

DRIVING = Chapter(
    "Pick up a passenger",
    _near_the_passenger,
    (
        Step(
            say="Keep *2 + 1* to drive",
            why="You have *1 curse*, and each curse takes a space away. You choose from which dice.",
            moves=({"cancel": {"keeping_twos": 1}},),
            clauses=("CAB-68", "CAB-69"),
            otherwise="That leaves three single spaces, which would do as well. For now try *2 + 1*.",
        ),
        Step(
            say="Drive *2 spaces up*",
            why="All spaces of one die go one way. The *patrol* only counts where you stop, not where you pass.",
            moves=(_drive(2, "up"),),
            clauses=("CAB-71", "CAB-72", "CAB-79"),
            wrong=(
                Reply((_drive(1, "right"),), "That would do as well, in the other order. For now try *2 spaces up*."),
            ),
            otherwise="The *passenger* waits two spaces up and one to the right. Try *2 spaces up*.",
        ),
        Step(
            say="Drive *1 space right* to the *passenger*",
            why="Stop exactly there to pick it up. The first passenger opens the *exit* for everybody.",
            moves=(_drive(1, "right"),),
            clauses=("CAB-74", "CAB-119", "CAB-121", "CAB-126"),
            otherwise="Every space must be driven, and only the last one counts. The passenger is to the *right*.",
            then=_dice(2, 6),
        ),
    ),
)

HELP = Chapter(
    "Items, nibbles and curses",
    _near_the_nibbles,
    (
        Step(
            say="*Roll for an item*",
            why="Each 3 lets you: extra spaces, another place for the passenger, or a die of your own.",
            moves=({"roll_item": {}},),
            clauses=("CAB-53", "CAB-56", "CAB-62"),
            otherwise="You may skip it, but it costs nothing. Try *Roll for an item*.",
            then=_dice(5),
        ),
        Step(
            say="Drive *1 space up* to the *nibbles*",
            why="The *red D6* is yours from the next turn on. A cab that stops on cat nibbles gets a power-up.",
            moves=(_drive(1, "up"),),
            clauses=("CAB-66", "CAB-85", "CAB-88"),
            otherwise="The cat *nibbles* are right above you. Try *1 space up*.",
            then=_dice(5, 3),
        ),
        Step(
            say="Boost *right*, to the *passenger*",
            why="A speed boost: three spaces in one direction. The passenger is exactly three away.",
            moves=({"boost": {"direction": "right"}},),
            clauses=("CAB-94", "CAB-97"),
            otherwise="The boost must be used, in one direction. The passenger waits to the *right*.",
        ),
        Step(
            say="Place *3 curses on Blue*",
            why="Each 2 you kept is a curse for a rival, who starts the next turn with it.",
            moves=({"sabotage": {"seat": 1}},),
            clauses=("CAB-47", "CAB-111", "CAB-112", "CAB-117"),
            otherwise="You may be kind, but Blue is behind you in the race. Try *3 curses*.",
            then=_dice(2, 3),
        ),
    ),
)

FIGHT = Chapter(
    "Two cabs on one square",
    _below_blue,
    (
        Step(
            say="Drive *1 space up*, where *Blue* stands",
            why="Two cabs on one square fight: whose two dice make 7 stays, the other goes back two spaces.",
            moves=(_drive(1, "up"),),
            clauses=("CAB-104", "CAB-107", "CAB-109"),
            otherwise="That is a quiet street. To see a cat fight, try *1 space up*.",
            then=(*_dice(3, 4, 2, 3), {"back": {"to": "3,2"}}),
        ),
    ),
)

RUSH = Chapter(
    "Rush hour",
    _in_rush_hour,
    (
        Step(
            say="Drive *1 space right*, below the exit",
            why="Blue is out first, so it is *rush hour*: five turns for everybody else. You have two left.",
            moves=(_drive(1, "right"),),
            clauses=("CAB-132", "CAB-134"),
            wrong=(Reply((_drive(2, "left"), _drive(2, "down")), "That leads away from the exit. Try *right* first."),),
            otherwise="The exit is above the last square of this street. Try *1 space right*.",
        ),
        Step(
            say="Drive *2 spaces up*, and win",
            why="Spaces left over are lost. Your three passengers and 5 points beat Blue's one and 10.",
            moves=(_drive(2, "up"),),
            clauses=("CAB-128", "CAB-131", "CAB-135", "CAB-138"),
            otherwise="The exit is right above you. Try *up*.",
        ),
    ),
)

ALONE = Chapter(
    "Crazy cat drives by itself",
    _beside_crazy_cat,
    (
        Step(
            say="Drive *1 space right*",
            why="Alone you race *Crazy cat*. It rolls once, never again, and drives straight to the passenger.",
            moves=(_drive(1, "right"),),
            clauses=("CAB-141", "CAB-145", "CAB-149", "CAB-150"),
            otherwise="The passenger waits to the right of you, and Crazy cat wants it too. Try *right*.",
        ),
        Step(
            say="Place *2 curses on Crazy cat*",
            why="It takes curses like anybody, and places all of its own on you.",
            moves=({"sabotage": {"seat": 1}},),
            clauses=("CAB-147", "CAB-153"),
            otherwise="You may be kind, but it will not be. Try *2 curses*.",
            then=_dice(6, 4, 5, 2, 3, 3, 2, 3),
        ),
    ),
)

CRAZY_FIGHT = Chapter(
    "A fight with Crazy cat",
    _below_crazy_cat,
    (
        Step(
            say="Drive *1 space right*, to *Crazy cat*",
            why="In a fight only Crazy cat rolls, up to three times: with a 7 it wins, without one it goes back.",
            moves=(_drive(1, "right"),),
            clauses=("CAB-154",),
            otherwise="Crazy cat stands to the right of you. Try *1 space right*.",
            then=_dice(1, 2, 3, 3, 2, 2, 4, 5, 4, 2, 6),
        ),
    ),
)

LESSONS = (
    Lesson(
        id="basics",
        title="Cat Cab",
        about="You win by points: bring passengers out of the city, and be out early.",
        players=2,
        options={},
        chapters=(GOAL, ROLLING, DRIVING, HELP, FIGHT, RUSH),
        minutes=4,
    ),
    Lesson(
        id="crazy-cat",
        title="Crazy cat",
        about="How the cat drives whom you race when you play alone.",
        players=1,
        options={},
        chapters=(ALONE, CRAZY_FIGHT),
        minutes=1,
    ),
)
