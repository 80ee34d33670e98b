"""Cat Cab taught by playing it."""

from __future__ import annotations

from tabbytop.engine.lessons import Answer, Chapter, Lesson, Step
from tabbytop.engine.state import States
from tabbytop.games.cat_cab import facts
from tabbytop.games.cat_cab.scenes import RED, kept, picked_up, table
from tabbytop.games.cat_cab.turn import enter


def _at_the_gate() -> States:
    """Red has a passenger aboard and stands below the exit."""
    state, s = table(2, (2, 5), (6, 7), (3, 4))
    picked_up(s, 2, 1)
    kept(s, 6, 4, 4, 3, 3)
    s.twos = 1
    enter(s, facts.DRIVING, RED)
    return state


GOAL = Chapter(
    "You win by points",
    _at_the_gate,
    (
        Step(
            say="Drive *2 spaces up*, out of the city",
            why="Most points win: 5 for each passenger, and 10 for the first cab out.",
            moves=({"move": {"spaces": 2, "direction": "up"}},),
            clauses=("CAB-127", "CAB-131", "CAB-136"),
            wrong=(
                Answer(
                    ({"move": {"spaces": 2, "direction": "down"}},),
                    "That leads back into the city. The exit is above: try *up*.",
                ),
            ),
            otherwise="That stays in the city. The exit is two spaces away: try *up*.",
        ),
    ),
)

LESSONS = (
    Lesson(
        id="basics",
        title="Cat Cab",
        about="Drive a taxi through Mew York, from your first roll to the exit.",
        players=2,
        options={},
        chapters=(GOAL,),
        minutes=4,
    ),
)
