"""Commands for people who host: serve, think, export, backup."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tabbytop import games
from tabbytop.cli.shared import (
    OUT,
    DatabaseUrl,
)
from tabbytop.engine import english
from tabbytop.engine.errors import UserError

Data = Annotated[Path | None, typer.Option(help="Folder where games are kept; $TABBYTOP_DATA, or the user's own.")]


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; this machine only by default.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8888,
    data: Data = None,
    database: DatabaseUrl = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which bots think; one less than cores by default.")
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            envvar="TABBYTOP_BUS",
            help="Redis by which servers over one Postgres database talk to each other: redis://host:6379.",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes on this address; more than one need a bus.")
    ] = 1,
    own_ports: Annotated[
        int | None,
        typer.Option(min=1, max=65000, help="Reach each process by itself, too, from this port on: for its /metrics."),
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others in this network in, and show a code to scan.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Address of the page behind a proxy: https://games.example; repeatable.")
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(help="Name by which people reach the server: games.example; repeatable.")
    ] = None,
    names: Annotated[
        Path | None, typer.Option(help="File with words that nobody may be called here; `*word*` also within others.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in a browser.")] = False,
    generosity: Annotated[
        float, typer.Option(min=0.1, help="Times the usual rate limits, for networks behind one address.")
    ] = 1.0,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    mail: Annotated[
        str | None,
        typer.Option(
            envvar="TABBYTOP_MAIL",
            help="Send e-mail to people whose turn it is: smtp://user:password@host:587?from=cats@games.example.",
        ),
    ] = None,
    notices_inside: Annotated[
        bool, typer.Option("--notices-inside", help="Let notices go to addresses in your own network, too.")
    ] = False,
    club: Annotated[
        str, typer.Option(help="Give the server a club page by this name: who is here, open tables, the month's table.")
    ] = "",
    passkeys: Annotated[
        bool, typer.Option("--passkeys", help="Let people come in by passkeys, too; needs tabbytop\\[passkeys].")
    ] = False,
    accept_loss: Annotated[
        bool, typer.Option("--accept-loss", help="Go on with a database that has lost what players were told is kept.")
    ] = False,
) -> None:
    """Run the table server: people play in the browser, bots over HTTP and sockets."""
    from tabbytop.server.http.hosts import checked_name, checked_origin
    from tabbytop.server.http.passkeys import library
    from tabbytop.server.notices.mail import mail_server
    from tabbytop.server.operating import logs
    from tabbytop.server.operating import serve as serving
    from tabbytop.server.operating.settings import Settings
    from tabbytop.server.tables.name_filter import read_list

    checked_log_level(log_level)
    origins, host_names = tuple(map(checked_origin, origin or ())), tuple(map(checked_name, host_name or ()))
    folder = serving.data_folder(data)
    settings = Settings(
        data=folder,
        database=database or serving.database_in(folder),
        host="0.0.0.0" if lan and host == "127.0.0.1" else host,
        port=port,
        workers=workers or max(1, ((os.cpu_count() or 2) - 1) // processes),
        origins=origins,
        names=host_names,
        refused_names=read_list(names) if names is not None else (),
        generosity=generosity,
        accept_loss=accept_loss,
        mail=mail,
        notices_inside=notices_inside,
        club=" ".join(club.split()),
        passkeys=passkeys,
        bus=bus,
        processes=processes,
        own_ports=own_ports,
    )
    if mail is not None:
        mail_server(mail)
    if passkeys:
        library()
    logs.begin(log_level)

    def announce(bound: int) -> None:
        here = serving.address_for(settings.host, bound)
        is_alone = settings.host in ("127.0.0.1", "localhost", "::1") and not (origin or host_name)
        alone = " Only this machine can come in; --lan lets in your network, too." if is_alone else ""
        OUT.print(f"Tabbytop is open at [bold]{escape(here)}[/]  (Ctrl+C closes it){alone}", soft_wrap=True)
        if lan:
            _announce_in_network(bound)
        if browser:
            serving.open_browser(here)

    serving.serve(settings, announce)
    OUT.print("Tabbytop is closed. Every game is kept.")


def checked_log_level(name: str) -> str:
    """The name of a log level, if it is one."""
    if name not in ("debug", "info", "warning", "error"):
        raise UserError(f"The log level is debug, info, warning or error; not '{name}'.")
    return name


def _announce_in_network(port: int) -> None:
    import segno

    from tabbytop.server.http.hosts import lan_address

    address = lan_address()
    if address is None:
        OUT.print("This machine is in no network; nobody else can come in.")
        return
    there = f"http://{address}:{port}"
    OUT.print(f"Others in this network: [bold]{there}[/]", soft_wrap=True)
    if sys.stdout.isatty():
        segno.make(there).terminal(compact=True)


def think(
    bus: Annotated[str, typer.Option(envvar="TABBYTOP_BUS", help="The bus of the servers: redis://host:6379.")],
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes in which bots think; one for each core by default.")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="Think about this game only; repeatable.", autocompletion=games.ids)
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Let bots of servers elsewhere think on this machine, until Ctrl+C or SIGTERM; an answer under way is finished."""
    import asyncio

    from tabbytop.server.operating import logs
    from tabbytop.server.operating.thinking import think as thinking

    chosen = [games.load(game_id).id for game_id in game] if game else games.ids()
    logs.begin(checked_log_level(log_level))
    answered = asyncio.run(thinking(bus, workers or os.cpu_count() or 1, chosen))
    OUT.print(f"No more questions are taken. {english.count(answered, 'question')} answered.", markup=False)


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
