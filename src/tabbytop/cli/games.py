"""Commands about games and records: list, simulate, replay, verify, play."""

from __future__ import annotations

import secrets
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.status import Status
from rich.table import Table

from tabbytop import games
from tabbytop.cli.shared import (
    ERR,
    OUT,
    AsJson,
    ClusterName,
    GameId,
    OptionList,
    Players,
    Resume,
    Seed,
    compiling,
    parse_options,
    print_json,
    progress_bar,
    say,
)
from tabbytop.engine import english
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import MASK
from tabbytop.engine.seats import SPECTATOR

if TYPE_CHECKING:
    from tabbytop.arena.cluster import Cluster
    from tabbytop.arena.simulate import Simulations, Summary
    from tabbytop.engine.record import Record
    from tabbytop.engine.referee import Compiled


def list_games(as_json: AsJson = False) -> None:
    """List the games: ids, names, players, options with defaults, rules version, and where each comes from."""
    cards = [games.load(game_id) for game_id in games.ids()]
    if as_json:
        print_json([_card_as_json(card) for card in cards])
        return
    for card in cards:
        counts = ", ".join(str(count) for count in card.players)
        source = escape(games.source(card.id))
        OUT.print(f"[bold]{card.id}[/]  {card.name}  ·  {counts} players  ·  rules version {card.version}  ·  {source}")
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for column in ("option", "default", "values", ""):
            table.add_column(column)
        for option in card.options.all:
            players = option.only_players[0] if option.only_players else card.default_players
            table.add_row(option.name, _as_text(option.default_for(players)), option.domain, option.words)
        OUT.print(table)
    for failure in games.failures():
        ERR.print(f"[red]{escape(str(failure))}[/]", soft_wrap=True)


def compile_rules(
    game_ids: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=games.ids)] = None,
) -> None:
    """Compile what the bots of games need, all of them by default, so that the first who plays waits for nothing."""
    from tabbytop.bots.workers import Failed, Progress, Worker

    searched = [card.id for card in map(games.load, game_ids or games.ids()) if card.hand is None]
    for game_id in searched:
        worker = Worker()  # in a process of its own: compiling takes memory that is not given back
        try:
            with ERR.status(f"loading the rules of {game_id}") as status:

                def tell(progress: Progress, game_id: str = game_id, status: Status = status) -> None:
                    if progress.done:
                        status.update(f"compiling the rules of {game_id}: {progress.done} of {progress.total}")

                worker.prepare(game_id, tell)
        except Failed as problem:
            raise UserError(f"The rules of {game_id} could not be compiled: {problem}.") from None
        finally:
            worker.stop()
        OUT.print(f"{game_id} is ready.")


def simulate(
    game_id: GameId,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seed: Seed = 0,
    option: OptionList = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="All cores by default.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game as a record into this folder.")] = None,
    cluster: ClusterName = None,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Play many games by uniformly random legal moves."""
    from tabbytop.arena.cluster import joined, words_of
    from tabbytop.arena.results import make_folder

    game = games.load(game_id)
    count = game.default_players if players is None else players
    options = parse_options(game, count, option or [])
    if records is not None:
        make_folder(records)
    summary = None
    try:
        with joined(cluster, threads) as crew:
            runs = _simulations(game, crew, threads, resume).run(count, options, number, seed)
            with progress_bar("playing", number, words_of(crew)) as advance, closing(runs):
                for summary in runs:
                    advance(summary.games)
        if records is not None:
            with compiling(game) as referee:
                referee.ready()
            _write_records(referee, count, options, number, seed, records)
    except KeyboardInterrupt:
        if summary is None:
            raise
        ERR.print(f"Interrupted after {summary.games} of {number} games; this is what is known.")
        _print_summary(summary, game, as_json)
        raise typer.Exit(130) from None
    assert summary is not None
    _print_summary(summary, game, as_json)


def _simulations(game: Game, crew: Cluster | None, threads: int | None, resume: Path | None) -> Simulations:
    """Where games are played, and from which file they go on."""
    from tabbytop.arena.journal import Journal, shelves
    from tabbytop.arena.on_cluster import ClusterSimulator
    from tabbytop.arena.simulate import Simulator

    kept = None if resume is None else shelves(Journal(resume))
    if crew is not None:
        return ClusterSimulator(crew, game, kept)
    with compiling(game) as referee:
        return Simulator(referee, threads, kept)


def replay(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    at: Annotated[int | None, typer.Option(min=0, help="Show the table after this many moves.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="As this seat sees it; a spectator by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game in sentences, or show one moment of it."""
    record = _read(file)
    match = record.match
    if seat is not None and seat >= match.seats:
        raise UserError(f"This game has the seats 0 to {match.seats - 1}, not {seat}.")
    viewer = SPECTATOR if seat is None else seat
    if at is not None:
        if at > match.ply:
            raise UserError(f"This game has the moments 0 to {match.ply}, not {at}.")
        if as_json:
            print_json({"ply": at, "view": match.game.state.as_dict(match.view(viewer, at))})
        else:
            OUT.print(match.picture(viewer, at), markup=False)
        return
    lines = [{"ply": ply, "sentence": sentence} for ply, sentence in match.sentences(viewer)]
    if as_json:
        print_json({"game": match.game.id, "players": match.players, "seats": record.names, "log": lines})
        return
    for line in lines:
        OUT.print(f"{line['ply']:>6}  {line['sentence']}", markup=False)
    if match.result:
        OUT.print(f"        {match.result.ending}.", style="bold", markup=False)


