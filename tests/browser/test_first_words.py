"""What can be read before a game's script has come: whose turn it is, what is to be done, and who plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browsers import PHONE, Screen
from tests.browser.people import KITTEN, ME, Person
from tests.browser.screens import DESKTOPS, PHONE_SIDEWAYS


@pytest.mark.parametrize("screen", [DESKTOPS[0], PHONE, PHONE_SIDEWAYS], ids=lambda screen: screen.name)
def test_the_sentence_and_the_players_are_there_before_the_board(screen: Screen, person: Callable[..., Person]):
    rosie = person("Rosie", screen=screen)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    rosie.context.route("**/assets/cat-cab-*.js", hold)
    opened = rosie.open_table(KITTEN, ME)
    table = rosie.go_to(opened.path)
    expect(table.status).to_have_text("Your turn: roll the dice.")
    expect(table.status).to_be_in_viewport()
    cat = rosie.ask(f"/api/tables/{opened.id}")["table"]["seats"][0]["name"]
    expect(table.page.get_by_text(cat).or_(table.page.get_by_label(f"{cat}, 0 points")).first).to_be_visible()
    assert held, "the script of the game was not asked for"
    expect(table.board).to_have_count(0)
    for route in held:
        route.continue_()
    expect(table.board.locator("svg").first).to_be_visible()
    expect(table.status).to_have_text("Your turn: roll the dice.")
