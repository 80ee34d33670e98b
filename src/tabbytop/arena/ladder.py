"""The ladder: how the levels of bots stand against each other in a game, measured by tournaments. Knows no game.

Neighbouring levels meet in pairs, all levels meet at the largest table, and each plays alone where a game can be played
alone. The page that comes of it says with which versions, machine and seeds, so that anybody can repeat it.
"""

from __future__ import annotations

import datetime
import itertools
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from tabbytop import __version__
from tabbytop.arena.runners import Runner
from tabbytop.arena.statistics import Standings
from tabbytop.arena.tournament import Tournament
from tabbytop.bots.levels import LEVELS, NAMES
from tabbytop.engine.game import Game
from tabbytop.machine import cpu_model

TOP = NAMES[-1]


@dataclass(frozen=True)
class Rung:
    """One tournament of the ladder, and what it is for."""

    title: str
    tournament: Tournament


def rungs(game: Game, games: int, seed: int) -> Iterator[Rung]:
    """The tournaments of a game's ladder, each of about so many games."""
    fewest = min(count for count in game.players if count > 1)
    most = max(game.players)

    def rung(title: str, players: int, bots: tuple[str, ...], number: int) -> Rung:
        return Rung(title, Tournament(game.id, players, {}, bots, number, seed))

    for lower, higher in itertools.pairwise(NAMES):
        yield rung(f"{fewest} players: {higher} against {lower}", fewest, (higher, lower), games)
    yield rung(f"{fewest} players: {TOP} against random moves", fewest, (TOP, "random"), games // 4)
    yield rung(f"{most} players: all levels", most, tuple(reversed(NAMES)), games // 2)
    if 1 in game.players:
        yield rung("Solo: each level alone", 1, tuple(reversed(NAMES)), games * 2)


def climb(rung: Rung, runner: Runner, advance: Callable[[int], None]) -> Standings:
    """Play one tournament to its end."""
    standings = Standings(rung.tournament.bots)
    with closing(runner.play(rung.tournament.tasks())) as outcomes:
        for deal in rung.tournament.whole_deals(outcomes, advance):
            standings.add(deal)
    return standings


def heading(game: Game, games: int, seed: int) -> str:
    """The top of the page: what was measured, with what, on what."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    lines = [
        f"# Levels: {game.name}",
        "",
        f"Made by `tabbytop ladder {game.id} --games {games} --seed {seed}` on {today}: Tabbytop {__version__}, rules "
        f"version {game.version}, Python {platform.python_version()}, {os.cpu_count()} cores of {cpu_model()}.",
        "Every deal is played from every seat with the same luck; intervals are 95 %, over deals.",
        "",
        *(_hands() if game.hand else _heads()),
    ]
    return "\n".join(lines) + "\n"


def _heads() -> Iterator[str]:
    """How much each level thinks."""
    yield "| level | what it is | simulations | seconds at most |"
    yield "|---|---|---|---|"
    for level in LEVELS:
        yield f"| {level.name} | {level.words} | {level.budget.simulations:,} | {level.budget.seconds:g} |"


def _hands() -> Iterator[str]:
    """In real time levels are hands of the game's own, which do not search."""
    yield f"The levels are automated hands of this game: {', '.join(NAMES)}, from the slowest to the quickest."


def section(rung: Rung, standings: Standings) -> str:
    """One tournament as a part of the page."""
    lines = [
        f"\n## {rung.title}\n",
        f"{standings.games} games in {standings.deals} deals.\n",
        "| bot | wins | mean place | mean score | ms a move | longest ms |",
        "|---|---|---|---|---|---|",
    ]
    for tally in standings.ranking:
        low, high = tally.wins.interval
        lines.append(
            f"| {tally.name} | {tally.wins.mean or 0:.1%} ({low:.1%} to {high:.1%}) | {tally.mean_place:.2f} "
            f"| {tally.mean_score:.1f} | {1000 * (tally.mean_seconds or 0):.1f} | {1000 * tally.slowest:.0f} |"
        )
    lines += ["", "| | placed before | share |", "|---|---|---|"]
    for (first, second), pair in standings.pairs.items():
        low, high = pair.before.interval
        names = rung.tournament.bots
        lines.append(f"| {names[first]} | {names[second]} | {pair.before.mean or 0:.1%} ({low:.1%} to {high:.1%}) |")
    if standings.faults:
        lines.append(f"\n{len(standings.faults)} games had a fault; the first: {standings.faults[0].report()}")
    return "\n".join(lines) + "\n"
