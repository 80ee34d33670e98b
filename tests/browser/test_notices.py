"""Being called back: the page of notices, and the worker that shows one while the page is closed. Knows no rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import plants
from tests.browser.browsers import PHONE
from tests.browser.people import FRIEND, ME, Person
from tests.server.plants import named, quick_bots
from tests.server.receivers import Receiver
from tests.server.servers import Server, running, wait_for

People = Callable[..., Person]
SOON = {"notices_every": 0.1, "notices_after": 0.0, "notices_inside": True}
LISTEN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, more) => {
    const actions = (more.actions ?? []).map((each) => each.title);
    self.shown.push({ title, body: more.body, tag: more.tag, path: more.data.path, actions });
  };
  ServiceWorkerRegistration.prototype.getNotifications = async () => [
    { data: { path: "/t/old", tables: ["old"] }, close: () => self.shown.push("closed old") },
    { data: { path: "/t/aaaa", tables: ["aaaa"] }, close: () => self.shown.push("closed aaaa") },
  ];
  self.navigator.setAppBadge = async (tables) => self.shown.push(tables);
}"""
"""Keeps what is shown: a browser without windows shows no notices."""
PRESS = """async (actions) => {
  const done = [];
  self.clients.openWindow = async (path) => done.push(path);
  self.fetch = async (path, { body }) => done.push(JSON.parse(body));
  for (const action of actions) {
    const notification = { close: () => {}, data: { path: "/t/bbbb", tables: ["bbbb"] } };
    let work;
    const press = { notification, action, waitUntil: (promise) => (work = promise) };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), press));
    await work;
  }
  return done;
}"""
"""Presses a notice, as a whole and its buttons."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    planted = (named(plants.same_luck), named(quick_bots))
    with running(tmp_path_factory.mktemp("notices"), *planted, **SOON) as server:
        yield server
        assert server.problems() == []


@pytest.fixture
def people(browser: Browser, quick_server: Server) -> Iterator[tuple[Person, Person]]:
    both = (
        Person(browser, quick_server.address, "Ann", PHONE, has_worker=True),
        Person(browser, quick_server.address, "Ben"),
    )
    yield both
    for each in both:
        each.leave()
        assert each.complaints == []


def test_somebody_who_has_played_is_asked_once_and_called_back(people: tuple[Person, Person], receiver: Receiver):
    """Ann plays on a phone, says where to be told, and closes the page; when it is her turn again she hears of it."""
    ann, ben = people
    opened = ann.open_table(ME, FRIEND, options={"turn_limit": 40})
    ben.introduce()
    ben.ask(f"/api/tables/{opened.id}/commands?invite={opened.invite}", {"type": "sit", "key": "sit", "seat": 1})
    if ann.ask(f"/api/tables/{opened.id}")["table"]["stage"] == "lobby":
        ann.command(opened, type="start")
    while not ann.ask(f"/api/tables/{opened.id}")["now"]["choices"]:
        ben.decide(opened)
    assert not ann.go_to(opened.path).wait_for_turn_or_end()
    while ann.decide(opened):
        pass
    page = ann.page
    page.get_by_role("button", name="Yes, choose how").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tell me when it's my turn")
    page.get_by_role("radio", name="Other").check()
    page.get_by_role("textbox", name="Address", exact=True).fill(f"{receiver.address}/ann")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("status")).to_contain_text("It has arrived.")
    assert receiver.next("/ann").json["title"] == "This is how it will read"
    expect(page.get_by_role("list", name="Where you are told")).to_contain_text("A program at 127.0.0.1")
    expect(page.get_by_role("switch", name="Cat Cab")).to_be_checked()
    page.get_by_role("switch", name="Quiet hours").click()
    expect(page.get_by_label("From")).to_have_value("1320")
    page.get_by_role("switch", name="Quiet hours").click()
    expect(page.get_by_label("From")).to_have_count(0)
    page.get_by_role("group", name="Ben").get_by_role("radio", name="Always").check()
    expect(page.get_by_text("Also when they invite you.")).to_be_visible()
    wait_for(lambda: ann.ask("/api/me/notices/people")["people"][0]["told"] == "always")
    page.get_by_role("group", name="Strangers").get_by_role("radio", name="Never").check()
    words = "Nothing of tables with them alone until you have finished a game together."
    expect(page.get_by_text(words)).to_be_visible()
    page.get_by_role("switch", name="New tables").click()
    expect(page.get_by_role("switch", name="New tables")).not_to_be_checked()
    expect(page.get_by_role("switch", name="Cat Cab")).to_be_checked()
    wait_for(lambda: ann.ask("/api/me/notices")["habits"]["listened"] == [opened.id])
    second = ben.ask("/api/tables", {"key": "second", "game": "cat-cab", "seats": [ME, FRIEND], "options": {}})
    ben.go_to(f"/t/{second['id']}")
    ben.page.get_by_role("button", name="Invite Ann").click()
    expect(ben.page.get_by_text("Ann is told if they want to hear of your invitations.")).to_be_visible()
    assert receiver.next("/ann").json["title"] == "Cat Cab: Ben invites you"
    while ben.decide(opened):
        pass
    told = receiver.next("/ann").json
    assert told["title"].startswith("Cat Cab: Ben")
    assert told["text"] == "Your turn."
    assert (told["url"].endswith(opened.path), told["tables"]) == (True, [opened.id])
    page.go_back()
    expect(page.get_by_role("button", name="Yes, choose how")).to_have_count(0)


def test_a_worker_shows_what_the_server_pushed_unless_the_table_is_looked_at(people: tuple[Person, Person]):
    ann, _ = people
    page = ann.page
    page.goto("/notices")
    with ann.context.expect_event("serviceworker") as came:
        page.evaluate("() => navigator.serviceWorker.register('/sw.js')")
    worker = came.value
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    worker.evaluate(LISTEN)
    line = ann.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    wait_for(lambda: page.evaluate("1") and registrations)

    def push(**notice: Any) -> None:
        line.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": ann.address,
                "registrationId": registrations[0]["registrationId"],
                "data": json.dumps(notice),
            },
        )

    push(title="Seen already", text="", path="/notices", tag="seen")
    notice = {"title": "Cat Cab: Ben drives on.", "text": "Your turn.", "path": "/t/aaaa", "tag": "aaaa"}
    push(**notice, tables=["aaaa"], actions=True, waiting=["aaaa", "bbbb"])
    shown: list[Any] = []

    def have_shown(number: int) -> bool:
        shown.extend(worker.evaluate("self.shown.splice(0)"))
        return len(shown) >= number

    wait_for(lambda: have_shown(3))
    actions = ["Play", "Not now", "Mute this table"]
    told = {"title": "Cat Cab: Ben drives on.", "body": "Your turn.", "tag": "aaaa", "path": "/t/aaaa"}
    assert shown == ["closed old", 2, {**told, "actions": actions}], "what does not wait goes, and the icon counts"
    asked = worker.evaluate(
        """async () => {
      const asked = [];
      self.fetch = async (path, { body }) => asked.push(path, JSON.parse(body));
      const notification = { close: () => asked.push("closed"), data: { path: "/t/aaaa", tables: ["aaaa"] } };
      const press = { notification, action: "later", waitUntil: () => {} };
      self.dispatchEvent(Object.assign(new Event("notificationclick"), press));
      await null;
      return asked;
    }"""
    )
    assert asked == ["closed", "/api/me/notices/answer", {"table": "aaaa", "answer": "later"}]

    # no page of the server is open any more; whoever presses "Play" gets one
    ann.forgive("localStorage")  # an empty page has none
    page.goto("about:blank")
    push(title="Cat Cab: Ben stops.", text="Your turn.", path="/t/bbbb", tag="bbbb", tables=["bbbb"], actions=True)
    shown.clear()
    wait_for(lambda: have_shown(1))
    assert [each["path"] for each in shown] == ["/t/bbbb"]
    pressed = worker.evaluate(PRESS, ["", "play", "mute"])
    assert pressed == ["/t/bbbb", "/t/bbbb", {"table": "bbbb", "answer": "mute"}]
    manifest = ann.context.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert manifest.json()["start_url"] == "/"
