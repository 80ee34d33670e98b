"""Pages in bad surroundings: sockets that do not get through, a board whose script fails, a narrow page, enlarged."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tabbytop.kit.marks import fault
from tests.browser.browsers import Screen
from tests.browser.people import KITTEN, ME, Person
from tests.browser.tables import Table

People = Callable[..., Person]
ENLARGED = Screen("a small screen at 200 %", 320, 480, sharpness=2.0)
NO_SOCKETS = """() => {
  window.WebSocket = class extends EventTarget {
    constructor() {
      super();
      window.tried = (window.tried ?? 0) + 1;
      setTimeout(() => {
        const closed = new CloseEvent("close", { code: 1006 });
        this.onclose?.(closed);
        this.dispatchEvent(closed);
      });
    }
    send() {}
    close() {}
  };
}"""
FAILING = r"\g<1>Board:()=>{window.failed=true;throw new Error('this board fails')}"


def begin(rosie: Person) -> Table:
    """Rosie against a bot, who has left her the first turn."""
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    expect(table.status).to_have_text("Your turn: roll the dice.")
    return table


def play_on(table: Table) -> None:
    """A few decisions, each seen to have had its effect; where there is a table in words, its buttons come first."""
    table.button("Roll the dice").last.click()
    table.button("Stop and drive").last.click()
    expect(table.status).to_have_text("Your turn: roll for an item, or skip.")
    expect(table.log).to_contain_text("Roll 4 dice.")


@fault("F46")
def test_where_sockets_are_blocked_the_game_is_played_all_the_same(person: People):
    rosie = person("Rosie")
    rosie.context.add_init_script(f"({NO_SOCKETS})()")
    play_on(begin(rosie))
    assert rosie.page.evaluate("() => window.tried") >= 1, "no socket was tried"


@fault("F46")
def test_a_board_whose_script_fails_is_shown_as_text_and_the_frame_survives(person: People):
    rosie = person("Rosie")

    def fail(route: Route) -> None:
        answer = route.fetch()
        body, count = re.subn(r"([,{])Board:\w+", FAILING, answer.text())
        assert count == 1, "the game's script holds its board once"
        route.fulfill(response=answer, body=body)

    rosie.forgive("this board fails")
    rosie.context.route("**/assets/cat-cab-*.js", fail)
    table = begin(rosie)
    rosie.page.wait_for_function("() => window.failed")
    expect(table.main).to_contain_text("in words")
    play_on(table)


@fault("F46")
def test_a_page_of_320_pixels_at_200_percent_can_be_played(person: People):
    rosie = person("Rosie", screen=ENLARGED)
    table = begin(rosie)
    table.button("Roll the dice").scroll_into_view_if_needed()
    expect(table.button("Roll the dice")).to_be_in_viewport()
    table.button("Roll the dice").click()
    table.button("Stop and drive").click()
    expect(table.status).to_contain_text("roll for an item")
    assert rosie.page.evaluate("() => document.scrollingElement.scrollWidth") <= ENLARGED.width