def verify(file: Annotated[Path, typer.Argument(help="A record file.")], as_json: AsJson = False) -> None:
    """Check a record: every hash, the luck commitment, and every outcome of luck against the revealed seed."""
    from tabbytop.engine.record import BadRecord

    try:
        record = _read(file)
        if not record.finished:
            raise BadRecord(
                record.match.ply + 2, "the record stops before the end of the game; its luck is not revealed."
            )
    except BadRecord as problem:
        if problem.line == 0:
            raise
        say(as_json, {"valid": False, "line": problem.line, "problem": str(problem)}, f"Not valid: {problem}")
        raise typer.Exit(1) from None
    game, moves, luck = record.match.game, record.match.ply, record.match.luck
    assert luck is not None
    words = f"Valid: {english.count(moves, 'move')} of {game.name}; every hash and every outcome of luck holds."
    say(as_json, {"valid": True, "game": game.id, "moves": moves, "luck": luck.scheme}, words)


def play(
    game_id: GameId,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in this terminal (the only way for now).")] = True,
    players: Players = None,
    option: OptionList = None,
    bots: Annotated[str, typer.Option(metavar="A,B,…", help="Levels of bots, who take the last seats.")] = "",
    record: Annotated[Path | None, typer.Option(help="Write the game into this file when it ends or is left.")] = None,
) -> None:
    """Play a game at this machine, against bots or with others at the same keyboard."""
    from tabbytop.bots import levels
    from tabbytop.terminal import play_in_terminal

    game = games.load(game_id)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    alone = min(game.players) if not names else len(names) + 1
    count = alone if players is None else players
    options = parse_options(game, count, option or [])
    if len(names) >= count:
        raise UserError(f"With {len(names)} bots there is no seat left for you among {count} players.")
    for name in names:
        levels.named(name, game)
    seated = {}
    if names:
        with compiling(game) as referee:
            seeds = secrets.SystemRandom()
            first = count - len(names)
            seated = {first + n: levels.make(name, referee, seeds.getrandbits(62)) for n, name in enumerate(names)}
    play_in_terminal(game, count, options, seated, record)


def _read(file: Path) -> Record:
    from tabbytop.engine.record import read_record

    return read_record(file)


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, list) else str(value)


def _card_as_json(card: Game) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "players": list(card.players),
        "rules": card.version,
        "moves": card.moves.count,
        "state_bytes": card.state.dtype.itemsize,
        "options": [
            {
                "name": option.name,
                "default": option.default_for(option.only_players[0] if option.only_players else card.default_players),
                "values": option.domain,
                "players": list(option.only_players or card.players),
                "words": option.words,
            }
            for option in card.options.all
        ],
    }


def _write_records(
    referee: Compiled, players: int, options: dict[str, Any], number: int, seed: int, folder: Path
) -> None:
    from tabbytop.arena.simulate import simulated_match
    from tabbytop.engine.record import write_record

    with progress_bar("writing records", number) as advance:
        for index in range(number):
            match = simulated_match(referee, players, options, seed, index)
            text = write_record(match, ["random"] * match.seats)
            path = folder / f"{referee.game.id}-{players}-{seed & MASK}-{index:06d}.jsonl"
            path.write_text(text, encoding="utf-8", newline="\n")
            advance(index + 1)


def _print_summary(summary: Summary, game: Game, as_json: bool) -> None:
    if as_json:
        print_json(summary.as_json())
        return
    people = english.count(summary.players, "player")
    OUT.print(
        f"{english.count(summary.games, 'game')} of {game.name} with {people} in {summary.seconds:.2f} s: "
        f"[bold]{summary.games_per_second:,.0f}[/] games/s, [bold]{summary.moves_per_second:,.0f}[/] moves/s"
    )
    OUT.print(f"length: mean {summary.mean_length:,.1f} moves, {summary.shortest:,} to {summary.longest:,}")
    if summary.unfinished:
        OUT.print(f"[red]{english.count(summary.unfinished, 'game')} did not end within {game.longest:,} moves[/]")
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for column in ("seat", "wins", "mean score", "scores (share of games)"):
        table.add_column(column, justify="left" if column.startswith("scores") else "right")
    for seat in range(summary.seats):
        mean = summary.mean_score(seat)
        common = sorted(summary.scores[seat].items(), key=lambda item: -item[1])[:8]
        shares = "  ".join(f"{score}: {times / summary.games:.1%}" for score, times in sorted(common))
        wins = f"{summary.wins[seat] / summary.games:.1%}"
        table.add_row(str(seat), wins, "none" if mean is None else f"{mean:.2f}", shares)
    OUT.print(table)
    lost = summary.games - summary.scored
    if lost:
        OUT.print(f"{lost / summary.games:.1%} of the games were lost: they have no score, so the mean leaves them out")
    OUT.print(f"digest {summary.digest}", style="dim")
