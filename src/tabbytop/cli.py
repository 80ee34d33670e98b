"""The command line. Each command is a thin layer over the package; nothing here knows a game.

Exit codes: 0 fine, 1 the answer is no (a record does not hold, a clause is uncited), 2 the question was wrong,
130 interrupted.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabbytop import __version__, cli_authors, games
from tabbytop.engine.clauses import citations
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.luck import MASK
from tabbytop.engine.seats import SPECTATOR

if TYPE_CHECKING:
    from tabbytop.arena.simulate import Summary
    from tabbytop.engine.record import Record
    from tabbytop.engine.referee import Compiled

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)

app = typer.Typer(
    name="tabbytop",
    help="A table for board games, and their rules at millions of moves a second.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in (cli_authors.new, cli_authors.kit, cli_authors.golden):
    app.command()(_command)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game id, such as cat-cab.", autocompletion=games.ids)]
Players = Annotated[int | None, typer.Option("--players", help="Number of players; the game's usual one by default.")]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="A table option; may be repeated.")
]


def main() -> None:
    """Run the command line; mistakes of people end in one sentence and exit code 2."""
    try:
        app()
    except UserError as mistake:
        ERR.print(escape(str(mistake)), soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """A table for board games, and their rules at millions of moves a second.

    Without a command: start the table on this machine and open it in the browser.
    """
    if version:
        print(f"tabbytop {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve(browser=True, database=os.environ.get("TABBYTOP_DATABASE"))


Data = Annotated[Path | None, typer.Option(help="Folder where games are kept; $TABBYTOP_DATA, or the user's own.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        envvar="TABBYTOP_DATABASE",
        help="Another database: sqlite:///folder/file or postgresql://user:password@host/name.",
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; this machine only by default.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8888,
    data: Data = None,
    database: DatabaseUrl = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which bots think; one less than cores by default.")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others in this network in, and show a code to scan.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Address of the page behind a proxy: https://games.example; repeatable.")
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(help="Name by which people reach the server: games.example; repeatable.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in a browser.")] = False,
    generosity: Annotated[
        float, typer.Option(min=0.1, help="Times the usual rate limits, for networks behind one address.")
    ] = 1.0,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    accept_loss: Annotated[
        bool, typer.Option("--accept-loss", help="Go on with a database that has lost what players were told is kept.")
    ] = False,
) -> None:
    """Run the table server: people play in the browser, bots over HTTP and sockets."""
    from tabbytop.server.operating import logs
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.operating.settings import Settings

    if log_level not in ("debug", "info", "warning", "error"):
        raise UserError(f"The log level is debug, info, warning or error; not '{log_level}'.")
    folder = serving.data_folder(data)
    settings = Settings(
        data=folder,
        database=database or serving.database_in(folder),
        host="0.0.0.0" if lan and host == "127.0.0.1" else host,
        port=port,
        workers=workers or max(1, (os.cpu_count() or 2) - 1),
        origins=tuple(origin or ()),
        names=tuple(host_name or ()),
        generosity=generosity,
        accept_loss=accept_loss,
    )
    logs.begin(log_level)

    def announce(bound: int) -> None:
        here = serving.address_for(settings.host, bound)
        OUT.print(f"Tabbytop is open at [bold]{escape(here)}[/]  (Ctrl+C closes it)", soft_wrap=True)
        if lan:
            _announce_in_network(bound)
        if browser:
            serving.open_browser(here)

    serving.serve(settings, announce)
    OUT.print("Tabbytop is closed. Every game is kept.")


def _announce_in_network(port: int) -> None:
    import segno

    from tabbytop.server.operating.serve import lan_address

    address = lan_address()
    if address is None:
        OUT.print("This machine is in no network; nobody else can come in.")
        return
    there = f"http://{address}:{port}"
    OUT.print(f"Others in this network: [bold]{there}[/]", soft_wrap=True)
    if sys.stdout.isatty():
        segno.make(there).terminal(compact=True)


@app.command()
def export(
    table: Annotated[str, typer.Argument(help="The table's id, as in its address.")],
    output: Annotated[Path | None, typer.Option(help="Write to this file instead of the standard output.")] = None,
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Write the record of a game, finished or not. An unfinished one keeps its luck to itself, but shows every hand."""
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.operating.archive import record_of

    text = record_of(database or serving.existing_database(data), table)
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise UserError(f"{output} cannot be written: {problem.strerror}.") from None


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the copy.")],
    data: Data = None,
    database: DatabaseUrl = None,
) -> None:
    """Copy the database while the server runs: the copy is whole and can be used as it is."""
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.storage.store import backup as copy

    copy(database or serving.existing_database(data), file)
    OUT.print(f"Copied to {file}.", markup=False)


