"""Programs under test that run beside the tests."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import threading
import time

from tests.patience import PATIENCE


def interrupt(running: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C in a program and wait for its last words; it never outlives the test."""
    running.send_signal(signal.SIGINT)
    try:
        return running.communicate(timeout=PATIENCE)
    finally:
        running.kill()


class AtTerminal:
    """A program whose errors and progress go to a terminal, and all that was shown there."""

    def __init__(self, *command: str) -> None:
        self._terminal, side = pty.openpty()
        surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "160", "LINES": "50"}
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=side, env=surroundings, text=True)
        os.close(side)
        self.shown = ""
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # that is how a terminal ends
            while data := os.read(self._terminal, 65_536):
                self.shown += data.decode(errors="replace")

    def wait_for(self, pattern: str) -> None:
        """Wait until something is shown."""
        until = time.monotonic() + PATIENCE
        while not re.search(pattern, self.shown):
            assert self._reading.is_alive(), f"it ended before '{pattern}' was shown: {self.shown[-2000:]}"
            assert time.monotonic() < until, f"'{pattern}' was not shown: {self.shown[-2000:]}"
            time.sleep(0.02)

    def interrupt(self) -> str:
        """Press Ctrl-C and wait for the end; what was put out."""
        out, _ = interrupt(self.program)
        self._reading.join(PATIENCE)
        os.close(self._terminal)
        return out
