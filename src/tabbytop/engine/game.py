"""The game card: everything the outside needs to know of a game, in one place.

Tables, bots, the arena and the command line stand on the card and know no game. The claims it makes (players, options,
the length of random games, the version of the rules) are checked by the test kit.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from tabbytop.engine import play, verbs
from tabbytop.engine.clauses import Clause, read_clauses
from tabbytop.engine.clock import Clock
from tabbytop.engine.drawing import Drawing
from tabbytop.engine.errors import UserError
from tabbytop.engine.moves import Moves
from tabbytop.engine.options import Options
from tabbytop.engine.reasons import Reasons
from tabbytop.engine.scoring import Parts, no_parts
from tabbytop.engine.state import State, Wide


class BadPlayers(UserError):
    """A number of players the game is not made for."""


class Words(Protocol):
    """What a game says. Every function is given views only, so that words cannot tell what a seat may not know."""

    def seat_name(self, view: Any, seat: int) -> str:
        """What the others call a seat: its colour, or the name of an automated opponent."""

    def prompt(self, view: Any, viewer: int) -> str:
        """The status sentence: who is to act and what there is to do."""

    def label(self, view: Any, seat: int, move: int) -> str:
        """A move as an entry in a list of choices."""

    def sentence(self, before: Any, after: Any, seat: int, move: int) -> str:
        """A move as a line of the log."""

    def refusal(self, view: Any, seat: int, move: int, clause: str) -> str:
        """Why a move is not possible, in one sentence that says what is."""

    def picture(self, view: Any, viewer: int) -> str:
        """The table drawn with letters."""

    def ending(self, view: Any) -> str:
        """How the game ended, in a few words that name the kind of ending."""


def nothing_automated(players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Most games have no automated opponent."""
    return ()


def all_seen(view: Any, seat: int, move: int, viewer: int) -> int:
    """Games without hidden moves: everybody sees every move as it is."""
    return move


Hand = Callable[[Any, int, str, int], tuple[int, int] | None]
"""What an automated player does next in real time: from its view, its seat, its level and its seed, a move and in how
many milliseconds it will be made if nothing comes in between; or nothing at all for now."""


@dataclass(frozen=True)
class Skill:
    """How a level of bots plays one game: simulations cost more in one than in another, and so do mistakes."""

    simulations: int
    """Simulations for a move at most."""
    slips: float
    """How often something else than the best is played, as a share of all decisions."""
    forgets: float = 0.0
    """How often it plays what would be best without what the game's `overlook` leaves out."""
    doubt: float = 0.0
    """How much its search tries moves alike, whatever `policy` says, where no net judges."""
    learned: int = 0
    """Simulations where a net judges, if they differ from what is usual."""


@dataclass(frozen=True)
class Setup:
    """One way to set up a table."""

    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatLook:
    """How a seat is told from the others where nobody has drawn the game."""

    name: str
    """What the sentences of the rules call it: `words.seat_name`, at a table with the usual options."""
    colour: str
    """As CSS writes it: #c8412f."""


@dataclass(frozen=True)
class Temptation:
    """A legal move, to whoever may make it."""

    table: Any
    """The table as the seat sees it, its fields as attributes."""
    seat: int
    name: str
    args: Mapping[str, Any]
    make: Callable[[], Any]

    @functools.cached_property
    def after(self) -> Any:
        """The table after the move, as far as the seat can know."""
        return self.make()


Idea = Callable[[Temptation], int]
"""How tempting a move is to a simple player."""


