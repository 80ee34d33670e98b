"""The five levels at which bots play, the same in every game, and a hand beside them. Knows no game.

A level is how much and how far a bot thinks, and how often it does not; a game's card may set these numbers for itself.
Strength comes from the search and from the game's own instincts; nothing here ever looks at more than a moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabbytop.bots.bot import Bot, Moment
from tabbytop.bots.live import LevelHand
from tabbytop.bots.nets import net_for
from tabbytop.bots.thinking import Budget, Thinker, Thought
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import first_key, stream, toss
from tabbytop.engine.referee import Compiled
from tabbytop.engine.state import copy_of
from tabbytop.engine.verbs import LAPSE


@dataclass(frozen=True)
class Level:
    """How a bot of this name plays, told to players in a sentence."""

    name: str
    words: str
    budget: Budget
    slips: float = 0.0
    """How often it plays something else than the best that it has found."""
    tempted: bool = False
    """Whether that is a move that it thought of, as with people, or any move at all."""
    forgets: float = 0.0
    """How often it thinks about the table without what people in a hurry overlook, as the game's `overlook` says."""
    learned: Budget | None = None
    """How much it thinks where a net judges; levels without it never use one."""
    hand: str = ""
    """The same sentence for games in which hands race instead of heads."""

    def playing(self, game: Game) -> Level:
        """The level as it plays a game: as usual, or as the game's card says."""
        skill = game.skills.get(self.name)
        if skill is None:
            return self
        budget = replace(self.budget, simulations=skill.simulations, doubt=skill.doubt)
        learned = self.learned and replace(self.learned, simulations=skill.learned or self.learned.simulations)
        return replace(self, budget=budget, learned=learned, slips=skill.slips, forgets=skill.forgets)

    def within(self, seconds: float) -> Level:
        """The level with so many seconds of processor time a decision at most: what else runs takes none of them."""
        learned = self.learned and replace(self.learned, seconds=seconds, own_time=True)
        budget = replace(self.budget, seconds=seconds, own_time=True)
        return replace(self, budget=budget, learned=learned)


LEVELS = (
    Level(
        "kitten",
        "New to the game: plays by feel, and often by mistake.",
        Budget(12, 0.1, horizon=0),
        slips=0.4,
        hand="Small paws: about six seconds a piece, and often wrong.",
    ),
    Level(
        "house-cat",
        "Looks one step ahead, and is easily distracted.",
        Budget(12, 0.1, horizon=0),
        slips=0.17,
        hand="Unhurried paws that slip now and then; some days as sleepy as a kitten.",
    ),
    Level(
        "alley-cat",
        "A good club player: weighs every move, and sometimes falls for one that only looks good.",
        Budget(200, 0.3),
        slips=0.05,
        tempted=True,
        hand="Quick paws that seldom slip; most days no quicker than a house cat.",
    ),
    Level(
        "top-cat",
        "As strong as we can make it in about a second.",
        Budget(24_000, 1.0),
        learned=Budget(30_000, 1.0),
        hand="As quick as a hand can be, and hardly ever wrong.",
    ),
    Level(
        "lion",
        "Thinks as long as ten seconds about a move. The hardest there is.",
        Budget(240_000, 10.0),
        learned=Budget(300_000, 10.0),
    ),
)
NAMES = tuple(level.name for level in LEVELS)
QUICK = tuple(level.name for level in LEVELS if level.budget.seconds <= 1.0)
"""The levels that nobody has to wait for; the last of them judges, advises and is measured against the others."""
TOP = QUICK[-1]
MATCHED = Level(
    "matched",
    "",
    Budget(0, 0.0),
    hand="Plays at your pace: it watches how many tiles you have laid, and keeps up with you.",
)
"""The hand of games that have one at the pace of the others: neither stronger nor weaker than whoever it meets."""


class LevelBot:
    """A bot that plays at a level. It keeps its thoughts for hints and review."""

    def __init__(self, level: Level, referee: Compiled, seed: int) -> None:
        self.level = level.playing(referee.game)
        self.thought: Thought | None = None
        self._referee, self._seed = referee, seed
        self._head: tuple[Thinker, Budget] | None = None
        self._luck = stream(seed, 2)
        self._hurries = 0

    def choose(self, moment: Moment) -> int:
        """A move; forced ones cost no thought."""
        if len(moment.legal) == 1:
            return moment.legal[0]
        slips = toss(self._luck, 1000) < 1000 * self.level.slips
        if slips and not self.level.tempted:
            return moment.legal[toss(self._luck, len(moment.legal))]
        if self.level.forgets and toss(self._luck, 1000) < 1000 * self.level.forgets:
            self.thought = self._think_in_a_hurry(moment)
        else:
            if self._head is None:
                self._head = self._begin(moment)
            thinker, budget = self._head
            self.thought = thinker.think(moment, budget)
        others = [candidate.move for candidate in self.thought.candidates[1:] if candidate.visits]
        return others[toss(self._luck, len(others))] if slips and others else self.thought.best

    @property
    def room(self) -> int:
        """Bytes of memory that its thoughts take."""
        return self._head[0].room if self._head else 0

    def _think_in_a_hurry(self, moment: Moment) -> Thought:
        """A thought about the table without what is overlooked; nothing of it is kept, since the table is not so."""
        view = copy_of(moment.view)
        verb = getattr(moment.game.bot, LAPSE)
        verb(moment.game.state.plain(view), moment.seat)
        self._hurries += 1
        thinker = Thinker(self._referee, first_key(self._seed, self._hurries), self.level.budget.nodes)
        return thinker.think(replace(moment, view=view), self.level.budget)

    def _begin(self, moment: Moment) -> tuple[Thinker, Budget]:
        """A head for this table: with the net that was trained for such a one, if there is one and the level has it."""
        level = self.level
        net = net_for(moment.game, moment.players, moment.options) if level.learned else None
        if net is None or level.learned is None:
            return Thinker(self._referee, self._seed, level.budget.nodes), level.budget
        budget = replace(level.learned, horizon=net.horizon)
        return Thinker(self._referee, self._seed, budget.nodes, net.weights), budget


def offered(game: Game) -> tuple[Level, ...]:
    """The levels at which bots play a game: all of them, or those for hands."""
    if game.hand is None:
        return LEVELS
    hands = tuple(level for level in LEVELS if level.hand)
    return (MATCHED, *hands) if game.keeps_pace else hands


def named(name: str, game: Game) -> Level:
    """The level of that name in a game."""
    return among(name, offered(game))


def among(name: str, there: tuple[Level, ...]) -> Level:
    """The level of that name among some."""
    for level in there:
        if level.name == name:
            return level
    raise UserError(f"There is no level '{name}'; levels are {', '.join(level.name for level in there)}.")


def make(name: str, referee: Compiled, seed: int, seconds: float | None = None) -> Bot:
    """A bot of a level for one seat and one game: a searching head, or a hand where everybody may act at once.

    A head may be given another time for a decision than its level has.
    """
    level = named(name, referee.game)
    if referee.game.hand is None:
        return LevelBot(level if seconds is None else level.within(seconds), referee, seed)
    if seconds is not None:
        raise UserError(f"In {referee.game.name} hands race, which take no seconds to think.")
    return LevelHand(referee.game, level.name, seed)
