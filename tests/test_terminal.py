"""A game in the terminal: with numbers through a pipe, and with keys at a keyboard."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabbytop.engine.record import read_record
from tests.patience import PATIENCE

PLAY = [sys.executable, "-m", "tabbytop", "play", "cat-cab", "--terminal"]


def play(typed: str, *more: str) -> str:
    done = subprocess.run([*PLAY, *more], check=False, input=typed, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_a_whole_solo_game_is_played_by_numbers_and_recorded(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    out = play("1\n9\n6\n2\n" * 3000, "--players", "1", "-o", "turn_limit=6", "--record", str(record))
    assert "Your turn: roll the dice." in out
    assert "Crazy cat" in out
    assert "The record is in" in out
    read = read_record(record)
    assert read.finished
    assert read.match.result.ending in out


def test_a_bot_takes_the_last_seat_and_plays_by_itself():
    out = play("1\n9\n6\n2\n" * 3000, "--bots", "house-cat", "-o", "turn_limit=6")
    assert "Blue rolls 5 dice." in out or "Blue rolls 4 dice." in out
    assert "Your turn: roll the dice." in out
    assert "Blue's turn to" not in out


def test_wrong_numbers_are_explained_and_moves_can_be_taken_back():
    out = play("x\n0\n77\nu\n1\n1\nu\nq\n", "--players", "2")
    assert out.count("Type a number from 1 to 1, u to take back, or q to leave.") == 3
    assert "There is nothing to take back" in out
    assert "Taken back." in out
    assert "You leave the table." in out


def test_the_end_of_input_leaves_the_table(tmp_path: Path):
    record = tmp_path / "left.jsonl"
    assert "You leave the table." in play("1\n", "--players", "3", "--record", str(record))
    assert not read_record(record).finished


def test_a_race_goes_on_while_one_person_chooses():
    command = [*PLAY[:-2], "kitty-paw", "--terminal"]
    options = ["--players", "1", "-o", "countdown_seconds=0"]
    done = subprocess.run(
        [*command, *options], check=False, input="1\n1\n1\nu\nq\n", capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    for said in ("Red is ready.", "the round is open.", "Red takes card", "Red grabs", "nothing is taken"):
        assert said in done.stdout
    two = subprocess.run(
        [*command, "--players", "2"], check=False, input="1\n", capture_output=True, text=True, timeout=PATIENCE
    )
    assert two.returncode != 0
    assert "only one person can play at a keyboard" in two.stderr


class Keyboard:
    """The program at the other end of a terminal."""

    def __init__(self, *more: str) -> None:
        main, side = pty.openpty()
        self.terminal, self.seen = main, ""
        surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self.program = subprocess.Popen([*PLAY, *more], stdin=side, stdout=side, stderr=side, env=surroundings)
        os.close(side)

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def wait_for(self, pattern: str, seconds: float = PATIENCE) -> str:
        """Everything shown since the last call, once the pattern has appeared in it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.seen):
                shown, self.seen = self.seen[: found.end()], self.seen[found.end() :]
                return shown
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.terminal, 65_536).decode(errors="replace")
                except OSError:
                    break
        pytest.fail(f"'{pattern}' did not appear in: {self.seen[-2000:]}")


def test_arrow_keys_numbers_undo_and_quit_work_at_a_keyboard():
    keyboard = Keyboard("--players", "2")
    keyboard.wait_for("Roll the dice")
    keyboard.press("\r")
    keyboard.wait_for(">  1  Mark white die 1")
    keyboard.press("\x1b[B")
    keyboard.wait_for(">  2  Mark white die 2")
    keyboard.press("\x1b[A\x1b[A")
    keyboard.wait_for(r"> +\d  Stop and keep all dice")
    keyboard.press("2")
    keyboard.wait_for(">  2  Mark white die 2")
    keyboard.press("\r")
    keyboard.wait_for("marks white die 2")
    keyboard.wait_for("Re-roll")
    keyboard.press("u")
    keyboard.wait_for("Taken back")
    keyboard.press("?")
    keyboard.wait_for("Stop and keep all dice")
    keyboard.press("q")
    keyboard.wait_for("You leave the table")
    assert keyboard.program.wait(timeout=PATIENCE) == 0
