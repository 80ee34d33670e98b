"""Every table on every screen: lettering that can be read, targets that can be hit, nothing cut off or out of sight.

One session for each position: the screen is changed in place. The same positions are pictured by `pictures`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.measuring import faults_of, measure
from tests.browser.people import Person
from tests.browser.positions import PLANTED, POSITIONS, Position, reach
from tests.browser.screens import SCREENS, Glass
from tests.server.servers import Server, running


@pytest.fixture(scope="module")
def picturesque(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the luck and the bots of the pictures."""
    with running(tmp_path_factory.mktemp("screens"), *PLANTED) as server:
        yield server


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_table_reads_at_a_glance(position: Position, picturesque: Server, browser: Browser):
    rosie = Person(browser, picturesque.address, "Rosie")
    reach(rosie, position)
    glass, faults = Glass(rosie.page), []
    for screen in SCREENS:
        glass.become(screen)
        faults += faults_of(measure(rosie.page, screen), screen, position.game)
    rosie.leave()
    assert faults == [], f"{position.name}:\n" + "\n".join(faults)
    assert rosie.complaints == []
