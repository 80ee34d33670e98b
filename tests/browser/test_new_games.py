"""Games that were just begun, played in the browser against a bot: one of an installed package, one of a checkout."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.people import Person
from tests.checkouts import Checkout
from tests.packages import install, outside_game
from tests.server.plants import named, quick_bots
from tests.server.servers import Server, running


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server beside which a package with a game was installed."""
    package = outside_game(tmp_path)
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site", package)["PYTHONPATH"])
    with running(tmp_path / "data", named(quick_bots)) as server:
        yield server


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server of a checkout to which a game was added, with the page built anew."""
    checkout = Checkout(tmp_path / "checkout")
    checkout.tabbytop("new", "can-race", "--name", "Can Race")
    checkout.node("vite/bin/vite.js", "build")
    monkeypatch.setenv("PYTHONPATH", checkout.environment["PYTHONPATH"])
    with running(tmp_path / "data", named(quick_bots)) as server:
        yield server


def test_a_package_from_outside_is_played_on_its_own_board(browser: Browser, outside: Server):
    play_and_read(browser, outside)


def test_a_new_game_of_a_checkout_is_played_on_its_own_board(browser: Browser, inside: Server):
    play_and_read(browser, inside)


def play_and_read(browser: Browser, server: Server) -> None:
    """Play a game from the landing page to its end, then look at the log and at the guide."""
    rosie = Person(browser, server.address, "Rosie")
    page = rosie.page
    page.goto("/")
    page.get_by_role("button", name="Play Can Race").click()
    board = page.get_by_role("region", name="Board")
    expect(board.get_by_label("The pot")).to_have_text("0 in the pot")
    expect(board.get_by_role("listitem")).to_have_count(2)
    play_to_the_end(page)
    heads = page.get_by_role("region", name="Result").get_by_role("columnheader")
    expect(heads.nth(1)).to_have_text("Total")  # the game does not say what its scores are made of
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="Log", exact=True).click()
    told = page.get_by_role("link", name=re.compile(r"[A-Z]\w+ loses the pot\.$")).first  # it always rolls
    expect(told.first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"\b(Red|Blue)\b"))).to_have_count(0)
    page.goto("/guide/can-race")
    pictures = page.get_by_role("figure")
    expect(pictures).to_have_count(2)
    for picture, pot in zip(pictures.all(), ("0 in the pot", "8 in the pot"), strict=True):
        picture.scroll_into_view_if_needed()
        expect(picture.get_by_label("The pot", exact=True)).to_have_text(pot)
        expect(picture.get_by_text("Red", exact=True)).to_be_visible()
    rosie.leave()
    assert rosie.complaints == []
    assert server.problems() == []


def play_to_the_end(page: Page) -> None:
    """Roll by the die on the board, and stop as soon as that is possible."""
    stop = page.get_by_role("button", name="Stop and keep")
    die = page.get_by_role("region", name="Board").get_by_role("button", name="Roll the die")
    over = page.get_by_role("region", name="Result").first
    while True:
        expect(stop.or_(die).or_(over).first).to_be_visible()
        if over.is_visible():
            return
        with contextlib.suppress(TooLate):  # the turn may have ended since: look again
            (stop if stop.is_visible() else die).click(timeout=1000)
