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

from tabbytop.arena.cluster import Cluster, spread
from tabbytop.arena.on_cluster import ClusterSimulator, Errand, rules_and_bots
from tabbytop.arena.race import play_race
from tabbytop.arena.runners import referee_of
from tabbytop.arena.simulate import Simulations, Simulator, simulated_match
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


def shortest(simulations: Simulations, ending: Ending) -> int:
    """The number of the shortest random game that ends this way."""
    best, chosen, state = 0, -1, simulations.game.state
    for batch in simulations.batches(ending.players, ending.options, ending.games, SEED):
        for index in range(batch.size):
            length = int(batch.lengths[index])
            if length and (chosen < 0 or length < best):
                if ending.holds(state.plain(batch.states[index : index + 1])):
                    best, chosen = length, batch.first + index
    if chosen < 0:
        raise LookupError("no random game ends this way; try more of them")
    return chosen


@dataclass(frozen=True)
class Contest:
    """A game between bots, to be played anywhere."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    number: int
    errand: Errand | None = None
    """What a node of a cluster has to know."""


@dataclass(frozen=True)
class Contested:
    """What came of a contest, as plain data."""

    moves: int
    state: bytes
    record: str


def play_contest(contest: Contest) -> Contested:
    """Play a game between bots, here or on a node."""
    if contest.errand is None:
        referee = referee_of(contest.game)
    else:
        contest.errand.check()
        referee = rules_and_bots(contest.game, contest.bots)
    luck = SwiftLuck(SEED, contest.number)
    match = Match(referee.game, contest.players, contest.options, luck=luck, referee=referee)
    bots = [levels.make(level, referee, 10 * contest.number + seat) for seat, level in enumerate(contest.bots)]
    if referee.game.clock is not None:
        play_race(match, [live(bot, contest.number) for bot in bots])
    while not match.over:
        if not match.step():
            match.accept(match.actor, bots[match.actor].choose(moment_of(match, match.actor)))
    return Contested(match.ply, match.state().tobytes(), write_record(match, list(contest.bots)))


def shortest_contest(game: Game, ending: Ending, cluster: Cluster | None = None) -> str:
    """The record of the shortest game between bots that ends this way; of several, of the first."""
    errand = None if cluster is None else Errand.about(game)
    table = (game.id, ending.players, ending.options, ending.bots)
    contests = (Contest(*table, number, errand) for number in range(ending.games))
    fitting = [
        (played.moves, contest.number, played.record)
        for contest, played in spread(cluster, play_contest, contests)
        if ending.holds(game.state.plain(game.state.from_bytes(played.state)))
    ]
    if not fitting:
        raise LookupError("no game of these bots ends this way; try more of them")
    return min(fitting)[2]


def regenerate(game: Game, cluster: Cluster | None = None) -> None:
    """Write the golden records of a game's present rules."""
    referee = Compiled(game)
    simulations = Simulator(referee) if cluster is None else ClusterSimulator(cluster, game)
    golden_folder(game).mkdir(parents=True, exist_ok=True)
    for name, ending in track(endings_of(game).items(), description=game.id):
        if ending.bots:
            text = shortest_contest(game, ending, cluster)
        else:
            number = shortest(simulations, ending)
            match = simulated_match(referee, ending.players, ending.options, SEED, number)
            text = write_record(match, ["random"] * match.seats)
        (golden_folder(game) / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
