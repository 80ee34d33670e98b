"""Golden records: one per way a game can end, kept for every version of its rules.

They must lead to the recorded hashes for ever, or be refused because the rules have another version; never play
differently in silence. `tabbytop golden GAME` writes those of the present version anew: the
shortest fitting game among many random ones, or among some that bots play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.progress import track

from tabbytop.arena.race import play_race
from tabbytop.arena.simulate import Simulator, simulated_match
from tabbytop.bots import levels
from tabbytop.bots.bot import moment_of
from tabbytop.bots.live import live
from tabbytop.engine.game import Game
from tabbytop.engine.luck import SwiftLuck
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.engine.referee import Compiled
from tabbytop.kit.chosen import endings_of
from tabbytop.kit.steps import golden_folder

SEED = 2026
GAMES = 60_000


@dataclass(frozen=True)
class Ending:
    """One way to end: a table, and what its final state looks like."""

    players: int
    options: dict[str, Any]
    holds: Callable[[Any], bool]
    games: int = GAMES
    """How many games to look at."""
    bots: tuple[str, ...] = ()
    """The levels of the bots that play; none: random moves."""


def shortest(referee: Compiled, ending: Ending) -> int:
    """The number of the shortest random game that ends this way."""
    best, chosen = 0, -1
    simulator = Simulator(referee)
    for batch in simulator.batches(ending.players, ending.options, ending.games, SEED):
        for index in range(batch.size):
            length = int(batch.lengths[index])
            if length and (chosen < 0 or length < best):
                if ending.holds(referee.game.state.plain(batch.states[index : index + 1])):
                    best, chosen = length, batch.first + index
    if chosen < 0:
        raise LookupError("no random game ends this way; try more of them")
    return chosen


def contested(referee: Compiled, ending: Ending, number: int) -> Match:
    """Game `number` between bots."""
    match = Match(referee.game, ending.players, ending.options, luck=SwiftLuck(SEED, number), referee=referee)
    bots = [levels.make(level, referee, 10 * number + seat) for seat, level in enumerate(ending.bots)]
    if referee.game.clock is not None:
        play_race(match, [live(bot, number) for bot in bots])
    while not match.over:
        if not match.step():
            match.accept(match.actor, bots[match.actor].choose(moment_of(match, match.actor)))
    return match


def shortest_contest(referee: Compiled, ending: Ending) -> Match:
    """The shortest game between bots that ends this way."""
    matches = (contested(referee, ending, number) for number in range(ending.games))
    fitting = [match for match in matches if ending.holds(referee.game.state.plain(match.state()))]
    if not fitting:
        raise LookupError("no game of these bots ends this way; try more of them")
    return min(fitting, key=lambda match: match.ply)


def regenerate(game: Game) -> None:
    """Write the golden records of a game's present rules."""
    referee = Compiled(game)
    golden_folder(game).mkdir(parents=True, exist_ok=True)
    for name, ending in track(endings_of(game).items(), description=game.id):
        if ending.bots:
            match, names = shortest_contest(referee, ending), list(ending.bots)
        else:
            number = shortest(referee, ending)
            match = simulated_match(referee, ending.players, ending.options, SEED, number)
            names = ["random"] * match.seats
        text = write_record(match, names)
        (golden_folder(game) / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
