"""The ladder: how the levels of bots stand against each other in a game, measured by tournaments. Knows no game.

Neighbouring levels meet in pairs where a game can be played in twos, all levels meet at the largest table and at the
smallest one for more than two, and each plays alone in every way in which a game can be played alone. The page that
comes of it says with which versions, machine and seeds, so that anybody can repeat it; `docs/levels` keeps one for
each game.
"""

from __future__ import annotations

import datetime
import itertools
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tabbytop import __version__
from tabbytop.arena import simple
from tabbytop.arena.entrants import RANDOM
from tabbytop.arena.runners import Runner
from tabbytop.arena.statistics import Mean, Standings
from tabbytop.arena.tournament import Tournament
from tabbytop.bots.levels import LEVELS, QUICK, TOP
from tabbytop.bots.nets import shipped
from tabbytop.engine import english
from tabbytop.engine.game import Game
from tabbytop.engine.listing import listed
from tabbytop.machine import cpu_model


@dataclass(frozen=True)
class Rung:
    """One tournament of the ladder, and what it is for."""

    title: str
    tournament: Tournament


def rungs(game: Game, games: int, seed: int) -> Iterator[Rung]:
    """The tournaments of a game's ladder, each of about so many games."""
    together = [count for count in game.players if count > 1]
    fewest = min(together)
    crowded = [count for count in together if count > 2] or together

    everybody = tuple(reversed(QUICK))

    def rung(title: str, players: int, bots: tuple[str, ...], number: int, **options: Any) -> Rung:
        return Rung(title, Tournament(game.id, players, options, bots, number, seed))

    if fewest == 2:
        for lower, higher in itertools.pairwise(QUICK):
            yield rung(f"2 players: {higher} against {lower}", 2, (higher, lower), games)
    for count in sorted({min(crowded), max(crowded)}):
        yield rung(f"{count} players: all levels", count, everybody, games)
    if 1 in game.players:
        for options in game.options.ways(1):
            yield rung(alone(game, options), 1, everybody, games, **options)
    yield rung(f"{fewest} players: {TOP} against random moves", fewest, (TOP, "random"), -(-games // 4))


def alone(game: Game, options: dict[str, Any]) -> str:
    """The title of a tournament of games played alone: the options, and the opponent that comes with them."""
    way = "".join(f", {name} = {value}" for name, value in options.items())
    against = "".join(f" against {name}" for name in game.automata(1, game.complete(1, options)))
    return f"Solo: each level alone{against}{way}"


def everybody(game: Game, players: int, games: int, seed: int, also: tuple[str, ...] = ()) -> Rung:
    """The tournament of a rating list: chance, the levels that nobody waits for, the simple players, and others."""
    bots = (RANDOM, *QUICK, *simple.names(game), *also)
    return Rung(f"{game.name}, {players} players", Tournament(game.id, players, {}, bots, games, seed))


def rating_list(rung: Rung, standings: Standings) -> str:
    """The bots by rating, and what each took of the games against every other."""
    lines = [
        f"\n## {rung.title}\n",
        f"{english.count(standings.games, 'game')} in {english.count(standings.deals, 'deal')}.\n",
        "| bot | rating | wins | mean place | ms a move |",
        "|---|---|---|---|---|",
    ]
    for tally in standings.ranking:
        rating = f"{tally.rating.mu:.1f} ± {tally.rating.sigma:.1f}"
        ms = f"{1000 * (tally.mean_seconds or 0):.1f}"
        lines.append(f"| {tally.name} | {rating} | {shown(tally.wins, '.0%')} | {shown(tally.places, '.2f')} | {ms} |")
    return "\n".join(lines) + "\n"


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
        *(_hands() if game.hand else _heads(game)),
    ]
    return "\n".join(lines) + "\n"


def _heads(game: Game) -> Iterator[str]:
    """How much each level thinks."""
    yield "| level | what it is | simulations | seconds at most | slips | forgets |"
    yield "|---|---|---|---|---|---|"
    levels = [usual.playing(game) for usual in LEVELS if usual.name in QUICK]
    for level in levels:
        budget = level.budget
        thinks = f"{budget.simulations:,} | {budget.seconds:g} | {level.slips:.1%} | {level.forgets:.1%}"
        yield f"| {level.name} | {level.words} | {thinks} |"
    judged = listed([str(players) for players in game.players if shipped(game, players).exists()])
    for level in levels if judged else []:
        if level.learned:
            yield ""
            yield f"At tables of {judged} players {level.name} judges by a net ([how](../learning.md)) instead, "
            yield f"with {level.learned.simulations:,} simulations at most."


def _hands() -> Iterator[str]:
    """In real time levels are hands of the game's own, which do not search."""
    yield f"The levels are automated hands of this game: {', '.join(QUICK)}, from the slowest to the quickest."


def section(rung: Rung, standings: Standings) -> str:
    """One tournament as a part of the page."""
    lines = [
        f"\n## {rung.title}\n",
        f"{english.count(standings.games, 'game')} in {english.count(standings.deals, 'deal')}.\n",
        "| bot | wins | mean place | mean score | ms a move | longest ms |",
        "|---|---|---|---|---|---|",
    ]
    for tally in standings.ranking:
        results = f"{shown(tally.wins, '.1%')} | {shown(tally.places, '.2f')} | {shown(tally.scores, '.1f')}"
        times = f"{1000 * (tally.mean_seconds or 0):.1f} | {1000 * tally.slowest:.0f}"
        lines.append(f"| {tally.name} | {results} | {times} |")
    lines += ["", "| | placed before | share |", "|---|---|---|"]
    for (first, second), pair in standings.pairs.items():
        names = rung.tournament.bots
        lines.append(f"| {names[first]} | {names[second]} | {shown(pair.before, '.1%')} |")
    if standings.faults:
        lines.append(
            f"\n{english.count(len(standings.faults), 'game')} had a fault; the first: {standings.faults[0].report()}"
        )
    return "\n".join(lines) + "\n"


def shown(mean: Mean, form: str) -> str:
    """A mean with its interval, where several deals allow one; nothing where nothing was measured."""
    if mean.mean is None:
        return ""
    low, high = mean.interval
    return f"{mean.mean:{form}} ({low:{form}} to {high:{form}})" if mean.deals > 1 else f"{mean.mean:{form}}"
