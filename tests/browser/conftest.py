"""What the tests in a browser share: one browser and one server for all of them, and people who come for one test.

The browser lasts as long as its folder is tested and no longer: while it runs, its library keeps an event loop running,
in which other tests could not run theirs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import plants
from tests.browser.browsers import running_browser
from tests.browser.people import PATIENCE, UNWATCHED, Person
from tests.server.plants import friday, high_cat, named, one_puzzle, quick_bots
from tests.server.servers import Server, running

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser."""
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with known luck, bots that answer at once, one puzzle, and a game that nobody has drawn; on a Friday."""
    planted = (named(plants.same_luck), named(quick_bots), named(high_cat), named(friday), named(one_puzzle))
    with running(tmp_path_factory.mktemp("browser"), *planted, **UNWATCHED) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The server, in whose log nothing may be that nobody should ever see."""
    yield shared_server
    assert shared_server.problems() == []


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Lets people come; when the test is over they go, and none of them may have anything to complain of."""
    here: list[Person] = []

    def come(name: str = "Rosie", **more: Any) -> Person:
        here.append(Person(browser, server.address, name, **more))
        return here[-1]

    yield come
    for each in here:
        each.leave()
    assert [f"{each.name}: {complaint}" for each in here for complaint in each.complaints] == []


@pytest.fixture
def chance() -> random.Random:
    """The same chance every time."""
    return random.Random(7)
