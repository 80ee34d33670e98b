"""Programs under test that run beside the tests."""

from __future__ import annotations

import signal
import subprocess


def interrupt(running: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C in a program and wait for its last words; it never outlives the test."""
    running.send_signal(signal.SIGINT)
    try:
        return running.communicate(timeout=60)
    finally:
        running.kill()