@dataclass(frozen=True, eq=False)
class Game:
    """A registered game. There is one card per game, so cards are equal only to themselves."""

    id: str
    name: str
    version: str
    players: tuple[int, ...]
    default_players: int
    options: Options
    state: type[State]
    moves: Moves
    rules: ModuleType
    words: Words
    longest: int
    """No game by random moves takes more moves than this."""
    clause_prefixes: Mapping[str, int]
    """Clause prefixes and what is added to their numbers in `why_not`: {"HTR": 0, "DLX": 200}."""
    folder: Path
    """Where `clauses.md` and `components.toml` are."""
    bot: ModuleType | None = None
    """The game's instincts, `policy` and `evaluate`; without them bots treat all moves alike."""
    features: ModuleType | None = None
    """What a net looks at: `features`, `SIZE`, how many numbers that are, and perhaps `settle`; see `bots/net.py`."""
    reasons: Reasons | None = None
    """What `evaluate` is made of, for people who ask why a move is good; see `engine/reasons.py`."""
    automata: Callable[[int, Mapping[str, Any]], tuple[str, ...]] = nothing_automated
    """Names of the automated opponents, who sit behind the players."""
    seen: Callable[[Any, int, int, int], int] = all_seen
    """The move as a viewer sees it: itself, a move that stands for what is hidden, or -1 for nothing at all. A player's
    move that is nothing to spectators is a planned step: at a table nobody else hears that it was made."""
    reveals: frozenset[str] = field(default_factory=frozenset)
    """Families of moves after which a viewer sees more than the move itself tells, such as turning all hands up."""
    final: frozenset[str] = field(default_factory=frozenset)
    """Families of moves that commit a turn: undo never goes back behind them."""
    skills: Mapping[str, Skill] = field(default_factory=dict)
    """How bots play this game, by level, where that differs from what is usual."""
    ideas: Mapping[str, Idea] = field(default_factory=dict)
    """Simple players with one idea each, by name, to compare bots with in the arena."""
    ladder: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """How often, in percent, each level of bots but the first is placed before the one below it, by number of players:
    what `tabbytop ladder` has measured. People are not rated against bots that nobody has measured."""
    parts: Parts = no_parts
    """What scores are made of, for people who ask why a game ended so; see `engine/scoring.py`."""
    fewest_points_win: bool = False
    """Whether points are penalties: games played alone are compared by them, places follow from `rank` anyway."""
    curiosity: float = 1.1
    """How much an untried but natural move weighs in a bot's search against the results so far: less in a game whose
    good and bad moves lie close together."""
    clock: Clock | None = None
    """How time passes, in games in which everybody may act at once; such games know no undo."""
    hand: Hand | None = None
    """How automated players act in such a game."""
    keeps_pace: bool = False
    """Whether the hand has a level of its own at which it plays at the pace of the others: `matched`."""
    sentence: str = ""
    """The game in one sentence, for people who have not chosen yet."""
    minutes: int = 0
    """About how long people play; 0 if nobody knows."""
    alone: str | None = None
    """What one player does alone, in one sentence; None where the game needs company."""
    looks: tuple[SeatLook, ...] = ()
    """The seats of players in their order."""
    phases: Mapping[str, int] = field(default_factory=dict)
    """What the numbers of the field `phase` mean."""
    deals: tuple[Setup, ...] = ()
    """In which ways it is a deal of the day, the usual one first; without any it never is."""
    drawing: Callable[[Any], Drawing] | None = None
    """The board as a picture, from a view, for places without a page; see `engine/drawing.py`."""

    def __post_init__(self) -> None:
        shortcuts = (name for name in verbs.SHORTCUTS if hasattr(self.rules, name))
        wanted_here: list[tuple[ModuleType | None, str]] = [(self.rules, name) for name in (*verbs.NAMES, *shortcuts)]
        wanted_here += [(self.bot, name) for name in verbs.INSTINCTS if self.bot]
        wanted_here += [(self.features, verb) for verb in verbs.LEARNING if hasattr(self.features, verb)]
        for module, name in wanted_here:
            mine = getattr(module, name, None)
            if mine is None:
                raise TypeError(f"{self.id} has no verb '{name}'")
            wanted = list(inspect.signature(getattr(verbs, name)).parameters)
            if list(inspect.signature(mine).parameters) != wanted:
                raise TypeError(f"{self.id}: verb '{name}' takes ({', '.join(wanted)})")

    def complete(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """The full options of a game, checked together with the number of players."""
        if players not in self.players:
            counts = ", ".join(str(count) for count in self.players)
            raise BadPlayers(f"{self.name} is for {counts} players, not {players}.")
        return self.options.complete(players, options)

    def encode(self, players: int, options: Mapping[str, Any]) -> Wide:
        """What `setup` reads."""
        self.complete(players, options)
        return self.options.encode(players, options)

    def seats(self, players: int, options: Mapping[str, Any]) -> int:
        """How many seats the table has, automated opponents included."""
        return players + len(self.automata(players, self.complete(players, options)))

    @functools.cached_property
    def most_seats(self) -> int:
        """The largest number of seats at any table of this game."""
        return max(self.seats(players, {}) for players in self.players)

    @functools.cached_property
    def by_seat(self) -> tuple[str, ...]:
        """The fields of the state that have a row for every seat."""
        return tuple(name for name, field in self.state.fields.items() if field.by_seat)

    @property
    def static(self) -> Path:
        """Where a game from outside has what the page loads of it: `board.js` and all that it needs."""
        return self.folder / "static"

    @functools.cached_property
    def clauses(self) -> dict[str, Clause]:
        """The rules as numbered clauses; none while nobody has written them."""
        path = self.folder / "clauses.md"
        return read_clauses(path) if path.is_file() else {}

    def clause_id(self, number: int) -> str:
        """The clause that a number from `why_not` means."""
        prefix, base = next((p, b) for p, b in self._falling_prefixes if b < number)
        return f"{prefix}-{number - base:02d}"

    @functools.cached_property
    def _falling_prefixes(self) -> list[tuple[str, int]]:
        """The prefixes of clauses with their bases, the largest first."""
        return sorted(self.clause_prefixes.items(), key=lambda item: -item[1])

    @property
    def stand_ins(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """Which of the game's rules take the place of which verbs in generic code."""
        rules = {getattr(verbs, name): getattr(self.rules, name) for name in verbs.NAMES}
        rules[verbs.may_act] = getattr(self.rules, "may_act", play.may_act_by_list)
        rules[verbs.in_endgame] = getattr(self.rules, "in_endgame", play.never_in_endgame)
        rules |= {getattr(verbs, name): getattr(self.bot or play, name) for name in verbs.INSTINCTS}
        rules[verbs.believe] = getattr(self.bot, verbs.BELIEF, self.rules.imagine)
        return rules | {
            getattr(verbs, name): getattr(self.features, name, getattr(play, name)) for name in verbs.LEARNING
        }
