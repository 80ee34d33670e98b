"""What all tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tabbytop import client
from tests import patience

WORK_ALONE = [Path(__file__).parent / folder for folder in ("engine", "games")]
"""Folders whose tests depend on nothing but the code. All others have tests with programs that run side by side."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run a test that failed once more where it has to do with browsers, servers and bots in processes of their own.

    Which of them is first is up to the machine. A run names such a test, so that it is looked into, but does not end by
    it.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and not any(item.path.is_relative_to(folder) for folder in WORK_ALONE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True, scope="session")
def _interruptible():
    """A background shell hands "ignore Ctrl-C" down to its programs; tests that interrupt programs need it undone."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _patient():
    """Whoever plays in a test waits as long as tests do, however busy the machine."""
    client.PATIENCE = patience.PATIENCE
