"""A game from outside, as an installed package with a board of its own: played in the browser against a bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.packages import install, outside_game, with_packages
from tests.server.plants import named, quick_bots
from tests.server.servers import Server


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server beside which a package with a game was installed."""
    package = outside_game(tmp_path)
    install(package, tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", with_packages(tmp_path / "site")["PYTHONPATH"])
    server = Server(tmp_path / "data", named(quick_bots))
    server.start()
    yield server
    server.stop()


def test_a_package_from_outside_is_played_on_its_own_board(browser: Browser, outside: Server):
    rosie = Person(browser, outside.address, "Rosie")
    page = rosie.page
    page.goto("/")
    expect(page.get_by_role("button", name="Play Can Race")).to_be_enabled()
    page.get_by_role("button", name="Play Can Race").click()
    board = page.get_by_label("The pot")
    over = page.get_by_text("The game is over", exact=False)
    expect(board).to_be_visible()
    while not over.first.is_visible():
        stop = page.get_by_role("button", name="Stop and keep")
        roll = page.get_by_role("button", name="Roll the die")
        expect(roll.or_(over).first).to_be_visible()
        if over.first.is_visible():
            break
        (stop if stop.first.is_visible() else roll).first.click()
    rosie.leave()
    assert rosie.complaints == []
    assert outside.problems() == []
