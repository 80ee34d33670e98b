"""Lessons in Chromium: every one to its end with mouse and finger; by keys, in words, left and resumed, and erring."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tabbytop import games
from tests.browser.browsers import DESKTOP, PHONE, Screen
from tests.browser.learning import Learner, Press, by_finger, by_keys, by_mouse
from tests.browser.people import FRIEND, KITTEN, ME, Person
from tests.browser.screens import UPRIGHT
from tests.browser.tables import Table
from tests.server.servers import Server

People = Callable[..., Person]
LESSONS = [(game, lesson.id) for game in games.ids() for lesson in games.lessons(game)]
SMALL_PHONE = UPRIGHT[0]
HANDS: dict[str, tuple[Screen, Press]] = {"mouse": (DESKTOP, by_mouse), "finger": (SMALL_PHONE, by_finger)}


@pytest.fixture(scope="module")
def learners(browser: Browser, shared_server: Server) -> Iterator[dict[str, Person]]:
    """Somebody at a desk and somebody with a phone, who take all lessons one after the other."""
    here = {name: Person(browser, shared_server.address, name.title(), screen) for name, (screen, _) in HANDS.items()}
    yield here
    for each in here.values():
        each.leave()


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_lesson_is_played_to_its_end(learners: dict[str, Person], hand: str, game: str, lesson: str):
    person, press = learners[hand], HANDS[hand][1]
    learner = Learner(person.page, game, lesson)
    learner.begin()
    expect(learner.said).to_be_in_viewport()
    expect(learner.asked).to_be_in_viewport()
    learner.learn(press)
    learner.ends()
    assert person.complaints == []


def test_a_lesson_is_learned_by_keys_alone(person: People):
    rosie = person("Rosie")
    learner = Learner(rosie.page, "cat-cab", "basics")
    rosie.page.goto(learner.path)
    by_keys(rosie.page.get_by_role("button", name="Start"))
    learner.wait()
    rosie.page.keyboard.press("Tab")
    expect(learner.asked).to_be_focused()  # what is asked for is the first thing that the tabulator comes to
    learner.learn(by_keys)
    learner.ends()
    by_keys(rosie.page.get_by_role("button", name="Play your first game against Kitten"))
    expect(rosie.page).to_have_url(re.compile("/t/"))
    expect(rosie.page.get_by_role("region", name="Board", exact=True)).to_be_visible()


def test_a_lesson_is_learned_from_the_table_in_words(person: People):
    rosie = person("Rosie", textTable=True)
    learner = Learner(rosie.page, "cat-cab", "crazy-cat")
    learner.begin()
    expect(rosie.page.get_by_role("region", name="The table as text").locator("[data-asked='1']")).to_be_visible()
    learner.learn(by_mouse)
    learner.ends()
    rosie.page.get_by_role("button", name="Play your first game alone").click()  # against whom the lesson was about
    expect(rosie.page.get_by_role("region", name="The table as text")).to_contain_text("Crazy cat")


def test_a_lesson_is_left_and_goes_on_where_it_was(person: People):
    rosie = person("Rosie")
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.begin()
    learner.learn(by_mouse, until="1.1")
    said = learner.said.inner_text()
    rosie.page.get_by_role("button", name="Leave, keep my place").click()
    expect(rosie.page.get_by_role("link", name="Go on, 2 of 6")).to_be_visible()
    rosie.page.get_by_role("link", name="Go on, 2 of 6").click()
    learner.wait()
    expect(learner.said).to_have_text(said)
    assert learner.place == "1.1"
    rosie.page.get_by_role("button", name="Back a step").click()
    expect(learner.said).to_have_text("Roll the dice")
    rosie.page.get_by_role("button", name="Show me").click()
    expect(learner.said).to_have_text(said)
    learner.wait()
    rosie.page.get_by_role("button", name="Show me").click()  # both moves of the gesture
    expect(learner.said).to_have_text("Stop, and keep these dice")
    rosie.page.get_by_role("button", name="You win by points").click()  # a chapter that was reached can be opened again
    expect(learner.said).to_have_text("Drive 2 spaces up, out of the city")


def test_another_move_gets_its_reason_and_changes_nothing(person: People):
    rosie = person("Rosie")
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.begin()
    cab = rosie.page.locator("[data-press='move down 2']").first
    before = learner.place
    cab.click()
    expect(learner.said).to_have_text("That leads back into the city.")
    expect(rosie.page.get_by_role("status").get_by_text("try up")).to_be_visible()
    assert learner.place == before
    expect(learner.asked).to_have_attribute("data-press", "move up 2")
    shows = rosie.page.get_by_role("button", name="Show me")
    expect(shows).not_to_have_class(re.compile("pulse"))
    rosie.page.get_by_role("button", name="Drive 2 spaces left", exact=True).click()
    expect(learner.said).to_have_text("That leads along the last street.")
    expect(shows).to_have_class(re.compile("pulse"))


def test_a_move_that_is_not_legal_gets_its_refusal_and_the_rule(person: People):
    rosie = person("Rosie")
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.begin()
    rosie.page.get_by_role("button", name="Right: closed for 2 spaces").click()
    rule = rosie.page.get_by_role("button", name="The rule: CAB-")
    expect(rule).to_be_visible()
    rule.click()
    guide = rosie.page.get_by_role("dialog", name="Guide")
    expect(guide.get_by_text(re.compile("CAB-")).first).to_be_visible()
    guide.get_by_role("button", name="Close").click()
    learner.press(by_mouse)
    expect(learner.go_on).to_be_visible()


# ---------------------------------------------------------------- where lessons are found


def test_somebody_new_at_a_table_is_asked_once_and_comes_back_to_it(person: People):
    rosie = person("Rosie", is_new=True)
    opened = rosie.open_table(ME, KITTEN)
    rosie.page.goto(opened.path)
    asked = rosie.page.get_by_role("dialog", name="First time at Cat Cab?")
    asked.get_by_role("button", name="Learn it now").click()
    rosie.page.get_by_role("button", name="Start").click()
    Learner(rosie.page, "cat-cab", "basics").wait()
    rosie.page.get_by_role("button", name="Leave, keep my place").click()
    expect(rosie.page).to_have_url(re.compile(f"{opened.invitation}$"))
    expect(rosie.page.get_by_role("region", name="Board", exact=True)).to_be_visible()
    expect(asked).to_have_count(0)


def test_whoever_just_wants_to_play_is_shown_the_goal_and_nothing_before(person: People):
    rosie = person("Rosie", is_new=True, goalsSeen=[])
    rosie.page.goto(rosie.open_table(ME, KITTEN).path)
    asked = rosie.page.get_by_role("dialog", name="First time at Cat Cab?")
    goal = rosie.page.get_by_role("region", name="Goal")
    expect(asked).to_be_visible()
    expect(goal).to_have_count(0)
    asked.get_by_role("button", name="Just play").click()
    expect(goal).to_be_visible()


def test_whoever_wants_to_read_reads(person: People):
    rosie = person("Rosie", is_new=True, goalsSeen=[])
    opened = rosie.open_table(ME, KITTEN)
    rosie.page.goto(opened.path)
    asked = rosie.page.get_by_role("dialog", name="First time at Cat Cab?")
    asked.get_by_role("button", name="A minute of reading").click()
    guide = rosie.page.get_by_role("dialog", name="Guide")
    expect(guide.get_by_role("region", name="The goal")).to_be_visible()  # a chapter, and not the card of the table
    expect(rosie.page.get_by_role("region", name="Goal", exact=True)).to_have_count(0)
    rosie.page.reload()
    expect(rosie.page.get_by_role("region", name="Board", exact=True)).to_be_visible()
    expect(asked).to_have_count(0)


def test_a_friend_learns_first_while_a_seat_is_kept_and_the_start_waits(person: People):
    rosie, jonas = person("Rosie"), person("Jonas", is_new=True)
    opened = rosie.open_table(ME, FRIEND)
    rosie.page.goto(opened.path)
    jonas.page.goto(opened.invitation)
    jonas.page.get_by_label("Your name").fill("Jonas")
    jonas.page.get_by_role("button", name="Learn it first").click()
    seats = rosie.page.get_by_role("region", name="Seats")
    expect(seats).to_contain_text("learns the game, chapter 1 of 6")
    expect(rosie.page.get_by_role("heading", name="Waiting for Jonas")).to_be_visible()
    expect(rosie.page.get_by_role("button", name="Start, when Jonas is ready")).to_be_disabled()
    expect(rosie.page.get_by_role("button", name="Start now")).to_be_enabled()
    learner = Learner(jonas.page, "cat-cab", "basics")
    jonas.page.get_by_role("button", name="Start").click()
    learner.learn(by_mouse, until="1.")
    expect(seats).to_contain_text("learns the game, chapter 2 of 6")
    learner.learn(by_mouse)
    jonas.page.get_by_role("link", name="To the table").click()
    expect(jonas.page).to_have_url(re.compile(re.escape(opened.invitation)))
    expect(jonas.page.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(jonas.page.get_by_role("button", name="Learn it first")).to_have_count(0)
    rosie.page.get_by_role("button", name="Start the game").click()
    playing = Table(jonas.page)
    expect(playing.board).to_be_visible()
    while not playing.moment:
        rosie.decide(opened)
    playing.verbs.first.click()
    expect(Table(rosie.page).log).to_contain_text("Jonas")


def test_others_see_that_somebody_learns_and_time_does_not_run_before_the_first_move(person: People):
    rosie, jonas = person("Rosie", screen=PHONE), person("Jonas", is_new=True)
    opened = rosie.open_table(ME, FRIEND, clock="timed")
    jonas.introduce()
    jonas.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit"})
    rosie.command(opened, type="start")
    rosie.page.goto(opened.path)
    jonas.page.goto(opened.path)
    asked = jonas.page.get_by_role("dialog", name="First time at Cat Cab?")
    expect(asked).to_contain_text("the table waits, and the others see why")
    expect(asked).to_contain_text("Your time does not run before your first move.")
    asked.get_by_role("button", name="Learn it now").click()
    chip = rosie.page.get_by_role("button", name=re.compile("^Jonas, .*learns, chapter 1 of 6"))
    expect(chip).to_be_visible()
    chip.click()
    expect(rosie.page.get_by_role("dialog", name="Players")).to_contain_text("learns, chapter 1 of 6")
    rosie.page.keyboard.press("Escape")
    jonas.page.get_by_role("button", name="Start").click()
    Learner(jonas.page, "cat-cab", "basics").wait()
    jonas.page.get_by_role("button", name="Leave, keep my place").click()
    expect(chip).to_have_count(0)
    welcome = rosie.ask(f"/api/tables/{opened.id}")
    assert welcome["now"]["running"] < 0
    assert {seat["time"] for seat in welcome["table"]["seats"]} == {600_000}


def test_the_guide_leads_to_lessons_which_go_on_at_another_device_and_the_games_say_how_far_one_is(person: People):
    rosie, phone = person("Rosie"), person("Rosie", screen=PHONE)
    rosie.introduce()
    rosie.page.goto("/guide/cat-cab")
    rosie.page.get_by_role("link", name="Learn: Crazy cat").click()
    expect(rosie.page.get_by_role("heading", name="Crazy cat in a minute")).to_be_visible()
    rosie.page.goto("/guide/cat-cab")
    rosie.page.get_by_role("link", name="Learn by playing").click()
    rosie.page.get_by_role("button", name="Start").click()
    learner = Learner(rosie.page, "cat-cab", "basics")
    learner.wait()
    learner.learn(by_mouse, until="2.1")
    with rosie.page.expect_response(re.compile("/api/me/lessons$")):
        rosie.page.get_by_role("button", name="Leave, keep my place").click()
    kept = {"game": "cat-cab", "lesson": "basics", "chapter": 2, "step": 1, "reached": 2, "done": False}
    assert rosie.ask("/api/me/lessons")["lessons"] == [kept]
    phone.page.goto(rosie.ask("/api/me/link", {})["path"])
    phone.page.get_by_role("link", name="Go on, 3 of 6").click()
    other = Learner(phone.page, "cat-cab", "basics")
    other.wait()
    assert other.place == "2.1"
    other.learn(by_finger)
    phone.page.goto("/")
    expect(phone.page.get_by_role("link", name="Learned")).to_be_visible()
    rosie.page.goto("/")
    expect(rosie.page.get_by_role("link", name="Learned")).to_be_visible()
