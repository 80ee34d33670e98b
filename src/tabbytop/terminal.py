"""Any registered game in a terminal: the view drawn with letters, the log in sentences, the legal moves in words.

Arrow keys or numbers choose a move. Where there is no keyboard (a pipe), moves are read as numbers, one per line.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from tabbytop.arena.race import act_first, let_pass
from tabbytop.bots.bot import Bot, moment_of
from tabbytop.bots.live import live
from tabbytop.engine.errors import UserError
from tabbytop.engine.game import Game
from tabbytop.engine.match import Match
from tabbytop.engine.record import write_record
from tabbytop.engine.seats import LUCK

try:
    import termios
    import tty
except ImportError:  # no such terminals on Windows: numbers work there
    HAS_KEYS = False
else:
    HAS_KEYS = True

CONSOLE = Console(highlight=False)
UNDO, QUIT, HELP = -1, -2, -3
ESCAPE_PAUSE = 0.05
UP, DOWN, ENTER = "\x1b[A", "\x1b[B", ("\r", "\n", " ")
COMMANDS = {"u": UNDO, "\x7f": UNDO, "\b": UNDO, "q": QUIT, "\x1b": QUIT, "\x04": QUIT, "?": HELP}
HELP_TEXT = "arrows or numbers choose · Enter plays · u undoes · q leaves"


def play_in_terminal(
    game: Game, players: int, options: Mapping[str, Any], bots: Mapping[int, Bot], record: Path | None
) -> None:
    """Play one game to its end, or until somebody leaves; `bots` says which seats play by themselves."""
    match = Match.new(game, players, options)
    CONSOLE.print(Text(game.name, style="bold"), Text(f"  {HELP_TEXT}", style="dim"), sep="")
    try:
        _play(match, bots)
    except (KeyboardInterrupt, EOFError):
        CONSOLE.print("You leave the table.")
    finally:
        if record is not None:
            _save(match, record)


def _play(match: Match, bots: Mapping[int, Bot]) -> None:
    if match.game.clock is not None:
        _race(match, bots)
        return
    told = 0
    people = [seat for seat in range(match.players) if seat not in bots]
    while True:
        match.advance()
        while match.actor in bots:
            match.play(match.actor, bots[match.actor].choose(moment_of(match, match.actor)))
            match.advance()
        viewer = match.actor if match.actor in people else people[0]
        _tell(match, viewer, told)
        told = match.ply
        if match.result:
            _show_result(match, viewer)
            return
        seat = match.actor
        choice = _choose(match, seat)
        if choice == QUIT:
            CONSOLE.print("You leave the table.")
            return
        if choice == UNDO:
            told = min(told, _undo(match, seat))
        elif choice == HELP:
            CONSOLE.print(f"  {HELP_TEXT}", style="dim")
        else:
            match.play(seat, choice)


def _tell(match: Match, viewer: int, since: int) -> None:
    for ply, sentence in match.sentences(viewer, since=since):
        dim = "dim" if match.log[ply].seat == LUCK else ""
        CONSOLE.print(Text(f"  {sentence}", style=dim))


def _show_result(match: Match, viewer: int) -> None:
    assert match.result is not None
    CONSOLE.print(Panel(match.picture(viewer), title=f"{match.result.ending}", expand=False))


def _race(match: Match, bots: Mapping[int, Bot]) -> None:
    """One person against bots in real time: while the person chooses the others go on, and it is told afterwards."""
    people = [seat for seat in range(match.players) if seat not in bots]
    if len(people) > 1:
        raise UserError(f"{match.game.name} is played in real time, so only one person can play at a keyboard.")
    (seat,) = people
    hands = {other: live(bot, other).intend for other, bot in bots.items()}
    told = 0
    match.advance()
    while True:
        while not match.legal(seat) and not match.over:
            act_first(match, hands)
            match.advance()
        _tell(match, seat, told)
        told = match.ply
        if match.result:
            _show_result(match, seat)
            return
        started = time.monotonic()
        choice = _choose(match, seat)
        if choice == QUIT:
            CONSOLE.print("You leave the table.")
            return
        let_pass(match, hands, int(1000 * (time.monotonic() - started)))
        _try(match, seat, choice)
        match.advance()


def _try(match: Match, seat: int, choice: int) -> None:
    """Play what was chosen, if it is still possible after all that happened meanwhile."""
    if choice in (UNDO, HELP):
        CONSOLE.print(f"  {HELP_TEXT}; nothing is taken back in real time.", style="dim")
    elif not match.over:
        refusal = match.why_not(seat, choice)
        if refusal is None:
            match.play(seat, choice)
        else:
            CONSOLE.print(f"  {refusal.sentence}", style="red")


def _undo(match: Match, seat: int) -> int:
    if match.undo_floor(seat) == match.ply:
        CONSOLE.print("There is nothing to take back: luck or another player came in between.", style="red")
        return match.ply
    last = max(ply for ply in range(match.ply) if match.log[ply].seat == seat)
    match.undo_to(last)
    CONSOLE.print("Taken back.", style="dim")
    return last


def _choose(match: Match, seat: int) -> int:
    """What the player at a seat decides: a move id, or UNDO, QUIT, HELP."""
    moves = match.legal(seat)
    labels = [match.label(move, seat) for move in moves]
    head = f"{match.picture(seat)}\n\n{match.prompt(seat)}"
    if HAS_KEYS and sys.stdin.isatty():
        return _menu(head, moves, labels)
    return _read_number(head, moves, labels)


def _read_number(head: str, moves: list[int], labels: list[str]) -> int:
    CONSOLE.print(head, markup=False)
    for number, label in enumerate(labels, start=1):
        CONSOLE.print(f"  {number:>2}  {label}", markup=False)
    while True:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        word = line.strip().lower()
        if word in ("u", "q"):
            return UNDO if word == "u" else QUIT
        if word.isdigit() and 1 <= int(word) <= len(moves):
            return moves[int(word) - 1]
        CONSOLE.print(f"Type a number from 1 to {len(moves)}, u to take back, or q to leave.")


def _menu(head: str, moves: list[int], labels: list[str]) -> int:
    chosen, typed = 0, ""
    with _key_presses() as next_key, Live(console=CONSOLE, auto_refresh=False, transient=True) as live:
        while True:
            live.update(_panel(head, labels, chosen), refresh=True)
            key = next_key()
            if key in ENTER:
                return moves[chosen]
            if key in COMMANDS:
                return COMMANDS[key]
            if key in (UP, DOWN):
                chosen, typed = (chosen + (1 if key == DOWN else -1)) % len(moves), ""
            elif key.isdigit():
                typed = typed + key if 1 <= int(typed + key) <= len(moves) else key
                if 1 <= int(typed) <= len(moves):
                    chosen = int(typed) - 1


@contextmanager
def _key_presses() -> Iterator[Callable[[], str]]:
    """Single key presses of this terminal; what was typed ahead is kept."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSADRAIN)
    try:
        yield lambda: _read_key(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _read_key(keyboard: int) -> str:
    key = os.read(keyboard, 1)
    if not key:
        raise EOFError
    if key == b"\x1b" and select.select([keyboard], [], [], ESCAPE_PAUSE)[0]:
        key += os.read(keyboard, 2)  # an arrow key is three bytes that come together
    return key.decode(errors="replace")


def _panel(head: str, labels: list[str], chosen: int) -> Panel:
    text = Text(f"{head}\n")
    for index, label in enumerate(labels):
        mark, style = (">", "bold reverse") if index == chosen else (" ", "")
        text.append(f"\n {mark} {index + 1:>2}  {label} ", style=style)
    return Panel(text, subtitle=HELP_TEXT, expand=False)


def _save(match: Match, path: Path) -> None:
    try:
        path.write_text(write_record(match), encoding="utf-8", newline="\n")
    except OSError as problem:
        raise UserError(f"The record cannot be written to {path}: {problem.strerror}.") from None
    CONSOLE.print(f"The record is in {path}.")