@app.command("games")
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


@app.command()
def simulate(
    game_id: GameId,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    option: OptionList = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="All cores by default.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game as a record into this folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games by uniformly random legal moves."""
    from tabbytop.arena.results import make_folder
    from tabbytop.arena.simulate import Simulator

    game = games.load(game_id)
    count = game.default_players if players is None else players
    options = parse_options(game, count, option or [])
    if records is not None:
        make_folder(records)
    summary = None
    try:
        with compiling(game) as referee:
            simulator = Simulator(referee, threads)
        runs = simulator.run(count, options, number, seed)
        with progress_bar("playing", number) as advance:
            for summary in runs:
                advance(summary.games)
        if records is not None:
            _write_records(referee, count, options, number, seed, records)
    except KeyboardInterrupt:
        if summary is None:
            raise
        ERR.print(f"Interrupted after {summary.games} of {number} games; this is what is known.")
        _print_summary(summary, game, as_json)
        raise typer.Exit(130) from None
    assert summary is not None
    _print_summary(summary, game, as_json)


@app.command()
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


@app.command()
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
        _say(as_json, {"valid": False, "line": problem.line, "problem": str(problem)}, f"Not valid: {problem}")
        raise typer.Exit(1) from None
    moves, luck = record.match.ply, record.match.luck
    assert luck is not None
    words = f"Valid: {moves} moves of {record.match.game.name}, every hash and every outcome of luck holds."
    _say(as_json, {"valid": True, "game": record.match.game.id, "moves": moves, "luck": luck.scheme}, words)


TestFolder = Annotated[Path, typer.Option(help="Where the tests are.")]


@app.command()
def clauses(
    game_id: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=games.ids)] = None,
    tests: TestFolder = Path("tests"),
    uncited: Annotated[bool, typer.Option("--uncited", help="Only clauses that no test cites; exit 1 if any.")] = False,
    as_json: AsJson = False,
) -> None:
    """List every rule clause with the tests that cite it, and those that none cites."""
    cited = _cited(tests, "cites")
    rows = [
        {"game": game.id, "clause": clause.id, "text": clause.text, "tests": cited.get(clause.id, [])}
        for game in [games.load(one) for one in ([game_id] if game_id else games.ids())]
        for clause in game.clauses.values()
        if not uncited or clause.id not in cited
    ]
    missing = sum(not row["tests"] for row in rows)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            _print_cited(row["clause"], row["text"], row["tests"], "cited by no test")
        OUT.print(f"{len(rows)} clauses listed, {missing} cited by no test.")
    if uncited and missing:
        raise typer.Exit(1)


@app.command("faults")
def list_faults(
    tests: TestFolder = Path("tests"),
    untested: Annotated[bool, typer.Option("--untested", help="Only faults without a test; exit 1 if any.")] = False,
    as_json: AsJson = False,
) -> None:
    """List every fault that a table survives, with the tests that show it, and those that none does."""
    from tabbytop.server.operating.faults import read_faults

    shown = _cited(tests, "fault")
    rows = [
        {"fault": fault.id, "wrong": fault.wrong, "good": fault.good, "tests": shown.get(fault.id, [])}
        for fault in read_faults().values()
        if not untested or fault.id not in shown
    ]
    missing = sum(not row["tests"] for row in rows)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            _print_cited(row["fault"], f"{row['wrong']} {row['good']}", row["tests"], "shown by no test")
        OUT.print(f"{len(rows)} faults listed, {missing} shown by no test.")
    if untested and missing:
        raise typer.Exit(1)


def _cited(tests: Path, mark: str) -> dict[str, list[str]]:
    if not tests.is_dir():
        raise UserError(
            f"There is no folder '{tests}'. Run this in a source checkout, or name the folder with --tests."
        )
    return citations(tests, mark)


