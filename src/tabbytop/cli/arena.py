"""Commands for bots against bots: tournaments, and the ladder of the levels."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabbytop import games
from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    ClusterName,
    GameId,
    Jobs,
    OptionList,
    Players,
    Resume,
    Seed,
    compiling,
    parse_options,
    print_json,
    progress_bar,
)
from tabbytop.engine.errors import UserError

if TYPE_CHECKING:
    from tabbytop.arena.cluster import Cluster
    from tabbytop.arena.runners import Runner
    from tabbytop.engine.game import Game


def arena(
    game_id: GameId,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="Bots by name: random, a level, module:Class; NAME@SECONDS.")
    ] = "",
    bot: Annotated[
        list[str] | None, typer.Option(metavar="MODULE:CLASS", help="One more bot, from this folder; may be repeated.")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games; rounded up to whole deals.")] = 100,
    players: Players = None,
    option: OptionList = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    move_limit: Annotated[float, typer.Option(min=0.01, help="Seconds that a bot has for a move.")] = 30.0,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO,ELO", help="Of two bots: stop once it is proved which of these leads the first has."),
    ] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game as a record into this folder.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write a row per game and seat into this file.")
    ] = None,
    cluster: ClusterName = None,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play against each other, and say how sure the result is."""
    from tabbytop.arena import entrants, results
    from tabbytop.arena.cluster import joined, words_of
    from tabbytop.arena.sequential import SequentialTest
    from tabbytop.arena.statistics import Standings
    from tabbytop.arena.tournament import Tournament

    game = games.load(game_id)
    count = game.default_players if players is None else players
    options = parse_options(game, count, option or [])
    names = (*(name.strip() for name in bots.split(",") if name.strip()), *(bot or ()))
    if not names:
        raise UserError(f"Name the bots, such as --bots {','.join(entrants.own()[:2])}.")
    for name in names:
        entrants.check(name)
    test = None if sprt is None else SequentialTest.read(sprt)
    if test is not None and len(names) != 2:
        raise UserError("--sprt compares two bots: name two.")
    tournament = Tournament(game.id, count, options, names, number, seed, move_limit, keep_records=records is not None)
    standings = Standings(entrants.labels(names))
    ending = "all"
    with joined(cluster, jobs, entrants.files(names)) as crew, results.keeping(csv_file, records) as keep:
        try:
            runner = _runner(game, crew, jobs, resume)
            if crew is None:
                with compiling(game) as referee:
                    entrants.warm(referee, names)  # once for all processes
            total = tournament.deals * tournament.games_per_deal
            bar = progress_bar("playing", total, words_of(crew))
            with bar as advance, closing(runner.play(tournament.tasks())) as play:
                for deal in tournament.whole_deals(play, advance):
                    standings.add(deal)
                    keep(deal)
                    if test is not None and test.accepted(standings.pairs[0, 1].before):
                        ending = "decided"
                        break
        except KeyboardInterrupt:
            if standings.deals == 0:
                ERR.print("Interrupted before the first deal was played.")
                raise
            ending = "interrupted"
    if as_json:
        print_json(results.as_json(tournament, standings, ending, test))
    else:
        for part in results.in_words(tournament, standings, ending, test):
            OUT.print(part)
    if ending == "interrupted":
        raise typer.Exit(130)


def _runner(game: Game, crew: Cluster | None, jobs: int | None, resume: Path | None) -> Runner:
    """Where games are played, and from which file they go on."""
    from tabbytop.arena.journal import Journal, Resumed
    from tabbytop.arena.on_cluster import ClusterRunner
    from tabbytop.arena.runners import Processes

    runner: Runner = Processes(jobs) if crew is None else ClusterRunner(crew, game)
    return runner if resume is None else Resumed(runner, Journal(resume))


def ladder(
    game_id: GameId,
    number: Annotated[int, typer.Option("--games", min=4, help="Games of each tournament, about.")] = 400,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: ClusterName = None,
    resume: Resume = None,
) -> None:
    """Measure how the levels stand against each other; prints a page in Markdown."""
    from tabbytop.arena.cluster import joined, words_of
    from tabbytop.arena.entrants import warm
    from tabbytop.arena.ladder import climb, heading, rungs, section
    from tabbytop.bots.levels import NAMES

    game = games.load(game_id)
    page = sys.stdout
    with joined(cluster, jobs) as crew:
        runner = _runner(game, crew, jobs, resume)
        if crew is None:
            with compiling(game) as referee:
                warm(referee, NAMES)
        print(heading(game, number, seed), end="", file=page, flush=True)
        for rung in rungs(game, number, seed):
            total = rung.tournament.deals * rung.tournament.games_per_deal
            with progress_bar(rung.title, total, words_of(crew)) as advance:
                standings = climb(rung, runner, advance)
            print(section(rung, standings), end="", file=page, flush=True)


def bots(
    game_id: GameId,
    also: Annotated[str, typer.Option(metavar="A,B,…", help="More bots: lion, openspiel:ismcts, module:Class.")] = "",
    number: Annotated[int, typer.Option("--games", min=4, help="How many games, about.")] = 400,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: ClusterName = None,
    resume: Resume = None,
) -> None:
    """Rate everybody who plays a game: chance, levels, simple players and others; prints Markdown."""
    from tabbytop.arena import entrants
    from tabbytop.arena.cluster import joined, words_of
    from tabbytop.arena.ladder import climb, everybody, rating_list

    game = games.load(game_id)
    more = tuple(name.strip() for name in also.split(",") if name.strip())
    for name in more:
        entrants.check(name)
    count = game.default_players if players is None else players
    parse_options(game, count, [])
    rung = everybody(game, count, number, seed, more)
    with joined(cluster, jobs, entrants.files(more)) as crew:
        runner = _runner(game, crew, jobs, resume)
        if crew is None:
            with compiling(game) as referee:
                entrants.warm(referee, rung.tournament.bots)
        with progress_bar(
            rung.title, rung.tournament.deals * rung.tournament.games_per_deal, words_of(crew)
        ) as advance:
            standings = climb(rung, runner, advance)
    print(rating_list(rung, standings), end="")
