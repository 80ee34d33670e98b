"""What happens in the middle of a game: reloads, second tabs, lost connections, watchers, and everything but moves."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tabbytop.kit.marks import fault
from tests.browser.browsers import PHONE
from tests.browser.people import FRIEND, GONE, KITTEN, ME, Opened, Person, finish, table_at
from tests.browser.tables import Table, assert_stands_by, middle
from tests.server.servers import Server

People = Callable[..., Person]

# With the luck of these tests the second seat begins.


def rosie_begins(person: People, **more: object) -> tuple[Person, Table]:
    """Rosie against a bot, and it is her turn to roll."""
    rosie = person("Rosie", **more)
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    expect(table.status).to_have_text("Your turn: roll the dice.")
    expect(table.board.locator("svg").first).to_be_visible()
    return rosie, table


def rosie_meets_momo(person: People) -> tuple[Person, Table, Person, Table, Opened]:
    """Rosie against Momo in another browser, and it is her turn to roll."""
    rosie, momo = person("Rosie"), person("Momo")
    opened = rosie.open_table(FRIEND, ME)
    momo.introduce()
    momo.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 0})
    rosie.command(opened, type="start")
    hers, his = rosie.go_to(opened.path), momo.go_to(opened.path)
    expect(hers.status).to_have_text("Your turn: roll the dice.")
    expect(his.status).to_have_text("It's Rosie's turn to roll the dice.")
    return rosie, hers, momo, his, opened


def seen(table: Table) -> list[str]:
    """What is on the screen of whoever looks from a seat."""
    table.wait_for_turn_or_end()
    return [table.status.inner_text(), table.board.aria_snapshot(), table.log.inner_text()]


# ---------------------------------------------------------------- nothing is lost


def test_a_reload_shows_the_same_and_the_game_goes_on(person: People):
    rosie, table = rosie_begins(person)
    table.button("Roll the dice").click()
    expect(table.button("Stop and drive")).to_be_visible()
    before = seen(table)
    rosie.page.reload()
    expect(table.button("Stop and drive")).to_be_visible()
    expect(table.log).to_contain_text("Roll 4 dice.")
    assert seen(table) == before
    table.button("Stop and drive").click()
    expect(table.status).to_have_text("Your turn: roll for an item, or skip.")


def test_a_long_log_is_opened_at_its_newest_line(person: People):
    rosie = person("Rosie")
    opened = rosie.open_table(ME, ME, options={"turn_limit": 7})
    finish(opened, rosie)
    table = rosie.go_to(opened.path)
    table.button("Log").click()
    expect(table.log.get_by_role("link").last).to_be_in_viewport()


@fault("F39")
def test_two_tabs_at_one_seat_show_the_same_and_both_play(person: People):
    rosie, one = rosie_begins(person)
    other = Table(rosie.new_tab())
    other.page.goto(rosie.page.url)
    expect(other.status).to_have_text("Your turn: roll the dice.")
    one.button("Roll the dice").click()
    other.button("Stop and drive").click()
    one.button("Skip items and move on").click()
    expect(other.status).to_have_text("Your turn: drive 2.")
    assert seen(one) == seen(other)


@fault("F1", "F8")
def test_a_server_that_dies_and_returns_interrupts_nobody(person: People, server: Server):
    rosie, table = rosie_begins(person)
    rosie.forgive(*GONE)
    rosie.page.evaluate("() => (window.wasHere = true)")
    server.kill()
    expect(rosie.page.get_by_text("Reconnecting")).to_be_visible()
    expect(table.main).to_contain_text("nothing is lost")
    table.button("Roll the dice").click()
    server.start()
    expect(rosie.page.get_by_text("Connected", exact=True)).to_be_visible()
    expect(table.button("Stop and drive")).to_be_visible()
    table.button("Stop and drive").click()
    expect(table.status).to_have_text("Your turn: roll for an item, or skip.")
    assert rosie.page.evaluate("() => window.wasHere"), "the page was loaded anew"


@fault("F40")
def test_a_link_continues_on_another_device(person: People):
    rosie, table = rosie_begins(person)
    link = rosie.ask("/api/me/link", {})["path"]
    phone = person("Rosie's phone", screen=PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("link", name=re.compile("Cat Cab.*Play")).tap()
    there = Table(phone.page)
    there.button("Roll the dice").tap()
    expect(there.button("Stop and drive")).to_be_visible()
    expect(table.button("Stop and drive")).to_be_visible()


def test_whoever_watches_sees_the_moves_and_can_do_nothing(person: People):
    rosie = person("Rosie")
    opened = rosie.open_table(KITTEN, ME)
    table, watcher = rosie.go_to(opened.path), person("Vera")
    seen_by_vera = watcher.watch(opened)
    expect(seen_by_vera.main).to_contain_text("You are watching")
    expect(rosie.page.get_by_text("1 watching")).to_be_visible()
    table.button("Roll the dice").click()
    expect(seen_by_vera.log).to_contain_text("Rolls 4 dice.")
    table.button("Stop and drive").click()
    expect(seen_by_vera.status).to_have_text("It's Rosie's turn to roll for an item, or skip.")
    expect(seen_by_vera.verbs).to_have_count(0)
    expect(seen_by_vera.button("Undo")).to_have_count(0)


# ---------------------------------------------------------------- taking back


def test_a_hint_is_sorted_and_goes_with_the_next_move_which_is_undone_by_a_click_and_by_a_key(person: People):
    rosie, table = rosie_begins(person)
    table.button("Roll the dice").click()
    table.button("Hint").click()
    hint = table.page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Top cat would play")
    expect(hint.get_by_role("listitem")).to_have_count(3)
    chances = [int(text.removesuffix(" %")) for text in hint.locator(".chance").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    expect(hint).to_contain_text("Chance to win.")
    table.button("Stop and drive").click()
    expect(hint).to_be_hidden()
    table.button("Undo").click()
    expect(table.button("Stop and drive")).to_be_visible()
    table.button("Stop and drive").click()
    expect(table.button("Undo")).to_be_enabled()
    rosie.page.keyboard.press("u")
    expect(table.button("Stop and drive")).to_be_visible()


def test_a_quick_phrase_is_heard_by_the_other_whose_consent_a_takeback_needs(person: People):
    _, hers, _, his, _ = rosie_meets_momo(person)
    hers.button("Say").click()
    hers.button("Good luck").click()
    expect(his.log).to_contain_text("Rosie: Good luck")
    hers.button("Roll the dice").click()
    hers.button("Take back").click()
    question = his.page.get_by_role("alertdialog", name="Takeback")
    expect(question).to_contain_text("Rosie would like to take back a move:")
    expect(hers.page.get_by_role("alertdialog", name="Takeback")).to_contain_text("Waiting for Momo")
    question.get_by_role("button", name="No").click()
    expect(hers.page.get_by_role("alertdialog", name="Takeback")).to_be_hidden()
    expect(hers.button("Stop and drive")).to_be_visible()
    hers.button("Take back").click()
    expect(question.locator(".pri")).to_have_count(0)  # the game may want something to be pressed first
    question.get_by_role("button", name="Agree").click()
    expect(hers.status).to_have_text("Your turn: roll the dice.")
    expect(his.status).to_have_text("It's Rosie's turn to roll the dice.")


# ---------------------------------------------------------------- help


def test_the_keys_are_listed_and_a_refused_click_says_why_and_leads_to_the_clause(person: People):
    rosie, table = rosie_begins(person)
    rosie.page.keyboard.press("?")
    expect(rosie.page.get_by_role("dialog", name="Keys")).to_contain_text("One turn back")
    rosie.page.keyboard.press("Escape")
    expect(rosie.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    table.board.click()
    notice = table.refusal("CAB-67")
    assert_stands_by(notice, middle(table.board))
    expect(notice).to_contain_text("You have nothing to drive now")
    notice.get_by_role("button", name="CAB-67").click()
    guide = table.page.get_by_role("dialog", name="Guide")
    expect(guide.get_by_role("listitem").filter(has_text="CAB-67").first).to_be_in_viewport()
    guide.get_by_role("button", name="Close").first.click()
    expect(table.board).to_be_in_viewport()
    expect(table.button("Roll the dice")).to_be_enabled()


def test_on_a_phone_the_clause_opens_as_a_sheet(person: People):
    _, table = rosie_begins(person, screen=PHONE)
    table.board.tap()
    table.page.get_by_role("status").get_by_role("button", name="CAB-67").tap()
    sheet = table.page.get_by_role("dialog", name="Guide")
    expect(sheet.get_by_role("listitem").filter(has_text="CAB-67").first).to_be_in_viewport()
    sheet.get_by_role("button", name="Close").first.tap()
    table.button("Roll the dice").tap()
    expect(table.button("Stop and drive")).to_be_visible()


# ---------------------------------------------------------------- people


@fault("F41")
def test_whoever_leaves_is_replaced_and_may_return(person: People):
    _, hers, momo, his, _ = rosie_meets_momo(person)
    his.button("Leave the table").click()
    his.page.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave").click()
    expect(momo.page.get_by_role("heading", name="Nobody waits for you")).to_be_visible()
    players = hers.page.get_by_role("complementary", name="Players")
    expect(players).to_contain_text("plays for them")
    momo.page.get_by_role("link", name=re.compile("^Look.*Cat Cab")).click()
    question = momo.page.get_by_role("alertdialog", name="A bot plays for you")
    question.get_by_role("button", name="Take my seat back").click()
    expect(question).to_be_hidden()
    expect(players).not_to_contain_text("plays for them")
    hers.button("Roll the dice").click()
    expect(his.log).to_contain_text("Rolls 4 dice.")


def test_a_rematch_brings_both_to_the_next_table(person: People):
    rosie, hers, momo, his, opened = rosie_meets_momo(person)
    finish(opened, rosie, momo)
    hers.button("Play again").click()
    his.page.get_by_role("link", name="To the next game").click()
    rosie.page.wait_for_url(lambda url: opened.id not in url)
    momo.page.wait_for_url(lambda url: opened.id not in url)
    assert table_at(momo.page).id == table_at(rosie.page).id
    expect(his.status).to_contain_text("roll the dice")
    # the first seat is passed on: with the same luck the other one begins
    expect(his.status).to_have_text("Your turn: roll the dice.")
    his.button("Roll the dice").click()
    expect(hers.log).to_contain_text("Rolls 4 dice.")


# ---------------------------------------------------------------- settings


def test_settings_outlast_a_reload(person: People):
    rosie, _ = rosie_begins(person)
    settings = open_settings(rosie.page)
    settings.get_by_role("radio", name="Night").check()
    settings.get_by_role("radio", name="Quick").check()
    settings.get_by_role("switch", name="Sound").uncheck()
    settings.get_by_role("switch", name="Table as text").check()
    rosie.page.reload()
    expect(rosie.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(rosie.page.get_by_role("region", name="The table as text")).to_be_visible()
    settings = open_settings(rosie.page)
    expect(settings.get_by_role("radio", name="Night")).to_be_checked()
    expect(settings.get_by_role("radio", name="Quick")).to_be_checked()
    expect(settings.get_by_role("switch", name="Sound")).not_to_be_checked()
    expect(settings.get_by_role("switch", name="Table as text")).to_be_checked()


def open_settings(page: Page):
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")
