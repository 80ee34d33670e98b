"""Every page there is, opened at a moment when much is on it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.learning import Learner, press_in_page
from tests.browser.people import FRIEND, KITTEN, LESSONS, ME, SHORT, Opened, Person, finish


def landing(rosie: Person) -> None:
    rosie.open_table(KITTEN, ME)
    rosie.open_table(FRIEND, ME, listed=True)
    rosie.page.goto("/games")
    expect(rosie.page.get_by_role("button", name="Play Cat Cab")).to_be_enabled()


def home(rosie: Person) -> None:
    """Whoever comes back: a game waits, a table waits for a friend, a game is over."""
    rosie.open_table(KITTEN, ME)
    wanted = {"game": "cat-cab", "options": SHORT}
    rosie.ask("/api/tables", {**wanted, "key": "friend", "seats": [ME, FRIEND], "name": "Thursday cats"})
    finish(Opened(**rosie.ask("/api/tables", {**wanted, "key": "over", "seats": [ME, ME]})), rosie)
    rosie.page.goto("/")
    expect(rosie.page.get_by_role("heading", name="Your turn at 1 table")).to_be_visible()
    expect(rosie.page.get_by_role("link", name="Review")).to_be_visible()


def invitation(rosie: Person) -> None:
    opened = rosie.open_table(FRIEND, ME, KITTEN, game="patrician")
    rosie.context.clear_cookies()
    rosie.page.goto(opened.invitation)
    expect(rosie.page.get_by_role("button", name="Sit down")).to_be_enabled()


def creation(rosie: Person) -> None:
    rosie.page.goto("/new/cat-cab")
    expect(rosie.page.get_by_role("button", name="Start the game")).to_be_enabled()


def naming(rosie: Person) -> None:
    rosie.introduce()
    rosie.page.goto("/new/cat-cab")
    rosie.page.get_by_role("combobox", name="Seat 2", exact=True).select_option("On this device")
    rosie.page.get_by_role("textbox", name="Second person").fill("rosie")
    expect(rosie.page.get_by_role("alert").filter(has_text="has a seat already")).to_be_visible()


def lobby(rosie: Person) -> None:
    rosie.page.goto(rosie.open_table(FRIEND, ME, KITTEN).path)
    expect(rosie.page.get_by_role("img", name="The link as a QR code")).to_be_visible()


def table_in_play(rosie: Person) -> None:
    table = rosie.go_to(rosie.open_table(KITTEN, ME).path)
    table.button("Roll the dice").click()
    table.button("Stop and drive").click()
    table.button("Skip items and move on").click()
    expect(table.places).to_have_count(1)
    table.board.click()
    expect(table.page.get_by_role("status").get_by_role("button", name="CAB-")).to_be_visible()


def curtain(rosie: Person) -> None:
    rosie.page.goto(rosie.open_table(ME, {**ME, "name": "Mia"}, game="high-cat").path)
    expect(rosie.page.get_by_role("button", name="show the table")).to_be_visible()


def table_in_words(rosie: Person) -> None:
    rosie.page.goto(rosie.open_table(ME, ME, game="high-cat").path)
    rosie.page.get_by_role("button", name="show the table").click()
    expect(rosie.page.get_by_role("region", name="The table as text")).to_be_visible()


def table_over(rosie: Person) -> None:
    opened = rosie.open_table(ME, ME)
    finish(opened, rosie)
    expect(rosie.go_to(opened.path).result).to_be_visible()


def guide(rosie: Person) -> None:
    rosie.page.goto("/guide/cat-cab")
    expect(rosie.page.get_by_role("heading", name="All rules, numbered")).to_be_attached()


def lesson_card(rosie: Person) -> None:
    rosie.page.goto("/learn/cat-cab/basics")
    expect(rosie.page.get_by_role("button", name="Start")).to_be_visible()


def lesson(rosie: Person) -> None:
    """A step with two presses, after a chapter that is done."""
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.begin()
    learner.learn(press_in_page, until="1.1")


def lesson_answer(rosie: Person) -> None:
    """Another move than the one asked for was made."""
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.begin()
    learner.learn(press_in_page, until="2.1")
    press_in_page(rosie.page.locator("[data-press='move right 2']").first)
    expect(learner.said).to_contain_text("two spaces up")


def lesson_end(rosie: Person) -> None:
    learner = Learner(rosie.page, "cat-cab", "crazy-cat")
    learner.begin()
    learner.learn(press_in_page)
    learner.ends()


def first_time(rosie: Person) -> None:
    rosie.page.goto(rosie.open_table(ME, KITTEN).path)
    rosie.page.evaluate("(place) => localStorage.removeItem(place)", LESSONS)
    rosie.page.add_init_script(f"localStorage.removeItem('{LESSONS}')")
    rosie.page.reload()
    expect(rosie.page.get_by_role("dialog", name="First time at Cat Cab?")).to_be_visible()


def enter(rosie: Person) -> None:
    rosie.introduce()
    rosie.page.goto(rosie.ask("/api/me/link", {})["path"])
    expect(rosie.page.get_by_role("button", name="Continue as the link says")).to_be_visible()


def not_found(rosie: Person) -> None:
    rosie.page.goto("/nowhere/at/all")
    expect(rosie.page.get_by_role("heading", name="Nobody sits here")).to_be_visible()


TEACHING = (lesson_card, lesson, lesson_answer, lesson_end, first_time)
PAGES = (
    *(
        landing,
        home,
        invitation,
        creation,
        naming,
        lobby,
        table_in_play,
        curtain,
        table_in_words,
        table_over,
        guide,
        enter,
        not_found,
    ),
    *TEACHING,
)
