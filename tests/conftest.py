"""What all tests share."""

from __future__ import annotations

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def _interruptible():
    """A background shell hands "ignore Ctrl-C" down to its programs; tests that interrupt programs need it undone."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