def _print_cited(name: Any, text: Any, tests: Any, otherwise: str) -> None:
    OUT.print(f"[bold]{name}[/]  {escape(str(text))}")
    for test in tests or [f"[red]{otherwise}[/]"]:
        OUT.print(f"        {test}")


@app.command()
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
        levels.named(name)
    seated = {}
    if names:
        with compiling(game) as referee:
            seeds = secrets.SystemRandom()
            first = count - len(names)
            seated = {first + n: levels.make(name, referee, seeds.getrandbits(62)) for n, name in enumerate(names)}
    play_in_terminal(game, count, options, seated, record)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A rough look in seconds.")] = False,
    peers: Annotated[bool, typer.Option(help="Measure other frameworks too, where installed.")] = True,
    repeats: Annotated[int, typer.Option(min=1, max=100, help="Measurements per number.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the rules, next to other frameworks."""
    from tabbytop import benchmarks

    results: list[benchmarks.Result] = []
    interrupted = False
    if not as_json:
        OUT.print(benchmarks.as_line())
    with (ERR if as_json else OUT).status("starting") as status:
        measuring = benchmarks.run(peers=peers, repeats=repeats, quick=quick, progress=status.update)
        try:
            for result in measuring:
                results.append(result)
                if as_json:
                    ERR.print(f"measured {escape(result.name)}", style="dim")
                else:
                    OUT.print(benchmarks.as_line(result))
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json(benchmarks.as_json(results))
    if interrupted:
        ERR.print("Interrupted; this is what is known.")
        raise typer.Exit(130)
    if failed := sum(result.failed for result in results):
        ERR.print(f"{failed} of {len(results)} rows could not be measured; they say why.")
        raise typer.Exit(1)


@app.command()
def load(
    tables: Annotated[str, typer.Option(metavar="N,N,…", help="Numbers of tables, each on a fresh server.")] = (
        "100,500,2000"
    ),
    rate: Annotated[float, typer.Option(min=0.1, help="Moves a second, on all tables together.")] = 200.0,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each measurement takes.")] = 10.0,
    readers: Annotated[
        int, typer.Option(min=0, max=1000, help="People who read the longest games meanwhile, measured in turns.")
    ] = 0,
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Measure the table server with many tables: how soon moves are answered and seen, throughput, memory.

    A database that is named here is written to; without one, temporary files are.
    """
    from tabbytop import benchmarks
    from tabbytop.benchmarks import load as loading

    counts = [int(text) for text in tables.split(",") if text.strip().isdigit() and int(text)]
    if len(counts) != len(tables.split(",")):
        raise UserError(f"--tables takes numbers with commas between them, such as 100,500; not '{tables}'.")
    readings = []
    problem: BaseException | None = None
    with ERR.status("starting", refresh_per_second=4) as status:
        measuring = loading.run(
            tables=counts, rate=rate, seconds=seconds, readers=readers, database=database, progress=status.update
        )
        try:
            for reading in measuring:
                readings.append(reading)
                ERR.print(f"measured {escape(reading.name)}", style="dim")
        except (KeyboardInterrupt, UserError) as stopped:
            problem = stopped
    if as_json:
        print_json(benchmarks.as_json(readings))
    elif readings:
        OUT.print(loading.as_table(readings))
    if isinstance(problem, KeyboardInterrupt):
        ERR.print("Interrupted; this is what is known.")
        raise typer.Exit(130)
    if problem is not None:
        raise problem


@app.command()
def arena(
    game_id: GameId,
    bots: Annotated[str, typer.Option(metavar="A,B,…", help="Bots by name: random, a level, or module:Class.")] = "",
    bot: Annotated[
        list[str] | None, typer.Option(metavar="MODULE:CLASS", help="One more bot, from this folder; may be repeated.")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games; rounded up to whole deals.")] = 100,
    players: Players = None,
    option: OptionList = None,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; as many as cores by default.")] = None,
    move_limit: Annotated[float, typer.Option(min=0.01, help="Seconds that a bot has for a move.")] = 30.0,
    until_clear: Annotated[
        bool, typer.Option("--until-clear/--all", help="Stop once every pair of bots is told apart, or play all.")
    ] = False,
    records: Annotated[Path | None, typer.Option(help="Write every game as a record into this folder.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write a row per game and seat into this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play against each other, and say how sure the result is."""
    from tabbytop.arena import entrants, results
    from tabbytop.arena.runners import Processes
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
    tournament = Tournament(game.id, count, options, names, number, seed, move_limit, keep_records=records is not None)
    standings = Standings(entrants.labels(names))
    ending = "all"
    with results.keeping(csv_file, records) as keep:
        try:
            with compiling(game) as referee:
                referee.setup(game.encode(count, options))
                for name in set(names) & set(entrants.own()):
                    entrants.make(name, referee, seed)  # compiles what the bot needs, once for all processes
            total = tournament.deals * tournament.games_per_deal
            with progress_bar("playing", total) as advance, closing(Processes(jobs).play(tournament.tasks())) as play:
                for deal in tournament.whole_deals(play, advance):
                    standings.add(deal)
                    keep(deal)
                    if until_clear and standings.is_clear:
                        ending = "clear"
                        break
        except KeyboardInterrupt:
            if standings.deals == 0:
                ERR.print("Interrupted before the first deal was played.")
                raise
            ending = "interrupted"
    if as_json:
        print_json(results.as_json(tournament, standings, ending))
    else:
        for part in results.in_words(tournament, standings, ending):
            OUT.print(part)
    if ending == "interrupted":
        raise typer.Exit(130)


@app.command()
def ladder(
    game_id: GameId,
    number: Annotated[int, typer.Option("--games", min=4, help="Games of each tournament, about.")] = 400,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; as many as cores by default.")] = None,
) -> None:
    """Measure how the levels stand against each other; prints a page in Markdown."""
    from tabbytop.arena.ladder import climb, heading, rungs, section
    from tabbytop.arena.runners import Processes
    from tabbytop.bots.levels import NAMES, make

    game = games.load(game_id)
    with compiling(game) as referee:
        make(NAMES[-1], referee, seed)
    print(heading(game, number, seed), end="", flush=True)
    for rung in rungs(game, number, seed):
        total = rung.tournament.deals * rung.tournament.games_per_deal
        with progress_bar(rung.title, total) as advance:
            standings = climb(rung, Processes(jobs), advance)
        print(section(rung, standings), end="", flush=True)


# ---------------------------------------------------------------- what the commands share


def parse_options(game: Game, players: int, pairs: list[str]) -> dict[str, Any]:
    """Options typed as key=value, checked."""
    chosen = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise UserError(f"An option is written key=value, such as side=back; not '{pair}'.")
        chosen[name] = game.options.named(name).parse(text)
    game.complete(players, chosen)
    return chosen


@contextmanager
def compiling(game: Game) -> Iterator[Compiled]:
    """The compiled rules of a game; says so, inside this context, when they have to be compiled first."""
    from tabbytop.engine.referee import Compiled

    with ERR.status("loading the rules") as status:
        done = 0

        def notify(rule: str) -> None:
            nonlocal done
            done += 1
            status.update(f"compiling the rules, once: {done} done, {escape(rule)}")

        yield Compiled(game, notify=notify)


@contextmanager
def progress_bar(words: str, total: int) -> Iterator[Any]:
    """A progress bar on the error stream; yields a function that takes the number done."""
    columns = (SpinnerColumn(), TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR, transient=True) as progress:
        task = progress.add_task(words, total=total)
        yield lambda done: progress.update(task, completed=done)


def print_json(value: Any) -> None:
    """Machine-readable output, and nothing else, on the output stream."""
    print(json.dumps(value, ensure_ascii=False))


def _say(as_json: bool, value: dict[str, Any], words: str) -> None:
    if as_json:
        print_json(value)
    else:
        OUT.print(words, markup=False)


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
    OUT.print(
        f"{summary.games:,} games of {game.name} with {summary.players} players in {summary.seconds:.2f} s: "
        f"[bold]{summary.games_per_second:,.0f}[/] games/s, [bold]{summary.moves_per_second:,.0f}[/] moves/s"
    )
    OUT.print(f"length: mean {summary.mean_length:,.1f} moves, {summary.shortest:,} to {summary.longest:,}")
    if summary.unfinished:
        OUT.print(f"[red]{summary.unfinished} games did not end within {game.longest:,} moves[/]")
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
