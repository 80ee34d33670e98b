"""What is to be found at the end of every game, whichever it was: result, fair luck, record, and all moments."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tabbytop.engine.record import parse_record
from tests.browser.tables import Table

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"


def check_the_end(table: Table, click: Callable[[Locator], None] = Locator.click, players: int = 2) -> None:
    """The result is shown, the luck was fair, the record holds, and every moment can be looked at again."""
    plies = check_the_result(table, click, players)
    look_at_the_board(table, click)
    step_back_and_forth(table, plies)


def check_the_result(table: Table, click: Callable[[Locator], None] = Locator.click, players: int = 2) -> int:
    """The result is shown, the luck was fair, and the record holds; how many moves it has."""
    page = table.page
    expect(table.result).to_be_visible()
    check_the_points(table, players)
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


def check_the_points(table: Table, players: int) -> None:
    """Everybody has a row in the table of points, from the first place to the last, and the columns are the total."""
    rows = table.result.get_by_role("table").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(players)
    heads = table.result.locator("thead th")
    total = next(at for at, head in enumerate(heads.all_text_contents()) if head in ("Total", "Result"))
    for row in rows.all():
        cells = [_points(cell) for cell in row.locator("th, td").all()[1 : total + 1]]
        if None not in cells and len(cells) > 1:
            assert sum(cells[:-1]) == cells[-1], row.text_content()  # type: ignore[arg-type]


def _points(cell: Locator) -> int | None:
    """The points that a cell shows first, as a number or as so many times what each is worth; None without points."""
    text = cell.evaluate("(cell) => cell.firstChild.textContent.trim()").replace(MINUS, "-")
    if not re.fullmatch(rf"-?\d+( {TIMES} \d+)?", text):
        return None
    return math.prod(int(factor) for factor in text.split(f" {TIMES} "))


def look_at_the_board(table: Table, click: Callable[[Locator], None] = Locator.click) -> None:
    """From the result to the board as it was at the end, and back."""
    click(table.result.get_by_role("button", name=re.compile("^Look at the")))
    expect(table.board).to_be_visible()
    click(table.button("Done"))
    expect(table.result).to_be_visible()


def moment(ply: int, plies: int) -> re.Pattern[str]:
    """What the status says of a moment; a sentence that does not fit behind it is left out."""
    return re.compile(rf"Move {ply} of {plies}[:.]")


def step_back_and_forth(table: Table, plies: int) -> None:
    """`[` leads to the end of the turn before the last, `]` back to the end."""
    seen = []
    for key in "[[]":
        before = table.status.inner_text()
        table.page.keyboard.press(key)
        expect(table.status).not_to_have_text(before)
        expect(table.status).to_contain_text(re.compile(rf"Move \d+ of {plies}[:.]"))
        seen.append(table.status.inner_text())
    assert seen[0] == seen[2] != seen[1]
    table.page.keyboard.press("]")
    expect(table.result).to_be_visible()
