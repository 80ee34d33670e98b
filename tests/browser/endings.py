"""What is to be found at the end of every game, whichever it was: result, fair luck, record, and all moments."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tabbytop.engine.record import parse_record
from tests.browser.tables import Table


def check_the_end(table: Table, click: Callable[[Locator], None] = Locator.click, players: int = 2) -> None:
    """The result is shown, the luck was fair, the record holds, and every moment can be looked at again."""
    step_back_and_forth(table, check_the_result(table, click, players))


def check_the_result(table: Table, click: Callable[[Locator], None] = Locator.click, players: int = 2) -> int:
    """The result is shown, the luck was fair, and the record holds; how many moves it has."""
    page = table.page
    expect(table.result).to_be_visible()
    expect(table.result.get_by_role("listitem")).to_have_count(players)
    click(table.button("Check the luck"))
    check = page.get_by_role("dialog", name="Was the luck fair?")
    expect(check).to_contain_text("The seed is the one that was sealed.")
    expect(check).to_contain_text("and all came as the seed says.")
    page.keyboard.press("Escape")
    expect(check).to_be_hidden()
    with page.expect_download() as saving:
        click(page.get_by_role("link", name="Record"))
    text = saving.value.path().read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.finished
    return record.match.ply


def moment(ply: int, plies: int) -> re.Pattern[str]:
    """What the status says of a moment; a sentence that does not fit behind it is left out."""
    return re.compile(rf"Move {ply} of {plies}[:.]")


def step_back_and_forth(table: Table, plies: int) -> None:
    """`[` leads to the move before the last, `]` back to the end."""
    table.page.keyboard.press("[")
    expect(table.status).to_contain_text(moment(plies - 1, plies))
    table.page.keyboard.press("[")
    expect(table.status).to_contain_text(moment(plies - 2, plies))
    table.page.keyboard.press("]")
    expect(table.status).to_contain_text(moment(plies - 1, plies))
    table.page.keyboard.press("]")
    expect(table.result).to_be_visible()
